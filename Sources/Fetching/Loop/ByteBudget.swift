internal import Synchronization

/// The bytes of bodies that may be in memory at once, for all requests of a fetcher.
///
/// A body takes its part before it is read, by its declared length or in steps, and gives it back when nobody needs it any more. A body
/// that finds no room waits in line. Bodies that have begun may still grow if there is room, so that they come to their end; new ones
/// keep to the line, so that nobody waits for ever. If all that is taken belongs to bodies that wait, the one that has most goes on beyond
/// the budget: so nothing stands still for ever either, and a body larger than all of the budget goes alone.
final class ByteBudget: Sendable {
  private struct Waiter {
    let lease: Int
    /// What it wants to have in all.
    let wanted: Int
    let wake: @Sendable () -> Void
  }

  private struct State {
    var issued = 0
    /// By lease: its bytes.
    var bytes: [Int: Int] = [:]
    var taken = 0 { didSet { highest = max(highest, taken) } }
    var highest = 0
    var line: [Waiter] = []
    /// By number: who holds bodies that it can do without.
    var holders: [Int: @Sendable () -> Void] = [:]

    /// Who in the line may have what it wants: the first if there is room; if all that is taken belongs to those who wait, the one that
    /// has most, which comes to its end soonest. Were it another one each time, all would grow beyond the budget.
    func next(_ capacity: Int) -> Int? {
      guard let first = line.first else { return nil }
      let own = line.map { bytes[$0.lease] ?? 0 }
      if taken + first.wanted - own[0] <= capacity { return 0 }
      guard taken == own.reduce(0, +) else { return nil }
      return own.indices.max { (own[$0], $1) < (own[$1], $0) }
    }
  }

  /// Bytes that may be taken.
  let capacity: Int
  private let state = Mutex(State())

  init(_ capacity: Int) { self.capacity = max(1, capacity) }

  /// A body without bytes.
  func lease() -> BodyLease {
    BodyLease(
      self,
      number: state.withLock { state in
        state.issued += 1
        state.bytes[state.issued] = 0
        return state.issued
      })
  }

  /// Whether somebody waits for room.
  var isShort: Bool { state.withLock { !$0.line.isEmpty } }

  /// The bytes that are taken.
  var taken: Int { state.withLock { $0.taken } }

  /// The most bytes that were ever taken at once.
  var highest: Int { state.withLock { $0.highest } }

  /// Calls `tell` whenever a body begins to wait, until `removeHolder`.
  func addHolder(_ tell: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.issued += 1
      state.holders[state.issued] = tell
      return state.issued
    }
  }

  func removeHolder(_ number: Int) { state.withLock { $0.holders[number] = nil } }

  /// What `lease` has.
  fileprivate func bytes(of lease: Int) -> Int { state.withLock { $0.bytes[lease] ?? 0 } }

  /// Sets what `lease` has, whether or not there is room.
  fileprivate func set(_ lease: Int, to bytes: Int) {
    settle { state in
      state.taken += bytes - (state.bytes[lease] ?? 0)
      state.bytes[lease] = bytes
    }
  }

  /// Takes more for `lease`; `false` if it has to wait: then it stands in line, and `wake` is called once it has what it wants.
  fileprivate func grow(_ lease: Int, to wanted: Int, _ wake: @escaping @Sendable () -> Void) -> Bool {
    var tell: [@Sendable () -> Void] = []
    let hasRoom = state.withLock { state in
      let own = state.bytes[lease] ?? 0
      if wanted <= own { return true }
      let mayTake = state.line.isEmpty || own > 0
      guard mayTake, state.taken + wanted - own <= capacity else {
        state.line.append(Waiter(lease: lease, wanted: wanted, wake: wake))
        tell = Array(state.holders.values)
        return false
      }
      state.taken += wanted - own
      state.bytes[lease] = wanted
      return true
    }
    for call in tell { call() }
    if !hasRoom { settle { _ in } }
    return hasRoom
  }

  fileprivate func end(_ lease: Int) {
    settle { state in
      state.taken -= state.bytes.removeValue(forKey: lease) ?? 0
      state.line.removeAll { $0.lease == lease }
    }
  }

  /// Changes the state, and then gives the first in line what they want as far as there is room.
  private func settle(_ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      change(&state)
      var woken: [@Sendable () -> Void] = []
      while let index = state.next(capacity) {
        let next = state.line.remove(at: index)
        state.taken += next.wanted - (state.bytes[next.lease] ?? 0)
        state.bytes[next.lease] = next.wanted
        woken.append(next.wake)
      }
      return woken
    }
    for wake in woken { wake() }
  }
}

/// The part that one body has of a ``ByteBudget``; it is given back with the last reference.
public final class BodyLease: Sendable {
  private let budget: ByteBudget
  private let number: Int

  fileprivate init(_ budget: ByteBudget, number: Int) { (self.budget, self.number) = (budget, number) }

  deinit { budget.end(number) }

  /// The first and the largest step of a body of unknown length.
  private static let steps = (first: 64 << 10, largest: 256 << 10)

  /// Takes room for `needed` bytes in all; `false` if it has to wait: `wake` is called once it is there.
  ///
  /// Room is taken in steps, which double at first, so that few questions are asked; `most` bounds them.
  func makeRoom(for needed: Int, most: Int, _ wake: @escaping @Sendable () -> Void) -> Bool {
    let own = budget.bytes(of: number)
    if needed <= own { return true }
    let step = min(max(own, Self.steps.first), Self.steps.largest)
    return budget.grow(number, to: max(needed, min(most, own + step)), wake)
  }

  /// Sets what it has, whether or not there is room.
  func set(to bytes: Int) { budget.set(number, to: bytes) }
}
