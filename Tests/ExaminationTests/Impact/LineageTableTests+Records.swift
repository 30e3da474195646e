import ContractKit
import DriftAnalysis
import Foundation
import Testing

@testable import Examination

extension WorkerTests.ImpactTests.LineageTableTests {
  @Test("Pokémon: the list's id and picture come from an address, the first type is worth the record")
  func dex() async throws {
    try await check(
      "pokemon-list", "2025-09-25",
      [
        LineageTable(
          "v1", "PokemonListItem",
          """
          $.count | removed, null, asText, asFraction | answerLost
          $.count | alteredOnce | -
          $.next | removed, null, alteredOnce | -
          $.next | invalidURL, asBool | answerLost
          $.previous | removed, asText | -
          $.previous | asNumber | answerLost
          $.results[*].name | empty, blank | name lost
          $.results[*].url | removed, null, empty, invalidURL | answerLost
          $.results[*].url | shortenedURL, blank, unknownValue | id lost, spriteURL lost, url changed
          $.results[*].url | alteredOnce, alteredAgain | id changed, spriteURL changed, url changed
          """)
      ])
    try await check(
      "pokemon", "2025-09-25/pokeapi/api/v2/pokemon/1/",
      [
        LineageTable(
          "v1", "Pokemon",
          """
          $.id | removed, null, asText | answerLost
          $.id | alteredOnce | id changed, number changed
          $.name | empty, blank | displayName lost, name lost
          $.height | alteredOnce | heightInMetres changed
          $.weight | asFraction | answerLost
          $.weight | alteredOnce | weightInKilograms changed
          $.base_experience | removed, null, alteredOnce | -
          $.base_experience | asText | answerLost
          $.types | removed, null, asObject | answerLost
          $.types | empty | recordLost
          $.types[*] | removed | types changed
          $.types[*].type.name | alteredOnce | types changed
          $.types[*].type.url | null, invalidURL | answerLost
          $.types[*].type.url | alteredOnce, shortenedURL | -
          $.stats | empty | stats lost
          $.stats[*].base_stat | alteredOnce | stats changed
          $.abilities | empty | abilities lost
          $.abilities[*].is_hidden | null, asText, asNumber | answerLost
          $.abilities[*].is_hidden | alteredOnce | abilities lost
          $.sprites | removed, null | answerLost
          $.sprites.front_default | removed, null, alteredOnce | -
          $.sprites.other | removed, null, empty | artworkURL defaulted
          $.sprites.other["official-artwork"].front_default | removed, null | artworkURL defaulted
          $.sprites.other["official-artwork"].front_default | alteredOnce | artworkURL changed
          $.species.url | removed, null, invalidURL | answerLost
          $.species.url | alteredOnce | -
          $.moves | - | no row
          """)
      ])
    try await check(
      "species", "2025-09-25/pokeapi/api/v2/pokemon-species/1/",
      [
        LineageTable(
          "v1", "PokemonSpecies",
          """
          $.flavor_text_entries | removed, null | answerLost
          $.flavor_text_entries | empty | englishFlavorText lost, flavorTextEntries lost
          $.flavor_text_entries[*].flavor_text | alteredOnce | flavorTextEntries changed
          $.flavor_text_entries[*].version.url | invalidURL | answerLost
          $.genera | empty | englishGenus lost, genera lost
          $.genera[*].genus | empty | genera changed
          $.genera[*].genus | null | answerLost
          $.evolution_chain.url | alteredOnce | evolutionChain.url changed
          $.is_legendary | removed, null | isLegendary lost
          $.is_legendary | asText | answerLost
          """)
      ])
  }

  @Test("An evolution chain at depth: what is fatal, what a condition is made of, what nothing is made of")
  func evolutions() async throws {
    let inner = "$.chain.evolves_to[*].evolves_to[*]"
    try await check(
      "evolution-chain", "2025-09-25/pokeapi/api/v2/evolution-chain/1/",
      [
        LineageTable(
          "v1", "EvolutionFamily",
          """
          $.id | alteredOnce | id changed
          $.chain.is_baby | removed, null, asText | answerLost
          $.chain.is_baby | alteredOnce | -
          $.chain.species.url | alteredOnce, shortenedURL | steps changed
          $.chain.species.url | invalidURL | answerLost
          $.chain.evolves_to | removed, null | answerLost
          $.chain.evolves_to | empty | depth defaulted, steps defaulted
          $.chain.evolves_to[*] | removed | depth changed, steps changed
          $.chain.evolves_to[*].evolution_details | empty | steps defaulted
          $.chain.evolves_to[*].evolution_details[*].min_level | null, removed, alteredOnce | steps changed
          $.chain.evolves_to[*].evolution_details[*].min_level | asText | answerLost
          $.chain.evolves_to[*].evolution_details[*].trigger.url | alteredOnce | -
          $.chain.evolves_to[*].evolution_details[*].trigger.name | null | answerLost
          $.chain.evolves_to[*].evolution_details[*].gender | - | no row
          \(inner) | removed | depth changed, steps changed
          \(inner).species.name | alteredOnce | steps changed
          \(inner).species.name | null | answerLost
          \(inner).is_baby | removed | answerLost
          \(inner).is_baby | alteredOnce | -
          \(inner).evolution_details[*].min_level | alteredOnce | steps changed
          \(inner).evolves_to | null | answerLost
          """)
      ])
  }

