import Glibc

/// Time that passed since it was made: this process's user CPU (`getrusage`, all threads) and the wall's.
struct Stopwatch {
  private let user: Double
  private let wall: Double

  init() {
    user = Self.userSeconds()
    wall = Self.wallSeconds()
  }

  /// In seconds.
  var elapsed: Sample { Sample(user: Self.userSeconds() - user, wall: Self.wallSeconds() - wall) }

  private static func userSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
  }

  private static func wallSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Seconds of user CPU and of the wall, for a sample or for one pass.
struct Sample: Codable, Sendable {
  var user: Double
  var wall: Double
}

/// The middle of some figures; of an even number, the mean of the middle two.
func median(_ figures: [Double]) -> Double {
  guard !figures.isEmpty else { return .nan }
  let sorted = figures.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
