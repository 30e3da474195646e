import ContractKit
import Foundation
import Testing

@Suite("The recordings")
struct RecordingsTests {
  let recordings: [Recording]

  init() throws { recordings = try Recording.all() }

  @Test("Each has its status, headers, time and source beside it, and stands under its date")
  func metaIsComplete() throws {
    #expect(recordings.count > 150)
    for recording in recordings {
      #expect((100...599).contains(recording.meta.status), "\(recording.name)")
      #expect(!recording.meta.headers.isEmpty, "\(recording.name)")
      #expect(
        recording.meta.source.contains("made up"), "\(recording.name) does not say that values are made up")
      let day = recording.meta.fetchedAt.formatted(.iso8601.year().month().day())
      #expect(day == recording.date, "\(recording.name)")
    }
  }

  @Test("Each responses exactly one endpoint of its contract")
  func endpointsAreFound() {
    for recording in recordings { #expect(recording.endpoints.count == 1, "\(recording.name)") }
  }

  @Test("Each endpoint is recorded, with all of its sample values")
  func everyEndpointIsRecorded() {
    for contract in contracts {
      for endpoint in contract.endpoints where !endpoint.hasNoBody {
        let paths = recordings.filter { $0.contract.id == contract.id && $0.endpoints == [endpoint.id] }.map(\.path)
        #expect(!paths.isEmpty, "\(contract.id)/\(endpoint.id) has no recording")
        for case .samples(let samples) in endpoint.values.values {
          for sample in samples {
            #expect(
              paths.contains { $0.split(separator: "/").contains { $0 == sample } },
              "\(contract.id)/\(endpoint.id): no recording of \(sample)")
          }
        }
      }
    }
  }

  @Test("Links of the recorded Pokémon lead to recorded species, and theirs to recorded chains")
  func linksLeadToRecordings() throws {
    struct Link: Decodable { let url: URL }
    struct Parent: Decodable {
      let species: Link?
      let evolution_chain: Link?
    }
    let paths = Set(recordings.map { "\($0.date) \($0.path)" })
    var links = 0
    for recording in recordings where ["pokemon", "species"].contains(recording.endpoints.first ?? "") {
      let parent = try JSONDecoder().decode(Parent.self, from: Data(contentsOf: recording.body))
      let link = recording.endpoints == ["pokemon"] ? parent.species : parent.evolution_chain
      let path = try #require(link).url.path
      #expect(paths.contains("\(recording.date) \(path)"), "\(recording.name) leads to \(path)")
      links += 1
    }
    #expect(links == 52)
  }

  /// Which releases do not decode which responds; everything else decodes.
  static let broken: Set<String> = [
    "platzi-store 2023-12-05 products v2", "platzi-store 2023-12-05 products v3",
    "platzi-store 2023-12-05 categories v2", "platzi-store 2023-12-05 categories v3",
    "omg-lol 2022-03-01 purls v2", "omg-lol 2023-04-12 purls v1", "omg-lol 2026-02-06 purls v1",
    "landmarks 2019-12-10 tutorial v2", "landmarks 2019-12-10 tutorial v3",
    "landmarks 2020-06-24 tutorial v1", "landmarks 2020-06-24 tutorial v3", "landmarks 2020-10-01 tutorial v1",
    "todo 2026-02-06 items v1",  // the body of a 401, which nobody would decode
  ]

  @Test("Each release decodes the responses it was made for, and those after them unless the vendor broke it")
  func releasesDecode() throws {
    var failed: Set<String> = []
    for recording in recordings {
      for version in recording.contract.versions {
        guard let endpoint = recording.endpoints.first, version.reads(endpoint) != nil else { continue }
        let app = try AppCode(recording.contract, version.id, endpoint)
        do {
          _ = try app.decode(try Data(contentsOf: recording.body))
        } catch {
          failed.insert("\(recording.contract.id) \(recording.date) \(endpoint) \(version.id)")
        }
      }
    }
    #expect(failed == RecordingsTests.broken)
  }

  @Test("No mapping loses a record but one: landmarks whose category the app does not know")
  func mappingsKeepRecords() async throws {
    let context = ["address": "foo", "categoryID": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"]
    var lost: [String: String] = [:]
    var mapped = 0
    for recording in recordings {
      for version in recording.contract.versions {
        guard let endpoint = recording.endpoints.first, let reads = version.reads(endpoint) else { continue }
        let place = "\(recording.contract.id) \(recording.date) \(endpoint) \(version.id)"
        guard !RecordingsTests.broken.contains(place) else { continue }
        let app = try AppCode(recording.contract, version.id, endpoint)
        for mapping in reads.mappings {
          let values = try await app.domain(try Data(contentsOf: recording.body), mapping.name, context: context)
          let kept = values.compactMap(\.self)
          mapped += kept.count
          if kept.count < values.count { lost[place] = "\(values.count - kept.count) of \(values.count)" }
          #expect(Set(kept.compactMap(\.identity)).count == kept.count, "\(place): two records are one")
          for value in kept { #expect(value.brokenRules == [], "\(place)") }
        }
      }
    }
    #expect(lost == ["landmarks 2026-02-06 list v4": "2 of 24"])
    #expect(mapped > 300)
  }
}
