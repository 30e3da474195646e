import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import StorePostgreSQL

extension Configuration {
  /// Reads the configuration file of a call; without one nothing is configured.
  ///
  /// - Parameters:
  ///   - call: Names the file, perhaps.
  ///   - environment: It may name the file, and gives the folders of systemd and of the user.
  ///   - contracts: What names in the file must be names of.
  /// - Throws: `CommandFailure` with exit code 2: the file, what is wrong where, and the nearest right word.
  init(_ call: CommandCall, _ environment: [String: String], _ contracts: [Contract]) throws {
    declared = contracts
    file = try ConfigurationFile.find(call, environment)
    guard let file else { return }
    let reader = ConfigurationReader(
      file: try JSONFile(path: file.path, comments: .allowed), contracts: contracts)
    try reader.read(into: &self)
  }
}

/// Reads the members of a configuration file, with precise errors.
private struct ConfigurationReader {
  let file: JSONFile
  let contracts: [Contract]

  private var document: JSONDocument { file.document }
  private static let sections = ["limits"]

  func read(into configuration: inout Configuration) throws {
    let direct = Setting.all.map(\.key).filter { !$0.contains(".") }
    let known = ["schemaVersion"] + direct + Self.sections + SettingTable.all.map(\.key)
    let root = try file.members(of: document.root, "the file", allowed: known) { elsewhere($0) }
    if let node = root["schemaVersion"], document.plainInteger(at: node, as: Int.self) != 1 {
      throw file.failure(node, "schemaVersion", "is not 1, which is all that this Driftwatch knows")
    }
    for key in direct { if let node = root[key] { configuration.values[key] = try value(node, key) } }
    for section in Self.sections {
      guard let node = root[section] else { continue }
      let keys = Setting.all.map(\.key).filter { $0.hasPrefix(section + ".") }
      let names = keys.map { String($0.dropFirst(section.count + 1)) }
      let members = try file.members(of: node, section, allowed: names) { elsewhere($0) }
      for (name, member) in members {
        configuration.values["\(section).\(name)"] = try value(member, "\(section).\(name)")
      }
    }
    if let node = root["baseURLs"] { configuration.baseURLs = try baseURLs(node) }
    if let node = root["intervals"] { configuration.intervals = try intervals(node) }
    if let node = root["credentials"] { configuration.credentials = try credentials(node) }
    if let node = root["installs"] { configuration.installs = try installs(node) }
    if let node = root["levels"] { configuration.levels = try levels(node) }
    if let node = root["suppressions"] { configuration.suppressions = try suppressions(node) }
  }

  /// The right section of a key that is in the wrong one.
  private func elsewhere(_ name: String) -> String? {
    let key = Setting.all.map(\.key).first { $0 == name || $0.hasSuffix(".\(name)") }
    return key.map { "; did you mean \"\($0)\"?" }
  }

  private func origin(_ node: JSONNode) -> SettingValue.Origin {
    file.origin(of: node)
  }

  private func value(_ node: JSONNode, _ key: String) throws -> SettingValue {
    guard let kind = Setting.named(key)?.kind else { throw file.failure(node, key, "is no setting") }
    var text: String?
    switch kind {
    case .name: text = try file.line(node, key)
    case .path:
      let name = try file.line(node, key, what: "a path")
      if key == "db", let problem = CommandSettings.problem(ofLedger: name) {
        throw file.failure(node, key, "names no ledger: \(problem)")
      }
      text = ServerAddress.isOne(name) ? name : absolute(name)
    case .word:
      text = file.text(node)
    case .flag:
      if document.kind(of: node) == .bool { text = document.isTrue(node) ? "true" : "false" }
    case .seconds, .bytes:
      text = file.text(node) ?? number(node)
    case .count: text = number(node)
    }
    guard let text, let canonical = kind.canonical(text) else { throw wrong(node, key, kind) }
    return SettingValue(text: canonical, origin: origin(node))
  }

  private func number(_ node: JSONNode) -> String? { file.number(node) }

  private func wrong(_ node: JSONNode, _ key: String, _ kind: Setting.Kind) -> CommandFailure {
    let isScalar = ![.object, .array].contains(document.kind(of: node))
    let actual = isScalar ? document.excerpt(of: node) : file.kind(node)
    var hint = ""
    if case .word(let words) = kind, let text = file.text(node), let nearest = nearestName(to: text, in: words) {
      hint = "; did you mean \(nearest)?"
    }
    return file.failure(node, key, "is \(actual), not \(kind.expectation)\(hint)")
  }

