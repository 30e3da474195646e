public import Foundation
public import JSONDocument

/// Decodes a document as `decoder` would, and reports the verdict, every failure (not only the first), what was
/// requested and what was never read.
///
/// The initialisers of `type` run once if they succeed without going on after an error. If not, some run again, also
/// with placeholders for what is missing: their side effects then happen again, and a precondition in them can stop the
/// process. Everything runs on the calling thread.
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

/// As ``trace(_:in:like:)``, and returns the decoded value or the error too.
///
/// - Parameters:
///   - type: What to decode.
///   - document: What to decode from.
///   - decoder: A `JSONDecoder`, read for its configuration only.
///   - exploring: Whether to go on after the first failure, and to find the catch-all cases of enums. Both run
///     initialisers on input that the document does not hold. Otherwise they run once, on the document, and
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
    let decoding = traced(type, core, exploring: exploring)
    guard core.readings.isWrong else { return decoding }
    return TracedDecoding(
      result: .failure(DecoderNotMirrored(reason: ErrorReadings.reason)),
      trace: DecodingTrace(verdict: .notMirrored(reason: ErrorReadings.reason)))
  }
}

private func traced<T: Decodable>(_ type: T.Type, _ core: DecoderCore, exploring: Bool) -> TracedDecoding<T> {
  let report = TraceReport(core, exploring: exploring)
  do {
    let value = try core.pass(over: type)
    core.readings.end()
    var trace = report.make()
    if exploring, core.mayLeaveOut { trace.hiddenBelow = hiddenPaths(type, core, report) }
    return TracedDecoding(result: .success(value), trace: trace)
  } catch {
    core.readings.end()
    let first = report.failure(thrown: error)
    guard exploring else {
      let known = core.event(of: error).map { [$0] } ?? []
      return TracedDecoding(result: .failure(error), trace: report.make(failed: first, failures: known))
    }
    var failures: [Int] = []
    // A second pass follows if something stayed hidden, because values decoded later may now serve as placeholders.
    // It does not if the first pass used so many reentries that the second would be cut short.
    for _ in 0..<2 where failures.isEmpty || !core.recovery.hidden.isEmpty && core.recovery.mayRecoverAgain {
      core.beginRecovery()
      do {
        _ = try core.pass(over: type)
      } catch {
        failures = core.event(of: error).map { core.group(of: $0) } ?? []
      }
    }
    return TracedDecoding(
      result: .failure(error), trace: report.make(failed: first, failures: failures))
  }
}

/// The paths below which a type would request more of a document that it decodes, if the values were there without
/// which it went on. The initialisers run again.
private func hiddenPaths<T: Decodable>(_ type: T.Type, _ core: DecoderCore, _ report: TraceReport) -> [String] {
  // In the second pass, values that were decoded late in the first one are known.
  for _ in 0..<2 where core.recovery.hidden.isEmpty {
    core.beginRecovery()
    _ = try? core.pass(over: type)
    for pattern in core.patterns { pattern.noteTouched() }
  }
  return report.hiddenPaths()
}

/// The result of a traced decoding.
public struct TracedDecoding<Value> {
  /// The value, or the error that Foundation's decoder throws.
  public let result: Result<Value, any Error>
  /// Why, and what was read.
  public let trace: DecodingTrace
}
