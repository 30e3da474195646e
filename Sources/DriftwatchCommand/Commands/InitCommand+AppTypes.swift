import Foundation
import Scaffolding

extension InitCommand {
  /// The files that `--dto` names; `nil` without it.
  func appFiles() throws -> AppTypesFolder? {
    guard let path = call.value("--dto") else { return nil }
    do throws(UnusableForPackage) { return try AppTypesFolder(path) } catch {
      throw CommandFailure.usage("--dto: \(error.description.printable)")
    }
  }

  /// Finds what the app's types read.
  func appTypes(
    _ folder: AppTypesFolder?, _ name: String, _ exchanges: [ObservedExchange], _ credential: CredentialOption?
  ) throws -> AppTypes? {
    guard let folder else { return nil }
    settings.console.progress("compiling, and trying your types…")
    defer { settings.console.endProgress() }
    do throws(UnusableForPackage) {
      return try AppTypes(
        folder, name: name, exchanges: exchanges, credential: credential?.placement,
        environment: settings.environment.filter { !settings.secretVariables.contains($0.key) })
    } catch { throw CommandFailure.usage(error.description.printable) }
  }
}
