public import Foundation

/// The time as the scheduler sees it: a steady clock for waiting, and the wall clock for what is stored.
public struct SchedulerClock: Sendable {
  /// Seconds of a clock that never jumps and that goes on while the machine sleeps.
  public var seconds: @Sendable () -> Double
  /// The wall clock.
  public var date: @Sendable () -> Date
  /// Waits for so many seconds, or until the task is cancelled. It may return early or late.
  public var sleep: @Sendable (_ seconds: Double) async -> Void

  /// A clock made of its parts.
  public init(
    seconds: @escaping @Sendable () -> Double, date: @escaping @Sendable () -> Date,
    sleep: @escaping @Sendable (Double) async -> Void
  ) {
    self.seconds = seconds
    self.date = date
    self.sleep = sleep
  }

  /// The system's clocks.
  public static var system: SchedulerClock {
    let start = ContinuousClock.now
    return SchedulerClock(
      seconds: { start.duration(to: .now).seconds }, date: { Date() },
      sleep: { seconds in try? await Task.sleep(for: .milliseconds(Int64((max(0, seconds) * 1000).rounded(.up)))) })
  }
}
