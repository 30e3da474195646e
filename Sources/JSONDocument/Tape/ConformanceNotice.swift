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
    if hasMark { note(.byteOrderMark, at: 0) }
    if encoding != .utf8 { note(.otherEncoding, at: 0) }
    if trailingCommas.count > 0 { found[.trailingComma] = trailingCommas }
    var seen = NameSet()
    for node in values(from: root.index, to: endIndex(of: root)) {
      if isMember(node), !hasPlainName(node), let odd = notice(ofStringAt: nameIndex(before: node.index)) {
        note(odd.kind, at: odd.offset)
      }
      switch kind(of: node) {
      case .string:
        if !isPlainString(node), let odd = notice(ofStringAt: node.index) { note(odd.kind, at: odd.offset) }
      case .number:
        if !isWellFormedNumber(node) { note(.malformedNumber, at: byteOffset(of: node)) }
      case .object:
        for offset in seen.duplicates(in: node, of: self) { note(.duplicateKey, at: offset) }
      case .array, .bool, .null: break
      }
    }
    return found.map { ConformanceNotice(kind: $0.key, byteOffset: $0.value.first, count: $0.value.count) }
      .sorted { ($0.byteOffset, $0.kind.rawValue) < ($1.byteOffset, $1.kind.rawValue) }
  }

  /// What makes the string or name at `index` unreadable, if it is.
  private func notice(ofStringAt index: Int) -> (kind: ConformanceNotice.Kind, offset: Int)? {
    do throws(JSONValueError) {
      _ = try contents(at: index)
      return nil
    } catch {
      switch error {
      case .invalidEscape(let offset): return (.invalidEscape, offset)
      case .loneSurrogate(let offset): return (.loneSurrogate, offset)
      case .controlCharacter(let offset): return (.controlCharacter, offset)
      case .invalidUTF8(let offset): return (.invalidUTF8, offset)
      case .malformedNumber, .wrongKind: return nil  // never of a string
      }
    }
  }

  /// The values whose words stand in a stretch of the tape that begins with a value's first word.
  func values(from start: Int, to end: Int) -> some Sequence<JSONNode> {
    sequence(state: start) { index -> JSONNode? in
      while index < end, tape[index].is(.key) { index = indexAfterName(at: index) }
      guard index < end else { return nil }
      let node = JSONNode(index: index)
      index = tape[index].isContainer ? index + 2 : indexAfter(tape[index], at: index)
      return node
    }
  }
}

/// Finds names that an object has twice; keeps its memory from one object to the next.
private struct NameSet {
  /// Below this number of members every pair is compared.
  private static let fewMembers = 24
  /// For each member of the object at hand a number that is the same for the same bytes.
  private var marks: [UInt64] = []

  /// Offsets of the names in an object that an earlier member has too.
  mutating func duplicates(in object: JSONNode, of document: JSONDocument) -> [Int] {
    let count = document.count(of: object)
    guard count > 1 else { return [] }
    if count <= Self.fewMembers, document.hasPlainNames(object) {
      marks.removeAll(keepingCapacity: true)
      var areDistinct = true
      var member = document.firstChild(of: object)
      while let value = member {
        let mark = document.withBytes(in: document.nameRange(of: value)) { name in
          name.reduce(UInt64(truncatingIfNeeded: name.count)) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        }
        if marks.contains(mark) { areDistinct = false }
        marks.append(mark)
        member = document.nextSibling(of: value)
      }
      if areDistinct { return [] }
    }
    var seen: Set<String> = []
    return document.children(of: object).compactMap { child in
      guard let name = document.key(of: child), !seen.insert(name).inserted else { return nil }
      return document.nameRange(of: child).lowerBound - 1
    }
  }
}
