/// The right to do something on a store that only one process at a time may do.
///
/// It lasts as long as the value exists, and ends when the process ends in any way.
public final class Lease: Sendable {
  private let release: @Sendable () -> Void

  /// A lease. `release` is called once, when the value is destroyed.
  public init(release: @escaping @Sendable () -> Void) { self.release = release }

  deinit { release() }

  /// What a lease is for. Each purpose has its own lease, so that a report never waits for a round.
  public enum Purpose: String, Sendable, CaseIterable {
    /// Running rounds.
    case rounds
    /// Delivering a report and recording what was reported.
    case delivery

    var words: String {
      switch self {
      case .rounds: "another round is running here"
      case .delivery: "another report is being delivered from here"
      }
    }
  }

  /// Who holds a lease.
  public struct Holder: Sendable, Equatable, CustomStringConvertible {
    /// Id of the process.
    public var process: Int
    /// Name of the machine; `nil` for this one.
    public var machine: String?

    /// A process, here or on another machine.
    public init(process: Int, machine: String? = nil) {
      self.process = process
      self.machine = machine
    }

    /// The process, with its machine if that is another one.
    public var description: String { machine.map { "process \(process) on \($0)" } ?? "process \(process)" }
  }
}
