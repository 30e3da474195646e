import Foundation
import TestSupport
import Testing

@Suite("The gate's lock, through the command")
struct GateLockTests {
  private let team: GateTests
  private var place: TemporaryPlace { team.driftwatch.place }
  private var file: String { "\(team.contracts)/CRM/gate.lock.json" }

  init() async throws { team = try await GateTests() }

  private func lock() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

  /// Puts an entry before those that the lock knows.
  private func add(_ entry: String) throws {
    let text = try lock()
    let comma = text.contains(#""known": []"#) ? "" : ","
    try text.replacing(#""known": ["#, with: #""known": [\#(entry)\#(comma)"#)
      .write(toFile: file, atomically: true, encoding: .utf8)
  }

  @Test("What could not be looked for is not mended: --update keeps it with its words, and what was sealed")
  func withoutRecordings() async throws {
    #expect(try await team.gate("--update", change: "narrow").code == 1)
    let text = try lock().replacing(#""path":"$[*].phone","#, with: #""path":"$[*].phone","reason":"fixed in 3.1","#)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    // Of customers, which the entry is about, there is no recording here.
    try place.write(#"[{"number": 202}]"#, to: "other/2026-11-20/crm/receipts.json")
    try FileManager.default.createDirectory(atPath: place.path("empty"), withIntermediateDirectories: true)
    for folder in ["empty", "other"] {
      let from = ["crm", "--from", place.path(folder), "--max-age", "none"]
      for options in [[], ["--update"], ["--update", "--reseal", "v1"]] {
        let ending = try await team.driftwatch.call(
          ["gate", "--contracts", team.contracts] + from + options, environment: ["CRM_CHANGE": "narrow"])
        #expect(
          ending.code == 3 && !ending.text.contains("MENDED") && !ending.text.contains("mended"), "\(ending.text)")
      }
      let now = try lock()
      #expect(now == text || folder == "other", "\(now)")
      #expect(now.contains("fixed in 3.1") && now.contains("customers $[*].name CustomerV1.name"), "\(now)")
    }
    let mended = try await team.gate("--update")
    #expect(mended.code == 0 && mended.text.contains("MENDED"), "\(mended.text)")
    #expect(try lock().contains("fixed in 3.1") == false)
  }

  /// An entry written by hand, and whether `--update` keeps it.
  struct HandWritten: Sendable, CustomTestStringConvertible {
    let entry: String
    let options: [String]
    let stays: Bool
    var testDescription: String { "\(entry) \(options.joined(separator: " "))" }

    init(_ entry: String, _ options: [String] = [], stays: Bool) {
      (self.entry, self.options, self.stays) = (entry, options, stays)
    }
  }

  private static let decode =
    #""endpoint":"customers","version":"v1","kind":"decode","path":"$[*].name","subject":"CustomerV1.name""#
  private static let age = #""endpoint":"customers","version":"v1","kind":"evidence","subject":"age""#
  private static let members = #""version":"v1","kind":"evidence","subject":"members""#
  private static let live = #""endpoint":"customers","version":"v1","kind":"evidence","subject":"live""#
  private static let sealed = #""version":"v1","kind":"sealed","subject":"CustomerV1.swift""#

  static let handWritten = [
    HandWritten(decode, stays: false), HandWritten(decode, ["crm/orders"], stays: true),
    HandWritten(decode, ["--version", "v3"], stays: true), HandWritten(age, stays: false),
    HandWritten(age, ["--max-age", "none"], stays: true), HandWritten(members, stays: false),
    HandWritten(members, ["--least-fields", "0"], stays: true), HandWritten(members, ["crm/orders"], stays: true),
    HandWritten(live, stays: true), HandWritten(sealed, stays: false),
    HandWritten(sealed, ["--lock-folder-is-edited"], stays: true),
    HandWritten(decode, ["--version", "v3", "--lock-folder-is-edited"], stays: true),
  ]

  @Test("An entry is taken out by --update only if it was looked for", arguments: handWritten)
  func update(_ entry: HandWritten) async throws {
    try add(#"{"contract":"crm",\#(entry.entry),"reason":"by hand"}"#)
    if entry.options.contains("--lock-folder-is-edited") {
      try place.write("struct CustomerV1 { let x = 1 }\n", to: "Contracts/CRM/V1/CustomerV1.swift")
    }
    let ending = try await team.driftwatch.call(
      ["gate"] + entry.options.filter { $0 != "--lock-folder-is-edited" } + ["--contracts", team.contracts, "--update"])
    #expect([0, 1].contains(ending.code), "\(ending)")
    #expect(ending.text.contains("MENDED") == !entry.stays, "\(ending.text)")
    let now = try lock()
    #expect(now.contains("by hand") == entry.stays, "\(now)")
  }

  @Test("A seal that says nothing makes no version an unchanged one")
  func emptySeal() async throws {
    let text = try lock()
    let start = try #require(text.range(of: #""sealed": {"#)).lowerBound
    let empty = #""sealed": {"crm/v1": {"files": {}, "members": {}}}\#n}\#n"#
    try (text[..<start] + empty).write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try await team.gate("--update").code == 0)
    #expect(try lock().contains("customers $[*].name CustomerV1.name"))
  }

  @Test("Only the locks of what is asked for are read and written, and only if they say something else")
  func others() async throws {
    let driftwatch = try Driftwatch()
    let contracts = driftwatch.place.path("Contracts")
    try FileManager.default.copyItem(atPath: Driftwatch.contracts, toPath: contracts)
    let broken = try driftwatch.place.write("{", to: "Contracts/PlatziStore/gate.lock.json")
    let folders = ["Landmarks", "OmgLol", "PlatziStore", "PokeAPI", "ToDo"]
    let files = folders.map { "\(contracts)/\($0)/gate.lock.json" }
    let past = Date(timeIntervalSince1970: 1_500_000_000)
    for file in files { try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file) }
    func written() throws -> [String] {
      try files.filter { try FileManager.default.attributesOfItem(atPath: $0)[.modificationDate] as? Date != past }
    }
    let todo = ["gate", "todo", "--contracts", contracts, "--max-age", "none"]
    #expect(try await driftwatch.call(todo).code == 0)
    #expect(try await driftwatch.call(todo + ["--update"]).code == 0)
    #expect(try written() == [])
    #expect(try String(contentsOfFile: broken, encoding: .utf8) == "{")
    let own = "\(contracts)/ToDo/gate.lock.json"
    let text = try String(contentsOfFile: own, encoding: .utf8)
    try FileManager.default.removeItem(atPath: own)
    #expect(try await driftwatch.call(todo + ["--update"]).code == 1)
    #expect(try written() == [own])
    #expect(try String(contentsOfFile: own, encoding: .utf8) == text)
    let all = try await driftwatch.call("gate", "--contracts", contracts)
    #expect(all.code == 2 && all.errors.contains("PlatziStore/gate.lock.json: it is no lock"), "\(all)")
  }

  @Test(
    "An entry that could never be found is refused with its number, and what is near",
    arguments: [
      (
        #""endpoint":"customers","version":"v3","kind":"evidense","subject":"age""#,
        #"is "evidense"; did you mean evidence?"#
      ),
      (#""endpoint":"customers","version":"v3","kind":3,"subject":"age""#, #""kind" of entry 1 of "known" is no text"#),
      (#""endpoint":"customers","version":"v3","subject":"age""#, #"entry 1 of "known" lacks "kind", such as"#),
      (#""endpoint":"customers","version":"v3","kind":"evidence","subject":"ages""#, "did you mean age?"),
      (#""endpoint":"customers","version":"v3","kind":"evidence","subject":"""#, #"lacks "subject", such as "age""#),
      (#""version":"v3","kind":"evidence","subject":"age""#, #"lacks "endpoint""#),
      (#""endpoint":"customers","version":"v3","kind":"evidence","subject":"members""#, "about the version as a whole"),
      (
        #""endpoint":"customers","version":"v3","kind":"crash","subject":"Customer","path":"$""#,
        #"has a "path", which"#
      ),
      (
        #""endpoint":"customers","version":"v3","kind":"decode","rule":"decode-key-not-fond","subject":"x""#,
        "did you mean decode-key-not-found?"
      ),
      (
        #""endpoint":"customers","version":"v9","kind":"evidence","subject":"age""#,
        #""v9", which is no version of crm (did you mean"#
      ),
      (#""endpoint":"custmers","version":"v3","kind":"evidence","subject":"age""#, "(did you mean customers?)"),
      (
        #""contract":"crn","endpoint":"customers","version":"v3","kind":"evidence","subject":"age""#,
        "(did you mean crm?)"
      ),
      (
        #""endpoint":"customers","version":"v3","kind":"evidence","subject":"age","untill":"2027-01-31""#,
        "did you mean until?"
      ),
    ])
  func refused(_ entry: String, _ words: String) async throws {
    try add("{\(entry.hasPrefix(#""contract""#) ? "" : #""contract":"crm","#)\(entry)}")
    let ending = try await team.gate()
    #expect(ending.code == 2 && ending.errors.contains("CRM/gate.lock.json: "), "\(ending)")
    #expect(ending.errors.contains(words) && !ending.errors.contains("Index"), "\(ending.errors)")
  }

  @Test(
    "What is wrong in another place of the lock is named in words as well; a seal of a version that is gone is told")
  func places() async throws {
    let text = try lock()
    for (old, new, words) in [
      (#""known": []"#, #""known": 3"#, #""known" is no list"#),
      (#""known": []"#, #""known": [3]"#, #"entry 1 of "known" is no object"#),
      (
        #""sealed": {"#, #""sealed": {"crm/v0": {"files": {"a.swift": 3}, "members": {}},"#,
        #""a.swift" of "files" of "crm/v0" of "sealed" is no text"#
      ),
    ] {
      try #require(text.contains(old))
      try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
      let ending = try await team.gate()
      #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
    }
    try text.replacing(#""sealed": {"#, with: #""sealed": {"crm/v0": {"files": {"a.swift": "b"}, "members": {}},"#)
      .write(toFile: file, atomically: true, encoding: .utf8)
    let told = try await team.gate("--format", "json")
    #expect(told.code == 0 && told.text.contains(#"\"crm/v0\" in \"sealed\" is no version of any contract"#), "\(told)")
  }

  @Test("The lock that the documentation shows holds an entry of each kind, and can be read")
  func documented() async throws {
    let guide = try String(
      contentsOf: Driftwatch.repository.appending(path: "docs/gate.md"), encoding: .utf8)
    let block = try #require(guide.firstMatch(of: /(?s)```json\n(.*?)```/)?.1)
    for kind in ["decode", "crash", "records", "property", "elements", "identity", "sealed", "evidence"] {
      #expect(block.contains("\"kind\": \"\(kind)\""), "\(kind)")
    }
    let text = block.replacing("\"shop\"", with: "\"crm\"").replacing("\"products\"", with: "\"customers\"")
    let own = try place.write(String(text), to: "documented.json")
    let ending = try await team.gate("--lock", own)
    #expect(ending.code == 0 && ending.text.contains("MENDED"), "\(ending)")
  }
}
