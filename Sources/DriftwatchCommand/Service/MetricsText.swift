import System

/// Metrics in the text form that Prometheus reads (exposition format 0.0.4).
struct MetricsText {
  /// What a family counts.
  enum Kind: String { case counter, gauge, histogram }

  private(set) var text = ""

  /// Begins a family; its samples follow.
  mutating func family(_ name: String, _ kind: Kind, _ help: String) {
    let help = help.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Writes one sample.
  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let words = labels.map { "\($0)=\"\(Self.escaped($1))\"" }
    text += "\(name)\(words.isEmpty ? "" : "{\(words.joined(separator: ","))}") \(Self.number(value))\n"
  }

  /// Writes one sample, its labels as a literal.
  mutating func sample(_ name: String, _ labels: KeyValuePairs<String, String>, _ value: Double) {
    sample(name, labels.map { ($0.key, $0.value) }, value)
  }

  /// A label's value: backslash, quote and line feed are escaped as the format wants it; other characters that it allows and that steer
  /// a terminal or turn the reading direction become spaces.
  static func escaped(_ value: String) -> String {
    var result = ""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case _ where scalar.isSteering: result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A number as Go's `ParseFloat` reads it.
  static func number(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
    return value.rounded() == value && abs(value) < 1e15 ? String(Int64(value)) : String(value)
  }
}
