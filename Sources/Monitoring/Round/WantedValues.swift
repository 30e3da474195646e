import DriftModel
import System

/// What others want at one JSONPath of an endpoint's responses.
struct WantedValues: Sendable, Equatable {
  /// How many different ones at most, over all that want them.
  var most = 0
  /// Whether they are links that are followed.
  var areLinks = false
  /// Whether a mapping gets them.
  var areContext = false

  /// The longest value in the query of a link that is stored, in bytes.
  private static let longestPlainValue = 8

  /// What is stored of a value. A mapping may get whatever the app has of its user, so that only a digest is kept; the query of a link may
  /// hold a token. What is not stored whole is read again in the next round.
  func stored(_ value: String, _ mask: SecretMask) -> String {
    if areContext { return "\(SecretMask.replacement) \(ContentDigest(Array(value.utf8)).short)" }
    let masked = mask.masked(value)
    guard areLinks, let query = masked.firstIndex(of: "?") else { return masked }
    // Page numbers and the like are no tokens, which would be longer.
    let values = masked[query...].dropFirst().split(whereSeparator: { $0 == "&" || $0 == ";" }).map {
      $0.split(separator: "=", maxSplits: 1).last ?? ""
    }
    if values.allSatisfy({ $0.utf8.count <= Self.longestPlainValue }) { return masked }
    return "\(masked[..<query])?\(SecretMask.replacement)"
  }
}
