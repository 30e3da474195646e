/// How a type of the app's reads a response.
struct AppReading: Hashable {
  /// Where in a response the type is.
  enum Place: Hashable {
    /// It is the whole response.
    case root
    /// The response is a list of it.
    case list
    /// A member of the response holds the list. This is the key, as the decoder has it.
    case below(key: String)
  }

  /// The type: `ProductDTO`.
  let type: String
  let place: Place

  /// The type of a whole response where it is the app's own; `nil` where a member holds the list.
  var wholeType: String? {
    switch place {
    case .root: type
    case .list: "[\(type)]"
    case .below: nil
    }
  }

  /// Whether it is the same type at the same place, whatever a decoder makes of keys.
  func isLike(_ other: AppReading) -> Bool { type == other.type && wholeType == other.wholeType }
}

/// What decodes the app's types.
enum AppDecoder: Hashable {
  /// One of the app's own, as an expression.
  case own(String)
  case plain, iso8601, snakeCase, snakeCaseISO8601

  /// Those that are tried if the app has none that reads as many members, the simplest first.
  static let general: [AppDecoder] = [.plain, .iso8601, .snakeCase, .snakeCaseISO8601]

  /// What is set on a `JSONDecoder`.
  var settings: [String] {
    switch self {
    case .own, .plain: []
    case .iso8601: ["decoder.dateDecodingStrategy = .iso8601"]
    case .snakeCase: ["decoder.keyDecodingStrategy = .convertFromSnakeCase"]
    case .snakeCaseISO8601: Self.snakeCase.settings + Self.iso8601.settings
    }
  }

  /// The name of a function that makes it; `nil` if none is needed.
  var factory: String? {
    switch self {
    case .own, .plain: nil
    case .iso8601: "makeISO8601Decoder"
    case .snakeCase: "makeSnakeCaseDecoder"
    case .snakeCaseISO8601: "makeSnakeCaseISO8601Decoder"
    }
  }
}

/// What came of trying the types of one version on the responses of one endpoint.
enum AppMatch: Hashable {
  case reads(AppReading, AppDecoder)
  /// Several types read as much.
  case tie([AppReading])
  case none

  /// Chooses the type that reads most members.
  ///
  /// - Parameter found: Everything that decodes all responses, with the number of members that it reads; decoders in the order in which
  ///   they are preferred.
  init(_ found: [(reading: AppReading, decoder: AppDecoder, members: Int)]) {
    // A type that reads nothing decodes whatever comes.
    let most = found.map(\.members).max() ?? 0
    guard most > 0 else {
      self = .none
      return
    }
    let best = found.filter { $0.members == most }
    var readings: [AppReading] = []
    // A wrapper's key may differ from decoder to decoder.
    for one in best where !readings.contains(where: { $0.isLike(one.reading) }) { readings.append(one.reading) }
    self = readings.count == 1 ? .reads(best[0].reading, best[0].decoder) : .tie(readings)
  }
}
