/// The one request policy: everything that is true of every request, with the reason for each limit.
///
/// What no member can switch off: certificates are verified, TLS is 1.2 or newer, plain HTTP only where the request's
/// own URL says `http`, no proxy (the environment's `http_proxy` has no effect), no netrc, no cookies,
/// redirects within one origin only, a retry only of what does no harm twice.
public struct FetchPolicy: Sendable, Hashable {
  /// Seconds from the first byte sent to the last received, redirects, retries and the waits before them included. A slow
  /// drip of legal white space keeps every rule about low speed satisfied; only a total ends it.
  public var timeout: Double
  /// Seconds for resolving, connecting and the TLS handshake of one connection.
  public var connectTimeout: Double
  /// Bytes of a body after content decoding, and also before. libcurl's own limit stops declared lengths only: a chunked
  /// or compressed body passes it.
  public var maximumBodyBytes: Int
  /// Bytes of all header lines of one response, interim (1xx) responses and trailers included.
  public var maximumHeaderBytes: Int
  /// Header lines of one response, counted as ``maximumHeaderBytes``: many short lines cost more than one long one.
  public var maximumHeaderLines: Int
  /// Redirects followed within the origin of the request before giving up.
  public var maximumRedirects: Int
  /// Further attempts after a failure that may pass by itself: no address, no connection, a response that was cut, 5xx, 408
  /// or 425 without `Retry-After`. Never after 429, and only for a request that ``FetchRequest/isIdempotent``.
  public var maximumRetries: Int
  /// Seconds within which, at random, the first retry begins; doubled for each further one. None begins that could not end
  /// within ``timeout`` and the caller's deadline, and none holds a seat while it waits.
  public var retryDelay: Double
  /// Whether a host *name* may lead to a loopback, private, link-local or carrier-grade NAT address. An address (or
  /// `localhost`) that the request's own URL spells out is meant, and always allowed. Judged for each socket, so that no
  /// spelling and no change of mind of a name server gets past it.
  public var allowsPrivateAddresses: Bool
  /// Whether HTTP/2 is offered over TLS. Not by default: libcurl takes a cut HTTP/2 stream for a whole one, so that a response
  /// without `Content-Length` proves nothing.
  public var allowsHTTP2: Bool
  /// Requests on the wire at once, all hosts together.
  public var maximumInFlight: Int
  /// Requests on the wire at once for one host name: a guest takes few seats.
  public var maximumInFlightPerHost: Int
  /// PEM file with the certificate authorities to trust *instead of* the system's; `nil` trusts the system's.
  public var caFile: String?
  /// Value of `User-Agent` where a request brings none of its own.
  public var userAgent: String

  /// The policy that holds unless somebody configures another: 10 s in all, 5 s to connect, 8 MiB of body, 64 KiB in
  /// at most 500 lines of header, 5 redirects, 2 retries from half a second on, 4 requests at once and 2 for one host,
  /// no private addresses behind names, HTTP/1.1.
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

  /// ``timeout`` as it is applied: a total always holds, so nothing below a millisecond or above a day does.
  var appliedTimeout: Double { Self.applied(timeout, default: 10) }
  /// ``connectTimeout`` as it is applied.
  var appliedConnectTimeout: Double { Self.applied(connectTimeout, default: 5) }
  /// ``maximumInFlight`` as it is applied: at least one, or nothing would ever be fetched.
  var appliedInFlight: Int { min(max(1, maximumInFlight), 1000) }

  /// ``maximumRetries`` as it is applied: more than ten would be an attack.
  var appliedRetries: Int { min(max(0, maximumRetries), 10) }
  /// ``retryDelay`` as it is applied.
  var appliedRetryDelay: Double { retryDelay.isNaN ? 0.5 : min(max(0, retryDelay), 30) }

  private static func applied(_ seconds: Double, default standard: Double) -> Double {
    seconds.isNaN ? standard : min(max(0.001, seconds), 86_400)
  }
}
