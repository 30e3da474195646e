import DriftModel

/// Combines the messages of several workers into results.
struct ExaminationBuilder {
  private var examinations: [Examination]
  /// Units that are finished or not needed.
  var done: Set<WorkUnit> = []
  /// Units in which a worker crashed or did not end.
  private(set) var killed: Set<WorkUnit> = []
  /// By job: patterns whose member names are data.
  private(set) var dictionaryPaths: [[String]]
  /// By job, in the order found.
  private(set) var lineages: [[Lineage]]
  /// Perturbed responses that ended a worker.
  private(set) var crashingTrials: [CrashingTrial] = []
  /// Records that ended a worker, by unit. No later worker gets them.
  var selections: [RecordSelection] = []
  /// Workers that gave up because author code had used up their resources.
  private var exhaustions = 0
  /// By contract: workers that were started to find single records.
  var recordRuns: [String: Int] = [:]
  /// By contract: why the rest of its responses is not examined, if its code ended too many processes.
  private(set) var givenUp: [String: String] = [:]
  private var crashes: [String: Int] = [:]
  var ending = Ending.finished
  /// By job: seconds that workers spent on it.
  private(set) var seconds: [Double]
  let jobs: [Job]
  private var plans: [PlanKey: VersionPlan] = [:]
  /// Explorations that are left out because the same one ended a worker for another response; with how it ended.
  private var abandoned: [WorkUnit: String] = [:]

  /// Whether workers seed their hash tables at random, because a hang with the seed that they share was none with another.
  var hashesRandomly = false

  /// How the work on a batch ended.
  enum Ending {
    case finished
    /// The rest could not be examined, for this reason.
    case failed(String)
    /// The work was ended before it was done, for this reason.
    case interrupted(String)
  }

  /// Seconds that the trials of one mapping may take in all workers together before one that ends a worker is the last. Each
  /// before it is a cell of the matrix, and costs another worker that repeats those before it.
  let maximumTrialSeconds: Double
  /// How many trials that find which member is to blame may end a worker.
  static let maximumBlameTrials = 4
  /// How many trials of one mapping may end a worker, and how often the last of them may turn out not to be the last because the code
  /// does not behave the same each time.
  static let (maximumTrials, maximumLast) = (2_000, 3)
  /// How many trials on one response may end a worker, however the code that writes in its place names its units.
  static let maximumTrialsOfJob = 20_000
  /// By unit: seconds that its trials took.
  private var trialSeconds: [WorkUnit: Double] = [:]

  private struct PlanKey: Hashable {
    let job: Int
    let version: String
  }

  init(jobs: [Job], maximumTrialSeconds: Double = 30) {
    (self.jobs, self.maximumTrialSeconds) = (jobs, maximumTrialSeconds)
    examinations = jobs.map { _ in Examination() }
    dictionaryPaths = jobs.map { _ in [] }
    lineages = jobs.map { _ in [] }
    seconds = jobs.map { _ in 0 }
  }

  /// Counts the time of a unit for its job.
  mutating func note(seconds more: Double, on unit: WorkUnit?) {
    guard let unit, seconds.indices.contains(unit.job) else { return }
    seconds[unit.job] += more
    if unit.phase == .lineage { trialSeconds[unit, default: 0] += more }
  }

