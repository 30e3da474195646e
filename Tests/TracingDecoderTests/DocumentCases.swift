import Foundation
import Testing

@testable import DecoderTrials

@Suite("Documents")
struct DocumentCases {
  @Test("Trailing commas pass; doubled ones, comments, text behind the end and empty texts do not")
  func leniency() {
    #expect(agreed([Int].self, "[1,2,]").value == "Array<Int>(:1,:2)")
    #expect(agreed(Inner.self, #"{"x":1,}"#).value?.contains("x:1") == true)
    for text in [
      "[1,,2]", "[,1]", "[,]", "[1,,]", #"{"x":1,,}"#, "{,}", "[1] 2", "[1]]", "[1] x", "1 2", "", " ", "\n", "[1 2]",
      "/* c */ [1]", "[1] // c", "[1, # c\n2]", "{x:1}", "{'x':1}", #"{"x" 1}"#, #"{"x":}"#, #"{"x"}"#, "[", "{", #"""#,
      #"{"x":1"#, "[1,", "nul", "nulll", "tru", "truee", "TRUE", "NaN", "Infinity", "-Infinity", "+1", ".5", "[1]\u{0}",
      "\u{A0}1", "\u{0B}1", "\u{85}[1]",
    ] {
      #expect(agreed([Int].self, text).isLost, "\(text)")
      agreed(Inner.self, text)
      agreed(Skip.self, text)
    }
    agreed([Int].self, " \t\r\n[ 1\n,\t2 ]\r\n ")
  }

  @Test("512 levels are read and 513 are not, of arrays and of objects")
  func depth() {
    for levels in [511, 512, 513, 600] {
      let isRead = levels <= 512
      let arrays = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
      let objects = String(repeating: #"{"a":"#, count: levels - 1) + "{}" + String(repeating: "}", count: levels - 1)
      #expect((agreed(Skip.self, arrays).value != nil) == isRead, "\(levels) arrays")
      #expect((agreed(Skip.self, objects).value != nil) == isRead, "\(levels) objects")
      agreed([Int].self, arrays)
      agreed(Inner.self, objects)
    }
  }

  @Test("Of members with one name the first is read, also if it is null")
  func duplicates() {
    #expect(agreed(Holder<Int>.self, #"{"v":1,"v":2}"#).value == "Holder<Int>(v:1)")
    #expect(agreed(Holder<Int>.self, #"{"v":null,"v":2}"#).brief == "valueNotFound(Int) at v")
    #expect(agreed(Maybe<Int>.self, #"{"v":null,"v":2}"#).value == "Maybe<Int>(v:nil)")
    #expect(agreed([String: Int].self, #"{"a":1,"a":2}"#).value?.contains("value:1") == true)
    for text in [#"{"v":1,"v":"x"}"#, #"{"v":"x","v":1}"#, #"{"v":1,"w":0,"v":01}"#, #"{"v":{},"v":1}"#] {
      for setting in Setting.all {
        for target in [Target(Holder<Int>.self), Target([String: Int].self, hasDictionary: true), Target(Keys.self)] {
          if let difference = target.difference(text, setting.make()) {
            Issue.record("\(target), \(setting): \(difference)")
          }
        }
      }
    }
  }

  @Test("A name spelled with escapes is the plain one")
  func escapedNames() {
    #expect(agreed(Holder<Int>.self, #"{"\u0076":1}"#).value == "Holder<Int>(v:1)")
    #expect(agreed(Holder<Int>.self, #"{"\u0076":1,"v":2}"#).value == "Holder<Int>(v:1)")
    #expect(agreed(Holder<Int>.self, #"{"v":1,"\u0076":2}"#).value == "Holder<Int>(v:1)")
    #expect(agreed(Keys.self, #"{"a\/b":1,"a/b":2,"\u00e9":3}"#).value?.contains("a/b") == true)
    #expect(agreed(Holder<Int>.self, #"{"v":1,"\q":2}"#).isLost)
    #expect(agreed(Holder<Int>.self, #"{"v":1,"w":"\q"}"#).value != nil)
  }

  private struct Accented: Decodable {
    var x: Int
    private enum CodingKeys: String, CodingKey { case x = "\u{E9}" }
  }

  @Test("Names of equal meaning are one name, however their letters are composed")
  func equivalentNames() {
    #expect(agreed(Accented.self, "{\"e\u{301}\":3}").value == "Accented(x:3)")
    #expect(agreed(Accented.self, #"{"e\u0301":3}"#).value == "Accented(x:3)")
    #expect(agreed(Accented.self, "{\"\u{E9}\":3,\"e\u{301}\":4}").value == "Accented(x:3)")
    #expect(agreed(Accented.self, "{\"e\u{301}\":4,\"\u{E9}\":3}").value == "Accented(x:4)")
    #expect(agreed([String: Int].self, "{\"e\u{301}\":4,\"\u{E9}\":3}").value?.contains("value:4") == true)
    #expect(agreed([String: Int].self, "{\"e\u{301}\":4,\"\u{E9}\":3}").value?.contains("value:3") == false)
  }

  @Test(
    "Objects of few and of many members give the same, whatever the order of the names", arguments: [3, 23, 24, 25, 60])
  func sizes(_ size: Int) {
    var texts: [String] = []
    for position in [0, size / 2, size] {
      var members = (0..<size).map { #""k\#($0)":\#($0)"# }
      for extra in [
        [#""x":1"#], [#""x":null"#, #""x":1"#], [#""x":1"#, #""x":"a""#], [#""\u0078":1"#, #""x":"a""#],
        [#""x":1"#, #""\u0078":"a""#], ["\"e\u{301}\":3", #""x":1"#], ["\"\u{E9}\":3", "\"e\u{301}\":4", #""x":1"#],
        [#""x":"a""#], [#""y":"a""#], [#""y":"\ud800""#, #""x":1"#], [#""x":1"#, #""\q":2"#],
        ["\"\u{1}\":1", #""x":1"#],
        [#""k1":"again""#, #""x":1"#], [#""_x":1"#, #""x_":2"#, #""x":3"#],
      ] {
        members.insert(contentsOf: extra, at: position)
        texts.append("{\(members.joined(separator: ","))}")
        members.removeSubrange(position..<(position + extra.count))
      }
    }
    for setting in Setting.all.filter({ !$0.description.contains("dates") }) {
      let decoder = setting.make()
      for target in [
        Target(Inner.self), Target(Accented.self), Target(Keys.self), Target([String: Int].self, hasDictionary: true),
        Target(Maybe<Int>.self), Target(KnownKeys.self),
      ] {
        for text in texts {
          if let difference = target.difference(text, decoder) { Issue.record("\(target), \(setting): \(difference)") }
        }
      }
    }
  }
}
