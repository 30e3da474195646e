import Foundation
import TestSupport
import Testing

@testable import Fetching

@Suite("TLS")
struct TLSTests {
  let certificates: TestCertificates
  init() throws { certificates = try TestCertificates.shared.get() }

  private func policy(caFile: String?) -> FetchPolicy { FetchPolicy(timeout: 5, caFile: caFile) }

  @Test("A server with a certificate of the own authority is trusted with its CA file and not without")
  func ownAuthority() async throws {
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let trusted = await fetchOne(server.request("/json"), policy: policy(caFile: certificates.caFile))
    #expect(trusted.text == smallText, "\(trusted.reason ?? "complete")")
    let refused = await fetchOne(server.request("/json"), policy: policy(caFile: nil))
    #expect(
      refused.failure
        == .tls(
          "the certificate's issuer is not trusted or not sent along; name its CA file (--ca-file) if it is your own"))
    #expect(try await receivedCount(server) == 1)
  }

  private func receivedCount(_ server: HostileServer) async throws -> Int {
    struct Record: Decodable {}
    let transfer = await fetchOne(server.request("/_requests"), policy: policy(caFile: certificates.caFile))
    return try JSONDecoder().decode([Record].self, from: Data(transfer.body)).count
  }

  @Test("The reason tells an expired certificate from another host's and a self-signed one")
  func reasons() async throws {
    for (leaf, word) in [
      (certificates.expired, "expired"), (certificates.otherHost, "another host"),
      (certificates.selfSigned, "self-signed"), (certificates.notYetValid, "not valid yet"),
      (certificates.weakKey, "too weak"), (certificates.chainMissing, "not sent along"),
    ] {
      let server = try HostileServer(certificate: leaf, host: "localhost")
      let transfer = await fetchOne(server.request("/json"), policy: policy(caFile: certificates.caFile))
      guard case .tls(let reason) = transfer.failure else {
        Issue.record("\(word): \(transfer.failure.map { "\($0)" } ?? "trusted")")
        continue
      }
      #expect(reason.contains(word))
    }
  }

  @Test(
    "A handshake that is too old, wants a certificate of ours, is cut or never ends is transport",
    .timeLimit(.minutes(5)))
  func handshakes() async throws {
    for (mode, word) in [
      ("old", "TLS 1.2"), ("client", "client certificate"), ("client12", "client certificate"), ("close", "handshake"),
    ] {
      let server = try HostileServer(certificate: certificates.valid, host: "localhost", tlsMode: mode)
      let transfer = await fetchOne(server.request("/json"), policy: policy(caFile: certificates.caFile))
      #expect(transfer.reason?.contains(word) == true, "\(mode): \(transfer.reason ?? "trusted")")
      #expect(transfer.failure?.isOurRefusal == false && transfer.body.isEmpty)
    }
    let server = try HostileServer(certificate: certificates.valid, host: "localhost", tlsMode: "hang")
    let policy = FetchPolicy(timeout: 3600, connectTimeout: 0.5, caFile: certificates.caFile)
    let transfer = await fetchOne(server.request("/json"), policy: policy)
    #expect(transfer.failure == .timeout)
  }

  @Test("An intermediate authority that is sent along is followed")
  func chained() async throws {
    let server = try HostileServer(certificate: certificates.chained, host: "localhost")
    let transfer = await fetchOne(server.request("/json"), policy: policy(caFile: certificates.caFile))
    #expect(transfer.text == smallText, "\(transfer.reason ?? "complete")")
  }

  @Test("A response says when the server's own certificate ends, on a new connection and on a kept one")
  func certificateEnd() async throws {
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let fetcher = Fetcher(policy: policy(caFile: certificates.caFile))
    for _ in 0..<2 {
      #expect(await fetcher.fetch([server.request("/json")]).map(\.certificateExpires) == [certificates.validUntil])
    }
    let chained = try HostileServer(certificate: certificates.chained, host: "localhost")
    #expect(await fetcher.fetch([chained.request("/cut")]).first?.certificateExpires != nil)
    let plain = try HostileServer.shared.get()
    #expect(await fetcher.fetch([plain.request("/json")]).map(\.certificateExpires) == [nil])
  }

  @Test(
    "Dates are read as OpenSSL writes them, and nonsense is none",
    arguments: [
      ("Jan  1 00:00:00 1970 GMT", 0), ("Nov 22 17:04:05 2026 GMT", 1_795_367_045),
      ("Feb 29 23:59:59 2028 GMT", 1_835_481_599),
      ("Mar  1 00:00:00 2100 GMT", 4_107_542_400), ("Dec 31 23:59:59 9999 GMT", 253_402_300_799),
      ("Jun 30 12:00:00.123 2030 GMT", 1_909_051_200), ("", nil), ("Bad time value", nil),
      ("Foo 22 17:04:05 2026 GMT", nil),
      ("Nov 32 17:04:05 2026 GMT", nil), ("Nov 22 25:04:05 2026 GMT", nil), ("Nov 22 17:04 2026 GMT", nil),
    ] as [(String, Int?)])
  func dates(_ text: String, _ seconds: Int?) { #expect(CertificateDate.seconds(text) == seconds) }

  @Test("Each verify result has words of its own that say who must do something")
  func verifyResults() {
    let results = [9, 10, 18, 19, 20, 23, 26, 62, 66, 99]
    let reasons = results.map(CurlVerdict.reason(ofVerifyResult:))
    #expect(Set(reasons).count == results.count)
    #expect(reasons.last?.contains("99") == true)
  }

  @Test("A CA file that is not there is a fault of the configuration")
  func missingAuthority() async throws {
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let transfer = await fetchOne(server.request("/json"), policy: policy(caFile: "/nowhere/ca.pem"))
    #expect(transfer.failure == .policy("the CA file cannot be read; check its path and that it is PEM"))
  }

  @Test("https to a server without TLS is a failed handshake")
  func noTLS() async throws {
    let server = try HostileServer.shared.get()
    let request = FetchRequest(label: "a", url: "https://127.0.0.1:\(server.port)/json")
    guard case .tls = await fetchOne(request, policy: policy(caFile: nil)).failure else {
      Issue.record("not a TLS failure")
      return
    }
  }

  @Test("Responses cut without close_notify are truncated where their length is known, and unproven where it is not")
  func cutWithoutCloseNotify() async throws {
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let policy = policy(caFile: certificates.caFile)
    for path in ["/cut", "/cut-empty", "/cut-chunked", "/cut-gzip"] {
      #expect(await fetchOne(server.request(path), policy: policy).failure == .truncated, "\(path)")
    }
    let cut = await fetchOne(server.request("/cut-until-close"), policy: policy)
    #expect(cut.failure == .truncated || cut.bodyEnd == .connectionClose)
    let whole = await fetchOne(server.request("/until-close"), policy: policy)
    #expect(whole.text == smallText)
  }

  @Test("A redirect from https to http is refused")
  func downgrade() async throws {
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let request = server.request("/redirect?to=http%3A%2F%2Flocalhost%3A\(server.port)%2Fjson")
    let transfer = await fetchOne(request, policy: policy(caFile: certificates.caFile))
    #expect(
      transfer.failure
        == .redirectRefused("it leads from https to http, to http://localhost:\(server.port)"))
  }
}
