public import Foundation
public import JSONDocument

/// Decodes a document as `decoder` would, and tells everything about it: the verdict, every failure (not only the first),
/// what was asked for and what was never read.
///
/// Runs the initialisers of `type` once if they succeed; if they throw, once more and some of them repeatedly, so their
/// side effects happen again. Confined to the calling thread.
///
/// - Parameters:
///   - type: What to decode.
///   - document: What to decode from.
///   - decoder: A `JSONDecoder`, read for its configuration only.
/// - Returns: What Foundation's decoder would say, and why; nothing is thrown.
public func trace<T: Decodable>(
  _ type: T.Type, in document: JSONDocument, like decoder: JSONDecoder
) -> DecodingTrace {
  if let reason = DecoderConfiguration.reasonNotToMirror(decoder) {
    return DecodingTrace(verdict: .notMirrored(reason: reason))
  }
  let configuration = DecoderConfiguration(decoder)
  let usesSnakeCase = if case .convertFromSnakeCase = configuration.keys { true } else { false }
  let session = TraceSession(document: document, usesSnakeCase: usesSnakeCase)
  let report = TraceReport(session)
  do {
    _ = try run(type, document, configuration, trace: session)
    return report.make(verdict: .decoded, failures: [])
  } catch {
    let first = report.failure(thrown: error)
    session.beginHealing()
    var failures: [Int] = []
    do {
      _ = try run(type, document, configuration, trace: session)
    } catch {
      failures = session.event(of: error).map { session.group(of: $0) } ?? []
    }
    return report.make(verdict: .failed(first), failures: failures)
  }
}