  /// Adds a worker's message. Messages about unknown jobs are ignored.
  mutating func add(_ message: WorkerMessage) {
    switch message {
    case .begun, .trying, .reached, .exhausted, .ended: break
    case .planned(let plan): plans[PlanKey(job: plan.job, version: plan.version)] = plan
    case .skipped(let unit, let reason): note(unit, .notRun(reason: reason), how: reason)
    case .text(let unit, let facts):
      change(unit) { examination in
        examination.text = facts.verdict
        examination.notices = facts.notices
        examination.envelope = facts.envelope
        examination.links = facts.links
        examination.partialErrors = facts.partialErrors
      }
    case .judged(let unit, let execution): judge(unit, execution)
    case .mapped(let unit, let mapping):
      set(mapping, unit)
      if !mapping.needsBlameTrials { done.insert(WorkUnit(unit.job, .blame, version: unit.version, name: unit.name)) }
    case .sent(let unit, let send): set(send, unit)
    case .wroteBack(let unit, let writeBack): set(writeBack, unit)
    case .explained(let unit, let explanation):
      changeVersion(unit) { version in
        version.failures = explanation.failures
        version.swallowed = explanation.swallowed
        version.platformDependent = explanation.platformDependent
        version.fallbacks = explanation.fallbacks
        version.fields = explanation.fields
        version.unread = explanation.unread
        version.hiddenBelow = explanation.hiddenBelow
        version.explanationMissing = explanation.missing
        version.contradiction = explanation.contradiction
      }
      if unit.phase == .explain, !explanation.isUnexplored {
        done.insert(WorkUnit(unit.job, .explore, version: unit.version))
      }
      if dictionaryPaths.indices.contains(unit.job) {
        dictionaryPaths[unit.job] = Set(dictionaryPaths[unit.job] + explanation.dictionaryPaths).sorted()
      }
    case .shaped(let unit, let shape): change(unit) { $0.shape = shape }
    case .traced(let unit, let found):
      guard lineages.indices.contains(unit.job), done.insert(unit).inserted else { return }
      lineages[unit.job] += found
    case .blamed(let unit, let blames): changeVersion(unit) { $0.blame(blames, in: unit.name) }
    }
  }

