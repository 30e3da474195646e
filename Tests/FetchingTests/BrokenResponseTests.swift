import Foundation
import TestSupport
import Testing

@testable import Fetching

struct BrokenCase: Sendable, CustomTestStringConvertible {
  let path: String
  let failure: TransferFailure
  var testDescription: String { "\(path) is \(failure)" }

  init(_ path: String, _ failure: TransferFailure) {
    self.path = path
    self.failure = failure
  }
}

@Suite("Responses that are not complete, and hosts that are not there")
struct BrokenResponseTests {
  static let policy = FetchPolicy(timeout: 60)
  let server: HostileServer
  init() throws { server = try HostileServer.shared.get() }

  @Test(
    "A broken response never passes for a whole one and leaves no body to judge",
    arguments: [
      BrokenCase("/cut", .truncated), BrokenCase("/cut-empty", .truncated), BrokenCase("/cut-chunked", .truncated),
      BrokenCase("/cut-gzip", .truncated), BrokenCase("/close", .truncated), BrokenCase("/reset", .connect),
      BrokenCase("/bad-gzip", .decompression), BrokenCase("/bad-gzip-crc", .decompression),
      BrokenCase("/unknown-coding", .decompression), BrokenCase("/bad-chunk", .protocolError),
      BrokenCase("/two-lengths", .protocolError), BrokenCase("/overflow-length", .protocolError),
      BrokenCase("/length-and-chunked", .protocolError), BrokenCase("/unasked-transfer-coding", .protocolError),
      BrokenCase("/not-http", .protocolError),
    ])
  func brokenResponses(_ c: BrokenCase) async {
    let transfer = await fetchOne(server.request(c.path), policy: Self.policy)
    #expect(transfer.failure == c.failure, "\(transfer.reason ?? "complete")")
    #expect(transfer.body.isEmpty)
    #expect(!c.failure.isOurRefusal)
  }

  @Test("A text cut by closing the connection is marked as unproven")
  func cutUntilClose() async {
    let transfer = await fetchOne(server.request("/cut-until-close"))
    #expect(transfer.bodyEnd == .connectionClose)
    #expect(transfer.wireBytes == 12)
  }

  @Test(
    "Only the total timeout ends a slow or endless response", .timeLimit(.minutes(5)),
    arguments: ["/drip", "/silent", "/slow?ms=30000"])
  func slowResponses(_ path: String) async {
    let transfer = await fetchOne(server.request(path), policy: FetchPolicy(timeout: 0.5))
    #expect(transfer.failure == .timeout)
    #expect(transfer.body.isEmpty)
  }

  @Test("A closed port is no connection")
  func closedPort() async throws {
    let port = try ClosedPort()
    defer { withExtendedLifetime(port) {} }
    let transfer = await fetchOne(
      FetchRequest(label: "a", url: "http://127.0.0.1:\(port.number)/json"), policy: Self.policy)
    #expect(transfer.failure == .connect)
    #expect(transfer.status == nil)
  }

  @Test("A host name without an address is said to be one")
  func unresolvable() async {
    // RFC 1035 section 2.3.4: a label of 64 octets is no name, so no resolver is asked and none can be slow.
    let host = String(repeating: "a", count: 64) + ".invalid"
    let transfer = await fetchOne(FetchRequest(label: "a", url: "http://\(host)/"), policy: Self.policy)
    #expect(transfer.failure == .resolve)
  }

  @Test(
    "A limit of our own stops the response, declared or not, and says so",
    arguments: [
      BrokenCase("/big-declared?bytes=1000000000", .bodyTooLarge(limit: 100_000)),
      BrokenCase("/big?bytes=100001", .bodyTooLarge(limit: 100_000)),
      BrokenCase("/big-chunked", .bodyTooLarge(limit: 100_000)),
      BrokenCase("/gzip-bomb", .bodyTooLarge(limit: 100_000)),
      BrokenCase("/headers-endless", .headersTooLarge(limit: 65536)),
      BrokenCase("/headers-long", .headersTooLarge(limit: 65536)),
      BrokenCase("/interim-endless", .headersTooLarge(limit: 65536)),
    ])
  func limits(_ c: BrokenCase) async {
    let policy = FetchPolicy(timeout: 60, maximumBodyBytes: 100_000)
    let transfer = await fetchOne(server.request(c.path), policy: policy)
    #expect(transfer.failure == c.failure, "\(transfer.reason ?? "complete")")
    #expect(transfer.body.isEmpty)
    #expect(transfer.wireBytes <= 100_000)
    #expect(c.failure.isOurRefusal)
  }

  @Test("A body of exactly the limit is taken")
  func exactlyTheLimit() async {
    let policy = FetchPolicy(maximumBodyBytes: 100_000)
    let transfer = await fetchOne(server.request("/big?bytes=100000"), policy: policy)
    #expect(transfer.failure == nil)
    #expect(transfer.body.count == 100_000)
  }
}
