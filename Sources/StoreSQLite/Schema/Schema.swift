/// The tables of the ledger, as steps from one schema version to the next; a released step is never changed.
///
/// Times are whole milliseconds since 1970 in UTC. `round` columns order by insertion; times are only shown. No body is
/// stored, and of a URL only its digest, since query strings hold keys.
enum Schema {
  /// `application_id` in the file's header ("Drft"), by which `file(1)` and we tell our files from others'.
  static let applicationID = 0x4472_6674

  /// One step: the statements that lead from the version before to `version`.
  struct Migration {
    let version: Int
    let statements: String
  }

  /// All steps, oldest first.
  static let migrations = [
    Migration(version: 1, statements: tablesOfVersion1), Migration(version: 2, statements: stepToVersion2),
    Migration(version: 3, statements: stepToVersion3), Migration(version: 4, statements: stepToVersion4),
    Migration(version: 5, statements: stepToVersion5),
  ]

  /// The version that this program reads and writes.
  static var version: Int { migrations.last?.version ?? 0 }

  /// All steps as one, for tables that hold nothing: a column that a later step adds stands in its table from the start, since
  /// SQLite reads the whole schema anew for each `ALTER TABLE`, which takes longer than to make all of it.
  static let atOnce: String = {
    let (alter, create) = ("ALTER TABLE ".utf8, "CREATE TABLE ".utf8)
    var lines: [Substring.UTF8View] = []
    var columns: [(table: Substring, column: Substring)] = []
    // By bytes: to find the bounds of characters would take half as long as the rest.
    for line in migrations.flatMap({ $0.statements.utf8.split(separator: UInt8(ascii: "\n")) }) {
      // ALTER TABLE name ADD COLUMN definition;
      let words = line.starts(with: alter) ? Substring(line).split(separator: " ", maxSplits: 5) : []
      if words.count == 6, words[3] == "ADD" {
        columns.append((words[2], words[5].dropLast()))
      } else {
        lines.append(line)
      }
    }
    var text = ""
    for line in lines {
      text += "\(Substring(line))\n"
      guard line.starts(with: create), line.last == UInt8(ascii: "(") else { continue }
      let table = Substring(line.dropFirst(create.count).dropLast(2))
      for added in columns where added.table == table { text += "\(added.column),\n" }
    }
    return text
  }()

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
    CREATE TABLE places (
      id INTEGER PRIMARY KEY,
      contract TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      request TEXT NOT NULL,
      environment TEXT NOT NULL,
      perspective TEXT NOT NULL,
      signature TEXT NOT NULL,
      UNIQUE (contract, endpoint, request, environment, perspective)
    ) STRICT;
    CREATE TABLE paths (
      id INTEGER PRIMARY KEY,
      text TEXT NOT NULL UNIQUE
    ) STRICT;
    -- One row for each URL of a place: url is its SHA-256; outcome and checked_at are those of the last check.
    CREATE TABLE targets (
      id INTEGER PRIMARY KEY,
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      url BLOB NOT NULL,
      outcome TEXT NOT NULL,
      checked_at INTEGER NOT NULL,
      UNIQUE (place, url)
    ) STRICT;
    -- The last response of a target that was examined; facts is an Examination without its shape.
    CREATE TABLE latest_responses (
      target INTEGER PRIMARY KEY REFERENCES targets (id) ON DELETE CASCADE,
      outcome TEXT NOT NULL,
      examined_at INTEGER NOT NULL,
      body_digest BLOB,
      build INTEGER NOT NULL REFERENCES builds (id),
      etag TEXT,
      last_modified TEXT,
      facts TEXT NOT NULL
    ) STRICT;
    -- One row for each response; body_digest is NULL where it equals the one before of the same target, or nothing came.
    CREATE TABLE responses (
      id INTEGER PRIMARY KEY,
      target INTEGER NOT NULL REFERENCES targets (id) ON DELETE CASCADE,
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
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      rule TEXT NOT NULL,
      path INTEGER NOT NULL REFERENCES paths (id),
      first_round INTEGER NOT NULL REFERENCES rounds (number),
      last_round INTEGER NOT NULL REFERENCES rounds (number),
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (place, version, rule, path)
    ) STRICT, WITHOUT ROWID;
    -- Changes against the baseline: one row for each rule and path, with the last wording and counts.
    CREATE TABLE field_changes (
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      rule TEXT NOT NULL,
      path INTEGER NOT NULL REFERENCES paths (id),
      first_round INTEGER NOT NULL REFERENCES rounds (number),
      last_round INTEGER NOT NULL REFERENCES rounds (number),
      before TEXT NOT NULL,
      after TEXT NOT NULL,
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      PRIMARY KEY (place, rule, path)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE baselines (
      place INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
      shape TEXT NOT NULL,
      responses INTEGER NOT NULL
    ) STRICT;
    -- statistics is NULL until the mapping has a baseline.
    CREATE TABLE mappings (
      id INTEGER PRIMARY KEY,
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      name TEXT NOT NULL,
      statistics TEXT,
      UNIQUE (place, version, name)
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
    CREATE TABLE send_baselines (
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      shape TEXT NOT NULL,
      PRIMARY KEY (place, version, endpoint)
    ) STRICT;
    CREATE TABLE incidents (
      id TEXT PRIMARY KEY,
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      opened_at INTEGER NOT NULL,
      incident TEXT NOT NULL
    ) STRICT;
    CREATE INDEX incidents_of_place ON incidents (place);
    CREATE TABLE transitions (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      incident TEXT NOT NULL REFERENCES incidents (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      at INTEGER NOT NULL,
      transition TEXT NOT NULL,
      delivered_at INTEGER
    ) STRICT;
    CREATE INDEX transitions_undelivered ON transitions (sequence) WHERE delivered_at IS NULL;
    CREATE TABLE place_state (
      place INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
      round INTEGER NOT NULL REFERENCES rounds (number),
      checked_at INTEGER NOT NULL,
      last_good_at INTEGER,
      report TEXT NOT NULL,
      findings TEXT NOT NULL
    ) STRICT;
    CREATE TABLE meta (
      key TEXT PRIMARY KEY,
      value INTEGER NOT NULL
    ) STRICT;
    """
}
