import Foundation
import PayloadShape
import Testing

@Suite("Dates that are written in another way")
struct DateFormTests {
  /// Ten responses of four texts each.
  private static func list(_ responses: Int, _ text: (Int) -> String) -> [String] {
    (0..<responses).map { response in
      "[" + (0..<4).map { #"{"at":"\#(text(4 * response + $0))"}"# }.joined(separator: ",") + "]"
    }
  }

  private static func second(_ number: Int, _ rest: String) -> String {
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "2024-05-\(two(1 + number % 28))T10:\(two(number % 60)):00\(rest)"
  }

  private static func formats(from baseline: PayloadShape, to text: String) throws -> [ShapeChange] {
    changes(from: baseline, to: try shape(text)).filter { $0.kind == .formatChanged }
  }

  private static let utc = list(10) { second($0, "Z") }
  private static let fractions = list(10) { second($0, ".\(101 + $0)Z") }

  @Test(
    "A date that a reader may not take is a change, in some texts or in all",
    arguments: [
      ("without a zone", utc, [second(1, ""), second(2, "Z")], "date and time without a zone (1 of 2)"),
      ("all without a zone", utc, [second(1, ""), second(2, "")], "date and time without a zone (2 of 2)"),
      ("with a fraction", utc, [second(1, ".5Z"), second(2, "Z")], "date and time with a fraction (1 of 2)"),
      (
        "with a long one", utc, [second(1, ".1234567Z"), second(2, "Z")], "date and time with a long fraction (1 of 2)"
      ),
      (
        "with a longer one", fractions, [second(1, ".1234567Z"), second(2, ".123Z")],
        "date and time with a long fraction (1 of 2)"
      ),
      ("all without a fraction", fractions, [second(1, "Z"), second(2, "Z")], "date and time (2 of 2)"),
      ("a day alone", utc, ["2024-05-01", second(2, "Z")], "date (1 of 2)"),
      (
        "a time beside days", list(10) { String(second($0, "").prefix(10)) }, [second(1, "Z"), "2024-05-01"],
        "date and time (1 of 2)"
      ),
      (
        "a zone beside none", list(10) { second($0, "") }, [second(1, "Z"), second(2, "")], "date and time (1 of 2)"
      ),
    ] as [(String, [String], [String], String)])
  func told(_ name: String, _ baseline: [String], _ observed: [String], _ after: String) throws {
    let texts = "[" + observed.map { #"{"at":"\#($0)"}"# }.joined(separator: ",") + "]"
    let found = try Self.formats(from: try shape(baseline), to: texts)
    #expect(found.map { "\($0.after) (\($0.count) of \($0.total))" } == [after], "\(name)")
    #expect(found.allSatisfy { $0.kind == .formatChanged && $0.isOfDates && !$0.isFaint }, "\(name)")
  }

  @Test(
    "Another spelling of RFC 3339 is told only where a reader fails on it",
    arguments: [
      ("an offset of zero", utc, [second(1, "+00:00")], true), ("all with an offset", utc, [second(1, "+02:00")], true),
      ("a whole second among fractions", fractions, [second(1, "Z"), second(2, ".120Z")], true),
      ("the only one is a whole second", fractions, [second(1, "Z")], true),
      ("fewer digits", fractions, [second(1, ".5Z"), second(2, ".55Z")], false),
      ("Z beside offsets", list(10) { second($0, "+01:00") }, [second(1, "Z")], true),
      ("another offset", list(10) { second($0, "+01:00") }, [second(1, "+02:00")], false),
      (
        "fewer digits of long ones", list(10) { second($0, ".123456\(1 + $0 % 9)Z") },
        [second(1, ".123Z"), second(2, ".1234567Z")], true
      ),
      (
        "a mixture from the beginning", list(10) { second($0, $0 % 3 == 0 ? "" : "Z") },
        [second(1, ""), second(2, "Z")], false
      ),
    ] as [(String, [String], [String], Bool)])
  func faint(_ name: String, _ baseline: [String], _ observed: [String], _ isChange: Bool) throws {
    let texts = "[" + observed.map { #"{"at":"\#($0)"}"# }.joined(separator: ",") + "]"
    let found = try Self.formats(from: try shape(baseline), to: texts)
    #expect(found.map(\.isFaint) == (isChange ? [true] : []), "\(name)")
  }

  @Test("A shape that was stored before zones were told apart takes dates with any zone, and without")
  func storedBefore() throws {
    let stored = String(decoding: try JSONEncoder().encode(try shape(Self.utc)), as: UTF8.self)
    let old = stored.replacing(#""v":7"#, with: #""v":2"#)
    #expect(old != stored)
    let read = try JSONDecoder().decode(PayloadShape.self, from: Data(old.utf8))
    for zone in ["", "Z", "+02:00"] {
      #expect(try Self.formats(from: read, to: #"[{"at":"2024-05-01T10:00:00\#(zone)"}]"#) == [], "\(zone)")
    }
    #expect(try Self.formats(from: read, to: #"[{"at":"2024-05-01T10:00:00.5Z"}]"#).count == 1)
  }
}
