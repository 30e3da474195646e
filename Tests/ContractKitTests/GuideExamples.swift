import ContractKit
import Foundation

// The examples of docs/contracts.md, word for word: GuideTests holds the page to this file.

struct ArticleDTO: Codable {
  let id: Int
  let name: String
  let categoryID: Int?
  let link: String
  var model: Article { Article(self) }
}

struct Article {
  let id: Int
  let name: String
  let categoryID: Int?

  init(_ dto: ArticleDTO) { (id, name, categoryID) = (dto.id, dto.name, dto.categoryID) }

  var initials: String { String(name.prefix(2)) }
  var isNamed: Bool { !name.isEmpty }
}

struct PageDTO: Codable {
  let items: [ArticleDTO]
  let total: Int
}

func makeArticle(_ dto: ArticleDTO) throws -> Article? { dto.id > 0 ? Article(dto) : nil }

extension JSONDecoder {
  static var articles: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return decoder
  }
}

let decodingOnly = Version("v1") {
  Reads("page", as: PageDTO.self, using: .articles)
}

let spellings = Version("v1") {
  Reads("page", as: PageDTO.self) {
    Mapping("by initialiser", records: "$.items[*]", each: \.items, to: Article.init)
    Mapping("by key path", records: "$.items[*]", each: \.items, to: \.model)
    Mapping("by function", records: "$.items[*]", each: \.items, to: makeArticle)
    Mapping("by closure", records: "$.items[*]", each: { $0.items }, to: { Article($0) })
    Mapping(
      "with an early exit", records: "$.items[*]", each: \.items,
      to: { dto -> Article? in
        guard dto.id > 0 else { return nil }
        return Article(dto)
      })
    Mapping("a DTO without a model", records: "$.items[*]", each: \.items)
  }
  Reads("item", as: ArticleDTO.self) {
    Mapping("a whole response", to: Article.init)
  }
}

let observed = Version("v1") {
  Reads("page", as: PageDTO.self) {
    Mapping(
      "Article", records: "$.items[*]", each: \.items, to: Article.init, identity: \.id,
      referring: Reference("category", to: "categories", mapping: "Category", \.categoryID),
      expecting: Rule("it has a name", \.isNamed), Rule("its id is positive") { $0.id > 0 }
    ) {
      Property("initials", \.initials)
      Property("name", isEssential: true, \.name)
      Property("isNamed", watching: true, \.isNamed)
    }
  }
  Reads("categories", as: [ArticleDTO].self) {
    Mapping("Category", records: "$[*]", each: \.self, identity: \.id).essential()
  }
}

let withContext = Version("v1") {
  Reads("page", as: PageDTO.self) {
    Mapping(
      "Article", records: "$.items[*]", each: \.items,
      context: ["user": .response(of: "me", path: "$.id"), "locale": .value("en")],
      to: { dto, context in
        guard let user = context["user"], context["locale"] != nil else {
          throw MappingError.missingContext(name: "user")
        }
        return dto.link.contains(user) ? Article(dto) : nil
      })
  }
}

actor ArticleStore {
  private var articles: [Int: Article] = [:]

  func merge(_ dto: ArticleDTO) -> Article {
    articles[dto.id] = Article(dto)
    return Article(dto)
  }
}

let merging = Version("v1") {
  Reads("page", as: PageDTO.self) {
    Mapping(
      "Article", records: "$.items[*]", each: \.items, into: { ArticleStore() },
      to: { dto, store in await store.merge(dto) }, identity: \.id)
  }
}

let joined = Version("v1") {
  Joins(
    "Sections", "page", as: PageDTO.self, "categories", as: [ArticleDTO].self,
    to: { page, categories in
      categories.map { category in page.items.first { $0.categoryID == category.id }.map { Article($0) } }
    }
  ) {
    Property("initials", \.initials)
  }
}

let byLoop = Version("v1") {
  for name in ["page", "archive"] {
    Reads(name, as: PageDTO.self) {
      Mapping("Article", records: "$.items[*]", each: \.items, to: Article.init)
    }
  }
}

struct ProblemDTO: Decodable {
  let code: String
  let message: String
}

let failing = Version("v1") {
  Reads("page", as: PageDTO.self)
  Fails("no-item", as: ProblemDTO.self, on: 404)
  Fails("page", as: ProblemDTO.self, on: 400..<500) {
    Mapping("Problem", to: { $0.message })
  }
}

let failures = Contract("failures", baseURL: "https://api.example.com", versions: [failing]) {
  Endpoint("page", get: "/items")
  Endpoint("no-item", get: "/items/0").failing(with: 404)
}

let withHeaders = Version("v1") {
  Reads(
    "page", as: PageDTO.self,
    headers: [
      ResponseHeader("X-Total-Count", .number, isEssential: true), ResponseHeader("ETag", .text),
      ResponseHeader("Link", .link("next"), isOptional: true), ResponseHeader("Last-Modified", .date, isOptional: true),
    ])
}

@VersionBuilder func sharedParts() -> [VersionPart] {
  Reads("categories", as: [ArticleDTO].self)
}

let sharing = Version("v1") {
  sharedParts()
  Reads("page", as: PageDTO.self)
}

struct NewArticleDTO: Encodable {
  let name: String
  init(_ item: Article) { name = item.name }
}

let writing = Version("v1") {
  Reads("item", as: ArticleDTO.self) { Mapping("Article", to: Article.init) }
  Sends("create-item", NewArticleDTO.self, from: NewArticleDTO.init)
  WritesBack("item", as: ArticleDTO.self, to: "update-item", except: "$.link")
  WritesBack("page", as: PageDTO.self, to: "update-item", records: "$.items[*]", each: \.items)
  Reads("page", as: PageDTO.self)
}

