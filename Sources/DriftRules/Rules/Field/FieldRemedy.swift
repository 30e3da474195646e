/// What to do about a member that changed, for the rules that only its readers can decide about.
enum FieldRemedy {
  /// Where nobody knows who reads it.
  static let ifRead = "If a version reads it, check what its type does with the change; else do nothing."
  /// Where a version is known to read it, and gets other values.
  static let ofValues =
    "Check what people see with the new values. If something is wrong, ship a version that takes them."
  /// Where a version is known to read it, and gets nothing.
  static let ofAbsence = "Check what people see without it. If something is wrong, ship a version that does without it."
}
