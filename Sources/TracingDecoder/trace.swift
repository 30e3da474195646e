public import Foundation
public import JSONDocument

/// Decodes a document as `decoder` would, and tells everything about it: the verdict, every failure (not only the first),
/// what was asked for and what was never read.
///
/// Runs the initialisers of `type` once if they succeed; if they throw, again and some of them repeatedly, also with
/// placeholders for what is missing, so their side effects happen again and a precondition in them can stop the process. Confined to the calling thread.
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
  let session = TraceSession(document: document, configuration: configuration)
  let report = TraceReport(session)
  do {
    _ = try run(type, document, configuration, trace: session)
    return report.make(verdict: .decoded, failures: [])
  } catch {
    let first = report.failure(thrown: error)
    var failures: [Int] = []
    // A second time only where something stayed hidden: values decoded further on may now stand in for what failed first.
    for _ in 0..<2 where failures.isEmpty || !session.hidden.isEmpty {
      session.beginHealing()
      do {
        _ = try run(type, document, configuration, trace: session)
      } catch {
        failures = session.event(of: error).map { session.group(of: $0) } ?? []
      }
    }
    return report.make(verdict: .failed(first), failures: failures)
  }
}
