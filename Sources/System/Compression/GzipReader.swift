import CZlib

/// Decompresses gzip data (RFC 1952) piece by piece, so that time and memory can be looked after in between.
public final class GzipReader {
  /// The most bytes of one piece.
  public static let pieceSize = 64 << 10
  /// The first byte of each member.
  private static let magic: UInt8 = 0x1F
  /// Blocks without content that are never too many; a writer that flushes often makes some.
  private static let freeEmptyBlocks = 1024
  /// Further blocks without content for each with content.
  private static let emptyBlocksPerFull = 4

  private let input: [UInt8]
  private let limit: Int
  /// zlib keeps its address, so that it must not move.
  private let stream: UnsafeMutablePointer<z_stream>
  private var isInitialized = false
  private var consumed = 0
  private var produced = 0
  private var producedBefore = 0
  private var (fullBlocks, emptyBlocks) = (0, 0)
  private var isAtEnd = false

  /// A reader of `bytes`, whose content is at most `limit` bytes.
  ///
  /// - Parameters:
  ///   - bytes: All of the data.
  ///   - limit: Bytes of content at most.
  /// - Throws: ``Gzip/Flaw/tooLarge`` for data that zlib cannot take, ``Gzip/Flaw/noMemory`` if memory runs out.
  public convenience init(_ bytes: [UInt8], limit: Int) throws(Gzip.Flaw) {
    try self.init(bytes, limit: limit, allocator: z_stream())
  }

  /// A reader with the functions of `allocator`, by which zlib takes its memory.
  init(_ bytes: [UInt8], limit: Int, allocator: z_stream) throws(Gzip.Flaw) {
    (input, self.limit) = (bytes, limit)
    stream = .allocate(capacity: 1)
    stream.initialize(to: allocator)
    guard bytes.count <= UInt32.max else { throw .tooLarge }
    switch drift_begin_gunzip(stream) {
    case Z_OK: isInitialized = true
    case Z_MEM_ERROR: throw .noMemory
    default: throw .tooLarge
    }
  }

  deinit {
    if isInitialized { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Appends the next piece to `output`: at most ``pieceSize`` bytes. Each member is checked against its CRC and size. Bytes after the
  /// last one count as damage, and so do more blocks without content than a writer makes: each costs time and brings nothing.
  ///
  /// - Parameter output: Gets the content.
  /// - Returns: Whether there may be more.
  /// - Throws: ``Gzip/Flaw`` for data that is cut, damaged or larger, or if memory runs out.
  public func read(into output: inout [UInt8]) throws(Gzip.Flaw) -> Bool {
    guard !isAtEnd else { return false }
    let start = produced
    let flaw = input.withUnsafeBufferPointer { input -> Gzip.Flaw? in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pieceSize) { piece in
        // Sound: zlib only reads its input although its pointer is mutable.
        stream.pointee.next_in = input.baseAddress.map { UnsafeMutablePointer(mutating: $0 + consumed) }
        stream.pointee.avail_in = UInt32(input.count - consumed)
        (stream.pointee.next_out, stream.pointee.avail_out) = (piece.baseAddress, UInt32(piece.count))
        defer {
          consumed = input.count - Int(stream.pointee.avail_in)
          output += piece[..<(produced - start)]
        }
        while stream.pointee.avail_out > 0 {
          // zlib reads two bytes before it reports that the first one is wrong.
          if stream.pointee.total_in == 0, stream.pointee.avail_in > 0, stream.pointee.next_in.pointee != Self.magic {
            return .damaged
          }
          // It returns behind each block.
          let code = inflate(stream, Z_BLOCK)
          produced = start + piece.count - Int(stream.pointee.avail_out)
          if produced > limit { return .tooLarge }
          if stream.pointee.data_type & 128 != 0 || code == Z_STREAM_END, let flaw = endBlock() { return flaw }
          switch code {
          case Z_OK: continue
          case Z_STREAM_END where stream.pointee.avail_in == 0:
            isAtEnd = true
            return nil
          case Z_STREAM_END: inflateReset(stream)  // another member follows
          case Z_BUF_ERROR: return .truncated
          case Z_MEM_ERROR: return .noMemory
          default: return .damaged
          }
        }
        return nil
      }
    }
    if let flaw { throw flaw }
    return !isAtEnd
  }

  /// Counts a block, or the header of a member.
  private func endBlock() -> Gzip.Flaw? {
    if produced > producedBefore { fullBlocks += 1 } else { emptyBlocks += 1 }
    producedBefore = produced
    return emptyBlocks > Self.freeEmptyBlocks + Self.emptyBlocksPerFull * fullBlocks ? .damaged : nil
  }
}
