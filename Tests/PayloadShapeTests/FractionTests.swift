import PayloadShape
import Testing

@Suite("Whole numbers that become fractions")
struct FractionTests {
  private static let whole = (0..<20).map { #"[{"n":\#(70 + $0)},{"n":\#(40 + $0)}]"# }

  @Test(
    "A number that is not whole is a change where all were whole; however a whole number is spelled, it is none",
    arguments: [
      (
        "one of two", whole, #"[{"n":83.6},{"n":41}]"#,
        ["became-fractional $[*].n: whole number -> number with a fraction (1 of 2)"]
      ),
      (
        "all", whole, #"[{"n":83.6},{"n":4.15e1}]"#,
        ["became-fractional $[*].n: whole number -> number with a fraction (2 of 2)"]
      ),
      ("10.0 and 1e2", whole, #"[{"n":80.0},{"n":1e2},{"n":8.0E1},{"n":500e-1}]"#, []),
      ("fractions were there before", whole + [#"[{"n":50.5}]"#], #"[{"n":83.6}]"#, []),
      ("too few numbers to tell", Array(whole.prefix(9)), #"[{"n":83.6},{"n":41.5}]"#, []),
      (
        "another type says more", whole, #"[{"n":83.6},{"n":"41"}]"#,
        ["type-widened $[*].n: number -> string or number (1 of 2)"]
      ),
    ] as [(String, [String], String, [String])])
  func comparison(_ name: String, _ baseline: [String], _ observed: String, _ expected: [String]) throws {
    let found = changes(from: try shape(baseline), to: try shape([observed]))
    #expect(found.map(summary) == expected, "\(name)")
    #expect(found.allSatisfy { $0.kind != .becameFractional || $0.form == ObservedForm(kinds: [.fraction]) })
  }

  @Test("Amounts that become a hundredth of themselves changed their scale, which is told alone")
  func scale() throws {
    let cents = (0..<20).map { #"[{"n":\#(1999 + $0)},{"n":\#(2455 + $0)}]"# }
    let found = changes(from: try shape(cents), to: try shape([#"[{"n":19.99},{"n":24.55}]"#]))
    #expect(found.map(\.kind) == [.scaleChanged])
  }

  @Test("An open change is left out of the baseline, and the same response shows it again; a learned one is no news")
  func absorbing() throws {
    let baseline = try shape(Self.whole)
    let observed = try shape([#"[{"n":83.6},{"n":41}]"#])
    let found = changes(from: baseline, to: observed)
    #expect(changes(from: baseline.absorbing(observed, except: found), to: observed).map(\.kind) == [.becameFractional])
    #expect(changes(from: baseline.absorbing(observed, except: []), to: observed) == [])
  }
}
