import TestSupport
import Testing

@testable import Fetching

@Suite("gzip")
struct ContentCodingTests {
  let server: HostileServer
  init() throws { server = try HostileServer.shared.get() }

  /// The server's `sample`, made again.
  private func sample(_ count: Int, _ alphabet: Int) -> [UInt8] {
    var state = 1
    return (0..<count).map { _ in
      state = (state * 1_103_515_245 + 12345) & 0x7FFF_FFFF
      return UInt8((state >> 16) % alphabet)
    }
  }

  private func decoded(_ body: [UInt8], status: Int = 200, limit: Int = 1 << 20, coding: String = "gzip") -> Transfer {
    let headers: HeaderFields = [HeaderField(name: "content-encoding", value: coding)]
    let transfer = Transfer(status: status, headers: headers, body: body, finalURL: "", bodyEnd: .contentLength)
    return ContentCoding.decoded(transfer, limit: limit)
  }

  private func zipped(_ count: Int, _ alphabet: Int, _ level: Int) async -> [UInt8] {
    await fetchOne(server.request("/gzip-sample?bytes=\(count)&alphabet=\(alphabet)&level=\(level)&raw=1")).body
  }

  @Test(
    "Stored, fixed and dynamic blocks decode to the bytes that zlib compressed",
    arguments: [(0, 1), (1, 1), (10, 3), (70_000, 1), (70_000, 4), (70_000, 256), (3000, 90)], [0, 1, 6, 9])
  func blocks(_ size: (count: Int, alphabet: Int), _ level: Int) async {
    let transfer = decoded(await zipped(size.count, size.alphabet, level))
    #expect(transfer.failure == nil)
    #expect(transfer.body == sample(size.count, size.alphabet))
  }

  @Test("Cut at any byte it is truncated, and no flipped bit passes or traps")
  func damage() async {
    for (count, alphabet) in [(300, 5), (40, 256)] {
      let whole = await zipped(count, alphabet, 9)
      let content = sample(count, alphabet)
      for length in 1..<whole.count {
        #expect(decoded(Array(whole[..<length])).failure == .truncated, "\(length) of \(whole.count) bytes")
      }
      var harmless = 0
      for bit in 0..<whole.count * 8 {
        var bytes = whole
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        let transfer = decoded(bytes)
        #expect(transfer.failure != nil || transfer.body == content)
        // Bytes 3 to 9 (a flag, time, extra flags, system) are not content.
        if transfer.failure == nil, !(3...9).contains(bit / 8) { harmless += 1 }
      }
      #expect(harmless < 8)  // the bits that fill the last byte of the stream
    }
  }

  @Test("Two members are one body, a second layer is refused, and what follows is an error")
  func membersAndLayers() async {
    let one = await zipped(300, 5, 9)
    let content = sample(300, 5)
    #expect(decoded(one + one).body == content + content)
    for rest: [UInt8] in [[0], [0, 0, 0], [0x1F, 0], Array("more".utf8)] {
      #expect(decoded(one + rest).failure == .decompression, "\(rest)")
    }
    #expect(decoded(one + [0x1F, 0x8B]).failure == .truncated)
    #expect(decoded(one, coding: "identity, X-GZIP").body == content)
    #expect(decoded(one, coding: "gzip, gzip").detail == "2 layers of coding")
    #expect(decoded(one, coding: "gzip, br").failure == .decompression)
    #expect(decoded(one, coding: "gzip, gzip, gzip, gzip, gzip, gzip").failure == .decompression)
  }

  @Test("The limit holds for the decoded bytes, to the byte")
  func limit() async {
    let one = await zipped(300, 5, 9)
    #expect(decoded(one, limit: 300).failure == nil)
    #expect(decoded(one, limit: 299).failure == .bodyTooLarge(limit: 299))
    #expect(decoded(one + one, limit: 599).failure == .bodyTooLarge(limit: 599))
  }

  @Test("An error status keeps its word when its body does not decode")
  func statusBeforeCoding() {
    let transfer = decoded([1, 2, 3], status: 503)
    #expect(transfer.status == 503 && transfer.failure == nil && transfer.body.isEmpty)
    #expect(transfer.detail == "damaged gzip data")
  }

  @Test("A compressed response without a byte is empty if it says so, and cut if the connection just closed")
  func emptyBody() {
    #expect(decoded([]).failure == nil)
    let headers: HeaderFields = [HeaderField(name: "Content-Encoding", value: "gzip")]
    let closed = Transfer(status: 200, headers: headers, finalURL: "", bodyEnd: .connectionClose)
    #expect(ContentCoding.decoded(closed, limit: 10).failure == .truncated)
  }
}
