/// Checks a request before it is sent: no header injection, no framing fields of its own, a known scheme.
struct RequestCheck {
  /// Fields for framing, origin or coding, which only this module sets.
  private static let reserved: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "if-modified-since", "if-none-match",
    "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  private let policy: FetchPolicy
  /// What is wrong with the policy itself: its `User-Agent` is not one line, or there is no libcurl.
  private let policyFlaw: TransferFailure?

  /// Checks requests against `policy`, one after another.
  init(_ policy: FetchPolicy) {
    self.policy = policy
    do throws(TransferFailure) {
      if let problem = CurlLibrary.problem { throw .policy(problem) }
      try Self.check(policy.userAgent, of: "the user agent of the policy")
      if let caFile = policy.caFile { try Self.check(caFile, of: "the path of the CA file") }
      policyFlaw = nil
    } catch {
      policyFlaw = error
    }
  }

  /// The address of `request`.
  ///
  /// - Throws: ``TransferFailure/policy(_:)``, which names the part at fault without its value.
  func address(of request: FetchRequest) throws(TransferFailure) -> WebAddress {
    if let policyFlaw { throw policyFlaw }
    guard request.method == "GET" || Self.isToken(request.method) else {
      throw .policy("the request method is not a token of HTTP")
    }
    guard request.method != "CONNECT", request.method != "TRACE" else {
      throw .policy("method \(request.method) is never sent")
    }
    for field in request.headers {
      guard Self.isToken(field.name) else { throw .policy("a header name holds characters that HTTP does not allow") }
      if Self.reserved.contains(field.name.lowercased()) {
        throw .policy("header \(field.name) is set by the fetcher itself; remove it from the request")
      }
      try Self.check(field.value, of: "header \(field.name)")
    }
    if let etag = request.etag { try Self.check(etag, of: "the entity tag") }
    if let date = request.lastModified { try Self.check(date, of: "the Last-Modified date") }
    let address: WebAddress
    do { address = try WebAddress(request.url) } catch { throw .policy("the URL \(error.rawValue)") }
    guard address.origin.scheme == "https" || address.origin.scheme == "http", !address.origin.host.isEmpty else {
      throw .policy("only https and http URLs are requested")
    }
    // An address in the URL is checked here. A name is checked when its socket is opened.
    if let literal = NetworkAddress(address.origin.host),
      let refusal = AddressRule(address, policy: policy).refusal(of: literal)
    {
      throw .policy(refusal)
    }
    return address
  }

  /// Whether a value has no control characters, which could end its line and begin another field (RFC 9110 section
  /// 5.5).
  private static func check(_ value: String, of part: String) throws(TransferFailure) {
    guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
      throw .policy("\(part) holds a line break or another control character; look for one at its end")
    }
  }

  /// RFC 9110 section 5.6.2.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
