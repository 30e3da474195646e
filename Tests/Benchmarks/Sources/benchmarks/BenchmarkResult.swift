import Foundation

/// Everything one run measured, as `--json` writes it. Times are seconds for one pass over all documents of a pack.
struct BenchmarkResult: Codable {
  struct PackResult: Codable {
    let name: String
    let documents: Int
    let bytes: Int
    let measurements: [Measurement]
    /// Times faster than the other, by column.
    let ratios: [String: Double]
  }

  /// Processor, as Linux names it.
  let processor: String
  /// Instruction set that simdjson chose.
  let simdjson: String
  let rounds: Int
  let secondsPerSample: Double
  var packs: [PackResult] = []
  /// Geometric means of the ratios, by column.
  var means: [String: Double] = [:]
  var targets: [String: Double] = [:]
  var memory: [PeakMemory.Result] = []

  init(rounds: Int, secondsPerSample: Double) {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ":").last
    processor = model.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
    simdjson = Simdjson.kernel
    self.rounds = rounds
    self.secondsPerSample = secondsPerSample
  }

  mutating func add(_ pack: Pack, _ measurements: [Measurement]) {
    var ratios: [String: Double] = [:]
    for comparison in Comparison.all { ratios[comparison.column] = comparison.ratio(measurements) }
    packs.append(
      PackResult(
        name: pack.name, documents: pack.documents.count, bytes: pack.bytes, measurements: measurements, ratios: ratios)
    )
  }

  /// Fills in means and targets from the packs.
  mutating func conclude() {
    for comparison in Comparison.all {
      means[comparison.column] = geometricMean(packs.compactMap { $0.ratios[comparison.column] })
      targets[comparison.column] = comparison.target
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }
}
