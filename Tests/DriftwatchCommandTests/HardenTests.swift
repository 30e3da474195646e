import Foundation
import TestSupport
import Testing

@Suite("Edits for what can cost the whole response, through the command")
struct HardenTests {
  private let tools = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }

  private struct Report: Decodable {
    struct Version: Decodable {
      struct Risk: Decodable {
        let path: String
        let before: [String]
        let after: [String]
        let edit: String?
      }
      struct Proof: Decodable {
        let read: Int
        let recordings: Int
        let identical: Int
        let changed: Int
      }

      let risks: [Risk]
      let patch: String
      let proof: Proof?
    }

    let versions: [Version]
  }

  @Test(
    "Each member that nothing needs gets an edit, after which the matrix shows no loss; domain values stay as they are")
  func edits() async throws {
    let driftwatch = try Driftwatch()
    let words = ["harden", "pokeapi/pokemon-list", "--contracts", Driftwatch.contracts]
    let patch = driftwatch.place.path("edit.patch")
    let ending = try await driftwatch.call(
      words + ["--format", "json", "--output", "patch=\(patch)"], environment: tools, folder: Driftwatch.repository.path
    )
    let version = try #require(try JSONDecoder().decode(Report.self, from: ending.output).versions.first)
    #expect(ending.code == 0 && version.risks.map(\.path) == ["$.count", "$.next", "$.previous"], "\(ending)")
    #expect(version.risks.allSatisfy { $0.edit != nil && $0.after.isEmpty && !$0.before.isEmpty }, "\(ending)")
    try await expectValid(
      json: try driftwatch.place.write(ending.text, to: "harden.json"), schema: "harden.schema.json")
    let proof = try #require(version.proof)
    #expect(proof.read == proof.recordings && proof.identical > 0 && proof.changed == 0, "\(proof)")
    try ExternalTool.patch.require()
    let applied = try await Program(
      "/usr/bin/env", ["patch", "--dry-run", "-p1", "-i", patch], environment: tools, folder: Driftwatch.repository.path
    ).end()
    #expect(applied.code == 0 && applied.text.contains("PokemonListDTO.swift"), "\(applied)")
  }

  @Test("Without a toolchain the risks are told, and the exit code is 3")
  func withoutToolchain() async throws {
    let ending = try await Driftwatch().call(
      ["harden", "pokeapi/pokemon-list", "--contracts", Driftwatch.contracts], environment: ["PATH": "/nonexistent"])
    #expect(
      ending.code == 3 && ending.text.contains("$.count")
        && ending.text.contains("not tried: there is no swiftc in PATH")
        && !ending.text.contains("none holds"), "\(ending)")
  }

  @Test("An empty patch is explained on standard error: edits could not be tried, or there is nothing to edit")
  func emptyPatch() async throws {
    for (endpoint, code, words) in [
      ("pokeapi/pokemon-list", 3, "v1 (3 of 3 members: not tried: there is no swiftc in PATH"),
      ("platzi-store/products", 0, "no edit: nothing that the domain does not need"),
    ] as [(String, Int32, String)] {
      let ending = try await Driftwatch().call(
        ["harden", endpoint, "--version", "v1", "--contracts", Driftwatch.contracts, "--format", "patch"],
        environment: ["PATH": "/nonexistent"])
      #expect(ending.code == code && ending.output.isEmpty && ending.errors.contains(words), "\(ending)")
    }
  }

  @Test("The JSON document is as its schema says where edits could not be tried, and where there is no risk")
  func schema() async throws {
    let driftwatch = try Driftwatch()
    for (endpoint, code) in [("pokeapi/pokemon-list", 3), ("platzi-store/products", 0)] as [(String, Int32)] {
      let words = ["harden", endpoint, "--version", "v1", "--contracts", Driftwatch.contracts, "--format", "json"]
      let ending = try await driftwatch.call(words, environment: ["PATH": "/nonexistent"])
      #expect(ending.code == code && ending.text.contains(#""schemaVersion" : 1"#), "\(ending)")
      try await expectValid(
        json: try driftwatch.place.write(ending.text, to: "harden.json"), schema: "harden.schema.json")
    }
  }

  @Test("Where nothing unneeded can cost a response, one line says so")
  func nothing() async throws {
    let ending = try await Driftwatch().call(
      ["harden", "platzi-store/products", "--version", "v1", "--contracts", Driftwatch.contracts], environment: tools)
    #expect(ending.code == 0 && ending.text.contains("can cost a whole response in 1 version"), "\(ending)")
  }

  @Test(
    "Where no version has a mapping nothing is said to be safe: the versions are named, and the exit code is 3",
    arguments: ["text", "json", "patch"])
  func withoutMapping(_ format: String) async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(
      #"[{"id":1,"name":"Ada","email":"a@b.example"}]"#, to: "recordings/2026-01-01/dated/people.json")
    let ending = try await driftwatch.call(
      ["harden", "dated/people", "--version", "v2", "--from", driftwatch.place.path("recordings"), "--format", format],
      environment: tools)
    let line = "dated/people v2: no mapping, so nothing says what the domain needs; not looked at"
    #expect(ending.code == 3 && !ending.text.contains("Nothing that"), "\(ending)")
    switch format {
    case "patch": #expect(ending.output.isEmpty && ending.errors.contains(line), "\(ending)")
    case "json":
      #expect(ending.text.contains("v2: no mapping, so") && ending.text.contains(#""looked" : 0"#), "\(ending)")
      try await expectValid(
        json: try driftwatch.place.write(ending.text, to: "harden.json"), schema: "harden.schema.json")
    default:
      let words = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains(line), "\(ending)")
    }
  }

  @Test(
    "A name that is none is one line",
    arguments: [["none"], ["platzi-store", "--version", "v9"], ["https://a.example"]])
  func wrong(_ arguments: [String]) async throws {
    let ending = try await Driftwatch().call(["harden"] + arguments + ["--contracts", Driftwatch.contracts])
    #expect(ending.code == 2, "\(ending)")
  }
}
