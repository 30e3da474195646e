/// What one mapping of one version depends on, found by execution: each path that is read, what may happen to its value, and
/// what then becomes of the response, its records and the properties of the domain model.
public struct Lineage: Codable, Sendable, Equatable {
  /// Id of the version.
  public var version: String
  /// Name of the mapping; empty for a version that only decodes.
  public var mapping: String
  /// The endpoint whose response the paths are of, where it is another one than the matrix's, as for an aggregate; else `nil`.
  public var endpoint: String?
  /// Id of the endpoint to which a body goes whose members the effects name, dotted inside nested objects; `nil`: they name
  /// properties of the domain model.
  public var writes: String?
  /// Every path that has a value in the representative response, in the order in which the type asks for them.
  public var paths: [LineagePath]
  /// Paths that are read and have no value there, so that nothing is known of them.
  public var unexercised: [String]
  /// Paths that were not tried, because all together would have taken too many bytes or too long.
  public var untried: [String]
  /// Whether it was found on a copy with at most two elements of a shape in each array; says nothing about the result.
  public var isPruned: Bool
  /// Why nothing is known, in one line; `nil` when something is.
  public var unavailable: String?
  /// Whether it can be found once a response is there that was missing; if not, what is unavailable stays so for such responses.
  @Sparse public var awaitsOtherResponse: Bool

  /// A lineage as it was found.
  public init(
    version: String, mapping: String, paths: [LineagePath] = [], unexercised: [String] = [], untried: [String] = [],
    isPruned: Bool = false, unavailable: String? = nil
  ) {
    (self.version, self.mapping, self.paths, self.unexercised) = (version, mapping, paths, unexercised)
    (self.untried, self.isPruned, self.unavailable) = (untried, isPruned, unavailable)
  }

  /// Adds what the same code does with further responses: paths that had no value before, and what could not be tried.
  public mutating func formUnion(_ other: Lineage) {
    guard other.unavailable == nil else { return }
    if unavailable != nil { self = other }
    for row in other.paths {
      guard let index = paths.firstIndex(where: { $0.pattern == row.pattern }) else {
        paths.append(row)
        continue
      }
      for cell in row.cells where paths[index].effects(of: cell.perturbation) == nil {
        paths[index].cells.append(cell)
      }
    }
    unexercised = (unexercised + other.unexercised).uniqued().filter { path($0) == nil }
    untried = (untried + other.untried).uniqued().filter { path($0) == nil }
  }

  /// What the effects are of: `Product`, or `update-product` for what is sent there.
  public var subject: String { writes ?? mapping }

  /// The row of a path.
  public func path(_ pattern: String) -> LineagePath? { paths.first { $0.pattern == pattern } }
}

/// What may happen to the value at one path.
public struct LineagePath: Codable, Sendable, Equatable {
  /// RFC 9535 path, `[*]` for every index and `.*` for every member of a dictionary.
  public var pattern: String
  /// The properties that read it, as `ProductDTO.price`; empty for elements, dictionary values and the whole response.
  public var readers: [String]
  /// One for each perturbation that applies to the value.
  public var cells: [LineageCell]

  /// A row.
  public init(pattern: String, readers: [String], cells: [LineageCell]) {
    (self.pattern, self.readers, self.cells) = (pattern, readers, cells)
  }

  /// What a perturbation does here; `nil` if it does not apply.
  public func effects(of perturbation: Perturbation) -> [LineageEffect]? {
    cells.first { $0.perturbation == perturbation }?.effects
  }
}

/// What one perturbation of one path does.
public struct LineageCell: Codable, Sendable, Equatable {
  /// What happens to the value.
  public var perturbation: Perturbation
  /// Sorted, none twice; empty: it does nothing to the domain model.
  public var effects: [LineageEffect]

  /// A cell.
  public init(perturbation: Perturbation, effects: [LineageEffect]) {
    self.perturbation = perturbation
    self.effects = effects
  }
}
