import Foundation

/// An error in a contract, in one line with the part and the nearest right name.
public struct ContractProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// Id of the contract.
  public let contract: String
  /// What is wrong and what to do.
  public let message: String

  /// One line.
  public var description: String { "contract \(contract): \(message)" }

  /// A problem of the contract `contract`.
  package init(contract: String, message: String) {
    self.contract = contract
    self.message = message
  }
}

extension Contract {
  /// All errors in the contract: ids, names, URLs, placeholders, chains.
  ///
  /// JSONPath texts are checked when they are parsed (`Examination`).
  public func problems() -> [ContractProblem] {
    var found: [String] = []
    if !Contract.isID(id) { found.append("\"\(id)\" is not an id; use letters, digits, - and _") }
    if let baseURL, let problem = Contract.problem(ofBaseURL: baseURL) { found.append(problem) }
    for (name, url) in environments.sorted(by: { $0.key < $1.key }) {
      if let problem = Contract.problem(ofBaseURL: url) { found.append("environment \(name): \(problem)") }
    }
    for origin in authorization?.origins ?? [] {
      if let problem = Contract.problem(ofBaseURL: origin) { found.append("origins of its authorization: \(problem)") }
    }
    found += authorization?.problems ?? []
    for name in sandboxes.sorted() {
      if let url = environments[name], let baseURL, Contract.host(of: url) == Contract.host(of: baseURL) {
        found.append(
          "sandbox \(name) has the host of production, so that writes would go there; give it one of its own")
      }
      if name == "production" {
        found.append("production cannot be a sandbox; name another environment in `sandboxes:`")
      } else if environments[name] == nil {
        found.append(
          "`sandboxes:` names \(unknown(name, among: Array(environments.keys.sorted()), kind: "environment"))")
      }
    }
    found += Contract.duplicates(endpoints.map(\.id)).map { "endpoint \($0) is declared twice" }
    found += Contract.duplicates(versions.map(\.id)).map { "version \($0) is declared twice" }
    for endpoint in endpoints { found += problems(of: endpoint) }
    for version in versions { found += problems(of: version) }
    found += problemsOfOverlappingFailures()
    if endpoints.isEmpty { found.append("it declares no endpoint") }
    return found.map { ContractProblem(contract: id, message: $0) }
  }

  /// Problems of a set of contracts: each contract's own and ids used twice.
  public static func problems(in contracts: [Contract]) -> [ContractProblem] {
    contracts.flatMap { $0.problems() }
      + duplicates(contracts.map(\.id)).map {
        ContractProblem(contract: $0, message: "the id is used by two contracts")
      }
  }

  private func problems(of endpoint: Endpoint) -> [String] {
    var found: [String] = []
    let subject = "endpoint \(endpoint.id)"
    if !Contract.isID(endpoint.id) {
      found.append("endpoint \"\(endpoint.id)\" is not an id; use letters, digits, - and _")
    }
    if let url = endpoint.baseURL, let problem = Contract.problem(ofBaseURL: url) {
      found.append("\(subject): \(problem)")
    }
    if let problem = endpoint.statuses?.problem { found.append("\(subject): \(problem)") }
    if endpoint.statuses != nil, endpoint.writes {
      found.append("\(subject) writes, so no request of it may fail on purpose; leave out `.failing(with:)`")
    }
    if let problem = endpoint.paging?.problem { found.append("\(subject): \(problem)") }
    found += problemsOfPages(endpoint).map { "\(subject): \($0)" }
    if endpoint.paging != nil, endpoint.writes {
      found.append("\(subject) writes, so there are no pages to ask for; leave out `.paged(by:)`")
    }
    if endpoint.isPersistedQuery, endpoint.request.graphQL == nil {
      found.append("\(subject) is not GraphQL, so it has no persisted query; leave out `.persistedQuery()`")
    }
    if endpoint.showsPartialData, endpoint.request.graphQL == nil {
      found.append("\(subject) is not GraphQL, so it has no errors beside its data; leave out `.partialData()`")
    }
    if endpoint.interval < .seconds(1) { found.append("\(subject): the interval is under a second") }
    for parent in endpoint.parents {
      if self.endpoint(parent) == nil {
        found.append("\(subject) follows \(unknown(parent, among: endpoints.map(\.id), kind: "endpoint"))")
      }
    }
    if chainIsCircular(from: endpoint) { found.append("\(subject): its chain of parents comes back to itself") }
    guard endpoint.chain == nil else { return found }
    if !endpoint.request.path.hasPrefix("/") {
      found.append("\(subject): path \"\(endpoint.request.path)\" does not begin with /")
    }
    let named = Set(endpoint.request.placeholders)
    for name in named.subtracting(endpoint.values.keys).sorted() {
      found.append("\(subject): no values for {\(name)}; add them to `values:`")
    }
    for name in Set(endpoint.values.keys).subtracting(named).sorted() {
      found.append("\(subject): values for {\(name)}, which its request does not use")
    }
    var requests = 1
    for (name, values) in endpoint.values.sorted(by: { $0.key < $1.key }) {
      guard case .samples(let samples) = values else { continue }
      if samples.isEmpty { found.append("\(subject): no sample values for {\(name)}") }
      requests = min(requests * min(samples.count, Values.mostRequests + 1), Values.mostRequests + 1)
    }
    if requests > Values.mostRequests {
      found.append(
        "\(subject): more than \(Values.mostRequests) requests in a round; give fewer values, or a wider step")
    }
    return found
  }

