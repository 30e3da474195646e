import Foundation
import TestSupport
import Testing

/// `driftwatch impact`, over the recordings of the five contracts and over what live rounds left in a ledger.
@Suite("What would break, as it is printed and kept")
struct ImpactCommandTests {
  private static let contracts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Contracts").path

  private func impact(_ arguments: String...) async throws -> Program.Ending {
    let driftwatch = try Driftwatch()
    return try await driftwatch.call(["impact", "--contracts", Self.contracts] + arguments)
  }

  @Test("names what kills a response for nothing, what loses records and properties, and in which versions")
  func text() async throws {
    let ending = try await impact("pokeapi/pokemon-list", "landmarks/list")
    #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending.errors)")
    let unused = ending.text.components(separatedBy: "and no domain value was seen to change with it")
    #expect(unused.count == 2 && unused[1].hasPrefix("\n  $.count\n      gone, null, another type · v1\n"))
    #expect(ending.text.contains("PokemonListItem.id, PokemonListItem.spriteURL"))
    #expect(ending.text.contains("gone, null: Landmark.isFeatured defaulted,"))
    for line in ending.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test("--by domain gathers what feeds each property; --format json holds every cell")
  func forms() async throws {
    let domain = try await impact("platzi-store", "--by", "domain")
    #expect(domain.code == 0)
    let model = try #require(domain.text.components(separatedBy: "\nProduct  platzi-store\n").last)
    #expect(model.contains("  price\n    products $[*].price: "))
    // What a version loses is said of that version only.
    let links = try await impact("omg-lol", "--by", "domain")
    let counter = links.text.split(separator: "\n").joined(separator: " ").replacing("      ", with: "")
    #expect(
      counter.contains("counter: another type: response lost · v1; another type: response lost · v2; gone,")
    )
    struct Report: Decodable {
      struct Matrix: Decodable {
        struct Lineage: Decodable {
          struct Path: Decodable {
            struct Cell: Decodable {
              struct Effect: Decodable { let effect: String }
              let perturbation: String
              let effects: [Effect]
            }
            let pattern: String
            let cells: [Cell]
          }
          let version: String
          let mapping: String
          let paths: [Path]
        }
        let endpoint: String
        let lineages: [Lineage]
      }
      let schemaVersion: Int
      let matrices: [Matrix]
    }
    let json = try await impact("platzi-store/products", "--format", "json")
    let report = try JSONDecoder().decode(Report.self, from: json.output)
    #expect(report.schemaVersion == 1 && report.matrices.map(\.endpoint) == ["products", "products"])
    let first = try #require(report.matrices.first?.lineages.first)
    let cell = first.paths.first { $0.pattern == "$[*].category.id" }?.cells.first { $0.perturbation == "null" }
    #expect(first.version == "v1" && first.mapping == "Product" && cell?.effects.map(\.effect) == ["response-lost"])
  }

  @Test("Where no check was made and no recording is at hand, what to do is said")
  func nothingKnown() async throws {
    let driftwatch = try Driftwatch()
    let ending = try await driftwatch.call("impact", "pokeapi", environment: ["HOME": driftwatch.place.url.path])
    #expect(ending.code == 3 && ending.errors.contains("run driftwatch check, or name recordings with --contracts DIR"))
  }

  @Test("A live round keeps what it found, once for each shape and code; impact and findings use it")
  func kept() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "served/people/index.json")
    let server = try HostileServer(files: driftwatch.place.path("served"))
    func round() async throws -> Program.Ending {
      try await driftwatch.call(
        "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger, "--verbose")
    }
    for response in [People.first, People.withAge, People.first.replacing("Ada", with: "Eve")] {
      try driftwatch.place.write(response, to: "served/people/index.json")
      #expect(try await round().code == 0)
    }
    let found = try await driftwatch.call("impact", "quick/people", "--db", driftwatch.ledger)
    #expect(found.code == 0 && found.text.contains("from responses of live rounds"), "\(found)")
    #expect(found.text.contains("$[*].name -> Person.name"))
    #expect(found.text.contains("gone, null, empty: Person.email lost") || found.text.contains("Person.email lost"))
    // Null in one record of six is too little to tell chance from change; what it would cost is known.
    let nulls = People.first.replacing("\"ada3@example.org\"", with: "null")
    try driftwatch.place.write(nulls, to: "served/people/index.json")
    let pending = try await driftwatch.call(
      "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger, "--format", "json")
    #expect(pending.text.contains("Person.email"), "\(pending.text)")
  }

  @Test("Nothing recorded, a URL or a wrong word are told as what they are")
  func errors() async throws {
    let quick = try Driftwatch(.quick)
    try quick.place.write("", to: "Contracts/Quick/Contract.swift")
    let nothing = try await quick.call("impact", "--contracts", quick.place.path("Contracts"))
    #expect(nothing.code == 3 && nothing.errors.contains("nothing is recorded"), "\(nothing)")
    let url = try await impact("https://example.org/a")
    #expect(url.code == 2 && url.errors.contains("is a URL"))
    let wrong = try await impact("pokeapi/pokemon-lst")
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean pokeapi/pokemon-list?"))
    #expect(try await impact("--by", "colour").code == 2)
    let live = try await impact("--from", "live")
    #expect(live.code == 2 && live.errors.contains("--from knows recordings, not \"live\""), "\(live)")
    for unread in [
      try await impact("pokeapi/type"), try await impact("pokeapi/type", "--from", "recordings"),
    ] {
      #expect(unread.code == 3, "\(unread)")
      #expect(unread.errors.contains("no version reads this endpoint (pokeapi/type)"), "\(unread.errors)")
      #expect(!unread.errors.contains("says why"), "\(unread.errors)")
    }
    for body in ["", "[", "nope", "{}", "[{\"id\":\"x\"}]"] {
      try quick.place.write(body, to: "Contracts/Quick/Recordings/2026-01-01/quick/people/index.json")
      let unusable = try await quick.call("impact", "quick/people", "--contracts", quick.place.path("Contracts"))
      #expect(unusable.code == 3 && unusable.errors.contains("no version decodes what is recorded"), "\(unusable)")
    }
  }
}