  /// Records that `unit` failed: `execution` is the result for author code, `how` the reason for an explanation.
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
    case .explain: changeVersion(unit) { $0.explanationMissing = "the explanation was not finished: \(how)" }
    case .explore:
      leaveUnexplored(unit, how)
      // Code that crashes on one response's placeholders crashes on those of the next, and each crash costs a process.
      for (index, job) in jobs.enumerated()
      where job.contract == jobs[unit.job].contract && job.endpoint == jobs[unit.job].endpoint {
        let other = WorkUnit(index, .explore, version: unit.version)
        if other != unit, !isDecided(other) {
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

  /// Records why author code was not judged.
  mutating func noteUnjudged(_ unit: WorkUnit, _ how: String) {
    guard unit.phase.isAuthorsOwn, examinations.indices.contains(unit.job),
      let index = examinations[unit.job].versions.firstIndex(where: { $0.version == unit.version })
    else { return }
    examinations[unit.job].versions[index].notJudged = how
  }

  /// Counts a process that a contract's code ended. After `most` of them, the rest of that contract's responses is left
  /// out.
  mutating func noteCrash(in unit: WorkUnit, most: Int) {
    guard jobs.indices.contains(unit.job) else { return }
    let contract = jobs[unit.job].contract
    crashes[contract, default: 0] += 1
    if crashes[contract, default: 0] >= most {
      givenUp[contract] = "its code ended the examination process \(most) times, so the rest was not examined"
    }
  }

  /// The most workers of a batch that may give up, for each of its responses. Author code may write made-up units in a worker's place, so
  /// that its progress alone proves nothing.
  static let maximumExhaustions = 64

  /// Counts a worker that gave up because author code had used up its resources; false if too many did.
  mutating func noteExhaustion() -> Bool {
    exhaustions += 1
    return exhaustions <= Self.maximumExhaustions * jobs.count
  }

  /// Whether a job is still to be worked on.
  func isWanted(_ job: Int) -> Bool { jobs.indices.contains(job) && givenUp[jobs[job].contract] == nil }

  /// Records that a perturbed response ended the process; false if it was not a trial, or if the trials should have ended.
  mutating func noteTrial(_ trial: UInt64?, of unit: WorkUnit, _ ending: WorkerEnding) -> Bool {
    guard unit.phase == .lineage || unit.phase == .blame, let trial else { return false }
    let trialEnding: TrialEnding
    switch ending {
    case .timedOut, .outOfProcessorTime: trialEnding = .hang
    case .crashed, .suspect: trialEnding = .crash
    case .finished, .interrupted, .killed, .garbled: return false
    }
    let known = crashingTrials.filter { $0.unit == unit }
    let last = known.count(where: \.isLast)
    guard crashingTrials.count(where: { $0.unit.job == unit.job }) < Self.maximumTrialsOfJob, last < Self.maximumLast,
      unit.phase == .lineage || known.count < Self.maximumBlameTrials
    else {
      return false
    }
    let isTooMuch = trialSeconds[unit, default: 0] > maximumTrialSeconds || known.count >= Self.maximumTrials
    let isLast = unit.phase == .lineage && (isTooMuch || last > 0)
    crashingTrials.append(CrashingTrial(unit: unit, digest: trial, ending: trialEnding, isLast: isLast))
    return true
  }

  /// The results. Units without a result get the reason why.
  mutating func finish() -> [Examination] {
    switch ending {
    case .finished: finish(nil)
    case .failed(let reason): finish(reason)
    case .interrupted(let reason): interrupt(reason)
    }
  }

  /// `failure` is the reason why the rest was not examined; nil if all was.
  private mutating func finish(_ failure: String?) -> [Examination] {
    for (index, job) in jobs.enumerated() {
      let missingReason =
        failure ?? givenUp[job.contract]
        ?? "the examination process does not know it; is it built from the same contracts?"
      if job.join == nil {
        guard isDecided(WorkUnit(index, .text)) else {
          examinations[index].text = .notExamined(reason: missingReason)
          continue
        }
        guard isReadable(index) else { continue }
        if !isDecided(WorkUnit(index, .shape)) {
          examinations[index].incomplete.append("the shape of the response is unknown: \(missingReason)")
        }
      }
      for version in job.versions { finish(job, index, version, missingReason) }
    }
    for (unit, how) in abandoned.sorted(by: { ($0.key.job, $0.key.version ?? "") < ($1.key.job, $1.key.version ?? "") })
    {
      leaveUnexplored(unit, how)
    }
    for index in examinations.indices { examinations[index].refuseMalformedText() }
    return examinations
  }

  /// The results after an interruption. A response whose author code did not run to the end counts as not examined,
  /// because half of the facts could look like a success.
  private mutating func interrupt(_ reason: String) -> [Examination] {
    for (index, job) in jobs.enumerated() where job.join == nil && !isComplete(index, job) {
      examinations[index] = Examination(text: .notExamined(reason: reason))
      killed.insert(WorkUnit(index, .text))
    }
    return finish(reason)
  }

  private func isComplete(_ index: Int, _ job: Job) -> Bool {
    guard isDecided(WorkUnit(index, .text)) else { return false }
    guard isReadable(index) else { return true }
    return job.versions.allSatisfy { version in
      let judged = WorkUnit(index, .judge, version: version)
      guard isDecided(judged) else { return false }
      let facts = examinations[index].versions.first { $0.version == version }
      return facts?.decoding.hasSucceeded != true || parts(of: judged).allSatisfy(isDecided)
    }
  }

  private mutating func finish(_ job: Job, _ index: Int, _ version: String, _ missingReason: String) {
    let judged = WorkUnit(index, .judge, version: version)
    if !isDecided(judged) {
      judge(judged, .notRun(reason: missingReason))
      noteUnjudged(judged, missingReason)
    }
    guard let position = examinations[index].versions.firstIndex(where: { $0.version == version }) else { return }
    if let join = job.join, !examinations[index].versions[position].mappings.contains(where: { $0.name == join }) {
      let unit = WorkUnit(index, .join, version: version, name: join)
      var mapping =
        template(unit)?.mappings.first
        ?? MappingExamination(name: join, recordsPath: "", recordType: "", domainType: "", execution: .succeeded)
      mapping.execution = .notRun(reason: missingReason)
      set(mapping, unit)
      noteUnjudged(unit, missingReason)
    }
    guard job.join == nil else { return }
    let decoding = examinations[index].versions[position].decoding
    if case .failed = decoding { finishExplanation(index, version, missingReason) }
    guard decoding.hasSucceeded else { return }
    finishExplanation(index, version, missingReason)
    for unit in parts(of: judged) where !isDecided(unit) {
      note(unit, .notRun(reason: missingReason), how: missingReason)
      noteUnjudged(unit, missingReason)
    }
  }

  private mutating func finishExplanation(_ index: Int, _ version: String, _ missingReason: String) {
    let explained = WorkUnit(index, .explain, version: version)
    if !isDecided(explained) { note(explained, .notRun(reason: missingReason), how: missingReason) }
    let explored = WorkUnit(index, .explore, version: version)
    if !isDecided(explored), !killed.contains(explained) { leaveUnexplored(explored, missingReason) }
  }

  /// Records that exploration is missing. It matters only if something failed, because exploring finds further
  /// failures, or what is hidden because a type went on without a value.
  private mutating func leaveUnexplored(_ unit: WorkUnit, _ how: String) {
    change(unit) { examination in
      guard let index = examination.versions.firstIndex(where: { $0.version == unit.version }),
        !examination.versions[index].failures.isEmpty || !examination.versions[index].swallowed.isEmpty
      else { return }
      examination.versions[index].hiddenBelow = ["$"]
      guard !examination.versions[index].failures.isEmpty else { return }
      examination.incomplete.append("what else fails in \(unit.version ?? "a version") was not found out: \(how)")
    }
  }

  /// Whether a unit has its result, or the reason why it has none.
  func isDecided(_ unit: WorkUnit) -> Bool { done.contains(unit) || killed.contains(unit) }

  /// Whether versions are judged on the text of a job.
  func isReadable(_ job: Int) -> Bool { examinations[job].text == .json && examinations[job].envelope == .accepted }

  /// What a version's decoder made of a response; `nil` while that is not known.
  func decoding(of unit: WorkUnit) -> Execution? {
    examinations[unit.job].versions.first { $0.version == unit.version }?.decoding
  }

  /// What a worker said that it runs for a unit's version.
  func template(_ unit: WorkUnit) -> VersionPlan? {
    unit.version.flatMap { plans[PlanKey(job: unit.job, version: $0)] }
  }

  /// The mappings and writes of a version on the response that `judged` is about.
  func parts(of judged: WorkUnit) -> [WorkUnit] {
    guard let plan = template(judged) else { return [] }
    func unit(_ phase: WorkUnit.Phase, _ name: String) -> WorkUnit {
      WorkUnit(judged.job, phase, version: plan.version, name: name)
    }
    return plan.mappings.map { unit(.mapping, $0.name) } + plan.sends.map { unit(.send, $0.endpoint) }
      + plan.writeBacks.map { unit(.writeBack, $0.target) }
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

  private mutating func set(_ mapping: MappingExamination, _ unit: WorkUnit) {
    changeVersion(unit) { $0.mappings.put(mapping, by: \.name) }
  }

  private mutating func set(_ send: SendExamination, _ unit: WorkUnit) {
    changeVersion(unit) { $0.sends.put(send, by: \.endpoint) }
  }

  private mutating func set(_ writeBack: WriteBackExamination, _ unit: WorkUnit) {
    changeVersion(unit) { version in
      var all = version.writeBacks ?? []
      all.put(writeBack, by: \.target)
      version.writeBacks = all
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

extension Array {
  /// Replaces the element of the same name, or appends one.
  fileprivate mutating func put(_ element: Element, by name: KeyPath<Element, String>) {
    if let index = firstIndex(where: { $0[keyPath: name] == element[keyPath: name] }) {
      self[index] = element
    } else {
      append(element)
    }
  }
}

extension VersionExamination {
  /// Adds blame that trials found to the losses of the mapping named `name`.
  fileprivate mutating func blame(_ blames: [Blame], in name: String?) {
    guard let index = mappings.firstIndex(where: { $0.name == name }) else { return }
    for blame in blames {
      guard !blame.isCrash else {
        mappings[index].crashing?.blame = blame.patterns
        continue
      }
      guard let property = blame.property else {
        (mappings[index].droppedBlame, mappings[index].droppedValue) = (blame.patterns, blame.example)
        continue
      }
      guard let position = mappings[index].properties.firstIndex(where: { $0.name == property }) else { continue }
      mappings[index].properties[position].blame = blame.patterns
      mappings[index].properties[position].lostValue = blame.example
    }
  }
}

extension Examination {
  /// Turns the result into "not JSON" if a version failed because the text itself is malformed. Such a failure says
  /// nothing about the contract.
  fileprivate mutating func refuseMalformedText() {
    guard text == .json, let failure = versions.flatMap(\.failures).first(where: \.isMalformedText) else {
      return
    }
    // A crash or timeout of a version is reported in any case.
    let executions = versions.flatMap { [$0.decoding] + $0.mappings.map(\.execution) }
    let hasCrash = executions.contains { execution in
      switch execution {
      case .crashed, .timedOut: true
      case .succeeded, .failed, .notRun: false
      }
    }
    guard !hasCrash else { return }
    let example = failure.example
    let position = example.line.flatMap { line in example.column.map { " (line \(line), column \($0))" } } ?? ""
    let location = example.pointer.isEmpty ? "" : " at \(oneLine(example.pointer, limit: 80))\(position)"
    self = Examination(text: .notJSON(reason: "not JSON\(location): \(failure.found)"))
  }
}
