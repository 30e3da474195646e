import ContractKit
import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

struct TextCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  var acceptWhen: AcceptWhen?
  var isGraphQL = false
  /// Part of the message; nil: accepted.
  var refusal: String?
  /// Part of the reason; nil: JSON.
  var notJSON: String?
  var notices: [String] = []
}

extension WorkerTests {
  @Suite("The text of a response")
  struct ResponseTextTests {
    @Test(
      "is read before any author code, which runs only on JSON whose envelope says success",
      arguments: [
        TextCase(testDescription: "plain", text: "[]"),
        TextCase(testDescription: "empty", text: "", notJSON: "empty"),
        TextCase(
          testDescription: "a login page", text: "<!DOCTYPE html>", notJSON: "an HTML page came in place of JSON"),
        TextCase(
          testDescription: "a page after a byte order mark and white space", text: "\u{FEFF}\r\n\t <HtMl lang=en>",
          notJSON: "an HTML page came in place of JSON"),
        TextCase(testDescription: "XML", text: "<?xml version=\"1.0\"?><html/>", notJSON: "line 1"),
        TextCase(testDescription: "cut", text: #"[{"id":1,"kind":"#, notJSON: "line 1"),
        TextCase(
          testDescription: "lenient", text: #"[{"id":1,"id":2,"kind":"a"},]"#,
          notices: ["duplicate member names", "trailing commas"]),
        TextCase(
          testDescription: "a flag that is set", text: #"{"ok":true}"#, acceptWhen: AcceptWhen("$.ok", equals: true)),
        TextCase(
          testDescription: "a flag that is not set, with a message",
          text: #"{"ok":false,"why":"no\u001b[31m plan\nmore"}"#,
          acceptWhen: AcceptWhen("$.ok", equals: true, message: "$.why"), refusal: "$.ok is false: no [31m plan"),
        TextCase(
          testDescription: "a flag of another type is for the versions to judge", text: #"{"ok":"true"}"#,
          acceptWhen: AcceptWhen("$.ok", equals: true)),
        TextCase(
          testDescription: "a flag that is gone is for the versions to judge", text: "{}",
          acceptWhen: AcceptWhen("$.ok", equals: true)),
        TextCase(
          testDescription: "a word", text: #"{"status":"OK"}"#, acceptWhen: AcceptWhen("$.status", equals: "OK")),
        TextCase(
          testDescription: "another word", text: #"{"status":"DENIED"}"#,
          acceptWhen: AcceptWhen("$.status", equals: "OK"),
          refusal: #"$.status is "DENIED""#),
        TextCase(testDescription: "a number", text: #"{"code":0.0}"#, acceptWhen: AcceptWhen("$.code", equals: 0)),
        TextCase(
          testDescription: "another number", text: #"{"code":7}"#, acceptWhen: AcceptWhen("$.code", equals: 0),
          refusal: "$.code is 7"),
        TextCase(
          testDescription: "GraphQL errors", text: #"{"data":null,"errors":[{"message":"Unknown field"}]}"#,
          isGraphQL: true, refusal: "GraphQL errors: Unknown field"),
        TextCase(testDescription: "no GraphQL errors", text: #"{"data":{},"errors":[]}"#, isGraphQL: true),
        TextCase(testDescription: "errors that are not GraphQL's", text: #"{"errors":[{"message":"x"}]}"#),
      ])
    func isReadFirst(_ text: TextCase) async throws {
      let facts = try await hostileExaminer().examine(
        Job(
          contract: "hostile", endpoint: "mixed", versions: ["good"], acceptWhen: text.acceptWhen,
          isGraphQL: text.isGraphQL, body: Array(text.text.utf8)))
      switch (facts.text, text.notJSON) {
      case (.json, nil): break
      case (.notJSON(let reason), let expected?): #expect(reason.contains(expected))
      default: Issue.record("\(facts.text)")
      }
      switch (facts.envelope, text.refusal) {
      case (.accepted, nil): break
      case (.refused(let message), let expected?): #expect(message == expected)
      default: Issue.record("\(facts.envelope)")
      }
      let isUsed = text.notJSON == nil && text.refusal == nil
      #expect(facts.versions.map(\.version) == (isUsed ? ["good"] : []))
      #expect((facts.shape != nil) == isUsed)
      #expect(facts.notices.map(\.kind).sorted() == text.notices)
      #expect(facts.incomplete.isEmpty)
    }

    @Test("gives the distinct scalars at each wanted path, in their order")
    func links() async throws {
      let body = #"[{"id":3,"kind":"b"},{"id":1,"kind":""},{"id":3,"kind":"a","more":{"on":true,"off":null}}]"#
      let paths = ["$[*].id", "$[*].kind", "$[*].more.*", "$[*].more", "$.none", "not a path"]
      let facts = try await hostileExaminer().examine(
        Job(
          contract: "hostile", endpoint: "mixed", versions: [],
          links: Dictionary(uniqueKeysWithValues: paths.map { ($0, 9) }), body: Array(body.utf8)))
      #expect(
        facts.links == [
          "$[*].id": ["3", "1"], "$[*].kind": ["b", "a"], "$[*].more.*": ["true"], "$[*].more": [], "$.none": [],
          "not a path": [],
        ])
      #expect(facts.shape != nil && facts.versions.isEmpty)
    }

    @Test("gives no more scalars of a long list than are wanted", arguments: [1, 3, 100])
    func mostLinks(_ most: Int) async throws {
      let body = "[" + (1...20_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]"
      for versions in [[], ["good"]] {
        let facts = try await hostileExaminer().examine(
          Job(
            contract: "hostile", endpoint: "mixed", versions: versions, links: ["$[*].id": most],
            body: Array(body.utf8)))
        #expect(facts.links["$[*].id"] == (1...most).map(String.init))
      }
    }

    @Test(
      "that other systems refuse is reported for the versions that run on them",
      arguments: ["v1", "newer"])
    func platforms(_ version: String) async throws {
      let text = """
        [{"id":"1","link":"https://example.com/a","changed":"2024-01-02T03:04:05Z"},
         {"id":"2","link":"not a url","changed":"2024-01-02T03:04:05.678Z"}]
        """
      let facts = try await hostileExaminer().examine(items(text, version)).version(version)
      #expect(facts.decoding == .succeeded)
      guard version == "v1" else {
        #expect(facts.platformDependent.isEmpty)
        return
      }
      let found = facts.platformDependent.sorted { $0.pattern < $1.pattern }
      #expect(found.map(\.pattern) == ["$[*].changed", "$[*].link"])
      #expect(found.map(\.expected) == ["Date", "URL"])
      #expect(found.map(\.example.pointer) == ["/1/changed", "/1/link"])
      #expect(found.map(\.example.line) == [2, 2])
      #expect(found.allSatisfy { $0.rule == .decodePlatformDependent && $0.count == 1 && $0.total == 2 })
      #expect(found.allSatisfy { $0.hint?.hasSuffix("(runs on iOS 15)") == true })
    }

    @Test("that only a more lenient judge accepts has a verdict without an explanation")
    func lenientJudge() async throws {
      let body = Array("[{id: 1, kind: 'single quotes'}]".utf8)
      let facts = try await hostileExaminer().examine(
        Job(contract: "hostile", endpoint: "mixed", versions: ["good", "relaxed"], body: body))
      #expect(facts.text == .json)
      #expect(!(try facts.version("good").decoding.hasSucceeded))
      #expect(try facts.version("relaxed").mappings.first?.recordsOut == 1)
      #expect(facts.versions.allSatisfy { $0.explanationMissing?.contains("our parser does not") == true })
      #expect(facts.shape == nil && facts.incomplete.count == 1)
    }

    @Test("is explained: all failures, catch-all values, and unread members")
    func explanation() async throws {
      let bad = try await hostileExaminer().examine(items(#"[{"id":1,"title":2},{"id":"b","size":"x"}]"#, "v1"))
      let v1 = try bad.version("v1")
      #expect(v1.decoding == .failed(message: "[0].id is of another type, expected String"))
      #expect(v1.failures.map(\.pattern) == ["$[*].id", "$[*].title", "$[*].size"])
      #expect(v1.mappings.isEmpty && v1.contradiction == nil && v1.explanationMissing == nil)
      let text = #"[{"id":"a","kind":"book"},{"id":"b","kind":"film","new":1},{"id":3}]"#
      let lossy = try await hostileExaminer().examine(items(text, "lossy")).version("lossy")
      #expect(lossy.decoding == .succeeded)
      #expect(lossy.fallbacks.map(\.pattern) == ["$[*].kind"])
      #expect(lossy.fallbacks.first?.rule == .lossEnumFallback)
      #expect(lossy.fallbacks.first?.example.excerpt == #""film""#)
      #expect(lossy.fallbacks.first?.example.line == 1)
      #expect(lossy.swallowed.map(\.pattern) == ["$[*].id"])
      #expect(lossy.unread.contains("$[*].new"))
    }
  }
}
