import PayloadShape

extension PayloadShape {
  /// Bytes that a learned shape may take, by what is set.
  static func budget(_ settings: [String: SettingValue]) -> Int {
    settings["limits.shapeBytes"]?.number.map { Int($0) } ?? standardBudget
  }
}
