internal import CCurl

/// A slot of the transfer loop: one easy handle with a running request, including redirects within the origin, until
/// there is a result.
///
/// It is not Sendable: it is created, used and released on the transfer loop's queue only.
final class Exchange {
  let handle: UnsafeMutableRawPointer
  /// Tells it from the loop's other slots.
  let number: Int
  /// The running request; `nil` for a free slot.
  private(set) var ticket: Ticket?
  /// The queue of the host that the request goes to.
  private(set) var host: WaitingLine.Host?
  private let policy: FetchPolicy
  private let budget: ByteBudget
  /// Tells the loop that the body with a number has the room that it waited for.
  private let wake: @Sendable (Int) -> Void
  private let timeout: Double
  /// Entries for CURLOPT_RESOLVE (`host:port:address`).
  private let resolving: [String]

  /// The target of a redirect.
  private var redirected: WebAddress?
  private var redirects = 0
  /// The target of the permanent redirects that came before any other.
  private var movedTo: WebAddress?
  /// Whether no other redirect came.
  private var isPermanent = true
  private var started = ContinuousClock.now
  private var end = ContinuousClock.now
  /// When libcurl's own clock for this hop began.
  private var hopStarted = ContinuousClock.now
  /// Number of the body that waits for room in the budget, and since when; `nil`: none does.
  private(set) var waiting: (body: Int, since: ContinuousClock.Instant)?
  /// How long bodies have waited in all, which is not the host's time.
  private var waited = Duration.zero
  private var bodies = 0
  /// Why the last socket was refused.
  private var refusedSocket: String?
  /// End of the server's certificate, once a handshake was complete.
  private var certificateExpires: Int?
  /// The target of libcurl's callbacks, which are called during `curl_multi_perform`, when nothing else uses it.
  private let sink: UnsafeMutablePointer<ResponseSink>

  /// Whether libcurl refused an option. A handle that goes on working for a connection of several transfers keeps what it received and
  /// then refuses some; another handle takes them.
  private(set) var isSpoiled = false
  /// Whether the common options of all requests are set. If not, the handle is reset before the next request.
  private var isConfigured = false
  /// The scheme that is set on the handle.
  private var scheme = ""
  /// The values from which ``fields`` was made.
  private var sent: SentFields?
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var names: UnsafeMutablePointer<curl_slist>?
  /// libcurl's text for the last failure. It contains host and file names, so it is searched and never shown.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  /// The parts of a request that become header lines.
  private struct SentFields {
    let headers: [HeaderField]
    let etag: String?
    let lastModified: String?

    func isSame(_ ticket: Ticket) -> Bool {
      headers == ticket.request.headers && etag == ticket.request.etag && lastModified == ticket.request.lastModified
    }
  }

  /// Takes ownership of `handle`.
  init(
    _ handle: UnsafeMutableRawPointer, number: Int, policy: FetchPolicy, resolving: [String], budget: ByteBudget,
    wake: @escaping @Sendable (Int) -> Void
  ) {
    (self.handle, self.number) = (handle, number)
    self.policy = policy
    (self.budget, self.wake) = (budget, wake)
    timeout = policy.appliedTimeout
    self.resolving = resolving
    sink = .allocate(capacity: 1)
    sink.initialize(to: ResponseSink(policy: policy))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    curl_easy_cleanup(handle)  // first: until then libcurl knows the addresses below
    curl_slist_free_all(fields)
    curl_slist_free_all(names)
    errorText.deallocate()
    sink.deinitialize(count: 1)
    sink.deallocate()
  }

  /// Uses the slot for `ticket`, whose host is `host`.
  func begin(_ ticket: Ticket, host: WaitingLine.Host, now: ContinuousClock.Instant) {
    self.ticket = ticket
    self.host = host
    (redirected, redirects) = (nil, 0)
    (movedTo, isPermanent) = (nil, true)
    certificateExpires = nil
    (waiting, waited) = (nil, .zero)
    started = ticket.began ?? now
    end = started + .seconds(timeout)
  }

