import Foundation
import JSONDocument
import PayloadShape

/// What was seen of one API: its base URL, and endpoints with the responses of each.
struct ObservedAPI {
  /// An endpoint: requests whose paths differ in identifiers only, and which have one query or responses of one kind.
  struct Endpoint {
    var id: String
    /// The path below the base URL, `/products/{id}`.
    let path: String
    /// The query of the first request, without the credential.
    let query: [(name: String, value: String)]
    /// By placeholder, the values that were seen.
    var values: [(name: String, values: [String])]
    var documents: [JSONDocument]
    /// What a response holds: `Product`.
    let typeName: String
    /// What its responses look like.
    var outline: ResponseOutline
    /// How a response leads to the next page; `nil` if none does.
    var paging: ObservedPaging?
    /// Other queries whose responses are of the same kind.
    var folded: [[(name: String, value: String)]] = []
    /// All queries, without the order of their items.
    fileprivate(set) var queries: Set<[String: [String]]>

    /// Names of the items in which the queries differ, in order.
    var foldedNames: [String] {
      let first = ObservedAPI.values(of: query)
      let names = folded.flatMap { other -> [String] in
        let values = ObservedAPI.values(of: other)
        return Set(first.keys).union(values.keys).filter { first[$0] != values[$0] }
      }
      return Set(names).sorted()
    }
  }

  /// Letters, digits and hyphens: `escuelajs`.
  var id: String
  let baseURL: String
  private(set) var endpoints: [Endpoint] = []
  /// By path where its endpoints are.
  private var indices: [String: [Int]] = [:]
  /// URLs that are no requests of the contract, since another query of their path is watched.
  private(set) var foldedURLs: Set<String> = []

  /// The most values of one placeholder that are named in a contract.
  private static let mostValues = 5

