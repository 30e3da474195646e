import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

extension WorkerTests.ImpactTests.LineageTableTests {
  @Test("Pokémon: the list's id and picture come from a URL; without the first type the record is lost")
  func dex() async throws {
    try await check(
      "pokemon-list", "2025-09-25",
      [
        LineageTable(
          "v1", "PokemonListItem",
          """
          $.count | removed, null, asText, asFraction | responseLost
          $.count | alteredOnce | -
          $.next | removed, null, alteredOnce | -
          $.next | invalidURL, asBool | responseLost
          $.previous | removed, asText | -
          $.previous | asNumber | responseLost
          $.results[*].name | empty, blank | name lost
          $.results[*].url | removed, null, empty, invalidURL | responseLost
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
          $.id | removed, null, asText | responseLost
          $.id | alteredOnce | id changed, number changed
          $.name | empty, blank | displayName lost, name lost
          $.height | alteredOnce | heightInMetres changed
          $.weight | asFraction | responseLost
          $.weight | alteredOnce | weightInKilograms changed
          $.base_experience | removed, null, alteredOnce | -
          $.base_experience | asText | responseLost
          $.types | removed, null, asObject | responseLost
          $.types | empty | recordLost
          $.types[*] | removed | types changed
          $.types[*].type.name | alteredOnce | types changed
          $.types[*].type.url | null, invalidURL | responseLost
          $.types[*].type.url | alteredOnce, shortenedURL | -
          $.stats | empty | stats lost
          $.stats[*].base_stat | alteredOnce | stats changed
          $.abilities | empty | abilities lost
          $.abilities[*].is_hidden | null, asText, asNumber | responseLost
          $.abilities[*].is_hidden | alteredOnce | abilities lost
          $.sprites | removed, null | responseLost
          $.sprites.front_default | removed, null, alteredOnce | -
          $.sprites.other | removed, null, empty | artworkURL defaulted
          $.sprites.other["official-artwork"].front_default | removed, null | artworkURL defaulted
          $.sprites.other["official-artwork"].front_default | alteredOnce | artworkURL changed
          $.species.url | removed, null, invalidURL | responseLost
          $.species.url | alteredOnce | -
          $.moves | removed, null, asObject | responseLost
          $.moves | empty | moves lost
          $.moves[*].move.name | alteredOnce | moves changed
          """)
      ])
    try await check(
      "species", "2025-09-25/pokeapi/api/v2/pokemon-species/1/",
      [
        LineageTable(
          "v1", "PokemonSpecies",
          """
          $.flavor_text_entries | removed, null | responseLost
          $.flavor_text_entries | empty | englishFlavorText lost, flavorTextEntries lost
          $.flavor_text_entries[*].flavor_text | alteredOnce | flavorTextEntries changed
          $.flavor_text_entries[*].version.url | invalidURL | responseLost
          $.genera | empty | englishGenus lost, genera lost
          $.genera[*].genus | empty | genera changed
          $.genera[*].genus | null | responseLost
          $.evolution_chain.url | alteredOnce | evolutionChain.id changed, evolutionChain.url changed
          $.is_legendary | removed, null | isLegendary lost
          $.is_legendary | asText | responseLost
          """)
      ])
  }

  @Test("An evolution chain at depth: required members, members of conditions, and members without effect")
  func evolutions() async throws {
    let inner = "$.chain.evolves_to[*].evolves_to[*]"
    try await check(
      "evolution-chain", "2025-09-25/pokeapi/api/v2/evolution-chain/1/",
      [
        LineageTable(
          "v1", "EvolutionFamily",
          """
          $.id | alteredOnce | id changed
          $.chain.is_baby | removed, null, asText | responseLost
          $.chain.is_baby | alteredOnce | -
          $.chain.species.url | alteredOnce, shortenedURL | steps changed
          $.chain.species.url | invalidURL | responseLost
          $.chain.evolves_to | removed, null | responseLost
          $.chain.evolves_to | empty | depth defaulted, steps defaulted
          $.chain.evolves_to[*] | removed | depth changed, steps changed
          $.chain.evolves_to[*].evolution_details | empty | steps defaulted
          $.chain.evolves_to[*].evolution_details[*].min_level | null, removed, alteredOnce | steps changed
          $.chain.evolves_to[*].evolution_details[*].min_level | asText | responseLost
          $.chain.evolves_to[*].evolution_details[*].trigger.url | alteredOnce | -
          $.chain.evolves_to[*].evolution_details[*].trigger.name | null | responseLost
          $.chain.evolves_to[*].evolution_details[*].gender | - | no row
          \(inner) | removed | depth changed, steps changed
          \(inner).species.name | alteredOnce | steps changed
          \(inner).species.name | null | responseLost
          \(inner).is_baby | removed | responseLost
          \(inner).is_baby | alteredOnce | -
          \(inner).evolution_details[*].min_level | alteredOnce | steps changed
          \(inner).evolves_to | null | responseLost
          """)
      ])
  }

