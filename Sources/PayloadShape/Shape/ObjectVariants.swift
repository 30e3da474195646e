/// Some of the variants of objects at a path, as one member names them: those whose `type` is `image` or `video`.
public struct ObjectVariants: Codable, Sendable, Equatable {
  /// Name of the member that names the variant.
  public var member: String
  /// Whether that member is beside the object instead of in it.
  public var isOfParent: Bool
  /// Its values for these variants, in UTF-8 order.
  public var values: [String]

  init(_ discriminator: Discriminator, values: [String]) {
    (member, isOfParent, self.values) = (discriminator.name, discriminator.isOfParent, values)
  }

  var discriminator: Discriminator { Discriminator(name: member, isOfParent: isOfParent) }
}
