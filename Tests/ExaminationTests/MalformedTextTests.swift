import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Examination

struct MalformedCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let body: [UInt8]
  /// Part of the reason; nil: JSON.
  let reason: String?
  var notices: [String] = []

  init(_ testDescription: String, _ text: String, _ reason: String?, notices: [String] = []) {
    // `~` stands for a byte that is no UTF-8.
    (self.testDescription, self.reason, self.notices) = (testDescription, reason, notices)
    body = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
  }
}

extension WorkerTests {
  @Suite("A text that is malformed somewhere")
  struct MalformedTextTests {
    @Test(
      "is not JSON if a version reads that value, and a notice if none does",
      arguments: [
        MalformedCase("a number", #"[{"id":03,"kind":"a"}]"#, "at /0/id (line 1, column 8): a number that is none"),
        MalformedCase("one where a text is read", #"[{"id":3,"kind":01}]"#, "at /0/kind (line 1, column 17): a number"),
        MalformedCase("in a later record", #"[{"id":3,"kind":"a"},{"id":4.,"kind":"b"}]"#, "at /1/id"),
        MalformedCase("bytes", #"[{"id":3,"kind":"a~"}]"#, "bytes that are not UTF-8"),
        MalformedCase("a tab", "[{\"id\":3,\"kind\":\"a\tb\"}]", "a control character in a string"),
        MalformedCase("half a pair", #"[{"id":3,"kind":"\ud800"}]"#, "half of a surrogate pair"),
        MalformedCase("an escape", #"[{"id":3,"kind":"\q"}]"#, "an escape that is none"),
        MalformedCase("a name", #"[{"id":3,"kind":"a","~":1}]"#, "a member's name with bytes that are not UTF-8"),
        MalformedCase(
          "a member that nobody reads", #"[{"id":3,"kind":"a","note":"~"}]"#, nil, notices: ["invalid UTF-8"]),
        MalformedCase(
          "a number that nobody reads", #"[{"id":3,"kind":"a","n":007}]"#, nil, notices: ["malformed numbers"]),
        MalformedCase("another type is no malformed text", #"[{"id":"3","kind":"a"}]"#, nil),
      ])
    func refused(_ c: MalformedCase) async throws {
      let facts = try await hostileExaminer().examine(
        Job(contract: "hostile", endpoint: "mixed", versions: ["good", "last"], body: c.body))
      guard let reason = c.reason else {
        #expect(facts.text == .json && facts.versions.count == 2)
        #expect(facts.notices.map(\.kind) == c.notices)
        return
      }
      guard case .notJSON(let said) = facts.text else {
        Issue.record("\(facts.text)")
        return
      }
      #expect(said.hasPrefix("not JSON at /") && said.contains(reason), "\(said)")
      #expect(facts.versions.isEmpty && facts.shape == nil)
    }

    @Test("is not JSON if no version reads the response")
    func unread() async throws {
      let facts = try await hostileExaminer().examine(
        Job(contract: "hostile", endpoint: "mixed", versions: [], body: Array(#"{"a":01}"#.utf8)))
      guard case .notJSON(let said) = facts.text else {
        Issue.record("\(facts.text)")
        return
      }
      #expect(said == "not JSON: malformed numbers, the first at byte 6")
    }
  }
}
