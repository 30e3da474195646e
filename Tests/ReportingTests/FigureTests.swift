import DriftModel
import Foundation
import Testing

@testable import Reporting

@Suite("Figures of pages")
struct FigureTests {
  private static let day = 86_400.0
  private static let now = SampleReport.now

  private static func ago(days: Double) -> Date { now.addingTimeInterval(-days * day) }

  // MARK: - Time

  @Test(
    "The width is what there is something of, at most a year; its marks are hours, days or months",
    arguments: [
      (0.02, "14:00"), (0.5, "12:00"), (5, "16 Nov"), (40, "15 Oct"), (300, "Feb"), (900, "2026"),
    ] as [(Double, String)])
  func axis(_ days: Double, _ name: String) {
    let axis = TimeAxis(until: Self.now, since: Self.ago(days: days))
    #expect(axis.ticks.map(\.name).contains(name), "\(axis.ticks.map(\.name))")
    #expect(axis.ticks.count <= 13 && axis.to == Self.now)
    #expect(axis.to.timeIntervalSince(axis.from) <= 365 * Self.day)
    #expect(zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { $0.position < $1.position })
    #expect(axis.position(Self.ago(days: 2_000)) == 0 && axis.position(Self.now.addingTimeInterval(9)) == 100)
  }

  // MARK: - Who was hurt

  private static func contract(_ shares: [Double?]) -> ContractInfo {
    ContractInfo(
      id: "platzi-store",
      versions: shares.enumerated().map { VersionInfo(id: "v\($0 + 1)", installs: $1) })
  }

  private static func interval(
    _ rule: RuleID, _ level: Level, _ versions: [String], from: Double, to: Double?, losesResponse: Bool = false,
    path: String = "$.price",
    _ details: (inout Finding) -> Void = { _ in }
  ) -> FindingInterval {
    let key = SampleReport.key("platzi-store", "products")
    let hit = versions.map { AffectedVersion(version: $0, property: "DTO.price: Double", losesResponse: losesResponse) }
    let finding = Finding(rule: rule, level: level, key: key, path: path, versions: hit, message: "It moved.", details)
    var interval = FindingInterval(
      finding, key: key, first: HistoryMoment(round: Int(1_000 - from), at: ago(days: from)), isLearned: false)
    interval.ended = to.map { HistoryMoment(round: 2_000, at: ago(days: $0)) }
    return interval
  }

