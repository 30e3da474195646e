import JSONDocument
import PayloadShape

/// Which members the objects of some responses have, and of which kind values are, by path: what tells responses of one kind from others.
struct ResponseOutline {
  /// By path of an object: the names of its members. Names that are data count as one.
  private var members: [String: Set<String>] = [:]
  /// By path: kinds of values but for null.
  private var kinds: [String: Set<JSONKind>] = [:]

  /// Of one response. Linear in its bytes, times the depth.
  init(_ document: JSONDocument) { add(document.root, "$", document) }

  private mutating func add(_ node: JSONNode, _ path: String, _ document: JSONDocument) {
    let kind = document.kind(of: node)
    if kind != .null { kinds[path, default: []].insert(kind) }
    if kind == .object, members[path] == nil { members[path] = [] }
    guard kind == .object || kind == .array else { return }
    for child in document.children(of: node) {
      guard kind == .object else {
        add(child, path + "[*]", document)
        continue
      }
      let key = document.key(of: child) ?? ""
      let name = PayloadShape.isData(name: key) ? ".*" : JSONPath.memberText(key)
      members[path]?.insert(name)
      add(child, path + name, document)
    }
  }

  /// Adds what is known of other responses.
  mutating func merge(_ other: ResponseOutline) {
    members.merge(other.members) { $0.union($1) }
    kinds.merge(other.kinds) { $0.union($1) }
  }

  /// Whether responses are of one kind: at places that both have a kind of value is common, and of the members of objects that both have
  /// three in four are common. Lists that are empty in one of them say nothing.
  func isLike(_ other: ResponseOutline) -> Bool {
    for (path, mine) in kinds {
      if let theirs = other.kinds[path], mine.isDisjoint(with: theirs) { return false }
    }
    var (common, all) = (0, 0)
    for (path, mine) in members {
      guard let theirs = other.members[path] else { continue }
      common += mine.intersection(theirs).count
      all += mine.union(theirs).count
    }
    return 4 * common >= 3 * all
  }
}
