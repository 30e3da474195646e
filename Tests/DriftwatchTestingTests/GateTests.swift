import DriftwatchTesting
import Foundation
import RecordedContracts
import TestSupport
import Testing

@Suite("The gate in a team's own tests")
struct GateTests {
  /// A team's folder with one recording.
  private func place() throws -> TemporaryPlace {
    let place = try TemporaryPlace()
    let customer =
      #"{"id": 1, "name": "a", "email": "b", "phone": null, "birthday": "1985-03-10T00:00:00Z", "status": "left"}"#
    try place.write("[\(customer)]", to: "Contracts/CRM/Recordings/2026-11-01/crm/customers/index.json")
    return place
  }

  @Test(
    "The verdict is that of the command, and failures have the line of the property",
    arguments: [(nil, true), ("field", true), ("narrow", false), ("rename", false)] as [(String?, Bool)])
  func verdict(_ change: String?, _ canShip: Bool) async throws {
    let place = try place()
    // The program's workers know the contract by the environment of this process.
    let program = try place.write(
      """
      #!/bin/sh
      FIXTURE_CONTRACTS=recorded CRM_CHANGE='\(change ?? "")' exec '\(Program.products.appending(path: "fixture-contracts").path)' "$@"
      """, to: "contracts")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var gate = Gate(crm(change: change), version: "v3", program: program, file: place.path("Tests/SomeTests.swift"))
    gate.leastFields = 0
    let failures = try await gate.failures
    #expect(try await gate.verdict == (canShip ? .canShip : .cannotShip), "\(failures)")
    #expect(failures.isEmpty == canShip)
  }

  @Test("What is missing is said in one line")
  func missing() async throws {
    let place = try place()
    let file = place.path("Tests/SomeTests.swift")
    for (gate, words) in [
      (Gate(crm(change: nil), version: "v9", program: "x", file: file), "has no version \"v9\""),
      (Gate(crm(change: nil), version: "v3", program: "no-such-program", file: file), "beside the tests"),
      (Gate(crm(change: nil), version: "v3", program: "/no/such", file: file), "there is no program /no/such"),
      (Gate(crm(change: nil), version: "v3", program: "x", file: "/nowhere/x.swift"), "there is no Contracts/"),
    ] {
      let error = await #expect(throws: Gate.Unusable.self) { _ = try await gate.verdict }
      #expect(error?.description.contains(words) == true)
    }
  }
}
