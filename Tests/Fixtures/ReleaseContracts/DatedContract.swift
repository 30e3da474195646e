import ContractKit

/// Two releases with their days; made up. The second needs an address of each person.
let dated = Contract("dated", versions: [early, late]) { Endpoint("people", get: "/people") }

private struct NamedDTO: Decodable {
  let id: Int
  let name: String
}

private struct MailDTO: Decodable {
  let id: Int
  let email: String
}

private let early = Version("v1", shippedIn: "1.0", shippedOn: "2024-03-01", retiredOn: "2026-01-15") {
  Reads("people", as: [NamedDTO].self)
}

private let late = Version("v2", shippedIn: "2.0", shippedOn: "2025-02-01") { Reads("people", as: [MailDTO].self) }
