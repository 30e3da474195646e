import DriftModel
import Foundation
import Store
import StoreSamples
import Testing
import System

import StoreSQL
@testable import StoreSQLite

@Suite("What a commit leaves in the tables")
struct TableTests {
  @Test("Neither URL nor body is in the file")
  func nothingSecret() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.file())
    try await store.commit(try Samples.result(round: try await store.begin()))
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file() + suffix))
      for secret in ["s3cr3t", "api.example"] {
        #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(suffix)")
      }
    }
    #expect(try await store.number("SELECT length(digest) FROM urls") == 32)
  }

  @Test("Facts that another build wrote are as good as never examined, whatever form they have; all else is read")
  func formerFacts() async throws {
    let store = try SQLiteStore.temporary()
    let url = "https://api.example/one"
    for facts in ["", "{}", #"{"versions":[{"version":"v1"}]}"#, "s3cr3t"] {
      try await store.check(url: url)
      #expect(try await store.response(url)?.facts == Examination())
      try await store.execute("UPDATE latest_responses SET facts = '\(facts)'")
      let response = try #require(try await store.response(url), "it is known all the same")
      #expect(response.facts == nil && response.outcome == .ok && response.bodyDigest == Samples.digest)
      #expect(try await store.verify() == [])
    }
  }

  @Test("The digest is stored when it differs from the one before, else not again")
  func digests() async throws {
    let store = try SQLiteStore.temporary()
    let round = try await store.begin()
    let other = ContentDigest(Array("other".utf8)).hexadecimal
    for digest in [Samples.digest, Samples.digest, other, Samples.digest] {
      var result = try Samples.result(round: round)
      result.responses[0].bodyDigest = digest
      try await store.commit(result)
    }
    let stored = try await store.column("SELECT lower(hex(body_digest)) FROM responses ORDER BY id")
    #expect(stored == [Samples.digest, "", other, Samples.digest])
  }

  @Test("A mapping's counts are written only when they differ from those before")
  func mappingCounts() async throws {
    let store = try SQLiteStore.temporary()
    for out in [20, 20, 20, 17, 17, 20] {
      let round = try await store.begin()
      var result = try Samples.result(round: round)
      result.mappingCounts = [Samples.key: MappingCounts(Samples.mapping(recordsOut: out, dropped: 20 - out))]
      try await store.commit(result)
    }
    #expect(
      try await store.column(
        "SELECT round || ': ' || records_out || '/' || dropped FROM mapping_counts ORDER BY round")
        == ["1: 20/0", "4: 17/3", "6: 20/0"])
  }
}
