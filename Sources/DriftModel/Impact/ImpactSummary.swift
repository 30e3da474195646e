/// An impact matrix as people read it: for each path what it feeds, and what breaks when which things happen to it.
public struct ImpactSummary: Sendable, Equatable {
  /// One path.
  public struct Row: Sendable, Equatable {
    /// The endpoint whose response it is of, where that is another one than the matrix's.
    public var endpoint: String?
    /// RFC 9535 path.
    public var pattern: String
    /// The properties that read it: `ProductDTO.price`.
    public var readers: [String]
    /// What its value becomes part of: `Product.price`; empty where no domain value was seen to change with it, as
    /// of what is only sorted or filtered by.
    public var feeds: [String]
    /// Of these, what it feeds itself, and not only through values inside it.
    public var ownFeeds: [String]
    /// By what it feeds itself, the versions that have that.
    public var owners: [String: [String]] = [:]
    /// Whether other paths lie below it.
    public var isContainer = false
    /// What breaks, worst first.
    public var outcomes: [Outcome]
    /// The worst of them.
    public var severity: Severity { outcomes.first?.severity ?? .nothing }
    /// Whether records came when it was altered: then it is filtered by.
    var admitsRecords = false
    /// Whether whole responses are lost over it although no domain value was seen to change with it. It may still be of use: what
    /// a list is sorted by changes no value.
    public var isUnused: Bool {
      feeds.isEmpty && !admitsRecords && severity == .responseLost && outcomes.allSatisfy(\.losses.isEmpty)
    }
  }

  /// What happens and whom it hits.
  public struct Outcome: Sendable, Equatable {
    /// The things that may happen, in the order of ``Perturbation``.
    public var perturbations: [Perturbation]
    /// Whether these are all the other types that the value may get.
    public var isAnyOtherType: Bool
    /// What is lost: nothing but the severity where whole responses are; `Product` for records; `Product.price lost`.
    public var losses: [String]
    /// How bad it is.
    public var severity: Severity
    /// Versions that it hits, in the order of the matrix.
    public var versions: [String]
  }

  /// How much is lost.
  public enum Severity: Int, Sendable, Comparable {
    /// Nothing that is looked at.
    case nothing
    /// A property is nil, empty, random or a default.
    case propertyLost
    /// A record.
    case recordLost
    /// The whole response, or all of its records.
    case responseLost
    /// The app's code ends, or does not end in time.
    case crash

    /// By how much is lost.
    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// Every path, worst first, then in the order of the response's type.
  public var rows: [Row]

  /// Reads a matrix.
  public init(_ matrix: ImpactMatrix) {
    var order: [PathKey] = []
    var parts: [PathKey: [(lineage: Lineage, path: LineagePath)]] = [:]
    for lineage in matrix.lineages {
      for path in lineage.paths {
        let key = PathKey(endpoint: lineage.endpoint, pattern: path.pattern)
        if parts[key] == nil { order.append(key) }
        parts[key, default: []].append((lineage, path))
      }
    }
    let versions = matrix.versions.map(\.id)
    rows = order.map { key in Self.row(key, parts[key] ?? [], versions) }
    // What holds a value feeds what the value feeds.
    let own = rows
    for index in rows.indices {
      let inner = own.filter {
        $0.endpoint == rows[index].endpoint && isPath(rows[index].pattern, ancestorOf: $0.pattern)
      }
      rows[index].isContainer = !inner.isEmpty
      rows[index].feeds = Set(rows[index].feeds + inner.flatMap(\.feeds)).sorted()
    }
    rows = rows.enumerated().sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
      .map(\.element)
  }

  private struct PathKey: Hashable {
    let endpoint: String?
    let pattern: String
  }

  /// What one perturbation does to one version.
  private struct Hit: Hashable {
    var severity: Severity = .nothing
    var losses: Set<String> = []

