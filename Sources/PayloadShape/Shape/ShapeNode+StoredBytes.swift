// How long the stored form of a path is, without writing it: see `PayloadShape+Codable`.
extension ShapeNode {
  /// At least the bytes that this path takes, without the paths below it. A little more than that for numbers that are not whole.
  var storedBytes: Int {
    // Brackets, a comma, the parent's number (of at most 4,096), the step, five counts and the mark of what was left out.
    var bytes = 3 + 4 + 4 + (step.name.map(StoredSize.text) ?? 2)
    for count in [
      statistics.documents, statistics.nulls, statistics.trues, statistics.falses, statistics.objects,
    ] { bytes += 1 + StoredSize.number(count) }
    bytes += 4
    bytes += statistics.strings.storedBytes
    if let newest = statistics.newestMilliseconds { bytes += StoredSize.section + StoredSize.number(newest) }
    bytes += statistics.numbers.storedBytes
    let arrays = statistics.arrays
    if arrays.count > 0 {
      bytes +=
        StoredSize.section
        + StoredSize.list([arrays.count, arrays.empty, arrays.shortest ?? 0, arrays.longest ?? 0])
    }
    if folding != .none { bytes += StoredSize.section + 1 }
    if statistics.valuedDocuments != statistics.usualValuedDocuments {
      bytes += StoredSize.section + StoredSize.number(statistics.valuedDocuments)
    }
    if keepsNames { bytes += 4 }
    for count in [
      statistics.objectsOverfull, statistics.parentsExcused, statistics.formsExcused, statistics.parentsBefore,
    ] where count > 0 {
      bytes += StoredSize.section + StoredSize.number(count)
    }
    if !variants.isEmpty {
      let children = children.compactMap(\.step.name)
      bytes += StoredSize.section + 2
      for table in variants { bytes += 1 + StoredVariants(table, children: children).storedBytes }
    }
    let pairs = statistics.records.pairs.count
    if pairs > 0 { bytes += StoredSize.section + 2 + (4 * pairs + 2) / 3 * 4 }
    return bytes
  }
}

// The same from above, for the usual shape that is far below its budget: nothing is copied, sorted or spelled for it.
extension ShapeNode {
  /// At most what ``storedBytes`` is, in time that grows with the closed sets and the members of variants only.
  var mostStoredBytes: Int {
    var bytes = 160 + StoredSize.longestText(step.name ?? "")
    if statistics.strings.count > 0 {
      bytes +=
        120 + StoredSize.longestFormats
        + statistics.strings.sketch.hashes.count * 12 + 60
      for (value, _) in statistics.strings.values { bytes += 80 + StoredSize.longestText(value) }
    }
    if statistics.numbers.count > 0 { bytes += 330 + statistics.numbers.sketch.hashes.count * 12 }
    if statistics.arrays.count > 0 { bytes += 100 }
    bytes += 180  // newest date, folding, counts of objects, parents and documents
    if !variants.isEmpty {
      let names = children.reduce(0) { $0 + StoredSize.longestText($1.step.name ?? "") + 2 }
      bytes += 10
      for table in variants { bytes += table.mostStoredBytes(besides: names, count: children.count) }
    }
    return bytes + 10 + statistics.records.pairs.count * 6
  }
}

extension VariantTable {
  /// `names` are the bytes of the names of `count` members of the path.
  fileprivate func mostStoredBytes(besides names: Int, count: Int) -> Int {
    var bytes = 20 + StoredSize.longestText(discriminator.name) + (isOpen ? 0 : names)
    var rows = count
    for (value, variant) in variants {
      bytes += 30 + StoredSize.longestText(value)
      rows += variant.members.count
      for name in variant.members.keys { bytes += 2 + StoredSize.longestText(name) }
    }
    return bytes + rows * (4 + variants.count * 21)
  }
}

extension StringStatistics {
  fileprivate var storedBytes: Int {
    guard count > 0 else { return 0 }
    var bytes = StoredSize.section + StoredSize.list([count, listed, listedDistinct])
    for format in seenFormats {
      bytes += 2 + StoredSize.number(format.position) + StoredSize.number(observations(of: format))
    }
    bytes += StoredSize.section + 1
    for (value, count) in values { bytes += 2 + StoredSize.text(value) + StoredSize.number(count) }
    if courses.learned > 0 { bytes += StoredSize.section + StoredSize.list(courses.numbers(of: values.keys)) }
    return bytes + StoredSize.section + StoredSize.list(sketch.hashes.map(Int.init))
  }
}

extension NumberStatistics {
  fileprivate var storedBytes: Int {
    guard count > 0 else { return 0 }
    var bytes = StoredSize.section + StoredSize.list([count, whole])
    for number in [minimum, maximum, leastPositive] {
      bytes += StoredSize.section + (number.map { "\($0)".utf8.count } ?? 0)
    }
    bytes += StoredSize.section + StoredSize.list(sketch.hashes.map(Int.init))
    let last = lastMagnitudes
    if last.count > 0 { bytes += StoredSize.section + StoredSize.list([last.count, last.sum, last.squares]) }
    return bytes + StoredSize.section + StoredSize.list([magnitudes.count, magnitudes.sum, magnitudes.squares])
  }
}

extension StoredVariants {
  fileprivate var storedBytes: Int {
    var bytes = 6 + StoredSize.text(name)
    guard !isOpen else { return bytes }
    bytes += 4 + StoredSize.list(objects)
    for value in values { bytes += 1 + StoredSize.text(value) }
    for (member, counts) in members { bytes += 2 + StoredSize.text(member) + StoredSize.list(counts) }
    return bytes
  }
}

/// Lengths of what `JSONEncoder` writes.
private enum StoredSize {
  /// A comma, a letter in quotes, and the comma after it.
  static let section = 5

  static func number(_ number: Int) -> Int {
    var (digits, rest) = (number < 0 ? 2 : 1, number.magnitude)
    while rest > 9 {
      digits += 1
      rest /= 10
    }
    return digits
  }

  /// What the counts of all formats take at most.
  static let longestFormats = StringFormat.allCases.count * 42

  /// At most what ``text(_:)`` gives.
  static func longestText(_ text: String) -> Int { 3 + 6 * text.utf8.count }

  static func list(_ numbers: [Int]) -> Int { numbers.reduce(2) { $0 + 1 + number($1) } }

  /// A text with its quotes and its letter, as if slashes were escaped too.
  static func text(_ text: String) -> Int {
    var bytes = 3
    for byte in text.utf8 {
      bytes += byte < 0x20 ? 6 : byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x2F ? 2 : 1
    }
    return bytes
  }
}
