import TestSupport
import Testing

@testable import Fetching

/// One behaviour of `hostile_server.py` and what a transfer must make of it.
struct HostileCase: Sendable, CustomTestStringConvertible {
  /// What is allowed; several where versions of libcurl differ and none is wrong.
  enum Expected: Sendable {
    /// The whole list of people, proven or ended by the connection's end.
    case people
    /// A complete response with this status.
    case complete(Int)
    case failure([TransferFailure])
    /// A text whose end nothing proves: never taken for wrong by itself.
    case unproven
    /// A redirect that is not followed.
    case redirectRefused
  }

  let path: String
  let expected: Expected
  var testDescription: String { path }

  init(_ path: String, _ expected: Expected) {
    self.path = path
    self.expected = expected
  }

  init(_ path: String, _ failures: TransferFailure...) { self.init(path, .failure(failures)) }

  static func raw(_ names: String, _ expected: Expected) -> [HostileCase] {
    names.split(separator: " ").map { HostileCase("/raw/\($0)", expected) }
  }

  static func raw(_ names: String, _ failures: TransferFailure...) -> [HostileCase] { raw(names, .failure(failures)) }
}

@Suite("Everything a host can do with bytes")
struct HostileServerTests {
  let server: HostileServer
  init() throws { server = try HostileServer.shared.get() }

  private static let headerLimit = TransferFailure.headersTooLarge(limit: 64 << 10)
  private static let bodyLimit = TransferFailure.bodyTooLarge(limit: 1 << 20)

