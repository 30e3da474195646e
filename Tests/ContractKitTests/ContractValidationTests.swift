import Foundation
import Testing

@testable import ContractKit

private struct Item: Codable {
  let id: Int
}

private func referring(
  to endpoint: String, _ mapping: String,
  part: Mapping<[Item], Item, Item> = Mapping("Part", records: "$[*]", each: \.self, identity: \.id)
) -> Version {
  Version("v1") {
    Reads("items", as: [Item].self) {
      Mapping(
        "Item", records: "$[*]", each: \.self, identity: \.id,
        referring: Reference("part", to: endpoint, mapping: mapping) { $0.id },
        expecting: Rule("id is there") { $0.id > 0 })
    }
    Reads("parts", as: [Item].self) { part }
  }
}

struct WrongContract: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let contract: Contract
  let message: String
}

@Test(
  "A contract that is wrong as written says what is wrong and names the nearest right word",
  arguments: [
    WrongContract(
      testDescription: "a version reads an unknown endpoint",
      contract: Contract(
        "shop", baseURL: "https://a.test", versions: [Version("v1") { Reads("prodcuts", as: [Item].self) }]
      ) {
        Endpoint("products", get: "/products")
      }, message: "version v1 reads unknown endpoint \"prodcuts\"; did you mean products?"),
    WrongContract(
      testDescription: "an endpoint is declared twice",
      contract: Contract("shop", baseURL: "https://a.test") {
        Endpoint("a", get: "/a")
        Endpoint("a", get: "/b")
      }, message: "endpoint a is declared twice"),
    WrongContract(
      testDescription: "a base URL that is none",
      contract: Contract("shop", baseURL: "ftp://a.test") { Endpoint("a", get: "/a") },
      message: "base URL \"ftp://a.test\" is not an http or https URL"),
    WrongContract(
      testDescription: "a base URL with a password",
      contract: Contract("shop", baseURL: "https://me:secret@a.test") { Endpoint("a", get: "/a") },
      message: "its base URL holds a user name or password before the @; name a credential in `authorization:`"),
    WrongContract(
      testDescription: "a base URL with a slash too few before a password",
      contract: Contract("shop", baseURL: "https:/me:secret@a.test") { Endpoint("a", get: "/a") },
      message: "its base URL holds a user name or password before the @; name a credential in `authorization:`"),
    WrongContract(
      testDescription: "a base URL of an environment with a query",
      contract: Contract("shop", baseURL: "https://a.test", environments: ["staging": "https://b.test/v1?key=secret"]) {
        Endpoint("a", get: "/a")
      },
      message:
        "environment staging: base URL \"https://b.test/v1\" has a query; paths are put behind it, so give the query with them"
    ),
    WrongContract(
      testDescription: "more pages than a round has",
      contract: Contract("shop", baseURL: "https://a.test") {
        Endpoint("a", get: "/a", query: ["page": "{page}"], values: ["page": .pages(1...Int.max)])
      }, message: "endpoint a: more than 100 requests in a round; give fewer values, or a wider step"),
    WrongContract(
      testDescription: "more samples in all than a round has",
      contract: Contract("shop", baseURL: "https://a.test") {
        Endpoint("a", get: "/{b}/{c}", values: ["b": .pages(1...10), "c": .pages(1...11)])
      }, message: "endpoint a: more than 100 requests in a round; give fewer values, or a wider step"),
    WrongContract(
      testDescription: "pages with a step that leads nowhere",
      contract: Contract("shop", baseURL: "https://a.test") {
        Endpoint("a", get: "/a/{page}", values: ["page": .pages(0...100, by: -50)])
      }, message: "endpoint a: no sample values for {page}"),
    WrongContract(
      testDescription: "a base URL with a query",
      contract: Contract("shop", baseURL: "https://a.test/v1?key=secret") { Endpoint("a", get: "/a") },
      message: "base URL \"https://a.test/v1\" has a query; paths are put behind it, so give the query with them"),
    WrongContract(
      testDescription: "a placeholder without values",
      contract: Contract("shop", baseURL: "https://a.test") { Endpoint("a", get: "/a/{id}") },
      message: "endpoint a: no values for {id}; add them to `values:`"),
    WrongContract(
      testDescription: "values that no placeholder uses",
      contract: Contract("shop", baseURL: "https://a.test") { Endpoint("a", get: "/a", values: ["id": ["1"]]) },
      message: "endpoint a: values for {id}, which its request does not use"),
    WrongContract(
      testDescription: "a chain that comes back to itself",
      contract: Contract("shop", baseURL: "https://a.test") { Endpoint("a", following: "$.next", of: "a") },
      message: "endpoint a: its chain of parents comes back to itself"),
    WrongContract(
      testDescription: "an id with a slash",
      contract: Contract("my/shop", baseURL: "https://a.test") { Endpoint("a", get: "/a") },
      message: "\"my/shop\" is not an id; use letters, digits, - and _"),
    WrongContract(
      testDescription: "a version writes back to an unknown endpoint",
      contract: Contract(
        "shop", baseURL: "https://a.test",
        versions: [
          Version("v1") {
            Reads("item", as: Item.self)
            WritesBack("item", as: Item.self, to: "udpate")
          }
        ]
      ) {
        Endpoint("item", get: "/item")
        Endpoint("update", writing: "PUT", to: "/item")
      }, message: "version v1 writes back item: unknown endpoint \"udpate\"; did you mean update?"),
    WrongContract(
      testDescription: "a version writes back what it does not read",
      contract: Contract(
        "shop", baseURL: "https://a.test", versions: [Version("v1") { WritesBack("item", as: Item.self, to: "item") }]
      ) {
        Endpoint("item", get: "/item")
      }, message: "version v1 writes back item: it does not read that endpoint; add Reads(\"item\", …)"),
    WrongContract(
      testDescription: "a reference to an unknown mapping",
      contract: Contract("shop", baseURL: "https://a.test", versions: [referring(to: "parts", "Prat")]) {
        Endpoint("items", get: "/items")
        Endpoint("parts", get: "/parts")
      }, message: "version v1, mapping Item: reference part needs unknown mapping \"Prat\"; did you mean Part?"),
    WrongContract(
      testDescription: "a reference to an unknown endpoint",
      contract: Contract("shop", baseURL: "https://a.test", versions: [referring(to: "prats", "Part")]) {
        Endpoint("items", get: "/items")
        Endpoint("parts", get: "/parts")
      }, message: "version v1, mapping Item: reference part needs unknown endpoint \"prats\"; did you mean parts?"),
    WrongContract(
      testDescription: "a reference to a mapping without identity",
      contract: Contract(
        "shop", baseURL: "https://a.test",
        versions: [referring(to: "parts", "Part", part: Mapping("Part", records: "$[*]", each: \.self))]
      ) {
        Endpoint("items", get: "/items")
        Endpoint("parts", get: "/parts")
      },
      message:
        "version v1, mapping Item: reference part: mapping Part must declare one identity, such as `identity: \\.id`"
    ),
    WrongContract(
      testDescription: "no endpoint", contract: Contract("shop", baseURL: "https://a.test") {},
      message: "it declares no endpoint"),
  ])
