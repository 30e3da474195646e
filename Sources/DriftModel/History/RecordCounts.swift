package import Foundation

/// What a mapping did with the records of a check; it holds until the next entry of that mapping.
public struct RecordCounts: Sendable, Equatable {
  /// Where it belongs.
  public var key: RequestKey
  /// Version and name of the domain model.
  public var mapping: MappingKey
  /// The first check with these counts.
  public var since: HistoryMoment
  /// The counts.
  public var counts: MappingCounts

  /// An entry.
  public init(key: RequestKey, mapping: MappingKey, since: HistoryMoment, counts: MappingCounts) {
    (self.key, self.mapping, self.since, self.counts) = (key, mapping, since, counts)
  }

  /// By time; at one time by contract, endpoint, version and mapping.
  package static func isBefore(_ left: RecordCounts, _ right: RecordCounts) -> Bool {
    guard left.since == right.since else {
      return (left.since.at, left.since.round) < (right.since.at, right.since.round)
    }
    func texts(_ entry: RecordCounts) -> [String] {
      let key = entry.key
      return [
        key.contract, key.endpoint, key.environment, key.perspective, key.request, entry.mapping.version,
        entry.mapping.mapping,
      ]
    }
    return texts(left).lexicographicallyPrecedes(texts(right)) { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}

/// How many records a mapping got of the responses of one check, and what became of them.
public struct MappingCounts: Sendable, Equatable {
  /// Records that the responses held, elements that the type left out included.
  public var offered = 0
  /// Domain values that were made.
  public var made = 0
  /// Records for which the mapping made nothing.
  public var dropped = 0
  /// Records on which it threw.
  public var threw = 0
  /// Responses of which it got nothing, because the version's type does not decode them or its code ends on them; how many records these
  /// held is unknown.
  public var lostResponses = 0

  /// No records.
  public init() {}

  /// The counts of one response.
  public init(_ part: MappingExamination) {
    (offered, made, dropped, threw) = (part.offered, part.recordsOut, part.dropped, part.threw)
  }

  /// Adds those of another response.
  public mutating func add(_ other: MappingCounts) {
    offered = (offered + other.offered).bounded
    made = (made + other.made).bounded
    dropped = (dropped + other.dropped).bounded
    threw = (threw + other.threw).bounded
    lostResponses = (lostResponses + other.lostResponses).bounded
  }
}

extension [RecordCounts] {
  /// Those that hold at some time since a date (`nil`: all), by time: the latest before that date counts as well.
  package func holding(since date: Date?) -> [RecordCounts] {
    let sorted = sorted(by: RecordCounts.isBefore)
    guard let date = date?.toTheMillisecond else { return sorted }
    var latest: [RequestKey: [MappingKey: Int]] = [:]
    for (index, entry) in sorted.enumerated() where entry.since.at <= date {
      latest[entry.key, default: [:]][entry.mapping] = index
    }
    let held = Set(latest.values.flatMap(\.values))
    return sorted.enumerated().filter { $0.element.since.at > date || held.contains($0.offset) }.map(\.element)
  }
}
