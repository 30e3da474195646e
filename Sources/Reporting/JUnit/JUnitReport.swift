import DriftModel

/// The report as JUnit XML, in the dialect of Jenkins' `junit-10.xsd`: `testsuites` without `skipped`, `testcase` without `file`.
///
/// A contract is a suite. An endpoint is a test case for its response, one for each version that decodes it, and one for each
/// mapping. A finding at the fail level is a failure of what it hits, acknowledged or not, unless it is accepted or pending;
/// so is what would be breaking if the candidate that it hits had shipped, unless the options say otherwise.
/// An endpoint that could not be checked is an error, one that was not due is skipped. Warnings below the fail level are written out
/// in the response's test case, which they do not fail.
struct JUnitReport {
  private typealias Case = JUnitDocument.Case
  private typealias Ending = JUnitDocument.Ending

  private let report: RoundReport
  private let options: RenderOptions
  private let content: ReportContent
  /// Its incidents by id.
  private let views: [String: IncidentView]
  /// Versions that a consequence hits, by incident. For the other versions the change of shape behind it is no failure.
  private let losers: [String: Set<String>]

  init(_ report: RoundReport, options: RenderOptions) {
    self.report = report
    self.options = options
    content = ReportContent(report, options: options)
    views = Dictionary(content.views.map { ($0.incident.id, $0) }) { first, _ in first }
    var losers: [String: Set<String>] = [:]
    for finding in report.findings where [.decode, .loss, .mapping].contains(finding.rule.family) {
      guard finding.state == .open, let incident = finding.incident else { continue }
      losers[incident, default: []].formUnion(finding.versions.map(\.version))
    }
    self.losers = losers
  }

  func rendered() -> String {
    var names = report.contracts.map(\.id)
    for endpoint in report.endpoints where !names.contains(endpoint.contract) { names.append(endpoint.contract) }
    let suites = names.map { name in
      (name, report.endpoints.filter { $0.contract == name }.flatMap(cases))
    }
    return JUnitDocument(suites: suites, seconds: report.round.seconds, at: report.round.startedAt).rendered()
  }

  // MARK: - Test cases

  private func cases(of endpoint: EndpointReport) -> [Case] {
    var className = "\(endpoint.contract).\(endpoint.endpoint)"
    if report.endpoints.contains(where: { isTwin($0, of: endpoint) }) {
      className += ".\(endpoint.environment).\(endpoint.perspective)"
    }
    let known = report.findings.filter {
      $0.contract == endpoint.contract && $0.endpoint == endpoint.endpoint && $0.environment == endpoint.environment
        && $0.perspective == endpoint.perspective
    }
    let mine = known.filter { $0.state == .open }
    func named(_ name: String, _ ending: Ending) -> Case { Case(className: className, name: name, ending: ending) }
    var cases: [Case] = []
    var assigned: Set<String> = []
    for version in endpoint.versions {
      let title = "\(version.version) decodes \(version.typeName)"
      let hits = mine.filter { ($0.mappings.isEmpty || $0.rule.family == .decode) && isHit(version, by: $0) }
      if fails(hits, version), unexamined(endpoint) == nil { assigned.formUnion(hits.map(\.fingerprint)) }
      cases.append(named(title, ending(of: version, hits, all: known, endpoint)))
      for mapping in version.mappings {
        let hits = mine.filter { finding in
          finding.rule.family != .decode
            && finding.mappings.contains { $0.version == version.version && $0.mapping == mapping.name }
        }
        if fails(hits, version), unexamined(endpoint) == nil { assigned.formUnion(hits.map(\.fingerprint)) }
        let ending = ending(of: mapping, version, hits, endpoint)
        cases.append(named("\(version.version) maps \(mapping.name)", ending))
      }
    }
    let rest = mine.filter { finding in
      !assigned.contains(finding.fingerprint) && options.failOn.includes(finding.level, of: finding.contract)
        && !(finding.rule.family == .field && finding.incident.flatMap { losers[$0] } != nil)
    }
    let failing = Set(rest.map(\.fingerprint)).union(assigned)
    let warnings = mine.filter { $0.level == .warning && !failing.contains($0.fingerprint) }
    return [named("response", responseEnding(endpoint, rest, warnings: warnings))] + cases
  }

  private func isTwin(_ other: EndpointReport, of endpoint: EndpointReport) -> Bool {
    other.contract == endpoint.contract && other.endpoint == endpoint.endpoint
      && (other.environment != endpoint.environment || other.perspective != endpoint.perspective)
  }

