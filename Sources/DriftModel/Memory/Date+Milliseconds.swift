package import Foundation

extension Date {
  /// Whole milliseconds since 1970, which is how stores keep times; no more than a date of four digits in the year has, so that no
  /// date traps.
  package var milliseconds: Int64 { Self.milliseconds(timeIntervalSince1970) }

  /// A time that a store kept.
  package init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The time as a store gives it back.
  package var toTheMillisecond: Date { Date(milliseconds: milliseconds) }

  /// Seconds as whole milliseconds within the same limits; what is not a number is 0.
  package static func milliseconds(_ seconds: Double) -> Int64 {
    guard !seconds.isNaN else { return 0 }
    let limit = 253_402_300_799_000.0
    return Int64(min(max((seconds * 1000).rounded(), -limit), limit))
  }
}
