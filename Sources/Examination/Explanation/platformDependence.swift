import ContractKit
import DriftModel
import JSONDocument
import TracingDecoder

/// Values that this Foundation accepts, and that the system on which a version runs is documented to refuse.
///
/// * `URL`: before iOS 17 and macOS 14 `URL(string:)` returned nil for text that is not valid by RFC 3986 (a space, a
///   non-ASCII character); since then, and on Linux, such text is percent-encoded (Apple, `URL.init(string:)`,
///   discussion).
/// * `Date` under `.iso8601`: before iOS 17 and macOS 14 the strategy used `ISO8601DateFormatter` with
///   `withInternetDateTime`, which refuses fractional seconds (swiftlang/swift-foundation#323).
func platformDependence(
  _ values: [LenientValue], _ runsOn: Platform?, in places: JSONLocator
) -> [FieldFailure] {
  guard let runsOn, runsOn.isBeforeSwiftFoundation else { return [] }
  return values.map { value in
    let (type, hint) =
      switch value.kind {
      case .urlNeedsEncoding: ("URL", "before iOS 17 and macOS 14 this text is no URL; the field fails to decode there")
      case .dateNotToTheSecond: ("Date", "before iOS 17 and macOS 14 .iso8601 reads whole seconds only")
      }
    var failure = FieldFailure(
      value.values, rule: .decodePlatformDependent, expected: type, found: "string", in: places)
    failure.hint = "\(hint) (runs on \(runsOn.name) \(runsOn.major))"
    return failure
  }
}

extension Platform {
  /// Whether the system's Foundation is older than the one rewritten in Swift (iOS 17, macOS 14, tvOS 17, watchOS 10).
  fileprivate var isBeforeSwiftFoundation: Bool {
    switch name {
    case "iOS", "tvOS": major < 17
    case "macOS": major < 14
    case "watchOS": major < 10
    default: false
    }
  }
}
