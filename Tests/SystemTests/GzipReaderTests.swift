import CZlib
import Foundation
import Testing

@testable import System

@Suite("Decompression, piece by piece")
struct GzipReaderTests {
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
  /// What a writer leaves that flushes.
  private static let emptyBlock: [UInt8] = [0, 0, 0, 0xFF, 0xFF]

  private static func member(_ blocks: [UInt8], content: [UInt8]) -> [UInt8] {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    let trailer = [~crc, UInt32(content.count)].flatMap { word in [0, 8, 16, 24].map { UInt8(word >> $0 & 0xFF) } }
    return header + blocks + [1, 0, 0, 0xFF, 0xFF] + trailer
  }

  private func read(_ bytes: [UInt8], limit: Int = 1 << 24) -> (pieces: Int, content: [UInt8], flaw: Gzip.Flaw?) {
    var (pieces, content): (Int, [UInt8]) = (0, [])
    do throws(Gzip.Flaw) {
      let reader = try GzipReader(bytes, limit: limit)
      repeat { pieces += 1 } while try reader.read(into: &content)
      return (pieces, content, nil)
    } catch {
      return (pieces, content, error)
    }
  }

  @Test("Blocks without content, by the ten thousand, are refused early; those of a writer that flushes often are not")
  func emptyBlocks() {
    let many = Self.member([[UInt8]](repeating: Self.emptyBlock, count: 100_000).flatMap(\.self), content: [])
    #expect(read(many).flaw == .damaged)
    let members = [[UInt8]](repeating: Self.member([], content: []), count: 100_000).flatMap(\.self)
    #expect(read(members).flaw == .damaged)
    let letter: [UInt8] = [0, 1, 0, 0xFE, 0xFF, 0x61] + Self.emptyBlock + Self.emptyBlock
    let flushed = Self.member(
      [[UInt8]](repeating: letter, count: 20_000).flatMap(\.self), content: [UInt8](repeating: 0x61, count: 20_000))
    #expect(read(flushed).content.count == 20_000 && read(flushed).flaw == nil)
  }

  /// Memory of one reader, of which one allocation fails.
  private final class Memory {
    let failing: Int
    var (calls, blocks) = (0, 0)

    init(failing: Int) { self.failing = failing }

    static func of(_ opaque: UnsafeMutableRawPointer?) -> Memory? {
      // Sound: the test keeps it as long as its reader.
      opaque.map { Unmanaged<Memory>.fromOpaque($0).takeUnretainedValue() }
    }
  }

  @Test("If memory runs out that is said, at whichever allocation, and not that the data is damaged or too large")
  func withoutMemory() {
    let letter: [UInt8] = [0, 1, 0, 0xFE, 0xFF, 0x61]
    let bytes = Self.member(letter + letter, content: [0x61, 0x61])
    var failing = 0
    var isWhole = false
    while !isWhole {
      failing += 1
      let memory = Memory(failing: failing)
      var allocator = z_stream()
      allocator.opaque = Unmanaged.passUnretained(memory).toOpaque()
      allocator.zalloc = { opaque, items, size in
        guard let memory = Memory.of(opaque) else { return nil }
        memory.calls += 1
        guard memory.calls != memory.failing else { return nil }
        memory.blocks += 1
        return calloc(Int(items), Int(size))
      }
      allocator.zfree = { opaque, block in
        Memory.of(opaque)?.blocks -= 1
        free(block)
      }
      var content: [UInt8] = []
      do throws(Gzip.Flaw) {
        let reader = try GzipReader(bytes, limit: 1 << 24, allocator: allocator)
        while try reader.read(into: &content) {}
        isWhole = memory.calls < failing
        #expect(isWhole && content == [0x61, 0x61])
      } catch {
        #expect(error == .noMemory && memory.calls >= failing)
      }
      #expect(memory.blocks == 0)
    }
    #expect(failing > 2)
  }

  @Test("A piece is never larger than its size, and content beyond the limit is refused")
  func pieces() {
    // A stored block holds 65,535 bytes at most.
    let content = [UInt8](repeating: 0x62, count: 65_535)
    let block: [UInt8] = [0, 0xFF, 0xFF, 0, 0] + content
    let ten = Self.member((0..<10).flatMap { _ in block }, content: (0..<10).flatMap { _ in content })
    let result = read(ten)
    #expect(result.content.count == 655_350 && result.flaw == nil && result.pieces == 10)
    let refused = read(ten, limit: 200_000)
    #expect(refused.flaw == .tooLarge && refused.content.count <= 200_000 + GzipReader.pieceSize)
  }
}
