import Foundation
import PayloadShape
import Testing

@Suite("Moments that are written as numbers")
struct TimeScaleTests {
  private static let first = 1_714_550_000

  /// Six moments of a day, the third and the last of them written as `odd` does.
  private static func list(_ day: Int, isAll: Bool = false, _ usual: (Int) -> String, _ odd: (Int) -> String) -> String
  {
    let numbers = (0..<6).map { number in
      let moment = first + day * 86_400 + number * 3607
      return isAll || number == 2 || number == 5 ? odd(moment) : usual(moment)
    }
    return "[" + numbers.map { #"{"at":\#($0)}"# }.joined(separator: ",") + "]"
  }

  private static let seconds: @Sendable (Int) -> String = { "\($0)" }
  private static let milliseconds: @Sendable (Int) -> String = { "\($0 * 1000 + $0 % 1000)" }
  private static let microseconds: @Sendable (Int) -> String = { "\($0 * 1_000_000)" }
  private static let reference: @Sendable (Int) -> String = { "\($0 - 978_307_200).5" }

  @Test(
    "The same moments in another unit or from another zero are a change of scale, some of them or all, in both directions",
    arguments: [
      ("seconds, milliseconds", seconds, milliseconds, "1000 times larger: seconds to milliseconds?"),
      ("milliseconds, seconds", milliseconds, seconds, "1000 times smaller: milliseconds to seconds?"),
      ("seconds, microseconds", seconds, microseconds, "1000000 times larger: seconds to microseconds?"),
      ("since 2001, since 1970", reference, seconds, "978307200 more: seconds since 2001 to seconds?"),
      ("since 1970, since 2001", seconds, reference, "978307200 less: seconds to seconds since 2001?"),
      ("since 2001, milliseconds", reference, milliseconds, "the same moments: seconds since 2001 to milliseconds?"),
    ] as [(String, @Sendable (Int) -> String, @Sendable (Int) -> String, String)])
  func told(_ name: String, _ usual: @Sendable (Int) -> String, _ odd: @Sendable (Int) -> String, _ hint: String) throws
  {
    let baseline = try shape((0..<20).map { Self.list($0, usual, usual) })
    for isAll in [false, true] {
      let found = changes(from: baseline, to: try shape(Self.list(20, isAll: isAll, usual, odd)))
      // Some moments that lie thirty years from the others are no sign of another zero.
      if !isAll, hint.contains("978307200") {
        #expect(!found.contains { $0.kind == .scaleChanged }, "\(name)")
        continue
      }
      let scale = try #require(found.first { $0.kind == .scaleChanged }, "\(name)")
      #expect((scale.count, scale.total) == (isAll ? 6 : 2, 6), "\(name)")
      #expect(scale.hint == hint)
      let isOfUnits = !name.contains("2001") && !name.contains("micro")
      #expect(scale.isOfTimeUnits == isOfUnits)
    }
    #expect(changes(from: baseline, to: try shape(Self.list(20, usual, usual))) == [])
    #expect(changes(from: baseline, to: try shape(Self.list(300, usual, usual))) == [])
  }

  @Test("Zeros among them, which mean that there is no moment, hide nothing")
  func zeros() throws {
    func withZero(_ list: String) -> String { list.dropLast() + #",{"at":0}]"# }
    let texts = (0..<20).map { withZero(Self.list($0, Self.seconds, Self.seconds)) }
    let baseline = try shape(texts)
    let stored = try JSONDecoder().decode(PayloadShape.self, from: JSONEncoder().encode(baseline))
    #expect(stored == baseline)
    for isAll in [false, true] {
      let next = try shape(withZero(Self.list(20, isAll: isAll, Self.seconds, Self.milliseconds)))
      let scale = try #require(changes(from: stored, to: next).first { $0.kind == .scaleChanged })
      #expect((scale.count, scale.total) == (isAll ? 6 : 2, 7))
    }
    #expect(changes(from: stored, to: try shape(withZero(Self.list(20, Self.seconds, Self.seconds)))) == [])
  }

  @Test("Amounts that are zero at night are no moments, however large one of them is")
  func amounts() throws {
    let usual = (0..<60).map { #"{"at":\#($0 % 3 == 0 ? 0 : 150_000_000 + $0 * $0 * 2_500_000)}"# }
    let found = changes(from: try shape(usual), to: try shape(#"{"at":120000000000}"#))
    #expect(!found.contains { $0.kind == .scaleChanged })
  }

  @Test(
    "Other large numbers are none",
    arguments: [
      ("a mixture from the beginning", list(21, seconds, milliseconds)),
      ("the year 9999 for never", #"[{"at":1716364400},{"at":253402300799}]"#),
      ("the year 3000", #"[{"at":1716364400},{"at":32503680000}]"#),
      ("zero for never", #"[{"at":1716364400},{"at":0}]"#),
      ("thirty years on", #"[{"at":1716364400},{"at":2700000000}]"#),
      ("a time of the seventies", #"[{"at":1716364400},{"at":253370765}]"#),
    ])
  func healthy(_ name: String, _ observed: String) throws {
    let isMixed = name.hasPrefix("a mixture")
    let baseline = try shape((0..<20).map { Self.list($0, Self.seconds, isMixed ? Self.milliseconds : Self.seconds) })
    #expect(!changes(from: baseline, to: try shape(observed)).contains { $0.kind == .scaleChanged }, "\(name)")
  }
}