  @Test("Landmarks of the file: every member is required, a category that is not known loses the whole answer")
  func tutorial() async throws {
    let common = """
      $[*].id | removed, null, asText | answerLost
      $[*].name | removed, null | answerLost
      $[*].name | empty, blank | name lost
      $[*].park | removed, null | answerLost
      $[*].park | empty | park lost, subtitle defaulted
      $[*].park | blank | park lost, subtitle changed
      $[*].state | removed, null | answerLost
      $[*].state | alteredOnce | state changed, subtitle changed
      $[*].category | removed, null, empty, blank, unknownValue | answerLost
      $[*].category | alteredOnce, alteredAgain | category changed
      $[*].imageName | removed, null | answerLost
      $[*].imageName | empty | imageName lost
      $[*].coordinates | removed, null, empty | answerLost
      $[*].coordinates.latitude | removed, null, asText | answerLost
      $[*].coordinates.latitude | alteredOnce | coordinates.latitude changed, coordinates.text changed
      $[*].coordinates.longitude | alteredAgain | coordinates.longitude changed, coordinates.text changed
      """
    let city = "\n$[*].city | removed, null | answerLost\n$[*].city | alteredOnce | city changed"
    let flags = """

      $[*].isFeatured | removed, null, asText, asNumber | answerLost
      $[*].isFeatured | alteredOnce | isFeatured changed
      $[*].isFavorite | removed, null | answerLost
      """
    try await check("tutorial", "2019-12-10", [LineageTable("v1", "Landmark", common + city)])
    try await check("tutorial", "2020-06-24", [LineageTable("v2", "Landmark", common + city + flags)])
    let described = "\n$[*].city | - | no row\n$[*].description | removed, null | answerLost"
    try await check("tutorial", "2020-10-01", [LineageTable("v3", "Landmark", common + described + flags)])
  }

  /// What `LandmarkDTO.domainModel` does, with `@` for the record.
  private static let editors = """
    @.id | removed, null, empty, blank, unknownValue | id becameRandom
    @.id | alteredOnce | id changed
    @.id | asBool, wrapped | answerLost
    @.name | removed, null, empty, blank | recordLost
    @.name | alteredOnce | displayTitle changed, name changed
    @.category | removed, null, empty, blank, unknownValue | recordLost
    @.location | removed, null, empty, blank | displayTitle defaulted, location lost
    @.latitude | removed, null | recordLost
    @.latitude | asText, asBool, wrapped | answerLost
    @.longitude | removed, null | recordLost
    @.longitude | alteredOnce | coordinates.longitude changed
    @.isFeatured | removed, null | isFeatured defaulted
    @.isFeatured | asText, asNumber | answerLost
    @.isFeatured | alteredOnce | isFeatured changed
    @.note | removed, null, empty, blank | note lost
    @.note | asBool | answerLost
    """

  @Test("Landmarks of the service: white space is nothing, an id that is none is made up, and false is a default")
  func editors() async throws {
    let list =
      Self.editors.replacing("@", with: "$.items[*]") + """

        $.items | removed, null | answerLost
        $.items | empty | everyRecordLost
        $.items[*] | removed, empty | recordLost
        $.items[*].category | alteredOnce | category changed, systemImage changed
        """
    try await check("list", "2025-09-25", [LineageTable("v4", "Landmark", list)])
    let single = Self.editors.replacing("@", with: "$")
    try await check("update", "2025-09-25", [LineageTable("v4", "Landmark", single)])
  }

