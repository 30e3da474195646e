import DriftAnalysis
import Foundation

/// Puts a worker's messages together, over the lives of several workers.
struct ExaminationBuilder {
  private(set) var examinations: [Examination]
  /// Units that are finished.
  private(set) var done: Set<WorkUnit> = []
  /// Units in which a worker died or did not end.
  private(set) var killed: Set<WorkUnit> = []
  /// By job: patterns whose member names are data.
  private(set) var dictionaryPaths: [[String]]
  private let jobs: [Job]
  private var hasText: [Bool]

  init(jobs: [Job]) {
    self.jobs = jobs
    examinations = jobs.map { _ in Examination() }
    hasText = jobs.map { _ in false }
    dictionaryPaths = jobs.map { _ in [] }
  }

  mutating func add(_ message: WorkerMessage) {
    switch message {
    case .begun, .ended: break
    case .text(let unit, let facts):
      change(unit) { examination in
        examination.text = facts.verdict
        examination.notices = facts.notices
        examination.envelope = facts.envelope
        examination.links = facts.links
      }
      if examinations.indices.contains(unit.job) { hasText[unit.job] = true }
    case .judged(let unit, let typeName, let execution):
      change(unit) {
        $0.versions.append(VersionExamination(version: unit.version ?? "", typeName: typeName, decoding: execution))
      }
    case .mapped(let unit, let mapping): changeVersion(unit) { $0.mappings.append(mapping) }
    case .sent(let unit, let send): changeVersion(unit) { $0.sends.append(send) }
    case .narrated(let unit, let narration):
      changeVersion(unit) { version in
        version.failures = narration.failures
        version.swallowed = narration.swallowed
        version.platformDependent = narration.platformDependent
        version.fallbacks = narration.fallbacks
        version.fields = narration.fields
        version.unread = narration.unread
        version.hiddenBelow = narration.hiddenBelow
        version.explanationMissing = narration.missing
        version.contradiction = narration.contradiction
      }
      if examinations.indices.contains(unit.job) {
        dictionaryPaths[unit.job] = Set(dictionaryPaths[unit.job] + narration.dictionaryPaths).sorted()
      }
    case .shaped(let unit, let shape): change(unit) { $0.shape = shape }
    case .blamed(let unit, let blames):
      changeVersion(unit) { version in
        guard let index = version.mappings.firstIndex(where: { $0.name == unit.name }) else { return }
        for blame in blames {
          guard let property = blame.property else {
            version.mappings[index].droppedBlame = blame.patterns
            continue
          }
          guard let place = version.mappings[index].properties.firstIndex(where: { $0.name == property }) else {
            continue
          }
          version.mappings[index].properties[place].blame = blame.patterns
        }
      }
    }
  }

  /// Notes that a worker died in `unit` (`death` says how) or did not end within `seconds`.
  mutating func note(_ unit: WorkUnit, death: String?, seconds: Double?) {
    guard examinations.indices.contains(unit.job) else { return }
    killed.insert(unit)
    defer { done.remove(unit) }
    let execution: Execution = seconds.map { .timedOut(seconds: $0) } ?? .crashed(reason: death ?? "it died")
    let how = death ?? "it did not end"
    switch unit.phase {
    case .text: examinations[unit.job].text = .notExamined(reason: "reading the text failed: \(how)")
    case .judge:
      let typeName = "the answer of \(jobs[unit.job].endpoint)"
      change(unit) {
        $0.versions.append(VersionExamination(version: unit.version ?? "", typeName: typeName, decoding: execution))
      }
    case .mapping, .join:
      if unit.phase == .join, !examinations[unit.job].versions.contains(where: { $0.version == unit.version }) {
        let version = VersionExamination(version: unit.version ?? "", typeName: "", decoding: .succeeded)
        examinations[unit.job].versions.append(version)
      }
      changeVersion(unit) {
        $0.mappings.append(
          MappingExamination(
            name: unit.name ?? "", recordsPath: "", recordType: "", domainType: "", execution: execution))
      }
    case .send:
      changeVersion(unit) {
        $0.sends.append(
          SendExamination(endpoint: unit.name ?? "", typeName: "body", isEssential: false, execution: execution))
      }
    case .narrate: changeVersion(unit) { $0.explanationMissing = "the explanation was not finished: \(how)" }
    case .shape: examinations[unit.job].incomplete.append("the shape of the answer is unknown: \(how)")
    case .blame:
      examinations[unit.job].incomplete.append(
        "what is to blame was not found out for \(unit.name ?? "a mapping"): \(how)")
    }
  }

  /// Gives up: what has no verdict yet gets none, and says why.
  mutating func abandon(_ reason: String) {
    for index in examinations.indices {
      guard hasText[index] else {
        examinations[index].text = .notExamined(reason: reason)
        continue
      }
      guard examinations[index].text == .json, examinations[index].envelope == .accepted else { continue }
      let judged = Set(examinations[index].versions.map(\.version))
      for version in jobs[index].versions where !judged.contains(version) {
        examinations[index].versions.append(
          VersionExamination(version: version, typeName: "", decoding: .notRun(reason: reason)))
      }
      examinations[index].incomplete.append(reason)
    }
  }

  private mutating func change(_ unit: WorkUnit, _ body: (inout Examination) -> Void) {
    guard examinations.indices.contains(unit.job) else { return }
    done.insert(unit)
    body(&examinations[unit.job])
  }

  private mutating func changeVersion(_ unit: WorkUnit, _ body: (inout VersionExamination) -> Void) {
    change(unit) { examination in
      guard let index = examination.versions.firstIndex(where: { $0.version == unit.version }) else { return }
      body(&examination.versions[index])
    }
  }
}
