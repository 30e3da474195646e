import Foundation
import Store
import StoreSQL

extension Connection {
  /// A connection to the database at `path`.
  convenience init(
    path: String, mode: SQLiteDriver.Mode, busySeconds: Double = SQLiteDriver.busySeconds, bounds: Bounds = Bounds()
  ) throws(StoreError) {
    self.init(try SQLiteDriver(path: path, mode: mode, busySeconds: busySeconds), bounds: bounds)
  }

  /// SQLite's own connection; `nil` for one to a server.
  var raw: OpaquePointer? { (driver as? SQLiteDriver)?.raw }

  /// Switches the file to write-ahead logging, in which readers never wait for the writer.
  ///
  /// The switch needs exclusive access for a moment and SQLite does not always wait for it, so it is tried again until
  /// the busy time is over.
  func useWriteAheadLog() throws(StoreError) {
    let deadline = ContinuousClock.now + .seconds(SQLiteDriver.busySeconds)
    while true {
      do throws(StoreError) {
        let mode = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
          throw .cannotOpen(store: path, reason: "its file system does not support write-ahead logging")
        }
        break
      } catch {
        guard case .busy = error, ContinuousClock.now < deadline else { throw error }
        usleep(20_000)
      }
    }
    // The size to which the log is cut after a long read.
    try execute("PRAGMA journal_size_limit = 16777216")
  }
}
