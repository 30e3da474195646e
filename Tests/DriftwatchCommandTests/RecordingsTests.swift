import Foundation
import TestSupport
import Testing

@Suite("check --from recordings, the first thing that anybody runs")
struct RecordingsTests {
  @Test(
    "A folder of contracts above that is another user's is not used unless it is named", .enabled(if: geteuid() == 0))
  func folderOfStranger() async throws {
    let driftwatch = try Driftwatch()
    let contracts = driftwatch.place.path("Contracts")
    try FileManager.default.createDirectory(atPath: contracts + "/PlatziStore", withIntermediateDirectories: true)
    let here = driftwatch.place.path("here")
    try FileManager.default.createDirectory(atPath: here, withIntermediateDirectories: true)
    #expect(chown(contracts, 65534, 65534) == 0)
    let check = ["check", "--from", "recordings", "--db", driftwatch.ledger]
    let found = try await driftwatch.call(check, folder: here)
    #expect(
      found.code == 2 && found.errors.contains("belongs to another user (uid 65534); name it with --contracts"),
      "\(found.errors)")
    #expect(try await driftwatch.call(check + ["--contracts", contracts], folder: here).code != 2)
    // As in a container that works on a checkout of somebody else.
    #expect(chown(here, 65534, 65534) == 0)
    #expect(try await driftwatch.call(check, folder: here).code != 2)
  }

  @Test("It shows a break, a loss, an addition and what was not checked, from any folder, in the same bytes")
  func recordings() async throws {
    let driftwatch = try Driftwatch()
    let check = ["check", "--from", "recordings"]
    let inside = Driftwatch.repository.appending(path: "Contracts/OmgLol/Recordings").path
    let outputs = try Driftwatch().place
    let (json, junit) = (outputs.path("report.json"), outputs.path("report.xml"))
    async let named = driftwatch.call(
      check + ["--contracts", Driftwatch.contracts, "--output", "json=\(json)", "--output", "junit=\(junit)"])
    async let nearest = driftwatch.call(check, folder: inside)
    async let variable = driftwatch.call(
      check, environment: ["DRIFTWATCH_CONTRACTS": Driftwatch.contracts], folder: "/")
    let endings = try await [named, nearest, variable]
    let text = endings[0].text
    #expect(endings.map(\.code) == [1, 1, 1])
    #expect(endings.map(\.errors) == ["", "", ""])
    #expect(endings.allSatisfy { withoutDurations($0.text) == withoutDurations(text) }, "\(endings.map(\.text))")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0].hasPrefix("BREAKING: ") && lines[0].contains("omg-lol"))
    #expect(text.contains("$.response.purls[*].counter"))
    #expect(lines.contains { $0.hasPrefix("INFORMATION  ") && $0.contains("fields added, read by no version") })
    #expect(lines.contains { $0.hasPrefix("NOT CHECKED  todo/items") && $0.contains("401") })
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(!text.contains("\u{1b}"))
    try await expectValid(json: json, junit: junit)
    let report = try ReportJSON(Data(contentsOf: URL(filePath: json)))
    #expect(report.summary.exitCode == 1 && report.findings.contains { $0.rule == "mapping-record-dropped" })
    // The ledger was a throw-away, and nothing of it stays.
    #expect(try FileManager.default.contentsOfDirectory(atPath: driftwatch.place.url.path).isEmpty)
  }

  @Test("Two folders of one contract are no round: which one is meant cannot be told")
  func twoFolders() async throws {
    let driftwatch = try Driftwatch()
    func folder(_ api: String, _ day: String) -> String { "\(Driftwatch.contracts)/\(api)/Recordings/\(day)" }
    let (old, new) = (folder("OmgLol", "2022-03-01"), folder("OmgLol", "2023-04-12"))
    for sources in [["omg-lol=\(old)", "omg-lol=\(new)"], [old, "omg-lol=\(new)"], [old, old]] {
      let ending = try await driftwatch.call(["check", "omg-lol"] + sources.flatMap { ["--from", $0] })
      #expect(ending.code == 2 && ending.errors.contains("--from: omg-lol has two folders, "), "\(ending)")
      #expect(ending.errors.contains("check them one after the other"), "\(ending.errors)")
    }
    // Those of two contracts are one.
    let both = try await driftwatch.call(
      "check", "omg-lol/purls", "pokeapi/species", "--from", "omg-lol=\(old)", "--from",
      "pokeapi=\(folder("PokeAPI", "2025-09-25"))")
    #expect(both.code != 2 && both.text.contains("2 APIs, 2 endpoints"), "\(both)")
  }

  @Test("With --db the history is kept, and a second replay finds the same state")
  func kept() async throws {
    let driftwatch = try Driftwatch()
    let check = [
      "check", "omg-lol", "--from", "recordings", "--contracts", Driftwatch.contracts, "--db", driftwatch.ledger,
    ]
    #expect(try await driftwatch.call(check).code == 1)
    #expect(try await driftwatch.call(check).code == 1)
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("BREAKING"))
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).output.isEmpty)
  }

  private func withoutDurations(_ text: String) -> String {
    text.replacing(/[0-9.]+ s\b/, with: "_ s")
  }
}
