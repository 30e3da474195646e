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
/// `verdict` is what the judge said in this process; if `nil`, it is asked again.
func explanation(
  of reads: AnyReads, document: JSONDocument, data: Data, verdict: Result<Void, any Error>?, runsOn: Platform?,
  exploring: Bool
) -> Explanation {
  func open<T: Decodable>(_ type: T.Type) -> DecodingTrace {
    traced(type, in: document, like: reads.makeDecoder(), exploring: exploring).trace
  }
  let trace = open(reads.responseType)
  var explanation = Explanation()
  let judged = verdict ?? Result { _ = try reads.decode(data) }
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
  let places = JSONLocator(document)
  explanation.failures = trace.failures.map { FieldFailure($0, rule: $0.kind.rule, in: places) }
  explanation.swallowed = trace.swallowed.map { FieldFailure($0, rule: .lossErrorSwallowed, in: places) }
  explanation.fallbacks = trace.fallbacks.map { FieldFailure($0, in: places) }
  explanation.fields = trace.fields.map(FieldReading.init)
  explanation.unread = trace.unread
  explanation.hiddenBelow = trace.hiddenBelow
  explanation.dictionaryPaths = trace.dictionaryPaths
  explanation.isUnexplored = trace.isUnexplored
  if case .success = judged { explanation.platformDependent = platformDependence(trace.lenient, runsOn, in: places) }
  return explanation
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

extension FieldReading {
  init(_ field: FieldUse) {
    self.init(
      pattern: field.pattern, owner: field.owner, property: field.property, swiftType: field.swiftType,
      isRequired: field.isRequired, nearMiss: field.nearMiss)
    (seen, null, missing) = (field.seen, field.null, field.missing)
    knownValues = field.knownValues
    guessedName = field.guessedName ?? ""
  }
}

extension FieldFailure {
  init(_ values: Occurrences, rule: RuleID, expected: String, found: String, in places: JSONLocator) {
    var example = Finding.Example(
      pointer: values.pointer, line: values.line, column: values.column, excerpt: values.excerpt)
    if example.line == nil, let position = places.node(at: values.pointer).map({ places.position(of: $0) }) {
      (example.line, example.column) = (position.line, position.column)
    }
    self.init(
      rule: rule, pattern: values.pattern, example: example, property: values.property, expected: expected,
      found: found, count: values.count, total: values.total)
    owner = values.owner
    guessedName = values.guessedName ?? ""
  }

  init(_ failure: DecodingFailure, rule: RuleID, in places: JSONLocator) {
    self.init(
      failure.values, rule: rule, expected: failure.requestedType, found: Self.found(failure), in: places)
    hint = failure.hint
    if failure.requestedTypes.count > 1 { expectations = failure.requestedTypes }
    if rule.family == .decode { form = Self.observedForm(failure, in: places) }
    if let words = places.node(at: failure.pointer).flatMap(places.document.malformation) {
      (isMalformedText, found) = (true, words)
    }
  }

  init(_ fallback: EnumFallback, in places: JSONLocator) {
    self.init(
      fallback.values, rule: .lossEnumFallback, expected: fallback.enumType, found: "unknown value", in: places)
    // An empty raw value names nothing.
    let name = fallback.fallback.isEmpty ? fallback.caseName.map { ".\($0)" } : fallback.fallback
    let words = [fallback.hint, name.map { "it becomes \($0)" }].compactMap(\.self)
    hint = words.isEmpty ? nil : words.joined(separator: "; ")
  }

  /// What was found; `nil` if the failure depends on the single value and not on its kind.
  private static func observedForm(_ failure: DecodingFailure, in places: JSONLocator) -> ObservedForm? {
    let node = places.node(at: failure.pointer)
    switch failure.kind {
    case .keyNotFound: return ObservedForm(kinds: [.absent])
    case .valueNotFound: return ObservedForm(kinds: [node == nil ? .absent : .null])
    case .typeMismatch:
      return ObservedForm(kinds: [node.map { ObservedForm.Kind(places.document.kind(of: $0)) } ?? .absent])
    case .enumUnknownValue: return ObservedForm(values: [failure.excerpt])
    case .dataCorrupted, .numberOutOfRange, .dateUnparsable: return nil
    }
  }

  /// The kind that was found. A string that cannot be read is described by what is wrong with it.
  private static func found(_ failure: DecodingFailure) -> String {
    let isUnreadable = failure.kind == .dataCorrupted && failure.requestedType == "String" && failure.found == "string"
    return isUnreadable ? "malformed text (bytes that are not UTF-8, or a bad escape)" : failure.found
  }
}
