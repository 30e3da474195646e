import Testing

@testable import DriftModel
@testable import DriftRules

/// What a backtest comes to.
@Suite struct BacktestTotalsTests {
  private static func step(
    _ outcome: Outcome, _ told: (RuleID, Level, BacktestFinding.State)...
  ) -> BacktestStep {
    BacktestStep(
      step: 1, file: "a.json", outcome: outcome,
      findings: told.map { BacktestFinding(finding($0.0, $0.1, "$.a"), state: $0.2) })
  }

  private func totals(_ steps: BacktestStep...) -> BacktestTotals {
    var totals = BacktestTotals()
    for step in steps { totals.add(step) }
    return totals
  }

  @Test(
    "A response is examined where its outcome says so; one that could not be is something to tell",
    arguments: Outcome.allCases)
  func outcomes(_ outcome: Outcome) {
    let isExamined = [.ok, .unchanged, .drift].contains(outcome)
    let totals = totals(Self.step(outcome), Self.step(.ok))
    #expect(totals.steps == 2)
    #expect(totals.examined == (isExamined ? 2 : 1))
    #expect(totals.told == (isExamined ? 0 : 1))
    #expect(totals.outcomes == (outcome == .ok ? ["ok": 2] : [outcome.rawValue: 1, "ok": 1]))
    #expect(totals.findings == [:])
  }

  @Test("A step at which something is told counts once, whatever is told")
  func told() {
    let totals = totals(
      Self.step(.ok), Self.step(.drift, (.fieldRemoved, .warning, .open), (.decodeCrash, .breaking, .open)),
      Self.step(.ok, (.fieldRemoved, .info, .pending)), Self.step(.drift), Self.step(.ok))
    #expect((totals.steps, totals.told) == (5, 2))
  }

  @Test(
    "Findings are counted by level and rule when they are told, not while they are pending or when they are gone",
    arguments: [
      (.open, true), (.reopened, true), (.escalated, true), (.accepted, true), (.pending, false), (.resolved, false),
    ] as [(BacktestFinding.State, Bool)])
  func states(_ state: BacktestFinding.State, _ isCounted: Bool) {
    let totals = totals(Self.step(.drift, (.fieldRemoved, .warning, state)))
    #expect(totals.findings == (isCounted ? ["warning": 1] : [:]))
    #expect(totals.rules == (isCounted ? ["field-removed": 1] : [:]))
    #expect(totals.pending == (state == .pending ? 1 : 0))
    #expect(totals.told == 1)
  }

  @Test("Levels and rules add up over all steps")
  func sums() {
    let totals = totals(
      Self.step(.drift, (.fieldRemoved, .warning, .open), (.decodeCrash, .breaking, .open)),
      Self.step(.drift, (.fieldRemoved, .warning, .reopened), (.fieldAdded, .info, .open)), Self.step(.outage))
    #expect(totals.findings == ["warning": 2, "breaking": 1, "info": 1])
    #expect(totals.rules == ["field-removed": 2, "decode-crash": 1, "field-added": 1])
    #expect(totals.outcomes == ["drift": 2, "outage": 1])
    let (findings, rules): (Int, Int) = (totals.findings.values.reduce(0, +), totals.rules.values.reduce(0, +))
    #expect(findings == rules)
  }

  @Test("Nothing is told of nothing")
  func empty() {
    let totals = BacktestTotals()
    #expect((totals.steps, totals.examined, totals.told, totals.pending) == (0, 0, 0, 0))
    #expect(totals.outcomes.isEmpty && totals.findings.isEmpty && totals.rules.isEmpty)
  }
}
