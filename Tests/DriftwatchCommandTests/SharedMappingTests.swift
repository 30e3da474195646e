import Foundation
import TestSupport
import Testing

@Suite("Two versions with one mapping module")
struct SharedMappingTests {
  private static let old = #"[{"id":1,"title":"Lamp","price":44.5},{"id":2,"title":"Gift","price":0}]"#
  /// The same products, made up in the form that version 2 reads.
  private static let new =
    #"[{"id":1,"title":"Lamp","price":{"amount":44.5,"currency":"EUR"}},{"id":2,"title":"Gift","price":{"amount":0,"currency":"EUR"}}]"#
  private let driftwatch: Driftwatch

  init() throws {
    driftwatch = try Driftwatch(.mapped)
    try driftwatch.place.write(Self.old, to: "recordings/2026-01-01/price-list/products.json")
    try driftwatch.place.write(Self.new, to: "recordings/2026-02-01/price-list/products.json")
  }

  @Test(
    "Each is judged by its own types, and both map with the same code",
    arguments: [("2026-01-01", "v1", "v2"), ("2026-02-01", "v2", "v1")])
  func judged(_ day: String, _ reader: String, _ loser: String) async throws {
    let file = driftwatch.place.path("report.json")
    let ending = try await driftwatch.call(
      "check", "price-list", "--from", driftwatch.place.path("recordings/\(day)"), "--output", "json=\(file)")
    let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: file)))
    let versions = try #require(report.endpoints.first?.versions)
    func mapping(_ version: String) -> Report.Mapping? { versions.first { $0.version == version }?.mappings.first }
    // What costs nothing is left out by the module, for whichever version reads it.
    #expect(mapping(reader)?.recordsIn == 2 && mapping(reader)?.recordsOut == 1, "\(ending)")
    #expect(mapping(loser)?.recordsOut == 0, "\(ending)")
    #expect(ending.code == 1 && ending.text.contains("ProductDTO.price"), "\(ending)")
  }

  @Test("An edit is found in the types of the version that breaks, and the module stays as it is")
  func mended() async throws {
    let ending = try await driftwatch.call(
      [
        "suggest", "price-list/products", "--version", "v1", "--from", driftwatch.place.path("recordings"), "--format",
        "patch",
      ],
      environment: ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) })
    #expect(
      ending.code == 0 && ending.text.contains("+++ b/Tests/Fixtures/MappedContracts/V1/ProductDTO.swift"), "\(ending)")
    #expect(!ending.text.contains("CatalogMapping/"), "\(ending)")
  }

  @Test("The guide shows these very files")
  func guide() throws {
    let page = try String(contentsOf: Driftwatch.repository.appending(path: "docs/contracts.md"), encoding: .utf8)
    let blocks = page.matches(of: #/(?m)^```swift Contracts/Catalog/(\S+)\n(?s)(.*?)^```/#)
    #expect(blocks.count == 4)
    for block in blocks {
      let file = Driftwatch.repository.appending(path: "Tests/Fixtures/MappedContracts/\(block.1)")
      #expect(try String(contentsOf: file, encoding: .utf8) == block.2, "\(block.1)")
    }
  }

  private struct Report: Decodable {
    struct Mapping: Decodable { let recordsIn: Int, recordsOut: Int }
    struct Version: Decodable { let version: String, mappings: [Mapping] }
    struct Endpoint: Decodable { let versions: [Version] }
    let endpoints: [Endpoint]
  }
}
