/// Finds the child of a path by its name: by the bytes that spell it, or by text if different bytes can spell the same
/// name.
struct NameTable: ~Copyable {
  /// A name below a path. Names are compared as Swift compares text, which is how Foundation finds members.
  private struct Key: Hashable {
    let parent: Int
    let name: String
  }

  private let text: DocumentText
  private let seed: UInt64
  /// The first path of each bucket; -1 for none. The number of buckets is a power of two.
  private var buckets = RecordTable<Int>(capacity: 64)
  private var count = 0
  /// By path: names that are escaped, beyond ASCII, or too long to be kept whole.
  private var texts: [Int: String] = [:]
  private var byText: [Key: Int] = [:]
  /// Paths whose children are all in `byText`.
  private var indexed: Set<Int> = []

  init(_ text: DocumentText, seed: UInt64) {
    self.text = text
    self.seed = seed
    buckets.append(-1, count: 64)
  }

  // MARK: By spelling

  @inline(__always)
  func isSpelled(_ path: UnsafeMutablePointer<LearnedPath>, _ name: SpelledName) -> Bool {
    guard path.pointee.name.spelled.count == name.count, path.pointee.name.spelled.prefix == name.prefix else {
      return false
    }
    return name.count <= 8
      || TextBytes.areEqual(
        text.start + path.pointee.name.spelled.offset, text.start + name.offset, count: name.count)
  }

  func hash(of name: SpelledName, below parent: Int) -> UInt64 {
    var hash = TextBytes.folded(name.prefix ^ seed, UInt64(truncatingIfNeeded: parent) ^ 0x9E37_79B9_7F4A_7C15)
    var index = 8
    while index < name.count {
      let start = text.start + name.offset + index
      let word = TextBytes.prefix(start, count: name.count - index, readable: text.count - name.offset - index)
      hash = TextBytes.folded(hash ^ word, 0xE703_7ED1_A0B4_28DB ^ seed)
      index += 8
    }
    return TextBytes.folded(hash ^ UInt64(truncatingIfNeeded: name.count), 0x8EBC_6AF0_9C88_C6E3)
  }

  /// The child of `parent` whose name is spelled by the same bytes.
  func find(
    _ name: SpelledName, _ hash: UInt64, below parent: Int, in paths: borrowing RecordTable<LearnedPath>
  ) -> Int? {
    var index = buckets.record(bucket(of: hash)).pointee
    while index >= 0 {
      let path = paths.record(index)
      if path.pointee.name.hash == hash, path.pointee.parent == parent, isSpelled(path, name) { return index }
      index = path.pointee.name.nextInBucket
    }
    return nil
  }

  /// Adds a path under its spelling.
  mutating func insert(_ index: Int, _ hash: UInt64, in paths: borrowing RecordTable<LearnedPath>) {
    paths.record(index).pointee.name.hash = hash
    if count >= buckets.count { grow(paths) }
    link(index, in: paths)
    count += 1
  }

  private func bucket(of hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (buckets.count - 1) }

  private func link(_ index: Int, in paths: borrowing RecordTable<LearnedPath>) {
    let bucket = buckets.record(bucket(of: paths.record(index).pointee.name.hash))
    paths.record(index).pointee.name.nextInBucket = bucket.pointee
    bucket.pointee = index
  }

  private mutating func grow(_ paths: borrowing RecordTable<LearnedPath>) {
    let old = buckets.count
    var linked: [Int] = []
    for bucket in 0..<old {
      var index = buckets.record(bucket).pointee
      while index >= 0 {
        linked.append(index)
        index = paths.record(index).pointee.name.nextInBucket
      }
      buckets.record(bucket).pointee = -1
    }
    buckets.append(-1, count: old)
    for index in linked { link(index, in: paths) }
  }

  // MARK: By text

  /// The name of a path, which must be a member.
  func name(of index: Int, in paths: borrowing RecordTable<LearnedPath>) -> String {
    if let known = texts[index] { return known }
    return String(decoding: bytes(of: paths.record(index)), as: UTF8.self)
  }

  func bytes(of path: UnsafeMutablePointer<LearnedPath>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: text.start + path.pointee.name.spelled.offset, count: max(0, path.pointee.name.spelled.count))
  }

  /// The child of `parent` whose name is equal as text.
  mutating func find(_ name: String, below parent: Int, in paths: borrowing RecordTable<LearnedPath>) -> Int? {
    if indexed.insert(parent).inserted {
      var child = paths.record(parent).pointee.children.first
      while child >= 0 {
        if paths.record(child).pointee.kind == .member {
          byText[Key(parent: parent, name: self.name(of: child, in: paths))] = child
        }
        child = paths.record(child).pointee.next
      }
    }
    return byText[Key(parent: parent, name: name)]
  }

  /// Adds a child of `parent` under its text, if its siblings are indexed by text. `name` is given if the path
  /// has another one than its spelling.
  mutating func insert(
    _ name: String?, of index: Int, below parent: Int, in paths: borrowing RecordTable<LearnedPath>
  ) {
    if let name { texts[index] = name }
    if indexed.contains(parent) { byText[Key(parent: parent, name: self.name(of: index, in: paths))] = index }
  }

  mutating func remove(_ index: Int, in paths: borrowing RecordTable<LearnedPath>) {
    let path = paths.record(index)
    let parent = path.pointee.parent
    if indexed.contains(parent) { byText[Key(parent: parent, name: name(of: index, in: paths))] = nil }
    let bucket = buckets.record(bucket(of: path.pointee.name.hash))
    var before = bucket.pointee
    if before == index {
      bucket.pointee = path.pointee.name.nextInBucket
    } else {
      while before >= 0, paths.record(before).pointee.name.nextInBucket != index {
        before = paths.record(before).pointee.name.nextInBucket
      }
      guard before >= 0 else { return }
      paths.record(before).pointee.name.nextInBucket = path.pointee.name.nextInBucket
    }
    count -= 1
  }
}
