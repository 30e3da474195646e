import ContractKit
import DriftModel
import Foundation
import JSONDocument
import PayloadShape
import TracingDecoder

/// Explains how a version decodes a response: every failure, what was read and what was not.
///
/// Without `exploring`, initialisers run on the response only. The judge's verdict counts. If our decoder disagrees
/// with it, the explanation is left out and the disagreement is reported.
func explanation(
  of reads: AnyReads, document: JSONDocument, data: Data, runsOn: Platform?, exploring: Bool
) -> Explanation {
  let decoder = reads.makeDecoder()
  let trace = openTrace(reads.responseType, in: document, like: decoder, exploring)
  var explanation = Explanation()
  let judged = Result { try decodeValue(reads.responseType, using: reads.makeDecoder(), from: data) }
  if case .notMirrored(let reason) = trace.verdict {
    explanation.missing = reason
    return explanation
  }
  var thrown: (any Error)?
  if case .failure(let error) = judged { thrown = error }
  if let disagreement = trace.disagreement(with: thrown) {
    explanation.contradiction = "\(reads.typeName): \(disagreement)"
    return explanation
  }
  explanation.failures = trace.failures.map { FieldFailure($0, rule: $0.kind.rule, in: document) }
  explanation.swallowed = trace.swallowed.map { FieldFailure($0, rule: .lossErrorSwallowed, in: document) }
  explanation.fallbacks = trace.fallbacks.map { FieldFailure($0, in: document) }
  explanation.fields = trace.fields.map { field in
    var reading = FieldReading(
      pattern: field.pattern, owner: field.owner, property: field.property, swiftType: field.swiftType,
      isRequired: field.isRequired, nearMiss: field.nearMiss)
    (reading.seen, reading.null, reading.missing) = (field.seen, field.null, field.missing)
    reading.knownValues = field.knownValues
    return reading
  }
  explanation.unread = trace.unread
  explanation.hiddenBelow = trace.hiddenBelow
  explanation.dictionaryPaths = trace.dictionaryPaths
  explanation.isUnexplored = trace.isUnexplored
  if case .success = judged { explanation.platformDependent = platformDependence(trace.lenient, runsOn, in: document) }
  return explanation
}

private func openTrace(
  _ type: any Decodable.Type, in document: JSONDocument, like decoder: JSONDecoder, _ exploring: Bool
) -> DecodingTrace {
  func run<T: Decodable>(_ type: T.Type) -> DecodingTrace {
    traced(type, in: document, like: decoder, exploring: exploring).trace
  }
  return run(type)
}

extension JSONDocument {
  /// What RFC 8259 forbids in a scalar or in the member names of an object; nil if nothing. Foundation refuses it only
  /// when the value is read.
  fileprivate func malformation(_ node: JSONNode) -> String? {
    switch kind(of: node) {
    case .string:
      do throws(JSONValueError) { _ = try string(at: node) } catch { return error.words }
    case .number: return isWellFormedNumber(node) ? nil : "a number that is none in JSON"
    case .object:
      do throws(JSONValueError) { try checkNames(of: node) } catch { return "a member's name with \(error.words)" }
    case .array, .bool, .null: break
    }
    return nil
  }
}

extension JSONValueError {
  fileprivate var words: String {
    switch self {
    case .invalidEscape: "an escape that is none"
    case .loneSurrogate: "half of a surrogate pair"
    case .controlCharacter: "a control character in a string"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .malformedNumber: "a number that is none in JSON"
    case .wrongKind: "another kind of value"
    }
  }
}

extension ConformanceNotice.Kind {
  /// Whether Foundation refuses such a value when it is read.
  var isRefusedWhenRead: Bool {
    switch self {
    case .malformedNumber, .invalidEscape, .loneSurrogate, .controlCharacter, .invalidUTF8: true
    case .trailingComma, .byteOrderMark, .duplicateKey, .otherEncoding: false
    }
  }
}

extension DecodingFailure.Kind {
  /// The rule under which a failure of this kind is reported.
  var rule: RuleID {
    switch self {
    case .keyNotFound: .decodeKeyNotFound
    case .valueNotFound: .decodeValueNotFound
    case .typeMismatch: .decodeTypeMismatch
    case .dataCorrupted: .decodeDataCorrupted
    case .numberOutOfRange: .decodeNumberOutOfRange
    case .dateUnparsable: .decodeDateUnparsable
    case .enumUnknownValue: .decodeEnumUnknownValue
    }
  }
}

extension FieldFailure {
  init(_ failure: DecodingFailure, rule: RuleID, in document: JSONDocument) {
    self.init(
      rule: rule, pattern: failure.pattern,
      example: Finding.Example(
        pointer: failure.pointer, line: failure.line, column: failure.column, excerpt: failure.excerpt),
      property: failure.property, expected: failure.requestedType, found: Self.found(failure), count: failure.count,
      total: failure.total)
    (owner, hint) = (failure.owner, failure.hint)
    form = rule.family == .decode ? Self.observedForm(failure, in: document) : nil
    if let words = document.node(at: failure.pointer).flatMap(document.malformation) {
      (isMalformedText, found) = (true, words)
    }
  }

  /// What was found; `nil` if the failure depends on the single value and not on its kind.
  private static func observedForm(_ failure: DecodingFailure, in document: JSONDocument) -> ObservedForm? {
    let node = document.node(at: failure.pointer)
    switch failure.kind {
    case .keyNotFound: return ObservedForm(kinds: [.absent])
    case .valueNotFound: return ObservedForm(kinds: [node == nil ? .absent : .null])
    case .typeMismatch: return ObservedForm(kinds: [node.map { ObservedForm.Kind(document.kind(of: $0)) } ?? .absent])
    case .enumUnknownValue: return ObservedForm(values: [failure.excerpt])
    case .dataCorrupted, .numberOutOfRange, .dateUnparsable: return nil
    }
  }

  /// The kind that was found. A string that cannot be read is described by what is wrong with it.
  private static func found(_ failure: DecodingFailure) -> String {
    let isUnreadable = failure.kind == .dataCorrupted && failure.requestedType == "String" && failure.found == "string"
    return isUnreadable ? "malformed text (bytes that are not UTF-8, or a bad escape)" : failure.found
  }

  init(_ fallback: EnumFallback, in document: JSONDocument) {
    self.init(
      rule: .lossEnumFallback, pattern: fallback.pattern,
      example: Finding.Example(at: fallback.pointer, excerpt: fallback.excerpt, in: document),
      property: fallback.property, expected: fallback.enumType, found: "unknown value", count: fallback.count,
      total: fallback.total)
    owner = fallback.owner
    hint = [fallback.hint, "it becomes \(fallback.fallback)"].compactMap(\.self).joined(separator: "; ")
  }
}

extension Finding.Example {
  /// The value at a pointer into `document`, with its position there.
  init(at pointer: String, excerpt: String, in document: JSONDocument) {
    let position = document.node(at: pointer).map { document.position(of: $0) }
    self.init(pointer: pointer, line: position?.line, column: position?.column, excerpt: excerpt)
  }
}
