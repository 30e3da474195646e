/// What has been learned of the strings at one path, apart from the distinct values.
struct LearnedStrings: BitwiseCopyable {
  var sketch = LearnedSketch()
  /// More distinct values were seen than are kept.
  var isOpen = false
  /// First entry, how many less one (a power of two less one), and how many are taken, of the table of kept values.
  var firstKept = 0
  var keptMask = -1
  var keptCount = 0
  /// Whether the kept values are compared as text, since one was not plain.
  var keepsText = false
  /// First entry, and how many less one (a power of two less one), of the memory of spellings.
  var firstSpelling = 0
  var spellingMask = -1
  /// Whether the strings repeat too seldom for a memory of spellings.
  var isVaried = false
  /// Lookups and how many of them were in vain, since the last time this was judged.
  var lookups = 0
  var misses = 0
  /// Plain strings whose hashes are still to be made, in ``StringLearner/pending``.
  var pending = 0
}

/// A spelling that was seen at a path, so that the next one like it need only be counted.
struct Spelling: BitwiseCopyable {
  static let none = Spelling(offset: 0, length: .max, mark: 0, observations: 0)

  /// Where it is spelled, without quotes.
  var offset: UInt32
  /// `UInt32.max` where there is none.
  var length: UInt32
  /// 27 bits of a hash of the spelling, whether its text is among the kept values, and its format.
  var mark: UInt32
  /// Observations after the first.
  var observations: UInt32

  static let hashBits: UInt32 = ~31
  static let isKept: UInt32 = 16
  static let formatBits: UInt32 = 15
}

/// A distinct value of a path, short and plain, with its observations.
struct KeptValue: BitwiseCopyable {
  static let none = KeptValue(offset: 0, length: .max, observations: 0)

  /// Where it is spelled first, without quotes; these bytes are its text.
  var offset: UInt32
  /// `UInt32.max` where there is none.
  var length: UInt32
  /// Without those that the memory of spellings still holds.
  var observations: UInt32
}

/// Bytes of a text that is in the document, to be hashed together with others.
struct PendingText: BitwiseCopyable {
  var offset: UInt32
  var length: UInt16
  /// What is set in each byte before: see ``ValueSketch/Piece``.
  var fold: UInt8
}
