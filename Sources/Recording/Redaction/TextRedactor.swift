import System

/// Replaces texts by others of the same form, so that code that reads them makes the same of them and nobody is told what they said.
///
/// Letters become letters, digits become digits, and everything else stays, each with as many bytes as before; of dates, identifiers, numbers
/// in quotes and addresses (URL, e-mail) the form stays valid. Equal texts become equal ones, and different ones stay different where
/// there are enough of that form. What became of each is forgotten with the value.
struct TextRedactor<Generator: RandomNumberGenerator> {
  /// Words that stay where a part of an address is one of them: what a contract declares of its URLs.
  let known: Set<String>
  private var generator: Generator
  /// What each text and each run of digits became.
  private var former: [String: String] = [:]
  private var used: Set<String> = []
  /// What each day became: in the same order, at other distances.
  private var days: [(from: Int, to: Int)] = []

  /// How often another replacement is looked for that no other text has.
  private static var mostAttempts: Int { 20 }
  /// Numbers and dates of that many different ones may be gone through for one that is free.
  private static var mostDigits: Int { 4 }
  /// Numbers up to these are often the largest that code takes: 32 bits, a fraction's 53 bits, 64 bits.
  private static var limits: [UInt64] { [1 << 31 - 1, 1 << 53, 1 << 63 - 1] }

  init(known: Set<String>, generator: Generator) {
    self.known = known
    self.generator = generator
  }

  /// Gives days their new ones before they are asked for, so that they keep their order.
  ///
  /// - Complexity: Linear in the known days and in the new ones, but for sorting these.
  mutating func prepare(days new: Set<Int>) {
    let known = Set(days.map(\.from))
    let missing = new.subtracting(known).sorted()
    guard !missing.isEmpty else { return }
    var (merged, rest): ([(from: Int, to: Int)], ArraySlice<(from: Int, to: Int)>) = ([], days[...])
    for day in missing {
      while let next = rest.first, next.from < day { merged.append(rest.removeFirst()) }
      merged.append((day, place(of: day, after: merged.last, before: rest.first)))
    }
    days = merged + rest
  }

  /// A new day for one between two others. Distances become others too, so that one that is known tells none of the rest.
  private mutating func place(
    of day: Int, after former: (from: Int, to: Int)?, before next: (from: Int, to: Int)?
  ) -> Int {
    func stretched(_ gap: Int) -> Int { Int.random(in: max(1, gap / 2)...(gap + gap / 2 + 1), using: &generator) }
    switch (former, next) {
    case (nil, nil): return day - Int.random(in: 400...7_000, using: &generator)
    case (let former?, nil): return former.to + stretched(day - former.from)
    case (nil, let next?): return next.to - stretched(next.from - day)
    case (let former?, let next?):
      guard next.to - former.to > 1 else { return former.to }
      return Int.random(in: (former.to + 1)...(next.to - 1), using: &generator)
    }
  }

  private func newDay(_ day: Int) -> Int? {
    var (low, high) = (0, days.count)
    while low < high {
      let middle = (low + high) / 2
      if days[middle].from < day { low = middle + 1 } else { high = middle }
    }
    return low < days.count && days[low].from == day ? days[low].to : nil
  }

  /// A text of the same form.
  ///
  /// - Complexity: Linear in its length, times a constant number of attempts.
  mutating func redacted(_ text: String) -> String {
    if let known = former[text] { return known }
    var result = text
    for _ in 0..<Self.mostAttempts {
      result = replacement(for: text)
      if result == text || !used.contains(result) { break }
    }
    used.insert(result)
    former[text] = result
    return result
  }

  private mutating func replacement(for text: String) -> String {
    let bytes = Array(text.utf8)
    switch TextForm(bytes) {
    case .kept: return text
    case .number: return numberRedacted(text)
    case .date: return dateRedacted(bytes)
    case .hexadecimal: return letters(bytes[...], digits: Self.hexadecimal)
    case .address(let start): return address(bytes, from: start)
    case .other: return classes(of: text)
    }
  }

