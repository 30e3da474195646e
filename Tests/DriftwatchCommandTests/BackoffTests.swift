import Foundation
import Store
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

/// What `check` and `run` do alike with a provider that wants less of them.
@Suite("Politeness, as a process", .serialized)
struct BackoffTests {
  private let tagged = """
    {"headers":{"ETag":"\\"v1\\""},"body":"[{\\"id\\":1,\\"name\\":\\"Ada\\",\\"email\\":\\"ada@example.org\\"}]"}
    """

  private func scene(_ told: String) throws -> (driftwatch: Driftwatch, server: HostileServer, options: [String]) {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(told, to: "told/people.http.json")
    try driftwatch.place.write(#"{"body":"{}"}"#, to: "told/tags.http.json")
    let server = try HostileServer(files: driftwatch.place.path("told"))
    return (driftwatch, server, ["--db", driftwatch.ledger, "--base-url", "quick=\(server.url("/told"))"])
  }

  @Test("After a 429 with Retry-After neither check, check --only-due nor run asks again, and each says why")
  func backsOff() async throws {
    let (driftwatch, server, options) = try scene(#"{"status":429,"headers":{"Retry-After":"3600"},"body":"{}"}"#)
    let check = ["check", "quick/people", "--format", "json"] + options
    #expect(try ReportJSON(try await driftwatch.call(check).output).endpoints.map(\.outcome) == ["rate_limited"])
    let again = try await driftwatch.call(check)
    let endpoint = try #require(try ReportJSON(again.output).endpoints.first)
    #expect(again.code == 3 && endpoint.outcome == "not_checked")
    #expect(endpoint.reason?.hasPrefix("not asked until ") == true, "\(endpoint)")
    _ = try await driftwatch.call(check + ["--only-due"])
    let ledger = try SQLiteStore(path: driftwatch.ledger, access: .readOnly)
    let before = try await ledger.roundCount()
    let run = try driftwatch.start(["run", "--quiet"] + options)
    // The ledger's file is all that a quiet daemon shows of itself.
    let deadline = ContinuousClock.now + .seconds(30)
    while try await ledger.roundCount() < before + 4, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(try await ledger.roundCount() >= before + 4)
    run.send(SIGTERM)
    #expect(await run.end().code == 0)
    #expect(try server.requests(under: "/told/people").count == 1)
    #expect(try server.requests(under: "/told/tags").isEmpty, "all that the same credential asks of the origin waits")
  }

  @Test("What has not changed is asked for by its tag and told as what it is, exit code and all")
  func unchanged() async throws {
    let (driftwatch, server, options) = try scene(tagged)
    let check = ["check", "quick/people", "--format", "json"] + options
    for outcome in ["ok", "unchanged", "unchanged"] {
      let ending = try await driftwatch.call(check)
      #expect(ending.code == 0)
      #expect(try ReportJSON(ending.output).endpoints.map(\.outcome) == [outcome])
    }
    let tags = try server.requests(under: "/told/people").map { $0.headers["If-None-Match"] }
    #expect(tags == [nil, "\"v1\"", "\"v1\""])
    // Responses from files go into a ledger that is thrown away, and know nothing of tags.
    try driftwatch.place.write(People.withoutName, to: "files/quick/people/index.json")
    #expect(try await driftwatch.call("check", "quick/people", "--from", driftwatch.place.path("files")).code == 1)
  }
}
