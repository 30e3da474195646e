public import PayloadShape

/// What a question of chance is about, the same over all responses: one aspect of one path, or one loss of one mapping.
public enum EvidenceSubject: Codable, Sendable, Hashable {
  /// An aspect of the values at a path of the response.
  case member(path: String, aspect: ValueAspect)
  /// The records of a mapping.
  case records(MappingKey)
  /// A property of a mapping.
  case property(MappingKey, name: String)
  /// The elements of a property of a mapping that is a list.
  case elements(MappingKey, name: String)
  /// What a version's types go on without at a path of the response.
  case swallowed(version: String, path: String)
  /// What the values of a property of a mapping are.
  case values(MappingKey, name: String, ValueShift)
  /// A reference of a mapping to another endpoint.
  case reference(MappingKey, name: String)
  /// Whether a mapping tells the records of a response apart.
  case identities(MappingKey)
  /// An aspect of the values at a path of what a version sends to an endpoint.
  case send(version: String, endpoint: String, path: String, aspect: ValueAspect)

  /// The aspect of a value that it is about; `nil` for what a mapping loses.
  public var aspect: ValueAspect? {
    switch self {
    case .member(_, let aspect), .send(_, _, _, let aspect): aspect
    case .records, .property, .elements, .swallowed, .values, .reference, .identities: nil
    }
  }

  /// The subject in a few words, for people: `presence of $[*].price`, `Product.price in v1`.
  public var words: String {
    switch self {
    case .member(let path, let aspect): "\(aspect.rawValue) of \(path)"
    case .records(let key): "records of \(key.mapping) in \(key.version)"
    case .property(let key, let name): "\(key.mapping).\(name) in \(key.version)"
    case .elements(let key, let name): "elements of \(key.mapping).\(name) in \(key.version)"
    case .swallowed(let version, let path): "what \(version) leaves out at \(path)"
    case .values(let key, let name, let shift): "\(shift.words) of \(key.mapping).\(name) in \(key.version)"
    case .reference(let key, let name): "reference \(name) of \(key.mapping) in \(key.version)"
    case .identities(let key): "identities of \(key.mapping) in \(key.version)"
    case .send(let version, let endpoint, let path, let aspect):
      "\(aspect.rawValue) of \(path) in what \(version) sends to \(endpoint)"
    }
  }
}

extension EvidenceSubject {
  /// What may have changed, as a sentence without its full stop: `$[*].price is absent`.
  public var sentence: String {
    switch self {
    case .member(let path, let aspect): "\(path) \(aspect.clause)"
    case .records(let key): "\(key.version) loses records of \(key.mapping)"
    case .property(let key, let name): "\(key.version) loses \(key.mapping).\(name)"
    case .elements(let key, let name): "\(key.version) loses elements of \(key.mapping).\(name)"
    case .swallowed(let version, let path): "\(version) goes on without \(path)"
    case .values(let key, let name, _): "values of \(key.mapping).\(name) in \(key.version) are others"
    case .reference(let key, let name): "\(key.mapping) in \(key.version) refers to a \(name) that is not there"
    case .identities(let key): "several records of \(key.mapping) in \(key.version) have one identity"
    case .send(let version, let endpoint, let path, let aspect):
      "\(path) in what \(version) sends to \(endpoint) \(aspect.clause)"
    }
  }
}

extension ValueAspect {
  /// How a change of the aspect shows, as the end of a sentence.
  fileprivate var clause: String {
    switch self {
    case .addition: "is new"
    case .presence: "is absent"
    case .type: "has another type"
    case .nullability: "is null"
    case .values: "has new values"
    case .format: "is written in another format"
    case .scale: "has another scale"
    case .fractions: "is a fraction"
    case .volume: "holds less than before"
    }
  }
}

extension EvidenceSubject: Comparable {
  /// A fixed order, so that equal evidence is stored and shown in the same way.
  public static func < (one: EvidenceSubject, other: EvidenceSubject) -> Bool { one.words < other.words }
}
