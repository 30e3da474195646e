import DriftModel
import JSONDocument
import PayloadShape
import Recording

/// What examination found out about a response, without the values: two responses with the same outline are the same to the app's code.
struct ExaminationOutline: Equatable {
  /// A line for each fact, each once, with what it is about in words for people.
  private let facts: [String: String]
  /// What fails and what is lost, as meta files name it.
  let failures: [String]
  /// Paths at which something fails or is lost.
  let failingPaths: Set<String>

  init(of facts: Examination) {
    var builder = OutlineBuilder()
    builder.add(facts)
    (self.facts, failingPaths) = (builder.facts, builder.paths)
    failures = Set(builder.failures).sorted()
  }

  /// Two outlines are the same if all facts are.
  static func == (one: ExaminationOutline, other: ExaminationOutline) -> Bool { one.facts.keys == other.facts.keys }

  /// What one of the facts is about that only one of two outlines has: "the records that v2 maps to Product"; `nil` if there is none.
  func firstDifference(from other: ExaminationOutline) -> String? {
    let lines = Set(facts.keys).symmetricDifference(other.facts.keys)
    return lines.compactMap { facts[$0] ?? other.facts[$0] }.min()
  }
}

/// Gathers the facts.
private struct OutlineBuilder {
  private(set) var facts: [String: String] = [:]
  private(set) var failures: [String] = []
  private(set) var paths: Set<String> = []

  private mutating func note(_ line: String, about words: String) { facts[line] = words }

  mutating func add(_ facts: Examination) {
    switch facts.text {
    case .json: note("JSON", about: "whether it is JSON")
    case .notJSON, .notExamined: note("no JSON", about: "whether it is JSON")
    }
    switch facts.envelope {
    case .accepted: break
    case .refused:
      note("refused", about: "whether the envelope says success")
      failures.append("the envelope says failure")
    }
    for notice in facts.notices { note("notice \(notice.kind) \(notice.count)", about: "a notice") }
    for (path, values) in facts.links { note("link \(path) \(values.count)", about: "the links at \(path)") }
    for reason in facts.incomplete { note("incomplete \(reason)", about: "how much of it was examined") }
    if let shape = facts.shape {
      for node in ShapeOutline(of: shape).nodes {
        let (kinds, path) = (node.kinds.map(\.rawValue).joined(separator: ","), ResponseFeatures.path(node.path))
        note("shape \(path) \(kinds) \(node.isRequired) \(node.isWhole)", about: "the structure at \(path)")
      }
    }
    for version in facts.versions { add(version) }
  }

  private mutating func add(_ version: VersionExamination) {
    let id = version.version
    note("\(id) decoding \(words(version.decoding))", about: "whether \(id) decodes it")
    if let word = failure(version.decoding), version.failures.isEmpty { failures.append("\(id): \(word)") }
    for (name, list) in [
      ("fails", version.failures), ("swallows", version.swallowed), ("platform", version.platformDependent),
      ("falls back", version.fallbacks),
    ] {
      for failure in list { add(failure, named: name, of: id) }
    }
    for field in version.fields {
      let path = ResponseFeatures.path(field.pattern)
      note(
        "\(id) reads \(path) \(field.swiftType) \(field.seen) \(field.null) \(field.missing)",
        about: "what \(id) reads at \(path)")
    }
    for path in version.unread.map(ResponseFeatures.path) {
      note("\(id) leaves \(path)", about: "what \(id) reads at \(path)")
    }
    for path in version.hiddenBelow.map(ResponseFeatures.path) {
      note("\(id) hides \(path)", about: "what \(id) reads at \(path)")
    }
    if version.explanationMissing != nil || version.contradiction != nil {
      note("\(id) unexplained", about: "whether what \(id) does can be explained")
    }
    for mapping in version.mappings { add(mapping, of: id) }
    for send in version.sends {
      note(
        "\(id) sends \(send.endpoint) \(send.offered) \(send.made) \(words(send.execution))",
        about: "what \(id) sends to \(send.endpoint)")
    }
    for back in version.writeBacks ?? [] {
      let about = "what \(id) writes back to \(back.target)"
      note("\(id) writes back \(back.target) \(back.offered) \(back.made) \(words(back.execution))", about: about)
      for difference in back.differences {
        note(
          "\(id) writes back \(ResponseFeatures.path(difference.pattern)) \(difference.kind) \(difference.count)",
          about: about)
      }
    }
  }

  private mutating func add(_ failure: FieldFailure, named name: String, of id: String) {
    let path = ResponseFeatures.path(failure.pattern)
    let kinds = failure.form?.kinds?.map(\.rawValue).joined(separator: ",") ?? ""
    note(
      "\(id) \(name) \(failure.rule.rawValue) \(path) \(failure.expected) \(kinds) \(failure.count) \(failure.total)",
      about: "what \(id) fails on at \(path)")
    paths.insert(failure.pattern)
    failures.append("\(id): \(failure.rule.rawValue) at \(path)")
  }

  /// What a mapping made of the records.
  private mutating func add(_ mapping: MappingExamination, of id: String) {
    let name = "\(id) \(mapping.name)"
    let about = "the records that \(id) maps to \(mapping.name)"
    note(
      "\(name) \(mapping.elements ?? -1) \(mapping.recordsIn) \(mapping.recordsOut) \(mapping.dropped) \(mapping.threw)",
      about: about)
    note(
      "\(name) collided \(mapping.collided.count) unstable \(mapping.unstable.count)",
      about: "the identities of \(name)")
    for rule in mapping.brokenRules {
      note("\(name) breaks \(rule.name) \(rule.count)", about: "the rule \(rule.name)")
    }
    for reference in mapping.references ?? [] {
      note("\(name) refers \(reference.name) \(reference.total)", about: "the reference \(reference.name)")
    }
    for property in mapping.properties {
      let cases = property.values?.cases.filter(\.key.isNamed).map { "\($0.key.rawValue)=\($0.value)" }.sorted() ?? []
      note(
        "\(name).\(property.name) \(property.total) \(property.nilCount) \(property.emptyCount) \(property.randomCount) \(property.elements ?? -1) \(cases.joined(separator: " "))",
        about: "\(mapping.name).\(property.name) in \(id)")
    }
    note("\(name) \(words(mapping.execution))", about: about)
    if let word = failure(mapping.execution) { failures.append("\(name): \(word)") }
    if mapping.lost > 0 { failures.append("\(name): loses records") }
  }
}

/// How code ended, in a word or two.
private func words(_ execution: Execution) -> String {
  switch execution {
  case .succeeded: "succeeds"
  case .failed: "fails"
  case .crashed: "crashes"
  case .timedOut: "does not end"
  case .notRun: "was not run"
  }
}

/// A word for what kept code from its end; `nil` if nothing did.
private func failure(_ execution: Execution) -> String? {
  switch execution {
  case .failed, .crashed, .timedOut: words(execution)
  case .succeeded, .notRun: nil
  }
}
