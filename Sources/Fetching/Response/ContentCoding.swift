extension Transfer {
  /// Whether its body may have to be decoded.
  var isCoded: Bool { headers.contains("Content-Encoding") }
}

/// Undoes the content codings of a complete response (RFC 9110 section 8.4), within the policy's limit.
struct ContentCoding {
  /// More layers serve nobody but an attacker; libcurl stops at as many.
  private static let maximumLayers = 5

  /// `transfer` with its body decoded, or with the reason why it cannot be.
  ///
  /// The status decides before the coding: a response other than 2xx keeps its status without failure and loses a body
  /// that does not decode.
  static func decoded(_ transfer: Transfer, limit: Int) -> Transfer {
    let codings = transfer.headers.list("Content-Encoding").map { $0.lowercased() }.filter { $0 != "identity" }
    guard transfer.failure == nil, !codings.isEmpty else { return transfer }
    var result = transfer
    do throws(Problem) {
      if transfer.body.isEmpty {
        guard transfer.bodyEnd == .connectionClose else { return transfer }  // a declared empty body
        throw Problem(.truncated, "an empty body of a compressed response")
      }
      guard codings.count <= maximumLayers else { throw Problem(.decompression, "\(codings.count) layers of coding") }
      for coding in codings.reversed() {
        guard coding == "gzip" || coding == "x-gzip" else {
          throw Problem(.decompression, "a content coding that was not asked for")
        }
        result.body = try gunzip(result.body, limit: limit)
      }
    } catch {
      result.body = []
      result.detail = error.detail
      if let status = transfer.status, (200...299).contains(status) { result.failure = error.failure }
    }
    return result
  }

  private struct Problem: Error {
    let failure: TransferFailure
    let detail: String?
    init(_ failure: TransferFailure, _ detail: String?) {
      self.failure = failure
      self.detail = detail
    }
  }

  private static func gunzip(_ bytes: [UInt8], limit: Int) throws(Problem) -> [UInt8] {
    do { return try members(bytes, limit: limit) } catch {
      switch error {
      case .truncated: throw Problem(.truncated, "the compressed body ends before its trailer")
      case .invalid: throw Problem(.decompression, "damaged gzip data")
      case .tooLarge: throw Problem(.bodyTooLarge(limit: limit), nil)
      }
    }
  }

  /// All members of a gzip file (RFC 1952), each checked against its CRC and size.
  static func members(_ bytes: [UInt8], limit: Int) throws(Inflate.Flaw) -> [UInt8] {
    var inflate = Inflate(bytes, from: 0, limit: limit)
    repeat {
      guard try inflate.byte() == 0x1F, try inflate.byte() == 0x8B, try inflate.byte() == 8 else { throw .invalid }
      let flags = try inflate.byte()
      guard flags & 0xE0 == 0 else { throw .invalid }  // reserved bits
      for _ in 0..<6 { _ = try inflate.byte() }  // time, extra flags, system
      if flags & 4 != 0 { for _ in 0..<(try inflate.number(2)) { _ = try inflate.byte() } }
      if flags & 8 != 0 { while try inflate.byte() != 0 {} }  // file name
      if flags & 16 != 0 { while try inflate.byte() != 0 {} }  // comment
      if flags & 2 != 0 { _ = try inflate.number(2) }  // CRC of the header
      let start = inflate.output.count
      try inflate.stream()
      let member = inflate.output[start...]
      guard try inflate.number(4) == checksum(member), try inflate.number(4) == UInt32(truncatingIfNeeded: member.count)
      else { throw .invalid }
    } while !inflate.isAtEnd
    return inflate.output
  }

  /// CRC-32 of RFC 1952 section 8.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes { value = checksums[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ (value >> 8) }
    return ~value
  }

  private static let checksums: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : 0xEDB8_8320 ^ (value >> 1) }
  }
}
