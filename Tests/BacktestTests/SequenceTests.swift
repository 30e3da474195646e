import DriftModel
import DriftRules
import Testing

/// Responses one after another: everything is told once, at the right step and path, and nothing else is.
@Suite struct SequenceTests {
  @Test("Each rule is told once, when it happens", arguments: RuleCases.all)
  func rule(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test(
    "A list that holds far less is told once that outlasts chance, and what varies is not", arguments: VolumeCases.all)
  func volume(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("What is never drift is never told", arguments: NoDriftCases.all)
  func never(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("Breaks are followed through time as what they are", arguments: TimeCourseCases.all)
  func course(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("Feeds as they are met: no false word, and no break that hides in them", arguments: DeceptiveFeedCases.all)
  func adversary(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test(
    "What lasts stays told until the former state is seen again; forms that were several from the beginning are none",
    arguments: LastingCases.all)
  func lasting(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test(
    "Some records, then all; objects inside records; states that come back by the clock",
    arguments: PartialChangeCases.all)
  func partial(_ sequence: SequenceCase) async throws { try await sequence.check() }

  @Test("A member that goes from one response in ten is told within a hundred, in all but a few of many sequences")
  func oneInTen() async throws {
    let histories = 200
    var delays: [Int] = []
    for seed in 1...10 {
      var generator = SeededGenerator(UInt64(seed))
      var sequence = try await ResponseSequence()
      for step in 1...(histories + 100) {
        let isGone = step > histories && generator.happens(0.1)
        try await sequence.add(isGone ? #"{"id":7,"name":"Ida"}"# : #"{"id":7,"name":"Ida","balance":\#(step)}"#)
      }
      let told = sequence.told.filter { $0.finding.level > .info }
      #expect(told.allSatisfy { $0.finding.path == "$.balance" && $0.finding.rule == .fieldRemoved })
      if let first = told.first { delays.append(first.step - histories) }
    }
    #expect(delays.count >= 9, "\(delays)")
  }
}
