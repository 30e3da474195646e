import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests.ImpactTests {
  @Suite("The lineage of code that misbehaves")
  struct MisbehavingLineageTests {
    private func lineages(
      _ contract: String, _ endpoint: String, _ version: String, _ text: String,
      context: [String: [String: [String: String]]] = [:]
    ) async throws -> [Lineage] {
      let job = Job.lineage(
        contract: contract, endpoint: endpoint, versions: [version], context: context, body: Array(text.utf8))
      return try #require(await hostileExaminer().lineages(of: Batch([job])).first)
    }

    private let items = """
      [{"id": "d67a7a00-e1d8-58a7-bfd4-03550db21517", "title": "One", "tags": ["new"], "link": "https://example.org/a",
        "changed": "2026-01-31T10:00:00Z", "place": {"latitude": 1.5, "name": "Here"}, "size": 1000},
       {"id": "c2f21923-0210-50d6-aaa9-74d844d1b6ee", "title": "Two", "size": 2}]
      """

    @Test("that waits, runs on the main actor, throws, and makes objects of a class with a superclass")
    func asynchronous() async throws {
      let lineages = try await lineages("peculiar", "items", "v1", items)
      try LineageTable(
        "v1", "Item",
        """
        $[*].id | removed, null, asBool | responseLost
        $[*].id | blank | id becameRandom, key lost
        $[*].id | unknownValue | id becameRandom, key changed
        $[*].id | alteredOnce | id changed, key changed
        $[*].title | removed, null | summary lost, title lost
        $[*].title | empty | summary defaulted, title lost
        $[*].tags | removed, null, empty | tags lost
        $[*].tags[*] | removed | tags lost
        $[*].link | removed, null, alteredOnce | -
        $[*].link | invalidURL, asBool | responseLost
        $[*].changed | removed, alteredOnce | -
        $[*].changed | asEpoch | responseLost
        $[*].place | removed, null | place lost, place.latitude lost, place.name lost
        $[*].place.name | blank | place.name lost
        $[*].size | removed, null | size defaulted, summary defaulted
        $[*].size | alteredOnce | recordLost
        $[*].size | alteredAgain | size changed, summary changed
        """
      ).expect(in: lineages)
      try LineageTable(
        "v1", "Key",
        """
        $[*].id | alteredOnce | self changed
        $[*].id | empty, blank | self lost
        $[*].title | removed, alteredOnce | -
        $[*].size | asText | responseLost
        $[*].size | alteredOnce | -
        """
      ).expect(in: lineages)
    }

    @Test("that takes a value from another response, which must be there")
    func context() async throws {
      let without = try await lineages("peculiar", "items", "contextual", items)
      #expect(without.map(\.unavailable) == ["no value for shelf from another response"])
      let filed = ["contextual": ["Filed": ["shelf": "top", "owner": "nobody"]]]
      let with = try await lineages("peculiar", "items", "contextual", items, context: filed)
      try LineageTable("contextual", "Filed", "$[*].id | alteredOnce | self changed\n$[*].title | null | -").expect(
        in: with)
    }

    @Test("that traps while it decodes or maps has a cell for it, and the rest is found too")
    func traps() async throws {
      let fragile = try await lineages("hostile", "plain", "fragile", #"[{"id": 1, "kind": "fine"}]"#)
      try LineageTable(
        "fragile", "Fragile",
        """
        $[*].id | null, asText | responseLost
        $[*].id | alteredOnce | id changed
        $[*].kind | empty | crash
        $[*].kind | blank, unknownValue, alteredOnce | -
        $[*].kind | removed, null, asBool | responseLost
        """
      ).expect(in: fragile)
      // Which kinds it knows cannot be asked, and so not even the paths are known.
      let exacting = try await lineages("peculiar", "shelves", "exacting", #"[{"id": 1, "kind": "fine"}]"#)
      #expect(exacting.first?.unavailable?.contains("a kind that nobody knows") == true)
      let lonely = try await lineages(
        "hostile", "mixed", "lonely", #"[{"id": 1, "kind": "fine"}, {"id": 2, "kind": "drop"}]"#)
      try LineageTable(
        "lonely", "Thing",
        """
        $ | empty | crash
        $[*] | removed | crash
        $[*].kind | alteredOnce | recordLost
        $[*].kind | removed | responseLost
        """
      ).expect(in: lonely)
    }

    @Test("that does not end has a cell for it")
    func hangs() async throws {
      let stuck = try await lineages("hostile", "mixed", "stuck", #"[{"kind": "fine"}]"#)
      try LineageTable(
        "stuck", "",
        """
        $[*].kind | empty | hang
        $[*].kind | blank, alteredOnce | -
        $[*].kind | removed, null | responseLost
        """
      ).expect(in: stuck)
    }

    @Test("that crashes on the provider's response has none, and others have theirs")
    func crashing() async throws {
      let text = #"[{"id": 5, "kind": "trap"}, {"id": 2, "kind": "fine"}]"#
      let job = Job.lineage(
        contract: "hostile", endpoint: "mixed", versions: ["traps", "good"], body: Array(text.utf8))
      let lineages = try #require(await hostileExaminer().lineages(of: Batch([job])).first)
      #expect(lineages.first { $0.version == "traps" }?.unavailable?.contains("ended the process") == true)
      try LineageTable("good", "Thing", "$[*].id | alteredOnce | id changed\n$[*].kind | null | responseLost")
        .expect(in: lineages)
    }
  }

  @Suite("Computed properties")
  struct ComputedPropertyTests {
    @Test("of all five contracts each depend on at least one path")
    func all() async throws {
      let responses = RecordedResponse.all
      let jobs = try responses.map { $0.lineageJob(try $0.bodies()) }
      let results = await contractsExaminer().lineages(of: Batch(jobs))
      var fed: Set<String> = []
      for (response, lineages) in zip(responses, results) {
        for lineage in lineages {
          for case .property(let name, _) in lineage.paths.flatMap(\.cells).flatMap(\.effects) {
            fed.insert("\(response.contract) \(lineage.version) \(lineage.mapping) \(name)")
          }
        }
      }
      var declared: Set<String> = []
      for contract in fiveContracts {
        for version in contract.versions {
          for mapping in version.reads.flatMap(\.mappings) {
            for property in mapping.properties {
              declared.insert("\(contract.id) \(version.id) \(mapping.name) \(property.name)")
            }
          }
          for join in version.joins {
            for property in join.properties {
              declared.insert("\(contract.id) \(version.id) \(join.name) \(property.name)")
            }
          }
        }
      }
      #expect(declared.count >= 25)
      #expect(declared.subtracting(fed).sorted() == [])
    }
  }
}
