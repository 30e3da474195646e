import DriftModel

/// Makes the changes of responses that may let a version read them as it is.
struct TransformMaker {
  let breaking: Break
  /// The type that the version asks for.
  let type: MemberType

  private var present: [JSONTree] { breaking.values.filter { $0 != .null } }
  private var kinds: Set<String> { Set(present.map(\.kind)) }
  private var member: String { breaking.steps.isEmpty ? "the response" : breaking.pattern }
  private var isElement: Bool { breaking.steps.last == .elements }

  init(_ breaking: Break) {
    self.breaking = breaking
    type = MemberType(breaking.failure.types.first ?? "")
  }

  private func step(
    _ action: TransformStep.Action, _ title: String, _ decision: String? = nil, losesValue: Bool = false
  ) -> TransformStep {
    TransformStep(steps: breaking.steps, action: action, title: title, decision: decision, losesValue: losesValue)
  }

  /// All that are worth a trial: first what keeps every value.
  func steps() -> [TransformStep] {
    let found = present.isEmpty ? absent() : conversions() + containers() + dates() + words()
    return found.filter { !$0.losesValue } + found.filter(\.losesValue)
  }

  // MARK: Where nothing is

  private func absent() -> [TransformStep] {
    let wanted = type.kind.map { [$0] } ?? Array(Set(breaking.healthy.map(\.kind)).subtracting(["null"]))
    var found = ReadingMaker.newMembers(of: breaking, kinds: Set(wanted)).map { path in
      step(
        .move(from: path), "\(member) gets the value of \(path.joined(separator: ".")) where it is missing",
        "\(path.joined(separator: ".")) is taken to be what \(member) was: it appeared where that is gone, and has its kind"
      )
    }
    if breaking.member != nil {
      found += fillers().map { value in
        step(
          .fill(value), "\(member) is \(value.text) where it is missing or null",
          "people see \(value.text) where the response has no \(breaking.member ?? "value"); choose what they should see"
        )
      }
    }
    if isElement, !breaking.healthy.isEmpty {
      found.append(step(.drop(kind: breaking.healthy[0].kind), "elements that are null are left out"))
    }
    return found
  }

  /// Values that may stand for nothing: an empty one, and one that was seen.
  private func fillers() -> [JSONTree] {
    var found: [JSONTree] = []
    switch type.text {
    case _ where type.isNumber: found.append(.number("0"))
    case "Bool": found.append(.bool(false))
    case "String": found.append(.string(""))
    case _ where type.element != nil: found.append(.array([]))
    case _ where type.isDictionary: found.append(.object([]))
    default: break
    }
    // The types of the app's own, and dates and addresses, take what they took before.
    if found.isEmpty, let seen = breaking.healthy.first(where: { $0 != .null && $0.text.utf8.count <= 200 }) {
      found.append(seen)
    }
    return found
  }

  // MARK: Where something else is

  private func conversions() -> [TransformStep] {
    var found: [TransformStep] = []
    let texts = Set(
      present.compactMap { value -> String? in
        switch value {
        case .string(let text), .number(let text): text
        default: nil
        }
      })
    if type.isNumber {
      if kinds.contains("string") {
        found.append(step(.number, "\(member) becomes a number where it is one in quotes"))
      }
      if kinds.contains("boolean") {
        found.append(step(.flagAsNumber, "\(member) becomes 1 or 0", "true counts as 1 and false as 0"))
      }
    }
    if type.text == "String", !kinds.isDisjoint(with: ["number", "boolean"]) {
      found.append(step(.text, "\(member) gets quotes"))
    }
    if type.text == "Bool" {
      for (yes, no) in [("1", "0"), ("true", "false"), ("yes", "no"), ("Y", "N"), ("y", "n"), ("on", "off")]
      where !texts.isEmpty && texts.isSubset(of: [yes, no]) {
        found.append(step(.flag(yes: yes, no: no), "\(member) becomes true for \(yes) and false for \(no)"))
      }
    }
    if type.isInteger, kinds.contains("number") {
      found.append(step(.round, "\(member) is rounded", "decimals of \(member) are rounded", losesValue: true))
      if let (least, most) = limits {
        found.append(
          step(
            .clamp(least, most), "\(member) is kept within the limits of \(type.text)",
            "a number beyond \(type.text) becomes the nearest that it holds", losesValue: true))
      }
    }
    return found
  }

