/// Takes the secrets of a request out of its response: a host may send back what it was sent, and whatever is in a response may be
/// shown or stored.
///
/// Found in any letter case, as they are, in base64 (both alphabets, at any offset) and as hexadecimal digits, each also with
/// JSON escapes, percent-encoding or HTML's character references in between, several layers of them too, with `+` for a space,
/// and in UTF-16 text. What is found keeps its length, its letters becoming `a` and its digits `1`, so that JSON stays JSON and
/// nothing but the secret changes. Not found: base64 of base64, base64 in lines, base32, and what a host keeps only a part of.
struct SecretMask {
  /// A shorter secret would be found in the midst of ordinary words.
  static let shortest = 6
  private static let tellingWords = [
    "key", "token", "secret", "auth", "password", "passwd", "pwd", "signature", "session", "cookie", "credential",
  ].map { Array($0.utf8) }
  /// Words that begin like one of those and tell nothing, but where more follows: `authorization` begins with `author`.
  private static let harmlessWords = [("keyword", ""), ("keyboard", ""), ("author", "is"), ("author", "iz")].map {
    (Array($0.utf8), Array($1.utf8))
  }
  /// Names of which the value tells whether it is a key, as with OpenWeather, or the number of an app, as with Steam.
  private static let ambiguousNames = ["appid", "app_id", "app-id"]
  private static let signature = Array("sig".utf8)

  /// Lower case, each once.
  private let patterns: [[UInt8]]
  /// Indices of ``patterns`` by their first byte.
  private let starts: [[Int]]

  /// Whether there is nothing to look for.
  var isEmpty: Bool { patterns.isEmpty }

  /// The secrets in the header fields that were looked at last: requests of one API mostly have the same.
  struct HeaderSecrets {
    private var headers: [HeaderField] = []
    private var secrets: [String] = []

    fileprivate mutating func secrets(of headers: [HeaderField]) -> [String] {
      if headers == self.headers { return secrets }
      self.headers = headers
      secrets = []
      for field in headers where SecretMask.tells(field.name, value: field.value) {
        secrets += SecretMask.secrets(inValue: field.value)
        if field.isNamed("Cookie") {
          secrets += field.value.split(separator: ";").compactMap { $0.split(separator: "=", maxSplits: 1).last }.map(
            String.init)
        }
      }
      return secrets
    }
  }

  /// What `request` holds that nobody else should read: what its caller says, and what its header and query names tell.
  init(_ request: FetchRequest) {
    var headerSecrets = HeaderSecrets()
    self.init(request, &headerSecrets)
  }

  /// The same, for one of several requests.
  init(_ request: FetchRequest, _ headerSecrets: inout HeaderSecrets) {
    let known = headerSecrets.secrets(of: request.headers)
    let secrets = known + request.secrets + request.url.withBytes(Self.secrets(inQueryOf:))
    self.init(secrets)
  }

  private static func secrets(inQueryOf url: UnsafeBufferPointer<UInt8>) -> [String] {
    guard let query = url.firstIndex(of: UInt8(ascii: "?")) else { return [] }
    var secrets: [String] = []
    var start = query + 1
    let end = url[start...].firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    while start < end {
      let whole = url[start..<end].prefix { $0 != UInt8(ascii: "&") }
      start = whole.endIndex + 1
      let item = whole.drop { $0 == UInt8(ascii: "=") }  // an empty name hides none
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = UnsafeBufferPointer(rebasing: item[..<equals])
      guard isTelling(name) || isAmbiguous(name) else { continue }
      let spelled = EscapedText(Array(item[(equals + 1)...]))
      let value = String(decoding: (spelled.undone() ?? spelled).bytes, as: UTF8.self)
      if isTelling(name) || isLikeKey(value) { secrets.append(value) }
    }
    return secrets
  }

