import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

private struct NoteDTO: Decodable {
  let id: Int
  let text: String
}

private final class Note {
  let id: Int
  var text: String?

  init(_ dto: NoteDTO) throws {
    guard dto.id != 1 else { throw CocoaError(.coderInvalidValue) }
    (id, text) = (dto.id, dto.text.isEmpty ? nil : dto.text)
  }
}

/// An array that leaves out what it cannot decode.
private struct Lossy: Decodable, Sendable {
  private struct Anything: Decodable {}
  var notes: [NoteDTO] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let note = try? container.decode(NoteDTO.self) {
        notes.append(note)
      } else {
        _ = try container.decode(Anything.self)
      }
    }
  }
}

extension NoteDTO: Sendable {}

private let notes = Mapping("Note", records: "$[*]", each: \[NoteDTO].self, to: { try Note($0) })
private let noteText = #"[{"id": 0, "text": "A"}, {"id": 5, "text": "B"}, {"id": 6, "text": "C"}]"#

@Suite("Finding a lineage")
struct LineageFinderTests {
  @Test("works with classes, and with mappings that throw, wait or run on the main actor")
  func mappings() async throws {
    let waiting = Mapping(
      "Shown", records: "$[*]", each: \[NoteDTO].self,
      to: { dto in
        await Task.yield()
        return await MainActor.run { Shown(text: dto.text.isEmpty ? nil : dto.text) }
      })
    let plain = try await lineage(of: noteText, as: [NoteDTO].self, notes)
    #expect(plain.effects("$[*].text", .empty) == ["text lost"])
    #expect(plain.effects("$[*].id", .alteredAgain) == ["id changed"])
    let later = try await lineage(of: noteText, as: [NoteDTO].self, waiting)
    #expect(later.effects("$[*].text", .empty) == ["text lost"])
    #expect(plain.effects("$[*].id", .alteredOnce) == ["recordLost"])
  }

  @Test("aligns the remaining records with the original ones, wherever the lost one was")
  func lossyArrays() async throws {
    let lossy = Mapping("Note", records: "$[*]", each: \Lossy.notes, to: { try Note($0) })
    let lineage = try await lineage(of: noteText, as: Lossy.self, lossy)
    #expect(lineage.effects("$[*].id", .asText) == ["recordLost"])
    #expect(lineage.effects("$[*].text", .removed) == ["recordLost"])
    #expect(lineage.effects("$[*]", .null) == ["recordLost"])
    #expect(lineage.effects("$[*].text", .alteredOnce) == ["text changed"])
  }

  @Test("gives the same result twice, and names the paths beyond the limit")
  func bounds() async throws {
    let all = try await lineage(of: noteText, as: [NoteDTO].self, notes)
    #expect(try await lineage(of: noteText, as: [NoteDTO].self, notes) == all)
    #expect(try JSONDecoder().decode(Lineage.self, from: JSONEncoder().encode(all)) == all)
    let few = try await lineage(of: noteText, as: [NoteDTO].self, notes) { $0.maximumPaths = 3 }
    #expect(few.paths.map(\.pattern) == ["$", "$[*]", "$[*].id"] && few.untried == ["$[*].text"])
    let none = try await lineage(of: noteText, as: [NoteDTO].self, notes) { $0.trials.bounds.bytes = 10 }
    #expect(none.paths.isEmpty && none.untried.count == 4)
  }

  @Test("of a list without records has the effects on the list itself")
  func emptyList() async throws {
    let lineage = try await lineage(of: "[]", as: [NoteDTO].self, notes)
    #expect(lineage.paths.map(\.pattern) == ["$"])
    #expect(lineage.effects("$", .null) == ["responseLost"])
  }

  @Test("gives the reason if there is no lineage")
  func unavailable() async throws {
    await #expect(throws: LineageUnavailable(reason: "the response does not decode as [NoteDTO]")) {
      try await lineage(of: "[{}]", as: [NoteDTO].self, notes)
    }
    let filed = Mapping(
      "Note", records: "$[*]", each: \[NoteDTO].self, context: ["shelf": .response(of: "shelves", path: "$[0]")],
      to: { dto, context in context["shelf"].map { "\($0) \(dto.id)" } })
    await #expect(
      throws: LineageUnavailable(reason: "no value for shelf from another response", awaitsOtherResponse: true)
    ) {
      try await lineage(of: noteText, as: [NoteDTO].self, filed)
    }
    let known = try await lineage(of: noteText, as: [NoteDTO].self, filed, context: ["shelf": "top"])
    #expect(known.effects("$[*].id", .alteredOnce) == ["self changed"])
    let decoder = { @Sendable in
      let decoder = JSONDecoder()
      decoder.allowsJSON5 = true
      return decoder
    }
    await #expect(throws: LineageUnavailable.self) {
      try await lineage(of: noteText, as: [NoteDTO].self, using: decoder(), notes)
    }
  }
}

private struct Shown: Sendable { let text: String? }
