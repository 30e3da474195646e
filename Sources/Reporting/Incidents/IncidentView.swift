import DriftModel
import Foundation

/// An incident with what the rest of the report knows of it: its findings, its endpoint, and what each version makes of it.
struct IncidentView {
  /// What a version makes of the endpoint, as far as this incident goes.
  enum Mark: String {
    /// The whole response is lost.
    case lost = "x"
    /// Records or properties are lost, and the app shows no error.
    case loss
    /// Nothing is lost yet, or that is not known.
    case risk
    /// Spared.
    case fine = "ok"
    /// There was no response, or the version fails for another reason.
    case unknown = "?"
  }

  /// A version that reads the endpoint.
  struct Reader {
    let version: String
    let shippedIn: String?
    let mark: Mark
    let report: VersionReport?
    /// What the contract says of the version, which is known without a response too.
    let declared: VersionInfo?
    /// DTO property with its type, or what the version decodes.
    let property: String?

    /// `v1 (1.0 to 1.4)`.
    var name: String { shippedIn.map { "\(version) (\($0))" } ?? version }

    /// Share of all installs in percent, and the day of which it is.
    var installs: (share: Double, day: String?)? {
      if let share = report?.installs { return (share, report?.installsOn) }
      return declared?.installs.map { ($0, declared?.installsOn) }
    }
  }

  let entry: IncidentReport
  /// `platzi-store/products`.
  let name: String
  /// Headline cause first, then worst first; of a resolved incident, those that were there when it was last seen.
  let findings: [Finding]
  let endpoint: EndpointReport?
  let readers: [Reader]

  var incident: Incident { entry.incident }
  var lead: Finding? { findings.first }
  /// The responses that show it: of the lead, or of what else is found.
  var responses: ShowingResponses? {
    lead?.responses ?? findings.lazy.filter { $0.path == lead?.path }.compactMap(\.responses).first
      ?? findings.lazy.compactMap(\.responses).first
  }
  /// When it was last seen, if the last check of its endpoint could neither confirm nor refute it.
  var lastSeenBefore: Date? {
    let alarms = findings.filter { $0.level >= .warning }
    guard incident.isOpen, !isAboutResponses, let checkedAt = endpoint?.checkedAt,
      let seen = alarms.compactMap(\.lastSeen).max(), alarms.allSatisfy({ $0.lastSeen != nil }),
      checkedAt.timeIntervalSince(seen) >= 1
    else { return nil }
    return seen
  }
  /// Whether the provider announces something. No version loses anything yet, so that versions need no lines of their own.
  var isAnnouncement: Bool {
    lead.map { ProviderNotice.rules.contains($0.rule) } ?? false
  }
  /// Whether no response came that could be examined. Nothing is known of what versions make of it.
  var isAboutResponses: Bool { lead?.rule.family == .watch }
  /// The level as a heading says it. What could not be checked is no drift, so that it has a word of its own.
  var shout: String { isUnchecked ? "NOT CHECKED" : incident.level.shout }
  /// Whether it only says that the endpoint cannot be checked.
  var isUnchecked: Bool { incident.isOpen && isAboutResponses && incident.level < .breaking }
  /// Whether a sandbox refused what versions send. Versions that read the endpoint do not matter then.
  var isRejection: Bool { lead?.rule == .requestRejected }
  /// Whether something happened to it that was not reported yet.
  var isNews: Bool { entry.transition != nil }
  /// Whether it was acknowledged and nothing has happened to it since.
  var isQuiet: Bool { incident.state == .acknowledged && !isNews }

