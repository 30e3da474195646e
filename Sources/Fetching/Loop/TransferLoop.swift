internal import CCurl
internal import Dispatch
internal import Synchronization

/// One libcurl multi handle on a queue of its own, so that waiting never blocks a thread of the cooperative pool.
///
/// `@unchecked Sendable` is sound: everything except `mailbox`, `queue` and `multi` is used only by `run`, of which at
/// most one is on `queue` (`isRunning` ensures that), and by `deinit`, when no `run` has a reference. `multi` is also
/// used for `curl_multi_wakeup`, which libcurl documents as callable from any thread.
final class TransferLoop: @unchecked Sendable {
  private struct Mailbox {
    var arrivals: [Ticket] = []
    var cancelled: [FetchBatch] = []
    /// Bodies, by slot and number, that have got the room that they waited for.
    var woken: [(slot: Int, body: Int)] = []
    var isRunning = false
  }

  private static let libraryStarted: Bool = {
    drift_keep_heap()
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  }()
  private let policy: FetchPolicy
  private let budget: ByteBudget
  private let mailbox = Mutex(Mailbox())
  private let queue = DispatchQueue(label: "driftwatch.fetching")
  private let multi: UnsafeMutableRawPointer
  /// Entries for CURLOPT_RESOLVE (`host:port:address`) in place of the system's resolver, for tests.
  private let resolving: [String]

  private var waiting: WaitingLine
  /// All slots, at most as many as requests may run at once, and the free ones.
  private var slots: [Exchange] = []
  private var idle: [Exchange] = []
  /// How many slots were made.
  private var made = 0
  /// Retries that wait for their time.
  private var delayed: [Ticket] = []
  /// By origin: the end of the server's certificate. It is kept because a reused connection does not show it again.
  private var certificates: [WebAddress.Origin: Int] = [:]
  /// The time, read once for each turn of the loop.
  private var now = ContinuousClock.now

