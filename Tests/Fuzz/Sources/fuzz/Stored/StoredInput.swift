import DriftModel
import Foundation
import PayloadShape

@testable import StoreSQL

/// A JSON column of the ledger: the first byte names the type, the rest is the text.
struct StoredInput {
  private let column: StoredColumn
  private let text: String

  /// Nil for inputs without text, and for bytes that are not UTF-8, which SQLite's texts may be and Swift's not: there they are
  /// repaired when they are read.
  init?(_ input: [UInt8]) {
    guard input.count > 1, let text = String(validating: input.dropFirst(), as: UTF8.self) else { return nil }
    column =
      StoredColumn.all.first { $0.letter == input[0] } ?? StoredColumn.all[Int(input[0]) % StoredColumn.all.count]
    self.text = text
  }

  /// What is wrong, in one line; nil if nothing.
  func fault() -> String? { column.fault(text).map { "\(column.name): \($0)" } }
}

/// A column with its type, and what is made of its values.
struct StoredColumn: Sendable {
  let letter: UInt8
  let name: String
  let fault: @Sendable (String) -> String?

  private init<Stored: Codable & Equatable & SendableMetatype>(
    _ letter: Unicode.Scalar, _ name: String, _ use: @escaping @Sendable (Stored) -> String?
  ) {
    (self.letter, self.name) = (UInt8(ascii: letter), name)
    fault = { text in
      guard let value = try? StoredJSON.decode(Stored.self, from: text, part: name, path: "path") else { return nil }
      return StoringFault.words(of: value) ?? use(value)
    }
  }

  static let all = [
    StoredColumn("b", "baselines.shape") { ShapeUse(of: $0).fault() },
    StoredColumn("m", "mappings.statistics") { (value: MappingStatistics) in
      StoredUse.fault { $0.mappings[MappingKey(version: "v1", mapping: "Thing")] = value }
    },
    StoredColumn("r", "request_states.report") { (value: EndpointReport) in StoredUse.fault { $0.report = value } },
    StoredColumn("f", "request_states.findings") { (value: [Finding]) in
      StoredUse.fault { $0.findings = Array(value.prefix(20)) }
    },
    StoredColumn("w", "feeds.members") { (value: [FreshnessStatistics]) in
      StoredUse.fault { $0.feeds = Dictionary(value.map { ($0.member, $0) }) { _, last in last } }
    },
    StoredColumn("p", "pending_changes.changes") { (value: [PendingChange]) in
      StoredUse.fault { $0.pendingChanges = value }
    },
    StoredColumn("i", "impacts.matrix") { (value: ImpactMatrix) in StoredUse.fault(of: value) },
    StoredColumn("s", "impacts.structure") { (value: PayloadStructure) in StoredUse.fault(of: value) },
    StoredColumn("I", "incidents.incident") { (value: Incident) in StoredUse.fault { $0.incidents = [value] } },
    StoredColumn("T", "transitions.transition") { (value: IncidentTransition) in
      StoredUse.fault { $0.incidents = [value.incident] }
    },
    StoredColumn("A", "acceptances.acceptance") { (value: Acceptance) in StoredUse.fault(accepting: value) { _ in } },
    StoredColumn("e", "latest_responses.facts") { (value: Examination) in StoredUse.fault(of: value) },
  ]
}
