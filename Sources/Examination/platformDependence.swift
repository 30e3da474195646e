import ContractKit
import DriftAnalysis
import Foundation
import JSONDocument

/// Values that this Foundation accepts and the system a version runs on is documented to refuse.
///
/// * `URL`: before iOS 17 and macOS 14 `URL(string:)` returned nil for text that is not valid by RFC 3986 (a space, a
///   non-ASCII character); since then, and on Linux, such text is percent-encoded (Apple, `URL.init(string:)`, discussion).
/// * `Date` under `.iso8601`: before iOS 17 and macOS 14 the strategy used `ISO8601DateFormatter` with
///   `withInternetDateTime`, which refuses fractional seconds (swiftlang/swift-foundation#323).
func platformDependence(
  of fields: [FieldReading], in document: JSONDocument, decoder: JSONDecoder, runsOn: Platform?
) -> [FieldFailure] {
  guard let runsOn, runsOn.isBeforeSwiftFoundation else { return [] }
  var isISO8601 = false
  if case .iso8601 = decoder.dateDecodingStrategy { isISO8601 = true }
  return fields.flatMap { field -> [FieldFailure] in
    switch field.elementType {
    case "URL":
      failures(field, in: document, runsOn: runsOn) { text in
        text.isEmpty || text.utf8.allSatisfy(isURLByte)
          ? nil : "before iOS 17 and macOS 14 this text is no URL; the field fails to decode there"
      }
    case "Date" where isISO8601:
      failures(field, in: document, runsOn: runsOn) { text in
        text.contains(".") ? "before iOS 17 and macOS 14 .iso8601 refuses fractions of a second" : nil
      }
    default: []
    }
  }
}

private func failures(
  _ field: FieldReading, in document: JSONDocument, runsOn: Platform, refusal: (String) -> String?
) -> [FieldFailure] {
  guard let path = try? JSONPath(field.pattern) else { return [] }
  var first: (node: JSONNode, hint: String)?
  var (count, total) = (0, 0)
  for node in path.nodes(in: document) {
    let strings = document.kind(of: node) == .array ? Array(document.children(of: node)) : [node]
    for node in strings where document.kind(of: node) == .string {
      total += 1
      guard let text = try? document.string(at: node), let hint = refusal(text) else { continue }
      count += 1
      first = first ?? (node, hint)
    }
  }
  guard let first else { return [] }
  let position = document.position(of: first.node)
  return [
    FieldFailure(
      rule: .decodePlatformDependent, pattern: document.pattern(to: first.node),
      pointer: document.pointer(to: first.node),
      line: position.line, column: position.column, owner: field.owner, property: field.property,
      expected: field.elementType,
      found: "string", excerpt: document.excerpt(of: first.node), count: count, total: total,
      hint: "\(first.hint) (runs on \(runsOn.name) \(runsOn.major))")
  ]
}

/// Unreserved, reserved and percent, RFC 3986 sections 2.1 to 2.3.
private func isURLByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"):
    true
  default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
  }
}

extension Platform {
  /// Whether the system's Foundation is older than the one rewritten in Swift (iOS 17, macOS 14, tvOS 17, watchOS 10).
  fileprivate var isBeforeSwiftFoundation: Bool {
    switch name {
    case "iOS", "tvOS": major < 17
    case "macOS": major < 14
    case "watchOS": major < 10
    default: false
    }
  }
}

extension FieldReading {
  /// The type without optionality and array around it: `URL` for `[URL]?`.
  fileprivate var elementType: String {
    var type = swiftType[...]
    while true {
      if type.hasSuffix("?") {
        type = type.dropLast()
      } else if type.hasPrefix("Optional<") && type.hasSuffix(">") {
        type = type.dropFirst(9).dropLast()
      } else if type.hasPrefix("Array<") && type.hasSuffix(">") {
        type = type.dropFirst(6).dropLast()
      } else if type.hasPrefix("[") && type.hasSuffix("]") {
        type = type.dropFirst().dropLast()
      } else {
        return String(type)
      }
    }
  }
}
