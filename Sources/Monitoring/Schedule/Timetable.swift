import DriftModel
/// Decides when each endpoint is due. Each has its own grid of times, so that nothing drifts and not all begin at once.
///
/// It is pure: it gets the time and returns what to begin. Times are seconds of a steady clock; the wall clock places
/// the grids once, at the start, so that a restart finds them where they were. Endpoints that depend on each other
/// (``Group``) have one phase and are never checked twice at once.
struct Timetable: Sendable {
  /// Endpoints that belong to one round.
  struct Group: Sendable {
    /// Names and intervals in seconds.
    let members: [(id: EndpointID, interval: Double)]
    /// The hosts that its requests go to, as one text.
    var host = ""
  }

  /// What is begun together.
  struct Batch: Sendable, Equatable {
    /// Number of the batch, for ``Timetable/finish(_:seconds:at:)``.
    let number: Int
    /// What is due of it.
    let endpoints: [EndpointID]
    /// Seconds between the slot and the beginning, of the latest.
    let lag: Double
  }

  /// The least time between batches, so that endpoints of a host that are due at the same time share a round and a worker.
  static let window = 0.25
  /// The most endpoints that one batch begins. If more were missed, they are checked in turn.
  static let largestBatch = 50
  /// If all were missed, this many are begun at once. The others are spread over time, a hundred each second.
  static let unspread = 20
  /// A group that took longer to fetch has its own rounds, so that it does not delay others.
  static let slowSeconds = 1.0
  /// Batches of one host at once, those of slow groups aside. What is due meanwhile shares the next one, so that a busy machine begins
  /// fewer and larger rounds.
  static let batchesPerHost = 2
  /// A batch that could not be stored is tried again after this, or after its interval if that is shorter.
  static let secondsToRetry = 60.0

  fileprivate struct Entry {
    let id: EndpointID
    let interval: Double
    /// A slot of the grid, from which all others follow.
    let origin: Double
    var slot: Double
    /// The slot that the endpoint was begun or postponed for, until it is checked.
    var due: Double
    var isPostponed = false
    let group: Int
  }

  private struct GroupState {
    let host: String
    var isRunning = false
    var isSlow = false
  }

  private struct RunningBatch {
    let entries: [Int]
    let groups: Set<Int>
    /// The host whose batches are counted; `nil` for that of a slow group.
    let host: String?
  }

  private var entries: [Entry] = []
  private var groups: [GroupState]
  private var running: [Int: RunningBatch] = [:]
  private var batchesOfHosts: [String: Int] = [:]
  private var begun = 0
  private var lastBegin = -Double.infinity
  /// Slots that passed without a check, while the process was stopped or while the endpoint's last check was running.
  var missedSlots = 0

  /// The timetable of `groups`.
  ///
  /// - Parameters:
  ///   - groups: Which endpoints are watched; those of one group have one phase.
  ///   - now: The steady clock.
  ///   - wall: Seconds since 1970 at that moment.
  ///   - checks: Seconds since 1970 of the last check of each endpoint; one in the future, after a clock was set back,
  ///     counts as now.
  init(_ groups: [Group], now: Double, wall: Double, checks: [EndpointID: Double]) {
    self.groups = groups.map { GroupState(host: $0.host) }
    for (index, group) in groups.enumerated() {
      // By the shortest interval, so that those that are multiples of it fall together.
      let shortest = max(0.001, group.members.map(\.interval).min() ?? 0)
      let phase = shortest * (group.members.first?.id.fraction ?? 0)
      for member in group.members {
        let interval = max(0.001, member.interval)
        let origin = now - wall.truncatingRemainder(dividingBy: interval) + phase
        var entry = Entry(id: member.id, interval: interval, origin: origin, slot: now, due: now, group: index)
        if let look = checks[member.id] { entry.slot = entry.firstSlot(from: now + min(0, look - wall) + interval / 2) }
        entries.append(entry)
      }
    }
    let late = entries.indices.filter { entries[$0].slot <= now }
    for index in late {
      let stretch = late.count > Self.unspread ? min(entries[index].interval, Double(late.count) / 100) : 0
      let first = groups[entries[index].group].members.first?.id ?? entries[index].id
      entries[index].slot = now + stretch * first.fraction
    }
  }

  /// Whether nothing is watched.
  var isEmpty: Bool { entries.isEmpty }
  /// Batches that are running.
  var runningBatches: Int { running.count }
  /// Endpoints that are watched.
  var count: Int { entries.count }

  /// When something will be due, if nothing ends before; `nil` if nothing will be due before something ends.
  var nextBegin: Double? {
    let next = entries.lazy.filter { mayBegin($0.group) }.map(\.slot).min()
    return next.map { max($0, lastBegin + Self.window) }
  }

  private func mayBegin(_ group: Int) -> Bool {
    let state = groups[group]
    return !state.isRunning && (state.isSlow || batchesOfHosts[state.host, default: 0] < Self.batchesPerHost)
  }

  /// The largest lag of endpoints that are due now and cannot be begun, or 0.
  func overdue(at now: Double) -> Double { entries.reduce(0) { max($0, now - $1.slot) } }

