import Foundation
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("The schema of the configuration file")
struct ConfigurationSchemaTests {
  private static let file = Driftwatch.repository.appending(path: "docs/configuration.schema.json")

  /// What only the program can know, or what is no JSON to begin with.
  private static let beyond: Set<String> = [
    "twice", "twice in a table", "an unknown contract", "an unknown endpoint", "an unknown version", "shares over all",
    "a URL of nobody",
    "a file of shares that is not there", "a file that is not there", "a credential that nobody sends", "an empty file",
    "half a file", "another database",
    "a comment without end", "an overflow", "half of a surrogate pair",
  ]

  /// Holds each text against the schema: whether it is one of those that are taken.
  private func taken(_ texts: [String]) async throws -> [Bool] {
    try ExternalTool.jsonSchema.require()
    let place = try TemporaryPlace()
    let list = try place.write(String(decoding: try JSONEncoder().encode(texts), as: UTF8.self), to: "texts.json")
    let script = #"""
      import json, re, sys
      from jsonschema import Draft202012Validator
      schema = json.load(open(sys.argv[1]))
      Draft202012Validator.check_schema(schema)
      string = r'"(?:[^"\\\\]|\\\\.)*"'
      def plain(text):
        text = re.sub(string + r'|//[^\n]*|/\*.*?\*/', lambda m: m[0] if m[0][0] == '"' else ' ', text, flags=re.S)
        return re.sub(string + r'|,(?=\s*[}\]])', lambda m: m[0] if m[0][0] == '"' else ' ', text)
      texts = json.load(open(sys.argv[2]))
      print(json.dumps([Draft202012Validator(schema).is_valid(json.loads(plain(text))) for text in texts]))
      """#
    let checked = try await Program("/usr/bin/python3", ["-c", script, Self.file.path, list]).end()
    try #require(checked.code == 0, "\(checked.errors.suffix(2000))")
    return try JSONDecoder().decode([Bool].self, from: checked.output)
  }

  /// With `RECORD_GOLDEN=1` the file is written anew; look at the difference before you commit it.
  @Test("docs/configuration.schema.json is made of the tables by which the file is read")
  func published() throws {
    let text = try ConfigurationSchema.text()
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" { try Data(text.utf8).write(to: Self.file) }
    #expect(text == String(decoding: try Data(contentsOf: Self.file), as: UTF8.self))
  }

  @Test("What the program takes the schema takes: every key, the examples of the page, and each form of a value")
  func accepted() async throws {
    let page = try String(contentsOf: Driftwatch.repository.appending(path: "docs/configuration.md"), encoding: .utf8)
    let shown = page.components(separatedBy: "```").filter { $0.hasPrefix("json") }.map {
      String($0.drop { $0 != "\n" })
    }
    #expect(!shown.isEmpty)
    let tables = SettingTable.all.map { #"{"\#($0.key)": \#($0.example)}"# }
    let forms = [
      "{}",
      #"{"deadline": 0.5, "maxAge": "1.5h", "limits": {"timeout": "90", "bodyBytes": "64KiB", "headerBytes": "4096"}}"#,
      #"{"environment": "eu west, 2", "perspective": "zürich_1.a", "limits": {"shapeBytes": 65536}}"#,
      #"{"environment": "127.0.0.1:80", "perspective": "recorded-2", "limits": {"shapeBytes": "64 KiB"}}"#,
      #"{"environment": "e", "limits": {"shapeBytes": "0065536", "bodyBytes": "1"}}"#,
      #"{"limits": {"shapeBytes": "1MiB"}}"#,
      #"{"baseURLs": {"a": {"b": "HTTP://127.0.0.1:8080/v1"}}, "intervals": {"a/b": "7d", "a": 1}}"#,
      #"{"installs": {"a": {"command": ["shares"], "v1": 3}, "b": {"file": "shares.json"}, "c": {"file": 3, "command": 4}}}"#,
      #"{"credentials": {"a": {"command": ["pass", "show x"]}, "b": {"environment": "_A1"}, "c": {"credential": "x"}}}"#,
    ]
    let texts = [ConfigurationExamples.whole] + shown + tables + forms
    #expect(zip(texts, try await taken(texts)).filter { !$0.1 }.map(\.0) == [])
  }

  @Test("What the program refuses the schema refuses, but for what only the program can know")
  func refused() async throws {
    let wrong = ConfigurationExamples.wrong.filter { !Self.beyond.contains($0.testDescription) }
    #expect(wrong.count > 20 && ConfigurationExamples.wrong.count - wrong.count == Self.beyond.count)
    // JSON has no such number for others.
    let texts = wrong.map { $0.text.replacing("1e999", with: "1e300") } + ConfigurationExamples.secrets
    #expect(zip(texts, try await taken(texts)).filter(\.1).map(\.0) == [])
  }
}
