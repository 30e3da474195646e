import Foundation
import Testing

@testable import ContractKit
@testable import Examination

private struct Inner {
  var text: String? = "t"
  var deeper: Deeper? = Deeper()
}

private struct Deeper { var deepest = Deepest() }
private struct Deepest { var value = 1 }

private class Base { var base = "b" }
private final class Derived: Base { var own: Int? }
private final class Bare: Base {}

@propertyWrapper private struct Trimmed { var wrappedValue: String }

private struct Everything {
  enum Kind { case one, other(Int) }

  @Trimmed var trimmed = "x"
  var number: Int?? = .some(nil)
  var url = URL(string: "https://example.com/a")
  var date = Date(timeIntervalSinceReferenceDate: 0.25)
  var decimal = Decimal(1.5)
  var kind = Kind.other(2)
  var blank = " \n"
  var none: [String: Int] = [:]
  var set: Set<Int> = [1]
  var data = Data()
  var pair = (1, "a")
  var inner: Inner? = Inner()
  var lost: Inner?
}

@Suite("The properties of a domain value")
struct PropertyReaderTests {
  private func states(_ value: Any, observed: [AnyProperty] = []) -> [String] {
    PropertyReader(observed: observed).samples(of: value).map { "\($0.name) \($0.state)" }
  }

  @Test("are read by reflection: optionals, empty values, nested values of the app and no others")
  func everything() {
    #expect(
      states(Everything()) == [
        "trimmed.wrappedValue present", "number missing", "url present", "date present", "decimal present",
        "kind present", "blank empty", "none empty", "set present", "data empty", "pair present", "inner present",
        "inner.text present", "inner.deeper present", "inner.deeper.deepest present", "lost missing",
      ])
  }

  @Test("include those of superclasses; a value without any is one property")
  func superclassesAndLeaves() {
    #expect(states(Derived()) == ["own missing", "base present"])
    #expect(states(Bare()) == ["base present"])
    #expect(states("") == ["self empty"])
    #expect(states(Everything.Kind.one) == ["self present"])
    #expect(states(Optional<Int>.none as Any) == ["self missing"])
  }

  @Test("include the declared ones, which take the place of stored ones of the same name")
  func observed() {
    let own = Property<Derived>("own", isEssential: true) { _ in "given" }
    let computed = Property<Derived>("computed") { $0.own.map(String.init) }
    #expect(
      states(Derived(), observed: [own.erased, computed.erased]) == ["base present", "own present", "computed missing"])
  }

  @Test("are random if the same record gives another value the second time")
  func random() {
    let reader = PropertyReader(observed: [])
    var first = Everything()
    var second = first
    #expect(
      PropertyReader.lost(reader.samples(of: first), again: reader.samples(of: second))
        == ["number", "blank", "none", "data", "lost"])
    first.date = Date(timeIntervalSinceReferenceDate: 100.1)
    second.date = Date(timeIntervalSinceReferenceDate: 100.2)
    second.inner = nil
    let lost = PropertyReader.lost(reader.samples(of: first), again: reader.samples(of: second))
    #expect(lost.isSuperset(of: ["date", "inner", "inner.text"]))
  }

  @Test(
    "are told apart by the dates inside them, also by those beyond every calendar", arguments: [1e300, -1e300, .nan])
  func datesInside(_ seconds: Double) {
    enum Moment { case at(Date), of([Date]), behind([Int], Date) }
    struct Event { var moment: Moment }
    let reader = PropertyReader(observed: [])
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    for (first, second) in [
      (Moment.at(date), Moment.at(.distantPast)), (.of([date]), .of([Date(timeIntervalSinceReferenceDate: 0.25)])),
      (.behind(Array(0..<2000), date), .behind(Array(0..<2000), .distantPast)),
    ] {
      func lost(_ second: Moment) -> Set<String> {
        PropertyReader.lost(reader.samples(of: Event(moment: first)), again: reader.samples(of: Event(moment: second)))
      }
      #expect(lost(first) == [] && lost(second) == ["moment"])
    }
  }
}
