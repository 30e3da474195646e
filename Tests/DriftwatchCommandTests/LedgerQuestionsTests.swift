import Foundation
import TestSupport
import Testing

/// Three hundred days of two endpoints whose provider changes, mends, changes again, flaps and goes away.
private struct ThreeHundredDays {
  static let first = Date(timeIntervalSince1970: 1_746_057_600)  // 2025-05-01

  /// `2025-05-01` for day 1.
  static func date(_ day: Int) -> String {
    String(first.addingTimeInterval(Double(day - 1) * 86_400).formatted(.iso8601).prefix(10))
  }

  /// People, of whom version 1 (until 2026-01-15, day 260) reads id and name, and version 2 id and email.
  static func people(_ day: Int) -> String {
    let people = (0..<20).map { number -> String in
      let id = day * 20 + number
      var members: [String] = []
      switch day {
      case 61...70: members.append(#""id":"x\#(id)""#)
      case 120...129: members.append(#""id":{"value":\#(id)}"#)
      default: members.append(#""id":\#(id)"#)
      }
      if !(270...275).contains(day) { members.append(#""name":"Ada \#(id)""#) }
      if !(150...159).contains(day), day < 298 { members.append(#""email":"ada\#(id)@example.org""#) }
      let isText = [170, 171, 175, 176, 180, 181].contains(day)
      members.append(isText ? #""age":"\#(20 + id % 50)""# : #""age":\#(20 + id % 50)"#)
      if day >= 100 { members.append(#""nick":"a\#(id)""#) }
      return "{\(members.joined(separator: ","))}"
    }
    return "[\(people.joined(separator: ","))]"
  }

  /// Teams of one name each, which version 1 maps; on days 80 to 84 two of ten have no name.
  static func teams(_ day: Int) -> String {
    let teams = (0..<10).map { number in
      let id = day * 10 + number
      return (80...84).contains(day) && number < 2 ? #"{"id":\#(id)}"# : #"{"id":\#(id),"name":"Team \#(id)"}"#
    }
    return "[\(teams.joined(separator: ","))]"
  }

  let driftwatch: Driftwatch

  init() async throws {
    driftwatch = try Driftwatch(.releases)
    for day in 1...300 {
      let folder = "Contracts/Any/Recordings/\(Self.date(day))"
      try driftwatch.place.write(Self.people(day), to: "\(folder)/dated/people/index.json")
      if (200...204).contains(day) {
        try driftwatch.place.write(#"{"status":503}"#, to: "\(folder)/dated/people/index.meta.json")
      }
      try driftwatch.place.write(Self.teams(day), to: "\(folder)/tested/teams/index.json")
    }
    let ending = try await driftwatch.call(
      "check", "dated", "tested/teams", "--from", "recordings", "--db", driftwatch.ledger, "--fail-on", "never")
    #expect(ending.code == 0, "\(ending.text)\(ending.errors)")
  }

  /// Two checks of a host that is down.
  func goDark() async throws {
    try driftwatch.place.write(#"{"blindAfter": 0.001}"#, to: "driftwatch.json")
    try driftwatch.place.write(#"{"status":503,"body":"{}"}"#, to: "told/people.http.json")
    let server = try HostileServer(files: driftwatch.place.path("told"))
    for _ in 1...2 {
      _ = try await driftwatch.call(
        "check", "dated/people", "--base-url", "dated=\(server.url("/told"))", "--db", driftwatch.ledger)
    }
  }

  /// The answer to a question, a line of values for each row.
  func answer(_ sql: String, _ parameters: [String: String]) async throws -> [String] {
    let script = """
      import json, sqlite3, sys
      ledger = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
      for row in ledger.execute(sys.argv[2], json.loads(sys.argv[3])): print(" | ".join("" if v is None else str(v) for v in row))
      """
    let names = String(decoding: try JSONEncoder().encode(parameters), as: UTF8.self)
    let ending = try await Program("/usr/bin/python3", ["-c", script, driftwatch.ledger, sql, names]).end()
    #expect(ending.code == 0, "\(ending.errors)\n\(sql)")
    return ending.text.split(separator: "\n").map(String.init)
  }
}

@Suite("What people ask the ledger")
struct LedgerQuestionsTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/ledger.md")

  /// The questions of the page with their SQL, in its order.
  private static func questions() throws -> [String] {
    try String(contentsOf: page, encoding: .utf8).matches(of: #/(?s)```sql\n(.*?)```/#).map { String($0.1) }
  }

  @Test("Each of the page's twelve questions is answered with what happened in three hundred days")
  func questions() async throws {
    let days = try await ThreeHundredDays()
    let questions = try Self.questions()
    try #require(questions.count == 12)
    let parameters = [
      "contract": "dated", "endpoint": "people", "version": "v2", "path": "$[*].id", "since": "2025-05-01",
      "until": "2025-08-01",
    ]
    func ask(_ number: Int, _ changes: [String: String] = [:]) async throws -> [String] {
      try await days.answer(questions[number - 1], parameters.merging(changes) { $1 })
    }
    func day(_ number: Int) -> String { ThreeHundredDays.date(number) + "T00:00:00Z" }
    #expect(try await ask(1) == ["dated | v2 |  | breaking | people | 2 | \(day(298))"])
    #expect(
      try await ask(2) == [
        "\(day(61)) | people | field-type-changed | $[*].id | number | string | \(day(71))",
        "\(day(100)) | people | field-added | $[*].nick | absent | string | \(day(101))",
        "\(day(120)) | people | field-type-changed | $[*].id | number | object {value} | \(day(130))",
        "\(day(150)) | people | field-removed | $[*].email | string | absent | \(day(160))",
        "\(day(170)) | people | field-type-changed | $[*].age | number | string | \(day(172))",
        "\(day(175)) | people | field-type-changed | $[*].age | number | string | \(day(177))",
        "\(day(180)) | people | field-type-changed | $[*].age | number | string | \(day(182))",
        "\(day(270)) | people | field-removed | $[*].name | string | absent | \(day(276))",
        "\(day(298)) | people | field-removed | $[*].email | string | absent | still so",
      ])
    #expect(
      try await ask(3) == [
        "dated | people | $[*].age | 3 | field-type-changed", "dated | people | $[*].email | 2 | field-removed",
        "dated | people | $[*].id | 2 | field-type-changed", "dated | people | $[*].name | 1 | field-removed",
        "tested | teams | $[*].name | 1 | field-became-optional", "dated | people | $[*].nick | 1 | field-added",
      ])
    #expect(try await ask(4) == ["dated | people | 3 | 10.0 | 10.0", "tested | teams | 1 | 5.0 | 5.0"])
    #expect(
      try await ask(5)
        == ["\(day(61)) | MailDTO.id: Int | $[*].id | string \"x1220\" | 20 | 20 | \(day(71))"].map {
          $0.replacing("Z | MailDTO", with: "Z | people | MailDTO")
        })
    #expect(
      try await ask(7) == [
        "decode-key-not-found | $[*].email | String | nothing | /0/email |  | ",
        "decode-key-not-found | $[*].email | String | nothing | /0/email |  | ",
        "decode-type-mismatch | $[*].id | Int | object {value} | /0/id | {value} | ",
        "decode-type-mismatch | $[*].id | Int | string \"x1220\" | /0/id | \"x1220\" | ",
      ])
    #expect(
      try await ask(8, ["contract": "tested", "endpoint": "teams"]) == [
        "\(day(1)) | \(day(80)) | v1 | Team | 10 | 10 | 0 | 100.0",
        "\(day(80)) | \(day(85)) | v1 | Team | 10 | 0 | 1 | 0.0",
        "\(day(85)) |  | v1 | Team | 10 | 10 | 0 | 100.0", "\(day(1)) | \(day(10)) | v2 | Team | 10 | 0 | 0 | 0.0",
        "\(day(10)) | \(day(80)) | v2 | Team | 10 | 10 | 0 | 100.0",
        "\(day(80)) | \(day(85)) | v2 | Team | 10 | 0 | 1 | 0.0", "\(day(85)) |  | v2 | Team | 10 | 10 | 0 | 100.0",
      ])
    #expect(
      try await ask(9) == [
        "\(day(61)) | \(day(71)) | gone | decode-type-mismatch | Int | string \"x1220\"",
        "\(day(61)) | \(day(71)) | gone | field-type-changed | number | string",
        "\(day(120)) | \(day(130)) | gone | decode-type-mismatch | Int | object {value}",
        "\(day(120)) | \(day(130)) | gone | field-type-changed | number | object {value}",
      ])
    let timeline = try await ask(10, ["since": day(61), "until": day(72)])
    #expect(
      timeline == [
        "\(day(61)) | begins | decode-type-mismatch: NamedDTO.id expects Int and gets string \"x1220\".",
        "\(day(61)) | begins | field-type-changed: $[*].id was number and is string.",
        "\(day(61)) | incident opened | app 1.0 and 2.0 cannot load people",
        "\(day(71)) | ends (gone) | decode-type-mismatch: NamedDTO.id expects Int and gets string \"x1220\".",
        "\(day(71)) | ends (gone) | field-type-changed: $[*].id was number and is string.",
        "\(day(71)) | incident resolved | app 1.0 and 2.0 cannot load people",
      ])
    #expect(
      try await ask(11) == ["dated | people | field-type-changed | $[*].age | 3 | \(day(170)) | \(day(180))"])
    let months = try await ask(12)
    #expect(months.first == "2025-05 | dated | 31 | 100.0" && months.count == 20)
    #expect(months.contains("2025-11 | dated | 30 | 83.3"), "\(months)")
    // When nothing came.
    #expect(try await ask(6) == [])
    try await days.goDark()
    let dark = try await ask(6)
    #expect(dark.count == 1 && dark[0].hasPrefix("dated | people | watch-unreachable | "), "\(dark)")
    #expect(dark[0].contains("| still so |") && dark[0].contains("503"), "\(dark)")
  }
}
