import DriftModel

extension Rules {
  /// `mapping-identity-collided`: several records have the same identity.
  static let mappingIdentityCollided = Rule(
    .mappingIdentityCollided, about: .property,
    meaning: "Several records of one response have the same identity; an upsert would overwrite all but one.",
    remedy: "Check that the identity still distinguishes what the provider sends.",
    consequences: [.propertyLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"))
}
