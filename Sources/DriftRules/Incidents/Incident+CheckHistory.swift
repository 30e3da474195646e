import DriftModel
import Foundation
import PayloadShape

extension IncidentUpdate {
  /// What one check shows of an incident.
  struct Check {
    let level: Level
    let versions: [String]
    let fingerprints: [String]
    let headline: String
    let extent: Incident.Extent?
    let losses: [String]
    /// The same with what is suspected beside it: where that is confirmed, an incident that begins with this check is not worse.
    let suspectedExtent: Incident.Extent?
    let suspectedLosses: [String]
    let form: ObservedForm?
    let date: Date
    let first: FirstObservation
    /// When it was first seen, if that was before.
    var firstSeenAt: Date? { first.at < date ? first.at : nil }

    /// What findings of one incident show.
    ///
    /// - Parameters:
    ///   - members: Its findings that are reported.
    ///   - suspected: Its findings that one check alone has not confirmed.
    ///   - key: The request.
    ///   - date: When it was checked.
    ///   - first: When it was first seen.
    init(_ members: [Finding], suspected: [Finding], key: RequestKey, at date: Date, first: FirstObservation) {
      level = members.map(\.level).max() ?? .warning
      // Versions that lose something; those that merely read what changed count only where nobody loses anything.
      let losing = members.filter { $0.loss != nil }
      versions = Set((losing.isEmpty ? members : losing).flatMap(\.versions).map(\.version)).sorted()
      fingerprints = members.map(\.fingerprint).sorted()
      headline = IncidentUpdate.headline(members, key: key)
      // The largest share that is lost; where nothing is lost yet, that changed.
      extent = Self.extent(of: losing.isEmpty ? members : losing)
      losses = Self.losses(of: members)
      suspectedExtent = Self.extent(of: (losing.isEmpty ? members : losing) + suspected.filter { $0.loss != nil })
      suspectedLosses = Self.losses(of: members + suspected)
      form = IncidentUpdate.form(of: members)
      self.date = date
      self.first = first
    }

    private static func extent(of findings: [Finding]) -> Incident.Extent? {
      findings.filter { $0.total > 0 }.map { Incident.Extent(count: $0.count, total: $0.total) }
        .max { ($0.share, $0.count) < ($1.share, $1.count) }
    }

    private static func losses(of findings: [Finding]) -> [String] {
      Set(findings.compactMap(\.loss) + findings.flatMap(\.writtenLosses)).sorted()
    }
  }
}

extension Incident {
  /// Within so many checks an incident that came or went ``changesOfFlapping`` times is flapping.
  static let checksOfFlapping = 64
  /// Comings and goings after which it is flapping: there, gone, there, gone, there.
  static let changesOfFlapping = 4
  /// Checks without a flapping incident after which it is gone, at least.
  static let leastAbsence = 3

  /// Whether it was there at one of the checks that are remembered, so that its absence is still counted.
  var hasRecentPresence: Bool { recentChecks.contains("1") }

  /// Takes in how much is lost at the check that it begins with.
  mutating func begin(with check: IncidentUpdate.Check) {
    (worst, losses) = (check.extent, check.suspectedLosses)
    announced = check.suspectedExtent == check.extent ? nil : check.suspectedExtent
  }

