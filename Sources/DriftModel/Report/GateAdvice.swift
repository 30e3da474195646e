/// A risk of a version under test: something that the provider may do, which costs this version more than the shipped ones. No verdict
/// depends on it, since it has not happened.
public struct GateAdvice: Codable, Sendable, Equatable {
  /// What would be lost.
  public enum Loss: String, Codable, Sendable, Comparable {
    /// A record, or several.
    case records
    /// The whole response, or all of its records.
    case response
    /// The app's code would end the process, or would not end.
    case crash

    /// By how much is lost.
    public static func < (one: Loss, other: Loss) -> Bool { one.rank < other.rank }

    private var rank: Int {
      switch self {
      case .records: 0
      case .response: 1
      case .crash: 2
      }
    }
  }

  /// Id of the contract.
  public var contract: String
  /// Id of the endpoint.
  public var endpoint: String
  /// Id of the version.
  public var version: String
  /// RFC 9535 pattern of the member.
  public var path: String
  /// The property that reads it: `ProductDTO.price`.
  public var subject: String
  /// What may happen to the member.
  public var perturbations: [Perturbation]
  /// Whether these are all the other types that its value may get.
  public var isAnyOtherType: Bool
  /// What is lost then.
  public var loss: Loss
  /// Supported versions that lose less; empty if there is none, and nothing in the domain needs the member.
  public var spared: [String]

  /// A risk.
  public init(
    contract: String, endpoint: String, version: String, path: String, subject: String,
    perturbations: [Perturbation], isAnyOtherType: Bool, loss: Loss, spared: [String]
  ) {
    (self.contract, self.endpoint, self.version) = (contract, endpoint, version)
    (self.path, self.subject) = (path, subject)
    (self.perturbations, self.isAnyOtherType) = (perturbations, isAnyOtherType)
    (self.loss, self.spared) = (loss, spared)
  }
}

extension ImpactMatrix {
  /// What would cost a version more than the supported ones before it, and what would cost it whole responses although nothing in the
  /// domain needs it; worst first.
  ///
  /// - Parameter version: Id of the version.
  /// - Returns: One entry for each path and each kind of loss.
  public func advice(for version: String) -> [GateAdvice] {
    let tried = Set(lineages.filter { $0.unavailable == nil && !$0.paths.isEmpty }.map(\.version))
    let shipped = versions.prefix { $0.id != version }.filter { $0.status == .supported && tried.contains($0.id) }
    let readers = Dictionary(
      lineages.filter { $0.version == version && $0.endpoint == nil }.flatMap(\.paths).compactMap { path in
        path.readers.last.map { (path.pattern, $0) }
      }, uniquingKeysWith: { first, _ in first })
    // Without a mapping nobody knows what the domain needs.
    let isMapped = lineages.contains { $0.version == version && !$0.mapping.isEmpty }
    var found: [GateAdvice] = []
    // What is inside a value is told, and not also the value that holds it.
    for row in ImpactSummary(self).rows where !row.isContainer && row.endpoint == nil {
      for outcome in row.outcomes where outcome.versions.contains(version) {
        guard let loss = outcome.loss else { continue }
        let better = shipped.map(\.id).filter { other in
          outcome.perturbations.contains { row.severity(of: $0, in: other) < outcome.severity }
        }
        guard !better.isEmpty || isMapped && row.isUnused else { continue }
        let perturbations = outcome.perturbations.filter { perturbation in
          better.isEmpty || better.contains { row.severity(of: perturbation, in: $0) < outcome.severity }
        }
        found.append(
          GateAdvice(
            contract: contract, endpoint: endpoint, version: version, path: row.pattern,
            subject: readers[row.pattern] ?? row.pattern, perturbations: perturbations,
            isAnyOtherType: outcome.isAnyOtherType && perturbations == outcome.perturbations, loss: loss,
            spared: better))
      }
    }
    return found.enumerated().sorted { ($1.element.loss, $0.offset) < ($0.element.loss, $1.offset) }.map(\.element)
  }
}

extension ImpactSummary.Outcome {
  /// What of it is worth an advice: a property is lost sooner or later.
  fileprivate var loss: GateAdvice.Loss? {
    switch severity {
    case .crash: .crash
    case .responseLost: .response
    case .recordLost: .records
    case .propertyLost, .nothing: nil
    }
  }
}

extension ImpactSummary.Row {
  /// How bad something is for a version.
  fileprivate func severity(of perturbation: Perturbation, in version: String) -> ImpactSummary.Severity {
    outcomes.filter { $0.versions.contains(version) && $0.perturbations.contains(perturbation) }.map(\.severity).max()
      ?? .nothing
  }
}
