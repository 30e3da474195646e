import DriftModel
import DriftRules
import Testing

@testable import Reporting

struct SentenceCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var versions = [
    SampleReport.version("v1", "1.0", "[LandmarkDTO]"), SampleReport.version("v2", "2.0", "[LandmarkDTO]"),
  ]
  let findings: [Finding]
  let expected: String

  static let key = SampleReport.key("landmarks", "items")
  static func failing(_ verdict: VersionReport.Verdict, decoded: Int = 0, of responses: Int = 1) -> [VersionReport] {
    var failing = SampleReport.version("v1", "1.0", "[LandmarkDTO]", verdict)
    (failing.decoded, failing.responses) = (decoded, responses)
    return [failing, SampleReport.version("v2", "2.0", "[LandmarkDTO]")]
  }
  static func lossy(_ rule: RuleID, _ versions: [String], in recordsIn: Int, out: Int) -> Finding {
    Finding(
      rule: rule, level: .warning, key: key, versions: versions.map { AffectedVersion(version: $0) },
      message: "not used"
    ) {
      $0.mappings = versions.map {
        AffectedMapping(version: $0, mapping: "Landmark", recordsIn: recordsIn, recordsOut: out)
      }
    }
  }
  static func lost(_ property: String, _ how: String) -> Finding {
    Finding(
      rule: .mappingPropertyLost, level: .warning, key: key, versions: [AffectedVersion(version: "v1")],
      message: "not used", subject: property
    ) {
      $0.actual = how
      ($0.count, $0.total) = (20, 20)
      $0.mappings = [
        AffectedMapping(version: "v1", mapping: "Pokemon", properties: [property], recordsIn: 20, recordsOut: 20)
      ]
    }
  }
  static func shape(_ rule: RuleID, isPrediction: Bool = false) -> Finding {
    Finding(
      rule: rule, level: .warning, key: key, path: "$[*].image",
      versions: [AffectedVersion(version: "v1", property: "LandmarkDTO.image: String?")], message: "not used"
    ) {
      ($0.expected, $0.actual, $0.count, $0.total) = ("string", "absent", 1, 1)
      $0.isPrediction = isPrediction
    }
  }
  static func responseLost(_ rule: RuleID, losesResponse: Bool = true) -> Finding {
    Finding(
      rule: rule, level: .breaking, key: key,
      versions: [AffectedVersion(version: "v1", shippedIn: "1.0", losesResponse: losesResponse)],
      message: "The finding's own words.")
  }

  static let all = [
    SentenceCase(
      testDescription: "a list does not decode", versions: failing(.fails),
      findings: [responseLost(.decodeKeyNotFound)],
      expected: "The whole list is lost in v1 (1.0). v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "some of the responses do not decode", versions: failing(.fails, decoded: 11, of: 13),
      findings: [responseLost(.decodeKeyNotFound)],
      expected: "The whole list is lost in v1 (1.0), in 2 of 13 responses. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "one of two responses does not decode", versions: failing(.fails, decoded: 1, of: 2),
      findings: [responseLost(.decodeKeyNotFound)],
      expected: "The whole list is lost in v1 (1.0), in 1 of 2 responses. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "decoding crashes", versions: failing(.crashes), findings: [responseLost(.decodeCrash)],
      expected: "The app crashes on this response in v1 (1.0). v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "a mapping hangs", findings: [responseLost(.mappingTimeout)],
      expected: "The app hangs on this response in v1 (1.0). v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "some records are dropped in both versions",
      findings: [lossy(.mappingRecordDropped, ["v1", "v2"], in: 24, out: 21)],
      expected: "3 of 24 landmarks are missing in v1 and v2; the app shows no error."),
    SentenceCase(
      testDescription: "one record is left out by a lossy array",
      findings: [lossy(.lossElementDropped, ["v2"], in: 1_024, out: 1_023)],
      expected: "1 of 1,024 landmarks is missing in v2; the app shows no error. v1 (1.0) is fine."),
    SentenceCase(
      testDescription: "every record is dropped", findings: [lossy(.mappingRecordDropped, ["v1"], in: 24, out: 0)],
      expected: "All 24 landmarks are missing in v1; the app shows no error. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "the mapping throws for some", findings: [lossy(.mappingThrew, ["v1"], in: 24, out: 20)],
      expected: "4 of 24 landmarks are missing in v1: the mapping throws. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "two properties are nil together", findings: [lost("id", "nil"), lost("spriteURL", "nil")],
      expected:
        "Pokemon.id and Pokemon.spriteURL are nil in 20 of 20 records in v1; they used to be there. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "an optional member that is read is gone", findings: [shape(.fieldRemoved)],
      expected: "v1 (1.0) reads LandmarkDTO.image, which is gone. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "nothing is lost yet", findings: [shape(.fieldBecameNullable, isPrediction: true)],
      expected:
        "v1 (1.0) reads LandmarkDTO.image, which can be null now; nothing is lost yet. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "nothing of all this", findings: [responseLost(.noticeFidelity, losesResponse: false)],
      expected: "The finding's own words. v2 (2.0) is fine."),
    SentenceCase(
      testDescription: "no finding is known any more", findings: [],
      expected: "the headline. v2 (2.0) is fine."),
  ]
}

@Suite("Sentences of the report")
struct SentenceTests {
  @Test("What people feel is said first, then who is spared", arguments: SentenceCase.all)
  func story(_ c: SentenceCase) {
    let findings = SampleReport.belonging(c.findings, to: "0000000000000001")
    let incident = SampleReport.incident(
      "0000000000000001", SentenceCase.key, subject: "$", "the headline", openedAt: SampleReport.now, lastGoodAt: nil,
      findings: findings)
    let report = SampleReport.report(
      [SampleReport.endpoint("landmarks", "items", .drift, versions: c.versions)], findings: findings)
    let view = IncidentView(
      IncidentReport(incident: incident, transition: .opened, shortID: "0000"), findings: report.findings, in: report)
    #expect(view.story(Rules.catalog).sentences.joined(separator: " ") == c.expected)
  }

  @Test("A version that fails for another reason is neither said to be fine nor counted as hit")
  func otherReason() {
    let loss = SampleReport.belonging(
      [SentenceCase.lossy(.mappingRecordDropped, ["v2"], in: 5, out: 4)], to: "0000000000000001")
    let incident = SampleReport.incident(
      "0000000000000001", SentenceCase.key, subject: "mapping Landmark", "x", openedAt: SampleReport.now,
      lastGoodAt: nil, versions: ["v2"], findings: loss)
    let report = SampleReport.report(
      [SampleReport.endpoint("landmarks", "items", .drift, versions: SentenceCase.failing(.fails))], findings: loss)
    let view = IncidentView(
      IncidentReport(incident: incident, transition: nil, shortID: "0000"), findings: report.findings, in: report)
    #expect(view.readers.map(\.mark) == [.unknown, .loss])
    #expect(view.story(Rules.catalog).sentences == ["1 of 5 landmarks is missing in v2; the app shows no error."])
  }
}
