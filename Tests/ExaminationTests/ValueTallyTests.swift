import ContractKit
import DriftModel
import Foundation
import Testing

@testable import Examination

@Suite("What the values of a property are")
struct ValueTallyTests {
  private enum State { case open, closed(at: Int), named(String) }

  private struct Item {
    var state = State.open
    var count: Int8? = 3
    var price = Decimal(0)
    var isNew = true
    var at: Date? = Date(timeIntervalSince1970: 5)
    var text = "secret"
    var tags = [""]
  }

  private func values(_ items: [Item], again: [Item]? = nil) -> [String: ValueDistribution] {
    var tally = PropertyTally(PropertyReader(observed: []))
    for (index, item) in items.enumerated() { tally.add(item, again: (again ?? items)[index], record: index) }
    return Dictionary(
      uniqueKeysWithValues: tally.examinations { _ in nil }.compactMap { property in
        property.values.map { (property.name, $0) }
      })
  }

  @Test("is counted by case of an enum without its payload, true, zero, below zero, and nil or empty")
  func cases() {
    let items = [
      Item(), Item(state: .closed(at: 7), count: -3, price: -1.5, isNew: false, at: nil, text: " "),
      Item(state: .named("x"), count: nil, price: 2),
    ]
    let found = values(items).mapValues(\.cases)
    #expect(found["state"] == [.named("open"): 1, .named("closed"): 1, .named("named"): 1])
    #expect(found["count"] == [.negative: 1, .none: 1])
    #expect(found["price"] == [.zero: 1, .negative: 1])
    #expect(found["isNew"] == [.isTrue: 2])
    #expect(found["at"] == [.none: 1])
    #expect(found["text"] == [.none: 1])
  }

  @Test("is a range for numbers of every type and for dates, and nothing for texts")
  func ranges() {
    let found = values([Item(), Item(count: 9, price: 8, at: Date(timeIntervalSince1970: 1)), Item(count: -4)])
    #expect(found["count"]?.numbers?.points == [-4, 3, 3, 9, 9])
    #expect(found["price"]?.numbers?.points == [0, 0, 0, 8, 8])
    #expect(found["at"]?.numbers?.points == [1, 5, 5, 5, 5])
    #expect(found["at"]?.numbers?.areDates == true)
    #expect(found["text"]?.numbers == nil)
  }

  @Test("leaves out what is random, and numbers that are none")
  func random() {
    #expect(values([Item()], again: [Item(isNew: false)])["isNew"] == nil)
    #expect(ValueDistribution.Quartiles([.nan, .infinity], areDates: false) == nil)
    #expect(ValueDistribution.Quartiles([.nan, 1], areDates: false)?.points == [1, 1, 1, 1, 1])
  }

  @Test("is read back from JSON as it was written")
  func coding() throws {
    let all = values([Item(), Item(state: .named("x"), count: 0)])
    for (name, value) in all {
      #expect(try JSONDecoder().decode(ValueDistribution.self, from: JSONEncoder().encode(value)) == value, "\(name)")
    }
  }
}