  @Test(
    "The share of installs follows the findings that cost somebody something, and no prediction, notice or failed check"
  )
  func share() {
    let intervals = [
      Self.interval(.decodeTypeMismatch, .breaking, ["v1"], from: 20, to: 10, losesResponse: true),
      Self.interval(.mappingRecordDropped, .warning, ["v2"], from: 15, to: nil),
      Self.interval(.fieldTypeChanged, .warning, ["v3"], from: 30, to: nil),
      Self.interval(.watchUnreachable, .warning, ["v3"], from: 30, to: nil),
      Self.interval(.noticeSunset, .warning, ["v3"], from: 30, to: nil),
      Self.interval(.fieldAdded, .info, ["v3"], from: 30, to: nil),
    ]
    let axis = TimeAxis(until: Self.now, since: Self.ago(days: 30))
    let share = HurtShare(Self.contract([31, 50, 19]), intervals, axis: axis)
    #expect(share.steps.map(\.broken) == [[], ["v1"], ["v1"], []])
    #expect(share.steps.map(\.losing) == [[], [], ["v2"], ["v2"]])
    #expect(share.steps.first?.from == axis.from && share.steps.last?.to == axis.to)
    #expect(
      share.words
        == "50 % of installs are hurt now (v2); at most 81 % on \(Moment(Self.ago(days: 15)).date) (v1 and v2).")
    let calm = HurtShare(Self.contract([31]), [], axis: axis)
    #expect(calm.words == "Nobody is hurt now, and nobody was since \(Moment(axis.from).date).")
    let undeclared = HurtShare(Self.contract([nil, nil]), intervals, axis: axis)
    #expect(undeclared.words.hasPrefix("50 % of the supported versions are hurt now (v2)"))
  }

  @Test(
    "Each time has the shares that were declared then: an earlier one, one before the first, and a version that retired"
  )
  func formerShares() {
    func former(_ version: String, _ percent: Double?, _ days: Double, of contract: String = "platzi-store")
      -> InstallShare
    {
      InstallShare(
        contract: contract, version: version, environment: "production", percent: percent, since: Self.ago(days: days))
    }
    let intervals = [
      Self.interval(.decodeTypeMismatch, .breaking, ["v1"], from: 25, to: nil, losesResponse: true),
      Self.interval(.mappingRecordDropped, .warning, ["old"], from: 28, to: 5),
    ]
    let past = [
      former("v1", 60, 20), former("v1", 40, 10), former("v2", 10, 20), former("old", 30, 20), former("old", nil, 8),
      former("v1", 99, 12, of: "todo"),
    ]
    let axis = TimeAxis(until: Self.now, since: Self.ago(days: 30))
    let share = HurtShare(Self.contract([31, 69]), intervals, past: past, axis: axis)
    #expect(share.steps.map(\.share) == [0, 30, 90, 70, 40, 31])
    #expect(share.steps.map(\.brokenShare) == [0, 0, 60, 40, 40, 31])
    #expect(share.steps.map(\.losing) == [[], ["old"], ["old"], ["old"], [], []])
    #expect(share.present.share == 31 && share.steps.last?.from == axis.to)
    #expect(
      share.words
        == "31 % of installs are hurt now (v1); at most 90 % on \(Moment(Self.ago(days: 25)).date) (v1 and old).")
    // Shares that change each day are drawn as few stretches.
    let daily = (0..<365).map { former("v1", 20 + Double($0 % 40), Double(365 - $0)) }
    let open = [Self.interval(.decodeTypeMismatch, .breaking, ["v1"], from: 360, to: nil, losesResponse: true)]
    let year = HurtShare(
      Self.contract([31, 69]), open, past: daily, axis: TimeAxis(until: Self.now, since: Self.ago(days: 365)))
    let drawing = year.html.map(\.source).joined()
    #expect(drawing.utf8.count < 30_000 && drawing.ranges(of: "<rect").count < 170, "\(drawing.utf8.count)")
    #expect(year.words.contains("at most 59 %"))
    // Where no share is declared now, versions are counted, whatever was declared before.
    let undeclared = HurtShare(Self.contract([nil, nil]), intervals, past: past, axis: axis)
    #expect(undeclared.words.hasPrefix("50 % of the supported versions are hurt now (v1)"))
  }

  @Test("Counts of records hold until the next ones; many of them are drawn as few stretches, each with its worst")
  func records() {
    func entry(_ days: Double, _ offered: Int, _ made: Int, unread: Int = 0) -> RecordCounts {
      var counts = MappingCounts()
      (counts.offered, counts.made, counts.lostResponses) = (offered, made, unread)
      return RecordCounts(
        key: SampleReport.key("platzi-store", "products"), mapping: MappingKey(version: "v1", mapping: "Product"),
        since: HistoryMoment(round: 1, at: Self.ago(days: days)), counts: counts)
    }
    let axis = TimeAxis(until: Self.now, since: Self.ago(days: 30))
    let chart = RecordChart([entry(10, 0, 0, unread: 2), entry(400, 20, 20), entry(5, 20, 18)], axis: axis)
    #expect(chart.steps.map(\.from) == [axis.from, Self.ago(days: 10), Self.ago(days: 5)])
    #expect(chart.steps.map(\.counts.offered) == [20, 0, 20] && chart.steps.last?.to == axis.to)
    let day = Moment(Self.ago(days: 10)).date
    #expect(chart.words == "18 of 20 mapped when it was last read; at worst 2 responses unread on \(day)")
    #expect(
      RecordChart([entry(3, 20, 20)], axis: axis).words == "20 of 20 mapped when it was last read; none was ever lost")
    let many = (0..<5_000).map { entry(29 * Double($0) / 5_000, 20, $0 == 77 ? 3 : 20) }
    let drawing = RecordChart(many, axis: axis).html("Product in v1").source
    #expect(drawing.utf8.count < 10_000 && drawing.ranges(of: "<rect class=\"warning\"").count == 1)
  }

  // MARK: - What moved

  @Test("A change seen at two requests is told once with all who read it; what did not decode lends its value")
  func changes() {
    func changed(_ version: String) -> FindingInterval {
      Self.interval(.fieldTypeChanged, .warning, [version], from: 3, to: nil) {
        ($0.expected, $0.actual) = ("number", "object")
      }
    }
    let failure = Self.interval(.decodeTypeMismatch, .breaking, ["v1"], from: 3, to: nil, losesResponse: true) {
      ($0.expected, $0.actual) = ("Double", "object")
      $0.example = Finding.Example(pointer: "/0/price", excerpt: "{\"amount\":44}")
    }
    let other = Self.interval(.decodeTypeMismatch, .breaking, ["v1"], from: 3, to: 1, path: "$.date") {
      ($0.expected, $0.actual) = ("Date", "\"soon\"")
    }
    let list = ChangeList([changed("v1"), changed("v2"), failure, other]) { _ in "" }
    #expect(list.changes.count == 2)
    let price = list.changes.first { $0.paths == ["$.price"] }
    #expect(Set(price?.readers ?? []) == ["DTO.price: Double in v1", "DTO.price: Double in v2"])
    #expect(price?.level == .breaking && price?.isExpectation == false)
    #expect(price?.example?.value == "{\"amount\":44}")
    #expect(list.changes.first { $0.paths == ["$.date"] }?.isExpectation == true)
  }

  // MARK: - Who is hurt

  @Test(
    "A cell says what a version makes of an endpoint; who is not known to read an endpoint without a response is not said to spare it"
  )
  func matrix() throws {
    let content = ReportContent(try ProgramReport.new.report, options: RenderOptions(showsOpenInFull: true))
    func cells(_ contract: String, _ endpoint: String) throws -> [String] {
      let info = try #require(content.report.contracts.first { $0.id == contract })
      let row = VersionMatrix(info, content).rows.first { $0.name == endpoint }
      return try #require(row).cells.map { $0?.words ?? "-" }
    }
    #expect(try cells("platzi-store", "products").prefix(2) == ["cannot read it", "cannot read it"])
    #expect(try cells("landmarks", "list").last == "loses data")
    #expect(try cells("todo", "items").allSatisfy { $0 == "not checked" })
  }
}
