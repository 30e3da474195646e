import DriftModel
import DriftRules
import Testing

private func finding(
  _ rule: RuleID, _ level: Level, contract: String = "shop", endpoint: String = "list", state: Finding.State = .open
) -> Finding {
  Finding(
    rule: rule, level: level,
    key: RequestKey(
      contract: contract, endpoint: endpoint, request: "r", environment: "production", perspective: "default"),
    path: "$.a", message: "m"
  ) { $0.state = state }
}

@Suite("Levels that people set")
struct LevelSettingsTests {
  private let settings: LevelSettings = {
    var settings = LevelSettings()
    settings.set(.fieldAdded, to: .none)
    settings.set(.fieldRemoved, to: .info)
    settings.set(.fieldRemoved, to: .breaking, in: LevelSettings.Scope(contract: "shop"))
    settings.set(.fieldRemoved, to: .none, in: LevelSettings.Scope(contract: "shop", endpoint: "detail"))
    return settings
  }()

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let finding: Finding
    let level: Level?
  }

  @Test(
    "The narrowest setting decides the level, and `none` leaves the finding out",
    arguments: [
      Case(
        testDescription: "all contracts", finding: finding(.fieldRemoved, .warning, contract: "other"), level: .info),
      Case(testDescription: "one contract", finding: finding(.fieldRemoved, .warning), level: .breaking),
      Case(
        testDescription: "one endpoint", finding: finding(.fieldRemoved, .warning, endpoint: "detail"), level: nil),
      Case(testDescription: "none", finding: finding(.fieldAdded, .info), level: nil),
      Case(testDescription: "no setting", finding: finding(.decodeCrash, .breaking), level: .breaking),
      Case(
        testDescription: "what is pending is not raised", finding: finding(.fieldRemoved, .info, state: .pending),
        level: .info),
      Case(
        testDescription: "what is pending is left out by none", finding: finding(.fieldAdded, .info, state: .pending),
        level: nil),
    ])
  func narrowest(_ c: Case) {
    let told = settings.applied(to: [c.finding])
    #expect(told.map(\.level) == (c.level.map { [$0] } ?? []))
    #expect(settings.applied(to: told) == told, "applied twice")
    #expect(told.allSatisfy { ($0.setLevel == nil) == ($0.level == c.finding.level) && $0.setLevel?.level != $0.level })
    #expect(told.allSatisfy { $0.fingerprint == c.finding.fingerprint })
  }

  @Test("What somebody accepted keeps the level that the acceptance gave it")
  func accepted() {
    var known = finding(.fieldRemoved, .info)
    known.accepted = Finding.Accepted(by: "Ann", reason: "fine", until: nil, level: .warning)
    #expect(settings.applied(to: [known]) == [known])
  }

  @Test("Without settings nothing changes, and there is nothing that verdicts depend on")
  func empty() {
    let found = [finding(.fieldAdded, .info), finding(.decodeCrash, .breaking)]
    #expect(LevelSettings().applied(to: found) == found)
    #expect(LevelSettings().words(contract: "shop", endpoint: "list").isEmpty)
    #expect(settings.words(contract: "shop", endpoint: "list") == ["field-added=none", "field-removed=breaking"])
  }

  @Test("A level that was set says by whom and what it would be without that")
  func words() throws {
    var settings = settings
    settings.origin = "driftwatch.json"
    let lowered = try #require(settings.applied(to: [finding(.fieldRemoved, .breaking, contract: "other")]).first)
    #expect(lowered.setLevelWords == "kept at information by driftwatch.json (default: breaking)")
    let raised = try #require(settings.applied(to: [finding(.fieldRemoved, .info)]).first)
    #expect(raised.setLevelWords == "raised to breaking by driftwatch.json (default: information)")
    #expect(settings.words(for: finding(.fieldAdded, .info)) == "left out by driftwatch.json")
  }

  @Test("An incident whose level is set is set aside, and back when it is not: it neither came nor went")
  func setAside() throws {
    let break_ = DriftRulesTests.finding(.decodeKeyNotFound, .breaking, "$.name")
    var known: [Incident] = []
    var told: [IncidentTransition.Kind] = []
    for (hour, isSet) in [false, true, true, false, true, false, true, false].enumerated() {
      let update = IncidentUpdate(
        key: DriftRulesTests.requestKey, findings: isSet ? [] : [break_], known: known,
        now: now(IncidentSequence.date(hour)),
        setAside: isSet ? [break_.fingerprint: "kept at information by driftwatch.json"] : [:])
      told += update.transitions.map(\.kind)
      if !update.incidents.isEmpty { known = update.incidents }
      #expect(known.first?.resolution == (isSet ? "kept at information by driftwatch.json" : nil))
    }
    #expect(told == [.opened, .resolved, .reopened, .resolved, .reopened, .resolved, .reopened])
    let incident = try #require(known.first)
    #expect(incident.reopenedCount == 0 && incident.lastOpenedAt == incident.openedAt && !incident.isFlapping)
    #expect(incident.recentChecks == "1111")
  }

  @Test("What was mended while its level was set, and breaks again, is another break with a beginning of its own")
  func mendedMeanwhile() throws {
    let break_ = DriftRulesTests.finding(.decodeKeyNotFound, .breaking, "$.name")
    var known: [Incident] = []
    for (hour, look) in ["broken", "set", "mended", "mended", "broken"].enumerated() {
      let update = IncidentUpdate(
        key: DriftRulesTests.requestKey, findings: look == "broken" ? [break_] : [], known: known,
        now: now(IncidentSequence.date(hour)),
        setAside: look == "set" ? [break_.fingerprint: "kept at information by driftwatch.json"] : [:])
      if !update.incidents.isEmpty { known = update.incidents }
    }
    let incident = try #require(known.first)
    #expect(incident.isOpen && incident.reopenedCount == 1 && incident.lastOpenedAt == IncidentSequence.date(4))
  }
}
