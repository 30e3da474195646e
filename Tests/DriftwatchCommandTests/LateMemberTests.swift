import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

/// What a post of a feed is, beside what a version reads of it, from one response to the next.
@Suite("Members that came later, and what comes beside or in place of what was there")
struct LateMemberTests {
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Members of a post in place of its own, by the response's number and its id, as JSON; empty: it lacks the member.
    let members: @Sendable (_ step: Int, _ id: Int) -> [String: String]
    /// What is told from the 41st response on of `path` and what is below it, by step, level, rule and path.
    let told: [String]
    let path: String
  }

  private static func isLate(_ step: Int) -> Bool { step > 20 }
  private static func isGone(_ step: Int) -> Bool { step > 50 }

  private static let cases: [Case] = [
    Case(
      testDescription: "a member that nobody reads",
      members: { step, id in isLate(step) && !isGone(step) ? ["badge": #""b\#(id)""#] : [:] },
      told: ["51 info field-removed $[*].badge"], path: "$[*].badge"),
    Case(
      testDescription: "a member that the app maps",
      members: { step, id in isLate(step) && !isGone(step) ? ["summary": #""s\#(id)""#] : [:] },
      told: ["54 warning field-removed $[*].summary", "54 warning mapping-property-lost $[*].summary"],
      path: "$[*].summary"),
    Case(
      testDescription: "a member of an object that came later",
      members: { step, id in
        isLate(step) ? ["meta": isGone(step) ? #"{"x":\#(id)}"# : #"{"x":\#(id),"label":"l\#(id)"}"#] : [:]
      }, told: ["51 info field-removed $[*].meta.label"], path: "$[*].meta"),
    Case(
      testDescription: "a member that the app needs of an object that came later",
      members: { step, id in
        ["author": isLate(step) ? isGone(step) ? #"{"nick":"Ada"}"# : #"{"name":"Ada \#(id)"}"# : "null"]
      },
      told: [
        "51 breaking decode-key-not-found $[*].author.name", "51 info field-added $[*].author.nick",
        "51 warning field-removed $[*].author.name",
      ], path: "$[*].author"),
    Case(
      testDescription: "a member of a kind of object that came later",
      members: { step, id in
        let image = isGone(step) ? "" : #","alt":"a\#(id)""#
        let late = isLate(step) ? #",{"kind":"image","text":"x","url":"u\#(id)"\#(image)}"# : ""
        return ["blocks": #"[{"kind":"text","text":"Hello"}\#(late)]"#]
      }, told: ["51 info field-removed $[*].blocks[*].alt"], path: "$[*].blocks"),
    Case(
      testDescription: "a new value of a closed set that came later",
      members: { step, id in
        let values = isGone(step) ? ["calm", "loud", "odd"] : ["calm", "loud"]
        return isLate(step) ? ["tone": #""\#(values[id % values.count])""#] : [:]
      }, told: ["51 info field-enum-value-added $[*].tone"], path: "$[*].tone"),
    Case(
      testDescription: "an element of another kind in a list that came later",
      members: { step, id in
        isLate(step) ? ["marks": isGone(step) ? #"["\#(id)",{"x":\#(id)}]"# : #"["\#(id)","m"]"#] : [:]
      }, told: ["51 info field-type-widened $[*].marks[*]"], path: "$[*].marks"),
    Case(
      testDescription: "what was only null goes under another name, which nobody reads",
      members: { step, id in isGone(step) ? ["sup": #""s\#(id)""#] : ["sub": "null"] },
      told: ["51 info field-removed $[*].sub: perhaps renamed to `sup`"], path: "$[*].sub"),
    Case(
      testDescription: "what was only null goes under another name, though a version asks for it",
      members: { step, id in isGone(step) ? ["abstract": #""s\#(id)""#] : ["summary": "null"] },
      told: ["51 warning field-removed $[*].summary: perhaps renamed to `abstract`"], path: "$[*].summary"),
    Case(
      testDescription: "a whole number that is a fraction, which the app cannot take",
      members: { step, id in ["price": isGone(step) && id % 8 == 3 ? "9.5" : "\(id % 40)"] },
      told: ["51 breaking decode-number-out-of-range $[*].price", "51 info field-type-widened $[*].price"],
      path: "$[*].price"),
    Case(
      testDescription: "whole numbers that are fractions, which the app takes",
      members: { step, id in ["rating": isGone(step) ? "\(id % 5).5" : "\(id % 5)"] },
      told: ["51 info field-type-widened $[*].rating"], path: "$[*].rating"),
    Case(
      testDescription: "whole numbers that are fractions, which nobody reads",
      members: { step, id in ["weight": isGone(step) ? "\(id % 40).25" : "\(id % 40)"] },
      told: ["51 info field-type-widened $[*].weight"], path: "$[*].weight"),
    Case(
      testDescription: "dates of a second kind beside the first, which the app cannot take",
      members: { step, id in
        let day = String(101 + id % 28).dropFirst()
        return ["publishedAt": isGone(step) && id % 8 == 3 ? #""\#(day)/03/2026""# : #""2026-03-\#(day)T08:00:00Z""#]
      }, told: ["51 breaking decode-date-unparsable $[*].publishedAt"], path: "$[*].publishedAt"),
  ]

  @Test("What goes, or is another thing, is told by what the app makes of it", arguments: cases)
  private func told(_ scene: Case) async throws {
    let driftwatch = try Driftwatch(.feeds)
    let files = try (1...56).map { step in
      let posts = (0..<8).map { place in
        let id = step * 8 + place
        let own = [
          "id": "\(id)", "title": #""Post \#(id)""#, "price": "\(id % 40)", "state": #""published""#,
          "publishedAt": #""2026-03-\#(String(101 + id % 28).dropFirst())T08:00:00Z""#,
          "blocks": #"[{"kind":"text","text":"Hello"}]"#,
        ].merging(scene.members(step, id)) { $1 }
        return "{\(own.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }.joined(separator: ","))}"
      }
      return try driftwatch.place.write("[\(posts.joined(separator: ","))]", to: "posts/\(1000 + step).json")
    }
    let ending = try await driftwatch.call(
      ["backtest", "--contract", "feeds/feed-1", "--fail-on", "never", "--format", "json"] + files)
    #expect(ending.errors == "")
    let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
      guard let step = line.step, step > 40 else { return [] }
      return (line.findings ?? []).filter { finding in
        // How dates are written, and what was never there, is information of its own.
        finding.path.hasPrefix(scene.path) && finding.state != .pending
          && ![.evidenceNeverSeen, .fieldFormatChanged].contains(finding.rule) && finding.rule.family != .meaning
      }.map { finding in
        let hint = finding.hint?.firstMatch(of: /perhaps renamed to `[a-z]+`/).map { ": \($0.output)" } ?? ""
        return "\(step) \(finding.level.rawValue) \(finding.rule.rawValue) \(finding.path)\(hint)"
      }
    }
    #expect(told.sorted() == scene.told.sorted())
  }
}
