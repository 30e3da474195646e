// Version 2: findings are kept over time, each time that they were there in one form. Version 1 had one row for each rule and path.
extension Schema {
  static let findingsOfVersion2 = """
    -- A finding over the time in which it was there in one form. Level, state, message, example and counts are those of its worst
    -- response. first_at may lie before the round, which is the first that told it; last_at is NULL while it lasts. Rounds may be
    -- pruned meanwhile, so that they are no references.
    CREATE TABLE findings (
      id INTEGER PRIMARY KEY,
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      fingerprint TEXT NOT NULL,
      rule TEXT NOT NULL,
      level TEXT NOT NULL,
      state TEXT NOT NULL,
      incident TEXT,
      expected TEXT NOT NULL,
      actual TEXT NOT NULL,
      form TEXT,
      message TEXT NOT NULL,
      response TEXT,
      pointer TEXT,
      excerpt TEXT,
      count INTEGER NOT NULL,
      total INTEGER NOT NULL,
      is_learned INTEGER NOT NULL,
      first_round INTEGER NOT NULL,
      first_at INTEGER NOT NULL,
      last_at INTEGER,
      ended_round INTEGER,
      ended_at INTEGER,
      ending TEXT,
      CHECK ((ended_at IS NULL) = (ending IS NULL) AND (ended_at IS NULL) = (last_at IS NULL)
        AND (ended_at IS NULL) = (ended_round IS NULL))
    ) STRICT;
    -- Every path of a finding; position 0 is the one to blame.
    CREATE TABLE finding_paths (
      finding INTEGER NOT NULL REFERENCES findings (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      path INTEGER NOT NULL REFERENCES paths (id),
      PRIMARY KEY (finding, position)
    ) STRICT, WITHOUT ROWID;
    -- Versions that it hit at any time; property is the DTO's, with its type.
    CREATE TABLE finding_versions (
      finding INTEGER NOT NULL REFERENCES findings (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      property TEXT NOT NULL,
      loses_response INTEGER NOT NULL,
      PRIMARY KEY (finding, version, property, loses_response)
    ) STRICT, WITHOUT ROWID;
    -- Domain properties that it hit at any time; property is empty where whole records are lost.
    CREATE TABLE finding_mappings (
      finding INTEGER NOT NULL REFERENCES findings (id) ON DELETE CASCADE,
      version TEXT NOT NULL,
      mapping TEXT NOT NULL,
      property TEXT NOT NULL,
      PRIMARY KEY (finding, version, mapping, property)
    ) STRICT, WITHOUT ROWID;
    -- The learned shape whenever what it tells a reader changed; outline is a digest of that.
    CREATE TABLE shape_versions (
      request_key INTEGER NOT NULL REFERENCES request_keys (id) ON DELETE CASCADE,
      round INTEGER NOT NULL,
      at INTEGER NOT NULL,
      outline INTEGER NOT NULL,
      responses INTEGER NOT NULL,
      shape TEXT NOT NULL,
      PRIMARY KEY (request_key, round)
    ) STRICT;
    -- lost_responses: responses of which a mapping got nothing, because the version does not decode them or its code ends on them.
    ALTER TABLE mapping_counts ADD COLUMN lost_responses INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX findings_of_fingerprint ON findings (request_key, fingerprint, ended_at);
    CREATE INDEX findings_open ON findings (request_key) WHERE ended_at IS NULL;
    CREATE INDEX findings_of_request_key ON findings (request_key, first_at);
    CREATE INDEX findings_ended ON findings (ended_at) WHERE ended_at IS NOT NULL;
    CREATE INDEX finding_paths_of_path ON finding_paths (path);

    """

  /// What version 1 knew of failures and changes: first and last round, and no more than the last wording.
  static let copyOfVersion1 = """
    INSERT INTO findings (id, request_key, fingerprint, rule, level, state, expected, actual, message, count, total, is_learned,
      first_round, first_at, last_at, ended_round, ended_at, ending)
    SELECT row_number() OVER (ORDER BY first_round, request_key, path, version, rule), request_key,
      'failure ' || version || ' ' || rule || ' ' || path, rule, 'info', 'open', '', '',
      rule || ' at ' || (SELECT text FROM paths WHERE paths.id = path), count, total, 0, first_round,
      begun.started_at, max(begun.started_at, last.started_at), last_round, max(begun.started_at, last.started_at), 'unknown'
    FROM failures JOIN rounds AS begun ON begun.number = first_round JOIN rounds AS last ON last.number = last_round;
    INSERT INTO finding_versions
    SELECT findings.id, version, '', 1 FROM failures
    JOIN findings ON findings.request_key = failures.request_key
      AND fingerprint = 'failure ' || version || ' ' || failures.rule || ' ' || path;
    INSERT INTO finding_paths
    SELECT findings.id, 0, path FROM failures
    JOIN findings ON findings.request_key = failures.request_key
      AND fingerprint = 'failure ' || version || ' ' || failures.rule || ' ' || path;
    INSERT INTO findings (request_key, fingerprint, rule, level, state, expected, actual, message, count, total, is_learned,
      first_round, first_at, last_at, ended_round, ended_at, ending)
    SELECT request_key, 'change ' || kind || ' ' || path, column2, 'info', 'open', before, after,
      column2 || ' at ' || (SELECT text FROM paths WHERE paths.id = path), count, total, 0, first_round,
      begun.started_at, max(begun.started_at, last.started_at), last_round, max(begun.started_at, last.started_at), 'unknown'
    FROM field_changes JOIN rounds AS begun ON begun.number = first_round JOIN rounds AS last ON last.number = last_round
    JOIN (VALUES
      ('member-added', 'field-added'), ('became-nullable', 'field-became-nullable'),
      ('became-optional', 'field-became-optional'), ('value-added', 'field-enum-value-added'),
      ('format-changed', 'field-format-changed'), ('member-removed', 'field-removed'), ('member-renamed', 'field-renamed'),
      ('scale-changed', 'field-scale-changed'), ('type-changed', 'field-type-changed'), ('type-widened', 'field-type-widened'),
      ('became-fractional', 'field-type-widened'), ('list-shortened', 'volume-dropped'), ('list-emptied', 'volume-empty')
    ) ON column1 = kind;
    INSERT INTO finding_paths
    SELECT findings.id, 0, path FROM field_changes
    JOIN findings ON findings.request_key = field_changes.request_key AND fingerprint = 'change ' || kind || ' ' || path;
    DROP TABLE failures;
    DROP TABLE field_changes;

    """
}
