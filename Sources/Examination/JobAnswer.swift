import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument

/// One answer inside the worker: its bytes, and what was read of them so far.
struct JobAnswer {
  let data: Data
  private(set) var document: JSONDocument?
  /// Whether author code is run on it: JSON text whose envelope says success.
  private(set) var isAccepted = false

  init(bytes: [UInt8]) { data = Data(bytes) }

  /// Parses the text, asks the judge's parser where ours refuses, and reads envelope and links.
  @discardableResult
  mutating func read(_ item: WorkOrder.Item) -> TextFacts {
    do {
      let document = try JSONDocument(Array(data))
      self.document = document
      let envelope = Self.envelope(document, item)
      isAccepted = envelope == .accepted
      var links: [String: [String]] = [:]
      for path in item.links { links[path] = Self.texts(at: path, in: document) }
      let notices = document.notices.map { TextNotice(kind: $0.kind.words, count: $0.count, byteOffset: $0.byteOffset) }
      return TextFacts(verdict: .json, notices: notices, envelope: envelope, links: links)
    } catch {
      let empty = TextFacts(verdict: .json, notices: [], envelope: .accepted, links: [:])
      do {
        _ = try JSONDecoder().decode(AnyText.self, from: data)
        // The judge reads it and we do not: the verdicts stand, our explanation is silent (Worker.explain needs a document).
        isAccepted = true
        return empty
      } catch {
        let reason = data.isEmpty ? "the answer is empty" : "\(Self.syntax(of: data))"
        return TextFacts(verdict: .notJSON(reason: reason), notices: [], envelope: .accepted, links: [:])
      }
    }
  }

  private static func syntax(of data: Data) -> String {
    do {
      _ = try JSONDocument(Array(data))
      return "the judge's parser refuses the text"
    } catch {
      return "\(error)"
    }
  }

  /// Decodes anything without reading it, so that only the parser judges.
  private struct AnyText: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private static func envelope(_ document: JSONDocument, _ item: WorkOrder.Item) -> EnvelopeVerdict {
    if item.isGraphQL, document.kind(of: document.root) == .object,
      let errors = document.member("errors", of: document.root),
      document.kind(of: errors) == .array, document.count(of: errors) > 0
    {
      let message = texts(at: "$.errors[0].message", in: document).first ?? "no message"
      return .refused(message: "GraphQL errors: \(message.prefix(120))")
    }
    guard let condition = item.accept, let path = try? JSONPath(condition.path) else { return .accepted }
    guard let node = path.nodes(in: document).first else { return .refused(message: "\(condition.path) is not there") }
    let isMet =
      switch condition.kind {
      case "bool": document.kind(of: node) == .bool && document.isTrue(node) == (condition.text == "true")
      case "number": document.kind(of: node) == .number && document.double(at: node) == Double(condition.text)
      default: document.kind(of: node) == .string && (try? document.string(at: node)) == condition.text
      }
    guard !isMet else { return .accepted }
    let message = condition.message.flatMap { texts(at: $0, in: document).first }
    let state = "\(condition.path) is \(document.excerpt(of: node))"
    return .refused(message: message.map { "\(state): \($0.prefix(120))" } ?? state)
  }

  /// Distinct scalar values at `path`, in document order.
  private static func texts(at path: String, in document: JSONDocument) -> [String] {
    guard let path = try? JSONPath(path) else { return [] }
    var seen: Set<String> = []
    return path.nodes(in: document).compactMap { node -> String? in
      let text: String? =
        switch document.kind(of: node) {
        case .string: try? document.string(at: node)
        case .number: document.numberText(at: node)
        case .bool: document.isTrue(node) ? "true" : "false"
        case .null, .array, .object: nil
        }
      guard let text, !text.isEmpty, text.utf8.count <= 4096, seen.insert(text).inserted else { return nil }
      return text
    }
  }
}

extension ConformanceNotice.Kind {
  /// The peculiarity in a few words, plural.
  var words: String {
    switch self {
    case .trailingComma: "trailing commas"
    case .byteOrderMark: "a byte order mark"
    case .duplicateKey: "duplicate member names"
    case .malformedNumber: "malformed numbers"
    case .invalidEscape: "invalid escapes"
    case .loneSurrogate: "lone surrogates"
    case .controlCharacter: "control characters in strings"
    case .invalidUTF8: "invalid UTF-8"
    case .otherEncoding: "another encoding than UTF-8"
    }
  }
}
