import ContractKit
import DriftModel
import Foundation
import Store
import Monitoring

// What a ledger says of the present, for the alert report and for pages.
extension CommandSettings {
  /// The last round of this environment, but for one that runs at this moment and has not ended.
  func lastRound(in ledger: any Store) async throws -> RoundInfo {
    let environment = environmentName
    let isRunning = try await !ledger.leaseHolders(for: .rounds).isEmpty
    let complete = isRunning ? try await ledger.lastRound(completeOnly: true, environment: environment) : nil
    let last = try await ledger.lastRound(completeOnly: false, environment: environment)
    let round = complete ?? last
    return RoundInfo(
      number: round?.number ?? 0, startedAt: round?.startedAt ?? Date(), finishedAt: round?.shownEnd,
      seconds: round?.seconds ?? 0,
      source: round?.source ?? .live, judge: judgeName, environment: environment)
  }

  /// Stand-ins for contracts that are not in this executable: those with news, whatever they are, and URLs that were
  /// checked by themselves (or files that were tried), which are watched as long as the ledger knows them.
  ///
  /// `news` are ids of contracts that there are news of, `present` ids of those whose URLs are wanted (`nil`: all).
  func unlistedContracts(news: Set<String>, present: Set<String>?, _ ledger: any Store) async throws
    -> UnlistedContracts
  {
    let listed = Set(contracts.map(\.id))
    var unlisted = UnlistedContracts()
    if let present, present.union(news).isSubset(of: listed) { return unlisted }
    let places = try await ledger.requests(environment: environmentName).filter { place in
      let id = place.key.contract
      guard !listed.contains(id) else { return false }
      return news.contains(id) || present?.contains(id) != false && Self.isWithoutContract(place)
    }
    for (id, places) in Dictionary(grouping: places, by: \.key.contract).sorted(by: { $0.key < $1.key }) {
      var endpoints: [Endpoint] = []
      for place in places where !endpoints.contains(where: { $0.id == place.key.endpoint }) {
        // What else was sent stays in the ledger: nothing is asked for by a stand-in.
        endpoints.append(Endpoint(place.key.endpoint, get: String(Self.path(of: place))))
      }
      unlisted.contracts.append(Contract(id) { endpoints })
      unlisted.requests.formUnion(places.map(\.key.request))
      if places.allSatisfy(Self.isWithoutContract) { unlisted.withoutReaders.insert(id) }
    }
    return unlisted
  }

  /// The path of a request with its query. A signature has the method before it, and headers and body in further lines.
  static func path(of place: StoredRequest) -> Substring {
    place.signature.prefix { $0 != "\n" }.drop { $0 != " " }.dropFirst()
  }

  /// Whether a place is a URL that was checked by itself, or one of files: what is left of a contract that was taken
  /// out of the program is history, and nobody could ever close it.
  static func isWithoutContract(_ place: StoredRequest) -> Bool {
    guard place.report?.versions.isEmpty ?? true, place.findings.allSatisfy(\.versions.isEmpty) else { return false }
    if place.key.contract == BacktestCommand.contractWithoutReaders { return true }
    let path = path(of: place).prefix { $0 != "?" }
    guard let name = (try? URLTarget("http://host\(path)"))?.endpoint else { return false }
    let id = place.key.endpoint
    if place.signature == "GET \(path)" { return id == name }
    // What the path does not say of a request (query, method, headers, body) is in digests at the end of its id.
    let shorter = withoutDigest(id)
    guard shorter != id else { return false }
    return [shorter, withoutDigest(shorter)].contains {
      // A long name is cut before its digest is added.
      $0 == name || $0 == withoutDigest(name) || $0.count >= 80 && name.hasPrefix($0)
    }
  }
}

/// Stand-ins for what only a ledger knows.
struct UnlistedContracts {
  fileprivate(set) var contracts: [Contract] = []
  /// Digests of the requests that the ledger has of them.
  fileprivate(set) var requests: Set<String> = []
  /// Those that stand for URLs and files, which nobody is known to read, by id.
  fileprivate(set) var withoutReaders: Set<String> = []
}

extension StoredRound {
  /// The end for reports. A replay ends at the time of its recordings, so that its duration does not change the report.
  var shownEnd: Date? { source == .live ? finishedAt : finishedAt.map { _ in startedAt } }
}
