import DriftModel

/// Puts a worker's messages together, over the lives of several workers.
struct ExaminationBuilder {
  private var examinations: [Examination]
  /// Units that are finished, and explanations of what needs none.
  var done: Set<WorkUnit> = []
  /// Units in which a worker died or did not end.
  private(set) var killed: Set<WorkUnit> = []
  /// By job: patterns whose member names are data.
  private(set) var dictionaryPaths: [[String]]
  /// By job: what depends on its response, in the order in which it was found.
  private(set) var lineages: [[Lineage]]
  /// Perturbed responses that ended a worker.
  private(set) var deadlyTrials: [DeadlyTrial] = []
  /// Records that ended a worker, by unit: no later worker may get them.
  var courses: [RecordCourse] = []
  /// Processes that were spent on single records so far.
  var recordLives: [String: Int] = [:]
  /// Contracts whose code ended so many processes that the rest of their responses is left out, with the reason.
  private(set) var givenUp: [String: String] = [:]
  private var deaths: [String: Int] = [:]
  /// How the work ended; finished unless told otherwise.
  var ending = Ending.finished
  private let jobs: [Job]
  private var plans: [PlanKey: VersionPlan] = [:]
  /// Explorations that were given up since one like them ended a worker, with how.
  private var abandoned: [WorkUnit: String] = [:]

  /// How the work on a batch ended.
  enum Ending {
    case finished
    /// The rest could not be examined, and why.
    case failed(String)
    /// It was no longer wanted.
    case interrupted
  }

  /// Perturbed responses of one mapping that may end the process, before the rest is left out.
  static let maximumDeadlyTrials = 10
  /// The same where it is only sought which member is to blame.
  static let maximumBlameTrials = 4

  private struct PlanKey: Hashable {
    let job: Int
    let version: String
  }

  init(jobs: [Job]) {
    self.jobs = jobs
    examinations = jobs.map { _ in Examination() }
    dictionaryPaths = jobs.map { _ in [] }
    lineages = jobs.map { _ in [] }
  }

  /// Adds what a worker says; a job that there is not is ignored.
  mutating func add(_ message: WorkerMessage) {
    switch message {
    case .begun, .trying, .reached, .spoilt, .ended: break
    case .planned(let plan): plans[PlanKey(job: plan.job, version: plan.version)] = plan
    case .skipped(let unit, let reason): note(unit, .notRun(reason: reason), how: reason)
    case .text(let unit, let facts):
      change(unit) { examination in
        examination.text = facts.verdict
        examination.notices = facts.notices
        examination.envelope = facts.envelope
        examination.links = facts.links
      }
    case .judged(let unit, let execution): judge(unit, execution)
    case .mapped(let unit, let mapping):
      set(mapping, unit)
      if !mapping.isWorthATrial { done.insert(WorkUnit(unit.job, .blame, version: unit.version, name: unit.name)) }
    case .sent(let unit, let send): set(send, unit)
    case .wroteBack(let unit, let writeBack): set(writeBack, unit)
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
      if unit.phase == .narrate, !narration.isUnexplored {
        done.insert(WorkUnit(unit.job, .explore, version: unit.version))
      }
      if dictionaryPaths.indices.contains(unit.job) {
        dictionaryPaths[unit.job] = Set(dictionaryPaths[unit.job] + narration.dictionaryPaths).sorted()
      }
    case .shaped(let unit, let shape): change(unit) { $0.shape = shape }
    case .traced(let unit, let found):
      guard lineages.indices.contains(unit.job), done.insert(unit).inserted else { return }
      lineages[unit.job] += found
    case .blamed(let unit, let blames): changeVersion(unit) { $0.blame(blames, in: unit.name) }
    }
  }

