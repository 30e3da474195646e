import Foundation
import TestSupport
import Testing

@Suite("The gate with present responses, through the command")
struct GateLiveTests {
  private let team: GateTests

  init() async throws { team = try await GateTests() }

  @Test("Present responses are judged too, and none of them is kept")
  func live() async throws {
    let server = try HostileServer(files: team.driftwatch.place.path("files"))
    try FileManager.default.removeItem(atPath: "\(team.contracts)/CRM/Recordings")
    func gate(change: String) async throws -> Program.Ending {
      try await team.driftwatch.call(
        ["gate", "--contracts", team.contracts, "--live", "--base-url", "crm=\(server.url("/files"))"],
        environment: ["CRM_TOKEN": "token-5f1d2a90", "CRM_CHANGE": change])
    }
    let same = try await gate(change: "none")
    #expect(same.code == 0, "\(same) \(same.text)")
    let narrowed = try await gate(change: "enum")
    #expect(narrowed.code == 1 && narrowed.text.contains("EnumCustomer.status"), "\(narrowed.text)")
    #expect(!FileManager.default.fileExists(atPath: "\(team.contracts)/CRM/Recordings"))
    try FileManager.default.removeItem(atPath: team.driftwatch.place.path("files/receipts.json"))
    let missing = try await gate(change: "none")
    #expect(missing.code == 3 && missing.errors.contains("--live: crm/receipts: 404"), "\(missing)")
  }

  @Test(
    "What was asked for and could not be fetched cannot be told, unless the recordings alone forbid; nothing else is fetched"
  )
  func unreached() async throws {
    let closed = try ClosedPort()
    func gate(_ change: String) async throws -> Program.Ending {
      try await team.driftwatch.call(
        [
          "gate", "crm", "--contracts", team.contracts, "--live", "--base-url", "crm=http://127.0.0.1:\(closed.number)",
        ],
        environment: ["CRM_TOKEN": "token-5f1d2a90", "CRM_CHANGE": change])
    }
    let same = try await gate("none")
    #expect(same.code == 3 && same.text.contains("the present response is not judged"), "\(same) \(same.text)")
    #expect(same.errors.contains("--live: crm/balances: "), "\(same)")
    let narrowed = try await gate("enum")
    #expect(narrowed.code == 1 && narrowed.text.contains("EnumCustomer.status"), "\(narrowed.text)")
    let server = try HostileServer(files: team.driftwatch.place.path("files"))
    let part = try await team.driftwatch.call(
      ["gate", "crm/balances", "--contracts", team.contracts, "--live", "--base-url", "crm=\(server.url("/files"))"],
      environment: ["CRM_TOKEN": "token-5f1d2a90"])
    #expect(part.code == 0, "\(part) \(part.text)")
    #expect(try server.requests(under: "/files").allSatisfy { $0.path.hasPrefix("/files/balances") })
  }

  @Test("A signal ends it while it waits for a present response, and the folder of those that came is gone")
  func interrupted() async throws {
    let server = try HostileServer()
    let temporary = team.driftwatch.place.path("temporary")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let command = try team.driftwatch.start(
      [
        "gate", "--contracts", team.contracts, "--live", "--base-url", "crm=\(server.url("/silent"))", "--timeout",
        "600",
      ],
      environment: ["CRM_TOKEN": "token-5f1d2a90", "TMPDIR": temporary])
    try #require(
      try await Program.wait {
        try !FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty || command.hasEnded
      })
    command.send(SIGTERM)
    let ending = await command.end()
    #expect(ending.code == -SIGTERM && ending.text.isEmpty && ending.errors.isEmpty, "\(ending)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }
}
