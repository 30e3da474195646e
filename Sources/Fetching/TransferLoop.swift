internal import CCurl
internal import Dispatch
internal import Synchronization

/// One libcurl multi handle, driven on a queue of its own so that waiting never holds a thread of the cooperative pool.
///
/// `@unchecked Sendable`: everything but `mailbox`, `queue` and `multi` is touched only by `run`, of which one at a time
/// is on `queue` (`isRunning` sees to that), and by `deinit`, when no `run` can hold a reference. `multi` is otherwise used
/// for `curl_multi_wakeup` alone, which libcurl documents as callable from any thread.
final class TransferLoop: @unchecked Sendable {
  /// One request that has passed its checks, and where its result goes.
  final class Ticket: Sendable {
    /// Names all requests of one call, for cancellation.
    let batch: UInt64
    let request: FetchRequest
    let address: WebAddress
    let deadline: ContinuousClock.Instant?
    /// 1, or more for a retry.
    let attempt: Int
    /// When the first attempt left the queue; `nil` for the first itself.
    let began: ContinuousClock.Instant?
    /// Before this a retry waits, without a seat; `nil`: at once.
    let notBefore: ContinuousClock.Instant?
    /// Called once, on the loop's queue, unless the batch is cancelled first.
    let deliver: @Sendable (Transfer) -> Void

    init(
      batch: UInt64, request: FetchRequest, address: WebAddress, deadline: ContinuousClock.Instant?, attempt: Int = 1,
      began: ContinuousClock.Instant? = nil, notBefore: ContinuousClock.Instant? = nil,
      deliver: @escaping @Sendable (Transfer) -> Void
    ) {
      self.batch = batch
      self.request = request
      self.address = address
      self.deadline = deadline
      self.attempt = attempt
      self.began = began
      self.notBefore = notBefore
      self.deliver = deliver
    }

    /// The next attempt at the same request, not before `instant`.
    func retry(of transfer: Transfer, notBefore instant: ContinuousClock.Instant) -> Ticket {
      Ticket(
        batch: batch, request: request, address: address, deadline: deadline, attempt: attempt + 1,
        began: transfer.began, notBefore: instant, deliver: deliver)
    }
  }

  private struct Mailbox {
    var arrivals: [Ticket] = []
    var cancelled: Set<UInt64> = []
    var isRunning = false
  }

  private static let libraryStarted = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  private let policy: FetchPolicy
  private let mailbox = Mutex(Mailbox())
  private let queue = DispatchQueue(label: "driftwatch.fetching")
  private let multi: UnsafeMutableRawPointer
  /// Entries for CURLOPT_RESOLVE (`host:port:address`) in place of the system's resolver; only tests give any.
  private let resolving: [String]

  private var waiting = WaitingLine()
  private var active: [UnsafeMutableRawPointer: Exchange] = [:]
  private var idle: [UnsafeMutableRawPointer] = []
  private var hosts: [String: Int] = [:]
  /// Retries whose time has not come.
  private var delayed: [Ticket] = []
  /// Ends of the certificates that servers showed when a connection was made; one that is reused shows none again.
  private var certificates: [WebAddress.Origin: Int] = [:]

