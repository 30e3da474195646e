import ContractKit
import Scaffolding

/// A credential that options name, for URLs that no contract declares. The secret itself is in an environment variable.
struct CredentialOption {
  /// As a new contract declares it.
  let placement: ScaffoldCredential
  /// As it is sent.
  let authorization: Authorization

  /// The variable that holds the secret.
  var variable: String { placement.variable }

  /// The flags.
  static let names = ["--bearer-env", "--query-env", "--header-env"]

  var isQueryItem: Bool { if case .queryItem = placement { true } else { false } }

  /// What a call says; `nil` if it names none.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for what names no variable, and for several credentials.
  init?(_ call: CommandCall) throws {
    let given = Self.names.filter { call.value($0) != nil }
    guard given.count < 2 else {
      throw CommandFailure.usage("an API has one credential: give one of \(Self.names.joined(separator: ", "))")
    }
    guard let option = given.first, let text = call.value(option) else { return nil }
    if option == "--bearer-env" {
      guard Self.isVariable(text) else {
        throw CommandFailure.usage("--bearer-env needs the name of a variable, and never the token itself")
      }
      (placement, authorization) = (.bearer(variable: text), .bearer(.environment(text)))
      return
    }
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, Self.isVariable(parts[1]) else {
      throw CommandFailure.usage("\(option) needs NAME=VARIABLE, and never the secret itself")
    }
    if option == "--query-env" {
      placement = .queryItem(parts[0], variable: parts[1])
      authorization = .queryItem(parts[0], .environment(parts[1]))
    } else {
      placement = .header(parts[0], variable: parts[1])
      authorization = .header(parts[0], .environment(parts[1]))
    }
  }

  private static func isVariable(_ name: String) -> Bool { name.wholeMatch(of: /[A-Za-z_][A-Za-z0-9_]{0,99}/) != nil }
}
