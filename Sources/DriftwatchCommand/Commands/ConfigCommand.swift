import ContractKit
import DriftModel
import DriftRules
import Fetching
import Foundation
import Store
import Reporting

/// `driftwatch config show`: every setting, its value, and where it comes from; never a secret.
struct ConfigCommand {
  private let settings: CommandSettings

  init(_ call: CommandCall, _ contracts: [Contract], _ environment: [String: String], _ console: Console) {
    settings = CommandSettings(call, contracts, environment, console)
  }

  /// One line of what is shown.
  struct Row: Equatable {
    /// Its heading: `limits`, `intervals`; empty for the first part.
    var section: String
    /// Its name under the heading.
    var name: String
    var value: String
    /// For programs: seconds and bytes as plain numbers.
    var plain: String
    var origin: SettingValue.Origin
    /// Commands that take another value, with it.
    var others: [CommandName: String] = [:]

    var key: String { section.isEmpty ? name : "\(section).\(name)" }
  }

  /// Forms of the list.
  enum Format: String, CaseIterable { case text, json }

  func run() throws -> Int32 {
    guard settings.call.operands == ["show"] else {
      throw CommandFailure.usage("config needs to know what to do: \(ProgramName.current) config show")
    }
    let format = try settings.call.choice("--format", Format.self) ?? .text
    try settings.validate()
    // What the commands that use it would refuse.
    _ = try (settings.failOn(), settings.candidateChoice(), FetchPolicy(settings.call))
    try settings.checkEnvironment()
    if settings.call.value("--contracts") ?? settings.call.settings["contracts"]?.text != nil {
      _ = try settings.knownContractsFolder()
    }
    let rows = try rows()
    try settings.console.print(format == .json ? try json(rows) : text(rows))
    return 0
  }

  private func rows() throws -> [Row] {
    let configuration = settings.configuration
    var rows = Setting.all.map(row)
    let given = try settings.givenBaseURLs()
    let environment = settings.environmentName
    for contract in settings.contracts {
      let configured = configuration.baseURLs[environment]?[contract.id]
      let value: SettingValue? =
        if let url = given[contract.id] { SettingValue(text: url, origin: .option("--base-url")) } else {
          configured ?? contract.baseURL(in: environment).map { SettingValue(text: $0, origin: .contract) }
        }
      let url = Self.withoutSecrets(value?.text ?? "none: recordings only")
      rows.append(
        Row(
          section: "baseURLs.\(environment)", name: contract.id, value: url, plain: url,
          origin: value?.origin ?? .contract))
    }
    for (other, urls) in configuration.baseURLs.sorted(by: { $0.key < $1.key }) where other != environment {
      rows += urls.sorted { $0.key < $1.key }.map { id, value in
        let url = Self.withoutSecrets(value.text)
        return Row(section: "baseURLs.\(other)", name: id, value: url, plain: url, origin: value.origin)
      }
    }
    for contract in settings.contracts {
      for endpoint in contract.endpoints where endpoint.isScheduled {
        let seconds = Setting.Kind.plain(Double(endpoint.interval.components.seconds))
        let origin = configuration.interval(of: endpoint.id, in: contract.id)?.origin ?? .contract
        rows.append(
          Row(
            section: "intervals", name: "\(contract.id)/\(endpoint.id)", value: Setting.Kind.seconds.words(seconds),
            plain: seconds, origin: origin))
      }
    }
    for contract in settings.contracts {
      guard let authorization = contract.authorization else { continue }
      let (name, origin) = (authorization.credential.name, configuration.credentials[contract.id]?.origin ?? .contract)
      rows.append(Row(section: "credentials", name: contract.id, value: name, plain: name, origin: origin))
    }
    for (id, installs) in configuration.installs.sorted(by: { $0.key < $1.key }) {
      if let source = installs.source, let origin = installs.origin {
        rows.append(
          Row(section: "installs.\(id)", name: source.key, value: source.text, plain: source.text, origin: origin))
      }
      let shares = installs.present.shares.sorted { isVersion($0.key, before: $1.key) }
      rows += shares.map { version, share in
        Row(section: "installs.\(id)", name: version, value: "\(share.text) %", plain: share.text, origin: share.origin)
      }
      if let day = installs.present.day {
        rows.append(Row(section: "installs.\(id)", name: "date", value: day.text, plain: day.text, origin: day.origin))
      }
    }
    rows += configuration.levels.map {
      let level = $0.choice.rawValue
      return Row(section: "levels.\($0.target)", name: $0.rule.rawValue, value: level, plain: level, origin: $0.origin)
    }
    rows += configuration.suppressions.enumerated().map {
      Row(section: "suppressions", name: "\($0)", value: $1.text, plain: $1.text, origin: $1.origin)
    }
    return rows
  }

