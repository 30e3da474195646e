public import DriftModel

/// The forms in which a report can be written; the raw values are those of `--format`.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// For people, in a terminal, a mail or a build log.
  case text
  /// For programs; described by `docs/report.schema.json`.
  case json
  /// JUnit XML in the dialect of Jenkins' `junit-10.xsd`.
  case junit
  /// Workflow commands of GitHub Actions, shown as annotations.
  case github
  /// GitHub-flavoured Markdown for pull requests and job summaries, below 60,000 characters.
  case markdown
  /// One page for a browser, on a screen or on paper, which loads nothing.
  case html
}

/// Writes `report` in a format; pure: the same report and options give the same bytes, and no report traps.
///
/// - Parameters:
///   - report: What was found.
///   - format: The form.
///   - options: How much is listed, and how wide.
/// - Returns: Lines, each ended by a line feed. Text from responses has its control and direction characters escaped.
public func render(_ report: RoundReport, as format: ReportFormat, options: RenderOptions) -> String {
  switch format {
  case .text:
    let document = ReportDocument(ReportContent(report, options: options)).document(listsEndpoints: options.verbose)
    return document.text(width: options.width, colour: options.colour)
  case .json: return jsonReport(report, options: options)
  case .junit: return JUnitReport(report, options: options).rendered()
  case .github: return githubAnnotations(report, options: options)
  case .markdown:
    var options = options
    // The title is no line of a terminal, and may be longer.
    options.width = 120
    let document = ReportDocument(ReportContent(report, options: options)).document(listsEndpoints: true)
    return document.markdown()
  case .html:
    var options = options
    options.width = 120
    return htmlReport(report, options: options)
  }
}
