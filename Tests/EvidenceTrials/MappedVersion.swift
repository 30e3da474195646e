import DriftModel

/// A version whose mapping makes a value of each record: every member is a property, nil where it is absent or null, and a record
/// without one of them makes none, as `compactMap` has it.
///
/// Of lists it keeps the elements that hold `b`, without which its type goes on (`try?`). Some records refer to an owner who is not
/// there. Every property is watched: closed sets are enums, and a flag of each number tells whether it is low.
enum MappedVersion {
  static let info = VersionInfo(id: "v1")

  static func outlines(_ form: SteadyAPI.Form) -> [String: [MappingOutline]] {
    [info.id: [MappingOutline(name: "Item", recordsPath: path(form))]]
  }

  private static func path(_ form: SteadyAPI.Form) -> String { [.single, .samples].contains(form) ? "$" : "$[*]" }

  /// What it makes of one of the API's last responses.
  static func facts(of api: SteadyAPI, _ records: [SteadyAPI.Record]) -> VersionExamination {
    var version = VersionExamination(version: info.id, typeName: "[ItemDTO]", decoding: .succeeded)
    let path = path(api.form)
    version.fields = api.members.map { member in
      var field = FieldReading(
        pattern: "\(path).\(member.name)", owner: "ItemDTO", property: member.name, swiftType: "Value?",
        isRequired: false)
      field.seen = records.count { holds($0, member.name) }
      return field
    }
    var mapping = MappingExamination(
      name: "Item", recordsPath: path, recordType: "ItemDTO", domainType: "Item", execution: .succeeded)
    let required = required(api)
    let made = records.filter { holds($0, required) }
    (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (records.count, records.count, made.count)
    mapping.dropped = records.count - made.count
    if mapping.dropped > 0 { mapping.droppedBlame = ["\(path).\(required)"] }
    for member in api.members {
      var property = PropertyExamination(name: member.name, total: made.count)
      property.nilCount = made.count { !holds($0, member.name) }
      if property.nilCount > 0 { property.blame = ["\(path).\(member.name)"] }
      property.isWatched = true
      property.values = values(made.map { value($0, member.name) }, member.kind)
      if case .array = member.kind {
        let lists = made.compactMap { value($0, member.name) }
        let (elements, kept) = (
          lists.reduce(0) { $0 + count("\"a\"", $1) }, lists.reduce(0) { $0 + count("\"b\"", $1) }
        )
        let list = "\(path).\(member.name)"
        (property.elements, mapping.lists[list]) = (kept, elements)
        take(kept, of: elements, at: "\(list)[*].b", into: &version)
      }
      mapping.properties.append(property)
      if case .number = member.kind {
        var flag = PropertyExamination(name: "\(member.name)IsLow", total: made.count)
        flag.isWatched = true
        flag.values = flags(made.compactMap { value($0, member.name).flatMap(Int.init) }, below: threshold(member.name))
        mapping.properties.append(flag)
      }
    }
    mapping.references = [reference(made, api)]
    mapping.collided = collisions(made, api)
    version.mappings = [mapping]
    return version
  }

  /// What the type went on without at a path of a list's elements.
  private static func take(_ kept: Int, of elements: Int, at path: String, into version: inout VersionExamination) {
    var field = FieldReading(pattern: path, owner: "PartDTO", property: "b", swiftType: "Int", isRequired: true)
    (field.seen, field.missing) = (kept, elements - kept)
    version.fields.append(field)
    guard kept < elements else { return }
    version.swallowed.append(
      FieldFailure(
        rule: .lossErrorSwallowed, pattern: path, example: Finding.Example(pointer: "/"), expected: "Int",
        found: "nothing", count: elements - kept, total: elements))
  }

  private static func values(_ texts: [String?], _ kind: SteadyAPI.Member.Kind) -> ValueDistribution {
    var result = ValueDistribution()
    result.total = texts.count
    let there = texts.compactMap(\.self)
    if there.count < texts.count { result.cases[.none] = texts.count - there.count }
    switch kind {
    case .number:
      let numbers = there.compactMap(Double.init)
      result.numbers = ValueDistribution.Quartiles(numbers, areDates: false)
      let zeros = numbers.count { $0 == 0 }
      if zeros > 0 { result.cases[.zero] = zeros }
    case .vocabulary:
      for text in there { result.cases[.named(text), default: 0] += 1 }
    case .date:
      result.numbers = ValueDistribution.Quartiles(there.map(seconds), areDates: true)
    case .text, .array, .url: break
    }
    return result
  }

  private static func flags(_ numbers: [Int], below threshold: Int) -> ValueDistribution {
    var result = ValueDistribution()
    result.total = numbers.count
    let low = numbers.count { $0 < threshold }
    if low > 0 { result.cases[.isTrue] = low }
    return result
  }

  /// Low are the lowest two fifths of some numbers, a twentieth of others.
  private static func threshold(_ name: String) -> Int { name.hasSuffix("0") ? 40_000 : 5_000 }

  /// In each API one record in so many refers to an owner who is not there, from none to one in twenty.
  private static func reference(_ made: [SteadyAPI.Record], _ api: SteadyAPI) -> ReferenceExamination {
    var reference = ReferenceExamination(name: "owner", endpoint: "owners", mapping: "Owner")
    let ids = made.compactMap { value($0, "id").flatMap(UInt64.init) }
    let every = [0, 20, 100, 500, 2_000][
      api.members.reduce(0) { $0 + $1.name.utf8.count + Int($1.presence * 1000) } % 5]
    reference.total = ids.count
    reference.unmatched =
      every == 0 ? 0 : ids.count { mixed($0 ^ 0x9E37_79B9_7F4A_7C15) % UInt64(every) == 0 }
    return reference
  }

  /// In each API one record in so many, from none to one in twenty, has the identity of another one.
  private static func collisions(_ made: [SteadyAPI.Record], _ api: SteadyAPI) -> FoundRecords {
    var found = FoundRecords()
    let every = [20, 2_000, 0, 100, 500][
      api.members.reduce(0) { $0 + $1.name.utf8.count + Int($1.presence * 1000) } / 5 % 5]
    guard every > 0, made.count > 1 else { return found }
    let ids = made.compactMap { value($0, "id").flatMap(UInt64.init) }
    found.count = ids.count { mixed($0) % UInt64(every) == 0 }
    return found
  }

  /// As good as random for numbers that follow each other (the end of SplitMix64, Steele et al. 2014).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Seconds since 1970 of a quoted date of the simulation's year, near enough.
  private static func seconds(_ date: String) -> Double {
    let parts = date.dropFirst().dropLast().split(separator: "-").compactMap { Double($0) }
    return parts.count == 3 ? 1_767_225_600 + (parts[1] - 1) * 30.4 * 86_400 + parts[2] * 86_400 : 0
  }

  private static func count(_ word: String, _ text: String) -> Int { text.ranges(of: word).count }

  private static func value(_ record: SteadyAPI.Record, _ name: String) -> String? {
    record.first { $0.name == name }.flatMap { $0.value == "null" ? nil : $0.value }
  }

  /// The member without which the mapping makes no value: one that was there from the beginning and that records lack at times, since
  /// nobody writes a mapping that makes hardly any.
  private static func required(_ api: SteadyAPI) -> String {
    let steady = api.members.filter { $0.begins == 0 && $0.presence * (1 - $0.nulls) >= 0.9 }
    return (steady.first { $0.presence < 1 || $0.nulls > 0 } ?? steady.first ?? api.members[0]).name
  }

  private static func holds(_ record: SteadyAPI.Record, _ name: String) -> Bool {
    record.contains { $0.name == name && $0.value != "null" }
  }
}