  /// Goes on with the request of `other`, which is where it was.
  func take(over other: Exchange) {
    (ticket, host) = (other.ticket, other.host)
    (redirected, redirects) = (other.redirected, other.redirects)
    (movedTo, isPermanent) = (other.movedTo, other.isPermanent)
    certificateExpires = other.certificateExpires
    (started, end, waited) = (other.started, other.end, other.waited)
    other.leave()
  }

  /// Frees the slot. The handle must be removed from the multi handle before.
  func leave() {
    (ticket, host, waiting) = (nil, nil, nil)
    _ = sink.pointee.takeResponse()  // of a request that was cancelled; else it is given away by now
  }

  /// Sets up the handle for the next hop. If this fails, nothing is sent.
  func prepare(now: ContinuousClock.Instant) -> TransferFailure? {
    guard let ticket else { return .cancelled }
    // Each hop is checked again, because it sends the caller's fields, which may contain keys.
    if let redirected, redirected.origin != ticket.address.origin {
      return .redirectRefused("it leads to \(redirected.origin)")
    }
    sink.pointee.restart(method: ticket.request.method, isEncrypted: ticket.address.origin.scheme == "https")
    errorText.pointee = 0
    refusedSocket = nil
    var options = EasyOptions(handle)
    configure(&options)
    if scheme != ticket.address.origin.scheme {
      scheme = ticket.address.origin.scheme
      options.text(CURLOPT_PROTOCOLS_STR, scheme)
      options.long(CURLOPT_CERTINFO, scheme == "https" ? 1 : 0)  // read at a new connection's handshake only
    }
    options.text(CURLOPT_URL, redirected?.text ?? ticket.address.text)
    hopStarted = now
    options.long(CURLOPT_TIMEOUT_MS, milliseconds(until: min(end, ticket.deadline ?? end)))
    // The parts are used one by one, because copying a request costs as much as setting an option.
    setMethod(ticket, &options)
    let hasFields = setFields(ticket, &options)
    // If an option fails, the handle must not be used for the next request without a reset.
    if !hasFields || options.failed != CURLE_OK { isConfigured = false }
    guard hasFields else { return .policy("no memory for the header fields") }
    guard options.failed == CURLE_OK else {
      isSpoiled = true
      return .refusedOption(code: Int(options.failed.rawValue))
    }
    return nil
  }

  /// Sets the common options of all requests once. A plain GET does not change them. After any other request the handle
  /// is reset, so that no option is left for the next one. Connections and TLS sessions are kept.
  private func configure(_ options: inout EasyOptions) {
    guard !isConfigured else { return }
    isConfigured = true
    (scheme, sent) = ("", nil)
    curl_easy_reset(handle)
    options.long(CURLOPT_FOLLOWLOCATION, 0)  // libcurl would send custom fields such as X-Api-Key to any host
    options.text(CURLOPT_PROXY, "")  // the empty text, unlike none, also switches off http_proxy and its like
    options.long(CURLOPT_NETRC, 0)
    options.long(CURLOPT_NOSIGNAL, 1)  // required in a threaded program
    options.long(CURLOPT_QUICK_EXIT, 1)  // else ending a transfer waits for a resolver that hangs
    // CURL_HTTP_VERSION_2TLS or CURL_HTTP_VERSION_1_1
    options.long(CURLOPT_HTTP_VERSION, policy.allowsHTTP2 ? 4 : 2)
    options.long(CURLOPT_HTTP09_ALLOWED, 0)
    options.long(CURLOPT_SSLVERSION, 6)  // CURL_SSLVERSION_TLSv1_2, as the least
    options.long(CURLOPT_SSL_VERIFYPEER, 1)
    options.long(CURLOPT_SSL_VERIFYHOST, 2)
    if let caFile = policy.caFile {
      options.text(CURLOPT_CAINFO, caFile)
      options.pointer(CURLOPT_CAPATH, nil)  // instead of the system's authorities, not besides them
    }
    options.long(CURLOPT_CONNECTTIMEOUT_MS, Int((policy.appliedConnectTimeout * 1000).rounded(.up)))
    options.text(CURLOPT_USERAGENT, policy.userAgent)
    options.long(CURLOPT_BUFFERSIZE, 64 << 10)  // a usual response in one read; 16 KiB without it
    if !resolving.isEmpty {
      curl_slist_free_all(names)
      names = resolving.reduce(nil) { list, entry in curl_slist_append(list, entry) ?? list }
      options.pointer(CURLOPT_RESOLVE, names)
    }
    options.pointer(CURLOPT_ERRORBUFFER, errorText)
    // Sound without retain: the loop keeps its slots as long as its multi handle.
    let box = Unmanaged.passUnretained(self).toOpaque()
    options.callback(CURLOPT_WRITEFUNCTION) { data, size, count, box in
      receive(data, size * count, box) { $0.takeBody($1) }
    }
    options.callback(CURLOPT_HEADERFUNCTION) { data, size, count, box in
      receive(data, size * count, box) { $0.sink.pointee.takeHeader($1) ? $1.count : -1 }
    }
    options.openSocket(openSocket)
    options.pointer(CURLOPT_OPENSOCKETDATA, box)
    options.pointer(CURLOPT_WRITEDATA, box)
    options.pointer(CURLOPT_HEADERDATA, box)
    options.pointer(CURLOPT_PRIVATE, box)
  }

