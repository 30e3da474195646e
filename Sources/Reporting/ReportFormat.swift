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
  case .text: TextReport(report, options: options).rendered()
  case .json: jsonReport(report)
  case .junit: JUnitReport(report, options: options).rendered()
  case .github: githubAnnotations(report, options: options)
  case .markdown: MarkdownReport(report, options: options).rendered()
  }
}
