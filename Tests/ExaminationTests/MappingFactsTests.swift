import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("What a mapping did")
  struct MappingFactsTests {
    private let uuids = (0..<9).map { "00000000-0000-0000-0000-00000000000\($0)" }

    @Test(
      "is counted: dropped, thrown, lost properties, also of superclasses and nested values, with the first location"
    )
    func counts() async throws {
      let text = """
        [{"id":"\(uuids[0])","title":"One","tags":["a"],"size":3,"place":{"latitude":1.5,"name":"Here"}},
         {"id":"\(uuids[1])","title":"drop"},
         {"id":"\(uuids[2])","title":" ","tags":[],"size":4,"place":{"latitude":null,"name":""}},
         {"id":"\(uuids[3])","title":"Large","size":5000},
         {"id":"no uuid","title":"Odd","tags":["b"],"size":5},
         {"id":"\(uuids[4])","tags":["c"],"size":-1}]
        """
      let mapping = try await hostileExaminer().mapping("Item", items(text, "v1"))
      #expect(mapping.execution == .succeeded)
      #expect(mapping.elements == 6 && mapping.recordsIn == 6 && mapping.recordsOut == 4)
      #expect(mapping.dropped == 1 && mapping.threw == 1 && mapping.droppedExample == "/1")
      #expect(mapping.thrown == [Thrown(message: "TooLarge: TooLarge()", count: 1)])
      #expect(mapping.unstable.count == 1 && mapping.collided.count == 0)
      #expect(mapping.brokenRules == [BrokenRule(name: "size is not negative", count: 1, example: "/5")])
      #expect(mapping.unstable.example == "/4" && mapping.collided.example == nil)
      func counts(_ name: String) throws -> [Int] {
        let property = try mapping.property(name)
        return [property.total, property.nilCount, property.emptyCount, property.randomCount]
      }
      #expect(try counts("id") == [4, 0, 0, 1])
      #expect(try mapping.property("id").example == "/4")
      #expect(try counts("key") == [4, 0, 0, 0])
      #expect(try counts("title") == [4, 1, 1, 0])
      #expect(try mapping.property("title").example == "/2")
      #expect(try counts("tags") == [4, 0, 1, 0])
      #expect(try counts("place") == [4, 2, 0, 0])
      #expect(try counts("place.latitude") == [2, 1, 0, 0])
      #expect(try counts("place.name") == [2, 0, 1, 0])
      #expect(try counts("summary") == [4, 1, 0, 0])
      #expect(try mapping.property("summary").isEssential)
      #expect(try !mapping.property("title").isEssential)
    }

    @Test("counts identities that several domain values share")
    func collisions() async throws {
      let text = [0, 1, 0, 0].map { #"{"id":"\#(uuids[$0])","title":"x"}"# }.joined(separator: ",")
      let mapping = try await hostileExaminer().mapping("Item", items("[\(text)]", "v1"))
      #expect(mapping.collided.count == 2 && mapping.unstable.count == 0 && mapping.collided.example == "/2")
    }

    @Test("counts elements that a lossy array left out")
    func lossyArrays() async throws {
      let mapping = try await hostileExaminer().mapping("Element", items(#"[{"id":"a"},{"id":2},{"id":"c"}]"#, "lossy"))
      #expect(mapping.elements == 3 && mapping.recordsIn == 2 && mapping.recordsOut == 2 && mapping.lost == 1)
    }

    @Test("needs its values from other responses, and those the contract fixes")
    func context() async throws {
      let missing = try await hostileExaminer().mapping("Filed", items(#"[{"id":"a"}]"#, "contextual"))
      #expect(missing.execution == .notRun(reason: "no value for shelf from another response"))
      let context = ["contextual": ["Filed": ["shelf": "top"]]]
      let mapping = try await hostileExaminer().mapping(
        "Filed", items(#"[{"id":"a"}]"#, "contextual", context: context))
      #expect(mapping.execution == .succeeded && mapping.recordsOut == 1)
    }

    @Test("includes the request bodies that are made of the domain values")
    func sends() async throws {
      let text = #"[{"id":"a","title":"A","size":1},{"id":"b","title":"drop"},{"id":"c","size":2}]"#
      let facts = try await hostileExaminer().examine(items(text, "v1")).version("v1")
      let send = try #require(facts.sends.first)
      #expect(facts.sends.count == 1 && send.endpoint == "create-item" && send.typeName == "CreateItem")
      #expect(send.execution == .succeeded && send.offered == 2 && send.made == 1)
      #expect(send.thrown == [Thrown(message: "TooLarge: TooLarge()", count: 1)])
      #expect(send.shape?.statistics(at: "$.title")?.count == 1)
    }

    @Test("of two responses together is counted too; a response that does not decode is a finding of its own endpoint")
    func joins() async throws {
      func join(_ items: String, _ shelves: String) async throws -> MappingExamination {
        let bodies = [items, shelves].map { Array($0.utf8) }
        let facts = try await hostileExaminer().examine(
          Job(contract: "peculiar", endpoint: "items", version: "v1", join: "Shelved", bodies: bodies))
        return try #require(facts.version("v1").mappings.first)
      }
      let items = #"[{"id":"a"},{"id":"b"},{"id":"c"}]"#
      let joined = try await join(items, #"["a","c"]"#)
      #expect(joined.execution == .succeeded && joined.name == "Shelved" && joined.domainType == "Shelved")
      #expect(joined.recordsIn == 3 && joined.recordsOut == 2 && joined.dropped == 1)
      #expect(try joined.property("token").randomCount == 2)
      #expect(try joined.property("id").lost == 0)
      #expect(try await join(items, #"["broken"]"#).execution == .failed(message: "TooLarge: TooLarge()"))
      #expect(try await join(items, "[1]").execution.notRunReason == "[0] is of another type, expected String")
      #expect(try await join(items, "").execution.notRunReason != nil)
    }

    @Test("is blamed on the member that makes a good record lose the same")
    func blame() async throws {
      let text = """
        [{"id":"\(uuids[0])","title":"One","size":1,"place":{"latitude":1,"name":"Here"}},
         {"size":2,"id":"\(uuids[1])","title":"drop","tags":["a"]},
         {"id":"\(uuids[2])","name":"Renamed","size":3,"tags":["b"],"place":{"latitude":null,"name":"There"}},
         {"id":"x","title":"Four","size":9000}]
        """
      for (endpoint, version, body) in [
        ("items", "v1", text), ("wrapped", "enveloped", "{\"response\":{\"items\":\(text)}}"),
      ] {
        let job = Job(contract: "peculiar", endpoint: endpoint, versions: [version], body: Array(body.utf8))
        let facts = try await hostileExaminer().examine(job)
        #expect(facts.incomplete.isEmpty)
        let mapping = try #require(facts.versions.first?.mappings.first)
        let records = endpoint == "items" ? "$[*]" : "$.response.items[*]"
        #expect(mapping.droppedBlame == (endpoint == "items" ? ["$[*].title"] : []))
        #expect(try mapping.property("title").blame == ["\(records).title"])
        #expect(try mapping.property("place.latitude").blame == ["\(records).place.latitude"])
        #expect(try mapping.property("place").blame == (endpoint == "items" ? [] : ["\(records).place"]))
        #expect(try mapping.property("key").blame.isEmpty)
      }
    }

    @Test(
      "is blamed on no member if a record behaves differently alone, or if no other record can be compared",
      arguments: [
        ("envious", #"[{"id":"a","title":"A"},{"id":"b"}]"#), ("v1", #"[{"id":"a","title":"drop"}]"#),
        ("v1", #"[{"id":"a","title":"drop"},{"id":"b","title":"drop"}]"#),
      ])
    func noBlame(_ version: String, _ text: String) async throws {
      let facts = try await hostileExaminer().examine(items(text, version))
      let mapping = try #require(facts.versions.first?.mappings.first)
      #expect(mapping.dropped > 0 && mapping.droppedBlame.isEmpty)
      #expect(facts.incomplete.isEmpty)
    }
  }
}
