import ContractKit
import DriftModel
import Examination
import Foundation

/// Finds the smallest edits of a version's files that mend its breaks, and proves them: they are compiled, and run over every recording.
struct EditSearch {
  /// What was found.
  struct Result {
    /// The edits that hold, in order.
    var remedies: [Remedy] = []
    /// The files with them, by path.
    var sources: [String: SourceText] = [:]
    /// What the version makes of each recording with them.
    var facts: [VersionExamination] = []
    /// What was tried and does not hold.
    var trials: [RemedyTrial] = []
    /// Breaks that no edit mends.
    var left: [Break] = []
    var mended: [Break] = []
  }

  let recorded: RecordedCase
  let workshop: Workshop
  /// Runs the app's code; its program is replaced by each that is built.
  let examiner: Examiner
  let before: [VersionExamination]
  /// Edits of one break that are tried at most.
  var mostTrials = 12
  let progress: (String) -> Void

  /// Mends as many breaks as it can, one after the other.
  ///
  /// - Throws: ``Workshop/Impossible`` if nothing can be built.
  func run(_ breaks: [Break]) async throws -> Result {
    var result = Result()
    result.sources = workshop.sources
    result.facts = before
    var tree = try workshop.readTree(result.sources)
    try await checkFiles()
    for target in breaks {
      // What mended another break may have mended this one.
      if !result.mended.isEmpty, !isShown(target, in: result.facts) {
        result.mended.append(target)
        continue
      }
      guard let (remedy, sources, facts) = try await mend(target, tree, &result) else {
        result.left.append(target)
        continue
      }
      result.remedies.append(remedy)
      result.mended.append(target)
      (result.sources, result.facts) = (sources, facts)
      if target.pattern != breaks.last?.pattern { tree = try workshop.readTree(sources) }
    }
    return result
  }

  /// Holds the files as they are against the program: what is built of them makes the same of every recording.
  ///
  /// - Throws: ``Workshop/Impossible`` if they are not what the program was built of.
  func checkFiles() async throws {
    progress("\(recorded.version.id): its files as they are…")
    guard case .built(let program) = try workshop.build(workshop.sources) else {
      throw Workshop.Impossible(description: "\(workshop.module) does not compile by itself")
    }
    let same = zip(try await facts(of: program), before).allSatisfy { new, old in
      new.decoding.hasSucceeded == old.decoding.hasSucceeded && new.failures == old.failures
        && new.mappings.map(\.valueDigests) == old.mappings.map(\.valueDigests)
    }
    guard same else {
      throw Workshop.Impossible(
        description: "the files of \(workshop.module) make other values than this program; build it anew first")
    }
  }

  private func isShown(_ target: Break, in facts: [VersionExamination]) -> Bool {
    target.recordings.contains { index in
      let fact = facts[index]
      return (fact.decoding.hasSucceeded ? [] : fact.failures).contains { $0.pattern == target.pattern }
        || fact.losses.contains(where: target.isSame)
    }
  }

  private func mend(
    _ target: Break, _ tree: SourceTree, _ result: inout Result
  ) async throws -> (Remedy, [String: SourceText], [VersionExamination])? {
    let strategy = recorded.reads.makeDecoder().keyDecodingStrategy
    var converts = false
    if case .convertFromSnakeCase = strategy { converts = true }
    let maker = RemedyMaker(
      tree: tree, sources: result.sources, breaking: target,
      reachable: tree.reachable(from: recorded.reads.typeName), converts: converts)
    let remedies = maker.remedies()
    if remedies.isEmpty, let obstacle = maker.obstacle {
      result.trials.append(RemedyTrial(target: target.pattern, what: "an edit", reason: obstacle))
    }
    for remedy in remedies.prefix(mostTrials) {
      progress("\(recorded.version.id): \(remedy.title)…")
      var reason: String
      do {
        switch try build(remedy, tree, result.sources) {
        case .failure(let refusal): reason = refusal.reason
        case .success(let (kept, sources, program)):
          let facts = try await facts(of: program)
          let verdict = Verdict(before: before, names: recorded.names)
          guard
            let objection = verdict.objection(
              to: facts, mending: target, besides: result.mended, toleratesLoss: kept.cost >= .missing)
          else { return (kept, sources, facts) }
          reason = objection
        }
      }
      result.trials.append(RemedyTrial(target: target.pattern, what: remedy.title, reason: reason))
    }
    return nil
  }

  /// What a program that was built makes of the recordings.
  func facts(of program: String, keepsProgram: Bool = false) async throws -> [VersionExamination] {
    var own = examiner
    own.executable = program
    defer { if !keepsProgram { try? FileManager.default.removeItem(atPath: program) } }
    return zip(try await recorded.facts(with: own), before).map { new, old in
      new
        ?? VersionExamination(
          version: old.version, typeName: old.typeName, decoding: .notRun(reason: "the worker gave no result"))
    }
  }

  struct Refusal: Error { let reason: String }

  /// Builds with an edit, and with what the compiler then wants in other places.
  func build(
    _ remedy: Remedy, _ tree: SourceTree, _ sources: [String: SourceText]
  ) throws -> Swift.Result<(Remedy, [String: SourceText], String), Refusal> {
    var remedy = remedy
    for _ in 0..<4 {
      let texts = SourceEdit.apply(remedy.edits, to: sources)
      switch try workshop.build(texts) {
      case .built(let program): return .success((remedy, texts, program))
      case .refused(let errors):
        guard let repaired = repaired(remedy, errors, tree, sources, texts) else {
          let first = errors[0]
          let file = URL(fileURLWithPath: first.file).lastPathComponent
          return .failure(Refusal(reason: "does not compile: \(file):\(first.line): \(first.words)"))
        }
        remedy = repaired
      }
    }
    return .failure(Refusal(reason: "does not compile, whatever is done where the compiler objects"))
  }

