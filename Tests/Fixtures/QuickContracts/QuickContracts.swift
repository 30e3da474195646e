import ContractKit

/// What `FixtureGroup.quick` watches.
let quickContracts = [quick, slow]

/// Two endpoints that are due every second and every other second; made up, no such API exists.
///
/// `people` responses `[{"id": 1, "name": "Ada"}]`, `tags` a value that no version reads.
let quick = Contract("quick", versions: [current]) {
  Endpoint("people", get: "/people", every: .seconds(1))
  Endpoint("tags", get: "/tags", every: .seconds(2))
}

/// One endpoint that is due every second and responses only after two and a half.
let slow = Contract("slow") {
  Endpoint("late", get: "/slow", query: ["ms": "2500"], every: .seconds(1))
}

private struct PersonDTO: Decodable {
  let id: Int
  let name: String
  let email: String?
}

private struct Person {
  let id: Int
  let name: String
  let email: String?
}

private let current = Version("v1", shippedIn: "1.0") {
  Reads("people", as: [PersonDTO].self) {
    Mapping(
      "Person", records: "$[*]", each: \.self,
      to: { dto in dto.name.isEmpty ? nil : Person(id: dto.id, name: dto.name, email: dto.email) }, identity: \.id)
  }
}
