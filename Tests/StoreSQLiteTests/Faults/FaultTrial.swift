import DriftModel
import FaultInjection
import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

import StoreSQL
@testable import StoreSQLite

/// A round with all that a store is asked for, during which something fails.
final class FaultTrial {
  /// What the ledger is at the beginning.
  enum Start: CaseIterable {
    /// There is none.
    case nothing
    /// It was closed.
    case closed
    /// Its process was killed, so that its log is read first.
    case killed
  }

  enum Step: CaseIterable {
    case open, begin, commit, end, read, acknowledge, deliver, prune, verify
  }

  /// Ledgers to begin with, and how many results they hold.
  struct Template {
    let folder: TemporaryFolder
    static let results = 3

    init() async throws {
      folder = try TemporaryFolder()
      let ledger = try SQLiteStore(path: folder.file("closed"))
      for _ in 0..<Self.results {
        let round = try await ledger.begin()
        try await ledger.commit(try FaultTrial.result(round: round))
        try await ledger.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
      }
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: folder.file("closed") + suffix, toPath: folder.file("killed") + suffix)
      }
      #expect(try await ledger.prune(keeping: PrunePolicy(), now: Samples.start).isCompacted)
    }

    func copy(_ start: Start, to path: String) throws {
      guard start != .nothing else { return }
      try FileManager.default.copyItem(atPath: folder.file("\(start)"), toPath: path)
      if start == .killed {
        try FileManager.default.copyItem(atPath: folder.file("killed-wal"), toPath: path + "-wal")
      }
    }
  }

  private let path: String
  private let name: Comment
  private let fault: Fault
  private let before: Int
  private var store: SQLiteStore?
  private var round = 0
  private var done: Set<Step> = []
  /// The step that failed and was not tried again.
  private var lost: Step?

  private init(path: String, name: Comment, fault: Fault, before: Int) {
    (self.path, self.name, self.fault, self.before) = (path, name, fault, before)
  }

  /// One result: three responses, a transition, and a shape that is longer than a page.
  static func result(round: Int) throws -> Evaluation {
    var result = try Samples.result(round: round)
    result.responses = (0..<3).map { Samples.response("https://api.example/\($0)", outcome: .unchanged) }
    let members = (0..<80).map { "\"member\($0)\": \($0)" }.joined(separator: ", ")
    result.learned.baseline = try Samples.shape("{\(members)}")
    return result
  }

  /// Runs a trial, and says whether anything failed.
  ///
  /// - Parameters:
  ///   - fault: What fails.
  ///   - call: The call that fails, counted from 1.
  ///   - isLasting: Whether all behind it fail too.
  ///   - isTriedAgain: Whether what failed is tried again with the same store. Else it is closed there.
  ///   - start: The ledger at the beginning.
  ///   - template: Where it is copied from.
  /// - Returns: Whether the trial has met the fault.
  /// - Throws: What keeps it from being tried.
  static func run(
    _ fault: Fault, at call: Int, isLasting: Bool, isTriedAgain: Bool, from start: Start, _ template: Template
  ) async throws -> Bool {
    let folder = try TemporaryFolder()
    try template.copy(start, to: folder.file())
    let name: Comment = "\(fault.name), call \(call), lasting \(isLasting), again \(isTriedAgain), from \(start)"
    let trial = FaultTrial(
      path: folder.file(), name: name, fault: fault, before: start == .nothing ? 0 : Template.results)
    // The trap of a fault ends the process: then the last line says where.
    print(name, terminator: "\n")
    fflush(nil)
    drift_files_use(1)
    fault.begin(call, isLasting)
    for step in Step.allCases where trial.lost == nil {
      try await trial.perform(step, isLasting: isLasting, isTriedAgain: isTriedAgain)
    }
    trial.store = nil
    let isMet = fault.failures() > 0
    fault.heal()
    #expect(try await Program.wait(seconds: 20) { drift_files_open() == 0 }, "left open: \(name)")
    drift_files_use(0)
    try await trial.check()
    return isMet
  }

  private func perform(_ step: Step, isLasting: Bool, isTriedAgain: Bool) async throws {
    guard let error = try await failure(of: step) else { return }
    judge(error, step)
    if isTriedAgain {
      if isLasting, let error = try await failure(of: step) { judge(error, step) }
      fault.heal()
      if !done.contains(step), let error = try await failure(of: step) {
        Issue.record("\(step) fails after the fault as well: \(error); \(name)")
        lost = step
      }
    } else {
      lost = step
    }
  }

  /// Whether an error tells of the fault: not of damage, and not of anything that another moment would not cure.
  private func judge(_ error: StoreError, _ step: Step) {
    let text = error.description
    #expect(fault.isMeant(error) && error.mayPass, "\(step): \(error); \(name)")
    #expect(text.hasPrefix(path) && !text.contains("\n"), "\(step): \(text); \(name)")
  }

  /// Does a step; the error if it fails.
  private func failure(of step: Step) async throws -> StoreError? {
    do {
      try await make(step)
      done.insert(step)
      return nil
    } catch let error as StoreError {
      return error
    }
  }

  private func make(_ step: Step) async throws {
    guard step != .open else {
      store = try SQLiteStore(path: path)
      return
    }
    let store = try #require(store)
    switch step {
    case .open: break
    case .begin: round = try await store.begin()
    case .commit: try await store.commit(try Self.result(round: round))
    case .end: try await store.endRound(round, at: Samples.start, seconds: 0, exitCode: 1)
    case .read:
      // What is read is either all there or an error.
      let memory = try await store.memory()
      let baseline = try Self.result(round: round).learned.baseline
      #expect(memory.report == Samples.report() && memory.baselineResponses > 0, name)
      #expect(memory.incidents.count == 1 && memory.baseline == baseline, name)
      #expect(try await store.undeliveredTransitions().count == before + 1, name)
      #expect(try await store.lastRound(completeOnly: true)?.number == round, name)
      #expect(try await store.requests(environment: nil).first?.report == Samples.report(), name)
    case .acknowledge: try await store.acknowledge(Samples.incident().id, by: "Ann", note: nil, at: Samples.start)
    case .deliver:
      let waiting = try await store.undeliveredTransitions().map(\.sequence)
      #expect(waiting.count == before + 1, name)
      try await store.markDelivered(waiting, at: Samples.start, environment: "production")
    case .prune: try await store.prune(keeping: PrunePolicy(everythingFor: 1), now: .distantFuture)
    case .verify: #expect(try await store.verify() == [], name)
    }
  }

  /// What an ordinary store finds afterwards: sound, with all that was acknowledged, and of what failed all or nothing.
  private func check() async throws {
    let ledger = try SQLiteStore(path: path)
    #expect(try await ledger.verify() == [], name)
    let results = try await ledger.number("SELECT count(*) FROM transitions") ?? 0
    #expect(
      done.contains(.commit) ? results == before + 1 : [0, lost == .commit ? 1 : 0].contains(results - before), name)
    let responses = try await ledger.number("SELECT count(*) FROM responses WHERE round = \(round)")
    #expect(responses == (results - before) * 3, name)
    let ended = try await ledger.lastRound(completeOnly: true)?.number ?? 0
    #expect(done.contains(.end) ? ended == round : [before, lost == .end ? round : before].contains(ended), name)
    let waiting = try await ledger.undeliveredTransitions().count
    #expect(done.contains(.deliver) ? waiting == 0 : [results, lost == .deliver ? 0 : results].contains(waiting), name)
    if done.contains(.acknowledge) { #expect(try await ledger.incidents().first?.state == .acknowledged, name) }
  }
}
