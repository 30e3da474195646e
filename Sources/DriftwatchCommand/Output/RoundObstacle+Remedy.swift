import Monitoring

extension RoundObstacle {
  /// What to write on the command line; `nil` where an option would not help.
  var remedy: String? {
    switch self {
    case .noBaseURL(let contract): "give one with --base-url \(contract)=URL"
    case .writesNotAllowed, .noSender, .noSandbox: nil
    case .notASandbox(let sandboxes): sandboxes.first.map { "add --environment \($0)" }
    case .sandboxMoved: "leave out --base-url"
    }
  }
}
