/// One third-party API as a team's app uses it: where it is, what is watched, and which shipped versions read it.
///
/// A contract is a plain value that is built at start by code; it is addressed by `id` in the ledger, in reports and in
/// the worker process, so the id must stay the same over releases.
public struct Contract: Sendable {
  /// Permanent id, letters, digits, `-` and `_`: `platzi-store`.
  public let id: String
  /// Base URL of production, without a trailing slash. `nil` if nothing is fetched and only recordings are examined.
  public let baseURL: String?
  /// Base URLs of further environments by name: `["staging": "https://staging.example.com"]`.
  public let environments: [String: String]
  /// Environments in which a write changes no real data. Writes are sent only there, and only if that is allowed.
  public let sandboxes: Set<String>
  /// The credential sent with each request, by name. It is sent to the base URL or whatever
  /// stands in its place, which may be an endpoint's own; no redirect takes it to another origin.
  public internal(set) var authorization: Authorization?
  /// Headers sent with each request.
  public let headers: [Field]
  /// Account, plan, locale or API version that the responses are seen from; part of every baseline and incident key.
  public let perspective: String
  /// When a response's envelope says success; `nil` if the HTTP status alone decides.
  public let acceptWhen: AcceptWhen?
  /// Who is asked when it breaks; shown in reports.
  public let owner: String?
  /// The shipped versions of the app, oldest first.
  public internal(set) var versions: [Version]
  /// What is watched.
  public internal(set) var endpoints: [Endpoint]

  /// Describes an API with its endpoints and the versions that read them.
  public init(
    _ id: String, baseURL: String? = nil, environments: [String: String] = [:], sandboxes: Set<String> = [],
    authorization: Authorization? = nil,
    headers: KeyValuePairs<String, String> = [:], perspective: String = "default", acceptWhen: AcceptWhen? = nil,
    owner: String? = nil, versions: [Version] = [], @EndpointsBuilder _ endpoints: () -> [Endpoint]
  ) {
    self.id = id
    self.baseURL = baseURL
    self.environments = environments
    self.sandboxes = sandboxes
    self.authorization = authorization
    self.headers = headers.map(Field.init)
    self.perspective = perspective
    self.acceptWhen = acceptWhen
    self.owner = owner
    self.versions = versions
    self.endpoints = endpoints()
    addFailingEndpoints()
  }

  /// The endpoint named `id`, or `nil`.
  package func endpoint(_ id: String) -> Endpoint? { endpoints.first { $0.id == id } }

  /// The version named `id`, or `nil`.
  package func version(_ id: String) -> Version? { versions.first { $0.id == id } }

  /// Base URL in `environment`; `nil` if the contract names none.
  package func baseURL(in environment: String) -> String? {
    environments[environment] ?? (environment == "production" ? baseURL : nil)
  }

  /// Environment variables that hold its secrets: that of its credential, and those of placeholders.
  package var secretVariables: Set<String> {
    var names: Set<String> = []
    for case .environment(let name)? in [authorization?.credential, authorization?.clientSecret] { names.insert(name) }
    for case .environment(let name, _) in endpoints.flatMap(\.values.values) { names.insert(name) }
    return names
  }

  /// The request that `version` sends to `endpoint`: the endpoint's own, with what the version replaces.
  package func request(for endpoint: Endpoint, in version: Version?) -> Request {
    guard let change = version?.reads(endpoint.id)?.request else { return endpoint.request }
    return endpoint.request.applying(change)
  }
}