  private func isHit(_ version: VersionReport, by finding: Finding) -> Bool {
    guard finding.versions.contains(where: { $0.version == version.version }) else { return false }
    guard finding.rule.family == .field, let known = finding.incident.flatMap({ losers[$0] }) else { return true }
    return known.contains(version.version)
  }

  /// Whether a finding has the fail level for this version: a candidate gets at most a warning, a retired one information.
  private func fails(_ findings: [Finding], _ version: VersionReport) -> Bool {
    findings.contains { finding in
      let level =
        switch version.status {
        case .supported: finding.level
        case .candidate: min(finding.level, .warning)
        case .retired: Level.info
        }
      return options.failOn.includes(level, of: finding.contract)
        || options.failsCandidates && finding.breaks(candidate: version.version)
    }
  }

  /// Whether it is a failure that this version does not decode, if no finding says why.
  private func failsUnexplained(_ version: VersionReport) -> Bool {
    switch version.status {
    case .supported: options.failOn.level != nil
    case .candidate: options.failsCandidates
    case .retired: false
    }
  }

  private func responseEnding(_ endpoint: EndpointReport, _ rest: [Finding], warnings: [Finding]) -> Ending {
    if endpoint.outcome == .notDue {
      let reason = endpoint.reason.map { visible($0) } ?? "not due"
      return lastingFailure(of: endpoint, rest, because: reason) ?? .skipped(message: reason)
    }
    guard endpoint.outcome.isChecked else {
      let checks = endpoint.blindness.flatMap { row in
        row.checks > 1 ? "; \(counted(row.checks, "check")) in a row since \(Moment(row.since).iso8601)Z" : nil
      }
      let reason = visible(endpoint.reason ?? endpoint.outcome.plainWords) + (checks ?? "")
      return lastingFailure(of: endpoint, rest, because: "\(endpoint.outcome.rawValue): \(reason)")
        ?? .error(type: endpoint.outcome.rawValue, message: reason)
    }
    if !rest.isEmpty { return failure(rest) }
    guard !warnings.isEmpty else { return .passed }
    return .passedWithNotes((lines(of: warnings) + guidance(on: warnings)).joined(separator: "\n"))
  }

  /// A break counts as long as it lasts, also where nobody looked; `nil` if none is open.
  private func lastingFailure(of endpoint: EndpointReport, _ findings: [Finding], because reason: String) -> Ending? {
    let known = Set(findings.compactMap(\.incident))
    let open = content.views.filter { view in
      let (incident, key) = (view.incident, view.incident.key)
      return incident.isOpen && !view.isAboutResponses && !known.contains(incident.id)
        && key.contract == endpoint.contract && key.endpoint == endpoint.endpoint
        && key.environment == endpoint.environment && key.perspective == endpoint.perspective
        && options.failOn.includes(incident.level, of: key.contract)
    }
    let drift = findings.filter { $0.rule.family != .watch }
    guard !drift.isEmpty || !open.isEmpty else { return nil }
    let more = open.map { view in
      ([visible(view.incident.headline, limit: 1_000), "incident \(view.entry.shortID)"] + content.when(view).prefix(1))
        .joined(separator: ", ")
    }
    let note = "not looked at this time (\(reason))"
    guard case .failed(let type, let message, let details) = failure(drift) else {
      return .failed(
        type: open[0].incident.level.rawValue, message: visible(open[0].incident.headline),
        details: (more + [note]).joined(separator: "\n"))
    }
    return .failed(type: type, message: message, details: ([details] + more + [note]).joined(separator: "\n"))
  }

  private func ending(
    of version: VersionReport, _ hits: [Finding], all: [Finding], _ endpoint: EndpointReport
  ) -> Ending {
    if let ending = unexamined(endpoint) { return ending }
    if fails(hits, version) { return failure(hits, of: version) }
    if let ending = unjudged(version) { return ending }
    switch version.verdict {
    case .decodes: return .passed
    case .unknown: return .skipped(message: "no response")
    case .fails, .crashes, .hangs:
      // A verdict that no finding explains is a failure too.
      let isExplained = all.contains { $0.versions.contains { $0.version == version.version } }
      guard !isExplained, failsUnexplained(version) else { return .passed }
      return .failed(
        type: "decode", message: visible("\(version.version) does not decode \(version.typeName)"),
        details: "no finding explains it")
    }
  }

