import DriftModel
import PayloadShape

extension Perturbation {
  /// What was tried that is like values of other kinds; `nil` where nothing was.
  static let kinds: @Sendable (ObservedForm?) -> [Perturbation]? = { form in
    let found = (form?.kinds ?? []).flatMap { kind -> [Perturbation] in
      switch kind {
      case .string: [.asText]
      case .number: [.asNumber]
      case .fraction: [.asFraction]
      case .boolean: [.asBool]
      case .array: [.asArray]
      case .object: [.asObject, .wrapped]
      case .absent, .null, .alwaysNull: []
      }
    }
    return found.isEmpty ? nil : found
  }

  /// What was tried that is like texts that say nothing; `nil` for all other formats.
  static let formats: @Sendable (ObservedForm?) -> [Perturbation]? = { form in
    switch form?.formats {
    case [.empty]: [.empty]
    case [.blank]: [.blank]
    case .some, .none: nil
    }
  }
}
