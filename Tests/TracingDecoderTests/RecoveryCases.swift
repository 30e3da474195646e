import Foundation
import JSONDocument
import Synchronization
import Testing
import TracingDecoder

@testable import DecoderTrials

/// The trace of a text of which all three decoders agree.
private func tracedAlike<T: Decodable>(
  _ type: T.Type, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ configure: (JSONDecoder) -> Void = { _ in }
) throws -> DecodingTrace {
  agreed(type, text, sourceLocation: sourceLocation, configure)
  return try traced(type, text, configure)
}

@Suite("Recovery")
struct RecoveryCases {
  @Test("Two failures in one object")
  func twoInOne() throws {
    let trace = try tracedAlike(Product.self, product(1, title: "null", price: #"{"amount":1,"currency":"EUR"}"#))
    #expect(brief(trace.failures) == ["1/1 $.title valueNotFound String", "1/1 $.price typeMismatch Double"])
    let price = try #require(trace.failures.last)
    #expect(price.owner == "Product")
    #expect(price.property == "price")
    #expect(price.pointer == "/price")
    #expect(price.found == "object")
    #expect(price.excerpt == "{amount, currency}")
    #expect(price.line == 1)
    #expect(price.codingPath == ["price"])
    #expect(trace.hiddenBelow == [])
    #expect(trace.swallowed == [])
    guard case .failed(let first) = trace.verdict else {
      Issue.record("decoded")
      return
    }
    #expect(first == trace.failures.first)
  }

  @Test("Failures in five hundred elements: all found and counted, each initialiser entered a fixed number of times")
  func manyElements() throws {
    let records = (0..<500).map { product($0, title: $0 % 5 == 0 ? "7" : #""t""#, price: #""9""#) }
    let trace = try tracedAlike([Product].self, "[\(records.joined(separator: ","))]")
    #expect(
      brief(trace.failures) == ["100/500 $[*].title typeMismatch String", "500/500 $[*].price typeMismatch Double"])
    #expect(trace.failures.last?.hint == "the number is in quotes")
    #expect(trace.fields.first { $0.property == "price" }?.seen == 500)
    #expect(trace.fields.first { $0.property == "color" }?.seen == 500)
    let entries = try [250, 500].map { count in
      let list = Array(repeating: #"{"a":"1","b":"2"}"#, count: count).joined(separator: ",")
      return try EntryCounter.count { _ = try traced([EntryCounter].self, "[\(list)]") }
    }
    #expect(entries[1] <= entries[0] * 2 + 8, "\(entries)")
  }

  @Test(
    "A failure below an optional member is found like one below a required member, and both lose the whole response")
  func optionalOrRequired() throws {
    let optional = try tracedAlike(Optionals.self, #"{"inner":{"x":"1"},"i":"1","list":[1,"a"]}"#)
    #expect(
      Set(brief(optional.failures)) == [
        "1/1 $.inner.x typeMismatch Int", "1/1 $.i typeMismatch Int", "1/2 $.list[*] typeMismatch Int",
      ])
    let required = try tracedAlike(Product.self, product(1, category: #"{"id":"1","name":2}"#, color: "5"))
    #expect(
      brief(required.failures) == [
        "1/1 $.category.id typeMismatch Int", "1/1 $.category.name typeMismatch String",
        "1/1 $.color typeMismatch Color",
      ])
    #expect(optional.hiddenBelow == [] && required.hiddenBelow == [])
  }

  @Test("Failures after a bad enum value are found, whether or not another value of the enum was seen before")
  func enums() throws {
    struct Record: Decodable { var kind: Closed, n: Int }
    let alone = try tracedAlike(Record.self, #"{"kind":"three","n":"x"}"#)
    #expect(brief(alone.failures).contains("1/1 $.kind enumUnknownValue Closed"))
    // Without a value of the enum the initialiser cannot go on: then it says so.
    #expect(brief(alone.failures).contains("1/1 $.n typeMismatch Int") || alone.hiddenBelow == ["$"])
    let among = try tracedAlike([Record].self, #"[{"kind":"one","n":1},{"kind":"three","n":"x"},{"kind":"two","n":2}]"#)
    #expect(brief(among.failures) == ["1/3 $[*].kind enumUnknownValue Closed", "1/3 $[*].n typeMismatch Int"])
    #expect(among.hiddenBelow == [])
    struct Listed: Decodable { var color: Color, n: Int }
    let listed = try tracedAlike(Listed.self, #"{"color":"Mauve","n":"x"}"#)
    #expect(brief(listed.failures) == ["1/1 $.color enumUnknownValue Color", "1/1 $.n typeMismatch Int"])
  }

  @Test("An initialiser that validates is reported as hidden, or recovered with a value seen elsewhere")
  func validation() throws {
    let trace = try tracedAlike([Validated].self, #"[{"n":0,"m":"x"},{"n":2,"m":"y"},{"n":1,"m":3}]"#)
    #expect(brief(trace.failures) == ["1/3 $[*] dataCorrupted Validated", "1/3 $[*].m typeMismatch Int"])
    #expect(trace.hiddenBelow == ["$[*]"])
    // The same before any valid one was seen.
    struct Page: Decodable { var first: Validated, total: Int }
    let early = try tracedAlike(Page.self, #"{"first":{"n":0,"m":1},"total":"x"}"#)
    #expect(brief(early.failures) == ["1/1 $.first dataCorrupted Validated"])
    #expect(early.hiddenBelow == ["$.first", "$"])
    // "n" missing: its placeholder 0 is refused by the initialiser, which says nothing about the payload.
    let missing = try tracedAlike([Validated].self, #"[{"m":1},{"n":2,"m":3}]"#)
    #expect(brief(missing.failures) == ["1/2 $[*].n keyNotFound Int"])
  }

  @Test("A failure that the app swallows is not reported as a failure, and its siblings are still checked")
  func swallowed() throws {
    struct Page: Decodable { var items: Lossy, total: Int, next: String }
    let trace = try tracedAlike(
      Page.self, #"{"items":[{"id":1,"name":"a"},{"id":"x","name":"b"},3],"total":"n","next":null}"#)
    #expect(brief(trace.failures) == ["1/1 $.total typeMismatch Int", "1/1 $.next valueNotFound String"])
    #expect(
      Set(brief(trace.swallowed)) == ["1/2 $.items[*].id typeMismatch Int", "1/3 $.items[*] typeMismatch Category"])
    let fine = try tracedAlike(Page.self, #"{"items":[{"id":"x","name":"b"}],"total":1,"next":"n"}"#)
    #expect(fine.verdict == .decoded)
    #expect(fine.failures == [])
    #expect(brief(fine.swallowed) == ["1/1 $.items[*].id typeMismatch Int"])
  }

  @Test("A recovered value never changes alternatives, defaults or validation")
  func noLeaks() throws {
    // Were the inner failure taken for recovered, each of these would decode or fail elsewhere.
    for text in [
      #"[{"x":"1"},{"x":2}]"#, #"[{"id":"1","name":"a"},{"x":null}]"#, #"[{"x":1},5]"#, "[null,{}]",
      #"[{"n":"0","m":1},{"n":0,"m":1}]"#, #"[{"a":"1","b":[1]},{"a":1,"b":[]}]"#, #"[{"type":"x","radius":1}]"#,
    ] {
      agreed([Either<Inner, Category>].self, text)
      agreed([Union].self, text)
      agreed([Validated].self, text)
      agreed([RefusesLate].self, text)
      agreed([RefusesEarly].self, text)
      agreed([Translating].self, text)
      agreed([Attempt<Inner>].self, text)
      agreed([Wrapping].self, text)
      agreed([Witness].self, text)
      agreed([Confusing].self, text)
      agreed([AsksAgain].self, text)
      agreed([Figure].self, text)
    }
    let trace = try tracedAlike([AsksAgain].self, #"[{"v":"x","w":{"x":"1"}},{"v":1,"w":{"x":2}}]"#)
    #expect(brief(trace.failures) == ["1/2 $[*].w.x typeMismatch Int"])
  }

  @Test(
    "For random independent failures, those found are those put in, and the first is Foundation's",
    arguments: [1, 2, 3])
  func property(_ seed: UInt64) {
    var injector = FailureInjector(seed: seed)
    injector.run(documents: 200)
    #expect(injector.report.documents == 200)
    #expect(injector.report.types.count > 50)
    #expect(injector.report.problemCount == 0, "\(injector.report.problems.prefix(5).joined(separator: "\n"))")
  }

  @Test("Initialisers run once if nothing fails, and again only after a failure")
  func reentry() throws {
    let once = try EntryCounter.count { _ = try traced([EntryCounter].self, #"[{"a":1,"b":2},{"a":1,"b":2}]"#) }
    #expect(once == 2)
    // A swallowed failure is none, but what the initialiser would have asked for after it is sought, in two passes.
    let swallowing = try EntryCounter.count {
      _ = try traced([Attempt<EntryCounter>].self, #"[{"a":1,"b":2},{"a":"1"},{"a":1,"b":2}]"#)
    }
    #expect((3...12).contains(swallowing))
    // The strict pass stops at the second; the recovery pass enters both again, and the second several times for each failure.
    let again = try EntryCounter.count { _ = try traced([EntryCounter].self, #"[{"a":1,"b":2},{"a":"1","b":"2"}]"#) }
    #expect((3...24).contains(again))
  }

  @Test("Counts are the same with and without failures")
  func countsAfterFailure() throws {
    let trace = try tracedAlike(
      [Category].self, #"[{"id":1,"name":"a"},{"id":"2","name":2},{"id":3,"name":"c","image":"i"}]"#)
    #expect(trace.fields.map(\.seen) == [3, 3, 1])
    #expect(trace.fields.map(\.missing) == [0, 0, 2])
    let deep = try tracedAlike(
      [Holder<[Category]>].self, #"[{"v":[{"id":1,"name":"a"}]},{"v":[{"id":"2","name":2},{"id":3,"name":null}]}]"#)
    #expect(deep.fields.map(\.seen) == [2, 3, 2, 0])
    #expect(deep.fields.map(\.null) == [0, 0, 1, 0])
  }
}

/// Counts how often its initialiser is entered; counting takes its turn.
struct EntryCounter: Decodable {
  private static let entries = Mutex(0)
  private static let turn = Mutex(())
  private enum Keys: String, CodingKey { case a, b }
  init(from decoder: any Decoder) throws {
    Self.entries.withLock { $0 += 1 }
    let container = try decoder.container(keyedBy: Keys.self)
    _ = try container.decode(Int.self, forKey: .a)
    _ = try container.decode(Int.self, forKey: .b)
  }

  static func count(_ body: () throws -> Void) rethrows -> Int {
    try turn.withLock { _ in
      entries.withLock { $0 = 0 }
      try body()
      return entries.withLock { $0 }
    }
  }
}
