/// How much a finding matters to the people who use the app.
public enum Level: String, Codable, Sendable, CaseIterable, Comparable {
  /// Nothing is lost: additions, evidence, notices.
  case info
  /// Something is lost or soon will be, but not the whole response.
  case warning
  /// The whole response, or at least a fifth of its records, is lost to a supported version.
  case breaking

  private var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .breaking: 2
    }
  }

  /// By severity.
  public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  /// One level down; information stays information.
  public var lowered: Level { self == .breaking ? .warning : .info }
}

extension Level {
  /// As sentences say it.
  public var words: String { self == .info ? "information" : rawValue }
}
