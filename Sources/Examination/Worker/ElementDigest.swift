import JSONDocument

/// Makes a text of an array's element that is equal for the body's element that was made of it. It has the values of
/// those members that occur in the body's elements, sorted by name.
struct ElementDigest {
  /// Member names of the body's elements, level by level.
  private struct Names {
    var members: [String: Names] = [:]
    /// The names in elements of arrays, all positions together; at most one entry.
    var elements: [Names] = []

    mutating func add(_ node: JSONNode, of document: JSONDocument) {
      switch document.kind(of: node) {
      case .object:
        for child in document.children(of: node) {
          members[document.key(of: child) ?? "", default: Names()].add(child, of: document)
        }
      case .array:
        if elements.isEmpty { elements = [Names()] }
        for child in document.children(of: node) { elements[0].add(child, of: document) }
      case .string, .number, .bool, .null: break
      }
    }
  }

  private let names: Names

  init(_ elements: [JSONNode], of body: JSONDocument) {
    var names = Names()
    for element in elements { names.add(element, of: body) }
    self.names = names
  }

  func text(of node: JSONNode, in document: JSONDocument) -> String {
    var text = ""
    Self.write(node, document, names, into: &text)
    return text
  }

  private static func write(_ node: JSONNode, _ document: JSONDocument, _ names: Names, into text: inout String) {
    switch document.kind(of: node) {
    case .object:
      var members: [String: JSONNode] = [:]
      for child in document.children(of: node) {
        // Null counts as absent. If members have the same name, the first counts.
        let name = document.key(of: child) ?? ""
        guard names.members[name] != nil, members[name] == nil, document.kind(of: child) != .null else { continue }
        members[name] = child
      }
      text += "{"
      for (name, child) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        text += "\(name.utf8.count):\(name)"
        write(child, document, names.members[name] ?? Names(), into: &text)
      }
      text += "}"
    case .array:
      text += "["
      for child in document.children(of: node) { write(child, document, names.elements.first ?? Names(), into: &text) }
      text += "]"
    case .string, .number, .bool, .null:
      let meaning = ScalarMeaning(node, in: document).loose
      text += "\(meaning.utf8.count):\(meaning)"
    }
  }
}
