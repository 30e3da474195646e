import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Synchronization
import Testing

@testable import Examination

private struct TicketDTO: Decodable {
  let id: String
  let title: String
  let decodedAs: UUID

  enum CodingKeys: String, CodingKey { case id, title }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeIfPresent(String.self, forKey: .id) ?? ""
    title = try container.decode(String.self, forKey: .title)
    decodedAs = UUID()
  }
}

private struct Ticket {
  let id: UUID
  let title: String
  let receipt: UUID
  let madeAt = Date()
  let session = UUID()

  init(_ dto: TicketDTO) {
    id = UUID(uuidString: dto.id) ?? UUID()
    title = dto.title
    receipt = dto.decodedAs
  }
}

private struct Clocked {
  let title: String
  let clock: Int
}

private let tickets = Mapping("Ticket", records: "$[*]", each: \[TicketDTO].self, to: { Ticket($0) })
private let ticketText = """
  [{"id": "00000000-0000-0000-0000-000000000001", "title": "One"},
   {"id": "00000000-0000-0000-0000-000000000002", "title": "Two"}]
  """

@Suite("What is random in a domain model")
struct LineageStabilityTests {
  @Test("has no effects: made while decoding, while mapping, or from a clock")
  func masked() async throws {
    let lineage = try await lineage(of: ticketText, as: [TicketDTO].self, tickets)
    for property in ["receipt", "madeAt", "session"] {
      #expect(!lineage.lines.contains { $0.contains(property) })
    }
    #expect(lineage.effects("$[*].title", .alteredOnce) == ["title changed"])
  }

  @Test("does not differ from the baseline if the unperturbed response is mapped again")
  func repeated() async throws {
    let version = Version("v1") { Reads("list", as: [TicketDTO].self) { tickets } }
    let reads = try #require(version.reads("list"))
    let reader = LineageReader(
      reads: reads, mapping: reads.mappings[0], context: MappingContext([:]), trials: TrialLog())
    let response = Array(ticketText.utf8)
    let runs = [
      try #require(try await reader.run(response).readings), try #require(try await reader.run(response).readings),
    ]
    let third = try await reader.run(response)
    #expect(try #require(LineageBaseline(runs)).delta(third).isNothing)
    // One run alone cannot tell.
    #expect(try !#require(LineageBaseline([runs[0]])).delta(third).isNothing)
  }

  @Test(
    "only under a perturbation is a separate effect",
    arguments: [Perturbation.removed, .null, .empty, .blank, .unknownValue])
  func becomesRandom(_ perturbation: Perturbation) async throws {
    let lineage = try await lineage(of: ticketText, as: [TicketDTO].self, tickets)
    #expect(lineage.effects("$[*].id", perturbation) == ["id becameRandom"])
    #expect(lineage.effects("$[*].id", .alteredOnce) == ["id changed"])
  }

  @Test("is masked too if it changes rarely, like a clock of whole seconds")
  func coarseClock() async throws {
    let calls = Mutex(0)
    let clocked = Mapping(
      "Clocked", records: "$[*]", each: \[TicketDTO].self,
      to: { dto in
        let count = calls.withLock { count in
          count += 1
          return count
        }
        return Clocked(title: dto.title, clock: count / 12)
      })
    let lineage = try await lineage(of: ticketText, as: [TicketDTO].self, clocked)
    #expect(calls.withLock { $0 } > 24)
    #expect(lineage.effects("$[*].title", .alteredOnce) == ["title changed"])
    #expect(!lineage.lines.contains { $0.contains("clock") })
  }
}

private struct TaskDTO: Decodable {
  struct Settings: Decodable { let isQuiet: Bool }

  let done: Bool?
  let note: String?
  let settings: Settings?
  let count: Int
  let tries: Int

  enum CodingKeys: String, CodingKey { case done, note, settings, count, tries }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    done = try container.decodeIfPresent(Bool.self, forKey: .done)
    note = try container.decodeIfPresent(String.self, forKey: .note)
    settings = try? container.decode(Settings.self, forKey: .settings)
    count = (try? container.decode(Int.self, forKey: .count)) ?? 0
    if let text = try? container.decode(String.self, forKey: .tries) {
      tries = Int(text) ?? 0
    } else {
      tries = (try? container.decode(Int.self, forKey: .tries)) ?? 0
    }
  }
}

private struct Chore {
  let done: Bool
  let isQuiet: Bool
  let count: Int
  let tries: Int
}

@Suite("A default that equals the value of the sample")
struct LineageDefaultTests {
  @Test(
    "is found by a response with another value",
    arguments: [
      LineageCase("$[*].done", .removed, "done defaulted"),
      LineageCase("$[*].done", .null, "done defaulted"),
      LineageCase("$[*].done", .asText, "responseLost"),
      LineageCase("$[*].done", .alteredOnce, "done changed"),
      // The whole of what holds the value; by `try?` also where it is of another kind.
      LineageCase("$[*].settings", .removed, "isQuiet defaulted"),
      LineageCase("$[*].settings", .asArray, "isQuiet defaulted"),
      LineageCase("$[*].settings", .wrapped, "isQuiet defaulted"),
      LineageCase("$[*].settings.isQuiet", .asNumber, "isQuiet defaulted"),
      LineageCase("$[*].count", .removed, "count defaulted"),
      LineageCase("$[*].count", .asText, "count defaulted"),
      // A number in quotes is read here, and so nothing is lost.
      LineageCase("$[*].tries", .asText),
      LineageCase("$[*].tries", .removed, "tries defaulted"),
      // Nothing is made of it.
      LineageCase("$[*].note", .removed),
      LineageCase("$[*].note", .null),
    ])
  func coincidence(_ c: LineageCase) async throws {
    let chores = Mapping(
      "Chore", records: "$[*]", each: \[TaskDTO].self,
      to: { dto in
        Chore(
          done: dto.done ?? false, isQuiet: dto.settings?.isQuiet ?? false, count: dto.count, tries: dto.tries)
      })
    let text = #"[{"done": false, "note": "n", "settings": {"isQuiet": false}, "count": 0, "tries": 0}]"#
    let lineage = try await lineage(of: text, as: [TaskDTO].self, chores)
    #expect(lineage.effects(c.path, c.perturbation) == c.expected)
  }
}
