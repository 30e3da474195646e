/// The stored form of a table: `[name, 0 or 1 (of the parent), [value…], [objects…], member, [objects that have it…],
/// …]` with values in UTF-8 order, or `[name, 0 or 1]` if it is open. The number is 2 or 3 in place of 0 or 1 if
/// the variants were left out. Members of the path that every object of every
/// variant has are left out.
struct StoredVariants: Codable {
  let name: String
  private let isOfParent: Bool
  private(set) var isOpen = true
  private var isLeftOut = false
  private(set) var values: [String] = []
  private(set) var objects: [Int] = []
  private(set) var members: [(name: String, counts: [Int])] = []

  /// `children` are the names of the members at the table's path.
  init(_ table: VariantTable, children: [String]) {
    name = table.discriminator.name
    isOfParent = table.discriminator.isOfParent
    (isOpen, isLeftOut) = (table.isOpen, table.isLeftOut)
    guard !isOpen else { return }
    let sorted = table.variants.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    values = sorted.map(\.key)
    objects = sorted.map(\.value.objects)
    let usual = Set(children.filter { !DataName.isData($0) })
    for member in usual.union(table.memberNames).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let counts = sorted.map { $0.value.members[member] ?? 0 }
      if counts != objects || !usual.contains(member) { members.append((member, counts)) }
    }
  }

  /// The table at a path with these members, without those whose names are data; nil if the stored form is damaged.
  func table(children: [String]) -> VariantTable? {
    let discriminator = Discriminator(name: name, isOfParent: isOfParent)
    guard !isLeftOut else { return VariantTable(leavingOut: discriminator) }
    guard !isOpen else { return VariantTable(discriminator, isOpen: true) }
    // With more it would be open. So a table costs by its own length, however many there are of them and of members.
    guard children.count - members.count <= VariantTable.maximumMembers else { return nil }
    var variants: [String: VariantTable.Variant] = [:]
    for (value, count) in zip(values, objects) { variants[value] = VariantTable.Variant(objects: count) }
    func add(_ member: String, _ counts: [Int]) {
      for (value, count) in zip(values, counts) where count > 0 { variants[value]?.members[member] = count }
    }
    for child in children { add(child, objects) }
    for (member, counts) in members {
      for value in values { variants[value]?.members[member] = nil }
      add(member, counts)
    }
    let table = VariantTable(discriminator, variants)
    return table.isOpen || variants.count != values.count ? nil : table
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(name)
    try container.encode((isOfParent ? 1 : 0) + (isLeftOut ? 2 : 0))
    guard !isOpen else { return }
    try container.encode(values)
    try container.encode(objects)
    for (member, counts) in members {
      try container.encode(member)
      try container.encode(counts)
    }
  }

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    func damaged() -> DecodingError {
      .dataCorruptedError(
        in: container,
        debugDescription: "Stored shape is damaged: counts of variants of objects contradict themselves. "
          + "Restore it or let it be learned again.")
    }
    name = try container.decode(String.self)
    let marks = try container.decode(Int.self)
    guard (0...3).contains(marks) else { throw damaged() }
    (isOfParent, isLeftOut) = (marks % 2 == 1, marks > 1)
    guard !container.isAtEnd else { return }
    guard !isLeftOut else { throw damaged() }
    isOpen = false
    values = try container.decode([String].self)
    func counts() throws -> [Int] {
      let counts = try container.decode([Int].self)
      guard counts.count == values.count, counts.allSatisfy({ (0...Tally.limit).contains($0) }) else {
        throw damaged()
      }
      return counts
    }
    objects = try counts()
    guard !values.isEmpty, values.count <= VariantTable.maximumValues else { throw damaged() }
    while !container.isAtEnd {
      let member = try container.decode(String.self)
      members.append((member, try counts()))
    }
  }
}