  /// Milliseconds from the beginning of the hop, at least 1, because 0 means "no limit".
  private func milliseconds(until instant: ContinuousClock.Instant) -> Int {
    max(1, (instant - hopStarted).milliseconds(upTo: 86_400_000))
  }

  /// libcurl's callback for a piece of the body: its size, or what makes libcurl stop or wait.
  fileprivate func takeBody(_ piece: UnsafeBufferPointer<UInt8>) -> Int {
    bodies += 1
    let (wake, body) = (self.wake, bodies)
    switch sink.pointee.takeBody(piece, budget, isPatient: ticket?.batch.isPatient ?? false, wake: { wake(body) }) {
    case .taken: return piece.count
    case .refused: return -1
    case .mustWait:
      // The caller's deadline holds on, and the host's time stands still.
      waiting = (body, .now)
      let end = ticket?.deadline.map { milliseconds(until: $0) } ?? Self.longestWait
      return drift_set_long(handle, CURLOPT_TIMEOUT_MS, end) == CURLE_OK ? Self.pause : -1
    }
  }

  /// Milliseconds after which a body that finds no room is given up where no deadline bounds the wait.
  private static let longestWait = 600_000

  /// libcurl counts whole milliseconds of a clock of its own, so that a transfer may end a little before its time.
  private static let earliness = Duration.milliseconds(10)

  /// `CURL_WRITEFUNC_PAUSE`, a macro that Swift does not import.
  private static let pause = 0x1000_0001

  /// Goes on with a body that has got the room that it waited for.
  func resume(_ body: Int) {
    guard let (number, since) = waiting, number == body else { return }
    waiting = nil
    let pause = ContinuousClock.now - since
    waited += pause
    end += pause
    // If either fails, the transfer ends by a timeout.
    _ = drift_set_long(handle, CURLOPT_TIMEOUT_MS, milliseconds(until: min(end, ticket?.deadline ?? end)))
    _ = curl_easy_pause(handle, 0)  // CURLPAUSE_CONT
  }

  /// The slot whose transfer libcurl has ended.
  static func owning(_ handle: UnsafeMutableRawPointer) -> Exchange? {
    var box: UnsafeMutableRawPointer?
    guard drift_get_private(handle, &box) == CURLE_OK, let box else { return nil }
    // Sound: it is the address that `configure` sets.
    return Unmanaged<Exchange>.fromOpaque(box).takeUnretainedValue()
  }

  private func setMethod(_ ticket: Ticket, _ options: inout EasyOptions) {
    if ticket.isPlain { return }  // as a reset handle has it
    let request = ticket.request
    isConfigured = false
    sent = nil  // a content brings lines of its own
    switch request.method {
    case "HEAD": options.long(CURLOPT_NOBODY, 1)
    case "GET" where request.body == nil: options.long(CURLOPT_HTTPGET, 1)
    case "POST": options.content(request.body ?? [])
    default:
      if let body = request.body { options.content(body) }
      options.text(CURLOPT_CUSTOMREQUEST, request.method)
    }
    if !request.isIdempotent {
      // If a reused connection turns out to be closed, libcurl sends the request again, so a write could be done twice.
      options.long(CURLOPT_FRESH_CONNECT, 1)
    }
  }

