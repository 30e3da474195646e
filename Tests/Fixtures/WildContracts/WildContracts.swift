import ContractKit

/// What `FixtureGroup.wild` watches.
let wildContracts = [wild, asking, heavy, endless, secretive, filed, commanded, byQuery, byCookie, byPassword]

/// One endpoint for each behaviour of `hostile_server.py` that ends by itself; every response is read as a list of people.
let wild = contract("wild", WildPaths.ending)

/// One endpoint for each way of asking to be left alone.
let asking = contract("asking", WildPaths.asking)

/// The behaviours that would fill a memory.
let heavy = contract("heavy", WildPaths.heavy)

/// The behaviours that only a timeout ends.
let endless = contract("endless", WildPaths.endless)

/// The same reader with credentials, for a host that sends back what it was sent.
let secretive = Contract(
  "secretive", authorization: .bearer(.environment("WILD_TOKEN")), versions: WildPaths.reflecting.map(version)
) {
  WildPaths.reflecting.map {
    Endpoint(
      WildPaths.id($0), get: $0, query: ["api_key": "{key}"],
      values: ["key": .environment("WILD_KEY", fallback: "none")])
  }
}

/// A credential in a file of the working directory.
let filed = Contract(
  "filed", authorization: .header("X-Plain", .file("secret.txt")), versions: [version(of: "/reflect/200")]
) { Endpoint("reflect-200", get: "/reflect/200") }

/// A credential that a command prints.
let commanded = Contract(
  "commanded", authorization: .header("X-Plain", .command(["cat", "secret.txt"])),
  versions: [version(of: "/reflect/200")]
) { Endpoint("reflect-200", get: "/reflect/200") }

/// The same secret in the query, in a cookie, and as a password.
let byQuery = guarded("by-query", .queryItem("api key", .environment("WILD_TOKEN")))
let byCookie = guarded("by-cookie", .cookie("session", .environment("WILD_TOKEN")))
let byPassword = guarded("by-password", .basic(user: "anna", password: .environment("WILD_TOKEN")))

private func guarded(_ id: String, _ authorization: Authorization) -> Contract {
  Contract(id, authorization: authorization, versions: [version(of: "/reflect/200")]) {
    Endpoint("reflect-200", get: "/reflect/200", query: ["limit": "5"])
  }
}

private func contract(_ id: String, _ paths: [String]) -> Contract {
  Contract(id, versions: paths.map(version)) { paths.map { Endpoint(WildPaths.id($0), get: $0) } }
}

private func version(of path: String) -> Version {
  Version("reads-\(WildPaths.id(path))", shippedIn: "1.0") {
    Reads(WildPaths.id(path), as: [PersonDTO].self) {
      Mapping(
        "Person", records: "$[*]", each: \.self, to: { Person(id: $0.id, name: $0.name, email: $0.email) },
        identity: \.id)
    }
  }
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
