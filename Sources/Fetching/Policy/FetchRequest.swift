/// One header field of a request or a response.
public struct HeaderField: Sendable, Hashable {
  /// Field name as written. It is compared without regard to letter case (RFC 9110 section 5.1).
  public var name: String
  /// Field value without leading and trailing white space.
  public var value: String

  /// Keeps both as they are. ``Fetcher`` refuses a field that would not be one line.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// One request as a caller declares it. ``Fetcher`` checks it against the policy before anything is sent.
public struct FetchRequest: Sendable, Hashable {
  /// Endpoint id for errors. It is never the URL, because query strings may contain keys.
  public var label: String
  /// Request method, a token in upper case (RFC 9110 section 9).
  public var method: String
  /// Absolute URL with `https`, or `http` if the caller says so, without user name and password.
  public var url: String
  /// Fields sent to the URL's own origin and nowhere else.
  public var headers: [HeaderField]
  /// Bytes of the request's content; `nil` sends none.
  public var body: [UInt8]?
  /// Entity tag of the last response, as received. It is sent as `If-None-Match` and makes the request conditional.
  public var etag: String?
  /// `Last-Modified` of the last response, as received. It is sent as `If-Modified-Since` and makes the request
  /// conditional.
  public var lastModified: String?
  /// Whether sending it twice has the same effect as sending it once, so that it may be retried. GET, HEAD and OPTIONS
  /// are idempotent (RFC 9110 section 9.2.1); a POST only if its caller knows that it reads.
  public var isIdempotent: Bool

  /// Keeps everything as it is; ``Fetcher`` checks it before sending. If `isIdempotent` is not given, the method
  /// decides.
  public init(
    label: String, url: String, method: String = "GET", headers: [HeaderField] = [], body: [UInt8]? = nil,
    etag: String? = nil, lastModified: String? = nil, isIdempotent: Bool? = nil
  ) {
    self.label = label
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.etag = etag
    self.lastModified = lastModified
    self.isIdempotent = isIdempotent ?? ["GET", "HEAD", "OPTIONS"].contains(method)
  }

  /// Whether a 304 is a valid response to it.
  public var isConditional: Bool { etag != nil || lastModified != nil }
}
