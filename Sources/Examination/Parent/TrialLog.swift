import DriftModel
import JSONDocument

/// How a process ended on a perturbed response.
enum TrialEnding: String, Codable {
  case crash
  case hang

  var effect: LineageEffect { self == .crash ? .crash : .hang }
}

/// Nothing more is tried, because it would take too many bytes or too long.
struct TrialsEnded: Error {}

/// How much the trials of one mapping may take in one process.
struct TrialBounds {
  /// The most bytes of all perturbed responses that are decoded.
  var bytes = 1 << 28
  /// The most seconds that they take; nil where code that never ends harms nobody.
  var seconds: Double?
}

/// Announces every perturbed response before author code gets it, so that the parent knows which one ended the process
/// and the next process leaves it out.
final class TrialLog {
  /// How earlier processes ended, by digest of the response.
  private let endings: [UInt64: TrialEnding]
  /// Responses that ended a process after the time for all trials was used up. Nothing is tried from the first of them on.
  private let last: Set<UInt64>
  /// Called with the digest of each response that is tried.
  private let announce: (UInt64) -> Void
  var bounds: TrialBounds
  private var bytes = 0
  private var hasEnded = false
  private let start = ContinuousClock.now

  init(
    endings: [UInt64: TrialEnding] = [:], last: Set<UInt64> = [], bounds: TrialBounds = TrialBounds(),
    announce: @escaping (UInt64) -> Void = { _ in }
  ) {
    (self.endings, self.last, self.bounds, self.announce) = (endings, last, bounds, announce)
  }

  /// Begins another pass over all responses, which may take as many bytes as the first; false if trials have ended.
  func beginPass() -> Bool {
    bytes = 0
    return !hasEnded
  }

  /// Announces a response. If it ended an earlier process, gives how; it must not be tried again then. The bytes of one that is not
  /// `isPerturbed`, but as it came, do not count.
  func begin(_ response: [UInt8], isPerturbed: Bool = true) throws(TrialsEnded) -> TrialEnding? {
    let digest = Self.digest(response)
    return try begin(isPerturbed ? response.count : 0, [digest, digest ^ Self.decoding])
  }

  /// The same for a response that is only decoded, which may do no harm although what follows does.
  func beginDecoding(_ response: [UInt8]) throws(TrialsEnded) -> TrialEnding? {
    try begin(response.count, [Self.digest(response) ^ Self.decoding])
  }

  /// The first digest is announced; an ending of any of them counts.
  private func begin(_ count: Int, _ digests: [UInt64]) throws(TrialsEnded) -> TrialEnding? {
    let isLate = bounds.seconds.map { start.duration(to: .now) > .seconds($0) } ?? false
    if isLate || bytes + count > bounds.bytes || digests.contains(where: last.contains) { hasEnded = true }
    // The response as it came is no trial.
    if hasEnded, count > 0 { throw TrialsEnded() }
    for digest in digests {
      if let ending = endings[digest] { return ending }
    }
    bytes += count
    announce(digests[0])
    return nil
  }

  private static let decoding: UInt64 = 0x9E37_79B9_7F4A_7C15

  static func digest(_ bytes: [UInt8]) -> UInt64 { FNV1a.hash(bytes) }
}
