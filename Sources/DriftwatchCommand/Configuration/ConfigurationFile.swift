import Foundation

/// Where the configuration file is: exactly one is read, and nothing is merged.
struct ConfigurationFile: Sendable, Equatable {
  static let name = "driftwatch.json"

  let path: String
  /// Who named it, for `config show`: `--config`, a variable, or where it was found.
  let found: String

  /// The configuration file of a call; `nil` if there is none, or with `--config none`.
  ///
  /// - Throws: `CommandFailure` with exit code 2: one that was named is not there, or one that was found may be
  ///   another's.
  static func find(_ call: CommandCall, _ environment: [String: String]) throws -> ConfigurationFile? {
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let named =
      call.value("--config").map { ($0, "--config") }
      ?? variable("DRIFTWATCH_CONFIG").map { ($0, "$DRIFTWATCH_CONFIG") }
    if let (path, who) = named {
      if path == "none" { return nil }
      guard isFile(path) else { throw CommandFailure.usage("\(who): there is no file \"\(path)\"") }
      return try checked(ConfigurationFile(path: absolute(path), found: who))
    }
    for folder in (variable("CONFIGURATION_DIRECTORY") ?? "").split(separator: ":") {
      let path = "\(folder)/\(name)"
      if isFile(path) { return try checked(ConfigurationFile(path: path, found: "$CONFIGURATION_DIRECTORY")) }
    }
    if let path = above(try start(call, environment)) {
      return try checked(ConfigurationFile(path: path, found: "beside or above the contracts"), ownedByUs: true)
    }
    let home = variable("HOME").map { "\($0)/.config" }
    let user = variable("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    let places = [(user.map { "\($0)/driftwatch" }, "the user's configuration"), ("/etc/driftwatch", "the system's")]
    for case (let folder?, let found) in places where isFile("\(folder)/\(name)") {
      return try checked(ConfigurationFile(path: "\(folder)/\(name)", found: found))
    }
    return nil
  }

  /// The parent of the contracts' folder, else the working directory.
  private static func start(_ call: CommandCall, _ environment: [String: String]) throws -> URL {
    let named = call.given("--contracts") ?? environment["DRIFTWATCH_CONTRACTS"].flatMap { $0.isEmpty ? nil : $0 }
    if let named { return URL(fileURLWithPath: absolute(named)).deletingLastPathComponent() }
    let here = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    var place = here
    while true {
      var isFolder: ObjCBool = false
      let path = place.appendingPathComponent("Contracts").path
      if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue { return place }
      guard place.path != "/" else { return here }
      place.deleteLastPathComponent()
    }
  }

  /// The nearest file of our name from `folder` upwards.
  private static func above(_ folder: URL) -> String? {
    var place = folder
    while true {
      let path = place.appendingPathComponent(name).path
      if isFile(path) { return path }
      guard place.path != "/" else { return nil }
      place.deleteLastPathComponent()
    }
  }

  /// Refuses a file that anybody may write, and one that was merely found and is another user's: it may name commands.
  private static func checked(_ file: ConfigurationFile, ownedByUs: Bool = false) throws -> ConfigurationFile {
    var status = stat()
    guard stat(file.path, &status) == 0 else {
      throw CommandFailure.usage("\(file.path): cannot be read; check its permissions")
    }
    guard status.st_mode & S_IWOTH == 0 else {
      throw CommandFailure.usage("\(file.path): anybody may write it, and it may name commands; chmod o-w it")
    }
    guard !ownedByUs || [0, geteuid()].contains(status.st_uid) else {
      throw CommandFailure.usage(
        "\(file.path) was found above the contracts and belongs to another user (uid \(status.st_uid)); name it with --config if it is meant, or give --config none"
      )
    }
    return file
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : URL(fileURLWithPath: path).standardizedFileURL.path
  }
}
