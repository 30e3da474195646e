import CZlib
import System

/// zlib used directly: a whole member at a time, into one buffer.
enum Inflation {
  /// The content of all members.
  ///
  /// zlib is told to find out by itself whether data is gzip or zlib (15 + 32), and what is zlib's is refused here, as ours is
  /// documented to do. So are bytes behind the last member.
  static func all(_ data: [UInt8], limit: Int) -> Result<[UInt8], Gzip.Flaw> {
    var content: [UInt8] = []
    var rest = data[...]
    repeat {
      if let first = rest.first, first != 0x1F { return .failure(.damaged) }
      switch one(Array(rest), windowBits: 15 + 32, limit: limit - content.count) {
      case .failure(let flaw): return .failure(flaw)
      case .success(let member):
        content += member.content
        rest = rest.dropFirst(member.consumed)
      }
    } while !rest.isEmpty
    return .success(content)
  }

  /// `deflated` with a header before it, and behind it the trailer that its content has, if it has any.
  static func member(of deflated: [UInt8]) -> [UInt8] {
    let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    guard case .success(let member) = one(deflated, windowBits: -15, limit: 1 << 21) else { return header + deflated }
    let sum = member.content.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    let trailer = [UInt32(truncatingIfNeeded: sum), UInt32(member.content.count)].flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    return header + deflated.prefix(member.consumed) + trailer + deflated.dropFirst(member.consumed)
  }

  /// What stands at the beginning of `data`, and how many bytes of it that takes.
  private static func one(_ data: [UInt8], windowBits: Int32, limit: Int)
    -> Result<(content: [UInt8], consumed: Int), Gzip.Flaw>
  {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return .failure(.damaged)
    }
    defer { inflateEnd(&stream) }
    var input = data
    // One byte more than is allowed, so that more can be told from just enough.
    var output = [UInt8](repeating: 0, count: limit + 1)
    let code = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        return inflate(&stream, Z_FINISH)
      }
    }
    let produced = output.count - Int(stream.avail_out)
    if produced > limit { return .failure(.tooLarge) }
    switch code {
    case Z_STREAM_END: return .success((Array(output.prefix(produced)), data.count - Int(stream.avail_in)))
    case Z_BUF_ERROR, Z_OK: return .failure(.truncated)
    default: return .failure(.damaged)
    }
  }
}
