import Foundation
import JSONDocument

extension PayloadDecoder {
  func unwrapBool(_ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?) throws -> Bool {
    // Null is a mismatch here too, unlike for every other scalar.
    guard let node = value.node, document.kind(of: node) == .bool else { throw mismatch(value, Bool.self, path, key) }
    return document.isTrue(node)
  }

  func unwrapString(_ value: JSONValue, at path: CodingPathNode, _ key: (any CodingKey)?) throws -> String {
    try requireNotNull(value, String.self, path, key)
    guard let node = value.node, document.kind(of: node) == .string else {
      throw mismatch(value, String.self, path, key)
    }
    do {
      return try document.string(at: node)
    } catch {
      throw invalid(value, String.self, path, key, kind: .dataCorrupted)
    }
  }

  func unwrapFloat<T: BinaryFloatingPoint & LosslessStringConvertible>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, _ key: (any CodingKey)?
  ) throws -> T {
    try requireNotNull(value, type, path, key)
    guard let node = value.node else { throw mismatch(value, type, path, key) }
    if document.kind(of: node) == .number {
      guard document.isWellFormedNumber(node), let number = T(document.numberText(at: node)) else {
        throw invalid(value, type, path, key, kind: .dataCorrupted)
      }
      // Too large becomes infinite and too small becomes zero; both are refused.
      guard number.isFinite, number != 0 || Self.isSpelledZero(document.bytes(of: node)) else {
        throw invalid(value, type, path, key, kind: .numberOutOfRange)
      }
      return number
    }
    if case .convertFromString(let infinity, let negativeInfinity, let nan) = configuration.floats,
      document.isSimpleString(node)
    {
      let text = document.bytes(of: node).dropFirst().dropLast()
      if text.elementsEqual(infinity.utf8) { return .infinity }
      if text.elementsEqual(negativeInfinity.utf8) { return -.infinity }
      if text.elementsEqual(nan.utf8) { return .nan }
    }
    throw mismatch(value, type, path, key)
  }

  /// Whether a number that became zero is spelled as zero: it has no digit but 0 before the exponent.
  ///
  /// Foundation 6.3.1 reads groups of four bytes from the left, but the last one to three bytes from the right. It
  /// therefore refuses `0e5`, because it sees the 5 before the e.
  private static func isSpelledZero(_ spelling: ArraySlice<UInt8>) -> Bool {
    let (whole, rest) = (spelling.prefix(spelling.count / 4 * 4), spelling.suffix(spelling.count % 4).reversed())
    for byte in Array(whole) + rest {
      switch byte {
      case UInt8(ascii: "1")...UInt8(ascii: "9"): return false
      case UInt8(ascii: "e"), UInt8(ascii: "E"): return true
      default: break
      }
    }
    return true
  }

  func unwrapInteger<T: FixedWidthInteger>(
    _ value: JSONValue, as type: T.Type, at path: CodingPathNode, _ key: (any CodingKey)?
  ) throws -> T {
    try requireNotNull(value, type, path, key)
    guard let node = value.node, document.kind(of: node) == .number else { throw mismatch(value, type, path, key) }
    if let integer = document.plainInteger(at: node, as: type) { return integer }
    guard document.isWellFormedNumber(node) else { throw invalid(value, type, path, key, kind: .dataCorrupted) }
    guard let integer = Self.integer(document.numberText(at: node), as: type) else {
      throw invalid(value, type, path, key, kind: .numberOutOfRange)
    }
    return integer
  }

  /// An integer spelled with a fraction or exponent. As in Foundation, it is read as `Double`, and from 2^53 on (where
  /// `Double` cannot hold every integer) as `Decimal`, with the fraction cut off.
  private static func integer<T: FixedWidthInteger>(_ text: String, as type: T.Type) -> T? {
    guard let double = Double(text), let integer = T(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return integer }
    guard let decimal = Decimal(string: text), var magnitude = UInt64("\(decimal.significand.magnitude)") else {
      return nil
    }
    for _ in 0..<decimal.exponent.magnitude {
      if decimal.exponent < 0 {
        magnitude /= 10
      } else {
        let (product, overflowed) = magnitude.multipliedReportingOverflow(by: 10)
        guard !overflowed else { return nil }
        magnitude = product
      }
    }
    guard let result = T(exactly: magnitude) else { return nil }
    guard decimal.isSignMinus else { return result }
    return T.isSigned ? 0 - result : nil
  }
}
