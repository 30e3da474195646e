import ContractKit
import DriftModel
import Foundation

@testable import DriftwatchCommand

/// A file that people write: `driftwatch.json`, or with an `A` before it `accepted.json`.
///
/// A secret has no place in either, and people put it there all the same; the dictionary has one, so that it is known.
struct FileInput {
  static let secret = "s3cr3t-t0ken"
  private static let contracts = [
    Contract(
      "shop", baseURL: "https://shop.example.com/v1", authorization: .bearer(.environment("SHOP_TOKEN")),
      versions: [Version("v1", installs: 80) {}, Version("v2", installs: 20) {}]
    ) {
      Endpoint("list", get: "/list", every: .minutes(15))
      Endpoint("detail", get: "/detail", every: .minutes(15))
    },
    Contract("plain", baseURL: "https://plain.example.com") { Endpoint("all", get: "/all") },
  ]
  /// A folder of this process, in memory where that is possible.
  private static let folder: String = {
    let base = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
    let folder = "\(base)/driftwatch-fuzz-\(getpid())"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    atexit { try? FileManager.default.removeItem(atPath: FileInput.folder) }
    return folder
  }()

  private let text: [UInt8]
  private let isAccepted: Bool

  init?(_ input: [UInt8]) {
    isAccepted = input.first == UInt8(ascii: "A")
    text = Array(isAccepted ? input.dropFirst() : input[...])
    // A named file would be read whole, and a device has no end.
    guard !String(decoding: text, as: UTF8.self).contains("dev") else { return nil }
  }

  /// What is wrong, in one line; nil if nothing.
  func fault() -> String? {
    let path = "\(Self.folder)/\(isAccepted ? AcceptedFile.name : ConfigurationFile.name)"
    guard FileManager.default.createFile(atPath: path, contents: Data(text)) else { return "cannot write \(path)" }
    do {
      if isAccepted { return try acceptedFault(path) }
      let call = try CommandCall(["check", "--config", path])
      let configuration = try Configuration(call, [:], Self.contracts)
      return try useFault(configuration, call)
    } catch let failure as CommandFailure {
      return messageFault(failure, path)
    } catch {
      return "another error: \("\(error)".prefix(200))"
    }
  }

  /// What the program makes of a configuration.
  private func useFault(_ configuration: Configuration, _ call: CommandCall) throws -> String? {
    for (key, value) in configuration.values {
      guard let kind = Setting.named(key)?.kind, kind.canonical(value.text) == value.text else {
        return "\(key) is \(value.text.debugDescription), which is no value of it"
      }
      _ = kind.words(value.text)
    }
    let applied = configuration.applied(to: Self.contracts)
    for endpoint in applied.flatMap(\.endpoints) where endpoint.interval < .seconds(1) {
      return "\(endpoint.id) has no pause"
    }
    for version in applied.flatMap(\.versions) {
      if let share = version.installs, !(0...100).contains(share) { return "\(share) % of the installs" }
    }
    _ = configuration.levelSettings
    _ = try call.filled(by: configuration, [:])
    return nil
  }

  private func acceptedFault(_ path: String) throws -> String? {
    let file = try AcceptedFile(path: path)
    for entry in file.entries { _ = entry.acceptance.id(contract: "shop") }
    try file.write()
    let again: AcceptedFile
    do { again = try AcceptedFile(path: path) } catch { return "cannot read what it wrote: \(error)" }
    return again == file ? nil : "is read as another from what it wrote"
  }

  /// One line that names the file and the place, and holds no secret.
  private func messageFault(_ failure: CommandFailure, _ path: String) -> String? {
    let message = failure.message
    guard failure.code == 2 else { return "exit code \(failure.code): \(message)" }
    guard !message.contains(where: \.isNewline) else { return "several lines: \(message.debugDescription)" }
    guard message.hasPrefix("\(path): ") else { return "no file: \(message)" }
    guard message.firstMatch(of: /line [0-9]+, column [0-9]+/) != nil else { return "no place: \(message)" }
    return message.contains(Self.secret) && SecretPlaces(text, isAccepted: isAccepted).holdsAll(Self.secret)
      ? "a secret: \(message)" : nil
  }
}
