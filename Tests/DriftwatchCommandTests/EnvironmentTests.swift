import Foundation
import TestSupport
import Testing

@Suite("The environment that a command looks at")
struct EnvironmentTests {
  /// A text without its line breaks.
  private static func words(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(
    "Where the ledger has nothing of it and something of others, each command names these, and an empty list is no good news"
  )
  func others() async throws {
    let driftwatch = try Driftwatch(.polite)
    try driftwatch.place.write(
      #"{"body":"[{\"id\":1,\"title\":\"Lamp\",\"price\":12.5}]"}"#, to: "told/products.http.json")
    let server = try HostileServer(files: driftwatch.place.path("told"))
    let host = String(server.url("").dropFirst("http://".count))
    let ledger = ["--db", driftwatch.ledger]
    let checked = try await driftwatch.call(
      ["check", "store/products", "--base-url", "store=\(server.url("/told"))"] + ledger)
    #expect(checked.code == 0, "\(checked.text)\(checked.errors)")
    let commands = [
      ["status"], ["incidents"], ["incidents", "--format", "json"], ["history"], ["export"], ["report"],
      ["report", "--all"], ["shape", "store/products"], ["site", driftwatch.place.path("site")],
    ]
    for command in commands {
      let here = try await driftwatch.call(command + ledger)
      #expect(here.code == 3 && here.text.isEmpty, "\(command): \(here.code) \(here.text)")
      #expect(here.errors.hasPrefix("driftwatch: no round was ever completed in "), "\(command): \(here.errors)")
      #expect(here.errors.hasSuffix("; there are some of \(host): give --environment\n"), "\(command): \(here.errors)")
      let there = try await driftwatch.call(command + ledger + ["--environment", host])
      #expect(there.code == 0 && there.errors.isEmpty, "\(command): \(there.code) \(there.errors)")
    }
  }

  @Test("A report is silent where nothing is new in it, whatever is open in others")
  func silent() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    for response in [People.first, People.withoutName] {
      try await driftwatch.round(response, "--quiet", "--environment", "staging")
    }
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(report.code == 0 && report.text.isEmpty && report.errors.isEmpty, "\(report.text)\(report.errors)")
  }

  @Test(
    "The command that a check names to go on with looks at the same, by an option only where it would not by itself",
    arguments: [
      ([], [:], ""),
      (["--environment", "staging"], [:], " --environment staging"),
      (["--environment", "staging"], ["DRIFTWATCH_ENVIRONMENT": "staging"], ""),
      ([], ["DRIFTWATCH_ENVIRONMENT": "staging"], ""),
      (["--environment", "production"], ["DRIFTWATCH_ENVIRONMENT": "staging"], " --environment production"),
    ] as [([String], [String: String], String)])
  func named(_ options: [String], _ variables: [String: String], _ option: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    var text = ""
    for response in [People.first, People.withAge] {
      try driftwatch.place.write(response, to: "round/quick/people/index.json")
      let ending = try await driftwatch.call(
        ["check", "quick/people", "--from", driftwatch.place.path("round"), "--db", driftwatch.ledger] + options,
        environment: variables)
      text = Self.words(ending.text)
    }
    #expect(text.contains(" report --all\(option)"), "\(text)")
    if option.isEmpty { #expect(!text.contains("--environment"), "\(text)") }
  }
}
