import DriftModel

/// `1,204`: thousands separated by commas.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number.magnitude))
  var result = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index) % 3 == 0 { result.append(",") }
    result.append(digit)
  }
  return result
}

/// `1 endpoint`, `1,204 endpoints`.
func counted(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(grouped(number)) \(number == 1 ? singular : plural ?? "\(singular)s")"
}

/// `a number`, `an object`; `nil` for words that name no type (`always present`, `one of "a"`) or are too long for a sentence.
func withArticle(_ words: String) -> String? {
  let types = ["number", "integer", "fraction", "string", "text", "object", "array", "boolean", "bool"]
  guard let first = words.split(separator: " ").first, types.contains(first.lowercased()), words.count <= 40 else {
    return nil
  }
  return ("aeiou".contains(first.lowercased().prefix(1)) ? "an " : "a ") + words
}

/// `31 %`, `31.5 %`; `nil` if it is not a finite number.
func percent(_ value: Double) -> String? {
  guard value.isFinite, value >= 0, value <= 1_000 else { return nil }
  let tenths = Int((value * 10).rounded())
  return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
}

/// A stretch of time: `0.3 s`, `45 s`, `2 h 10 min`, `3 days 4 h`, `61 days`.
func duration(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e11 else { return "unknown time" }
  if seconds < 9.95 {
    let tenths = Int((seconds * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }
  let whole = Int(seconds.rounded())
  func parts(_ large: Int, _ unit: String, _ small: Int, _ smallUnit: String) -> String {
    small == 0 ? "\(grouped(large)) \(unit)" : "\(grouped(large)) \(unit) \(small) \(smallUnit)"
  }
  switch whole {
  case ..<60: return "\(whole) s"
  case ..<3_600: return whole < 600 ? parts(whole / 60, "min", whole % 60, "s") : "\(whole / 60) min"
  case ..<86_400: return parts(whole / 3_600, "h", whole % 3_600 / 60, "min")
  default:
    let days = whole / 86_400
    return parts(days, days == 1 ? "day" : "days", days < 14 ? whole % 86_400 / 3_600 : 0, "h")
  }
}

/// `day 3`: the day of a life of so many seconds, from 1.
func dayOfLife(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e11 else { return "day 1" }
  return "day \(grouped(Int(seconds / 86_400) + 1))"
}

extension RoundReport {
  /// `platzi-store/products`, with the environment if it is not the round's, and with a special perspective.
  func name(contract: String, endpoint: String, environment: String, perspective: String) -> String {
    var special = environment == round.environment || environment.isEmpty ? [] : [environment]
    if !["", "default", "recorded"].contains(perspective) { special.append(perspective) }
    return "\(contract)/\(endpoint)" + (special.isEmpty ? "" : " (\(special.joined(separator: ", ")))")
  }

  /// `platzi-store/products`, as above.
  func name(of endpoint: EndpointReport) -> String {
    name(
      contract: endpoint.contract, endpoint: endpoint.endpoint, environment: endpoint.environment,
      perspective: endpoint.perspective)
  }

  /// `platzi-store/products`, as above.
  func name(of finding: Finding) -> String {
    name(
      contract: finding.contract, endpoint: finding.endpoint, environment: finding.environment,
      perspective: finding.perspective)
  }
}

extension Outcome {
  /// Why an endpoint could not be checked, if nothing more is known.
  var plainWords: String {
    switch self {
    case .ok: "ok"
    case .unchanged: "unchanged"
    case .drift: "drift"
    case .notJSON: "the response is not JSON"
    case .outage: "the server failed"
    case .transport: "no complete response"
    case .auth: "without a credential that works"
    case .rateLimited: "too many requests"
    case .gone: "there is nothing at this address"
    case .requestError: "the request was refused"
    case .refused: "our own limit or policy"
    case .notChecked: "not checked"
    case .notDue: "not due"
    }
  }
}

extension Level {
  /// As the text report writes it: `BREAKING`.
  var shout: String {
    switch self {
    case .breaking: "BREAKING"
    case .warning: "WARNING"
    case .info: "INFO"
    }
  }
}

extension Sequence {
  /// Elements with equal keys together, in order of first appearance.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
    var groups: [[Element]] = []
    var indexes: [Key: Int] = [:]
    for element in self {
      let name = key(element)
      if let index = indexes[name] {
        groups[index].append(element)
      } else {
        indexes[name] = groups.count
        groups.append([element])
      }
    }
    return groups
  }
}

extension String {
  /// A headline or sentence without its full stop, so that words can follow.
  var withoutFullStop: String {
    var text = self
    while text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension Level {
  /// How a level is shown.
  var style: Phrase.Role {
    switch self {
    case .breaking: .bad
    case .warning: .warning
    case .info: .plain
    }
  }
}
