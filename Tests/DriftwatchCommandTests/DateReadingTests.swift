import DriftModel
import DriftRules
import Foundation
import TestSupport
import Testing

@Suite("Dates that are written differently, with an app's own strategies, formatters and mappings")
struct DateReadingTests {
  /// How a moment is written in the response.
  private enum Form: String, Sendable {
    case utc, local, milliseconds = "with milliseconds", sevenDigits = "with seven digits", cut = "with cut zeros"
    case offset = "with an offset", zero = "with an offset of zero", summer = "with the offset of the season"
    case day, seconds, milliunits = "milliseconds since 1970", reference = "since 2001", text = "seconds as text"

    func json(_ moment: Int) -> String {
      let fraction = (moment * 7919 + 13) % 10_000_000
      let digits = String(String(fraction + 10_000_000).dropFirst())
      return switch self {
      case .utc: "\"\(civil(moment))Z\""
      case .local: "\"\(civil(moment))\""
      case .milliseconds: "\"\(civil(moment)).\(digits.prefix(3))Z\""
      case .sevenDigits: "\"\(civil(moment)).\(digits.dropLast())1Z\""
      // Every tenth has two digits, one in three hundred none.
      case .cut:
        "\"\(civil(moment))\(moment % 300 == 7 ? "" : ".\(moment % 10 == 0 ? "12" : "\(digits.dropLast())1")")Z\""
      case .offset: "\"\(civil(moment + 7200))+02:00\""
      case .zero: "\"\(civil(moment))+00:00\""
      case .summer:
        moment < DateReadingTests.first + 20 * 86_400
          ? "\"\(civil(moment + 3600))+01:00\"" : "\"\(civil(moment + 7200))+02:00\""
      case .day: "\"\(civil(moment).prefix(10))\""
      case .seconds: "\(moment)"
      case .milliunits: "\(1000 * moment + fraction % 1000)"
      case .reference: "\(moment - 978_307_200).\(digits.prefix(3))1"
      case .text: "\"\(moment)\""
      }
    }

    private func civil(_ moment: Int) -> String {
      String(Date(timeIntervalSince1970: TimeInterval(moment)).formatted(.iso8601).dropLast())
    }
  }

  private struct Case: CustomTestStringConvertible, Sendable {
    let before: Form
    let after: Form
    /// What is told of each version if 2 of 24 records changed, and if all did.
    let told: [String: (some: [String], all: [String])]

    var testDescription: String { "\(before.rawValue) -> \(after.rawValue)" }

    /// `some` and `all` are what is told of a form in 2 and in 24 records.
    init(_ before: Form, _ after: Form, _ told: [String: (some: [String], all: [String])]) {
      (self.before, self.after, self.told) = (before, after, told)
    }
  }

  fileprivate static let first = 1_714_550_000

  private static let format = "field-format-changed"
  private static let scale = "field-scale-changed"
  /// The form is information from its first response on.
  private static let known = (some: ["31 info \(format) 2"], all: ["31 info \(format) 24"])
  private static let lost = (
    some: ["31 info \(format) 2", "31 warning mapping-property-lost 2"],
    all: ["31 info \(format) 24", "31 warning mapping-property-lost 24"]
  )
  private static let dropped = (
    some: ["31 info \(format) 2", "31 warning mapping-record-dropped 2"],
    all: ["31 breaking mapping-record-dropped 24", "31 info \(format) 24"]
  )
  private static let unparsable = (
    some: ["31 breaking decode-date-unparsable 2", "31 info \(format) 2", "35 warning \(format) 2"],
    all: ["31 breaking decode-date-unparsable 24", "31 warning \(format) 24"]
  )
  private static let mismatch = (
    some: ["31 breaking decode-type-mismatch 2", "31 info field-type-widened 2"],
    all: ["31 breaking decode-type-mismatch 24", "31 warning field-type-changed 24"]
  )
  private static let platform = (
    some: ["31 info \(format) 2", "31 warning decode-platform-dependent 2"],
    all: ["31 info \(format) 24", "31 warning decode-platform-dependent 24"]
  )
  private static let shifted = (
    some: ["31 info \(scale) 2", "35 warning \(scale) 2"], all: ["31 warning \(scale) 24"]
  )
  private static let nothing: (some: [String], all: [String]) = ([], [])

