import System

extension String {
  /// One line of a log: control characters are spaces, and other ``SteeringCharacters`` are escaped.
  var asLogLine: String {
    replacingSteering { $0.properties.generalCategory == .control ? " " : $0.escaped }
  }

  /// The text with ``SteeringCharacters`` escaped: it may come from a response.
  var printable: String { replacingSteering(by: \.escaped) }

  private func replacingSteering(by replacement: (Unicode.Scalar) -> String) -> String {
    var steering = SteeringCharacters()
    return unicodeScalars.reduce(into: "") { line, scalar in
      if steering.includesNext(scalar) {
        line += replacement(scalar)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }
}
