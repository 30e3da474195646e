/// The policy for every request, with the reason for each limit.
///
/// These rules cannot be switched off: certificates are verified; TLS is 1.2 or newer; plain HTTP is used only if the
/// request's own URL says `http`; there is no proxy (the environment's `http_proxy` has no effect), no netrc and no
/// cookies; redirects are followed within one origin only; only requests that do no harm twice are retried.
public struct FetchPolicy: Sendable, Hashable {
  /// Seconds from the first byte sent to the last byte received, including redirects, retries and the waits before
  /// them. A total limit is needed because a server that slowly sends legal white space is never below a minimum speed.
  public var timeout: Double
  /// Seconds for resolving, connecting and the TLS handshake of one connection.
  public var connectTimeout: Double
  /// The most bytes of a body, both before and after content decoding. libcurl's own limit only checks declared
  /// lengths, and not chunked or compressed bodies.
  public var maximumBodyBytes: Int
  /// The most bytes of all header lines of one response, including interim (1xx) responses and trailers.
  public var maximumHeaderBytes: Int
  /// The most header lines of one response, counted as ``maximumHeaderBytes``. Many short lines cost more than one long
  /// line.
  public var maximumHeaderLines: Int
  /// The most redirects that are followed, all within the origin of the request.
  public var maximumRedirects: Int
  /// The most retries after a temporary failure: no address, no connection, a response that was cut, 5xx, 408 or 425
  /// without `Retry-After`. There is none after 429, and none unless ``FetchRequest/isIdempotent``.
  public var maximumRetries: Int
  /// The first retry begins after a random time up to this many seconds; the bound is doubled for each further one. A
  /// retry that could not end within ``timeout`` and the caller's deadline is not begun. It takes no slot while it
  /// waits.
  public var retryDelay: Double
  /// Whether a host *name* may lead to a loopback, private, link-local or carrier-grade NAT address. An address (or
  /// `localhost`) in the request's own URL is always allowed. Each socket is checked, so that neither an unusual
  /// spelling nor a changed DNS answer can bypass the check.
  public var allowsPrivateAddresses: Bool
  /// Whether HTTP/2 is offered over TLS. It is off by default, because libcurl accepts an HTTP/2 stream that was cut,
  /// so that a response without `Content-Length` may be incomplete.
  public var allowsHTTP2: Bool
  /// The most requests at once, for all hosts together.
  public var maximumInFlight: Int
  /// The most requests at once for one host name.
  public var maximumInFlightPerHost: Int
  /// PEM file with the certificate authorities to trust *instead of* the system's; `nil` trusts the system's.
  public var caFile: String?
  /// Value of `User-Agent` for requests without one.
  public var userAgent: String

  /// The default policy: 10 s in total, 5 s to connect, 8 MiB of body, 64 KiB of header in at most 500 lines, 5
  /// redirects, 2 retries from half a second on, 4 requests at once and 2 for one host, no private addresses behind
  /// names, HTTP/1.1.
  public init(
    timeout: Double = 10, connectTimeout: Double = 5, maximumBodyBytes: Int = 8 << 20,
    maximumHeaderBytes: Int = 64 << 10, maximumHeaderLines: Int = 500, maximumRedirects: Int = 5,
    maximumRetries: Int = 2, retryDelay: Double = 0.5, allowsPrivateAddresses: Bool = false, allowsHTTP2: Bool = false,
    maximumInFlight: Int = 4, maximumInFlightPerHost: Int = 2, caFile: String? = nil, userAgent: String = "driftwatch"
  ) {
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.maximumBodyBytes = maximumBodyBytes
    self.maximumHeaderBytes = maximumHeaderBytes
    self.maximumHeaderLines = maximumHeaderLines
    self.maximumRedirects = maximumRedirects
    self.maximumRetries = maximumRetries
    self.retryDelay = retryDelay
    self.allowsPrivateAddresses = allowsPrivateAddresses
    self.allowsHTTP2 = allowsHTTP2
    self.maximumInFlight = maximumInFlight
    self.maximumInFlightPerHost = maximumInFlightPerHost
    self.caFile = caFile
    self.userAgent = userAgent
  }

  /// ``timeout`` as it is applied, from a millisecond to a day.
  var appliedTimeout: Double { Self.applied(timeout, default: 10) }
  /// ``connectTimeout`` as it is applied.
  var appliedConnectTimeout: Double { Self.applied(connectTimeout, default: 5) }
  /// ``maximumInFlight`` as it is applied: at least one.
  var appliedInFlight: Int { min(max(1, maximumInFlight), 1000) }

  /// ``maximumRetries`` as it is applied: at most ten.
  var appliedRetries: Int { min(max(0, maximumRetries), 10) }
  /// ``retryDelay`` as it is applied.
  var appliedRetryDelay: Double { retryDelay.isNaN ? 0.5 : min(max(0, retryDelay), 30) }

  private static func applied(_ seconds: Double, default standard: Double) -> Double {
    seconds.isNaN ? standard : min(max(0.001, seconds), 86_400)
  }
}
