/// One path while it is learned: its place among the others, its name as spelled, and what was counted there.
struct LearnedPath: BitwiseCopyable {
  /// In the order of ``ShapeStep``.
  enum Kind: Int, BitwiseCopyable {
    case element, anyMember, member
  }

  var kind: Kind
  /// What the member may be by its name, and whether any child may carry an object whose sort is named beside it.
  var role: Discriminator.Role = []
  var hasCarriers = false
  /// The next path below the same parent, in the order in which they were first seen, which is mostly the order in which
  /// objects name their members; -1 for none, as for all indices of other paths.
  var next = -1
  /// The last object that was seen to hold this member.
  var container = 0
  /// The last object that was seen here.
  var lastObject = 0
  /// Its number among the members of its parent, in the order in which they came along, and how many of its own members
  /// have one.
  var number = 0
  var numbered = 0
  /// What is known of the sorts of objects here; -1 before the first that has one.
  var firstVariants = -1
  /// Index of the path above; -1 for `$`.
  var parent: Int
  /// The first and last path below.
  var firstChild = -1
  var lastChild = -1
  /// The two children that have no name.
  var element = -1
  var anyMember = -1
  var childCount = 0
  /// Children whose names are escaped or beyond ASCII, so that other bytes may spell them too.
  var oddChildren = 0
  /// Whether the children are in the order of their steps, here and everywhere below.
  var isSorted = false

  /// Where the name of a member was first spelled, without quotes.
  var nameOffset = 0
  var nameLength = -1
  /// The first eight bytes of that.
  var namePrefix: UInt64 = 0
  var nameHash: UInt64 = 0
  /// The next path in the same bucket of the table of names.
  var nextInBucket = -1
  /// Whether the name is escaped or beyond ASCII.
  var isOdd = false

  var folding = ShapeNode.Folding.none
  var isTruncated = false

  var nulls = 0
  var trues = 0
  var falses = 0
  var objects = 0
  var arrays = 0
  var emptyArrays = 0
  var shortest = Int.max
  var longest = 0
  /// Indices of what is known of strings and numbers; -1 before the first.
  var strings = -1
  var numbers = -1

  init(_ kind: Kind, below parent: Int) {
    self.kind = kind
    self.parent = parent
  }

  /// Adds the counts of another path.
  mutating func addCounts(of other: LearnedPath) {
    nulls += other.nulls
    trues += other.trues
    falses += other.falses
    objects += other.objects
    arrays += other.arrays
    emptyArrays += other.emptyArrays
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
  }

  /// Counts an array.
  @inline(__always)
  mutating func addArray(of length: Int) {
    arrays += 1
    if length == 0 { emptyArrays += 1 }
    shortest = min(shortest, length)
    longest = max(longest, length)
  }
}

/// A member name as spelled in the document.
struct SpelledName {
  let offset: Int
  let count: Int
  let prefix: UInt64
}
