/// Learns the strings of all paths of one document.
///
/// Strings of a path either repeat often or almost never. If they repeat, a cache holds some spellings, and a string
/// with the same spelling is only counted. All others are classified by their bytes.
struct StringLearner: ~Copyable {
  /// The sizes of a cache of spellings. It grows by a factor of four.
  private static let sizes = (first: 8, last: 128)
  /// How many entries are checked for one spelling.
  private static let probes = 4
  /// The first strings of a path are not cached, because many paths have no more.
  private static let few = 4
  /// The hit rate of the cache is checked after this many lookups.
  private static let trial = 64
  /// Longer texts, in bytes, are hashed at once instead of four at a time.
  private static let longestPending = 512

  private let text: DocumentText
  private let seed: UInt64
  private var paths = RecordTable<LearnedStrings>(capacity: 16)
  private var spellings = RecordTable<Spelling>(capacity: 256)
  /// Counts of each format, without those that are still in the cache of spellings. 32 bits are enough, because a text
  /// has less than 4 GiB and a string takes at least two bytes.
  private var formats = RecordTable<UInt32>(capacity: 256)
  /// Four for each path.
  private var pending = RecordTable<PendingText>(capacity: 64)
  private var kept = RecordTable<KeptValue>(capacity: 256)
  /// By path: kept values with their counts, if they are compared as text.
  private var texts: [Int: [String: Int]] = [:]
  private var decoder = TextDecoder()

  init(_ text: DocumentText, seed: UInt64) {
    self.text = text
    self.seed = seed
  }

  /// Begins a path.
  mutating func begin() -> Int {
    formats.append(0, count: StringFormat.positions)
    pending.append(PendingText(offset: 0, length: 0, fold: 0), count: 4)
    return paths.append(LearnedStrings())
  }

  /// Learns a string. `range` are its bytes without quotes; it is plain if they are its text in ASCII.
  @inline(__always)
  mutating func add(_ range: Range<Int>, isPlain: Bool, to index: Int) {
    let path = paths.record(index)
    path.pointee.lookups += 1
    if path.pointee.isVaried || path.pointee.spellingMask < 0 && path.pointee.lookups <= Self.few {
      if isPlain {
        addPlain(range, to: index)
      } else {
        _ = addDecoded(range, to: index)
      }
    } else {
      addRemembered(range, isPlain: isPlain, to: index)
    }
  }

  // MARK: Cache of spellings

  private mutating func addRemembered(_ range: Range<Int>, isPlain: Bool, to index: Int) {
    let start = text.start + range.lowerBound
    let count = range.count
    let prefix = prefix(at: range.lowerBound, count: count)
    let hash = hash(of: start, count: count, prefix: prefix)
    let path = paths.record(index)
    let mark = UInt32(truncatingIfNeeded: hash) & Spelling.hashBits
    let slot = Int(truncatingIfNeeded: hash >> 40)
    if path.pointee.spellingMask >= 0 {
      for probe in 0..<Self.probes {
        let entry = spellings.record(path.pointee.firstSpelling + (slot + probe) & path.pointee.spellingMask)
        if Int(entry.pointee.length) == count, entry.pointee.mark & Spelling.hashBits == mark {
          if areEqual(Int(entry.pointee.offset), range.lowerBound, count: count) {
            entry.pointee.observations &+= 1
            return
          }
        } else if entry.pointee.length == .max {
          break
        }
      }
    }
    addNew(range, isPlain: isPlain, to: index, slot: slot, mark: mark)
  }

  /// A hash of the length, the ends and the middle. Equal hashes of different texts only cost a little time.
  @inline(__always)
  private func hash(of start: UnsafePointer<UInt8>, count: Int, prefix: UInt64) -> UInt64 {
    let hash = TextBytes.folded(prefix ^ seed, UInt64(truncatingIfNeeded: count) ^ 0x9E37_79B9_7F4A_7C15)
    guard count > 8 else { return hash }
    let middle = count > 16 ? TextBytes.word(start + (count - 8) / 2) : 0
    return TextBytes.folded(hash ^ TextBytes.word(start + count - 8), middle ^ 0xE703_7ED1_A0B4_28DB)
  }

