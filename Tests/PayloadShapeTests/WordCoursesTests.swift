import Foundation
import JSONDocument
import Testing

@testable import PayloadShape

@Suite("How words come and go")
struct WordCoursesTests {
  /// Words of one response after the other: `a*20 ab*3 b*20`, a letter for each word.
  private static func courses(_ text: String) -> WordCourses {
    var courses = WordCourses()
    for part in text.split(separator: " ") {
      let pieces = part.split(separator: "*")
      for _ in 0..<(pieces.count > 1 ? Int(pieces[1]) ?? 0 : 1) { courses.note(pieces[0].map(String.init)) }
    }
    return courses
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let (recurs, turnsOver): (Bool, Bool)

    init(_ name: String, _ text: String, recurs: Bool, turnsOver: Bool) {
      (testDescription, self.text, self.recurs, self.turnsOver) = (name, text, recurs, turnsOver)
    }
  }

  @Test(
    "A vocabulary recurs and stays; what is replaced does not",
    arguments: [
      Case("one text after the other", "a*20 b*20 c*20", recurs: false, turnsOver: true),
      Case("two by turns", String(repeating: "a b ", count: 15), recurs: true, turnsOver: false),
      Case("all side by side", "abc*2", recurs: true, turnsOver: false),
      Case("an old release beside the new one", "a*20 ab*8 b*20 bc*8 c*20", recurs: true, turnsOver: true),
      Case(
        "to and fro while a release is rolled out", "a*20 b a b a b a b*20 c b c b c b c*20", recurs: true,
        turnsOver: true),
      Case("a release that was on its way out at first", "ab*2 b*37", recurs: true, turnsOver: true),
      Case("three of three replaced one by one", "abc*20 bcd*20 cde*20", recurs: true, turnsOver: true),
      Case("one of seven replaced", "abcdefg*30 bcdefgh*30", recurs: true, turnsOver: false),
      Case("one that went, none that came", "abc*30 ab*30", recurs: true, turnsOver: false),
      Case("one that came, none that went", "ab*30 abc*30", recurs: true, turnsOver: false),
      Case("one that was there for a while", "ab*30 abc*10 ab*30", recurs: true, turnsOver: false),
      Case("one that was seen once", "a b a b c a b a b a b a b a b", recurs: true, turnsOver: false),
    ])
  func course(_ c: Case) {
    let courses = Self.courses(c.text)
    #expect((2 * courses.recurrences >= 3 * courses.words.count) == c.recurs, "\(courses.recurrences)")
    #expect(courses.turnOver(among: courses.words.count) == c.turnsOver)
  }

  @Test("What is stored is read back, and nothing else is")
  func stored() {
    let courses = Self.courses("a*20 ab*3 b*5 a")
    let words = ["b", "a", "never noted"]
    let numbers = courses.numbers(of: words)
    #expect(WordCourses(numbers, of: words) == courses && WordCourses([], of: words) == WordCourses())
    for index in numbers.indices {
      for value in [0, 1 << 53] where index > 1 || value == 0 && index == 1 {
        var damaged = numbers
        damaged[index] = value
        #expect(damaged == numbers || WordCourses(damaged, of: words) == nil, "\(index): \(damaged)")
      }
    }
    #expect(WordCourses(numbers.dropLast(), of: words) == nil && WordCourses(numbers, of: ["a"]) == nil)
  }

  @Test("Paths that are joined give the same in any order")
  func merging() {
    let parts = ["a*3 b", "b*2 c", "a b c", "d"].map(Self.courses)
    func joined(_ order: [Int]) -> WordCourses { order.reduce(into: WordCourses()) { $0.merge(parts[$1]) } }
    let first = joined([0, 1, 2, 3])
    for order in [[3, 2, 1, 0], [1, 3, 0, 2], [2, 0, 3, 1]] { #expect(joined(order) == first) }
  }

  @Test("The titles of a dozen details that are asked for again and again are no vocabulary, their states are one")
  func details() throws {
    func round(_ number: Int, _ change: (Int) -> (title: String, state: String)) throws -> PayloadShape {
      let shapes = try (0..<12).map { index in
        let (title, state) = change(index)
        let text = #"{"id":\#(index),"at":\#(number),"title":"\#(title)","state":"\#(state)"}"#
        return PayloadShape(of: try JSONDocument(Array(text.utf8)))
      }
      return try #require(PayloadShape.ofOneResponse(shapes))
    }
    func usual(_ index: Int) -> (title: String, state: String) {
      let letter = String(UnicodeScalar(UInt8(97 + index)))
      return ("title \(letter)", ["open", "closed", "draft"][index % 3])
    }
    var baseline = PayloadShape()
    for number in 0..<20 { baseline = baseline.absorbing(try round(number, usual), except: []) }
    let edited = try round(20) { $0 == 4 ? ("another title", "open") : usual($0) }
    #expect(changes(from: baseline, to: edited) == [])
    let outsourced = try round(20) { (usual($0).title, "outsourced") }
    #expect(changes(from: baseline, to: outsourced).map(\.path) == ["$.state"])
  }
}
