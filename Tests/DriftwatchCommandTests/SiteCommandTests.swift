import Foundation
import StoreSQLite
import TestSupport
import Testing

@testable import DriftwatchCommand

@Suite("driftwatch site")
struct SiteCommandTests {
  private static func names(_ folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  private static func permissions(_ path: String) throws -> Int {
    let found = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return try #require(found)
  }

  private static func files(_ folder: String) throws -> [String] {
    try names(folder).filter { $0.hasSuffix(".html") }.map { "\(folder)/\($0)" }.sorted()
  }

  @Test(
    "A ledger of the recordings becomes pages for each API, endpoint and incident, which hang together and are its owner's only"
  )
  func recordings() async throws {
    let driftwatch = try Driftwatch()
    let ledger = ["--db", driftwatch.ledger, "--contracts", Driftwatch.contracts]
    #expect(try await driftwatch.call(["check", "--from", "recordings", "--quiet"] + ledger).code == 1)
    let folder = driftwatch.place.path("site")
    let ending = try await driftwatch.call(["site", folder] + ledger)
    let files = try Self.files(folder)
    #expect(ending.code == 0 && ending.errors.isEmpty, "\(ending.errors)")
    #expect(ending.text == "\(files.count) pages, the first is \(folder)/index.html\n")
    let names = try Self.names(folder)
    for name in ["index.html", "api.omg-lol.html", "endpoint.omg-lol.purls.html", "endpoint.pokeapi.species.html"] {
      #expect(names.contains(name), "\(name)")
    }
    #expect(names.contains { $0.hasPrefix("incident.") })
    let faults = try await PageFaults.ofFiles(files)
    #expect(faults == [])
    #expect(try Self.permissions(folder) == 0o700)
    for file in files { #expect(try Self.permissions(file) == 0o600) }
    let first = try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8)
    #expect(
      first.contains("BREAKING: app 1.0 to 1.2 cannot load purls")
        && first.contains(">omg-lol/purls · 12 % of installs"))
    // What was lost, what moved, and what would break.
    let endpoint = try String(contentsOfFile: "\(folder)/endpoint.omg-lol.purls.html", encoding: .utf8)
    #expect(
      endpoint.contains("<code>$.response.purls[*].counter</code>") && endpoint.contains("the app's own code") == false)
    #expect(endpoint.contains("<td class=\"strong\">all lost"))
    // The same ledger gives the same pages, and asks for nothing on standard output if that is wanted.
    let quiet = try await driftwatch.call(["site", folder, "--quiet"] + ledger)
    #expect(quiet.code == 0 && quiet.text.isEmpty)
    #expect(try String(contentsOfFile: "\(folder)/index.html", encoding: .utf8) == first)
  }

  @Test("The share of installs at a time is the one that a check was told then, also in a copy of the ledger")
  func formerShares() async throws {
    let driftwatch = try Driftwatch(.quick)
    try driftwatch.place.write(#"{"tags": []}"#, to: "files/tags.json")
    let server = try HostileServer(files: driftwatch.place.path("files"))
    // A check over files knows nothing of the time.
    let folder = driftwatch.place.path("2020-01-01")
    try driftwatch.place.write(People.first, to: "2020-01-01/quick/people/index.json")
    let file = try driftwatch.place.write(#"{"installs": {"quick": {"v1": 99}}}"#, to: "99.json")
    try await driftwatch.call(
      "check", "quick/people", "--from", folder, "--db", driftwatch.ledger, "--config", file)
    for (response, share) in [(People.first, 40), (People.withoutName, 40), (People.withoutName, 12)] {
      try driftwatch.place.write(response, to: "files/people.json")
      let file = try driftwatch.place.write(#"{"installs": {"quick": {"v1": \#(share)}}}"#, to: "\(share).json")
      let ending = try await driftwatch.call(
        "check", "quick/people", "--base-url", "quick=\(server.url(""))", "--db", driftwatch.ledger, "--config", file)
      #expect([0, 1].contains(ending.code), "\(ending)")
      // Two hours pass: within one hour another share takes the place of the last.
      guard share == 40 else { continue }
      try await SQLiteStore(path: driftwatch.ledger).alter("UPDATE installs SET since = since - 7200000")
    }
    let copy = driftwatch.place.path("copy.sqlite")
    #expect(try await driftwatch.call("store", "backup", copy, "--db", driftwatch.ledger).code == 0)
    for ledger in [driftwatch.ledger, copy] {
      let folder = driftwatch.place.path("site-\(ledger == copy)")
      let site = ["site", folder, "--db", ledger, "--config", driftwatch.place.path("12.json")]
      #expect(try await driftwatch.call(site).code == 0)
      let page = try String(contentsOfFile: "\(folder)/api.quick.html", encoding: .utf8)
      #expect(page.contains("12 % of installs are hurt now (v1); at most 40 % on "), "\(page)")
    }
  }

  @Test("The page of a report, on standard output and in a file, is one whole page")
  func report() async throws {
    let driftwatch = try Driftwatch()
    let file = driftwatch.place.path("report.html")
    let check = ["check", "--from", "recordings", "--contracts", Driftwatch.contracts, "--db", driftwatch.ledger]
    let ending = try await driftwatch.call(check + ["--format", "html", "--output", "html=\(file)"])
    #expect(ending.code == 1 && ending.errors.isEmpty)
    #expect(ending.text == (try String(contentsOfFile: file, encoding: .utf8)))
    #expect(try Self.permissions(file) == 0o600)
    let alert = try await driftwatch.call([
      "report", "--db", driftwatch.ledger, "--output", "html=\(driftwatch.place.path("alert.html"))",
    ])
    #expect(alert.code == 0)
    let faults = try await PageFaults.ofFiles([file, driftwatch.place.path("alert.html")])
    #expect(faults == [])
  }

  @Test(
    "Pages of incidents that are over for a year, and whatever was left half written, are removed; other files never are"
  )
  func replaced() async throws {
    let driftwatch = try Driftwatch(.quick)
    for response in [People.first, People.withoutName] { try await driftwatch.round(response) }
    let folder = driftwatch.place.path("site")
    let site = ["site", folder, "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(site).code == 0)
    let before = try Self.names(folder)
    #expect(before.contains { $0.hasPrefix("incident.") })
    // A page of a former run, and what a run leaves that was killed.
    let list = try String(contentsOfFile: "\(folder)/.driftwatch-site", encoding: .utf8)
    try driftwatch.place.write(list + "incident.00000000000000ff.html\n../escape.html\n", to: "site/.driftwatch-site")
    try driftwatch.place.write("old", to: "site/incident.00000000000000ff.html")
    try driftwatch.place.write("half", to: "site/.driftwatch-a1B2c3")
    try driftwatch.place.write("mine", to: "escape.html")
    #expect(chmod("\(folder)/index.html", 0o644) == 0)
    #expect(unlink("\(folder)/endpoint.quick.people.html") == 0)
    let again = try await driftwatch.call(site)
    #expect(again.code == 0 && again.text.hasSuffix("index.html; removed 1 that are not needed any more\n"), "\(again)")
    #expect(try Self.names(folder) == before)
    #expect(FileManager.default.fileExists(atPath: driftwatch.place.path("escape.html")))
    // Who made the first page readable for a server has new pages so.
    #expect(try Self.permissions("\(folder)/endpoint.quick.people.html") == 0o644)
    #expect(try Self.permissions("\(folder)/index.html") == 0o644)
    #expect(try Self.permissions("\(folder)/api.quick.html") == 0o600)
  }

  @Test(
    "A folder that holds what no site wrote is refused with one line, and nothing in it changes",
    arguments: [
      "notes.txt", "index.html", ".hidden", "incident.00.html", ".driftwatch-site/x", "folder/x", "\u{1B}[2J.html",
    ])
  func foreign(_ name: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    try driftwatch.place.write("mine", to: "site/\(name)")
    let ending = try await driftwatch.call("site", driftwatch.place.path("site"), "--db", driftwatch.ledger)
    #expect(ending.code == 2 && ending.text.isEmpty, "\(ending)")
    #expect(ending.errors.contains("name a new folder") && SurfaceFaults.ofLines(ending.errors) == [])
    #expect(try String(contentsOfFile: driftwatch.place.path("site/\(name)"), encoding: .utf8) == "mine")
    #expect(try Self.names(driftwatch.place.path("site")).count == 1)
  }

  @Test("Links are not followed, neither the folder nor a page in it, and a file is no folder")
  func links() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let (manager, place) = (FileManager.default, driftwatch.place)
    try manager.createDirectory(atPath: place.path("real"), withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "real")
    for path in ["link", "link/", "link//"] {
      let ending = try await driftwatch.call("site", place.path("") + "/" + path, "--db", driftwatch.ledger)
      #expect(ending.code == 2 && ending.errors.contains("is a link, which is not followed"), "\(ending)")
    }
    #expect(try Self.names(place.path("real")).isEmpty)
    try place.write("mine", to: "file")
    let file = try await driftwatch.call("site", place.path("file"), "--db", driftwatch.ledger)
    #expect(file.code == 2 && file.errors.contains("is no folder"), "\(file)")
    // A page that became a link to somebody's file.
    let site = ["site", place.path("site"), "--db", driftwatch.ledger]
    #expect(try await driftwatch.call(site).code == 0)
    #expect(unlink(place.path("site/index.html")) == 0)
    try manager.createSymbolicLink(atPath: place.path("site/index.html"), withDestinationPath: "../file")
    let page = try await driftwatch.call(site)
    #expect(page.code == 2 && page.errors.contains("index.html"), "\(page)")
    #expect(try String(contentsOfFile: place.path("file"), encoding: .utf8) == "mine")
  }

  @Test("No ledger, nothing checked, no folder named, no place for it: told as what they are, and nothing is written")
  func refusals() async throws {
    let driftwatch = try Driftwatch(.quick)
    let folder = driftwatch.place.path("site")
    let none = try await driftwatch.call("site", folder, "--db", driftwatch.ledger)
    #expect(none.code == 3 && none.errors.contains("no ledger at"), "\(none)")
    try await driftwatch.round(People.first)
    let cases: [([String], Int32, String)] = [
      (["site"], 2, "site needs one DIR"), (["site", folder, folder], 2, "site needs one DIR"),
      (["site", ""], 2, "site needs one DIR"),
      (["site", folder, "--environment", "stagng"], 3, "nothing was checked in \"stagng\""),
      (["site", driftwatch.place.path("ledger.sqlite/site")], 4, "cannot write"),
      (["site", driftwatch.place.path("ledger.sqlite/deep/site")], 4, "cannot write"),
      (["site", folder, "--format", "html"], 2, "no option --format"),
    ]
    for (call, code, words) in cases {
      let ending = try await driftwatch.call(call + (call.contains("--format") ? [] : ["--db", driftwatch.ledger]))
      #expect(ending.code == code && ending.errors.contains(words), "\(call): \(ending)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test("Folders above that are not there are made", arguments: ["public/drift", "a/b/c/"])
  func parents(_ name: String) async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    for folder in [driftwatch.place.url.path, nil] {
      let ending = try await driftwatch.call("site", name, "--db", driftwatch.ledger, folder: folder)
      #expect(ending.code == 0 && ending.text.contains("the first is "), "\(ending)")
    }
    #expect(try Self.names(driftwatch.place.path(name)).contains("index.html"))
    #expect(try Self.permissions(driftwatch.place.path(name)) == 0o700)
  }

  @Test("Of an endpoint that no version reads that is said, and no command that would have nothing to try")
  func unread() async throws {
    let driftwatch = try Driftwatch()
    let ledger = ["--db", driftwatch.ledger, "--contracts", Driftwatch.contracts]
    #expect(try await driftwatch.call(["check", "pokeapi", "--from", "recordings", "--quiet"] + ledger).code != 2)
    let folder = driftwatch.place.path("site")
    #expect(try await driftwatch.call(["site", folder] + ledger).code == 0)
    let page = try String(contentsOfFile: "\(folder)/endpoint.pokeapi.type.html", encoding: .utf8)
    #expect(page.contains("No version reads this endpoint."), "\(page.suffix(2000))")
    #expect(!page.contains("impact pokeapi/type") && !page.contains("Nothing was tried"), "\(page.suffix(2000))")
  }

  @Test("While another one writes the folder, it ends with 75 and changes nothing")
  func concurrent() async throws {
    let driftwatch = try Driftwatch(.quick)
    try await driftwatch.round(People.first)
    let folder = driftwatch.place.path("site")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let ending = try await driftwatch.call("site", folder, "--db", driftwatch.ledger)
    #expect(ending.code == 75 && ending.errors.contains("another site is being written"), "\(ending)")
    #expect(try Self.names(folder).isEmpty)
  }

  @Test("An endpoint shows when it could not be seen, and for how long; what is gone is breaking")
  func blindness() async throws {
    let driftwatch = try Driftwatch(.quick)
    func tell(_ path: String, _ status: Int, _ body: String) throws {
      struct Told: Encodable {
        let status: Int
        let body: String
      }
      let told = try JSONEncoder().encode(Told(status: status, body: body))
      try driftwatch.place.write(String(decoding: told, as: UTF8.self), to: "told/\(path).http.json")
    }
    try driftwatch.place.write(#"{"blindAfter": 0.001, "blindChecks": 2}"#, to: "driftwatch.json")
    let server = try HostileServer(files: driftwatch.place.path("told"))
    let ledger = ["--db", driftwatch.ledger, "--environment", "production"]
    func check() async throws {
      try await driftwatch.call(["check", "quick", "--quiet", "--base-url", "quick=\(server.url("/told"))"] + ledger)
    }
    try tell("people", 200, People.first)
    try tell("tags", 200, #"{"tags": []}"#)
    try await check()
    try tell("people", 404, "{}")
    try tell("tags", 503, "{}")
    for _ in 1...3 { try await check() }
    let folder = driftwatch.place.path("site")
    #expect(try await driftwatch.call(["site", folder] + ledger).code == 0)
    func page(_ name: String) throws -> String { try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) }
    let tags = try page("endpoint.quick.tags.html")
    #expect(tags.contains("could not be seen for") && tags.contains("<rect class=\"unseen\""), "\(tags)")
    #expect(
      tags.contains("not seen</span>") && tags.contains("Nothing came in at the last check.")
        && tags.contains("last check: the server failed"))
    let first = try page("index.html")
    #expect(first.contains("What could not be seen") && first.contains("<strong>not checked</strong>"))
    #expect(first.contains("<strong>gets nothing</strong>") && first.contains("app 1.0 cannot load people"))
    let faults = try await PageFaults.ofFiles(try Self.files(folder))
    #expect(faults == [])
    try tell("tags", 200, #"{"tags": []}"#)
    try await check()
    #expect(try await driftwatch.call(["site", folder] + ledger).code == 0)
    #expect(try page("endpoint.quick.tags.html").contains("<rect class=\"unseen\""))
  }

  @Test("What a provider says is text on every page, and a URL that was checked by itself has its pages")
  func hostile() async throws {
    let driftwatch = try Driftwatch(.quick)
    let members = Dictionary(uniqueKeysWithValues: HostileText.all.enumerated().map { ("\($0)\($1.text)", $1.text) })
    let files = try (1...6).map { step in
      let kept = step > 4 ? members.filter { $0.key.hasPrefix("1") } : members
      let body = try JSONEncoder().encode((0..<4).map { kept.merging(["id": "\(step)\($0)"]) { $1 } })
      return try driftwatch.place.write(String(decoding: body, as: UTF8.self), to: "\(step).json")
    }
    let ledger = ["--db", driftwatch.ledger]
    #expect(try await driftwatch.call(["backtest", "--quiet"] + ledger + files).code == 0)
    let folder = driftwatch.place.path("site")
    let ending = try await driftwatch.call(["site", folder] + ledger)
    #expect(ending.code == 0, "\(ending)")
    let pages = try Self.files(folder)
    let faults = try await PageFaults.ofFiles(pages)
    #expect(faults == [])
    for page in pages { #expect(SurfaceFaults.ofLines(try String(contentsOfFile: page, encoding: .utf8)) == []) }
    #expect(pages.count > 10)
  }
}
