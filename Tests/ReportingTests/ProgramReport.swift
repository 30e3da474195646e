import DriftModel
import Foundation
import Testing

@testable import Reporting

/// Reports that the program made: `Reports/record` says how. Goldens are printed from these alone.
enum ProgramReport: String, CaseIterable, CustomTestStringConvertible {
  /// Nothing is found.
  case clean
  /// All recordings of the five contracts, one round for each date.
  case recordings
  /// Three incidents open, one lasts.
  case new
  /// One becomes worse, one was acknowledged.
  case worse
  /// Three are resolved; a change is pending.
  case resolved
  /// Three come back; a finding is accepted.
  case back
  /// The alert report with one incident that flaps.
  case alert
  /// One cause with many consequences.
  case many
  /// The configuration raises a level.
  case configured
  /// A credential is refused.
  case unchecked
  /// Nothing is recorded.
  case notRecorded = "not-recorded"

  var testDescription: String { rawValue }

  var report: RoundReport { get throws { try Self.decode(rawValue) } }

  /// An acknowledged incident that was resolved and came back, with its history.
  static var incident: IncidentDetail { get throws { try decode("incident") } }

  /// Open and resolved incidents.
  static var incidents: [IncidentReport] { get throws { try (decode("incidents") as List).incidents } }

  private struct List: Decodable {
    let incidents: [IncidentReport]
  }

  private static func decode<Value: Decodable>(_ name: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Value.self, from: Data(contentsOf: testFolder.appending(path: "Reports/\(name).json")))
  }
}

/// The folder of this file; goldens and schemas are read from the sources.
let testFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
