import Foundation
import JSONDocument

extension PayloadDecoder {
  /// Decodes any type. `step` leads from the value that is being decoded to `value`.
  @inline(__always)
  func unwrap<T: Decodable>(
    _ value: JSONValue, as type: T.Type, _ facts: TypeFacts, _ pattern: Pattern, _ step: consuming PathStep
  ) throws -> T {
    // No optional of T is used here, because the runtime would have to look up its metadata each time.
    if !core.isRecovering, let node = value.node {
      switch facts.category {
      case .string: if let text = core.string(node) { return same(text) }
      case .int: if let integer = core.document.plainInteger(at: node, as: Int.self) { return same(integer) }
      case .double: if let double = core.double(node) { return same(double) }
      case .bool: if let bool = core.bool(node) { return same(bool) }
      case .uuid: if let uuid = core.uuid(node) { return same(uuid) }
      default: break
      }
    }
    return try unwrapSlowly(value, as: type, facts, pattern, step)
  }

  private func unwrapSlowly<T: Decodable>(
    _ value: JSONValue, as type: T.Type, _ facts: TypeFacts, _ pattern: Pattern, _ step: consuming PathStep
  ) throws -> T {
    push(value, pattern, step)
    core.beginRun(facts, value, self, level: level)
    defer {
      core.endRun()
      pop()
    }
    do {
      if core.isRecovering {
        let result = try makeRecovering(value, as: type, facts, pattern)
        core.markAlternatives()
        return result
      }
      let result = try make(value, as: type, facts)
      if facts.hasRawText || facts.isOpaqueEnum { noteEnum(result, facts, value, pattern) }
      if core.log.inFlight != nil { core.log.inFlight = nil }
      core.markAlternatives()
      return result
    } catch {
      if !core.isRecovering { core.noteEscape(error) }
      core.noteLeaving(error)
      core.markFailedAttempts(error)
      core.noteEscapeFromRun()
      throw error
    }
  }

  @inline(never)
  func noteEnum<T>(_ result: T, _ facts: TypeFacts, _ value: JSONValue, _ pattern: Pattern) {
    guard let node = value.node else { return }
    if pattern.pointee.enumFacts == nil { pattern.pointee.enumFacts = facts }
    if facts.hasRawText {
      core.noteFallback(result, facts, of: node, at: pattern)
    } else {
      core.noteCase(result, facts, of: node, at: pattern)
    }
  }

  @inline(__always)
  func make<T: Decodable>(
    _ value: JSONValue, as type: T.Type, _ facts: TypeFacts
  ) throws -> T {
    switch facts.category {
    case .array:
      guard let array = facts.nativeArray else { return try type.init(from: self) }
      try array.decodeNatively(by: self, into: core.collection)
      // Sound: the memory holds a T, because the facts are about T.
      return core.collection.assumingMemoryBound(to: T.self).move()
    case .stringDictionary:
      guard let dictionary = facts.stringDictionary else { return try type.init(from: self) }
      try dictionary.decodeNatively(by: self, into: core.collection)
      return core.collection.assumingMemoryBound(to: T.self).move()
    case .date: return same(try unwrapDate(value))
    case .data: return same(try unwrapData(value))
    case .url: return same(try unwrapURL(value))
    case .decimal: return same(try unwrapDecimal(value))
    default:
      return try type.init(from: self)
    }
  }
}

/// Casts a value whose type is known to be `T` by its category.
///
/// This is sound because the category is found by the identity of `T`, so `S` and `T` are the same type.
@inline(__always)
func same<S, T>(_ value: S, as type: T.Type = T.self) -> T { unsafeBitCast(value, to: T.self) }

extension DecoderCore {
  @inline(__always)
  func string(_ node: JSONNode) -> String? {
    guard document.isPlainString(node) else { return unescapedString(node) }
    let range = document.contentRange(of: node)
    return String(decoding: UnsafeBufferPointer(start: text + range.lowerBound, count: range.count), as: UTF8.self)
  }

  private func unescapedString(_ node: JSONNode) -> String? {
    document.kind(of: node) == .string ? try? document.string(at: node) : nil
  }

  @inline(__always)
  func bool(_ node: JSONNode) -> Bool? {
    document.kind(of: node) == .bool ? document.isTrue(node) : nil
  }

  /// A UUID of 36 characters; nil for other forms, which `UUID`'s own initialiser reads or refuses.
  @inline(never)
  func uuid(_ node: JSONNode) -> UUID? {
    guard document.isPlainString(node) else { return nil }
    let range = document.contentRange(of: node)
    guard range.count == 36 else { return nil }
    var bytes: (UInt64, UInt64) = (0, 0)
    for offset in 0..<36 {
      let byte = text[range.lowerBound + offset]
      if offset == 8 || offset == 13 || offset == 18 || offset == 23 {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
      default: return nil
      }
      if offset < 18 { bytes.0 = bytes.0 << 4 | UInt64(digit) } else { bytes.1 = bytes.1 << 4 | UInt64(digit) }
    }
    let order = (bytes.0.bigEndian, bytes.1.bigEndian)
    return withUnsafeBytes(of: order) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// Nil for zero too, because Foundation checks how zero is spelled.
  @inline(__always)
  func double(_ node: JSONNode) -> Double? {
    guard let value = document.double(at: node), value != 0 else { return nil }
    return value
  }
}
