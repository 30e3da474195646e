import Foundation
import TestSupport
import Testing

/// The shop's own recording, and a response that is made up: the same products, each price as `{amount, currency}`.
@Suite("A price that became an object of amount and currency, in the shop's contract")
struct PriceObjectTests {
  private static let recording = Driftwatch.repository.appending(
    path: "Contracts/PlatziStore/Recordings/2026-02-06/platzi-store/api/v1/products")
  private let driftwatch: Driftwatch
  private let tools = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
  private let body: String

  init() throws {
    driftwatch = try Driftwatch()
    body = try String(contentsOf: Self.recording.appending(path: "index.json"), encoding: .utf8)
    try record(body, on: "2026-02-06")
    try record(
      body.replacing(/"price": ([0-9.]+)/) { #""price": {"amount": \#($0.1), "currency": "USD"}"# }, on: "2026-03-02")
  }

  private func record(_ body: String, on day: String) throws {
    let folder = "recordings/\(day)/platzi-store/api/v1/products"
    try driftwatch.place.write(body, to: "\(folder)/index.json")
    try driftwatch.place.write(
      #"{"status": 200, "headers": {"content-type": "application/json"}, "fetchedAt": "\#(day)T10:00:00Z", "source": "made up"}"#,
      to: "\(folder)/index.meta.json")
  }

  private struct Report: Decodable {
    struct Finding: Decodable {
      struct Version: Decodable { let version: String, property: String?, losesResponse: Bool }
      let rule: String, level: String, path: String, hint: String?, actual: String
      let count: Int, total: Int
      let versions: [Version]
    }
    let findings: [Finding]
  }

  @Test("It is one breaking finding for the shipped versions, whose hint says that the value stands in price.amount")
  func hint() async throws {
    let check = ["check", "platzi-store/products", "--contracts", Driftwatch.contracts, "--db", driftwatch.ledger]
    let before = try await driftwatch.call(check + ["--from", driftwatch.place.path("recordings/2026-02-06")])
    #expect(before.code == 0, "\(before)")
    let file = driftwatch.place.path("report.json")
    let ending = try await driftwatch.call(
      check + ["--from", driftwatch.place.path("recordings/2026-03-02"), "--output", "json=\(file)"])
    #expect(ending.code == 1 && ending.text.contains("hint      perhaps moved to $[*].price.amount"), "\(ending)")
    let findings = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: file))).findings
    let breaking = findings.filter { $0.level == "breaking" }
    let finding = try #require(breaking.first)
    #expect(
      breaking.count == 1 && finding.rule == "decode-type-mismatch" && finding.path == "$[*].price", "\(findings)")
    #expect(finding.actual == "object {amount, currency}" && finding.count == 6 && finding.total == 6, "\(finding)")
    #expect(
      finding.versions.map(\.version) == ["v1", "v2"] && finding.versions.allSatisfy(\.losesResponse), "\(finding)")
    #expect(finding.versions.allSatisfy { $0.property == "ProductDTO.price: Double" }, "\(finding)")
    let hinting = findings.filter { $0.path == "$[*].price" }
    #expect(
      hinting.allSatisfy { $0.hint?.contains("$[*].price.amount: 6 of 6 compared values are the same") == true },
      "\(hinting)")
  }

  private struct Suggestion: Decodable {
    struct Proof: Decodable { let read: Int, recordings: Int, identical: Int, changed: Int, new: Int }
    struct Edit: Decodable { let patch: String, proof: Proof }
    struct Trial: Decodable { let outcome: String }
    struct Transform: Decodable { let jq: String, jqTrial: Trial, swift: String, swiftTrial: Trial, proof: Proof }
    struct Version: Decodable { let edit: Edit?, transform: Transform? }
    let versions: [Version]
  }

  @Test("A patch for it is proved, and git takes it; for installed releases there is a transform, as jq and as Swift")
  func mended() async throws {
    try ExternalTool.jq.require()
    try ExternalTool.git.require()
    let ending = try await driftwatch.call(
      [
        "suggest", "platzi-store/products", "--version", "v1", "--contracts", Driftwatch.contracts, "--from",
        driftwatch.place.path("recordings"), "--format", "json",
      ], environment: tools, folder: Driftwatch.repository.path)
    #expect(ending.code == 0, "\(ending)")
    let version = try #require(try JSONDecoder().decode(Suggestion.self, from: ending.output).versions.first)
    let (edit, transform) = (try #require(version.edit), try #require(version.transform))
    for proof in [edit.proof, transform.proof] {
      #expect(proof.read == 2 && proof.recordings == 2, "\(proof)")
      #expect(proof.identical == 6 && proof.new == 6 && proof.changed == 0, "\(proof)")
    }
    #expect(edit.patch.contains("+++ b/Contracts/PlatziStore/V1/ProductDTO.swift"))
    let patch = try driftwatch.place.write(edit.patch, to: "edit.patch")
    let applied = try await Program(
      "/usr/bin/env", ["git", "apply", "--check", patch], environment: tools, folder: Driftwatch.repository.path
    ).end()
    #expect(applied.code == 0, "\(applied)")
    #expect(transform.jqTrial.outcome == "same" && transform.swiftTrial.outcome == "same", "\(ending)")
    #expect(transform.swift.contains("func transformed(_ response: Data) throws -> Data"))
    // What the program for jq makes is the response of before.
    let program = try driftwatch.place.write(transform.jq, to: "mend.jq")
    let made = try await Program(
      "/usr/bin/env",
      [
        "jq", "-S", "-f", program,
        driftwatch.place.path("recordings/2026-03-02/platzi-store/api/v1/products/index.json"),
      ],
      environment: tools
    ).end()
    let plain = try await Program(
      "/usr/bin/env", ["jq", "-S", ".", Self.recording.appending(path: "index.json").path], environment: tools
    ).end()
    #expect(made.code == 0 && made.text == plain.text, "\(made)")
  }
}
