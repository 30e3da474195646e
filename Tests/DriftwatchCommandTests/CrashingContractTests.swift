import DriftModel
import DriftRules
import Foundation
import Store
import StoreSQL
import StoreSQLite
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

@Suite("Contracts of which one traps, one hangs, one exits and one eats memory")
struct CrashingContractTests {
  /// A good day and a bad one in one ledger: what the second one's report says.
  private func check(_ contracts: [String], in driftwatch: Driftwatch) async throws -> Program.Ending {
    var last: Program.Ending?
    for (day, isBad) in [("2026-01-01", false), ("2026-01-02", true)] {
      try CrashingContracts.writeHealthy(to: driftwatch.place, day, isDrifted: isBad)
      for id in CrashingContracts.ids {
        try driftwatch.place.write(
          CrashingContracts.records(bad: isBad ? [3, 11] : []), to: "\(day)/\(id)/records/index.json")
      }
      last = try await driftwatch.call(
        ["check"] + contracts + [
          "--from", driftwatch.place.path(day), "--db", driftwatch.ledger, "--format", "json", "--code-timeout", "1",
        ])
    }
    return try #require(last)
  }

  @Test("are told in bounded time, each with its record; all else is as without them, and the ledger is sound")
  func othersAreUndisturbed() async throws {
    let (calm, wild) = (try Driftwatch(.hostile), try Driftwatch(.hostile))
    let without = try await check(CrashingContracts.healthy, in: calm)
    let with = try await check(CrashingContracts.healthy + CrashingContracts.ids, in: wild)
    #expect(with.code == 1 && without.code == 1)

    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let report = try decoder.decode(RoundReport.self, from: with.output)
    let expected: [(id: String, rule: RuleID, words: String)] = [
      ("trapping", .mappingCrash, "Index out of range"), ("hanging", .mappingTimeout, "does not end on 2 of 30 things"),
      ("exiting", .mappingCrash, "exit(0)"), ("devouring", .mappingCrash, "crashes the app on 2 of 30 things"),
    ]
    for offender in expected {
      let findings = report.findings.filter { $0.contract == offender.id && $0.level == .breaking }
      let finding = try #require(findings.first)
      #expect(findings.count == 1 && finding.rule == offender.rule)
      #expect(finding.versions.map(\.version) == ["v1"] && finding.mappings.map(\.mapping) == ["Thing"])
      #expect(finding.example?.pointer == "/results/3" && (finding.count, finding.total) == (2, 30))
      #expect(finding.message.contains(offender.words) && finding.message.contains("/results/3"), "\(finding.message)")
      #expect(finding.path.isEmpty && finding.hint?.contains("the value of $.results[*].kind does it") == true)
      let mapping = report.endpoints.first { $0.contract == offender.id }?.versions.first?.mappings.first
      #expect(mapping == MappingReport(name: "Thing", recordsIn: 30, recordsOut: 28, ran: false))
    }
    #expect(report.incidents.count { CrashingContracts.ids.contains($0.incident.key.contract) } == 4)

    let (all, rest) = (try tree(with, of: wild), try tree(without, of: calm))
    for (section, contract) in Self.sections {
      let others = (all[section]?.elements ?? []).filter { !CrashingContracts.ids.contains(contract($0) ?? "") }
      #expect(!others.isEmpty && others == rest[section]?.elements, "\(section)")
    }
    for driftwatch in [calm, wild] {
      #expect(try await driftwatch.call("store", "verify", "--db", driftwatch.ledger).code == 0)
    }
  }

  /// The lists of a report, and whose each element is.
  private static let sections: [(String, @Sendable (JSONTree) -> String?)] = [
    ("contracts", { $0["id"]?.string }), ("endpoints", { $0["contract"]?.string }),
    ("findings", { $0["contract"]?.string }), ("incidents", { $0["incident"]?["place"]?["contract"]?.string }),
  ]

