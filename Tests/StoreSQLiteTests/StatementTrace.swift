import CSQLite
import Foundation
import Store

import StoreSQL
@testable import StoreSQLite

/// Statements that a connection ran, with what each of them cost; for tests of what is looked up and what is read whole.
final class StatementTrace {
  /// One statement that was run.
  struct Run {
    /// Its text, values left out.
    let sql: String
    /// Operations of SQLite's virtual machine: about as many as rows and index entries were touched, times a small factor.
    let steps: Int
  }

  private(set) var runs: [Run] = []

  /// Notes every statement of `connection` while `body` runs.
  static func of<Result>(
    _ connection: borrowing Connection, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, runs: [Run]) {
    // Statements are used again, and count from where they were last read.
    var idle = sqlite3_next_stmt(connection.raw, nil)
    while let statement = idle {
      _ = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
      idle = sqlite3_next_stmt(connection.raw, statement)
    }
    let trace = StatementTrace()
    // The trace lives until after tracing has ended, and SQLite calls back on the thread that runs the statement.
    let context = Unmanaged.passUnretained(trace).toOpaque()
    sqlite3_trace_v2(connection.raw, UInt32(SQLITE_TRACE_PROFILE), noteStatement, context)
    defer {
      sqlite3_trace_v2(connection.raw, 0, nil, nil)
      withExtendedLifetime(trace) {}
    }
    let result = try body()
    return (result, trace.runs)
  }

  fileprivate func note(_ statement: OpaquePointer) {
    guard let text = sqlite3_sql(statement) else { return }
    runs.append(
      Run(sql: String(cString: text), steps: Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))))
  }
}

/// SQLite's callback at the end of a statement: `P` is the statement, `X` its time. Source: SQLite "SQL Trace Event Codes".
private func noteStatement(
  _: UInt32, context: UnsafeMutableRawPointer?, statement: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let statement else { return 0 }
  Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue().note(OpaquePointer(statement))
  return 0
}

extension SQLiteStore {
  /// What `body` gives, and every statement that it ran on this ledger.
  func traced<Result: Sendable>(
    _ body: @Sendable (isolated SQLiteStore) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, runs: [StatementTrace.Run]) {
    try StatementTrace.of(connection) { () throws(StoreError) in try body(self) }
  }

  /// SQLite's plan for a statement, one line for each step.
  func plan(of sql: String) throws(StoreError) -> [String] {
    try connection.all("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
  }
}
