import DriftModel
import System

/// How a process ended over a response that no provider sent.
enum TrialDeath: String, Codable {
  case crash
  case hang

  var effect: LineageEffect { self == .crash ? .crash : .hang }
}

/// Every perturbed response is announced before author code gets it, so that the parent knows which one ended the process and
/// the next process leaves it out.
struct TrialLog {
  /// Deaths of earlier processes, by digest of the response.
  var deaths: [UInt64: TrialDeath] = [:]
  /// Told of each response that is tried.
  var announce: (UInt64) -> Void = { _ in }

  /// Announces a response; how it ended an earlier process, and then it must not be tried again.
  func begin(_ response: [UInt8]) -> TrialDeath? {
    let digest = Self.digest(response)
    if let death = deaths[digest] { return death }
    announce(digest)
    return nil
  }

  /// The same in every process; some hundred responses do not collide.
  static func digest(_ bytes: [UInt8]) -> UInt64 { fnv1a(bytes) }
}
