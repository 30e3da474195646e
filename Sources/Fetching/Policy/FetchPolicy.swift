/// The policy for every request, with the reason for each limit.
///
/// These rules cannot be switched off: certificates are verified; TLS is 1.2 or newer; plain HTTP is used only if the
/// request's own URL says `http`; there is no proxy (the environment's `http_proxy` has no effect), no netrc and no
/// cookies; redirects are followed within one origin only; only requests that do no harm twice are retried.
public struct FetchPolicy: Sendable, Hashable {
  /// Seconds from the first byte sent to the last byte received, including redirects, retries and the waits before
  /// them. A total limit is needed because a server that slowly sends legal white space is never below a minimum speed.
  public var timeout = 10.0
  /// Seconds for resolving, connecting and the TLS handshake of one connection.
  public var connectTimeout = 5.0
  /// The most bytes of a body, both before and after content decoding. libcurl's own limit only checks declared
  /// lengths, and not chunked or compressed bodies.
  public var maximumBodyBytes = 8 << 20
  /// The most bytes of bodies in memory at once, of all requests together, for callers that can do without some of them in between. A
  /// body that finds no room waits, which is not counted as the host's time; one that is larger than all of it goes alone.
  public var maximumBytesInMemory = 64 << 20
  /// The most bytes of all header lines of one response, including interim (1xx) responses and trailers.
  public var maximumHeaderBytes = 64 << 10
  /// The most header lines of one response, counted as ``maximumHeaderBytes``. Many short lines cost more than one long
  /// line.
  public var maximumHeaderLines = 500
  /// The most redirects that are followed, all within the origin of the request.
  public var maximumRedirects = 5
  /// The most retries after a temporary failure: no address, no connection, a response that was cut, 5xx, 408 or 425
  /// without `Retry-After`. There is none after 429, and none unless ``FetchRequest/isIdempotent``.
  public var maximumRetries = 2
  /// The first retry begins after a random time up to this many seconds; the bound is doubled for each further one. A
  /// retry that could not end within ``timeout`` and the caller's deadline is not begun. It takes no slot while it
  /// waits.
  public var retryDelay = 0.5
  /// Whether a host *name* may lead to a loopback, private, link-local or carrier-grade NAT address. An address (or
  /// `localhost`) in the request's own URL is always allowed. Each socket is checked, so that neither an unusual
  /// spelling nor a changed DNS record can bypass the check.
  public var allowsPrivateAddresses = false
  /// Whether addresses may be reached at which clouds give away credentials of the machine, such as 169.254.169.254; no other permission
  /// includes them.
  public var allowsMetadataAddresses = false
  /// Whether HTTP/2 is offered over TLS. It is off by default, because libcurl accepts an HTTP/2 stream that was cut,
  /// so that a response without `Content-Length` may be incomplete.
  public var allowsHTTP2 = false
  /// The most requests at once, for all hosts together. A quarter of them, if there are four or more, is kept for hosts that respond.
  public var maximumInFlight = 4
  /// The most requests at once for one host name.
  public var maximumInFlightPerHost = 2
  /// PEM file with the certificate authorities to trust *instead of* the system's; `nil` trusts the system's.
  public var caFile: String?
  /// Value of `User-Agent` for requests without one.
  public var userAgent = "driftwatch"

  /// The policy with its defaults: 10 s in total, 8 MiB of body, 2 retries, 4 requests at once and 2 for one host, no
  /// private addresses behind names, HTTP/1.1.
  public static let standard = FetchPolicy()

  // The settings as they are applied, within bounds.

  var appliedTimeout: Double { Self.applied(timeout, default: 10) }
  var appliedConnectTimeout: Double { Self.applied(connectTimeout, default: 5) }
  var appliedInFlight: Int { min(max(1, maximumInFlight), 1000) }
  /// How many of the slots are kept for hosts that respond, so that others which hang cannot hold all.
  var slotsKept: Int { appliedInFlight / 4 }
  var appliedRetries: Int { min(max(0, maximumRetries), 10) }
  var appliedRetryDelay: Double { retryDelay.isNaN ? 0.5 : min(max(0, retryDelay), 30) }

  private static func applied(_ seconds: Double, default standard: Double) -> Double {
    seconds.isNaN ? standard : min(max(0.001, seconds), 86_400)
  }
}
