public import JSONDocument
import Synchronization

/// A ``Redactor`` for responses that belong together and are redacted at different times, as those of one round.
public final class SharedRedactor: Sendable {
  private let redactor: Mutex<Redactor<SystemRandomNumberGenerator>>

  /// - Parameter known: Parts of URLs that a contract declares; they stay.
  public init(known: Set<String>) {
    redactor = Mutex(Redactor(known: known, generator: SystemRandomNumberGenerator()))
  }

  /// See ``Redactor/redacted(_:keeping:maps:names:)``.
  public func redacted(
    _ document: JSONDocument, keeping keeps: Set<Int> = [], maps: Set<Int> = [], names: Set<String> = []
  ) -> [UInt8] {
    redactor.withLock { $0.redacted(document, keeping: keeps, maps: maps, names: names) }
  }

  /// See ``Redactor/structure(_:maps:names:)``.
  public func structure(_ document: JSONDocument, maps: Set<Int> = [], names: Set<String> = []) -> [UInt8] {
    redactor.withLock { $0.structure(document, maps: maps, names: names) }
  }

  /// See ``Redactor/pathSegment(_:)``.
  public func pathSegment(_ text: String) -> String { redactor.withLock { $0.pathSegment(text) } }
}
