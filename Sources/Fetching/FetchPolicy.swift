/// The one request policy: everything that is true of every request, with the reason for each limit.
///
/// What no member can switch off: certificates are verified, TLS is 1.2 or newer, plain HTTP only where the request's
/// own URL says `http`, no proxy (the environment's `http_proxy` has no effect), no netrc, no cookies, HTTP/1.1,
/// redirects within one origin only.
public struct FetchPolicy: Sendable, Hashable {
  /// Seconds from the first byte sent to the last received, redirects included. A slow drip of legal white space keeps
  /// every rule about low speed satisfied; only a total ends it.
  public var timeout: Double
  /// Seconds for resolving, connecting and the TLS handshake of one connection.
  public var connectTimeout: Double
  /// Bytes of a body after content decoding, and also before. libcurl's own limit stops declared lengths only: a chunked
  /// or compressed body passes it.
  public var maximumBodyBytes: Int
  /// Bytes of all header lines of one answer, interim (1xx) answers and trailers included.
  public var maximumHeaderBytes: Int
  /// Header lines of one answer, counted as ``maximumHeaderBytes``: many short lines cost more than one long one.
  public var maximumHeaderLines: Int
  /// Redirects followed within the origin of the request before giving up.
  public var maximumRedirects: Int
  /// Requests on the wire at once, all hosts together.
  public var maximumInFlight: Int
  /// Requests on the wire at once for one host name: a guest takes few seats.
  public var maximumInFlightPerHost: Int
  /// PEM file with the certificate authorities to trust *instead of* the system's; `nil` trusts the system's.
  public var caFile: String?
  /// Value of `User-Agent` where a request brings none of its own.
  public var userAgent: String

  /// The policy that holds unless somebody configures another: 10 s in all, 5 s to connect, 8 MiB of body, 64 KiB in
  /// at most 500 lines of header, 5 redirects, 4 requests at once and 2 for one host.
  public init(
    timeout: Double = 10, connectTimeout: Double = 5, maximumBodyBytes: Int = 8 << 20,
    maximumHeaderBytes: Int = 64 << 10, maximumHeaderLines: Int = 500, maximumRedirects: Int = 5,
    maximumInFlight: Int = 4, maximumInFlightPerHost: Int = 2, caFile: String? = nil, userAgent: String = "driftwatch"
  ) {
    self.timeout = timeout
    self.connectTimeout = connectTimeout
    self.maximumBodyBytes = maximumBodyBytes
    self.maximumHeaderBytes = maximumHeaderBytes
    self.maximumHeaderLines = maximumHeaderLines
    self.maximumRedirects = maximumRedirects
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

  private static func applied(_ seconds: Double, default standard: Double) -> Double {
    seconds.isNaN ? standard : min(max(0.001, seconds), 86_400)
  }
}
