import Foundation

/// Ways in which dates are written as texts.
enum DateForm: String, CaseIterable, Sendable {
  case internet, fractional, spaced, local, day, mail, slashed, american, seconds, milliseconds

  var words: String {
    switch self {
    case .internet: "2026-01-31T10:00:00Z"
    case .fractional: "2026-01-31T10:00:00.000Z"
    case .spaced: "2026-01-31 10:00:00"
    case .local: "2026-01-31T10:00:00"
    case .day: "2026-01-31"
    case .mail: "Sat, 31 Jan 2026 10:00:00 GMT"
    case .slashed: "31/01/2026"
    case .american: "01/31/2026"
    case .seconds: "seconds since 1970 in quotes"
    case .milliseconds: "milliseconds since 1970 in quotes"
    }
  }

  /// What people have to decide; `nil`: nothing.
  var decision: String? {
    switch self {
    case .spaced, .local: "a time without its zone is taken for UTC"
    case .day: "a day without a time is taken for its first moment in UTC"
    case .slashed: "31/01/2026 is taken for day, month and year, in UTC"
    case .american: "01/31/2026 is taken for month, day and year, in UTC"
    case .internet, .fractional, .mail, .seconds, .milliseconds: nil
    }
  }

  private var pattern: String? {
    switch self {
    case .spaced: "yyyy-MM-dd HH:mm:ss"
    case .local: "yyyy-MM-dd'T'HH:mm:ss"
    case .day: "yyyy-MM-dd"
    case .mail: "EEE, dd MMM yyyy HH:mm:ss zzz"
    case .slashed: "dd/MM/yyyy"
    case .american: "MM/dd/yyyy"
    case .internet, .fractional, .seconds, .milliseconds: nil
    }
  }

  /// Lines of Swift before the call.
  var setUp: [String] {
    switch self {
    case .internet: ["let form = ISO8601DateFormatter()"]
    case .fractional:
      ["let form = ISO8601DateFormatter()", "form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]"]
    case .seconds, .milliseconds: []
    default:
      [
        "let form = DateFormatter()", "form.locale = Locale(identifier: \"en_US_POSIX\")",
        "form.timeZone = TimeZone(secondsFromGMT: 0)", "form.dateFormat = \"\(pattern ?? "")\"",
      ]
    }
  }

  /// An expression of Swift for the date of `text`.
  var call: String {
    switch self {
    case .seconds: "Double(text).map({ Date(timeIntervalSince1970: $0) })"
    case .milliseconds: "Double(text).map({ Date(timeIntervalSince1970: $0 / 1000) })"
    default: "form.date(from: text)"
    }
  }

  /// The date of a text; `nil` if it is not written so.
  func date(_ text: String) -> Date? {
    switch self {
    case .internet: return ISO8601DateFormatter().date(from: text)
    case .fractional:
      let form = ISO8601DateFormatter()
      form.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      return form.date(from: text)
    case .seconds, .milliseconds:
      guard let number = Double(text), (number.magnitude > 1e11) == (self == .milliseconds) else { return nil }
      return Date(timeIntervalSince1970: self == .seconds ? number : number / 1000)
    default:
      let form = DateFormatter()
      form.locale = Locale(identifier: "en_US_POSIX")
      form.timeZone = TimeZone(secondsFromGMT: 0)
      form.dateFormat = pattern
      return form.date(from: text)
    }
  }
}