  private var limits: (Int64, Int64)? {
    switch type.text {
    case "Int8": (Int64(Int8.min), Int64(Int8.max))
    case "Int16": (Int64(Int16.min), Int64(Int16.max))
    case "Int32": (Int64(Int32.min), Int64(Int32.max))
    case "UInt8": (0, Int64(UInt8.max))
    case "UInt16": (0, Int64(UInt16.max))
    case "UInt32": (0, Int64(UInt32.max))
    case "UInt", "UInt64": (0, 1 << 53)
    case "Int", "Int64": (-1 << 53, 1 << 53)
    default: nil
    }
  }

  private func containers() -> [TransformStep] {
    var found: [TransformStep] = []
    let healthyKinds = Set(breaking.healthy.map(\.kind)).subtracting(["null"])
    let wanted = type.kind.map { [$0] } ?? healthyKinds
    if kinds.contains("object") {
      found += ReadingMaker.innerMembers(of: present, kinds: wanted).map {
        step(.unwrap($0), "\(member) becomes what it holds as \($0)")
      }
      if wanted.contains("array") {
        found.append(
          step(.values, "\(member) becomes the list of its members", "the elements stand in the order of their names"))
      }
    }
    if kinds.contains("array"), !wanted.contains("array"), !isElement || wanted != ["array"] {
      found.append(
        step(
          .first, "\(member) becomes its first element", "of several elements of \(member) the first counts",
          losesValue: present.contains { if case .array(let elements) = $0 { elements.count != 1 } else { false } }))
    }
    if wanted.contains("array"), !kinds.subtracting(["array"]).isEmpty {
      found.append(step(.list, "\(member) becomes a list of one element where it is none"))
    }
    // Where an object with one member was, that member may be what came of it.
    if wanted.contains("object"), !kinds.contains("object") {
      let names = breaking.healthy.compactMap { value -> [String]? in
        if case .object(let members) = value { members.map(\.name) } else { nil }
      }
      if let first = names.first {
        found += first.filter { name in names.allSatisfy { $0.contains(name) } }.prefix(4).map {
          step(.wrap($0), "\(member) becomes an object that holds it as \($0)")
        }
      }
    }
    return found
  }

  private func dates() -> [TransformStep] {
    guard type.text == "Date" else { return [] }
    let numbers = present.compactMap { if case .number(let text) = $0 { Double(text) } else { nil } }
    if !numbers.isEmpty {
      let areMilliseconds = numbers.allSatisfy { $0.magnitude > 1e11 }
      return [
        step(
          .dateText(milliseconds: areMilliseconds), "\(member) becomes a date in letters",
          "fractions of seconds are cut off")
      ]
    }
    return [
      step(.cutFraction, "\(member) loses its fractions of seconds", "fractions of seconds are cut off"),
      step(
        .completeDate, "\(member) becomes a date with time and zone",
        "a time without its zone is taken for UTC, a day for its first moment"),
      step(.number, "\(member) becomes a number where it is one in quotes"),
    ]
  }

  /// What stands in place of values that cannot be read whatever is done.
  private func words() -> [TransformStep] {
    var found: [TransformStep] = []
    let texts = present.compactMap { if case .string(let text) = $0 { text } else { nil } }.uniqued()
    var others = breaking.knownValues.map { JSONTree.string($0) }
    if let fallback = ["unknown", "other"].first(where: breaking.knownValues.contains) { others = [.string(fallback)] }
    if others.isEmpty { others = breaking.healthy.filter { $0 != .null && $0.text.utf8.count <= 200 } }
    let known = Set(breaking.healthy.map(\.text))
    let wrong = texts.filter { !known.contains(JSONTree.string($0).text) && !breaking.knownValues.contains($0) }
    if !wrong.isEmpty, wrong.count <= 12, let other = others.first {
      found.append(
        step(
          .replace(wrong, other), "\(wrong.map { "\"\($0)\"" }.joined(separator: ", ")) becomes \(other.text)",
          "people see \(other.text) in place of what their release does not know; choose what they should see",
          losesValue: true))
    }
    if isElement {
      if let kind = breaking.healthy.first(where: { $0 != .null })?.kind, kinds != [kind] {
        found.append(
          step(
            .drop(kind: kind), "elements that are no \(kind) are left out", "people do not see these elements",
            losesValue: true))
      } else if !wrong.isEmpty, wrong.count <= 12 {
        found.append(
          step(
            .dropValues(wrong), "elements \(wrong.map { "\"\($0)\"" }.joined(separator: ", ")) are left out",
            "people do not see these elements", losesValue: true))
      }
    } else if let kind = breaking.healthy.first(where: { $0 != .null })?.kind, kinds != [kind],
      let filler = fillers().first
    {
      found.append(
        step(
          .replaceOther(kind: kind, filler), "\(member) is \(filler.text) where it is no \(kind)",
          "people see \(filler.text) in place of what was sent; choose what they should see", losesValue: true))
    }
    return found
  }
}