  /// Notes that `unit` came to nothing: `execution` says what that means for author code, `how` for an explanation.
  mutating func note(_ unit: WorkUnit, _ execution: Execution, how: String) {
    switch unit.phase {
    case .text: change(unit) { $0.text = .notExamined(reason: "reading the text failed: \(how)") }
    case .judge: judge(unit, execution)
    case .mapping, .join:
      if var mapping = template(unit)?.mappings.first(where: { $0.name == unit.name }) {
        mapping.execution = execution
        set(mapping, unit)
      }
    case .send:
      if var send = template(unit)?.sends.first(where: { $0.endpoint == unit.name }) {
        send.execution = execution
        set(send, unit)
      }
    case .writeBack:
      if var writeBack = template(unit)?.writeBacks.first(where: { $0.target == unit.name }) {
        writeBack.execution = execution
        set(writeBack, unit)
      }
    case .narrate: changeVersion(unit) { $0.explanationMissing = "the explanation was not finished: \(how)" }
    case .explore:
      leaveUnexplored(unit, how)
      // What dies over one response's placeholders dies over those of the next, and each death costs a process.
      for (index, job) in jobs.enumerated()
      where job.contract == jobs[unit.job].contract && job.endpoint == jobs[unit.job].endpoint {
        let other = WorkUnit(index, .explore, version: unit.version)
        if other != unit, !isSettled(other) {
          abandoned[other] = how
          done.insert(other)
        }
      }
    case .lineage:
      guard lineages.indices.contains(unit.job) else { break }
      var lineage = Lineage(
        version: unit.version ?? "", mapping: unit.name ?? "",
        unavailable: "trying what may happen to the response was given up: \(how)")
      lineage.writes = unit.writes
      lineages[unit.job].append(lineage)
    case .shape: change(unit) { $0.incomplete.append("the shape of the response is unknown: \(how)") }
    case .blame:
      change(unit) {
        $0.incomplete.append("what is to blame was not found out for \(unit.name ?? "a mapping"): \(how)")
      }
    }
    done.remove(unit)
    killed.insert(unit)
  }

  /// Counts a process that the code of a contract ended; from `most` on the rest of that contract's responses is left out, and
  /// that of no other.
  mutating func noteDeath(in unit: WorkUnit, most: Int) {
    guard jobs.indices.contains(unit.job) else { return }
    let contract = jobs[unit.job].contract
    deaths[contract, default: 0] += 1
    if deaths[contract, default: 0] >= most {
      givenUp[contract] = "its code ended the examination process \(most) times, so the rest was not examined"
    }
  }

  /// Whether a job is still to be worked on.
  func isWanted(_ job: Int) -> Bool { jobs.indices.contains(job) && givenUp[jobs[job].contract] == nil }

  /// Notes that a perturbed response ended the process; false where that was no trial, or one too many.
  mutating func noteTrial(_ trial: UInt64?, of unit: WorkUnit, _ ending: WorkerEnding) -> Bool {
    guard unit.phase == .lineage || unit.phase == .blame, let trial else { return false }
    let limit = unit.phase == .blame ? Self.maximumBlameTrials : Self.maximumDeadlyTrials
    guard deadlyTrials.count(where: { $0.unit == unit }) < limit else { return false }
    let death: TrialDeath
    switch ending {
    case .timedOut, .overspent: death = .hang
    case .died: death = .crash
    case .finished, .interrupted: return false
    }
    deadlyTrials.append(DeadlyTrial(unit: unit, digest: trial, death: death))
    return true
  }

  /// The results; what nothing is known of says so.
  mutating func finish() -> [Examination] {
    switch ending {
    case .finished: finish(nil)
    case .failed(let reason): finish(reason)
    case .interrupted: interrupt()
    }
  }

  /// `failure` is why the rest was not examined, nil if all was.
  private mutating func finish(_ failure: String?) -> [Examination] {
    for (index, job) in jobs.enumerated() {
      let silence =
        failure ?? givenUp[job.contract]
        ?? "the examination process does not know it; is it built from the same contracts?"
      if job.join == nil {
        guard isSettled(WorkUnit(index, .text)) else {
          examinations[index].text = .notExamined(reason: silence)
          continue
        }
        guard examinations[index].text == .json, examinations[index].envelope == .accepted else { continue }
        if !isSettled(WorkUnit(index, .shape)) {
          examinations[index].incomplete.append("the shape of the response is unknown: \(silence)")
        }
      }
      for version in job.versions { finish(job, index, version, silence) }
    }
    for (unit, how) in abandoned.sorted(by: { ($0.key.job, $0.key.version ?? "") < ($1.key.job, $1.key.version ?? "") })
    {
      leaveUnexplored(unit, how)
    }
    for index in examinations.indices { examinations[index].refuseMalformedText() }
    return examinations
  }

