/// What a string looks like, judged by its bytes alone.
public enum StringFormat: String, Codable, Sendable, CaseIterable {
  /// RFC 9562 §4: 8-4-4-4-12 hexadecimal digits in any letter case.
  case uuid
  /// RFC 3339 §5.6 date and time without a fraction of a second; the offset may be missing.
  case dateTime
  /// The same with a fraction of a second, which some readers of ISO 8601 refuse.
  case dateTimeFraction
  /// RFC 3339 `full-date`.
  case date
  /// RFC 3986 §3 with a scheme and an authority: `https://…`.
  case urlAbsolute
  /// RFC 3986 §4.2, beginning with `/`, `./` or `../`.
  case urlRelative
  /// Something at a dotted domain.
  case email
  /// ASCII digits only.
  case digits
  /// No character at all.
  case empty
  /// White space only.
  case blank
  /// JSON text, or a piece of it, inside a string: `["http…` or `"http…"]`.
  case json
  /// Everything else.
  case text

  /// Judges a string.
  public init(of string: String) {
    var string = string
    self = string.withUTF8 { StringFormat(bytes: $0) }
  }

  init(bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.first, let last = bytes.last else {
      self = .empty
      return
    }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"):
      self = Self.looksLikeJSON(bytes, last: last) ? .json : .text
    case UInt8(ascii: "/"), UInt8(ascii: "."):
      self = Self.isRelativeURL(bytes) ? .urlRelative : .text
    default:
      if bytes.allSatisfy(Self.isDigit) {
        self = .digits
      } else if Self.isUUID(bytes) {
        self = .uuid
      } else if let date = Self.dateForm(bytes) {
        self = date
      } else if Self.isAbsoluteURL(bytes) {
        self = .urlAbsolute
      } else if Self.isEmail(bytes) {
        self = .email
      } else {
        self = bytes.allSatisfy(Self.isWhiteSpace) ? .blank : .text
      }
    }
  }

  /// Absolute and relative references are one format: servers move between them without a change of meaning.
  var family: StringFormat { self == .urlRelative ? .urlAbsolute : self }

  /// Whether a reader relies on this format, so that leaving it is a change.
  var isStrong: Bool {
    switch self {
    case .uuid, .dateTime, .dateTimeFraction, .date, .urlAbsolute, .urlRelative, .email, .digits: true
    case .empty, .blank, .json, .text: false
    }
  }

  /// For reports.
  var words: String {
    switch self {
    case .uuid: "UUID"
    case .dateTime: "date and time"
    case .dateTimeFraction: "date and time with a fraction"
    case .date: "date"
    case .urlAbsolute, .urlRelative: "URL"
    case .email: "e-mail address"
    case .digits: "digits"
    case .empty: "empty string"
    case .blank: "white space"
    case .json: "JSON text in a string"
    case .text: "text"
    }
  }
}

extension StringFormat {
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  static func isUUID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (index, byte) in bytes.enumerated() {
      let isDash = index == 8 || index == 13 || index == 18 || index == 23
      guard isDash ? byte == UInt8(ascii: "-") : isHexadecimal(byte) else { return false }
    }
    return true
  }

  /// The date form that `bytes` are in; nil for none.
  private static func dateForm(_ bytes: UnsafeBufferPointer<UInt8>) -> StringFormat? {
    func number(_ start: Int, _ length: Int) -> Int? {
      guard start + length <= bytes.count else { return nil }
      var value = 0
      for index in start..<(start + length) {
        guard isDigit(bytes[index]) else { return nil }
        value = value * 10 + Int(bytes[index] - 0x30)
      }
      return value
    }
    func holds(_ character: UInt8, at index: Int) -> Bool { index < bytes.count && bytes[index] == character }
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard number(0, 4) != nil, holds(dash, at: 4), let month = number(5, 2), holds(dash, at: 7), let day = number(8, 2),
      (1...12).contains(month), (1...31).contains(day)
    else { return nil }
    guard bytes.count > 10 else { return .date }
    guard bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20, let hour = number(11, 2), hour <= 24,
      holds(colon, at: 13), let minute = number(14, 2), minute < 60
    else { return nil }
    var index = 16
    var hasFraction = false
    if holds(colon, at: 16) {
      guard let second = number(17, 2), second <= 60 else { return nil }
      index = 19
      if holds(UInt8(ascii: "."), at: 19) || holds(UInt8(ascii: ","), at: 19) {
        index = 20
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        guard index > 20 else { return nil }
        hasFraction = true
      }
    }
    let form: StringFormat = hasFraction ? .dateTimeFraction : .dateTime
    guard index < bytes.count else { return form }
    if bytes[index] | 0x20 == UInt8(ascii: "z") { return index + 1 == bytes.count ? form : nil }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == dash, number(index + 1, 2) != nil else { return nil }
    switch bytes.count - index {
    case 3: return form
    case 5: return number(index + 3, 2) == nil ? nil : form
    case 6: return holds(colon, at: index + 3) && number(index + 4, 2) != nil ? form : nil
    default: return nil
    }
  }

  /// Bytes that no URL holds in any spelling that readers accept.
  private static func isURLByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  private static func isAbsoluteURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard isLetter(bytes[0]), let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon + 3 < bytes.count,
      bytes[colon + 1] == UInt8(ascii: "/"), bytes[colon + 2] == UInt8(ascii: "/"),
      bytes[..<colon].allSatisfy({
        isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      })
    else { return false }
    return bytes[(colon + 3)...].allSatisfy(isURLByte)
  }

  private static func isRelativeURL(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let slash = UInt8(ascii: "/")
    var index = 0
    while index < 2, index < bytes.count, bytes[index] == UInt8(ascii: ".") { index += 1 }
    return index < bytes.count && bytes[index] == slash && bytes.count > index + 1 && bytes.allSatisfy(isURLByte)
  }

  private static func isEmail(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let at = UInt8(ascii: "@")
    guard let index = bytes.firstIndex(of: at), index > 0, bytes.lastIndex(of: at) == index,
      bytes.allSatisfy(isURLByte)
    else { return false }
    let domain = bytes[(index + 1)...]
    guard let dot = domain.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return dot > domain.startIndex && dot + 1 < domain.endIndex
  }

  private static func looksLikeJSON(_ bytes: UnsafeBufferPointer<UInt8>, last: UInt8) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard bytes.count > 1 else { return false }
    if bytes[0] == quote {
      return last == quote || last == UInt8(ascii: "]") || last == UInt8(ascii: "}") || last == UInt8(ascii: ",")
    }
    guard let next = bytes.dropFirst().first(where: { !isWhiteSpace($0) }) else { return false }
    if next == quote { return true }
    if bytes[0] == UInt8(ascii: "{") { return next == UInt8(ascii: "}") }
    return next == UInt8(ascii: "[") || next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
      || (last == UInt8(ascii: "]") && (isDigit(next) || next == UInt8(ascii: "-")))
  }
}
