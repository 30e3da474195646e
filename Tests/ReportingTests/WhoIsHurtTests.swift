import DriftModel
import DriftRules
import Foundation
import Testing

@testable import Reporting

/// A harbour with three versions, of which each sample says what breaks.
private enum Harbour {
  static let releases = [("v1", "1.0 to 1.4", 12.0), ("v2", "1.5 to 2.1", 48.0), ("v3", "2.2", 40.0)]

  static func key(_ endpoint: String) -> RequestKey { SampleReport.key("harbour", endpoint) }

  static func endpoint(_ id: String, lost: Set<String> = [], checkedAt: Date = SampleReport.now) -> EndpointReport {
    var report = SampleReport.endpoint(
      "harbour", id, .drift,
      versions: releases.map { version, shipped, installs in
        SampleReport.version(
          version, shipped, installs: installs, "[BookingDTO]", lost.contains(version) ? .fails : .decodes)
      })
    report.checkedAt = checkedAt
    return report
  }

  static func affected(_ ids: some Sequence<String>, losesResponse: Bool = false) -> [AffectedVersion] {
    ids.sorted().map { id in
      AffectedVersion(
        version: id, shippedIn: releases.first { $0.0 == id }?.1, property: "BookingDTO.code: String",
        losesResponse: losesResponse)
    }
  }

  static func broken(_ endpoint: String, in versions: [String], _ change: (inout Finding) -> Void = { _ in }) -> Finding
  {
    Finding(
      rule: .decodeTypeMismatch, level: .breaking, key: key(endpoint), path: "$.code",
      versions: affected(versions, losesResponse: true), message: "BookingDTO.code expects String and gets number."
    ) {
      ($0.expected, $0.actual, $0.count, $0.total) = ("String", "number 7", 1, 13)
      $0.example = Finding.Example(pointer: "/code", line: 1, column: 9, excerpt: "7")
      change(&$0)
    }
  }

  static func report(
    _ endpoints: [EndpointReport], _ entries: [(finding: Finding, headline: String)],
    transition: IncidentTransition.Kind? = .opened
  ) -> RoundReport {
    var findings: [Finding] = []
    let incidents = entries.enumerated().map { index, entry in
      let id = "a\(index)00000000000000"
      findings += SampleReport.belonging([entry.finding], to: id)
      let incident = SampleReport.incident(
        id, key(entry.finding.endpoint), subject: entry.finding.path, level: entry.finding.level, entry.headline,
        openedAt: SampleReport.ago(60), lastGoodAt: nil, versions: entry.finding.versions.map(\.version),
        findings: [entry.finding])
      return IncidentReport(incident: incident, transition: transition, shortID: "A\(index)00")
    }
    return SampleReport.report(endpoints, findings: findings, incidents: incidents)
  }
}

@Suite("Who is hurt, and by which response")
struct WhoIsHurtTests {
  private static let all = ["v1", "v2", "v3"]

  private static var everybody: RoundReport {
    Harbour.report(
      [Harbour.endpoint("bookings", lost: Set(all))],
      [(Harbour.broken("bookings", in: all), "app 1.0 to 1.4, 1.5 to 2.1 and 2.2 cannot load bookings")])
  }

  @Test("The first line names the endpoint in full; it is the versions that are put in short")
  func endpointInFull() {
    func first(_ width: Int, _ report: RoundReport = Self.everybody) -> String {
      let text = render(report, as: .text, options: RenderOptions(width: width))
      return String(text.prefix { $0 != "\n" })
    }
    #expect(first(80) == "BREAKING: no supported version can load bookings (harbour) · 1 new")
    #expect(first(200) == "BREAKING: app 1.0 to 1.4, 1.5 to 2.1 and 2.2 cannot load bookings (harbour) · 1 new")
    var blind = Self.everybody
    blind.endpoints[0].versions = []
    blind.findings = []
    blind.incidents[0].incident.headline = "bookings cannot be read: the body is larger than the limit of ten megabytes"
    #expect(first(80, blind) == "BREAKING: bookings cannot be read: the body is larger than… (harbour) · 1 new")
    #expect(first(60, blind) == "BREAKING: bookings cannot be read: the… (harbour) · 1 new")
  }

