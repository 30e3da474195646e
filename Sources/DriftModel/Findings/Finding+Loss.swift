extension Finding {
  /// What people lose by it, in words that stay the same whatever rule or path tells of it; `nil` for what merely changed
  /// and for predictions.
  package var loss: String? {
    guard !isPrediction else { return nil }
    switch rule.family {
    case .decode: return path.isEmpty ? rule.rawValue : "decode \(path)"
    case .loss where mappings.isEmpty: return "loss \(path)"
    case .loss, .mapping: return subjectWithoutPath
    case .field, .request, .evidence, .notice: return nil
    }
  }

  /// Subject of its incident where no path is to blame: records, each property, identity and each rule of a mapping are
  /// apart, so that one healed while another breaks is told as both.
  package var subjectWithoutPath: String {
    if rule == .requestRoundtripLoss { return "what is written back to \(expected)" }
    guard rule.family != .decode, let mapping = mappings.first else { return rule.rawValue }
    let name = mapping.mapping
    if rule == .mappingPropertyLost || rule == .mappingPropertyDefaulted {
      return mapping.properties.min().map { "mapping \(name).\($0)" } ?? "mapping \(name)"
    }
    if rule == .mappingIdentityUnstable || rule == .mappingIdentityCollided { return "identity of \(name)" }
    if rule == .mappingReferenceUnmatched {
      return mapping.properties.min().map { "reference \($0) of \(name)" } ?? "references of \(name)"
    }
    if rule == .mappingInvariantBroken {
      return expected.isEmpty ? "rules of \(name)" : "rule \"\(expected)\" of \(name)"
    }
    return "mapping \(name)"
  }
}

extension Finding {
  /// What a write would lose, each path apart: one that comes later is worse, though it is the same finding.
  package var writtenLosses: [String] {
    rule == .requestRoundtripLoss ? paths.map { "\($0) in \(expected)" } : []
  }
}

extension Finding {
  /// Whether chance may explain it so far: information, and part of what the baseline learns.
  public var isPending: Bool { state == .pending }
}
