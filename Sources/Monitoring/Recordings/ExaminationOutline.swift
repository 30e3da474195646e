import DriftModel
import JSONDocument
import PayloadShape
import Recording

/// What examination found out about a response, without the values: two responses with the same outline are the same to the app's code.
///
/// A line for each fact, so that a difference can be named.
struct ExaminationOutline: Equatable {
  /// All facts, each once.
  let lines: Set<String>
  /// What fails and what is lost, as meta files name it.
  let failures: [String]
  /// Paths at which something fails or is lost.
  let failingPaths: Set<String>

  init(of facts: Examination) {
    var (lines, failures, paths): (Set<String>, [String], Set<String>) = ([], [], [])
    switch facts.text {
    case .json: lines.insert("JSON")
    case .notJSON, .notExamined: lines.insert("no JSON")
    }
    switch facts.envelope {
    case .accepted: break
    case .refused:
      lines.insert("refused")
      failures.append("the envelope says failure")
    }
    for notice in facts.notices { lines.insert("notice \(notice.kind) \(notice.count)") }
    for (path, values) in facts.links { lines.insert("link \(path) \(values.count)") }
    for reason in facts.incomplete { lines.insert("incomplete \(reason)") }
    if let shape = facts.shape {
      for node in ShapeOutline(of: shape).nodes {
        let kinds = node.kinds.map(\.rawValue).joined(separator: ",")
        lines.insert("shape \(ResponseFeatures.path(node.path)) \(kinds) \(node.isRequired) \(node.isWhole)")
      }
    }
    for version in facts.versions {
      let id = version.version
      lines.insert("\(id) decoding \(words(version.decoding))")
      if let word = failure(version.decoding), version.failures.isEmpty { failures.append("\(id): \(word)") }
      for (name, list) in [
        ("fails", version.failures), ("swallows", version.swallowed), ("platform", version.platformDependent),
        ("falls back", version.fallbacks),
      ] {
        for failure in list {
          let path = ResponseFeatures.path(failure.pattern)
          let kinds = failure.form?.kinds?.map(\.rawValue).joined(separator: ",") ?? ""
          lines.insert(
            "\(id) \(name) \(failure.rule.rawValue) \(path) \(failure.expected) \(kinds) \(failure.count) \(failure.total)"
          )
          paths.insert(failure.pattern)
          failures.append("\(id): \(failure.rule.rawValue) at \(path)")
        }
      }
      for field in version.fields {
        lines.insert(
          "\(id) reads \(ResponseFeatures.path(field.pattern)) \(field.swiftType) \(field.seen) \(field.null) \(field.missing)"
        )
      }
      for path in version.unread { lines.insert("\(id) leaves \(ResponseFeatures.path(path))") }
      for path in version.hiddenBelow { lines.insert("\(id) hides \(ResponseFeatures.path(path))") }
      if version.explanationMissing != nil || version.contradiction != nil { lines.insert("\(id) unexplained") }
      for mapping in version.mappings { add(mapping, id, &lines, &failures) }
      for send in version.sends {
        lines.insert("\(id) sends \(send.endpoint) \(send.offered) \(send.made) \(words(send.execution))")
      }
      for back in version.writeBacks ?? [] {
        lines.insert("\(id) writes back \(back.target) \(back.offered) \(back.made) \(words(back.execution))")
        for difference in back.differences {
          lines.insert(
            "\(id) writes back \(ResponseFeatures.path(difference.pattern)) \(difference.kind) \(difference.count)")
        }
      }
    }
    (self.lines, self.failures, failingPaths) = (lines, Set(failures).sorted(), paths)
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

/// What a mapping made of the records.
private func add(
  _ mapping: MappingExamination, _ id: String, _ lines: inout Set<String>, _ failures: inout [String]
) {
  let name = "\(id) \(mapping.name)"
  lines.insert(
    "\(name) \(mapping.elements ?? -1) \(mapping.recordsIn) \(mapping.recordsOut) \(mapping.dropped) \(mapping.threw)")
  lines.insert("\(name) collided \(mapping.collided.count) unstable \(mapping.unstable.count)")
  for rule in mapping.brokenRules { lines.insert("\(name) breaks \(rule.name) \(rule.count)") }
  for reference in mapping.references ?? [] { lines.insert("\(name) refers \(reference.name) \(reference.total)") }
  for property in mapping.properties {
    let cases = property.values?.cases.filter(\.key.isNamed).map { "\($0.key.rawValue)=\($0.value)" }.sorted() ?? []
    lines.insert(
      "\(name).\(property.name) \(property.total) \(property.nilCount) \(property.emptyCount) \(property.randomCount) \(property.elements ?? -1) \(cases.joined(separator: " "))"
    )
  }
  lines.insert("\(name) \(words(mapping.execution))")
  if let word = failure(mapping.execution) { failures.append("\(name): \(word)") }
  if mapping.lost > 0 { failures.append("\(name): loses records") }
}
