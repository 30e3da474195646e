import Foundation
import Testing

@testable import DecoderTrials

@Suite("Containers")
struct ContainerCases {
  @Test("A nested container: missing, null, a list instead, and what is inside missing")
  func nested() {
    #expect(agreed(Nested.self, #"{"outer":{"inner":{"x":1},"list":[4]}}"#).value == "Nested(x:1,first:4)")
    #expect(agreed(Nested.self, "{}").kindAlone == "keyNotFound")
    #expect(agreed(Nested.self, #"{"outer":null}"#).kindAlone == "valueNotFound")
    #expect(agreed(Nested.self, #"{"outer":[]}"#).brief == "typeMismatch(\([String: Any].self)) at outer")
    #expect(agreed(Nested.self, #"{"outer":{"inner":{}}}"#).path == ["outer", "inner"])
    #expect(agreed(Nested.self, #"{"outer":{"inner":{"x":"a"}}}"#).path == ["outer", "inner", "x"])
    for text in [#"{"outer":1}"#, #"{"outer":{}}"#, #"{"outer":{"inner":null}}"#, "[]", "null", "1"] {
      agreed(Nested.self, text)
      agreed(Unwrapping.self, text)
    }
  }

  @Test("A nested list: missing, null, an object instead, empty, and of other elements")
  func nestedLists() {
    let head = #"{"outer":{"inner":{"x":1}"#
    #expect(agreed(Nested.self, head + "}}").kindAlone == "keyNotFound")
    #expect(agreed(Nested.self, head + #","list":null}}"#).kindAlone == "valueNotFound")
    #expect(agreed(Nested.self, head + #","list":{}}}"#).brief == "typeMismatch(\([Any].self)) at outer/list")
    #expect(agreed(Nested.self, head + #","list":[]}}"#).path == ["outer", "list", "Index 0"])
    #expect(agreed(Nested.self, head + #","list":["a"]}}"#).path == ["outer", "list", "Index 0"])
    for text in ["[[1],[2.5,3]]", "[[]]", "[]", "[null]", "[{}]", "[[1],null]", #"[[1,"a"]]"#, "[[1,[2]]]"] {
      agreed(Matrix.self, text)
      agreed([[Double]].self, text)
    }
  }

