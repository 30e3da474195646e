import JSONDocument
import PayloadShape
import Testing

@Suite("Shapes do not depend on spelling")
struct MeaningTests {
  @Test("A document against itself, keys shuffled, numbers respelled, white space changed: the same shape, no change")
  func respelling() throws {
    for seed in 0..<UInt64(trials(200)) {
      var generator = SeededGenerator(state: seed)
      let value = RandomJSON.make(&generator)
      let first = try shape(value.text(&generator))
      let second = try shape(value.text(&generator))
      #expect(first == second, "seed \(seed)")
      #expect(changes(from: first, to: second) == [], "seed \(seed)")
    }
  }

  @Test("Canonically equal spellings of a name are one name")
  func canonicalNames() throws {
    let composed = try shape("{\"caf\u{E9}\":1,\"a\":1,\"z\":1}")
    let decomposed = try shape("{\"cafe\u{301}\":1,\"a\":1,\"z\":1}")
    #expect(composed.merged(with: decomposed).paths.count == 4)
    #expect(changes(from: composed, to: decomposed) == [] && changes(from: decomposed, to: composed) == [])
  }

  @Test("A document that was merged into a baseline has no changes against it")
  func selfComparison() throws {
    for seed in 0..<UInt64(trials(150)) {
      var generator = SeededGenerator(state: seed)
      let parts = try (0..<4).map { _ in try shape(RandomJSON.make(&generator).text(&generator)) }
      let whole = parts.reduce(PayloadShape()) { $0.merged(with: $1) }
      #expect(changes(from: whole, to: whole) == [], "seed \(seed)")
      for part in parts {
        let found = changes(from: whole, to: part)
        #expect(found.map(summary) == [], "seed \(seed)")
      }
    }
  }

  @Test("Shapes merge in any order and grouping to the same shape")
  func merging() throws {
    for seed in 0..<UInt64(trials(150)) {
      var generator = SeededGenerator(state: seed)
      var parts = try (0..<5).map { _ in try shape(RandomJSON.make(&generator).text(&generator)) }
      let expected = parts.reduce(PayloadShape()) { $0.merged(with: $1) }
      parts.shuffle(using: &generator)
      while parts.count > 1 {
        let index = Int.random(in: 0..<(parts.count - 1), using: &generator)
        parts[index] = parts[index].merged(with: parts.remove(at: index + 1))
      }
      #expect(parts == [expected], "seed \(seed)")
    }
  }

  @Test("Elements of a list that are learned together give the shape that they give one by one, as one response")
  func elementsTogether() throws {
    for seed in 0..<UInt64(trials(600)) {
      var generator = SeededGenerator(state: seed)
      let texts = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        RandomJSON.make(&generator, depth: Int.random(in: 1...3, using: &generator)).text(&generator)
      }
      let list = try JSONDocument(Array("[\(texts.joined(separator: ","))]".utf8))
      let together = PayloadShape(ofElementsOf: list)
      let apart = PayloadShape.ofOneResponse(try texts.map { try shape($0) }) ?? PayloadShape()
      if together.paths.contains(where: { $0.contains(".*") }) {
        // What is known of a map's members is less where it is only found to be one when shapes are merged.
        #expect(together.paths == apart.paths, "seed \(seed)")
        #expect(changes(from: apart, to: together) == [] && changes(from: together, to: apart) == [], "seed \(seed)")
      } else {
        #expect(together == apart, "seed \(seed)")
      }
      #expect(together.documents == texts.count, "seed \(seed)")
    }
    for other in ["null", "7", "\"text\"", #"{"a":[1,2]}"#] {
      #expect(PayloadShape(ofElementsOf: try JSONDocument(Array(other.utf8))) == PayloadShape(), "\(other)")
    }
  }

  @Test("Merging agrees on maps, open sets and cut shapes, which lose what they are made of")
  func mergingLosses() throws {
    func object(_ names: some Sequence<String>) -> String {
      "{" + names.map { "\"\($0)\":{\"v\":\"\($0)\"}" }.joined(separator: ",") + "}"
    }
    let groups: [[String]] = [
      [object((0..<5).map(String.init)), object((4..<7).map(String.init)), object(["name", "7"]), object(["total"])],
      [
        object((0..<600).map { "a\($0)x" }), object((0..<600).map { "b\($0)x" }), object(["1", "2"]), object(["name"]),
      ],
      copies(4, of: #"{"x":[\#((0..<30).map { "{\"v\":\"w#\($0)\"}" }.joined(separator: ","))]}"#),
      (0..<4).map { part in
        object([]).dropLast()
          + (0..<900).map { "\"p\($0)x\":{\"a\(part)\":1,\"b\(part)\":{\"c\":1}}" }.joined(separator: ",")
          + "}"
      },
    ]
    for texts in groups {
      let parts = try texts.map { try shape($0) }
      let expected = parts.reduce(PayloadShape()) { $0.merged(with: $1) }
      #expect(parts.reversed().reduce(PayloadShape()) { $0.merged(with: $1) } == expected)
      #expect(parts[0].merged(with: parts[1]).merged(with: parts[2].merged(with: parts[3])) == expected)
      #expect(parts[3].merged(with: parts[0].merged(with: parts[2])).merged(with: parts[1]) == expected)
    }
    let cut = try groups[3].map { try shape($0) }.reduce(PayloadShape()) { $0.merged(with: $1) }
    #expect(cut.isTruncated && cut.paths.count == PayloadShape.maximumPaths)
  }
}
