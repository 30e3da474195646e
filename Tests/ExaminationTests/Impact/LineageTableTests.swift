import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests.ImpactTests {
  @Suite("The lineage of each mapping of the five contracts is what its code says")
  struct LineageTableTests {
    func check(
      _ endpoint: String, _ file: String, join: String? = nil, _ tables: [LineageTable],
      _ location: SourceLocation = #_sourceLocation
    ) async throws {
      let response = try RecordedResponse.find(endpoint, file, join: join)
      let lineages = await contractsExaminer().lineages(of: Batch([response.lineageJob(try response.bodies())]))
      for table in tables { try table.expect(in: lineages.first ?? [], location) }
    }

    @Test(
      "Products: every member is required, an empty text is a lost property, a share link has a default")
    func products() async throws {
      let common = """
        $ | null, wrapped | responseLost
        $ | empty | everyRecordLost
        $[*] | null, wrapped, asArray, empty | responseLost
        $[*] | removed | recordLost
        $[*].id | removed, null, asText, asFraction, asBool, wrapped | responseLost
        $[*].id | alteredOnce, alteredAgain | id changed
        $[*].title | removed, null, asNumber, asBool, wrapped | responseLost
        $[*].title | empty, blank | title lost
        $[*].title | unknownValue, alteredOnce | title changed
        $[*].price | removed, null, asText, asBool, wrapped | responseLost
        $[*].price | asFraction, alteredOnce | price changed
        $[*].description | removed, null | responseLost
        $[*].description | empty, blank | description lost
        $[*].category | removed, null, empty, asArray, wrapped | responseLost
        $[*].category.id | removed, null, asText, asFraction, wrapped | responseLost
        $[*].category.id | alteredOnce | category.id changed
        $[*].category.name | empty, blank | category.name lost
        $[*].category.image | removed, null | responseLost
        $[*].category.image | empty | category.image lost, category.imageURL lost
        $[*].category.image | invalidURL | category.image changed, category.imageURL lost
        $[*].images | removed, null, asObject, wrapped | responseLost
        $[*].images | empty | images lost
        $[*].images[*] | null, asBool, empty, invalidURL | responseLost
        $[*].images[*] | removed, alteredOnce | images changed
        $[*].updatedAt | - | no row
        """
      try await check(
        "products", "2025-09-25",
        [
          LineageTable("v1", "Product", common + "\n$[*].slug | - | no row\n$[*].creationAt | - | no row"),
          LineageTable(
            "v2", "Product",
            common + """

              $[*].slug | removed, null | responseLost
              $[*].slug | empty | shareURL defaulted, slug lost
              $[*].slug | blank | shareURL changed, slug lost
              $[*].slug | alteredOnce | shareURL changed, slug changed
              $[*].category.slug | empty, blank | category.slug lost
              $[*].creationAt | removed, null, empty, blank, asEpoch | responseLost
              $[*].creationAt | otherDateForm | -
              $[*].creationAt | alteredOnce, alteredAgain | createdAt changed
              """),
          LineageTable(
            "v3", "Product",
            common + """

              $[*].slug | removed, null | responseLost
              $[*].slug | empty, blank | slug lost
              $[*].creationAt | - | no row
              """),
        ])
    }

    @Test("Categories, and the response to a new product")
    func shelves() async throws {
      let category = """
        $[*].id | removed, null, asText | responseLost
        $[*].id | alteredOnce | id changed
        $[*].name | empty, blank | name lost
        $[*].image | empty | image lost, imageURL lost
        $[*].image | invalidURL | image changed, imageURL lost
        """
      let slug = "\n$[*].slug | removed, null | responseLost\n$[*].slug | empty | slug lost"
      try await check(
        "categories", "PlatziStore/Recordings/2025-09-25",
        [
          LineageTable("v1", "Category", category + "\n$[*].slug | - | no row"),
          LineageTable("v2", "Category", category + slug), LineageTable("v3", "Category", category + slug),
        ])
      // One record, and 44 is cheap.
      let product = """
        $ | null, empty, asArray | responseLost
        $.price | null, asText | responseLost
        $.price | alteredOnce | price changed
        $.title | blank | title lost
        $.images[*] | removed | images lost
        $.category.id | alteredOnce | category.id changed
        """
      let tables = ["v1", "v2", "v3"].map { LineageTable($0, "Product", product) }
      try await check("create-product", "2025-09-25", tables)
    }

    @Test("PURLs: the envelope is required but has no other effect; a counter that is not a number is lost")
    func links() async throws {
      let envelope = """
        $.request | removed, null, empty | responseLost
        $.request.status_code | removed, null, asText, wrapped | responseLost
        $.request.status_code | alteredOnce, alteredAgain | -
        $.request.success | removed, null, asText, asNumber | responseLost
        $.request.success | alteredOnce | -
        $.response.message | removed, null | responseLost
        $.response.message | empty, blank, unknownValue, alteredOnce | -
        """
      let names = """

        $.response.purls | removed, null, asObject | responseLost
        $.response.purls | empty | everyRecordLost
        $.response.purls[*] | removed | recordLost
        $.response.purls[*].name | empty | name lost, shortURL defaulted
        $.response.purls[*].name | alteredOnce | name changed, shortURL changed
        $.response.purls[*].url | removed, null, empty, invalidURL | responseLost
        $.response.purls[*].url | shortenedURL, alteredOnce | url changed
        """
      try await check(
        "purls", "2022-03-01",
        [
          LineageTable(
            "v1", "StorablePURL",
            envelope + names + """

              $.response.purls[*].counter | asText, asFraction | responseLost
              $.response.purls[*].counter | alteredOnce | counter changed
              """)
        ])
      try await check(
        "purls", "2023-04-12",
        [
          LineageTable(
            "v2", "StorablePURL",
            envelope + names + """

              $.response.purls[*].counter | removed, null, empty, blank, unknownValue | counter lost
              $.response.purls[*].counter | asNumber, asBool, wrapped | responseLost
              $.response.purls[*].counter | alteredOnce | counter changed
              """)
        ])
      let single = """
        \(envelope)
        $.response.purl.name | removed, null | responseLost
        $.response.purl.url | invalidURL | responseLost
        $.response.purl.url | alteredOnce | url changed
        """
      try await check(
        "purl", "2023-04-12",
        [
          LineageTable(
            "v1", "PURLLink",
            single
              + "\n$.response.purl.name | empty | name lost\n$.response.purl.counter | removed | -\n$.response.purl.counter | asText, wrapped | responseLost"
          ),
          LineageTable(
            "v2", "StorablePURL",
            single + """

              $.response.purl.name | empty | name lost, shortURL defaulted
              $.response.purl.counter | removed, asText | -
              $.response.purl.counter | asNumber, wrapped | responseLost
              """),
        ])
      let made = envelope + "\n$.response.name | empty | -\n$.response.url | empty, null, invalidURL | responseLost"
      try await check("create-purl", "2023-04-12", ["v1", "v2"].map { LineageTable($0, "", made) })
      try await check("delete-purl", "2023-04-12", ["v1", "v2"].map { LineageTable($0, "", envelope) })
    }
  }
}
