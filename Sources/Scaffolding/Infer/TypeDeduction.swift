/// Makes types of evidence: one declaration for each kind of object, set of words, or mixture of types; equal ones once.
struct TypeDeduction {
  private(set) var declarations: [InferredDeclaration] = []
  private(set) var hasPlainDates = false
  private(set) var hasFractionDates = false
  private var known: [ObjectIdentifier: Int] = [:]
  /// What the identifiers belong to: they are reused when it goes.
  private var places: [ValueEvidence] = []
  private var equal: [InferredDeclaration.Form: Int] = [:]
  private let options: DTOInference.Options
  /// A type with more lists and dictionaries around another one gets a declaration between.
  private static let mostDepth = 5

  /// The words that become enums; `nil`: those of all closed sets.
  private let closed: ClosedWords?

  init(_ options: DTOInference.Options, closed: ClosedWords? = nil) { (self.options, self.closed) = (options, closed) }

  /// The members that the types ask for.
  var members: Set<String> {
    declarations.reduce(into: []) { members, declaration in
      switch declaration.form {
      case .structure(let properties): members.formUnion(properties.map(\.key))
      case .kinds(let member, _): members.insert(member)
      case .words, .union: break
      }
    }
  }

  /// The type that reads all values of one place.
  ///
  /// - Parameters:
  ///   - evidence: What was seen there.
  ///   - names: Names for a type of its own, the nearest first.
  /// - Returns: The type.
  mutating func type(of evidence: ValueEvidence, named names: [String]) -> InferredType {
    var alternatives: [InferredDeclaration.Alternative] = []
    if evidence.bools > 0 { alternatives.append(.init(name: "bool", type: .bool)) }
    if evidence.numbers.count > 0 {
      alternatives.append(.init(name: "number", type: evidence.numbers.areInts ? .int : .double))
    }
    if evidence.strings.count > 0 { alternatives.append(.init(name: "text", type: text(evidence, names))) }
    if evidence.arrays > 0 {
      let names = [SwiftName.singular(names[0])] + names.dropFirst()
      let element = evidence.elements.map { self.type(of: $0, named: names) } ?? .unseen
      alternatives.append(.init(name: "list", type: .array(element)))
    }
    if evidence.objects + evidence.referred > 0 {
      alternatives.append(.init(name: "object", type: object(evidence, names)))
    }
    let type: InferredType
    switch alternatives.count {
    case 0: type = .unseen
    case 1: type = alternatives[0].type
    default: type = mixture(evidence, alternatives, names)
    }
    let whole = evidence.nulls > 0 ? type.orNil : type
    // The compiler's time for a type grows quickly with its depth.
    guard whole.depth >= Self.mostDepth, alternatives.count == 1 else { return whole }
    let wrapped = add(.union(alternatives), [names[0] + "_value"] + names, remark: nil)
    return evidence.nulls > 0 ? wrapped.orNil : wrapped
  }

  private mutating func text(_ evidence: ValueEvidence, _ names: [String]) -> InferredType {
    guard !options.hasPlainTexts else { return .string }
    let strings = evidence.strings
    if strings.plainDates + strings.fractionDates == strings.count {
      if strings.fractionDates > 0 { hasFractionDates = true } else { hasPlainDates = true }
      return .date
    }
    if strings.urls == strings.count { return .url }
    if strings.uuids == strings.count { return .uuid }
    let known = closed.map { $0.words(of: evidence, named: names[0]) }
    guard let words = known ?? (SwiftName.isForPeople(names[0]) ? nil : strings.closedWords) else { return .string }
    return add(.words(words), names, remark: "\(words.count) words in \(strings.newCount) records.")
  }

  private mutating func object(_ evidence: ValueEvidence, _ names: [String]) -> InferredType {
    let place = evidence.origin
    if let index = known[ObjectIdentifier(place)] {
      declarations[index].suggestions.append(names)
      return .declared(index)
    }
    if let entries = place.entries {
      return .dictionary(type(of: entries, named: [SwiftName.singular(names[0])] + names.dropFirst()))
    }
    if place.variants.isEmpty { return structure(place, names) }
    // Its index is known before what is inside, which may lead back to it.
    let index = reserve(place, names)
    let kinds = place.variants.named.map { name, kind in
      (name: name, type: structure(kind, [SwiftName.type(name) + SwiftName.type(names[0])] + names))
    }
    return settle(index, .kinds(member: place.variants.name, kinds), names, remark: "\(place.objects) objects.", place)
  }

  private mutating func structure(_ place: ValueEvidence, _ names: [String]) -> InferredType {
    let index = reserve(place, names)
    let properties = place.order.compactMap { name -> InferredDeclaration.Property? in
      guard let member = place.members[name], !SwiftName.isAddress(name) else { return nil }
      let own = type(of: member.value, named: [name] + names)
      let isMissing = member.seen < place.objects || member.endsList
      return InferredDeclaration.Property(
        key: name, type: isMissing ? own.orNil : own, remark: remark(on: member, of: place.objects))
    }
    return settle(index, .structure(properties), names, remark: nil, place)
  }