  /// Paths are relative to the file, which may be read from any folder.
  private func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/") else { return path }
    return URL(fileURLWithPath: file.path).deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
      .path
  }

  /// Refuses what is no contract.
  private func contract(_ id: String, _ node: JSONNode, _ place: String) throws -> Contract {
    if let contract = contracts.first(where: { $0.id == id }) { return contract }
    let nearest = nearestName(to: id, in: contracts.map(\.id)).map { "; did you mean \($0)?" } ?? ""
    throw file.failure(node, place, "names no contract: \"\(JSONFile.quoted(id))\"\(nearest)")
  }

  /// Refuses what is neither `*` nor a contract or endpoint.
  private func checkTarget(_ text: String, _ node: JSONNode, _ place: String) throws {
    let target = Configuration.Target(text)
    guard let id = target.contract else { return }
    let contract = try contract(id, node, place)
    guard let endpoint = target.endpoint, contract.endpoint(endpoint) == nil else { return }
    let nearest =
      nearestName(to: endpoint, in: contract.endpoints.map(\.id)).map { "; did you mean \(id)/\($0)?" } ?? ""
    throw file.failure(node, place, "names no endpoint of \(id): \"\(JSONFile.quoted(endpoint))\"\(nearest)")
  }

  private func baseURLs(_ node: JSONNode) throws -> [String: [String: SettingValue]] {
    var found: [String: [String: SettingValue]] = [:]
    for (environment, node) in try file.members(of: node, "baseURLs") {
      let place = "baseURLs.\(JSONFile.quoted(environment))"
      for (id, node) in try file.members(of: node, place) {
        _ = try contract(id, node, place)
        let url = try baseURL(node, "\(place).\(id)")
        found[environment, default: [:]][id] = SettingValue(text: url, origin: origin(node))
      }
    }
    return found
  }

  private func intervals(_ node: JSONNode) throws -> [String: SettingValue] {
    var found: [String: SettingValue] = [:]
    for (target, node) in try file.members(of: node, "intervals") {
      try checkTarget(target, node, "intervals")
      let place = "intervals.\(target)"
      guard let text = file.text(node) ?? number(node), let seconds = Setting.Kind.seconds(text), seconds >= 1 else {
        throw file.failure(
          node, place,
          "is \(document.excerpt(of: node)), not a time of a second or more and up to ten years, such as 90, \"15m\" or \"1d\""
        )
      }
      found[target] = SettingValue(text: Setting.Kind.plain(seconds), origin: origin(node))
    }
    return found
  }

  /// An http or https URL without a password and a query.
  private func baseURL(_ node: JSONNode, _ place: String) throws -> String {
    let url = try file.line(node, place, what: "a URL")
    guard url == Console.withoutPassword(url) else {
      throw file.failure(
        node, place, "holds a user name or password before the @; name a credential in the contract instead")
    }
    guard !url.contains("?") || !["http://", "https://"].contains(where: url.lowercased().hasPrefix) else {
      throw file.failure(node, place, "has a query; paths are put behind a base URL, so give the query with them")
    }
    guard Contract("probe", baseURL: url, { Endpoint("probe", get: "/") }).problems().isEmpty else {
      throw file.failure(
        node, place, "is \"\(JSONFile.quoted(String(url.prefix { $0 != "?" && $0 != "#" })))\", no http or https URL")
    }
    return url
  }

  private func credentials(_ node: JSONNode) throws -> [String: Configuration.CredentialPlace] {
    var all: [String: Configuration.CredentialPlace] = [:]
    for (id, node) in try file.members(of: node, "credentials") {
      let contract = try contract(id, node, "credentials")
      let place = "credentials.\(id)"
      let ways = #"{"environment": "NAME"}, {"file": "PATH"}, {"credential": "NAME"} or {"command": ["PROGRAM", …]}"#
      // The text itself is not repeated: it may be the secret.
      guard document.kind(of: node) == .object else {
        throw file.failure(
          node, place, "is \(file.kind(node)): a secret never stands in this file; say where it is read, as \(ways)")
      }
      guard contract.authorization != nil else {
        throw file.failure(node, place, "has no use: the contract sends no credential")
      }
      let members = try file.members(
        of: node, place, allowed: ["environment", "file", "credential", "command", "origins"],
        elsewhere: {
          ["value", "token", "secret", "password"].contains($0) ? "; a secret never stands in this file" : nil
        })
      let places = members.filter { $0.0 != "origins" }
      guard places.count == 1, let (way, value) = places.first else {
        throw file.failure(node, place, "needs one of \(ways)")
      }
      var found = Configuration.CredentialPlace(
        credential: try credential(way, value, "\(place).\(way)"), origin: origin(node))
      for (_, node) in members where node != value {
        guard document.kind(of: node) == .array else {
          throw file.failure(node, "\(place).origins", "is \(file.kind(node)), not a list of URLs")
        }
        for (index, node) in document.children(of: node).enumerated() {
          found.origins.append(try baseURL(node, "\(place).origins[\(index)]"))
        }
      }
      all[id] = found
    }
    return all
  }

  private func credential(_ way: String, _ node: JSONNode, _ place: String) throws -> Credential {
    switch way {
    case "environment":
      let name = try file.line(node, place, what: "the name of a variable")
      let isName = name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || Character(UnicodeScalar($0)).isLetterOrDigit }
      guard isName, name.utf8.first.map({ !(0x30...0x39).contains($0) }) ?? false else {
        // Not repeated either.
        throw file.failure(node, place, "is no name of an environment variable; a secret never stands in this file")
      }
      return .environment(name)
    case "file": return .file(absolute(try file.line(node, place, what: "a path")))
    case "credential":
      let name = try file.line(node, place, what: "the name of a credential")
      guard !name.contains("/") else { throw file.failure(node, place, "is no name: it holds a slash") }
      return .credential(name)
    default: return .command(try words(node, place))
    }
  }

  private func installs(_ node: JSONNode) throws -> [String: Configuration.Installs] {
    var found: [String: Configuration.Installs] = [:]
    for (id, node) in try file.members(of: node, "installs") {
      let reader = InstallReader(file: file, contract: try contract(id, node, "installs"))
      var installs = Configuration.Installs()
      let sources = try reader.read(node, into: &installs.written, sources: ["file", "command"])
      guard sources.count <= 1 else {
        throw file.failure(node, reader.place, "has a file and a command; leave one of them")
      }
      for (name, node) in sources {
        let place = "\(reader.place).\(name)"
        installs.origin = origin(node)
        guard name == "file" else {
          installs.source = .command(try words(node, place))
          continue
        }
        let path = absolute(try file.line(node, place, what: "a path"))
        guard FileManager.default.fileExists(atPath: path) else {
          throw file.failure(node, place, "is no file: \"\(JSONFile.quoted(path))\"")
        }
        installs.source = .file(path)
      }
      if case .file(let path) = installs.source {
        installs.read = try InstallReader(file: try JSONFile(path: path), contract: reader.contract).shares()
      }
      found[id] = installs
    }
    return found
  }

  /// A program and its arguments.
  private func words(_ node: JSONNode, _ place: String) throws -> [String] {
    guard document.kind(of: node) == .array, document.count(of: node) > 0 else {
      throw file.failure(node, place, "is \(file.kind(node)), not a list with a program and its arguments")
    }
    return try document.children(of: node).map { try file.line($0, place) }
  }

  private func levels(_ node: JSONNode) throws -> [Configuration.LevelEntry] {
    var found: [Configuration.LevelEntry] = []
    for (target, node) in try file.members(of: node, "levels") {
      if RuleID(rawValue: target) != nil {
        throw file.failure(
          node, "levels",
          #"has the rule "\#(target)" where *, ID or ID/ENDPOINT stands; write {"*": {"\#(target)": …}}"#)
      }
      try checkTarget(target, node, "levels")
      for (name, node) in try file.members(of: node, "levels.\(target)") {
        guard let rule = RuleID(rawValue: name) else {
          let nearest = nearestName(to: name, in: RuleID.allCases.map(\.rawValue)).map { "; did you mean \($0)?" } ?? ""
          throw file.failure(node, "levels.\(target)", "names no rule: \"\(JSONFile.quoted(name))\"\(nearest)")
        }
        let words = LevelSettings.Choice.allCases.map(\.rawValue)
        guard let choice = file.text(node).flatMap(LevelSettings.Choice.init(rawValue:)) else {
          throw wrong(node, "levels.\(target).\(name)", .word(words))
        }
        found.append(Configuration.LevelEntry(target: target, rule: rule, choice: choice, origin: origin(node)))
      }
    }
    return found
  }

  private func suppressions(_ node: JSONNode) throws -> [SettingValue] {
    guard document.kind(of: node) == .array else {
      throw file.failure(node, "suppressions", "is \(file.kind(node)), not a list of paths")
    }
    return try document.children(of: node).enumerated().map { index, node in
      let place = "suppressions[\(index)]"
      let path = absolute(try file.line(node, place, what: "a path"))
      guard FileManager.default.fileExists(atPath: path) else {
        throw file.failure(node, place, "is no file: \"\(JSONFile.quoted(path))\"")
      }
      return SettingValue(text: path, origin: origin(node))
    }
  }
}

extension Character {
  fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}
