import DriftModel
import Foundation
import Monitoring
import Recording

/// What one version made of all recordings.
struct GateEvidence {
  let contract: String
  let version: GatedVersion
  private(set) var recordings = 0
  /// So many seconds a recording may be ahead of the clock: machines and time zones differ.
  private static let clockTolerance = 86_400.0
  private(set) var seal = VersionSeal()
  /// Endpoints of which it was really run on some response; of them those of which one decoded, and of these those where what it made could
  /// be compared with a shipped version's, or there is none.
  private(set) var (ran, decoded, compared): (Set<String>, Set<String>, Set<String>) = ([], [], [])
  /// Members that its types ask for, and whether some recording holds them.
  private(set) var fields: [String: Bool] = [:]
  /// The newest recording of each endpoint.
  private var newest: [String: Date] = [:]
  /// By identity: what was found, and how often in which files.
  private var found: [[String]: (finding: GateFinding, counts: [URL: Int])] = [:]

  init(contract: String, version: GatedVersion) { (self.contract, self.version) = (contract, version) }

  /// What was found, without what it means.
  var findings: [GateFinding] { found.values.map(\.finding) }

  /// Adds one recording.
  ///
  /// - Parameters:
  ///   - facts: What the version made of it.
  ///   - shipped: What the shipped versions before it made of it.
  ///   - response: What is known of the recording itself.
  ///   - item: The recording.
  mutating func add(
    _ facts: VersionExamination, shippedBefore shipped: [VersionExamination], _ response: Examination,
    _ item: RecordingCatalog.Item
  ) {
    guard let endpoint = item.endpoint else { return }
    let isRefused = if case .refused = response.envelope { true } else { false }
    guard facts.decoding.isVerdict || isRefused else { return }
    recordings += 1
    ran.insert(endpoint)
    newest[endpoint] = max(newest[endpoint] ?? .distantPast, item.date ?? .distantPast)
    seal.add(facts, of: endpoint)
    if facts.decoding.hasSucceeded {
      decoded.insert(endpoint)
      if shipped.isEmpty || shipped.contains(where: \.decoding.hasSucceeded) { compared.insert(endpoint) }
    }
    for field in facts.fields {
      let key = "\(endpoint) \(field.pattern) \(field.name)"
      fields[key] = (fields[key] ?? false) || field.seen > 0
    }
    func note(
      _ kind: GateFinding.Kind, rule: RuleID? = nil, path: String = "", subject: String, words: String, count: Int = 1
    ) {
      var finding = GateFinding(
        contract: contract, endpoint: endpoint, version: version.info.id, kind: kind, rule: rule, path: path,
        subject: subject, words: words)
      finding.example = item.entry.file.body.path
      var known = found[finding.identity] ?? (finding, [:])
      known.counts[item.entry.file.body] = max(known.counts[item.entry.file.body] ?? 0, count)
      known.finding.recordings = known.counts.count
      found[finding.identity] = known
    }
    for failure in facts.failures {
      note(
        .decode, rule: failure.rule, path: failure.pattern, subject: failure.name,
        words: "expects \(failure.expected), \(failure.found) is there", count: failure.count)
    }
    switch facts.decoding {
    case .succeeded, .notRun: break
    case .failed(let message): if facts.failures.isEmpty { note(.decode, subject: facts.typeName, words: message) }
    case .crashed(let reason): note(.crash, subject: facts.typeName, words: "crashes: \(reason)")
    case .timedOut: note(.crash, subject: facts.typeName, words: "does not end")
    }
    if case .refused(let message) = response.envelope {
      note(.decode, subject: "the envelope", words: "says failure: \(message)")
    }
    for mapping in facts.mappings {
      switch mapping.execution {
      case .succeeded, .notRun: break
      case .failed(let message): note(.crash, subject: mapping.name, words: "throws: \(message)")
      case .crashed(let reason): note(.crash, subject: mapping.name, words: "crashes: \(reason)")
      case .timedOut: note(.crash, subject: mapping.name, words: "does not end")
      }
    }
    guard facts.decoding.hasSucceeded else { return }
    for other in shipped where other.decoding.hasSucceeded {
      for loss in LossComparison.losses(of: facts, keptBy: other) {
        note(loss.kind, subject: loss.subject, words: loss.words, count: loss.count)
      }
    }
  }

  /// Whether this version has the same finding in every recording in which another version has it, and there as often.
  func hasAll(of finding: GateFinding, in other: GateEvidence) -> Bool {
    guard let counts = other.found[finding.identity]?.counts else { return false }
    let own = found.values.filter { mine in
      (mine.finding.endpoint, mine.finding.path) == (finding.endpoint, finding.path)
        && mine.finding.kind == finding.kind && mine.finding.rule == finding.rule
        && (!finding.path.isEmpty || mine.finding.subject == finding.subject)
    }
    return counts.allSatisfy { file, count in own.contains { ($0.counts[file] ?? 0) >= count } }
  }

  /// What is missing to give a verdict.
  func demands(_ options: Gate.Options) -> [GateFinding] {
    func finding(_ endpoint: String, _ demand: GateDemand, _ words: String) -> GateFinding {
      GateFinding(
        contract: contract, endpoint: endpoint, version: version.info.id, kind: .evidence, subject: demand.rawValue,
        words: words)
    }
    var missing: [GateFinding] = []
    for endpoint in version.endpoints {
      if let reason = options.unreached?[EndpointID(contract: contract, endpoint: endpoint)] {
        missing.append(finding(endpoint, .live, "the present response is not judged: \(reason)"))
      }
      guard let date = newest[endpoint] else {
        missing.append(finding(endpoint, .recordings, "there is none that this version could be run on"))
        continue
      }
      let age = options.clock.timeIntervalSince(date)
      if let longest = options.longestAge, age > longest {
        missing.append(finding(endpoint, .age, "the newest recording is \(Int(age / 86_400)) days old"))
      } else if options.longestAge != nil, age < -Self.clockTolerance {
        let day = date.formatted(.iso8601.year().month().day())
        missing.append(finding(endpoint, .age, "a recording is dated \(day), which is to come; mend its date"))
      }
    }
    let seen = fields.count { $0.value }
    if !fields.isEmpty, Double(seen) < options.leastFields * Double(fields.count) {
      missing.append(
        finding("", .members, "only \(seen) of the \(fields.count) members that it asks for are in any recording"))
    }
    return missing
  }
}
