import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("Everything a host can do with HTTP/2, where it is allowed")
struct HTTP2Tests {
  /// What a transfer must make of it.
  enum Expected: Sendable {
    /// The whole text, and nothing else.
    case whole
    /// A complete response with this status.
    case complete(Int)
    /// Never a complete response.
    case failure
    /// Never a complete response with a proven end.
    case unproven
  }

  /// The ways of `hostile_http2.py` by name.
  static let expected: [(way: String, expected: Expected)] = [
    ("good", .whole), ("good-chunks", .whole), ("trailers", .whole), ("push", .failure),
    ("status-500", .complete(500)),
    ("cut", .failure), ("cut-orderly", .failure), ("cut-unproven", .unproven), ("cut-unproven-orderly", .unproven),
    ("reset", .failure), ("reset-no-error", .unproven), ("reset-at-once", .failure), ("goaway", .failure),
    ("too-short", .failure), ("too-long", .failure), ("two-lengths", .failure),
    ("continuation-endless", .failure), ("many-fields", .failure), ("bomb", .failure), ("interim-endless", .failure),
    ("ping-endless", .failure), ("settings-endless", .failure), ("empty-data-endless", .failure),
    ("data-endless", .failure), ("drip", .failure), ("silent", .failure), ("garbage", .failure), ("http1", .failure),
    ("no-status", .failure), ("odd-status", .failure), ("bad-index", .failure), ("upper-case", .failure),
    ("line-break", .failure), ("other-stream", .failure), ("too-large-frame", .unproven), ("redirect-away", .failure),
  ]
  static let text = #"{"id": 1, "name": "small"}"#

  /// How many requests are sent over few connections.
  static let requests = ProcessInfo.processInfo.environment["DRIFTWATCH_HTTP2_REQUESTS"].flatMap(Int.init) ?? 400

  @Test("What libcurl refuses is told as a fault of this program, and of nobody else")
  func ownFault() {
    let words = "\(TransferFailure.refusedOption(code: 43))"
    #expect(words.hasPrefix("not sent: ") && words.contains("43") && words.contains("a fault of this program"))
    #expect(!words.contains("update"))
  }

  @Test("Many requests over few connections are sent and answered, round after round")
  func manyRounds() async throws {
    let certificates = try TestCertificates.shared.get()
    let server = try HostileServer(certificate: certificates.valid, host: "localhost", script: "hostile_http2.py")
    let policy = FetchPolicy(
      allowsHTTP2: true, maximumInFlight: 16, maximumInFlightPerHost: 16, caFile: certificates.caFile)
    let fetcher = Fetcher(policy: policy, resolving: [])
    for _ in 0..<(Self.requests / 40) {
      let transfers = await fetcher.fetch((0..<40).map { _ in server.request("/~~~") })
      #expect(transfers.compactMap(\.failure) == [])
    }
  }

  @Test("No cut, endless, damaged or foreign stream passes for a whole response, and each ends with one line")
  func table() async throws {
    let certificates = try TestCertificates.shared.get()
    let server = try HostileServer(certificate: certificates.valid, host: "localhost", script: "hostile_http2.py")
    let script = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../TestSupport/hostile_http2.py"), encoding: .utf8)
    let ways = script.split(separator: "\n").compactMap { try? /^ +"([a-z0-9-]+)":/.firstMatch(in: $0)?.1 }.map(
      String.init)
    #expect(Set(ways) == Set(Self.expected.map(\.way)))
    for (way, expected) in Self.expected {
      let index = try #require(ways.firstIndex(of: way))
      let path = "/" + String(repeating: "~", count: 3 + index)
      let policy = FetchPolicy(
        timeout: 3, maximumBodyBytes: 1 << 20, allowsHTTP2: true, caFile: certificates.caFile)
      let transfer = await fetchOne(server.request(path), policy: policy)
      let said = Comment(
        rawValue: "\(way): status \(transfer.status ?? 0), \(transfer.reason ?? "complete by \(transfer.bodyEnd)"), "
          + "\(transfer.body.count) bytes")
      if transfer.failure != nil { #expect(transfer.body.isEmpty && (transfer.reason?.count ?? 0) > 20, said) }
      switch expected {
      case .whole: #expect(transfer.failure == nil && transfer.status == 200 && transfer.text == Self.text, said)
      case .complete(let status): #expect(transfer.failure == nil && transfer.status == status, said)
      case .failure: #expect(transfer.failure != nil, said)
      case .unproven: #expect(transfer.failure != nil || transfer.bodyEnd == .connectionClose, said)
      }
    }
  }
}
