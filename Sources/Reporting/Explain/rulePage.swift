public import DriftModel

/// What a rule means, its levels and what to do about it: `driftwatch explain RULE`.
///
/// - Parameters:
///   - rule: The rule.
///   - settings: What the configuration sets for it, for which contract or endpoint (`*`: all contracts), and where.
/// - Returns: The page.
public func rulePage(
  _ rule: Rule,
  settings: [(choice: LevelSettings.Choice, target: String, origin: String)] = []
) -> Document {
  var page = Document()
  page.paragraph(rule.id.rawValue)
  page.paragraph(rule.meaning, label: "  ")
  page.heading("Level, by what it costs a supported version")
  for consequence in rule.consequences {
    let (usual, essential) = (level(of: consequence), level(of: consequence, isEssential: true))
    let note = essential == usual ? "" : " (\(essential.rawValue) if it is declared essential)"
    page.paragraph("\(usual.rawValue): \(consequence.words)\(note)", label: "  ")
  }
  page.paragraph("A candidate version gets at most a warning, a retired one information.", label: "  ")
  page.heading("What to do")
  page.paragraph(rule.remedy, label: "  ")
  if !rule.oasdiff.isEmpty {
    page.heading("In oasdiff")
    page.paragraph(rule.oasdiff.joined(separator: ", "), label: "  ")
  }
  if !settings.isEmpty { page.heading("Set by the configuration") }
  for setting in settings {
    let place = setting.target == "*" ? "all contracts" : setting.target
    page.paragraph("\(setting.choice.rawValue) for \(place) (\(setting.origin))", label: "  ")
  }
  return page
}