  private func problems(of version: Version) -> [String] {
    let ids = endpoints.map(\.id)
    var found: [String] = []
    if !Contract.isID(version.id) {
      found.append("version \"\(version.id)\" is not an id; use letters, digits, - and _")
    }
    if let installs = version.installs, !(0...100).contains(installs) {
      found.append("version \(version.id): a share of \(installs) % is not between 0 and 100")
    }
    found += version.problemsOfDays()
    found += problems(ofFailures: version)
    for reads in version.reads {
      if endpoint(reads.endpoint)?.hasNoBody == true {
        found.append(
          "version \(version.id) reads \(reads.endpoint), whose responses have no body; declare it with `get:`")
      }
      if !ids.contains(reads.endpoint) {
        found.append("version \(version.id) reads \(unknown(reads.endpoint, among: ids, kind: "endpoint"))")
      }
      found += Contract.duplicates(reads.mappings.map(\.name)).map {
        "version \(version.id), endpoint \(reads.endpoint): mapping \($0) is declared twice"
      }
      let headers = reads.headers.map { "\($0.name.lowercased()) as \($0.kind.words)" }
      for problem in reads.headers.compactMap(\.problem)
        + Contract.duplicates(headers).map({ "header field \($0) is declared twice" })
      {
        found.append("version \(version.id), endpoint \(reads.endpoint): \(problem)")
      }
      for mapping in reads.mappings {
        for case .response(let parent, _) in mapping.context.values where !ids.contains(parent) {
          found.append(
            "version \(version.id), mapping \(mapping.name) needs \(unknown(parent, among: ids, kind: "endpoint"))")
        }
      }
    }
    for endpoint in Contract.duplicates(version.reads.map(\.endpoint)) {
      found.append("version \(version.id) reads endpoint \(endpoint) twice")
    }
    for sends in version.sends where !ids.contains(sends.endpoint) {
      found.append("version \(version.id) sends to \(unknown(sends.endpoint, among: ids, kind: "endpoint"))")
    }
    for part in version.writesBack {
      found += problems(of: part, in: version).map { "version \(version.id) writes back \(part.endpoint): \($0)" }
    }
    for target in Contract.duplicates(version.writesBack.map { "\($0.endpoint) to \($0.target)" }) {
      found.append("version \(version.id) writes back \(target) twice")
    }
    for mapping in version.reads.flatMap(\.mappings) {
      found += problems(ofReferences: mapping, in: version).map {
        "version \(version.id), mapping \(mapping.name): \($0)"
      }
    }
    for joins in version.joins {
      for endpoint in joins.endpoints where !ids.contains(endpoint) {
        found.append(
          "version \(version.id), aggregate \(joins.name) needs \(unknown(endpoint, among: ids, kind: "endpoint"))")
      }
    }
    return found
  }

  private func problems(of part: AnyWritesBack, in version: Version) -> [String] {
    let ids = endpoints.map(\.id)
    var found: [String] = []
    if !ids.contains(part.endpoint) {
      found.append(unknown(part.endpoint, among: ids, kind: "endpoint"))
    } else if version.reads(part.endpoint) == nil {
      found.append("it does not read that endpoint; add Reads(\"\(part.endpoint)\", …)")
    }
    if !ids.contains(part.target) { found.append(unknown(part.target, among: ids, kind: "endpoint")) }
    return found
  }