  @Test("The incident that hurts more people leads, whatever its place in the alphabet")
  func order() {
    let report = Harbour.report(
      [Harbour.endpoint("berth", lost: ["v2", "v3"]), Harbour.endpoint("bookings", lost: Set(Self.all))],
      [
        (Harbour.broken("berth", in: ["v2", "v3"]), "app 1.5 to 2.1 and 2.2 cannot load berth"),
        (Harbour.broken("bookings", in: Self.all), "app 1.0 to 1.4, 1.5 to 2.1 and 2.2 cannot load bookings"),
      ])
    let lines = render(report, as: .text, options: RenderOptions(verbose: true)).split(separator: "\n")
    #expect(lines[0].contains("load bookings"))
    let headings = lines.filter { $0.contains("% of installs") }
    #expect(headings.map { $0.contains("harbour/bookings") } == [true, false])
    #expect(headings[1].contains(" 88 % of installs"))
  }

  @Test("A share of installs counts the versions that lose most, not those that lose a property beside them")
  func share() {
    let lost = Harbour.broken("bookings", in: ["v1"])
    var report = Harbour.report(
      [Harbour.endpoint("bookings", lost: ["v1"])], [(lost, "app 1.0 to 1.4 cannot load bookings")])
    let property = Finding(
      rule: .mappingPropertyLost, level: .warning, key: Harbour.key("bookings"), path: "$.code",
      versions: Harbour.affected(["v2", "v3"]), message: "Booking.code is nil."
    ) {
      $0.mappings = ["v2", "v3"].map { AffectedMapping(version: $0, mapping: "Booking", properties: ["code"]) }
      ($0.count, $0.total, $0.actual) = (3, 30, "nil")
    }
    report.findings += SampleReport.belonging([property], to: report.incidents[0].incident.id)
    #expect(render(report, as: .text).contains(" 12 % of installs\n"))
  }

  @Test("What still stands is told by its path; a count of records is no value, and what was not seen again says so")
  func standing() {
    let records = Finding(
      rule: .mappingRecordDropped, level: .breaking, key: Harbour.key("berths"), path: "$.data[*].type",
      versions: Harbour.affected(["v1"]), message: "7 of 47 berths are missing."
    ) {
      ($0.expected, $0.actual, $0.count, $0.total) = ("47 Berth", "40", 7, 47)
      $0.mappings = [AffectedMapping(version: "v1", mapping: "Berth", recordsIn: 47, recordsOut: 40)]
    }
    var report = Harbour.report(
      [Harbour.endpoint("berths")], [(records, "7 of 47 berths are missing in v1")], transition: nil)
    var text = render(report, as: .text, options: RenderOptions(width: 200))
    #expect(text.contains("7 of 47 berths are missing in v1 ·"))
    #expect(!text.contains("not 47") && !text.contains("is 40") && !text.contains("when last seen"))
    report.findings[0].lastSeen = SampleReport.ago(30)
    text = render(report, as: .text, options: RenderOptions(width: 200))
    #expect(text.contains("when last seen (13:45 UTC): 7 of 47 berths are missing in v1"))
    let decode = Harbour.report(
      [Harbour.endpoint("bookings", lost: ["v1"])],
      [(Harbour.broken("bookings", in: ["v1"]), "app 1.0 to 1.4 cannot load bookings")], transition: nil)
    text = render(decode, as: .text, options: RenderOptions(width: 200))
    #expect(text.contains(" · $.code is number 7; String expected · "))
  }

