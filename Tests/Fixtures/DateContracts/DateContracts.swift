import ContractKit
import Foundation

/// What `FixtureGroup.dates` watches.
let dateContracts = [dates]

/// A list of events, which each version reads in one of the ways in which apps read a date; made up, no such API exists.
///
/// Every endpoint responds `[{"id": 1, "title": "Concert", "at": "2024-05-01T10:00:00Z"}]`, or a number at `at`, and is called like the
/// only version that reads it.
let dates = Contract("dates", versions: DateReading.allCases.map(\.version)) {
  for reading in DateReading.allCases { Endpoint(reading.rawValue, get: "/\(reading.rawValue)", every: .seconds(1)) }
}

private enum DateReading: String, CaseIterable {
  /// `JSONDecoder.DateDecodingStrategy.iso8601`.
  case iso8601
  /// A `DateFormatter` with a zone as a strategy.
  case formatted
  /// The same on a system whose Foundation reads whole seconds only.
  case phone
  /// A `DateFormatter` without a zone as a strategy.
  case local
  /// A strategy of the app's own, which takes fractions of a second too.
  case custom
  /// A text, of which the mapping makes a date, or nil.
  case parsed
  /// The same, where an event without a date is left out.
  case required
  /// A text of which the mapping makes a date, in the local zone where it has none.
  case lenient
  /// The same, where a text without a zone is in UTC.
  case zoned
  /// A text of which the mapping makes a date if it ends in `Z`.
  case literal
  /// A text of which the mapping makes a date if it has a fraction of a second.
  case precise
  /// A text of which the first ten characters are shown.
  case shown
  /// A date in seconds since 1970.
  case seconds
  /// A date in milliseconds since 1970.
  case milliseconds
  /// A date in seconds since 2001, as `JSONDecoder` reads it without a strategy.
  case reference
  /// A whole number, of which the mapping makes a date.
  case converted
  /// A number of which the mapping makes the same date in seconds and in milliseconds.
  case tolerant
  /// A number that is passed on as it is.
  case kept
  /// Not at all.
  case unread

  var version: Version {
    switch self {
    case .iso8601: dated(.iso8601)
    case .phone: dated(.iso8601, runsOn: .iOS(15))
    case .formatted: dated(.formatted(dateFormatter("yyyy-MM-dd'T'HH:mm:ssXXXXX")))
    case .local: dated(.formatted(dateFormatter("yyyy-MM-dd'T'HH:mm:ss")))
    case .custom: dated(.custom(either))
    case .seconds: dated(.secondsSince1970)
    case .milliseconds: dated(.millisecondsSince1970)
    case .reference: dated(.deferredToDate)
    case .parsed:
      mapped(EventDTO<String>.self) { DatedEvent(id: $0.id, at: ISO8601DateFormatter().date(from: $0.at)) }
    case .required:
      mapped(EventDTO<String>.self) { dto -> DatedEvent? in
        ISO8601DateFormatter().date(from: dto.at).map { DatedEvent(id: dto.id, at: $0) }
      }
    case .lenient: mapped(EventDTO<String>.self) { DatedEvent(id: $0.id, at: date($0.at, in: .current)) }
    case .zoned: mapped(EventDTO<String>.self) { DatedEvent(id: $0.id, at: date($0.at, in: .gmt)) }
    case .literal:
      mapped(EventDTO<String>.self) {
        DatedEvent(id: $0.id, at: dateFormatter("yyyy-MM-dd'T'HH:mm:ss'Z'").date(from: $0.at))
      }
    case .precise: mapped(EventDTO<String>.self) { DatedEvent(id: $0.id, at: preciseFormatter().date(from: $0.at)) }
    case .shown: mapped(EventDTO<String>.self) { ShownEvent(id: $0.id, at: String($0.at.prefix(10))) }
    case .converted:
      mapped(EventDTO<Int>.self) { DatedEvent(id: $0.id, at: Date(timeIntervalSince1970: TimeInterval($0.at))) }
    case .tolerant:
      mapped(EventDTO<Double>.self) {
        DatedEvent(id: $0.id, at: Date(timeIntervalSince1970: $0.at < 1e11 ? $0.at : $0.at / 1000))
      }
    case .kept: mapped(EventDTO<Double>.self) { NumberedEvent(id: $0.id, at: $0.at) }
    case .unread: mapped(BareEventDTO.self) { ShownEvent(id: $0.id, at: $0.title) }
    }
  }

  private func dated(_ strategy: JSONDecoder.DateDecodingStrategy, runsOn platform: Platform? = nil) -> Version {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = strategy
    return mapped(EventDTO<Date>.self, using: decoder, runsOn: platform) { DatedEvent(id: $0.id, at: $0.at) }
  }

  private func mapped<DTO: Decodable, Event>(
    _: DTO.Type, using decoder: JSONDecoder = JSONDecoder(), runsOn platform: Platform? = nil,
    _ event: @escaping @Sendable (DTO) -> Event?
  ) -> Version {
    Version(rawValue, shippedIn: "1.0", runsOn: platform) {
      Reads(rawValue, as: [DTO].self, using: decoder) {
        Mapping("Event", records: "$[*]", each: \.self, to: { event($0) })
      }
    }
  }
}

private struct EventDTO<Moment: Decodable>: Decodable {
  let id: Int
  let at: Moment
}

private struct BareEventDTO: Decodable {
  let id: Int
  let title: String
}

private struct DatedEvent {
  let id: Int
  let at: Date?
}

private struct ShownEvent {
  let id: Int
  let at: String
}

private struct NumberedEvent {
  let id: Int
  let at: Double
}

private func date(_ text: String, in zone: TimeZone) -> Date? {
  let formatter = dateFormatter("yyyy-MM-dd'T'HH:mm:ss")
  formatter.timeZone = zone
  return ISO8601DateFormatter().date(from: text) ?? formatter.date(from: text)
}

private func dateFormatter(_ format: String) -> DateFormatter {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_US_POSIX")
  formatter.timeZone = TimeZone(identifier: "UTC")
  formatter.dateFormat = format
  return formatter
}

private func preciseFormatter() -> ISO8601DateFormatter {
  let formatter = ISO8601DateFormatter()
  formatter.formatOptions.insert(.withFractionalSeconds)
  return formatter
}

private func either(_ decoder: any Decoder) throws -> Date {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  if let date = ISO8601DateFormatter().date(from: text) { return date }
  guard let date = preciseFormatter().date(from: text) else {
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
  }
  return date
}