  private mutating func mixture(
    _ evidence: ValueEvidence, _ alternatives: [InferredDeclaration.Alternative], _ names: [String]
  ) -> InferredType {
    let counts = [
      "bool": evidence.bools, "number": evidence.numbers.count, "text": evidence.strings.count,
      "list": evidence.arrays, "object": evidence.objects + evidence.referred,
    ]
    let words = alternatives.map { "\($0.name) in \(counts[$0.name] ?? 0)" }.joined(separator: ", ")
    let own = names[0].lowercased().hasSuffix("value") ? [] : [names[0] + "_value"]
    return add(.union(alternatives), own + names, remark: "Seen as \(words).")
  }

  private func remark(on member: ValueEvidence.Member, of objects: Int) -> String? {
    var parts: [String] = []
    if member.seen < objects { parts.append("there in \(member.seen) of \(objects)") }
    if member.value.isOnlyNull {
      parts.append("only ever null")
    } else if member.value.nulls > 0 {
      parts.append("null in \(member.value.nulls) of \(member.value.total)")
    }
    if member.value.arrays > 0, member.value.elements == nil { parts.append("always empty") }
    let strings = member.value.strings
    if strings.count > 0, strings.otherDates == strings.count { parts.append("a date without time or zone") }
    if member.endsList { parts.append("the last page has no next one, so it may be missing or null") }
    guard let first = parts.first else { return nil }
    return first.prefix(1).uppercased() + first.dropFirst() + parts.dropFirst().map { ", \($0)" }.joined() + "."
  }

  // MARK: Envelopes

  /// Names of members that say nothing of what is listed.
  private static let plainLists: Set<String> = [
    "collection", "content", "contents", "data", "docs", "documents", "elements", "entries", "hits", "items", "list",
    "nodes", "objects", "payload", "records", "result", "results", "rows", "value", "values",
  ]

  /// The only list of objects among the members of an object: the place of the member, and the declaration of an element.
  func onlyList(of index: Int) -> (position: Int, element: Int)? {
    guard case .structure(let properties) = declarations[index].form else { return nil }
    let lists = properties.enumerated().compactMap { position, property -> (position: Int, element: Int)? in
      switch property.type {
      case .array(.declared(let element)), .optional(.array(.declared(let element))): (position, element)
      default: nil
      }
    }
    return lists.count == 1 ? lists[0] : nil
  }

  /// Names the records of a response that is an envelope around a list after what the response holds, and the envelope after its being one:
  /// `{"count": 2, "results": […]}` of orders is an `OrderResponse` with `Order`s.
  mutating func nameEnvelope(_ root: InferredType, _ name: String) {
    guard case .declared(let index) = root, declarations[index].suggestions.count == 1,
      let (position, element) = onlyList(of: index), element != index, !declarations[element].form.isOfWords,
      case .structure(let properties) = declarations[index].form
    else { return }
    let key = properties[position].key
    guard Self.plainLists.contains(key.lowercased()) || SwiftName.type(SwiftName.singular(key)) == name else { return }
    declarations[index].suggestions = [[name + "_response"]]
    // What is in a record belongs to it, and not to the list.
    let around = [SwiftName.singular(key), name]
    for index in declarations.indices {
      declarations[index].suggestions = declarations[index].suggestions.map { names in
        names.count > 2 && names.suffix(2) == around ? names.dropLast(2) + [name] : names
      }
    }
    declarations[element].suggestions.insert([name], at: 0)
  }

  // MARK: Declarations

  private mutating func add(_ form: InferredDeclaration.Form, _ names: [String], remark: String?) -> InferredType {
    if let index = equal[form] {
      declarations[index].suggestions.append(names)
      return .declared(index)
    }
    equal[form] = declarations.count
    declarations.append(InferredDeclaration(form: form, suggestions: [names], remark: remark))
    return .declared(declarations.count - 1)
  }

  private mutating func reserve(_ place: ValueEvidence, _ names: [String]) -> Int {
    declarations.append(InferredDeclaration(form: .structure([]), suggestions: [names], remark: nil))
    known[ObjectIdentifier(place)] = declarations.count - 1
    places.append(place)
    return declarations.count - 1
  }

  /// Gives a reserved declaration its form. One that equals an earlier one is dropped, if nothing refers to it yet.
  private mutating func settle(
    _ index: Int, _ form: InferredDeclaration.Form, _ names: [String], remark: String?, _ place: ValueEvidence
  ) -> InferredType {
    let isReferred = declarations[index].suggestions.count > 1
    if index == declarations.count - 1, !isReferred, let same = equal[form] {
      declarations.removeLast()
      declarations[same].suggestions.append(names)
      known[ObjectIdentifier(place)] = same
      return .declared(same)
    }
    let suggestions = declarations[index].suggestions
    declarations[index] = InferredDeclaration(form: form, suggestions: suggestions, remark: remark)
    if equal[form] == nil { equal[form] = index }
    return .declared(index)
  }
}
