import Foundation
import JSONDocument

/// A body that a version would send, as properties: its members by name, with dots inside nested objects, or `self` if
/// it is not an object. An array is one property.
struct RequestBody {
  let samples: [PropertySample]
  /// Names of the properties that are arrays.
  let collections: Set<String>

  /// - Parameter text: The encoder's output.
  /// - Throws: `JSONSyntaxError` if it is not JSON.
  init(_ text: Data) throws {
    let document = try JSONDocument(Array(text))
    var reading = Reading(document: document)
    reading.read(document.root, name: "", depth: 0)
    (samples, collections) = (reading.samples, reading.collections)
  }

  private struct Reading {
    let document: JSONDocument
    var samples: [PropertySample] = []
    var collections: Set<String> = []
    /// Deeper objects, and objects after so many members, are single values.
    private static let (maximumDepth, maximumMembers) = (4, 400)

    mutating func read(_ node: JSONNode, name: String, depth: Int) {
      let kind = document.kind(of: node)
      if kind == .object, document.count(of: node) > 0, depth < Self.maximumDepth, samples.count < Self.maximumMembers {
        for (key, value) in members(of: node) {
          read(value, name: name.isEmpty ? key : "\(name).\(key)", depth: depth + 1)
        }
        return
      }
      let name = name.isEmpty ? "self" : name
      if kind == .array { collections.insert(name) }
      samples.append(PropertySample(name: name, isEssential: false, state: state(node, kind), text: text(node)))
    }

    private func members(of node: JSONNode) -> [(key: String, value: JSONNode)] {
      document.children(of: node).map { (document.key(of: $0) ?? "", $0) }
    }

    private func state(_ node: JSONNode, _ kind: JSONKind) -> PropertySample.State {
      switch kind {
      case .null: .missing
      case .array, .object: document.count(of: node) == 0 ? .empty : .present
      case .string:
        ((try? document.string(at: node)) ?? "").allSatisfy(\.isWhitespace) ? .empty : .present
      case .number, .bool: .present
      }
    }

    /// The same text for the same value. Members are sorted because an encoder may write them in any order.
    private func text(_ node: JSONNode) -> String {
      switch document.kind(of: node) {
      case .object:
        "{" + members(of: node).map { "\($0.key):\(text($0.value))" }.sorted().joined(separator: ",") + "}"
      case .array: "[" + document.children(of: node).map(text).joined(separator: ",") + "]"
      case .string: "\"\((try? document.string(at: node)) ?? "")\""
      case .number, .bool, .null: String(decoding: document.bytes(of: node), as: UTF8.self)
      }
    }
  }
}
