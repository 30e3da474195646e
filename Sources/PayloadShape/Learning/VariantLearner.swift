/// Learns which members the objects of each variant have; the result is a ``VariantTable``.
///
/// An object is counted after it was read. Its members are the children of its path that were last seen in it.
struct VariantLearner: ~Copyable {
  /// A value that may name a variant: its range in the document if the bytes are its text, else the text.
  enum Value {
    case spelled(Range<Int>)
    case text(String)
  }

  private let text: DocumentText
  private var tables = RecordTable<LearnedVariants>(capacity: 4)
  private var variants = RecordTable<LearnedVariant>(capacity: 8)
  /// How many objects had a member, by the member's number. Each table has a block for all its variants together, and
  /// one block for each variant.
  private var counters = RecordTable<UInt32>(capacity: 128)
  /// The values of variants that are not plain.
  private var texts: [String] = []
  /// The tables of paths that were merged into another path.
  private var merged: [Int: [VariantTable]] = [:]

  init(_ text: DocumentText) { self.text = text }

  var holdsMerged: Bool { !merged.isEmpty }

  func table(_ index: Int) -> LearnedVariants { tables.record(index).pointee }

  /// The table of a discriminator at a path; a new one if there is none yet.
  mutating func table(
    at index: Int, by discriminator: Int, isOfParent: Bool, in paths: borrowing RecordTable<LearnedPath>
  ) -> Int {
    let path = paths.record(index)
    var table = path.pointee.firstVariants
    while table >= 0 {
      let known = tables.record(table).pointee
      if known.discriminator == discriminator, known.isOfParent == isOfParent { return table }
      table = known.next
    }
    let begun = tables.append(
      LearnedVariants(discriminator: discriminator, isOfParent: isOfParent, next: path.pointee.firstVariants))
    path.pointee.firstVariants = begun
    return begun
  }

  /// Counts the object that was last read at the path `path`, in the table `index`.
  mutating func add(
    _ value: Value, to index: Int, of path: Int, in paths: borrowing RecordTable<LearnedPath>,
    _ names: borrowing NameTable
  ) {
    guard !tables.record(index).pointee.isOpen else { return }
    reserve(paths.record(path).pointee.numbered, in: index)
    guard let variant = variant(value, in: index) else { return }
    variants.record(variant).pointee.objects += 1
    let object = paths.record(path).pointee.lastObject
    let (total, own) = (tables.record(index).pointee.total, variants.record(variant).pointee.counts)
    var child = paths.record(path).pointee.children.first
    while child >= 0 {
      let member = paths.record(child)
      if member.pointee.container == object, member.pointee.kind == .member {
        let all = counters.record(total + member.pointee.number)
        if all.pointee == 0, !DataName.isData(names.name(of: child, in: paths)) {
          tables.record(index).pointee.members += 1
        }
        all.pointee &+= 1
        counters.record(own + member.pointee.number).pointee &+= 1
      }
      child = member.pointee.next
    }
    if tables.record(index).pointee.members > VariantTable.maximumMembers { tables.record(index).pointee.isOpen = true }
  }

  private mutating func reserve(_ members: Int, in table: Int) {
    let path = tables.record(table)
    guard path.pointee.capacity < members else { return }
    let before = path.pointee.capacity
    let capacity = max(16, 4 * before, members)
    path.pointee.capacity = capacity
    path.pointee.total = moved(path.pointee.total, count: before, to: capacity)
    var variant = path.pointee.first
    while variant >= 0 {
      let record = variants.record(variant)
      record.pointee.counts = moved(record.pointee.counts, count: before, to: capacity)
      variant = record.pointee.next
    }
  }

  private mutating func moved(_ start: Int, count: Int, to capacity: Int) -> Int {
    let begun = counters.append(0, count: capacity)
    for number in 0..<count { counters.record(begun + number).pointee = counters.record(start + number).pointee }
    return begun
  }

  /// The variant that a value names; nil if it cannot name one, or if there are too many.
  private mutating func variant(_ value: Value, in table: Int) -> Int? {
    let path = tables.record(table)
    var variant = path.pointee.first
    switch value {
    case .spelled(let range):
      let prefix = prefix(of: range)
      while variant >= 0 {
        let known = variants.record(variant)
        if known.pointee.length == range.count, known.pointee.prefix == prefix, known.pointee.text < 0,
          range.count <= 8
            || TextBytes.areEqual(text.start + known.pointee.offset, text.start + range.lowerBound, count: range.count)
        {
          return variant
        }
        variant = known.pointee.next
      }
    case .text: break
    }
    return uncommonVariant(value, in: table)
  }

