import Foundation

/// Types crossed with mutated payloads under every setting: what Foundation says against what we say.
///
/// Seeded: the same seed and index give the same pair, whatever was run before.
package struct DifferentialTrial {
  /// One pair on which we differ from Foundation.
  package struct Disagreement: Sendable {
    /// Number of the pair.
    package let index: Int
    /// The type.
    package let target: String
    /// Name of the decoder's configuration.
    package let setting: String
    /// The smallest payload found that shows it.
    package let payload: [UInt8]
    /// Foundation's word and ours.
    package let difference: String
  }

  /// What was seen so far.
  package struct Tally: Sendable {
    package var pairs = 0
    package var accepted = 0
    /// Refused payloads by the case of `DecodingError`, or `other`.
    package var refused: [String: Int] = [:]
    /// Texts that are not JSON.
    package var malformed = 0
    /// Payloads of which Foundation named another bad member of a dictionary.
    package var reordered = 0
    /// Pairs by setting; a contract's own is `own`.
    package var settings: [String: Int] = [:]
    /// Types that had at least one accepted and one refused payload.
    package var decidedBothWays = 0
    package var bytes = 0
    /// The first of each type, made as small as possible.
    package var disagreements: [Disagreement] = []
    /// Number of disagreements by type.
    package var disagreementTypes: [String: Int] = [:]
    package var disagreementCount: Int { disagreementTypes.values.reduce(0, +) }
  }

  /// Which decoder a pair is decoded with.
  private enum Choice {
    case own(@Sendable () -> JSONDecoder)
    case setting(Int)
  }

  package let targets: [Target]
  package private(set) var tally = Tally()
  /// Types of which no payload was accepted, so that their success was never compared.
  package var neverAccepted: [String] {
    zip(targets, verdicts).filter { !$0.1.accepted && $0.1.refused }.map(\.0.description)
  }
  private let seed: UInt64
  private let decoders: [JSONDecoder]
  /// Values of all payloads, to put into others.
  private let pieces: [[UInt8]]
  private var verdicts: [(accepted: Bool, refused: Bool)]

  package init(targets: [Target] = Target.awkward + Target.contracts, seed: UInt64) {
    self.targets = targets
    self.seed = seed
    decoders = Setting.all.map { $0.make() }
    verdicts = Array(repeating: (false, false), count: targets.count)
    let texts = targets.flatMap(\.seeds).flatMap { seed in
      seed.sites.filter { (2..<160).contains($0.value.count) }.map { Array(seed.bytes[$0.value]) }
    }
    pieces = Set(texts).sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Decodes one pair: every type in its turn, everything else at random.
  package mutating func run(pair index: Int) {
    let position = index % targets.count
    let target = targets[position]
    let (payload, choice) = pair(index, target)
    let comparison = target.compare(payload, decoder(choice))
    let name = name(choice)
    tally.pairs += 1
    tally.bytes += payload.count
    tally.settings[name, default: 0] += 1
    if !comparison.isJSON {
      tally.malformed += 1
    } else if comparison.expected.value != nil {
      tally.accepted += 1
    } else {
      tally.refused[comparison.expected.kindAlone, default: 0] += 1
    }
    if comparison.isReordered { tally.reordered += 1 }
    let before = verdicts[position]
    if comparison.expected.value == nil {
      verdicts[position].refused = true
    } else {
      verdicts[position].accepted = true
    }
    if verdicts[position] == (true, true), before != (true, true) { tally.decidedBothWays += 1 }
    guard let difference = comparison.difference else { return }
    tally.disagreementTypes[target.description, default: 0] += 1
    guard tally.disagreementTypes[target.description] == 1 else { return }
    let smallest = PayloadShrinker.shrink(payload) { target.compare($0, decoder(choice)).difference != nil }
    tally.disagreements.append(
      Disagreement(
        index: index, target: target.description, setting: name, payload: smallest,
        difference: target.compare(smallest, decoder(choice)).difference ?? difference))
  }

  /// The payload of a pair, and how it is decoded: contracts half of the time as their app does.
  private func pair(_ index: Int, _ target: Target) -> ([UInt8], Choice) {
    var random = SplitMix(seed: seed, index: index)
    let isForeign = target.seeds.isEmpty || Int.random(in: 0..<24, using: &random) == 0
    let source = isForeign ? targets[Int.random(in: 0..<targets.count, using: &random)] : target
    let setting = Int.random(in: 0..<decoders.count, using: &random)
    let isOwn = Bool.random(using: &random)
    let text = source.seeds.randomElement(using: &random) ?? Seed(Array("null".utf8))
    var mutator = PayloadMutator(generator: random, pieces: pieces)
    let payload = mutator.mutate(text)
    if isOwn, let own = target.ownDecoder { return (payload, .own(own)) }
    return (payload, .setting(setting))
  }

  private func decoder(_ choice: Choice) -> () -> JSONDecoder {
    switch choice {
    case .own(let make): make
    case .setting(let index): { decoders[index] }
    }
  }

  private func name(_ choice: Choice) -> String {
    switch choice {
    case .own: "own"
    case .setting(let index): Setting.all[index].description
    }
  }
}
