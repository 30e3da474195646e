import ContractKit
import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

/// One contract with a credential and two endpoints, and one without.
private let contracts = [
  Contract(
    "shop", baseURL: "https://shop.example.com/v1", authorization: .bearer(.environment("SHOP_TOKEN")),
    versions: [Version("v1", installs: 80) {}, Version("v2", installs: 20) {}]
  ) {
    Endpoint("list", get: "/list", every: .minutes(15))
    Endpoint("detail", get: "/detail", every: .minutes(15))
  },
  Contract("plain", baseURL: "https://plain.example.com") { Endpoint("all", get: "/all") },
]

@Suite("The configuration file")
struct ConfigurationFileTests {
  private let place = try? TemporaryPlace()

  private func read(_ text: String, name: String = "driftwatch.json") throws -> Configuration {
    let place = try #require(place)
    let path = try place.write(text, to: name)
    return try Configuration(try CommandCall(["check", "--config", path]), [:], contracts)
  }

  @Test("Every key is read, with the line it stands in; comments may stand anywhere but in texts")
  func everyKey() throws {
    try #require(place).write(#"{"schemaVersion": 1, "accepted": []}"#, to: "more.json")
    let configuration = try read(ConfigurationExamples.whole)
    let folder = try #require(place).url.standardizedFileURL.path
    let values = configuration.values.mapValues(\.text)
    #expect(Set(values.keys) == Set(Setting.all.map(\.key)), "a setting is not tried here")
    #expect(values["db"] == "\(folder)/state/ledger.sqlite" && values["limits.caFile"] == "\(folder)/ca.pem")
    #expect(values["deadline"] == "120" && values["repeatAfter"] == "43200" && values["limits.timeout"] == "2.5")
    #expect(values["limits.bodyBytes"] == "2097152" && values["limits.headerBytes"] == "4096")
    #expect(values["quiet"] == "true" && values["limits.redirects"] == "0")
    #expect(configuration.values["environment"]?.origin.description == "driftwatch.json:4")
    #expect(configuration.values["db"]?.origin.description == "driftwatch.json:5")
    #expect(configuration.baseURLs["staging"]?["shop"]?.text == "https://staging.example.com/v1")
    #expect(configuration.credentials["shop"]?.credential == .file("\(folder)/token"))
    let applied = configuration.applied(to: contracts)
    #expect(applied.flatMap(\.endpoints).map(\.interval) == [.seconds(90), .minutes(30), .hours(1)])
    #expect(applied.first?.authorization?.credential == .file("\(folder)/token"))
    let versions = applied.flatMap(\.versions)
    #expect(versions.map(\.installs) == [31.5, nil] && versions.map(\.installsOn) == ["2026-11-01", nil])
    #expect(
      configuration.levelSettings.choice(for: .fieldRemoved, contract: "shop", endpoint: "list") == .breaking)
    #expect(
      configuration.levelSettings.choice(for: .fieldAdded, contract: "plain", endpoint: "all")
        == LevelSettings.Choice.none)
    #expect(configuration.suppressions.map(\.text) == ["\(folder)/more.json"])
  }

  @Test(
    "What is wrong is told in one line: the file, the key path, what is expected, the place, and the nearest word",
    arguments: ConfigurationExamples.wrong)
  func wrong(_ c: WrongConfiguration) throws {
    let failure = #expect(throws: CommandFailure.self) { try read(c.text) }
    let message = failure?.message ?? ""
    #expect(failure?.code == 2 && message.contains("driftwatch.json: ") && !message.contains("\n"), "\(message)")
    for words in c.words { #expect(message.contains(words), "\(message)") }
  }

  @Test(
    "A secret in the file is refused, with the way to say where it is read, and is not repeated",
    arguments: ConfigurationExamples.secrets)
  func secrets(_ text: String) throws {
    let failure = #expect(throws: CommandFailure.self) { try read(text) }
    #expect(failure?.code == 2)
    #expect(failure?.message.contains("s3cr3t") == false, "\(failure?.message ?? "")")
    let says = ["a secret never stands in this file", "holds a user name or password"]
    #expect(says.contains { failure?.message.contains($0) == true }, "\(failure?.message ?? "")")
  }

  @Test("A device without end is read no further than a file may be large", arguments: ["/dev/zero", "/dev/urandom"])
  func endless(_ device: String) throws {
    let error = #expect(throws: CommandFailure.self) { try JSONFile(path: device) }
    #expect(error?.code == 2 && error?.message == "\(device): over 16 MiB, which is no such file")
  }

  @Test("A file that anybody may write is refused, since it may name commands")
  func writable() throws {
    let place = try #require(place)
    let path = try place.write("{}", to: "open.json")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
    let failure = #expect(throws: CommandFailure.self) {
      try Configuration(try CommandCall(["check", "--config", path]), [:], contracts)
    }
    #expect(failure?.message.contains("anybody may write it") == true)
  }

  @Test("A thousand damaged files end in a value or in one line, and never in a trap")
  func damaged() throws {
    let place = try #require(place)
    try place.write(#"{"schemaVersion": 1, "accepted": []}"#, to: "more.json")
    let whole = Array(
      """
      {"environment": "a", "limits": {"timeout": "2.5s", "bodyBytes": "2MiB", "redirects": 5}, // c
       "baseURLs": {"staging": {"shop": "https://s.example.com"}}, "intervals": {"*": 90, "shop/list": "1h"},
       "credentials": {"shop": {"command": ["a", "b"]}}, /* d */ "levels": {"*": {"field-added": "none"}},
       "suppressions": ["more.json"], "quiet": false, "maxAge": 1e3}
      """.utf8)
    let pieces = [",", "{", "}", "[", "\"", "/*", "//", "null", "-1e999", "\\u0000", "\u{e9}", ":", "0", "\n"].map {
      Array($0.utf8)
    }
    // xorshift64*, so that a failure can be repeated.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func random(_ count: Int) -> Int {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % count
    }
    let path = place.path("driftwatch.json")
    var read = 0
    for _ in 0..<1000 {
      var bytes = whole
      for _ in 0...random(3) {
        let start = random(bytes.count)
        let end = min(bytes.count, start + random(6))
        bytes.replaceSubrange(start..<end, with: random(4) == 0 ? [UInt8(random(256))] : pieces[random(pieces.count)])
      }
      try Data(bytes).write(to: URL(filePath: path))
      do {
        let call = try CommandCall(["check", "--config", path])
        let configuration = try Configuration(call, [:], contracts)
        _ = (configuration.applied(to: contracts), configuration.levelSettings, try call.filled(by: configuration, [:]))
        read += 1
      } catch let failure as CommandFailure {
        #expect(failure.code == 2 && failure.message.hasPrefix(path + ": ") && !failure.message.contains("\n"))
      }
    }
    #expect(read > 10 && read < 900, "\(read) of 1000 were read")
  }

  @Test("Exactly one file is read: the named one, then systemd's, then above the contracts, then the user's")
  func order() throws {
    let place = try #require(place)
    for name in ["named", "variable", "systemd", "project", "xdg/driftwatch"] {
      try place.write("{}", to: "\(name)/driftwatch.json")
    }
    try FileManager.default.createDirectory(
      atPath: place.path("project/a/Contracts"), withIntermediateDirectories: true)
    var arguments = [
      "check", "--contracts", place.path("project/a/Contracts"), "--config", place.path("named/driftwatch.json"),
    ]
    var environment = [
      "DRIFTWATCH_CONFIG": place.path("variable/driftwatch.json"),
      "CONFIGURATION_DIRECTORY": "/none:\(place.path("systemd"))",
      "XDG_CONFIG_HOME": place.path("xdg"),
    ]
    func found() throws -> String? {
      try ConfigurationFile.find(try CommandCall(arguments), environment)?.path
    }
    #expect(try found() == place.path("named/driftwatch.json"))
    arguments.removeLast(2)
    #expect(try found() == place.path("variable/driftwatch.json"))
    environment["DRIFTWATCH_CONFIG"] = nil
    #expect(try found() == place.path("systemd/driftwatch.json"))
    environment["CONFIGURATION_DIRECTORY"] = nil
    #expect(try found() == place.path("project/driftwatch.json"))
    try FileManager.default.removeItem(atPath: place.path("project/driftwatch.json"))
    #expect(try found() == place.path("xdg/driftwatch/driftwatch.json"))
    arguments += ["--config", "none"]
    #expect(try found() == nil)
    arguments[arguments.count - 1] = place.path("gone.json")
    #expect(throws: CommandFailure.self) { try found() }
  }
}
