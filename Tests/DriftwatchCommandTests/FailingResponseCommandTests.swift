import DriftModel
import Foundation
import TestSupport
import Testing

@Suite("Error responses, through the command")
struct FailingResponseCommandTests {
  private static let problem = #"{"error": {"code": "not_found", "message": "There is no such item."}}"#
  private let driftwatch: Driftwatch

  init() throws { driftwatch = try Driftwatch(.polite) }

  private func report(_ ending: Program.Ending) throws -> RoundReport {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(RoundReport.self, from: ending.output)
  }

  private func outcomes(_ ending: Program.Ending) throws -> [String: Outcome] {
    try report(ending).endpoints.reduce(into: [:]) { $0[$1.endpoint] = $1.outcome }
  }

  private func record(_ path: String, _ body: String, status: Int, day: String = "2026-03-01") throws {
    let place = "Contracts/Catalog/Recordings/\(day)/catalog/\(path)/index"
    try driftwatch.place.write(body, to: "\(place).json")
    try driftwatch.place.write(#"{"status":\#(status)}"#, to: "\(place).meta.json")
  }

  @Test(
    "Recorded ones of an ordinary request are an endpoint of its own; the app's types read them, and one that changed breaks"
  )
  func recorded() async throws {
    try record("items/0", Self.problem, status: 404)
    try record("refused", Self.problem, status: 400)
    try record("items", Self.problem, status: 422)
    let call = [
      "check", "catalog/items", "catalog/no-item", "catalog/refused", "catalog/items-4xx", "--from", "recordings",
      "--contracts", driftwatch.place.path("Contracts"), "--format", "json",
    ]
    let first = try await driftwatch.call(call)
    // The list itself was not recorded that day.
    #expect(
      try outcomes(first) == ["items": .notChecked, "no-item": .ok, "refused": .ok, "items-4xx": .ok], "\(first)")
    try record("items", #"{"items": [{"id": 1, "name": "Lamp"}]}"#, status: 200, day: "2026-03-02")
    let second = try await driftwatch.call(call)
    #expect(second.code == 0, "\(second)")
    #expect(try outcomes(second) == ["items": .ok, "no-item": .ok, "refused": .ok, "items-4xx": .ok])
    try record("items", #"{"error": {"message": "no"}}"#, status: 400, day: "2026-03-03")
    let third = try await driftwatch.call(call)
    #expect(third.code == 1, "\(third)")
    let findings = try report(third).findings.filter { $0.level == .breaking }
    #expect(findings.map(\.endpoint) == ["items-4xx"] && findings.map(\.path) == ["$.error.code"])
    // Replay and gate read them too.
    let replay = try await driftwatch.call(
      "replay", "catalog/items-4xx", "--contracts", driftwatch.place.path("Contracts"))
    #expect(replay.code == 1 && replay.text.contains("1 of 2"), "\(replay)")
  }

  @Test("Live, an ordinary request is not sent once more for its errors; recordings of what was told are found again")
  func live() async throws {
    let server = try HostileServer(files: driftwatch.place.path("files"))
    func tell(_ path: String, _ body: String, _ status: Int, _ headers: [String: String] = [:]) throws {
      let told = ["status": status, "body": body, "headers": headers] as [String: Any]
      let text = String(decoding: try JSONSerialization.data(withJSONObject: told), as: UTF8.self)
      try driftwatch.place.write(text, to: "files/\(path).http.json")
    }
    try tell("items", #"{"items": [{"id": 1, "name": "Lamp"}]}"#, 200, ["Link": "</told/items?page=2>; rel=next"])
    try tell("items?page=2", #"{"items": [{"id": 2, "name": "Desk"}]}"#, 200)
    try tell("items/0", Self.problem, 404)
    try tell("refused", Self.problem, 400)
    let base = "catalog=\(server.url("/told"))"
    let folder = driftwatch.place.path("recordings")
    let ending = try await driftwatch.call(
      "check", "catalog/items", "catalog/no-item", "catalog/refused", "--base-url", base, "--db", driftwatch.ledger,
      "--record", "--recordings", folder, "--format",
      "json")
    #expect(ending.code == 0, "\(ending)")
    #expect(try outcomes(ending) == ["items": .ok, "no-item": .ok, "refused": .ok])
    #expect(try server.requests(under: "/told").count == 4)
    let named = try await driftwatch.call("check", "catalog/items-4xx", "--base-url", base, "--db", driftwatch.ledger)
    #expect(named.code == 3 && named.text.contains("from recordings only"), "\(named)")
    let recorded = try await driftwatch.call(
      "check", "catalog/items", "catalog/no-item", "catalog/refused", "catalog/items-4xx", "--from", "recordings",
      "--recordings", folder, "--format", "json")
    #expect(
      try outcomes(recorded) == ["items": .ok, "no-item": .ok, "refused": .ok, "items-4xx": .notChecked], "\(recorded)")
    let contracts = try await driftwatch.call("contracts", "catalog")
    #expect(contracts.text.contains("no-item: GET /items/0 with status 404, read by v1"), "\(contracts)")
    #expect(contracts.text.contains("items-4xx: GET /items with status 400 to 499, read by v1, from recordings only"))
  }

  @Test("An archive's error responses are imported for those who read them")
  func imported() async throws {
    func entry(_ path: String, _ status: Int, _ body: String) -> [String: Any] {
      [
        "startedDateTime": "2026-03-01T10:00:00Z",
        "request": ["method": "GET", "url": "https://catalog.invalid\(path)", "headers": [], "queryString": []],
        "response": [
          "status": status, "headers": [], "content": ["mimeType": "application/json", "text": body],
        ],
      ]
    }
    let entries = [
      entry("/items/0", 404, Self.problem), entry("/items", 422, Self.problem), entry("/items", 503, Self.problem),
    ]
    let archive = try JSONSerialization.data(withJSONObject: ["log": ["version": "1.2", "entries": entries]])
    try driftwatch.place.write(String(decoding: archive, as: UTF8.self), to: "errors.har")
    let folder = driftwatch.place.path("recordings")
    let ending = try await driftwatch.call("import", driftwatch.place.path("errors.har"), "--recordings", folder)
    #expect(ending.code == 0 && ending.text.contains("a status that no version reads"), "\(ending)")
    let recorded = try await driftwatch.call(
      "check", "catalog/no-item", "catalog/items-4xx", "--from", "recordings", "--recordings", folder, "--format",
      "json")
    #expect(try outcomes(recorded) == ["no-item": .ok, "items-4xx": .ok], "\(recorded)")
  }
}
