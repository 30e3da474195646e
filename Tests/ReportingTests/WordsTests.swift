import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Reporting

@Suite("Words of the report")
struct WordsTests {
  @Test(
    "Numbers have their thousands separated",
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (-1_204, "-1,204"), (1_234_567, "1,234,567"),
      (Int.min, "-9,223,372,036,854,775,808"),
    ])
  func numbers(_ number: Int, _ expected: String) { #expect(grouped(number) == expected) }

  @Test(
    "Stretches of time are named as people name them",
    arguments: [
      (0.04, "0.0 s"), (1.24, "1.2 s"), (45, "45 s"), (125, "2 min 5 s"), (720, "12 min"), (7_800, "2 h 10 min"),
      (86_400, "1 day"), (273_600, "3 days 4 h"), (5_270_400, "61 days"), (.nan, "unknown time"),
      (-1, "unknown time"), (.infinity, "unknown time"),
    ] as [(Double, String)])
  func durations(_ seconds: Double, _ expected: String) { #expect(duration(seconds) == expected) }

  @Test(
    "What is counted at a path is called by what it is: a response, its records, members of an object, or values in them",
    arguments: [
      ("$.total", 2, "2 of 9 responses"), ("$[*].price", 9, "9 of 9 records"), ("$.*", 9, "9 of 9 members"),
      ("$.rates.*.source", 1, "1 of 9 members"), ("$[*].rates.*", 9, "9 of 9 values"),
      ("$[*].tags[*]", 9, "9 of 9 values"), ("", 9, "9 of 9 values"),
    ])
  func counted(_ path: String, _ count: Int, _ expected: String) {
    let finding = Finding(
      rule: .fieldRemoved, level: .warning, key: SampleReport.key("a", "b"), path: path, message: ""
    ) { ($0.count, $0.total) = (count, 9) }
    let text = ReportContent(SampleReport.empty.report, options: RenderOptions())
    #expect(text.counts(finding, hasUnit: true) == expected)
  }

  @Test(
    "Records are called as people call them, where that is safe",
    arguments: [
      ("Landmark", "landmarks"), ("Category", "categories"), ("Box", "boxes"), ("Day", "days"),
      ("StorablePURL", "StorablePURL records"), ("Person", "Person records"), ("Species", "Species records"),
      ("Pokémon", "Pokémon records"),
    ])
  func nouns(_ model: String, _ expected: String) { #expect(recordNoun(model, count: 2) == expected) }

  @Test("Dates are cut into fields as Foundation's own formatter does, over centuries and leap days")
  func dates() {
    let formatter = ISO8601DateFormatter()
    for seconds in stride(from: -60_000_000_000.0, to: 250_000_000_000, by: 12_345_678_901) {
      let date = Date(timeIntervalSince1970: seconds)
      if seconds > -12_219_292_800 { #expect(Moment(date).iso8601 + "Z" == formatter.string(from: date)) }
    }
    #expect(Moment(Date(timeIntervalSince1970: 951_782_400)).iso8601 == "2000-02-29T00:00:00")
    #expect(Moment(Date(timeIntervalSince1970: -1)).iso8601 == "1969-12-31T23:59:59")
    for wild in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      #expect(Moment(Date(timeIntervalSince1970: wild)).iso8601.count == 19)
    }
  }

  @Test("Other zones are named by their distance")
  func zones() throws {
    let zone = try #require(TimeZone(secondsFromGMT: -12_600))
    #expect(Moment(SampleReport.now, in: zone).zone == "UTC-03:30")
    #expect(Moment(SampleReport.now, in: zone).time == "10:45")
    let text = render(SampleReport.twoIncidents.report, as: .text, options: RenderOptions(timeZone: zone))
    #expect(text.contains("between 10:30 and 10:45 UTC-03:30"))
  }

  @Test(
    "Characters take as many columns as terminals give them",
    arguments: [
      ("abc", 3), ("漢字", 4), ("é", 1), ("e\u{301}", 1), ("🙂", 2), ("👩‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("❤️", 2), ("·…", 2),
      ("ｱ", 1), ("Ａ", 2), ("가", 2),
    ])
  func columns(_ text: String, _ expected: Int) { #expect(displayWidth(of: text) == expected) }

  @Test(
    "What could steer a terminal is made visible",
    arguments: [
      ("a\nb\tc\r", #"a\nb\tc\r"#), ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{202E}x", #"\u{202E}x"#),
      ("a\u{0}b\u{7F}\u{9B}", #"a\u{0}b\u{7F}\u{9B}"#), ("\u{2028}", #"\u{2028}"#), ("\u{FEFF}a", #"\u{FEFF}a"#),
      ("👩‍👧", "👩‍👧"), ("##[error]x ##vso[y]", #"#\u{23}[error]x #\u{23}vso[y]"#), ("a\u{200D}b", #"a\u{200D}b"#),
      ("naïve 漢字", "naïve 漢字"),
    ])
  func visibility(_ text: String, _ expected: String) { #expect(visible(text) == expected) }

  @Test("A long text keeps its start and its end")
  func shortened() {
    #expect(visible("0123456789abcdef", limit: 9) == "01234…def")
    #expect(visible("e" + String(repeating: "\u{301}", count: 100_000), limit: 50).unicodeScalars.count < 500)
  }
}