  /// `nil` if libcurl cannot start: no memory, or no TLS library.
  init?(policy: FetchPolicy, resolving: [String] = [], budget: ByteBudget) {
    guard Self.libraryStarted, let multi = curl_multi_init() else { return nil }
    (self.policy, self.budget) = (policy, budget)
    self.resolving = resolving
    self.multi = multi
    waiting = WaitingLine(slots: policy.maximumInFlightPerHost)
    drift_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 2 * max(4, policy.appliedInFlight))
  }

  deinit {
    // A running loop has a reference, so nothing is running here. Easy handles must end before their multi handle.
    (slots, idle) = ([], [])
    curl_multi_cleanup(multi)
  }

  /// Queues `tickets` after the present ones. They are sent in order as far as the limits allow.
  func submit(_ tickets: [Ticket]) { post { $0.arrivals += tickets } }

  /// Ends the open requests of a batch without a result.
  func cancel(_ batch: FetchBatch) { post { $0.cancelled.append(batch) } }

  private func post(_ change: (inout Mailbox) -> Void) {
    let isRunning = mailbox.withLock { mailbox in
      change(&mailbox)
      defer { mailbox.isRunning = true }
      return mailbox.isRunning
    }
    if isRunning { curl_multi_wakeup(multi) } else { queue.async { self.run() } }
  }

  private var isBusy: Bool { idle.count < slots.count }

  /// Runs until nothing is left to do. The next message starts it again, so an idle fetcher has no thread.
  private func run() {
    while takeMail() {
      now = .now
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

  /// Takes new tickets and cancellations; `false` if nothing is left to do and the loop has ended.
  private func takeMail() -> Bool {
    let isIdle = waiting.isEmpty && !isBusy && delayed.isEmpty
    let (arrivals, cancelled, woken) = mailbox.withLock { mailbox in
      defer {
        mailbox.isRunning = !(isIdle && mailbox.arrivals.isEmpty)
        if !mailbox.woken.isEmpty { mailbox.woken = [] }
        if !mailbox.arrivals.isEmpty { mailbox.arrivals = [] }
        if !mailbox.cancelled.isEmpty { mailbox.cancelled = [] }
      }
      return (mailbox.arrivals, mailbox.cancelled, mailbox.woken)
    }
    if isIdle && arrivals.isEmpty { return false }
    if !arrivals.isEmpty {
      waiting.append(arrivals.filter { $0.notBefore == nil })
      delayed += arrivals.filter { $0.notBefore != nil }
    }
    if !cancelled.isEmpty {
      let isCancelled = { (ticket: Ticket) in cancelled.contains { $0 === ticket.batch } }
      delayed.removeAll(where: isCancelled)
      waiting.extract(isCancelled)
      for exchange in slots where exchange.ticket.map(isCancelled) ?? false { release(exchange) }
    }
    for (slot, body) in woken { slots.first { $0.number == slot }?.resume(body) }
    return true
  }

  /// Queues the retries whose time has come.
  private func ripen() {
    guard !delayed.isEmpty else { return }
    let isRipe = { [now] (ticket: Ticket) in ticket.notBefore.map { $0 <= now } ?? true }
    waiting.append(delayed.filter(isRipe))
    delayed.removeAll(where: isRipe)
  }

  /// Ends requests whose deadline passes before they are sent. libcurl's timeout ends those that are running.
  private func expire() {
    for ticket in waiting.expire(now) {
      ticket.batch.deliver(ticket, Transfer(failure: .deadline, finalURL: ticket.address.text))
    }
  }

  /// Sends as many requests as the limits allow, in their order.
  private func admit() {
    while slots.count - idle.count < policy.appliedInFlight,
      let (ticket, host) = waiting.next(
        isOfReserve: slots.count - idle.count >= policy.appliedInFlight - policy.slotsKept, now: now)
    {
      guard ticket.batch.mayLeave(ticket.index) else {
        refuse(ticket, host, .withheld)
        continue
      }
      guard let exchange = idle.popLast() ?? makeSlot() else {
        refuse(ticket, host, .policy("no memory for another transfer"))
        continue
      }
      exchange.begin(ticket, host: host, now: now)
      start(exchange)
    }
  }

  private func refuse(_ ticket: Ticket, _ host: WaitingLine.Host, _ failure: TransferFailure) {
    waiting.leave(host, responded: nil, now: now)
    ticket.batch.deliver(ticket, Transfer(failure: failure, finalURL: ticket.address.text))
  }

  private func makeSlot() -> Exchange? {
    guard let handle = curl_easy_init() else { return nil }
    made += 1
    let slot = made
    let exchange = Exchange(handle, number: slot, policy: policy, resolving: resolving, budget: budget) {
      [weak self] body in
      self?.post { $0.woken.append((slot, body)) }
    }
    slots.append(exchange)
    return exchange
  }

  private func start(_ exchange: Exchange) {
    var exchange = exchange
    var failure = exchange.prepare(now: now)
    // What one handle refuses is no property of the request. If a new one refuses it as well, it is one of this libcurl.
    if exchange.isSpoiled, let fresh = makeSlot() {
      fresh.take(over: exchange)
      discard(exchange)
      exchange = fresh
      failure = exchange.prepare(now: now)
    }
    if let failure {
      complete(exchange, failure)
    } else if curl_multi_add_handle(multi, exchange.handle) != CURLM_OK {
      complete(exchange, .policy("libcurl takes no further transfer"))
    }
  }

  /// Handles every transfer that libcurl has ended; `true` if there was one.
  private func settle() -> Bool {
    var didSettle = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
      let code = message.pointee.data.result  // read before the handle is removed: that frees the message
      curl_multi_remove_handle(multi, handle)
      guard let exchange = Exchange.owning(handle), exchange.ticket != nil else { continue }
      if !didSettle { now = .now }
      didSettle = true
      exchange.noteCertificate(&certificates)
      switch exchange.judge(code) {
      case .another: start(exchange)
      case .complete: complete(exchange, nil)
      case .failed(let failure, let detail): complete(exchange, failure, detail)
      }
    }
    return didSettle
  }

  private func complete(_ exchange: Exchange, _ failure: TransferFailure?, _ detail: String? = nil) {
    guard let ticket = exchange.ticket else { return }
    ticket.batch.deliver(ticket, exchange.transfer(failure, detail, now: now))
    release(exchange, responded: failure.map { $0.isResponse } ?? true)
  }

  /// Removes the handle from the multi handle and frees the slot. `responded` is `nil` if the end says nothing about the host.
  private func release(_ exchange: Exchange, responded: Bool? = nil) {
    guard let host = exchange.host else { return }
    curl_multi_remove_handle(multi, exchange.handle)  // no effect on one that was removed before
    exchange.leave()
    if exchange.isSpoiled { discard(exchange) } else { idle.append(exchange) }
    waiting.leave(host, responded: responded, now: now)
  }

  /// Gives up a slot whose handle libcurl refuses to set up; the handle is freed.
  private func discard(_ exchange: Exchange) {
    curl_multi_remove_handle(multi, exchange.handle)
    slots.removeAll { $0 === exchange }
  }

  /// Ends all requests after the multi handle itself failed (no memory, or a defect), because they may never end.
  private func giveUp(_ code: CURLMcode) {
    for exchange in slots where exchange.ticket != nil {
      complete(exchange, .connect, "libcurl multi code \(code.rawValue)")
    }
  }

  /// Milliseconds to wait for the network: until the next deadline of a waiting ticket or the next retry, at most one
  /// second.
  private func pause() -> Int32 {
    var next = waiting.earliestDeadline
    for ticket in delayed {
      if let ripe = ticket.notBefore { next = min(next ?? ripe, ripe) }
    }
    guard let next else { return 1000 }
    return Int32((next - .now).milliseconds(upTo: 1000))
  }
}
