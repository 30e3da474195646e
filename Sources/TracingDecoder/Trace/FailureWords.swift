import JSONDocument

struct FailureWords {
  let types: [String]
  let found: String
  let message: String
  let hint: String?

  init(_ event: DecodingEvent, requested all: [Any.Type], in document: JSONDocument, unread: [String]) {
    types = all.map { $0 == Never.self ? "a value" : TypeFacts.name($0) }
    let requested = types.joined(separator: " or ")
    let kind = event.node.map { document.kind(of: $0) }
    let excerpt = event.node.map { document.excerpt(of: $0) } ?? ""
    found = kind?.rawValue ?? "nothing"
    hint = Self.hint(event, in: document, unread)
    switch event.kind {
    case .keyNotFound:
      message = "the member \"\(event.missingName ?? event.property ?? "")\" is missing, and \(requested) is required"
    case .valueNotFound where kind == nil:
      message = "the array ends before \(requested)"
    case .valueNotFound:
      message = "null where \(requested) is required"
    case .typeMismatch:
      message = "\(Self.article(kind)) where \(requested) is expected"
    case .numberOutOfRange:
      message = "the number \(excerpt) does not fit into \(requested)"
    case .dateUnparsable:
      message = "\(excerpt) is no date that the decoder's date strategy reads"
    case .enumUnknownValue:
      message = "\(excerpt) is no value of \(requested)"
    case .dataCorrupted where event.thrownText != nil:
      message = "\(requested) refuses \(kind == .object || kind == .array ? "this value" : excerpt)"
    case .dataCorrupted:
      message = "\(excerpt) cannot be read as \(requested)"
    }
  }

  private static func article(_ kind: JSONKind?) -> String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "text"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case nil: "nothing"
    }
  }

  private static func hint(_ event: DecodingEvent, in document: JSONDocument, _ unread: [String]) -> String? {
    switch event.kind {
    case .keyNotFound:
      guard let name = event.missingName else { return nil }
      return NearName.nearest(to: name, among: unread).map { "\"\($0)\" is there instead" }
    case .enumUnknownValue:
      guard let node = event.node else { return nil }
      let value = (try? document.string(at: node)) ?? document.numberText(at: node)
      guard value.utf8.count <= 64 else { return nil }
      return EnumVocabulary.hint(for: value, of: event.requested)
    case .typeMismatch:
      guard let node = event.node, let text = try? document.string(at: node), text.utf8.count <= 40,
        let quoted = try? JSONDocument(Array(text.utf8)), quoted.isWellFormedNumber(quoted.root),
        event.requested is any Numeric.Type,
        !(event.requested is any BinaryInteger.Type) || quoted.isInteger(quoted.root)
      else { return nil }
      return "the number is in quotes"
    case .valueNotFound, .dataCorrupted, .numberOutOfRange, .dateUnparsable: return nil
    }
  }
}