  // MARK: - Numbers

  /// A number of the same kind, sign, magnitude and number of digits; 0 and 1 stay.
  mutating func numberRedacted(_ text: String) -> String {
    if known.contains(text) { return text }
    if let known = former["#" + text] { return known }
    var result = text
    for _ in 0..<Self.mostAttempts {
      result = newNumber(text)
      if result == text || !isTaken(result) { break }
    }
    if isTaken(result), let free = freeNumber(like: text) { result = free }
    used.insert("#" + result)
    former["#" + text] = result
    return result
  }

  /// A short whole number that no other one became; `nil` if there is none, or the number is none of these.
  private func freeNumber(like text: String) -> String? {
    guard text.utf8.count <= Self.mostDigits, let number = Int(text), number > 1, String(number) == text else {
      return nil
    }
    let least = text.utf8.count == 1 ? 2 : Self.power(text.utf8.count - 1)
    return (least..<Self.power(text.utf8.count)).lazy.map(String.init).first { !isTaken($0) }
  }

  /// Whether a number stands for another one, or will if that comes: what a contract declares stays.
  private func isTaken(_ number: String) -> Bool { used.contains("#" + number) || known.contains(number) }

  private static func power(_ digits: Int) -> Int { (0..<digits).reduce(1) { power, _ in power * 10 } }