  init(_ entry: IncidentReport, findings: [Finding], in report: RoundReport) {
    self.entry = entry
    let isOpen = entry.incident.isOpen
    self.findings = (isOpen || entry.lastFindings.isEmpty ? findings : entry.lastFindings).sorted { left, right in
      if left.rule.headlineRank != right.rule.headlineRank { return left.rule.headlineRank < right.rule.headlineRank }
      if left.level != right.level { return left.level > right.level }
      if left.path != right.path { return left.path < right.path }
      return left.fingerprint < right.fingerprint
    }
    let key = entry.incident.key
    name = report.name(
      contract: key.contract, endpoint: key.endpoint, environment: key.environment,
      perspective: key.perspective)
    endpoint = report.endpoints.first {
      $0.contract == key.contract && $0.endpoint == key.endpoint && $0.environment == key.environment
        && $0.perspective == key.perspective
    }
    let sorted = self.findings
    // A version with a request of its own has its own baseline and its own incidents.
    let reports = (endpoint?.versions ?? []).filter {
      $0.request.isEmpty || key.request.isEmpty || $0.request == key.request
    }
    var ids = reports.map(\.version)
    for version in sorted.flatMap(\.versions).map(\.version) where !ids.contains(version) { ids.append(version) }
    let declared = report.contracts.first { $0.id == key.contract }?.versions ?? []
    readers = ids.map { id in
      let report = reports.first { $0.version == id }
      let affected = sorted.flatMap(\.versions).filter { $0.version == id }
      return Reader(
        version: id, shippedIn: report?.shippedIn ?? affected.lazy.compactMap(\.shippedIn).first,
        // What a version makes of the endpoint now says nothing of what is over.
        mark: Self.mark(id, isOpen ? report : nil, sorted, entry.incident), report: report,
        declared: declared.first { $0.id == id },
        property: Self.named(affected.compactMap(\.property).uniqued()) ?? report?.typeName)
    }
  }

  private static func named(_ properties: [String]) -> String? {
    properties.first.map { properties.count == 1 ? $0 : "\($0) and \(grouped(properties.count - 1)) more" }
  }

  /// Consequences decide. A change of shape alone is a risk, unless another version's loss shows that this one is spared.
  private static func mark(_ version: String, _ report: VersionReport?, _ findings: [Finding], _ incident: Incident)
    -> Mark
  {
    let mine = findings.filter { $0.versions.contains { $0.version == version } }
    if mine.contains(where: { $0.versions.contains { $0.version == version && $0.losesResponse } }) { return .lost }
    let consequences = findings.filter(\.isLossOfMapping)
    if mine.contains(where: \.isLossOfMapping) { return .loss }
    if report?.verdict == .unknown { return .unknown }
    let decodes = report.map { $0.verdict == .decodes } ?? true
    if findings.isEmpty, incident.versions.contains(version) { return decodes ? .risk : .lost }
    if !decodes { return .unknown }
    let hasLosers = !consequences.isEmpty || findings.contains { $0.versions.contains(where: \.losesResponse) }
    let risks = hasLosers ? mine.filter { $0.rule.family != .field } : mine
    return risks.isEmpty ? .fine : .risk
  }

  func readers(_ mark: Mark) -> [Reader] { readers.filter { $0.mark == mark } }

  /// The versions that lose most: the whole response, else records, else properties, else those at risk.
  private var hitMost: [Reader] {
    let lost = readers(.lost)
    if !lost.isEmpty { return lost }
    let recordLosers = Set(
      findings.flatMap(\.mappings).filter { $0.recordsIn > $0.recordsOut }.map(\.version))
    let losers = readers(.loss)
    let worst = losers.filter { recordLosers.contains($0.version) }
    return (!worst.isEmpty ? worst : !losers.isEmpty ? losers : readers(.risk))
  }

  /// Share of all installs that loses most, in percent; 0 where none is declared.
  var shareHit: Double { hitMost.compactMap { $0.installs?.share }.reduce(0, +) }

  /// The same as `31 % of installs on 2026-11-01`; empty where no such version declares one. The day is left out where the shares
  /// are not all of one.
  var installsHit: String {
    let hit = hitMost.compactMap(\.installs)
    guard !hit.isEmpty, let share = percent(shareHit) else { return "" }
    let days = Set(hit.map(\.day))
    return "\(share) of installs" + (days.count == 1 ? days.first?.map { " on \(visible($0))" } ?? "" : "")
  }
}
