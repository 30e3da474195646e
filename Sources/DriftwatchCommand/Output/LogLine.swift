extension String {
  /// One line of a log: control characters are spaces, what else steers a terminal or turns the reading direction is escaped, and no
  /// two number signs stand together, with which commands to build servers begin.
  var asLogLine: String {
    var line = ""
    for (scalar, steers) in steering {
      if !steers {
        line.unicodeScalars.append(scalar)
      } else if scalar.properties.generalCategory == .control {
        line += " "
      } else {
        line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return line
  }

  /// Each scalar, and whether it must not be written as it is.
  var steering: [(scalar: Unicode.Scalar, steers: Bool)] {
    var isBehindNumberSign = false
    return unicodeScalars.map { scalar in
      let category = scalar.properties.generalCategory
      let isSecondNumberSign = scalar == "#" && isBehindNumberSign
      // Some build servers compare as people read, and see no mark between two signs.
      isBehindNumberSign = scalar == "#" ? !isBehindNumberSign : isBehindNumberSign && category == .nonspacingMark
      let isInvisible = [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
      return (scalar, isSecondNumberSign || isInvisible)
    }
  }
}
