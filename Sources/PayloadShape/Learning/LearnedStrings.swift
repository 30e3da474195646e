/// What was learned of the strings at one path, apart from the distinct values.
struct LearnedStrings: BitwiseCopyable {
  var sketch = LearnedSketch()
  var date = LearnedDate()
  /// Whether more distinct values were seen than are kept.
  var isOpen = false
  /// The table of kept values: its first entry, its size less one (a power of two less one), and its number of values.
  var firstKept = 0
  var keptMask = -1
  var keptCount = 0
  /// Whether the kept values are compared as text, because one is not plain.
  var keepsText = false
  /// The cache of spellings: its first entry, and its size less one (a power of two less one).
  var firstSpelling = 0
  var spellingMask = -1
  /// Whether the strings repeat too rarely for a cache.
  var isVaried = false
  /// Lookups in the cache, and how many of them failed, since the hit rate was last checked.
  var lookups = 0
  var misses = 0
  /// The number of plain strings in ``StringLearner/pending`` that are not hashed yet.
  var pending = 0
}

/// A spelling in the cache of a path. If it occurs again, it is only counted.
struct Spelling: BitwiseCopyable {
  static let none = Spelling(offset: 0, length: .max, mark: 0, observations: 0)

  /// Byte offset, without quotes.
  var offset: UInt32
  /// `UInt32.max` for an empty entry.
  var length: UInt32
  /// 26 bits of a hash of the spelling, whether its text is among the kept values, and its format.
  var mark: UInt32
  /// How often it occurred after the first time.
  var observations: UInt32

  static let hashBits: UInt32 = ~63
  static let isKept: UInt32 = 32
  static let formatBits: UInt32 = 31
}

/// A short plain distinct value of a path.
struct KeptValue: BitwiseCopyable {
  static let none = KeptValue(offset: 0, length: .max, observations: 0)

  /// Byte offset of its first occurrence, without quotes. These bytes are its text.
  var offset: UInt32
  /// `UInt32.max` for an empty entry.
  var length: UInt32
  /// How often it occurred, without the counts that are still in the cache of spellings.
  var observations: UInt32
}

/// A text of the document that waits to be hashed together with others.
struct PendingText: BitwiseCopyable {
  var offset: UInt32
  var length: UInt16
  /// The bit to set in each byte before hashing; see ``ValueSketch/Piece``.
  var fold: UInt8
}