  @Test("Every form names the response that breaks, and how many there are")
  func response() throws {
    let broken = Harbour.broken("booking", in: ["v1"]) {
      $0.responses = ShowingResponses(count: 1, total: 13, names: ["/v1/bookings/25"])
      $0.example?.healthy = "string (digits)"
    }
    let report = Harbour.report(
      [Harbour.endpoint("booking", lost: ["v1"])], [(broken, "app 1.0 to 1.4 cannot load booking")])
    let line = "\n  response  /v1/bookings/25  1 of 13 responses\n"
    #expect(render(report, as: .text).contains(line))
    #expect(!render(report, as: .text).contains("healthy"))
    let verbose = render(report, as: .text, options: RenderOptions(verbose: true))
    #expect(verbose.contains("\n  healthy   string (digits)\(line)"))
    #expect(render(report, as: .markdown).contains("- response: `/v1/bookings/25`, 1 of 13 responses\n"))
    #expect(render(report, as: .github).contains(" in /v1/bookings/25, 1 of 13 responses [decode-type-mismatch]"))
    #expect(
      render(report, as: .junit).contains(
        "&#10;  in /v1/bookings/25, 1 of 13 responses&#10;app 1.0 to 1.4&#10;incident"))
    #expect(render(report, as: .json).contains("\"/v1/bookings/25\""))
    var standing = report
    standing.incidents[0].transition = nil
    #expect(
      render(standing, as: .text, options: RenderOptions(width: 200)).contains(
        "· in /v1/bookings/25, 1 of 13 responses ·"))
    let detail = IncidentDetail(
      report.incidents[0], findings: report.findings, endpoint: report.endpoints[0], history: [], at: SampleReport.now,
      environment: "production", commands: ProposedCommands(program: "watch", ledgerOption: " --db l.db"))
    #expect(detail.reproduce == "watch check harbour/booking --request /v1/bookings/25 --verbose --db l.db")
    // Recordings need no ledger, and in this one they would come once more.
    var recorded = report.incidents[0]
    recorded.incident.key.perspective = "recorded"
    let replayed = IncidentDetail(
      recorded, findings: [], endpoint: nil, history: [], at: SampleReport.now, environment: "production",
      commands: ProposedCommands(ledgerOption: " --db l.db"))
    #expect(replayed.reproduce == "driftwatch check harbour/booking --from recordings --verbose")
    #expect(renderIncident(detail).contains("healthy   string (digits)"))
    let everywhere = ShowingResponses(count: 2, total: 2, names: ["/a?key=***&x=1", "/b"])
    #expect(everywhere.words == "in all 2 responses, such as /a?key=***&x=1")
  }

  @Test("What is well again is told as that, and by whose word where nothing has changed")
  func resolved() {
    var report = Harbour.report(
      [Harbour.endpoint("berth"), Harbour.endpoint("bookings")],
      [
        (Harbour.broken("berth", in: ["v2"]), "app 1.5 to 2.1 cannot load berth"),
        (Harbour.broken("bookings", in: ["v2"]), "app 1.5 to 2.1 cannot load bookings"),
      ], transition: .resolved)
    report.findings = []
    for index in report.incidents.indices {
      (report.incidents[index].incident.state, report.incidents[index].incident.resolvedAt) = (
        .resolved, SampleReport.now
      )
    }
    #expect(
      render(report, as: .text).hasPrefix("RESOLVED: berth and bookings are well again (harbour) · nothing is open\n"))
    report.incidents.removeLast()
    report.incidents[0].incident.resolution = "accepted by Ann until 2026-12-31"
    #expect(
      render(report, as: .text).hasPrefix(
        "Accepted by Ann until 2026-12-31: app 1.5 to 2.1 cannot load berth (harbour)\n"))
  }

  /// A resolved incident of which is known what it was.
  private static func resolved(_ headline: String = "app 1.5 to 2.1 cannot load bookings") -> RoundReport {
    let changed = Finding(
      rule: .fieldTypeChanged, level: .warning, key: Harbour.key("bookings"), path: "$.code",
      versions: Harbour.affected(["v1", "v2"]), message: "$.code was string and is number now."
    ) { ($0.expected, $0.actual, $0.count, $0.total) = ("string", "number", 13, 13) }
    var report = Harbour.report(
      [Harbour.endpoint("bookings")], [(Harbour.broken("bookings", in: ["v2"]), headline)], transition: .resolved)
    (report.incidents[0].incident.state, report.incidents[0].incident.resolvedAt) = (.resolved, SampleReport.now)
    report.incidents[0].lastFindings =
      SampleReport.belonging([changed], to: report.incidents[0].incident.id) + report.findings
    report.findings = []
    return report
  }

  @Test("What is well again is told with what it was, in every form")
  func former() {
    let report = Self.resolved()
    let words = "it was: app 1.5 to 2.1 could not load bookings"
    #expect(
      render(report, as: .text, options: RenderOptions(width: 200)).contains(
        "\nRESOLVED     A000  harbour/bookings   after 1 h · \(words) · $.code string -> number\n"))
    #expect(
      render(report, as: .markdown).contains(
        "- **A000** harbour/bookings: after 1 h · \(words) · `$.code` `string` → `number`\n"))
    #expect(
      render(report, as: .github).contains(
        "::notice title=RESOLVED harbour/bookings (A000)::is over, after 1 h; \(words); $.code string -> number\n"))
    #expect(render(report, as: .html).contains(words))
    #expect(render(report, as: .json).contains("\"lastFindings\" : ["))
    // Of an earlier version of the program the change may not be known.
    var bare = report
    bare.incidents[0].lastFindings = []
    #expect(render(bare, as: .text, options: RenderOptions(width: 200)).contains(" after 1 h · \(words)\n"))
    #expect(!render(bare, as: .json).contains("lastFindings"))
  }

  @Test("A sentence without a past tense is told as what it was; what was accepted may still be so")
  func sentences() {
    let text = render(Self.resolved(#"BookingDTO.code falls back for "refunded"."#), as: .github)
    let sentence = #"::is over, after 1 h; it was: BookingDTO.code falls back for "refunded"; $.code string -> "#
    #expect(text.contains(sentence))
    let named = render(Self.resolved("$.code was string and is number now."), as: .github)
    #expect(named.contains("::is over, after 1 h; it was: $.code was string and is number now\n"))
    var accepted = Self.resolved()
    accepted.incidents[0].incident.resolution = "accepted by Ann"
    #expect(
      render(accepted, as: .github).contains(
        "::accepted by Ann; app 1.5 to 2.1 cannot load bookings; $.code string -> number\n"))
  }

  @Test("Of many that are well again at one endpoint the worst is told; listed in full each has its own line")
  func many() {
    var report = Self.resolved()
    let entry = report.incidents[0]
    for index in 1...3 {
      var other = entry
      other.incident.id = "b\(index)00000000000000"
      other.shortID = "B\(index)00"
      (other.incident.level, other.incident.headline) = (.warning, "2 of 13 bookings are missing in v\(index)")
      other.lastFindings = []
      report.incidents.insert(other, at: 0)
    }
    let worst = "the worst was: app 1.5 to 2.1 could not load bookings · $.code string -> number"
    #expect(
      render(report, as: .text, options: RenderOptions(width: 200)).contains(
        "harbour/bookings   4 incidents after 1 h · \(worst)\n"))
    let all = render(report, as: .text, options: RenderOptions(width: 200, showAll: true))
    #expect(all.contains("B200  harbour/bookings   after 1 h · it was: 2 of 13 bookings were missing in v2\n"))
  }

  @Test("One that is over is shown with what was known of it, and with no command that would show nothing")
  func shown() {
    func detail(_ change: (inout Incident) -> Void = { _ in }) -> IncidentDetail {
      var report = Self.resolved()
      change(&report.incidents[0].incident)
      return IncidentDetail(
        report.incidents[0], findings: [], endpoint: report.endpoints[0], history: [], at: SampleReport.now,
        environment: "production")
    }
    let text = renderIncident(detail())
    #expect(text.contains("\n  It was: app 1.5 to 2.1 could not load bookings.\n"), "\(text)")
    #expect(
      text.contains(
        """

          was       $.code   string -> number   13 of 13 responses
                    e.g. /code (line 1, column 9)  7

        """), "\(text)")
    #expect(text.contains("\n  v2  x     BookingDTO.code: String   did not decode\n"), "\(text)")
    #expect(!text.contains("\n  v1  ") && !text.contains("REPRODUCE"), "\(text)")
    let accepted = detail { $0.resolution = "accepted by Ann" }
    let kept = renderIncident(accepted)
    #expect(kept.contains("\n  app 1.5 to 2.1 cannot load bookings.\n"), "\(kept)")
    #expect(kept.contains("\n  changed   $.code   string -> number"), "\(kept)")
    #expect(kept.contains("BookingDTO.code: String   does not decode\n") && kept.contains("REPRODUCE"), "\(kept)")
  }

  @Test("Commands are named as the program was called; whom to ask and what to do stand beside them")
  func remedy() {
    var report = Self.everybody
    report.contracts[0].owner = "Harbour team"
    var options = RenderOptions()
    options.commands.program = "watch"
    var text = render(report, as: .text, options: options)
    #expect(text.contains("\n  owner     Harbour team\n  to do     Make the property match what is sent"))
    #expect(text.contains("\n  next      watch show A000 · watch ack A000\n") && !text.contains("driftwatch show"))
    options.commands.ledgerOption = " --db l.db"
    text = render(report, as: .text, options: options)
    #expect(text.contains("\n  next      watch show A000 --db l.db · watch ack A000 --db l.db\n"), "\(text)")
    // Each stays whole as long as a line has room for it.
    options.commands.ledgerOption = " --db /var/lib/driftwatch/shop.sqlite"
    text = render(report, as: .text, options: options)
    let ledger = options.commands.ledgerOption
    #expect(
      text.contains("\n  next      watch show A000\(ledger)\n            watch ack A000\(ledger)\n"), "\(text)")
  }

  @Test("Another environment is named in the first line and in the last ones")
  func elsewhere() {
    var report = Self.everybody
    report.round.environment = "127.0.0.1:18080"
    report.incidents[0].incident.key.environment = "127.0.0.1:18080"
    let text = render(report, as: .text, options: RenderOptions(width: 120))
    #expect(text.contains(" cannot load bookings (harbour, 127.0.0.1:18080) · 1 new\n"))
    #expect(text.contains("round 2,881 · environment 127.0.0.1:18080 · "))
  }

  @Test("None lost is said only where nothing may be lost")
  func noneLost() {
    var report = SampleReport.additions.report
    #expect(!report.findings.isEmpty)
    for endpoint in report.endpoints.indices {
      report.endpoints[endpoint].outcome = .ok
      report.endpoints[endpoint].versions = [
        SampleReport.version("v1", nil, "T", mappings: [SampleReport.mapping("Booking", 30, 30, ran: true)])
      ]
    }
    (report.summary.recordsMapped, report.summary.recordsLost, report.summary.exitCode) = (30, 0, 0)
    report.incidents = []
    for index in report.findings.indices { report.findings[index].level = .info }
    #expect(render(report, as: .text).contains("30 records mapped, none lost"))
    report.findings[0].state = .pending
    #expect(render(report, as: .text).contains("30 records mapped ·"))
  }

  @Test("Everybody's word stays in the history, also what was taken back and what was said before it came back")
  func acknowledgements() throws {
    var detail = try SampleReport.makeDetail()
    var incident = detail.incident.incident
    incident.acknowledge(by: "Ann", note: "ticket 4711", at: SampleReport.ago(50_000))
    incident.unacknowledge()
    incident.acknowledge(by: "Bo", note: nil, at: SampleReport.ago(5))
    detail.incident.incident = incident
    let lines = renderIncident(detail, options: RenderOptions(width: 200)).split(separator: "\n")
    let ann = try #require(lines.firstIndex { $0.contains("acknowledged  by Ann, taken back") })
    #expect(lines[ann].contains("\"ticket 4711\""))
    #expect(lines[ann - 1].contains("opened") && lines[ann + 1].contains("became worse"))
    #expect(lines.contains { $0.contains("acknowledged  by Bo") })
  }

  @Test("One change at several endpoints is told once, with the others beside it; listed in full each has its own")
  func twins() {
    let report = Harbour.report(
      [Harbour.endpoint("berth", lost: ["v1"]), Harbour.endpoint("bookings", lost: ["v1"])],
      [
        (Harbour.broken("berth", in: ["v1"]), "app 1.0 to 1.4 cannot load berth"),
        (Harbour.broken("bookings", in: ["v1"]), "app 1.0 to 1.4 cannot load bookings"),
      ])
    let text = render(report, as: .text)
    #expect(
      text.contains("\n  same at   A100 harbour/bookings (v1)\n") && text.hasPrefix("BREAKING: ")
        && text.contains(" 2 new"))
    #expect(!text.contains("A100  NEW"))
    #expect(render(report, as: .text, options: RenderOptions(verbose: true)).contains("A100  NEW"))
    #expect(render(report, as: .github).contains("(A100)"))
    var other = report
    other.findings[1].actual = "null"
    #expect(render(other, as: .text).contains("A100  NEW"))
  }

  @Test("A remark on one version names it in annotations")
  func remarks() {
    let remark = Finding(
      rule: .evidenceOnlyNull, level: .info, key: Harbour.key("berth"), path: "$.note",
      versions: Harbour.affected(["v1"]), message: "BerthDTO.note was never anything but null.")
    let report = SampleReport.report([Harbour.endpoint("berth")], findings: [remark])
    #expect(render(report, as: .github).contains("BerthDTO.note was never anything but null. In v1.\n"))
  }
}
