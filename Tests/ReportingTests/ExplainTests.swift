import DriftModel
import DriftRules
import Foundation
import PayloadShape
import Testing

@testable import Reporting

@Suite("Explanations")
struct ExplainTests {
  private static let product = MappingKey(version: "v1", mapping: "Product")
  private static let waiting = pendingWords(falseFindingsPerResponse: 1e-5, confirmationResponses: 40)

  @Test("A rule is explained by its meaning, its levels, what to do and what the configuration sets")
  func rule() throws {
    let page = rulePage(
      Rules.rule(for: .fieldBecameNullable),
      settings: [
        (.none, "*", "driftwatch.json"),
        (.breaking, "platzi-store/products", "driftwatch.json"),
      ])
    try expectGolden(page.text(), "explain-rule-80.txt")
  }

  private func explanation(
    _ name: String, of report: ProgramReport, state: (inout Incident) -> Void = { _ in },
    withdrawn: [(acceptance: Acceptance, at: Date?)] = []
  ) throws -> String {
    let report = try report.report
    var entry = try #require(report.incidents.first { $0.shortID == name })
    state(&entry.incident)
    let history = try ProgramReport.incident.history
    let detail = IncidentDetail(
      entry, findings: report.findings, endpoint: nil, history: history, at: report.round.startedAt,
      environment: "production")
    return Reporting.explanation(
      of: detail, withdrawn: withdrawn, levels: LevelSettings(), hasContract: true, pendingWords: Self.waiting,
      rules: Rules.catalog
    ).text()
  }

  @Test("An incident is explained by its findings, its evidence and what reports said of it")
  func incident() throws {
    let text = try explanation("EA88", of: .worse)
    try expectGolden(text, "explain-incident-80.txt")
    for line in text.split(separator: "\n") { #expect(displayWidth(of: String(line)) <= 80) }
  }

  @Test("It is said who acknowledged an incident, that one flaps, and what was accepted and withdrawn")
  func states() throws {
    let acceptance = Acceptance(
      of: try #require(try ProgramReport.worse.report.findings.first), by: "Bo", reason: "only the beta",
      at: SampleReport.now, until: nil)
    let text = try explanation(
      "EA88", of: .worse,
      state: { incident in
        incident.state = .acknowledged
        incident.acknowledgement = Incident.Acknowledgement(by: "Ann", note: "ticket 4711", at: SampleReport.now)
        (incident.isFlapping, incident.recentChecks) = (true, "0101")
      }, withdrawn: [(acceptance, SampleReport.now)]
    ).replacing(/\s+/, with: " ")
    #expect(text.contains("Ann acknowledged it on 2026-11-20T14:15:00Z: ticket 4711. It causes no report until"))
    #expect(
      text.contains("It comes and goes: there in 2 of the last 4 checks. It is reported once until it stays away."))
    #expect(text.contains("(only the beta). That was withdrawn on 2026-11-20, but the baseline has learned the change"))
  }

  /// An incident that opened an hour ago and was reported ten minutes ago.
  private func reported(_ change: (inout Incident) -> Void, further steps: [IncidentTransition.Kind] = [])
    -> IncidentDetail
  {
    var incident = SampleReport.incident(
      "7f3a000000000001", SampleReport.key("a", "b"), subject: "$.code", "app 1.0 cannot load b",
      openedAt: SampleReport.ago(60), lastGoodAt: nil)
    change(&incident)
    func step(_ kind: IncidentTransition.Kind, _ minutes: Double, told: Date?) -> IncidentDetail.Step {
      IncidentDetail.Step(
        IncidentTransition(kind: kind, at: SampleReport.ago(minutes), incident: incident), deliveredAt: told)
    }
    let finding = Finding(
      rule: .decodeTypeMismatch, level: .breaking, key: incident.key, path: "$.code", message: "It is a number."
    ) { ($0.count, $0.total, $0.incident) = (1, 1, incident.id) }
    return IncidentDetail(
      IncidentReport(incident: incident, transition: nil, shortID: "7F3A"),
      findings: incident.isOpen ? [finding] : [], endpoint: nil,
      history: [step(.opened, 60, told: SampleReport.ago(10))] + steps.map { step($0, 2, told: nil) },
      at: SampleReport.now, environment: "production")
  }

  /// The page of an incident as one line.
  private func page(of detail: IncidentDetail) -> String {
    Reporting.explanation(
      of: detail, levels: LevelSettings(), hasContract: true, pendingWords: Self.waiting, rules: Rules.catalog
    ).text().replacing(/\s+/, with: " ")
  }

