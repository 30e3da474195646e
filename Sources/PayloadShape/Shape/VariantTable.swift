/// How many objects of each variant were seen at a path, and how many of them had each member. One member names the
/// variant.
///
/// Names that are data are left out, and so are objects whose variant is not named by a short plain value. Merging
/// gives the same table in any order and grouping, because bounds only depend on the union.
struct VariantTable: Equatable, Sendable {
  struct Variant: Equatable, Sendable {
    var objects = 0
    /// By name: objects that had the member; never zero.
    var members: [String: Int] = [:]
  }

  /// A member with more values than this does not name variants.
  static let maximumValues = 16
  /// Objects with more members than this, in all variants together, are not counted.
  static let maximumMembers = 64

  let discriminator: Discriminator
  /// By the value of the discriminator; empty if ``isOpen``.
  private(set) var variants: [String: Variant]
  /// Whether a bound was exceeded, or ``isLeftOut``.
  private(set) var isOpen: Bool
  /// Whether the variants were left out, because the shape was full.
  private(set) var isLeftOut = false

  /// Applies the bounds.
  init(_ discriminator: Discriminator, _ variants: [String: Variant] = [:], isOpen: Bool = false) {
    self.discriminator = discriminator
    self.variants = variants
    self.isOpen = isOpen
    applyBounds()
  }

  /// A table whose variants are left out.
  init(leavingOut discriminator: Discriminator) {
    self.init(discriminator, isOpen: true)
    isLeftOut = true
  }

  var memberNames: Set<String> { variants.values.reduce(into: []) { $0.formUnion($1.members.keys) } }

  mutating func merge(_ other: VariantTable) {
    isOpen = isOpen || other.isOpen
    isLeftOut = isLeftOut || other.isLeftOut
    guard !isOpen else {
      variants = [:]
      return
    }
    for (value, variant) in other.variants { variants[value, default: Variant()].merge(variant) }
    applyBounds()
  }

  private mutating func applyBounds() {
    let names = variants.values.reduce(0) { $0 + $1.members.count }
    isOpen =
      isOpen || variants.count > Self.maximumValues
      || names > Self.maximumMembers && memberNames.count > Self.maximumMembers
    if isOpen { variants = [:] }
  }

  /// Removes a member, so that it counts as never seen.
  mutating func removeMember(_ name: String) {
    for value in variants.keys { variants[value]?.members[name] = nil }
  }

  /// Counts a member as present in objects of `observed`, which was merged into this, if they lack it but all objects
  /// of their variant in `old` have it.
  mutating func excuse(_ name: String, old: VariantTable, observed: VariantTable) {
    for (value, variant) in observed.variants {
      guard let known = old.variants[value], known.alwaysHolds(name) else { continue }
      let lacking = max(0, variant.objects - (variant.members[name] ?? 0))
      guard lacking > 0, let held = variants[value]?.members[name] else { continue }
      variants[value]?.members[name] = Tally.sum(held, lacking)
    }
  }
}

extension VariantTable.Variant {
  /// Whether every object of this variant has a member.
  func alwaysHolds(_ name: String) -> Bool { objects > 0 && (members[name] ?? 0) >= objects }

  fileprivate mutating func merge(_ other: VariantTable.Variant) {
    objects = Tally.sum(objects, other.objects)
    members.merge(other.members, uniquingKeysWith: Tally.sum)
  }
}

extension [VariantTable] {
  func table(of discriminator: Discriminator) -> VariantTable? { first { $0.discriminator == discriminator } }

  /// Merges other tables of the same path. Both are in the order of their discriminators, and so is the result.
  mutating func merge(_ others: [VariantTable]) {
    guard !others.isEmpty else { return }
    guard !isEmpty else {
      self = others
      return
    }
    for other in others {
      if let index = firstIndex(where: { $0.discriminator >= other.discriminator }) {
        if self[index].discriminator == other.discriminator {
          self[index].merge(other)
        } else {
          insert(other, at: index)
        }
      } else {
        append(other)
      }
    }
  }
}
