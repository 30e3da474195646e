import DriftModel

extension Finding {
  /// What people lose by it, in words that stay the same whatever rule or path it is found by; `nil` for what merely changed
  /// and for predictions.
  var loss: String? {
    guard !isPrediction else { return nil }
    switch rule.family {
    case .decode where rule == .decodeHeaderUnreadable: return subjectWithoutPath
    case .decode: return path.isEmpty ? rule.rawValue : "decode \(path)"
    case .loss where mappings.isEmpty: return "loss \(path)"
    case .loss, .mapping, .meaning: return subjectWithoutPath
    case .watch: return versions.contains(where: \.losesResponse) ? subjectWithoutPath : nil
    case .field, .volume, .freshness, .request, .evidence, .notice: return nil
    }
  }

  /// Whether its incident is about the path to blame. How much a list holds, and how new it is, is apart from what its elements are
  /// like.
  var hasPathSubject: Bool { !path.isEmpty && ![.volume, .freshness].contains(rule.family) }

  /// Subject of its incident where no path is to blame: records, each property, identity and each rule of a mapping are
  /// apart, so that one healed while another breaks is reported as both.
  var subjectWithoutPath: String {
    if rule.family == .volume { return "how much \(path) holds" }
    if rule.family == .freshness { return "how new \(path) is" }
    // Header fields are apart: one may heal while another breaks.
    if rule == .decodeHeaderUnreadable { return "header field \(expected)" }
    let loss = Rules.rule(for: rule).loss
    if loss == .responses { return Self.subjectOfResponses }
    if loss == .writtenBack { return "what is written back to \(expected)" }
    guard rule.family != .decode, let mapping = mappings.first else { return rule.rawValue }
    let (name, property) = (mapping.mapping, mapping.properties.min())
    return switch loss {
    case .property: property.map { "mapping \(name).\($0)" } ?? "mapping \(name)"
    case .meaning: property.map { "values of \(name).\($0)" } ?? "values of \(name)"
    case .identity: "identity of \(name)"
    case .reference: property.map { "reference \($0) of \(name)" } ?? "references of \(name)"
    case .invariant: expected.isEmpty ? "rules of \(name)" : "rule \"\(expected)\" of \(name)"
    case .records: property.map { "elements of \(name).\($0)" } ?? "mapping \(name)"
    case .nothing, .crash, .timeout, .writtenBack, .responses: "mapping \(name)"
    }
  }

  /// Subject of the incident about checks without a response, whatever the reason at each: the reason may change while it lasts.
  static let subjectOfResponses = "responses"

  /// What a write would lose, each path apart: one that comes later is worse, though it is the same finding.
  var writtenLosses: [String] {
    Rules.rule(for: rule).loss == .writtenBack ? paths.map { "\($0) in \(expected)" } : []
  }
}
