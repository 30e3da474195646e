extension Schema {
  /// From version 4 to 5: what waits since the provider said so, and what is known of each URL beside its last check.
  static let stepToVersion5 = """
    -- scope is a digest of a request, or of an origin with the name of its credential; refusals is how often it was turned
    -- away in a row. A row stays after its time until a response comes.
    CREATE TABLE parkings (
      scope TEXT PRIMARY KEY,
      until INTEGER NOT NULL,
      refusals INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    -- Responses in a row that said 304 instead of holding a body.
    ALTER TABLE targets ADD COLUMN not_modified INTEGER NOT NULL DEFAULT 0;
    -- When a response was last checked, examined or equal to one that was.
    ALTER TABLE targets ADD COLUMN answered_at INTEGER;
    UPDATE targets SET answered_at = (
      SELECT max(checked_at) FROM responses WHERE target = targets.id AND outcome IN ('ok', 'unchanged', 'drift'));
    """
}
