import DriftModel
import Foundation
import Testing

@testable import ContractKit
@testable import Examination

private enum Plain: CaseIterable { case one, two, three }
private enum Named: String, CaseIterable { case red, blue }
private enum Loaded: Equatable { case nothing, number(Int), text(String), flag(Bool) }
private enum Described: CustomStringConvertible {
  case it
  var description: String { "described" }
}

private struct Deepest { var value = 1 }
private struct Deeper {
  var text: String? = "d"
  var deepest: Deepest? = Deepest()
  var plain = Deepest()
}
private struct Inner {
  var text = "inner"
  var deeper: Deeper? = Deeper()
  var other = Deeper()
  var list: [Int]? = [1]
}

/// What apps have in their models.
private struct Rich {
  @propertyWrapper struct Trimmed { var wrappedValue: String }

  var string = "text"
  var blank = " \n"
  var int = 3
  var double = 0.5
  var flag = true
  var date = Date(timeIntervalSince1970: 10.25)
  var url = URL(filePath: "/a")
  var uuid = UUID()
  var optionalString: String?
  var optionalInt: Int? = 2
  var optionalDouble: Double?
  var optionalBool: Bool?
  var optionalDate: Date?
  var optionalURL: URL?
  var optionalUUID: UUID?
  var twice: Int?? = .some(nil)
  var small: Int8 = -4
  var decimal = Decimal(1.5)
  var float: Float = 2.5
  var data = Data([1, 2])
  var urls: [URL] = []
  var words: [String]? = ["a", "b"]
  var set: Set<String> = ["x"]
  var table: [String: Int] = ["a": 1]
  var pair = (1, "a")
  var plain = Plain.one
  var optionalPlain: Plain?
  var named = Named.red
  var loaded = Loaded.nothing
  var described = Described.it
  @Trimmed var trimmed = "t"
  var inner = Inner()
  var optionalInner: Inner?
  private var hidden = 7
  let fixed = "never changed"
}

private struct Holder {
  struct Block {
    var text: String? = "b"
    var words: [String] = []
  }

  var id = 1
  var blocks: [Block] = []
}

private struct WeaklyHeld {
  var name = "w"
  weak var other: NSObject?
}

private final class Reference { var name = "r" }
private struct HoldsReference {
  var name = "h"
  var reference = Reference()
}

private struct OneNameTwice {
  var id: Int?
  var _id = "m"
}

private struct HoldsClosure {
  var name = "c"
  var closure: @Sendable () -> Void = {}
}

private struct HoldsAny {
  var name = "a"
  var value: Any = Inner()
}

private struct SpeaksForItself: CustomReflectable {
  var secret = 1
  var customMirror: Mirror { Mirror(self, children: ["told": 2]) }
}

private struct HoldsMirror {
  var name = "m"
  var inner = SpeaksForItself()
}

private struct Generic<Value> {
  var value: Value
  var optional: Value?
}

/// Reading by offset, held against reading by reflection.
@Suite("Properties read without reflection")
struct PropertyPlanTests {
  private struct Change: Sendable {
    let apply: @Sendable (inout Rich, Int) -> Void
  }

  /// One way to make a record differ from another.
  private static let changes: [Change] = [
    Change { $0.string = ["", " ", "é", "\u{1F600}", "other"][$1 % 5] },
    Change { $0.blank = ["\u{A0}", "x", "\u{301}"][$1 % 3] },
    Change { $0.int = [0, -1, Int.max, Int.min][$1 % 4] },
    Change { $0.double = [0, -0.0, .nan, -.nan, .infinity, 1e300][$1 % 6] },
    Change { rich, _ in rich.flag.toggle() },
    Change { $0.date = Date(timeIntervalSince1970: [10.26, -1e300, .nan][$1 % 3]) },
    Change { $0.url = URL(filePath: "b", relativeTo: URL(filePath: "/\($1 % 2)/")) },
    Change { rich, _ in rich.uuid = UUID() },
    Change { $0.optionalString = ["", "s", nil][$1 % 3] },
    Change { $0.optionalInt = [nil, 5][$1 % 2] },
    Change { $0.optionalDouble = [nil, 5, .nan][$1 % 3] },
    Change { $0.optionalBool = [nil, true, false][$1 % 3] },
    Change { $0.optionalDate = [nil, Date(timeIntervalSince1970: 5)][$1 % 2] },
    Change { $0.optionalURL = [nil, URL(string: "https://example.com/c")][$1 % 2] },
    Change { $0.optionalUUID = [nil, UUID()][$1 % 2] },
    Change { $0.twice = [nil, .some(nil), .some(4)][$1 % 3] },
    Change { $0.small = Int8(truncatingIfNeeded: $1) },
    Change { $0.decimal = Decimal($1) / 4 },
    Change { $0.data = Data([UInt8(truncatingIfNeeded: $1)]) },
    Change { $0.urls = Array(repeating: URL(filePath: "/d"), count: $1 % 3) },
    Change { $0.words = [nil, [], ["c"]][$1 % 3] },
    Change { $0.set = [[], ["y", "z"]][$1 % 2] },
    Change { $0.table = [[:], ["b": 2]][$1 % 2] },
    Change { $0.pair = ($1, "b") },
    Change { $0.plain = Plain.allCases[$1 % 3] },
    Change { $0.optionalPlain = [nil, .one, .three][$1 % 3] },
    Change { $0.named = Named.allCases[$1 % 2] },
    Change { $0.loaded = [.nothing, .number($1), .text("t"), .flag(true)][$1 % 4] },
    Change { $0.trimmed = ["", "u"][$1 % 2] },
    Change { $0.inner.text = ["", "v"][$1 % 2] },
    Change { $0.inner.deeper = [nil, Deeper(text: nil), Deeper(deepest: nil)][$1 % 3] },
    Change { $0.inner.list = [nil, [], [1, 2]][$1 % 3] },
    Change { $0.optionalInner = [nil, Inner(), Inner(deeper: nil), Inner(text: "")][$1 % 4] },
  ]

