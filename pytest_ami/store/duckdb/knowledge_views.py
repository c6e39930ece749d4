"""Views over what tasks, failures and sites have taught, and over the memory's own entries.

Rules of this module:

* Every row follows from facts. A task that a person has forgotten (``forgettings``) is left out of the knowledge, and
  stays in the facts, so that it can be restored.
* The signature of a failure is the page, the role of the element, the cause, the reason, and what its fact says of
  the effect that stayed away and of the messages instead (``flow.knowledge.failure_signature``). A fact of before has
  its first line of evidence there. The text of an exception is never part of it.

It knows facts as rows. It must never know files, or how the knowledge is used.
"""

from __future__ import annotations

from pytest_ami.memory.policy import PATTERN, TASK_CONTEXT

FORGET_VIEWS = """
CREATE VIEW forgettings AS
SELECT
    f.id AS fact, f.kind, f.task, f.happened, f.run,
    coalesce(json_extract_string(f.data, '$.reason'), '') AS reason,
    coalesce(try_cast(json_array_length(f.data, '$.ids') AS BIGINT), 0) AS entries,
    r.restored IS NOT NULL AS restored
FROM facts f
LEFT JOIN (
    SELECT DISTINCT json_extract_string(data, '$.fact') AS restored FROM facts WHERE kind = 'memory_restored'
) r ON r.restored = f.id
WHERE f.kind IN ('memory_forgotten', 'memory_pruned');

CREATE VIEW known_facts AS
SELECT f.* FROM facts f
WHERE NOT EXISTS (
    SELECT 1 FROM forgettings g
    WHERE g.kind = 'memory_forgotten' AND NOT g.restored AND g.task = f.task AND f.id < g.fact
);
"""

COLD_VIEWS = """
CREATE VIEW resting_facts AS
SELECT id, kind, task, max(because) AS because
FROM (
    SELECT f.id, f.kind, f.task, g.fact AS because
    FROM facts f JOIN forgettings g ON g.task = f.task AND f.id < g.fact
    WHERE f.kind IN ('memory_session', 'memory_phrase') AND g.kind = 'memory_forgotten' AND NOT g.restored
    UNION ALL
    SELECT f.id, f.kind, f.task, p.fact
    FROM facts f JOIN pruned_entries p ON p.id = json_extract_string(f.data, '$.id') AND f.id < p.fact
    WHERE f.kind = 'memory_phrase' AND coalesce(json_array_length(f.data, '$.like'), 0) = 0
) GROUP BY ALL;

CREATE VIEW cold_facts AS
SELECT
    c.id, c.kind, c.task, c.because, c.file, c.bytes, c.happened,
    coalesce(g.restored, false) AS restored,
    f.id IS NOT NULL AS warm
FROM (
    SELECT
        file, bytes, happened,
        coalesce(json_extract_string(part, '$.because'), '') AS because,
        coalesce(json_extract_string(part, '$.kind'), '') AS kind,
        coalesce(json_extract_string(part, '$.task'), '') AS task,
        unnest(try_cast(json_extract(part, '$.ids') AS VARCHAR[])) AS id
    FROM (
        SELECT
            happened,
            coalesce(json_extract_string(data, '$.file'), '') AS file,
            coalesce(try_cast(json_extract_string(data, '$.bytes') AS BIGINT), 0) AS bytes,
            unnest(try_cast(json_extract(data, '$.groups') AS JSON[])) AS part
        FROM facts WHERE kind = 'memory_cold'
    )
) c LEFT JOIN forgettings g ON g.fact = c.because LEFT JOIN facts f ON f.id = c.id;
"""

