/// One warning of a `Warning` field (RFC 7234 section 5.5); RFC 9111 has withdrawn the field, and it is still sent.
struct HTTPWarning: Equatable {
  let code: Int
  /// What it says, without quotation marks; empty where it says nothing.
  let text: String

  /// Whether a cache says that the response is out of date, or that it could not ask for a newer one.
  var isAboutAge: Bool { (110...113).contains(code) }
  /// Whether the provider itself has something to say.
  var isOfProvider: Bool { code == 199 || code == 299 }

  /// The warnings of one field: code, agent, text in quotation marks and perhaps a date, separated by commas. What does not begin with
  /// three digits is left out.
  static func all(in field: String) -> [HTTPWarning] {
    var (warnings, part, quoted): ([HTTPWarning], [UInt8], [UInt8]) = ([], [], [])
    // Nil before the first quotation mark, and false behind the second: what follows is a date.
    var isInside: Bool?
    var isEscaped = false
    func end() {
      let words = part.split(separator: 0x20)
      if let code = words.first, code.count == 3, code.allSatisfy({ (0x30...0x39).contains($0) }) {
        let number = code.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        // Without quotation marks the text is what follows code and agent.
        let text = isInside == nil ? Array(words.dropFirst(2).joined(separator: [0x20])) : quoted
        warnings.append(HTTPWarning(code: number, text: String(decoding: text, as: UTF8.self)))
      }
      (part, quoted, isInside, isEscaped) = ([], [], nil, false)
    }
    for byte in field.utf8.prefix(8192) {
      if isInside == true {
        if isEscaped {
          quoted.append(byte)
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInside = false
        } else {
          quoted.append(byte)
        }
      } else if byte == UInt8(ascii: "\""), isInside == nil {
        isInside = true
      } else if byte == UInt8(ascii: "\"") {
        // The date is in quotation marks too; a comma stands in it.
        isInside = true
        quoted.append(0)
      } else if byte == UInt8(ascii: ",") {
        end()
      } else {
        part.append(byte)
      }
    }
    end()
    return warnings.map { warning in
      HTTPWarning(code: warning.code, text: String(warning.text.prefix { $0 != "\0" }))
    }
  }
}
