extension StringFormat {
  /// Classifies the bytes of a text in UTF-8.
  init(bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else {
      self = .empty
      return
    }
    self.init(start, count: bytes.count)
  }

  /// Classifies `count` bytes of a text in UTF-8.
  ///
  /// A text that begins with a digit may be digits, a UUID or a date; with a letter, a UUID or a URL; with white space,
  /// blank. Any of them may be an e-mail address.
  init(_ start: UnsafePointer<UInt8>, count: Int) {
    guard count > 0 else {
      self = .empty
      return
    }
    let first = start[0]
    if Self.isLetter(first) {
      if count == 36, Self.isUUID(start) {
        self = .uuid
      } else if Self.isAbsoluteURL(start, count) {
        self = .urlAbsolute
      } else {
        self = Self.isEmail(start, count) ? .email : .text
      }
    } else if Self.isDigit(first) {
      self = Self.startingWithDigit(start, count)
    } else {
      switch first {
      case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"):
        self = Self.looksLikeJSON(start, count) ? .json : .text
      case UInt8(ascii: "/"), UInt8(ascii: "."):
        self = Self.isRelativeURL(start, count) ? .urlRelative : .text
      case 0x20, 0x09...0x0D:
        self = Self.isBlank(start, count) ? .blank : .text
      default:
        self = Self.isEmail(start, count) ? .email : .text
      }
    }
  }

  private static func startingWithDigit(_ start: UnsafePointer<UInt8>, _ count: Int) -> StringFormat {
    var digits = 1
    while digits < count, isDigit(start[digits]) { digits += 1 }
    if digits == count { return .digits }
    if digits == 4, let date = dateForm(start, count) { return date }
    if count == 36, isUUID(start) { return .uuid }
    return isEmail(start, count) ? .email : .text
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  @inline(__always)
  private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }

  @inline(__always)
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  @inline(__always)
  private static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

  private static func isBlank(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    while index < count, isWhiteSpace(start[index]) { index += 1 }
    return index == count
  }

  private static func isUUID(_ start: UnsafePointer<UInt8>) -> Bool {
    let dash = UInt8(ascii: "-")
    guard start[8] == dash, start[13] == dash, start[18] == dash, start[23] == dash else { return false }
    // The digits are 8, 4, 4, 4 and 12 bytes; the words below cover all of them.
    return isHexadecimal(TextBytes.word(start))
      && isHexadecimal(UInt64(half(start + 9)) | UInt64(half(start + 14)) << 32)
      && isHexadecimal(UInt64(half(start + 19)) | UInt64(half(start + 24)) << 32)
      && isHexadecimal(TextBytes.word(start + 28))
  }

  @inline(__always)
  private static func half(_ start: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  }

