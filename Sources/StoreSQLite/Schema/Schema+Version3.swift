extension Schema {
  /// From version 2 to 3: facts of examined responses begin anew, and acceptances that a baseline keeps can be withdrawn.
  ///
  /// The form of the facts changed between releases without a step of its own. They are a cache: a response whose facts are
  /// not there is examined again, and that it was seen before is still known.
  static let stepToVersion3 = """
    UPDATE latest_responses SET facts = '';
    -- When somebody took it back although what it covers is part of a baseline: the record of who said so stays.
    ALTER TABLE acceptances ADD COLUMN withdrawn_at INTEGER;
    """
}