func wrongContractsAreNamed(_ wrong: WrongContract) {
  #expect(wrong.contract.problems().map(\.message) == [wrong.message])
}

@Test("A path that does not begin with a slash, a share over 100 % and an interval of nothing are refused")
func smallerMistakesAreNamed() {
  let contract = Contract(
    "shop", baseURL: "https://a.test", versions: [Version("v1", installs: 120) { Reads("a", as: Item.self) }]
  ) {
    Endpoint("a", get: "a", every: .zero)
  }
  #expect(contract.problems().count == 3)
}

@Test(
  "Days of a version are days of the calendar in their order, and a candidate has none",
  arguments: [
    (Version("v1", shippedOn: "2024-02-29", retiredOn: "2024-02-29") {}, nil),
    (Version("v1", status: .candidate) {}, nil),
    (
      Version("v1", shippedOn: "2023-02-29") {}, "version v1: shippedOn is \"2023-02-29\", not a day such as 2026-11-20"
    ),
    (
      Version("v1", shippedOn: "1900-02-29") {}, "version v1: shippedOn is \"1900-02-29\", not a day such as 2026-11-20"
    ),
    (Version("v1", shippedOn: "2024-3-1") {}, "version v1: shippedOn is \"2024-3-1\", not a day such as 2026-11-20"),
    (
      Version("v1", shippedOn: "2024-03-1٣") {}, "version v1: shippedOn is \"2024-03-1٣\", not a day such as 2026-11-20"
    ),
    (
      Version("v1", retiredOn: "2024-13-01") {}, "version v1: retiredOn is \"2024-13-01\", not a day such as 2026-11-20"
    ),
    (
      Version("v1", retiredOn: "0000-01-01") {}, "version v1: retiredOn is \"0000-01-01\", not a day such as 2026-11-20"
    ),
    (Version("v1", retiredOn: "") {}, "version v1: retiredOn is \"\", not a day such as 2026-11-20"),
    (
      Version("v1", shippedOn: "2024-03-01", retiredOn: "2024-02-29") {},
      "version v1 retired on 2024-02-29, before it shipped on 2024-03-01"
    ),
    (
      Version("v1", shippedOn: "2024-03-01", status: .candidate) {},
      "version v1 is a candidate, which has not shipped; leave out its days, or the status"
    ),
  ] as [(Version, String?)])
func daysOfVersionsAreChecked(_ version: Version, _ message: String?) {
  let contract = Contract("shop", baseURL: "https://a.test", versions: [version]) { Endpoint("a", get: "/a") }
  #expect(contract.problems().map(\.message) == [message].compactMap(\.self))
}

