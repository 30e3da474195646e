import DriftModel
import Foundation

/// A finding over time as a row for programs; its names are those of the ledger's views.
struct FindingRecord: Encodable {
  let interval: FindingInterval

  init(_ interval: FindingInterval) { self.interval = interval }

  /// The columns, in the order of CSV.
  enum Column: String, CodingKey, CaseIterable {
    case contract, endpoint, environment, perspective, rule, level, state, incident, path, paths, versions, properties
    case mappings, expected, actual, message, response, pointer, excerpt, count, total
    case firstSeen = "first_seen"
    case lastSeen = "last_seen"
    case ended, ending
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Column.self)
    for column in [Column.paths, .versions, .properties, .mappings] {
      try container.encode(list(column), forKey: column)
    }
    try container.encode(interval.worst.count, forKey: .count)
    try container.encode(interval.worst.total, forKey: .total)
    for column in Column.allCases where ![.paths, .versions, .properties, .mappings, .count, .total].contains(column) {
      if let text = text(column) {
        try container.encode(text, forKey: column)
      } else {
        try container.encodeNil(forKey: column)
      }
    }
  }

  private func list(_ column: Column) -> [String] {
    switch column {
    case .paths: interval.paths
    case .versions: interval.versions.map(\.id).uniqued()
    case .properties: interval.versions.map(\.property).filter { !$0.isEmpty }.uniqued()
    default:
      interval.mappings.map { $0.property.isEmpty ? $0.key.mapping : "\($0.key.mapping).\($0.property)" }.uniqued()
    }
  }

  /// A column as one text; `nil` where there is nothing.
  func text(_ column: Column) -> String? {
    let key = interval.key
    return switch column {
    case .contract: key.contract
    case .endpoint: key.endpoint
    case .environment: key.environment
    case .perspective: key.perspective
    case .rule: interval.rule.rawValue
    case .level: interval.level.rawValue
    case .state: interval.state.rawValue
    case .incident: interval.incident
    case .path: interval.paths.first
    case .paths, .versions, .properties, .mappings: list(column).joined(separator: " ")
    case .expected: interval.expected
    case .actual: interval.actual
    case .message: interval.message
    case .response: interval.example.map(\.response)
    case .pointer: interval.example.map(\.pointer)
    case .excerpt: interval.example.map(\.excerpt)
    case .count: String(interval.worst.count)
    case .total: String(interval.worst.total)
    case .firstSeen: Self.time(interval.first.at)
    case .lastSeen: interval.lastAt.map(Self.time)
    case .ended: interval.ended.map { Self.time($0.at) }
    case .ending: interval.ending?.rawValue
    }
  }

  static func time(_ date: Date) -> String { Moment(date).iso8601 + "Z" }
}
