import FaultInjection
import Store

/// A way in which what is beneath SQLite can fail, in a process of its own.
struct Fault: Sendable {
  let name: String
  /// Makes the call with this number fail, counted from 1; with `true` all behind it as well.
  let begin: @Sendable (Int, Bool) -> Void
  /// Ends the fault.
  let heal: @Sendable () -> Void
  /// How many calls failed.
  let failures: @Sendable () -> Int
  /// Whether an error says what has happened.
  let isMeant: @Sendable (StoreError) -> Bool

  /// Calls of any kind fail as on a bad disk.
  static let disk = Fault(
    name: "disk",
    begin: { drift_files_fail(1023, $0, $1 ? 1 : 0, 0) }, heal: drift_files_heal, failures: drift_files_failures,
    isMeant: { if case .failed = $0 { true } else { false } })

  /// There is no space for a write.
  static let full = Fault(
    name: "full disk",
    begin: { drift_files_fail(Int32(DRIFT_WRITE), $0, $1 ? 1 : 0, 1) }, heal: drift_files_heal,
    failures: drift_files_failures, isMeant: { if case .full = $0 { true } else { false } })

  /// An allocation fails.
  static let memory = Fault(
    name: "memory",
    begin: { drift_memory_fail($0, $1 ? 1 : 0) }, heal: { drift_memory_fail(0, 0) }, failures: drift_memory_failures,
    isMeant: { if case .failed = $0 { true } else { false } })
}