  @Test("A decoder for the superclass: there, missing, under a key, and in a list")
  func superDecoders() {
    #expect(agreed(Cat.self, #"{"lives":9,"super":{"name":"tom"}}"#).value?.contains("tom") == true)
    // A missing one is null, and fails where it is read.
    #expect(agreed(Cat.self, #"{"lives":9}"#).path == ["super"])
    #expect(agreed(PathReader.self, #"{"a":[1],"b":1}"#).value?.contains("a/Index 0b") == true)
    #expect(agreed(PathReader.self, #"{"a":[]}"#).value != nil)
    #expect(agreed(SuperList.self, "[1,2,3]").value?.contains(":3") == true)
    for text in ["[1,2]", "[]", #"[1,"a",3]"#, "[1,2,3,4]", "[1,2,3,null,5]", "[1,2,3,4,null]", "null", "{}"] {
      agreed(SuperList.self, text)
      agreed(KeepsSuper.self, text)
    }
    agreed(KeepsSuper.self, #"[{"x":1,"y":"a"},{"x":2}]"#)
    agreed(SuperUnion.self, #"[{"x":1},{"id":1,"name":"a"},[1,null],{}]"#)
    agreed(InformedHolder.self, #"{"list":[1]}"#)
  }

  @Test("Classes hand their decoder, or a part of it, to the superclass")
  func inheritance() {
    #expect(agreed(Dog.self, #"{"name":"rex","breed":"pug"}"#).value == #"Dog(name:"rex",breed:"pug")"#)
    for text in [
      #"{"breed":"pug"}"#, #"{"name":1,"breed":2}"#, #"{"name":1,"breed":"pug"}"#, #"{"id":1,"size":2.5,"tags":["a"]}"#,
      #"{"size":1,"super":{"id":2}}"#, #"{"size":1,"super":{"id":"2"}}"#, #"{"size":1,"super":null}"#, #"{"id":1}"#,
      #"{"id":1,"size":1,"tags":["a","b","c"]}"#, #"{"id":1,"size":1,"tags":null}"#,
    ] {
      agreed(Dog.self, text)
      agreed(Middle.self, text)
      agreed(Last.self, text)
    }
  }

  @Test("A list read like a tuple: as long as expected, too short and too long")
  func tuples() {
    #expect(agreed(Pair.self, #"[1,"a",[1,2]]"#).value?.contains("rest:2") == true)
    #expect(agreed(Pair.self, "[1]").kindAlone == "valueNotFound")
    #expect(agreed(Pair.self, #"[1,"a",[1],4]"#).value != nil)
    for text in ["[]", "[1,null]", "[1,null,null]", "[1,2,3]", #"["a"]"#, "[1,null,{}]", "{}", "null"] {
      agreed(Pair.self, text)
      agreed(Position.self, text)
      agreed(ClosedRange<Int>.self, text)
    }
    for text in ["[1]", "[1,2]", "[1,2,3]", "[1,2,3,4]", #"[1,2,"a"]"#, "[1,2,null]"] { agreed(Position.self, text) }
  }

  @Test("An element that could not be decoded is still there for the next try")
  func retry() {
    #expect(
      agreed(Retry.self, #"[1,"a",{"k":1},true]"#).value
        == #"Retry(texts:Array<String>(:"1",:"a",:"1",:"true"))"#)
    for text in ["[null]", "[[1]]", "[1.5]", "[[]]", #"[1,"a",{}]"#, "[{},{},1]", "[01]", #"["\q"]"#] {
      agreed(Retry.self, text)
      agreed(Steps.self, text)
      agreed(Greedy.self, text)
      agreed(Copies.self, text)
    }
  }

  @Test("A lossy list skips what it cannot read")
  func lossyLists() {
    #expect(agreed(Lossy.self, #"[{"id":1,"name":"c"},{"id":"x"},7,null]"#).value?.contains("id:1") == true)
    for text in ["[]", "[null,null]", #"[{"x":1},{"x":"1"},[],1e400]"#, "{}", #"["\q",{"x":1}]"#, "[01,1]"] {
      agreed(Lossy.self, text)
      agreed(LossyList<Inner>.self, text)
      agreed([Attempt<Inner>].self, text)
      agreed([Attempt<Int>].self, text)
    }
    agreed(LossyMap<Inner>.self, #"{"a":{"x":1},"b":{},"c":null,"d":1e400}"#)
  }

  @Test("A member is absent, null or there")
  func triState() {
    #expect(agreed(TriState.self, "{}").value == #"TriState(text:"absent")"#)
    #expect(agreed(TriState.self, #"{"value":null}"#).value == #"TriState(text:"null")"#)
    #expect(agreed(TriState.self, #"{"value":"x"}"#).value == #"TriState(text:"x")"#)
    #expect(agreed(TriState.self, #"{"value":1}"#).path == ["value"])
    for text in [
      "{}", #"{"a":null,"b":null}"#, #"{"b":1,"nested":{}}"#, #"{"b":1,"nested":{"c":null}}"#, #"{"b":1,"nested":1}"#,
    ] {
      agreed(NilOfMissing.self, text)
    }
    for text in ["[]", "[null]", "[1,null]", "[null,1]", "[1]", #"["a"]"#, "[[]]"] { agreed(NilOrders.self, text) }
  }

  @Test("Keys that are only known from the payload")
  func dynamicKeys() {
    #expect(agreed(Dynamic.self, #"{"a":1,"b":2}"#).value == "Dynamic(sum:3)")
    for text in [#"{"a":1,"b":"2"}"#, "{}", #"{"a":1,"a":5}"#, #"{"\u0061":1,"b":2}"#, #"{"0":1,"10":2,"x":3}"#, "[]"] {
      for setting in Setting.all {
        for target in [
          Target(Dynamic.self), Target(KnownKeys.self), Target(KeyCount.self), Target(Numbered.self),
          Target(WithRest.self),
        ] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("The coding path at each depth has the app's own keys and the indexes")
  func paths() {
    let outcome = agreed(Paths.self, #"{"inner":{"list":[{"a":1},[1]]}}"#)
    #expect(outcome.value?.contains("innerk/listk/Index 0#0 innerk/listk/Index 1#1") == true, "\(outcome)")
    agreed(Paths.self, #"{"inner":{"list":[{},1]}}"#)
    agreed([PathReader].self, #"[{"a":[1,2],"b":{}}]"#)
    agreed([String: [PathReader]].self, #"{"q":[{"a":[3]}]}"#)
    agreed(ReadsOn.self, #"{"kept":{"n":5},"n":1}"#)
    agreed(OpenedThrice.self, #"{"a":1,"b":"x","c":{"x":2}}"#)
    for text in [
      #"{"outer":{"leaf":1,"list":[1]}}"#, #"{"outer":{"leaf":"x","list":[]}}"#, #"{"outer":{"list":["x"]}}"#,
      #"{"outer":{"date":"x","list":[]}}"#, #"{"outer":{"list":[1,"x"]}}"#, #"{"outer":{"list":[1,null,{"a":"x"}]}}"#,
      #"{"outer":{"list":[1,null,null,[3]]}}"#, #"{"outer":{"url":"","list":[]}}"#,
      #"{"outer":{"list":[],"dates":["x"]}}"#,
      #"{"outer":{"data":"x","list":[]}}"#, #"{"outer":{"list":[],"level":9}}"#, #"{"outer":{"list":[1.5]}}"#,
    ] {
      for setting in Setting.all {
        let target = Target(FromNested.self)
        if let difference = target.difference(text, setting.make()) { Issue.record("\(setting): \(difference)") }
      }
    }
    agreed(BackAndForth.self, #"{"a":1,"b":{"x":2},"list":[1,2]}"#)
  }

  @Test("What the app put into userInfo is there, at each depth")
  func userInfo() {
    let inform: (JSONDecoder) -> Void = { decoder in
      if let key = CodingUserInfoKey(rawValue: "offset") { decoder.userInfo[key] = 7 }
    }
    #expect(agreed([Informed].self, "[1]", inform).value?.contains("8 1") == true)
    #expect(agreed([Informed].self, "[1]").value?.contains("1 0") == true)
    #expect(agreed([Informed].self, "[7]", inform).brief == "dataCorrupted at Index 0")
    agreed(InformedHolder.self, #"{"first":1,"list":[2]}"#, inform)
    agreed(InformedHolder.self, #"{"first":7,"list":[2]}"#, inform)
    agreed(InformedHolder.self, #"{"list":[7]}"#, inform)
  }
}