  @inline(__always)
  private func prefix(at offset: Int, count: Int) -> UInt64 {
    TextBytes.prefix(text.start + offset, count: count, readable: text.count - offset)
  }

  @inline(__always)
  private func areEqual(_ left: Int, _ right: Int, count: Int) -> Bool {
    count >= 8
      ? TextBytes.areEqual(text.start + left, text.start + right, count: count)
      : prefix(at: left, count: count) == prefix(at: right, count: count)
  }

  @inline(never)
  private mutating func addNew(_ range: Range<Int>, isPlain: Bool, to index: Int, slot: Int, mark: UInt32) {
    let content = isPlain ? addPlain(range, to: index) : addDecoded(range, to: index)
    let path = paths.record(index)
    path.pointee.misses += 1
    if path.pointee.lookups >= Self.trial {
      // If fewer than a quarter of the lookups succeed, the cache costs more than it saves.
      if path.pointee.misses > path.pointee.lookups / 4 * 3 {
        forgetSpellings(of: index)
        path.pointee.isVaried = true
        return
      }
      (path.pointee.lookups, path.pointee.misses) = (0, 0)
    }
    guard let content, range.count < Int(UInt32.max) else { return }
    if path.pointee.misses > path.pointee.spellingMask * 3 / 4, path.pointee.spellingMask < Self.sizes.last - 1 {
      growSpellings(of: index)
    }
    let first = path.pointee.firstSpelling
    let mask = path.pointee.spellingMask
    let entry = Spelling(
      offset: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt32(truncatingIfNeeded: range.count),
      mark: mark | content, observations: 0)
    if !insert(entry, in: first, mask, at: slot) {
      let replaced = first + (slot + path.pointee.misses % Self.probes) & mask
      count(spellings.record(replaced).pointee, of: index)
      spellings.record(replaced).pointee = entry
    }
  }

  /// Stores a spelling in an empty entry; false if all its entries are taken.
  private func insert(_ entry: Spelling, in first: Int, _ mask: Int, at slot: Int) -> Bool {
    for probe in 0..<Self.probes {
      let record = spellings.record(first + (slot + probe) & mask)
      if record.pointee.length == .max {
        record.pointee = entry
        return true
      }
    }
    return false
  }

  private mutating func growSpellings(of index: Int) {
    let path = paths.record(index)
    let mask = path.pointee.spellingMask
    let capacity = mask < 0 ? Self.sizes.first : 4 * (mask + 1)
    forgetSpellings(of: index)
    path.pointee.firstSpelling = spellings.append(.none, count: capacity)
    path.pointee.spellingMask = capacity - 1
  }

  /// Adds the counts of the cache, and empties it.
  private mutating func forgetSpellings(of index: Int) {
    let path = paths.record(index)
    guard path.pointee.spellingMask >= 0 else { return }
    let first = path.pointee.firstSpelling
    for entry in first...(first + path.pointee.spellingMask) {
      count(spellings.record(entry).pointee, of: index)
      spellings.record(entry).pointee = .none
    }
  }

  private mutating func count(_ entry: Spelling, of index: Int) {
    guard entry.length != .max, entry.observations > 0 else { return }
    let path = paths.record(index)
    add(entry.observations, of: Int(entry.mark & Spelling.formatBits), at: index)
    guard entry.mark & Spelling.isKept != 0, !path.pointee.isOpen else { return }
    let range = Int(entry.offset)..<(Int(entry.offset) + Int(entry.length))
    if !path.pointee.keepsText {
      keep(range, entry.observations, at: index)
    } else if let bytes = decoder.decode(range, of: text) {
      keepText(bytes, entry.observations, at: index)
    }
  }

  // MARK: Other strings

