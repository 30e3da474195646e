import ContractKit

/// What `FixtureGroup.releases` watches.
let releaseContracts = [tested, dated, fated, queried, misread]

/// A release that people have, and the one under test, which needs a nickname of each person and makes no team; made up.
let tested = Contract("tested", versions: [shipped, underTest]) {
  Endpoint("people", get: "/people")
  Endpoint("teams", get: "/teams")
}

private struct PersonDTO: Decodable {
  let id: Int
  let name: String
}

private struct NickDTO: Decodable {
  let id: Int
  let name: String
  let nick: String
}

private struct Team {
  let name: String
}

private let shipped = Version("v1", shippedIn: "1.0") {
  Reads("people", as: [PersonDTO].self)
  Reads("teams", as: [PersonDTO].self) { Mapping("Team", records: "$[*]", each: \.self, to: { Team(name: $0.name) }) }
}

private let underTest = Version("v2", shippedIn: "2.0 beta", status: .candidate) {
  Reads("people", as: [NickDTO].self)
  Reads("teams", as: [PersonDTO].self) {
    Mapping("Team", records: "$[*]", each: \.self, to: { $0.id < 100 ? nil : Team(name: $0.name) })
  }
}
