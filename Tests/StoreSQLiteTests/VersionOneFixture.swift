import System

@testable import StoreSQLite

/// Writes a ledger as version 1 made it, with a few rows; frozen here, so that a later schema is tested against it.
func makeVersionOneFixture(at path: String) throws {
  try PrivateFile.create(path)
  let connection = try Connection(path: path, mode: .readWrite)
  try connection.execute(tablesOfVersionOne)
  try connection.execute(rowsOfVersionOne)
  try connection.execute(placeOfVersionOne)
}

private let rowsOfVersionOne = """
  INSERT INTO builds VALUES (1, 'old-build');
  INSERT INTO rounds VALUES (7, 1700000000000, 1700000002000, 1.5, 0, 'live', 'production', 1);
  INSERT INTO places
    VALUES (1, 'platzi-store', 'products', '0123456789abcdef', 'production', 'default', 'GET /products?limit=50');
  INSERT INTO place_state VALUES (1, 7, 1700000001000, 1700000000000,
    '{"contract":"platzi-store","endpoint":"products","environment":"production","examined":1,"outcome":"ok",
      "perspective":"default","requests":1,"versions":[]}', '[]');
  INSERT INTO targets
    VALUES (1, 1, x'00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'unchanged', 1700000001000);
  INSERT INTO responses VALUES (1, 1, 7, 'ok', 200, 1, 2, NULL, 1700000000000);
  INSERT INTO responses VALUES (2, 1, 7, 'unchanged', 304, 0, 2, NULL, 1700000000500);
  INSERT INTO responses VALUES (3, 1, 7, 'outage', 503, 0, 2, NULL, 1700000001000);
  INSERT INTO incidents VALUES ('7f3a000000000001', 1, 'open', 1700000001000, '\(incidentOfVersionOne)');
  INSERT INTO transitions VALUES (1, '7f3a000000000001', 7, 1700000001000,
    '{"at":721692801,"incident":\(incidentOfVersionOne),"kind":"opened"}', 1700000003000);
  PRAGMA application_id = 1148348020;
  PRAGMA user_version = 1;
  """

/// An incident as version 1 wrote it; times are seconds since 2001.
private let incidentOfVersionOne = """
  {"responsesBefore":12,"fingerprints":["00000000000000aa"],"headline":"The whole list is lost in v1",\
  "id":"7f3a000000000001","lastOpenedAt":721692801,"lastSeenAt":721692801,"level":"breaking","openedAt":721692801,\
  "place":{"contract":"platzi-store","endpoint":"products","environment":"production","perspective":"default",\
  "request":"0123456789abcdef"},"reopenedCount":0,"state":"open","subject":"$[*].price","versions":["v1"]}
  """

private let tablesOfVersionOne = """
  CREATE TABLE builds (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
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
  CREATE TABLE targets (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
    url BLOB NOT NULL,
    outcome TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    UNIQUE (place, url)
  ) STRICT;
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
  CREATE TABLE mappings (
    id INTEGER PRIMARY KEY,
    place INTEGER NOT NULL REFERENCES places (id) ON DELETE CASCADE,
    version TEXT NOT NULL,
    name TEXT NOT NULL,
    statistics TEXT,
    UNIQUE (place, version, name)
  ) STRICT;
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
