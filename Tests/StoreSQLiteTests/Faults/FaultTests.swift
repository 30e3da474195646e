import CSQLite
import FaultInjection
import Foundation
import Store
import StoreSamples
import System
import TestSupport
import Testing

@testable import StoreSQL
@testable import StoreSQLite

/// Says in the process in which something fails what that is.
private let faultVariable = "DRIFTWATCH_TEST_FAULT"

/// Begins the line in which that process says what it has tried.
private let summary = "tried "

@Suite(
  "Whatever fails beneath SQLite, the store says so, loses nothing that it acknowledged and keeps nothing that it did not"
)
struct FaultTests {
  private static let variables = ProcessInfo.processInfo.environment

  /// Every so many-th call is tried; 1: all of them.
  private static let step = variables["DRIFTWATCH_TEST_FAULTS"].flatMap { Int($0) }

  @Test("the disk or the memory fails", .enabled(if: variables[faultVariable] != nil, "only as a child"))
  func faultyProcess() async throws {
    let isMemory = Self.variables[faultVariable] == Fault.memory.name
    if isMemory {
      try #require(drift_memory_install() == SQLITE_OK)
      try startWithoutMemory()
      try readWithoutMemory()
    }
    try #require(drift_files_register() == SQLITE_OK)
    let template = try await FaultTrial.Template()
    for (fault, usual) in isMemory ? [(Fault.memory, 1_000)] : [(Fault.disk, 40), (Fault.full, 20)] {
      var (trials, last) = (0, 0)
      for (number, start) in FaultTrial.Start.allCases.enumerated() {
        for isLasting in [false, true] {
          for isTriedAgain in [false, true] {
            // Each begins elsewhere, so that few trials meet many calls.
            let step = Self.step ?? usual
            var call = 1 + (number * 5 + (isLasting ? 2 : 0) + (isTriedAgain ? 1 : 0)) * step / 17
            while try await FaultTrial.run(
              fault, at: call, isLasting: isLasting, isTriedAgain: isTriedAgain, from: start, template)
            {
              trials += 1
              call += step
            }
            last = max(last, call)
          }
        }
      }
      print("\(summary)\(trials) faults of the \(fault.name), up to call \(last)")
    }
  }

  /// Opens a connection as the first of the process, for which SQLite allocates more.
  private func startWithoutMemory() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file())
    var call = 0
    repeat {
      call += 1
      #expect(sqlite3_shutdown() == SQLITE_OK)
      drift_memory_fail(call, 0)
      do throws(StoreError) {
        _ = try Connection(path: folder.file(), mode: .readWrite)
      } catch {
        #expect(Fault.memory.isMeant(error), "call \(call): \(error)")
      }
    } while drift_memory_failures() > 0
    drift_memory_fail(0, 0)
    #expect(sqlite3_shutdown() == SQLITE_OK)
    #expect(call > 10 && drift_memory_blocks() == 0)
  }

  /// Reads a number as text, for which SQLite allocates when it is asked for the column. Without memory it gives NULL, and rolls
  /// the transaction back when the statement ends.
  private func readWithoutMemory() throws {
    let folder = try TemporaryFolder()
    try PrivateFile.create(folder.file())
    try Connection(path: folder.file(), mode: .readWrite).execute(
      "CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('long enough')")
    let select = "SELECT length(a) FROM t WHERE length(a) > 1"
    for reads in [1, 2] {
      var (call, isMet) = (0, true)
      while isMet {
        call += 1
        // A new one, because a statement that is used again has memory from before.
        let connection = try Connection(path: folder.file(), mode: .readWrite)
        drift_memory_fail(call, 0)
        do throws(StoreError) {
          let found = try connection.transaction(.writing) { () throws(StoreError) in
            try connection.run("INSERT INTO t VALUES ('1')")
            let found: [String?] =
              reads == 1
              ? [try connection.first(select) { $0.optionalText(0) } ?? nil]
              : try connection.all(select) { row throws(StoreError) -> String? in
                guard let text = row.optionalText(0) else {
                  throw .damaged(store: connection.path, part: "t.a", reason: "NULL")
                }
                return text
              }
            try connection.run("INSERT INTO t VALUES ('2')")
            return found
          }
          #expect(found == ["11"], "call \(call)")
          isMet = drift_memory_failures() > 0
        } catch {
          #expect(Fault.memory.isMeant(error), "call \(call): \(error)")
        }
        drift_memory_fail(0, 0)
        let stored = try connection.first("SELECT count(*) FROM t WHERE a = '1'") { $0.integer(0) } ?? 0
        let also = try connection.first("SELECT count(*) FROM t WHERE a = '2'") { $0.integer(0) } ?? 0
        #expect(stored == also && stored <= 1, "half of a transaction is stored at call \(call)")
        try connection.execute("DELETE FROM t WHERE a IN ('1', '2')")
      }
      #expect(call > 5)
    }
  }

  @Test("At any call of a bad or full disk: an error that names the fault, then all goes on, and the file is sound")
  func disk() async throws { try await run(Fault.disk, lines: 2) }

  @Test("At any allocation of SQLite: an error that names the fault, then all goes on, and the file is sound")
  func memory() async throws { try await run(Fault.memory, lines: 1) }

  /// Runs the process in which something fails; `lines` say what it has tried.
  private func run(_ fault: Fault, lines count: Int) async throws {
    let process = try Program(test: "faultyProcess", environment: [faultVariable: fault.name])
    let ending = await process.end(within: Self.step == nil ? 300 : 36_000)
    let lines = (ending.text + "\n" + ending.errors).split(separator: "\n").map(String.init)
    let found = lines.filter { $0.hasPrefix("↳") }.prefix(5) + lines.suffix(4)
    #expect(ending.code == 0, "\(found.joined(separator: "\n"))")
    let tried = lines.filter { $0.hasPrefix(summary) }
    #expect(tried.count == count)
    if Self.step != nil { print(tried.joined(separator: "\n")) }
  }
}
