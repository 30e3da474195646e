import DriftModel
import JSONDocument

/// How a process ended on a perturbed response.
enum TrialEnding: String, Codable {
  case crash
  case hang

  var effect: LineageEffect { self == .crash ? .crash : .hang }
}

/// Announces every perturbed response before author code gets it, so that the parent knows which one ended the process
/// and the next process leaves it out.
struct TrialLog {
  /// How earlier processes ended, by digest of the response.
  var endings: [UInt64: TrialEnding] = [:]
  /// Called with the digest of each response that is tried.
  var announce: (UInt64) -> Void = { _ in }

  /// Announces a response. If it ended an earlier process, returns how; it must not be tried again then.
  func begin(_ response: [UInt8]) -> TrialEnding? {
    let digest = Self.digest(response)
    if let ending = endings[digest] ?? endings[digest ^ Self.decoding] { return ending }
    announce(digest)
    return nil
  }

  /// The same for a response that is only decoded, which may do no harm although what follows does.
  func beginDecoding(_ response: [UInt8]) -> TrialEnding? {
    let digest = Self.digest(response) ^ Self.decoding
    if let ending = endings[digest] { return ending }
    announce(digest)
    return nil
  }

  private static let decoding: UInt64 = 0x9E37_79B9_7F4A_7C15

  static func digest(_ bytes: [UInt8]) -> UInt64 { FNV1a.hash(bytes) }
}
