internal import CCurl

/// One request on its way: a hop at a time, redirects within the origin included, until there is a result.
///
/// Not Sendable: made, driven and released on the transfer loop's queue only.
final class Exchange {
  /// Where the result goes, and the batch that a cancellation names.
  let ticket: TransferLoop.Ticket
  private let policy: FetchPolicy
  private let origin: WebAddress.Origin
  private var address: WebAddress
  private let rule: AddressRule
  private var redirects = 0
  private let started: ContinuousClock.Instant
  private let end: ContinuousClock.Instant
  /// Why the last socket that was asked for is not there.
  private var refusedSocket: String?
  /// End of the server's certificate, once a handshake was complete.
  var certificateExpires: Int?

  private var sink: AnswerSink
  private var fields: UnsafeMutablePointer<curl_slist>?
  private var names: UnsafeMutablePointer<curl_slist>?
  /// libcurl's own words for the last failure; they hold host and file names, so they are searched and never shown.
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  init(_ ticket: TransferLoop.Ticket, policy: FetchPolicy) {
    self.ticket = ticket
    self.policy = policy
    rule = AddressRule(ticket.address, policy: policy)
    started = ticket.began ?? .now
    address = ticket.address
    origin = ticket.address.origin
    sink = AnswerSink(policy: policy, method: ticket.request.method)
    end = started.advanced(by: .seconds(policy.appliedTimeout))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    // The loop resets the handle before it lets go of the exchange, so libcurl no longer knows either address.
    curl_slist_free_all(fields)
    curl_slist_free_all(names)
    errorText.deallocate()
  }

  /// Puts the next hop on `handle`; a failure here means that nothing is sent.
  func prepare(_ handle: UnsafeMutableRawPointer, resolving: [String]) -> TransferFailure? {
    let request = ticket.request
    // Checked anew for each hop: what follows sends the caller's fields, which may hold keys.
    guard address.origin == origin else { return .redirectRefused("it leads to \(address.origin)") }
    sink = AnswerSink(policy: policy, method: request.method)
    errorText.pointee = 0
    refusedSocket = nil
    curl_easy_reset(handle)  // options never leak into the next request; connections and TLS sessions are kept
    var options = EasyOptions(handle)
    options.text(CURLOPT_URL, address.text)
    options.text(CURLOPT_PROTOCOLS_STR, origin.scheme)
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
    if origin.scheme == "https" { options.long(CURLOPT_CERTINFO, 1) }  // read at a new connection's handshake only
    if let caFile = policy.caFile {
      options.text(CURLOPT_CAINFO, caFile)
      options.pointer(CURLOPT_CAPATH, nil)  // instead of the system's authorities, not besides them
    }
    options.long(CURLOPT_TIMEOUT_MS, milliseconds(until: min(end, ticket.deadline ?? end)))
    options.long(CURLOPT_CONNECTTIMEOUT_MS, Int((policy.appliedConnectTimeout * 1000).rounded(.up)))
    options.text(CURLOPT_USERAGENT, policy.userAgent)
    setMethod(&options)
    guard setFields(&options), setNames(resolving, &options) else {
      return .policy("no memory for the header fields")
    }
    options.pointer(CURLOPT_ERRORBUFFER, errorText)
    // Unretained is enough: the loop keeps this exchange until it has removed the handle from libcurl's hands.
    let box = Unmanaged.passUnretained(self).toOpaque()
    options.callback(CURLOPT_WRITEFUNCTION) { data, size, count, box in
      receive(data, size * count, box) { $0.takeBody($1) }
    }
    options.callback(CURLOPT_HEADERFUNCTION) { data, size, count, box in
      receive(data, size * count, box) { $0.takeHeader($1) }
    }
    options.openSocket(openSocket)
    options.pointer(CURLOPT_OPENSOCKETDATA, box)
    options.pointer(CURLOPT_WRITEDATA, box)
    options.pointer(CURLOPT_HEADERDATA, box)
    guard options.failed == CURLE_OK else {
      return .policy("this libcurl refuses an option of the policy (code \(options.failed.rawValue)); update libcurl")
    }
    return nil
  }

