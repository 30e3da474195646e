/// One way in which a text departs from RFC 8259 although Foundation reads it.
public struct ConformanceNotice: Sendable, Hashable, Codable {
  /// What RFC 8259 does not allow, or in the case of duplicate names advises against (§4).
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case trailingComma, byteOrderMark, duplicateKey, malformedNumber, invalidEscape, loneSurrogate, controlCharacter
    case invalidUTF8, otherEncoding
  }

  /// What departs.
  public let kind: Kind
  /// Where the first one is, in bytes from 0 into ``JSONDocument/text``.
  public let byteOffset: Int
  /// How many there are.
  public let count: Int
}

extension JSONDocument {
  /// Everything RFC 8259 forbids but Foundation lets pass, at most one entry per kind, by first place.
  ///
  /// Computed on each access in one walk over all values.
  public var notices: [ConformanceNotice] {
    var found: [ConformanceNotice.Kind: (first: Int, count: Int)] = [:]
    func note(_ kind: ConformanceNotice.Kind, at offset: Int) {
      let (first, count) = found[kind] ?? (offset, 0)
      found[kind] = (min(first, offset), count + 1)
    }
    func noteUndecodable(_ entry: TapeEntry) {
      do throws(JSONValueError) { _ = try contents(of: entry) } catch {
        switch error {
        case .invalidEscape(let offset): note(.invalidEscape, at: offset)
        case .loneSurrogate(let offset): note(.loneSurrogate, at: offset)
        case .controlCharacter(let offset): note(.controlCharacter, at: offset)
        case .invalidUTF8(let offset): note(.invalidUTF8, at: offset)
        case .malformedNumber, .wrongKind: break  // never of a string
        }
      }
    }
    if hasMark { note(.byteOrderMark, at: 0) }
    if encoding != .utf8 { note(.otherEncoding, at: 0) }
    if trailingCommas.count > 0 { found[.trailingComma] = trailingCommas }
    for (index, entry) in tape.enumerated() {
      switch entry.tag {
      case .string, .key:
        if entry.flags & (TapeEntry.escaped | TapeEntry.beyondASCII) != 0 { noteUndecodable(entry) }
      case .number:
        if !isWellFormedNumber(JSONNode(index: index)) { note(.malformedNumber, at: Int(entry.offset)) }
      case .object:
        for offset in duplicateNames(of: JSONNode(index: index)) { note(.duplicateKey, at: offset) }
      case .array, .true, .false, .null, .close: break
      }
    }
    return found.map { ConformanceNotice(kind: $0.key, byteOffset: $0.value.first, count: $0.value.count) }
      .sorted { ($0.byteOffset, $0.kind.rawValue) < ($1.byteOffset, $1.kind.rawValue) }
  }

  /// Offsets of the names in an object that an earlier member has too.
  private func duplicateNames(of object: JSONNode) -> [Int] {
    guard count(of: object) > 1 else { return [] }
    var seen: Set<String> = []
    return children(of: object).compactMap { child in
      guard let name = key(of: child), !seen.insert(name).inserted else { return nil }
      return Int(tape[child.index - 1].offset)
    }
  }
}