  /// `nil` if libcurl cannot start: no memory, or no TLS library.
  init?(policy: FetchPolicy, resolving: [String] = []) {
    guard Self.libraryStarted, let multi = curl_multi_init() else { return nil }
    self.policy = policy
    self.resolving = resolving
    self.multi = multi
    drift_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 2 * max(4, policy.appliedInFlight))
  }

  deinit {
    // A running loop holds a reference, so nothing is active here.
    for handle in idle { curl_easy_cleanup(handle) }
    curl_multi_cleanup(multi)
  }

  /// Queues `tickets` behind those that are there; they leave in order as far as the limits allow.
  func submit(_ tickets: [Ticket]) { post { $0.arrivals += tickets } }

  /// Ends what is left of a batch without a result.
  func cancel(_ batch: UInt64) { post { $0.cancelled.insert(batch) } }

  private func post(_ change: (inout Mailbox) -> Void) {
    let isRunning = mailbox.withLock { mailbox in
      change(&mailbox)
      defer { mailbox.isRunning = true }
      return mailbox.isRunning
    }
    if isRunning { curl_multi_wakeup(multi) } else { queue.async { self.run() } }
  }

  /// Runs until nothing is left to do; the next message starts it again, so an idle fetcher has no thread.
  private func run() {
    while takeMail() {
      ripen()
      expire()
      admit()
      var running: Int32 = 0
      let code = curl_multi_perform(multi, &running)
      if code != CURLM_OK { giveUp(code) }
      if settle() { continue }
      curl_multi_poll(multi, nil, 0, pause(), nil)
    }
  }

  /// Takes new tickets and cancellations; `false` when there is nothing left to do, and the loop has ended.
  private func takeMail() -> Bool {
    let mail: Mailbox? = mailbox.withLock { mailbox in
      if mailbox.arrivals.isEmpty, waiting.isEmpty, active.isEmpty, delayed.isEmpty {
        mailbox = Mailbox()
        return nil
      }
      defer { mailbox = Mailbox(isRunning: true) }
      return mailbox
    }
    guard let mail else { return false }
    waiting.append(mail.arrivals.filter { $0.notBefore == nil })
    delayed += mail.arrivals.filter { $0.notBefore != nil }
    if !mail.cancelled.isEmpty {
      delayed.removeAll { mail.cancelled.contains($0.batch) }
      waiting.extract { mail.cancelled.contains($0.batch) }
      for (handle, exchange) in active where mail.cancelled.contains(exchange.ticket.batch) { release(handle) }
    }
    return true
  }

  /// Lets those retries into the queue whose time has come.
  private func ripen() {
    guard !delayed.isEmpty else { return }
    let now = ContinuousClock.now
    let isRipe = { (ticket: Ticket) in ticket.notBefore.map { $0 <= now } ?? true }
    waiting.append(delayed.filter(isRipe))
    delayed.removeAll(where: isRipe)
  }

  /// Gives up on those whose deadline passes before they are sent; libcurl's timeout covers those on the wire.
  private func expire() {
    for ticket in waiting.expire(.now) {
      ticket.deliver(Transfer(failure: .deadline, finalURL: ticket.address.text))
    }
  }

  /// Puts as many on the wire as the limits allow, in their order.
  private func admit() {
    let seats = max(1, policy.maximumInFlightPerHost)
    while active.count < policy.appliedInFlight, let ticket = waiting.next({ hosts[$0, default: 0] < seats }) {
      let exchange = Exchange(ticket, policy: policy)
      guard let handle = idle.popLast() ?? curl_easy_init() else {
        ticket.deliver(exchange.transfer(.policy("no memory for another transfer")))
        continue
      }
      hosts[ticket.address.origin.host, default: 0] += 1
      active[handle] = exchange
      start(handle, exchange)
    }
  }

  private func start(_ handle: UnsafeMutableRawPointer, _ exchange: Exchange) {
    if let failure = exchange.prepare(handle, resolving: resolving) {
      complete(handle, exchange.transfer(failure))
    } else if curl_multi_add_handle(multi, handle) != CURLM_OK {
      complete(handle, exchange.transfer(.policy("libcurl takes no further transfer")))
    }
  }

  /// Handles every transfer that libcurl has ended; `true` if there was one, so that new ones may start.
  private func settle() -> Bool {
    var didSettle = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result  // read before the handle is removed: that frees the message
      curl_multi_remove_handle(multi, handle)
      guard let exchange = active[handle] else { continue }
      didSettle = true
      if exchange.destination.scheme == "https" {
        if let end = CertificateDate.end(of: handle) { certificates[exchange.destination] = end }
        // Not where no connection stood: what an earlier one showed may be the very reason.
        if exchange.answerBegan { exchange.certificateExpires = certificates[exchange.destination] }
      }
      switch exchange.finish(handle, code) {
      case .another: start(handle, exchange)
      case .done(let transfer): complete(handle, transfer)
      }
    }
    return didSettle
  }

  private func complete(_ handle: UnsafeMutableRawPointer, _ transfer: Transfer) {
    let ticket = active[handle]?.ticket
    release(handle)
    ticket?.deliver(transfer)
  }

  /// Takes `handle` out of libcurl's hands, forgets the exchange's addresses and lets both be used again.
  private func release(_ handle: UnsafeMutableRawPointer) {
    guard let exchange = active[handle] else { return }
    curl_multi_remove_handle(multi, handle)  // no effect on one that was removed before
    curl_easy_reset(handle)
    active[handle] = nil
    idle.append(handle)
    let host = exchange.ticket.address.origin.host
    hosts[host] = hosts[host].flatMap { $0 > 1 ? $0 - 1 : nil }
  }

  /// The multi handle itself failed (no memory, or a defect): nothing that is under way can be trusted to end.
  private func giveUp(_ code: CURLMcode) {
    for (handle, exchange) in active {
      complete(handle, exchange.transfer(.connect, "libcurl multi code \(code.rawValue)"))
    }
  }

  /// Milliseconds to wait for the network: until the next deadline of a waiting ticket or the next retry, at most one second.
  private func pause() -> Int32 {
    let retry = delayed.compactMap(\.notBefore).min()
    guard let next = [waiting.earliestDeadline, retry].compactMap({ $0 }).min() else { return 1000 }
    let (seconds, attoseconds) = (next - .now).components
    return seconds >= 1 ? 1000 : max(0, Int32(attoseconds / 1_000_000_000_000_000) + 1)
  }
}
