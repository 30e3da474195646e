import ContractKit
import DriftModel
import Fetching
import Foundation
import System

/// Fills the placeholders of a request and makes its URL.
struct RequestResolver {
  let contract: Contract
  let endpoint: Endpoint
  /// The request as one version sends it.
  let request: Request
  /// Base URL without a trailing slash; `nil` for an API that is only recorded.
  let baseURL: String?
  /// Values found in the responses of other endpoints.
  let found: FoundValues
  /// The monitor's environment variables.
  let environment: [String: String]

  /// Why no request can be made. It is not an error in the contract.
  struct Unresolved: Error, CustomStringConvertible {
    let description: String
  }

  /// All requests of the endpoint, one for each value of its placeholders or link.
  func requests() throws(Unresolved) -> [ConcreteRequest] {
    if let chain = endpoint.chain { return try linked(chain) }
    var assignments: [[String: String]] = [[:]]
    for name in endpoint.values.keys.sorted() {
      let values = try values(of: name)
      assignments = assignments.flatMap { known in values.map { known.merging([name: $0]) { $1 } } }
      if assignments.count > Values.mostRequests { assignments = Array(assignments.prefix(Values.mostRequests)) }
    }
    return assignments.map(concrete)
  }

  private func values(of name: String) throws(Unresolved) -> [String] {
    switch endpoint.values[name] {
    case .samples(let samples): return samples
    case .environment(let variable, let fallback):
      let value = environment[variable] ?? ""
      return [value.isEmpty ? fallback : value]
    case .response(let parent, let path, let limit):
      let values = self.values(at: path, of: parent)
      guard !values.isEmpty else {
        throw Unresolved(description: "\(parent) holds nothing at \(path), which {\(name)} needs")
      }
      return Array(values.prefix(limit))
    case nil: throw Unresolved(description: "no values for {\(name)}")
    }
  }

  private func values(at path: String, of parent: String) -> [String] {
    found.values(at: path, of: EndpointID(contract: contract.id, endpoint: parent))
  }

  private func linked(_ chain: Chain) throws(Unresolved) -> [ConcreteRequest] {
    let links = values(at: chain.path, of: chain.parent).prefix(min(chain.limit, Values.mostRequests))
    guard !links.isEmpty else { throw Unresolved(description: "\(chain.parent) holds no link at \(chain.path)") }
    var requests: [ConcreteRequest] = []
    // At most a hundred links, each compared with those before.
    for link in links {
      guard let url = resolve(link) else {
        throw Unresolved(description: "a link at \(chain.path) of \(chain.parent) leaves the API's own host")
      }
      let request = concrete(url: url, body: nil)
      if !requests.contains(request) { requests.append(request) }
    }
    return requests
  }

  /// A link as an absolute URL on the API's own origin; `nil` for a link to another origin. `place` is the URL that a relative one stands
  /// at; `nil`: the base URL.
  func resolve(_ link: String, against place: String? = nil) -> String? {
    guard let baseURL, let base = URL(string: place ?? baseURL + "/") else { return link.hasPrefix("/") ? link : nil }
    guard let url = URL(string: link, relativeTo: base)?.absoluteURL else { return nil }
    guard let origin = WebOrigin(url.absoluteString) else { return nil }
    guard origin == WebOrigin(baseURL) else {
      // If the base URL was replaced, links still have the provider's own host. They are moved to the replacement.
      guard origin == contract.baseURL.flatMap(WebOrigin.init) else { return nil }
      var path = url.absoluteString.drop { $0 != ":" }.dropFirst(3)
      path = path.drop { $0 != "/" }
      return self.origin(of: baseURL) + path
    }
    return url.absoluteString
  }

  private func origin(of url: String) -> String {
    guard let scheme = url.range(of: "://") else { return url }
    return String(url[..<scheme.upperBound] + url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
  }

  private func concrete(_ values: [String: String]) -> ConcreteRequest {
    var path = filled(request.path) { name in values[name].map { encoded($0, allowed: Self.pathAllowed) } }
    path = path.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 } ? path : encoded(path, allowed: Self.wholePathAllowed)
    let query = request.query.map { field in
      "\(encoded(field.name, allowed: Self.queryAllowed))=\(encoded(filled(field.value) { values[$0] }, allowed: Self.queryAllowed))"
    }
    if !query.isEmpty { path += (path.contains("?") ? "&" : "?") + query.joined(separator: "&") }
    var result = concrete(url: (baseURL ?? "") + path, body: body(values, of: request))
    result.values = values
    if let graphQL = request.graphQL, graphQL.isPersisted {
      result.registration = self.graphQL(body: graphQL) { filled($0) { values[$0] } }
    }
    if result.body != nil {
      result.sample = values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    }
    return result
  }

