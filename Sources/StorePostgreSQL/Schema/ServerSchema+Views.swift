// The views of the file (docs/ledger.md) as the server spells them.
extension ServerSchema {
  /// `2026-11-21T02:00:00Z` of a column of milliseconds.
  private static func time(_ column: String) -> String {
    "to_char(to_timestamp((\(column)) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
  }

  /// The same of a date in stored JSON, which is in seconds since 2001.
  private static func jsonTime(_ value: String) -> String {
    time("(trunc((\(value))::double precision)::bigint + 978307200) * 1000")
  }

  private static let place = "contract, endpoint, request_keys.environment, perspective"

  /// Names and statements, each after those that it reads.
  static let views: [(name: String, statement: String)] = [
    (
      "finding_history",
      """
      SELECT findings.id AS finding, \(place), rule, level, state, incident,
        (SELECT text FROM finding_paths JOIN paths ON paths.id = path WHERE finding = findings.id AND position = 0) AS path,
        expected, actual, message, response, pointer, excerpt, count, total,
        (SELECT string_agg(version, ' ' ORDER BY version) FROM (
          SELECT DISTINCT version FROM finding_versions WHERE finding = findings.id) AS hit) AS versions,
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
      FROM finding_history JOIN finding_versions USING (finding) WHERE rule LIKE 'decode-%'
      """
    ),
    (
      "field_changes_by_day",
      """
      SELECT substr(first_seen, 1, 10) AS day, contract, endpoint, environment, perspective, rule, path, expected AS before,
        actual AS after, max(count) AS count, max(total) AS total, count(*) AS times, max((ended IS NULL)::int) AS lasts
      FROM finding_history WHERE rule LIKE 'field-%'
      GROUP BY day, contract, endpoint, environment, perspective, rule, path, expected, actual
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
      SELECT incidents.id AS incident, \(place), incident::jsonb ->> 'level' AS level, incidents.state,
        incident::jsonb ->> 'headline' AS headline, incident::jsonb ->> 'subject' AS path,
        \(time("opened_at")) AS opened, \(jsonTime("incident::jsonb ->> 'lastSeenAt'")) AS last_seen,
        round((checked_at - opened_at) / 86400000.0, 2) AS days,
        (incident::jsonb #>> '{worst,count}')::bigint AS count, (incident::jsonb #>> '{worst,total}')::bigint AS total,
        (SELECT string_agg(version, ' ') FROM jsonb_array_elements_text(incident::jsonb -> 'versions') AS version) AS versions,
        incident::jsonb #>> '{acknowledgement,by}' AS acknowledged_by,
        (incident::jsonb ->> 'reopenedCount')::bigint AS reopened
      FROM incidents JOIN request_keys ON request_keys.id = incidents.request_key
        JOIN request_states ON request_states.request_key = request_keys.id
      WHERE incidents.state <> 'resolved'
      """
    ),
    (
      "incident_history",
      """
      SELECT sequence, transitions.incident, \(place), \(time("at")) AS at, transition::jsonb ->> 'kind' AS transition,
        transition::jsonb #>> '{incident,level}' AS level, transition::jsonb #>> '{incident,headline}' AS headline,
        transitions.round, \(time("delivered_at")) AS reported
      FROM transitions JOIN incidents ON incidents.id = transitions.incident
        JOIN request_keys ON request_keys.id = incidents.request_key
      """
    ),
    (
      "versions_at_risk",
      """
      SELECT \(place), named.version,
        (SELECT (known ->> 'installs')::double precision FROM jsonb_array_elements(report::jsonb -> 'versions') AS known
          WHERE known ->> 'version' = named.version) AS installs,
        CASE max((finding ->> 'level' = 'breaking')::int) WHEN 1 THEN 'breaking' ELSE 'warning' END AS level,
        max((hit ->> 'losesResponse')::boolean::int) AS loses_response, count(DISTINCT number) AS findings,
        \(jsonTime("min((finding ->> 'firstSeen')::double precision)")) AS since
      FROM request_states JOIN request_keys ON request_keys.id = request_states.request_key
        CROSS JOIN LATERAL jsonb_array_elements(findings::jsonb) WITH ORDINALITY AS found (finding, number)
        CROSS JOIN LATERAL jsonb_array_elements(finding -> 'versions') AS hit
        CROSS JOIN LATERAL (SELECT hit ->> 'version' AS version) AS named
        LEFT JOIN incidents ON incidents.id = finding ->> 'incident'
      WHERE finding ->> 'level' IN ('warning', 'breaking') AND finding ->> 'state' = 'open'
        AND (incidents.id IS NULL OR EXISTS (
          SELECT 1 FROM jsonb_array_elements_text(incident::jsonb -> 'versions') AS own WHERE own = named.version))
      GROUP BY request_keys.id, request_states.request_key, named.version
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
        SELECT at, \(place), 'incident ' || (transition::jsonb ->> 'kind'),
          transition::jsonb #>> '{incident,headline}', transition::jsonb #>> '{incident,level}', round
        FROM transitions JOIN incidents ON incidents.id = transitions.incident
          JOIN request_keys ON request_keys.id = incidents.request_key
        UNION ALL
        SELECT at, \(place), 'learned', 'what the responses look like, of ' || responses || ' responses', NULL, round
        FROM shape_versions JOIN request_keys ON request_keys.id = request_key
        UNION ALL
        SELECT checked_at, contract, endpoint, environment, perspective, 'response', former || ' -> ' || outcome, NULL, round
        FROM (
          SELECT checked_at, \(place), outcome, round, lag(outcome) OVER (PARTITION BY url ORDER BY responses.id) AS former
          FROM (SELECT id, url, round, checked_at, CASE WHEN outcome IN ('ok', 'unchanged', 'drift') THEN 'checked' ELSE outcome END
            AS outcome FROM responses) AS responses
            JOIN (SELECT id AS url, request_key FROM urls) AS urls USING (url)
            JOIN request_keys ON request_keys.id = request_key) AS turns
        WHERE former <> outcome) AS events
      ORDER BY events.at, round
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
