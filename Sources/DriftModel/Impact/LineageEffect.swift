/// What becomes of a response when one of its values is perturbed: a cell of the impact matrix holds one or more.
public enum LineageEffect: Sendable, Hashable, Comparable {
  /// It does not decode.
  case responseLost
  /// The app's code ends the process.
  case crash
  /// The app's code does not end in time.
  case hang
  /// It decodes, and none of its records (at least two) becomes a domain value any more.
  case everyRecordLost
  /// A record that became a domain value is dropped, throws, or is no longer among the records.
  case recordLost
  /// There is a domain value more.
  case recordGained
  /// A property of the domain model is another; dotted for nested values.
  case property(String, PropertyChange)

  /// How a property is another.
  public enum PropertyChange: String, Codable, Sendable, Comparable {
    /// It is nil, empty, or inside something that became nil.
    case lost
    /// It has a value into which the perturbed one does not enter, though the unperturbed one did: a default, or what other
    /// values give; also if that happens to be the value that it had.
    case defaulted
    /// It has another value on every run of the same response, and had one value before.
    case becameRandom = "random"
    /// It has another value, which may follow from the perturbed one.
    case changed

    /// By name, so that sets of effects have one order.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// Whether nothing of the response reaches the app.
  public var losesResponse: Bool { [.responseLost, .crash, .hang, .everyRecordLost].contains(self) }

  /// What it costs, as a column of the level table; `nil` where the perturbed value merely takes its way.
  public var consequence: Consequence? {
    switch self {
    case .responseLost, .crash, .hang: .responseLost
    case .everyRecordLost: .everyRecordLost
    case .recordLost: .recordsLost
    case .property(_, .changed), .recordGained: nil
    case .property: .propertyLost
    }
  }
}

extension LineageEffect: Codable {
  private enum CodingKeys: String, CodingKey { case effect, property }

  private var name: String {
    switch self {
    case .responseLost: "response-lost"
    case .crash: "crash"
    case .hang: "hang"
    case .everyRecordLost: "every-record-lost"
    case .recordLost: "record-lost"
    case .recordGained: "record-gained"
    case .property(_, let change): "property-\(change.rawValue)"
    }
  }

  /// As `{"effect": "property-lost", "property": "price"}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .effect)
    if case .property(let name, _) = self { try container.encode(name, forKey: .property) }
  }

  /// From what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` for an effect that there is not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .effect)
    let plain: [LineageEffect] = [.responseLost, .crash, .hang, .everyRecordLost, .recordLost, .recordGained]
    if let effect = plain.first(where: { $0.name == name }) {
      self = effect
    } else if name.hasPrefix("property-"), let change = PropertyChange(rawValue: String(name.dropFirst(9))) {
      self = .property(try container.decode(String.self, forKey: .property), change)
    } else {
      throw DecodingError.dataCorruptedError(forKey: .effect, in: container, debugDescription: "no effect is called so")
    }
  }
}