  @inline(__always)
  private func prefix(of range: Range<Int>) -> UInt64 {
    TextBytes.prefix(text.start + range.lowerBound, count: range.count, readable: text.count - range.lowerBound)
  }

  /// The same for a value that is not spelled like any before.
  @inline(never)
  private mutating func uncommonVariant(_ value: Value, in table: Int) -> Int? {
    let path = tables.record(table)
    guard canNameVariant(value) else { return nil }
    var variant = path.pointee.first
    while variant >= 0 {
      if isNamed(variant, value) { return variant }
      variant = variants.record(variant).pointee.next
    }
    guard path.pointee.count < VariantTable.maximumValues else {
      path.pointee.isOpen = true
      return nil
    }
    var begun = LearnedVariant(next: path.pointee.first, counts: counters.append(0, count: path.pointee.capacity))
    switch value {
    case .spelled(let range):
      (begun.offset, begun.length, begun.prefix) = (range.lowerBound, range.count, prefix(of: range))
    case .text(let text):
      begun.text = texts.count
      texts.append(text)
    }
    path.pointee.count += 1
    path.pointee.first = variants.append(begun)
    return path.pointee.first
  }

  private func canNameVariant(_ value: Value) -> Bool {
    switch value {
    case .spelled(let range):
      return Discriminator.canNameVariant(
        UnsafeBufferPointer(start: text.start + range.lowerBound, count: range.count))
    case .text(var text): return text.withUTF8 { Discriminator.canNameVariant($0) }
    }
  }

  /// Whether a value is the variant's name in a different spelling.
  private func isNamed(_ variant: Int, _ value: Value) -> Bool {
    let known = variants.record(variant).pointee
    switch value {
    case .spelled(let range):
      guard known.text >= 0 else { return false }
      let bytes = UnsafeBufferPointer(start: text.start + range.lowerBound, count: range.count)
      return texts[known.text] == String(decoding: bytes, as: UTF8.self)
    case .text(let text): return name(of: known) == text
    }
  }

  private func name(of variant: LearnedVariant) -> String {
    variant.text >= 0
      ? texts[variant.text]
      : String(
        decoding: UnsafeBufferPointer(start: text.start + variant.offset, count: variant.length), as: UTF8.self)
  }

  // MARK: Results

  /// Merges the path `other`, which still has its children, into `index`.
  mutating func merge(
    _ other: Int, into index: Int, in paths: borrowing RecordTable<LearnedPath>, _ names: borrowing NameTable
  ) {
    guard paths.record(other).pointee.firstVariants >= 0 || merged[other] != nil else { return }
    let known = result(of: other, in: paths, names)
    merged[index, default: []].merge(known)
    merged[other] = nil
    paths.record(other).pointee.firstVariants = -1
  }

  /// The tables of a path, in the order of their discriminators.
  func result(
    of index: Int, in paths: borrowing RecordTable<LearnedPath>, _ names: borrowing NameTable
  ) -> [VariantTable] {
    var next = paths.record(index).pointee.firstVariants
    guard next >= 0 || !merged.isEmpty else { return [] }
    var result = merged[index] ?? []
    while next >= 0 {
      let table = tables.record(next).pointee
      next = table.next
      guard table.first >= 0 else { continue }  // no value named a variant
      var found: [String: VariantTable.Variant] = [:]
      var variant = table.isOpen ? -1 : table.first
      while variant >= 0 {
        let record = variants.record(variant).pointee
        found[name(of: record)] = VariantTable.Variant(
          objects: record.objects, members: members(of: index, record, table.capacity, in: paths, names))
        variant = record.next
      }
      let discriminator = Discriminator(
        name: names.name(of: table.discriminator, in: paths), isOfParent: table.isOfParent)
      result.merge([VariantTable(discriminator, found, isOpen: table.isOpen)])
    }
    return result
  }

  private func members(
    of index: Int, _ variant: LearnedVariant, _ capacity: Int, in paths: borrowing RecordTable<LearnedPath>,
    _ names: borrowing NameTable
  ) -> [String: Int] {
    var members: [String: Int] = [:]
    var child = paths.record(index).pointee.children.first
    while child >= 0 {
      let member = paths.record(child)
      // A member that was first seen after the last object of this table has no counter.
      if member.pointee.kind == .member, member.pointee.number < capacity {
        let count = counters.record(variant.counts + member.pointee.number).pointee
        let name = names.name(of: child, in: paths)
        if count > 0, !DataName.isData(name) { members[name] = Int(count) }
      }
      child = member.pointee.next
    }
    return members
  }
}
