import DriftModel
import Foundation
import JSONDocument

/// Chooses the other values of the same kind by which a value of the response is altered.
///
/// An alteration says something only if the type accepts it and tells it from the value: another case of an enum, a
/// number within the limits, a day that the calendar has. Whether it does is tried with the app's own decoder.
struct AlterationChooser {
  let document: JSONDocument
  let trials: TrialLog
  /// What the type makes of a response; nil if it does not decode.
  let decode: (Data) -> Any?
  /// The most values that are tried for one path.
  private static let mostCandidates = 24
  private let original: String?

  init(document: JSONDocument, trials: TrialLog, decode: @escaping (Data) -> Any?) {
    (self.document, self.trials, self.decode) = (document, trials, decode)
    let (first, second) = (decode(Data(document.text)), decode(Data(document.text)))
    let text = first.map { exactText(of: $0) }
    // A value that is another one each time tells nothing.
    original = text == second.map { exactText(of: $0) } ? text : nil
  }

  /// At most two spellings. If the type accepts none, or tells none from the value, the first that it accepts are taken,
  /// or the most usual ones.
  ///
  /// - Throws: ``TrialsEnded`` if nothing more is tried.
  func alterations(of target: LineageScene.Target) throws(TrialsEnded) -> [[UInt8]] {
    let groups = Perturbation.alterationCandidates(of: target, in: document)
    var (noticed, accepted): ([[UInt8]], [[UInt8]]) = ([], [])
    let wanted = Perturbation.alterations.count {
      $0.spelling(
        of: target.node, in: document, knownValues: target.knownValues, otherValues: target.otherValues) != nil
    }
    for group in groups where noticed.isEmpty {
      var tried: Set<[UInt8]> = []
      for spelled in group.prefix(Self.mostCandidates) where noticed.count < wanted && tried.insert(spelled).inserted {
        switch try result(PerturbationEdit(document: document).replacing(target.node, with: spelled)) {
        case .noticed: noticed.append(spelled)
        case .unnoticed: accepted.append(spelled)
        case .refused: continue
        }
      }
    }
    if !noticed.isEmpty { return noticed }
    return Array((accepted.isEmpty ? groups.last ?? [] : accepted).prefix(wanted))
  }

  private enum Result { case noticed, unnoticed, refused }

  private func result(_ response: [UInt8]) throws(TrialsEnded) -> Result {
    // Code that dies of a value has noticed it.
    if try trials.beginDecoding(response) != nil { return .noticed }
    guard let value = decode(Data(response)) else { return .refused }
    guard let original else { return .noticed }
    return exactText(of: value) == original ? .unnoticed : .noticed
  }
}

/// A value with everything in it as text: different values have different texts, also where their descriptions are the
/// same, as those of dates within a second. The order of sets and dictionaries does not matter.
func exactText(of value: Any) -> String {
  var budget = 100_000
  return exactText(of: value, depth: 0, &budget)
}

private func exactText(of value: Any, depth: Int, _ budget: inout Int) -> String {
  budget -= 1
  guard budget > 0, depth < 64 else { return "…" }
  switch value {
  case let text as String: return "\"\(text)\""
  case let date as Date: return "\(date.timeIntervalSinceReferenceDate)"
  case let data as Data: return "\(data.count) \(TrialLog.digest(Array(data)))"
  case is Int, is Double, is Bool, is URL, is UUID, is Decimal: return "\(value)"
  default: break
  }
  let mirror = Mirror(reflecting: value)
  var parts: [String] = []
  var level: Mirror? = mirror
  while let current = level {
    for child in current.children {
      parts.append("\(child.label ?? ""):\(exactText(of: child.value, depth: depth + 1, &budget))")
    }
    level = current.superclassMirror
  }
  switch mirror.displayStyle {
  case .set, .dictionary: return "{\(parts.sorted().joined(separator: "\u{1}"))}"
  default: return parts.isEmpty ? "\(value)" : "(\(parts.joined(separator: "\u{1}")))"
  }
}
