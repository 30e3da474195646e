import Foundation
import Testing
import TracingDecoder

@testable import DecoderTrials

@Suite("Requested and read members")
struct TraceCases {
  @Test("Every optional scalar is recorded as optional")
  func optionals() throws {
    struct All: Decodable {
      var b: Bool?, s: String?, d: Double?, f: Float?, i: Int?, i8: Int8?, i16: Int16?, i32: Int32?, i64: Int64?,
        i128: Int128?
      var u: UInt?, u8: UInt8?, u16: UInt16?, u32: UInt32?, u64: UInt64?, u128: UInt128?, inner: Inner?
    }
    agreed(All.self, "{}")
    let trace = try traced(All.self, "{}")
    #expect(trace.verdict == .decoded)
    #expect(trace.fields.count == 17)
    #expect(trace.fields.allSatisfy { !$0.isRequired && $0.missing == 1 && $0.seen == 0 && $0.owner == "All" })
    #expect(trace.fields.map(\.swiftType).contains("Int128"))
  }

  @Test("Unread members are named once, only the topmost, and not if another element read them")
  func unread() throws {
    let text = #"[{"id":1,"name":"a","slug":"x","meta":{"deep":{"er":1}}},{"id":2,"name":"b","odd-name":[{"z":1}]}]"#
    agreed([Category].self, text)
    #expect(try traced([Category].self, text).unread == ["$[*].slug", "$[*].meta", #"$[*]["odd-name"]"#])
    let mixed = try traced(
      [Polymorphic].self, #"[{"kind":"inner","inner":{"x":1},"list":[2]},{"kind":"list","list":[1],"x":1}]"#)
    #expect(mixed.unread == ["$[*].x"])
    #expect(try traced(Skip.self, #"{"a":1}"#).unread == [])
  }

  @Test("A decoded dictionary has read all its members, and its names are data")
  func dictionaries() throws {
    let numbers = try traced([String: Int].self, #"{"a":1,"b":2}"#)
    #expect(numbers.unread == [])
    #expect(numbers.dictionaryPaths == ["$"])
    for snake in [false, true] {
      let deep = try traced(Holder<[String: Inner]>.self, #"{"v":{"a":{"x":1,"z":3},"b":{"x":2}},"w":{"c":1}}"#) {
        if snake { $0.keyDecodingStrategy = .convertFromSnakeCase }
      }
      #expect(deep.unread == ["$.v.*.z", "$.w"])
      #expect(deep.dictionaryPaths == ["$.v"])
      #expect(deep.fields.map(\.pattern) == ["$.v", "$.v.*.x", "$.v.*.y"])
    }
  }

  @Test("All elements of a list have one pattern, and so have the fields they ask for")
  func patterns() throws {
    let text = #"[{"v":[{"x":1},{"x":2,"y":"a"}]},{"v":[]},{"v":[{"x":3,"y":null}]}]"#
    agreed([Holder<[Inner]>].self, text)
    let trace = try traced([Holder<[Inner]>].self, text)
    #expect(trace.fields.map(\.pattern) == ["$[*].v", "$[*].v[*].x", "$[*].v[*].y"])
    #expect(trace.fields.map(\.seen) == [3, 3, 1])
    #expect(trace.fields.map(\.null) == [0, 0, 1])
    #expect(trace.fields.map(\.missing) == [0, 0, 1])
    #expect(Set(trace.fields.map(\.owner)) == ["Holder<Array<Inner>>", "Inner"] || trace.fields.count == 3)
  }
}
