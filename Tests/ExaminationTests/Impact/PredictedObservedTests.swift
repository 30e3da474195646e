import ContractKit
import DriftModel
import DriftRules
import Foundation
import JSONDocument
import Testing

@testable import Examination

extension WorkerTests.ImpactTests {
  @Suite("Predicted effects are observed")
  struct PredictedObservedTests {
    /// One cell in so many is tried: each in the long tests.
    private static let step = ProcessInfo.processInfo.environment["DRIFTWATCH_LONG_TESTS"] == nil ? 10 : 1

    @Test(
      "by the examination of each response of the five contracts in which a cell's perturbation happened: a tenth of 5,900 cells, or all"
    )
    func everyCell() async throws {
      let examiner = contractsExaminer()
      let responses = RecordedResponse.all
      let bodies = try responses.map { try $0.bodies() }
      let lineages = await examiner.lineages(of: Batch(zip(responses, bodies).map { $0.lineageJob($1) }))
      let before = await examiner.examine(
        Batch(zip(responses, bodies).map { $0.examinationJob($1, $1[$0.part]) }))
      var cells: [(response: Int, cell: PredictedCell)] = []
      var all = 0
      for (index, response) in responses.enumerated() {
        let document = try JSONDocument(bodies[index][response.part])
        for lineage in lineages[index]
        where lineage.unavailable == nil && lineage.endpoint == nil && lineage.writes == nil {
          let perturber = ResponsePerturber(
            document: document,
            records: response.join == nil
              ? await records(lineage, of: response, bodies[index], document, before[index], examiner) : [],
            knownValues: knownValues(lineage.version, before[index]))
          for path in lineage.paths {
            let dependents = lineage.dependents(of: path.pattern)
            for cell in path.cells {
              all += 1
              guard all % Self.step == 0 else { continue }
              let text = try #require(
                try perturber.perturbed(path.pattern, cell.perturbation), "\(path.pattern) \(cell.perturbation)")
              // The first value that could be altered to is none that the version takes, so another one was.
              if cell.perturbation.isAlteration, cell.effects != [.responseLost],
                !decodes(text, response, lineage.version)
              {
                continue
              }
              cells.append(
                (
                  index,
                  PredictedCell(
                    version: lineage.version, mapping: lineage.mapping, pattern: path.pattern,
                    perturbation: cell.perturbation, effects: cell.effects, text: text, dependents: dependents)
                ))
            }
          }
        }
      }
      // Versions that read the same response have most perturbed responses in common.
      var jobs: [Job] = []
      var places: [String: Int] = [:]
      var place: [Int] = []
      for (index, cell) in cells {
        let key = "\(index) " + String(decoding: cell.text, as: UTF8.self)
        if places[key] == nil {
          places[key] = jobs.count
          jobs.append(responses[index].examinationJob(bodies[index], cell.text))
        }
        place.append(places[key] ?? 0)
      }
      let after = await examine(jobs, examiner)
      let wrong = zip(cells, place).compactMap { cell, place in
        cell.cell.disagreement(before[cell.response], after[place]).map {
          "\(responses[cell.response].endpoint): \($0)"
        }
      }
      let values = await compareValues(cells, responses, bodies)
      #expect(all > 5900, "\(all) cells, \(jobs.count) responses")
      #expect(wrong == [], "\(wrong.count) of \(cells.count) cells")
      #expect(values.compared > 1900 / Self.step / 2, "\(values.compared) cells that lose no record")
      #expect(values.wrong == [], "\(values.wrong.count) of \(values.compared) cells")
      print(
        "predicted = observed: \(cells.count) cells, \(jobs.count) perturbed responses, \(wrong.count) disagree; values of \(values.compared)"
      )
    }

    @Test("by the bodies that each version then makes of the response to send them: a tenth of 2,200 cells, or all")
    func everySentCell() async throws {
      let responses = RecordedResponse.all.filter { $0.join == nil }
      let bodies = try responses.map { try $0.bodies() }
      let lineages = await contractsExaminer().lineages(of: Batch(zip(responses, bodies).map { $0.lineageJob($1) }))
      let facts = await contractsExaminer().examine(
        Batch(zip(responses, bodies).map { $0.examinationJob($1, $1[$0.part]) }))
      var count = 0
      var wrong: [String] = []
      for (index, response) in responses.enumerated() {
        let document = try JSONDocument(bodies[index][0])
        for lineage in lineages[index] where lineage.unavailable == nil {
          // What is written back is made of the response itself, and not of domain values.
          guard let target = lineage.writes, !lineage.mapping.isEmpty else { continue }
          func sent(_ text: [UInt8]) async -> SentBodies? {
            await SentBodies.made(
              response, version: lineage.version, mapping: lineage.mapping, writes: target, text: text)
          }
          let before = (
            try #require(await sent(bodies[index][0])), try #require(await sent(bodies[index][0]))
          )
          let records = await records(
            lineage, of: response, bodies[index], document, facts[index], contractsExaminer())
          let perturber = ResponsePerturber(
            document: document, records: records, knownValues: knownValues(lineage.version, facts[index]))
          for path in lineage.paths {
            for cell in path.cells {
              count += 1
              guard count % Self.step == 0 else { continue }
              let text = try #require(try perturber.perturbed(path.pattern, cell.perturbation))
              let predicted = PredictedCell(
                version: lineage.version, mapping: lineage.mapping, pattern: path.pattern,
                perturbation: cell.perturbation, effects: cell.effects, text: text)
              if let message = predicted.disagreement(before, await sent(text)) {
                wrong.append("\(response.endpoint) to \(target): \(message)")
              }
            }
          }
        }
      }
      #expect(count > 2200, "\(count) cells")
      #expect(wrong == [], "\(wrong.count) of \(count) cells")
      print("predicted = observed of what is sent: \(count) cells, \(wrong.count) disagree")
    }

