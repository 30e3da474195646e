/// The tables of the database, as steps from one schema version to the next; a released step is never changed.
///
/// Times are whole milliseconds since 1970 in UTC. `round` columns order by insertion; times are only shown. No body is
/// stored, and of a URL only its digest, because query strings may contain keys.
enum Schema {
  /// `application_id` in the file's header ("Drft"), by which `file(1)` and this program recognize our files.
  static let applicationID = 0x4472_6674

  /// A table that every file from before version 1 has, and no later one.
  static let unreleasedTable = "places"

  /// One step: the statements that lead from the version before to `version`.
  struct Migration {
    let version: Int
    let statements: String
  }

  /// All steps, oldest first.
  static let migrations = [
    Migration(version: 1, statements: tablesOfVersion1 + indexesOfVersion1),
    Migration(version: 2, statements: findingsOfVersion2 + copyOfVersion1 + viewsOfVersion2),
    Migration(version: 3, statements: failedDeliveriesOfVersion3),
    Migration(version: 4, statements: installsOfVersion4),
  ]

  /// The version that this program reads and writes.
  static var version: Int { migrations.last?.version ?? 0 }

  private static let failedDeliveriesOfVersion3 = """
    -- Since when no report of an environment can be delivered; no row where the last one was.
    CREATE TABLE failed_deliveries (
      environment TEXT PRIMARY KEY,
      since INTEGER NOT NULL
    ) STRICT;
    """

  private static let installsOfVersion4 = """
    -- The share of installs of a version from a moment on, until its next row, as declared for an environment; percent is NULL where none
    -- is declared any more.
    CREATE TABLE installs (
      contract TEXT NOT NULL,
      version TEXT NOT NULL,
      environment TEXT NOT NULL,
      since INTEGER NOT NULL,
      percent REAL,
      PRIMARY KEY (contract, version, environment, since)
    ) STRICT, WITHOUT ROWID;
    """

