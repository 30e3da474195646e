import JSONDocument

/// What tells one record from another: its identifier with that of the record around it, or else all that it says.
struct RecordKey: Hashable {
  private let digest: Int

  /// Of a digest inside of a record.
  init(_ digest: Int, in outer: RecordKey?) {
    var hasher = Hasher()
    hasher.combine(outer)
    hasher.combine(digest)
    self.digest = hasher.finalize()
  }
}

/// Digests of the values of one response.
struct RecordDigests {
  /// By object: of its identifier, or of all that it says.
  private var digests: [Int: (value: Int, identifier: Int?)] = [:]

  /// Names of members that identify the object that they are in, in small letters and without signs. Others, as `user_id` or `token`, may be
  /// the same in many, or change in one.
  private static let identifiers: Set<String> = ["guid", "id", "identifier", "uid", "uuid"]

  /// Linear in the response.
  init(_ document: JSONDocument) { _ = add(document.root, document) }

  private mutating func add(_ node: JSONNode, _ document: JSONDocument) -> Int {
    var hasher = Hasher()
    let kind = document.kind(of: node)
    hasher.combine(kind)
    guard kind == .object || kind == .array else {
      hasher.combine(document.scalarText(at: node))
      return hasher.finalize()
    }
    var identifier: Int?
    for child in document.children(of: node) {
      let digest = add(child, document)
      hasher.combine(digest)
      guard kind == .object, let name = document.key(of: child) else { continue }
      hasher.combine(name)
      let isIdentifier =
        [.string, .number].contains(document.kind(of: child)) && name.utf8.count <= 16
        && Self.identifiers.contains(name.lowercased().filter(\.isLetter))
      if isIdentifier, identifier == nil { identifier = digest }
    }
    let value = hasher.finalize()
    if kind == .object { digests[node.index] = (value, identifier) }
    return value
  }

  /// Of all that an object says.
  func value(of node: JSONNode) -> Int { digests[node.index]?.value ?? 0 }

  /// Of its identifier; `nil`: it has none.
  func identifier(of node: JSONNode) -> Int? { digests[node.index]?.identifier }
}

/// How often each record was seen in one response: in one response two records that are alike are two, and in the next one the same.
struct RecordCounts {
  private var counts: [RecordKey: (response: Int, count: Int, most: Int)] = [:]

  /// Adds a record of a response.
  ///
  /// - Returns: Whether no earlier response had as many like it.
  mutating func add(_ key: RecordKey, in response: Int) -> Bool {
    var known = counts[key] ?? (response, 0, 0)
    if known.response != response { (known.response, known.count) = (response, 0) }
    known.count += 1
    let isNew = known.count > known.most
    known.most = max(known.most, known.count)
    counts[key] = known
    return isNew
  }
}

/// The record that a value belongs to.
struct SeenRecord {
  /// The number of the response that it is in.
  let response: Int
  /// Digests of the response.
  let digests: RecordDigests
  /// What tells it apart; `nil`: nothing, as of an envelope, which may differ where its records are the same.
  var key: RecordKey?
  /// Whether it was seen before.
  var isAgain = false
  /// Whether only its own values were, and not what is in its lists: of a whole response with a known identifier, which may be that of a
  /// request, or of a list whose records change.
  var areOwnAgain = false

  /// Before any record of a response.
  init(response: Int, _ document: JSONDocument) { (self.response, digests) = (response, RecordDigests(document)) }
}
