import JSONDocument

/// The keys asked for so far, each with how often it was there.
struct FieldTable {
  private struct Field: Hashable {
    let container: Int
    let name: String
    let owner: ObjectIdentifier
    let type: ObjectIdentifier
    let isRequired: Bool
  }

  struct Use {
    let container: Int
    let name: String
    let owner: Any.Type
    let type: Any.Type
    let isRequired: Bool
    var seen = 0
    var null = 0
    var missing = 0
    /// The member's name in the payload, once it was there.
    var rawName: String?
    var nearMiss: String?
  }

  private var numbers: [Field: Int] = [:]
  private(set) var uses: [Use] = []
  /// Objects without a member that are searched for a similar one.
  private static let nearMissAttempts = 3

  mutating func count(
    _ name: String, _ type: Any.Type, isRequired: Bool, owner: Any.Type, at container: Int, _ node: JSONNode?,
    in object: JSONNode, of document: JSONDocument
  ) {
    let field = Field(
      container: container, name: name, owner: ObjectIdentifier(owner), type: ObjectIdentifier(type),
      isRequired: isRequired)
    let number = numbers[field] ?? uses.count
    if number == uses.count {
      numbers[field] = number
      uses.append(Use(container: container, name: name, owner: owner, type: type, isRequired: isRequired))
    }
    guard let node else {
      uses[number].missing += 1
      if uses[number].nearMiss == nil, uses[number].missing <= Self.nearMissAttempts {
        uses[number].nearMiss = NearName.member(like: name, in: object, of: document)
      }
      return
    }
    if uses[number].rawName == nil { uses[number].rawName = document.key(of: node) }
    if document.kind(of: node) == .null { uses[number].null += 1 } else { uses[number].seen += 1 }
  }
}

/// Notes the requests of one keyed container.
struct RequestLog {
  let session: TraceSession
  let frame: DecodingFrame

  func request(_ name: String, _ type: Any.Type, isRequired: Bool, _ node: JSONNode?, in members: ObjectMembers) {
    frame.requests += 1
    guard frame.requests > frame.tally.counted else { return }
    frame.tally.counted = frame.requests
    session.fields.count(
      name, type, isRequired: isRequired, owner: frame.type, at: members.path.pattern, node, in: members.node,
      of: session.document)
  }
}

extension TraceSession {
  /// Nil for dictionaries, whose names are data and no fields.
  func requestLog(for node: JSONNode, at path: CodingPathNode) -> RequestLog? {
    guard let frame, !TypeFacts.isTransparent(frame.type) else { return nil }
    return RequestLog(session: self, frame: frame)
  }
}
