/// Why a round does not send a selected request.
public enum RoundObstacle: Sendable, Equatable {
  /// No base URL is declared, nor given.
  case noBaseURL(contract: String)
  /// The request writes, and writes were not allowed.
  case writesNotAllowed
  /// The request writes, and no version declares what it sends.
  case noSender
  /// The request writes, and the contract declares no sandbox.
  case noSandbox
  /// The request writes, and the round's environment is none of the declared sandboxes.
  case notASandbox(sandboxes: [String])
  /// The request writes, and the contract was pointed away from its declared sandbox.
  case sandboxMoved

  /// The obstacle in a few words.
  var reason: String {
    switch self {
    case .noBaseURL: "no base URL"
    case .writesNotAllowed: "a request that writes is examined from recordings only"
    case .noSender: "no version declares what it sends there (Sends)"
    case .noSandbox: "a request that writes goes only to a sandbox; the contract declares none"
    case .notASandbox: "a request that writes goes only to a sandbox"
    case .sandboxMoved: "a request that writes goes only to the declared sandbox"
    }
  }
}
