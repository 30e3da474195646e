import DriftModel
import Foundation
import TestSupport
import Testing

@Suite("How much a list holds, with an app's own types and mappings")
struct VolumeTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// How many posts a response holds, by its number from 1 to 44.
    let count: @Sendable (_ step: Int) -> Int
    let told: [String]
  }

  private static let cases: [Case] = [
    Case(
      testDescription: "24 posts, and one for good after 30 responses", count: { $0 <= 30 ? 24 : 1 },
      told: ["34 open warning volume-dropped $ The whole list holds 1 element; it held 24 elements before."]),
    Case(
      testDescription: "24 posts, and none for good after 30 responses", count: { $0 <= 30 ? 24 : 0 },
      told: ["34 open warning volume-empty $ The whole list is empty; it held 24 elements before."]),
    Case(
      testDescription: "24 posts, one in five responses, and 24 again", count: { 31...35 ~= $0 ? 1 : 24 },
      told: [
        "34 open warning volume-dropped $ The whole list holds 1 element; it held 24 elements before.",
        "36 resolved warning volume-dropped $ The whole list holds 1 element; it held 24 elements before.",
      ]),
    Case(
      testDescription: "a list that is empty at times from the beginning", count: { $0 % 5 == 3 ? 0 : 24 }, told: []),
    Case(testDescription: "a list that is short and long by turns", count: { $0 % 2 == 0 ? 2 : 24 }, told: []),
  ]

  @Test(
    "A list that holds far less for longer than chance explains is a warning, and what comes and goes is none",
    arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...44).map { step in
      try driftwatch.place.write(Posts.list(scene.count(step), from: step * 100), to: "posts/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(["backtest", "--contract", "feeds/feed-1", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
      (line.findings ?? []).filter { $0.level > .info }.map { finding in
        "\(line.step ?? 0) \(finding.state.rawValue) \(finding.level.rawValue) \(finding.rule.rawValue) \(finding.path) \(finding.message)"
      }
    }
    #expect(told == scene.told)
  }
}

/// Responses of a feed of the `feeds` contract.
enum Posts {
  /// Posts whose ids begin at `first`, of which the newest is of `date` and each further one of a day before.
  static func list(_ count: Int, from first: Int = 1, newest date: Date = Date(timeIntervalSince1970: 1_780_000_000))
    -> String
  {
    let posts = (0..<count).map { place in
      let day = date.addingTimeInterval(-86_400 * Double(place)).formatted(.iso8601)
      let state = ["draft", "published", "archived"][(first + place) % 3]
      return """
        {"id":\(first + place),"title":"Post \(first + place)","price":\(5 + (first + place) % 40),"state":"\(state)",\
        "publishedAt":"\(day)","blocks":[{"kind":"text","text":"Hello"}],"author":{"name":"Ada"}}
        """
    }
    return "[\(posts.joined(separator: ","))]"
  }
}
