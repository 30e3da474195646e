/// What is being learned of the sorts of objects at one path, as told by one discriminator.
struct LearnedVariants: BitwiseCopyable {
  /// Index of the path of the discriminator.
  var discriminator: Int
  var isOfParent: Bool
  /// The next of the same path; -1 for none.
  var next: Int
  /// Whether there was more than is kept.
  var isOpen = false
  /// The first sort, -1 for none, and how many there are.
  var first = -1
  var count = 0
  /// Members that were counted, names that are data left out.
  var members = 0
  /// Counters of each block, and the first one of the block that counts all sorts together.
  var capacity = 0
  var total = -1

  init(discriminator: Int, isOfParent: Bool, next: Int) {
    (self.discriminator, self.isOfParent, self.next) = (discriminator, isOfParent, next)
  }
}

/// One sort.
struct LearnedVariant: BitwiseCopyable {
  /// Where its value is spelled, without quotes, if these bytes are its text.
  var offset = 0
  var length = 0
  /// The first eight bytes of that.
  var prefix: UInt64 = 0
  /// Index of its text otherwise; else -1.
  var text = -1
  var objects = 0
  /// The next of the same table; -1 for none.
  var next: Int
  /// The first counter of its block.
  var counts: Int

  init(next: Int, counts: Int) { (self.next, self.counts) = (next, counts) }
}
