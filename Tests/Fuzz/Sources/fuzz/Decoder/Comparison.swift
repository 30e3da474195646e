import Foundation
import JSONDocument
import TracingDecoder

/// One text decoded as one type by Foundation and by us.
struct Comparison<T: Decodable & Equatable> {
  private let expected: Outcome
  private let plain: Outcome
  private let trace: DecodingTrace

  init(_ data: Data, _ document: JSONDocument, _ decoder: JSONDecoder) {
    expected = Outcome { try decoder.decode(T.self, from: data) }
    plain = Outcome { try decode(T.self, from: document, like: decoder) }
    trace = TracingDecoder.trace(T.self, in: document, like: decoder)
  }

  /// In what ours differ from Foundation's, in one line; nil if in nothing.
  func difference(comparesPlace: Bool) -> String? {
    switch (expected, plain, trace.verdict) {
    case (.decoded(let expected), .decoded(let value), .decoded):
      guard expected == value || canonical(expected) == canonical(value) else {
        return "Foundation decodes \(canonical(expected)), we \(canonical(value))"
      }
      return trace.failures.isEmpty ? nil : "decoded, and failures are listed"
    case (.failed(let expected), .failed(let thrown), .failed(let told)):
      if let fault = failureFault() { return fault }
      guard comparesPlace else { return nil }
      guard expected == thrown else { return "Foundation throws \(expected), we \(thrown)" }
      guard told.thrownKind == expected.kind, expected.kind == "other" || told.codingPath == expected.path else {
        return "Foundation throws \(expected), the trace tells \(told.thrownKind) at \(told.codingPath)"
      }
      return nil
    default:
      return "Foundation \(expected.word), plain \(plain.word), trace \(trace.verdict)"
    }
  }

  private func failureFault() -> String? {
    guard !trace.failures.isEmpty else { return "failed, and no failure is listed" }
    for failure in trace.failures {
      guard failure.pattern.utf8.first == UInt8(ascii: "$"),
        failure.pointer.isEmpty || failure.pointer.utf8.first == UInt8(ascii: "/")
      else {
        return "failure at \(failure.pattern), \(failure.pointer)"
      }
      guard failure.count >= 1, failure.count <= failure.total else {
        return "\(failure.count) of \(failure.total) fail at \(failure.pattern)"
      }
      guard !failure.message.isEmpty, !failure.message.contains(where: \.isNewline) else {
        return "message \(failure.message.debugDescription)"
      }
    }
    return nil
  }

  /// What came of one decoding.
  private enum Outcome {
    case decoded(T)
    case failed(Thrown)

    init(_ decode: () throws -> T) {
      do {
        self = .decoded(try decode())
      } catch {
        self = .failed(Thrown(error))
      }
    }

    var word: String {
      switch self {
      case .decoded(let value): "decodes \(canonical(value))"
      case .failed(let error): "throws \(error)"
      }
    }
  }
}

/// An error in a form that two decoders can be compared by.
private struct Thrown: Equatable, CustomStringConvertible {
  var kind = "other"
  /// The type or key that the error names.
  var subject = ""
  var path: [String] = []
  var text = ""

  init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      text = "\(error)"
      return
    }
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(let type, let its): (kind, subject, context) = ("typeMismatch", "\(type)", its)
    case .valueNotFound(let type, let its): (kind, subject, context) = ("valueNotFound", "\(type)", its)
    case .keyNotFound(let key, let its): (kind, subject, context) = ("keyNotFound", key.stringValue, its)
    case .dataCorrupted(let its): (kind, context) = ("dataCorrupted", its)
    @unknown default: return
    }
    (path, text) = (context.codingPath.map(\.stringValue), context.debugDescription)
  }

  var description: String { "\(kind)(\(subject)) at \(path): \(text)" }
}

/// A value as text that does not depend on the order of sets and dictionaries, and in which NaN equals itself.
private func canonical(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { ($0.label ?? "") + ":" + canonical($0.value) }
  switch mirror.displayStyle {
  case .set, .dictionary: return "{\(parts.sorted().joined(separator: ","))}"
  case nil: return "\(value)"
  default: return parts.isEmpty ? "\(value)" : "(\(parts.joined(separator: ",")))"
  }
}
