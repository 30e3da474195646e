extension Schema {
  /// From version 3 to 4: what depends on the responses of a request.
  static let stepToVersion4 = """
    -- An ImpactMatrix of the latest code: structure says which values its representative responses held.
    CREATE TABLE impacts (
      place INTEGER PRIMARY KEY REFERENCES places (id) ON DELETE CASCADE,
      build INTEGER NOT NULL REFERENCES builds (id),
      structure TEXT NOT NULL,
      matrix TEXT NOT NULL
    ) STRICT;
    """
}
