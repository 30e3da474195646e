import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests.ImpactTests.LineageTableTests {
  @Test("Landmarks sent back: missing values are left out, and a missing flag is sent as false")
  func landmarkUpdates() async throws {
    let common = """
      @.name | removed, null, empty, blank | recordLost
      @.name | alteredOnce | name changed
      @.category | removed, null, unknownValue, empty | recordLost
      @.location | removed, null, empty, blank | location lost
      @.location | alteredOnce | location changed
      @.note | removed, null, empty, blank | note lost
      @.isFeatured | removed, null | isFeatured defaulted
      @.isFeatured | alteredOnce | isFeatured changed
      @.id | removed, null, invalidURL, alteredOnce | -
      @.latitude | alteredOnce | -
      @.latitude | removed, null | recordLost
      @.slug | - | no row
      """
    let list = common.replacing("@", with: "$.items[*]").replacing("invalidURL, ", with: "")
    try await check("list", "2025-09-25", [LineageTable("v4", "Landmark", writes: "update", list)])
    let single = common.replacing("@", with: "$").replacing("invalidURL, ", with: "")
    try await check("update", "2025-09-25", [LineageTable("v4", "Landmark", writes: "update", single)])
  }

  @Test("Products sent as new ones: every sent member is required, others have no effect")
  func newProducts() async throws {
    let lines = """
      $[*].title | removed, null | responseLost
      $[*].title | empty, blank | title lost
      $[*].title | alteredOnce | title changed
      $[*].price | alteredOnce | price changed
      $[*].category.id | alteredOnce | categoryId changed
      $[*].category.name | alteredOnce | -
      $[*].id | alteredOnce | -
      $[*].images | empty | images lost
      """
    try await check(
      "products", "2025-09-25",
      ["v1", "v2", "v3"].map { LineageTable($0, "Product", writes: "create-product", lines) })
  }

  @Test("Writing back: missing values become defaults, and only members that the type reads are written")
  func writesBack() async throws {
    func lineages(_ version: String, _ endpoint: String, _ text: String) async -> [Lineage] {
      let job = Job.lineage(contract: "catalogue", endpoint: endpoint, versions: [version], body: Array(text.utf8))
      return await hostileExaminer().lineages(of: Batch([job])).first ?? []
    }
    let article = await lineages("v1", "article", #"{"id":1,"title":"Lamp","price":12.5,"note":"n","slug":"lamp"}"#)
    try LineageTable(
      "v1", "", writes: "update",
      """
      $.id | removed, null | responseLost
      $.title | alteredOnce | title changed
      $.note | removed, null | note lost
      $.price | alteredOnce | price changed
      $.slug | - | no row
      """
    ).expect(in: article)
    let eager = await lineages("eager", "article", #"{"id":1,"note":"n","count":3}"#)
    try LineageTable(
      "eager", "", writes: "update",
      """
      $.count | removed, null | count defaulted
      $.count | alteredOnce | count changed
      $.count | asText | responseLost
      $.id | alteredOnce | id changed
      """
    ).expect(in: eager)
    let enveloped = await lineages(
      "enveloped", "articles",
      #"{"items":[{"id":1,"title":"Lamp","price":1},{"id":2,"title":"drop","price":2},{"id":3,"title":"Desk","price":3}]}"#
    )
    try LineageTable(
      "enveloped", "", writes: "update",
      """
      $.items[*].title | removed, null | responseLost
      $.items[*].title | alteredOnce | recordLost
      $.items[*] | removed | recordLost
      $.items | empty | everyRecordLost
      """
    ).expect(in: enveloped)
  }

  @Test("A body whose code traps on the unperturbed response has no lineage, but reading has one")
  func crashingWrites() async throws {
    let body = #"[{"id":0,"kind":"good"},{"id":1,"kind":"trap"}]"#
    let job = Job.lineage(contract: "hostile", endpoint: "mixed", versions: ["sends"], body: Array(body.utf8))
    let found = try #require(await hostileExaminer().lineages(of: Batch([job])).first)
    let read = try #require(found.first { $0.writes == nil })
    let sent = try #require(found.first { $0.writes == "plain" })
    #expect(found.count == 2 && read.unavailable == nil && read.mapping == "Thing" && sent.mapping == "Thing")
    #expect(!read.paths.isEmpty && sent.paths.isEmpty)
    #expect(sent.unavailable == "the app's code ended the process on the response as it is")
  }
}
