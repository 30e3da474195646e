/// Requests that wait for a seat, first come first served among those whose host has one.
///
/// One queue for each host: thousands that wait for a busy host cost nothing while the others move on.
struct WaitingLine {
  typealias Ticket = TransferLoop.Ticket

  private struct Queue {
    private var tickets: [(number: Int, ticket: Ticket)] = []
    /// Index of the first that still waits; what is before it has left.
    private var head = 0

    var first: (number: Int, ticket: Ticket)? { head < tickets.count ? tickets[head] : nil }
    mutating func append(_ ticket: Ticket, number: Int) { tickets.append((number, ticket)) }
    mutating func removeFirst() {
      head += 1
      guard head >= 64, head * 2 >= tickets.count else { return }
      tickets.removeFirst(head)
      head = 0
    }
    /// Removes and returns those that satisfy `condition`.
    mutating func extract(_ condition: (Ticket) -> Bool) -> [Ticket] {
      let out = tickets[head...].filter { condition($0.ticket) }.map(\.ticket)
      tickets = tickets[head...].filter { !condition($0.ticket) }
      head = 0
      return out
    }
    var earliestDeadline: ContinuousClock.Instant? { tickets[head...].compactMap(\.ticket.deadline).min() }
  }

  private var queues: [String: Queue] = [:]
  private var issued = 0
  /// No deadline of a waiting ticket is before this; `nil` if none has one.
  private(set) var earliestDeadline: ContinuousClock.Instant?

  var isEmpty: Bool { queues.isEmpty }

  mutating func append(_ tickets: [Ticket]) {
    for ticket in tickets {
      issued += 1
      queues[ticket.address.origin.host, default: Queue()].append(ticket, number: issued)
      if let deadline = ticket.deadline { earliestDeadline = min(earliestDeadline ?? deadline, deadline) }
    }
  }

  /// Takes the one that has waited longest among the hosts that `hasSeat` allows.
  mutating func next(_ hasSeat: (String) -> Bool) -> Ticket? {
    var best: (number: Int, host: String, ticket: Ticket)?
    for (host, queue) in queues {
      guard let first = queue.first, first.number < best?.number ?? .max, hasSeat(host) else { continue }
      best = (first.number, host, first.ticket)
    }
    guard let best else { return nil }
    queues[best.host]?.removeFirst()
    if queues[best.host]?.first == nil { queues[best.host] = nil }
    return best.ticket
  }

  /// Removes and returns those whose deadline is not after `now`.
  mutating func expire(_ now: ContinuousClock.Instant) -> [Ticket] {
    guard let earliestDeadline, earliestDeadline <= now else { return [] }
    return extract { $0.deadline.map { $0 <= now } ?? false }
  }

  /// Removes and returns those that satisfy `condition`.
  @discardableResult mutating func extract(_ condition: (Ticket) -> Bool) -> [Ticket] {
    var out: [Ticket] = []
    for host in Array(queues.keys) {
      out += queues[host]?.extract(condition) ?? []
      if queues[host]?.first == nil { queues[host] = nil }
    }
    earliestDeadline = queues.values.compactMap(\.earliestDeadline).min()
    return out
  }
}
