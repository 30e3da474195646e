import ContractKit
package import DriftModel
package import Examination
package import Foundation
import System

/// Finds for one version the smallest edit of its code, and the smallest change of the responses, that mend what recordings show broken.
package struct Suggestion {
  /// Runs the app's code as it is.
  package var examiner: Examiner
  /// The folder of the compiled modules.
  package var modules: URL
  /// The environment of the toolchain and of jq.
  package var environment: [String: String]
  /// The folder below which files are named in patches.
  package var folder: String
  /// Gets what is being tried.
  package var progress: (String) -> Void = { _ in }

  /// A search.
  package init(examiner: Examiner, modules: URL?, environment: [String: String], folder: String) {
    (self.examiner, self.environment, self.folder) = (examiner, environment, folder)
    self.modules = modules ?? Workshop.modulesBesideProgram
  }

  /// What mends a version.
  ///
  /// - Parameters:
  ///   - recorded: The version and its recordings.
  ///   - info: The version, as reports name it.
  ///   - isWanted: Which of its failures are looked for.
  /// - Returns: What was found; `nil` if no recording shows such a failure.
  /// - Throws: What running recordings throws, and errors of files.
  /// - Complexity: For each edit that is tried the toolchain builds the version once, and every recording is run.
  package func remedy(
    for recorded: RecordedCase, _ info: VersionInfo, isWanted: (FieldFailure) -> Bool
  ) async throws -> VersionRemedy? {
    progress("\(recorded.version.id): \(recorded.items.count) recordings…")
    let before = try await recorded.facts(with: examiner).map { fact in
      fact ?? VersionExamination(version: info.id, typeName: "", decoding: .notRun(reason: "the worker gave no result"))
    }
    let breaks = Break.all(in: before, trees: recorded.trees, isWanted: isWanted)
    guard !breaks.isEmpty else { return nil }
    let failing = breaks.reduce(into: Set<Int>()) { $0.formUnion($1.recordings) }
    var remedy = VersionRemedy(
      version: info, breaks: breaks.map(\.report), recordings: before.count, failing: failing.count)
    do {
      let workshop = try Workshop(
        recorded.version, reads: recorded.reads, contract: recorded.contract, modules: modules, environment: environment
      )
      let search = EditSearch(
        recorded: recorded, workshop: workshop, examiner: examiner, before: before, progress: progress)
      let result = try await search.run(breaks)
      remedy.trials += result.trials
      if result.left.isEmpty { remedy.edit = edit(result, workshop, before) }
    } catch let impossible as Workshop.Impossible { remedy.editsNotTried = impossible.description }
    let transforms = TransformSearch(recorded: recorded, examiner: examiner, before: before, progress: progress)
    let result = try await transforms.run(breaks)
    remedy.trials += result.trials
    if result.left.isEmpty { remedy.transform = try transform(result, recorded, before) }
    return remedy
  }

  private func edit(_ result: EditSearch.Result, _ workshop: Workshop, _ before: [VersionExamination]) -> ProvedEdit {
    let patch = patch(from: workshop.sources, to: result.sources)
    return ProvedEdit(
      steps: result.remedies.map(\.title), decisions: result.remedies.flatMap(\.decisions).uniqued(), patch: patch,
      changedLines: UnifiedDiff.changedLines(in: patch), proof: proof(before, result.facts))
  }

  private func transform(
    _ result: TransformSearch.Result, _ recorded: RecordedCase, _ before: [VersionExamination]
  ) throws -> ProvedTransform {
    let jq = TransformPrograms.jq(result.steps)
    let swift = TransformPrograms.swift(result.steps, subject: "\(recorded.contract)/\(recorded.endpoint)")
    var transform = ProvedTransform(
      steps: result.steps.map(\.title), decisions: result.steps.compactMap(\.decision).uniqued(), jq: jq, swift: swift,
      proof: proof(before, result.facts))
    let cases = recorded.trees.enumerated().compactMap { index, tree -> (body: [UInt8], expected: JSONTree)? in
      guard let tree else { return nil }
      let expected = result.bodies[index].flatMap { JSONTree($0) } ?? tree
      return (recorded.bodies[index], expected)
    }
    progress("\(recorded.version.id): the programs of the transform…")
    let trial = ProgramTrial(environment: environment)
    transform.jqTrial = try trial.jq(jq, on: cases)
    transform.swiftTrial = try trial.swift(swift, on: cases)
    return transform
  }

  /// The patch between files as they are and as they shall be.
  func patch(from old: [String: SourceText], to new: [String: SourceText]) -> String {
    var patch = ""
    for (path, source) in old.sorted(by: { $0.key < $1.key }) {
      guard let other = new[path] else { continue }
      patch += UnifiedDiff.patch(
        from: source.text(0..<source.bytes.count), to: other.text(0..<other.bytes.count),
        name: UnifiedDiff.name(of: path, below: folder))
    }
    return patch
  }

  /// On what something is proved.
  func proof(_ before: [VersionExamination], _ after: [VersionExamination]) -> RemedyProof {
    var proof = RemedyProof(
      read: after.count { $0.decoding.hasSucceeded }, recordings: after.count, identical: 0, changed: 0, new: 0)
    for (old, new) in zip(before, after) {
      for mapping in new.mappings {
        let earlier = old.mappings.first { $0.name == mapping.name }
        let made = earlier?.recordsOut ?? 0
        let changed = earlier.map { Verdict.changedRecords($0, mapping) } ?? 0
        proof.changed += changed
        proof.identical += made - changed
        proof.new += max(0, mapping.recordsOut - made)
      }
    }
    return proof
  }
}

extension Break {
  /// As reports tell it.
  var report: RemedyBreak {
    RemedyBreak(
      rule: dropsElements ? .lossElementDropped : rule, path: pattern,
      subject: "\(failure.propertyName ?? owner.map { "\($0).\(property ?? "")" } ?? pattern): \(failure.expected)",
      found: failure.foundWords, recordings: recordings.count)
  }
}
