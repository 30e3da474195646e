import TestSupport
import Testing

@Suite("Requests that write")
struct WriteTargetTests {
  @Test("are no part of a live round, and one that is named is not passed over in silence")
  func namedWrite() async throws {
    let driftwatch = try Driftwatch()
    let named = try await driftwatch.call("check", "platzi-store/create-product", "--db", driftwatch.ledger)
    #expect(named.code == 3)
    #expect(named.text.contains("recordings only"), "\(named.text)")
  }
}

/// The command, for a contract with a sandbox.
@Suite("Writes that are allowed")
struct AllowedWriteTests {
  private func driftwatch(_ server: inout HostileServer?) throws -> Driftwatch {
    let driftwatch = try Driftwatch(.polite)
    try driftwatch.place.write(
      #"{"body":"[{\"id\":1,\"title\":\"Lamp\",\"price\":12.5}]"}"#, to: "told/products.http.json")
    try driftwatch.place.write(#"{"status":201,"body":"{}"}"#, to: "told/products.post.http.json")
    server = try HostileServer(files: driftwatch.place.path("told"))
    return driftwatch
  }

  @Test("go out with --allow-writes to a declared sandbox, and are no part of any other call")
  func allowed() async throws {
    var started: HostileServer?
    let driftwatch = try driftwatch(&started)
    let server = try #require(started)
    let variables = ["STORE_SANDBOX": server.url("/told")]
    let check = ["check", "store", "--environment", "sandbox", "--db", driftwatch.ledger]
    func sent() throws -> Int { try server.requests(under: "/told").filter { $0.method == "POST" }.count }
    #expect(try await driftwatch.call(check, environment: variables).code == 0)
    #expect(try sent() == 0)
    let allowed = try await driftwatch.call(check + ["--allow-writes"], environment: variables)
    #expect(allowed.code == 0, "\(allowed.text)\(allowed.errors)")
    #expect(try sent() == 2)
  }

  @Test(
    "are refused with exit 2 where nothing could be sent",
    arguments: [
      (["--allow-writes"], "environment production is no sandbox; give --environment sandbox"),
      (["--allow-writes", "--environment", "staging"], "environment staging is no sandbox"),
      (["--allow-writes", "--from", "recordings"], "--allow-writes sends requests"),
    ])
  func refused(options: [String], words: String) async throws {
    let driftwatch = try Driftwatch(.polite)
    let ending = try await driftwatch.call(["check", "store", "--db", driftwatch.ledger] + options)
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending.errors)")
  }
}
