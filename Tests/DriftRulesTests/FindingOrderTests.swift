import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

/// The same facts give the same findings, in whatever order they come.
@Suite struct FindingOrderTests {
  /// Responses that differ in everything a finding could pick its words from.
  private let responses: [Examination] = (0..<4).map { index in
    let versions = (1...3).map { number -> VersionExamination in
      let isBroken = (index + number) % 2 == 0
      return facts("v\(number)", isBroken ? .failed(message: "error \(index)") : .succeeded) { version in
        version.fields = [field("$[*].price", seen: index + 1), field("$[*].note", seen: 0, missing: 1)]
        version.swallowed = [failure(.lossErrorSwallowed, "$[*].size", pointer: "/\(index)/size")]
        if isBroken {
          version.failures = [
            failure(
              .decodeTypeMismatch, "$[*].price", pointer: "/\(9 - index)/price", count: index + 1, total: 10,
              excerpt: "\"\(index)\"")
          ]
        } else {
          version.mappings = [
            mapping(10, made: 10 - index) {
              $0.droppedExample = "/\(index)"
              $0.droppedBlame = index % 2 == 0 ? ["$[*].a"] : ["$[*].b", "$[*].a"]
              $0.properties = [
                PropertyExamination(
                  name: "id", total: 10, nilCount: index, emptyCount: 2, example: "/\(index)", blame: ["$[*].u\(index)"]
                )
              ]
              $0.thrown = [Thrown(message: "error \(index)", count: 1)]
            }
          ]
        }
      }
    }
    var examination = Examination(versions: versions)
    examination.notices = [TextNotice(kind: "duplicate member names", count: index, byteOffset: index)]
    return examination
  }

  private func judge(_ responses: [Examination], _ versions: [VersionInfo]) -> [Finding] {
    var known = MappingStatistics()
    known.absorb(mapping(10, made: 10) { $0.properties = [PropertyExamination(name: "id", total: 10)] })
    return Judgement(
      key: requestKey, versions: versions, examinations: responses, changes: [change(.fieldTypeChanged, "$[*].price")],
      mappings: ["v1": ["Product": known], "v2": ["Product": known], "v3": ["Product": known]]
    ).findings()
  }

  @Test("Findings are the same for any order of releases, responses and facts within a response")
  func anyOrder() {
    let versions = ["v1", "v2", "v3"].map { version($0) }
    let expected = judge(responses, versions)
    #expect(expected.count > 5)
    #expect(Set(expected.map(\.fingerprint)).count == expected.count)
    var generator = SplitMix(state: 4711)
    for _ in 0..<60 {
      var shuffled = responses.shuffled(using: &generator)
      for index in shuffled.indices { shuffled[index].versions.shuffle(using: &generator) }
      #expect(judge(shuffled, versions.shuffled(using: &generator)) == expected)
    }
  }

  @Test("Fingerprints depend on neither wording nor counts nor levels")
  func fingerprints() {
    let one = finding(.decodeTypeMismatch, .breaking, "$.a", message: "One.", count: 1, total: 2)
    let other = finding(.decodeTypeMismatch, .info, "$.a", versions: ["v9"], message: "Two.", count: 40, total: 50)
    #expect(one.fingerprint == other.fingerprint)
    #expect(one.fingerprint != finding(.decodeTypeMismatch, .breaking, "$.b").fingerprint)
    #expect(one.fingerprint != finding(.decodeKeyNotFound, .breaking, "$.a").fingerprint)
  }

  @Test(
    "Releases stand in the order of their numbers",
    arguments: [
      ("v2", "v10", true), ("v10", "v2", false), ("v1", "v1-beta", true), ("a", "b", true), ("v1", "v1", false),
    ])
  func versionOrder(_ left: String, _ right: String, _ isBefore: Bool) {
    #expect(isVersion(left, before: right) == isBefore)
  }
}

/// A small generator with a seed, so that a failure can be repeated (Steele, Lea, Flood: "Fast splittable pseudorandom number
/// generators", 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
