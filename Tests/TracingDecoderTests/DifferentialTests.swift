import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

/// Seeds of mutations, four in the long tests: `deploy/test` compares thousands of other pairs besides.
private let mutationSeeds: [UInt64] =
  ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] == nil ? [11] : [11, 12, 13, 14]

@Suite("Decodes exactly as Foundation does")
struct DifferentialTests {
  @Test("Every awkward type with its payloads under every setting", arguments: Setting.all)
  func seeds(_ setting: Setting) {
    let decoder = setting.make()
    for target in Target.awkward {
      for seed in target.seeds {
        if let difference = target.difference(seed.bytes, decoder) {
          Issue.record("\(target), \(setting): \(difference)")
        }
      }
    }
  }

  @Test("Every awkward type with the payloads of all others")
  func foreignSeeds() {
    let decoder = JSONDecoder()
    let payloads = Target.awkward.compactMap(\.seeds.first)
    for (position, target) in Target.awkward.enumerated() {
      // A third of them each, since the command crosses all.
      for payload in payloads[(position % 3)...].enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
        if let difference = target.difference(payload.bytes, decoder) { Issue.record("\(target): \(difference)") }
      }
    }
  }

  @Test("Every type that a contract reads with recorded responses, which it decodes as its app does")
  func contracts() {
    #expect(Target.contracts.count == 34)
    for target in Target.contracts {
      #expect(!target.seeds.isEmpty, "no recording for \(target)")
      guard let makeDecoder = target.ownDecoder else { continue }
      for seed in target.seeds {
        let comparison = target.compare(seed.bytes, makeDecoder)
        #expect(comparison.expected.value != nil && comparison.difference == nil, "\(target): \(comparison)")
        #expect(seed.bytes.count < 8_000)
      }
    }
  }

  @Test("Mutated payloads: the same verdict, value, kind, path and text", arguments: mutationSeeds)
  func mutations(_ seed: UInt64) {
    var trial = DifferentialTrial(seed: seed)
    for index in 0..<1_200 { trial.run(pair: index) }
    #expect(trial.tally.disagreements.isEmpty, "\(trial.tally.disagreements)")
    // The trial bites: it neither breaks everything nor nothing.
    #expect(trial.tally.accepted > 150)
    #expect(trial.tally.refused.values.reduce(0, +) > 500)
    #expect(trial.tally.malformed > 50)
  }

  /// Tells which decoder it meets, so that the comparison has something to find.
  private struct Spy: Decodable {
    var name: String
    init(from decoder: any Decoder) throws { name = "\(Swift.type(of: decoder))" }
  }
  private struct Liar: Decodable {
    init(from decoder: any Decoder) throws {
      if !"\(Swift.type(of: decoder))".hasPrefix("JSONDecoder") { _ = try decoder.container(keyedBy: Name.self) }
    }
  }
  /// Says something else with the same kind and path.
  private struct Mumbler: Decodable {
    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(Swift.type(of: decoder))"))
    }
  }

  @Test("The comparison detects different values, verdicts and texts, and shrinks the payload")
  func comparisonCanFail() {
    #expect(Target(Spy.self).difference("1") != nil)
    #expect(Target(Liar.self).difference("1") != nil)
    #expect(Target([Liar].self).difference("[{},1]") != nil)
    #expect(Target(Liar.self).difference("{}") == nil)
    #expect(Target(Mumbler.self).difference("{}") != nil)
    #expect(Target([String: Liar].self, hasDictionary: true).difference(#"{"a":1,"b":{}}"#) != nil)
    var trial = DifferentialTrial(targets: [Target([Liar].self, #"[{},{"a":[1,2,3]},{},{}]"#)], seed: 1)
    for index in 0..<200 { trial.run(pair: index) }
    #expect(trial.tally.disagreementCount > 0)
    #expect(trial.tally.disagreements.first.map { $0.payload.count <= 8 } == true, "\(trial.tally.disagreements)")
  }

  @Test("Any of several bad members of a dictionary may be named first, but its failure must be the same")
  func orderOfMembers() {
    let target = Target([String: Int].self, hasDictionary: true)
    for size in 1...12 {
      let text = "{" + (0..<size).map { #""k\#($0)":"\#($0)""# }.joined(separator: ",") + "}"
      #expect(target.difference(text) == nil)
    }
    // Not free: the members of a struct.
    #expect(Target(Inner.self).difference(#"{"y":1,"x":"a"}"#) == nil)
  }

  @Test("Decoders that cannot be mirrored are refused with the reason")
  func notMirrored() throws {
    // Adds no state to a class that Foundation declares safe to share.
    final class Own: JSONDecoder, @unchecked Sendable {}
    let json5 = JSONDecoder()
    json5.allowsJSON5 = true
    let open = JSONDecoder()
    open.assumesTopLevelDictionary = true
    let document = try JSONDocument(Array("1".utf8))
    for decoder in [Own(), json5, open] {
      #expect(throws: DecoderNotMirrored.self) { try decode(Int.self, from: document, like: decoder) }
      guard case .notMirrored(let reason) = trace(Int.self, in: document, like: decoder).verdict else {
        Issue.record("mirrored")
        continue
      }
      #expect(!reason.isEmpty)
    }
  }
}
