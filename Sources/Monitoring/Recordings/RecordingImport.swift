import ContractKit
import DriftModel
public import Examination
import Fetching
import Foundation
public import Recording
import Store
import System

/// Keeps the responses of an HTTP archive as recordings, redacted as those of a live round.
public struct RecordingImport: Sendable {
  private let contracts: [Contract]
  private let plan: Round.Plan
  private let recording: RecordingPlan
  private let examiner: Examiner

  /// What became of an archive.
  public struct Result: Sendable {
    /// What became of each response that belongs to an endpoint.
    public var recordings: [RecordingResult] = []
    /// Hosts of exchanges that belong to no endpoint, with how many.
    public var foreign: [String: Int] = [:]
    /// Exchanges of endpoints whose response cannot be kept: a status that no version reads, or no JSON.
    public var unusable = 0
  }

  /// An import for contracts.
  ///
  /// - Parameters:
  ///   - plan: The contracts, the environment with its secrets, and where the APIs are.
  ///   - recording: Where recordings go.
  ///   - examiner: Runs the app's code.
  public init(_ plan: Round.Plan, recording: RecordingPlan, examiner: Examiner) {
    (self.plan, contracts) = (plan, plan.contracts)
    (self.recording, self.examiner) = (recording, examiner)
  }

  /// Keeps what is new, oldest first, each on its day.
  ///
  /// - Parameter archive: The exchanges.
  /// - Returns: What became of them.
  /// - Complexity: Linear in the exchanges times the endpoints, and in the bytes of what is kept.
  public func run(_ archive: HARFile) async -> Result {
    var result = Result()
    let secrets = DeclaredSecrets(CredentialReader(environment: plan.variables, secretVariables: plan.secretVariables))
    let source = RecordedSource(
      folders: [:], contracts: Dictionary(contracts.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
      secrets: secrets)
    var context = RoundContext(
      plan: plan, store: MemoryStore(), examiner: examiner, source: source, sourceKind: .live, number: 0)
    let recorder = Recorder(context, recording)
    context.recorder = recorder
    let stage = ExamineStage(context: context)
    let entries = archive.entries.sorted { ($0.date ?? .distantPast) < ($1.date ?? .distantPast) }
    // Links of earlier responses tell the endpoints of later ones.
    var links: [String: RequestGroup] = [:]
    // Pages tell which requests ask for the pages after them.
    var pages: [Sent: ConcreteRequest] = [:]
    for entry in entries {
      guard let asked = group(of: entry, links, context) else {
        result.foreign[URLComponents(string: entry.url)?.host ?? "no host", default: 0] += 1
        continue
      }
      let group = failingGroup(of: asked, entry.status, context) ?? asked
      guard group.expects(entry.status), !entry.body.isEmpty else {
        result.unusable += 1
        continue
      }
      var response = SourcedResponse(status: entry.status, body: entry.body, mask: source.mask(of: group.contract.id))
      response.recordedHeaders = SourcedResponse.recordedHeaders { entry.headers[$0] }
      var request = ConcreteRequest(
        contract: group.contract.id, endpoint: group.endpoint.id, method: entry.method, url: entry.url, headers: [],
        operation: group.request.graphQL?.operation, statuses: group.endpoint.statuses)
      request.body = entry.requestBody.map { Array($0.utf8) }
      if let page = pages[Sent(request)] { request = page }
      request.readHeaders = group.contract.readHeaders(at: group.endpoint.id)
      response.noteHeaders(entry.headers, of: request)
      let job = stage.job(group, FoundValues(), body: entry.body, keepsBodies: false)
      guard let facts = await context.examine([job]).first?.facts, facts.text == .json else {
        result.unusable += 1
        continue
      }
      for endpoint in group.contract.endpoints {
        guard let chain = endpoint.chain, chain.parent == group.endpoint.id else { continue }
        let linked = RequestGroup.groups(
          of: endpoint, in: group.contract, environment: plan.environment, perspective: group.contract.perspective
        ).first
        for link in facts.links[chain.path] ?? [] {
          if let url = URL(string: link, relativeTo: URL(string: entry.url))?.absoluteString { links[url] = linked }
        }
      }
      let checked = CheckedResponse(request: request, response: response, facts: facts)
      if let paging = group.endpoint.paging, request.page < paging.limit,
        let next = PageStage(context: context).page(
          after: checked, paging, context.resolver(of: group, found: FoundValues()))
      {
        pages[Sent(next)] = next
      }
      await recorder.take(checked, of: group, FoundValues(), at: entry.date ?? plan.clock)
    }
    result.recordings = await recorder.results
    return result
  }

  /// What tells a request for a page from others.
  private struct Sent: Hashable {
    let endpoint: String
    let url: String
    let body: [UInt8]?

    init(_ request: ConcreteRequest) {
      (endpoint, url, body) = ("\(request.contract)/\(request.endpoint)", request.url, request.body)
    }
  }

  /// The same request for those who read error responses with this status; `nil` if nobody does.
  private func failingGroup(of group: RequestGroup, _ status: Int, _ context: RoundContext) -> RequestGroup? {
    guard let id = group.contract.failingEndpoint(ofStatus: status, at: group.endpoint.id),
      let endpoint = group.contract.endpoint(id)
    else { return nil }
    return context.groups(of: endpoint, in: group.contract).first
  }

  /// The request of a contract to which an exchange belongs.
  private func group(of entry: HARFile.Entry, _ links: [String: RequestGroup], _ context: RoundContext)
    -> RequestGroup?
  {
    if let linked = links[entry.url], linked.request.method == entry.method { return linked }
    let request = ConcreteRequest(contract: "", endpoint: "", method: entry.method, url: entry.url, headers: [])
    guard let path = request.pathComponents else { return nil }
    let origin = WebOrigin(entry.url)
    // A request that fails on purpose may have the path of one that does not.
    var unexpected: RequestGroup?
    for contract in contracts {
      for endpoint in contract.endpoints where endpoint.chain == nil && endpoint.statuses?.isRecordedOnly != true {
        guard let baseURL = context.baseURL(of: endpoint, in: contract), WebOrigin(baseURL) == origin else { continue }
        for group in context.groups(of: endpoint, in: contract) where group.request.method == entry.method {
          guard RequestPath(of: group.request, baseURL: baseURL)?.matches(path) == true,
            group.declaredQuery.allSatisfy({ $0.value.contains("{") || request.queryItems[$0.name] == $0.value }),
            group.request.graphQL.map({ isSame($0, entry.requestBody) }) ?? true
          else { continue }
          if group.expects(entry.status) { return group }
          unexpected = unexpected ?? group
        }
      }
    }
    return unexpected
  }

  /// Whether the body of a request asks for a GraphQL operation.
  private func isSame(_ body: GraphQLBody, _ text: String?) -> Bool {
    struct Asked: Decodable {
      struct Extensions: Decodable {
        struct PersistedQuery: Decodable {
          let sha256Hash: String?
        }

        let persistedQuery: PersistedQuery?
      }

      let query: String?
      let operationName: String?
      let extensions: Extensions?
    }
    guard let text, let asked = try? JSONDecoder().decode(Asked.self, from: Data(text.utf8)) else { return false }
    if asked.query == nil, let hash = asked.extensions?.persistedQuery?.sha256Hash {
      return hash.lowercased() == ContentDigest(Array(body.document.utf8)).hexadecimal
    }
    if let operation = body.operation { return asked.operationName == operation }
    return asked.query?.split(whereSeparator: \.isWhitespace) == body.document.split(whereSeparator: \.isWhitespace)
  }
}

extension SourcedResponse {
  /// Adds what an archive has of the header fields that versions or pages need.
  fileprivate mutating func noteHeaders(_ headers: [String: String], of request: ConcreteRequest) {
    nextLink = headers["link"].flatMap { LinkHeader.target("next", in: $0) }
    readHeaders = ReadHeaders(recorded: headers.filter { request.readHeaders.contains($0.key.lowercased()) })
  }
}