  @Test("A report that only listed an incident, because somebody knew of it, said nothing of what happened to it")
  func listed() {
    let (said, listed) = (
      "A report said on 2026-11-20T14:05:00Z that it opened.",
      "A report listed it on 2026-11-20T14:05:00Z as still open. No report said that it opened, because Ann had already acknowledged it."
    )
    #expect(page(of: reported { _ in }).contains(said))
    #expect(page(of: reported { $0.acknowledge(by: "Ann", note: nil, at: SampleReport.ago(5)) }).contains(said))
    let known = reported { $0.acknowledge(by: "Ann", note: nil, at: SampleReport.ago(30)) }
    #expect(page(of: known).contains(listed) && !page(of: known).contains(said))
    #expect(renderIncident(known, options: RenderOptions(width: 200)).contains("listed as open 2026-11-20 14:05 UTC"))
    let over = reported(
      {
        $0.acknowledge(by: "Ann", note: nil, at: SampleReport.ago(30))
        ($0.state, $0.resolvedAt, $0.acknowledgement) = (.resolved, SampleReport.ago(2), nil)
      }, further: [.resolved])
    #expect(page(of: over).contains(listed) && page(of: over).contains("The next report says that it was resolved."))
    #expect(page(of: over).contains(" It was: app 1.0 could not load b. "))
  }

  @Test(
    "What is counted is named",
    arguments: [
      (.decodeTypeMismatch, "$.code", "response"), (.decodeTypeMismatch, "$[*].code", "record"),
      (.decodeTypeMismatch, "$[*].tags[*]", "value"), (.decodeCrash, "", "response"),
      (.fieldRemoved, "$.rates.*", "member"), (.mappingRecordDropped, "", "record"), (.watchGone, "", "request"),
      (.requestRejected, "", "request"), (.lossElementDropped, "$[*].tags", "element"), (.meaningShifted, "", "value"),
    ] as [(RuleID, String, String)])
  func units(_ rule: RuleID, _ path: String, _ unit: String) {
    let finding = Finding(
      rule: rule, level: .warning, key: SampleReport.key("a", "b"), path: path, message: "It broke.")
    #expect(finding.countedUnit == unit)
    #expect(page(of: reported { _ in }).contains(" 1 of 1 response "))
  }

  @Test(
    "What is pending is said in sentences, whatever it is about",
    arguments: [
      (.member(path: "$[*].price", aspect: .presence), "$[*].price is absent."),
      (.member(path: "$.a", aspect: .addition), "$.a is new."),
      (.member(path: "$.a", aspect: .type), "$.a has another type."),
      (.member(path: "$.a['b c']", aspect: .nullability), "$.a['b c'] is null."),
      (.member(path: "$.a", aspect: .values), "$.a has new values."),
      (.member(path: "$.a", aspect: .format), "$.a is written in another format."),
      (.member(path: "$.a", aspect: .scale), "$.a has another scale."),
      (.member(path: "$.a", aspect: .fractions), "$.a is a fraction."),
      (.records(Self.product), "v1 loses records of Product."),
      (.property(Self.product, name: "price"), "v1 loses Product.price."),
      (.reference(Self.product, name: "category"), "Product in v1 refers to a category that is not there."),
      (
        .send(version: "v1", endpoint: "create-product", path: "$.title", aspect: .presence),
        "$.title in what v1 sends to create-product is absent."
      ),
    ] as [(EvidenceSubject, String)])
  func pending(_ subject: EvidenceSubject, _ start: String) {
    var change = PendingChange(subject, former: PendingChange.Former(responses: 5, habit: 0.125))
    (change.counts.checks, change.counts.observations, change.course.cleanRun) = (10, 3, 2)
    let expected =
      "\(start) Pending, since chance may still explain it. Seen in 3 of 10 checks since it was first seen, not in the last 2; 12.5 % of what the 5 checks before held was like that."
    #expect(change.sentences == expected)
  }

  @Test("A request is explained by its incidents and by what is pending there; an empty one by a sentence")
  func request() {
    let key = SampleReport.key("platzi-store", "products")
    var change = PendingChange(
      .member(path: "$[*].price", aspect: .nullability), former: PendingChange.Former(responses: 1))
    (change.counts.checks, change.counts.observations) = (1, 1)
    let waiting = SampleReport.lifecycle.report.findings.filter(\.isPending)
    let busy = RequestExplanation(
      key, baselineResponses: 1, incidents: Array(SampleReport.lifecycle.report.incidents.prefix(1)),
      findings: waiting, pendingChanges: [change])
    var other = key
    other.environment = "staging"
    let idle = RequestExplanation(other, baselineResponses: 20, incidents: [], findings: [], pendingChanges: [])
    let text = Reporting.explanation(of: [busy, idle], about: "platzi-store/products", pendingWords: Self.waiting)
      .text()
    #expect(
      text == """
        platzi-store/products  1 response in the baseline
          B200 open, breaking: 12 of 24 landmarks are missing in v3 and v4
          pending field-became-optional at $.moves[*].power: $.moves[*].power can be
          absent now.
            pending: chance may still explain it. It is reported once a steady API would
            show the like in fewer than one of 100,000 responses. If 40 responses do not
            confirm it, it counts as normal.
          $[*].price is null. Pending, since chance may still explain it. Seen in the
          one check since it was first seen; the check before did not show it.

        platzi-store/products (staging)  20 responses in the baseline
          Nothing is open or pending.

        """)
    #expect(
      Reporting.explanation(of: [], about: "$.nowhere", pendingWords: Self.waiting).text()
        == "Nothing is open or pending at $.nowhere.\n")
  }
}
