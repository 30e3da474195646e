import DriftModel
import PayloadShape

extension Judgement {
  /// The mappings that get nothing because `version` does not decode, with the domain properties that used to come from `path`:
  /// those that the model has at the same path below the record, or under the name of the failing DTO property.
  func lostMappings(of version: VersionInfo, path: String, property: String?) -> [AffectedMapping] {
    let facts = facts(of: version).flatMap(\.mappings)
    return (outlines[version.id] ?? []).map { outline in
      let made = facts.filter { $0.name == outline.name }.reduce(0) { $0 + $1.recordsOut }
      let offered = examinations.compactMap { $0.shape?.statistics(at: outline.recordsPath)?.count }.reduce(0, +)
      return AffectedMapping(
        version: version.id, mapping: outline.name,
        properties: properties(of: outline, version, path: path, property: property), recordsIn: max(offered, made),
        recordsOut: made)
    }
  }

  private func properties(of outline: MappingOutline, _ version: VersionInfo, path: String, property: String?)
    -> [String]
  {
    guard isPath(outline.recordsPath, ancestorOf: path) else { return [] }
    let known = (mappings[version.id]?[outline.name]?.properties.keys).map { $0.sorted() } ?? []
    let rest = path.dropFirst(outline.recordsPath.count).replacing("[*]", with: "").drop { $0 == "." }
    // Letter case and underscores are how a key is spelled: `categoryId` is `categoryID`.
    func spelled(_ name: String) -> String { name.lowercased().replacing("_", with: "") }
    let step = spelled(String(rest))
    let samePath = known.filter { spelled($0) == step || spelled($0).hasPrefix("\(step).") }
    return samePath.isEmpty ? known.filter { spelled($0) == property.map(spelled) } : samePath
  }
}
