import System

/// What happened on the wire for one request: either a complete response, or the reason why there is none.
public struct Transfer: Sendable {
  /// How the end of the body was known, and so whether the body is proven to be complete.
  public enum BodyEnd: Sendable, Hashable {
    /// There is no body, or status and method allow none.
    case none
    /// `Content-Length` bytes were received.
    case contentLength
    /// The last chunk was received.
    case chunked
    /// The connection was closed. Over TLS libcurl does not distinguish an orderly close from a cut, so an incomplete
    /// text was more likely cut than sent like that. The end of a compressed body is always checked.
    case connectionClose
  }

  /// Label of the request, for messages.
  public var label = ""
  /// Status code of the final response; `nil` if none came. It may be set together with ``failure`` if the body failed
  /// later.
  public var status: Int?
  /// Header fields of the final response in their order, without trailers.
  public var headers = HeaderFields()
  /// The complete body after content decoding; empty if ``failure`` is set, so that an incomplete text is never
  /// examined.
  public var body: [UInt8] = []
  /// Keeps the body's part of the budget (``FetchPolicy/maximumBytesInMemory``) as long as it is kept itself.
  public var lease: BodyLease?
  /// Why there is no complete response; `nil` if there is one, whatever its status.
  public var failure: TransferFailure?
  /// Details of a failure in one line, without URL, header values or body.
  public var detail: String?
  /// Seconds from leaving the queue to the end, including redirects, retries and the waits before them; 0 for a request
  /// that was never sent.
  public var seconds = 0.0
  /// Redirects followed.
  public var redirects = 0
  /// Where the resource is now: the target of the permanent redirects (301, 308) that came before any other; `nil` without one. Its query
  /// may contain keys, so it is never for output as it is.
  public var movedTo: String?
  /// URL of the response. Its query may contain keys, so it is for comparison and never for output.
  public var finalURL: String
  /// Bytes of the body as received, before content decoding.
  public var wireBytes = 0
  /// How the end of the body was known.
  public var bodyEnd = BodyEnd.none
  /// How often the request was sent, without redirects; 0 if it was not.
  public var attempts = 0
  /// The end (`notAfter`) of the server's own certificate in seconds since 1970, also for a reused connection; `nil`
  /// without TLS, or if no handshake was complete.
  public var certificateExpires: Int?
  /// When the first attempt left the queue.
  var began: ContinuousClock.Instant?

  /// The same without the body and its part of the budget.
  var withoutBody: Transfer {
    var transfer = self
    (transfer.body, transfer.lease) = ([], nil)
    return transfer
  }

  /// Value of the first header field named `name`, in any letter case.
  public func header(_ name: String) -> String? { headers.first(name) }

  /// The values of all fields with a name, in their order.
  public func headerFields(_ name: String) -> [String] { headers.filter { $0.isNamed(name) }.map(\.value) }

  /// The failure with its details in one line; `nil` for a complete response.
  public var reason: String? {
    guard let failure else { return nil }
    return detail.map { "\(failure) (\($0))" } ?? "\(failure)"
  }
}

extension HeaderField {
  /// Whether this is the field named `other`, in any letter case. Names are ASCII.
  func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count
      && zip(name.utf8, other.utf8).allSatisfy { $0 == $1 || ($0.asciiLowercased == $1.asciiLowercased) }
  }
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
