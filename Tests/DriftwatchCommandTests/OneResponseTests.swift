import DriftModel
import Foundation
import Store
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

@Suite("One response of many, and another host than is declared, as people meet them")
struct OneResponseTests {
  @Test("The report names the response that breaks, and the command that show prints fetches that one again")
  func reproduced() async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    func tell(_ path: String, _ body: String) throws { try driftwatch.tell(path, body) }
    try tell("list", #"[{"id":1,"name":"Ada","url":"/told/detail/1"},{"id":2,"name":"Bo","url":"/told/detail/2"}]"#)
    try tell("detail/1", #"{"id":1}"#)
    try tell("detail/2", #"{"id":2}"#)
    let common = ["--base-url", "walk=\(server.url("/told"))", "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(["check", "walk/detail"] + common).code == 0)
    try tell("detail/2", #"{"id":"two"}"#)
    let broken = try await driftwatch.call(["check", "walk/detail"] + common)
    #expect(broken.code == 1 && broken.text.contains("/told/detail/2  1 of 2 responses"), "\(broken.text)")
    let id = try #require(broken.text.firstMatch(of: #/(?m)^([0-9A-F]{4,})  NEW/#)?.1)
    let page = try await driftwatch.call("show", String(id), "--db", driftwatch.ledger).text
    let ledger = driftwatch.ledger
    #expect(page.contains("check walk/detail --request /told/detail/2 --verbose --db \(ledger)\n"), "\(page)")
    #expect(page.contains("healthy   number"))
    let before = try server.requests(under: "/told/detail").map(\.path)
    let again = try await driftwatch.call(["check", "walk/detail", "--request", "/told/detail/2"] + common)
    #expect(again.code == 1 && again.text.contains("1 of 2 responses"))
    #expect(Set(try server.requests(under: "/told/detail").map(\.path).dropFirst(before.count)) == ["/told/detail/2"])
    let wrong = try await driftwatch.call(["check", "walk/detail", "--request", "/nine"] + common)
    #expect(wrong.code == 2 && wrong.errors.contains("it sends /told/detail/1, /told/detail/2"), "\(wrong.errors)")
    #expect(try await driftwatch.call(["check", "walk", "--request", "/told/detail/2"] + common).code == 2)
  }

  @Test("Of five samples one breaks: every surface names it, of how many, what is there and how to see it again")
  func surfaces() async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    let links = (1...5).map { #"{"id":\#($0),"name":"A","url":"/told/detail/\#($0)"}"# }
    try driftwatch.tell("list", "[\(links.joined(separator: ","))]")
    for id in 1...5 { try driftwatch.tell("detail/\(id)", #"{"id":\#(id)}"#) }
    let common = ["--environment", "production", "--db", driftwatch.ledger]
    let check = ["check", "walk/detail", "--base-url", "walk=\(server.url("/told"))"] + common
    #expect(try await driftwatch.call(check).code == 0)
    try driftwatch.tell("detail/4", #"{"id":"four"}"#)
    let formats = ["json", "junit", "github", "markdown"]
    let broken = try await driftwatch.call(
      check + ["--verbose"] + formats.flatMap { ["--output", "\($0)=\(driftwatch.place.path($0))"] })
    #expect(broken.code == 1)
    var pages = ["text": broken.text]
    for format in formats { pages[format] = try String(contentsOfFile: driftwatch.place.path(format), encoding: .utf8) }
    pages["report"] = try await driftwatch.call("report", "--db", driftwatch.ledger).text
    let id = String(try #require(broken.text.firstMatch(of: #/(?m)^([0-9A-F]{4,})  NEW/#)?.1))
    pages["show"] = try await driftwatch.call("show", id, "--db", driftwatch.ledger).text
    pages["explain"] = try await driftwatch.call("explain", id, "--db", driftwatch.ledger).text
    for (surface, page) in pages {
      #expect(page.contains("/told/detail/4") && !page.contains("/told/detail/3"), "\(surface): \(page)")
      let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      let counts = surface == "json" ? #""responses" : { "count" : 1,"# : "1 of 5 responses"
      #expect(words.contains(counts), "\(surface): \(page)")
    }
    for surface in ["text", "markdown", "json", "show"] {
      #expect(pages[surface]?.contains("four") == true && pages[surface]?.contains("healthy") == true, "\(surface)")
    }
    #expect(pages["show"]?.contains("REPRODUCE     ") == true, "\(pages)")
    #expect(pages["show"]?.contains("check walk/detail --request /told/detail/4 --verbose") == true, "\(pages)")
  }

  @Test("One request that was asked for by name is no check of the endpoint: it is as due as it was")
  func due() async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    try driftwatch.tell(
      "list", #"[{"id":1,"name":"Ada","url":"/told/detail/1"},{"id":2,"name":"Bo","url":"/told/detail/2"}]"#)
    for id in 1...2 { try driftwatch.tell("detail/\(id)", #"{"id":\#(id)}"#) }
    func check(_ options: String...) async throws -> (code: Int32, paths: [String]) {
      let before = try server.requests(under: "/told/detail").count
      let ending = try await driftwatch.call(
        ["check", "walk/detail", "--base-url", "walk=\(server.url("/told"))", "--db", driftwatch.ledger] + options)
      return (ending.code, try server.requests(under: "/told/detail").map(\.path).dropFirst(before).sorted())
    }
    let (one, both) = (["/told/detail/2"], ["/told/detail/1", "/told/detail/2"])
    let first = try await check("--request", "/told/detail/2")
    #expect(first == (0, one))
    let due = try await check("--only-due")
    #expect(due == (0, both), "it never was checked as a whole")
    let idle = try await check("--only-due")
    #expect(idle == (0, []))
    // Nor is it due because one was asked for, whatever came of that.
    try driftwatch.tell("detail/2", #"{"id":"two"}"#)
    let again = try await check("--request", "/told/detail/2")
    #expect(again == (1, one + one), "a break is confirmed")
    let stillIdle = try await check("--only-due")
    #expect(stillIdle == (1, []))
  }

  @Test(
    "The command that show prints is quoted for a shell", arguments: ["staging", "it's new", "$(id) ~ \"a\"", "~root"])
  func quoted(_ environment: String) async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    try driftwatch.tell("list", #"[{"id":"one","name":"Ada"}]"#)
    let common = ["--environment", environment, "--db", driftwatch.ledger]
    let broken = try await driftwatch.call(
      ["check", "walk/list", "--base-url", "walk=\(server.url("/told"))"] + common)
    let id = try #require(broken.text.firstMatch(of: #/(?m)^([0-9A-F]{4,})  NEW/#)?.1)
    let detail = try await driftwatch.call(["show", String(id), "--format", "json", "--db", driftwatch.ledger])
    struct Detail: Decodable { let reproduce: String }
    let line = try JSONDecoder().decode(Detail.self, from: detail.output).reproduce
    // What a shell makes of it, word by word.
    let words = try await Program("/bin/sh", ["-c", "printf '%s\\n' \(line)"], environment: ["HOME": "/nowhere"]).end()
    let last: [Substring] = words.text.split(separator: "\n").suffix(5)
    let wanted = ["--environment", environment, "--verbose", "--db", driftwatch.ledger]
    #expect(last.map(String.init) == wanted, "\(line)")
  }

  @Test("Another host than is declared is an environment of its own: nothing of it is production's history")
  func elsewhere() async throws {
    let driftwatch = try Driftwatch(.polite)
    let server = try HostileServer(files: driftwatch.place.path("told"))
    func tell(_ body: String) throws { try driftwatch.tell("products", body) }
    let ledger = ["--db", driftwatch.ledger]
    let check = ["check", "store/products", "--base-url", "store=\(server.url("/told"))"] + ledger
    let host = String(server.url("").dropFirst("http://".count))
    try tell(#"[{"id":1,"title":"Lamp","price":12.5}]"#)
    #expect(try await driftwatch.call(check).text.hasPrefix("OK  1 API in \(host), "))
    try tell(#"[{"id":1,"title":"Lamp","price":"12.5"}]"#)
    let broken = try await driftwatch.call(check)
    #expect(broken.code == 1 && broken.text.contains("environment \(host)"), "\(broken.text)")
    #expect(try await driftwatch.call(check).text.contains("still open"), "it is the same from run to run")
    #expect(try await driftwatch.call(["report"] + ledger).text.isEmpty, "it is no news of production")
    let there = try await driftwatch.call(["report", "--environment", host] + ledger)
    #expect(there.text.hasPrefix("BREAKING: ") && there.text.contains(", \(host))"), "\(there.text)")
    // Who says that it is production gets production.
    #expect(try await driftwatch.call(check + ["--environment", "production"]).code == 1)
    #expect(try await driftwatch.call(["report"] + ledger).text.hasPrefix("BREAKING: "))
  }

  @Test("A report beside a round that runs is of the round before; of one that was killed it says that it did not end")
  func beside() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.withoutName, "--quiet")
    let ledger = try SQLiteStore(path: driftwatch.ledger)
    let lease = try await ledger.lease(for: .rounds)
    _ = try await ledger.beginRound(startedAt: Date(), source: .live, environment: "production", buildID: "b")
    let report = ["report", "--all", "--db", driftwatch.ledger]
    let running = try await driftwatch.call(report).text
    #expect(running.contains("round 1") && !running.contains("did not end"), "\(running)")
    withExtendedLifetime(lease) {}
    #expect(try await driftwatch.call("status", "--db", driftwatch.ledger).text.contains("2 rounds, "))
  }
}

extension Driftwatch {
  /// What a server of `told` says at `path` from now on.
  fileprivate func tell(_ path: String, _ body: String) throws {
    struct Told: Encodable {
      let status = 200
      let body: String
    }
    let told = try JSONEncoder().encode(Told(body: body))
    try place.write(String(decoding: told, as: UTF8.self), to: "told/\(path).http.json")
  }
}