  private mutating func newNumber(_ text: String) -> String {
    // A large number may be at a limit that it must not pass.
    if text.utf8.count >= 10, let number = UInt64(text), String(number) == text,
      let limit = Self.limits.first(where: { number <= $0 })
    {
      let least = (1..<text.utf8.count).reduce(UInt64(1)) { power, _ in power * 10 }
      let most = text.utf8.count < 19 ? min(limit, least * 10 - 1) : limit
      return String(UInt64.random(in: least...most, using: &generator))
    }
    var bytes = Array(text.utf8)
    let mantissa = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
    let point = bytes[..<mantissa].firstIndex(of: UInt8(ascii: ".")) ?? mantissa
    let start = bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") ? 1 : 0
    guard start < point else { return text }
    let whole = start..<point
    let isOneDigit = whole.count == 1
    let fraction = point < mantissa ? (point + 1)..<mantissa : mantissa..<mantissa
    let isWhole = fraction.allSatisfy { bytes[$0] == Self.zero }
    // 0 and 1 are flags as often as numbers, and tell nothing.
    if isOneDigit, bytes[start] <= Self.zero + 1, isWhole { return text }
    let former = bytes
    // A large number may have a limit that it must not pass: it gets no larger.
    let isBounded = whole.count >= 10
    var isBelow = !isBounded
    for index in whole {
      let digit = former[index]
      // What stays 0 or 1 later is nothing that another number may become now.
      let least: UInt8 =
        isOneDigit && digit > Self.zero + 1 && isWhole
        ? Self.zero + 2 : index == start && !(isOneDigit && digit == Self.zero) ? Self.zero + 1 : Self.zero
      let most = isBelow ? Self.zero + 9 : digit
      bytes[index] =
        isOneDigit && digit <= Self.zero + 1
        ? digit : UInt8.random(in: min(least, most)...most, using: &generator)
      if bytes[index] < digit { isBelow = true }
    }
    guard !isWhole else { return String(decoding: bytes, as: UTF8.self) }
    let last = fraction.last { bytes[$0] != Self.zero } ?? fraction.lowerBound
    for index in fraction where index <= last {
      let least: UInt8 = index == last ? Self.zero + 1 : Self.zero
      bytes[index] = UInt8.random(in: least...(Self.zero + 9), using: &generator)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Dates

  /// `2026-11-25…` as another day; the time of day stays.
  private mutating func dateRedacted(_ bytes: [UInt8]) -> String {
    guard let day = TextForm.day(of: bytes) else { return String(decoding: bytes, as: UTF8.self) }
    prepare(days: [day])
    let moved = CivilDate(secondsSince1970: (newDay(day) ?? day) * 86_400)
    func digits(_ number: Int, _ count: Int) -> [UInt8] {
      let text = Array(String(number).utf8)
      return Array(repeating: Self.zero, count: max(0, count - text.count)) + text
    }
    var result = bytes
    result.replaceSubrange(0..<4, with: digits(moved.year, 4))
    result.replaceSubrange(5..<7, with: digits(moved.month, 2))
    result.replaceSubrange(8..<10, with: digits(moved.day, 2))
    return String(decoding: result, as: UTF8.self)
  }

  // MARK: - Addresses

  /// A URL or path: parts that a contract declares stay, a part of digits becomes what that number becomes.
  private mutating func address(_ bytes: [UInt8], from start: Int) -> String {
    var result = String(decoding: bytes[..<start], as: UTF8.self)
    var part: [UInt8] = []
    for byte in bytes[start...] {
      if "/?&=#:@;,+".utf8.contains(byte) {
        result += addressPart(part) + String(UnicodeScalar(byte))
        part = []
      } else {
        part.append(byte)
      }
    }
    return result + addressPart(part)
  }

  private mutating func addressPart(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.isEmpty || known.contains(text) { return text }
    return pathSegment(text)
  }

  /// What a part of a path becomes, in an address and where a recording lies.
  mutating func pathSegment(_ text: String) -> String {
    if known.contains(text) { return text }
    if text.utf8.allSatisfy({ Self.digits.contains($0) }) { return numberRedacted(text) }
    if let known = former[text] { return known }
    var result = text
    for _ in 0..<Self.mostAttempts {
      // An escaped byte stays one: it is written as %xx.
      let parts = text.split(separator: "%", omittingEmptySubsequences: false)
      result = classes(of: String(parts[0]))
      for part in parts.dropFirst() {
        let isEscape =
          part.utf8.count >= 2 && part.utf8.prefix(2).allSatisfy { UnicodeScalar($0).properties.isASCIIHexDigit }
        result += isEscape ? "%61" + classes(of: String(part.dropFirst(2))) : "%" + classes(of: String(part))
      }
      if !used.contains(result) { break }
    }
    used.insert(result)
    former[text] = result
    return result
  }

  // MARK: - Letters

  private static var zero: UInt8 { UInt8(ascii: "0") }
  private static var digits: [UInt8] { Array("0123456789".utf8) }
  private static var hexadecimal: [UInt8] { Array("0123456789abcdef".utf8) }

  /// ASCII letters and digits by others of their class; of a hexadecimal text letters from a to f.
  private mutating func letters(_ bytes: ArraySlice<UInt8>, digits: [UInt8]) -> String {
    let isHexadecimal = digits.count > 10
    let result = bytes.map { byte -> UInt8 in
      switch byte {
      case Self.zero...(Self.zero + 9): UInt8.random(in: Self.zero...(Self.zero + 9), using: &generator)
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        UInt8.random(in: UInt8(ascii: "a")...UInt8(ascii: isHexadecimal ? "f" : "z"), using: &generator)
      case UInt8(ascii: "A")...UInt8(ascii: "Z"):
        UInt8.random(in: UInt8(ascii: "A")...UInt8(ascii: isHexadecimal ? "F" : "Z"), using: &generator)
      default: byte
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Every letter and digit by another of its class, case and length in UTF-8.
  private mutating func classes(of text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        result += letters([UInt8(ascii: scalar)], digits: Self.digits)
      } else if scalar.properties.isWhitespace || scalar.properties.generalCategory == .format {
        result.unicodeScalars.append(scalar)
      } else {
        switch (UTF8.width(scalar), scalar.properties.isUppercase) {
        case (2, true): result += "Ä"
        case (2, false): result += "ä"
        case (3, _): result += "字"
        default: result += "😀"
        }
      }
    }
    return result
  }
}
