import Foundation
import JSONDocument
import Testing
import TracingDecoder

@testable import DecoderTrials

@Suite("Shapes")
struct ShapeCases {
  @Test("A property wrapper with a default: absent, null, of another kind")
  func wrappers() {
    #expect(agreed(Wrapped.self, #"{"count":null}"#).value?.contains("0") == true)
    #expect(agreed(Wrapped.self, "{}").kindAlone == "keyNotFound")
    #expect(agreed(Wrapped.self, #"{"count":"x"}"#).path == ["count"])
    for text in [
      #"{"price":"1.5","count":2,"color":"Red","items":[{"x":1},3]}"#,
      #"{"tags":null,"price":1,"count":"2","color":7,"items":[]}"#,
      #"{"tags":[1],"price":1,"count":2,"color":null,"items":[]}"#,
      #"{"price":"x","count":2,"color":"Red","items":[]}"#,
      #"{"price":1,"count":1.5,"color":"Red","items":[]}"#, #"{"price":1,"count":"1.5","color":"Red","items":null}"#,
      #"{"price":1,"count":1,"items":[]}"#, "{}",
    ] { agreed(Wrappers.self, text) }
  }

  @Test("Unions by try: three alternatives, failures inside of them, in lists, with recovery going on around them")
  func unions() throws {
    #expect(agreed(Union.self, product(3)).value?.contains("product 3") == true)
    for element in [
      "1", #"{"id":1,"name":"c"}"#, product(1), product(1, price: "null"), product(1, category: #"{"id":1}"#), "true",
      "null",
      product(1, price: "null").replacing(#""title""#, with: #""name":"n","title""#), #"{"id":"1","name":"c"}"#, "[]",
      "1.5",
    ] {
      agreed([Union].self, "[1,\(element),2]")
      agreed([Union?].self, "[\(element),\(element)]")
      agreed([Either<Product, Either<Category, Int>>].self, "[\(element)]")
      agreed([Loose].self, "[\(element)]")
      agreed([AnyValue].self, "[\(element)]", namesAnyMember: true)
      // The failure beside the union makes tracing go on into it with placeholders.
      agreed([Holder<Union>].self, #"[{"w":0},{"v":\#(element)}]"#)
      agreed(Page<Union>.self, #"{"items":[\#(element),"x"],"total":null}"#)
    }
    // However well the price could be recovered, Foundation goes on to the category.
    let text = "[\(product(1, price: "null").replacing(#""title":"t""#, with: #""title":"t","name":"n""#)),true]"
    let trace = try traced([Union].self, text)
    #expect(brief(trace.failures) == ["1/2 $[*] typeMismatch Union"])
    #expect(trace.swallowed.contains { $0.pattern == "$[*].price" })
  }

  @Test("A member that says which type the others are: known, unknown, and with a failure inside")
  func polymorphic() {
    for element in [
      #"{"kind":"inner","inner":{"x":1}}"#, #"{"kind":"other"}"#, #"{"kind":"inner","inner":{}}"#, #"{"kind":1}"#, "{}",
      #"{"kind":"list","list":[1,"a"]}"#, #"{"type":"circle","radius":1.5}"#, #"{"type":"circle"}"#,
      #"{"type":"star"}"#,
      #"{"type":"square","side":"2"}"#, #"{"type":"group","items":[{"type":"circle","radius":null},{"type":"x"}]}"#,
      #"{"type":null}"#, #"{"type":"group"}"#,
    ] {
      agreed([Polymorphic].self, "[\(element)]")
      agreed([Figure].self, "[\(element)]")
      agreed([Attempt<Figure>].self, "[\(element)]")
    }
    #expect(agreed([Polymorphic].self, #"[{"kind":"other"}]"#).brief == "dataCorrupted at Index 0/kind")
  }

  @Test("Enums with payloads have exactly one key")
  func payloadEnums() {
    #expect(agreed(Payload.self, #"{"text":{"_0":"a"}}"#).value?.contains("text") == true)
    for text in ["{}", #"{"text":{"_0":"a"},"empty":{}}"#, #"{"unknown":{}}"#] {
      #expect(agreed(Payload.self, text).text == "Invalid number of keys found, expected one.")
    }
    for text in [
      #"{"text":{}}"#, #"{"text":{"_0":1}}"#, #"{"text":null}"#, #"{"pair":{"a":1}}"#, #"{"empty":null}"#,
      #"{"empty":{}}"#,
      #""empty""#, "null", #"{"text":{"_0":"a"},"text":{"_0":"b"}}"#, #"{"text":{"_0":"a"},"other":1}"#,
      #"{"user_login":{"user_name":"a"}}"#, #"{"user_login":{"user_name":"a","age":3}}"#,
      #"{"token":{"_0":"t","expires":"x"}}"#,
      #"{"add":{"_0":{"number":{"_0":1}},"_1":{"negate":{"of":{"number":{"_0":"x"}}}}}}"#,
    ] {
      for setting in Setting.all.prefix(3) {
        for target in [Target(Payload.self), Target(Login.self), Target(Expression.self), Target(Payload?.self)] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("Enums by raw value: known, unknown, of another kind, and with a catch-all case")
  func rawEnums() {
    #expect(agreed([Color].self, #"["Mauve"]"#).brief == "dataCorrupted at Index 0")
    #expect(agreed([Level].self, "[3]").brief == "dataCorrupted at Index 0")
    #expect(agreed([Lenient].self, #"["x"]"#).value?.contains("unknown") == true)
    #expect(agreed([Status].self, #"["x"]"#).value?.contains("other") == true)
    for text in [
      "[1]", #"["Red"]"#, #"["red"]"#, "[null]", "[2.0]", "[1.5]", "[0.5]", "[256]", "[{}]", #"[""]"#, "[true]",
      #"["\q"]"#,
    ] {
      agreed([Color].self, text)
      agreed([Closed?].self, text)
      agreed([Level].self, text)
      agreed([Lenient].self, text)
      agreed([Status].self, text)
      agreed([ByteCode].self, text)
      agreed([RealCode].self, text)
      agreed([ShortReal].self, text)
      agreed([Flags].self, text)
      agreed([Even].self, text)
      agreed([Identifier].self, text)
    }
  }

  @Test("A recursive class with a failure in the fifth generation")
  func recursion() {
    let good =
      #"{"name":"a","next":[{"name":"b","next":[{"name":"c","next":[{"name":"d","next":[{"name":"e","next":[]}]}]}]}]}"#
    #expect(agreed(Chain.self, good).value != nil)
    let bad = good.replacing(#""e""#, with: "5")
    let path = Array(repeating: ["next", "Index 0"], count: 4).flatMap(\.self) + ["name"]
    #expect(agreed(Chain.self, bad).path == path)
    #expect(agreed(Chain.self, good.replacing(#","next":[]"#, with: "")).path == path.dropLast())
    agreed(Tree.self, bad.replacing("next", with: "children"))
    agreed(Box<Int>.self, #"{"value":1,"next":{"value":2,"next":{"value":"x"}}}"#)
    agreed(Reply.self, #"{"replies":[{"replies":[{"likes":{"x":"1"}}]}]}"#, namesAnyMember: true)
  }

  @Test("A dictionary by an enum is a flat list of keys and values")
  func flatDictionaries() {
    #expect(agreed([Color: Int].self, #"["Red",1,"Blue",2]"#).value?.contains("Red") == false)
    #expect(agreed([Color: Int].self, #"["Red"]"#).kindAlone == "dataCorrupted")
    for text in [
      #"["Red",1,"Blue"]"#, #"["Red",1,"Red",2]"#, "[]", #"{"Red":1}"#, #"["Mauve",1]"#, #"["Red","x"]"#, "[1,1]",
      "null",
    ] {
      agreed([Color: Int].self, text)
      agreed([Bool: Int].self, text)
      agreed([Identifier: Int].self, text)
      agreed([UUID: Int].self, text)
    }
  }

  @Test("Ranges, sets, and optionals nested in collections")
  func collections() {
    #expect(agreed(ClosedRange<Int>.self, "[3,1]").kindAlone == "dataCorrupted")
    #expect(agreed(Set<Int>.self, "[1,2,2]").value == "{:1,:2}")
    for text in [
      "[1,3]", "[1]", "[]", "[3,1]", "[1,2,3]", #"["a","b"]"#, "[null,1]", "[[1,null],null,[]]", "[[1,1],[2]]", "null",
    ] {
      agreed(ClosedRange<Int>.self, text)
      agreed(Range<Int>.self, text)
      agreed(ClosedRange<Date>.self, text)
      agreed(Set<Int>.self, text)
      agreed(Set<String>.self, text)
      agreed([[Int?]?].self, text)
      agreed([Int??].self, text)
      agreed([Set<Int>?].self, text)
      agreed(ContiguousArray<Int?>.self, text)
    }
  }

  @Test("Values decoded with a configuration, out of containers and out of decoders for superclasses")
  func configured() {
    #expect(agreed(Configuring.self, #"{"value":1,"maybe":2}"#).value?.contains("n:11") == true)
    #expect(agreed(ConfiguredBySuper.self, #"{"value":1,"pair":[2,"a"]}"#).value?.contains("n:6") == true)
    #expect(agreed(ConfiguredBySuper.self, #"{"value":1,"pair":[2]}"#).path == ["pair", "Index 1"])
    for text in [
      #"{"value":1,"pair":null}"#, #"{"value":1}"#, #"{"value":1,"maybe":null}"#, "{}", #"{"value":null}"#,
      #"{"value":"x"}"#, #"{"value":1,"maybe":"x"}"#,
      #"{"all":[[1,"a"],[2,"b"]],"whole":[3,"c"],"list":[1,2]}"#, #"{"all":[[1,2]],"list":[]}"#,
      #"{"all":[[1]],"list":[]}"#,
      #"{"all":[],"whole":{},"list":[]}"#, #"{"all":[],"list":[1,"x"]}"#, #"{"all":[]}"#,
    ] {
      agreed(Configuring.self, text)
      agreed(ConfiguredLists.self, text)
      agreed(ConfiguredBySuper.self, text)
    }
  }
}