  /// Begins endpoints that are due and belong to no running group: one batch for each host's quick groups, and one for each
  /// slow group. A round ends with its slowest request, so that no host shares one with another: nobody knows which will hang.
  mutating func begin(at now: Double) -> [Batch] {
    guard now >= lastBegin + Self.window else { return [] }
    let due = entries.indices.filter { entries[$0].slot <= now && mayBegin(entries[$0].group) }
    guard !due.isEmpty else { return [] }
    lastBegin = now
    var byGroup: [Int: [Int]] = [:]
    var order: [Int] = []
    for index in due.sorted(by: { entries[$0].slot < entries[$1].slot }) {
      if byGroup[entries[index].group] == nil { order.append(entries[index].group) }
      byGroup[entries[index].group, default: []].append(index)
    }
    var together: [String: [Int]] = [:]
    var hosts: [String] = []
    var batches: [Batch] = []
    var taken = 0
    for group in order {
      guard taken < Self.largestBatch, let members = byGroup[group] else { break }
      taken += members.count
      if groups[group].isSlow {
        batches.append(start(members.sorted(), at: now, host: nil))
      } else {
        let host = groups[group].host
        if together[host] == nil { hosts.append(host) }
        together[host, default: []] += members
      }
    }
    let shared = hosts.compactMap { host in
      together[host].map { start($0.sorted(), at: now, host: host) }
    }
    return shared + batches
  }

  private mutating func start(_ indices: [Int], at now: Double, host: String?) -> Batch {
    var lag = 0.0
    for index in indices {
      let entry = entries[index]
      let due = entry.isPostponed ? entry.due : entry.slot
      lag = max(lag, now - due)
      (entries[index].due, entries[index].isPostponed) = (due, false)
      missedSlots += entry.slots(after: entry.slot, to: now)
      // After a late check, the next one is at least half an interval away.
      let base = now - entry.slot < entry.interval / 2 ? entry.slot : now
      entries[index].slot = entry.firstSlot(from: base + entry.interval / 2)
    }
    begun += 1
    let members = Set(indices.map { entries[$0].group })
    for group in members { groups[group].isRunning = true }
    running[begun] = RunningBatch(entries: indices, groups: members, host: host)
    if let host { batchesOfHosts[host, default: 0] += 1 }
    return Batch(number: begun, endpoints: indices.map { entries[$0].id }, lag: lag)
  }

  private mutating func end(_ number: Int) -> (entries: [Int], groups: Set<Int>)? {
    guard let batch = running.removeValue(forKey: number) else { return nil }
    if let host = batch.host {
      let rest = batchesOfHosts[host, default: 1] - 1
      batchesOfHosts[host] = rest > 0 ? rest : nil
    }
    return (batch.entries, batch.groups)
  }

  /// Records that a batch has ended. Slots that passed meanwhile are left out, and counted.
  ///
  /// - Parameters:
  ///   - number: Number of the batch.
  ///   - seconds: How long each endpoint's requests took on the wire, in sum.
  ///   - now: The steady clock.
  ///   - held: What another process checks, so that nothing is known of how long it takes.
  mutating func finish(_ number: Int, seconds: [EndpointID: Double], at now: Double, held: Set<EndpointID> = []) {
    guard let (indices, members) = end(number) else { return }
    var spent: [Int: Double] = [:]
    for entry in entries where members.contains(entry.group) {
      spent[entry.group, default: 0] += seconds[entry.id] ?? 0
    }
    let unknown = Set(indices.filter { held.contains(entries[$0].id) }.map { entries[$0].group })
    for group in members {
      groups[group].isRunning = false
      if unknown.contains(group) { continue }
      groups[group].isSlow = spent[group, default: 0] > Self.slowSeconds
    }
    for index in indices {
      let entry = entries[index]
      let passed = entry.slot > now ? 0 : 1 + entry.slots(after: entry.slot, to: now)
      missedSlots += passed
      entries[index].slot += Double(passed) * entry.interval
    }
  }

  /// Records that endpoints are to be tried again, because another process checks them or talks to their host at the moment. They are due
  /// since when they were.
  ///
  /// - Parameters:
  ///   - endpoints: Endpoints of a batch that has ended.
  ///   - time: When they are tried again, unless they are due before.
  mutating func postpone(_ endpoints: [EndpointID], to time: Double) {
    let ids = Set(endpoints)
    for index in entries.indices where ids.contains(entries[index].id) && !groups[entries[index].group].isRunning {
      entries[index].slot = min(entries[index].slot, time)
      entries[index].isPostponed = true
    }
  }

  /// Records that a batch could not be stored. It is tried again soon.
  mutating func retry(_ number: Int, at now: Double) {
    guard let (indices, members) = end(number) else { return }
    for group in members { groups[group].isRunning = false }
    for index in indices {
      entries[index].slot = now + min(Self.secondsToRetry, entries[index].interval)
    }
  }
}

extension Timetable.Entry {
  /// The first slot of the grid that is not before `time`.
  fileprivate func firstSlot(from time: Double) -> Double {
    // With a tolerance of a thousandth, so that rounding errors cannot skip a slot.
    origin + ((time - origin) / interval - 0.001).rounded(.up) * interval
  }

  /// Whole intervals between two times.
  fileprivate func slots(after first: Double, to last: Double) -> Int {
    Int(max(0, min((last - first) / interval, 1e15)).rounded(.down))
  }
}
