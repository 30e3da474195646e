import Foundation
import JSONDocument
import Testing

@testable import Scaffolding

@Suite("A package of a team's own, of what was seen")
struct TeamPackageTests {
  private static func package(
    _ responses: [(String, String)], name: String = "shop", credential: ScaffoldCredential? = nil
  ) throws -> TeamPackage {
    try TeamPackage(
      name: name,
      exchanges: responses.map { ObservedExchange(url: $0, document: try JSONDocument(Array($1.utf8))) },
      credential: credential, driftwatch: "/opt/driftwatch")
  }

  private static func text(_ package: TeamPackage, _ path: String) -> String {
    package.files.first { $0.path == path }?.text ?? ""
  }

  /// URLs, with the base URL and the endpoints that they lead to.
  struct Case: Sendable, CustomTestStringConvertible {
    let urls: [String]
    let id: String
    let baseURL: String
    let endpoints: [String]
    var testDescription: String { urls.joined(separator: " ") }
  }

  static let cases = [
    Case(
      urls: ["https://api.escuelajs.co/api/v1/products?limit=5", "https://api.escuelajs.co/api/v1/categories"],
      id: "escuelajs", baseURL: "https://api.escuelajs.co/api/v1",
      endpoints: ["products /products", "categories /categories"]),
    Case(
      urls: ["https://api.escuelajs.co/api/v1/products/7", "https://api.escuelajs.co/api/v1/products/9"],
      id: "escuelajs", baseURL: "https://api.escuelajs.co/api/v1", endpoints: ["product /products/{id}"]),
    Case(
      urls: ["https://shop.example.co.uk/users/7/orders/00001", "https://shop.example.co.uk/users"], id: "example",
      baseURL: "https://shop.example.co.uk", endpoints: ["order /users/{id}/orders/{orderID}", "users /users"]),
    Case(
      urls: ["http://127.0.0.1:8080/data.json"], id: "shop", baseURL: "http://127.0.0.1:8080",
      endpoints: ["dataJSON /data.json"]),
    Case(
      urls: ["https://api.shop.com/v1/users/1/posts/2/posts/3"], id: "shop", baseURL: "https://api.shop.com/v1",
      endpoints: ["post /users/{id}/posts/{postID}/posts/{postID2}"]),
    Case(
      urls: ["https://x.com/", "https://x.com/1", "https://x.com/2/3"], id: "x", baseURL: "https://x.com",
      endpoints: ["root /", "root-detail /{id}", "root-detail-2 /{id}/{id2}"]),
    Case(
      urls: ["https://xn--bcher-kva.de/v1/products"], id: "xn--bcher-kva", baseURL: "https://xn--bcher-kva.de/v1",
      endpoints: ["products /products"]),
    Case(urls: ["https://example.com"], id: "example", baseURL: "https://example.com", endpoints: ["root /"]),
    Case(
      urls: ["https://a.example.com/v2/a/list", "https://a.example.com/v2/b/list"], id: "a",
      baseURL: "https://a.example.com/v2", endpoints: ["list /a/list", "b-list /b/list"]),
  ]

  @Test(
    "A record that is seen again, in a page that was loaded twice or in a list that moved on, makes no word more usual",
    arguments: [
      ("{\"request_id\": \"REQUEST\", \"items\": ITEMS}", 0, false),
      ("{\"token\": \"REQUEST\", \"items\": ITEMS}", 1, false),
      ("{\"data\": {\"next\": \"REQUEST\", \"items\": ITEMS}}", 1, false),
      ("{\"jsonrpc\": \"2.0\", \"id\": \"REQUEST\", \"items\": ITEMS}", 1, false),
      ("{\"id\": 7, \"items\": ITEMS}", 24, true), ("{\"code\": 0, \"items\": ITEMS}", 24, true),
    ])
  func recordsSeenAgain(_ envelope: String, _ step: Int, isKept: Bool) throws {
    func page(_ first: Int, _ request: String) -> String {
      let records = (first..<(first + 24)).map { id in
        #"{"id": \#(id), "etag": "\#(request)", "plan": "\#(id % 24 == 5 ? "carlasmith" : ["free", "pro"][id % 2])"}"#
      }
      return envelope.replacing("REQUEST", with: request).replacing(
        "ITEMS", with: "[\(records.joined(separator: ","))]")
    }
    let package = try Self.package([
      ("https://api.example.com/v1/items?page=1", page(0, "a7")),
      ("https://api.example.com/v1/items?page=2", page(step, "b9")),
    ])
    let files = package.files.filter { $0.text.contains("carlasmith") || $0.text.contains("items[*].plan") }.map(
      \.path)
    #expect(files.isEmpty != isKept, "\(files)")
  }

  @Test("Texts and single responses that are loaded again make no word more usual", arguments: [true, false])
  func textsSeenAgain(areTags: Bool) throws {
    let package = try Self.package(
      (0..<40).map { number in
        (
          "https://api.example.com/v1/users/5",
          areTags
            ? #"{"at": \#(number), "groups": ["carlasmith", "bobjones"]}"#
            : #"{"id": \#(number % 5), "in": {"at": \#(number), "call": "\#("abcde".prefix(1 + number % 5))carlasmith"}}"#
        )
      })
    #expect(!package.files.contains { $0.text.contains("carlasmith") })
  }

