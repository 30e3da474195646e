import JSONDocument

/// What tells one record from another: its identifier with that of the record around it, or else all that it says.
struct RecordKey: Hashable {
  private let digest: Int
  /// Whether a member is its identifier.
  let hasIdentifier: Bool

  /// Names of members that identify the object that they are in, in small letters and without signs. Others, as `user_id` or `token`, may be
  /// the same in many, or change in one.
  private static let identifiers: Set<String> = ["guid", "id", "identifier", "uid", "uuid"]

  /// The key of an object. Linear in its members, or in its bytes where it has no identifier.
  init(_ node: JSONNode, of document: JSONDocument, in outer: RecordKey?) {
    var hasher = Hasher()
    let identifier = document.children(of: node).first { child in
      guard [.string, .number].contains(document.kind(of: child)), let name = document.key(of: child) else {
        return false
      }
      return name.utf8.count <= 16 && Self.identifiers.contains(name.lowercased().filter(\.isLetter))
    }
    if let identifier {
      hasher.combine(outer?.digest)
      hasher.combine(document.scalarText(at: identifier))
    } else {
      document.bytes(of: node).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    (digest, hasIdentifier) = (hasher.finalize(), identifier != nil)
  }
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
  var response = 0
  /// What tells it apart; `nil`: nothing, as of an envelope, which may differ where its records are the same.
  var key: RecordKey?
  /// Whether it was seen before.
  var isAgain = false
}
