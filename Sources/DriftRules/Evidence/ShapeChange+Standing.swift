public import DriftModel
public import PayloadShape

extension ShapeChange {
  /// A change that stands for what is suspected and was not to be seen in the last check, so that the baseline does not learn
  /// the new form in the meantime; nil for what is no change of a value's form.
  public init?(standingFor pendingChange: PendingChange) {
    guard let space = pendingChange.key.firstIndex(of: " ") else { return nil }
    let rule: RuleID
    switch pendingChange.key[..<space] {
    case "scale": rule = .fieldScaleChanged
    case "format": rule = .fieldFormatChanged
    case "values": rule = .fieldEnumValueAdded
    default: return nil
    }
    let path = String(pendingChange.key[pendingChange.key.index(after: space)...])
    guard path.hasPrefix("$") else { return nil }
    self.init(
      rule: rule.rawValue, path: path, before: "", after: "", count: 0, total: 0, baselineCount: 0, improbability: 1,
      isTotal: true)
  }
}
