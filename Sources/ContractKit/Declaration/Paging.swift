/// How the next page of a list is asked for. All pages feed one baseline.
public struct Paging: Sendable, Hashable {
  package enum Method: Sendable, Hashable {
    /// The link with the relation `next` in the header `Link`.
    case linkHeader
    /// The link at a JSONPath of the page.
    case link(path: String)
    /// The value at a JSONPath of the page, sent as an item.
    case cursor(path: String, item: String)
    /// An item that grows by so much from page to page, while the list at a JSONPath has elements.
    case count(item: String, first: Int, step: Int, list: String)
  }

  package let method: Method
  /// The most pages that are asked for in a round, the first one too.
  package internal(set) var limit = 5

  /// The link with the relation `next` in the header `Link` (RFC 8288), as GitHub has it.
  public static let link = Paging(method: .linkHeader)

  /// The link at `path` (JSONPath) of each page, such as `$.next`; a relative one is resolved against the page's own URL.
  public static func link(at path: String) -> Paging { Paging(method: .link(path: path)) }

  /// The value at `path` (JSONPath) of each page, such as `$.meta.next_cursor`, sent with the next request as the query item `item`; of a
  /// POST as the member, field or GraphQL variable of that name.
  public static func cursor(at path: String, as item: String) -> Paging {
    Paging(method: .cursor(path: path, item: item))
  }

  /// A number of elements to leave out, sent as `item`, which grows by `step` until the list at `list` (JSONPath, such as `$.items`) is
  /// empty or no list.
  public static func offset(_ item: String, step: Int, of list: String) -> Paging {
    Paging(method: .count(item: item, first: 0, step: step, list: list))
  }

  /// A page number, sent as `item`, from `first` on until the list at `list` (JSONPath, such as `$.items`) is empty or no list.
  public static func number(_ item: String, first: Int = 1, of list: String) -> Paging {
    Paging(method: .count(item: item, first: first, step: 1, list: list))
  }

  /// JSONPaths in a page.
  package var paths: [String] {
    switch method {
    case .linkHeader: []
    case .link(let path), .cursor(let path, _): [path]
    case .count(_, _, _, let list): [list]
    }
  }

  /// What is wrong with it; `nil`: nothing.
  var problem: String? {
    if !(2...Values.mostRequests).contains(limit) {
      return "the limit of its pages is \(limit), and must be between 2 and \(Values.mostRequests)"
    }
    switch method {
    case .cursor(_, let item) where item.isEmpty: return "the item of its pages has no name"
    case .count(let item, let first, let step, _):
      if item.isEmpty { return "the item of its pages has no name" }
      return step > 0 && step <= 1_000_000 && (0...1_000_000).contains(first)
        ? nil : "the numbers of its pages begin at 0 or above and grow"
    case .linkHeader, .link, .cursor: return nil
    }
  }
}

extension Endpoint {
  /// A list whose further pages are asked for too, in the same round.
  ///
  /// ```swift
  /// Endpoint("items", get: "/items", query: ["limit": "50"]).paged(by: .cursor(at: "$.next", as: "cursor"))
  /// ```
  ///
  /// The request as declared asks for the first page. A page that cannot be fetched, or whose link leaves the API's host, ends the list and
  /// is said.
  ///
  /// - Parameters:
  ///   - paging: How the next page is asked for.
  ///   - limit: The most pages of a round, the first one too: 2 to 100.
  /// - Returns: The endpoint with its pages.
  public func paged(by paging: Paging, limit: Int = 5) -> Endpoint {
    var paging = paging
    paging.limit = limit
    var endpoint = self
    endpoint.paging = paging
    return endpoint
  }
}

extension Contract {
  /// What is wrong with the pages of an endpoint beside its request.
  func problemsOfPages(_ endpoint: Endpoint) -> [String] {
    guard let paging = endpoint.paging else { return [] }
    var found: [String] = []
    let request = endpoint.request
    switch paging.method {
    case .linkHeader, .link:
      if request.method != "GET" { found.append("a link to the next page is followed by GET only; name a cursor") }
    case .cursor, .count:
      if case .json(let value)? = request.body, case .object = value {
      } else if case .json? = request.body {
        found.append("its body is no JSON object, so that no page can be named in it")
      }
    }
    var lists = 1
    for values in endpoint.values.values {
      switch values {
      case .samples(let samples): lists *= max(1, min(samples.count, Values.mostRequests))
      case .response(_, _, let limit): lists *= max(1, min(limit, Values.mostRequests))
      case .environment: break
      }
      lists = min(lists, Values.mostRequests)
    }
    if let chain = endpoint.chain { lists = max(1, min(chain.limit, Values.mostRequests)) }
    if lists * paging.limit > Values.mostRequests, (2...Values.mostRequests).contains(paging.limit) {
      found.append(
        "\(lists) lists of up to \(paging.limit) pages are more than \(Values.mostRequests) requests in a round; lower `limit:`, or give fewer values"
      )
    }
    return found
  }
}

extension Request {
  /// This request with a value for one item: a query item; of a POST a variable, member or field.
  package func setting(_ name: String, to value: RequestValue) -> Request {
    var request = self
    func set(in members: [RequestValue.Member]) -> [RequestValue.Member] {
      let member = RequestValue.Member(name: name, value: value)
      guard members.contains(where: { $0.name == name }) else { return members + [member] }
      return members.map { $0.name == name ? member : $0 }
    }
    func set(in fields: [Field]) -> [Field] {
      let field = Field(name: name, value: value.canonicalPlainText)
      return fields.filter { $0.name != name } + [field]
    }
    if let body = graphQL {
      request.graphQL = GraphQLBody(
        document: body.document, operation: body.operation, variables: set(in: body.variables),
        isPersisted: body.isPersisted)
      return request
    }
    switch body {
    case .json(.object(let members)): request.body = .json(.object(set(in: members)))
    case .json(let value): request.body = .json(value)
    case .form(let fields): request.body = .form(set(in: fields))
    case nil: request.query = set(in: query)
    }
    return request
  }
}
