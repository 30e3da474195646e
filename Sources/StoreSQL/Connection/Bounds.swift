/// How many rows are kept without pruning. An endpoint that changes at each poll, or invents member names, must
/// not fill the disk.
///
/// The oldest are removed first. A sixteenth more is tolerated, so that rows are removed in batches. Never removed:
/// what is open, what was not reported yet, baselines, and the latest response of each URL that is still requested.
package struct Bounds: Sendable {
  /// Responses of one URL: five weeks of polls every five minutes.
  package var responsesPerURL = 10_000
  /// Rows of one mapping's counts, which are written only when they differ.
  package var countsPerMapping = 2_000
  /// The latest rounds, which are always kept. Older ones are kept while something refers to them.
  package var rounds = 10_000
  /// URLs of one request as declared, because links to records come and go.
  package var urlsPerRequestKey = 1_000
  /// Findings over time of one request key, because member names may be data, and findings may come and go.
  package var findingsPerRequestKey = 5_000
  /// Former learned shapes of one request key, and their bytes together; the latest is always kept.
  package var shapeVersionsPerRequestKey = 100
  package var shapeVersionBytesPerRequestKey = 4 << 20
  /// Shares of installs of one version, which are written only when they differ.
  package var sharesPerVersion = 1_000
  /// Resolved incidents of one request key, if everything about them was reported.
  package var resolvedPerRequestKey = 1_000
  /// Transitions of one incident that were reported.
  package var reportedPerIncident = 100

  package init() {}

  /// Most rows before some are removed, where `limit` are kept.
  package static func most(_ limit: Int) -> Int { limit + limit / 16 }
}
