import Foundation
import TestSupport
import Testing

@Suite("The gate, through the command")
struct GateTests {
  let driftwatch: Driftwatch
  var contracts: String { driftwatch.place.path("Contracts") }

  /// A team's contracts with recordings from a provider and a lock; what v1 was made of is there as files.
  init() async throws {
    driftwatch = try Driftwatch(.recorded)
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let statuses = ["active", "paused", "left"]
    let customers = (0..<6).map {
      Self.customer($0, status: statuses[$0 % 3], phone: $0 == 4 ? "" : #""phone": "+49 1","#)
    }
    try driftwatch.place.write("[\(customers.joined(separator: ","))]", to: "files/customers.json")
    for id in 0..<6 { try driftwatch.place.write(#"[{"id": "a", "total": 1.5}]"#, to: "files/orders/\(id).json") }
    try driftwatch.place.write(#"{"one": 1.5}"#, to: "files/balances.json")
    try driftwatch.place.write(#"[{"number": 202}]"#, to: "files/receipts.json")
    try driftwatch.place.write("struct CustomerV1 {}\n", to: "Contracts/CRM/V1/CustomerV1.swift")
    try driftwatch.place.write("// ours\n", to: "Contracts/CRM/V1/Adapter.swift")
    let recorded = try await driftwatch.call(
      ["record", "crm", "--contracts", contracts, "--base-url", "crm=\(server.url("/files"))"],
      environment: ["CRM_TOKEN": "token-5f1d2a90"])
    #expect(recorded.code == 0, "\(recorded)")
    let updated = try await gate("--update")
    #expect(updated.code == 0, "\(updated)")
  }

  private static func customer(_ id: Int, status: String, phone: String, more: String = "") -> String {
    """
    {"id": \(id), "name": "Ada", "email": "ada@example.com", \(phone) "birthday": "1985-03-10T00:00:00Z",
     "status": "\(status)", "tags": ["a"], "address": {"city": "Potsdam"}, "url": "/files/orders/\(id).json"\(more)}
    """
  }

  func gate(_ options: String..., change: String? = nil) async throws -> Program.Ending {
    try await driftwatch.call(
      ["gate", "--contracts", contracts] + options, environment: change.map { ["CRM_CHANGE": $0] } ?? [:])
  }

  /// Where the toolchain is.
  private static var toolchain: [String: String] {
    ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
  }

  /// What a pull request may do, with what the gate says of it.
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let code: Int32
    let words: String
    var rule: String
    var testDescription: String { name }

    init(_ name: String, _ code: Int32, _ words: String, _ rule: String = "") {
      (self.name, self.code, self.words, self.rule) = (name, code, words, rule)
    }
  }

  static let changes = [
    Change("none", 0, "can ship   crm v3, candidate"), Change("field", 0, "can ship   crm v3, candidate"),
    Change("narrow", 1, "NarrowedCustomer.phone expects String, nothing is there", "decode-key-not-found"),
    Change("rename", 1, "RenamedCustomer.fullName expects String, nothing is there", "decode-key-not-found"),
    Change("date", 1, "CustomerV3.birthday expects Date, string is there", "decode-"),
    Change("enum", 1, "EnumCustomer.status expects NarrowStatus, string is there", "decode-enum-unknown-value"),
    Change("mapping", 1, "Customer.email is empty where v1 fills it: 6 of 6", "gate-property"),
    Change("v1", 1, "CustomerV1.name was String when it was released and is String?", "gate-sealed"),
  ]

  @Test("Only what a pull request breaks is red, and it is named, in every form", arguments: changes)
  func pullRequest(_ change: Change) async throws {
    let forms = ["text", "json", "github", "markdown", "junit", "sarif", "gitlab"]
    let outputs = forms.flatMap { ["--output", "\($0)=\(driftwatch.place.path($0))"] }
    let ending = try await driftwatch.call(
      ["gate", "--contracts", contracts] + outputs,
      environment: Self.toolchain.merging(["CRM_CHANGE": change.name]) { $1 })
    #expect(ending.code == change.code && ending.text.contains(change.words), "\(ending) \(ending.text)")
    func text(_ form: String) throws -> String {
      try String(contentsOfFile: driftwatch.place.path(form), encoding: .utf8)
    }
    #expect(try text("json").contains(change.code == 0 ? #""verdict" : "can-ship""# : #""verdict" : "cannot-ship""#))
    #expect(try text("github").contains("::error ") == (change.code == 1))
    #expect(try text("junit").contains("<failure ") == (change.code == 1))
    #expect(try text("markdown").contains(change.code == 0 ? "CAN SHIP" : "CANNOT SHIP"))
    #expect(try text("sarif").contains(#""level" : "error""#) == (change.code == 1))
    #expect(try text("gitlab").contains(#""severity" : "critical""#) == (change.code == 1))
    try await expectValid(
      json: driftwatch.place.path("json"), junit: driftwatch.place.path("junit"), schema: "gate.schema.json")
    // OASIS publishes it, and it is not part of this repository.
    if let schema = ProcessInfo.processInfo.environment["DRIFTWATCH_SARIF_SCHEMA"] {
      try await expectValid(driftwatch.place.path("sarif"), schema: schema)
    }
    guard change.code == 1 else { return }
    for form in ["json", "sarif", "gitlab", "junit"] { #expect(try text(form).contains(change.rule), "\(form)") }
    // The lines are the compiler's: the property, or its type.
    #expect(
      try text("github").contains(/file=.*RecordedContracts\.swift,line=\d+/) || change.rule == "gate-sealed",
      "\(ending.text)")
  }

  @Test("What the provider breaks is told and is not red: neither for shipped versions nor for the candidate")
  func provider() async throws {
    let server = try HostileServer(files: driftwatch.place.path("files"))
    let broken = Self.customer(1, status: "active", phone: "").replacing(
      #""name": "Ada""#, with: #""name": {"first": "Ada"}"#)
    try driftwatch.place.write("[\(broken)]", to: "files/customers.json")
    let recorded = try await driftwatch.call(
      ["record", "crm/customers", "--contracts", contracts, "--base-url", "crm=\(server.url("/files"))"],
      environment: ["CRM_TOKEN": "token-5f1d2a90"])
    #expect(recorded.code == 0, "\(recorded)")
    let same = try await gate()
    #expect(same.code == 0 && same.text.contains("BY THE PROVIDER"), "\(same) \(same.text)")
    let strict = try await gate("--strict")
    #expect(strict.code == 1, "\(strict)")
    let change = try await gate(change: "enum")
    #expect(change.code == 1 && change.text.contains("EnumCustomer.status"), "\(change) \(change.text)")
    // A word that is new to all hides none that only the candidate does not know.
    try FileManager.default.removeItem(atPath: "\(contracts)/CRM/Recordings")
    let both = [Self.customer(1, status: "left", phone: ""), Self.customer(2, status: "weird", phone: "")]
    try driftwatch.place.write(
      "[\(both.joined(separator: ","))]", to: "Contracts/CRM/Recordings/2026-11-20/crm/customers/index.json")
    let hidden = try await gate("--max-age", "none", change: "enum")
    #expect(hidden.code == 1 && hidden.text.contains("EnumCustomer.status"), "\(hidden.text)")
  }

  @Test("A file of a shipped version that was edited is named; a new seal is made only if it is asked for by name")
  func sealed() async throws {
    try driftwatch.place.write("struct CustomerV1 { let x = 1 }\n", to: "Contracts/CRM/V1/CustomerV1.swift")
    let edited = try await gate("--format", "github")
    #expect(edited.code == 1, "\(edited)")
    #expect(
      edited.text.contains(/::error file=Contracts\/CRM\/V1\/CustomerV1\.swift,line=1,.*changed after the release/))
    #expect(try await gate("--update").code == 1)
    #expect(try await gate().code == 1)
    #expect(try await gate("--reseal", "v1").code == 2)
    #expect(try await gate("--update", "--reseal", "v1").code == 0)
    #expect(try await gate().code == 0)
  }

  @Test("A mapping that could not run because nothing decoded is not told as one that is gone")
  func undecodedMapping() async throws {
    let retyped = try await gate(change: "v1id")
    #expect(retyped.code == 1, "\(retyped)")
    #expect(retyped.text.contains("CustomerV1.id was Int when it was released and is String"), "\(retyped.text)")
    #expect(!retyped.text.contains("no such mapping"), "\(retyped.text)")
  }

  @Test("A lock's entry is known until its day, keeps its reason, and is mended when what it knew is gone")
  func known() async throws {
    let lock = "\(contracts)/CRM/gate.lock.json"
    #expect(try await gate("--update", change: "narrow").code == 1)
    let known = try await gate(change: "narrow")
    #expect(known.code == 0 && known.text.contains("KNOWN"), "\(known.text)")
    var text = try String(contentsOfFile: lock, encoding: .utf8)
    text = text.replacing(
      #""path":"$[*].phone","#, with: #""path":"$[*].phone","reason":"fixed in 3.1","until":"2020-01-01","#)
    try text.write(toFile: lock, atomically: true, encoding: .utf8)
    #expect(try await gate(change: "narrow").code == 1)
    text = text.replacing("2020-01-01", with: "2999-01-01")
    try text.write(toFile: lock, atomically: true, encoding: .utf8)
    let again = try await gate("--update", change: "narrow")
    #expect(again.code == 0 && again.text.contains("fixed in 3.1"), "\(again.text)")
    let kept = try String(contentsOfFile: lock, encoding: .utf8)
    #expect(kept.contains("fixed in 3.1") && kept.contains("2999-01-01"))
    let mended = try await gate()
    #expect(mended.code == 0 && mended.text.contains("MENDED"), "\(mended.text)")
  }

  @Test(
    "What was not asked for stays in the lock; a lock that is not there, or says what it must not, is exit 2; a folder that is gone is red"
  )
  func locks() async throws {
    let lock = "\(contracts)/CRM/gate.lock.json"
    #expect(try await gate("--update", change: "narrow").code == 1)
    let before = try String(contentsOfFile: lock, encoding: .utf8)
    let part = try await driftwatch.call(["gate", "crm/orders", "--contracts", contracts, "--update"])
    #expect(part.code == 0 && !part.text.contains("MENDED"), "\(part.text)")
    #expect(try String(contentsOfFile: lock, encoding: .utf8) == before)
    for (text, words) in [
      (before.replacing(#""path":"$[*].phone","#, with: #""path":"$[*].phone","until":"soon","#), "no day such as"),
      (
        before.replacing(#""path":"$[*].phone","#, with: #""path":"$[*].phone","untill":"2027-01-01","#),
        "unknown member"
      ),
    ] {
      try text.write(toFile: lock, atomically: true, encoding: .utf8)
      let wrong = try await gate()
      #expect(wrong.code == 2 && wrong.errors.contains(words), "\(wrong)")
    }
    try before.write(toFile: lock, atomically: true, encoding: .utf8)
    let absent = try await gate("--lock", driftwatch.place.path("none.json"))
    #expect(absent.code == 2 && absent.errors.contains("there is no lock"), "\(absent)")
    try FileManager.default.removeItem(atPath: "\(contracts)/CRM/V1")
    let gone = try await gate()
    #expect(gone.code == 1 && gone.text.contains("was removed after the release"), "\(gone.text)")
  }

  @Test("The five contracts can ship, but for what their locks know")
  func ours() async throws {
    let own = try Driftwatch()
    let ending = try await own.call("gate", "--contracts", Driftwatch.contracts, "--max-age", "none")
    #expect(ending.code == 0 && ending.text.hasPrefix("CAN SHIP"), "\(ending.text)")
    // Where the counts of findings have no room beside the others, all of them stand below.
    #expect(ending.text.contains("  verdict    version                     recordings  members seen\n"))
    #expect(ending.text.contains(#/ +landmarks v3 +3 +12 of 12\n {13}2 known, 3 by the provider\n/#), "\(ending.text)")
    #expect(ending.text.contains(#/ +platzi-store v1 +8 +21 of 21\n  can ship/#), "\(ending.text)")
    let wide = try await own.call(
      ["gate", "--contracts", Driftwatch.contracts, "--max-age", "none"], environment: ["COLUMNS": "200"])
    #expect(wide.text.contains(#/ +landmarks v3 +3 +12 of 12 +2 known, 3 by the provider\n/#), "\(wide.text)")
  }

  @Test("Without enough evidence it cannot tell; what the monitor knows to be broken is known")
  func evidence() async throws {
    let old = try await gate("--max-age", "0.001s")
    #expect(old.code == 3 && old.text.contains("CANNOT TELL"), "\(old.text)")
    let thin = try await gate("--least-fields", "100")
    #expect(thin.code == 3 && thin.text.contains("only 9 of the 10 members"), "\(thin.text)")
    #expect(try await gate("--max-age", "none", "--least-fields", "90").code == 0)
    try driftwatch.place.write(
      #"{"findings": [{"contract": "crm", "endpoint": "customers", "path": "$[*].phone", "rule": "field-removed", "level": "breaking"}]}"#,
      to: "known.json")
    let known = try await gate("--known", driftwatch.place.path("known.json"), change: "narrow")
    #expect(known.code == 0 && known.text.contains("the monitor knows it: field-removed"), "\(known.text)")
    try FileManager.default.removeItem(atPath: "\(contracts)/CRM/Recordings")
    let none = try await gate()
    #expect(none.code == 3 && none.text.contains("no recording of "), "\(none.text)")
  }

  @Test("What a candidate would lose sooner than a shipped version is advice, and no verdict depends on it")
  func advice() async throws {
    let ending = try await gate("--format", "text", "--format", "json")
    let words = "CustomerV3.email: if $[*].email is gone, null, the whole response is lost; v1 loses less"
    let text = ending.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(ending.code == 0 && text.contains("ADVICE") && text.contains(words), "\(ending.text)")
    #expect(ending.text.contains(#""advice" : ["#))
    let shipped = try await gate("--version", "v1")
    #expect(shipped.code == 0 && !shipped.text.contains("v1 loses less"), "\(shipped.text)")
  }

  @Test(
    "Wrong use is exit 2 and one line",
    arguments: [
      (["--format", "sarf"], "did you mean sarif?"), (["--version", "v9"], "no contract has a version \"v9\""),
      (["--least-fields", "many"], "from 0 to 100"), (["--known", "none.json"], "cannot be read"),
      (["--max-age", "soon"], "--max-age needs none, or a number of seconds above 0 and up to ten years"),
      (["--lock", "lock.json"], "it is no lock that this version knows"),
      (["crm", "--update", "--reseal", "v9"], "--reseal: crm has no version \"v9\"; did you mean v1?"),
      (["crm", "--update", "--reseal", "v3"], "v3 is a candidate"),
      (["crm/orders", "--update", "--reseal", "v1"], "--reseal seals a whole version"),
    ] as [([String], String)])
  func wrong(_ options: [String], _ words: String) async throws {
    try driftwatch.place.write("{}", to: "lock.json")
    let ending = try await driftwatch.call(["gate", "--contracts", contracts] + options)
    #expect(ending.code == 2 && ending.errors.contains(words), "\(ending)")
  }
}
