import Foundation
import Testing

@testable import Examination

@Suite("Digests of domain values")
struct ValueDigestTests {
  private struct Inner {
    var name: String
    var when: Date?
  }
  private enum Kind {
    case plain
    case held(Int)
  }
  private struct Item<Number> {
    var id: Number
    var tags: [String] = ["a", "b"]
    var names: [String: Int] = ["a": 1, "b": 2]
    var marks: Set<String> = ["x", "y"]
    var inner: [Inner] = [Inner(name: "n", when: Date(timeIntervalSince1970: 0.25))]
    var kind = Kind.held(1)
    var random: UUID?
  }
  private final class Node {
    let value = 1
    var next: Node?
  }

  private func digest(_ value: Any, again: Any?) -> String { ValueDigest(observed: []).text(of: value, again: again) }
  private func digest(_ value: Any) -> String { digest(value, again: value) }

  @Test("Equal values have one digest, also if a property is optional now, or another type of number")
  func equal() {
    #expect(digest(Item(id: 1)) == digest(Item(id: 1.0)) && digest(Item(id: 1)) == digest(Item(id: Optional(1))))
    #expect(digest(Item(id: UInt8(7))) == digest(Item(id: Decimal(7))))
    #expect(digest(Item(id: 1)).count == 16)
  }

  @Test("Whatever differs inside makes another digest")
  func different() {
    let item = Item(id: 1)
    var others: [Item<Int>] = Array(repeating: item, count: 7)
    others[0].id = 2
    others[1].tags = ["a", "c"]
    others[2].names["b"] = 3
    others[3].marks = ["x", "z"]
    others[4].inner[0].when = Date(timeIntervalSince1970: 0.5)
    others[5].kind = .held(2)
    others[6].kind = .plain
    for other in others { #expect(digest(other) != digest(item), "\(other)") }
  }

  @Test("What is random each time does not count, and references in a circle end")
  func random() {
    func item() -> Item<Int> { Item(id: 1, random: UUID()) }
    #expect(digest(item(), again: item()) == digest(item(), again: item()))
    #expect(digest(item(), again: item()) != digest(Item(id: 2, random: UUID()), again: Item(id: 2, random: UUID())))
    let node = Node()
    node.next = node
    #expect(digest(node) == digest(node))
    #expect(digest(Item(id: 1), again: nil) == digest(Item(id: 2), again: nil))
  }
}
