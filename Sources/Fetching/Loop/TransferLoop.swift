internal import CCurl
internal import Dispatch
internal import Synchronization

/// One libcurl multi handle, driven on a queue of its own so that waiting never holds a thread of the cooperative pool.
///
/// `@unchecked Sendable`: everything but `mailbox`, `queue` and `multi` is touched only by `run`, of which one at a time
/// is on `queue` (`isRunning` sees to that), and by `deinit`, when no `run` can hold a reference. `multi` is otherwise used
/// for `curl_multi_wakeup` alone, which libcurl documents as callable from any thread.
final class TransferLoop: @unchecked Sendable {
  private struct Mailbox {
    var arrivals: [Ticket] = []
    var cancelled: [FetchBatch] = []
    var isRunning = false
  }

  private static let libraryStarted: Bool = {
    drift_keep_heap()
    return curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
  }()
  private let policy: FetchPolicy
  private let mailbox = Mutex(Mailbox())
  private let queue = DispatchQueue(label: "driftwatch.fetching")
  private let multi: UnsafeMutableRawPointer
  /// Entries for CURLOPT_RESOLVE (`host:port:address`) in place of the system's resolver; only tests give any.
  private let resolving: [String]

  private var waiting: WaitingLine
  /// All seats ever made, at most as many as may be in flight, and those of them that are free.
  private var seats: [Exchange] = []
  private var idle: [Exchange] = []
  /// Retries whose time has not come.
  private var delayed: [Ticket] = []
  /// Ends of the certificates that servers showed when a connection was made; one that is reused shows none again.
  private var certificates: [WebAddress.Origin: Int] = [:]
  /// Read once for each turn of the loop, before anything is begun or judged in it.
  private var now = ContinuousClock.now

  /// `nil` if libcurl cannot start: no memory, or no TLS library.
  init?(policy: FetchPolicy, resolving: [String] = []) {
    guard Self.libraryStarted, let multi = curl_multi_init() else { return nil }
    self.policy = policy
    self.resolving = resolving
    self.multi = multi
    waiting = WaitingLine(seats: policy.maximumInFlightPerHost)
    drift_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 2 * max(4, policy.appliedInFlight))
  }

  deinit {
    // A running loop holds a reference, so nothing is on its way here. Easy handles end before their multi handle.
    (seats, idle) = ([], [])
    curl_multi_cleanup(multi)
  }

  /// Queues `tickets` behind those that are there; they leave in order as far as the limits allow.
  func submit(_ tickets: [Ticket]) { post { $0.arrivals += tickets } }

  /// Ends what is left of a batch without a result.
  func cancel(_ batch: FetchBatch) { post { $0.cancelled.append(batch) } }

  private func post(_ change: (inout Mailbox) -> Void) {
    let isRunning = mailbox.withLock { mailbox in
      change(&mailbox)
      defer { mailbox.isRunning = true }
      return mailbox.isRunning
    }
    if isRunning { curl_multi_wakeup(multi) } else { queue.async { self.run() } }
  }

  private var isBusy: Bool { idle.count < seats.count }

  /// Runs until nothing is left to do; the next message starts it again, so an idle fetcher has no thread.
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

  /// Takes new tickets and cancellations; `false` when there is nothing left to do, and the loop has ended.
  private func takeMail() -> Bool {
    let isIdle = waiting.isEmpty && !isBusy && delayed.isEmpty
    let (arrivals, cancelled) = mailbox.withLock { mailbox in
      defer {
        mailbox.isRunning = !(isIdle && mailbox.arrivals.isEmpty)
        if !mailbox.arrivals.isEmpty { mailbox.arrivals = [] }
        if !mailbox.cancelled.isEmpty { mailbox.cancelled = [] }
      }
      return (mailbox.arrivals, mailbox.cancelled)
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
      for exchange in seats where exchange.ticket.map(isCancelled) ?? false { release(exchange) }
    }
    return true
  }

  /// Lets those retries into the queue whose time has come.
  private func ripen() {
    guard !delayed.isEmpty else { return }
    let isRipe = { [now] (ticket: Ticket) in ticket.notBefore.map { $0 <= now } ?? true }
    waiting.append(delayed.filter(isRipe))
    delayed.removeAll(where: isRipe)
  }

  /// Gives up on those whose deadline passes before they are sent; libcurl's timeout covers those on the wire.
  private func expire() {
    for ticket in waiting.expire(now) {
      ticket.batch.deliver(ticket, Transfer(failure: .deadline, finalURL: ticket.address.text))
    }
  }

  /// Puts as many on the wire as the limits allow, in their order.
  private func admit() {
    while seats.count - idle.count < policy.appliedInFlight, let (ticket, host) = waiting.next() {
      guard ticket.batch.mayLeave(ticket.index) else {
        refuse(ticket, host, .withheld)
        continue
      }
      guard let exchange = idle.popLast() ?? makeSeat() else {
        refuse(ticket, host, .policy("no memory for another transfer"))
        continue
      }
      exchange.begin(ticket, host: host, now: now)
      start(exchange)
    }
  }

  private func refuse(_ ticket: Ticket, _ host: WaitingLine.Host, _ failure: TransferFailure) {
    waiting.leave(host)
    ticket.batch.deliver(ticket, Transfer(failure: failure, finalURL: ticket.address.text))
  }

  private func makeSeat() -> Exchange? {
    guard let handle = curl_easy_init() else { return nil }
    let exchange = Exchange(handle, policy: policy, resolving: resolving)
    seats.append(exchange)
    return exchange
  }

  private func start(_ exchange: Exchange) {
    if let failure = exchange.prepare(now: now) {
      complete(exchange, failure)
    } else if curl_multi_add_handle(multi, exchange.handle) != CURLM_OK {
      complete(exchange, .policy("libcurl takes no further transfer"))
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
    release(exchange)
  }

  /// Takes the handle out of libcurl's hands and lets the seat be used again.
  private func release(_ exchange: Exchange) {
    guard let host = exchange.host else { return }
    curl_multi_remove_handle(multi, exchange.handle)  // no effect on one that was removed before
    exchange.leave()
    idle.append(exchange)
    waiting.leave(host)
  }

  /// The multi handle itself failed (no memory, or a defect): nothing that is under way can be trusted to end.
  private func giveUp(_ code: CURLMcode) {
    for exchange in seats where exchange.ticket != nil {
      complete(exchange, .connect, "libcurl multi code \(code.rawValue)")
    }
  }

  /// Milliseconds to wait for the network: until the next deadline of a waiting ticket or the next retry, at most one second.
  private func pause() -> Int32 {
    var next = waiting.earliestDeadline
    for ticket in delayed {
      if let ripe = ticket.notBefore { next = min(next ?? ripe, ripe) }
    }
    guard let next else { return 1000 }
    return Int32((next - .now).milliseconds(upTo: 1000))
  }
}