  private func setMethod(_ options: inout EasyOptions) {
    let request = ticket.request
    switch request.method {
    case "HEAD": options.long(CURLOPT_NOBODY, 1)
    case "GET" where request.body == nil: options.long(CURLOPT_HTTPGET, 1)
    case "POST": options.content(request.body ?? [])
    default:
      if let body = request.body { options.content(body) }
      options.text(CURLOPT_CUSTOMREQUEST, request.method)
    }
    if !request.isIdempotent {
      // On a reused connection that turns out dead libcurl sends the request again: a write could be done twice.
      options.long(CURLOPT_FRESH_CONNECT, 1)
    }
  }

  /// `false` without memory: a request that lacks a field is not the one that was asked for.
  private func setFields(_ options: inout EasyOptions) -> Bool {
    let request = ticket.request
    var lines = request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    if let etag = request.etag { lines.append("If-None-Match: \(etag)") }
    if let date = request.lastModified { lines.append("If-Modified-Since: \(date)") }
    // Sent as a plain field, so that libcurl leaves the body coded: it takes a compressed body that was cut for whole.
    lines.append("Accept-Encoding: gzip")
    lines.append("Expect:")  // no waiting for 100 (Continue)
    if !request.headers.contains(where: { $0.isNamed("Content-Type") }) {
      lines.append("Content-Type:")  // libcurl would call every content a form
    }
    curl_slist_free_all(fields)
    fields = nil
    guard append(lines, to: &fields) else { return false }
    options.pointer(CURLOPT_HTTPHEADER, fields)
    return true
  }

  private func setNames(_ entries: [String], _ options: inout EasyOptions) -> Bool {
    guard !entries.isEmpty else { return true }
    curl_slist_free_all(names)
    names = nil
    guard append(entries, to: &names) else { return false }
    options.pointer(CURLOPT_RESOLVE, names)
    return true
  }

  private func append(_ lines: [String], to list: inout UnsafeMutablePointer<curl_slist>?) -> Bool {
    for line in lines {
      guard let longer = curl_slist_append(list, line) else { return false }
      list = longer
    }
    return true
  }

  /// Milliseconds until `instant`, rounded up so that the end is never before it, and at least 1: libcurl takes 0 for "no
  /// limit".
  private func milliseconds(until instant: ContinuousClock.Instant) -> Int {
    let (seconds, attoseconds) = (instant - .now).components
    let whole = min(max(0, Int(seconds)), 1_000_000)
    return max(1, whole * 1000 + Int(attoseconds / 1_000_000_000_000_000) + 1)
  }

  /// What follows the end of a hop.
  enum Step {
    /// The same exchange goes on with ``prepare(_:)``.
    case another
    case done(Transfer)
  }

  /// Judges the hop that libcurl has ended with `code`.
  func finish(_ handle: UnsafeMutableRawPointer, _ code: CURLcode) -> Step {
    if let failure = sink.failure { return .done(transfer(failure, sink.detail)) }
    // Where a name has several addresses, one that may be used counts; only if none answered is this the reason.
    if code != CURLE_OK, sink.isEmpty, let refusedSocket { return .done(transfer(.policy(refusedSocket))) }
    guard code == CURLE_OK else {
      let verdict = CurlVerdict(
        code: code, handle: handle, text: String(cString: errorText),
        answerBegan: !sink.isEmpty, isEncrypted: origin.scheme == "https", policy: policy)
      if verdict.failure == .timeout, let deadline = ticket.deadline, ContinuousClock.now >= deadline {
        return .done(transfer(.deadline))
      }
      return .done(transfer(verdict.failure, verdict.detail))
    }
    guard let status = sink.status else { return .done(transfer(.protocolError, "no status line")) }
    guard status >= 200 else { return .done(transfer(.protocolError, "an interim status in place of an answer")) }
    guard sink.headerIsComplete else { return .done(transfer(.truncated, "in the middle of the header")) }
    if let length = sink.declaredLength, length != sink.body.count {
      return .done(transfer(.truncated, "\(sink.body.count) of \(length) bytes"))
    }
    if status == 304, !ticket.request.isConditional {
      return .done(transfer(.protocolError, "304 to a request that was not conditional"))
    }
    if status == 206, !ticket.request.headers.contains(where: { $0.isNamed("Range") }) {
      return .done(transfer(.protocolError, "206, a part of an answer that was asked for whole"))
    }
    if [301, 302, 303, 307, 308].contains(status), let location = sink.headers.first("Location"),
      !location.isEmpty
    {
      return redirect(to: location, status: status)
    }
    return .done(transfer(nil))
  }

