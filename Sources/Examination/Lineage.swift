/// What one mapping depends on, found by execution: each path that is read, what may happen to its value, and what then
/// becomes of the answer, its records and the properties of the domain model.
struct Lineage: Codable, Sendable, Equatable {
  /// Name of the mapping.
  var mapping: String
  /// Every path that has a value in the representative answer, in the order in which the type asks for them.
  var paths: [LineagePath]
  /// Paths that are read and have no value there, so that nothing is known of them.
  var unexercised: [String]
  /// Paths that were not tried, since there are too many for the size of the answer.
  var untried: [String]
  /// Whether it was found on a copy with at most two elements of a shape in each array; says nothing about the result.
  var isPruned: Bool
}

/// What may happen to the value at one path.
struct LineagePath: Codable, Sendable, Equatable {
  /// RFC 9535 path, `[*]` for every index and `.*` for every member of a dictionary.
  var pattern: String
  /// The properties that read it, as `ProductDTO.price`; empty for elements, dictionary values and the whole answer.
  var readers: [String]
  /// One for each perturbation that applies to the value.
  var cells: [LineageCell]

  /// What a perturbation does here; nil if it does not apply.
  func effects(of perturbation: Perturbation) -> [LineageEffect]? {
    cells.first { $0.perturbation == perturbation }?.effects
  }
}

/// What one perturbation of one path does.
struct LineageCell: Codable, Sendable, Equatable {
  var perturbation: Perturbation
  /// Sorted, none twice; empty: it does nothing to the domain model.
  var effects: [LineageEffect]
}

/// What becomes of an answer when one of its values is perturbed.
enum LineageEffect: Codable, Sendable, Hashable, Comparable {
  /// It does not decode.
  case answerLost
  /// It decodes, and none of its records (at least two) becomes a domain value any more.
  case everyRecordLost
  /// A record that became a domain value is dropped, throws, or is no longer among the records.
  case recordLost
  /// There is a domain value more.
  case recordGained
  /// A property of the domain model is another; dotted for nested values, as ``PropertySample/name``.
  case property(String, PropertyChange)

  /// How a property is another.
  enum PropertyChange: String, Codable, Sendable, Comparable {
    /// It is nil, empty, or inside something that became nil.
    case lost
    /// It has a value into which the perturbed one does not enter, though the unperturbed one did: a default, or what other
    /// values give; also if that happens to be the value that it had.
    case defaulted
    /// It has another value on every run of the same answer, and had one value before.
    case becameRandom
    /// It has another value, which may follow from the perturbed one.
    case changed

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }
}

/// Why there is no lineage for an answer.
struct LineageUnavailable: Error, Equatable, CustomStringConvertible {
  /// One line, without anything of the answer.
  let reason: String
  var description: String { "no lineage: \(reason)" }
}
