/// What happened on the wire for one request: either a complete response, or the reason why there is none.
public struct Transfer: Sendable {
  /// How the end of the body was known, and thus whether its completeness is proven.
  public enum BodyEnd: Sendable, Hashable {
    /// No body: none came, or status and method allow none.
    case none
    /// `Content-Length` bytes were received.
    case contentLength
    /// The last chunk was received.
    case chunked
    /// The connection was closed. Over TLS libcurl does not tell an orderly close from a cut, so a text that breaks off
    /// is more likely cut than wrong; a compressed body proves its own end and never stands here uncut.
    case connectionClose
  }

  /// Label of the request, for messages.
  public var label: String
  /// Status code of the final response; `nil` if none came. Stands beside ``failure`` where the body failed later.
  public var status: Int?
  /// Header fields of the final response in their order, trailers left out.
  public var headers: HeaderFields
  /// The complete body as it came, after content decoding; empty where ``failure`` is set, so that no cut text is ever judged.
  public var body: [UInt8]
  /// Why there is no complete response; `nil` if there is one, whatever its status.
  public var failure: TransferFailure?
  /// What was seen, for a failure whose case alone does not say it; one line without URL, header value or body.
  public var detail: String?
  /// Seconds from leaving the queue to the end, redirects, retries and the waits before them included; 0 for a request that
  /// was never sent.
  public var seconds: Double
  /// Redirects followed.
  public var redirects: Int
  /// URL that gave the response. May hold keys in its query: for comparison, never for output.
  public var finalURL: String
  /// Bytes of the body as received, before content decoding.
  public var wireBytes: Int
  /// How the end of the body was known.
  public var bodyEnd: BodyEnd
  /// How often the request was sent, redirects not counted: 1 and the retries; 0 if it was not.
  public var attempts: Int
  /// Seconds since 1970 of the end (`notAfter`) of the server's own certificate, also where the connection was an earlier
  /// one; `nil` without TLS, or where no handshake was complete.
  public var certificateExpires: Int?
  /// When the first attempt left the queue.
  var began: ContinuousClock.Instant?

  /// Also for tests and for responses that come from files; everything but the URL has the value of "nothing came".
  public init(
    label: String = "", status: Int? = nil, headers: HeaderFields = [], body: [UInt8] = [],
    failure: TransferFailure? = nil,
    detail: String? = nil, seconds: Double = 0, redirects: Int = 0, finalURL: String, wireBytes: Int = 0,
    bodyEnd: BodyEnd = .none, attempts: Int = 0, certificateExpires: Int? = nil
  ) {
    self.label = label
    self.status = status
    self.headers = headers
    self.body = body
    self.failure = failure
    self.detail = detail
    self.seconds = seconds
    self.redirects = redirects
    self.finalURL = finalURL
    self.wireBytes = wireBytes
    self.bodyEnd = bodyEnd
    self.attempts = attempts
    self.certificateExpires = certificateExpires
  }

  /// Value of the first header field called `name`, in any letter case.
  public func header(_ name: String) -> String? { headers.first(name) }

  /// The failure and what was seen, as one line; `nil` for a complete response.
  public var reason: String? {
    guard let failure else { return nil }
    return detail.map { "\(failure) (\($0))" } ?? "\(failure)"
  }
}

extension HeaderField {
  /// Whether this is the field called `other`, in any letter case; names are ASCII.
  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || ($0.asciiLowercased == $1.asciiLowercased) }
  }
}

extension UInt8 {
  /// The lower-case letter for an ASCII upper-case one, else itself.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension StringProtocol {
  /// Without spaces and tabs at both ends (RFC 9110 section 5.6.3, optional white space).
  func trimmingBlanks() -> String {
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    var slice = self[...]
    while let first = slice.first, blank(first) { slice = slice.dropFirst() }
    while let last = slice.last, blank(last) { slice = slice.dropLast() }
    return String(slice)
  }
}
