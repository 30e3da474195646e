import DriftModel
import Foundation
import Store
import StoreSamples
import TestSupport
import Testing

@testable import StorePostgreSQL
@testable import StoreSQL
@testable import StoreSQLite

@Suite(
  "How many results a second are stored",
  .enabled(
    if: PostgreSQLServer.programs != nil && ProcessInfo.processInfo.environment["DRIFTWATCH_COMMITS"] != nil,
    "only by DRIFTWATCH_COMMITS=N"), .serialized)
struct CommitTrial {
  private static let count = ProcessInfo.processInfo.environment["DRIFTWATCH_COMMITS"].flatMap { Int($0) } ?? 2_000

  /// Seconds of the clock for `count` calls by so many at once, each with a number of its own.
  private func seconds(_ writers: Int, _ call: @escaping @Sendable (_ writer: Int, _ turn: Int) async throws -> Void)
    async throws -> Double
  {
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<writers {
        group.addTask { for turn in 0..<Self.count / writers { try await call(writer, turn) } }
      }
      try await group.waitForAll()
    }
    return start.duration(to: .now) / .seconds(1)
  }

  private func evaluation(_ writer: Int, _ turn: Int, round: Int) -> Evaluation {
    var key = Samples.products
    key.endpoint = "e\(writer)-\(turn % 50)"
    var result = Evaluation(
      key: key, signature: Samples.signature, round: round, at: Samples.start, report: Samples.report(.ok))
    result.responses = [
      Samples.response("https://api.example/\(key.endpoint)", outcome: .ok, facts: nil, digest: Samples.digest)
    ]
    return result
  }

  /// Prints results a second of one, two and four writers beside transactions that store the same rows with nothing around them.
  @Test("Beside bare transactions with the same rows, and beside a file")
  func rates() async throws {
    let server = try PostgreSQLServer(isDurable: true)
    for writers in [1, 2, 4] {
      let address = try ServerAddress(server.address(schema: "rates_\(writers)"))
      let stores = try (0..<writers).map { _ in try PostgreSQLStore(server: address) }
      let round = try await stores[0].begin()
      let ours = try await seconds(writers) { writer, turn in
        try await stores[writer].commit(evaluation(writer, turn, round: round))
      }
      let report = try StoredJSON.encode(Samples.report(.ok), part: "", path: "")
      let bare = try (0..<writers).map { _ in
        BareWriter(try ServerConnection(address, isReadOnly: false), report, round)
      }
      let least = try await seconds(writers) { writer, turn in try await bare[writer].store(turn) }
      print(
        "\(writers) at once: \(Int(Double(Self.count) / ours)) results a second, bare \(Int(Double(Self.count) / least)),",
        "\((ours / least * 100).rounded() / 100) times as long")
    }
    let folder = try TemporaryFolder()
    let file = try SQLiteStore(path: folder.file())
    let round = try await file.begin()
    let own = try await seconds(1) { _, turn in try await file.commit(evaluation(0, turn, round: round)) }
    print("a file: \(Int(Double(Self.count) / own)) results a second")
  }
}

/// Stores the rows of a result and nothing else: a response, what is known of its URL, and the state of the request key.
private actor BareWriter {
  private let connection: ServerConnection
  private let report: String
  private let round: Int

  init(_ connection: sending ServerConnection, _ report: String, _ round: Int) {
    (self.connection, self.report, self.round) = (connection, report, round)
  }

  func store(_ turn: Int) throws {
    let row = [Value(turn % 50 + 1)]
    _ = try connection.execute("BEGIN")
    _ = try connection.run(
      "UPDATE urls SET outcome = 'ok', checked_at = ?2, responses = responses + 1 WHERE id = ?1", row + [Value(turn)])
    _ = try connection.run(
      """
      INSERT INTO responses (url, round, outcome, status, bytes, milliseconds, checked_at)
      VALUES (?1, ?2, 'ok', 200, 14311, 250, ?3)
      """, row + [Value(round), Value(turn)])
    _ = try connection.run(
      "UPDATE request_states SET checked_at = ?2, report = ?3, findings = '[]' WHERE request_key = ?1",
      row + [Value(turn), .text(report)])
    _ = try connection.execute("COMMIT")
  }
}
