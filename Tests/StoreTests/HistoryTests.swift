import DriftModel
import Foundation
import PayloadShape
import Store
import StoreSamples
import Testing

@Suite("Findings over time")
struct HistoryTests {
  private static let object = ObservedForm(kinds: [.object])
  private static let text = ObservedForm(kinds: [.string])

  private static func finding(
    _ fingerprint: String = "00000000000000a1", at date: Date, _ form: ObservedForm?
  ) -> Finding {
    var finding = Samples.finding()
    (finding.fingerprint, finding.form) = (fingerprint, form)
    (finding.firstSeen, finding.lastSeen) = (date, date)
    return finding
  }

  /// One check an hour; each entry says in which form the finding is there, `nil`: it is not there.
  private static func play(_ forms: [ObservedForm?], on store: any Store) async throws {
    var former: Finding?
    for (hour, form) in forms.enumerated() {
      let at = Samples.start.addingTimeInterval(Double(hour) * 3600)
      var finding = form.map { Self.finding(at: at, $0) }
      finding?.firstSeen = former?.firstSeen ?? at
      former = finding
      let found = [finding].compactMap(\.self)
      try await store.check(at: at) { $0.findings = found }
    }
  }

  private static func hour(_ date: Date?) -> Int? {
    date.map { Int($0.timeIntervalSince(Samples.start.toTheMillisecond) / 3600) }
  }

  /// `0-2/3 object gone`: first and last seen, the first check without, form and ending.
  private static func words(_ interval: FindingInterval) -> String {
    let kinds = (interval.form?.kinds ?? []).map(\.rawValue).joined(separator: ",")
    let end = interval.ended.map { "\(hour(interval.lastAt) ?? -1)/\($0.round - 1)" } ?? ""
    return "\(hour(interval.first.at) ?? -1)-\(end) \(kinds) \(interval.ending?.rawValue ?? "lasts")"
  }

