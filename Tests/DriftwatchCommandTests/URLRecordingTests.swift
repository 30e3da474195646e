import Foundation
import TestSupport
import Testing

@Suite("Recordings of URLs, and what is recorded already, through the command")
struct URLRecordingTests {
  let driftwatch: Driftwatch
  let server: HostileServer
  var folder: String { driftwatch.place.path("rec2") }
  /// What the folder of the host is called.
  var host: String { "127-0-0-1-\(server.port)" }

  init() throws {
    driftwatch = try Driftwatch(.recorded)
    server = try HostileServer(files: driftwatch.place.path("files"))
    try tell("things", #"[{"size": 12}]"#)
    try tell("people/ada-lovelace", #"{"name": "Ada"}"#)
    try tell("people/alan-turing", #"{"name": "Alan", "born": "London"}"#)
  }

  private func tell(_ path: String, _ text: String) throws {
    try driftwatch.place.write(text, to: "files/\(path).json")
  }

  private func record(_ path: String) async throws {
    let ending = try await driftwatch.call("record", server.url("/files/\(path)"), "--recordings", folder)
    #expect(ending.code == 0 && ending.text.contains("recorded, redacted"), "\(ending)")
  }

  private func recordings(_ arguments: String...) async throws -> Program.Ending {
    try await driftwatch.call(["recordings"] + arguments + ["--recordings", folder])
  }

  @Test("They are listed, verified and pruned by the name of the host's folder and the words of the path")
  func listed() async throws {
    for path in ["things", "people/ada-lovelace", "people/alan-turing"] { try await record(path) }
    let list = try await recordings("list")
    #expect(list.code == 0, "\(list)")
    let rows = list.text.split(separator: "\n").map { $0.split(separator: " ").prefix(2).map(String.init) }
    #expect(rows.contains(["\(host)/files-things", "1"]), "\(list.text)")
    #expect(rows.contains(["\(host)/files-people-any", "2"]), "\(list.text)")
    let verified = try await recordings("verify")
    #expect(verified.code == 0 && verified.text == "3 recordings, each of which can be used\n", "\(verified)")
    let pruned = try await recordings("prune", host)
    #expect(pruned.code == 0 && pruned.text.hasPrefix("removed 1 of 3 recordings"), "\(pruned)")
    // The one that shows more stays.
    #expect(try await recordings("list", "\(host)/files-people-any").text.contains(#/files-people-any +1\s/#))
    #expect(try await recordings("list", "\(host)/files-people").code == 2)
  }

  @Test("A URL is taken in place of a name, with or without its query; one of which nothing is recorded is exit 3")
  func operand() async throws {
    try await record("things")
    try await record("people/ada-lovelace")
    for query in ["", "?key=value"] {
      let list = try await recordings("list", server.url("/files/things\(query)"))
      #expect(list.code == 0 && list.text.contains("\(host)/files-things"), "\(list)")
      #expect(!list.text.contains("people") && !list.text.contains("no recording of"), "\(list.text)")
    }
    let person = try await recordings("verify", server.url("/files/people/grace-hopper"))
    #expect(person.code == 0 && person.text.hasPrefix("1 recording,"), "\(person)")
    let unknown = try await recordings("list", server.url("/files/other?key=\(Driftwatch.canary)"))
    #expect(unknown.code == 3 && unknown.errors.contains("nothing is recorded of \(server.url("/files/other"))"))
    #expect(try await recordings("list", "http://").code == 2)
  }

  @Test("An edit of one is found")
  func edited() async throws {
    try await record("things")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let body = try #require(names.first { $0.hasSuffix(".json") && !$0.hasSuffix(".meta.json") })
    try driftwatch.place.write("[]", to: "rec2/\(body)")
    let verified = try await recordings("verify")
    #expect(verified.code == 1 && verified.text.contains("changed after it was recorded"), "\(verified)")
  }

  @Test(
    "Where recordings of a URL go has to be said, whatever folders of contracts there are", arguments: [true, false])
  func noFolder(_ hasContracts: Bool) async throws {
    if hasContracts {
      try FileManager.default.createDirectory(
        atPath: driftwatch.place.path("Contracts/\(host)"), withIntermediateDirectories: true)
    }
    let url = server.url("/files/things")
    for command in [["record", url], ["check", url, "--record", "--db", driftwatch.ledger]] {
      let ending = try await driftwatch.call(command)
      #expect(ending.code == 2 && ending.errors.contains("say with --recordings DIR where"), "\(ending)")
      #expect(!ending.errors.contains("make ") && !ending.errors.contains("Contracts/"), "\(ending)")
    }
    #expect(try server.requests(under: "/files/things").isEmpty)
  }

  @Test("One exchange of an archive that belongs to no endpoint is told in the singular")
  func foreign() async throws {
    let entry =
      #"{"startedDateTime": "2026-03-05T10:00:00Z", "request": {"method": "GET", "url": "https://a.example.net/x", "headers": []},"#
      + #" "response": {"status": 200, "content": {"text": "{}"}}}"#
    let archive = try driftwatch.place.write(#"{"log": {"entries": [\#(entry)]}}"#, to: "session.har")
    let ending = try await driftwatch.call(
      "import", archive, "--recordings", folder, "--base-url", "crm=https://crm.example.net/api")
    #expect(ending.text.contains("1 belongs to no endpoint: a.example.net (1)\n"), "\(ending)")
  }

  @Test("A response that somebody put there by hand is recorded already, with what fails of it")
  func written() async throws {
    let text = #"[{"number": "twelve"}]"#
    try tell("receipts", text)
    try driftwatch.place.write(text, to: "rec2/2026-01-01/crm/receipts/index.json")
    func record() async throws -> Program.Ending {
      try await driftwatch.call(
        ["record", "crm/receipts", "--recordings", folder, "--base-url", "crm=\(server.url("/files"))"],
        environment: ["CRM_TOKEN": "token-5f1d2a90"])
    }
    let known = try await record()
    #expect(known.code == 0 && known.text == "1 response shows nothing that is not recorded already\n", "\(known)")
    // Nothing says of what somebody wrote which failures it shows.
    try tell("receipts", #"[{"number": "thirteen"}]"#)
    let new = try await record()
    #expect(new.code == 0 && new.text.hasPrefix("crm/receipts: "), "\(new)")
    let again = try await record()
    #expect(again.text == "1 response shows nothing that is not recorded already\n", "\(again)")
  }
}