  // MARK: What the compiler wants

  private func repaired(
    _ remedy: Remedy, _ errors: [CompilerError], _ tree: SourceTree, _ sources: [String: SourceText],
    _ texts: [String: SourceText]
  ) -> Remedy? {
    var result = remedy
    var edits: [SourceEdit] = []
    for error in errors {
      guard let text = texts[error.file], let place = text.offset(line: error.line, column: error.column),
        let offset = Self.original(place, in: error.file, remedy.edits), let source = sources[error.file]
      else { return nil }
      let wanted: [SourceEdit]?
      switch remedy.repair {
      case .none: return nil
      case .defaultAtUses(let usr, let value):
        wanted = use(at: offset, of: usr, value, error, tree, source)
      case .newCases(let names, let type, let like):
        let isSwitch = error.words.hasPrefix("switch must be exhaustive")
        wanted = isSwitch ? branch(at: offset, error.file, names, type, like, tree).map { [$0] } : nil
      }
      guard let wanted else { return nil }
      for edit in wanted where !edits.contains(edit) { edits.append(edit) }
    }
    edits.removeAll(where: remedy.edits.contains)
    guard !edits.isEmpty else { return nil }
    result.edits += edits
    switch remedy.repair {
    case .none: break
    case .defaultAtUses:
      let values = edits.compactMap { edit in
        edit.text.range(of: "?? ").map { range in edit.text[range.upperBound...].prefix { $0 != ")" } }
      }
      guard let value = values.first else { break }
      let decision = "where it is nil the app uses \(value); choose what people should see"
      if !result.decisions.contains(decision) { result.decisions.append(decision) }
    case .newCases(_, _, let like):
      let decision =
        "switches treat the new case like \(like.map { ".\($0)" } ?? "the last one of them"); choose what people should see"
      if !result.decisions.contains(decision) { result.decisions.append(decision) }
    }
    return result
  }

  /// What the compiler wants where the property is used, or a member of it.
  private func use(
    at offset: Int, of usr: String, _ value: String?, _ error: CompilerError, _ tree: SourceTree, _ source: SourceText
  ) -> [SourceEdit]? {
    guard error.words.hasPrefix("value of optional type") else { return nil }
    let own = (tree.uses[usr] ?? []).filter { $0.file == error.file }
    if let use = own.filter({ $0.range.contains(offset) }).min(by: { $0.range.count < $1.range.count }) {
      if value == nil, error.words.contains("to refer to member") {
        return [SourceEdit(file: use.file, range: use.range.upperBound..<use.range.upperBound, text: "?")]
      }
      if let value { return Self.defaulted(use, value, source) }
    }
    // A member of the property's value that is nil with it.
    for (outer, uses) in tree.uses where outer != usr {
      for use in uses where use.file == error.file && use.range.contains(offset) {
        guard
          own.contains(where: {
            use.range.lowerBound <= $0.range.lowerBound && $0.range.upperBound < use.range.upperBound
          }),
          let property = tree.types.values.flatMap(\.properties).first(where: { $0.usr == outer }),
          let empty = MemberType(property.type).emptyValue
        else { continue }
        return Self.defaulted(use, empty, source)
      }
    }
    return nil
  }

  /// `dto.price` as `dto.price ?? 0`, in brackets where something follows that belongs to it.
  private static func defaulted(_ use: SourceTree.Use, _ value: String, _ source: SourceText) -> [SourceEdit] {
    let (start, end) = (use.range.lowerBound, use.range.upperBound)
    let before = source.bytes[..<start].last { $0 != 32 }
    let after = source.bytes[end...].first { $0 != 32 }
    let isAlone =
      before.map { "=:(,{\n".utf8.contains($0) } ?? true && after.map { "\n,)};".utf8.contains($0) } ?? true
    let opening = isAlone ? [] : [SourceEdit(file: use.file, range: start..<start, text: "(")]
    return opening + [SourceEdit(file: use.file, range: end..<end, text: " ?? \(value)" + (isAlone ? "" : ")"))]
  }

  private func branch(
    at offset: Int, _ file: String, _ names: [String], _ type: String, _ like: String?, _ tree: SourceTree
  ) -> SourceEdit? {
    let mangled = "$s" + type.dropFirst(2) + "D"
    let found = tree.switches.first { $0.file == file && $0.type == mangled && $0.range.lowerBound == offset }
    guard let branches = found?.branches.filter({ !$0.names.isEmpty }), !names.isEmpty else { return nil }
    guard let branch = branches.first(where: { like.map($0.names.contains) ?? false }) ?? branches.last else {
      return nil
    }
    return SourceEdit(
      file: file, range: branch.offset..<branch.offset, text: names.map { ".\($0), " }.joined())
  }

  /// The offset in a file before its edits.
  private static func original(_ offset: Int, in file: String, _ edits: [SourceEdit]) -> Int? {
    var shift = 0
    for edit in edits.filter({ $0.file == file }).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let start = edit.range.lowerBound + shift
      if offset < start { break }
      let length = edit.text.utf8.count
      if offset < start + length { return nil }
      shift += length - edit.range.count
    }
    return offset - shift
  }
}
