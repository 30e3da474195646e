import Foundation
import TestSupport
import Testing

@Suite("The past, asked at the command line")
struct HistoryCommandTests {
  /// A day each: the name goes, comes back, is a number, comes back; an age comes along on the third day.
  private func place() async throws -> Driftwatch {
    let driftwatch = try Driftwatch(.quick)
    for day in 1...9 {
      let people = (0..<6).map { number in
        let id = day * 6 + number
        let name = day == 4 ? "" : day == 6 ? #","name":\#(id)"# : #","name":"Ada \#(id)""#
        return #"{"id":\#(id)\#(name)\#(day > 2 ? #","age":\#(id)"# : "")}"#
      }
      try driftwatch.place.write(
        "[\(people.joined(separator: ","))]", to: "Contracts/Any/Recordings/2026-01-0\(day)/quick/people/index.json")
    }
    let ending = try await driftwatch.call(
      "check", "quick/people", "--from", "recordings", "--db", driftwatch.ledger, "--fail-on", "never")
    #expect(ending.code == 0, "\(ending.text)\(ending.errors)")
    return driftwatch
  }

  @Test("What was found over time is listed once each time, with whom it hit and how it ended")
  func history() async throws {
    let driftwatch = try await place()
    let page = try await driftwatch.call("history", "quick/people", "--db", driftwatch.ledger).text
    let head = "5 findings of quick/people, none still there\n3 about what was never seen\n"
    #expect(page.hasPrefix("\(head)fixture-contracts history --all "), "\(page)")
    #expect(
      page.contains(
        """
          2026-01-04 to 2026-01-05  BREAKING  PersonDTO.name is required and is not
                                    there
                                    v1 · 6 of 6 · incident
        """), "\(page)")
    #expect(page.contains("2026-01-06 to 2026-01-07  BREAKING  PersonDTO.name expects String and gets"), "\(page)")
    #expect(page.contains("INFO  $[*].age is new: number; read by no version") && page.contains("normal since"))
    // A command is copied whole.
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasSuffix("--db \(driftwatch.ledger)") })
    let narrow = try await driftwatch.call(
      "history", "quick", "--path", "$[*]['name']", "--since", "2026-01-05T12:00:00Z", "--until", "2026-01-06", "--db",
      driftwatch.ledger
    ).text
    #expect(narrow.hasPrefix("2 findings of quick, none still there\n"), "\(narrow)")
    let none = try await driftwatch.call("history", "--until", "2025-01-01", "--db", driftwatch.ledger)
    #expect(none.code == 0 && none.text == "Nothing was found of all endpoints\n")
    let json = try await driftwatch.call("history", "--format", "json", "--db", driftwatch.ledger)
    struct List: Decodable {
      struct Finding: Decodable {
        let rule: String
        let first_seen: String
        let ended: String?
      }
      let schemaVersion: Int
      let findings: [Finding]
    }
    let list = try JSONDecoder().decode(List.self, from: json.output)
    #expect(list.findings.count == 8 && list.findings[1].rule == "field-added")
    #expect(list.findings[1].first_seen == "2026-01-03T00:00:00Z" && list.findings[1].ended == "2026-01-04T00:00:00Z")
  }

  @Test("The shape of a day, the tree, and what differs between two days")
  func shapes() async throws {
    let driftwatch = try await place()
    func call(_ words: String...) async throws -> String {
      try await driftwatch.call(words + ["--db", driftwatch.ledger]).text
    }
    #expect(
      try await call("shape", "quick/people", "--at", "2026-01-02") == """
        quick/people: 4 paths of 1 response, unchanged since 2026-01-01

        $          array of 6
        $[*]       object
        $[*].id    whole number
        $[*].name  string

        """)
    #expect(
      try await call("shape", "quick/people", "--format", "tree")
        == "{\n  age?: integer\n  id: integer\n  name: string\n}[]\n")
    #expect(try await call("shape", "quick/people", "--at", "now") == call("shape", "quick/people"))
    let diff = try await call("diff", "quick/people", "2026-01-02", "now")
    #expect(diff.contains("quick/people, 2026-01-02 (1 response) to"), "\(diff)")
    #expect(diff.contains(": 1 difference\n\nfield-added  $[*].age  whole number\n"), "\(diff)")
    #expect(diff.contains("5 findings of quick/people between these days, none still there"), "\(diff)")
    #expect(try await call("diff", "quick/people", "2026-01-04", "2026-01-05").contains(": looks the same"))
  }

  @Test("What is open and therefore not learned is told below the shape, and below what differs, for people only")
  func unlearned() async throws {
    let driftwatch = try Driftwatch()
    let checked = try await driftwatch.call(
      "check", "omg-lol/purls", "--from", "recordings", "--contracts", Driftwatch.contracts, "--db", driftwatch.ledger)
    #expect(checked.code == 1, "\(checked.text)\(checked.errors)")
    func call(_ words: [String]) async throws -> String {
      let ending = try await driftwatch.call(words + ["--db", "ledger.sqlite"])
      #expect(ending.code == 0, "\(ending.errors)")
      return ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let line =
      " 1 open change is not part of this: $.response.purls[*].counter was number and is string (BREAKING since 2023-04-12); driftwatch incidents omg-lol/purls --db \(driftwatch.ledger) shows it"
    let (shape, diff) = (["shape", "omg-lol/purls"], ["diff", "omg-lol/purls", "2022-03-01"])
    for words in [shape, shape + ["--at", "2023-04-12"], diff + ["2023-04-12"]] {
      let text = try await call(words)
      #expect(text.hasSuffix(line), "\(text)")
    }
    let others = [
      shape + ["--at", "2022-03-01"], shape + ["--format", "tree"], shape + ["--format", "json-schema"],
      diff + ["2022-03-02"], diff + ["2023-04-12", "--format", "json"],
    ]
    for words in others {
      let text = try await call(words)
      #expect(!text.contains("not part of this"), "\(text)")
    }
  }

  @Test("Rows for other programs: JSON lines and CSV that another parser reads, of findings and of counts")
  func export() async throws {
    let driftwatch = try await place()
    let csv = try await driftwatch.call("export", "--format", "csv", "--db", driftwatch.ledger)
    let file = try driftwatch.place.write(csv.text, to: "findings.csv")
    let script = """
      import csv, sys
      rows = list(csv.DictReader(open(sys.argv[1], newline="")))
      print(len(rows), *sorted({row["rule"] for row in rows}), rows[1]["path"], rows[1]["first_seen"])
      """
    let read = try await Program("/usr/bin/python3", ["-c", script, file]).end()
    #expect(
      read.text
        == "8 decode-key-not-found decode-type-mismatch evidence-never-seen field-added field-removed field-type-changed $[*].age 2026-01-03T00:00:00Z\n"
    )
    let lines = try await driftwatch.call("export", "quick/people", "--rows", "records", "--db", driftwatch.ledger).text
    #expect(lines.split(separator: "\n").count == 5, "\(lines)")
    #expect(
      lines.contains(
        #""lost_responses":1,"made":0,"mapping":"Person","perspective":"recorded","records":6,"since":"2026-01-04T"#))
  }

  @Test("A ledger is copied while it is in use, whole and for its owner only, and never over a file")
  func backup() async throws {
    let driftwatch = try await place()
    let copy = driftwatch.place.path("copy.sqlite")
    let ending = try await driftwatch.call("store", "backup", copy, "--db", driftwatch.ledger)
    #expect(ending.code == 0, "\(ending.errors)")
    #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
    #expect(try await driftwatch.call("store", "verify", "--db", copy).code == 0)
    #expect(
      try await driftwatch.call("history", "--all", "--db", copy).text
        == driftwatch.call("history", "--all", "--db", driftwatch.ledger).text)
    let again = try await driftwatch.call("store", "backup", copy, "--db", driftwatch.ledger)
    #expect(again.code == 2 && again.errors.contains("is there already; name a new file"))
    let nowhere = try await driftwatch.call(
      "store", "backup", driftwatch.place.path("none/copy.sqlite"), "--db", driftwatch.ledger)
    #expect(
      nowhere.code == 4
        && nowhere.errors.contains(
          "store backup: the copy \(driftwatch.place.path("none/copy.sqlite")) cannot be written ("),
      "\(nowhere.errors)")
    #expect(!nowhere.errors.contains("--db") && !nowhere.errors.contains("opened"), "\(nowhere.errors)")
  }

  @Test(
    "What cannot be asked is refused with what can",
    arguments: [
      (["history", "quick/nobody"], 2, #"quick has no endpoint "nobody""#),
      (["history", "/none/people"], 2, #"unknown contract "/none/people";"#),
      (["history", "--path", "name"], 2, "from the root on"),
      (["history", "--since", "yesterday"], 2, "how long ago (90d)"),
      (["history", "--since", "2026-02-30"], 2, "needs a day (2026-01-31)"),
      (["history", "--since", "2026-01-31T25:00:00Z"], 2, "needs a day (2026-01-31)"),
      (["history", "--since", "2026-02-01", "--until", "2026-01-01"], 2, "--since lies after --until"),
      (["shape"], 2, "shape needs one endpoint"),
      (["shape", "quick/people", "--at", "2025-01-01"], 3, "the first shape that is kept"),
      (["shape", "quick/tags"], 3, "nothing is known of quick/tags"),
      (["diff", "quick/people", "2026-01-01"], 2, "two dates"),
      (["diff", "quick/people", "2026-01-05", "2026-01-01"], 2, "lies after"),
      (["export", "--rows", "records", "--path", "$.a"], 2, "have no path"),
      (["export", "--format", "xml"], 2, "jsonl"),
      (["store", "backup"], 2, "needs a file"), (["store", "backup", ""], 2, "needs a file"),
      (["store", "move", ""], 2, "needs a new file"),
    ])
  func refused(_ words: [String], _ code: Int32, _ reason: String) async throws {
    let driftwatch = try await place()
    let ending = try await driftwatch.call(words + ["--db", driftwatch.ledger])
    #expect(ending.code == code && ending.errors.contains(reason), "\(ending.code) \(ending.errors)")
    #expect(ending.text.isEmpty)
  }

  @Test("The JSON Schema accepts each response that it was learned from, and not one that breaks it")
  func schema() async throws {
    let driftwatch = try Driftwatch(.quick)
    for day in 1...30 {
      let members = (0..<8).map { number -> String in
        let id = day * 8 + number
        var members = [#""id":\#(id)"#, #""name":"N \#(id)""#, #""rates":{"2026-01-\#(10 + number)":\#(number).5}"#]
        members.append(#""state":"\#(["open", "closed", "draft"][id % 3])""#)
        members.append(id % 5 == 0 ? #""parent":null"# : #""parent":{"id":\#(id),"tags":["a",\#(id)]}"#)
        if id % 7 != 0 { members.append(#""at":"2026-01-01T10:00:0\#(id % 10)Z""#) }
        members.append(#""price":\#(id % 2 == 0 ? "10" : "10.5")"#)
        return "{\(members.joined(separator: ","))}"
      }
      try driftwatch.place.write(
        "[\(members.joined(separator: ","))]",
        to: "Contracts/Any/Recordings/2026-01-\(day < 10 ? "0" : "")\(day)/quick/people/index.json")
    }
    _ = try await driftwatch.call(
      "check", "quick/people", "--from", "recordings", "--db", driftwatch.ledger, "--fail-on", "never")
    let schema = try await driftwatch.call(
      "shape", "quick/people", "--format", "json-schema", "--db", driftwatch.ledger)
    let file = try driftwatch.place.write(schema.text, to: "schema.json")
    let script = """
      import glob, json, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      files = glob.glob(sys.argv[2] + "/*/quick/people/index.json")
      print(len(files), sum(validator.is_valid(json.load(open(f))) for f in files))
      broken = json.load(open(files[0]))
      for change in ({"name": 1}, {"state": "gone"}, {"parent": []}, {"id": 1.5}):
        print(validator.is_valid([{**broken[0], **change}]), end=" ")
      del broken[0]["name"]
      print(validator.is_valid(broken))
      """
    let checked = try await Program(
      "/usr/bin/python3", ["-c", script, file, driftwatch.place.path("Contracts/Any/Recordings")]
    ).end()
    #expect(checked.text == "30 30\nFalse False False False False\n", "\(checked.errors)\(schema.text)")
  }
}
