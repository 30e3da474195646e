import Testing

@testable import PayloadShape

struct MapCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let old: String
  let new: String
  let isMap: Bool

  init(_ title: String, _ old: String, _ new: String? = nil, _ isMap: Bool) {
    (testDescription, self.old, self.new, self.isMap) = (title, old, new ?? old, isMap)
  }
}

private func object(_ names: String, _ value: String = "1") -> String {
  "{" + names.split(separator: " ").map { "\"\($0)\":\(value)" }.joined(separator: ",") + "}"
}

@Test(
  "Names that are codes or identifiers make a map where all are, and all values are alike",
  arguments: [
    MapCase("currencies", object("EUR USD GBP JPY"), nil, true),
    MapCase("three currencies, another one now", object("EUR USD GBP"), object("EUR USD JPY"), true),
    MapCase("three currencies, the same ones", object("EUR USD GBP"), nil, false),
    MapCase("currencies, now with a member of another kind", object("EUR USD GBP JPY"), object("EUR base"), true),
    MapCase("currencies beside another member", object("base EUR USD GBP JPY"), nil, false),
    MapCase("currencies of unlike values", #"{"EUR":1,"USD":"x","GBP":1,"JPY":1}"#, nil, false),
    MapCase("currencies, some unknown", #"{"EUR":1,"USD":null,"GBP":1,"JPY":1}"#, nil, true),
    MapCase("abbreviations", object("CPU GPU RAM SSD"), nil, false),
    MapCase("many abbreviations, as of airports", object("JFK LAX SFO MUC FRA TXL HAM LHR"), nil, true),
    MapCase("currencies in small letters", object("usd eur gbp jpy chf aud btc link"), nil, true),
    MapCase("short words", object("min max avg sum low high open last"), nil, false),
    MapCase("languages", object("en de fr pt-BR zh-Hans es_419", "\"x\""), nil, true),
    MapCase("short members that are languages too", object("id to no is"), nil, false),
    MapCase("countries", object("DE FR US GB", #"{"n":1}"#), nil, true),
    MapCase("years", object("2023 2024 2025 2026"), nil, true),
    MapCase("sizes", object("16 24 32 48"), nil, false),
    MapCase(
      "UUIDs, though few", object("6f9619ff-8b86-d011-b42d-00cf4fc96401 6f9619ff-8b86-d011-b42d-00cf4fc96402"), nil,
      true),
    MapCase(
      "identifiers", object("usr_8f3k2m9xq1 usr_1a2b3c4d5e usr_9z8y7x6w5v usr_0q1w2e3r4t", #"{"n":1}"#), nil, true),
    MapCase("artwork", object("official-artwork dream_world home showdown", #"{"front":1}"#), nil, false),
    MapCase("games", object("red-blue yellow gold silver crystal emerald", #"{"front":1,"back":1}"#), nil, false),
    MapCase(
      "generations", object((1...9).map { "generation-\($0)" }.joined(separator: " "), #"{"front":1,"back":1}"#), nil,
      false),
    MapCase("numbered members", object("address_line1 address_line2 address_line3 address_line4", "\"x\""), nil, false),
    MapCase(
      "many records by slug",
      object((0..<40).map { "slug-\(["a", "b"][$0 % 2])\($0)" }.joined(separator: " "), #"{"a":1,"b":1}"#),
      nil, true),
    MapCase("many settings", object((0..<40).map { "setting-\($0)" }.joined(separator: " "), "true"), nil, false),
    MapCase("no members", "{}", nil, false),
  ])
func dataMaps(_ c: MapCase) throws {
  let old = try shape(c.old).root
  let new = try shape(c.new).root
  #expect(DataMap.isDataMap(old, new) == c.isMap)
  let folded = DataMap.folded(old, new)
  #expect((folded.old.child(.anyMember) != nil) == c.isMap)
  #expect(c.isMap || folded == (old, new))
}

@Suite("Maps that are folded to be compared")
struct DataMapFoldingTests {
  private let rates = #"{"base":"EUR","rates":{"EUR":{"v":1},"USD":{"v":2},"GBP":{"v":3},"JPY":{"v":4}}}"#

  @Test("Values are compared with all that were seen under any name")
  func folding() throws {
    let folded = DataMap.folded(
      try shape(rates).root, try shape(#"{"base":"EUR","rates":{"CHF":{"v":5},"USD":{}}}"#).root)
    let old = try #require(folded.old.child(.member("rates")))
    let new = try #require(folded.new.child(.member("rates")))
    #expect(old.children.map(\.step) == [.anyMember] && new.children.map(\.step) == [.anyMember])
    let value = try #require(old.child(.anyMember)?.child(.member("v")))
    #expect(value.statistics.numbers.count == 4 && old.child(.anyMember)?.statistics.objects == 4)
    #expect(new.child(.anyMember)?.statistics.objects == 2)
  }

  @Test("What is known of all members of a map is told under one path")
  func statistics() throws {
    let shape = try shape(rates)
    #expect(shape.statistics(at: "$.rates.*")?.objects == 4 && shape.statistics(at: "$.rates.*.v")?.numbers == 4)
    #expect(shape.statistics(at: "$.rates.*.v")?.isAlwaysPresent == true)
    #expect(shape.statistics(at: "$.rates.EUR.v")?.numbers == 1 && shape.statistics(at: "$.rates.*.w") == nil)
    #expect(shape.statistics(at: "$.base.*") == nil && shape.statistics(at: "$.*.*.v")?.numbers == 4)
  }

  @Test("Names that are random words fold while they are learned, as digits do")
  func randomNames() throws {
    let names = (0..<8).map { "usr_8f3k\($0)m9xq\($0)z" }.joined(separator: " ")
    #expect(try shape(object(names, #"{"n":1}"#)).paths == ["$", "$.*", "$.*.n"])
    for name in [
      "address_line_2", "sha256_checksum", "generation-viii", "front_shiny_female", "mp3_320kbps_url", "h264",
    ] {
      #expect(!DataName.isData(name), "\(name)")
    }
    for name in ["5f2b8c1e9a0d4c7b8e6f1a2b", "01H8XGJWBWBAQ4Z5Y6T7R8S9V0", "cus_Nf1fa8IxS9Zq2W"] {
      #expect(DataName.isData(name), "\(name)")
    }
  }

  @Test("A map within a map is folded too")
  func nesting() throws {
    let matrix = object("EUR USD GBP JPY", object("EUR USD GBP JPY"))
    let folded = DataMap.folded(try shape(matrix).root, try shape(matrix).root)
    #expect(folded.old.child(.anyMember)?.children.map(\.step) == [.anyMember])
  }

  @Test("An open change in such a map is not absorbed, at no name, and new names do not bring it along")
  func absorbing() throws {
    let observed = try shape(#"{"base":"EUR","rates":{"EUR":{},"USD":{"v":2},"CHF":{}}}"#)
    let change = ShapeChange(.becameOptional, path: "$.rates.*.v", before: "", after: "", count: 2, total: 3)
    var baseline = try shape(rates)
    for _ in 0..<4 {
      baseline = baseline.absorbing(observed, except: [change])
      let map = try #require(
        DataMap.folded(baseline.root, observed.root).old.child(.member("rates"))?.child(.anyMember))
      let value = try #require(map.child(.member("v")))
      #expect(map.alwaysHolds(value))
      #expect(baseline.statistics(at: "$.rates.CHF") == nil)
    }
    #expect(baseline.statistics(at: "$.base")?.count == 5)
    let type = ShapeChange(.typeChanged, path: "$.rates.*", before: "", after: "", count: 2, total: 2)
    let texts = try shape(#"{"base":"EUR","rates":{"EUR":"1","USD":"2","CHF":"3"}}"#)
    let kept = try shape(rates).absorbing(texts, except: [type])
    #expect(kept.statistics(at: "$.rates.EUR")?.strings == 0 && kept.statistics(at: "$.rates.CHF") == nil)
    #expect(kept.statistics(at: "$.rates.GBP")?.objects == 1)
  }
}
