/// In what the values of a property may be others than before.
public enum ValueShift: Sendable, Hashable, Comparable {
  /// Numbers or dates lie far from where they lay.
  case range
  /// Fewer values are of a case.
  case fewer(ValueCase)
  /// More values are of a case.
  case more(ValueCase)

  /// `fewer true`.
  public var words: String {
    switch self {
    case .range: "range"
    case .fewer(let value): "fewer \(value.words)"
    case .more(let value): "more \(value.words)"
    }
  }
}

extension ValueShift: Codable {
  private enum CodingKeys: String, CodingKey { case kind, value = "case" }
  private enum Kind: String, Codable { case range, fewer, more }

  /// As `{"kind": "fewer", "case": "true"}`, or `{"kind": "range"}`.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .range: try members.encode(Kind.range, forKey: .kind)
    case .fewer(let value):
      try members.encode(Kind.fewer, forKey: .kind)
      try members.encode(value, forKey: .value)
    case .more(let value):
      try members.encode(Kind.more, forKey: .kind)
      try members.encode(value, forKey: .value)
    }
  }

  /// From what ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    switch try members.decode(Kind.self, forKey: .kind) {
    case .range: self = .range
    case .fewer: self = .fewer(try members.decode(ValueCase.self, forKey: .value))
    case .more: self = .more(try members.decode(ValueCase.self, forKey: .value))
    }
  }
}
