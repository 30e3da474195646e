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

/// Announces every perturbed response before author code gets it, so that the parent knows which one ended the process
/// and the next process leaves it out.
final class TrialLog {
  /// How earlier processes ended, by digest of the response.
  private let endings: [UInt64: TrialEnding]
  /// Responses that ended a process after the time for all trials was used up. Nothing is tried from the first of them on.
  private let last: Set<UInt64>
  /// Called with the digest of each response that is tried.
  private let announce: (UInt64) -> Void
  /// The most bytes of all perturbed responses that are decoded.
  var maximumBytes: Int
  private var bytes = 0

  init(
    endings: [UInt64: TrialEnding] = [:], last: Set<UInt64> = [], maximumBytes: Int = 1 << 28,
    announce: @escaping (UInt64) -> Void = { _ in }
  ) {
    (self.endings, self.last, self.maximumBytes, self.announce) = (endings, last, maximumBytes, announce)
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
    guard digests.allSatisfy({ !last.contains($0) }) else { throw TrialsEnded() }
    for digest in digests {
      if let ending = endings[digest] { return ending }
    }
    guard bytes + count <= maximumBytes else { throw TrialsEnded() }
    bytes += count
    announce(digests[0])
    return nil
  }

  private static let decoding: UInt64 = 0x9E37_79B9_7F4A_7C15

  static func digest(_ bytes: [UInt8]) -> UInt64 { FNV1a.hash(bytes) }
}
