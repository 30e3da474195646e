/// A Swift type that reads every value of one place.
indirect enum InferredType: Hashable {
  case bool, int, double, string, date, url, uuid
  /// Nothing but null or empty arrays was seen: a type that reads whatever comes.
  case unseen
  /// A declaration, by its index.
  case declared(Int)
  case array(InferredType)
  case dictionary(InferredType)
  case optional(InferredType)

  /// Whether nil is among its values.
  var isOptional: Bool { if case .optional = self { true } else { false } }

  /// The same, or nil.
  var orNil: InferredType { isOptional ? self : .optional(self) }

  /// How many arrays, dictionaries and optionals are around the innermost type.
  var depth: Int {
    switch self {
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.depth + 1
    default: 0
    }
  }

  /// The type below optionals, arrays and dictionaries.
  var innermost: InferredType {
    switch self {
    case .array(let inner), .dictionary(let inner), .optional(let inner): inner.innermost
    default: self
    }
  }

  /// Whether a value holds another one without an array or a dictionary between them, so that a structure cannot contain itself like
  /// this.
  var held: InferredType? {
    switch self {
    case .optional(let inner): inner.held
    case .declared: self
    default: nil
    }
  }
}

/// A type that the source code declares.
struct InferredDeclaration: Hashable {
  /// What it is.
  enum Form: Hashable {
    /// Members of an object.
    case structure([Property])
    /// Words of a closed set, and one case for others.
    case words([String])
    /// Values of several JSON types, in the order in which they are tried.
    case union([Alternative])
    /// Objects of several kinds, which a member names.
    case kinds(member: String, [(name: String, type: InferredType)])

    static func == (one: Form, other: Form) -> Bool {
      switch (one, other) {
      case (.structure(let mine), .structure(let theirs)): mine == theirs
      case (.words(let mine), .words(let theirs)): mine == theirs
      case (.union(let mine), .union(let theirs)): mine == theirs
      case (.kinds(let member, let mine), .kinds(let other, let theirs)):
        member == other && mine.map(\.name) == theirs.map(\.name) && mine.map(\.type) == theirs.map(\.type)
      default: false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .structure(let properties): hasher.combine(properties)
      case .words(let words): hasher.combine(words)
      case .union(let alternatives): hasher.combine(alternatives)
      case .kinds(let member, let kinds):
        hasher.combine(member)
        hasher.combine(kinds.map(\.name))
      }
    }
  }

  struct Property: Hashable {
    /// The member's name in JSON.
    let key: String
    let type: InferredType
    /// What was seen of it, where that is worth a line.
    let remark: String?

    static func == (one: Property, other: Property) -> Bool { (one.key, one.type) == (other.key, other.type) }
    func hash(into hasher: inout Hasher) { hasher.combine([key]) }
  }

  struct Alternative: Hashable {
    /// `number`, `text`, …
    let name: String
    let type: InferredType
  }

  let form: Form
  /// Names that it could have, by where it was found: the nearest first.
  var suggestions: [[String]]
  /// What was seen, for its documentation.
  let remark: String?
}
