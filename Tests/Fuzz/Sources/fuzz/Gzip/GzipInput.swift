import Foundation
import System

/// Gzip data, held against zlib used directly.
///
/// The first byte says how the rest is taken: as the data itself, or as a deflate stream that gets a header and the right trailer, so
/// that mutated blocks are not refused for their checksum; the second picks the limit.
struct GzipInput {
  private let data: [UInt8]
  private let limit: Int

  private static let limits = [0, 1, 100, 4096, GzipReader.pieceSize, GzipReader.pieceSize + 1, 1 << 20]
  /// A block without content takes ten bits at least, and the first 1024 of them are free, so that shorter data never has too many
  /// of them, which zlib would not mind.
  private static let longest = 1280

  init?(_ input: [UInt8]) {
    guard input.count >= 2 else { return nil }
    let rest = Array(input.dropFirst(2))
    switch input[0] {
    case UInt8(ascii: "D"): data = Inflation.member(of: rest)
    case UInt8(ascii: "M"):
      // Two members, cut where the third byte says.
      let cut = rest.isEmpty ? 0 : Int(rest[0]) * rest.count / 256
      data = Inflation.member(of: Array(rest.prefix(cut))) + Inflation.member(of: Array(rest.dropFirst(cut)))
    default: data = rest
    }
    guard data.count < Self.longest else { return nil }
    limit = Self.limits[Int(input[1]) % Self.limits.count]
  }

  /// In what ours differs from zlib, in one line; nil if in nothing.
  func fault() -> String? {
    let expected = Inflation.all(data, limit: limit)
    let found: Result<[UInt8], Gzip.Flaw>
    do throws(Gzip.Flaw) { found = .success(try Gzip.decompressed(data, limit: limit)) } catch {
      found = .failure(error)
    }
    guard expected == found else { return "zlib \(Self.words(expected)), ours \(Self.words(found))\(place)" }
    if case .success(let content) = found, content.count > limit { return "\(content.count) bytes\(place)" }
    guard Self.pieces(data, limit: limit) == found else { return "other content in pieces\(place)" }
    return nil
  }

  private var place: String { " (\(data.count) bytes, limit \(limit))" }

  /// The same read as the fetcher does, with something in the output before.
  private static func pieces(_ data: [UInt8], limit: Int) -> Result<[UInt8], Gzip.Flaw> {
    do throws(Gzip.Flaw) {
      let reader = try GzipReader(data, limit: limit)
      var output: [UInt8] = [1, 2, 3]
      while try reader.read(into: &output) {}
      guard !(try reader.read(into: &output)) else { return .failure(.damaged) }
      return .success(Array(output.dropFirst(3)))
    } catch { return .failure(error) }
  }

  private static func words(_ result: Result<[UInt8], Gzip.Flaw>) -> String {
    switch result {
    case .success(let content): "makes \(content.count) bytes"
    case .failure(let flaw): "says \(flaw)"
    }
  }
}
