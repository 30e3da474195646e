import DriftModel
import PayloadShape

/// Where the cause of a loss stands.
struct LossCause {
  /// Paths to blame, the likeliest first.
  let paths: [String]
  /// The path that is only guessed, because no trial found one.
  let guess: String?

  var hint: String? { guess.map { "perhaps since \($0) changed" } }
}

extension Judgement {
  /// What to blame for `lost` of `total` records, or values of records: what trials blame, or else the one thing that came with it.
  func cause(of lost: Int, of total: Int, blames: [[String]], _ run: MappingRun) -> LossCause {
    let tried = mostBlamed(blames)
    let guess = tried.isEmpty ? likelyCause(lost, of: total, run) : nil
    return LossCause(paths: tried + [guess].compactMap(\.self), guess: guess)
  }

  /// Patterns to blame, those that most responses blame first.
  func mostBlamed(_ blames: [[String]]) -> [String] {
    var counts: [String: Int] = [:]
    for pattern in blames.flatMap({ Set($0) }) { counts[pattern, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Path of the only change, new value or fallback of this round below the records that the version reads and that is as
  /// frequent as a loss of nearly all records, since no good record is left for trials; `nil` if there is none, or more than one.
  private func likelyCause(_ lost: Int, of total: Int, _ run: MappingRun) -> String? {
    let recordsPath = run.recordsPath
    guard !recordsPath.isEmpty, Double(lost) >= shareOfNearlyAll * Double(total) else { return nil }
    var causes: Set<String> = []
    for change in changes where !change.kind.isGrowth && change.count >= lost {
      let read = ([change.path] + change.paths).filter {
        isPath(recordsPath, ancestorOf: $0) && reads($0, run.version) != nil
      }
      if let path = read.min() { causes.insert(path) }
    }
    var fallbacks: [String: Int] = [:]
    for failure in facts(of: run.version).flatMap(\.fallbacks) {
      fallbacks[failure.pattern, default: 0] += failure.count
    }
    for (path, count) in fallbacks where count >= lost && isPath(recordsPath, ancestorOf: path) { causes.insert(path) }
    return causes.count == 1 ? causes.first : nil
  }
}

/// Share of records from which a loss counts as one of all of them.
private let shareOfNearlyAll = 0.9
