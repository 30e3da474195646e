import Foundation

/// Results as tables of at most 80 columns.
enum ResultTable {
  /// What each contender took on one pack.
  static func text(_ pack: BenchmarkResult.PackResult) -> String {
    let size = pack.bytes < 100_000 ? "\(pack.bytes) bytes" : String(format: "%.2f MB", Double(pack.bytes) / 1e6)
    let heading = "\(pack.name): \(pack.documents) documents, \(size)"
    let isShort = pack.measurements.contains { $0.user < 1e-4 }
    let (unit, factor) = isShort ? ("us", 1e6) : ("ms", 1e3)
    var lines = [left(heading, 42) + right("user \(unit)", 12) + right("wall \(unit)", 12) + right("MB/s", 9)]
    for measurement in pack.measurements {
      lines.append(
        left("  " + measurement.contender, 42) + right(String(format: "%.3f", measurement.user * factor), 12)
          + right(String(format: "%.3f", measurement.wall * factor), 12)
          + right(String(format: "%.0f", Double(pack.bytes) / 1e6 / measurement.user), 9))
    }
    return joined(lines)
  }

  /// Ratios of all packs, their means, and the targets.
  static func summary(_ result: BenchmarkResult) -> String {
    let columns = Comparison.all.map(\.column)
    func line(_ head: String, _ cells: [String?]) -> String {
      left(head, 11) + cells.map { right($0 ?? "-", 9) }.joined()
    }
    var lines = [
      "Times faster, by user CPU (medians of \(result.rounds) interleaved rounds)", line("", columns),
    ]
    for pack in result.packs { lines.append(line(pack.name, columns.map { ratio(pack.ratios[$0]) })) }
    lines.append(line("mean", columns.map { ratio(result.means[$0]) }))
    lines.append(line("target", columns.map { ratio(result.targets[$0]) }))
    lines.append(
      line(
        "",
        columns.map { column in
          guard let mean = result.means[column], let target = result.targets[column] else { return "" }
          return mean >= target ? "met" : "missed"
        }))
    lines += [
      "tape: parse against simdjson's DOM. 1: tape + shape + one traced decode against",
      "one JSONDecoder.decode. 3: with three traced releases, against the same one.",
      "judge: the three against three of JSONDecoder. keys: explicit; snake: converted.",
    ]
    return joined(lines)
  }

  static func text(_ memory: [PeakMemory.Result]) -> String {
    guard let bytes = memory.first?.documentBytes else { return "" }
    let limit = PeakMemory.limit(documentBytes: bytes)
    var lines = [
      String(
        format: "Peak memory on a document of %.1f MiB (largest VmHWM of %d processes)", mebibytes(bytes),
        PeakMemory.processes)
    ]
    for result in memory {
      let isJudged = PeakMemory.Work(rawValue: result.work)?.hasTarget == true
      let verdict = !isJudged ? "" : result.peakBytes <= limit ? "met" : "missed"
      lines.append(
        left("  " + result.work, 32) + right(String(format: "%.1f MiB", mebibytes(result.peakBytes)), 14)
          + right(String(format: "%.2fx", Double(result.peakBytes) / Double(bytes)), 10) + right(verdict, 10))
    }
    lines.append(left("  target: 3x + 25 MiB", 32) + right(String(format: "%.1f MiB", mebibytes(limit)), 14))
    return joined(lines)
  }

  private static func joined(_ lines: [String]) -> String {
    lines.map { line in String(line.reversed().drop { $0 == " " }.reversed()) + "\n" }.joined()
  }

  private static func mebibytes(_ bytes: Int) -> Double { Double(bytes) / 1_048_576 }

  private static func ratio(_ value: Double?) -> String? { value.map { String(format: "%.2fx", $0) } }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
