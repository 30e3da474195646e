import DriftModel
import Foundation

/// The share that each version of an API had at a time.
struct ShareHistory {
  /// Whether shares are of installs; else they are of versions.
  let isOfInstalls: Bool
  /// When a share changed, oldest first.
  let changes: [Date]
  /// By version, oldest first.
  private var entries: [String: [InstallShare]]
  /// When the first share was stored.
  private let beginning: Date
  /// Versions that people use now.
  private let supported: Set<String>

  /// Shares of installs where they are declared now, else all supported versions count alike.
  ///
  /// - Parameters:
  ///   - contract: The API with the present shares.
  ///   - past: Former shares, also of other APIs.
  ///   - now: From when on the present ones hold.
  init(_ contract: ContractInfo, past: [InstallShare], now: Date) {
    let versions = contract.versions.filter { $0.status == .supported }
    supported = Set(versions.map(\.id))
    isOfInstalls = versions.reduce(0) { $0 + ($1.installs ?? 0) } > 0
    let known = isOfInstalls ? past.filter { $0.contract == contract.id && $0.since < now } : []
    entries = Dictionary(grouping: known.sorted { $0.since < $1.since }, by: \.version)
    for version in supported.union(entries.keys) {
      let present = versions.first { $0.id == version }
      let percent = isOfInstalls ? present?.installs : 100 / Double(versions.count)
      guard entries[version]?.last?.percent != percent else { continue }
      let share = InstallShare(
        contract: contract.id, version: version, environment: "", percent: percent, since: now)
      entries[version, default: []].append(share)
    }
    let beginning = entries.values.compactMap(\.first?.since).min() ?? now
    changes = Set(entries.values.joined().map(\.since)).filter { $0 > beginning }.sorted()
    self.beginning = beginning
  }

  /// Whether there is nothing to draw.
  var isEmpty: Bool { entries.isEmpty }

  /// Those of some versions that people used at a time.
  func used(of versions: Set<String>, at date: Date) -> [String] {
    versions.filter { supported.contains($0) || percent(of: $0, at: date) > 0 }.sorted()
  }

  /// What some versions have together, in percent, at most 100.
  func percent(of versions: [String], at date: Date) -> Double {
    min(100, versions.reduce(0) { $0 + percent(of: $1, at: date) })
  }

  /// For the time before anything is known, the oldest shares are used.
  private func percent(of version: String, at date: Date) -> Double {
    let entries = entries[version] ?? []
    let share = entries.last { $0.since <= date } ?? (date < beginning ? entries.first : nil)
    return share?.percent ?? 0
  }
}
