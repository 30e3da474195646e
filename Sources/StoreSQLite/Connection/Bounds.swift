/// How many rows are kept without anybody calling ``SQLiteStore/prune(keeping:now:)``: what an endpoint changes at each poll,
/// and what names of its own it invents, must not fill the disk.
///
/// What goes first is the oldest. A sixteenth more is tolerated, so that rows go in batches. Never touched: what is open,
/// what was not told yet, baselines, and the latest response of each URL that is still asked for.
struct Bounds: Sendable {
  /// Responses of one URL: five weeks of polls every five minutes.
  var responsesPerTarget = 10_000
  /// Rows of one mapping's counts, which are written only when they differ.
  var countsPerMapping = 2_000
  /// The latest rounds, which are kept whether anything refers to them or not; older ones stay while something does.
  var rounds = 10_000
  /// URLs of one request as declared: links to records come and go.
  var targetsPerPlace = 1_000
  /// Rows of field changes of one place, and of failures: member names may be data.
  var changesPerPlace = 1_000
  /// Resolved incidents of one place, all of which was told.
  var resolvedPerPlace = 1_000
  /// Transitions of one incident that were told.
  var toldPerIncident = 100

  /// Most rows before some are removed, where `limit` are kept.
  static func most(_ limit: Int) -> Int { limit + limit / 16 }
}
