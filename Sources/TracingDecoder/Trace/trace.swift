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
  traced(type, in: document, like: decoder).trace
}

/// As ``trace(_:in:like:)``, together with the value or the error that the traced decoding came to.
///
/// - Parameters:
///   - type: What to decode.
///   - document: What to decode from.
///   - decoder: A `JSONDecoder`, read for its configuration only.
///   - exploring: Whether to go on after the first failure, and to find the catch-all cases of enums. Both run
///     initialisers on input that the document does not hold; without it they run once, on what is there. Then
///     ``DecodingTrace/isUnexplored`` tells whether there is more to find.
/// - Returns: The trace, and what ``decode(_:from:like:)`` returns or throws; never a recovered value.
public func traced<T: Decodable>(
  _ type: T.Type, in document: JSONDocument, like decoder: JSONDecoder, exploring: Bool = true
) -> TracedDecoding<T> {
  if let reason = DecoderConfiguration.reasonNotToMirror(decoder) {
    return TracedDecoding(
      result: .failure(DecoderNotMirrored(reason: reason)),
      trace: DecodingTrace(verdict: .notMirrored(reason: reason)))
  }
  return DecoderCore.with(document, DecoderConfiguration(decoder)) { core in
    let report = TraceReport(core, exploring: exploring)
    do {
      let value = try core.pass(over: type)
      return TracedDecoding(result: .success(value), trace: report.make(verdict: .decoded, failures: []))
    } catch {
      let first = report.failure(thrown: error)
      guard exploring else {
        let known = core.event(of: error).map { [$0] } ?? []
        return TracedDecoding(result: .failure(error), trace: report.make(verdict: .failed(first), failures: known))
      }
      var failures: [Int] = []
      // A second time only where something stayed hidden: values decoded further on may now stand in for what failed
      // first. Not if the first time took so long that the second would be cut short and know less.
      for _ in 0..<2 where failures.isEmpty || !core.healing.hidden.isEmpty && core.healing.mayHealAgain {
        core.beginHealing()
        do {
          _ = try core.pass(over: type)
        } catch {
          failures = core.event(of: error).map { core.group(of: $0) } ?? []
        }
      }
      return TracedDecoding(
        result: .failure(error), trace: report.make(verdict: .failed(first), failures: failures))
    }
  }
}

/// What a traced decoding came to.
public struct TracedDecoding<Value> {
  /// The value, or the error that Foundation's decoder throws.
  public let result: Result<Value, any Error>
  /// Why, and what was read.
  public let trace: DecodingTrace
}