KNOWLEDGE_VIEWS = """
CREATE VIEW task_patterns AS
WITH runs AS (
    SELECT
        task,
        count(*) FILTER (passed) AS success_count,
        count(*) AS runs,
        avg(seconds) FILTER (passed AND outcome IN ('replayed', 'healed')) * 1000 AS avg_duration_ms,
        count(*) FILTER (outcome IN ('learned', 'relearned')) AS lessons,
        avg(seconds) FILTER (outcome IN ('learned', 'relearned')) AS avg_lesson_seconds,
        avg(calls) FILTER (outcome IN ('learned', 'relearned')) AS avg_lesson_calls,
        avg(money) FILTER (outcome IN ('learned', 'relearned')) AS avg_cost_usd,
        min(happened) AS created_at,
        max(happened) AS last_used_at
    FROM (
        SELECT
            task, happened,
            json_extract_string(data, '$.outcome') AS outcome,
            coalesce(try_cast(json_extract_string(data, '$.passed') AS BOOLEAN), false) AS passed,
            try_cast(json_extract_string(data, '$.seconds') AS DOUBLE) AS seconds,
            try_cast(json_extract_string(data, '$.model_calls') AS BIGINT) AS calls,
            try_cast(json_extract_string(data, '$.money') AS DOUBLE) AS money
        FROM known_facts WHERE kind = 'test_finished' AND task <> ''
    ) GROUP BY task
), plans AS (
    SELECT task, to_json(list({
        'step': number,
        'kind': json_extract_string(step, '$.kind'),
        'role': coalesce(json_extract_string(step, '$.target.role'), ''),
        'name': coalesce(json_extract_string(step, '$.target.name'), ''),
        'value': coalesce(json_extract_string(step, '$.value'), ''),
        'after': CASE WHEN number = 1 THEN [] ELSE [number - 1] END
    } ORDER BY number)) AS plan
    FROM (
        SELECT task, unnest(range(1, len(steps) + 1)) AS number, unnest(steps) AS step
        FROM (SELECT task, try_cast(json_extract(content, '$.steps') AS JSON[]) AS steps FROM current)
    ) GROUP BY task
), contexts AS (
    SELECT task, list_sort(list(DISTINCT json_extract_string(visit, '$.host') || json_extract_string(visit, '$.route')))
        AS contexts
    FROM (SELECT task, json_extract(data, '$.visits[0]') AS visit FROM memory_sessions) GROUP BY task
)
SELECT
    md5('task_pattern' || chr(31) || r.task) AS id,
    r.task AS task_signature,
    p.plan AS successful_plan,
    r.success_count, r.runs, r.avg_duration_ms, r.lessons, r.avg_lesson_seconds, r.avg_lesson_calls, r.avg_cost_usd,
    coalesce(c.contexts, []) AS applicable_contexts,
    r.created_at, r.last_used_at
FROM runs r JOIN plans p ON p.task = r.task LEFT JOIN contexts c ON c.task = r.task
WHERE r.success_count > 0;

CREATE VIEW failure_knowledge AS
WITH failures AS (
    SELECT
        d.id AS fact, d.happened, d.task,
        coalesce(json_extract_string(step, '$.route'), '') AS route,
        coalesce(json_extract_string(step, '$.target.role'), '') AS role,
        coalesce(json_extract_string(d.data, '$.cause'), '') AS cause,
        coalesce(json_extract_string(d.data, '$.reason'), '') AS reason,
        CASE
            WHEN json_extract_string(d.data, '$.signature.cause') IS NOT NULL THEN concat_ws('; ',
                nullif(json_extract_string(d.data, '$.signature.effect'), ''),
                nullif(array_to_string(try_cast(json_extract(d.data, '$.signature.messages') AS VARCHAR[]), ' | '), ''))
            WHEN json_extract_string(d.data, '$.cause') = 'wrong_effect'
                THEN coalesce(json_extract_string(d.data, '$.evidence[0]'), '') ELSE '' END AS effect,
        coalesce(json_extract_string(d.data, '$.title'), '') AS title,
        t.outcome, t.passed, n.passed AS next_passed
    FROM (
        SELECT f.*, try_cast(json_extract(v.content, '$.steps') AS JSON[])
            [try_cast(json_extract_string(f.data, '$.step') AS INTEGER)] AS step
        FROM known_facts f LEFT JOIN versions v ON v.id = f.workflow
        WHERE f.kind = 'drift'
    ) d
    LEFT JOIN sessions t ON t.run = d.run AND t.worker = d.worker AND t.test = d.test AND t.attempt = d.attempt
        AND t.task = d.task
    LEFT JOIN sessions n ON n.run = d.run AND n.test = d.test AND n.attempt = d.attempt + 1 AND n.task = d.task
    QUALIFY row_number() OVER (PARTITION BY d.id ORDER BY t.fact, n.fact) = 1
), tried AS (
    SELECT route, role, cause, reason, effect, 'relearn' AS strategy, passed AS good
    FROM failures WHERE outcome = 'relearned'
    UNION ALL
    SELECT route, role, cause, reason, effect, 'retry' AS strategy, next_passed AS good
    FROM failures WHERE next_passed IS NOT NULL
), solved AS (
    SELECT route, role, cause, reason, effect, to_json(list(
        {'strategy': strategy, 'uses': uses, 'success_rate': greens / uses} ORDER BY greens / uses DESC, strategy
    )) AS solutions
    FROM (
        SELECT route, role, cause, reason, effect, strategy, count(*) AS uses, count(*) FILTER (good) AS greens
        FROM tried GROUP BY ALL
    ) GROUP BY route, role, cause, reason, effect
)
SELECT
    md5(concat_ws(chr(31), 'failure', f.route, f.role, f.cause, f.reason, f.effect)) AS id,
    f.route, f.role, f.cause AS error_type, f.reason AS root_cause, f.effect,
    arg_max(f.title, f.fact) AS error_message,
    list_sort(list(DISTINCT f.task)) AS tasks,
    count(*) AS frequency,
    coalesce(any_value(s.solutions), '[]'::JSON) AS solutions,
    min(f.happened) AS first_seen,
    max(f.happened) AS last_seen
FROM failures f LEFT JOIN solved s
    ON s.route = f.route AND s.role = f.role AND s.cause = f.cause AND s.reason = f.reason AND s.effect = f.effect
GROUP BY f.route, f.role, f.cause, f.reason, f.effect;

CREATE VIEW site_profiles AS
WITH pages AS (
    SELECT
        domain, host, any_value(state) AS state, route,
        coalesce(arg_max(nullif(name, ''), last_seen), '') AS name,
        sum(sessions)::BIGINT AS sessions, max(last_seen) AS last_seen
    FROM memory_pages GROUP BY domain, host, route
), ways AS (
    SELECT s.host, to_json(list({'from': s.route, 'to': t.route, 'sessions': a.sessions}
        ORDER BY a.sessions DESC, s.route, t.route)) AS paths
    FROM memory_actions a
    JOIN (SELECT DISTINCT state, host, route FROM memory_pages) s ON s.state = a.source
    JOIN (SELECT DISTINCT state, route FROM memory_pages) t ON t.state = a.target
    GROUP BY s.host
), hosts AS (
    SELECT DISTINCT task, json_extract_string(data, '$.visits[0].host') AS host FROM memory_sessions WHERE task <> ''
), roles AS (
    SELECT host, to_json(list({'role': role, 'uses': uses} ORDER BY uses DESC, role)) AS patterns
    FROM (
        SELECT host, json_extract_string(intent, '$.role') AS role, count(*) AS uses
        FROM (
            SELECT p.host, unnest(try_cast(q.intents AS JSON[])) AS intent
            FROM memory_sequences q JOIN (SELECT DISTINCT state, host FROM memory_pages) p ON p.state = q.state
        ) GROUP BY ALL
    ) WHERE role <> '' GROUP BY host
), moved AS (
    SELECT h.host, count(*) AS changes, to_json(list({
        'element': e.name, 'old': e.old_xpath, 'new': e.xpath, 'changed_at': e.happened::VARCHAR
    } ORDER BY e.happened DESC)[:20]) AS evolution
    FROM selector_evolution e JOIN hosts h ON h.task = e.task WHERE e.why <> 'recorded' GROUP BY h.host
), refused AS (
    SELECT
        host,
        count(*) FILTER (regexp_matches(said, '(: |HTTP )429\\b|(?i)too many requests')) AS rate_limits,
        count(*) FILTER (regexp_matches(said, '(?i)captcha|are you (a robot|human)')) AS captchas
    FROM (
        SELECT h.host, json_extract(f.data, '$.evidence')::VARCHAR AS said
        FROM known_facts f JOIN hosts h ON h.task = f.task WHERE f.kind = 'drift'
    ) GROUP BY host
)
SELECT
    p.domain AS id, p.host AS domain,
    to_json(list({'route': p.route, 'name': p.name, 'sessions': p.sessions} ORDER BY p.sessions DESC, p.route))
        AS key_pages,
    coalesce(any_value(w.paths), '[]'::JSON) AS navigation_paths,
    coalesce(any_value(r.patterns), '[]'::JSON) AS element_patterns,
    coalesce(any_value(x.rate_limits), 0) AS rate_limits,
    coalesce(any_value(x.captchas), 0) AS captchas,
    coalesce(any_value(m.changes), 0) AS selector_changes,
    coalesce(any_value(m.evolution), '[]'::JSON) AS selector_evolution,
    max(p.last_seen) AS last_crawled_at
FROM pages p
LEFT JOIN ways w ON w.host = p.host LEFT JOIN roles r ON r.host = p.host
LEFT JOIN moved m ON m.host = p.host LEFT JOIN refused x ON x.host = p.host
GROUP BY p.domain, p.host;

CREATE VIEW memory_entries AS
WITH referenced AS (
    SELECT sequence, count(DISTINCT phrase) AS refs
    FROM (
        SELECT
            json_extract_string(data, '$.id') AS phrase,
            unnest(try_cast(coalesce(json_extract(data, '$.sequences'), '[]'::JSON) AS VARCHAR[])) AS sequence
        FROM known_facts WHERE kind = 'memory_phrase'
    ) GROUP BY sequence
), entries AS (
    SELECT
        sequence AS id, 'pattern' AS type, first_seen AS created_at, last_seen AS last_accessed_at,
        uses AS access_count, length(intents::VARCHAR) AS size_bytes, task AS task_id, 'warm' AS tier
    FROM memory_sequences
    UNION ALL
    SELECT phrase, 'task_context', first_seen, last_seen, times, length(text), task, 'warm' FROM memory_phrases
    UNION ALL
    SELECT id, 'evidence', happened, happened, 1, length(data::VARCHAR), task, 'warm' FROM memory_sessions
    UNION ALL
    SELECT id, 'profile', last_crawled_at, last_crawled_at, 1, length(key_pages::VARCHAR), '', 'warm'
    FROM site_profiles
    UNION ALL
    SELECT
        id, if(any_value(kind) = 'memory_phrase', 'task_context', 'evidence'), min(happened), max(happened), 1,
        max(size), any_value(task), 'cold'
    FROM (SELECT *, ceil(bytes / count(*) OVER (PARTITION BY file))::BIGINT AS size FROM cold_facts)
    WHERE NOT warm GROUP BY id
)
SELECT
    e.id, e.type, e.created_at, e.last_accessed_at, e.access_count, e.size_bytes,
    CASE WHEN e.tier = 'warm' THEN
        CASE e.type WHEN 'pattern' THEN PATTERN_SECONDS WHEN 'task_context' THEN CONTEXT_SECONDS END
    END AS ttl_seconds,
    e.tier,
    coalesce(r.refs, 0) AS ref_count,
    e.task_id,
    e.tier = 'warm' AND e.type IN ('pattern', 'task_context') AS evictable
FROM entries e LEFT JOIN referenced r ON e.type = 'pattern' AND r.sequence = e.id;
""".replace("PATTERN_SECONDS", str(PATTERN.seconds)).replace("CONTEXT_SECONDS", str(TASK_CONTEXT.seconds))
