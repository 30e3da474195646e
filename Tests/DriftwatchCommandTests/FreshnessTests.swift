import Foundation
import TestSupport
import Testing

@Suite("How new a list is, over recordings of seven weeks")
struct FreshnessTests {
  private struct Feed: Sendable {
    let endpoint: String
    /// The age of the newest post in days, by the day from 0 to 48.
    let age: @Sendable (_ day: Int) -> Int
  }

  private static let feeds = [
    // A new post each day for thirty days, and none after that.
    Feed(endpoint: "feed-1") { max(0, $0 - 29) },
    // A new post each day, and one on six days of the week.
    Feed(endpoint: "feed-2") { _ in 0 }, Feed(endpoint: "feed-3") { $0 % 7 == 6 ? 1 : 0 },
    // Nothing new ever.
    Feed(endpoint: "feed-4") { $0 },
  ]

  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let level: String
      let endpoint: String
      let path: String
      let message: String
    }
    let findings: [Finding]
  }

  @Test("One that stands still for far longer than ever is a warning; one that goes on, or never did, is none")
  func told() async throws {
    let driftwatch = try Driftwatch(.feeds)
    let start = try Date("2026-10-01T12:00:00Z", strategy: .iso8601)
    for day in 0..<49 {
      let clock = start.addingTimeInterval(86_400 * Double(day))
      let date = clock.formatted(.iso8601.year().month().day())
      for feed in Self.feeds {
        let age = feed.age(day)
        let posts = Posts.list(3, from: 100 + day - age, newest: clock.addingTimeInterval(-86_400 * Double(age) - 3600))
        try driftwatch.place.write(posts, to: "Contracts/Feeds/Recordings/\(date)/feeds/\(feed.endpoint)/index.json")
      }
    }
    let ending = try await driftwatch.call(
      ["check"] + Self.feeds.map { "feeds/\($0.endpoint)" } + [
        "--from", "recordings", "--contracts", driftwatch.place.path("Contracts"), "--format", "json",
      ])
    #expect(ending.code == 0 && ending.errors == "", "\(ending.text.suffix(2000))\(ending.errors)")
    let report = try JSONDecoder().decode(Report.self, from: ending.output)
    let told = report.findings.filter { $0.level != "info" }.map {
      "\($0.endpoint) \($0.level) \($0.rule) \($0.path) \($0.message)"
    }
    let sentence = "The whole list has no publishedAt after 2026-10-30; a new one came every 24 hours before."
    #expect(told == ["feed-1 warning freshness-stale $ \(sentence)"])
  }
}