let sandboxed = Contract(
  "sandboxed", baseURL: "https://api.example.com", environments: ["sandbox": "https://sandbox.example.com"],
  sandboxes: ["sandbox"], versions: [writing]
) {
  Endpoint("item", get: "/items/{id}", values: ["id": ["1"]])
  Endpoint("page", get: "/items")
  Endpoint("create-item", writing: "POST", to: "/items")
  Endpoint("update-item", writing: "PUT", to: "/items/{id}", values: ["id": ["1"]])
}

let requests = Contract("requests", baseURL: "https://api.example.com/v2") {
  Endpoint("page", get: "/items", query: ["sort": "name"], headers: ["Accept-Language": "en"], every: .hours(1))
  Endpoint("by-sample", get: "/items/{id}", values: ["id": ["1", "4", "7"]])
  Endpoint("by-code", get: "/items/{id}", values: ["id": .samples((1...9).map(String.init))])
  Endpoint("by-page", get: "/items", query: ["page": "{page}"], values: ["page": .pages(1...3)])
  Endpoint("by-offset", get: "/items", query: ["offset": "{offset}"], values: ["offset": .pages(0...100, by: 50)])
  Endpoint("from-list", get: "/items/{id}", values: ["id": .response(of: "page", path: "$.items[*].id", limit: 3)])
  Endpoint("by-account", get: "/users/{name}", values: ["name": .environment("SHOP_USER", fallback: "demo")])
  Endpoint("linked", following: "$.items[*].link", of: "page", limit: 10)
  Endpoint("elsewhere", get: "/status", baseURL: "https://status.example.com")
  Endpoint(
    "picture", head: "/pictures/{id}.png", values: ["id": .response(of: "page", path: "$.items[*].id", limit: 3)],
    baseURL: "https://cdn.example.com")
  Endpoint("recorded-only", get: "/internal", isFetched: false)
}

let graph = Contract("graph", baseURL: "https://api.example.com") {
  Endpoint(
    "items", graphQL: "query Articles($category: ID) { items(category: $category) { id name } }", operation: "Articles",
    variables: ["category": "{category}", "first": 20], at: "/graphql", values: ["category": ["1"]])
  Endpoint(
    "search", post: "/search", json: ["query": "{term}", "page": .number("{page}"), "isNew": true],
    values: ["term": ["lamp"], "page": .pages(1...2)])
  Endpoint("lookup", post: "/lookup", form: ["q": "{term}", "fresh": "1"], values: ["term": ["lamp", "rug"]])
  Endpoint("partial", graphQL: "query People { people { id owner { name } } }").partialData()
  Endpoint("persisted", graphQL: "query People { people { id } }").persistedQuery()
}

let pages = Contract("pages", baseURL: "https://api.example.com") {
  Endpoint("by-link-header", get: "/items").paged(by: .link)
  Endpoint("by-link", get: "/items").paged(by: .link(at: "$.next"), limit: 20)
  Endpoint("by-cursor", get: "/items").paged(by: .cursor(at: "$.meta.next_cursor", as: "cursor"))
  Endpoint("by-offset", get: "/items", query: ["limit": "50"]).paged(by: .offset("offset", step: 50, of: "$.items"))
  Endpoint("by-number", get: "/items").paged(by: .number("page", of: "$.items"))
  Endpoint("by-cursor-of-graphql", graphQL: "query Q($after: ID) { items(after: $after) { id next } }")
    .paged(by: .cursor(at: "$.data.next", as: "after"))
}

let guarded = Contract(
  "guarded", baseURL: "https://api.example.com",
  authorization: .bearer(.environment("SHOP_TOKEN")), headers: ["X-Api-Version": "3"],
  perspective: "free plan", acceptWhen: AcceptWhen("$.success", equals: true, message: "$.message"), owner: "Shop team"
) {
  Endpoint("items", get: "/items")
}

let byKey = Contract(
  "by-key", baseURL: "https://api.example.com",
  authorization: .header("X-Api-Key", .command(["pass", "show", "shop"]), isOptional: true)
) {
  Endpoint("items", get: "/items", acceptWhen: AcceptWhen("$.status", equals: "ok"))
}

let inQuery = Contract(
  "in-query", baseURL: "https://api.example.com", authorization: .queryItem("appid", .environment("WEATHER_KEY"))
) {
  Endpoint("items", get: "/items", query: ["units": "metric"])
}

let byPassword = Contract(
  "by-password", baseURL: "https://api.example.com",
  authorization: .basic(user: "anna", password: .credential("shop-password"))
) {
  Endpoint("items", get: "/items")
}

let byToken = Contract(
  "by-token", baseURL: "https://api.example.com",
  authorization: .clientCredentials(
    tokenURL: "https://login.example.com/oauth/token", clientID: "drift-watch",
    clientSecret: .environment("SHOP_CLIENT_SECRET"), parameters: ["scope": "products:read"])
) {
  Endpoint("items", get: "/items")
}

let bySession = Contract(
  "by-session", baseURL: "https://api.example.com", authorization: .cookie("session", .file("/etc/driftwatch/session"))
) {
  Endpoint("items", get: "/items")
}

let newer = Version("v2", shippedIn: "2.0", runsOn: .macOS(13, 4), status: .retired, owner: "Mac team") {
  Reads("page", as: PageDTO.self, request: RequestChange(query: ["fields": "all"], headers: ["Accept-Language": "de"]))
}

let short = Contract("short", get: "https://api.example.com/items?limit=9", as: PageDTO.self) {
  Mapping("Article", records: "$.items[*]", each: \.items, to: Article.init)
}

let shapeOnly = Contract("shape-only", watching: "https://api.example.com/status", every: .hours(6))