  private func row(_ setting: Setting) -> Row {
    let parts = setting.key.split(separator: ".").map(String.init)
    let section = parts.dropLast().joined(separator: ".")
    let name = parts.last ?? setting.key
    if let value = settings.call.settings[setting.key] {
      if setting.key == "db", (try? CommandSettings.checkedLedger(value.text)) == nil {
        return Row(
          section: section, name: name, value: "(not shown: no name of a ledger)", plain: "", origin: value.origin)
      }
      return Row(
        section: section, name: name, value: setting.kind.words(value.text), plain: value.text, origin: value.origin)
    }
    var row = Row(
      section: section, name: name, value: setting.standardWords, plain: setting.standard, origin: .standard)
    row.others = setting.otherStandards
    // The value of the default here.
    switch setting.key {
    case "db": if let path = try? settings.ledgerPath() { (row.value, row.plain) = (path, path) }
    case "contracts":
      let path = (try? settings.contractsFolderIfAny())?.path ?? "none"
      (row.value, row.plain) = (path, path)
    case "colour" where !(settings.environment["NO_COLOR"] ?? "").isEmpty:
      (row.value, row.plain, row.origin) = ("never", "never", .variable("NO_COLOR"))
    default: break
    }
    return row
  }

  /// A URL without user name, password, query and fragment, which may contain keys.
  static func withoutSecrets(_ url: String) -> String {
    let text = Console.withoutPassword(url)
    guard let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return text }
    return text[..<end] + "?…"
  }

  private func text(_ rows: [Row]) -> String {
    var page = Document()
    let file = settings.configuration.file
    page.line(file.map { "file  \($0.path) (\($0.found))" } ?? "no configuration file; see docs/configuration.md")
    var section: String?
    for row in rows {
      if row.section != section {
        page.line("")
        if !row.section.isEmpty { page.line(row.section) }
        section = row.section
      }
      for line in lines(row, of: rows.filter { $0.section == row.section }) { page.line(line) }
    }
    return page.text(width: settings.console.width)
  }

  /// Name, value and origin in one line. A value without room is written below, whole, so that it can be copied.
  private func lines(_ row: Row, of section: [Row]) -> [String] {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    let names = section.map(\.name.count).max() ?? 0
    let origins = section.map { "\($0.origin)".count }.max() ?? 0
    let room = settings.console.width - 6 - names - origins
    let fitting = section.map(\.value.count).filter { $0 <= room }.max() ?? 0
    let name = "  " + padded(row.name, names)
    guard row.value.count <= room else {
      return ["\(name)  \(padded("", fitting))  \(row.origin)", "      \(row.value)"]
    }
    return ["\(name)  \(padded(row.value, fitting))  \(row.origin)"]
  }

  private struct SettingsReport: Encodable {
    struct Entry: Encodable {
      struct Origin: Encodable {
        var kind: String
        var name: String?
        var file: String?
        var line: Int?
      }
      var key: String
      var value: String
      var origin: Origin
      /// By command: other values; `nil` if all have the same.
      var commands: [String: String]?
    }
    var schemaVersion = 1
    var file: String?
    var settings: [Entry]
  }

  private func json(_ rows: [Row]) throws -> String {
    let entries = rows.map { row in
      let origin: SettingsReport.Entry.Origin =
        switch row.origin {
        case .option(let name): .init(kind: "option", name: name)
        case .variable(let name): .init(kind: "variable", name: name)
        case .file(let path, let line, _): .init(kind: "file", file: path, line: line)
        case .command(let program): .init(kind: "command", name: program)
        case .contract: .init(kind: "contract")
        case .standard: .init(kind: "default")
        }
      var entry = SettingsReport.Entry(key: row.key, value: row.plain, origin: origin)
      if !row.others.isEmpty {
        entry.commands = Dictionary(
          row.others.map { ($0.key.rawValue, $0.value) }, uniquingKeysWith: { _, last in last })
      }
      return entry
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(SettingsReport(file: settings.configuration.file?.path, settings: entries))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
