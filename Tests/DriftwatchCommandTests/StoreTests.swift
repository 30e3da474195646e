import Foundation
import TestSupport
import Testing

@Suite("Looking after the ledger")
struct StoreTests {
  @Test("A sound ledger is said to be sound; a damaged one is exit 4")
  func verify() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    let sound = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    #expect(sound.code == 0 && sound.text == "\(driftwatch.ledger) is sound: 1 round, 0 incidents\n", "\(sound)")
    var bytes = try Data(contentsOf: URL(filePath: driftwatch.ledger))
    #expect(bytes.count > 40_000)
    for index in 20_000..<40_000 { bytes[index] = 0x5A }
    try bytes.write(to: URL(filePath: driftwatch.ledger))
    let damaged = try await driftwatch.call("store", "verify", "--db", driftwatch.ledger)
    #expect(damaged.code == 4, "\(damaged)")
    #expect(damaged.text.split(separator: "\n").allSatisfy { !$0.isEmpty && $0.count < 400 })
  }

  @Test("prune keeps what is young and open, and --dry-run removes nothing")
  func prune() async throws {
    let driftwatch = try Driftwatch(.quick)
    // By the clocks of the rounds these are years old.
    for (day, response) in [
      ("2020-01-01", People.first), ("2020-01-02", People.withoutName), ("2020-01-03", People.first),
    ] {
      try driftwatch.place.write(response, to: "\(day)/quick/people/index.json")
      try await driftwatch.call(
        "check", "quick/people", "--from", driftwatch.place.path(day), "--db", driftwatch.ledger, "--quiet")
    }
    let store = ["store", "prune", "--db", driftwatch.ledger]
    let early = try await driftwatch.call(store + ["--dry-run"])
    #expect(early.code == 0 && early.text.hasPrefix("would remove "), "\(early)")
    #expect(try await driftwatch.call(store + ["--dry-run"]).text == early.text)
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    let removed = try await driftwatch.call(store + ["--keep-days", "30"])
    #expect(removed.code == 0 && removed.text.hasPrefix("removed "), "\(removed)")
    let again = try await driftwatch.call(store)
    #expect(again.text.hasPrefix("nothing is old enough"), "\(again)")
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
  }

  @Test("A monitor that was off for longer than --keep-days tells the break that it finds, before and after a prune")
  func off() async throws {
    let driftwatch = try Driftwatch(.quick)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let check = ["check", server.url("/shop"), "--db", driftwatch.ledger, "--fail-on", "warning"]
    for price in 1...3 {
      try driftwatch.place.write("[{\"price\":\(price)}]", to: "files/shop.json")
      try await driftwatch.call(check + ["--quiet"])
    }
    try await harm(
      driftwatch,
      """
      UPDATE rounds SET started_at = started_at - 800000000, ended_at = ended_at - 800000000;
      UPDATE request_states SET checked_at = checked_at - 800000000, last_good_at = last_good_at - 800000000;
      UPDATE responses SET checked_at = checked_at - 800000000; UPDATE urls SET checked_at = checked_at - 800000000;
      """)
    let pruned = try await driftwatch.call("store", "prune", "--keep-days", "7", "--db", driftwatch.ledger)
    #expect(pruned.code == 0 && pruned.text.hasPrefix("removed 2 responses"), "\(pruned)")
    #expect(!pruned.text.contains("gone"), "\(pruned)")
    try driftwatch.place.write("[{\"price\":\"4\"}]", to: "files/shop.json")
    let ending = try await driftwatch.call(check)
    #expect(ending.code == 1 && ending.text.contains("WARNING"), "\(ending)")
  }

  @Test("A round that ended later than now says nothing of how old it is")
  func future() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    let status = ["status", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(status).code == 0)
    try await harm(driftwatch, "UPDATE rounds SET started_at = started_at + 86400000, ended_at = ended_at + 86400000;")
    for options in [[], ["--alive"]] {
      let ending = try await driftwatch.call(status + options)
      #expect(ending.code == 3 && ending.text.contains(" from now") && !ending.text.contains(" ago"), "\(ending)")
      #expect(ending.errors.contains("the clock is wrong or was"), "\(ending.errors)")
    }
  }

  @Test("A change that no report delivered for long is told, once reports are delivered at all")
  func undelivered() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    try await driftwatch.round(People.withoutName, "--quiet")
    try await harm(
      driftwatch,
      "UPDATE transitions SET transition = json_set(transition, '$.at', json_extract(transition, '$.at') - 93600)")
    let status = ["status", "--db", driftwatch.ledger]
    func text() async throws -> String { try await driftwatch.call(status).text }
    #expect(try await !text().contains(" for a report since "), "nobody asks for reports")
    let failing = try await driftwatch.call("report", "--exec", "exit 1", "--db", driftwatch.ledger)
    #expect(failing.code == 4)
    try await harm(driftwatch, "INSERT INTO deliveries (environment, delivered_at) VALUES ('production', 0)")
    #expect(try await text().contains("1 change waits for a report since "))
    #expect(
      try await driftwatch.call(status + ["--format", "prometheus"]).text.contains(
        "driftwatch_undelivered_transitions 1\n"))
    #expect(try await driftwatch.call("report", "--db", driftwatch.ledger).code == 0)
    #expect(try await !text().contains(" for a report since "))
    #expect(
      try await driftwatch.call(status + ["--format", "prometheus"]).text.contains(
        "driftwatch_undelivered_transitions 0\n"))
  }

  @Test("Facts that another build wrote in another form end no round, and are no damage")
  func formerFacts() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first, "--quiet")
    for facts in ["{}", "", #"{"versions":[{}]}"#] {
      try await harm(driftwatch, "UPDATE latest_responses SET facts = '\(facts)'")
      #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
      let ending = try await driftwatch.round(People.first)
      #expect(ending.code == 0 && ending.text.hasPrefix("OK"), "\(ending)")
    }
    #expect(try await driftwatch.round(People.withoutName, "--quiet").code == 1)
  }

  @Test(
    "forget says what it forgot; the next check is a first observation, and the broken response is how it always was")
  func forget() async throws {
    let driftwatch = try Driftwatch(.quick)
    for number in 0..<6 {
      try await driftwatch.round(People.first.replacing("Ada", with: "Ada\(number)"), "--quiet")
    }
    let broken = try await driftwatch.round(People.withoutName)
    #expect(broken.code == 1, "\(broken.text)")
    try await driftwatch.call("report", "--db", driftwatch.ledger)
    let forget = ["store", "forget", "--db", driftwatch.ledger]
    let wrong = try await driftwatch.call(forget + ["quick/peopel"])
    #expect(wrong.code == 2 && wrong.errors.contains("did you mean quick/people?"), "\(wrong.errors)")
    let elsewhere = try await driftwatch.call(forget + ["quick/people", "--environment", "staging"])
    #expect(elsewhere.code == 3 && elsewhere.errors.contains("production"), "\(elsewhere.errors)")
    let forgotten = try await driftwatch.call(forget + ["quick/people"])
    #expect(forgotten.code == 0, "\(forgotten.errors)")
    for part in [
      "quick/people (production, recorded): forgot the shape of 7 responses", "pending change", "1 open incident ended",
      "the next check is a first observation",
    ] { #expect(forgotten.text.contains(part), "\(forgotten.text)") }
    #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
    let report = try await driftwatch.call("report", "--db", driftwatch.ledger)
    #expect(report.text.contains("RESOLVED"), "\(report.text)")
    #expect(try await driftwatch.call(forget + ["quick/people"]).text == "nothing was learned of quick/people\n")
    let first = try await driftwatch.round(People.withoutEmail, "--format", "json")
    let rules = try ReportJSON(first.output).findings.map(\.rule)
    #expect(first.code == 0 && !rules.contains { $0.hasPrefix("field-") }, "\(rules)")
    #expect(try await driftwatch.round(People.withoutEmail).code == 0)
  }

  /// Runs statements on the ledger as nobody should.
  private func harm(_ driftwatch: Driftwatch, _ sql: String) async throws {
    try ExternalTool.python.require()
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()"
    let ending = try await Program(
      "/usr/bin/python3", ["-c", script, driftwatch.ledger, sql], environment: pathOnly
    ).end()
    #expect(ending.code == 0, "\(ending.errors)")
  }

  @Test(
    "What cannot be done is refused in one line",
    arguments: [
      (["store"], "store needs prune, verify, forget ID/ENDPOINT, backup FILE or move FILE-OR-URL"),
      (["store", "prunee"], "did you mean prune?"),
      (["store", "verify", "x"], "store verify takes no argument"),
      (["store", "prune", "--keep-days", "0"], "--keep-days needs a whole number of days"),
      (["store", "prune", "--keep-days", "1.5"], "--keep-days needs a whole number of days"),
      (["store", "verify", "--dry-run"], "store verify has no option --dry-run"),
      (["store", "forget"], "store forget needs an endpoint"),
      (["store", "forget", "a/b", "c"], "no second argument \"c\""),
      (["store", "forget", "a/b", "--dry-run"], "store forget has no option --dry-run"),
      (["store", "prune", "--environment", "x"], "store prune has no option --environment"),
      (["store", "forget", "quick/people"], "there is no ledger at"),
      (["store", "prune"], "there is no ledger at"), (["store", "verify"], "there is no ledger at"),
    ])
  func refused(_ arguments: [String], _ message: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    let ending = try await driftwatch.call(arguments + ["--db", driftwatch.ledger])
    #expect(ending.code == 2 && ending.errors.contains(message), "\(ending.errors)")
    #expect(!FileManager.default.fileExists(atPath: driftwatch.ledger))
  }
}
