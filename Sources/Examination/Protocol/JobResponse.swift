import ContractKit
import DriftModel
import Foundation
import JSONDocument

/// One response inside the worker: its bytes, and the parsed text.
struct JobResponse {
  private let bytes: [UInt8]
  /// The parsed text; nil before it is read, and if our parser refuses it.
  private(set) var document: JSONDocument?
  /// Why our parser refuses the text.
  private(set) var refusal: String?
  /// Whether author code runs on it: it is JSON whose envelope says success.
  private(set) var isAccepted = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The original bytes, as the author's decoder gets them.
  var data: Data { Data(bytes) }

  /// Parses the text, tries the parsers of `judges` if ours refuses it, because they may allow more than JSON
  /// (`allowsJSON5`), and reads envelope and links.
  mutating func read(_ item: WorkOrder.Item, judges: () -> [JSONDecoder]) -> TextFacts {
    do {
      return read(item, try JSONDocument(bytes))
    } catch {
      return readWithoutDocument("\(error)", [JSONDecoder()] + judges())
    }
  }

  /// The same without the judges' parsers; nil if our own parser refuses the text.
  mutating func read(itself item: WorkOrder.Item) -> TextFacts? {
    (try? JSONDocument(bytes)).map { read(item, $0) }
  }

  private mutating func read(_ item: WorkOrder.Item, _ document: JSONDocument) -> TextFacts {
    let notices = document.notices
    // No version reads it, so no judge can decide whether Foundation accepts the notices. Those that it refuses are not
    // JSON.
    if item.versions.isEmpty, let odd = notices.first(where: \.kind.isRefusedWhenRead) {
      refusal = "\(odd.kind.words), the first at byte \(odd.byteOffset + 1)"
      return TextFacts(verdict: .notJSON(reason: "not JSON: \(refusal ?? "")"))
    }
    self.document = document
    let envelope = Self.envelope(document, item)
    isAccepted = envelope == .accepted
    var links: [String: [String]] = [:]
    for (path, most) in item.links { links[path] = Self.texts(at: path, in: document, most: most) }
    let reported = notices.map { TextNotice(kind: $0.kind.words, count: $0.count, byteOffset: $0.byteOffset) }
    var facts = TextFacts(notices: reported, envelope: envelope, links: links)
    if isAccepted, item.showsPartialData { facts.partialErrors = Self.partialErrors(document) }
    return facts
  }

  private mutating func readWithoutDocument(_ error: String, _ judges: [JSONDecoder]) -> TextFacts {
    let reason = HTMLPage.isOne(bytes) ? HTMLPage.reason : error
    refusal = reason
    guard judges.contains(where: { (try? $0.decode(AnyText.self, from: data)) != nil }) else {
      return TextFacts(verdict: .notJSON(reason: bytes.isEmpty ? "the response is empty" : reason))
    }
    // A judge accepts the text and our parser does not. The verdicts count, and the explanation says what is missing.
    isAccepted = true
    return TextFacts()
  }

  /// Decodes anything without reading it, so that only the parser decides.
  private struct AnyText: Decodable {
    init(from decoder: any Decoder) throws {}
  }

  private static func envelope(_ document: JSONDocument, _ item: WorkOrder.Item) -> EnvelopeVerdict {
    if item.isGraphQL, document.kind(of: document.root) == .object,
      let errors = document.member("errors", of: document.root),
      document.kind(of: errors) == .array, document.count(of: errors) > 0,
      !item.showsPartialData
        || document.member("data", of: document.root).map({ document.kind(of: $0) == .null }) ?? true
    {
      let message = texts(at: "$.errors[0].message", in: document).first ?? "no message"
      return .refused(message: "GraphQL errors: \(oneLine(message, limit: 120))")
    }
    guard let condition = item.accept, let path = try? JSONPath(condition.path) else { return .accepted }
    // A flag that is missing or of another kind does not mean failure. The versions that read it judge it.
    guard let node = path.nodes(in: document).first,
      document.kind(of: node) == JSONKind(rawValue: condition.kind)
    else { return .accepted }
    let isMet =
      switch condition.kind {
      case "bool": document.isTrue(node) == (condition.text == "true")
      case "number": document.double(at: node) == Double(condition.text)
      default: (try? document.string(at: node)) == condition.text
      }
    guard !isMet else { return .accepted }
    let message = condition.message.flatMap { texts(at: $0, in: document).first }
    let state = "\(condition.path) is \(document.excerpt(of: node))"
    return .refused(message: message.map { "\(state): \(oneLine($0, limit: 120))" } ?? state)
  }

  /// The errors that a GraphQL response reports (GraphQL specification, section 7.1.2), the first of each field, and what they say.
  private static func partialErrors(_ document: JSONDocument) -> [PartialError] {
    guard document.kind(of: document.root) == .object, let list = document.member("errors", of: document.root),
      document.kind(of: list) == .array
    else { return [] }
    var errors: [PartialError] = []
    for node in document.children(of: list) where errors.count < PartialError.most {
      guard document.kind(of: node) == .object else { continue }
      let message = document.member("message", of: node).flatMap { text(of: $0, in: document) } ?? "no message"
      var path = ""
      if let steps = document.member("path", of: node), document.kind(of: steps) == .array {
        for step in document.children(of: steps) where path.utf8.count < 240 {
          if document.kind(of: step) == .number {
            path += "[*]"
          } else if let name = text(of: step, in: document) {
            path += (path.isEmpty ? "" : ".") + name
          }
        }
      }
      let error = PartialError(path: oneLine(path, limit: 120), message: oneLine(message, limit: 120))
      if !errors.contains(where: { $0.path == error.path }) { errors.append(error) }
    }
    return errors
  }

  private static func text(of node: JSONNode, in document: JSONDocument) -> String? {
    document.kind(of: node) == .string ? try? document.string(at: node) : nil
  }

  /// The first `most` different texts at a path; linear in the document, and no more leaves this process than is wanted.
  private static func texts(at path: String, in document: JSONDocument, most: Int = 1) -> [String] {
    guard let path = try? JSONPath(path) else { return [] }
    var (seen, texts): (Set<String>, [String]) = ([], [])
    for node in path.nodes(in: document) where texts.count < most {
      guard let text = document.scalarText(at: node), !text.isEmpty, text.utf8.count <= 4096, seen.insert(text).inserted
      else { continue }
      texts.append(text)
    }
    return texts
  }
}

extension ConformanceNotice.Kind {
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
