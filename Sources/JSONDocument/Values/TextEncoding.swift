/// The encoding of a JSON text. As in Foundation, it is detected by the byte order mark, else by the zeros among the
/// first four bytes (RFC 4627 §3).
enum TextEncoding: Equatable {
  case utf8, utf16BigEndian, utf16LittleEndian, utf32BigEndian, utf32LittleEndian

  /// The encoding, and the length of the byte order mark in bytes.
  ///
  /// `FE FF 00 00` counts as UTF-32 and `FF FE 00 00` as UTF-16, as in Foundation 6.3.1.
  static func detect(_ bytes: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
    let first = bytes.prefix(4)
    let (a, b, c, d) = (
      first.first, first.dropFirst().first, first.dropFirst(2).first, first.dropFirst(3).first
    )
    switch (a, b, c, d) {
    case (0, 0, 0xFE, 0xFF): return (.utf32BigEndian, 4)
    case (0xFE, 0xFF, 0, 0): return (.utf32LittleEndian, 4)
    case (0xFE, 0xFF, _, _): return (.utf16BigEndian, 2)
    case (0xFF, 0xFE, _, _): return (.utf16LittleEndian, 2)
    case (0xEF, 0xBB, 0xBF, _): return (.utf8, 3)
    default: break
    }
    let isZero = [a, b, c, d].map { $0.map { $0 == 0 } }
    switch (isZero[0], isZero[1], isZero[2], isZero[3]) {
    case (true, true, true, false): return (.utf32BigEndian, 0)
    case (true, false, true, false), (true, false, nil, nil): return (.utf16BigEndian, 0)
    case (false, true, true, true): return (.utf32LittleEndian, 0)
    case (false, true, false, true), (false, true, nil, nil): return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }

  /// The text in UTF-8; nil if a code unit is invalid. An incomplete last unit is dropped, as in Foundation.
  func utf8(of bytes: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8: Array(bytes)
    case .utf16BigEndian: Self.transcode(Self.units(bytes, UInt16.self, bigEndian: true), as: UTF16.self)
    case .utf16LittleEndian: Self.transcode(Self.units(bytes, UInt16.self, bigEndian: false), as: UTF16.self)
    case .utf32BigEndian: Self.transcode(Self.units(bytes, UInt32.self, bigEndian: true), as: UTF32.self)
    case .utf32LittleEndian: Self.transcode(Self.units(bytes, UInt32.self, bigEndian: false), as: UTF32.self)
    }
  }

  private static func transcode<E: Unicode.Encoding>(_ units: [E.CodeUnit], as encoding: E.Type) -> [UInt8]? {
    String(validating: units, as: encoding).map { Array($0.utf8) }
  }

  private static func units<Unit: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>, _ type: Unit.Type, bigEndian: Bool
  ) -> [Unit] {
    let size = Unit.bitWidth / 8
    return stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map { start in
      let unit = bytes[start..<(start + size)]
      return bigEndian
        ? unit.reduce(0) { $0 << 8 | Unit($1) } : unit.reversed().reduce(0) { $0 << 8 | Unit($1) }
    }
  }
}
