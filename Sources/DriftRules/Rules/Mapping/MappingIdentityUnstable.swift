import DriftModel

extension Rules {
  /// `mapping-identity-unstable`: the identity of a record differs each time it is mapped.
  static let mappingIdentityUnstable = Rule(
    .mappingIdentityUnstable, about: .property,
    meaning: "The identity of a record is another one each time it is mapped, so lists flicker and upserts duplicate.",
    remedy: "Take the identity from the response, not from UUID() or the date.",
    consequences: [.propertyLost],
    noun: Rule.Noun("remark on a mapping", "remarks on mappings"))
}