  /// The results where examining was interrupted: of a response whose author code was not all run nothing is said, since half
  /// of the facts could pass for good news.
  private mutating func interrupt() -> [Examination] {
    let reason = WorkerEnding.interrupted.words
    for (index, job) in jobs.enumerated() where job.join == nil && !isComplete(index, job) {
      examinations[index] = Examination(text: .notExamined(reason: reason))
      killed.insert(WorkUnit(index, .text))
    }
    return finish(reason)
  }

  private func isComplete(_ index: Int, _ job: Job) -> Bool {
    guard isSettled(WorkUnit(index, .text)) else { return false }
    guard examinations[index].text == .json, examinations[index].envelope == .accepted else { return true }
    return job.versions.allSatisfy { version in
      let judged = WorkUnit(index, .judge, version: version)
      guard isSettled(judged) else { return false }
      let facts = examinations[index].versions.first { $0.version == version }
      guard facts?.decoding.hasSucceeded == true, let plan = template(judged) else { return true }
      return plan.mappings.allSatisfy { isSettled(WorkUnit(index, .mapping, version: version, name: $0.name)) }
        && plan.sends.allSatisfy { isSettled(WorkUnit(index, .send, version: version, name: $0.endpoint)) }
        && plan.writeBacks.allSatisfy { isSettled(WorkUnit(index, .writeBack, version: version, name: $0.target)) }
    }
  }

  private mutating func finish(_ job: Job, _ index: Int, _ version: String, _ silence: String) {
    let judged = WorkUnit(index, .judge, version: version)
    if !isSettled(judged) { judge(judged, .notRun(reason: silence)) }
    guard let place = examinations[index].versions.firstIndex(where: { $0.version == version }) else { return }
    if let join = job.join, !examinations[index].versions[place].mappings.contains(where: { $0.name == join }) {
      let unit = WorkUnit(index, .join, version: version, name: join)
      var mapping = template(unit)?.mappings.first ?? MappingExamination(named: join)
      mapping.execution = .notRun(reason: silence)
      set(mapping, unit)
    }
    guard job.join == nil else { return }
    let decoding = examinations[index].versions[place].decoding
    if case .failed = decoding { finishExplanation(index, version, silence) }
    guard decoding.hasSucceeded else { return }
    finishExplanation(index, version, silence)
    for mapping in template(judged)?.mappings ?? [] {
      let unit = WorkUnit(index, .mapping, version: version, name: mapping.name)
      if !isSettled(unit) { note(unit, .notRun(reason: silence), how: silence) }
    }
    for send in template(judged)?.sends ?? [] {
      let unit = WorkUnit(index, .send, version: version, name: send.endpoint)
      if !isSettled(unit) { note(unit, .notRun(reason: silence), how: silence) }
    }
    for writeBack in template(judged)?.writeBacks ?? [] {
      let unit = WorkUnit(index, .writeBack, version: version, name: writeBack.target)
      if !isSettled(unit) { note(unit, .notRun(reason: silence), how: silence) }
    }
  }

  private mutating func finishExplanation(_ index: Int, _ version: String, _ silence: String) {
    let narrated = WorkUnit(index, .narrate, version: version)
    if !isSettled(narrated) { note(narrated, .notRun(reason: silence), how: silence) }
    let explored = WorkUnit(index, .explore, version: version)
    if !isSettled(explored), !killed.contains(narrated) { leaveUnexplored(explored, silence) }
  }

  /// What the bytes themselves told stands; where nothing failed, nothing is missing that anybody waits for.
  private mutating func leaveUnexplored(_ unit: WorkUnit, _ how: String) {
    change(unit) { examination in
      guard let index = examination.versions.firstIndex(where: { $0.version == unit.version }),
        !examination.versions[index].failures.isEmpty
      else { return }
      examination.versions[index].hiddenBelow = ["$"]
      examination.incomplete.append("what else fails in \(unit.version ?? "a version") was not found out: \(how)")
    }
  }

