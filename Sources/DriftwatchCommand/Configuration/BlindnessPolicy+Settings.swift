import DriftRules

extension BlindnessPolicy {
  /// The policy with what is set.
  init(_ settings: [String: SettingValue]) {
    self.init()
    seconds = settings["blindAfter"]?.number ?? seconds
    checks = settings["blindChecks"]?.number.map { Int($0) } ?? checks
  }
}