  /// A report without where its ledger is.
  private func tree(_ ending: Program.Ending, of driftwatch: Driftwatch) throws -> JSONTree {
    let text = ending.text.replacing(driftwatch.place.url.path, with: "")
    return try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8))
  }

  private static let rounds = ProcessInfo.processInfo.environment["DRIFTWATCH_ROUNDS"].flatMap(Int.init)

  /// For minutes on all cores, so by wish only: `DRIFTWATCH_ROUNDS=1000`. It prints its figures.
  @Test(
    "leave no process, no descriptor and no memory behind, round after round",
    .enabled(if: rounds != nil, "DRIFTWATCH_ROUNDS says how many"))
  func nothingIsLeft() async throws {
    let rounds = try #require(Self.rounds)
    let driftwatch = try Driftwatch(.hostile)
    let start = Date(timeIntervalSince1970: 1_700_006_400)
    for round in 0..<rounds {
      let day = start.addingTimeInterval(Double(round) * 86_400).formatted(.iso8601.year().month().day())
      for id in CrashingContracts.ids {
        // No two responses are equal, so that each is examined.
        try driftwatch.place.write(
          CrashingContracts.records(bad: [3], variant: round), to: "API/Recordings/\(day)/\(id)/records/index.json")
      }
    }
    let check = try driftwatch.start(
      ["check"] + CrashingContracts.ids + [
        "--from", "recordings", "--contracts", driftwatch.place.url.path, "--db", driftwatch.ledger, "--quiet",
        "--code-timeout", "0.1",
      ])
    var samples: [ProcessSample] = []
    var children: Set<ProcessSample.Child> = []
    let ledger = try await ledger(of: driftwatch, while: check)
    while !check.hasEnded {
      if var sample = ProcessSample(of: check.id) {
        sample.round = try await ledger.roundCount()
        samples.append(sample)
        children.formUnion(sample.children)
      }
      try await Task.sleep(for: .milliseconds(30))
    }
    let ending = await check.end()
    #expect(ending.code == 1, "\(ending.errors)")
    #expect(try await ledger.roundCount() == rounds)
    let left = children.filter(\.isThere)
    #expect(left.isEmpty && !children.isEmpty)
    // The first tenth warms up; the same stretch of rounds is looked at then and at the end.
    let width = rounds < 100 ? rounds * 2 / 5 : rounds / 20
    let early = ProcessSample.peak(samples.filter { $0.round > rounds / 10 && $0.round <= rounds / 10 + width })
    let late = ProcessSample.peak(samples.filter { $0.round > rounds - width })
    #expect(late.children.count <= 1 && early.children.count <= 1)
    // As many as one worker that is just being started makes of difference.
    #expect(late.descriptors <= early.descriptors + 6, "\(early) \(late)")
    #expect(late.memory <= early.memory + 8 << 20, "\(early) \(late)")
    print("rounds \(rounds): \(early) after a tenth, \(late) at the end, \(children.count)+ workers")
  }

  /// The ledger once it is there.
  private func ledger(of driftwatch: Driftwatch, while check: Program) async throws -> SQLiteStore {
    let isThere = try await Program.wait {
      check.hasEnded || FileManager.default.fileExists(atPath: driftwatch.ledger + "-wal")
    }
    #expect(isThere)
    return try SQLiteStore(path: driftwatch.ledger)
  }
}

/// What a process holds at one moment, by proc(5).
private struct ProcessSample: CustomStringConvertible {
  /// A process that another one has started.
  struct Child: Hashable {
    let id: Int32
    /// When it started; its number may be another process's by now.
    let start: String

    /// Nil if there is no such process.
    init?(_ id: Int32) {
      let fields = ProcessSample.read("/proc/\(id)/stat").split(separator: ")").last?.split(separator: " ") ?? []
      guard fields.count > 19 else { return nil }
      (self.id, start) = (id, String(fields[19]))
    }

    /// Whether it still runs, or waits for somebody to ask how it ended.
    var isThere: Bool { Child(id) == self }
  }

  var round = 0
  var children: [Child]
  var descriptors: Int
  /// Resident bytes.
  var memory: Int

  /// Nil if there is no such process.
  init?(of id: Int32) {
    let folder = "/proc/\(id)"
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd"),
      let resident = Self.read("\(folder)/statm").split(separator: " ").dropFirst().first.flatMap({ Int($0) }),
      let tasks = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/task"), resident > 0
    else { return nil }
    descriptors = files.count
    memory = resident * Int(sysconf(Int32(_SC_PAGESIZE)))
    children = tasks.flatMap { task in
      Self.read("\(folder)/task/\(task)/children").split(separator: " ")
        .compactMap { Int32($0).flatMap(Child.init) }
    }
  }

  /// By a handle: `String(contentsOfFile:)` keeps 4 KiB for good of each file that states no size and is empty (Swift 6.3.1, Linux).
  fileprivate static func read(_ path: String) -> String {
    guard let handle = FileHandle(forReadingAtPath: path) else { return "" }
    defer { try? handle.close() }
    return String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self)
  }

  private init() { (children, descriptors, memory) = ([], 0, 0) }

  /// The most of each at any moment.
  static func peak(_ samples: [ProcessSample]) -> ProcessSample {
    var peak = ProcessSample()
    for sample in samples {
      if sample.children.count > peak.children.count { peak.children = sample.children }
      peak.descriptors = max(peak.descriptors, sample.descriptors)
      peak.memory = max(peak.memory, sample.memory)
    }
    return peak
  }

  var description: String { "\(children.count) children, \(descriptors) descriptors, \(memory >> 10) KiB" }
}
