import ContractKit
import DriftModel
import DriftRules
import Foundation
import Store
import Monitoring
import Reporting

/// Finds incidents by any unique beginning of their id, in either letter case.
struct IncidentLookup {
  /// All incidents of the ledger.
  let incidents: [Incident]
  /// Shortest unique prefixes by id, as reports show them.
  let shortIDs: [String: String]
  private let path: String
  /// What lists them.
  private let listing: ProposedCommands

  init(_ ledger: any Store, _ settings: CommandSettings) async throws {
    listing = settings.commands
    incidents = try await ledger.incidents()
    shortIDs = ReportBuilder.shortIDs(incidents.map(\.id))
    path = ledger.location
  }

  /// The least number of digits, as in reports, so that a typing error rarely names another incident.
  static let leastDigits = 4

  /// Whether `text` can be the beginning of an id.
  static func isPrefix(_ text: String) -> Bool {
    (leastDigits...16).contains(text.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The one incident whose id begins with `text`.
  ///
  /// - Throws: `CommandFailure` with exit code 2 that says what to do.
  func incident(_ text: String) throws -> Incident {
    guard Self.isPrefix(text) else {
      throw CommandFailure.usage(
        "\"\(text.prefix(40))\" is no incident id: 4 to 16 digits 0 to 9 and a to f; \(listing.command("incidents")) lists them"
      )
    }
    let prefix = text.lowercased()
    let matches = incidents.filter { $0.id.hasPrefix(prefix) }
    guard let incident = matches.first else {
      throw CommandFailure.usage("no incident \(text) in \(path); \(listing.command("incidents --all")) lists them")
    }
    guard matches.count == 1 else {
      let names = matches.prefix(3).map(shortID).joined(separator: ", ") + (matches.count > 3 ? ", …" : "")
      throw CommandFailure.usage("\(text) begins \(matches.count) incident ids (\(names)); give more digits")
    }
    return incident
  }

  /// The incident's id as reports show it.
  func shortID(_ incident: Incident) -> String { shortIDs[incident.id] ?? incident.id.uppercased() }
}

extension CommandSettings {
  /// A name or a reason given on the command line, without white space around it.
  ///
  /// - Throws: `CommandFailure` with exit code 2 for one that says nothing or is no line of text.
  static func words(_ text: String, of option: String) throws -> String {
    let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !words.isEmpty else { throw CommandFailure.usage("\(option) needs words, not an empty text") }
    guard words.count <= 1000, !words.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw CommandFailure.usage("\(option) needs one line of at most 1000 characters") }
    return words
  }
}