  @Test("A flag that is false already falls to its default all the same")
  func falseFlag() async throws {
    let text =
      #"{"items": [{"id": "d67a7a00-e1d8-58a7-bfd4-03550db21517", "name": "A", "category": "lakes", "#
      + #""latitude": 1.5, "longitude": 2.5, "isFeatured": false}]}"#
    let job = Job.lineage(contract: "landmarks", endpoint: "list", versions: ["v4"], body: Array(text.utf8))
    let lineages = try #require(await contractsExaminer().lineages(of: Batch([job])).first)
    try LineageTable(
      "v4", "Landmark",
      """
      $.items[*].isFeatured | removed, null | isFeatured defaulted
      $.items[*].isFeatured | alteredOnce | isFeatured changed
      $.items[*].name | blank | recordLost
      """
    ).expect(in: lineages)
    #expect(lineages.first?.unexercised == ["$.items[*].location", "$.items[*].note"])
  }

  @Test("To-dos: dates in two forms, a list's category from another answer, stored objects of a class")
  func lists() async throws {
    try await check(
      "items", "graphql/index.items.json",
      [
        LineageTable(
          "v1", "ToDoItem",
          """
          $.data | removed, null | answerLost
          $.data.items | empty | everyRecordLost
          $.data.items[*].id | null, empty, blank, unknownValue | answerLost
          $.data.items[*].title | empty, blank | title lost
          $.data.items[*].isCompleted | alteredOnce | isCompleted changed
          $.data.items[*].createdAt | null, asEpoch, empty | answerLost
          $.data.items[*].dueDate | removed, null | dueDate lost, hasDueDate defaulted
          $.data.items[*].dueDate | asEpoch, empty | answerLost
          $.data.items[*].dueDate | alteredOnce | dueDate changed
          $.data.items[*].categoryId | removed, null, unknownValue | answerLost
          $.data.items[*].categoryId | alteredOnce | categoryID changed
          """)
      ])
    try await check(
      "items-simple", "2025-09-25",
      [
        LineageTable(
          "v1", "ToDoItem",
          """
          $.data.items[*].id | alteredOnce | id changed
          $.data.items[*].title | blank | title lost
          $.data.items[*].createdAt | asEpoch | answerLost
          $.data.items[*].categoryId | - | no row
          """),
        LineageTable(
          "v1", "ToDoItem", of: "categories",
          """
          $[0].id | removed, null, wrapped, empty, unknownValue | everyRecordLost
          """),
      ])
    try await check(
      "categories", "ToDo/Recordings/2025-09-25",
      [
        LineageTable(
          "v1", "Category",
          """
          $[*].id | removed, null, unknownValue | answerLost
          $[*].name | empty, blank | name lost
          $[*].color | alteredOnce | color changed
          """)
      ])
    try await check(
      "sync", "2025-09-25",
      [
        LineageTable(
          "v1", "StoredToDo",
          """
          $.revision | removed, null, asText | answerLost
          $.revision | alteredOnce | -
          $.list | empty | everyRecordLost
          $.list[*].id | removed, unknownValue | answerLost
          $.list[*].text | blank | text lost
          $.list[*].importance | removed, null, empty, unknownValue | answerLost
          $.list[*].importance | alteredOnce, alteredAgain | importance changed
          $.list[*].done | asNumber, null | answerLost
          $.list[*].done | alteredOnce | isDone changed
          $.list[*].created_at | removed, asText | answerLost
          $.list[*].created_at | alteredOnce | createdAt changed
          $.list[*].changed_at | removed, null | changedAt defaulted
          $.list[*].changed_at | alteredOnce | changedAt changed
          $.list[*].deadline | removed, null | deadline lost, isLate defaulted
          $.list[*].last_updated_by | - | no row
          """)
      ])
  }

  @Test("An aggregate of two answers, each of which is tried while the other stays")
  func sections() async throws {
    try await check(
      "categories", "categories", join: "CategoryAndItems",
      [
        LineageTable(
          "v1", "CategoryAndItems",
          """
          $ | null | answerLost
          $ | empty | everyRecordLost
          $[*] | removed | recordLost
          $[*].id | alteredOnce | category.id changed, items changed, openCount changed
          $[*].name | blank | category.name lost
          $[*].color | null | answerLost
          """)
      ])
    try await check(
      "items", "index.items.json", join: "CategoryAndItems",
      [
        LineageTable(
          "v1", "CategoryAndItems",
          """
          $.data.items | null | answerLost
          $.data.items | empty | items lost, openCount defaulted
          $.data.items[*].title | alteredOnce | items changed
          $.data.items[*].isCompleted | alteredOnce | items changed, openCount changed
          $.data.items[*].categoryId | alteredOnce | items changed, openCount changed
          $.data.items[*].categoryId | unknownValue, null | answerLost
          $.data.items[*].dueDate | null | items changed
          """)
      ])
  }
}
