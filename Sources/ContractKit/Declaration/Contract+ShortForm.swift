public import Foundation

extension Contract {
  /// The short form: one GET, one type, one version called `current`; mappings are optional.
  ///
  /// - Parameters:
  ///   - id: Permanent id of the contract; the endpoint is called `response`.
  ///   - url: The whole URL that is fetched; its scheme, host and port become the base URL.
  ///   - type: What the app decodes.
  ///   - decoder: The app's own decoder configuration.
  ///   - interval: How often a scheduled round fetches it.
  ///   - mappings: What the app makes of the decoded value.
  public init<Response: Decodable & SendableMetatype>(
    _ id: String, get url: String, as type: Response.Type,
    using decoder: @autoclosure @escaping @Sendable () -> JSONDecoder = JSONDecoder(),
    every interval: Duration = .minutes(15), @MappingsBuilder<Response> _ mappings: () -> [AnyMapping] = { [] }
  ) {
    let (base, path) = Contract.split(url)
    let version = Version("current") { Reads("response", as: type, using: decoder(), mappings) }
    self.init(id, baseURL: base, versions: [version]) {
      Endpoint("response", get: path, every: interval)
    }
  }

  /// A URL with no DTO: only the shape of its responses is watched.
  public init(_ id: String, watching url: String, every interval: Duration = .minutes(15)) {
    let (base, path) = Contract.split(url)
    self.init(id, baseURL: base) { Endpoint("response", get: path, every: interval) }
  }

  /// Origin and the rest (path and query) of an absolute URL; text that is no URL becomes a base URL that validation refuses.
  static func split(_ url: String) -> (base: String, path: String) {
    guard let scheme = url.range(of: "://") else { return (url, "/") }
    guard let slash = url[scheme.upperBound...].firstIndex(where: { $0 == "/" || $0 == "?" }) else { return (url, "/") }
    let rest = String(url[slash...])
    return (String(url[..<slash]), rest.hasPrefix("?") ? "/" + rest : rest)
  }
}
