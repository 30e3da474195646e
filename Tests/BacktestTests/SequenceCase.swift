import DriftModel
import DriftRules
import Testing

/// A named sequence of responses with everything that must be told about it, and nothing else.
struct SequenceCase: Sendable, CustomTestStringConvertible {
  /// One response of it.
  enum Response: Sendable {
    case json(Value)
    case bytes(String)
  }

  let testDescription: String
  /// Number of responses.
  let steps: Int
  /// What must be told, as ``ResponseSequence/words``, with the outcomes of what is no JSON.
  let told: [String]
  /// Different incidents that may be opened; by default one where a warning is told.
  let incidents: Int
  /// What the hint of something that is told must hold; nil: anything.
  var hint: String?
  /// Why it fails today; nil: it must not.
  let knownIssue: String?
  let response: @Sendable (_ step: Int, _ generator: inout SeededGenerator) -> Response

  /// What the responses are made from; `nil`: the title, so that each case has its own.
  private var chance: UInt64?

  init(
    _ name: String, _ steps: Int = 60, told: [String] = [], incidents: Int? = nil, knownIssue: String? = nil,
    response: @escaping @Sendable (_ step: Int, _ generator: inout SeededGenerator) -> Value
  ) {
    self.init(
      name, steps, told: told, incidents: incidents, knownIssue: knownIssue, texts: { .json(response($0, &$1)) })
  }

  init(
    _ name: String, _ steps: Int = 60, told: [String] = [], incidents: Int? = nil, knownIssue: String? = nil,
    texts response: @escaping @Sendable (_ step: Int, _ generator: inout SeededGenerator) -> Response
  ) {
    testDescription = name
    self.steps = steps
    self.told = told
    self.incidents = incidents ?? (told.contains { $0.contains(" open ") } ? 1 : 0)
    self.knownIssue = knownIssue
    self.response = response
  }

  /// The same case with responses made from this seed, where what is reported depends on the very responses.
  func seeded(_ seed: UInt64) -> SequenceCase {
    var copy = self
    copy.chance = seed
    return copy
  }

  /// Products of the shop, changed from case to case.
  static func products(
    _ name: String, _ steps: Int = 60, told: [String] = [], incidents: Int? = nil, knownIssue: String? = nil,
    _ edit: @escaping @Sendable (_ step: Int, _ index: Int, _ product: inout Value) -> Void
  ) -> SequenceCase {
    SequenceCase(name, steps, told: told, incidents: incidents, knownIssue: knownIssue) { step, generator in
      ShopResponses.list(&generator) { edit(step, $0, &$1) }
    }
  }

  /// The shop's state, changed from case to case.
  static func state(
    _ name: String, _ steps: Int = 60, told: [String] = [], incidents: Int? = nil, knownIssue: String? = nil,
    _ edit: @escaping @Sendable (_ step: Int, _ state: inout Value) -> Void
  ) -> SequenceCase {
    SequenceCase(name, steps, told: told, incidents: incidents, knownIssue: knownIssue) { step, generator in
      ShopResponses.state(&generator) { edit(step, &$0) }
    }
  }

  /// Runs it with these generator and holds what is told against what must be.
  func check(seed: UInt64 = 1) async throws {
    var generator = SeededGenerator(seed &+ (chance ?? testDescription.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) }))
    var sequence = try await ResponseSequence()
    for step in 1...steps {
      switch response(step, &generator) {
      case .json(let value): try await sequence.add(value.json)
      case .bytes(let text): try await sequence.add(text)
      }
    }
    let words = (sequence.words + sequence.failures).sorted(by: Self.isEarlier)
    if let knownIssue {
      withKnownIssue("\(knownIssue)") { #expect(words == told.sorted(by: Self.isEarlier)) }
    } else {
      #expect(words == told.sorted(by: Self.isEarlier))
      if let hint { #expect(sequence.told.contains { $0.finding.hint?.contains(hint) == true }, "\(sequence.hints)") }
      let found = sequence.incidents
      #expect(found.count == incidents, "\(found.map(\.subject))")
    }
  }

  /// With a hint that must be given.
  func hinting(_ hint: String) -> SequenceCase {
    var sequence = self
    sequence.hint = hint
    return sequence
  }

  private static func isEarlier(_ left: String, _ right: String) -> Bool {
    func step(_ words: String) -> Int { words.split(separator: " ").first.flatMap { Int($0) } ?? 0 }
    return (step(left), left) < (step(right), right)
  }
}