  /// The APIs of some exchanges, one for each origin, in the order in which they came.
  ///
  /// - Parameters:
  ///   - exchanges: The exchanges.
  ///   - secret: The query item that is a credential; its values are kept nowhere.
  ///   - fallback: The id of an API whose host has no name.
  /// - Returns: The APIs.
  /// - Throws: ``UnusableForPackage`` for a URL that is none of `http` or `https`.
  static func all(
    of exchanges: [ObservedExchange], without secret: String?, fallback: String
  ) throws(UnusableForPackage) -> [ObservedAPI] {
    var groups: [(origin: String, exchanges: [(seen: ObservedExchange, parts: URLComponents)])] = []
    for exchange in exchanges {
      guard let parts = URLComponents(string: exchange.url), let host = parts.encodedHost, !host.isEmpty,
        let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme)
      else { throw UnusableForPackage(description: "\"\(exchange.url)\" is no URL with http or https") }
      guard parts.user == nil, parts.password == nil else {
        throw UnusableForPackage(
          description: "a URL at \(host) has a user or password before the @, which belongs in no file")
      }
      guard !query(of: parts).contains(where: { "\($0.name)\($0.value)".contains { "{}".contains($0) } }) else {
        throw UnusableForPackage(
          description:
            "the query of a URL at \(host) has braces, which a contract takes for placeholders; leave that item out")
      }
      let origin = "\(scheme)://\(host.lowercased())\(parts.port.map { ":\($0)" } ?? "")"
      if let index = groups.firstIndex(where: { $0.origin == origin }) {
        groups[index].exchanges.append((exchange, parts))
      } else {
        groups.append((origin, [(exchange, parts)]))
      }
    }
    var apis: [ObservedAPI] = []
    for group in groups {
      var api = ObservedAPI(group.origin, group.exchanges.map(\.parts), fallback)
      for exchange in group.exchanges { api.add(exchange.seen, exchange.parts, without: secret) }
      // Modules and folders are named after it, and a file system may not tell large letters from small ones.
      let taken = apis.map { SwiftName.type($0.id).lowercased() }
      func isTaken(_ id: String) -> Bool { taken.contains(SwiftName.type(id).lowercased()) }
      let id = api.id
      if isTaken(id) { api.id = (2...).lazy.map { "\(id)-n\($0)" }.first { !isTaken($0) } ?? id }
      apis.append(api)
    }
    return apis
  }

  /// The APIs of a package's exchanges.
  ///
  /// - Parameters:
  ///   - exchanges: The exchanges.
  ///   - credential: How a credential is sent.
  ///   - package: The name of the package.
  /// - Returns: The APIs.
  /// - Throws: ``UnusableForPackage`` for a URL that is none of `http` or `https`.
  static func all(
    of exchanges: [ObservedExchange], credential: ScaffoldCredential?, package: String
  ) throws(UnusableForPackage) -> [ObservedAPI] {
    var secret: String?
    if case .queryItem(let item, _)? = credential { secret = item }
    return try all(
      of: exchanges, without: secret, fallback: package.hasSuffix("-drift") ? String(package.dropLast(6)) : package)
  }

  private init(_ origin: String, _ urls: [URLComponents], _ fallback: String) {
    // What all paths begin with, but for the last component of each, belongs to the base URL.
    let paths = urls.map { Self.components($0).dropLast() }
    var common = Array(paths.first ?? [])
    for path in paths {
      while !path.starts(with: common) { common.removeLast() }
    }
    // A resource or an identifier belongs to an endpoint.
    while let last = common.last, Self.isIdentifier(last) || !Self.isPrefix(last) { common.removeLast() }
    baseURL = origin + common.map { "/\($0)" }.joined()
    id = Self.id(ofHost: urls.first?.encodedHost ?? "") ?? fallback
  }

  private mutating func add(_ seen: ObservedExchange, _ parts: URLComponents, without secret: String?) {
    let (url, document) = (seen.url, seen.document)
    let pages = [document] + (seen.nextPage.map { [$0] } ?? [])
    let depth = baseURL.split(separator: "/").count - 2
    let components = Self.components(parts).dropFirst(depth)
    var (path, values): (String, [(String, String)]) = ("", [])
    for (index, component) in zip(components.indices, components) {
      guard Self.isIdentifier(component) else {
        path += "/\(component)"
        continue
      }
      let former = index > components.startIndex ? components[index - 1] : ""
      let before = Self.isIdentifier(former) ? "" : SwiftName.property(SwiftName.singular(former))
      let base = values.isEmpty || before.isEmpty ? "id" : "\(before)ID"
      let taken = values.map(\.0)
      let name = taken.contains(base) ? (2...).lazy.map { "\(base)\($0)" }.first { !taken.contains($0) } ?? base : base
      path += "/{\(name)}"
      values.append((name, component.removingPercentEncoding ?? component))
    }
    if path.isEmpty { path = "/" }
    let query = Self.query(of: parts).filter { $0.name != secret }
    let outline = ResponseOutline(document)
    let sharing = indices[path] ?? []
    let wanted = Self.values(of: query)
    let same = sharing.first { endpoints[$0].queries.contains(wanted) }
    // Other queries, as of pages, are one endpoint if what comes is of one kind: the first one's query is kept.
    if let index = same ?? sharing.first(where: { endpoints[$0].outline.isLike(outline) }) {
      endpoints[index].documents += pages
      endpoints[index].outline.merge(outline)
      endpoints[index].paging = endpoints[index].paging ?? seen.paging
      if same == nil {
        endpoints[index].folded.append(query)
        endpoints[index].queries.insert(wanted)
      }
      if Self.values(of: endpoints[index].query) != wanted { foldedURLs.insert(url) }
      for (place, value) in values.enumerated() {
        let known = endpoints[index].values[place].values
        if known.count < Self.mostValues, !known.contains(value.1) {
          endpoints[index].values[place].values.append(value.1)
        }
      }
      return
    }
    let words = components.filter { !Self.isIdentifier($0) }.map { SwiftName.property($0) }
    let names = words.isEmpty ? ["root"] : words
    let isDetail = components.last.map(Self.isIdentifier) ?? false
    let base = names.last ?? "root"
    var id = isDetail ? SwiftName.singular(base) : base
    // One of several queries of a path is named after what is its own.
    let difference = sharing.first.map { Self.difference(of: query, from: endpoints[$0].query) }
    if let first = sharing.first, let difference {
      id = endpoints[first].id + (difference.isEmpty ? "" : "-\(difference)")
    } else if endpoints.contains(where: { $0.id == id }) {
      id = names.joined(separator: "-") + (isDetail ? "-detail" : "")
    }
    let taken = endpoints.map(\.id)
    if taken.contains(id) { id = (2...).lazy.map { "\(id)-\($0)" }.first { !taken.contains($0) } ?? id }
    indices[path, default: []].append(endpoints.count)
    endpoints.append(
      Endpoint(
        id: id, path: path, query: query, values: values.map { ($0.0, [$0.1]) }, documents: pages,
        typeName: typeName(difference.map { "\($0)_\(SwiftName.singular(base))" } ?? base, names, isDetail),
        outline: outline, paging: seen.paging, queries: [wanted]))
  }

  /// By name the values of a query's items.
  private static func values(of query: [(name: String, value: String)]) -> [String: [String]] {
    Dictionary(query.map { ($0.name, [$0.value]) }, uniquingKeysWith: +)
  }

  /// Words for what a query has that another one has not: the values, or else the names of the items.
  private static func difference(
    of query: [(name: String, value: String)], from other: [(name: String, value: String)]
  ) -> String {
    let items = query.filter { item in !other.contains { $0 == item } }
    func words(_ texts: [String]) -> String {
      String(texts.joined(separator: "-").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        .split(separator: "-").joined(separator: "-").lowercased()
    }
    let own = words(items.map(\.value))
    return own.isEmpty || own.count > 30 ? String(words(items.map(\.name)).prefix(30)) : own
  }

  /// A name for what an endpoint responds, which no other endpoint has.
  private func typeName(_ base: String, _ names: [String], _ isDetail: Bool) -> String {
    let taken = endpoints.map(\.typeName)
    let ending = isDetail ? "Detail" : ""
    let own = SwiftName.type(SwiftName.singular(base)) + ending
    let longer = SwiftName.type(SwiftName.singular(names.joined(separator: "_"))) + ending
    let candidates = [own, longer] + (2...(endpoints.count + 2)).map { "\(longer)\($0)" }
    return candidates.first { !taken.contains($0) } ?? own
  }

  /// The items of a query, decoded as a form's (WHATWG URL section 5.1): a plus sign is a space.
  private static func query(of parts: URLComponents) -> [(name: String, value: String)] {
    func decoded(_ text: String) -> String {
      let spaced = text.replacing("+", with: "%20")
      return spaced.removingPercentEncoding ?? spaced
    }
    return (parts.percentEncodedQueryItems ?? []).map { (decoded($0.name), decoded($0.value ?? "")) }
  }

  private static func components(_ parts: URLComponents) -> [String] {
    parts.percentEncodedPath.split(separator: "/").map(String.init)
  }

  /// Whether a component of a path is some record's: a number, an identifier, a date.
  private static func isIdentifier(_ component: String) -> Bool {
    let text = component.removingPercentEncoding ?? component
    return !text.isEmpty && (PayloadShape.isData(name: text) || text.allSatisfy(\.isNumber))
  }

  /// Whether a component stands before resources: `api`, `v2`.
  private static func isPrefix(_ component: String) -> Bool {
    component.wholeMatch(of: /(?i)v[0-9]+([.][0-9]+)*|api|rest|public|data/) != nil
  }

  /// The part of a host's name that is the provider's own: `api.escuelajs.co` is `escuelajs`; `nil` where it has
  /// none.
  private static func id(ofHost host: String) -> String? {
    let labels = host.lowercased().split(separator: ".").map(String.init)
    guard labels.count > 1, labels.contains(where: { $0.contains(where: \.isLetter) }) else { return nil }
    // Of `co.uk` and its like both parts are a registry's.
    let registry = labels.count > 2 && labels[labels.count - 2].count <= 3 ? 2 : 1
    let own = labels.dropLast(registry).last { !["api", "www", "rest"].contains($0) } ?? labels[0]
    return String(own.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
  }
}