  private func ending(
    of mapping: MappingReport, _ version: VersionReport, _ hits: [Finding], _ endpoint: EndpointReport
  ) -> Ending {
    if let ending = unexamined(endpoint) { return ending }
    if fails(hits, version) { return failure(hits, of: version) }
    if !mapping.ran, let ending = unjudged(version) { return ending }
    return mapping.ran ? .passed : .skipped(message: "not run: \(visible(version.version)) decoded no value to map")
  }

  private func unjudged(_ version: VersionReport) -> Ending? {
    guard let reason = version.notJudged else { return nil }
    let message = "\(visible(version.version)) was not judged: \(visible(reason))"
    return version.isUnchecked
      ? .error(type: Outcome.notChecked.rawValue, message: message) : .skipped(message: message)
  }

  private func unexamined(_ endpoint: EndpointReport) -> Ending? {
    // Where some versions were not judged, the others were, on the same responses.
    guard !endpoint.outcome.isChecked, endpoint.versions.allSatisfy({ $0.notJudged == nil }) else { return nil }
    return .skipped(message: endpoint.outcome == .notDue ? "not due" : "no response was examined")
  }

  private func failure(_ findings: [Finding], of version: VersionReport? = nil) -> Ending {
    // Of one level, what is lost is why the test fails; what changed is the cause.
    let worstFirst = Level.allCases.sorted(by: >).flatMap { level in
      let here = findings.filter { $0.level == level }
      return here.filter { Self.isLoss($0) } + here.filter { !Self.isLoss($0) }
    }
    guard let first = worstFirst.first else { return .passed }
    let lines = lines(of: worstFirst, version) + guidance(on: worstFirst, version)
    return .failed(type: first.rule.rawValue, message: visible(first.message), details: lines.joined(separator: "\n"))
  }

  /// A line for each finding, with its evidence below it.
  private func lines(of findings: [Finding], _ version: VersionReport? = nil) -> [String] {
    let details = findings.prefix(20).map { finding in
      var level = finding.level.rawValue
      if finding.level < .breaking, let version, finding.breaks(candidate: version.version) {
        level += " (breaking once it ships)"
      }
      var line = "\(level) \(finding.rule.rawValue)" + (finding.path.isEmpty ? "" : " \(visible(finding.path))")
      line += finding.total > 0 ? ", \(grouped(finding.count)) of \(grouped(finding.total)): " : ": "
      line += visible(finding.message)
      if let example = finding.example {
        line += "\n  e.g. \(visible(example.pointer)) \(visible(example.excerpt, limit: 80))"
      }
      if let responses = finding.responses { line += "\n  \(responses.words)" }
      return line
    }
    return details + (findings.count > 20 ? ["and \(grouped(findings.count - 20)) more"] : [])
  }

  /// Which releases and incidents they are about, what to do, and the command that goes on.
  private func guidance(on findings: [Finding], _ version: VersionReport? = nil) -> [String] {
    let releases = version?.shippedIn.map { ["app \(visible($0, limit: 100))"] } ?? []
    let hits = findings.compactMap(\.incident).uniqued().compactMap { views[$0] }
    let incidents = hits.prefix(5).map { view in
      ([view.entry.shortID.isEmpty ? view.name : "incident \(view.entry.shortID)"] + content.when(view).prefix(1))
        .joined(separator: ", ")
    }
    let remedy =
      hits.first.flatMap { content.remedy(of: $0) } ?? findings.first.map { options.rules[$0.rule].remedy(for: $0) }
    let next = hits.first.flatMap { content.next($0).first }.map { ["next: \($0)"] } ?? []
    return releases + incidents + [remedy.map { "to do: \(visible($0, limit: 1_000))" }].compactMap(\.self) + next
  }

  private static func isLoss(_ finding: Finding) -> Bool { [.decode, .loss, .mapping].contains(finding.rule.family) }
}

/// `text` as XML 1.0 character data, good for elements and attributes; characters that XML forbids are left out.
///
/// - SeeAlso: XML 1.0 section 2.2, production `Char`; section 3.3.3, by which a line end in an attribute would become a space.
func xml(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x26: result += "&amp;"
    case 0x3C: result += "&lt;"
    case 0x3E: result += "&gt;"
    case 0x22: result += "&quot;"
    case 0x27: result += "&apos;"
    case 0x9, 0xA, 0xD: result += "&#\(scalar.value);"
    case 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: result.unicodeScalars.append(scalar)
    default: continue
    }
  }
  return result
}
