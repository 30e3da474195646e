import Synchronization

/// Keeps a signal that would end the program until what is under way was tidied up; then the program dies of it.
///
/// ```swift
/// let interruption = Interruption()
/// defer { interruption.end() }
/// ```
public struct Interruption {
  private typealias Handler = @convention(c) (Int32) -> Void

  /// The signal that came; 0: none. A handler may do no more than store a number (signal-safety(7)).
  private static let requested = Atomic<Int32>(0)
  /// What was done with each signal before.
  private var former: [(number: Int32, handler: Handler?)] = []

  /// The signal that the program is to die of; `nil`: none came.
  public static var pending: Int32? {
    let number = requested.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }

  /// Keeps SIGINT, SIGTERM and SIGHUP from now on. One that is ignored, as by nohup(1), is so still.
  public init() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let handler: Handler? = signal(number) { Interruption.requested.store($0, ordering: .relaxed) }
      if unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        _ = signal(number, SIG_IGN)
      } else {
        former.append((number, handler))
      }
    }
  }

  /// Handles signals as before. If one came, the program ends here.
  public func end() {
    for (number, handler) in former { _ = signal(number, handler) }
    let number = Self.requested.exchange(0, ordering: .relaxed)
    guard number != 0 else { return }
    // A thread of a pool has all signals blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    _ = signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    _exit(128 + number)
  }
}
