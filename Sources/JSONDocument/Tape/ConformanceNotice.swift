/// One way in which a text violates RFC 8259 although Foundation reads it.
public struct ConformanceNotice: Sendable, Hashable {
  /// What RFC 8259 does not allow, or, for duplicate names, advises against (§4).
  public enum Kind: String, Sendable, CaseIterable {
    case trailingComma, byteOrderMark, duplicateKey, malformedNumber, invalidEscape, loneSurrogate, controlCharacter
    case invalidUTF8, otherEncoding
  }

  /// The kind of violation.
  public let kind: Kind
  /// The position of the first one, in bytes from 0 into ``JSONDocument/text``.
  public let byteOffset: Int
  /// The number of occurrences.
  public let count: Int
}

extension JSONDocument {
  /// Everything that RFC 8259 forbids but Foundation accepts: at most one entry for each kind, in the order of first
  /// positions.
  ///
  /// Each access walks over all values.
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

  /// Why the string or name at `index` cannot be decoded; nil if it can.
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
      case .malformedNumber, .wrongKind: return nil  // does not occur for strings
      }
    }
  }

  /// The values in a range of the tape that begins with a value's first word.
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

/// Finds names that an object has twice. Its memory is used again for the next object.
private struct NameSet {
  /// Up to this number of members, hashes are compared in pairs.
  private static let fewMembers = 24
  /// A hash of each member's name.
  private var marks: [UInt64] = []

  /// Offsets of the names that an earlier member of the object has too.
  mutating func duplicates(in object: JSONNode, of document: JSONDocument) -> [Int] {
    let count = document.count(of: object)
    guard count > 1 else { return [] }
    if count <= Self.fewMembers, document.hasPlainNames(object) {
      marks.removeAll(keepingCapacity: true)
      var areDistinct = true
      var member = document.firstChild(of: object)
      while let value = member {
        let mark = document.withBytes(in: document.nameRange(of: value)) { FNV1a.hash($0) }
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
