/// How many objects of each sort were seen at a path, and how many of them held each member, where one member tells the
/// sort of an object.
///
/// Names that are data are left out, and so are objects whose sort is not told by a short plain value. Tables merge in any
/// order and grouping to the same table: what exceeds a bound in the union has exceeded it however it was made.
struct VariantTable: Equatable, Sendable {
  /// What is known of one sort.
  struct Variant: Equatable, Sendable {
    var objects = 0
    /// Objects that held the member, by its name; none is zero.
    var members: [String: Int] = [:]
  }

  /// A member with more values than this tells no sorts.
  static let maximumValues = 16
  /// Objects with more members than this, all sorts together, are not followed.
  static let maximumMembers = 64

  let discriminator: Discriminator
  /// By the value of the discriminator; empty once ``isOpen``.
  private(set) var variants: [String: Variant]
  /// Whether there was more than is kept.
  private(set) var isOpen: Bool

  /// Applies the bounds.
  init(_ discriminator: Discriminator, _ variants: [String: Variant] = [:], isOpen: Bool = false) {
    self.discriminator = discriminator
    self.variants = variants
    self.isOpen = isOpen
    applyBounds()
  }

  /// Names of members that were seen in any sort.
  var memberNames: Set<String> { variants.values.reduce(into: []) { $0.formUnion($1.members.keys) } }

  mutating func merge(_ other: VariantTable) {
    isOpen = isOpen || other.isOpen
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

  /// Forgets a member, since it is told of as if it had not been seen.
  mutating func removeMember(_ name: String) {
    for value in variants.keys { variants[value]?.members[name] = nil }
  }

  /// Leaves out of account that objects of `observed`, which was merged into this, lack a member that all of their sort
  /// held in `old`.
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
  /// Whether every object of this sort held a member.
  func alwaysHolds(_ name: String) -> Bool { objects > 0 && (members[name] ?? 0) >= objects }

  fileprivate mutating func merge(_ other: VariantTable.Variant) {
    objects = Tally.sum(objects, other.objects)
    members.merge(other.members, uniquingKeysWith: Tally.sum)
  }
}

extension [VariantTable] {
  /// The table of one discriminator.
  func table(of discriminator: Discriminator) -> VariantTable? { first { $0.discriminator == discriminator } }

  /// Adds what other tables of the same path know; both are in the order of their discriminators, and stay so.
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