  @Test("URLs of one origin are one contract; identifiers in paths are placeholders", arguments: cases)
  func endpoints(_ sample: Case) throws {
    let package = try Self.package(sample.urls.map { ($0, #"[{"id": 1}]"#) })
    let api = try #require(package.apis.first)
    #expect(package.apis.count == 1 && api.baseURL == sample.baseURL)
    #expect(api.endpoints.map { "\($0.id) \($0.path)" } == sample.endpoints)
  }

  @Test("A query is decoded as a form's is: a plus sign is a space")
  func plus() throws {
    let package = try Self.package([("https://api.shop.com/find?q=a+b&r=a%2Bb", "[]")])
    #expect(package.apis.first?.endpoints.first?.query == ["q": "a b", "r": "a+b"])
  }

  @Test("Hosts with like names have modules and folders of their own, and no credential goes to two of them")
  func likeNames() throws {
    let responses = ["shop-2.com", "shop.com", "shop.de", "my-shop.com", "myshop.com"].map {
      ("https://\($0)/v1/items", "[]")
    }
    let package = try Self.package(responses)
    #expect(Set(package.files.map { $0.path.lowercased() }).count == package.files.count)
    #expect(throws: UnusableForPackage.self) {
      try Self.package(responses, credential: .bearer(variable: "TOKEN"))
    }
  }

  @Test("Each origin is a contract of its own, with a module of its own")
  func origins() throws {
    let package = try Self.package([
      ("https://a.example.com/items", "[]"), ("https://b.example.org/items", "[]"),
      ("https://a.example.net/items", "[]"),
    ])
    #expect(Set(package.apis.map(\.id)).count == 3)
    let main = Self.text(package, "Sources/shop-drift/main.swift")
    #expect(main.contains("await DriftwatchCommand.main(["))
    #expect(package.files.count { $0.path.hasSuffix("V1/Adapter.swift") } == 3)
  }

  @Test("Lists, lists in an envelope and single objects are mapped, by their ids where there are some")
  func mappings() throws {
    let package = try Self.package([
      ("https://api.shop.com/v1/products", #"[{"id": 1, "name": "a"}]"#),
      ("https://api.shop.com/v1/orders", #"{"data": [{"total": 1.5}], "next": null}"#),
      ("https://api.shop.com/v1/status", #"{"isUp": true}"#), ("https://api.shop.com/v1/words", #"["a"]"#),
    ])
    let adapter = Self.text(package, "Contracts/Shop/V1/Adapter.swift")
    for line in [
      #"Mapping("Product", records: "$[*]", each: \.self, to: { Product($0) }, identity: \.id)"#,
      #"Mapping("Order", records: "$.data[*]", each: \.data, to: { Order($0) })"#,
      #"Mapping("Status", to: { Status($0) })"#, #"Reads("words", as: WordResponse.self)"#,
    ] { #expect(adapter.contains(line), "\(adapter)") }
  }

  @Test(
    "It depends on a folder, or on a repository by its name",
    arguments: [
      ("/opt/driftwatch", #".package(name: "driftwatch", path: "/opt/driftwatch")"#, "driftwatch"),
      (
        "https://git.example.com/a/watch.git", #".package(url: "https://git.example.com/a/watch.git", branch: "main")"#,
        "watch"
      ),
      (
        "git@example.com:a/driftwatch.git", #".package(url: "git@example.com:a/driftwatch.git", branch: "main")"#,
        "driftwatch"
      ),
    ])
  func dependency(_ driftwatch: String, _ words: String, _ identity: String) throws {
    let exchange = ObservedExchange(url: "https://example.com/a", document: try JSONDocument(Array("[]".utf8)))
    let package = try TeamPackage(name: "shop", exchanges: [exchange], credential: nil, driftwatch: driftwatch)
    let manifest = Self.text(package, "Package.swift")
    #expect(manifest.contains(words) && manifest.contains("package: \"\(identity)\")"), "\(manifest)")
  }

  @Test("A credential is named in the contract; its value is in no file")
  func credential() throws {
    let package = try Self.package(
      [("https://api.weather.com/now?appid=s3cret-value&units=metric", "{}")],
      credential: .queryItem("appid", variable: "WEATHER_KEY"))
    let adapter = Self.text(package, "Contracts/Weather/V1/Adapter.swift")
    #expect(adapter.contains(#"authorization: .queryItem("appid", .environment("WEATHER_KEY")),"#))
    #expect(adapter.contains(#"query: ["units": "metric"]"#))
    #expect(package.files.allSatisfy { !$0.text.contains("s3cret-value") })
  }

  @Test(
    "What cannot be used is said in one line",
    arguments: [
      ("Shop", "https://example.com/a", "is no name for a package"),
      ("shop", "ftp://example.com/a", "is no URL with http or https"),
      ("shop", "https://u:p@example.com/a", "a user or password before the @"),
      ("shop", "https://example.com/a?filter=%7Bx%7D", "braces, which a contract takes for placeholders"),
    ])
  func wrong(_ name: String, _ url: String, _ words: String) {
    let error = #expect(throws: UnusableForPackage.self) { try Self.package([(url, "[]")], name: name) }
    #expect(error?.description.contains(words) == true && error?.description.contains("\n") == false)
  }
}