@Test("Equal requests have equal signatures; another query, header or document is another request")
func signaturesFollowTheRequest() throws {
  let contract = Contract("shop", baseURL: "https://a.test") {
    Endpoint("a", get: "/a", query: ["limit": "5"])
    Endpoint("b", get: "/a", query: ["limit": "5"])
    Endpoint("c", get: "/a", query: ["limit": "6"])
    Endpoint("d", get: "/a", query: ["limit": "5"], headers: ["Accept-Language": "de"])
    Endpoint("e", graphQL: "query { items { id } }")
    Endpoint("f", graphQL: "query {\n  items { id }\n}")
    Endpoint("g", graphQL: "query { items { id title } }")
  }
  let signatures = contract.endpoints.map(\.request.signature)
  #expect(signatures[0] == signatures[1])
  #expect(Set(signatures[1...3]).count == 3)
  #expect(signatures[4] == signatures[5])
  #expect(signatures[5] != signatures[6])
}

@Test("A version replaces parts of its endpoint's request and keeps the rest")
func versionsReplaceRequestParts() throws {
  let version = Version("v2") {
    Reads(
      "a", as: Item.self, request: RequestChange(query: ["page": "1"], headers: ["accept": "application/vnd.v2+json"]))
  }
  let contract = Contract("shop", baseURL: "https://a.test", versions: [version]) {
    Endpoint("a", get: "/a", query: ["limit": "5"], headers: ["Accept": "application/json"])
  }
  let endpoint = try #require(contract.endpoint("a"))
  let request = contract.request(for: endpoint, in: version)
  #expect(request.path == "/a")
  #expect(request.query == [Field(name: "page", value: "1")])
  #expect(request.headers == [Field(name: "accept", value: "application/vnd.v2+json")])
}

@Test("The short form has one endpoint, one version called current, and the rest of the URL as its path")
func shortFormIsAWholeContract() throws {
  let contract = Contract("weather", get: "https://api.test:8443/now?unit=c", as: Item.self)
  #expect(contract.problems().isEmpty)
  #expect(contract.baseURL == "https://api.test:8443")
  #expect(contract.endpoints.first?.request.path == "/now?unit=c")
  #expect(contract.versions.map(\.id) == ["current"])
}

@Test(
  "The nearest name is what was meant, or nothing",
  arguments: [
    ("platzi", "platzi-store"), ("pokapi", "pokeapi"), ("landmark", "landmarks"), ("omglol", "omg-lol"), ("zzz", nil),
    ("", nil),
  ] as [(String, String?)])
func nearestNames(_ name: String, _ expected: String?) {
  // What begins alike was meant, however much is missing.
  #expect(nearestName(to: "--allow-private", in: ["--allow-writes", "--allow-private-addresses"])?.count == 25)
  #expect(nearestName(to: name, in: ["platzi-store", "pokeapi", "omg-lol", "landmarks", "todo"]) == expected)
}

@Test("Types are named as source spells them")
func typesAreSpelledAsInSource() {
  #expect(sourceName(of: [Item].self) == "[Item]")
  #expect(sourceName(of: [String: [Item]?].self) == "[String: [Item]?]")
  #expect(sourceName(of: Result<[Item], CancellationError>.self) == "Result<[Item], CancellationError>")
  #expect(sourceName(of: Item.self) == "Item")
}

@Test(
  "An identity is the same text however the app wraps it",
  arguments: [
    (AnyReference.text(of: 5), "5"), (AnyReference.text(of: Optional(5) as Any), "5"),
    (AnyReference.text(of: AnyHashable(5)), "5"), (AnyReference.text(of: "a"), "a"),
    (AnyReference.text(of: Optional<Int>.none as Any), nil), (AnyReference.text(of: Key(rawValue: "k")), "k"),
    (AnyReference.text(of: "6f9619ff-8b86-d011-b42d-00cf4fc964ff"), "6F9619FF-8B86-D011-B42D-00CF4FC964FF"),
  ] as [(String?, String?)])
func identitiesAsText(_ text: String?, _ expected: String?) {
  #expect(text == expected)
}

private struct Key: RawRepresentable, Hashable {
  let rawValue: String
}

@Test(
  "A sandbox on the host of production is refused, however its URL is spelled",
  arguments: [
    ("https://api.example.com/sandbox", false), ("https://API.example.com:443/v1", false),
    ("http://api.example.com/v1", false), ("https://sandbox.example.com/v1", true),
    ("https://api.example.com:8443/v1", true),
  ])
func sandboxOfProduction(_ url: String, _ isFine: Bool) {
  let contract = Contract(
    "shop", baseURL: "https://api.example.com/v1", environments: ["test": url], sandboxes: ["test"]
  ) { Endpoint("list", get: "/list") }
  #expect(contract.problems().isEmpty == isFine, "\(contract.problems())")
}