  private static let cases: [Case] = [
    Case(
      .utc, .local,
      [
        "iso8601": unparsable, "formatted": unparsable, "custom": unparsable, "parsed": lost, "required": dropped,
        "shown": known, "unread": known,
      ]),
    Case(.local, .utc, ["local": unparsable, "shown": known, "unread": known]),
    Case(
      .utc, .milliseconds,
      [
        "iso8601": known, "phone": platform, "formatted": unparsable, "custom": known, "parsed": lost,
        "required": dropped, "shown": known, "unread": known,
      ]),
    Case(
      .milliseconds, .utc,
      ["iso8601": (some: [], all: known.all), "precise": lost, "unread": (some: [], all: known.all)]),
    Case(
      .utc, .sevenDigits,
      ["iso8601": known, "phone": platform, "formatted": unparsable, "parsed": lost, "shown": known, "unread": known]),
    Case(
      .utc, .offset, ["iso8601": nothing, "formatted": nothing, "parsed": nothing, "literal": lost, "shown": nothing]),
    Case(
      .utc, .zero, ["iso8601": nothing, "formatted": nothing, "parsed": nothing, "literal": lost, "unread": nothing]),
    Case(.utc, .day, ["iso8601": unparsable, "custom": unparsable, "parsed": lost, "shown": known, "unread": known]),
    Case(.utc, .seconds, ["iso8601": mismatch, "parsed": mismatch, "shown": mismatch]),
    Case(.seconds, .text, ["seconds": mismatch, "converted": mismatch, "kept": mismatch]),
    Case(.seconds, .utc, ["seconds": mismatch, "converted": mismatch]),
    Case(
      .seconds, .milliunits,
      [
        "seconds": shifted, "converted": shifted, "kept": shifted,
        "unread": (some: ["31 info \(scale) 2"], all: ["31 info \(scale) 24"]),
      ]),
    Case(.milliunits, .seconds, ["milliseconds": shifted, "converted": shifted]),
    Case(.reference, .seconds, ["reference": (some: [], all: shifted.all)]),
    Case(.seconds, .reference, ["seconds": (some: ["31 info field-type-widened 2"], all: shifted.all)]),
    Case(.reference, .milliunits, ["reference": shifted]),
    // What is well.
    Case(.utc, .utc, ["iso8601": nothing, "parsed": nothing, "shown": nothing]),
    Case(.cut, .cut, ["iso8601": nothing, "custom": nothing, "shown": nothing, "unread": nothing]),
    Case(.sevenDigits, .cut, ["iso8601": nothing, "custom": nothing, "shown": nothing]),
    Case(.summer, .summer, ["iso8601": nothing, "formatted": nothing, "parsed": nothing, "required": nothing]),
    Case(.zero, .summer, ["iso8601": nothing, "formatted": nothing, "parsed": nothing, "unread": nothing]),
    Case(.seconds, .seconds, ["seconds": nothing, "converted": nothing]),
    Case(.reference, .reference, ["reference": nothing, "kept": nothing]),
  ]

  /// A list of 24 events that is made anew; in some responses every twelfth event is written as `after`, or all of them are.
  private static func response(_ step: Int, _ scene: Case, isAll: Bool) -> String {
    let events = (0..<24).map { number in
      let moment = first + step * 86_400 + number * 3607 + step * number * 37 % 1800
      let isChanged = step > 30 && (isAll || (number * 5 + step) % 12 == 0)
      let at = (isChanged ? scene.after : scene.before).json(moment)
      return #"{"id":\#(100 * step + number),"title":"Event \#(number)","at":\#(at)}"#
    }
    return "[" + events.joined(separator: ",") + "]"
  }

