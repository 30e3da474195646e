/// Requests that wait for a slot. Among the hosts with a free slot, the request that has waited longest is next.
///
/// The last slots are kept for hosts that respond, and for the first request to a host of which nothing is known: hosts that hang hold
/// theirs until their requests time out, and many of them would hold all.
///
/// Each host has its own queue, so that thousands of requests for a busy host do not slow down the others. It is not
/// Sendable: it is used on the transfer loop's queue only.
struct WaitingLine {
  /// The queue of one host, and the number of its running requests. It needs no run-time exclusivity checks, because
  /// only one queue uses it and no function here calls back.
  final class Host {
    fileprivate let name: String
    private var tickets: [(number: Int, ticket: Ticket)] = []
    /// Index of the first request that still waits. Those before it were sent.
    private var head = 0
    fileprivate var inFlight = 0
    /// Whether the last request that says something about it was answered in time; `nil` if there was none yet.
    private var responds: Bool?
    /// Since when it has had requests in flight of which none has ended; `nil` if it has none.
    private var silentSince: ContinuousClock.Instant?
    /// Whether it is among ``WaitingLine/ready``.
    fileprivate var isReady = false

    fileprivate init(_ name: String) { self.name = name }

    fileprivate var isEmpty: Bool { head == tickets.count }
    /// Whether it must be remembered although nothing is waiting and nothing in flight.
    fileprivate var isKnownToHang: Bool { responds == false }
    /// Whether it may have one of the slots that are kept.
    fileprivate func mayUseReserve(_ now: ContinuousClock.Instant) -> Bool {
      if let silentSince, now - silentSince > WaitingLine.longestSilence { return false }
      return responds ?? (inFlight == 0)
    }
    fileprivate func enter(_ now: ContinuousClock.Instant) {
      inFlight += 1
      silentSince = silentSince ?? now
    }
    fileprivate func leave(responded: Bool?, _ now: ContinuousClock.Instant) {
      inFlight -= 1
      silentSince = inFlight > 0 ? now : nil
      responds = responded ?? responds
    }
    /// The arrival number of the first waiting request; the greatest number if there is none.
    fileprivate var firstNumber: Int { isEmpty ? .max : tickets[head].number }
    fileprivate func append(_ ticket: Ticket, number: Int) { tickets.append((number, ticket)) }
    fileprivate func removeFirst() -> Ticket? {
      guard !isEmpty else { return nil }
      let ticket = tickets[head].ticket
      head += 1
      if isEmpty {
        tickets.removeAll(keepingCapacity: true)
        head = 0
      } else if head >= 64, head * 2 >= tickets.count {
        tickets.removeFirst(head)
        head = 0
      }
      return ticket
    }
    fileprivate func extract(_ condition: (Ticket) -> Bool) -> [Ticket] {
      let out = tickets[head...].filter { condition($0.ticket) }.map(\.ticket)
      tickets = tickets[head...].filter { !condition($0.ticket) }
      head = 0
      return out
    }
    fileprivate var earliestDeadline: ContinuousClock.Instant? { tickets[head...].compactMap(\.ticket.deadline).min() }
  }

  /// A host that has sent nothing for longer may hang.
  private static let longestSilence = Duration.seconds(1)

  private let slots: Int
  private var hosts: [String: Host] = [:]
  /// Hosts with both a free slot and a waiting request. The one whose request came first is at the end.
  private var ready: [Host] = []
  private var last: Host?
  private var issued = 0
  private var waiting = 0
  /// A lower bound for the deadlines of waiting tickets; `nil` if none has one.
  private(set) var earliestDeadline: ContinuousClock.Instant?

  /// - Parameter slots: The most running requests for one host, at least 1.
  init(slots: Int) { self.slots = max(1, slots) }

  var isEmpty: Bool { waiting == 0 }

  mutating func append(_ tickets: [Ticket]) {
    for ticket in tickets {
      issued += 1
      waiting += 1
      let host = host(of: ticket)
      host.append(ticket, number: issued)
      if let deadline = ticket.deadline { earliestDeadline = min(earliestDeadline ?? deadline, deadline) }
      line(up: host)
    }
  }

  private mutating func host(of ticket: Ticket) -> Host {
    let name = ticket.address.origin.host
    if let last, last.name == name { return last }
    let host = hosts[name] ?? Host(name)
    hosts[name] = host
    last = host
    return host
  }

  /// Adds `host` to the ready ones if it is ready and not among them yet.
  private mutating func line(up host: Host) {
    guard !host.isReady, !host.isEmpty, host.inFlight < slots else { return }
    host.isReady = true
    var (low, high) = (0, ready.count)  // the first index whose host came earlier
    while low < high {
      let middle = (low + high) / 2
      if ready[middle].firstNumber > host.firstNumber { low = middle + 1 } else { high = middle }
    }
    ready.insert(host, at: low)
  }

  /// Takes the request that has waited longest among the hosts with a free slot, and that slot.
  ///
  /// - Parameters:
  ///   - isOfReserve: Whether only slots are free that are kept for hosts that respond.
  ///   - now: The time.
  /// - Returns: The request with its host; `nil` if none may be sent.
  mutating func next(isOfReserve: Bool = false, now: ContinuousClock.Instant) -> (ticket: Ticket, host: Host)? {
    while let index = ready.lastIndex(where: { !isOfReserve || $0.mayUseReserve(now) }) {
      let host = ready.remove(at: index)
      host.isReady = false
      guard let ticket = host.removeFirst() else { continue }
      waiting -= 1
      host.enter(now)
      line(up: host)
      return (ticket, host)
    }
    return nil
  }

  /// Frees a slot of `host`.
  ///
  /// - Parameters:
  ///   - host: The host of a request that ended.
  ///   - responded: Whether it ended by a response, or else by the time that it had; `nil` if it says nothing about the host.
  ///   - now: The time.
  mutating func leave(_ host: Host, responded: Bool?, now: ContinuousClock.Instant) {
    host.leave(responded: responded, now)
    line(up: host)
    forget(host)
  }

  /// Removes a host without waiting and running requests.
  private mutating func forget(_ host: Host) {
    guard host.isEmpty, host.inFlight == 0, !host.isKnownToHang, hosts.count > 64 else { return }
    hosts[host.name] = nil
    if last === host { last = nil }
  }

  /// Removes and returns those whose deadline is not after `now`.
  mutating func expire(_ now: ContinuousClock.Instant) -> [Ticket] {
    guard let earliestDeadline, earliestDeadline <= now else { return [] }
    return extract { $0.deadline.map { $0 <= now } ?? false }
  }

  /// Removes and returns those that satisfy `condition`.
  @discardableResult mutating func extract(_ condition: (Ticket) -> Bool) -> [Ticket] {
    let out = hosts.values.flatMap { $0.extract(condition) }
    waiting -= out.count
    for host in ready { host.isReady = false }
    ready = []
    for host in Array(hosts.values) {
      line(up: host)
      forget(host)
    }
    earliestDeadline = hosts.values.compactMap(\.earliestDeadline).min()
    return out
  }
}
