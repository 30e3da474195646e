import Testing

@testable import DriftModel
@testable import DriftRules

@Test(
  "The level follows from what it costs people who use a supported version",
  arguments: [
    (.responseLost, .breaking), (.everyRecordLost, .breaking), (.manyRecordsLost, .breaking), (.recordsLost, .warning),
    (.propertyLost, .warning), (.platformDependent, .warning), (.requestSpoiled, .warning), (.responseAtRisk, .warning),
    (.propertyAtRisk, .info), (.readersUnknown, .warning), (.doubtful, .warning), (.none, .info),
  ] as [(Consequence, Level)])
func levelsFollowConsequences(_ consequence: Consequence, _ expected: Level) {
  #expect(level(of: consequence) == expected)
  #expect(level(of: consequence, status: .candidate) == min(expected, .warning))
  #expect(level(of: consequence, status: .retired) == .info)
}

@Test("What is declared essential breaks when it is lost")
func essentialsBreak() {
  #expect(level(of: .propertyLost, isEssential: true) == .breaking)
  #expect(level(of: .requestSpoiled, isEssential: true) == .breaking)
  #expect(level(of: .recordsLost, isEssential: true) == .breaking)
  #expect(level(of: .volumeLost, isEssential: true) == .breaking)
  #expect(level(of: .unchecked, isEssential: true) == .warning)
}

@Test(
  "The status decides before the body",
  arguments: [
    (200, nil), (204, nil), (401, .auth), (403, .auth), (407, .auth), (511, .auth), (404, .gone), (410, .gone),
    (429, .rateLimited), (408, .outage), (425, .outage), (500, .outage), (503, .outage), (301, .requestError),
    (400, .requestError), (422, .requestError), (304, .transport), (700, .transport),
  ] as [(Int, Outcome?)])
func statusesAreOutcomes(_ status: Int, _ expected: Outcome?) {
  #expect(Outcome.ofStatus(status, wasConditional: false) == expected)
}

@Test("A 304 to our own conditional request is unchanged")
func conditionalResponses() {
  #expect(Outcome.ofStatus(304, wasConditional: true) == .unchanged)
}

private func endpoint(_ id: String, _ outcome: Outcome) -> EndpointReport {
  EndpointReport(contract: "a", endpoint: id, environment: "production", perspective: "default", outcome: outcome)
}

@Test("The worst of several reasons decides the exit code, and all are named")
func exitCodesFollowTheState() {
  let breaking = Finding(rule: .decodeKeyNotFound, level: .breaking, key: requestKey, message: "m")
  let warning = Finding(rule: .mappingPropertyLost, level: .warning, key: requestKey, message: "m")
  let some = [endpoint("b", .drift), endpoint("c", .outage), endpoint("d", .notDue)]
  func code(
    _ endpoints: [EndpointReport], _ findings: [Finding], _ failOn: Level? = .breaking, incomplete: Bool = false
  ) -> Int {
    ExitState(endpoints: endpoints, findings: findings, failOn: FailLevel(failOn), allowIncomplete: incomplete).code
  }
  #expect(code(some, [breaking]) == 1)
  #expect(code(some, [warning]) == 3)
  #expect(code(some, [warning], .warning) == 1)
  #expect(code(some, [breaking], nil) == 3)
  #expect(code(some, [warning], incomplete: true) == 0)
  #expect(code([endpoint("c", .outage)], [], incomplete: true) == 3, "nothing was examined")
  #expect(code([], []) == 3, "never pass by checking nothing")
  #expect(code([endpoint("d", .notDue)], []) == 0)
  #expect(code([endpoint("d", .notDue)], [breaking]) == 1, "a break counts as long as it lasts")
  var candidates = warning
  candidates.versions = [AffectedVersion(VersionInfo(id: "v2", status: .candidate), costs: .everyRecordLost)]
  for failOn in [Level.breaking, nil] {
    let spared = ExitState(
      endpoints: [endpoint("b", .drift)], findings: [candidates], failOn: FailLevel(failOn), allowIncomplete: false)
    #expect(spared.code == 0)
    let failed = ExitState(
      endpoints: [endpoint("b", .drift)], findings: [candidates], failOn: FailLevel(failOn), failsCandidates: true,
      allowIncomplete: false)
    #expect(failed.code == 1)
    #expect(failed.reasons == ["1 that would be breaking if the candidate had shipped"])
  }
  let state = ExitState(
    endpoints: some, findings: [breaking, warning], failOn: FailLevel(.warning), allowIncomplete: false)
  #expect(state.reasons == ["1 breaking finding", "1 warning finding", "1 of 3 endpoints could not be checked"])
}