  /// Learns a string in ASCII without escapes.
  ///
  /// - Returns: Its format and whether it was kept, as in ``Spelling/mark``.
  @discardableResult @inline(__always)
  private mutating func addPlain(_ range: Range<Int>, to index: Int) -> UInt32? {
    let bytes = UnsafeBufferPointer(start: text.start + range.lowerBound, count: range.count)
    let format = judge(bytes, at: index)
    var mark = UInt32(truncatingIfNeeded: format.position)
    if !paths.record(index).pointee.isOpen, StringStatistics.isKept(bytes, format) {
      mark |= Spelling.isKept
      if paths.record(index).pointee.keepsText {
        keepText(bytes, 1, at: index)
      } else {
        keep(range, 1, at: index)
      }
    }
    let fold: UInt8 = format == .uuid ? 0x20 : 0
    guard range.count <= Self.longestPending else {
      let piece = ValueSketch.Piece(start: text.start + range.lowerBound, count: range.count, fold: fold)
      paths.record(index).pointee.sketch.insert(ValueSketch.hash(piece))
      return mark
    }
    let path = paths.record(index)
    pending.record(4 * index + path.pointee.pending).pointee = PendingText(
      offset: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt16(truncatingIfNeeded: range.count), fold: fold)
    path.pointee.pending += 1
    if path.pointee.pending == 4 { hashFour(of: index) }
    return mark
  }

  /// Learns any other string.
  @inline(never)
  private mutating func addDecoded(_ range: Range<Int>, to index: Int) -> UInt32? {
    guard let bytes = decoder.decode(range, of: text) else {
      add(1, of: StringFormat.text.position, at: index)
      return nil
    }
    let format = judge(bytes, at: index)
    var mark = UInt32(truncatingIfNeeded: format.position)
    if !paths.record(index).pointee.isOpen, StringStatistics.isKept(bytes, format) {
      mark |= Spelling.isKept
      // From now on, different bytes in the document may spell the same text.
      compareText(of: index)
      keepText(bytes, 1, at: index)
    }
    paths.record(index).pointee.sketch.insert(ValueSketch.hash(bytes, lowercasing: format == .uuid))
    return mark
  }

  @inline(__always)
  private func add(_ observations: UInt32, of position: Int, at index: Int) {
    formats.record(StringFormat.positions * index + position).pointee &+= observations
  }

