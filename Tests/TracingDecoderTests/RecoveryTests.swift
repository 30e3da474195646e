import Foundation
import JSONDocument
import Synchronization
import Testing
import TracingDecoder

private func traced<T: Decodable>(
  _ type: T.Type, _ text: String, _ configure: (JSONDecoder) -> Void = { _ in }
) throws -> DecodingTrace {
  let decoder = JSONDecoder()
  configure(decoder)
  return trace(type, in: try JSONDocument(Array(text.utf8)), like: decoder)
}

/// A failure in few words: `2/3 $[*].price typeMismatch Double`.
private func brief(_ failures: [DecodingFailure]) -> [String] {
  failures.map { "\($0.count)/\($0.total) \($0.pattern) \($0.kind.rawValue) \($0.requestedType)" }
}

private func product(
  _ id: Int, title: String = #""t""#, price: String = "1", category: String = #"{"id":1,"name":"c"}"#,
  images: String = "[]",
  color: String = #""Red""#
) -> String {
  #"{"id":\#(id),"title":\#(title),"price":\#(price),"category":\#(category),"images":\#(images),"color":\#(color)}"#
}

@Suite("Every failure of a payload is found, not only the first")
struct RecoveryTests {
  @Test("Two failures in one object")
  func twoInOne() throws {
    let trace = try traced(Product.self, product(1, title: "null", price: #"{"amount":1,"currency":"EUR"}"#))
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

  @Test("Failures in many elements are counted per pattern, in linear time")
  func manyElements() throws {
    let records = (0..<500).map { product($0, title: $0 % 5 == 0 ? "7" : #""t""#, price: #""9""#) }
    let trace = try traced([Product].self, "[\(records.joined(separator: ","))]")
    #expect(
      brief(trace.failures) == ["100/500 $[*].title typeMismatch String", "500/500 $[*].price typeMismatch Double"])
    #expect(trace.failures.last?.hint == "the number is in quotes")
    #expect(trace.fields.first { $0.property == "price" }?.seen == 500)
    #expect(trace.fields.first { $0.property == "color" }?.seen == 500)
  }

  @Test("One bad record among fifty")
  func oneBadRecord() throws {
    let records = (0..<50).map { product($0, color: $0 == 17 ? #""purple""# : #""Red""#) }
    let trace = try traced([Product].self, "[\(records.joined(separator: ","))]")
    #expect(brief(trace.failures) == ["1/50 $[*].color enumUnknownValue Color"])
    #expect(trace.failures.first?.pointer == "/17/color")
    #expect(trace.failures.first?.owner == "Product")
    #expect(trace.failures.first?.property == "color")
  }

  @Test("An enum value in other letter case is recognised, and so is one that is nearly spelled the same")
  func enumHints() throws {
    let trace = try traced([Color].self, #"["red","Greem","x"]"#)
    #expect(trace.failures.map(\.count) == [3])
    #expect(trace.failures.first?.hint == #""red" is "Red" in other letter case"#)
    #expect(try traced(Color.self, #""Greem""#).failures.first?.hint == #""Greem" is nearly "Green""#)
    #expect(try traced(Color.self, #""x""#).failures.first?.hint == nil)
  }

  @Test("Missing members: at every depth, below optionals too, with the member that may be meant")
  func missing() throws {
    let text = #"[{"x":1},{"X":2},{"y":"a"}]"#
    let trace = try traced([Inner].self, text)
    #expect(brief(trace.failures) == ["2/3 $[*].x keyNotFound Int"])
    #expect(trace.failures.first?.pointer == "/1/x")
    #expect(trace.failures.first?.hint == #""X" is there instead"#)
    #expect(trace.failures.first?.found == "nothing")
    #expect(trace.failures.first?.codingPath == ["Index 1"])
    let optional = try traced(Optionals.self, #"{"inner":{},"list":[1,"a",2.5],"color":"blue","i":"1","i8":300}"#)
    #expect(
      Set(brief(optional.failures)) == [
        "1/1 $.inner.x keyNotFound Int", "1/3 $.list[*] typeMismatch Int", "1/3 $.list[*] numberOutOfRange Int",
        "1/1 $.color enumUnknownValue Color", "1/1 $.i typeMismatch Int", "1/1 $.i8 numberOutOfRange Int8",
      ])
    #expect(optional.failures.first { $0.pattern == "$.list[*]" }?.property == "list")
    #expect(optional.failures.first { $0.pattern == "$.list[*]" }?.owner == "Optionals")
  }

  @Test("Numbers out of range and dates keep their place, which Foundation loses")
  func lostPlaces() throws {
    let number = try traced([Inner].self, #"[{"x":1},{"x":42.5}]"#)
    #expect(brief(number.failures) == ["1/2 $[*].x numberOutOfRange Int"])
    #expect(number.failures.first?.codingPath == [])
    #expect(number.failures.first?.thrownKind == "dataCorrupted")
    #expect(number.failures.first?.message == "the number 42.5 does not fit into Int")
    struct Event: Decodable { var at: Date, end: Date? }
    let dates = try traced([Event].self, #"[{"at":"2024-01-02","end":"tomorrow"}]"#) {
      $0.dateDecodingStrategy = .iso8601
    }
    #expect(brief(dates.failures) == ["1/1 $[*].at dateUnparsable Date", "1/1 $[*].end dateUnparsable Date"])
    #expect(dates.failures.first?.codingPath == ["Index 0"])
    #expect(dates.failures.first?.property == "at")
    let custom = try traced([Event].self, #"[{"at":"x"}]"#) {
      $0.dateDecodingStrategy = .custom { _ in throw Setting.Refusal() }
    }
    #expect(brief(custom.failures) == ["1/1 $[*].at dateUnparsable Date"])
  }

  @Test("A union's alternatives are swallowed where one fits, and its own failure is the last one's")
  func unions() throws {
    let good = try traced([Union].self, #"[{"id":1,"name":"c"},5]"#)
    #expect(good.verdict == .decoded)
    #expect(good.failures == [])
    #expect(!good.swallowed.isEmpty)
    let bad = try traced([Union].self, #"[{"id":1,"name":"c"},"x",{"id":"a","name":"c"},7]"#)
    #expect(brief(bad.failures) == ["2/4 $[*] typeMismatch Int"].map { $0.replacing("Int", with: "Union") })
  }

  @Test("A placeholder never opens a branch that Foundation does not take")
  func scopedPatches() throws {
    // The product's price is bad, so the union must go on to the category, however well the price could be recovered.
    let text = "[\(product(1, price: "null").replacing(#""title":"t""#, with: #""title":"t","name":"n""#)),true]"
    let trace = try traced([Union].self, text)
    #expect(brief(trace.failures) == ["1/2 $[*] typeMismatch Union"])
    #expect(trace.swallowed.contains { $0.pattern == "$[*].price" })
  }

  @Test("Lossy arrays swallow, and their neighbours are still checked")
  func lossy() throws {
    struct Page: Decodable { var items: Lossy, total: Int, next: String }
    let trace = try traced(
      Page.self, #"{"items":[{"id":1,"name":"a"},{"id":"x","name":"b"},3],"total":"n","next":null}"#)
    #expect(brief(trace.failures) == ["1/1 $.total typeMismatch Int", "1/1 $.next valueNotFound String"])
    #expect(
      Set(brief(trace.swallowed)) == ["1/2 $.items[*].id typeMismatch Int", "1/3 $.items[*] typeMismatch Category"])
  }

  @Test("An initialiser that validates is given up with a word, or recovered by a value seen elsewhere")
  func validation() throws {
    let trace = try traced([Validated].self, #"[{"n":0,"m":"x"},{"n":2,"m":"y"},{"n":1,"m":3}]"#)
    #expect(brief(trace.failures) == ["1/3 $[*] dataCorrupted Validated", "1/3 $[*].m typeMismatch Int"])
    #expect(trace.hiddenBelow == ["$[*]"])
    // The same before any valid one was seen.
    struct Page: Decodable { var first: Validated, total: Int }
    let early = try traced(Page.self, #"{"first":{"n":0,"m":1},"total":"x"}"#)
    #expect(brief(early.failures) == ["1/1 $.first dataCorrupted Validated"])
    #expect(early.hiddenBelow == ["$.first", "$"])
    // "n" missing: its placeholder 0 is refused by the initialiser, which says nothing about the payload.
    let missing = try traced([Validated].self, #"[{"m":1},{"n":2,"m":3}]"#)
    #expect(brief(missing.failures) == ["1/2 $[*].n keyNotFound Int"])
  }

  @Test("Deep recursion: a failure in the fifth generation and one in the first")
  func recursion() throws {
    let text =
      #"{"name":"a","next":[{"name":"b","next":[{"name":"c","next":[{"name":"d","next":[{"name":5,"next":[]}]}]}]},{"name":null,"next":[]}]}"#
    let trace = try traced(Chain.self, text)
    #expect(
      brief(trace.failures) == [
        "1/1 $.next[*].next[*].next[*].next[*].name typeMismatch String", "1/2 $.next[*].name valueNotFound String",
      ])
  }

  @Test("A list that holds one text instead of addresses loses the whole answer, at its own place")
  func cutImages() throws {
    let trace = try traced(
      [Product].self, "[\(product(1, images: #"["[\"https://a\"","https://b"]"#)),\(product(2, images: #""x""#))]")
    #expect(brief(trace.failures) == ["1/2 $[*].images typeMismatch [URL]"])
  }

  @Test("Class hierarchies, nested containers and dictionaries")
  func shapes() throws {
    #expect(
      brief(try traced(Dog.self, #"{"name":1,"breed":2}"#).failures) == [
        "1/1 $.breed typeMismatch String", "1/1 $.name typeMismatch String",
      ])
    #expect(
      brief(try traced(Cat.self, #"{"lives":"9","super":{"name":1}}"#).failures) == [
        "1/1 $.lives typeMismatch Int", "1/1 $.super.name typeMismatch String",
      ])
    #expect(
      brief(try traced(Nested.self, #"{"outer":{"inner":{"x":"a"},"list":["b"]}}"#).failures) == [
        "1/1 $.outer.inner.x typeMismatch Int", "1/1 $.outer.list[*] typeMismatch Int",
      ])
    let dictionary = try traced([String: Inner].self, #"{"a":{"x":1},"b":{"x":"1"},"c":{"x":null}}"#)
    #expect(brief(dictionary.failures) == ["1/3 $.*.x typeMismatch Int", "1/3 $.*.x valueNotFound Int"])
    #expect(dictionary.dictionaryPaths == ["$"])
    #expect(dictionary.unread == [])
    let snake = try traced([String: Inner].self, #"{"a_b":{"x":"1"},"c_d":{"x":null}}"#) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    #expect(brief(snake.failures) == ["1/2 $.*.x typeMismatch Int", "1/2 $.*.x valueNotFound Int"])
  }

  @Test("Initialisers run once if nothing fails, and again only after a failure")
  func reentry() throws {
    Counting.entries.withLock { $0 = 0 }
    _ = try traced([Counting].self, #"[{"a":1,"b":2},{"a":1,"b":2}]"#)
    let once = Counting.entries.withLock { $0 }
    #expect(once == 2)
    _ = try traced([Counting].self, #"[{"a":1,"b":2},{"a":"1","b":"2"}]"#)
    // The strict pass stops at the second; healing enters both once more, and the second once for each of its failures.
    let entries = Counting.entries.withLock { $0 }
    #expect(entries == 8)
  }

  @Test("Independent failures put into valid payloads: all found, none invented", arguments: [1, 2, 3, 4, 5, 6])
  func injected(_ count: Int) throws {
    var random = SplitMix(seed: UInt64(count))
    let faults: [(path: String, apply: (inout [String: String]) -> Void)] = [
      ("$[*].id typeMismatch Int", { $0["id"] = #""1""# }),
      ("$[*].title valueNotFound String", { $0["title"] = "null" }),
      ("$[*].price keyNotFound Double", { $0["price"] = nil }),
      ("$[*].category typeMismatch Category", { $0["category"] = "[]" }),
      ("$[*].category.name typeMismatch String", { $0["category"] = #"{"id":1,"name":{}}"# }),
      ("$[*].images[*] typeMismatch URL", { $0["images"] = #"["https://a",1]"# }),
      ("$[*].color enumUnknownValue Color", { $0["color"] = #""Mauve""# }),
      ("$[*].id numberOutOfRange Int", { $0["id"] = "1.5" }),
    ]
    for _ in 0..<60 {
      var records = (0..<6).map { _ in
        [
          "id": "1", "title": #""t""#, "price": "2", "category": #"{"id":1,"name":"c"}"#, "images": #"["https://a"]"#,
          "color": #""Red""#,
        ]
      }
      var expected: Set<String> = []
      for _ in 0..<count {
        let index = Int.random(in: 0..<records.count, using: &random)
        guard let fault = faults.randomElement(using: &random) else { continue }
        let before = records[index]
        fault.apply(&records[index])
        // Two faults at one member are one.
        if expected.contains(where: {
          $0.split(separator: " ")[0].hasPrefix(fault.path.split(separator: " ")[0].prefix(7))
        }) {
          records[index] = before
        } else {
          expected.insert(fault.path)
        }
      }
      let text =
        "["
        + records.map { "{" + $0.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}" }.joined(
          separator: ",") + "]"
      let trace = try traced([Product].self, text)
      let found = Set(trace.failures.map { "\($0.pattern) \($0.kind.rawValue) \($0.requestedType)" })
      #expect(found == expected, "\(text)")
    }
  }
}

/// Counts how often its initialiser is entered.
private struct Counting: Decodable {
  static let entries = Mutex(0)
  private enum Keys: String, CodingKey { case a, b }
  init(from decoder: any Decoder) throws {
    Self.entries.withLock { $0 += 1 }
    let container = try decoder.container(keyedBy: Keys.self)
    _ = try container.decode(Int.self, forKey: .a)
    _ = try container.decode(Int.self, forKey: .b)
  }
}