  @Test(
    "What changes, heals and changes again is one entry each time, and none is overwritten",
    arguments: StoreKind.allCases)
  func course(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await Self.play(
      [nil, Self.object, Self.object, nil, nil, Self.text, Self.object, nil, Self.text, nil, Self.text], on: store)
    let told = try await store.findingHistory(HistoryQuery()).map(Self.words)
    #expect(
      told == [
        "1-2/3 object gone", "5-5/6 string changed", "6-6/7 object gone", "8-8/9 string gone", "10- string lasts",
      ])
  }

  @Test(
    "Counts, words and example are those of the worst response; versions and mappings are all that were hit",
    arguments: StoreKind.allCases)
  func worst(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (hour, (count, version)) in [(3, "v1"), (17, "v2"), (5, "v10")].enumerated() {
      let at = Samples.start.addingTimeInterval(Double(hour) * 3600)
      var finding = Self.finding(at: at, Self.object)
      (finding.count, finding.message) = (count, "\(count) of 20")
      finding.versions[0].version = version
      finding.mappings[0].version = version
      finding.example?.excerpt = "{\(count)}"
      let found = finding
      try await store.check(at: at) { $0.findings = [found] }
    }
    let interval = try #require(try await store.findingHistory(HistoryQuery()).first)
    #expect(interval.worst == Incident.Extent(count: 17, total: 20))
    #expect(interval.message == "17 of 20" && interval.example?.excerpt == "{17}")
    #expect(interval.versions.map(\.id) == ["v1", "v2", "v10"])
    #expect(interval.mappings.map(\.key.version) == ["v1", "v2", "v10"])
    #expect(interval.paths == ["$[*].price", "$[*].offer.price"])
    #expect(interval.incident == "7f3a000000000001")
  }

  @Test(
    "Of a resolved incident it is known what was there when it was last seen, without what had ended before",
    arguments: StoreKind.allCases)
  func last(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await Self.play([Self.text, Self.object, Self.object, nil], on: store)
    var incident = Samples.incident(state: .resolved)
    incident.lastSeenAt = Samples.start.addingTimeInterval(2 * 3600)
    let found = try #require(try await store.lastFindings(of: [incident])[incident.id])
    #expect(found.map(\.form) == [Self.object])
    let finding = try #require(found.first)
    #expect(finding.path == "$[*].price" && finding.paths == ["$[*].offer.price"])
    #expect(finding.expected == "number" && finding.actual == "object" && finding.message == "price is an object now")
    #expect(finding.count == 20 && finding.total == 20)
    #expect(finding.example == Finding.Example(pointer: "/0/price", excerpt: "{amount}"))
    #expect(
      finding.versions == [AffectedVersion(version: "v1", property: "ProductDTO.price", losesResponse: true)])
    #expect(
      finding.mappings == [AffectedMapping(version: "v1", mapping: "Product", properties: ["price"])])
    #expect(finding.incident == incident.id && finding.fingerprint == "00000000000000a1")
    #expect(try await store.lastFindings(of: [Samples.incident()]).isEmpty, "what is open is stored elsewhere")
    incident.lastSeenAt = Samples.start.addingTimeInterval(3 * 3600)
    #expect(try await store.lastFindings(of: [incident]) == [incident.id: []])
  }

  @Test("What comes back begins after it had ended, however long it was pending", arguments: StoreKind.allCases)
  func returning(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    func hours(_ count: Int) -> Date { Samples.start.addingTimeInterval(Double(count) * 3600) }
    for hour in 0..<6 {
      var finding = Self.finding(at: hours(hour), Self.object)
      finding.firstSeen = Samples.start
      let found = [finding]
      try await store.check(at: hours(hour)) { $0.findings = [0, 1, 4, 5].contains(hour) ? found : [] }
    }
    #expect(try await store.findingHistory(HistoryQuery()).map(Self.words) == ["0-1/2 object gone", "2- object lasts"])
  }

  @Test("A clock that is set back ends nothing before it began", arguments: StoreKind.allCases)
  func setBack(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let found = [Self.finding(at: Samples.start, Self.object)]
    try await store.check(at: Samples.start) { $0.findings = found }
    try await store.check(at: Samples.start.addingTimeInterval(-7200))
    let interval = try #require(try await store.findingHistory(HistoryQuery()).first)
    #expect(interval.ended?.at == interval.first.at && interval.lastAt == interval.first.at)
    #expect(try await store.verify() == [])
  }

  @Test(
    "What was forgotten has no present shape, and while a set of words is pending new words are no other form",
    arguments: StoreKind.allCases)
  func forgottenShape(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (hour, word) in ["a", "b", "c"].enumerated() {
      let at = Samples.start.addingTimeInterval(Double(hour) * 3600)
      var form = ObservedForm()
      form.values = [word]
      var finding = Self.finding(at: at, form)
      finding.state = .pending
      let (found, shape) = ([finding], try Samples.shape())
      try await store.check(at: at) {
        $0.findings = found
        ($0.learned.baseline, $0.learned.baselineResponses) = (shape, 1)
      }
    }
    #expect(try await store.findingHistory(HistoryQuery()).count == 1)
    #expect(try await store.shape(of: Samples.products, at: nil) != nil)
    try await store.forget(
      contract: "platzi-store", endpoint: "products", environment: nil, isWatched: true,
      at: Samples.start.addingTimeInterval(9000))
    #expect(try await store.shape(of: Samples.products, at: nil) == nil)
    #expect(try await store.shape(of: Samples.products, at: Samples.start) != nil, "history stays")
  }

  @Test("A check that could not see it ends nothing, and is no sight of it", arguments: StoreKind.allCases)
  func blind(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    let finding = Self.finding(at: Samples.start, Self.object)
    func hours(_ count: Int) -> Date { Samples.start.addingTimeInterval(Double(count) * 3600) }
    try await store.check(at: hours(0)) { $0.findings = [finding] }
    for hour in 1..<5 { try await store.check(at: hours(hour)) { $0.findings = [finding] } }
    #expect(try await store.findingHistory(HistoryQuery()).map(Self.words) == ["0- object lasts"])
    try await store.check(at: hours(5))
    #expect(try await store.findingHistory(HistoryQuery()).map(Self.words) == ["0-0/5 object gone"])
  }

  @Test(
    "What counts as normal from then on ends as learned, also if that was known before its end",
    arguments: StoreKind.allCases, [true, false])
  func learned(_ kind: StoreKind, _ isKnownBefore: Bool) async throws {
    let opened = try kind.open()
    let store = opened.store
    let finding = Self.finding(at: Samples.start, Self.object)
    try await store.check(at: Samples.start) {
      $0.findings = [finding]
      if isKnownBefore { $0.learned.findings = [finding.fingerprint] }
    }
    try await store.check(at: Samples.start.addingTimeInterval(3600)) {
      if !isKnownBefore { $0.learned.findings = [finding.fingerprint] }
    }
    #expect(try await store.findingHistory(HistoryQuery()).map(\.ending) == [.learned])
  }

  @Test("Growth is an event: it ends as learned with the next response", arguments: StoreKind.allCases)
  func growth(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    var finding = Self.finding(at: Samples.start, nil)
    (finding.rule, finding.level, finding.change) = (.fieldAdded, .info, .memberAdded)
    let added = finding
    try await store.check(at: Samples.start) { $0.findings = [added] }
    try await store.check(at: Samples.start.addingTimeInterval(3600))
    #expect(try await store.findingHistory(HistoryQuery()).map(\.ending) == [.learned])
  }

  @Test(
    "Forgetting ends what was found in responses, and leaves what is about missing ones", arguments: StoreKind.allCases)
  func forgotten(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    var watch = Self.finding("00000000000000b2", at: Samples.start, nil)
    watch.rule = .watchGone
    let found = [Self.finding(at: Samples.start, Self.object), watch]
    try await store.check(at: Samples.start) { $0.findings = found }
    try await store.forget(
      contract: "platzi-store", endpoint: "products", environment: nil, isWatched: true,
      at: Samples.start.addingTimeInterval(7200))
    let endings = try await store.findingHistory(HistoryQuery()).map {
      "\($0.fingerprint.suffix(2)) \($0.ending?.rawValue ?? "")"
    }
    #expect(endings == ["a1 forgotten", "b2 "])
  }

  @Test(
    "A query narrows by contract, endpoint, environment, path and time", arguments: StoreKind.allCases)
  func queries(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    try await Self.play([Self.object, nil, nil, nil, Self.text, nil, nil, nil, Self.object], on: store)
    func count(_ change: (inout HistoryQuery) -> Void) async throws -> Int {
      var query = HistoryQuery()
      change(&query)
      return try await store.findingHistory(query).count
    }
    func hours(_ count: Int) -> Date { Samples.start.addingTimeInterval(Double(count) * 3600) }
    #expect(try await count { _ in } == 3)
    #expect(try await count { $0.contract = "platzi-store" } == 3)
    #expect(try await count { $0.contract = "other" } == 0)
    #expect(try await count { $0.endpoint = "products" } == 3)
    #expect(try await count { $0.endpoint = "orders" } == 0)
    #expect(try await count { $0.environment = "staging" } == 0)
    #expect(try await count { $0.path = "$[*].price" } == 3)
    #expect(try await count { $0.path = "$[*].offer" } == 3)
    #expect(try await count { $0.path = "$[*].pri" } == 0)
    #expect(try await count { $0.since = hours(2) } == 2)
    #expect(try await count { $0.since = hours(1) } == 3, "it was seen to be gone then")
    #expect(try await count { $0.until = hours(4) } == 2)
    #expect(try await count { ($0.since, $0.until) = (hours(2), hours(7)) } == 1)
  }

  @Test(
    "A learned shape is kept whenever what it tells a reader changes, and the one of a time is found",
    arguments: StoreKind.allCases)
  func shapes(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    func hours(_ count: Int) -> Date { Samples.start.addingTimeInterval(Double(count) * 3600) }
    let texts = [
      #"{"id": 1}"#, #"{"id": 2}"#, #"{"id": 3, "name": "Ada"}"#, #"{"id": 4, "name": "Ada"}"#,
      #"{"id": 5.5, "name": "Ada"}"#,
    ]
    var shape = PayloadShape()
    for (hour, text) in texts.enumerated() {
      shape.merge(try Samples.shape(text))
      let learned = shape
      try await store.check(at: hours(hour)) {
        ($0.learned.baseline, $0.learned.baselineResponses) = (learned, hour + 1)
      }
    }
    #expect(try await store.shapeVersions(of: Samples.products).map { Self.hour($0.at) } == [0, 2, 4])
    func paths(_ hour: Int?) async throws -> [String]? {
      try await store.shape(of: Samples.products, at: hour.map(hours))?.shape.paths
    }
    #expect(try await paths(-1) == nil)
    #expect(try await paths(1) == ["$", "$.id"])
    #expect(try await paths(2) == ["$", "$.id", "$.name"])
    let third = try #require(try await store.shape(of: Samples.products, at: hours(3)))
    #expect(third.responses == 3 && Self.hour(third.since.at) == 2)
    let present = try #require(try await store.shape(of: Samples.products, at: nil))
    #expect(present.responses == 5 && present.shape == shape)
    var other = Samples.products
    other.endpoint = "orders"
    #expect(try await store.shape(of: other, at: nil) == nil)
    #expect(try await store.shapeVersions(of: other).isEmpty)
  }

  @Test(
    "Counts of records are kept where they differ, responses of which nothing was read included",
    arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) async throws {
    let opened = try kind.open()
    let store = opened.store
    for (hour, (made, lost)) in [(20, 0), (20, 0), (0, 1), (18, 0), (18, 0)].enumerated() {
      try await store.check(at: Samples.start.addingTimeInterval(Double(hour) * 3600)) {
        var counts = MappingCounts()
        (counts.offered, counts.made, counts.dropped, counts.lostResponses) = (
          20, made, lost == 0 ? 20 - made : 0, lost
        )
        $0.mappingCounts = [Samples.key: counts]
      }
    }
    func words(_ change: (inout HistoryQuery) -> Void = { _ in }) async throws -> [String] {
      var query = HistoryQuery()
      change(&query)
      return try await store.recordCounts(query).map {
        "\(Self.hour($0.since.at) ?? -1): \($0.counts.made) of \($0.counts.offered), \($0.counts.lostResponses) lost"
      }
    }
    #expect(try await words() == ["0: 20 of 20, 0 lost", "2: 0 of 20, 1 lost", "3: 18 of 20, 0 lost"])
    #expect(
      try await words { $0.since = Samples.start.addingTimeInterval(2.5 * 3600) }
        == ["2: 0 of 20, 1 lost", "3: 18 of 20, 0 lost"], "what held before counts as well")
    #expect(try await words { $0.until = Samples.start.addingTimeInterval(3600) } == ["0: 20 of 20, 0 lost"])
    #expect(try await words { $0.endpoint = "orders" } == [])
  }
}
