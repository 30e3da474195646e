import ContractKit
package import DriftModel
import Examination
import Foundation
import Monitoring

/// Finds the members that can cost a version whole responses although nothing in the domain needs them, and an edit for each after which
/// they cannot: compiled, run over every recording, and the impact matrix made again with it.
package struct Hardening {
  private let suggestion: Suggestion
  /// Members of one version that are edited at most.
  package var mostRisks = 24
  /// Seconds for one matrix.
  private static let matrixSeconds = 60.0

  /// Uses the tools of a search.
  package init(_ suggestion: Suggestion) { self.suggestion = suggestion }

  /// What came of looking at a version.
  package enum Outcome: Sendable {
    /// Members that can cost it the response, with their edits.
    case risky(HardenedVersion)
    /// It has no such member.
    case safe
    /// It could not be looked at, and why.
    case notLooked(String)
  }

  /// Hardens a version at an endpoint.
  ///
  /// - Parameters:
  ///   - recorded: The version and its recordings.
  ///   - info: The version, as reports name it.
  /// - Returns: Its risks with their edits, that it has none, or why nobody can say.
  /// - Throws: What running recordings throws, and errors of files.
  package func harden(_ recorded: RecordedCase, _ info: VersionInfo) async throws -> Outcome {
    // Without a mapping nobody knows what the domain needs.
    guard !recorded.reads.mappings.isEmpty else {
      return .notLooked("no mapping, so nothing says what the domain needs")
    }
    suggestion.progress("\(recorded.endpoint), \(info.id): what would break…")
    let before = try await recorded.facts(with: suggestion.examiner).map { fact in
      fact ?? VersionExamination(version: info.id, typeName: "", decoding: .notRun(reason: "the worker gave no result"))
    }
    // A matrix is made of a response that is read.
    let items = zip(recorded.items, before).filter { $1.decoding.hasSucceeded }.map(\.0)
    guard !items.isEmpty else { return .notLooked("no recording that it reads") }
    let matrices = await matrices(recorded, items, suggestion.examiner)
    let lineages = matrices.flatMap(\.lineages).filter { !$0.mapping.isEmpty }
    guard lineages.contains(where: { $0.unavailable == nil }) else {
      return .notLooked("no matrix could be made (\(lineages.compactMap(\.unavailable).first ?? "its time is over"))")
    }
    var rows = risks(matrices)
    guard !rows.isEmpty else { return .safe }
    var result = HardenedVersion(
      contract: recorded.contract, endpoint: recorded.endpoint, version: info, risks: rows.map(\.risk))
    do {
      let workshop = try Workshop(
        recorded.version, reads: recorded.reads, contract: recorded.contract, modules: suggestion.modules,
        environment: suggestion.environment)
      let search = EditSearch(
        recorded: recorded, workshop: workshop, examiner: suggestion.examiner, before: before,
        progress: suggestion.progress)
      try await search.checkFiles()
      var (sources, facts) = (workshop.sources, before)
      for index in rows.indices.prefix(mostRisks) {
        let tree = try workshop.readTree(sources)
        guard let found = try await mend(&rows[index], search, tree, sources, items) else { continue }
        (sources, facts) = found
      }
      result.risks = rows.map(\.risk)
      result.patch = suggestion.patch(from: workshop.sources, to: sources)
      if !result.patch.isEmpty { result.proof = suggestion.proof(before, facts) }
    } catch let impossible as Workshop.Impossible { result.notTried = impossible.description }
    return .risky(result)
  }

  private struct Row {
    var risk: HardenedRisk
    let breaking: Break
  }

  /// What costs whole responses, and no domain value was seen to change with it.
  private func risks(_ matrices: [ImpactMatrix]) -> [Row] {
    var found: [Row] = []
    for matrix in matrices {
      guard matrix.lineages.contains(where: { !$0.mapping.isEmpty && $0.unavailable == nil }) else { continue }
      let readers = Dictionary(
        matrix.lineages.flatMap(\.paths).compactMap { path in path.readers.last.map { (path.pattern, $0) } },
        uniquingKeysWith: { first, _ in first })
      for row in ImpactSummary(matrix).rows where row.isUnused && !row.isContainer && row.endpoint == nil {
        var steps = PathStep.steps(of: row.pattern) ?? []
        while readers[PathStep.pattern(steps)] == nil, steps.last == .elements || steps.last == .values {
          steps.removeLast()
        }
        guard let reader = readers[PathStep.pattern(steps)], let mark = reader.lastIndex(of: "."),
          !found.contains(where: { $0.risk.path == row.pattern })
        else { continue }
        let property = String(reader[reader.index(after: mark)...])
        var failure = FieldFailure(
          rule: .decodeTypeMismatch, pattern: row.pattern, example: Finding.Example(pointer: ""), property: property,
          expected: "", found: "", count: 0, total: 0)
        failure.owner = String(reader[..<mark])
        guard let breaking = Break(failure) else { continue }
        found.append(
          Row(risk: HardenedRisk(path: row.pattern, subject: reader, before: Self.fatal(row)), breaking: breaking))
      }
    }
    return found
  }

  private func matrices(_ recorded: RecordedCase, _ items: [RecordingCatalog.Item], _ examiner: Examiner) async
    -> [ImpactMatrix]
  {
    let endpoint = EndpointID(contract: recorded.contract, endpoint: recorded.endpoint)
    return await RecordingCatalog.impact(
      items, of: [endpoint], versions: [recorded.version.id], with: examiner,
      deadline: .now + .seconds(Self.matrixSeconds))
  }

  /// What costs the whole response.
  private static func fatal(_ row: ImpactSummary.Row) -> [Perturbation] {
    let outcomes = row.outcomes.filter { $0.severity >= .responseLost }
    return Perturbation.allCases.filter { perturbation in outcomes.contains { $0.perturbations.contains(perturbation) }
    }
  }

  /// The first edit after which the member costs no response any more, or less than before if none takes all of it.
  private func mend(
    _ row: inout Row, _ search: EditSearch, _ tree: SourceTree, _ sources: [String: SourceText],
    _ items: [RecordingCatalog.Item]
  ) async throws -> ([String: SourceText], [VersionExamination])? {
    let maker = RemedyMaker(
      tree: tree, sources: sources, breaking: row.breaking,
      reachable: tree.reachable(from: search.recorded.reads.typeName),
      converts: false)
    var partial: (remedy: Remedy, left: [Perturbation], sources: [String: SourceText], facts: [VersionExamination])?
    row.risk.notEdited = maker.obstacle
    for remedy in maker.hardenings() {
      suggestion.progress("\(search.recorded.version.id): \(remedy.title)…")
      func note(_ reason: String) {
        row.risk.trials.append(RemedyTrial(target: row.risk.path, what: remedy.title, reason: reason))
      }
      switch try search.build(remedy, tree, sources) {
      case .failure(let refusal): note(refusal.reason)
      case .success(let (kept, texts, program)):
        let facts = try await search.facts(of: program, keepsProgram: true)
        if let objection = Verdict(before: search.before, names: search.recorded.names).change(facts) {
          note(objection)
          continue
        }
        var examiner = suggestion.examiner
        examiner.executable = program
        let matrix = await matrices(search.recorded, items, examiner)
        try? FileManager.default.removeItem(atPath: program)
        let again = matrix.flatMap { ImpactSummary($0).rows }.first {
          $0.pattern == row.risk.path && $0.endpoint == nil
        }
        guard let again else {
          note("the matrix that was made again does not hold \(row.risk.path)")
          continue
        }
        let left = Self.fatal(again)
        if left.isEmpty {
          take(kept, left, &row)
          return (texts, facts)
        }
        note("the response is still lost if it \(left.map(\.words).joined(separator: ", "))")
        if left.count < partial?.left.count ?? row.risk.before.count { partial = (kept, left, texts, facts) }
      }
    }
    guard let partial else { return nil }
    take(partial.remedy, partial.left, &row)
    return (partial.sources, partial.facts)
  }

  private func take(_ remedy: Remedy, _ left: [Perturbation], _ row: inout Row) {
    (row.risk.edit, row.risk.decisions, row.risk.after) = (remedy.title, remedy.decisions, left)
  }
}

