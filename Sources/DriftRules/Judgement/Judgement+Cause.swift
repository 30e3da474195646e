import DriftModel
import PayloadShape

extension Judgement {
  /// The one thing that came with a loss of all records (or values), where no good one is left to find the cause by trial.
  ///
  /// - Parameters:
  ///   - lost: Records or values lost.
  ///   - total: Of how many; nothing is guessed unless nearly all are lost.
  ///   - recordsPath: JSONPath of the mapping's records.
  ///   - version: The version that loses them.
  /// - Returns: Path of the only change, new value or fallback of this round below the records that the version reads and
  ///   that is as frequent as the loss; `nil` if there is none, or more than one.
  func likelyCause(_ lost: Int, of total: Int, below recordsPath: String, _ version: VersionInfo) -> String? {
    guard !recordsPath.isEmpty, Double(lost) >= shareOfNearlyAll * Double(total) else { return nil }
    var causes: Set<String> = []
    for change in changes where !change.kind.isGrowth && change.count >= lost {
      let read = ([change.path] + change.paths).filter {
        isPath(recordsPath, ancestorOf: $0) && reads($0, version) != nil
      }
      if let path = read.min() { causes.insert(path) }
    }
    var fallbacks: [String: Int] = [:]
    for failure in facts(of: version).flatMap(\.fallbacks) { fallbacks[failure.pattern, default: 0] += failure.count }
    for (path, count) in fallbacks where count >= lost && isPath(recordsPath, ancestorOf: path) { causes.insert(path) }
    return causes.count == 1 ? causes.first : nil
  }
}

/// Share of records from which a loss counts as one of all of them.
private let shareOfNearlyAll = 0.9