  /// - Parameter secrets: Those shorter than ``shortest`` bytes are left out.
  init(_ secrets: [String]) {
    guard !secrets.isEmpty else {
      (patterns, starts) = ([], [])
      return
    }
    var found = Set<[UInt8]>()
    // What looks like an escape in a secret is undone together with those around it.
    var spelled = secrets.flatMap { secret in
      sequence(first: EscapedText(Array(secret.utf8))) { $0.undone() }.prefix(1 + EscapedText.mostLayers).map(\.bytes)
    }
    // In a form a space is a plus sign, and a host may read or write it either way.
    let (space, plus) = (UInt8(ascii: " "), UInt8(ascii: "+"))
    for (sign, other) in [(space, plus), (plus, space)] {
      spelled += spelled.filter { $0.contains(sign) }.map { $0.map { $0 == sign ? other : $0 } }
    }
    for bytes in Set(spelled) where bytes.count >= Self.shortest {
      found.insert(bytes.map(\.asciiLowercased))
      found.insert(bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] })
      for offset in 0..<3 {
        for alphabet in Self.alphabets {
          found.insert(Self.base64(bytes, offset: offset, alphabet).map(\.asciiLowercased))
        }
      }
    }
    patterns = found.sorted { $0.lexicographicallyPrecedes($1) }
    var starts = [[Int]](repeating: [], count: 256)
    for (index, pattern) in patterns.enumerated() { starts[Int(pattern[0])].append(index) }
    self.starts = starts
  }

  /// Takes the secrets out of `transfer`; its ``Transfer/finalURL`` stays, as it is never shown.
  func mask(_ transfer: inout Transfer) {
    guard !isEmpty else { return }
    mask(&transfer.body)
    transfer.headers = HeaderFields(
      transfer.headers.map { HeaderField(name: masked($0.name), value: masked($0.value)) })
    transfer.detail = transfer.detail.map(masked)
    switch transfer.failure {
    case .policy(let reason): transfer.failure = .policy(masked(reason))
    case .tls(let reason): transfer.failure = .tls(masked(reason))
    case .redirectRefused(let reason): transfer.failure = .redirectRefused(masked(reason))
    default: break
    }
  }

  /// `text` without the secrets.
  func masked(_ text: String) -> String {
    var bytes = Array(text.utf8)
    return mask(&bytes) ? String(decoding: bytes, as: UTF8.self) : text
  }

  /// Takes the secrets out of `bytes`; whether there was one.
  @discardableResult func mask(_ bytes: inout [UInt8]) -> Bool {
    guard !isEmpty else { return false }
    var isFound = false
    func cover(in text: EscapedText) {
      for range in places(in: text.bytes) {
        isFound = true
        Self.cover(&bytes, from: text.origin(of: range.lowerBound), to: text.origin(of: range.upperBound))
      }
    }
    let original = EscapedText(bytes)
    cover(in: original)
    // A sign before a secret may seem to begin an escape of another kind: `100%abc\/d`.
    let kinds = original.escapes
    for kind in kinds where kinds.count > 1 {
      for text in sequence(first: original, next: { $0.undone([kind]) }).prefix(1 + EscapedText.mostLayers).dropFirst()
      {
        cover(in: text)
      }
    }
    // A secret may hold escapes itself, and a host may escape what was escaped.
    var layer = original.undone()
    for _ in 0..<EscapedText.mostLayers {
      guard let text = layer else { break }
      cover(in: text)
      layer = text.undone()
    }
    return isFound
  }

  /// Where a secret stands in `bytes`, the longest of several at a place.
  private func places(in bytes: [UInt8]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var next = 0
    while next < bytes.count {
      var length = 0
      for index in starts[Int(bytes[next].asciiLowercased)] {
        let pattern = patterns[index]
        guard pattern.count > length, next + pattern.count <= bytes.count else { continue }
        if pattern.elementsEqual(bytes[next..<next + pattern.count].lazy.map(\.asciiLowercased)) {
          length = pattern.count
        }
      }
      if length > 0 { found.append(next..<next + length) }
      next += max(1, length)
    }
    return found
  }

  // MARK: - Spellings

  private static func isTelling(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    func holds(_ word: [UInt8], at start: Int) -> Bool {
      guard name.count - start >= word.count else { return false }
      for index in word.indices where name[start + index].asciiLowercased != word[index] { return false }
      return true
    }
    if name.count == 3, holds(signature, at: 0) { return true }
    for start in name.indices {
      // The first letters of the words, so that most places cost one check.
      switch name[start] | 0x20 {
      case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "k"), UInt8(ascii: "p"), UInt8(ascii: "s"),
        UInt8(ascii: "t"):
        guard tellingWords.contains(where: { holds($0, at: start) }) else { continue }
        let harmless = harmlessWords.filter { holds($0.0, at: start) }
        if harmless.isEmpty || harmless.contains(where: { !$1.isEmpty && holds($1, at: start + $0.count) }) {
          return true
        }
      default: break
      }
    }
    return false
  }

  private static func tells(_ name: String, value: String) -> Bool {
    name.withBytes(isTelling) || name.withBytes(isAmbiguous) && isLikeKey(value)
  }

  private static func isAmbiguous(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
    name.count >= 5 && ambiguousNames.contains { String(decoding: name, as: UTF8.self).lowercased().contains($0) }
  }

  /// Whether a value is long and mixed as keys are, and no number or word.
  private static func isLikeKey(_ value: String) -> Bool {
    value.utf8.count >= 16 && value.utf8.contains { (0x30...0x39).contains($0) }
      && value.utf8.contains { (0x61...0x7A).contains($0 | 0x20) }
  }

  /// A header's value, without a scheme such as `Bearer` before it; of `Basic` (RFC 7617) also the password inside.
  private static func secrets(inValue value: String) -> [String] {
    let words = value.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0.asciiLowercased ^ 0x20) }) else {
      return [value]
    }
    guard words[0].lowercased() == "basic" else { return [words[1]] }
    let pair = String(decoding: decodedBase64(Array(words[1].utf8)), as: UTF8.self)
    let password = pair.firstIndex(of: ":").map { String(pair[pair.index(after: $0)...]) }
    return [words[1], pair] + (password.map { [$0] } ?? [])
  }

  private static let digits = Array("0123456789abcdef".utf8)
  private static let alphabets = ["+/", "-_"].map {
    Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + $0).utf8)
  }

  /// Characters of base64 that `bytes` alone decide when `offset` other bytes stand before them.
  private static func base64(_ bytes: [UInt8], offset: Int, _ alphabet: [UInt8]) -> [UInt8] {
    var bits = 0
    var count = 0
    var out: [UInt8] = []
    for byte in [UInt8](repeating: 0, count: offset) + bytes {
      bits = (bits << 8 | Int(byte)) & 0xFFFF
      count += 8
      while count >= 6 {
        count -= 6
        out.append(alphabet[bits >> count & 63])
      }
    }
    return Array(out.dropFirst(offset == 0 ? 0 : offset + 1))
  }

  private static func decodedBase64(_ text: [UInt8]) -> [UInt8] {
    var (bits, count, out) = (0, 0, [UInt8]())
    for character in text {
      guard let value = alphabets[0].firstIndex(of: character) else { break }
      bits = (bits << 6 | value) & 0xFFFF
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      out.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return out
  }

  /// Overwrites letters and digits; what an escape begins with stays, so that it is still one.
  private static func cover(_ bytes: inout [UInt8], from start: Int, to end: Int) {
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == 0x5C, index + 1 < end {
        if bytes[index + 1] == 0x75, index + 6 <= end {
          bytes.replaceSubrange(index + 2..<index + 6, with: Array("0061".utf8))
        }
        index += bytes[index + 1] == 0x75 ? 6 : 2
        continue
      }
      if byte == 0x25, index + 3 <= end,
        bytes[index + 1...index + 2].allSatisfy({ digits.contains($0.asciiLowercased) })
      {
        (bytes[index + 1], bytes[index + 2]) = (0x36, 0x31)
        index += 3
        continue
      }
      switch byte {
      case 0x30...0x39: bytes[index] = 0x31
      case 0x41...0x5A, 0x61...0x7A, 0x80...: bytes[index] = 0x61
      default: break
      }
      index += 1
    }
  }
}

extension String {
  /// The result of `body` with the bytes of this text, which are not copied.
  fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    var text = self  // a copy of the reference; only a text that is no native one is made one
    return text.withUTF8(body)
  }
}
