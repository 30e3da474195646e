public import ContractKit
public import DriftModel
public import Foundation
import JSONDocument
import PayloadShape
public import Recording

/// Recordings with the request of a contract that each belongs to.
public struct RecordingCatalog: Sendable {
  /// One recording.
  public struct Item: Sendable {
    /// Where it is.
    public let entry: RecordingsFolder.Entry
    /// What stands beside it; empty if that cannot be read.
    public let meta: RecordingMeta
    /// Id of the endpoint; `nil` if none of the contract's has such a request.
    public var endpoint: String? { groups.first?.endpoint.id }
    /// Why it cannot be used, in one line; `nil` if it can.
    public let problem: String?
    /// When it was fetched, as far as that is known.
    public var date: Date? {
      meta.fetchedAt.flatMap { text in
        (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
          ?? (try? Date(text, strategy: .iso8601))
      } ?? RecordingsFolder.date(of: entry.day)
    }
    /// Whether the app's code can be run on it: it is a response with a body whose values were kept or redacted.
    public var isReplayed: Bool {
      problem == nil && meta.redaction != .shape
        && (groups.first?.expects(meta.status ?? 200) ?? (200..<300).contains(meta.status ?? 200))
    }
    /// The requests to which it may be the response: several of one endpoint where nothing beside it tells them apart.
    var groups: [RequestGroup] = []

    /// The versions that read it, as reports know them, in the order of the contract.
    public var versionInfos: [VersionInfo] {
      let versions = groups.flatMap(\.versionInfos)
      return groups.first?.contract.versions.compactMap { version in versions.first { $0.id == version.id } } ?? []
    }
  }

  /// All recordings, by endpoint in the order of the contracts, and of each the oldest first; what belongs to none comes last.
  public private(set) var items: [Item]
  private let environment: String

  /// The recordings of some contracts.
  ///
  /// Linear in the files, and in the bytes of those whose links tell what another one belongs to.
  ///
  /// - Parameters:
  ///   - folders: Where they are.
  ///   - contracts: Whose they may be.
  ///   - environment: In which the base URLs hold.
  public init(_ folders: [RecordingsFolder], contracts: [Contract], environment: String = "production") {
    self.environment = environment
    let byID = Dictionary(contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    items = folders.flatMap { $0.entries(of: Set(byID.keys)) }.sorted { $0.day < $1.day }.map { entry in
      var (meta, problem): (RecordingMeta, String?) = (RecordingMeta(), nil)
      if !FileManager.default.isReadableFile(atPath: entry.file.body.path) {
        problem = "\(entry.file.body.path) cannot be read; check its permissions"
      }
      do throws(RecordedSource.Unusable) { meta = try RecordedSource.meta(of: entry.file) } catch {
        problem = error.description
      }
      return Item(entry: entry, meta: meta, problem: problem)
    }
    for contract in contracts {
      var groups: [RequestGroup] = []
      for endpoint in contract.endpoints {
        groups += RequestGroup.groups(
          of: endpoint, in: contract, environment: environment, perspective: contract.perspective)
      }
      assign(groups, of: contract)
    }
    var order: [EndpointID: Int] = [:]
    for contract in contracts { for endpoint in contract.endpoints { order[endpoint.id(in: contract)] = order.count } }
    let places = items.map { item in
      item.endpoint.flatMap { order[EndpointID(contract: item.entry.contract, endpoint: $0)] } ?? .max
    }
    items = zip(items, places).enumerated().sorted { ($0.element.1, $0.offset) < ($1.element.1, $1.offset) }
      .map(\.element.0)
  }

  private mutating func assign(_ groups: [RequestGroup], of contract: Contract) {
    func baseURL(_ endpoint: Endpoint) -> String? {
      endpoint.baseURL ?? contract.baseURL(in: environment) ?? contract.baseURL
    }
    for index in items.indices where items[index].entry.contract == contract.id && items[index].problem == nil {
      let item = items[index]
      let owners = groups.filter { $0.owns(item.entry.path, item.meta, baseURL: baseURL($0.endpoint)) }
      items[index].groups = owners.filter { $0.endpoint.id == owners[0].endpoint.id }
    }
    // Of a link nothing but the response that holds it tells the path.
    for group in groups where group.endpoint.chain != nil {
      guard let chain = group.endpoint.chain, let path = try? JSONPath(chain.path) else { continue }
      var linked: Set<[String]> = []
      for item in items where item.endpoint == chain.parent && item.entry.contract == contract.id {
        guard let text = try? item.entry.file.text(), let document = try? JSONDocument(text) else { continue }
        for link in path.nodes(in: document).compactMap(document.scalarText) {
          if let components = Self.components(of: link, below: baseURL(group.endpoint)) { linked.insert(components) }
        }
      }
      for index in items.indices
      where items[index].groups.isEmpty && items[index].entry.contract == contract.id && items[index].problem == nil
        && linked.contains(items[index].entry.path)
      {
        items[index].groups = [group]
      }
    }
  }

  /// The components of a link's path; a relative one stands below the base URL (RFC 3986 section 5).
  private static func components(of link: String, below baseURL: String?) -> [String]? {
    let base = baseURL.flatMap { URL(string: $0 + "/") }
    guard let url = URL(string: link, relativeTo: base)?.absoluteURL else { return nil }
    return ConcreteRequest(contract: "", endpoint: "", method: "GET", url: url.absoluteString, headers: [])
      .pathComponents
  }
}

extension RecordingCatalog {
  /// Recordings of one endpoint that can go: older ones that show nothing which the others do not, and where there still are too many, the
  /// oldest without a failure.
  ///
  /// - Parameters:
  ///   - items: All recordings of the endpoint.
  ///   - mostFiles: How many may stay.
  ///   - mostBytes: How many bytes their bodies may have together.
  /// - Returns: What to remove. Linear in their bytes.
  public static func superfluous(among items: [Item], mostFiles: Int, mostBytes: Int) -> [Item] {
    var stay: [(item: Item, features: ResponseFeatures, bytes: Int)] = []
    for item in items.sorted(by: { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }) {
      guard let text = try? item.entry.file.text(), let document = try? JSONDocument(text) else { continue }
      let features = RecordingIndex.features(
        of: document, PayloadShape(of: document), kept: item.meta.kept ?? [], item.meta.failures ?? [])
      stay.append((item, features, text.count))
    }
    var counts = ResponseFeatureCounts()
    for entry in stay { counts.add(entry.features) }
    var (removed, rest): ([Item], Int) = ([], stay.count)
    stay.removeAll { candidate in
      guard rest > 1, counts.isCoveredByOthers(candidate.features) else { return false }
      counts.remove(candidate.features)
      removed.append(candidate.item)
      rest -= 1
      return true
    }
    var bytes = stay.reduce(0) { $0 + $1.bytes }
    // The oldest without a failure go first, then the oldest.
    let order = stay.filter { $0.item.meta.failures == nil } + stay.filter { $0.item.meta.failures != nil }
    for candidate in order.dropLast() where rest > mostFiles || bytes > mostBytes {
      removed.append(candidate.item)
      (rest, bytes) = (rest - 1, bytes - candidate.bytes)
    }
    return removed
  }
}
