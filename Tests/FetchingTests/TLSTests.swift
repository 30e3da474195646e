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
      refused.failure == .tls("the certificate's issuer is not trusted; name its CA file if it is your own"))
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
      (certificates.selfSigned, "self-signed"),
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

  @Test("Answers cut without close_notify are truncated where their length is known, and unproven where it is not")
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