    /// The same of the values of the properties, which never leave a worker.
    private func compareValues(
      _ cells: [(response: Int, cell: PredictedCell)], _ responses: [RecordedResponse], _ bodies: [[[UInt8]]]
    ) async -> (compared: Int, wrong: [String]) {
      var before: [String: (DomainValues, DomainValues)] = [:]
      var compared = 0
      var wrong: [String] = []
      for (index, cell) in cells where !cell.mapping.isEmpty && !cell.losesRecords {
        let response = responses[index]
        func values(_ text: [UInt8]) async -> DomainValues? {
          await DomainValues(
            response, version: cell.version, mapping: cell.mapping, bodies: bodies[index], text: text)
        }
        let key = "\(index) \(cell.version) \(cell.mapping)"
        if before[key] == nil {
          let text = bodies[index][response.part]
          guard let first = await values(text), let second = await values(text) else {
            wrong.append("\(key): no domain values")
            continue
          }
          before[key] = (first, second)
        }
        guard let known = before[key], let after = await values(cell.text) else {
          wrong.append("\(key) \(cell.pattern) \(cell.perturbation): no domain values")
          continue
        }
        compared += 1
        if let message = cell.disagreement(known, after) { wrong.append("\(response.endpoint): \(message)") }
      }
      return (compared, wrong)
    }

    /// In pieces, two workers at a time.
    private func examine(_ jobs: [Job], _ examiner: Examiner) async -> [Examination] {
      let half = jobs.count / 2
      async let first = examiner.examine(Batch(Array(jobs[..<half])))
      async let second = examiner.examine(Batch(Array(jobs[half...])))
      return await first + second
    }

    /// Whether a version's own type takes a perturbed response; of an aggregate nothing is asked.
    private func decodes(_ text: [UInt8], _ response: RecordedResponse, _ version: String) -> Bool {
      let contract = fiveContracts.first { $0.id == response.contract }
      guard response.join == nil, let reads = contract?.version(version)?.reads(response.endpoint) else { return true }
      return (try? reads.decode(Data(text))) != nil
    }

    private func knownValues(_ version: String, _ facts: Examination) -> [String: [String]] {
      let fields = facts.versions.first { $0.version == version }?.fields ?? []
      return Dictionary(
        fields.filter { !$0.knownValues.isEmpty }.map { ($0.pattern, $0.knownValues) },
        uniquingKeysWith: { one, _ in one })
    }

    /// Which records of a mapping are kept: those without which there is one domain value less.
    private func records(
      _ lineage: Lineage, of response: RecordedResponse, _ bodies: [[UInt8]], _ document: JSONDocument,
      _ facts: Examination,
      _ examiner: Examiner
    ) async -> [(node: JSONNode, isKept: Bool)] {
      func made(_ facts: Examination) -> MappingExamination? {
        facts.versions.first { $0.version == lineage.version }?.mappings.first { $0.name == lineage.mapping }
      }
      guard let whole = made(facts), whole.recordsOut < whole.recordsIn,
        let nodes = try? JSONPath(whole.recordsPath).nodes(in: document), nodes.count == whole.recordsIn
      else { return [] }
      let jobs = nodes.compactMap { node in
        PerturbationEdit(document: document).removing(node).map { response.examinationJob(bodies, $0) }
      }
      guard jobs.count == nodes.count else { return [] }
      let without = await examiner.examine(Batch(jobs))
      return zip(nodes, without).map { ($0, (made($1)?.recordsOut ?? 0) < whole.recordsOut) }
    }
  }
}

extension Lineage {
  /// Properties that become others where a value at a path, or below it, is altered.
  fileprivate func dependents(of pattern: String) -> Set<String> {
    let inner = paths.filter {
      $0.pattern == pattern || $0.pattern.hasPrefix(pattern + ".") || $0.pattern.hasPrefix(pattern + "[")
    }
    let effects = inner.flatMap(\.cells).filter { $0.perturbation.isAlteration }.flatMap(\.effects)
    return Set(effects.compactMap { if case .property(let name, _) = $0 { name } else { nil } })
  }
}
