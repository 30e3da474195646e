/// One path while it is learned: its links to other paths, its name as spelled, and its counts.
struct LearnedPath: BitwiseCopyable {
  /// In the order of ``ShapeStep``.
  enum Kind: Int, BitwiseCopyable {
    case element, anyMember, member
  }

  var kind: Kind
  /// What the member may be by its name, and whether any child may be an object whose variant is named beside it.
  var role: Discriminator.Role = []
  var hasCarriers = false
  /// The next path below the same parent, in the order first seen, which is usually the order of members in objects; -1
  /// for none, as in all indices of paths here.
  var next = -1
  /// The number of the last object that had this member.
  var container = 0
  /// The number of the last object at this path.
  var lastObject = 0
  /// Its number among the members of its parent, in the order first seen.
  var number = 0
  /// How many of its own members have a number.
  var numbered = 0
  /// Index of the first table of variants of the objects here; -1 for none.
  var firstVariants = -1
  /// Index of the path above; -1 for `$`.
  var parent: Int
  var children = LearnedChildren()
  /// Whether the children here and everywhere below are in the order of their steps.
  var isSorted = false
  var name = LearnedName()
  var folding = ShapeNode.Folding.none
  var isTruncated = false
  var counts = LearnedCounts()
  /// Indices of the records for strings and numbers; -1 before the first.
  var strings = -1
  var numbers = -1

  init(_ kind: Kind, below parent: Int) {
    self.kind = kind
    self.parent = parent
  }
}

/// The paths below a path; -1 for none.
struct LearnedChildren: BitwiseCopyable {
  var first = -1
  var last = -1
  /// The two children that have no name.
  var element = -1
  var anyMember = -1
  var count = 0
  /// Children whose names are escaped, beyond ASCII or too long, so that other bytes may spell the same name.
  var odd = 0
}

/// The name of a member, and where it is in the table of names.
struct LearnedName: BitwiseCopyable {
  /// Where it occurs first.
  var spelled = SpelledName(offset: 0, count: -1, prefix: 0)
  var hash: UInt64 = 0
  /// The next path in the same bucket.
  var nextInBucket = -1
  /// Whether the name is escaped, beyond ASCII, or too long to be kept whole.
  var isOdd = false
}

/// A member name as spelled in the document: its byte range without quotes, and its first eight bytes.
struct SpelledName: BitwiseCopyable {
  let offset: Int
  let count: Int
  let prefix: UInt64
}

/// How often values of each kind were seen, except strings and numbers, and how long arrays were.
struct LearnedCounts: BitwiseCopyable {
  var nulls = 0
  var trues = 0
  var falses = 0
  var objects = 0
  var arrays = 0
  var emptyArrays = 0
  var shortest = Int.max
  var longest = 0
  /// Documents with a value here, and with one other than null; after paths were joined at most so many.
  var documents = 0
  var valuedDocuments = 0
  /// The number of the last document that was counted in each, from 1.
  private var lastDocument = 0
  private var lastValuedDocument = 0

  mutating func merge(_ other: LearnedCounts) {
    nulls += other.nulls
    trues += other.trues
    falses += other.falses
    objects += other.objects
    arrays += other.arrays
    emptyArrays += other.emptyArrays
    shortest = min(shortest, other.shortest)
    longest = max(longest, other.longest)
    documents += other.documents
    valuedDocuments += other.valuedDocuments
  }

  /// Counts a value of the document with this number.
  @inline(__always)
  mutating func note(isNull: Bool, in document: Int) {
    if lastDocument != document {
      lastDocument = document
      documents += 1
    }
    if !isNull, lastValuedDocument != document {
      lastValuedDocument = document
      valuedDocuments += 1
    }
  }

  @inline(__always)
  mutating func addArray(of length: Int) {
    arrays += 1
    if length == 0 { emptyArrays += 1 }
    shortest = min(shortest, length)
    longest = max(longest, length)
  }
}