  private func problems(ofReferences mapping: AnyMapping, in version: Version) -> [String] {
    let ids = endpoints.map(\.id)
    var found = Contract.duplicates(mapping.references.map(\.name)).map { "reference \($0) is declared twice" }
    for reference in mapping.references {
      let subject = "reference \(reference.name)"
      guard ids.contains(reference.endpoint) else {
        found.append("\(subject) needs \(unknown(reference.endpoint, among: ids, kind: "endpoint"))")
        continue
      }
      guard let reads = version.reads(reference.endpoint) else {
        found.append("\(subject) needs endpoint \(reference.endpoint), which this version does not read")
        continue
      }
      guard let target = reads.mappings.first(where: { $0.name == reference.mapping }) else {
        found.append(
          "\(subject) needs \(unknown(reference.mapping, among: reads.mappings.map(\.name), kind: "mapping"))")
        continue
      }
      if target.identityParts != 1 {
        found.append("\(subject): mapping \(target.name) must declare one identity, such as `identity: \\.id`")
      }
    }
    return found
  }

  private func chainIsCircular(from endpoint: Endpoint) -> Bool {
    var pending = endpoint.parents
    var seen: Set<String> = []
    while let next = pending.popLast() {
      if next == endpoint.id { return true }
      guard seen.insert(next).inserted, let parent = self.endpoint(next) else { continue }
      pending += parent.parents
    }
    return false
  }

  private func unknown(_ name: String, among names: [String], kind: String) -> String {
    let nearest = nearestName(to: name, in: names).map { "; did you mean \($0)?" } ?? ""
    return "unknown \(kind) \"\(name)\"\(nearest)"
  }

  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 100
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
  }

  /// Why `text` is not a base URL; `nil` if it is one.
  static func problem(ofBaseURL text: String) -> String? {
    let shown = text.prefix { $0 != "?" && $0 != "#" }  // what follows may be a key
    // An @ may end a password at any position. If a slash is missing, the password is part of a path.
    guard !shown.contains("@") || isBaseURL(text) else {
      return "its base URL holds a user name or password before the @; name a credential in `authorization:`"
    }
    guard isBaseURL(text) else { return "base URL \"\(shown)\" is not an http or https URL" }
    guard text.contains("?") else { return nil }
    return "base URL \"\(shown)\" has a query; paths are put behind it, so give the query with them"
  }

  static func isBaseURL(_ text: String) -> Bool {
    guard let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) }) else { return false }
    let rest = text.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    return !host.isEmpty && !text.contains { $0.isWhitespace || $0.isNewline } && !host.contains("@")
      && !rest.contains("#")
  }

  /// The host of a base URL in one spelling, with its port unless it is that of http or https: to compare what two declare.
  static func host(of url: String) -> String {
    let host = url.lowercased().drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    let port = [":443", ":80"].first(where: host.hasSuffix)
    return String(host.dropLast(port?.count ?? 0))
  }

  private static func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    var twice: [String] = []
    for name in names where !seen.insert(name).inserted && !twice.contains(name) { twice.append(name) }
    return twice
  }
}

extension Request {
  /// Names of the `{placeholders}` in path, query, GraphQL variables and body.
  package var placeholders: [String] {
    var names: [String] = []
    for text in [path] + query.map(\.value) + (graphQL?.variables.flatMap(\.value.texts) ?? [])
      + (body?.texts ?? [])
    {
      var rest = text[...]
      while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
        names.append(String(rest[rest.index(after: open)..<close]))
        rest = rest[rest.index(after: close)...]
      }
    }
    return names
  }
}

extension Authorization {
  /// What of it cannot be sent.
  fileprivate var problems: [String] {
    switch placement {
    case .header(let name, _):
      Self.isToken(name) ? [] : ["its authorization's header \"\(name)\" is no name of a header (RFC 9110 section 5.1)"]
    case .queryItem(let name): name.isEmpty ? ["its authorization's query item has no name"] : []
    case .cookie(let name):
      Self.isToken(name)
        ? [] : ["its authorization's cookie \"\(name)\" is no name of a cookie (RFC 6265 section 4.1.1)"]
    case .basic(let user):
      user.contains(":") || user.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        ? ["its authorization's user has a colon or a control character (RFC 7617 section 2)"] : []
    case .accessToken(let request):
      Self.isTokenEndpoint(request.url)
        ? [] : ["the token endpoint of its authorization is no absolute URL without user, password and fragment"]
    }
  }

  /// RFC 6749 section 3.2: a query is allowed, a fragment is not.
  private static func isTokenEndpoint(_ url: String) -> Bool {
    guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme?.lowercased()) else {
      return false
    }
    return parts.host?.isEmpty == false && parts.user == nil && parts.password == nil && parts.fragment == nil
  }

  /// RFC 9110 section 5.6.2.
  static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.unicodeScalars.allSatisfy { scalar in
        scalar.isASCII
          && (scalar.properties.isAlphabetic || "0123456789!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
      }
  }
}
