import Foundation
import Store
import StoreSQL
import System

extension SQLiteDriver {
  func rehearsal(_ bounds: Bounds, _ body: (Connection) throws(StoreError) -> Void) throws(StoreError) {
    let folder: String
    do throws(SystemFailure) { folder = try PrivateFile.temporaryFolder() } catch {
      throw StoreError(error, path: "a temporary folder")
    }
    defer { PrivateFile.removeFolder(folder) }
    let copy = folder + "/copy.sqlite"
    try forEach("VACUUM INTO ?", [Value(copy)]) { _ in true }
    let connection = try Connection(path: copy, mode: .readWrite, bounds: bounds)
    try connection.useWriteAheadLog()
    try body(connection)
  }

  /// Bytes of the file and its write-ahead log; of a database in memory its pages.
  func size() throws(StoreError) -> Int {
    var bytes = 0
    for file in location == ":memory:" ? [] : [location, location + "-wal"] {
      var status = stat()
      if stat(file, &status) == 0 { bytes += Int(status.st_size) }
    }
    guard bytes == 0 else { return bytes }
    try forEach("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", []) { row in
      bytes = row.integer(0)
      return false
    }
    return bytes
  }

  /// The whole file is rewritten (SQLite "VACUUM"), which needs as much free space as its size meanwhile.
  func compact() throws(StoreError) -> Bool {
    let connection = Connection(self)
    do throws(StoreError) {
      let isSparse = try connection.first(
        "SELECT freelist_count * 20 > page_count FROM pragma_freelist_count, pragma_page_count"
      ) { $0.integer(0) == 1 }
      if isSparse == true { try execute("VACUUM") }
      // Its first column is 1 if a reader still needs the log.
      return try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) == 0 } ?? false
    } catch {
      switch error {
      case .busy, .full, .tooLarge: return false
      default: throw error
      }
    }
  }

  func structuralProblems() throws(StoreError) -> [String] {
    let connection = Connection(self)
    func check() throws(StoreError) -> [String] {
      try connection.all("PRAGMA integrity_check") { $0.text(0) }.filter { $0 != "ok" }
    }
    var structure = try check()
    // Among what is wrong SQLite lists also a page that it could not read; damage is there the next time as well.
    if !structure.isEmpty { structure = try check() }
    let orphans = try connection.all(
      "SELECT \"table\", count(*) FROM pragma_foreign_key_check GROUP BY 1 ORDER BY 1"
    ) { "\($0.text(0)): \(Self.rows($0.integer(1))) to nothing" }
    return structure.map { $0.replacing("\n", with: " ") } + orphans
  }

  private static func rows(_ count: Int) -> String { count == 1 ? "1 row refers" : "\(count) rows refer" }

  /// Compares the header and every table and index with those of a new ledger.
  func schemaProblems() throws(StoreError) -> [String] {
    let connection = Connection(self)
    var problems: [String] = []
    for (pragma, expected) in [("application_id", Schema.applicationID), ("user_version", Schema.version)]
    where try connection.first("PRAGMA \(pragma)", [], { $0.integer(0) }) != expected {
      problems.append("\(pragma): not that of schema \(Schema.version)")
    }
    let fresh = try Connection(path: location, mode: .memory)  // the path is what its errors name
    try fresh.migrate()
    let (wanted, found) = (try Self.definitions(fresh), try Self.definitions(connection))
    for (name, definition) in wanted.sorted(by: { $0.key < $1.key }) where found[name] != definition {
      problems.append("\(name): \(found[name] == nil ? "is missing" : "is not as schema \(Schema.version) has it")")
    }
    let strangers = found.keys.filter { wanted[$0] == nil }.count
    if strangers > 0 { problems.append("schema: \(strangers) that no schema of Driftwatch has") }
    // Numbers must never come twice.
    let below = try connection.first(
      """
      SELECT count(*) FROM sqlite_sequence WHERE seq < CASE name
        WHEN 'rounds' THEN (SELECT coalesce(max(number), 0) FROM rounds)
        WHEN 'transitions' THEN (SELECT coalesce(max(sequence), 0) FROM transitions) ELSE 0 END
      """
    ) { $0.integer(0) }
    if let below, below > 0 {
      problems.append("sqlite_sequence: below a number that is in use in \(below) row\(below == 1 ? "" : "s")")
    }
    return problems
  }

  /// Definition of each table and index, by kind and name, without regard to white space.
  private static func definitions(_ connection: Connection) throws(StoreError) -> [String: String] {
    let found = try connection.all(
      "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    ) {
      ($0.text(0), $0.text(1).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
    return Dictionary(found) { first, _ in first }
  }
}
