import JSONDocument

/// Writes a transform as a program for jq and as a function in Swift.
enum TransformPrograms {
  // MARK: jq

  /// A filter for jq 1.6 and newer.
  static func jq(_ steps: [TransformStep]) -> String {
    steps.map { step in
      let holder = path(step.parent)
      switch step.action {
      case .move(let names):
        guard case .member(let name)? = step.steps.last else { return "." }
        let (own, other) = (index([name]), index(names))
        let value = names.count > 1 ? "(" + names.map { index([$0]) + "?" }.joined(separator: " | ") + ")" : other
        let removal = names.count == 1 ? " | del(\(other))" : ""
        return
          "(\(holder) | objects) |= (if \(own) == null and \(value) != null then \(own) = \(value)\(removal) else . end)"
      case .fill(let filler):
        guard case .member(let name)? = step.steps.last else { return "." }
        return
          "(\(holder) | objects) |= (if \(index([name])) == null then \(index([name])) = \(filler.text) else . end)"
      case .dropHolding(let names, let condition):
        let value = names.map { index([$0]) + "?" }.joined(separator: " | ")
        return "(\(holder) | arrays) |= map(select((type == \"object\" and (\(value) | \(test(condition)))) | not))"
      case .drop(let kind): return "(\(holder) | arrays) |= map(select(type == \"\(kind)\"))"
      case .dropValues(let texts): return "(\(holder) | arrays) |= map(select(\(isOne(of: texts)) | not))"
      default:
        let change = "if \(condition(step.action)) then \(result(step.action)) else . end"
        switch step.steps.last {
        case nil: return change
        case .member(let name)?:
          return
            "(\(holder) | objects) |= (if has(\(JSONText.quoted(name))) then \(index([name])) |= (\(change)) else . end)"
        case .elements?: return "(\(holder) | arrays) |= map(\(change))"
        case .values?: return "(\(holder) | objects) |= map_values(\(change))"
        }
      }
    }.joined(separator: "\n| ")
  }

  private static func index(_ names: [String]) -> String { "." + names.map { "[\(JSONText.quoted($0))]" }.joined() }

  private static func path(_ steps: [PathStep]) -> String {
    steps.isEmpty
      ? "."
      : steps.map { step in
        switch step {
        case .member(let name): "objects | \(index([name]))"
        case .elements: "arrays | .[]"
        case .values: "objects | .[]"
        }
      }.joined(separator: " | ")
  }

  private static func test(_ condition: TransformStep.Condition) -> String {
    switch condition {
    case .absent: ". == null"
    case .otherKind(let kind): ". != null and type != \"\(kind)\""
    case .oneOf(let texts): isOne(of: texts)
    }
  }

  private static func isOne(of texts: [String]) -> String {
    "IN(\(texts.map(JSONText.quoted).joined(separator: ", ")))"
  }

  private static func condition(_ action: TransformStep.Action) -> String {
    switch action {
    case .unwrap(let name): "type == \"object\" and has(\(JSONText.quoted(name)))"
    case .wrap: "type != \"object\""
    case .first: "type == \"array\""
    case .list: "type != \"array\" and . != null"
    case .values: "type == \"object\""
    case .number: #"type == "string" and test("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?$")"#
    case .text: "type == \"number\" or type == \"boolean\""
    case .flag(let yes, let no): "(type == \"string\" or type == \"number\") and (tostring | \(isOne(of: [yes, no])))"
    case .flagAsNumber: "type == \"boolean\""
    case .round: "type == \"number\" and . != round"
    case .clamp(let least, let most): "type == \"number\" and (. < \(least) or . > \(most))"
    case .replace(let texts, _): "type == \"string\" and \(isOne(of: texts))"
    case .replaceOther(let kind, _): "type != \"\(kind)\" and . != null"
    case .cutFraction: #"type == "string" and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]+(Z|[-+][0-9:]+)$")"#
    case .completeDate: #"type == "string" and test("^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T][0-9]{2}:[0-9]{2}:[0-9]{2})?$")"#
    case .mailDate:
      #"type == "string" and test("^[A-Z][a-z]{2}, [0-9]{1,2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} (GMT|UTC)$")"#
    case .hyphens: #"type == "string" and test("^[0-9A-Fa-f]{32}$")"#
    case .dateText: "type == \"number\""
    case .move, .fill, .drop, .dropValues, .dropHolding: "false"
    }
  }

  private static func result(_ action: TransformStep.Action) -> String {
    switch action {
    case .unwrap(let name): index([name])
    case .wrap(let name): "{\(JSONText.quoted(name)): .}"
    case .first: ".[0]"
    case .list: "[.]"
    case .values: "to_entries | sort_by(.key) | map(.value)"
    case .number: "tonumber"
    case .text: "tostring"
    case .flag(let yes, _): "tostring == \(JSONText.quoted(yes))"
    case .flagAsNumber: "if . then 1 else 0 end"
    case .round: "round"
    case .clamp(let least, let most): "if . < \(least) then \(least) else \(most) end"
    case .replace(_, let other), .replaceOther(_, let other): other.text
    case .cutFraction: #"sub("\\.[0-9]+"; "")"#
    case .completeDate: #"if length == 10 then . + "T00:00:00Z" else sub(" "; "T") + "Z" end"#
    case .mailDate: #"sub(" (GMT|UTC)$"; "") | strptime("%a, %d %b %Y %H:%M:%S") | mktime | todate"#
    case .hyphens: #".[0:8] + "-" + .[8:12] + "-" + .[12:16] + "-" + .[16:20] + "-" + .[20:]"#
    case .dateText(let areMilliseconds): "\(areMilliseconds ? "(. / 1000)" : ".") | floor | todate"
    case .move, .fill, .drop, .dropValues, .dropHolding: "."
    }
  }
}