  /// Whether all eight bytes of a word are hexadecimal digits.
  @inline(__always)
  private static func isHexadecimal(_ word: UInt64) -> Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
    guard word & high == 0 else { return false }
    // The top bits are clear, so an addition cannot carry into the next byte, and sets the top bit if the byte is large
    // enough.
    let isDigit = (word &+ each(0x80 - 0x30)) & ~(word &+ each(0x80 - 0x3A))
    let small = word | each(0x20)
    let isLetter = (small &+ each(0x80 - 0x61)) & ~(small &+ each(0x80 - 0x67))
    return (isDigit | isLetter) & high == high
  }

  /// The date form of a text that begins with exactly four digits; nil for none.
  private static func dateForm(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> StringFormat? {
    // The number that two digits spell; 100 if they are not digits.
    @inline(__always)
    func pair(_ index: Int) -> Int {
      guard index + 2 <= count else { return 100 }
      let (tens, ones) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
      return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : 100
    }
    @inline(__always)
    func holds(_ character: UInt8, at index: Int) -> Bool { index < count && bytes[index] == character }
    let dash = UInt8(ascii: "-")
    let colon = UInt8(ascii: ":")
    guard holds(dash, at: 4), holds(dash, at: 7), (1...12).contains(pair(5)), (1...31).contains(pair(8)) else {
      return nil
    }
    guard count > 10 else { return .date }
    guard bytes[10] | 0x20 == UInt8(ascii: "t") || bytes[10] == 0x20, pair(11) <= 24, holds(colon, at: 13),
      pair(14) < 60
    else { return nil }
    var index = 16
    var fraction = DateTimeForm.Fraction.none
    if holds(colon, at: 16) {
      guard pair(17) <= 60 else { return nil }
      index = 19
      if holds(UInt8(ascii: "."), at: 19) || holds(UInt8(ascii: ","), at: 19) {
        index = 20
        while index < count, isDigit(bytes[index]) { index += 1 }
        guard index > 20 else { return nil }
        fraction = DateTimeForm.Fraction(digits: index - 20)
      }
    }
    func format(_ zone: DateTimeForm.Zone) -> StringFormat { DateTimeForm(zone: zone, fraction: fraction).format }
    guard index < count else { return format(.none) }
    if bytes[index] | 0x20 == UInt8(ascii: "z") { return index + 1 == count ? format(.utc) : nil }
    guard bytes[index] == UInt8(ascii: "+") || bytes[index] == dash, pair(index + 1) < 100 else { return nil }
    switch count - index {
    case 3: return format(.offset)
    case 5: return pair(index + 3) < 100 ? format(.offset) : nil
    case 6: return holds(colon, at: index + 3) && pair(index + 4) < 100 ? format(.offset) : nil
    default: return nil
    }
  }

  /// Whether a byte may occur in a URL in any spelling that readers accept.
  @inline(__always)
  private static func isURLByte(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
  }

  private static func areURLBytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    if count >= 16 {
      while index < count - 16 {
        if holdsOther(TextBytes.block(start + index)) { return false }
        index += 16
      }
      return !holdsOther(TextBytes.block(start + count - 16))
    }
    while index < count {
      guard isURLByte(start[index]) else { return false }
      index += 1
    }
    return true
  }

  /// Whether any of 16 bytes cannot occur in a URL. Every operand is a vector, because otherwise each lane is compared
  /// alone.
  @inline(__always)
  private static func holdsOther(_ block: SIMD16<UInt8>) -> Bool {
    let low = block .<= SIMD16<UInt8>(repeating: 0x20)
    let quotes = block .== SIMD16<UInt8>(repeating: UInt8(ascii: "\""))
    let less = block .== SIMD16<UInt8>(repeating: UInt8(ascii: "<"))
    let greater = block .== SIMD16<UInt8>(repeating: UInt8(ascii: ">"))
    let delete = block .== SIMD16<UInt8>(repeating: 0x7F)
    return TextBytes.isAnySet((low .| quotes) .| (less .| greater) .| delete)
  }

  /// Whether a text that begins with a letter is an absolute URL.
  private static func isAbsoluteURL(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let colon = TextBytes.firstIndex(of: UInt8(ascii: ":"), start, count: count)
    guard colon + 3 < count, start[colon + 1] == UInt8(ascii: "/"), start[colon + 2] == UInt8(ascii: "/") else {
      return false
    }
    for index in 1..<colon {
      let byte = start[index]
      guard
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return false }
    }
    return areURLBytes(start + colon + 3, count - colon - 3)
  }

  /// Whether a text that begins with a slash or a dot is a relative URL.
  private static func isRelativeURL(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    while index < 2, index < count, start[index] == UInt8(ascii: ".") { index += 1 }
    return index + 1 < count && start[index] == UInt8(ascii: "/") && areURLBytes(start, count)
  }

  private static func isEmail(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let at = UInt8(ascii: "@")
    let index = TextBytes.firstIndex(of: at, start, count: count)
    guard index > 0, index < count else { return false }
    let (rest, length) = (start + index + 1, count - index - 1)
    guard TextBytes.firstIndex(of: at, rest, count: length) == length, areURLBytes(start, count) else { return false }
    var dot = count - 1
    while dot > index, start[dot] != UInt8(ascii: ".") { dot -= 1 }
    return dot > index + 1 && dot + 1 < count
  }

  /// Whether a text that begins with a quote or an opening bracket looks like JSON.
  private static func looksLikeJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let quote = UInt8(ascii: "\"")
    guard count > 1 else { return false }
    let last = start[count - 1]
    if start[0] == quote {
      return last == quote || last == UInt8(ascii: "]") || last == UInt8(ascii: "}") || last == UInt8(ascii: ",")
    }
    var index = 1
    while index < count, isWhiteSpace(start[index]) { index += 1 }
    guard index < count else { return false }
    let next = start[index]
    if next == quote { return true }
    if start[0] == UInt8(ascii: "{") { return next == UInt8(ascii: "}") }
    return next == UInt8(ascii: "[") || next == UInt8(ascii: "{") || next == UInt8(ascii: "]")
      || (last == UInt8(ascii: "]") && (isDigit(next) || next == UInt8(ascii: "-")))
  }
}
