import Testing

/// Answers one after another: everything is told once, at the right step and path, and nothing else is.
@Suite struct SequenceTests {
  @Test("Each rule is told once, when it happens", arguments: RuleCases.all)
  func rule(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("What is never drift is never told", arguments: NeverCases.all)
  func never(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("Breaks are followed through time as what they are", arguments: CourseCases.all)
  func course(_ sequence: SequenceCase) async throws { try await sequence.check() }
}
