import ContractKit

/// A list whose mapping looks for its records elsewhere, and the team that is asked; made up. `people` responds `[{"id": 1, "name": "Ada"}]`.
let misread = Contract("misread", owner: "the people team", versions: [elsewhere]) {
  Endpoint("people", get: "/people")
}

private struct PersonDTO: Decodable {
  let id: Int
  let name: String
}

private let elsewhere = Version("v1", shippedIn: "1.0") {
  Reads("people", as: [PersonDTO].self) {
    Mapping("Person", records: "$.items[*]", each: \.self, to: { $0.name }, identity: \.self)
  }
}
