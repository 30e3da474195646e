import ContractKit
import DriftModel
import DriftRules
import Foundation
import PayloadShape

/// `Contracts/<API>/accepted.json`: what people accepted, reviewed in a pull request.
///
/// `{"schemaVersion": 1, "accepted": [{"endpoint": …, "rule": …, "by": …, "reason": …}]}`; docs/accepted.md has every
/// member. An entry without `form`, `versions` and `upTo` covers any, which makes it a suppression with an owner.
struct AcceptedFile: Equatable {
  /// The version that is written and read.
  static let schemaVersion = 1
  static let name = "accepted.json"

  /// Path of the file.
  let path: String
  var folder: String { URL(fileURLWithPath: path).deletingLastPathComponent().path }
  /// In the order of the file.
  var entries: [Entry]

  /// One entry as it is spelled.
  struct Entry: Encodable, Equatable {
    /// Id of the contract; `nil` for the folder's only one.
    var contract: String?
    /// Id of the endpoint.
    var endpoint: String
    var rule: RuleID
    /// JSONPath; `nil` if no path is to blame.
    var path: String?
    /// What is lost, if no path is to blame.
    var subject: String?
    /// The accepted form; `nil` for any.
    var form: ObservedForm?
    /// Versions that may be affected; `nil` for any.
    var versions: [String]?
    /// The highest level that is covered; `nil` for any.
    var upTo: Level?
    /// Environment; `nil` for any.
    var environment: String?
    /// Perspective; `nil` for any.
    var perspective: String?
    var by: String
    /// Why.
    var reason: String
    /// The date in ISO 8601; `nil` if it was not given.
    var acceptedAt: String?
    /// Day from which on it covers nothing, `2026-12-31`.
    var until: String?

    /// What it is about; two entries about the same would contradict each other.
    var key: [String?] {
      [
        contract, endpoint, rule.rawValue, path, subject, form?.words, versions?.sorted().joined(separator: ","),
        environment,
        perspective,
      ]
    }

    /// An acceptance as the file spells it. Recorded and live responses of one API are reviewed together, so neither
    /// perspective is named.
    init(_ acceptance: Acceptance, contract: String) {
      self.contract = contract
      endpoint = acceptance.endpoint
      rule = acceptance.rule
      path = acceptance.path.isEmpty ? nil : acceptance.path
      subject = acceptance.subject
      form = acceptance.form
      versions = acceptance.versions
      upTo = acceptance.upTo
      environment = acceptance.environment
      perspective = ["default", "recorded"].contains(acceptance.perspective) ? nil : acceptance.perspective
      by = acceptance.by
      reason = acceptance.reason
      acceptedAt = acceptance.acceptedAt.formatted(.iso8601)
      until = acceptance.until?.dayWords
    }

    init(endpoint: String, rule: RuleID, by: String, reason: String) {
      (self.endpoint, self.rule, self.by, self.reason) = (endpoint, rule, by, reason)
    }

    /// The acceptance that it spells; its dates were read before.
    var acceptance: Acceptance {
      var acceptance = Acceptance(
        endpoint: endpoint, rule: rule, path: path ?? "", subject: subject, by: by, reason: reason,
        // Without a date it counts as older than everything, so that its id is stable and it is reported if it matches
        // nothing.
        acceptedAt: acceptedAt.flatMap(Self.date) ?? Date(timeIntervalSince1970: 0), until: until.flatMap(Self.day))
      (acceptance.form, acceptance.versions, acceptance.upTo) = (form, versions, upTo)
      (acceptance.environment, acceptance.perspective) = (environment, perspective)
      return acceptance
    }

    /// A day `2026-12-31` as its first moment in UTC; `nil` for anything else.
    static func day(_ text: String) -> Date? {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      guard text.utf8.count == 10, parts.map(\.utf8.count) == [4, 2, 2],
        parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]), year > 0
      else { return nil }
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      let components = DateComponents(year: year, month: month, day: day)
      return components.isValidDate(in: calendar) ? calendar.date(from: components) : nil
    }

    /// A day, or a moment as `2026-11-21T09:40:00Z` with any offset; `nil` for anything else.
    static func date(_ text: String) -> Date? {
      day(text) ?? (try? Date(text, strategy: .iso8601))
        ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
  }

  /// The file's text: members sorted, two spaces, a line feed at the end; the same entries give the same bytes.
  func text() throws -> String {
    struct Form: Encodable {
      let schemaVersion: Int
      let accepted: [Entry]
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let data = try encoder.encode(Form(schemaVersion: Self.schemaVersion, accepted: entries))
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Adds entries at the end. An entry about the same change replaces the existing one.
  ///
  /// - Returns: How many took the place of another.
  mutating func add(_ new: [Entry], isSame: (Entry, Entry) -> Bool = { $0.key == $1.key }) -> Int {
    var replaced = 0
    for entry in new {
      if let index = entries.firstIndex(where: { isSame($0, entry) }) {
        entries[index] = entry
        replaced += 1
      } else {
        entries.append(entry)
      }
    }
    return replaced
  }

  /// Writes the file whole or not at all.
  ///
  /// - Throws: `CommandFailure` with exit code 4.
  func write() throws {
    let text = try text()
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path).resolvingSymlinksInPath(), options: .atomic)
    } catch {
      throw CommandFailure.store("cannot write \(path); check the folder, its permissions and the space left")
    }
  }
}
