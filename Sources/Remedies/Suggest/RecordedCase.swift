package import ContractKit
import DriftModel
import Examination
import Foundation
package import Monitoring
import Recording

/// One version and the recordings of one endpoint that it reads.
package struct RecordedCase: Sendable {
  /// Id of the contract.
  package let contract: String
  /// Id of the endpoint.
  package let endpoint: String
  /// The version.
  package let version: Version
  /// What it reads there.
  package let reads: AnyReads
  /// The recordings, the oldest first.
  package let items: [RecordingCatalog.Item]
  let bodies: [[UInt8]]
  let trees: [JSONTree?]

  /// A version over some recordings; those that code cannot be run on are left out.
  package init?(contract: Contract, endpoint: String, version: Version, items: [RecordingCatalog.Item]) {
    guard let reads = version.reads(endpoint) else { return nil }
    (self.contract, self.endpoint, self.version, self.reads) = (contract.id, endpoint, version, reads)
    var (kept, bodies): ([RecordingCatalog.Item], [[UInt8]]) = ([], [])
    for item in items
    where item.isReplayed && item.entry.contract == contract.id && item.endpoint == endpoint
      && item.versionInfos.contains(where: { $0.id == version.id })
    {
      guard let body = try? item.entry.file.text() else { continue }
      kept.append(item)
      bodies.append(body)
    }
    (self.items, self.bodies, trees) = (kept, bodies, bodies.map { JSONTree($0) })
  }

  /// How a recording is called in reasons: its day and file.
  var names: [String] { items.map { "\($0.entry.day) \($0.entry.file.body.lastPathComponent)" } }

  /// What the version makes of each recording.
  ///
  /// - Parameters:
  ///   - examiner: Runs its code.
  ///   - changed: What is run in place of some recordings, by position; `nil`: all as they are.
  /// - Returns: The facts in the order of the recordings; `nil` for those that were not run.
  /// - Throws: `RecordingCatalog.NotJSON` for a recording that is none, and `CancellationError`.
  func facts(with examiner: Examiner, changed: [Int: [UInt8]]? = nil) async throws -> [VersionExamination?] {
    var facts = [VersionExamination?](repeating: nil, count: items.count)
    let positions = Dictionary(
      items.enumerated().map { ($0.element.entry.file.body.path, $0.offset) }, uniquingKeysWith: { first, _ in first })
    try await RecordingCatalog.examine(
      items, versions: [version.id], with: examiner, explains: true, digestsValues: true,
      replacing: { [bodies] item in
        guard let position = positions[item.entry.file.body.path] else { return nil }
        return changed.map { $0[position] } ?? bodies[position]
      }
    ) { item, _, found in
      guard let position = positions[item.entry.file.body.path] else { return }
      facts[position] = found.versions.first { $0.version == version.id }
    }
    return facts
  }
}