    mutating func add(_ effect: LineageEffect, _ subject: String) {
      switch effect {
      case .crash, .hang: severity = max(severity, .crash)
      case .responseLost: severity = max(severity, .responseLost)
      case .everyRecordLost:
        severity = max(severity, .responseLost)
        losses.insert(subject)
      case .recordLost:
        severity = max(severity, .recordLost)
        losses.insert(subject)
      case .property(_, .changed), .recordGained: break
      case .property(let name, let how):
        severity = max(severity, .propertyLost)
        losses.insert("\(subject).\(name) \(how.words)")
      }
    }
  }

  private static func row(
    _ key: PathKey, _ parts: [(lineage: Lineage, path: LineagePath)], _ versions: [String]
  ) -> Row {
    var feeds: Set<String> = []
    var owners: [String: [String]] = [:]
    var outcomes: [Outcome] = []
    let all = parts.flatMap(\.path.cells).flatMap(\.effects)
    let admitsRecords = all.contains { if case .recordGained = $0 { true } else { false } }
    for version in versions {
      let mine = parts.filter { $0.lineage.version == version }
      var hits: [Perturbation: Hit] = [:]
      for (lineage, path) in mine {
        for cell in path.cells {
          let read = mine.filter { $0.lineage.writes == nil }.compactMap { $0.path.effects(of: cell.perturbation) }
          for effect in cell.effects {
            if case .property(let name, _) = effect {
              let feed = "\(lineage.subject).\(name)"
              feeds.insert(feed)
              if owners[feed]?.last != version { owners[feed, default: []].append(version) }
            }
            // Of a request only what is its own: no body without a domain value, and what is gone is not sent.
            if lineage.writes != nil,
              effect.isFaithful(to: cell.perturbation) || read.joined().contains(effect) && !effect.isOfProperty
            {
              continue
            }
            hits[cell.perturbation, default: Hit()].add(effect, lineage.subject)
          }
        }
      }
      let tried = Set(mine.flatMap { $0.path.cells.map(\.perturbation) })
      for hit in Set(hits.values) where hit.severity > .nothing {
        let perturbations = Perturbation.allCases.filter { hits[$0] == hit }
        let types = Perturbation.allCases.filter { $0.isOtherType && tried.contains($0) }
        let outcome = Outcome(
          perturbations: perturbations,
          isAnyOtherType: types.count > 1 && types.allSatisfy(perturbations.contains),
          losses: hit.losses.sorted(), severity: hit.severity, versions: [version])
        let index = outcomes.firstIndex {
          $0.perturbations == outcome.perturbations && $0.losses == outcome.losses && $0.severity == outcome.severity
        }
        if let index { outcomes[index].versions.append(version) } else { outcomes.append(outcome) }
      }
    }
    outcomes.sort { one, other in
      if one.severity != other.severity { return one.severity > other.severity }
      let (first, second) = (one.perturbations.first?.order ?? 0, other.perturbations.first?.order ?? 0)
      return first != second ? first < second : one.losses.lexicographicallyPrecedes(other.losses)
    }
    var row = Row(
      endpoint: key.endpoint, pattern: key.pattern, readers: parts.flatMap(\.path.readers).uniqued(),
      feeds: feeds.sorted(), ownFeeds: feeds.sorted(), outcomes: [])
    (row.outcomes, row.owners, row.admitsRecords) = (outcomes, owners, admitsRecords)
    return row
  }
}

extension Perturbation {
  /// Whether it is a value of another JSON type, or a number that is no integer any more.
  public var isOtherType: Bool {
    [.asText, .asNumber, .asFraction, .asBool, .asArray, .asObject, .wrapped].contains(self)
  }

  fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension LineageEffect {
  fileprivate var isOfProperty: Bool { if case .property = self { true } else { false } }

  /// Whether a body that is sent says no more than what was read: what is gone, null or empty there is so here.
  fileprivate func isFaithful(to perturbation: Perturbation) -> Bool {
    if case .property(_, .lost) = self { [.removed, .null, .empty, .blank].contains(perturbation) } else { false }
  }
}

extension LineageEffect.PropertyChange {
  fileprivate var words: String {
    switch self {
    case .lost: "lost"
    case .defaulted: "defaulted"
    case .becameRandom: "random"
    case .changed: "changed"
    }
  }
}
