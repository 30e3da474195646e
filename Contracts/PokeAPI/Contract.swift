public import ContractKit
import PokeAPIV1

/// PokéAPI: detail, species and evolutions of thirteen Pokémon that cover its odd cases, never the whole list.
///
/// Types and moves are watched without a DTO: the app shows their names only, the next release wants more.
public let pokeAPI = Contract(
  "pokeapi", baseURL: "https://pokeapi.co/api/v2", owner: "Dex team", versions: [PokeAPIV1.v1]
) {
  // Three pages of sixty-five: enough to see that the links lead on, and no burden.
  Endpoint("pokemon-list", get: "/pokemon", query: ["limit": "20", "offset": "0"], every: .hours(1))
    .paged(by: .link(at: "$.next"), limit: 3)
  Endpoint(
    "pokemon", get: "/pokemon/{id}",
    values: ["id": ["1", "4", "7", "25", "39", "94", "132", "133", "143", "150", "151", "201", "10001"]],
    every: .hours(6))
  // The list's pictures have addresses that the app makes of ids. A few of them tell whether that still leads anywhere.
  Endpoint(
    "sprite", head: "/PokeAPI/sprites/master/sprites/pokemon/{id}.png",
    values: ["id": .response(of: "pokemon", path: "$.id", limit: 3)], every: .hours(24),
    baseURL: "https://raw.githubusercontent.com")
  Endpoint("species", following: "$.species.url", of: "pokemon", every: .hours(6))
  Endpoint("evolution-chain", following: "$.evolution_chain.url", of: "species", every: .hours(6))
  Endpoint("type", get: "/type/{id}", values: ["id": .samples((1...18).map(String.init))], every: .hours(24))
  Endpoint(
    "move", get: "/move/{id}",
    values: [
      "id": [
        "1", "5", "10", "15", "33", "45", "53", "57", "85", "94", "98", "144", "150", "182", "238", "344", "480", "560",
        "622", "700",
      ]
    ], every: .hours(24))
}
