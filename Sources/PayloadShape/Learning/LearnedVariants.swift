/// The variants of objects at one path while they are learned, for one discriminator.
struct LearnedVariants: BitwiseCopyable {
  /// Index of the path of the discriminator.
  var discriminator: Int
  var isOfParent: Bool
  /// The next table of the same path; -1 for none.
  var next: Int
  /// Whether there were more variants or members than are kept.
  var isOpen = false
  /// The first variant, -1 for none, and the number of variants.
  var first = -1
  var count = 0
  /// The number of members that were counted, without names that are data.
  var members = 0
  /// The size of each block of counters, and the first counter of the block for all variants together.
  var capacity = 0
  var total = -1

  init(discriminator: Int, isOfParent: Bool, next: Int) {
    (self.discriminator, self.isOfParent, self.next) = (discriminator, isOfParent, next)
  }
}

struct LearnedVariant: BitwiseCopyable {
  /// Byte range of its value without quotes, if these bytes are its text.
  var offset = 0
  var length = 0
  /// The first eight bytes of the value.
  var prefix: UInt64 = 0
  /// Index of its text if the bytes are not the text; else -1.
  var text = -1
  var objects = 0
  /// The next variant of the same table; -1 for none.
  var next: Int
  /// The first counter of its block.
  var counts: Int

  init(next: Int, counts: Int) { (self.next, self.counts) = (next, counts) }
}
