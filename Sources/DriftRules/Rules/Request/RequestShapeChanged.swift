import DriftModel
import PayloadShape

extension Rules {
  static let requestShapeChanged = Rule(
    .requestShapeChanged, about: .request, consequences: [.requestSpoiled, .none],
    meaning:
      "What the app would send, made of what it just read, has another shape than before, or a default in place of what the provider said.",
    remedy: "Check that the provider still accepts it.",
    noun: Rule.Noun("request body changed", "request bodies changed"))

  /// Of a changed member of what all versions of `finding` send.
  static func requestShapeChangedSentence(_ finding: Finding, _ path: String, of endpoint: String) -> String {
    "What \(listed(finding.versions.map(\.version))) would send to \(endpoint) changed: \(path) was \(finding.expected), is \(finding.actual)."
  }

  /// Of bodies that cannot be made any more.
  static func requestShapeChangedSentence(_ unmade: UnmadeBodies, _ version: VersionInfo) -> String {
    "\(version.id) cannot make \(unmade.typeName) for \(unmade.endpoint) of \(unmade.count) of \(unmade.offered) values: \(unmade.reason)\(unmade.reason.hasSuffix(".") ? "" : ".")"
  }

  /// Of bodies that would carry defaults.
  static func requestShapeChangedSentence(_ values: DefaultedValues) -> String {
    "\(values.owner) would be sent a default for \(listed(values.names)) in \(values.count) of \(values.total) bodies: what the provider says there is not read any more."
  }
}

/// Bodies that cannot be made any more, over all responses.
struct UnmadeBodies {
  let endpoint: String
  let typeName: String
  private(set) var (count, offered) = (0, 0)
  /// Whether making one crashes or hangs.
  private(set) var endsProcess = false
  private var reasons: [String] = []

  /// Why, by the first reason in order of letters.
  var reason: String { reasons.min() ?? "" }

  /// Counts those of one endpoint; `nil` if all bodies are made.
  init?(_ sends: [SendExamination]) {
    endpoint = sends.first?.endpoint ?? ""
    typeName = sends.map(\.typeName).min() ?? "the body"
    for send in sends {
      offered += max(1, send.offered)
      let first = send.crashing?.example.map { " at \($0)" } ?? ""
      switch send.execution {
      case .succeeded where send.made < send.offered:
        reasons.append(send.thrown.map(\.message).min() ?? "no body was made")
      case .crashed(let text): (endsProcess, reasons) = (true, reasons + ["it crashes\(first): \(text)"])
      case .timedOut: (endsProcess, reasons) = (true, reasons + ["it does not end\(first)"])
      case .failed(let text): reasons.append(text)
      case .succeeded, .notRun: continue
      }
      count += max(1, send.offered - send.made)
    }
    if reasons.isEmpty { return nil }
  }
}

extension Judgement {
  /// What a version would send changed because of what it read.
  func sendFindings() -> [Finding] {
    var findings: [Finding] = []
    var changed: [String: (endpoint: String, path: String)] = [:]
    for version in versions {
      let sends = facts(of: version).flatMap(\.sends)
      findings += sends.map(\.endpoint).uniqued().compactMap { endpoint in
        unmadeBodyFinding(version, sends.filter { $0.endpoint == endpoint })
      }
      for (endpoint, changes) in (sendChanges[version.id] ?? [:]).sorted(by: { $0.key < $1.key }) {
        for change in changes {
          let finding = finding(of: change, version, endpoint)
          changed[finding.fingerprint] = (endpoint, change.path)
          findings.append(finding)
        }
      }
    }
    return merged(findings).map { finding in
      guard let (endpoint, path) = changed[finding.fingerprint] else { return finding }
      var finding = finding
      finding.message = Rules.requestShapeChangedSentence(finding, path, of: endpoint)
      return finding
    }
  }

  private func finding(of change: ShapeChange, _ version: VersionInfo, _ endpoint: String) -> Finding {
    let isPending = isReported(change) && isPending(Self.sendSubject(version.id, endpoint, change))
    // The sentence is written when all versions that send it are known.
    return self.finding(
      .requestShapeChanged, costs: isReported(change) && !isPending ? .requestSpoiled : .none, version,
      subject: "\(endpoint) \(change.path) \(change.kind.rawValue)", ""
    ) {
      ($0.expected, $0.actual) = (change.before, change.after)
      ($0.count, $0.total) = (change.count, change.total)
      $0.state = isPending ? .pending : .open
    }
  }

  /// Whether a change of what is sent is reported. Bodies vary with the records that come and go, so a member that is absent or
  /// null at times is normal. Only what every body shows, and none did before, is a change.
  func isReported(_ change: ShapeChange) -> Bool {
    !change.kind.aspect.followsValues && change.isTotal
  }

  static func sendSubject(_ version: String, _ endpoint: String, _ change: ShapeChange) -> EvidenceSubject {
    .send(version: version, endpoint: endpoint, path: change.path, aspect: change.kind.aspect)
  }

  /// Bodies for one endpoint that cannot be made any more; `part` distinguishes them from others for the same endpoint.
  func unmadeBodyFinding(_ version: VersionInfo, _ sends: [SendExamination], part: String = "body") -> Finding? {
    guard let unmade = UnmadeBodies(sends) else { return nil }
    return self.finding(
      .requestShapeChanged, costs: unmade.endsProcess ? .responseLost : .requestSpoiled, version,
      isEssential: sends.contains(where: \.isEssential), subject: "\(unmade.endpoint) \(part)",
      Rules.requestShapeChangedSentence(unmade, version)
    ) {
      ($0.expected, $0.actual) = (unmade.typeName, "none")
      ($0.count, $0.total) = (unmade.count, unmade.offered)
    }
  }
}
