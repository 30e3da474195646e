import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("What people see of a property, with an app's own types and mappings")
struct MeaningTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What is another thing in each product from the 41st response on, by the product's id and the response's number.
    var change: @Sendable (_ id: Int, _ step: Int) -> [String: String] = { _, _ in [:] }
    /// Whether every response has new products.
    var isFresh = false
    let told: [String]
  }

  /// A product of a shop in which two of five are affordable and one in four is sold.
  private static func product(_ id: Int, _ step: Int) -> [String: String] {
    [
      "id": "\(id)", "price": "\(5 + (id * 7 + step) % 40).5",
      "state": #""\#(["offered", "offered", "reserved", "sold"][id % 4])""#,
      "addedAt": "\(1_700_000_000_000 + id * 86_400_000)", "discount": id % 3 == 0 ? "null" : "\(id % 5 * 10)",
    ]
  }

  private static let cases: [Case] = [
    Case(testDescription: "nothing but other prices", told: []),
    Case(testDescription: "new products each time", isFresh: true, told: []),
    Case(
      testDescription: "prices that doubled",
      change: { id, step in ["price": "\(45 + (id * 7 + step) % 80).5"] },
      told: [
        "44 warning isAffordable is true in none of 24 products; in 33 to 42 % before",
        "44 warning price is between 90.5 and 124.5 in at least 12 of 24 products; between 5.5 and 44.5 before",
      ]),
    Case(
      testDescription: "prices in cents",
      change: { id, step in ["price": "\(5 + (id * 7 + step) % 40)50"] },
      told: [
        "44 warning isAffordable is true in none of 24 products; in 33 to 42 % before",
        "44 warning price is between 650 and 4450 in 24 of 24 products; between 5.5 and 44.5 before",
      ]),
    Case(
      testDescription: "free products",
      change: { _, _ in ["price": "0"] },
      told: [
        "44 warning isAffordable is true in 24 of 24 products; in 33 to 42 % before",
        "44 warning price is 0 in 24 of 24 products; between 5.5 and 44.5 before",
      ]),
    Case(
      testDescription: "seconds where there were milliseconds",
      change: { id, _ in ["addedAt": "\(1_700_000_000 + id * 86_400)"] },
      told: ["44 warning addedAt is 1970-01-20 in 24 of 24 products; between 2023-11-15 and 2023-12-08 before"]),
    Case(
      testDescription: "everything sold, which nobody asked to hear of",
      change: { _, _ in ["state": #""sold""#] },
      told: ["44 info state is .offered in none of 24 products; in 50 % before"]),
    Case(
      testDescription: "a discount for everything",
      change: { _, _ in ["discount": "20"] },
      told: ["44 warning discount is nil or empty in none of 24 products; in 33 % before"]),
    Case(
      testDescription: "a shop that sells nothing by night, told in the first night and no other",
      change: { _, step in (step - 41) % 8 < 4 ? ["state": #""sold""#] : [:] },
      told: ["44 info state is .offered in none of 24 products; in 50 % before"]),
    Case(
      testDescription: "prices ten times larger",
      change: { id, step in ["price": "\((5 + (id * 7 + step) % 40) * 10 + 5)"] },
      told: [
        "44 warning isAffordable is true in none of 24 products; in 33 to 42 % before",
        "44 warning price is between 165 and 445 in at least 18 of 24 products; between 5.5 and 44.5 before",
      ]),
    Case(
      testDescription: "nothing affordable, at prices that were there before",
      change: { id, step in ["price": "\(20 + (id * 7 + step) % 24).5"] },
      told: ["44 warning isAffordable is true in none of 24 products; in 33 to 42 % before"]),
    Case(
      testDescription: "nothing sold any more",
      change: { id, _ in id % 4 == 3 ? ["state": #""offered""#] : [:] },
      told: ["44 info state is .sold in none of 24 products; in 25 % before"]),
    Case(
      testDescription: "a state takes over",
      change: { _, _ in ["state": #""reserved""#] },
      told: ["44 info state is .offered in none of 24 products; in 50 % before"]),
    Case(
      testDescription: "dates more than a year before all others",
      change: { id, _ in ["addedAt": "\(1_700_000_000_000 + (id - 400) * 86_400_000)"] },
      told: [
        "44 warning addedAt is between 2022-10-11 and 2022-11-03 in 24 of 24 products; between 2023-11-15 and 2023-12-08 before"
      ]),
    Case(
      testDescription: "dates that move on with the clock",
      change: { id, step in ["addedAt": "\(1_700_000_000_000 + (id + 20 * step) * 86_400_000)"] }, told: []),
    Case(
      testDescription: "no discount any more, which is a lost property and no other meaning",
      change: { _, _ in ["discount": "null"] }, told: []),
    Case(
      testDescription: "other prices for two responses",
      change: { id, step in step < 43 ? ["price": "\(200 + id).5"] : [:] }, told: []),
    Case(
      testDescription: "one more product that is sold",
      change: { id, _ in id == 4 ? ["state": #""sold""#] : [:] }, told: []),
  ]

  @Test(
    "It is told when it is far from all before, as information unless the adapter watches the property",
    arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...52).map { step in
      let products = (1...24).map { place in
        let id = scene.isFresh ? step * 100 + place * 5 : place
        let members = Self.product(id, step).merging(step > 40 ? scene.change(id, step) : [:]) { $1 }
        return "{" + members.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ",")
          + "}"
      }
      return try driftwatch.place.write("[\(products.joined(separator: ","))]", to: "shops/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "feeds/shop", "--fail-on", "info", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
      (line.findings ?? []).filter { $0.rule == .meaningShifted }.map { finding in
        "\(line.step ?? 0) \(finding.level.rawValue) \(finding.message.dropFirst("Product.".count).dropLast())"
      }
    }
    #expect(told.sorted() == scene.told.sorted())
  }

  /// Products of the days of two months, of which those from the 41st day on to the 50th have other prices and states.
  @Test(
    "It ends when the values are where they were; a setting makes it a warning for which the check exits 1",
    arguments: [nil, #"{"levels": {"*": {"meaning-shifted": "warning"}}}"#])
  func ends(_ configuration: String?) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let file = try driftwatch.place.write(configuration ?? "{}", to: "driftwatch.json")
    func check(_ days: ClosedRange<Int>) async throws -> Program.Ending {
      let folder = "\(days.lowerBound)/Feeds/Recordings"
      for day in days {
        let products = (1...24).map { id in
          let changed = 41...50 ~= day ? ["state": #""reserved""#, "price": "\(20 + (id * 7 + day) % 24).5"] : [:]
          let members = Self.product(id, day).merging(changed) { $1 }.sorted { $0.key < $1.key }
          return "{\(members.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ","))}"
        }
        let date = "2026-0\(1 + day / 29)-\(String(101 + day % 29).dropFirst())"
        try driftwatch.place.write(
          "[\(products.joined(separator: ","))]", to: "\(folder)/\(date)/feeds/shop/index.json")
      }
      return try await driftwatch.call(
        "check", "feeds/shop", "--from", "recordings", "--contracts", driftwatch.place.path("\(days.lowerBound)"),
        "--db",
        driftwatch.ledger, "--config", file, "--fail-on", "warning")
    }
    let isSet = configuration != nil
    let report = ["report", "--db", driftwatch.ledger, "--config", file]
    #expect(try await check(0...43).code == 0, "three days are too few")
    let shifted = try await check(44...48)
    #expect(shifted.code == 1 && shifted.text.contains("Product.isAffordable is true in none of 24"), "\(shifted.text)")
    let told = try await driftwatch.call(report).text
    #expect(told.contains("NEW  WARNING") && told.contains("isAffordable"), "\(told)")
    #expect(told.contains("state is .offered in none") == isSet, "\(told)")
    #expect(try await driftwatch.call(report).text.isEmpty, "it is told once")
    #expect(try await check(49...50).code == 1)
    let over = try await check(51...56)
    #expect(over.code == 0, "\(over.text)")
    let resolved = try await driftwatch.call(report).text
    #expect(resolved.hasPrefix("RESOLVED: "), "\(resolved)")
    #expect(resolved.ranges(of: "feeds/shop").count == (isSet ? 2 : 1), "\(resolved)")
  }

  /// Responses in a row in which goods are in some states.
  private struct Course: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let parts: [(count: Int, states: [String])]
    /// What the report says in the end of goods that are sold.
    let told: String?
  }

  private static let comingAndGoing: [(count: Int, states: [String])] = (0..<160).map { step in
    let isThere = (step * 7 + step / 3) % 5 < 2
    return (1, isThere ? ["offered", "sold"] : ["offered", "reserved"])
  }

  private static let courses: [Course] = [
    Course(
      testDescription: "a state that came later and stayed is gone",
      parts: [(30, ["offered"]), (160, ["sold", "sold", "sold", "offered"]), (6, ["offered"])],
      told: "Product.state is .sold in none of 24 products; in 75 % before."),
    Course(
      testDescription: "a state that came later is replaced by one that is known",
      parts: [(30, ["offered"]), (160, ["sold"]), (6, ["offered"])],
      told: "Product.state is .sold in none of 24 products; in all before."),
    Course(
      testDescription: "a state that came later and stayed is away for a moment",
      parts: [(30, ["offered"]), (160, ["sold"]), (2, ["offered"])], told: nil),
    Course(
      testDescription: "a state that comes and goes", parts: [(30, ["offered", "reserved"])] + comingAndGoing,
      told: nil),
  ]

  @Test("A case of an enum that came later counts from its first sight, once it was learned", arguments: courses)
  private func late(_ course: Course) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let steps = course.parts.flatMap { part in Array(repeating: part.states, count: part.count) }
    let files = try steps.enumerated().map { step, states in
      let products = (1...24).map { place in
        let state = states[place % states.count]
        return """
          {"id":\(step * 24 + place),"price":9.5,"state":"\(state)","addedAt":\(1_700_000_000_000 + place),"discount":1}
          """
      }
      return try driftwatch.place.write("[\(products.joined(separator: ","))]", to: "shops/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "feeds/shop", "--db", driftwatch.ledger, "--quiet"] + files)
    #expect(ending.errors == "")
    let report = try await driftwatch.call("report", "--all", "--db", driftwatch.ledger).text
    let told = report.split(separator: "\n").first { $0.contains(".sold in none") }
    #expect(told?.trimmingPrefix(while: \.isWhitespace) == course.told.map { $0[...] }, "\(report)")
  }
}