  /// Sets the header fields; `false` if there is no memory, because a request without a field must not be sent.
  private func setFields(_ ticket: Ticket, _ options: inout EasyOptions) -> Bool {
    if sent?.isSame(ticket) ?? false { return true }
    let request = ticket.request
    sent = nil
    var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if let etag = request.etag { lines.append("If-None-Match: \(etag)") }
    if let date = request.lastModified { lines.append("If-Modified-Since: \(date)") }
    // Sent as a plain field, so that libcurl does not decode the body, because it accepts a compressed body that was
    // cut.
    lines.append("Accept-Encoding: gzip")
    if request.method != "GET" || request.body != nil {  // with a content, or possibly one
      lines.append("Expect:")  // no waiting for 100 (Continue)
      if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
        lines.append("Content-Type:")  // libcurl would call every content a form
      }
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      guard let longer = curl_slist_append(list, line) else {
        curl_slist_free_all(list)
        return false
      }
      list = longer
    }
    options.pointer(CURLOPT_HTTPHEADER, list)
    curl_slist_free_all(fields)  // after libcurl has the new list: it never reads one that is gone
    fields = list
    sent = SentFields(headers: request.headers, etag: request.etag, lastModified: request.lastModified)
    return true
  }

  /// The result of a hop.
  enum Verdict {
    /// A redirect: the same exchange goes on with ``prepare(now:)``.
    case another
    case complete
    case failed(TransferFailure, String? = nil)
  }

  /// Decides the result of the hop that libcurl has ended with `code`.
  func judge(_ code: CURLcode) -> Verdict {
    guard let ticket else { return .failed(.cancelled) }
    if let failure = sink.pointee.failure { return .failed(failure, sink.pointee.detail) }
    // A name may have several addresses. A refused address is the reason only if no allowed one responded.
    if code != CURLE_OK, sink.pointee.isEmpty, let refusedSocket { return .failed(.policy(refusedSocket)) }
    guard code == CURLE_OK else {
      let verdict = CurlVerdict(
        code: code, handle: handle, text: String(cString: errorText),
        responseBegan: !sink.pointee.isEmpty, isEncrypted: scheme == "https", policy: policy)
      if verdict.failure == .timeout, let deadline = ticket.deadline, ContinuousClock.now + Self.earliness >= deadline {
        return .failed(.deadline)
      }
      return .failed(verdict.failure, verdict.detail)
    }
    guard let status = sink.pointee.status else { return .failed(.protocolError, "no status line") }
    guard status >= 200 else { return .failed(.protocolError, "an interim status in place of a response") }
    guard sink.pointee.headerIsComplete else { return .failed(.truncated, "in the middle of the header") }
    if let length = sink.pointee.declaredLength, length != sink.pointee.body.count {
      return .failed(.truncated, "\(sink.pointee.body.count) of \(length) bytes")
    }
    if status == 200 { return .complete }
    if status == 304, !ticket.request.isConditional {
      return .failed(.protocolError, "304 to a request that was not conditional")
    }
    // RFC 3229: only a difference to an earlier response, which was not requested
    if status == 226, !ticket.request.headers.contains(where: { $0.isNamed("A-IM") }) {
      return .failed(.protocolError, "226, a difference that was not asked for")
    }
    if status == 206, !ticket.request.headers.contains(where: { $0.isNamed("Range") }) {
      return .failed(.protocolError, "206, a part of a response that was asked for whole")
    }
    if [301, 302, 303, 307, 308].contains(status), let location = sink.pointee.headers.first("Location"),
      !location.isEmpty
    {
      if let refusal = redirect(to: location, status: status) { return .failed(.redirectRefused(refusal)) }
      return .another
    }
    return .complete
  }

  /// Follows a redirect within the origin only, so that no other origin gets the request's fields. Returns why it is
  /// not followed, or `nil`.
  private func redirect(to location: String, status: Int) -> String? {
    guard let ticket else { return "it is no longer wanted" }
    let (method, origin) = (ticket.request.method, ticket.address.origin)
    if method != "GET", method != "HEAD", status < 307 {
      return "status \(status) would turn \(method) into GET; put the new address into the contract"
    }
    guard redirects < policy.maximumRedirects else {
      return "more than \(policy.maximumRedirects), probably a loop"
    }
    let next: WebAddress
    do { next = try WebAddress(location, relativeTo: redirected ?? ticket.address) } catch {
      return "its Location \(error == .credentials ? "holds a user name or password" : error.rawValue)"
    }
    guard next.origin == origin else {
      if origin.scheme == "https", next.origin.scheme == "http" {
        return "it leads from https to http, to \(next.origin)"
      }
      return "it leads to another origin, \(next.origin); put the new address into the contract if it is right"
    }
    redirects += 1
    redirected = next
    isPermanent = isPermanent && (status == 301 || status == 308)
    if isPermanent { movedTo = next }
    return nil
  }

  /// The result so far, which is moved out. With `failure` the body is emptied, because an incomplete or refused body
  /// must never be examined.
  func transfer(
    _ failure: TransferFailure?, _ detail: String? = nil, now: ContinuousClock.Instant = .now
  ) -> Transfer {
    var transfer = Transfer(
      status: sink.pointee.status, failure: failure, detail: detail,
      finalURL: redirected?.text ?? ticket?.address.text ?? "",
      bodyEnd: sink.pointee.bodyEnd, certificateExpires: certificateExpires)
    transfer.wireBytes = sink.pointee.body.count
    let (headers, body, lease) = sink.pointee.takeResponse()
    transfer.headers = headers
    if failure == nil { (transfer.body, transfer.lease) = (body, lease) }
    (transfer.redirects, transfer.attempts) = (redirects, ticket?.attempt ?? 0)
    transfer.movedTo = movedTo?.text
    let began = started + waited + (waiting.map { now - $0.since } ?? .zero)
    transfer.seconds = (now - began) / .seconds(1)
    transfer.began = began
    return transfer
  }

  /// Records the end of the server's certificate after a hop. `known` has the ends seen before by origin, because a
  /// reused connection does not show its certificate again.
  func noteCertificate(_ known: inout [WebAddress.Origin: Int]) {
    guard scheme == "https", let origin = ticket?.address.origin else { return }
    var connections = 0
    if drift_get_long(handle, CURLINFO_NUM_CONNECTS, &connections) == CURLE_OK, connections > 0 {
      if let end = CertificateDate.end(of: handle) { known[origin] = end }
      isConfigured = false  // what the handle keeps of this handshake must not pass for that of another
    }
    // Not without a connection, because the certificate of an earlier one may be the reason for the failure.
    if !sink.pointee.isEmpty { certificateExpires = known[origin] }
  }

  /// Whether a socket may be opened to `address`; `nil` means that it is not an IP address.
  fileprivate func allows(_ address: NetworkAddress?) -> Bool {
    guard let goal = ticket?.address else { return false }
    refusedSocket =
      address.map { AddressRule(goal, policy: policy).refusal(of: $0) } ?? "the host name leads to no IP address"
    return refusedSocket == nil
  }
}

/// The common part of libcurl's write and header callbacks. A result other than `count` stops the transfer, or makes it wait.
private func receive(
  _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ box: UnsafeMutableRawPointer?,
  _ take: (Exchange, UnsafeBufferPointer<UInt8>) -> Int
) -> Int {
  guard let box, let data else { return count == 0 ? 0 : -1 }
  // Sound: `box` is the exchange that `configure` set, which lives longer than its handle.
  let exchange = Unmanaged<Exchange>.fromOpaque(box).takeUnretainedValue()
  // A typed buffer is used because a raw one would be appended byte by byte, which costs more than receiving it.
  return data.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
    take(exchange, UnsafeBufferPointer(start: bytes, count: count))
  }
}

/// libcurl's callback for each socket of a connection. `CURL_SOCKET_BAD` (-1) refuses the address.
private func openSocket(
  _ box: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let box, let address else { return -1 }
  // Sound as in `receive`: the exchange lives longer than its handle.
  let exchange = Unmanaged<Exchange>.fromOpaque(box).takeUnretainedValue()
  return exchange.allows(NetworkAddress(UnsafePointer(address))) ? drift_open_socket(address) : -1
}
