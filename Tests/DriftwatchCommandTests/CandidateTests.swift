import Foundation
import TestSupport
import Testing

@Suite("A release under test")
struct CandidateTests {
  private static let people = list(#""name":"Ada","nick":"ada""#)
  private static let withoutNick = list(#""name":"Ada""#)

  private static func list(_ members: String) -> String {
    "[" + (1...6).map { "{\"id\":\($0),\(members)}" }.joined(separator: ",") + "]"
  }

  @Test("A candidate that cannot decode, or maps nothing, fails its test cases; for the monitor it is a warning")
  func candidates() async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(Self.withoutNick, to: "day/tested/people/index.json")
    try driftwatch.place.write(Self.people, to: "day/tested/teams/index.json")
    let check = ["check", "tested", "--from", driftwatch.place.path("day")]
    let junit = try await driftwatch.call(check + ["--format", "junit"])
    #expect(junit.code == 0)
    #expect(junit.text.contains("failures=\"2\""), "\(junit.text)")
    #expect(junit.text.contains("name=\"v2 decodes [NickDTO]\">\n      <failure type=\"decode-key-not-found\""))
    #expect(junit.text.contains("name=\"v2 maps Team\">\n      <failure type=\"mapping-record-dropped\""))
    #expect(junit.text.contains("name=\"v1 decodes [PersonDTO]\"/>"))
    let github = try await driftwatch.call(check + ["--format", "github"])
    #expect(github.code == 0 && github.text.contains("::error title=CANDIDATE tested/people"), "\(github.text)")
    let json = try await driftwatch.call(check + ["--format", "json"])
    #expect(try ReportJSON(json.output).findings.contains { $0.level == "breaking" } == false)

    for (format, word) in [("junit", "<failure"), ("github", "::error")] {
      for options in [["--candidate", "warn"], ["--fail-on", "never"]] {
        let spared = try await driftwatch.call(check + ["--format", format] + options)
        #expect(spared.code == 0 && !spared.text.contains(word), "\(spared.text)")
      }
      let strict = try await driftwatch.call(check + ["--format", format, "--fail-on", "never", "--candidate", "fail"])
      #expect(strict.code == 1 && strict.text.contains(word), "\(strict.text)")
    }
    let text = try await driftwatch.call(check + ["--candidate", "fail"])
    #expect(text.code == 1)
    #expect(text.text.contains("exit code 1: 2 that would be breaking if the candidate had"), "\(text.text)")
    #expect(try await driftwatch.call(check, environment: ["DRIFTWATCH_CANDIDATE": "fail"]).code == 1)
    try driftwatch.place.write(#"{"candidate": "fail"}"#, to: "driftwatch.json")
    #expect(try await driftwatch.call(check + ["--config", driftwatch.place.path("driftwatch.json")]).code == 1)
    let wrong = try await driftwatch.call(check + ["--candidate", "fails"])
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean fail?"), "\(wrong.errors)")
  }

  @Test("A candidate that reads everything passes")
  func soundCandidate() async throws {
    let driftwatch = try Driftwatch(.releases)
    try driftwatch.place.write(Self.people, to: "day/tested/people/index.json")
    let check = ["check", "tested/people", "--from", driftwatch.place.path("day"), "--format", "junit"]
    let ending = try await driftwatch.call(check + ["--candidate", "fail"])
    #expect(ending.code == 0 && !ending.text.contains("<failure"), "\(ending.text)")
  }
}
