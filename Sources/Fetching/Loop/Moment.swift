internal import CCurl

/// A point of the clock that never steps and also runs while the machine sleeps, as one number: it is read and compared for
/// every turn of the transfer loop, which `ContinuousClock` makes dear.
struct Moment: Comparable, Sendable {
  private let nanoseconds: Int64

  private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  static var now: Moment { Moment(nanoseconds: drift_now()) }

  /// The same point as `instant`; one that is more than a century away is a century away.
  init(_ instant: ContinuousClock.Instant) {
    let (seconds, attoseconds) = (instant - .now).components
    let century: Int64 = 3_200_000_000
    let away = min(max(seconds, -century), century) * 1_000_000_000 + attoseconds / 1_000_000_000
    self.init(nanoseconds: drift_now() + away)
  }

  /// This, `seconds` later: at most some days, as the policy's limits are.
  func advanced(by seconds: Double) -> Moment {
    Moment(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded(.up)))
  }

  /// Seconds from `earlier` until this.
  func seconds(since earlier: Moment) -> Double { Double(nanoseconds - earlier.nanoseconds) / 1e9 }

  /// Milliseconds from `earlier` until this, rounded up; 0 if it is over.
  func milliseconds(since earlier: Moment) -> Int {
    Int(max(0, nanoseconds - earlier.nanoseconds + 999_999) / 1_000_000)
  }

  static func < (left: Moment, right: Moment) -> Bool { left.nanoseconds < right.nanoseconds }
}
