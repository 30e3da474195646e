import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

/// What a version keeps of a response, and what is said of it: kind, path, and how often of how often.
struct WriteBackCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let version: String
  let response: String
  let differences: [String]

  init(_ title: String, _ version: String, _ response: String, _ differences: String...) {
    (testDescription, self.version, self.response, self.differences) = (title, version, response, differences)
  }
}

extension WorkerTests {
  @Suite("What is read and written back")
  struct WriteBackTests {
    private func writeBack(
      _ version: String, _ response: String, endpoint: String = "article", timeout: Double = 60
    ) async throws -> WriteBackExamination {
      let facts = try await hostileExaminer(timeout: timeout).examine(
        Job(contract: "catalogue", endpoint: endpoint, versions: [version], body: Array(response.utf8)))
      let all = try #require(try facts.version(version).writeBacks)
      #expect(all.count == 1 && all.first?.target == "update")
      return try #require(all.first)
    }

    private func told(_ facts: WriteBackExamination) -> [String] {
      facts.differences.map { "\($0.kind.rawValue) \($0.pattern) \($0.count)/\($0.total)" }
    }

    @Test(
      "is compared with the response, path by path",
      arguments: [
        WriteBackCase(
          "all is kept", "v1", #"{"id":1,"title":"A","price":0.1,"note":"n","categoryID":null}"#,
          "null-left-out $.categoryID 1/1"),
        WriteBackCase(
          "members that nobody reads are erased", "v1",
          #"{"id":1,"title":"A","price":2,"slug":"a","tags":[],"seller":{"id":7}}"#, "erased $.seller 1/1",
          "erased $.slug 1/1", "erased $.tags 1/1"),
        WriteBackCase(
          "what the provider sets itself is left out", "v1",
          #"{"id":1,"title":"A","price":2,"updatedAt":{"by":1}, "updatedAtAll":1}"#, "erased $.updatedAtAll 1/1"),
        WriteBackCase(
          "a number is its value, not its spelling", "v1", #"{"id":1,"title":"A","price":1.0}"#),
        WriteBackCase(
          "an exponent is a spelling too", "v1", #"{"id":1e0,"title":"\u0041","price":12.50e1}"#),
        WriteBackCase(
          "seventeen digits of one double are that double", "v1",
          #"{"id":1,"title":"A","price":0.30000000000000004}"#),
        WriteBackCase(
          "more digits than a double has are lost", "v1", #"{"id":1,"title":"A","price":3.14159265358979323846}"#,
          "changed $.price 1/1"),
        WriteBackCase(
          "an integer beyond 2^53 that is read as Double is another one", "counted", #"{"id":9007199254740993}"#,
          "changed $.id 1/1"),
        WriteBackCase("an integer up to 2^53 is not", "counted", #"{"id":9007199254740992}"#),
        WriteBackCase(
          "nothing is written as null, or as a default", "eager", #"{"id":1}"#, "null-added $.note 1/1",
          "added $.count 1/1"),
        WriteBackCase(
          "null is written as a default", "eager", #"{"id":1,"note":null,"count":null}"#, "changed $.count 1/1"),
        WriteBackCase(
          "a fraction of a second is lost", "stamped",
          #"{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","at":"2026-02-06T10:00:00.125Z"}"#, "changed $.at 1/1"),
        WriteBackCase(
          "the same time and UUID in other characters", "stamped",
          #"{"id":"6f9619ff-8b86-d011-b42d-00cf4fc964ff","at":"2026-02-06T11:00:00+01:00"}"#, "respelled $.at 1/1",
          "respelled $.id 1/1"),
        WriteBackCase(
          "a date becomes a number", "numbered",
          #"{"id":"6F9619FF-8B86-D011-B42D-00CF4FC964FF","at":"2026-02-06T10:00:00Z"}"#, "changed $.at 1/1"),
        WriteBackCase(
          "a set has no order", "unordered",
          #"{"tags":["a","b","c","d","e"],"entries":[{"id":1,"price":1},{"id":2,"price":2},{"id":3,"price":3}]}"#),
        WriteBackCase(
          "a large set has none either, whatever its elements lose", "unordered",
          #"{"tags":[],"entries":[\#((0..<3000).map { #"{"id":\#($0),"price":\#($0).5,"of":"x"}"# }.joined(separator: ","))]}"#,
          "erased $.entries[*].of 3000/3000"),
        WriteBackCase(
          "a set has each only once", "unordered",
          #"{"tags":["a","b","a"],"entries":[{"id":1,"price":1},{"id":2,"price":2},{"id":1,"price":1}]}"#,
          "erased $.entries[*] 1/3", "erased $.tags[*] 1/3"),
        WriteBackCase(
          "what is left out may be below names that are data", "rates",
          #"{"a":{"id":1,"by":"x","of":{"y":1}},"b":{"id":2,"by":"y"}}"#, "erased $.a.of 1/1"),
        WriteBackCase(
          "names that are data are one path", "rates",
          "{\((0..<40).map { #""c\#($0)":{"id":1,"of":"x\#($0)"}"# }.joined(separator: ","))}",
          "erased $.*.of 40/40"),
      ])
    func comparison(_ test: WriteBackCase) async throws {
      let facts = try await writeBack(test.version, test.response)
      #expect(facts.execution == .succeeded && facts.made == 1 && facts.offered == 1)
      #expect(told(facts).sorted() == test.differences.sorted())
    }

    @Test("shows what a lossy array left out, and not a change of all that follows")
    func lossyArray() async throws {
      let text = #"[{"id":1,"price":1,"x":0},{"id":2},{"id":3,"price":3},{"price":4},{"id":5,"price":5,"x":1}]"#
      let facts = try await writeBack("patient", text, endpoint: "articles")
      #expect(told(facts) == ["erased $[*] 2/5", "erased $[*].x 2/2"])
      #expect(facts.differences.first?.pointer == "/1")
    }

    @Test("is compared record by record inside an envelope, even if one body cannot be made")
    func records() async throws {
      let items = ["A", "throw", "C"].enumerated().map { #"{"id":\#($0),"title":"\#($1)","price":\#($0),"slug":"s"}"# }
      let facts = try await writeBack(
        "enveloped", #"{"total":3,"items":[\#(items.joined(separator: ","))]}"#, endpoint: "articles")
      #expect(facts.offered == 3 && facts.made == 2)
      #expect(facts.thrown == [Thrown(message: "TooLarge: TooLarge()", count: 1)])
      #expect(told(facts) == ["erased $.items[*].slug 2/3"])
      #expect(facts.differences.first?.pointer == "/items/0/slug")
      #expect(told(try await writeBack("enveloped", #"{"items":[]}"#, endpoint: "articles")) == [])
      // What is left out is not written, and so loses nothing; the others are found by what they hold.
      let dropped = items[0] + "," + items[2].replacing("\"C\"", with: "\"drop\"") + "," + items[2]
      let left = try await writeBack("enveloped", #"{"items":[\#(dropped)]}"#, endpoint: "articles")
      #expect(left.execution == .succeeded && left.made == 2 && told(left) == ["erased $.items[*].slug 2/3"])
      let unknown =
        #"{"items":[{"id":1,"title":"drop","price":1},{"id":2,"title":"B","price":1.00000000000000000001}]}"#
      #expect(try await writeBack("enveloped", unknown, endpoint: "articles").execution.notRunReason != nil)
    }

    @Test("is a finding of the version if it traps, hangs or throws, and no other differences are reported")
    func badCode() async throws {
      let crash = try await writeBack("v1", #"{"id":1,"title":"trap","price":1}"#)
      #expect(crash.execution.crashReason?.contains("cannot be written") == true)
      let hang = try await writeBack("v1", #"{"id":1,"title":"hang","price":1}"#, timeout: 1)
      #expect(hang.execution == .timedOut(seconds: 1))
      let thrown = try await writeBack("v1", #"{"id":1,"title":"throw","price":1}"#)
      #expect(thrown.execution == .succeeded && thrown.made == 0 && thrown.thrown.map(\.count) == [1])
      for part in [crash, hang, thrown] { #expect(part.differences.isEmpty && part.typeName == "Article") }
    }

    @Test("counts identities only if other mappings refer to them")
    func references() async throws {
      let text = #"[{"id":1,"title":"A","price":1,"categoryID":5},{"id":2,"title":"B","price":1,"categoryID":6},"#
      let articles = try await hostileExaminer().examine(
        Job(
          contract: "catalogue", endpoint: "articles", versions: ["v1"],
          body: Array((text + #"{"id":3,"title":"C","price":1}]"#).utf8)))
      let categories = try await hostileExaminer().examine(
        Job(
          contract: "catalogue", endpoint: "categories", versions: ["v1"],
          body: Array(#"[{"id":5,"name":"five"},{"id":7,"name":"seven"}]"#.utf8)))
      let mapping = try #require(articles.version("v1").mappings.first)
      let reference = try #require(mapping.references?.first)
      #expect(mapping.references?.count == 1 && mapping.identities == nil)
      #expect(reference.total == 2 && reference.unmatched == nil && reference.endpoint == "categories")
      let known = try #require(categories.version("v1").mappings.first?.identities)
      #expect(known.counts.count == 2 && known.isWhole)
      #expect(reference.identities?.unmatched(in: known) == 1)
      let stored = try JSONDecoder().decode(IdentityDigests.self, from: JSONEncoder().encode(known))
      #expect(stored == known)
    }
  }
}

@Test(
  "Different spellings of a number have the same meaning, different numbers do not",
  arguments: [
    ("1", "1.0", true), ("100", "1e2", true), ("-0", "0", true), ("0.1", "1e-1", true), ("1.50", "1.5", true),
    ("9007199254740993", "9007199254740992", false), ("9007199254740993.0", "9007199254740993", true),
    ("0.1", "0.10000000000000001", true), ("0.1", "0.2", false), ("-1", "1", false),
    ("12345678901234567.89", "12345678901234568", false), ("1e400", "1e401", false), ("01", "1", true),
    ("1e99999999999999999999", "1", false), ("1e-9223372036854775808", "1", false),
    ("1e9223372036854775807", "1", false),
  ])
func numbersByValue(_ one: String, _ other: String, _ isSame: Bool) {
  #expect((ScalarMeaning.number(one) == ScalarMeaning.number(other)) == isSame)
}

@Test(
  "Different forms of the same time in RFC 3339 have the same meaning",
  arguments: [
    ("2026-02-06T10:00:00Z", "2026-02-06T10:00:00.000Z", true),
    ("2026-02-06T10:00:00Z", "2026-02-06t12:30:00.0+02:30", true),
    ("2026-03-01T00:30:00+0100", "2026-02-28T23:30:00Z", true),
    ("2026-02-06T10:00:00Z", "2026-02-06T10:00:00.5Z", false),
    ("2026-02-06T10:00:00Z", "2026-02-06T10:00:01Z", false),
  ])
func timesByMoment(_ one: String, _ other: String, _ isSame: Bool) throws {
  let moments = (try #require(ScalarMeaning.instant(one)), try #require(ScalarMeaning.instant(other)))
  #expect((moments.0 == moments.1) == isSame)
  for wrong in [
    "", "2026-02-06", "2026-02-06T10:00:00", "2026-13-06T10:00:00Z", "2026-02-06T10:00:00ZZ", "xxxx-02-06T10:00:00Z",
  ] {
    #expect(ScalarMeaning.instant(wrong) == nil)
  }
}

@Test("Too many identities are not compared, and counts are the same after they are stored and read")
func tooManyIdentities() throws {
  var digests = IdentityDigests()
  for number in 0..<IdentityDigests.maximumRecords { digests.add("\(number % 300)") }
  #expect(digests.isWhole && digests.counts.count == 300)
  #expect(try JSONDecoder().decode(IdentityDigests.self, from: JSONEncoder().encode(digests)) == digests)
  digests.add("one more")
  #expect(!digests.isWhole && digests.counts.isEmpty)
  #expect(try JSONDecoder().decode(IdentityDigests.self, from: JSONEncoder().encode(digests)) == digests)
}