  private func examinations(
    _ records: [(first: Any, second: Any?)], usesPlans: Bool, observed: [AnyProperty], opensLists: Bool
  ) -> (properties: [PropertyExamination], witnesses: [String: [Int?]]) {
    var tally = PropertyTally(PropertyReader(observed: observed, opensLists: opensLists, usesPlans: usesPlans))
    for (index, record) in records.enumerated() { tally.add(record.first, again: record.second, record: index) }
    return (tally.examinations { "/\($0)" }, tally.witnesses.mapValues { [$0.lost, $0.kept] })
  }

  private func expectSame(
    _ records: [(first: Any, second: Any?)], observed: [AnyProperty] = [], _ what: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for opensLists in [true, false] {
      let planned = examinations(records, usesPlans: true, observed: observed, opensLists: opensLists)
      let mirrored = examinations(records, usesPlans: false, observed: observed, opensLists: opensLists)
      #expect(planned.properties == mirrored.properties, what, sourceLocation: sourceLocation)
      #expect(planned.witnesses == mirrored.witnesses, what, sourceLocation: sourceLocation)
    }
  }

  @Test("are the same as by reflection, for records and second runs that differ in any few of thirty ways")
  func same() {
    #expect(PropertyReader(observed: [], opensLists: true).plan(of: Rich()) != nil)
    var generator = SystemRandomNumberGenerator()
    let declared = [
      Property<Rich>("int") { $0.int &+ 1 }.erased, Property<Rich>("inner.text") { _ in nil as String? }.erased,
      Property<Rich>("made", isEssential: true) { $0.optionalInner?.text }.erased,
    ]
    for trial in 0..<150 {
      func rich() -> Rich {
        var rich = Rich()
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
          Self.changes.randomElement(using: &generator)?.apply(&rich, Int.random(in: 0..<60, using: &generator))
        }
        return rich
      }
      let records: [(first: Any, second: Any?)] = (0..<4).map { _ in
        let first = rich()
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: return (first, nil)
        case 1: return (first, rich())
        default: return (first, first)
        }
      }
      expectSame(records, observed: trial.isMultiple(of: 2) ? declared : [], "trial \(trial)")
    }
  }

  @Test("are the same as by reflection for types without a plan, and for values of several types")
  func others() {
    let blocks = Holder(blocks: [Holder.Block(), Holder.Block(text: nil, words: ["w"])])
    let values: [Any] = [
      blocks, Holder(), WeaklyHeld(), HoldsReference(), HoldsAny(), HoldsMirror(), HoldsClosure(), OneNameTwice(),
      OneNameTwice(id: 1), SpeaksForItself(),
      Reference(), "text",
      5, Plain.two, Generic(value: Inner(), optional: nil), Generic(value: "a", optional: nil),
      Generic(value: [Inner()], optional: nil), Generic<Inner?>(value: nil, optional: .some(nil)),
      Generic<[Inner]??>(value: [Inner()], optional: nil),
      Generic(value: Set(["a"]), optional: nil), Generic(value: (1, 2), optional: nil), Optional<Inner>.none as Any,
    ]
    for value in values { expectSame([(value, value), (value, nil)], "\(value)") }
    expectSame([(OneNameTwice(), OneNameTwice()), (OneNameTwice(id: 1), OneNameTwice(id: 1))], "one name twice")
    expectSame([(Holder(), blocks), (blocks, Holder())], "lists of other lengths")
    expectSame([(Inner(), Inner()), (Deeper(), nil), (Rich(), Inner()), (Inner(), nil)], "several types")
    let unplanned: [Any] = [
      blocks, WeaklyHeld(), HoldsReference(), HoldsAny(), HoldsMirror(), HoldsClosure(), OneNameTwice(), "text",
      Plain.two,
    ]
    for value in unplanned {
      #expect(PropertyReader(observed: [], opensLists: true).plan(of: value) == nil, "\(value)")
    }
    for value in [Generic(value: Inner(), optional: nil) as Any, Generic(value: "a", optional: nil), Inner()] {
      #expect(PropertyReader(observed: [], opensLists: true).plan(of: value) != nil, "\(value)")
    }
  }
}
