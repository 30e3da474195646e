import Foundation
import JSONDocument

/// The members of one object as a keyed container sees them: names converted by the key strategy, the first of equal
/// names wins.
final class ObjectMembers {
  let decoder: PayloadDecoder
  let node: JSONNode
  let path: CodingPathNode
  let log: RequestLog?
  /// Names that were looked for before they were asked for, and so are not required.
  var probed: Set<String> = []
  /// Converted names to values; nil while names are taken as they are and few enough to look through.
  private var index: [String: JSONNode]?
  /// Converted names in document order, each once.
  private(set) lazy var names: [String] = convertedNames()

  init(decoder: PayloadDecoder, node: JSONNode, path: CodingPathNode) {
    self.decoder = decoder
    self.node = node
    self.path = path
    log = decoder.trace?.requestLog(for: node, at: path)
    if !decoder.configuration.usesDefaultKeys || decoder.document.count(of: node) > 16 { buildIndex() }
  }

  /// The value of the member that `name` asks for.
  func find(_ name: String) -> JSONNode? {
    if let index { return index[name] }
    return decoder.document.member(name, of: node)
  }

  private func buildIndex() {
    var index: [String: JSONNode] = [:]
    index.reserveCapacity(decoder.document.count(of: node))
    var names: [String] = []
    forEachConvertedName { name, child in
      guard index[name] == nil else { return }
      index[name] = child
      names.append(name)
    }
    self.index = index
    self.names = names
  }

  private func convertedNames() -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    forEachConvertedName { name, _ in if seen.insert(name).inserted { names.append(name) } }
    return names
  }

  private func forEachConvertedName(_ body: (String, JSONNode) -> Void) {
    let outer: [any CodingKey]? = if case .custom = decoder.configuration.keys { path.codingPath() } else { nil }
    for child in decoder.document.children(of: node) {
      guard let name = decoder.document.key(of: child) else { continue }
      switch decoder.configuration.keys {
      case .useDefaultKeys: body(name, child)
      case .convertFromSnakeCase: body(SnakeCase.toCamelCase(name), child)
      case .custom(let convert): body(convert((outer ?? []) + [PlainKey(stringValue: name)]).stringValue, child)
      @unknown default: body(name, child)
      }
    }
  }
}
