import DriftModel
import DriftRules
import Testing

@testable import Examination

/// What a mapping depends on, as read from the app's code: a line for a path, with perturbations of it and their effects.
///
/// `$[*].id | null, asText | responseLost`; `-` for no effect at all, `no row` for a path that nothing reads.
struct LineageTable: Sendable {
  let version: String
  let mapping: String
  /// The endpoint whose response the paths are of, if it is another one.
  let endpoint: String?
  /// The writing endpoint whose bodies are looked at in place of domain values.
  let writes: String?
  let lines: String

  init(
    _ version: String, _ mapping: String, of endpoint: String? = nil, writes: String? = nil, _ lines: String
  ) {
    (self.version, self.mapping, self.endpoint, self.lines) = (version, mapping, endpoint, lines)
    self.writes = writes
  }

  /// Requires every line of the table.
  func expect(in lineages: [Lineage], _ location: SourceLocation = #_sourceLocation) throws {
    let lineage = try #require(
      lineages.first {
        $0.version == version && $0.mapping == mapping && $0.endpoint == endpoint && $0.writes == writes
      },
      sourceLocation: location)
    #expect(lineage.unavailable == nil, "\(version) \(mapping)", sourceLocation: location)
    for line in lines.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmed }
      try #require(cells.count == 3, "\(line)", sourceLocation: location)
      if cells[2] == "no row" {
        #expect(lineage.path(cells[0]) == nil, "\(line)", sourceLocation: location)
        continue
      }
      let expected = cells[2] == "-" ? [] : cells[2].split(separator: ",").map { $0.trimmed }.sorted()
      for name in cells[1].split(separator: ",") {
        let perturbation = try #require(Perturbation(rawValue: name.trimmed), "\(line)", sourceLocation: location)
        let found = lineage.effects(cells[0], perturbation)?.sorted()
        #expect(found == expected, "\(version) \(mapping): \(cells[0]) \(name.trimmed)", sourceLocation: location)
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