  private static let tablesOfVersion1 = """
    CREATE TABLE builds (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;
    -- A round is complete once ended_at is there.
    CREATE TABLE rounds (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      started_at INTEGER NOT NULL,
      ended_at INTEGER,
      seconds REAL,
      exit_code INTEGER,
      source TEXT NOT NULL,
      environment TEXT NOT NULL,
      build INTEGER NOT NULL REFERENCES builds (id),
      CHECK ((ended_at IS NULL) = (exit_code IS NULL))
    ) STRICT;
    -- What a baseline, findings and incidents belong to; all tables below know it by its id.
    CREATE TABLE request_keys (
      id INTEGER PRIMARY KEY,
      contract TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      request TEXT NOT NULL,
      environment TEXT NOT NULL,
      perspective TEXT NOT NULL,
      signature TEXT NOT NULL,
      UNIQUE (contract, endpoint, request, environment, perspective)
    ) STRICT;
    -- The last check; responded_at is when a response was last checked, examined or equal to one that was.
    CREATE TABLE request_states (
      request_key INTEGER PRIMARY KEY REFERENCES request_keys (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      checked_at INTEGER NOT NULL,
      last_good_at INTEGER,
      responded_at INTEGER,
      report TEXT NOT NULL,
      findings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE paths (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;
    -- One row for each URL of a request key: digest is its SHA-256; outcome and checked_at are those of the last check.
    -- not_modified: responses in a row that were a 304 instead of a body. responses: rows that it has in that table, so that too
    -- many are noticed without counting them.
    CREATE TABLE urls (
      id INTEGER PRIMARY KEY,
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      digest BLOB NOT NULL,
      outcome TEXT NOT NULL,
      checked_at INTEGER NOT NULL,
      not_modified INTEGER NOT NULL,
      responses INTEGER NOT NULL,
      UNIQUE (request_key, digest)
    ) STRICT;
    -- The last response of a URL that was examined; facts is an Examination without its shape.
    CREATE TABLE latest_responses (
      url INTEGER PRIMARY KEY REFERENCES urls (id) ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      examined_at INTEGER NOT NULL,
      body_digest BLOB,
      build INTEGER NOT NULL REFERENCES builds (id),
      etag TEXT,
      last_modified TEXT,
      facts TEXT NOT NULL
    ) STRICT;
    -- One row for each response; body_digest is NULL where it equals the one before of the same URL, or nothing came.
    CREATE TABLE responses (
      id INTEGER PRIMARY KEY,
      url INTEGER NOT NULL REFERENCES urls (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      outcome TEXT NOT NULL,
      status INTEGER,
      bytes INTEGER NOT NULL,
      milliseconds INTEGER NOT NULL,
      body_digest BLOB,
      checked_at INTEGER NOT NULL
    ) STRICT;
    -- Failures of a version: one row for each rule and path, however often it occurs; sums over rounds.
    CREATE TABLE failures (
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      rule TEXT NOT NULL,
      path INTEGER NOT NULL REFERENCES paths (id),
      first_round INTEGER NOT NULL REFERENCES rounds (number),
      last_round INTEGER NOT NULL REFERENCES rounds (number),
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (request_key, version, rule, path)
    ) STRICT, WITHOUT ROWID;
    -- Changes against the baseline: one row for each rule and path, with the last wording and counts.
    CREATE TABLE field_changes (
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      path INTEGER NOT NULL REFERENCES paths (id),
      first_round INTEGER NOT NULL REFERENCES rounds (number),
      last_round INTEGER NOT NULL REFERENCES rounds (number),
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (request_key, kind, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE baselines (
      request_key INTEGER PRIMARY KEY REFERENCES request_keys (id) ON DELETE CASCADE,
      shape TEXT NOT NULL,
      responses INTEGER NOT NULL
    ) STRICT;
    -- members is a list of FreshnessStatistics; stale_at is when one of them will have stood still improbably long.
    CREATE TABLE feeds (
      request_key INTEGER PRIMARY KEY REFERENCES request_keys (id) ON DELETE CASCADE,
      stale_at INTEGER,
      members TEXT NOT NULL
    ) STRICT;
    -- changes is a list of PendingChange.
    CREATE TABLE pending_changes (
      request_key INTEGER PRIMARY KEY REFERENCES request_keys (id) ON DELETE CASCADE,
      changes TEXT NOT NULL
    ) STRICT;
    -- statistics is NULL until the mapping has a baseline.
    CREATE TABLE mappings (
      id INTEGER PRIMARY KEY,
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      name TEXT NOT NULL,
      statistics TEXT,
      UNIQUE (request_key, version, name)
    ) STRICT;
    -- Written only when a mapping's counts differ from its row before: they hold until the next row.
    CREATE TABLE mapping_counts (
      mapping INTEGER NOT NULL REFERENCES mappings (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      records_in INTEGER NOT NULL,
      records_out INTEGER NOT NULL,
      dropped INTEGER NOT NULL,
      threw INTEGER NOT NULL,
      PRIMARY KEY (mapping, round)
    ) STRICT, WITHOUT ROWID;
    -- The shape of what a version sends to a writing endpoint.
    CREATE TABLE write_shapes (
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      shape TEXT NOT NULL,
      PRIMARY KEY (request_key, version, endpoint)
    ) STRICT;
    -- An ImpactMatrix of the latest code; structure says which values its representative responses held.
    CREATE TABLE impacts (
      request_key INTEGER PRIMARY KEY REFERENCES request_keys (id) ON DELETE CASCADE,
      build INTEGER NOT NULL REFERENCES builds (id),
      structure TEXT NOT NULL,
      matrix TEXT NOT NULL
    ) STRICT;
    CREATE TABLE incidents (
      id TEXT PRIMARY KEY,
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      incident TEXT NOT NULL
    ) STRICT;
    CREATE TABLE transitions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      incident TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      at INTEGER NOT NULL,
      transition TEXT NOT NULL,
      delivered_at INTEGER
    ) STRICT;
    -- When the report of an environment was last delivered.
    CREATE TABLE deliveries (
      environment TEXT PRIMARY KEY,
      delivered_at INTEGER NOT NULL
    ) STRICT;
    -- withdrawn_at: somebody took it back although what it covers is part of a baseline; the record of who said so stays.
    CREATE TABLE acceptances (
      id TEXT PRIMARY KEY,
      contract TEXT NOT NULL,
      stored_at INTEGER NOT NULL,
      acceptance TEXT NOT NULL,
      withdrawn_at INTEGER
    ) STRICT;
    -- acceptance may be the id of one that stands in a file.
    CREATE TABLE acceptance_uses (
      acceptance TEXT NOT NULL,
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      last_matched_at INTEGER,
      applied_at INTEGER,
      PRIMARY KEY (acceptance, request_key)
    ) STRICT, WITHOUT ROWID;
    -- scope is a digest of a request, or of an origin with the name of its credential; refusals is how often it was turned away in
    -- a row. A row stays after its time until a response comes.
    CREATE TABLE backoffs (
      scope TEXT PRIMARY KEY,
      until INTEGER NOT NULL,
      refusals INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    """

  /// The indexes by round, path and URL are for deleting: without them SQLite reads a whole table for each deleted row
  /// of the table that it refers to (SQLite "Foreign Key Support", section 3).
  private static let indexesOfVersion1 = """
    CREATE INDEX responses_of_url ON responses (url);
    CREATE INDEX responses_of_round ON responses (round);
    CREATE INDEX mapping_counts_of_round ON mapping_counts (round);
    CREATE INDEX request_states_of_round ON request_states (round);
    CREATE INDEX failures_of_path ON failures (path);
    CREATE INDEX failures_first_seen ON failures (first_round);
    CREATE INDEX failures_last_seen ON failures (last_round);
    CREATE INDEX field_changes_of_path ON field_changes (path);
    CREATE INDEX field_changes_first_seen ON field_changes (first_round);
    CREATE INDEX field_changes_last_seen ON field_changes (last_round);
    CREATE INDEX incidents_of_request_key ON incidents (request_key);
    CREATE INDEX incidents_open ON incidents (opened_at, id) WHERE state <> 'resolved';
    CREATE INDEX transitions_of_incident ON transitions (incident);
    CREATE INDEX transitions_of_round ON transitions (round);
    CREATE INDEX transitions_undelivered ON transitions (sequence) WHERE delivered_at IS NULL;
    CREATE INDEX acceptance_uses_of_request_key ON acceptance_uses (request_key);
    """
}
