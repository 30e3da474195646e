/// What may happen to one value of a response: the columns of the impact matrix.
public enum Perturbation: String, Codable, Sendable, CaseIterable {
  /// The member, or the element of an array, is no longer there.
  case removed
  /// `null`.
  case null
  /// `""`, `[]` or `{}`.
  case empty
  /// A text of one space.
  case blank
  /// A text, or a number in place of one of an enum's, that was never heard of.
  case unknownValue
  /// A number or bool in quotes; a text where there was null.
  case asText
  /// A numeric text without quotes, 1 or 0 for a bool, 7 for everything else.
  case asNumber
  /// A half more than an integer.
  case asFraction
  /// `true` or `false` in place of a text or number.
  case asBool
  /// An object as the only element of an array.
  case asArray
  /// An array's elements as members called by their index.
  case asObject
  /// The value inside an object: `{"value": …}`.
  case wrapped
  /// A date in seconds since 1970 in place of its text.
  case asEpoch
  /// A date's text with a fraction of a second, or without where it had one.
  case otherDateForm
  /// A date and time in UTC without its time zone, or with one where it had none.
  case otherZone
  /// A Unix time in milliseconds in place of seconds, or the other way round.
  case otherTimeUnit
  /// A text that is no URL in place of one.
  case invalidURL
  /// A URL without the last component of its path.
  case shortenedURL
  /// Another value of the same kind; one that the enum knows where the type is an enum.
  case alteredOnce
  /// A second other value, since one may happen to make no difference.
  case alteredAgain

  /// In words, as the end of "`$[*].price` …": `is null`.
  public var words: String {
    switch self {
    case .removed: "is gone"
    case .null: "is null"
    case .empty: "is empty"
    case .blank: "is white space"
    case .unknownValue: "has an unknown value"
    case .asText: "is text"
    case .asNumber: "is a number"
    case .asFraction: "is a fraction"
    case .asBool: "is a bool"
    case .asArray: "is an array"
    case .asObject: "is an object"
    case .wrapped: "is inside an object"
    case .asEpoch: "is seconds since 1970"
    case .otherDateForm: "is another date form"
    case .otherZone: "has no time zone, or has one where it had none"
    case .otherTimeUnit: "is in another unit of time"
    case .invalidURL: "is no URL"
    case .shortenedURL: "lacks its last component"
    case .alteredOnce: "has another value"
    case .alteredAgain: "has a second other value"
    }
  }
}
