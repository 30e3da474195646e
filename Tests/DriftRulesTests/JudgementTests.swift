import PayloadShape
import Testing

@testable import DriftModel
@testable import DriftRules

@Suite struct JudgementTests {
  // MARK: Decoding

  @Test("A failure costs each release that has it, with counts over all responses, and spares the others")
  func failures() throws {
    let broken = facts("v1", .failed(message: "no")) {
      $0.failures = [failure(.decodeTypeMismatch, "$.price", total: 1)]
    }
    let fine = facts("v1") { $0.fields = [field("$.price", seen: 1)] }
    let found = findings(response(broken, facts("v2")), response(fine, facts("v2")), response(fine, facts("v2")))
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(finding.level == .breaking)
    #expect(
      finding.versions == [
        AffectedVersion(version: "v1", shippedIn: "v1.0", property: "ProductDTO.price: Double", losesResponse: true)
      ])
    #expect((finding.count, finding.total) == (1, 3))
  }

  @Test(
    "A candidate's break is a warning, a retired release's information",
    arguments: [(.supported, .breaking), (.candidate, .warning), (.retired, .info)] as [(VersionInfo.Status, Level)])
  func statuses(_ status: VersionInfo.Status, _ level: Level) {
    let broken = facts("v1", .failed(message: "no")) { $0.failures = [failure(.decodeKeyNotFound, "$.price")] }
    let found = findings(response(broken), versions: [version("v1", status)])
    #expect(found.map(\.level) == [level])
    #expect(found.flatMap(\.versions).map(\.levelOnceShipped) == [status == .candidate ? .breaking : nil])
    #expect(found.map(\.breaksCandidate) == [status == .candidate])
  }

  @Test("A release that is broken names the mappings that get nothing, and the domain property of the same name")
  func lostMappings() {
    let broken = facts("v1", .failed(message: "no")) {
      $0.failures = [failure(.decodeTypeMismatch, "$[*].category_id", property: "categoryId")]
    }
    var known = MappingStatistics()
    known.absorb(
      mapping(3, made: 3) {
        $0.properties = ["categoryID", "name"].map { PropertyExamination(name: $0, total: 3) }
      })
    let found = findings(
      response(broken), mappings: ["v1": ["Product": known]],
      outlines: ["v1": [MappingOutline(name: "Product", recordsPath: "$[*]")]])
    #expect(found.flatMap(\.mappings).map(\.mapping) == ["Product"])
    #expect(found.flatMap(\.mappings).flatMap(\.properties) == ["categoryID"])
  }

  @Test(
    "How decoding ended",
    arguments: [
      (.crashed(reason: "signal 4"), .decodeCrash), (.timedOut(seconds: 10), .decodeTimeout),
      (.failed(message: "the app's own error"), .decodeDataCorrupted),
    ] as [(Execution, RuleID)])
  func endings(_ execution: Execution, _ rule: RuleID) {
    let found = findings(response(facts("v1", execution)), response(facts("v1")))
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.level) == [.breaking])
    #expect(found.first?.versions.map(\.losesResponse) == [true])
    #expect((found.first?.count, found.first?.total) == (1, 2))
  }

  @Test("A failure tells where its value probably stands now, as the change at its path does")
  func newPlaces() throws {
    var moved = change(.fieldTypeChanged, "$[*].price")
    (moved.hint, moved.confidence, moved.paths) = ("perhaps moved to $[*].price.amount", 0.9, ["$[*].cost"])
    var guess = change(.fieldRemoved, "$[*].title")
    (guess.hint, guess.confidence) = ("perhaps renamed to `subtitle`", 0.1)
    let broken = facts("v1", .failed(message: "no")) {
      $0.failures = ["price", "cost", "title"].map { name in
        var failure = failure(.decodeTypeMismatch, "$[*].\(name)")
        failure.hint = "the name alone"
        return failure
      }
    }
    let found = findings(response(broken), changes: [moved, guess]).filter { $0.rule == .decodeTypeMismatch }
    let place = "perhaps moved to $[*].price.amount (90 % sure)"
    #expect(
      Set(found.map { "\($0.path) \($0.hint ?? "")" }) == [
        "$[*].price \(place)", "$[*].cost \(place)", "$[*].title the name alone",
      ])
  }

  @Test("A member of which only null was seen is information if another one came, unless a version reads it")
  func onlyNull() {
    for (isRenamed, isRead, level) in [(true, false, Level.info), (false, false, .warning), (true, true, .warning)] {
      var gone = change(.fieldRemoved, "$.deleted")
      (gone.isOfNullOnly, gone.renamedTo) = (true, isRenamed ? "removed" : nil)
      let reader = facts("v1") { $0.fields = isRead ? [field("$.deleted", isRequired: false)] : [] }
      let found = findings(response(reader), changes: [gone], hasUnknownReaders: !isRead)
      #expect(found.map(\.level) == [level], "\(isRenamed) \(isRead)")
    }
  }

  @Test("What only a phone's system refuses is a warning; our own contradiction is one about us")
  func doubts() {
    let dependent = facts("v1") { $0.platformDependent = [failure(.decodePlatformDependent, "$.url")] }
    let contradiction = facts("v2") { $0.contradiction = "it decodes here" }
    let found = findings(response(dependent, contradiction))
    #expect(found.map(\.rule) == [.decodePlatformDependent, .noticeFidelity])
    #expect(found.map(\.level) == [.warning, .warning])
    #expect(found.flatMap(\.versions).allSatisfy { !$0.losesResponse })
  }

  // MARK: Losses

  @Test("A value that falls into a catch-all case is a warning only where it is new")
  func fallbacks() {
    let swallowing = facts("v1") {
      $0.fallbacks = [failure(.lossEnumFallback, "$.kind")]
      $0.swallowed = [failure(.lossErrorSwallowed, "$.size")]
    }
    #expect(findings(response(swallowing)).map(\.level) == [.info, .info])
    let news = findings(response(swallowing), changes: [change(.fieldEnumValueAdded, "$.kind")])
    #expect(news.filter { $0.rule == .lossEnumFallback }.map(\.level) == [.warning])
  }

  // MARK: Mappings

  @Test(
    "Lost records count by what the baseline loses",
    arguments: [
      (nil, 3, 24, .info), (nil, 24, 24, .breaking), (3, 3, 24, .info), (3, 4, 24, .warning), (0, 1, 24, .warning),
      (3, 11, 24, .breaking),
      (0, 4, 24, .warning), (0, 5, 24, .breaking), (7, 7, 24, .info), (24, 24, 24, .breaking),
    ] as [(Int?, Int, Int, Level)])
  func lostRecords(_ before: Int?, _ lost: Int, _ offered: Int, _ level: Level) {
    let known = before.map { ["v1": ["Product": statistics(lost: $0, of: offered)]] } ?? [:]
    let found = findings(
      response(facts("v1") { $0.mappings = [mapping(offered, made: offered - lost)] }), mappings: known)
    #expect(found.map(\.level) == [level])
    #expect(found.map(\.rule) == [.mappingRecordDropped])
    #expect(found.first?.mappings.map(\.recordsOut) == [offered - lost])
  }

  @Test("Responses of one record each are counted and weighed together")
  func singleRecords() {
    func round(_ lost: Int) -> [MappingExamination] { (0..<13).map { mapping(1, made: $0 < lost ? 0 : 1) } }
    var known = MappingStatistics()
    known.absorb(round(1))
    func judgement(_ lost: Int) -> Judgement {
      Judgement(
        key: requestKey, versions: [version("v1")],
        examinations: round(lost).map { part in response(facts("v1") { $0.mappings = [part] }) },
        mappings: ["v1": ["Product": known]])
    }
    #expect(judgement(1).findings().first?.level == .info)
    #expect(weighed(judgement(2)).findings().first?.level == .info)
    #expect(judgement(9).findings().first?.level == .breaking)
  }

  @Test("Records that a lossy array left out and records that threw have rules of their own")
  func kindsOfLoss() {
    let lossy = mapping(20, made: 18) { ($0.recordsIn, $0.dropped) = (18, 0) }
    let throwing = mapping(20, made: 18) {
      ($0.dropped, $0.threw) = (0, 2)
      $0.thrown = [Thrown(message: "no name", count: 2)]
    }
    let none = ["v1": ["Product": statistics(lost: 0, of: 20)]]
    #expect(
      findings(response(facts("v1") { $0.mappings = [lossy] }), mappings: none).map(\.rule) == [.lossElementDropped])
    let threw = findings(response(facts("v1") { $0.mappings = [throwing] }), mappings: none)
    #expect(threw.map(\.rule) == [.mappingThrew])
    #expect(threw.first?.hint?.contains("no name") == true)
  }

  @Test("A property that was always there may not be lost once; one that is often nil may vary")
  func lostProperties() {
    func with(_ name: String, nils: Int) -> Examination {
      response(
        facts("v1") { version in
          version.mappings = [
            mapping(24, made: 24) { $0.properties = [PropertyExamination(name: name, total: 24, nilCount: nils)] }
          ]
        })
    }
    var known = MappingStatistics()
    known.absorb(
      mapping(24, made: 24) {
        $0.properties = [
          PropertyExamination(name: "id", total: 24), PropertyExamination(name: "note", total: 24, nilCount: 14),
        ]
      })
    let before = ["v1": ["Product": known]]
    #expect(findings(with("id", nils: 1), mappings: before).map(\.rule) == [.mappingPropertyLost])
    #expect(findings(with("note", nils: 16), mappings: before) == [])
    #expect(
      findings(with("note", nils: 24), mappings: before).map(\.message)
        == ["Product.note is nil in 24 of 24 products; it used to be there."])
    #expect(findings(with("new", nils: 24), mappings: before) == [])
  }

  @Test(
    "How a mapping ended",
    arguments: [
      (.crashed(reason: "signal 4"), .mappingCrash), (.timedOut(seconds: 10), .mappingTimeout),
      (.failed(message: "no context"), .mappingThrew),
    ] as [(Execution, RuleID)])
  func mappingEndings(_ execution: Execution, _ rule: RuleID) {
    let found = findings(response(facts("v1") { $0.mappings = [ended(execution)] }))
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.level) == [.breaking])
  }

  @Test("Identities and declared rules are looked at; no record at all is evidence of nothing")
  func identities() {
    let spoiled = mapping(4, made: 4) {
      ($0.collided.count, $0.unstable.count) = (1, 2)
      ($0.collided.example, $0.unstable.example) = ("/3", "/1")
      $0.brokenRules = [BrokenRule(name: "price is positive", count: 3, example: "/0")]
    }
    let found = findings(response(facts("v1") { $0.mappings = [spoiled] })).sorted {
      $0.rule.rawValue < $1.rule.rawValue
    }
    #expect(found.map(\.rule) == [.mappingIdentityCollided, .mappingIdentityUnstable, .mappingInvariantBroken])
    #expect(found.map(\.example?.pointer) == ["/3", "/1", "/0"])
    let empty = findings(response(facts("v1") { $0.mappings = [mapping(0, made: 0)] }))
    #expect(empty.map(\.rule) == [.evidenceEmptyArray])
    #expect(empty.map(\.level) == [.info])
    #expect(findings(response(facts("v1") { $0.mappings = [ended(.notRun(reason: "no value"))] })) == [])
  }

  // MARK: Changes of shape

  @Test(
    "A change counts by who reads the member and what it costs",
    arguments: [
      (.fieldAdded, true, .info), (.fieldRemoved, true, .warning), (.fieldRenamed, true, .warning),
      (.fieldFormatChanged, true, .warning), (.fieldScaleChanged, true, .warning), (.fieldBecameNullable, true, .info),
      (.fieldTypeChanged, true, .info), (.fieldRemoved, false, .info), (.fieldTypeChanged, false, .info),
    ] as [(RuleID, Bool, Level)])
  func changes(_ rule: RuleID, _ isRead: Bool, _ level: Level) {
    let reader = facts("v1") { if isRead { $0.fields = [field("$.price", isRequired: false)] } }
    let found = findings(response(reader), changes: [change(rule, "$.price")])
    #expect(found.map(\.rule) == [rule])
    #expect(found.map(\.level) == [level])
    #expect(found.flatMap(\.versions).map(\.version) == (isRead ? ["v1"] : []))
  }

  @Test("A type that changed costs whoever fails at it, or swallows the error")
  func typeChanges() {
    let swallowing = facts("v1") {
      $0.fields = [field("$.price", isRequired: false)]
      $0.swallowed = [failure(.lossErrorSwallowed, "$.price")]
    }
    let found = findings(response(swallowing), changes: [change(.fieldTypeChanged, "$.price")])
    #expect(found.first?.rule == .fieldTypeChanged)
    #expect(found.first?.level == .warning)
  }

  @Test("Without evidence a change is information; where nobody is known to read, a warning")
  func evidence() {
    let reader = response(facts("v1") { $0.fields = [field("$.price")] })
    let unlikely = change(.fieldRemoved, "$.price", after: 1)
    let pending = findings(reader, changes: [unlikely], isWeighed: true)
    #expect(pending.map(\.level) == [.info] && pending.map(\.state) == [.pending])
    for rule in [RuleID.fieldRemoved, .fieldTypeChanged, .fieldEnumValueAdded, .fieldBecameNullable] {
      let found = findings(response(), versions: [], changes: [change(rule, "$.price")], hasUnknownReaders: true)
      #expect(found.map(\.level) == [.warning])
    }
    let added = findings(response(), versions: [], changes: [change(.fieldAdded, "$.price")], hasUnknownReaders: true)
    #expect(added.map(\.level) == [.info])
  }

  @Test("A member nobody ever sent is evidence, and a warning if its name nearly exists")
  func neverSeen() {
    let found = findings(
      response(
        facts("v1") {
          $0.fields = [
            field("$.imageURL", isRequired: false, seen: 0, missing: 3, nearMiss: "image_url"),
            field("$.note", isRequired: false, seen: 0, null: 3),
            field("$.size", isRequired: false, seen: 0, missing: 3),
          ]
        }))
    #expect(found.map(\.rule) == [.evidenceNeverSeen, .evidenceOnlyNull, .evidenceNeverSeen])
    #expect(found.map(\.level) == [.warning, .info, .info])
    #expect(found.first?.hint?.contains("image_url") == true)
  }

  // MARK: Requests and text

  @Test("A body that can no longer be made of what was read is one finding over all responses")
  func sends() {
    func sending(_ made: Int) -> VersionExamination {
      facts("v1") { version in
        var send = SendExamination(
          endpoint: "create", typeName: "CreateDTO", isEssential: false, execution: .succeeded)
        (send.offered, send.made) = (4, made)
        send.thrown = [Thrown(message: "no price", count: 4 - made)]
        version.sends = [send]
      }
    }
    let found = findings(response(sending(4)), response(sending(3)), response(sending(1)))
    #expect(found.map(\.rule) == [.requestShapeChanged])
    #expect((found.first?.count, found.first?.total) == (4, 12))
    #expect(found.map(\.level) == [.warning])
    #expect(findings(response(sending(4))) == [])
  }

  @Test("Peculiar text is a notice, counted over the responses")
  func notices() {
    var one = response()
    one.notices = [TextNotice(kind: "duplicate member names", count: 2, byteOffset: 4)]
    let found = findings(one, one)
    #expect(found.map(\.rule) == [.noticeNonconformingJSON])
    #expect(found.map(\.count) == [4])
    #expect(found.map(\.level) == [.info])
  }
}
