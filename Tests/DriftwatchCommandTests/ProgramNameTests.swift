import Foundation
import TestSupport
import Testing

@Suite("The program's name in what it says")
struct ProgramNameTests {
  private struct Call: Sendable, CustomTestStringConvertible {
    /// What the script was called by.
    let script: String?
    let named: String
    var testDescription: String { script ?? "no script" }
  }

  @Test(
    "is what the script was called by that started it, as a shell reads it",
    arguments: [
      Call(script: nil, named: "driftwatch"), Call(script: "", named: "driftwatch"),
      Call(script: "deploy/driftwatch", named: "deploy/driftwatch"),
      Call(script: "../a-b_2/deploy/driftwatch", named: "../a-b_2/deploy/driftwatch"),
      Call(script: "/home/j\u{F6}rg/My Projects/driftwatch", named: "'/home/j\u{F6}rg/My Projects/driftwatch'"),
      Call(script: "it's $(id)", named: #"'it'\''s $(id)'"#),
      Call(script: "--help", named: "driftwatch"), Call(script: "\u{1b}[31mred", named: "driftwatch"),
    ])
  private func hints(_ call: Call) async throws {
    let driftwatch = try Driftwatch()
    let environment = call.script.map { ["DRIFTWATCH_PROGRAM": $0] } ?? [:]
    let unknown = try await driftwatch.call(["check", "nobody"], environment: environment)
    #expect(unknown.code == 2 && unknown.errors.contains("; see \(call.named) contracts"), "\(unknown.errors)")
    let completion = try await driftwatch.call(["completion", "bash"], environment: environment)
    #expect(completion.text.contains(" driftwatch\n") && !completion.text.contains("/driftwatch"))
  }

  @Test("names the ledger that nobody named, so that programs of several teams tell each their own news")
  func ledgers() async throws {
    let place = try TemporaryPlace()
    let folder = place.url.appending(path: ".local/state/driftwatch")
    let home = ["HOME": place.url.path]
    for fixture in [nil, Driftwatch.Fixture.quick] {
      let ending = try await Driftwatch(fixture).call("status", environment: home)
      let name = fixture == nil ? "driftwatch.sqlite" : "fixture-contracts.sqlite"
      #expect(ending.code == 3 && ending.errors.contains("no ledger at \(folder.path)/\(name)"), "\(ending)")
    }
    let quick = try Driftwatch(.quick)
    try quick.place.write("[]", to: "empty/2026-01-01/quick/people.json")
    try await quick.call(
      "check", "--from", quick.place.path("empty/2026-01-01"), "--db", "\(folder.path)/fixture-contracts.sqlite")
    #expect(try await quick.call("incidents", environment: home).code == 0)
    #expect(try await Driftwatch().call("incidents", environment: home).code == 3)
  }
}
