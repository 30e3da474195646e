import DriftModel
import PayloadShape

extension Judgement {
  /// The mappings that get nothing since `version` does not decode, with the domain properties that used to come from `path`.
  ///
  /// A domain property is named where the model has one of the same name as the failing DTO property, or at the same place.
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
    let place = path.dropFirst(outline.recordsPath.count).replacing("[*]", with: "").drop { $0 == "." }
    // Letter case and underscores are how a key is spelled: `categoryId` is `categoryID`.
    func spelled(_ name: String) -> String { name.lowercased().replacing("_", with: "") }
    let samePlace = known.filter { name in
      spelled(name) == spelled(String(place)) || spelled(name).hasPrefix("\(spelled(String(place))).")
    }
    return samePlace.isEmpty ? known.filter { spelled($0) == property.map(spelled) } : samePlace
  }
}