  @Test("Landmarks of the file: every member is required, an unknown category loses the whole response")
  func tutorial() async throws {
    let common = """
      $[*].id | removed, null, asText | responseLost
      $[*].name | removed, null | responseLost
      $[*].name | empty, blank | name lost
      $[*].park | removed, null | responseLost
      $[*].park | empty | park lost, subtitle defaulted
      $[*].park | blank | park lost, subtitle changed
      $[*].state | removed, null | responseLost
      $[*].state | alteredOnce | state changed, subtitle changed
      $[*].category | removed, null, empty, blank, unknownValue | responseLost
      $[*].category | alteredOnce, alteredAgain | category changed
      $[*].imageName | removed, null | responseLost
      $[*].imageName | empty | imageName lost
      $[*].coordinates | removed, null, empty | responseLost
      $[*].coordinates.latitude | removed, null, asText | responseLost
      $[*].coordinates.latitude | alteredOnce | coordinates.latitude changed, coordinates.text changed
      $[*].coordinates.longitude | alteredAgain | coordinates.longitude changed, coordinates.text changed
      """
    let city = "\n$[*].city | removed, null | responseLost\n$[*].city | alteredOnce | city changed"
    let flags = """

      $[*].isFeatured | removed, null, asText, asNumber | responseLost
      $[*].isFeatured | alteredOnce | isFeatured changed
      $[*].isFavorite | removed, null | responseLost
      """
    try await check("tutorial", "2019-12-10", [LineageTable("v1", "Landmark", common + city)])
    try await check("tutorial", "2020-06-24", [LineageTable("v2", "Landmark", common + city + flags)])
    let described = "\n$[*].city | - | no row\n$[*].description | removed, null | responseLost"
    try await check("tutorial", "2020-10-01", [LineageTable("v3", "Landmark", common + described + flags)])
  }

  /// What `LandmarkDTO.domainModel` does, with `@` for the record.
  private static let editors = """
    @.id | removed, null, empty, blank, unknownValue | id becameRandom
    @.id | alteredOnce | id changed
    @.id | asBool, wrapped | responseLost
    @.name | removed, null, empty, blank | recordLost
    @.name | alteredOnce | displayTitle changed, name changed
    @.category | removed, null, empty, blank, unknownValue | recordLost
    @.location | removed, null, empty, blank | displayTitle defaulted, location lost
    @.latitude | removed, null | recordLost
    @.latitude | asText, asBool, wrapped | responseLost
    @.longitude | removed, null | recordLost
    @.longitude | alteredOnce | coordinates.longitude changed
    @.isFeatured | removed, null | isFeatured defaulted
    @.isFeatured | asText, asNumber | responseLost
    @.isFeatured | alteredOnce | isFeatured changed
    @.note | removed, null, empty, blank | note lost
    @.note | asBool | responseLost
    """

  @Test("Landmarks of the service: white space counts as empty, an invalid id is replaced, and false is a default")
  func editors() async throws {
    let list =
      Self.editors.replacing("@", with: "$.items[*]") + """

        $.items | removed, null | responseLost
        $.items | empty | everyRecordLost
        $.items[*] | removed, empty | recordLost
        $.items[*].category | alteredOnce | category changed, systemImage changed
        """
    try await check("list", "2025-09-25", [LineageTable("v4", "Landmark", list)])
    let single = Self.editors.replacing("@", with: "$")
    try await check("update", "2025-09-25", [LineageTable("v4", "Landmark", single)])
  }

  @Test("A default is found even if the flag is false already")
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

  @Test("To-dos: dates in two forms, a list's category from another response, stored objects of a class")
  func lists() async throws {
    try await check(
      "items", "graphql/index.items.json",
      [
        LineageTable(
          "v1", "ToDoItem",
          """
          $.data | removed, null | responseLost
          $.data.items | empty | everyRecordLost
          $.data.items[*].id | null, empty, blank, unknownValue | responseLost
          $.data.items[*].title | empty, blank | title lost
          $.data.items[*].isCompleted | alteredOnce | isCompleted changed
          $.data.items[*].createdAt | null, asEpoch, empty | responseLost
          $.data.items[*].dueDate | removed, null | dueDate lost, hasDueDate defaulted
          $.data.items[*].dueDate | asEpoch, empty | responseLost
          $.data.items[*].dueDate | alteredOnce | dueDate changed
          $.data.items[*].categoryId | removed, null, unknownValue | responseLost
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
          $.data.items[*].createdAt | asEpoch | responseLost
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
          $[*].id | removed, null, unknownValue | responseLost
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
          $.revision | removed, null, asText | responseLost
          $.revision | alteredOnce | -
          $.list | empty | everyRecordLost
          $.list[*].id | removed, unknownValue | responseLost
          $.list[*].text | blank | text lost
          $.list[*].importance | removed, null, empty, unknownValue | responseLost
          $.list[*].importance | alteredOnce, alteredAgain | importance changed
          $.list[*].done | asNumber, null | responseLost
          $.list[*].done | alteredOnce | isDone changed
          $.list[*].created_at | removed, asText | responseLost
          $.list[*].created_at | alteredOnce | createdAt changed
          $.list[*].changed_at | removed, null | changedAt defaulted
          $.list[*].changed_at | alteredOnce | changedAt changed
          $.list[*].deadline | removed, null | deadline lost, isLate defaulted
          $.list[*].last_updated_by | - | no row
          """)
      ])
  }

  @Test("An aggregate of two responses: each is perturbed while the other stays")
  func sections() async throws {
    try await check(
      "categories", "categories", join: "CategoryAndItems",
      [
        LineageTable(
          "v1", "CategoryAndItems",
          """
          $ | null | responseLost
          $ | empty | everyRecordLost
          $[*] | removed | recordLost
          $[*].id | alteredOnce | category.id changed, items changed, openCount changed
          $[*].name | blank | category.name lost
          $[*].color | null | responseLost
          """)
      ])
    try await check(
      "items", "index.items.json", join: "CategoryAndItems",
      [
        LineageTable(
          "v1", "CategoryAndItems",
          """
          $.data.items | null | responseLost
          $.data.items | empty | items lost, openCount defaulted
          $.data.items[*].title | alteredOnce | items changed
          $.data.items[*].isCompleted | alteredOnce | items changed, openCount changed
          $.data.items[*].categoryId | alteredOnce | items changed, openCount changed
          $.data.items[*].categoryId | unknownValue, null | responseLost
          $.data.items[*].dueDate | null | items changed
          """)
      ])
  }
}