extension RemedyMaker {
  /// Why the member is not edited, in a few words; `nil`: it may be.
  var obstacle: String? {
    if let wrapper = place()?.1.wrapper { return "behind the wrapper @\(wrapper), which is not edited" }
    guard let type = enumeration(), type.decoding != nil, !type.hasTextValues else { return nil }
    return "\(type.name) decodes itself, in an init(from:) that somebody wrote, which is not edited"
  }

  /// Edits after which a member may be missing, null or anything else: a list without what cannot be read, an optional, an empty value, a case
  /// for words that are not known; what costs less first.
  func hardenings() -> [Remedy] {
    guard let (owner, property) = place(), !property.type.isEmpty, !property.hasWrapper else { return [] }
    let type = memberType(of: property, in: owner)
    var found: [Remedy] = []
    if let element = type.element, breaking.steps.last == .elements {
      let maker = ReadingMaker(breaking, type: type, property: declaredName(owner, property), converts: converts)
      let reading = maker.lossyList(of: element)
      if let edits = host(reading, owner, property) {
        found.append(
          Remedy(
            title: "\(owner.name).\(property.name): \(reading.title)", edits: edits,
            decisions: [reading.decision].compactMap(\.self), cost: reading.cost))
      }
    }
    if !type.isOptional {
      for isTolerant in [false, true] { found += optional(owner, property, isTolerant: isTolerant) }
    } else {
      let reading = Reading(
        title: "nil where it cannot be read",
        expression: { container, key, _ in "try? \(container).decode(\(type.text).self, forKey: \(key))" })
      if let edits = host(reading, owner, property) {
        found.append(
          Remedy(
            title: "\(owner.name).\(property.name) is \(reading.title)", edits: edits, cost: .missing))
      }
    }
    if !type.isOptional, let empty = type.emptyValue {
      let text = type.text
      let reading = Reading(
        title: "\(empty) where it cannot be read",
        expression: { container, key, _ in "(try? \(container).decode(\(text).self, forKey: \(key))) ?? \(empty)" })
      if let edits = host(reading, owner, property) {
        found.append(
          Remedy(
            title: "\(owner.name).\(property.name) is \(reading.title)", edits: edits,
            decisions: ["the app gets \(empty) in place of what it cannot read, wherever it reads a \(owner.name)"],
            cost: .invented))
      }
    }
    if let element = tree.type(named: type.element ?? type.text, within: reachable), element.kind == .enumeration,
      element.hasTextValues, let last = element.cases.last, let source = sources[element.file], element.decoding == nil
    {
      found.append(catchAll(element, last, source.indentation(at: last.range.lowerBound), fallbackName(among: element)))
    }
    return found
  }
}
