import Foundation
import Store

/// An error that ends the command, with an exit code and one line.
struct CommandFailure: Error, Equatable {
  let code: Int32
  let message: String

  private static let longest = 2000

  /// Wrong use or configuration: exit 2.
  static func usage(_ message: String) -> CommandFailure { CommandFailure(code: 2, message: message) }

  /// Could not check: exit 3.
  static func notChecked(_ message: String) -> CommandFailure { CommandFailure(code: 3, message: message) }

  /// Store or internal: exit 4.
  static func store(_ message: String) -> CommandFailure { CommandFailure(code: 4, message: message) }

  init(code: Int32, message: String) {
    self.code = code
    // The typed text is quoted, up to a limit.
    self.message = message.count > Self.longest ? message.prefix(Self.longest) + "…" : message
  }

  init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError:
      let code: Int32 =
        switch error {
        case .unknownIncident, .resolvedIncident: 2
        case .heldByAnother: 75
        default: 4
        }
      self.init(code: code, message: error.withOptions)
    // Foundation's texts have several lines and may quote the input.
    case is DecodingError, is EncodingError, is CocoaError:
      self.init(code: 4, message: "an internal error (\(type(of: error))); please report this as a bug")
    case is CancellationError: self.init(code: 4, message: "ended before it was done; what was done is stored")
    default: self.init(code: 2, message: "\(error)")
    }
  }
}