  /// Takes in a check that shows it.
  ///
  /// - Returns: What is to be reported of it; `nil`: nothing new.
  mutating func note(_ check: IncidentUpdate.Check, responsesBefore count: Int) -> IncidentTransition.Kind? {
    // Against what was last announced, so that what goes up and down is announced once, and what grows bit by bit is too.
    let isWorse =
      check.level > (worstLevel ?? level) || !Set(check.versions).isSubset(of: (everyVersion ?? []) + versions)
      || (announced ?? worst).map { known in check.extent?.isClearRise(from: known) == true } == true
      || !Set(check.losses).isSubset(of: losses)
    let wasResolved = state == .resolved
    let wasSetAside = wasResolved && isSetAside
    isSetAside = false
    let lastSeen = lastSeenAt
    // Other people than before: to them it is a new break, and those hit before are fine again.
    let hitsOthers = !versions.isEmpty && !check.versions.isEmpty && Set(check.versions).isDisjoint(with: versions)
    // Gone from those and there at these.
    if hitsOthers, !wasResolved { remember("0") }
    remember("1")
    (worstLevel, everyVersion) = (
      max(worstLevel ?? level, check.level), Set((everyVersion ?? versions) + check.versions).sorted()
    )
    level = check.level
    headline = check.headline
    lastSeenAt = check.date
    versions = check.versions
    fingerprints = check.fingerprints
    resolution = nil
    if wasSetAside, !hitsOthers {
      // It was there all the time.
      (state, acknowledgement) = (.open, nil)
      return .reopened
    }
    if wasResolved || hitsOthers {
      state = .open
      acknowledgement = nil
      reopenedCount += 1
      lastOpenedAt = check.date
      firstSeenAt = check.firstSeenAt
      lastGoodAt = check.first.lastGoodAt
      begin(with: check)
      (worstLevel, everyVersion) = (check.level, check.versions)
      if !wasResolved {
        resolvedAt = check.date
        lastGoodAt = lastSeen  // seen then, without those that are hit now
        responsesBefore = count
      }
      guard comesAndGoes else { return .reopened }
      defer { isFlapping = true }
      return isFlapping ? nil : .flapping
    }
    let former = announced ?? worst
    worst = [worst, check.extent].compactMap(\.self).max { ($0.share, $0.count) < ($1.share, $1.count) }
    let told = isWorse ? [former, check.extent].compactMap(\.self).max { $0.share < $1.share } : former
    announced = worst == told ? nil : told
    losses = Set(losses + check.losses).sorted()
    if isFlapping, !recentChecks.suffix(Self.checksOfFlapping).contains("0") { isFlapping = false }
    guard isWorse else { return nil }
    // What was acknowledged was less.
    state = .open
    acknowledgement = nil
    return .escalated
  }

  /// Takes in a check that does not show it.
  ///
  /// - Parameters:
  ///   - acceptance: Whose word covers what it was opened for; `nil`: nobody's, it is gone.
  ///   - date: The round's clock.
  /// - Returns: What is to be reported of it; `nil`: nothing new.
  mutating func noteAbsence(acceptance: Finding.Accepted?, at date: Date) -> IncidentTransition.Kind? {
    remember("0")
    isSetAside = false  // repaired meanwhile: what comes after is another break
    guard isOpen else { return nil }
    if acceptance == nil {
      if isFlapping {
        guard absence > max(Self.leastAbsence, 2 * longestGap) else { return nil }
      } else if comesAndGoes {
        isFlapping = true
        return .flapping
      }
    }
    state = .resolved
    resolvedAt = date
    isFlapping = false
    acknowledgement = nil
    resolution = acceptance.map { accepted in
      "accepted by \(accepted.by)\(accepted.until.map { " until \($0.dayWords)" } ?? "")"
    }
    return .resolved
  }

  /// Ends it because a level was set for what it was opened for; the provider has repaired nothing.
  ///
  /// - Parameters:
  ///   - words: What was set, and where.
  ///   - date: The round's clock.
  /// - Returns: Whether it was open.
  mutating func setAside(_ words: String, at date: Date) -> Bool {
    guard isOpen else { return false }
    (state, resolvedAt, resolution, isSetAside) = (.resolved, date, words, true)
    (isFlapping, acknowledgement) = (false, nil)
    return true
  }

  private mutating func remember(_ presence: Character) {
    recentChecks = String((recentChecks + String(presence)).suffix(Self.checksKept))
  }

  /// Whether it came and went so often of late that nobody wants to hear each time.
  private var comesAndGoes: Bool {
    let checks = Array(recentChecks.suffix(Self.checksOfFlapping))
    return zip(checks, checks.dropFirst()).count { $0 != $1 } >= Self.changesOfFlapping
  }

  /// Checks in a row, up to the last, without it.
  private var absence: Int { recentChecks.reversed().prefix { $0 == "0" }.count }

  /// The longest time that it stayed away and came back after, in checks.
  private var longestGap: Int {
    recentChecks.split(separator: "1", omittingEmptySubsequences: true).dropLast(absence > 0 ? 1 : 0)
      .map(\.count).max() ?? 0
  }
}