  private func concrete(url: String, body: [UInt8]?) -> ConcreteRequest {
    var headers = contract.headers.filter { field in
      !request.headers.contains { $0.name.lowercased() == field.name.lowercased() }
    }
    headers += request.headers
    if !headers.contains(where: { $0.name.lowercased() == "accept" }) {
      headers.append(Field(name: "Accept", value: "application/json"))
    }
    if body != nil, !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
      headers.append(Field(name: "Content-Type", value: request.body?.mediaType ?? "application/json"))
    }
    var concrete = ConcreteRequest(
      contract: contract.id, endpoint: endpoint.id, method: request.method, url: url, headers: headers,
      operation: request.graphQL?.operation, body: body, statuses: endpoint.statuses)
    concrete.readHeaders = contract.readHeaders(at: endpoint.id)
    concrete.isPagedByHeader = endpoint.paging?.method == .linkHeader
    return concrete
  }

  /// A template with the value of each placeholder that has one. A value is not filled again, because it may come from a response, which
  /// may hold `{another}` placeholder.
  private func filled(_ template: String, _ value: (String) -> String?) -> String {
    var (result, rest) = ("", template[...])
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let name = rest[rest.index(after: open)...].prefix { $0 != "}" }
      if name.endIndex < rest.endIndex, let value = value(String(name)) {
        result += value
        rest = rest[rest.index(after: name.endIndex)...]
      } else {
        result += "{"
        rest = rest[rest.index(after: open)...]
      }
    }
    return result + rest
  }

  /// A URL with another value of one item of its query.
  func url(_ url: String, setting name: String, to value: RequestValue) -> String {
    let item = encoded(name, allowed: Self.queryAllowed)
    let mark = url.firstIndex(of: "?") ?? url.endIndex
    let items = url[mark...].dropFirst().split(separator: "&").filter { part in
      let own = part.prefix { $0 != "=" }
      return own != item && own.replacing("+", with: " ").removingPercentEncoding != name
    }
    let all = items + ["\(item)=\(encoded(value.canonicalPlainText, allowed: Self.queryAllowed))"]
    return url[..<mark] + "?" + all.joined(separator: "&")
  }

  /// What a request sends with these values; `nil` if it sends nothing.
  func body(_ values: [String: String], of request: Request) -> [UInt8]? {
    func fill(_ template: String) -> String { filled(template) { values[$0] } }
    if let graphQL = request.graphQL { return self.graphQL(body: graphQL, hasDocument: !graphQL.isPersisted, fill) }
    switch request.body {
    case .json(let value): return Array(value.json(fill).utf8)
    case .form(let fields):
      let items = fields.map { field in
        "\(encoded(field.name, allowed: Self.queryAllowed))=\(encoded(fill(field.value), allowed: Self.queryAllowed))"
      }
      return Array(items.joined(separator: "&").utf8)
    case nil: return nil
    }
  }

  /// The body of a GraphQL request over HTTP (graphql-over-http, section "Request Parameters").
  private func graphQL(body: GraphQLBody, hasDocument: Bool = true, _ fill: (String) -> String) -> [UInt8] {
    // Of variables of one name the last counts; names are in order, so that equal requests are equal.
    let variables = Dictionary(body.variables.map { ($0.name, $0) }, uniquingKeysWith: { $1 }).values
      .sorted { $0.name < $1.name }
    var members: [RequestValue.Member] = []
    if let operation = body.operation { members.append(.init(name: "operationName", value: .literal(operation))) }
    if hasDocument { members.append(.init(name: "query", value: .literal(body.document))) }
    members.append(.init(name: "variables", value: .object(Array(variables))))
    if body.isPersisted {
      let hash = ContentDigest(Array(body.document.utf8)).hexadecimal
      let query = RequestValue.object([
        .init(name: "version", value: .integer(1)), .init(name: "sha256Hash", value: .literal(hash)),
      ])
      members.append(.init(name: "extensions", value: .object([.init(name: "persistedQuery", value: query)])))
    }
    // A document has braces of its own, which are no placeholders.
    return Array(RequestValue.object(members).json(fill).utf8)
  }

  private func encoded(_ text: String, allowed: CharacterSet) -> String {
    text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let pathAllowed = unreserved
  private static let queryAllowed = unreserved
  private static let wholePathAllowed = unreserved.union(CharacterSet(charactersIn: "/?&=%:@!$'()*+,;"))
}
