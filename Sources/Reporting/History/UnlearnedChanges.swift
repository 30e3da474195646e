public import DriftModel
public import Foundation

/// The open changes of the responses to a request that are not part of the shape that was learned of them: what costs somebody something
/// is reported and not learned.
public struct UnlearnedChanges: Sendable {
  private let changes: [(finding: Finding, level: Level)]
  private let command: String
  /// Changes that are written out.
  private static let shown = 3

  /// Those among the present findings of a request.
  ///
  /// - Parameters:
  ///   - findings: What was found at the last check.
  ///   - date: The time of the shape; what was first seen later is left out. `nil`: none is.
  ///   - command: The command that shows them.
  public init(among findings: [Finding], by date: Date? = nil, command: String) {
    let open = findings.filter { $0.state == .open }
    // What a change costs is said by other findings at its path, and by those of its incident.
    func level(of change: Finding) -> Level {
      let costs = open.filter { finding in
        finding.path == change.path || finding.incident != nil && finding.incident == change.incident
      }
      return costs.map(\.level).max() ?? change.level
    }
    let harmed = Set(open.filter { $0.level >= .warning }.map(\.path))
    let unlearned = open.filter { finding in
      // Information is learned, unless somebody loses something at the same path.
      guard finding.rule.family == .field, harmed.contains(finding.path) else { return false }
      guard let date, let firstSeen = finding.firstSeen else { return true }
      return firstSeen <= date
    }
    let all = unlearned.map { (finding: $0, level: level(of: $0)) }
    // Several things may have changed at one path.
    let paths = all.grouped(by: { $0.finding.path }).map { $0[0] }
    changes = paths.sorted { left, right in
      left.level == right.level ? left.finding.path < right.finding.path : left.level > right.level
    }
    self.command = command
  }

  /// The line below a page, after an empty one; empty where there are none.
  func text(_ options: RenderOptions) -> String {
    guard !changes.isEmpty else { return "" }
    var named = changes.prefix(Self.shown).map { words($0.finding, $0.level, options.timeZone) }
    if changes.count > Self.shown { named.append("and \(grouped(changes.count - Self.shown)) more") }
    let isOne = changes.count == 1
    let total = "\(counted(changes.count, "open change")) \(isOne ? "is" : "are") not part of this"
    var document = Document()
    document.add(
      Document.Row(
        hanging: 2,
        pieces: [
          .sentence("\(total): \(named.joined(separator: "; "));", limit: 4_000), .command(command),
          Phrase(isOne ? "shows it" : "shows them"),
        ]))
    return "\n" + document.text(width: options.width, colour: options.colour)
  }

  /// `$.price was number and is string (BREAKING since 2026-02-06)`.
  private func words(_ finding: Finding, _ level: Level, _ zone: TimeZone) -> String {
    let message = visible(finding.message, limit: 600).withoutFullStop
    let subject = message.contains(finding.path) ? message : "\(visible(finding.path, limit: 300)): \(message)"
    guard let date = finding.firstSeen else { return "\(subject) (\(level.rawValue.uppercased()))" }
    let moment = Moment(date, in: zone)
    let since = moment.isMidnight ? moment.date : "\(moment.date) \(moment.time)"
    return "\(subject) (\(level.rawValue.uppercased()) since \(since))"
  }
}
