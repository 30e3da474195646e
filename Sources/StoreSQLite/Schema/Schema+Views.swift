// Views for people with `sqlite3` or a notebook: names in place of numbers, times as ISO 8601 in UTC. docs/ledger.md has each of them.
extension Schema {
  /// `2026-11-21T02:00:00Z` of a column of milliseconds.
  private static func time(_ column: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', \(column) / 1000, 'unixepoch')"
  }

  /// The same of a date in stored JSON, which is in seconds since 2001.
  private static func jsonTime(_ value: String) -> String {
    "strftime('%Y-%m-%dT%H:%M:%SZ', CAST(\(value) AS INTEGER) + 978307200, 'unixepoch')"
  }

  private static let place = "contract, endpoint, request_keys.environment, perspective"

  static let viewsOfVersion2 = views.map { "CREATE VIEW \($0.name) AS\n\($0.statement);\n" }.joined()

  /// Names and statements, each after those that it reads.
  private static let views: [(name: String, statement: String)] = [
    (
      "finding_history",
      """
      SELECT findings.id AS finding, \(place), rule, level, state, incident,
        (SELECT text FROM finding_paths JOIN paths ON paths.id = path WHERE finding = findings.id AND position = 0) AS path,
        expected, actual, message, response, pointer, excerpt, count, total,
        (SELECT group_concat(version, ' ') FROM (
          SELECT DISTINCT version FROM finding_versions WHERE finding = findings.id ORDER BY version)) AS versions,
        \(time("first_at")) AS first_seen, \(time("last_at")) AS last_seen, \(time("ended_at")) AS ended, ending,
        round((coalesce(ended_at, checked_at) - first_at) / 86400000.0, 2) AS days, first_round, ended_round
      FROM findings JOIN request_keys ON request_keys.id = findings.request_key
        JOIN request_states ON request_states.request_key = request_keys.id
      """
    ),
    (
      "decoding_failures",
      """
      SELECT finding, contract, endpoint, environment, perspective, version, property, rule, path, expected, actual AS found,
        message, response, pointer, excerpt, count, total, loses_response, first_seen, last_seen, ended, ending, incident
      FROM finding_history JOIN finding_versions USING (finding) WHERE rule GLOB 'decode-*'
      """
    ),
    (
      "field_changes_by_day",
      """
      SELECT substr(first_seen, 1, 10) AS day, contract, endpoint, environment, perspective, rule, path, expected AS before,
        actual AS after, max(count) AS count, max(total) AS total, count(*) AS times, max(ended IS NULL) AS lasts
      FROM finding_history WHERE rule GLOB 'field-*'
      GROUP BY day, contract, endpoint, environment, perspective, rule, path, before, after
      """
    ),
    (
      "mapping_health",
      """
      SELECT \(place), version, name AS mapping, \(time("started_at")) AS since,
        \(time("lead(started_at) OVER (PARTITION BY mapping ORDER BY round)")) AS until,
        records_in AS records, records_out AS made, dropped, threw, lost_responses,
        round(100.0 * records_out / nullif(records_in, 0), 1) AS percent_made
      FROM mapping_counts JOIN mappings ON mappings.id = mapping JOIN request_keys ON request_keys.id = request_key
        JOIN rounds ON rounds.number = round
      """
    ),
    (
      "open_incidents",
      """
      SELECT incidents.id AS incident, \(place), json_extract(incident, '$.level') AS level, incidents.state,
        json_extract(incident, '$.headline') AS headline, json_extract(incident, '$.subject') AS path,
        \(time("opened_at")) AS opened, \(jsonTime("json_extract(incident, '$.lastSeenAt')")) AS last_seen,
        round((checked_at - opened_at) / 86400000.0, 2) AS days,
        json_extract(incident, '$.worst.count') AS count, json_extract(incident, '$.worst.total') AS total,
        (SELECT group_concat(value, ' ') FROM json_each(incident, '$.versions')) AS versions,
        json_extract(incident, '$.acknowledgement.by') AS acknowledged_by,
        json_extract(incident, '$.reopenedCount') AS reopened
      FROM incidents JOIN request_keys ON request_keys.id = incidents.request_key
        JOIN request_states ON request_states.request_key = request_keys.id
      WHERE incidents.state <> 'resolved'
      """
    ),
    (
      "incident_history",
      """
      SELECT sequence, transitions.incident, \(place), \(time("at")) AS at, json_extract(transition, '$.kind') AS transition,
        json_extract(transition, '$.incident.level') AS level, json_extract(transition, '$.incident.headline') AS headline,
        transitions.round, \(time("delivered_at")) AS reported
      FROM transitions JOIN incidents ON incidents.id = transitions.incident
        JOIN request_keys ON request_keys.id = incidents.request_key
      """
    ),
    (
      "versions_at_risk",
      """
      SELECT \(place), json_extract(hit.value, '$.version') AS version,
        (SELECT json_extract(value, '$.installs') FROM json_each(report, '$.versions')
          WHERE json_extract(value, '$.version') = json_extract(hit.value, '$.version')) AS installs,
        CASE max(json_extract(finding.value, '$.level') = 'breaking') WHEN 1 THEN 'breaking' ELSE 'warning' END AS level,
        max(json_extract(hit.value, '$.losesResponse')) AS loses_response, count(DISTINCT finding.key) AS findings,
        \(jsonTime("min(json_extract(finding.value, '$.firstSeen'))")) AS since
      FROM request_states JOIN request_keys ON request_keys.id = request_states.request_key
        JOIN json_each(findings) AS finding JOIN json_each(finding.value, '$.versions') AS hit
        LEFT JOIN incidents ON incidents.id = json_extract(finding.value, '$.incident')
      WHERE json_extract(finding.value, '$.level') IN ('warning', 'breaking')
        AND json_extract(finding.value, '$.state') = 'open'
        AND (incidents.id IS NULL OR EXISTS (SELECT 1 FROM json_each(incident, '$.versions')
          WHERE json_each.value = json_extract(hit.value, '$.version')))
      GROUP BY request_keys.id, json_extract(hit.value, '$.version')
      """
    ),
    (
      "endpoint_timeline",
      """
      SELECT \(time("at")) AS at, contract, endpoint, environment, perspective, event, what, level, round FROM (
        SELECT first_at AS at, \(place), 'begins' AS event, rule || ': ' || message AS what, level, first_round AS round
        FROM findings JOIN request_keys ON request_keys.id = request_key
        UNION ALL
        SELECT ended_at, \(place), 'ends (' || ending || ')', rule || ': ' || message, level, ended_round
        FROM findings JOIN request_keys ON request_keys.id = request_key WHERE ended_at IS NOT NULL
        UNION ALL
        SELECT at, \(place), 'incident ' || json_extract(transition, '$.kind'),
          json_extract(transition, '$.incident.headline'), json_extract(transition, '$.incident.level'), round
        FROM transitions JOIN incidents ON incidents.id = transitions.incident
          JOIN request_keys ON request_keys.id = incidents.request_key
        UNION ALL
        SELECT at, \(place), 'learned', 'what the responses look like, of ' || responses || ' responses', NULL, round
        FROM shape_versions JOIN request_keys ON request_keys.id = request_key
        UNION ALL
        SELECT checked_at, contract, endpoint, environment, perspective, 'response', former || ' -> ' || outcome, NULL, round FROM (
          SELECT checked_at, \(place), outcome, round, lag(outcome) OVER (PARTITION BY url ORDER BY responses.id) AS former
          FROM (SELECT id, url, round, checked_at, CASE WHEN outcome IN ('ok', 'unchanged', 'drift') THEN 'checked' ELSE outcome END
            AS outcome FROM responses) AS responses
            JOIN (SELECT id AS url, request_key FROM urls) AS urls USING (url)
            JOIN request_keys ON request_keys.id = request_key)
        WHERE former <> outcome)
      ORDER BY at, round
      """
    ),
    (
      "rounds_overview",
      """
      SELECT number AS round, \(time("started_at")) AS started, \(time("ended_at")) AS ended, seconds, exit_code, source,
        environment, builds.name AS build,
        (SELECT count(*) FROM responses WHERE responses.round = number) AS responses,
        (SELECT count(*) FROM responses WHERE responses.round = number AND outcome NOT IN ('ok', 'unchanged', 'drift'))
          AS not_checked,
        (SELECT count(*) FROM transitions WHERE transitions.round = number) AS transitions
      FROM rounds JOIN builds ON builds.id = build
      """
    ),
  ]
}
