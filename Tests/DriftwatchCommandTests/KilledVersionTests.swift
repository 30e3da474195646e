import DriftModel
import Foundation
import TestSupport
import Testing

@Suite("A version whose process the system kills, while others are judged")
struct KilledVersionTests {
  private static let words = "its worker was killed: SIGKILL (out of memory, or killed from outside)"

  private static func people(_ fate: String) -> String {
    "[" + (1...5).map { #"{"id":\#($0),"fate":"\#($0 == 3 ? fate : "")"}"# }.joined(separator: ",") + "]"
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The versions whose process is killed.
    let fate: String
    let code: Int32
    /// What the report's first line begins with.
    let subject: String
    /// What is said of the endpoint; `nil`: nothing.
    let said: String?
  }

  private static let cases: [Case] = [
    Case(testDescription: "none", fate: "", code: 0, subject: "OK  ", said: nil),
    Case(
      testDescription: "the supported one", fate: "v1", code: 3,
      subject: "COULD NOT CHECK: fated/people", said: "v1 not judged: \(words) (not drift)"),
    Case(
      testDescription: "the candidate", fate: "v2", code: 0, subject: "OK  ",
      said: "v2 (candidate) not judged: \(words) (not drift)"),
    Case(
      testDescription: "the retired one", fate: "v0", code: 0, subject: "OK  ",
      said: "v0 (retired) not judged: \(words) (not drift)"),
    Case(
      testDescription: "all of them", fate: "v0 v1 v2", code: 3, subject: "COULD NOT CHECK: fated/people",
      said: "v0 (retired), v1 and v2 (candidate) not judged: \(words) (not drift)"),
  ]

  @Test("It could not be checked, which blinds the check only if people use it, and is never a crash", arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(Self.people(scene.fate), to: "round/fated/people/index.json")
    let check = ["check", "fated", "--from", driftwatch.place.path("round")]
    let (json, junit) = (driftwatch.place.path("report.json"), driftwatch.place.path("report.xml"))
    let ending = try await driftwatch.call(check + ["--output", "json=\(json)", "--output", "junit=\(junit)"])
    #expect(ending.code == scene.code && ending.text.hasPrefix(scene.subject), "\(ending.text)")
    let text = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains("NOT CHECKED fated/people \(scene.said ?? "")") == (scene.said != nil), "\(ending.text)")
    #expect(!text.contains("crash"))
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let report = try decoder.decode(RoundReport.self, from: Data(contentsOf: URL(filePath: json)))
    #expect(report.summary.exitCode == Int(scene.code) && report.findings.allSatisfy { $0.level == .info })
    let versions = report.endpoints.flatMap(\.versions)
    #expect(versions.map(\.version) == ["v0", "v1", "v2"])
    for version in versions {
      #expect(version.notJudged == (scene.fate.contains(version.version) ? Self.words : nil))
      #expect(version.mappings.map(\.ran) == [version.notJudged == nil])
    }
    let cases = try String(contentsOf: URL(filePath: junit), encoding: .utf8)
    #expect(
      cases.contains(#"<error type="not_checked" message="v1 was not judged"#) == scene.fate.contains("v1"), "\(cases)")
    try await expectValid(json: json, junit: junit)
  }

  @Test("Killed once and not again, it was judged: nothing is told of it")
  func once() async throws {
    let driftwatch = try Driftwatch(.releases)
    let mark = driftwatch.place.path("mark")
    try driftwatch.place.write(Self.people("v1 once \(mark)"), to: "round/fated/people/index.json")
    let ending = try await driftwatch.call("check", "fated", "--from", driftwatch.place.path("round"))
    #expect(FileManager.default.fileExists(atPath: mark), "it was killed")
    #expect(ending.code == 0 && ending.text.hasPrefix("OK  "), "\(ending.text)")
    #expect(!ending.text.contains("killed") && !ending.text.contains("crash"), "\(ending.text)")
  }

  @Test("In a backtest that response was not checked, and what other versions make of it is told all the same")
  func backtested() async throws {
    let driftwatch = try Driftwatch(.releases)
    let broken = Self.people("").replacing("\"fate\"", with: "\"fates\"")
    let files = try zip(1..., ["", "v1", "v0", ""]).map {
      try driftwatch.place.write(Self.people($1), to: "\($0).json")
    }
    let last = try driftwatch.place.write(broken, to: "5.json")
    let killed = try await driftwatch.call(
      ["backtest", "--contract", "fated/people", "--exit-state"] + files.prefix(2))
    #expect(killed.code == 3 && killed.text.contains("v1 not judged: its worker was killed"), "\(killed.text)")
    let all = try await driftwatch.call(["backtest", "--contract", "fated/people", "--exit-state"] + files)
    #expect(all.code == 0, "\(all.text)")
    #expect(try await driftwatch.call(["backtest", "--contract", "fated/people", "--exit-state", last]).code == 1)
  }

  @Test("If it lasts it is an incident of what cannot be checked, which the next check of it resolves")
  func lasting() async throws {
    let driftwatch = try Driftwatch(.releases)
    func tell(_ fate: String) throws {
      struct Told: Encodable {
        let status = 200
        let body: String
      }
      let told = try JSONEncoder().encode(Told(body: Self.people(fate)))
      try driftwatch.place.write(String(decoding: told, as: UTF8.self), to: "told/people.http.json")
    }
    try tell("")
    try driftwatch.place.write(#"{"blindAfter": 0.001, "blindChecks": 2}"#, to: "driftwatch.json")
    let server = try HostileServer(files: driftwatch.place.path("told"))
    func check() async throws -> Program.Ending {
      try await driftwatch.call(
        "check", "fated", "--base-url", "fated=\(server.url("/told"))", "--environment", "production", "--db",
        driftwatch.ledger)
    }
    #expect(try await check().code == 0)
    try tell("v1")
    #expect(try await check().code == 3)
    // An equal response is examined again as long as it was not judged.
    let blind = try await check()
    #expect(blind.code == 3 && blind.text.contains("NEW  NOT CHECKED   fated/people"), "\(blind.text)")
    #expect(blind.text.contains("people cannot be judged for v1: its worker was killed"), "\(blind.text)")
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger, "--exit-state")
    #expect(report.code == 3 && report.text.contains("fated/people"), "\(report.text)")
    try tell("v2")
    #expect(try await check().code == 0)
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).text.hasPrefix("RESOLVED: "))
  }
}
