import JSONDocument
import PayloadShape

/// Learns the shape of the request bodies that are made of one response, many at a time as the elements of one list: what is learned
/// of a document costs by the path, and bodies are small.
///
/// Linear in the bytes of the bodies. At most ``mostBytes`` and one body wait to be learned.
struct BodyShapes {
  /// So many bytes are learned together.
  private static let mostBytes = 1 << 20

  /// Bytes that the shape may take.
  let budget: Int
  /// The bodies that are JSON.
  private(set) var count = 0
  /// The text of the first of them.
  private(set) var first: String?
  /// Why others are none.
  private(set) var errors: [JSONSyntaxError] = []
  private var shape: PayloadShape?
  /// A list of the bodies that wait, without its end, and where each stands in it.
  private var list: [UInt8] = []
  private var waiting: [Range<Int>] = []

  init(budget: Int) { self.budget = budget }

  /// Adds a body.
  mutating func add(_ body: some Collection<UInt8>) {
    list.append(waiting.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
    let start = list.count
    list += body
    waiting.append(start..<list.count)
    if list.count >= Self.mostBytes { learnWaiting() }
  }

  /// The shape of all bodies as one response; nil if none is JSON.
  mutating func finish() -> PayloadShape? {
    learnWaiting()
    return shape.flatMap { PayloadShape.ofOneResponse([$0])?.limited(to: budget) }
  }

  private mutating func learnWaiting() {
    guard !waiting.isEmpty else { return }
    if let document = try? JSONDocument(list + [UInt8(ascii: "]")]), isOfWaiting(document) {
      add(PayloadShape(ofElementsOf: document, budget: budget), waiting[0])
    } else {
      for range in waiting {
        do {
          add(PayloadShape(of: try JSONDocument(Array(list[range])), budget: budget), range)
        } catch {
          errors.append(error)
        }
      }
    }
    list.removeAll(keepingCapacity: true)
    waiting.removeAll(keepingCapacity: true)
  }

  /// Whether each element of the list is one body: several that are no JSON can be some together, as `"a` and `b"` are.
  private func isOfWaiting(_ document: JSONDocument) -> Bool {
    var bodies = waiting.makeIterator()
    for element in document.children(of: document.root) {
      let range = document.byteRange(of: element)
      guard let body = bodies.next(), body.lowerBound <= range.lowerBound, range.upperBound <= body.upperBound else {
        return false
      }
    }
    return bodies.next() == nil
  }

  private mutating func add(_ other: PayloadShape, _ body: Range<Int>) {
    count += other.documents
    if first == nil { first = String(decoding: list[body], as: UTF8.self) }
    if shape == nil { shape = other } else { shape?.merge(other) }
  }
}
