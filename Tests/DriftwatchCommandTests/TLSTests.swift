import Foundation
import TestSupport
import Testing

@Suite("HTTPS with an authority of one's own")
struct TLSTests {
  let certificates: TestCertificates
  init() throws { certificates = try TestCertificates.shared.get() }

  @Test("A round over HTTPS ends in a good report when the authority is trusted")
  func wholeRound() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    let server = try HostileServer(
      certificate: certificates.valid, host: "localhost", files: driftwatch.place.path("files"))
    let ending = try await driftwatch.call(
      "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--ca-file", certificates.caFile, "--db",
      driftwatch.ledger)
    #expect(ending.code == 0)
    #expect(ending.text.hasPrefix("OK  1 API, 1 endpoint, 1 version check, 6 records mapped, none lost"))
  }

  @Test("A certificate that ends within a week is a warning at one endpoint of its host")
  func endingSoon() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(People.first, to: "files/people.json")
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(
      certificate: certificates.chained, host: "localhost", files: driftwatch.place.path("files"))
    let ending = try await driftwatch.call(
      "check", "quick", "--base-url", "quick=\(server.url(""))", "--ca-file", certificates.caFile, "--db",
      driftwatch.ledger, "--format", "json")
    #expect(ending.code == 0)
    let report = try ReportJSON(ending.output)
    let notices = report.findings.filter { $0.rule == "notice-certificate-expiring" }
    #expect(notices.map(\.level) == ["warning"] && report.incidents.count == 1, "\(report)")
    #expect(report.endpoints.map(\.outcome) == ["ok", "ok"])
  }

  @Test(
    "A certificate that cannot be trusted is transport, exit 3, and says why",
    arguments: ["no authority", "other host", "expired", "self-signed"])
  func refused(_ name: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    let leaf =
      switch name {
      case "other host": certificates.otherHost
      case "expired": certificates.expired
      case "self-signed": certificates.selfSigned
      default: certificates.valid
      }
    let server = try HostileServer(certificate: leaf, host: "localhost")
    var arguments = ["check", "quick/people", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger]
    if name != "no authority" { arguments += ["--ca-file", certificates.caFile] }
    let ending = try await driftwatch.call(arguments + ["--format", "json"])
    #expect(ending.code == 3)
    let endpoint = try ReportJSON(ending.output).endpoints.first
    #expect(endpoint?.outcome == "transport")
    #expect(endpoint?.reason?.lowercased().contains("certificate") == true, "\(endpoint?.reason ?? "")")
  }

  @Test("A file that holds no authority is transport, one that is missing exit 2")
  func badAuthorities() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(certificate: certificates.valid, host: "localhost")
    let check = [
      "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger, "--ca-file",
    ]
    let empty = try driftwatch.place.write("no certificate", to: "empty.pem")
    #expect(try await driftwatch.call(check + [empty]).code == 3)
    #expect(try await driftwatch.call(check + [driftwatch.place.path("missing.pem")]).code == 2)
  }
}
