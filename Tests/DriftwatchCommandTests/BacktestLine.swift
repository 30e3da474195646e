import DriftModel
import Foundation

/// One line of what `backtest --format json` prints: a step with what it told, or the summary, which has none.
struct BacktestLine: Decodable {
  let step: Int?
  let findings: [BacktestFinding]?

  private enum CodingKeys: CodingKey { case step, findings }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    step = try values.decodeIfPresent(Int.self, forKey: .step)
    findings = step == nil ? nil : try values.decode([BacktestFinding].self, forKey: .findings)
  }

  /// The lines of a whole output.
  ///
  /// - Throws: `DecodingError` for a line that is none.
  static func all(of text: String) throws -> [BacktestLine] {
    try text.split(separator: "\n").map { try JSONDecoder().decode(BacktestLine.self, from: Data($0.utf8)) }
  }
}
