/// Some of the sorts of objects at a path, as one member tells them apart: those whose `type` is `image` or `video`.
public struct ObjectSorts: Codable, Sendable, Equatable {
  /// Name of the member that names the sort.
  public var member: String
  /// Whether that member stands beside the object instead of in it.
  public var isOfParent: Bool
  /// Its values for these sorts, in UTF-8 order.
  public var values: [String]

  init(_ discriminator: Discriminator, values: [String]) {
    (member, isOfParent, self.values) = (discriminator.name, discriminator.isOfParent, values)
  }

  var discriminator: Discriminator { Discriminator(name: member, isOfParent: isOfParent) }
}
