public import DriftModel
import PayloadShape

/// The page `docs/rules.md`, made from the same tables as levels and `explain`, so that neither can be wrong alone.
public func rulesPage() -> String {
  var text = """
    # Rules and levels

    Made from the program's own tables (`rulesPage()` in `Sources/DriftRules`); a test holds this page to them.
    `driftwatch explain RULE` prints one entry.

    ## Levels

    What a finding costs people decides its level, never what kind of change it is.

    | consequence for a supported version | level | if declared essential |
    |---|---|---|

    """
  for consequence in Consequence.allCases {
    let essential = level(of: consequence, isEssential: true)
    text += "| \(consequence.words) | \(level(of: consequence).rawValue) | \(essential.rawValue) |\n"
  }
  text += """

    A version that is a candidate gets at most a warning, a retired one information. A change of shape, and a loss in a mapping unless
    everything is lost, is said at warning or above once a steady API would show the like in fewer than one of
    \(Int((1 / EvidencePolicy.standard.falseFindingsPerResponse).rounded())) responses; until then it is pending, which is information (see `evidence.md`). What no version reads is
    information. The configuration can set another level, or none, for a rule at all contracts, at one, or at one endpoint
    (see `configuration.md`).

    ## Rules

    | rule | what it means | levels | what to do | oasdiff |
    |---|---|---|---|---|

    """
  for rule in RuleID.allCases {
    let explanation = rule.explanation
    let levels = explanation.consequences.map { level(of: $0) }.uniqued().map(\.rawValue).joined(separator: ", ")
    let names = rule.oasdiffNames.map { "`\($0)`" }.joined(separator: " ")
    text += "| `\(rule.rawValue)` | \(explanation.meaning) | \(levels) | \(explanation.action) | \(names) |\n"
  }
  return text
}

extension RuleID {
  /// The checks of oasdiff (github.com/oasdiff/oasdiff, docs/CHECKS.md) that say the same of a described API.
  public var oasdiffNames: [String] {
    switch self {
    case .fieldAdded: ["response-optional-property-added"]
    case .fieldRemoved: ["response-required-property-removed", "response-optional-property-removed"]
    case .fieldTypeChanged: ["response-property-type-changed"]
    case .fieldTypeWidened: ["response-property-list-of-types-widened"]
    case .fieldBecameNullable: ["response-property-became-nullable"]
    case .fieldBecameOptional: ["response-property-became-optional"]
    case .fieldEnumValueAdded: ["response-property-enum-value-added"]
    default: []
    }
  }
}