  private func isSettled(_ unit: WorkUnit) -> Bool { done.contains(unit) || killed.contains(unit) }

  private func template(_ unit: WorkUnit) -> VersionPlan? {
    unit.version.flatMap { plans[PlanKey(job: unit.job, version: $0)] }
  }

  // MARK: Changes

  private mutating func judge(_ unit: WorkUnit, _ execution: Execution) {
    let typeName = template(unit)?.typeName ?? ""
    change(unit) { examination in
      if let index = examination.versions.firstIndex(where: { $0.version == unit.version }) {
        examination.versions[index].decoding = execution
      } else {
        examination.versions.append(
          VersionExamination(version: unit.version ?? "", typeName: typeName, decoding: execution))
      }
    }
  }

  private mutating func set(_ writeBack: WriteBackExamination, _ unit: WorkUnit) {
    changeVersion(unit) { version in
      var all = version.writeBacks ?? []
      if let index = all.firstIndex(where: { $0.target == writeBack.target }) {
        all[index] = writeBack
      } else {
        all.append(writeBack)
      }
      version.writeBacks = all
    }
  }

  private mutating func set(_ mapping: MappingExamination, _ unit: WorkUnit) {
    changeVersion(unit) { version in
      if let index = version.mappings.firstIndex(where: { $0.name == mapping.name }) {
        version.mappings[index] = mapping
      } else {
        version.mappings.append(mapping)
      }
    }
  }

  private mutating func set(_ send: SendExamination, _ unit: WorkUnit) {
    changeVersion(unit) { version in
      if let index = version.sends.firstIndex(where: { $0.endpoint == send.endpoint }) {
        version.sends[index] = send
      } else {
        version.sends.append(send)
      }
    }
  }

  mutating func change(_ unit: WorkUnit, _ body: (inout Examination) -> Void) {
    guard examinations.indices.contains(unit.job) else { return }
    done.insert(unit)
    body(&examinations[unit.job])
  }

  mutating func changeVersion(_ unit: WorkUnit, _ body: (inout VersionExamination) -> Void) {
    change(unit) { examination in
      guard let index = examination.versions.firstIndex(where: { $0.version == unit.version }) else { return }
      body(&examination.versions[index])
    }
  }
}

extension VersionExamination {
  /// Adds what was found by trial to the losses of the mapping called `name`.
  fileprivate mutating func blame(_ blames: [Blame], in name: String?) {
    guard let index = mappings.firstIndex(where: { $0.name == name }) else { return }
    for blame in blames {
      guard !blame.isDeadly else {
        mappings[index].deadly?.blame = blame.patterns
        continue
      }
      guard let property = blame.property else {
        mappings[index].droppedBlame = blame.patterns
        continue
      }
      guard let place = mappings[index].properties.firstIndex(where: { $0.name == property }) else { continue }
      mappings[index].properties[place].blame = blame.patterns
    }
  }
}

extension Examination {
  /// The text is judged before the shape: what some version cannot read since the text itself is none there says nothing of the
  /// contract.
  fileprivate mutating func refuseMalformedText() {
    guard text == .json, let failure = versions.flatMap(\.failures).first(where: \.isMalformedText) else {
      return
    }
    // A version that crashes or does not end says so, whatever the others cannot read.
    let executions = versions.flatMap { [$0.decoding] + $0.mappings.map(\.execution) }
    let isDeadly = executions.contains { execution in
      switch execution {
      case .crashed, .timedOut: true
      case .succeeded, .failed, .notRun: false
      }
    }
    guard !isDeadly else { return }
    let position = failure.line.flatMap { line in failure.column.map { " (line \(line), column \($0))" } } ?? ""
    let place = failure.pointer.isEmpty ? "" : " at \(oneLine(failure.pointer, limit: 80))\(position)"
    self = Examination(text: .notJSON(reason: "not JSON\(place): \(failure.found)"))
  }
}

extension MappingExamination {
  /// A mapping of which nothing but its name is known.
  fileprivate init(named name: String) {
    self.init(name: name, recordsPath: "", recordType: "", domainType: "", execution: .notRun(reason: ""))
  }
}
