import DriftModel

extension ReportContent {
  /// What is said of an incident, for forms that programs read.
  ///
  /// - Parameters:
  ///   - view: The incident.
  ///   - isAlone: Whether it is shown alone, so that showing it is no next step.
  /// - Returns: Its summary.
  func summary(of view: IncidentView, isAlone: Bool = false) -> IncidentReport.Summary {
    let incident = view.incident
    let (isOpen, isFlapping) = (incident.isOpen, view.entry.transition == .flapping)
    let word = isFlapping ? "FLAPPING" : isOpen ? view.shout : "RESOLVED"
    let known = view.isQuiet ? incident.acknowledgement.map { ", acknowledged by \($0.by)" } ?? "" : ""
    let hit = view.readers.filter { [.lost, .loss, .risk].contains($0.mark) }
    let installs = view.shareHit
    return IncidentReport.Summary(
      line: "\(word)\(known): \(incident.toldHeadline) (\(view.name))",
      sentences: isOpen ? sentences(view) : formerPieces(view).map(\.text),
      when: isOpen || isFlapping ? when(view) : [resolution(incident)], versions: hit.map(\.name),
      installs: isOpen && installs > 0 && installs.isFinite ? installs : nil, owners: owners(of: view),
      toDo: isOpen ? remedy(of: view) : nil, next: next(view, isAlone: isAlone))
  }

  /// What happens to people, and what changed where they do not say it.
  private func sentences(_ view: IncidentView) -> [String] {
    let story = view.story(options.rules)
    guard let lead = view.lead, !lead.path.isEmpty, !story.said.contains(lead.fingerprint) else {
      return story.sentences
    }
    return story.sentences + [words(ofCause: lead, isOver: false).text]
  }
}
