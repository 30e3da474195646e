import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

extension WorkerTests {
  @Suite("What depends on a response, found in a worker")
  struct LineageWorkerTests {
    private func lineage(_ job: Job, timeout: Double = 5, trialSeconds: Double = 30) async throws -> [Lineage] {
      var examiner = hostileExaminer(timeout: timeout)
      examiner.maximumTrialSeconds = trialSeconds
      return try #require(await examiner.lineages(of: Batch([job])).first)
    }

    /// A list of one record with the members a to h, the numbers 1 to 8, and a name.
    private func numbered(_ version: String) -> Job {
      let members = zip("abcdefgh", 1...8).map { #""\#($0)":\#($1)"# }.joined(separator: ",")
      return .lineage(
        contract: "hostile", endpoint: "mixed", versions: [version], body: Array(#"[{\#(members),"name":"n"}]"#.utf8))
    }

    private func mixedLineage(_ version: String, _ kinds: String...) async throws -> Lineage {
      let records = kinds.enumerated().map { #"{"id":\#($0 + 1),"kind":"\#($1)"}"# }
      let job = Job.lineage(
        contract: "hostile", endpoint: "mixed", versions: [version],
        body: Array("[\(records.joined(separator: ","))]".utf8))
      return try #require(try await lineage(job).first)
    }

    @Test("A crash on a perturbed response is a cell, and the rest is found too")
    func crashes() async throws {
      let fragile = try await mixedLineage("fragile", "fine", "other")
      #expect(fragile.unavailable == nil)
      let crashed = fragile.paths.flatMap { path in
        path.cells.filter { $0.effects == [.crash] }.map { "\(path.pattern) \($0.perturbation)" }
      }
      #expect(crashed.contains("$[*].kind empty"), "\(crashed)")
      #expect(fragile.path("$[*].kind")?.effects(of: .removed) == [.responseLost])
      #expect(fragile.path("$[*].kind")?.effects(of: .alteredOnce)?.contains(.crash) == false)
    }

    @Test("Each of many crashes is a cell, and the rest is found too")
    func manyCrashes() async throws {
      let brittle = try #require(try await lineage(numbered("brittle")).first)
      #expect(brittle.unavailable == nil)
      #expect(brittle.untried == [])
      for name in "abcdefgh" {
        let path = try #require(brittle.path("$[*].\(name)"))
        #expect(path.effects(of: .alteredOnce) == [.crash] && path.effects(of: .alteredAgain) == [.crash], "\(name)")
        #expect(path.effects(of: .null) == [.responseLost])
      }
      #expect(brittle.path("$[*].name")?.effects(of: .alteredOnce) == [.property("self", .changed)])
    }

    @Test("A timeout on a perturbed response is a cell")
    func hangs() async throws {
      let stuck = try await mixedLineage("stuck", "fine", "other")
      #expect(stuck.unavailable == nil)
      #expect(stuck.mapping == "")
      #expect(stuck.paths.flatMap(\.cells).contains { $0.effects == [.hang] }, "\(stuck)")
    }

    @Test("What takes too long ends the trials, and everything that was tried before stays")
    func manyHangs() async throws {
      let stalling = try #require(try await lineage(numbered("stalling"), timeout: 0.5, trialSeconds: 1.5).first)
      #expect(stalling.unavailable == nil)
      let tried = stalling.paths.map(\.pattern)
      #expect(!tried.isEmpty && tried.count < 9 && tried.count + stalling.untried.count == 11, "\(tried)")
      #expect(stalling.untried.contains("$"))
      for name in "abcdefgh" {
        guard let path = stalling.path("$[*].\(name)") else { continue }
        #expect(path.effects(of: .alteredOnce) == [.hang] && path.effects(of: .null) == [.responseLost], "\(name)")
      }
    }

    @Test("A crash on the unperturbed response gives no lineage, with the reason")
    func unperturbed() async throws {
      let traps = try await mixedLineage("traps", "fine", "trap")
      #expect(traps.paths.isEmpty)
      #expect(traps.unavailable == "the app's code ended the process on the response as it is")
    }

    @Test(
      "Each cell of code that may crash or hang is what the same response does when it is examined",
      arguments: ["good", "fragile", "stuck"])
    func predictedEndings(_ version: String) async throws {
      let body = Array(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"other"}]"#.utf8)
      func job(_ body: [UInt8]) -> Job {
        Job(contract: "hostile", endpoint: "mixed", versions: [version], body: body)
      }
      let examiner = hostileExaminer(timeout: 1)
      let found = try #require(
        await examiner.lineages(
          of: Batch([.lineage(contract: "hostile", endpoint: "mixed", versions: [version], body: body)])
        ).first?.first)
      let before = try #require(await examiner.examine(Batch([job(body)])).first)
      let known = before.versions.flatMap(\.fields).filter { !$0.knownValues.isEmpty }.map {
        ($0.pattern, $0.knownValues)
      }
      let perturber = ResponsePerturber(
        document: try JSONDocument(body), records: [],
        knownValues: Dictionary(known, uniquingKeysWith: { first, _ in first }))
      var endings: [LineageEffect: Int] = [:]
      for path in found.paths {
        for cell in path.cells {
          let what = "\(path.pattern) \(cell.perturbation)"
          let text = try #require(try perturber.perturbed(path.pattern, cell.perturbation), "\(what)")
          let after = try #require(await examiner.examine(Batch([job(text)])).first)
          let ending = Self.ending(in: after)
          let predicted = cell.effects.first { $0 == .crash || $0 == .hang }
          #expect(ending == predicted, "\(what)")
          if let predicted { endings[predicted, default: 0] += 1 }
          guard predicted == nil else { continue }
          let alive = PredictedCell(
            version: version, mapping: found.mapping, pattern: path.pattern, perturbation: cell.perturbation,
            effects: cell.effects, text: text)
          #expect(alive.disagreement(before, after) == nil)
        }
      }
      #expect((endings[.crash] ?? 0 > 0) == (version == "fragile"))
      #expect((endings[.hang] ?? 0 > 0) == (version == "stuck"))
    }

    /// How the app's code ended on a response.
    private static func ending(in facts: Examination) -> LineageEffect? {
      let executions = facts.versions.flatMap { [$0.decoding] + $0.mappings.map(\.execution) }
      for execution in executions {
        switch execution {
        case .crashed: return .crash
        case .timedOut: return .hang
        default: continue
        }
      }
      return nil
    }

    @Test("Crashes of one version do not change the lineages of the others")
    func others() async throws {
      let body = Array(#"[{"id":1,"kind":"fine"},{"id":2,"kind":"other"}]"#.utf8)
      func lineages(_ versions: [String]) async throws -> [Lineage] {
        try await lineage(.lineage(contract: "hostile", endpoint: "mixed", versions: versions, body: body))
      }
      let both = try await lineages(["good", "fragile", "last"])
      #expect(both.map(\.version) == ["good", "fragile", "last"])
      #expect(both.filter { $0.version != "fragile" } == (try await lineages(["good", "last"])))
    }

    @Test("An executable that is not a worker gives no lineage, without endless waiting")
    func noWorker() async throws {
      let job = Job.lineage(contract: "hostile", endpoint: "mixed", versions: ["good"], body: Array("[]".utf8))
      let found = await Examiner(executable: "/bin/true").lineages(of: Batch([job]))
      #expect(found == [[]])
    }

    @Test("Incomplete, empty or non-JSON bodies give no lineage, with the reason", arguments: ["", "[", "nope", "{}"])
    func unusable(_ body: String) async throws {
      let job = Job.lineage(contract: "hostile", endpoint: "mixed", versions: ["good"], body: Array(body.utf8))
      let found = try await lineage(job)
      #expect(found.allSatisfy { $0.unavailable != nil && $0.paths.isEmpty }, "\(found)")
    }
  }
}