  private func holds(_ c: HostileCase, timeout: Double) async throws {
    let transfer = await fetchOne(
      server.request(c.path), policy: FetchPolicy(timeout: timeout, maximumBodyBytes: 1 << 20))
    let said = Comment(rawValue: "\(c.path): status \(transfer.status ?? 0), \(transfer.reason ?? "complete")")
    if transfer.failure != nil { #expect(transfer.body.isEmpty, said) }
    switch c.expected {
    case .people:
      #expect(transfer.failure == nil && transfer.status == 200, said)
      #expect(transfer.body == (await fetchOne(server.request("/people"))).body, said)
    case .complete(let status):
      #expect(transfer.failure == nil && transfer.status == status, said)
    case .failure(let allowed):
      #expect(transfer.failure.map { allowed.contains($0) } == true, said)
      let reason = transfer.reason ?? ""
      #expect(!reason.contains("\n") && !reason.contains("127.0.0.1") && reason.count > 20, said)
    case .unproven:
      #expect(transfer.failure != nil || transfer.bodyEnd == .connectionClose, said)
    case .redirectRefused:
      guard case .redirectRefused? = transfer.failure else {
        Issue.record(said)
        return
      }
      #expect(transfer.reason?.contains("stolen") == false && transfer.reason?.contains("word@") == false, said)
    }
  }

  @Test(
    "Unusual and right: the whole text arrives",
    arguments: HostileCase.raw(
      """
      open-after-length same-length-twice same-length-list bytes-after-length chunk-extension chunk-upper-case \
      bare-line-feeds folded-header no-reason-phrase early-hints identity-coding gzip-members http-1.0 html-content-type
      """, .people))
  func healthy(_ c: HostileCase) async throws { try await holds(c, timeout: 60) }

  @Test(
    "Cut, wherever it is: never a whole response",
    arguments: HostileCase.raw("cut-in-status-line cut-in-header cut-after-interim", .truncated, .protocolError)
      + HostileCase.raw(
        """
        cut-after-header cut-last-byte cut-chunk-none cut-chunk-size cut-chunk-data cut-chunk-line-end cut-last-chunk \
        cut-last-chunk-line-end cut-trailer cut-gzip-length cut-gzip-trailer cut-gzip-last-byte cut-gzip-header \
        cut-gzip-chunked cut-gzip-close
        """, .truncated) + HostileCase.raw("cut-text-close cut-empty-close", .unproven) + [
        HostileCase("/cut", .truncated), HostileCase("/cut-empty", .truncated), HostileCase("/cut-chunked", .truncated),
        HostileCase("/close", .truncated), HostileCase("/reset", .connect), HostileCase("/reset-body", .truncated),
      ])
  func cut(_ c: HostileCase) async throws { try await holds(c, timeout: 60) }

  @Test(
    "Framing that is damaged or contradicts itself, and what is not HTTP at all",
    arguments: HostileCase.raw(
      "chunk-negative chunk-overflow chunk-word chunk-empty-size chunk-no-line-end chunk-too-short chunk-not-chunked",
      .protocolError) + HostileCase.raw("chunk-huge chunk-0x", .protocolError, .truncated, bodyLimit)
      + HostileCase.raw(
        """
        smtp ssh icy http-0.9 html-bare http-3.7 status-word status-two-digits status-four-digits status-zero blank-lines \
        random-bytes tls-alert http2-preface zero-in-header two-lengths two-lengths-list length-overflow length-negative \
        length-plus length-hex length-word length-fraction length-empty length-and-chunked transfer-gzip transfer-unknown \
        transfer-chunked-twice switching-protocols partial-content http-2-plain http-1.2 im-used
        """, .protocolError, .truncated)
      + HostileCase.raw("http-lower-case header-without-colon", .protocolError))
  func framing(_ c: HostileCase) async throws { try await holds(c, timeout: 60) }

  @Test(
    "Codings that are unknown, not asked for or not true",
    arguments: HostileCase.raw(
      """
      coding-unknown coding-br coding-deflate coding-zstd coding-not-gzip coding-gzip-bad-method coding-gzip-damaged \
      coding-gzip-bad-sum coding-gzip-bad-size coding-gzip-surplus coding-gzip-once-of-two coding-hundred-layers
      """, .decompression) + HostileCase.raw("coding-gzip-magic-only", .truncated))
  func codings(_ c: HostileCase) async throws { try await holds(c, timeout: 60) }

  @Test(
    "Headers, trailers and bodies without measure end at our limit",
    arguments: HostileCase.raw(
      """
      header-200-kB header-70-kB-in-two header-20000-lines header-600-lines status-line-70-kB trailer-20000-lines \
      interim-1000
      """, headerLimit) + [
        HostileCase("/headers-endless", headerLimit), HostileCase("/headers-long", headerLimit),
        HostileCase("/interim-endless", headerLimit), HostileCase("/trailers-endless", headerLimit),
        HostileCase("/big?bytes=1000000000", bodyLimit), HostileCase("/big-declared?bytes=9000000000", bodyLimit),
        HostileCase("/big-chunked", bodyLimit), HostileCase("/big-until-close", bodyLimit),
        HostileCase("/bomb/plain", bodyLimit), HostileCase("/bomb/gibibyte", bodyLimit),
        HostileCase("/bomb/layers", .decompression), HostileCase("/bomb/json", bodyLimit),
      ])
  func limits(_ c: HostileCase) async throws { try await holds(c, timeout: 60) }

  @Test(
    "What never ends is ended by the total time, whatever trickles in",
    arguments: [
      "/silent", "/drip", "/drip-headers", "/drip-chunked", "/interim-drip", "/stall", "/stall-chunked", "/events",
      "/chunk-extension-endless", "/slow?ms=20000",
    ])
  func endless(_ path: String) async throws {
    try await holds(HostileCase(path, .timeout), timeout: 0.6)
  }

  @Test(
    "A complete text is complete, whatever it says",
    arguments: [
      "people", "people-bom", "empty", "zero-byte", "invalid-utf8", "nan", "ndjson", "html", "gzip-unlabelled",
      "depth-500000",
      "keys-200000", "long-string", "utf16",
    ])
  func texts(_ name: String) async throws {
    let transfer = await fetchOne(server.request("/text/\(name)"), policy: FetchPolicy(timeout: 60))
    #expect(transfer.failure == nil && transfer.status == 200 && transfer.bodyEnd == .contentLength)
    #expect(transfer.header("Content-Length") == "\(transfer.body.count)")
  }

  @Test(
    "Every status is a response with its own number and text, except those that response another question",
    arguments: Array(200...208) + [226] + Array(300...308) + Array(400...431) + [451] + Array(500...511) + [520, 599])
  func statuses(_ status: Int) async throws {
    let transfer = await fetchOne(server.request("/status/\(status)"))
    #expect(transfer.status == status)
    if [206, 226, 304].contains(status) {
      #expect(transfer.failure == .protocolError && transfer.body.isEmpty)
    } else {
      #expect(transfer.failure == nil && transfer.text == (status == 204 ? "" : #"{"status": \#(status)}"#))
    }
  }

  @Test(
    "Redirects to anywhere else are refused, and nobody gets a byte",
    arguments: [
      "file", "gopher", "ftp", "dict", "data", "javascript", "ldap", "other-host", "other-port", "upgrade", "userinfo",
      "userinfo-trick", "backslash", "relative-host", "mapped", "nat64", "any-address", "loopback-6", "short",
      "decimal",
      "octal", "hex", "metadata", "port-none", "nonsense", "line-break",
    ])
  func redirects(_ name: String) async throws {
    let server = try HostileServer()
    let headers = [HeaderField(name: "X-Api-Key", value: "secret")]
    let request = server.request("/redirect-by/\(name)", headers: headers)
    let transfer = await fetchOne(request, policy: FetchPolicy(timeout: 60))
    guard case .redirectRefused(let reason)? = transfer.failure else {
      Issue.record("\(name): status \(transfer.status ?? 0), \(transfer.reason ?? "followed to \(transfer.finalURL)")")
      return
    }
    #expect(!reason.contains("stolen") && !reason.contains("word@") && !reason.contains("secret"))
    #expect(transfer.status == 302 && transfer.body.isEmpty && transfer.failure?.isOurRefusal == true)
    #expect(try server.requests(under: "/").map(\.path) == ["/redirect-by/\(name)"])
  }

  @Test("An empty Location leads nowhere")
  func emptyLocation() async throws {
    let transfer = await fetchOne(server.request("/redirect-by/empty"))
    #expect(transfer.status == 302 && transfer.failure == nil && transfer.redirects == 0)
  }
}
