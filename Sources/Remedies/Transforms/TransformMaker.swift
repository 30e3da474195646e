import DriftModel

/// Makes the changes of responses that may let a version read them as it is.
struct TransformMaker {
  let breaking: Break
  /// The type that the version asks for.
  let type: MemberType

  private var present: [JSONTree] { breaking.broken }
  private var kinds: Set<String> { Set(present.map(\.kind)) }
  private var member: String { breaking.steps.isEmpty ? "the response" : breaking.pattern }
  private var isElement: Bool { breaking.steps.last == .elements }

  init(_ breaking: Break) {
    self.breaking = breaking
    type = MemberType(breaking.failure.types.first ?? "")
  }

  private func step(
    _ action: TransformStep.Action, _ title: String, _ decision: String? = nil, cost: RemedyCost = .exact
  ) -> TransformStep {
    TransformStep(steps: breaking.steps, action: action, title: title, decision: decision, cost: cost)
  }

  /// All that are worth a trial: first what keeps every value.
  func steps() -> [TransformStep] {
    let found = present.isEmpty ? absent() : conversions() + containers() + dates() + words()
    let isGain = { (step: TransformStep) in
      // What is left out without an error need not be left out of the response.
      breaking.isWorth(step.cost) && !(breaking.isLoss && step.leavesOut)
    }
    return found.filter(isGain).enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(
      \.element)
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
          "people see \(value.text) where the response has no \(breaking.member ?? "value"); choose what they should see",
          cost: cost(of: value))
      }
      found += dropRecord(.absent)
    }
    if isElement, !breaking.healthy.isEmpty {
      found.append(step(.drop(kind: breaking.healthy[0].kind), "elements that are null are left out", cost: .missing))
    }
    return found
  }

  /// Values that may stand for nothing: an empty one, and a word of a closed set.
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
    if type.text == "URL" { found.append(.string("about:blank")) }
    if type.text == "Date", case .string(let text)? = breaking.healthy.first(where: { $0.kind == "string" }),
      text.contains("T")
    {
      found.append(.string("1970-01-01T00:00:00Z"))
    }
    // Of a closed set the app takes what it knows. Values of other records are nobody else's.
    if found.isEmpty, let word = standIn { found.append(word) }
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
      found.append(step(.round, "\(member) is rounded", "decimals of \(member) are rounded", cost: .approximate))
      if let (least, most) = limits {
        found.append(
          step(
            .clamp(least, most), "\(member) is kept within the limits of \(type.text)",
            "a number beyond \(type.text) becomes the nearest that it holds", cost: .approximate))
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
          cost: present.contains { if case .array(let elements) = $0 { elements.count != 1 } else { false } }
            ? .approximate : .exact))
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
      step(.mailDate, "\(member) becomes a date as the others are"),
      step(.number, "\(member) becomes a number where it is one in quotes"),
    ]
  }

  /// Nothing is shown for a value that is empty, or stands for what is not known; any other says something that nobody sent.
  private func cost(of filler: JSONTree) -> RemedyCost {
    [.string(""), .array([]), .object([]), .string("unknown"), .string("other")].contains(filler) ? .missing : .invented
  }

  /// A word that the app knows, in place of one that it does not; `nil` if it knows no closed set.
  private var standIn: JSONTree? {
    let known = breaking.knownValues
    return (known.first { ["unknown", "other"].contains($0) } ?? known.first).map { .string($0) }
  }

  /// What stands in place of values that cannot be read whatever is done.
  private func words() -> [TransformStep] {
    var found: [TransformStep] = []
    let texts = present.compactMap { if case .string(let text) = $0 { text } else { nil } }.uniqued()
    let isListed =
      texts.count == Set(present.map(\.text)).count && texts.count <= 12 && texts.allSatisfy { JSONTree.isPlain($0) }
    let healthyKind = breaking.healthy.first { $0 != .null }?.kind
    let isOfOtherKind = healthyKind.map { kind in present.allSatisfy { $0.kind != kind } } ?? false
    if type.text == "UUID" { found.append(step(.hyphens, "\(member) gets the hyphens of an id")) }
    let shown = texts.map { "\"\($0)\"" }.joined(separator: ", ")
    for filler in fillers() {
      let decision = "people see \(filler.text) in place of what was sent; choose what they should see"
      if let healthyKind, isOfOtherKind, !isElement {
        found.append(
          step(
            .replaceOther(kind: healthyKind, filler), "\(member) is \(filler.text) where it is no \(healthyKind)",
            decision, cost: cost(of: filler)))
      } else if isListed {
        found.append(
          step(
            .replace(texts, filler), "\(member) is \(filler.text) in place of \(shown)", decision,
            cost: cost(of: filler)))
      }
    }
    if isElement {
      if let healthyKind, isOfOtherKind {
        found.append(
          step(
            .drop(kind: healthyKind), "elements that are no \(healthyKind) are left out",
            "people do not see these elements",
            cost: .missing))
      } else if isListed {
        found.append(
          step(.dropValues(texts), "elements \(shown) are left out", "people do not see these elements", cost: .missing)
        )
      }
    } else if let healthyKind, isOfOtherKind {
      found += dropRecord(.otherKind(healthyKind))
    } else if isListed {
      found += dropRecord(.oneOf(texts))
    }
    return found
  }

  /// Leaves out the records that hold the break: elements of the innermost list around it.
  private func dropRecord(_ condition: TransformStep.Condition) -> [TransformStep] {
    guard let end = breaking.steps.lastIndex(of: .elements) else { return [] }
    let names = breaking.steps[(end + 1)...].compactMap { if case .member(let name) = $0 { name } else { nil } }
    guard !names.isEmpty, names.count == breaking.steps.count - end - 1 else { return [] }
    let list = Array(breaking.steps[...end])
    return [
      TransformStep(
        steps: list, action: .dropHolding(names, condition),
        title:
          "elements of \(PathStep.pattern(list)) whose \(names.joined(separator: ".")) \(condition.words) are left out",
        decision: "people do not see these elements", cost: .missing)
    ]
  }
}
