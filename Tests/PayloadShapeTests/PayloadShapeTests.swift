import JSONDocument
import Testing

@testable import PayloadShape

@Suite("Learning a shape")
struct PayloadShapeTests {
  @Test("Every path has its counts, kinds and ranges")
  func statistics() throws {
    let shape = try shape(
      #"{"results":[{"url":"/a/1/","n":10.0,"tag":"x"},{"url":null,"n":2.5},{"url":"https://a.b","n":-1}],"ok":true}"#,
      #"{"results":[],"ok":false,"next":null}"#)
    #expect(
      shape.paths == [
        "$", "$.next", "$.ok", "$.results", "$.results[*]", "$.results[*].n", "$.results[*].tag", "$.results[*].url",
      ])
    #expect(shape.documents == 2 && !shape.isTruncated)
    let root = try #require(shape.statistics(at: "$"))
    #expect(root.objects == 2 && root.count == 2 && root.parentCount == 2 && root.documents == 2)
    let results = try #require(shape.statistics(at: "$.results"))
    #expect(
      results.statistics.arrays.shortest == 0 && results.statistics.arrays.longest == 3 && results.emptyArrays == 1
        && results.count == 2)
    let element = try #require(shape.statistics(at: "$.results[*]"))
    #expect(element.count == 3 && element.documents == 1 && element.parentCount == 2)
    let number = try #require(shape.statistics(at: "$.results[*].n"))
    let numbers = number.statistics.numbers
    #expect(numbers.minimum == -1 && numbers.maximum == 10 && numbers.whole == 2 && numbers.count == 3)
    let url = try #require(shape.statistics(at: "$.results[*].url"))
    #expect(url.strings == 2 && url.nulls == 1 && url.count == 3 && url.isAlwaysPresent)
    #expect(url.formats == [.urlRelative: 1, .urlAbsolute: 1] && url.closedValues == nil)
    let tag = try #require(shape.statistics(at: "$.results[*].tag"))
    #expect(!tag.isAlwaysPresent && tag.parentCount == 3 && tag.count == 1 && tag.closedValues == ["x": 1])
    let ok = try #require(shape.statistics(at: "$.ok"))
    #expect(ok.booleans == (1, 1) && ok.count == 2)
    #expect(shape.statistics(at: "$.missing") == nil)
    #expect(shape.statistics(at: "results") == nil && shape.statistics(at: "$.result") == nil)
  }

  @Test("Odd names are spelled as in RFC 9535 and found again")
  func oddNames() throws {
    let shape = try shape(#"{"a.b":{"official-artwork":1},"a":{"b":2},"é":3,"*":4,"x\"]y":{"z":5},"x":6}"#)
    for path in shape.paths { #expect(shape.statistics(at: path) != nil, "\(path)") }
    #expect(shape.statistics(at: #"$["a.b"]["official-artwork"]"#)?.statistics.numbers.minimum == 1)
    #expect(shape.statistics(at: "$.a.b")?.statistics.numbers.minimum == 2)
    #expect(shape.statistics(at: #"$["*"]"#)?.statistics.numbers.minimum == 4)
  }

  @Test("Of a repeated name the first value counts")
  func repeatedNames() throws {
    let shape = try shape(#"{"a":1,"a":"x","b":2}"#)
    #expect(shape.statistics(at: "$.a")?.numbers == 1 && shape.statistics(at: "$.a")?.count == 1)
  }

  @Test("Text that cannot be decoded and numbers out of range are counted, not lost")
  func undecodable() throws {
    let shape = try shape(#"["\ud800", 1e999, "x"]"#)
    let element = try #require(shape.statistics(at: "$[*]"))
    #expect(
      element.strings == 2 && element.numbers == 1 && element.statistics.numbers.minimum == nil
        && element.closedValues == nil)
  }

  @Test("Values are kept while they are short, plain and few")
  func vocabularies() throws {
    let few = try shape(copies(30, of: #"{"v":"Rivers"}"#) + [#"{"v":"Lakes"}"#])
    #expect(few.statistics(at: "$.v")?.closedValues == ["Rivers": 30, "Lakes": 1])
    #expect(few.statistics(at: "$.v")?.checksClosed == true)
    let many = try shape(copies(65, of: #"{"v":"w#"}"#))
    #expect(many.statistics(at: "$.v")?.closedValues == nil)
    for odd in ["2026-01-30", "a@b.de", "sk_live_51H8xYzAbCdEf", "a value that is longer than forty bytes in all"] {
      #expect(try shape("{\"v\":\"\(odd)\"}").statistics(at: "$.v")?.closedValues == nil, "\(odd)")
    }
    let titles = try shape(Array(repeating: #"["A","B","C","D","E"]"#, count: 100))
    #expect(titles.statistics(at: "$[*]")?.checksClosed == false, "never the same title twice in one list")
  }

  @Test(
    "Maps whose names are plainly data are folded, odd but fixed names are not",
    arguments: [
      (#"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1}"#, ["$", "$.*"]),
      (
        #"{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1}"#,
        (1...7).map { "$[\"\($0)\"]" }.reduce(into: ["$"]) { $0 += [$1] }
      ),
      (
        #"{"2026-01-01":{"a":1},"2026-01-02":{"b":1},"2026-01-03":1,"2026-01-04":1,"2026-01-05":1,"2026-01-06":1,"#
          + #""2026-01-07":1,"2026-01-08":1}"#, ["$", "$.*", "$.*.a", "$.*.b"]
      ),
      (
        #"{"generation-i":1,"generation-ii":1,"generation-iii":1,"generation-iv":1,"generation-v":1,"#
          + #""generation-vi":1,"generation-vii":1,"generation-viii":1,"generation-ix":1}"#,
        ["$"] + ["i", "ii", "iii", "iv", "ix", "v", "vi", "vii", "viii"].map { "$[\"generation-\($0)\"]" }
      ),
    ])
  func maps(_ text: String, _ expected: [String]) throws {
    #expect(try shape(text).paths == expected)
  }

  @Test("Declared maps are folded at any size, whatever their names")
  func declaredMaps() throws {
    let text = #"{"rates":{"EUR":{"USD":1.1},"GBP":{"USD":1.2}},"other":{"EUR":1}}"#
    let shape = try shape([text], dictionaries: ["$.rates", "$.rates.*"])
    #expect(shape.paths == ["$", "$.other", "$.other.EUR", "$.rates", "$.rates.*", "$.rates.*.*"])
    #expect(shape.statistics(at: "$.rates.*")?.count == 2)
    #expect(shape.statistics(at: "$.rates.*")?.documents == 1)
  }

  @Test("A shape is bounded and says what it leaves out")
  func bounds() throws {
    let wide = "{" + (0..<1100).map { "\"n\($0)x\":{\"a\":1}" }.joined(separator: ",") + "}"
    let folded = try shape(wide)
    #expect(folded.paths == ["$", "$.*", "$.*.a"] && !folded.isTruncated)

    let inner = "{" + (0..<100).map { "\"i\($0)x\":1" }.joined(separator: ",") + "}"
    let large = "{" + (0..<1000).map { "\"n\($0)x\":\(inner)" }.joined(separator: ",") + "}"
    let cut = try shape(large)
    #expect(cut.isTruncated && cut.paths.count == PayloadShape.maximumPaths)
    #expect(changes(from: cut, to: try shape(large, large)) == [])
    let shorter = try shape("{" + (0..<1000).map { "\"n\($0)x\":{\"i1x\":1}" }.joined(separator: ",") + "}")
    #expect(changes(from: shorter, to: cut).allSatisfy { $0.kind.rawValue != "member-removed" })

    let deep = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
    #expect(try shape(deep).paths.count == 500)
  }
}
