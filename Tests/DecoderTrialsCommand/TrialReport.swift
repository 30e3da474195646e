import DecoderTrials
import Foundation

/// The table at the end of a run, and the line that moves during it.
struct TrialReport {
  private let start = ContinuousClock.now
  private let isTerminal = isatty(STDERR_FILENO) == 1

  var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

  /// Shows how far a run has come, on a terminal only.
  func progress(_ done: Int, _ noun: String) {
    guard isTerminal else { return }
    FileHandle.standardError.write(Data("\r\(grouped(done)) \(noun), \(Int(seconds)) s ".utf8))
  }

  func endProgress() {
    if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }

  func print(_ trial: DifferentialTrial, seed: UInt64) {
    let tally = trial.tally
    var rows = [
      ("pairs", "\(grouped(tally.pairs)), seed \(seed), \(grouped(tally.bytes / 1000)) kB, \(rounded(seconds)) s"),
      (
        "types",
        "\(trial.targets.count): \(trial.targets.count { $0.ownDecoder != nil }) that contracts read, "
          + "\(trial.targets.count { $0.ownDecoder == nil }) awkward; \(tally.decidedBothWays) accepted and refused"
      ),
      ("accepted", grouped(tally.accepted)),
      ("refused", counted(tally.refused)),
      ("not JSON", grouped(tally.malformed)),
      ("any member", "\(grouped(tally.reordered)) where Foundation's hash table put another bad member first"),
    ]
    for (index, setting) in tally.settings.sorted(by: { $0.key < $1.key }).enumerated() {
      rows.append((index == 0 ? "settings" : "", "\(grouped(setting.value)) \(setting.key)"))
    }
    if !trial.neverAccepted.isEmpty { rows.append(("never accepted", trial.neverAccepted.joined(separator: ", "))) }
    rows.append(("disagreements", counted(tally.disagreementTypes)))
    print(rows)
    for one in tally.disagreements {
      Swift.print("\n\(one.target)\n  under    \(one.setting)\n  payload  \(text(one.payload))\n  \(one.difference)")
      Swift.print("  again    decoder-trials differential --seed \(seed) --pair \(one.index)")
    }
  }

  func print(_ report: FailureInjector.Report, seed: UInt64) {
    print([
      ("documents", "\(grouped(report.documents)) of \(report.types.count) types, seed \(seed), \(rounded(seconds)) s"),
      ("failures", "\(grouped(report.injected)) put in, \(grouped(report.found)) found at their paths"),
      ("more hidden", "said of \(grouped(report.hidden)) documents"),
      ("disagreements", counted(report.problemTypes)),
    ])
    for problem in report.problems { Swift.print("\n\(problem)") }
  }

  func print(_ trial: HostileTrial, _ problem: String?) {
    Swift.print(
      "\(problem == nil ? "ok  " : "BAD ") \(trial)\(problem.map { ": \($0)" } ?? "")  (\(rounded(seconds)) s)")
  }

  /// A sum and what it is made of.
  private func counted(_ counts: [String: Int]) -> String {
    let parts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\(grouped($0.value)) \($0.key)" }
    let sum = grouped(counts.values.reduce(0, +))
    return parts.isEmpty ? sum : "\(sum): \(parts.joined(separator: ", "))"
  }

  private func print(_ rows: [(String, String)]) {
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    for row in rows { Swift.print(row.0 + String(repeating: " ", count: width - row.0.count) + row.1) }
  }

  /// A text, or its bytes if it is none.
  private func text(_ bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self) ?? bytes.map { String($0, radix: 16) }.joined(separator: " ")
  }

  private func rounded(_ number: Double) -> String { String(format: "%.1f", number) }

  private func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { ($0 > 0 && (digits.count - $0) % 3 == 0 ? "," : "") + String(digits[$0]) }.joined()
  }
}