  /// Follows within the origin only, so that no field of the request ever reaches another.
  private func redirect(to location: String, status: Int) -> Step {
    func refused(_ reason: String) -> Step { .done(transfer(.redirectRefused(reason))) }
    let method = ticket.request.method
    if method != "GET", method != "HEAD", status < 307 {
      return refused("status \(status) would turn \(method) into GET; put the new address into the contract")
    }
    guard redirects < policy.maximumRedirects else {
      return refused("more than \(policy.maximumRedirects), probably a loop")
    }
    let next: WebAddress
    do { next = try WebAddress(location, relativeTo: address) } catch {
      return refused("its Location \(error == .credentials ? "holds a user name or password" : error.rawValue)")
    }
    guard next.origin == origin else {
      if origin.scheme == "https", next.origin.scheme == "http" {
        return refused("it leads from https to http, to \(next.origin)")
      }
      return refused("it leads to another origin, \(next.origin); put the new address into the contract if it is right")
    }
    redirects += 1
    address = next
    return .another
  }

  /// The result so far; `failure` empties the body, since a cut or refused one must never be judged.
  func transfer(_ failure: TransferFailure?, _ detail: String? = nil) -> Transfer {
    let (seconds, attoseconds) = (ContinuousClock.now - started).components
    var transfer = Transfer(
      status: sink.status, headers: sink.headers, body: failure == nil ? sink.body : [], failure: failure,
      detail: detail, seconds: Double(seconds) + Double(attoseconds) / 1e18, redirects: redirects,
      finalURL: address.text, wireBytes: sink.body.count, bodyEnd: sink.bodyEnd, attempts: ticket.attempt,
      certificateExpires: certificateExpires)
    transfer.began = started
    return transfer
  }

  /// Where requests go, as libcurl's connections and the certificates of their servers are told apart.
  var destination: WebAddress.Origin { origin }

  /// Whether anything of an answer came, so that there was a connection.
  var answerBegan: Bool { !sink.isEmpty }

  /// Whether a socket may be opened to `address`; `nil` stands for one that is no IP address.
  fileprivate func allows(_ address: NetworkAddress?) -> Bool {
    refusedSocket = address.map { rule.refusal(of: $0) } ?? "the host name leads to no IP address"
    return refusedSocket == nil
  }

  fileprivate func take(_ action: (inout AnswerSink) -> Bool) -> Bool { action(&sink) }
}

/// Common part of libcurl's write and header callbacks: any result other than `count` stops the transfer.
private func receive(
  _ data: UnsafeMutablePointer<CChar>?, _ count: Int, _ box: UnsafeMutableRawPointer?,
  _ take: (inout AnswerSink, UnsafeBufferPointer<UInt8>) -> Bool
) -> Int {
  guard let box, let data else { return count == 0 ? 0 : -1 }
  // `box` is the exchange that `prepare` gave, alive as long as the handle is in libcurl's hands.
  let exchange = Unmanaged<Exchange>.fromOpaque(box).takeUnretainedValue()
  // Typed as bytes: a raw buffer is appended to an array byte for byte, which costs more than receiving it.
  return data.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
    let piece = UnsafeBufferPointer(start: bytes, count: count)
    return exchange.take { take(&$0, piece) } ? count : -1
  }
}

/// libcurl's callback for each socket of a connection; `CURL_SOCKET_BAD` (-1) refuses the address.
private func openSocket(
  _ box: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let box, let address else { return -1 }
  // As in `receive`: the exchange is alive as long as the handle is in libcurl's hands.
  let exchange = Unmanaged<Exchange>.fromOpaque(box).takeUnretainedValue()
  return exchange.allows(NetworkAddress(UnsafePointer(address))) ? drift_open_socket(address) : -1
}
