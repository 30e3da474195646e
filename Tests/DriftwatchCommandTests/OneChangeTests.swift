import Foundation
import TestSupport
import Testing

/// One change of the provider at an endpoint that two releases ask in different ways, and at another endpoint.
@Suite("One change of the provider is told once, wherever it shows")
struct OneChangeTests {
  /// What a response may be.
  private enum Form: String, CaseIterable {
    case list, wrapped, wrappedTwice, text, makerInList, makerGone, makerNameless, idInQuotes
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let after: Form
    /// Whether the request of the second release is checked for the first time when it changes.
    var isYoung = false
    var others = Form.list
    /// Incidents that are told beside the first one.
    var twins = 1
  }

  private static let cases: [Case] = [
    Case(testDescription: "the root is wrapped", after: .wrapped),
    Case(testDescription: "the root is wrapped twice", after: .wrappedTwice),
    Case(testDescription: "the root is a text", after: .text),
    Case(testDescription: "an object is put in a list, with other members in each request", after: .makerInList),
    Case(testDescription: "a nested object is gone", after: .makerGone),
    Case(testDescription: "a nested member is gone", after: .makerNameless),
    Case(testDescription: "numbers in quotes", after: .idInQuotes),
    Case(testDescription: "the root is wrapped, and one request is new", after: .wrapped, isYoung: true),
    Case(testDescription: "numbers in quotes, and one request is new", after: .idInQuotes, isYoung: true),
    Case(
      testDescription: "the root is wrapped at another endpoint as well", after: .wrapped, others: .wrapped, twins: 2),
    Case(
      testDescription: "numbers in quotes at another endpoint as well", after: .idInQuotes, others: .idInQuotes,
      twins: 2),
  ]

  private static func record(_ id: Int, isRich: Bool, _ form: Form) -> String {
    let note = isRich ? #","note":"n\#(id)""# : ""
    let name = form == .makerNameless ? "" : #","name":"Ada \#(id)""#
    let maker = #"{"id":\#(id)\#(name)\#(note)}"#
    let member = form == .makerGone ? "" : #","maker":\#(form == .makerInList ? "[\(maker)]" : maker)"#
    return #"{"id":\#(form == .idInQuotes ? "\"\(id)\"" : "\(id)")\#(member)\#(note)}"#
  }

  private static func response(_ step: Int, isRich: Bool, _ form: Form) -> String {
    let list = "[" + (1...8).map { record(step * 8 + $0, isRich: isRich, form) }.joined(separator: ",") + "]"
    return switch form {
    case .wrapped: #"{"data":\#(list)}"#
    case .wrappedTwice: #"{"data":{"items":\#(list)},"page":1}"#
    case .text: #""moved""#
    case .list, .makerInList, .makerGone, .makerNameless, .idInQuotes: list
    }
  }

  /// One round over both endpoints.
  private static func round(
    _ driftwatch: Driftwatch, _ step: Int, _ form: Form, others: Form, isYoung: Bool = false
  ) async throws -> Program.Ending {
    let folder = "\(step)/queried"
    for (isRich, query) in [(false, #"{"limit":"10"}"#), (true, #"{"limit":"10","fields":"all"}"#)] {
      let name = "\(folder)/items/index.\(isRich ? "rich" : "plain")"
      try driftwatch.place.write(response(step, isRich: isRich, form), to: "\(name).json")
      let status = isRich && isYoung ? 503 : 200
      try driftwatch.place.write(#"{"status":\#(status),"query":\#(query)}"#, to: "\(name).meta.json")
    }
    try driftwatch.place.write(response(step, isRich: false, others), to: "\(folder)/orders/index.json")
    return try await driftwatch.call(
      "check", "queried", "--from", driftwatch.place.path("\(step)"), "--db", driftwatch.ledger)
  }

  @Test("In the report of the round it is one, with the others beside it", arguments: cases)
  private func once(_ c: Case) async throws {
    let driftwatch = try Driftwatch(.releases)
    for step in 1...6 { _ = try await Self.round(driftwatch, step, .list, others: .list, isYoung: c.isYoung) }
    let ending = try await Self.round(driftwatch, 7, c.after, others: c.others)
    let lines = ending.text.split(separator: "\n")
    let told = lines.filter { $0.contains("  NEW  ") }
    #expect(ending.code == 1 && told.count == 1, "\(ending.text)")
    let beside = try #require(lines.first { $0.contains("same at ") }, "\(ending.text)")
    let words = ending.text.drop { $0 != "\n" }.matches(of: /[0-9A-F]{4} queried\/(items|orders)/)
    #expect(words.count == c.twins, "\(beside)\n\(ending.text)")
    // Of another endpoint it says which property breaks there, if the root does not.
    let isElsewhere = c.twins == 2 && c.after == .idInQuotes
    #expect(ending.text.contains("(v1 and v2): OrderedDTO.id: Int") == isElsewhere, "\(ending.text)")
    let all = try await driftwatch.call("incidents", "--db", driftwatch.ledger)
    #expect(all.text.hasPrefix("\(c.twins + 1) open incidents"), "\(all.text)")
  }

  @Test("What has another cause is told on its own")
  func apart() async throws {
    let driftwatch = try Driftwatch(.releases)
    for step in 1...6 { _ = try await Self.round(driftwatch, step, .list, others: .list) }
    let ending = try await Self.round(driftwatch, 7, .makerGone, others: .wrapped)
    let told = ending.text.split(separator: "\n").filter { $0.contains("  NEW  ") }
    #expect(told.count == 2 && told.contains { $0.contains("queried/orders") }, "\(ending.text)")
  }

  @Test("What was wrapped and is not any more is one change as well")
  func unwrapped() async throws {
    let driftwatch = try Driftwatch(.releases)
    // The releases cannot read it, which was told and is over when the list is back.
    for step in 1...6 { _ = try await Self.round(driftwatch, step, .wrapped, others: .wrapped) }
    let back = try await Self.round(driftwatch, 7, .list, others: .list)
    #expect(back.code == 0 && back.text.hasPrefix("RESOLVED"), "\(back.text)")
    #expect(back.text.contains("items and orders are well again"), "\(back.text)")
  }
}
