extension Schema {
  /// From version 1 to 2: pendingChanges, acceptances and their uses, and what bounds and reports look things up by.
  ///
  /// The indexes by round, path and target are for deleting: without them SQLite reads a whole table for each deleted row
  /// of the table that it refers to (SQLite "Foreign Key Support", section 3).
  static let stepToVersion2 = """
    -- What is suspected at a place: not told yet, or told and not yet seen to be gone.
    CREATE TABLE pendingChanges (
      place INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
      pendingChanges TEXT NOT NULL
    ) STRICT;
    CREATE TABLE acceptances (
      id TEXT PRIMARY KEY,
      contract TEXT NOT NULL,
      stored_at INTEGER NOT NULL,
      acceptance TEXT NOT NULL
    ) STRICT;
    -- acceptance may be the id of one that stands in a file.
    CREATE TABLE acceptance_uses (
      acceptance TEXT NOT NULL,
      place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
      last_matched_at INTEGER,
      applied_at INTEGER,
      PRIMARY KEY (acceptance, place)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX acceptance_uses_of_place ON acceptance_uses (place);
    CREATE INDEX responses_of_target ON responses (target);
    CREATE INDEX responses_of_round ON responses (round);
    CREATE INDEX mapping_counts_of_round ON mapping_counts (round);
    CREATE INDEX place_state_of_round ON place_state (round);
    CREATE INDEX transitions_of_incident ON transitions (incident);
    CREATE INDEX transitions_of_round ON transitions (round);
    CREATE INDEX failures_of_path ON failures (path);
    CREATE INDEX failures_first_seen ON failures (first_round);
    CREATE INDEX failures_last_seen ON failures (last_round);
    CREATE INDEX field_changes_of_path ON field_changes (path);
    CREATE INDEX field_changes_first_seen ON field_changes (first_round);
    CREATE INDEX field_changes_last_seen ON field_changes (last_round);
    CREATE INDEX incidents_open ON incidents (opened_at, id) WHERE state <> 'resolved';
    -- Rows that a target has in responses, so that too many are noticed without counting them.
    ALTER TABLE targets ADD COLUMN responses INTEGER NOT NULL DEFAULT 0;
    UPDATE targets SET responses = (SELECT count(*) FROM responses WHERE target = targets.id);
    """
}