  @inline(__always)
  private func judge(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> StringFormat {
    let format = StringFormat(bytes: bytes)
    if format.isDate { paths.record(index).pointee.date.add(bytes) }
    add(1, of: format.position, at: index)
    return format
  }

  // MARK: Kept values

  /// Counts a value whose bytes are its text, at a path with only such values.
  @inline(never)
  private mutating func keep(_ range: Range<Int>, _ observations: UInt32, at index: Int) {
    let path = paths.record(index)
    if path.pointee.keptCount >= (path.pointee.keptMask + 1) * 3 / 4 { growKept(of: index) }
    let value = kept.record(keptSlot(of: range, at: index))
    if value.pointee.length != .max {
      value.pointee.observations &+= observations
      return
    }
    value.pointee = KeptValue(
      offset: UInt32(truncatingIfNeeded: range.lowerBound), length: UInt32(truncatingIfNeeded: range.count),
      observations: observations)
    path.pointee.keptCount += 1
    if path.pointee.keptCount > StringStatistics.maximumValues { open(index) }
  }

  /// The entry of a value in the table of kept values, or the empty one for it. There is always an empty entry.
  private func keptSlot(of range: Range<Int>, at index: Int) -> Int {
    let path = paths.record(index)
    let count = range.count
    let hash = hash(
      of: text.start + range.lowerBound, count: count, prefix: prefix(at: range.lowerBound, count: count))
    var slot = Int(truncatingIfNeeded: hash >> 40)
    while true {
      let entry = path.pointee.firstKept + slot & path.pointee.keptMask
      let value = kept.record(entry)
      if value.pointee.length == .max { return entry }
      if Int(value.pointee.length) == count, areEqual(Int(value.pointee.offset), range.lowerBound, count: count) {
        return entry
      }
      slot &+= 1
    }
  }

  private mutating func growKept(of index: Int) {
    let known = keptValues(of: index)
    let path = paths.record(index)
    let capacity = max(Self.sizes.first, 4 * (path.pointee.keptMask + 1))
    path.pointee.firstKept = kept.append(.none, count: capacity)
    path.pointee.keptMask = capacity - 1
    for value in known {
      let start = Int(value.offset)
      kept.record(keptSlot(of: start..<(start + Int(value.length)), at: index)).pointee = value
    }
  }

  private func keptValues(of index: Int) -> [KeptValue] {
    let path = paths.record(index)
    var values: [KeptValue] = []
    guard path.pointee.keptCount > 0 else { return values }
    values.reserveCapacity(path.pointee.keptCount)
    for slot in 0...path.pointee.keptMask {
      let value = kept.record(path.pointee.firstKept + slot).pointee
      if value.length != .max { values.append(value) }
    }
    return values
  }

  private func keptTexts(of index: Int) -> [String: Int] {
    let values = keptValues(of: index)
    var texts: [String: Int] = [:]
    guard !values.isEmpty else { return texts }
    texts.reserveCapacity(values.count)
    for value in values {
      let bytes = UnsafeBufferPointer(start: text.start + Int(value.offset), count: Int(value.length))
      texts[String(decoding: bytes, as: UTF8.self)] = Int(value.observations)
    }
    return texts
  }

  /// From now on, compares the kept values of a path as text and not by bytes.
  private mutating func compareText(of index: Int) {
    let path = paths.record(index)
    guard !path.pointee.keepsText else { return }
    path.pointee.keepsText = true
    texts[index] = keptTexts(of: index)
    path.pointee.keptCount = 0
  }

  @inline(never)
  private mutating func keepText(_ bytes: UnsafeBufferPointer<UInt8>, _ observations: UInt32, at index: Int) {
    texts[index, default: [:]][String(decoding: bytes, as: UTF8.self), default: 0] += Int(observations)
    if texts[index]?.count ?? 0 > StringStatistics.maximumValues { open(index) }
  }

  private mutating func open(_ index: Int) {
    paths.record(index).pointee.isOpen = true
    paths.record(index).pointee.keptCount = 0
    texts[index] = nil
  }

  // MARK: Hashes

  private func piece(_ index: Int, _ number: Int) -> ValueSketch.Piece {
    let text = pending.record(4 * index + number).pointee
    return ValueSketch.Piece(start: self.text.start + Int(text.offset), count: Int(text.length), fold: text.fold)
  }

  @inline(never)
  private mutating func hashFour(of index: Int) {
    let hashes = ValueSketch.hash(piece(index, 0), piece(index, 1), piece(index, 2), piece(index, 3))
    let path = paths.record(index)
    path.pointee.sketch.insert(hashes.0)
    path.pointee.sketch.insert(hashes.1)
    path.pointee.sketch.insert(hashes.2)
    path.pointee.sketch.insert(hashes.3)
    path.pointee.pending = 0
  }

  private func hashPending(of index: Int) {
    let path = paths.record(index)
    for number in 0..<path.pointee.pending {
      path.pointee.sketch.insert(ValueSketch.hash(piece(index, number)))
    }
    path.pointee.pending = 0
  }

  // MARK: Result

  /// Merges the path `other`, at which nothing may be learned afterwards.
  mutating func merge(_ other: Int, into index: Int) {
    forgetSpellings(of: other)
    hashPending(of: other)
    for position in 0..<StringFormat.positions {
      add(formats.record(StringFormat.positions * other + position).pointee, of: position, at: index)
    }
    let (from, path) = (paths.record(other), paths.record(index))
    path.pointee.sketch.merge(from.pointee.sketch)
    path.pointee.date.merge(from.pointee.date)
    if from.pointee.isOpen { open(index) }
    guard !path.pointee.isOpen else { return }
    compareText(of: other)
    compareText(of: index)
    texts[index, default: [:]].merge(texts[other] ?? [:], uniquingKeysWith: +)
    texts[other] = nil
    if texts[index]?.count ?? 0 > StringStatistics.maximumValues { open(index) }
  }

  /// The newest date at a path in milliseconds since 1970; `nil` without dates.
  func newestDate(_ index: Int) -> Int? { paths.record(index).pointee.date.newest }

  /// The statistics of a path, at which nothing may be learned afterwards.
  mutating func finish(_ index: Int) -> StringStatistics {
    forgetSpellings(of: index)
    hashPending(of: index)
    var counts: [Int] = []
    counts.reserveCapacity(StringFormat.positions)
    for position in 0..<StringFormat.positions {
      counts.append(Int(formats.record(StringFormat.positions * index + position).pointee))
    }
    let path = paths.record(index)
    let values = path.pointee.keepsText ? texts[index] ?? [:] : keptTexts(of: index)
    return StringStatistics(
      formats: counts, values: path.pointee.isOpen ? nil : values, sketch: path.pointee.sketch.sketch)
  }
}