  private static let isLong = ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] != nil

  @Test("What fails or is lost is told with its cause, and information where nobody is hurt", arguments: cases)
  private func told(_ scene: Case) async throws {
    for isAll in [false, true] {
      let driftwatch = try Driftwatch(.dates)
      let files = try (1...38).map { step in
        try driftwatch.place.write(Self.response(step, scene, isAll: isAll), to: "events/\(1000 + step).json")
      }
      for (index, (version, expected)) in scene.told.sorted(by: { $0.key < $1.key }).enumerated() {
        // Each reading once in 2 and once in 24 records takes minutes, so that one of them is enough unless somebody has the time.
        guard Self.isLong || (index % 2 == 0) == isAll else { continue }
        let ending = try await driftwatch.call(
          ["backtest", "--contract", "dates/\(version)", "--format", "json"] + files)
        #expect(ending.errors == "")
        let told = try BacktestLine.all(of: ending.text).flatMap { line -> [String] in
          guard let step = line.step else { return [] }
          // What the values of a property have become is another question.
          return (line.findings ?? []).filter { $0.rule != .meaningShifted }.map {
            "\(step) \($0.level.rawValue) \($0.rule.rawValue) \($0.count)"
          }
        }
        #expect(told.sorted() == (isAll ? expected.all : expected.some), "\(version), \(isAll ? "all" : "some")")
      }
    }
  }

  /// A version whose mapping was tried with the other form, which makes the same moment of it if `words` are those of information.
  private struct Trial: CustomTestStringConvertible, Sendable {
    let version: String
    let before: Form
    let after: Form
    let code: Int32
    let words: String

    var testDescription: String { "\(before.rawValue) -> \(after.rawValue), \(version)" }
  }

  private static let trials = [
    Trial(
      version: "tolerant", before: .seconds, after: .milliunits, code: 0, words: "1 field changed its scale"),
    Trial(
      version: "tolerant", before: .milliunits, after: .seconds, code: 0, words: "1 field changed its scale"),
    Trial(
      version: "seconds", before: .seconds, after: .milliunits, code: 1, words: "seconds to milliseconds?"),
    Trial(version: "lenient", before: .utc, after: .local, code: 1, words: "in the time zone of the device"),
    Trial(version: "lenient", before: .local, after: .utc, code: 1, words: "in the time zone of the device"),
    Trial(version: "zoned", before: .utc, after: .local, code: 0, words: "1 field changed its format"),
    Trial(version: "zoned", before: .local, after: .utc, code: 0, words: "1 field changed its format"),
    Trial(version: "zoned", before: .offset, after: .local, code: 0, words: "1 field changed its format"),
    Trial(version: "lenient", before: .offset, after: .local, code: 1, words: "in the time zone of the device"),
    Trial(version: "shown", before: .utc, after: .local, code: 0, words: "1 field changed its format"),
  ]

  @Test(
    "In another unit, with or without a zone: the mapping was tried with both, and shows the same moment or another one",
    arguments: trials)
  private func tried(_ trial: Trial) async throws {
    let (version, code) = (trial.version, trial.code)
    let driftwatch = try Driftwatch(.dates)
    let scene = Case(trial.before, trial.after, [:])
    for step in 22...31 {
      try driftwatch.place.write(
        Self.response(step, scene, isAll: true), to: "round/dates/\(version)/index.json")
      let ending = try await driftwatch.call(
        "check", "dates/\(version)", "--from", driftwatch.place.path("round"), "--db", driftwatch.ledger, "--fail-on",
        "warning")
      #expect(ending.code == (step > 30 ? code : 0), "\(step)\n\(ending.text)")
      if step > 30 {
        #expect(ending.text.contains(trial.words), "\(ending.text)")
      }
    }
  }
}
