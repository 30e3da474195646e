import Foundation

/// The form in which something was accepted: what it is, never which value the vendor sent, since the next response holds others.
extension Acceptance {
  /// The form of a finding as an acceptance keeps it: `string`, `absent`, `object`; `nil` where any is meant.
  public static func form(of finding: Finding) -> String? { form(finding.actual, of: finding.rule) }

  /// ``form`` as far as it counts: of one that was noted with a value only its kind is left.
  public var effectiveForm: String? { form.flatMap { Self.form($0, of: rule) } }

  /// What counts of a finding's `actual`, or of a form that was noted before.
  ///
  /// - Parameters:
  ///   - text: What is there, as reports show it; perhaps with a value: `string "1283"`, `object {amount, currency}`.
  ///   - rule: The rule of the finding.
  /// - Returns: A few words; `nil` where the rule's text is a value, a range or a reason, so that any is covered.
  static func form(_ text: String, of rule: RuleID) -> String? {
    switch rule {
    case .decodeKeyNotFound: "absent"
    case .decodeValueNotFound, .decodeTypeMismatch, .fieldRemoved, .fieldBecameOptional:
      // The first word is the kind; behind it stands a value: `string "1283"`, `absent where type is "promo"`.
      text.prefix { $0 != " " }.isEmpty ? nil : String(text.prefix { $0 != " " })
    case .fieldTypeChanged, .fieldTypeWidened, .fieldBecameNullable, .fieldAdded: withoutMembers(text)
    // Words of a closed set, a name and the name of a format: another one is another change.
    case .decodeEnumUnknownValue, .fieldEnumValueAdded, .fieldRenamed, .fieldFormatChanged: text.isEmpty ? nil : text
    // The paths that a write loses: one more is another loss.
    case .requestRoundtripLoss: text.isEmpty ? nil : text
    default: nil
    }
  }

  /// Whether the form that was accepted is the one that `finding` has, or says more than it.
  func coversForm(of finding: Finding) -> Bool {
    guard let accepted = effectiveForm else { return true }
    guard let found = Self.form(of: finding) else { return false }
    switch rule {
    case .fieldTypeChanged, .fieldTypeWidened, .fieldBecameNullable, .fieldAdded:
      // A response need not show every kind that was seen then, and an empty array tells nothing of its elements.
      return Self.kinds(found).isSubset(of: Self.kinds(accepted))
    case .requestRoundtripLoss:
      return Set(found.components(separatedBy: ", ")).isSubset(of: accepted.components(separatedBy: ", "))
    case .fieldEnumValueAdded: return Self.values(found).isSubset(of: Self.values(accepted))
    default: return found == accepted
    }
  }

  /// `object or number` of `object {amount, currency} or number`: which members an object has may differ by response.
  private static func withoutMembers(_ text: String) -> String? {
    var words = text
    // There is one pair at most around member names, which may hold braces themselves.
    if let start = words.firstIndex(of: "{"), let end = words.lastIndex(of: "}"), start < end {
      words.removeSubrange(start...end)
    }
    let kept = words.split(separator: " ").joined(separator: " ")
    return kept.isEmpty ? nil : kept
  }

  private static func kinds(_ form: String) -> Set<Substring> {
    Set(form.split(separator: " ")).subtracting(["or", "of"])
  }

  /// The values of `new values "a", "b"`.
  private static func values(_ form: String) -> Set<String> {
    let list =
      form.hasPrefix("new values ") ? form.dropFirst(11) : form.hasPrefix("new value ") ? form.dropFirst(10) : form[...]
    return Set(list.components(separatedBy: ", "))
  }
}
