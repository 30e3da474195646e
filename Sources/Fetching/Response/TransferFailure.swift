/// Why a request has no complete response. Says nothing about status or content: those are judged elsewhere.
///
/// Where two could be said, the earlier in the order policy, name, connection, TLS, framing and time, coding is.
public enum TransferFailure: Error, Sendable, Hashable {
  /// Refused before anything was sent; the reason names the part of the request.
  case policy(String)
  /// The host name has no address.
  case resolve
  /// No connection, or one that ended before any response.
  case connect
  /// No trusted connection; the reason tells an expired certificate from an unknown issuer or another host's name.
  case tls(String)
  /// Not complete within the policy's total or connection timeout.
  case timeout
  /// The caller's deadline came first. Says nothing about the host.
  case deadline
  /// The response ended before its declared or provable end.
  case truncated
  /// What came is not a well-formed HTTP response.
  case protocolError
  /// The content coding is unknown, damaged or not what the header says.
  case decompression
  /// The body passes the policy's limit, in bytes after decoding.
  case bodyTooLarge(limit: Int)
  /// The header section passes the policy's limit, in bytes.
  case headersTooLarge(limit: Int)
  /// A redirect that the policy does not follow; the reason says which rule.
  case redirectRefused(String)
  /// The task that asked was cancelled.
  case cancelled
  /// Held back by the caller's ``FetchGate`` before it was sent.
  case withheld

  /// Whether we said no (policy, size, redirect) rather than the network or the host.
  public var isOurRefusal: Bool {
    switch self {
    case .policy, .bodyTooLarge, .headersTooLarge, .redirectRefused: true
    case .resolve, .connect, .tls, .timeout, .deadline, .truncated, .protocolError, .decompression, .cancelled,
      .withheld:
      false
    }
  }

  /// Whether the host, or the way to it, said so by itself; `false` if only time ended the request, and `nil` if the host was not asked.
  var isResponse: Bool? {
    switch self {
    case .timeout, .deadline: false
    case .policy, .cancelled, .withheld: nil
    case .resolve, .connect, .tls, .truncated, .protocolError, .decompression, .bodyTooLarge, .headersTooLarge,
      .redirectRefused:
      true
    }
  }

  /// libcurl refuses an option, on a new handle as well. It has all that are used, or was not loaded, so that the fault is ours.
  static func refusedOption(code: Int) -> TransferFailure {
    .policy("this program could not set it up (libcurl code \(code)), which is a fault of this program: report it")
  }

  /// Detail of a protocol error, whether libcurl or we found it.
  static let unwantedTransferCoding = "a Transfer-Encoding that was not asked for"
}

extension TransferFailure: CustomStringConvertible {
  /// One line: what happened and what to do; never a URL and never libcurl's own name for its code, which misleads for
  /// 1 (a response that is not HTTP), 8 and 27 (a header line of over 100 kB is "out of memory").
  public var description: String {
    switch self {
    case .policy(let reason): "not sent: \(reason)"
    case .resolve: "the host name has no address; check the base URL and this machine's DNS"
    case .connect: "no connection; the host or port is down or a firewall is in between"
    case .tls(let reason): "no trusted TLS connection: \(reason)"
    case .timeout: "no complete response in time; raise the timeout if that is usual"
    case .deadline: "not fetched before the deadline of the round; allow more time or fewer endpoints"
    case .truncated: "the response was cut before its end"
    case .protocolError: "the response is not well-formed HTTP; check that the base URL points to the API itself"
    case .decompression: "the compressed body does not decode as its Content-Encoding says; tell the provider"
    case .bodyTooLarge(let limit):
      "the body is larger than \(limit) bytes; request a smaller page or raise the body limit"
    case .headersTooLarge(let limit):
      "the header is larger than \(limit) bytes or has too many lines; check what responses there"
    case .redirectRefused(let reason): "redirect not followed: \(reason)"
    case .cancelled: "cancelled before the response was complete"
    case .withheld: "not sent: no longer wanted"
    }
  }
}
