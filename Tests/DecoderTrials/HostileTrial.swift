import Foundation
import JSONDocument
import Synchronization
import TracingDecoder

/// Large and deep documents that are meant to break a decoder: decoded plainly and traced, never compared in time.
///
/// Linear growth is shown by counting: how often an initialiser is entered for a document of half and of full size.
package struct HostileTrial: Sendable, CustomStringConvertible {
  package let description: String
  /// What went wrong; nil if nothing did. The argument is the part of the full size to be run, from 0 to 1.
  package let problem: @Sendable (Double) -> String?

  package static let all = [
    HostileTrial(description: "a text of 100 MB, read, passed over and refused") { scale in
      let size = Int(100_000_000 * scale)
      let text = String(repeating: "x", count: size)
      return problem([String].self, "[\"\(text)\"]", decodes: true) ?? problem(
        [Skip].self, "[\"\(text)\"]", decodes: true)
        ?? problem([Int].self, "[\"\(text)\"]", decodes: false) ?? problem(
          [Color].self, "[\"\(text)\"]", decodes: false)
        ?? problem([URL].self, "[\"\(text)\"]", decodes: true)
    },
    HostileTrial(description: "a text of 20 MB in which everything is escaped") { scale in
      let text = String(repeating: #"\u00e9"#, count: Int(3_300_000 * scale))
      return problem([String].self, "[\"\(text)\"]", decodes: true)
        ?? problem([Data].self, "[\"\(text)\"]", decodes: false)
    },
    HostileTrial(description: "a million elements") { scale in
      let list = "[" + String(repeating: "1,", count: Int(1_000_000 * scale)) + "2]"
      return problem([Int].self, list, decodes: true) ?? problem([Int?].self, list, decodes: true)
        ?? problem([Skip].self, list, decodes: true) ?? problem(Greedy.self, list, decodes: true)
        ?? problem(Inner.self, list, decodes: false)
    },
    HostileTrial(description: "100,000 members") { scale in
      let members = (0..<Int(100_000 * scale)).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
      return problem([String: Int].self, "{\(members)}", decodes: true) ?? problem(
        KeyCount.self, "{\(members)}", decodes: true)
        ?? problem(Inner.self, "{\(members),\"x\":1}", decodes: true)
        ?? problem(Dynamic.self, "{\(members)}", decodes: true) ?? problem(
          KnownKeys.self, "{\(members)}", decodes: true)
        ?? problem([String: Int].self, "{\(members)}", decodes: true) { $0.keyDecodingStrategy = .convertFromSnakeCase }
        ?? problem(Inner.self, "{\(members),\"x\":1}", decodes: true) { $0.keyDecodingStrategy = .convertFromSnakeCase }
    },
    HostileTrial(description: "100,000 members of one name") { scale in
      let members = String(repeating: #""x":1,"#, count: Int(100_000 * scale))
      return problem(Inner.self, #"{\#(members)"y":"a"}"#, decodes: true)
        ?? problem([String: Int].self, #"{\#(members)"y":2}"#, decodes: true)
        ?? problem(KeyCount.self, #"{\#(members)"y":2}"#, decodes: true)
        ?? problem(Inner.self, #"{\#(members)"y":2}"#, decodes: false)
    },
    HostileTrial(description: "names of a megabyte") { scale in
      let name = String(repeating: "k", count: Int(1_000_000 * scale))
      let text = "{" + (0..<8).map { "\"\(name)\($0)\":\($0)," }.joined() + #""x":"a"}"#
      return problem([String: Int].self, text, decodes: false) ?? problem(KeyCount.self, text, decodes: true)
        ?? problem(Inner.self, text, decodes: false)
        ?? problem(KeyCount.self, text, decodes: true) { $0.keyDecodingStrategy = .convertFromSnakeCase }
    },
    HostileTrial(description: "a recursive type on as many levels as a text can have") { _ in
      // Two levels of text for each of the type, and one for the innermost.
      let levels = 255
      let head = String(repeating: #"{"name":"a","children":["#, count: levels)
      let deep = head + #"{"name":1,"children":[]}"# + String(repeating: "]}", count: levels)
      let lists = String(repeating: "[", count: 510) + #"{"x":true}"# + String(repeating: "]", count: 510)
      return problem(Tree.self, deep, decodes: false, failures: 1)
        ?? problem(Tree.self, deep.replacing("1", with: "\"b\""), decodes: true)
        ?? problem(AnyValue.self, deep, decodes: true) ?? problem(AnyValue.self, lists, decodes: true)
    },
    HostileTrial(description: "100,000 failing elements") { scale in
      let size = Int(100_000 * scale)
      func list(_ element: String, _ last: String) -> String {
        "[" + String(repeating: element + ",", count: size) + last + "]"
      }
      return problem([Entered].self, list(#"{"a":"1","b":1}"#, #"{"a":1,"b":1}"#), decodes: false, failures: size)
        ?? problem([Int].self, list(#""""#, "1"), decodes: false, failures: size)
        ?? problem([Color].self, list(#""""#, #""Red""#), decodes: false, failures: size)
        ?? problem(Lossy.self, list(#"{"id":""}"#, "1"), decodes: true) ?? growth(size)
    },
    HostileTrial(description: "more failures than are gone into: that more are hidden is said") { scale in
      let size = Int(200_000 * scale)
      let text = "[" + String(repeating: #"{"a":"1","b":null},"#, count: size) + #"{"a":1,"b":1}]"#
      guard let document = try? JSONDocument(Array(text.utf8)) else { return "not parsed" }
      let seen = trace([Entered].self, in: document, like: JSONDecoder())
      let found = seen.failures.reduce(0) { $0 + $1.count }
      return found == 2 * size || found >= size && !seen.hiddenBelow.isEmpty
        ? nil : "\(found) of \(2 * size) failures, hidden below \(seen.hiddenBelow)"
    },
    HostileTrial(description: "100,000 failing elements in unions, wrappers and dictionaries") { scale in
      let size = Int(100_000 * scale)
      let bad = String(repeating: #"{"id":"1","name":null},"#, count: size)
      let members = (0..<size).map { #""k\#($0)":{"x":"1"}"# }.joined(separator: ",")
      return problem([Union].self, "[\(bad)1]", decodes: false, failures: size)
        ?? problem([Attempt<Category>].self, "[\(bad)1]", decodes: true)
        ?? problem([Translating].self, "[\(bad)1]", decodes: false, failures: size + 1)
        ?? problem([String: Inner].self, "{\(members)}", decodes: false, failures: size)
    },
  ]

  /// What went wrong when a text was decoded by Foundation, plainly, and traced; `failures` is how many the trace has to
  /// count, nil if that does not matter.
  private static func problem<T: Decodable>(
    _ type: T.Type, _ text: String, decodes: Bool, failures: Int? = nil, _ configure: (JSONDecoder) -> Void = { _ in }
  ) -> String? {
    let decoder = JSONDecoder()
    configure(decoder)
    let bytes = Array(text.utf8)
    func verdict(_ decode: () throws -> T) -> Bool { (try? decode()) != nil }
    guard verdict({ try decoder.decode(type, from: Data(bytes)) }) == decodes else {
      return "\(type): not Foundation's word"
    }
    guard let document = try? JSONDocument(bytes) else { return "\(type): not parsed" }
    guard verdict({ try decode(type, from: document, like: decoder) }) == decodes else {
      return "\(type): plain differs"
    }
    let seen = trace(type, in: document, like: decoder)
    guard (seen.verdict == .decoded) == decodes else { return "\(type): the trace says \(seen.verdict)" }
    let found = seen.failures.reduce(0) { $0 + $1.count }
    if let failures, found != failures { return "\(type): \(found) failures instead of \(failures)" }
    return nil
  }

  /// Whether twice the failing elements make initialisers be entered more than twice as often.
  private static func growth(_ size: Int) -> String? {
    let entries = [size / 2, size].map { count in
      let text = "[" + String(repeating: #"{"a":"1","b":null},"#, count: count) + #"{"a":1,"b":1}]"#
      guard let document = try? JSONDocument(Array(text.utf8)) else { return 0 }
      Entered.count = 0
      _ = trace([Entered].self, in: document, like: JSONDecoder())
      return Entered.count
    }
    // The strict pass, the recovery pass, and some more for each failure.
    let isLinear = entries[0] > 0 && entries[1] <= entries[0] * 2 + 8 && entries[1] <= size * 8
    return isLinear
      ? nil : "initialisers entered \(entries[0]) times for \(size / 2) elements, \(entries[1]) for \(size)"
  }
}

/// Counts how often its initialiser is entered.
private struct Entered: Decodable {
  private static let entries = Mutex(0)
  static var count: Int {
    get { entries.withLock { $0 } }
    set { entries.withLock { $0 = newValue } }
  }
  private enum Keys: String, CodingKey { case a, b }
  init(from decoder: any Decoder) throws {
    Self.entries.withLock { $0 += 1 }
    let container = try decoder.container(keyedBy: Keys.self)
    _ = try container.decode(Int.self, forKey: .a)
    _ = try container.decode(Int.self, forKey: .b)
  }
}
