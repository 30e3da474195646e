import Testing

@testable import JSONDocument

@Suite("Places of many values at once")
struct JSONLocatorTests {
  private static let texts = [
    "1", "[]", "{}", " \r\n {\"a\": [1, {\"b/~\": null}],\r\"é\":\n[[], {}]}",
    "[" + (0..<200).map { "{\"a\":\($0),\r\n\"b\":[\($0)]}" }.joined(separator: ",\r") + "]",
    "{" + (0..<200).map { "\"m\($0)\":[\($0 % 3 == 0 ? "[1,2]" : "{}")]" }.joined(separator: ",\n") + "}",
    "[" + String(repeating: "\r\n", count: 5000) + "1, \"" + String(repeating: "é", count: 5000) + "\", 2,\r"
      + String(repeating: "\r", count: 9000) + "{\"a\":1,\"a\":2}]",
    "{" + (0..<100).map { "\"same\($0 % 70)\":\($0)" }.joined(separator: ",") + "}",
  ]

  @Test("are those that the document finds one by one", arguments: texts.indices)
  func places(_ index: Int) throws {
    let document = try JSONDocument(Array(Self.texts[index].utf8))
    let places = JSONLocator(document)
    func visit(_ node: JSONNode) {
      #expect(places.position(of: node) == document.position(of: node))
      #expect(places.pointer(to: node) == document.pointer(to: node))
      for (position, child) in document.children(of: node).enumerated() {
        #expect(places.element(position, of: node) == (document.kind(of: node) == .array ? child : nil))
        if let name = document.key(of: child) {
          #expect(places.member(name, of: node) == document.member(name, of: node))
        }
        visit(child)
      }
      #expect(places.element(document.count(of: node), of: node) == nil && places.member("none", of: node) == nil)
    }
    visit(document.root)
  }
}
