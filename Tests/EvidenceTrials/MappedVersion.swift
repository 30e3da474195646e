import DriftModel

/// A version whose mapping makes a value of each record: every member is a property, nil where it is absent or null, and a record
/// without one of them makes none, as `compactMap` has it.
enum MappedVersion {
  static let info = VersionInfo(id: "v1")

  static func outlines(_ form: SteadyAPI.Form) -> [String: [MappingOutline]] {
    [info.id: [MappingOutline(name: "Item", recordsPath: path(form))]]
  }

  private static func path(_ form: SteadyAPI.Form) -> String { form == .single ? "$" : "$[*]" }

  /// What it makes of the API's last response.
  static func facts(of api: SteadyAPI) -> VersionExamination {
    var version = VersionExamination(version: info.id, typeName: "[ItemDTO]", decoding: .succeeded)
    let path = path(api.form)
    version.fields = api.members.map { member in
      var field = FieldReading(
        pattern: "\(path).\(member.name)", owner: "ItemDTO", property: member.name, swiftType: "Value?",
        isRequired: false)
      field.seen = api.records.count { holds($0, member.name) }
      return field
    }
    var mapping = MappingExamination(
      name: "Item", recordsPath: path, recordType: "ItemDTO", domainType: "Item", execution: .succeeded)
    let required = required(api)
    let made = api.records.filter { holds($0, required) }
    (mapping.elements, mapping.recordsIn, mapping.recordsOut) = (api.records.count, api.records.count, made.count)
    mapping.dropped = api.records.count - made.count
    if mapping.dropped > 0 { mapping.droppedBlame = ["\(path).\(required)"] }
    mapping.properties = api.members.map { member in
      var property = PropertyExamination(name: member.name, total: made.count)
      property.nilCount = made.count { !holds($0, member.name) }
      if property.nilCount > 0 { property.blame = ["\(path).\(member.name)"] }
      return property
    }
    version.mappings = [mapping]
    return version
  }

  /// The member without which the mapping makes no value: one that records lack at times, since nobody writes a mapping that makes
  /// hardly any.
  private static func required(_ api: SteadyAPI) -> String {
    let steady = api.members.filter { $0.presence * (1 - $0.nulls) >= 0.9 }
    return (steady.first { $0.presence < 1 || $0.nulls > 0 } ?? steady.first ?? api.members[0]).name
  }

  private static func holds(_ record: SteadyAPI.Record, _ name: String) -> Bool {
    record.contains { $0.name == name && $0.value != "null" }
  }
}
