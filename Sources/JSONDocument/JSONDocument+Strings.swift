extension JSONDocument {
  /// The text of a string, escapes resolved.
  ///
  /// - Throws: ``JSONValueError``: the value is no string, or what Foundation refuses inside a string when it is read.
  public func string(at node: JSONNode) throws(JSONValueError) -> String {
    let entry = tape[node.index]
    guard entry.tag == .string else {
      throw .wrongKind(expected: .string, found: kind(of: node), byteOffset: Int(entry.offset))
    }
    return try contents(of: entry)
  }

  /// Whether the string is spelled without escapes and control characters, so that its bytes are its text.
  public func isSimpleString(_ node: JSONNode) -> Bool {
    let entry = tape[node.index]
    return entry.tag == .string && entry.flags & TapeEntry.escaped == 0
  }

  /// The name of the member whose value `node` is; nil for an element and for the root.
  ///
  /// A name that cannot be decoded is given as it is spelled, repaired where it is not UTF-8: see ``checkNames(of:)``.
  public func key(of node: JSONNode) -> String? {
    guard tape[node.index].flags & TapeEntry.member != 0 else { return nil }
    let entry = tape[node.index - 1]
    if let name = try? contents(of: entry) { return name }
    return String(decoding: text[Self.contentRange(of: entry)], as: UTF8.self)
  }

  /// Whether every member name of an object can be decoded; Foundation refuses the whole object otherwise.
  public func checkNames(of node: JSONNode) throws(JSONValueError) {
    guard tape[node.index].flags & TapeEntry.oddNames != 0 else { return }
    for child in children(of: node) { _ = try contents(of: tape[child.index - 1]) }
  }

  /// The value of the first member called `name`, by canonical equivalence as Swift and Foundation compare text.
  ///
  /// Takes time in proportion to the members before it. Names that cannot be decoded match nothing.
  public func member(_ name: String, of node: JSONNode) -> JSONNode? {
    let entry = tape[node.index]
    guard entry.tag == .object else { return nil }
    var name = name
    // ASCII names are equal only to the same bytes; beyond ASCII, different bytes can be the same text (U+212A is "K").
    return name.withUTF8 { wanted in
      let isASCII = wanted.allSatisfy { $0 < 0x80 }
      var candidate = firstChild(of: node)
      while let child = candidate {
        let key = tape[child.index - 1]
        if isASCII, key.flags == 0 {
          if Int(key.length) == wanted.count, text[Self.contentRange(of: key)].elementsEqual(wanted) { return child }
        } else if let spelled = try? contents(of: key), spelled == String(decoding: wanted, as: UTF8.self) {
          return child
        }
        candidate = nextSibling(of: child)
      }
      return nil
    }
  }

  /// Decodes a string or name.
  func contents(of entry: TapeEntry) throws(JSONValueError) -> String {
    let raw = text[Self.contentRange(of: entry)]
    if entry.flags & (TapeEntry.escaped | TapeEntry.beyondASCII) == 0 { return String(decoding: raw, as: UTF8.self) }
    let resolved = entry.flags & TapeEntry.escaped == 0 ? raw : try Self.resolveEscapes(in: raw)[...]
    guard let string = String(validating: resolved, as: UTF8.self) else {
      throw .invalidUTF8(byteOffset: Int(entry.offset))
    }
    return string
  }

  /// The bytes of `raw` with every escape of RFC 8259 §7 replaced by the UTF-8 of its character.
  private static func resolveEscapes(in raw: ArraySlice<UInt8>) throws(JSONValueError) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(raw.count)
    var index = raw.startIndex
    while index < raw.endIndex {
      let byte = raw[index]
      guard byte >= 0x20 else { throw .controlCharacter(byteOffset: index) }
      guard byte == UInt8(ascii: "\\") else {
        output.append(byte)
        index += 1
        continue
      }
      guard index + 1 < raw.endIndex else { throw .invalidEscape(byteOffset: index) }
      switch raw[index + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): output.append(raw[index + 1])
      case UInt8(ascii: "b"): output.append(0x08)
      case UInt8(ascii: "f"): output.append(0x0C)
      case UInt8(ascii: "n"): output.append(0x0A)
      case UInt8(ascii: "r"): output.append(0x0D)
      case UInt8(ascii: "t"): output.append(0x09)
      case UInt8(ascii: "u"):
        let (scalar, length) = try unicodeEscape(at: index, in: raw)
        output.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
        index += length
        continue
      default: throw .invalidEscape(byteOffset: index)
      }
      index += 2
    }
    return output
  }

  /// The character of the `\uXXXX` (or pair of them) at `index`, and the bytes that spell it.
  private static func unicodeEscape(
    at index: Int, in raw: ArraySlice<UInt8>
  ) throws(JSONValueError) -> (scalar: Unicode.Scalar, length: Int) {
    let unit = try codeUnit(at: index, in: raw)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    guard UTF16.isLeadSurrogate(unit), index + 7 < raw.endIndex, raw[index + 6] == UInt8(ascii: "\\"),
      raw[index + 7] == UInt8(ascii: "u")
    else { throw .loneSurrogate(byteOffset: index) }
    let trail = try codeUnit(at: index + 6, in: raw)
    guard UTF16.isTrailSurrogate(trail) else { throw .loneSurrogate(byteOffset: index) }
    let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
    guard let scalar = Unicode.Scalar(value) else { throw .loneSurrogate(byteOffset: index) }
    return (scalar, 12)
  }

  /// The value of the four digits after the `\u` at `index`.
  private static func codeUnit(at index: Int, in raw: ArraySlice<UInt8>) throws(JSONValueError) -> UInt16 {
    guard index + 6 <= raw.endIndex else { throw .invalidEscape(byteOffset: index) }
    var value: UInt16 = 0
    for byte in raw[(index + 2)..<(index + 6)] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
      default: throw .invalidEscape(byteOffset: index)
      }
      value = value << 4 | UInt16(digit)
    }
    return value
  }
}
