import ContractKit
public import DriftModel
public import Examination
import Foundation
import JSONDocument
import Recording

extension RecordingCatalog {
  /// Bodies beyond this size are not tried, since each costs some hundred decodings.
  private static let mostTriedBytes = 1 << 20

  /// What would break, tried on the newest recording of each request that a version reads.
  ///
  /// - Parameters:
  ///   - items: All recordings, of each endpoint the oldest first.
  ///   - endpoints: Only these.
  ///   - versions: Only these versions; `nil`: all.
  ///   - examiner: Runs the app's code.
  ///   - deadline: What is not done by then is left out.
  /// - Returns: One matrix for each request, in the order of the recordings.
  /// - Complexity: For each request some hundred times the bytes of one recording of at most 1 MiB.
  public static func impact(
    _ items: [Item], of endpoints: Set<EndpointID>, versions: Set<String>? = nil, with examiner: Examiner,
    deadline: ContinuousClock.Instant
  ) async -> [ImpactMatrix] {
    var context = RecordedContext(items)
    var newest: [RequestKey: (item: Item, group: RequestGroup)] = [:]
    var order: [RequestKey] = []
    for item in items where item.isReplayed {
      guard let group = item.groups.first, endpoints.contains(group.id), !group.versions.isEmpty else { continue }
      if newest.updateValue((item, group), forKey: group.key) == nil { order.append(group.key) }
    }
    var (matrices, jobs): ([ImpactMatrix], [Job]) = ([], [])
    for key in order {
      guard let (item, group) = newest[key], let body = try? item.entry.file.text(), body.count <= mostTriedBytes else {
        continue
      }
      matrices.append(
        ImpactMatrix(
          contract: group.contract.id, endpoint: group.endpoint.id, request: group.signature,
          versions: group.versionInfos, lineages: [], madeAt: item.date ?? Date()))
      jobs.append(
        .lineage(
          contract: group.contract.id, endpoint: group.endpoint.id,
          versions: group.versions.map(\.id).filter { versions?.contains($0) ?? true },
          context: context.values(for: item), body: body))
    }
    for (index, lineages) in await examiner.lineages(of: Batch(jobs, deadline: deadline)).enumerated() {
      matrices[index].add(lineages)
    }
    return matrices
  }
}
