import DriftModel
import PayloadShape

/// The page `docs/rules.md`, made from the same values as levels and `explain`, so that neither can be wrong alone.
public func rulesPage() -> String {
  var text = """
    # Rules and levels

    Made from the program's own rules (`rulesPage()` in `Sources/DriftRules/Rules`); a test holds this page to them.
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

    A version that is a candidate gets at most a warning, a retired one information. What would be breaking if the candidate had
    shipped still fails its test cases in JUnit and is an error in GitHub's annotations, unless `--candidate warn` is given; with
    `--candidate fail` it is exit 1 as well. A change of shape, and a loss in a mapping unless
    everything is lost (from five records in a row on), is reported at warning or above once a steady API would show the like in fewer than one of
    \(Int((1 / EvidencePolicy.falseFindingsPerResponse).rounded())) responses; until then it is pending, which is information (see `evidence.md`). What no version reads is
    information. The configuration can set another level, or none, for a rule at all contracts, at one, or at one endpoint
    (see `configuration.md`).

    ## Rules

    | rule | about | what it means | levels | what to do | oasdiff |
    |---|---|---|---|---|---|

    """
  for rule in Rules.all {
    let levels = rule.consequences.map { level(of: $0) }.uniqued().map(\.rawValue).joined(separator: ", ")
    let names = rule.oasdiff.map { "`\($0)`" }.joined(separator: " ")
    text +=
      "| `\(rule.id.rawValue)` | \(rule.about.rawValue) | \(rule.meaning) | \(levels) | \(rule.remedy) | \(names) |\n"
  }
  return text
}
