/// What a string looks like, by its bytes alone.
public enum StringFormat: String, Codable, Sendable, CaseIterable {
  /// RFC 9562 §4: 8-4-4-4-12 hexadecimal digits in any letter case.
  case uuid
  /// Date and time in UTC without a fraction of a second, as RFC 3339 §5.6 writes it: `2024-05-01T10:00:00Z`.
  case dateTime
  /// The same with one to three digits of a fraction, which some readers of ISO 8601 refuse.
  case dateTimeFraction
  /// RFC 3339 `full-date`.
  case date
  /// RFC 3986 §3 with a scheme and an authority: `https://…`.
  case urlAbsolute
  /// RFC 3986 §4.2, beginning with `/`, `./` or `../`.
  case urlRelative
  /// A name and `@` before a domain with a dot.
  case email
  /// ASCII digits only.
  case digits
  /// No characters.
  case empty
  /// White space only.
  case blank
  /// JSON text, or a piece of it, inside a string: `["http…` or `"http…"]`.
  case json
  /// Everything else.
  case text
  // Stored shapes count formats by their index, so new ones stand at the end.
  /// Date and time in UTC with more than three digits of a fraction, which readers of milliseconds refuse.
  case dateTimeLongFraction
  /// Date and time with an offset from UTC: `2024-05-01T12:00:00+02:00`.
  case dateTimeOffset
  /// The same with one to three digits of a fraction.
  case dateTimeOffsetFraction
  /// The same with more.
  case dateTimeOffsetLongFraction
  /// Date and time of a zone that the text does not name: `2024-05-01T10:00:00`.
  case dateTimeLocal
  /// The same with one to three digits of a fraction.
  case dateTimeLocalFraction
  /// The same with more.
  case dateTimeLocalLongFraction

  /// Classifies a string.
  public init(of string: String) {
    var string = string
    self = string.withUTF8 { StringFormat(bytes: $0) }
  }

  /// The number of formats.
  static let positions = 19

  /// Index in `allCases`.
  var position: Int {
    switch self {
    case .uuid: 0
    case .dateTime: 1
    case .dateTimeFraction: 2
    case .date: 3
    case .urlAbsolute: 4
    case .urlRelative: 5
    case .email: 6
    case .digits: 7
    case .empty: 8
    case .blank: 9
    case .json: 10
    case .text: 11
    case .dateTimeLongFraction: 12
    case .dateTimeOffset: 13
    case .dateTimeOffsetFraction: 14
    case .dateTimeOffsetLongFraction: 15
    case .dateTimeLocal: 16
    case .dateTimeLocalFraction: 17
    case .dateTimeLocalLongFraction: 18
    }
  }

  /// Whether readers rely on this format, so that a string of another format is a change.
  var isStrong: Bool {
    switch self {
    case .uuid, .urlAbsolute, .urlRelative, .email, .digits: true
    case .empty, .blank, .json, .text: false
    default: isDate
    }
  }

  /// Whether it names a day.
  @inline(__always)
  public var isDate: Bool { (1...3).contains(position) || position >= Self.dateTimeLongFraction.position }

  var words: String {
    switch self {
    case .uuid: "UUID"
    case .dateTime: "date and time"
    case .dateTimeFraction: "date and time with a fraction"
    case .date: "date"
    case .urlAbsolute: "URL"
    case .urlRelative: "URL without a host"
    case .email: "e-mail address"
    case .digits: "digits"
    case .empty: "empty string"
    case .blank: "white space"
    case .json: "JSON text in a string"
    case .text: "text"
    case .dateTimeLongFraction: "date and time with a long fraction"
    case .dateTimeOffset: "date and time with an offset"
    case .dateTimeOffsetFraction: "date and time with an offset and a fraction"
    case .dateTimeOffsetLongFraction: "date and time with an offset and a long fraction"
    case .dateTimeLocal: "date and time without a zone"
    case .dateTimeLocalFraction: "date and time without a zone, with a fraction"
    case .dateTimeLocalLongFraction: "date and time without a zone, with a long fraction"
    }
  }
}
