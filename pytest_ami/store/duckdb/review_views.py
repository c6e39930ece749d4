"""Views over sessions, the verdicts of people on their steps, and what follows from both.

Rules of this module:

* Of several verdicts of one reviewer on one step, the latest counts; one without a label withdraws the others.
* A verdict from a file names a session and the number of a step: its step is that of the session's version, whatever
  else the file says (``store.sessions.verdict_reader`` completes it in the same way).
* Wrong steps of a task with the same action, role and page are one error pattern: ``memory.error_patterns`` groups them
  in the same way.
* A golden path is the latest extracted one of a task. A task without one shows its current version, if that is proven.
* A session that replayed a stored version is an application of the task's golden path.

It knows facts as rows. It must never know files, or what follows from a verdict.
"""

from __future__ import annotations

REVIEW_VIEWS = """
CREATE VIEW sessions AS
SELECT
    coalesce(nullif(json_extract_string(data, '$.session'), ''), id) AS session,
    task, workflow,
    coalesce(try_cast(json_extract_string(data, '$.version') AS INTEGER), 0) AS version,
    coalesce(json_extract_string(data, '$.outcome'), '') AS outcome,
    coalesce(try_cast(json_extract_string(data, '$.passed') AS BOOLEAN), false) AS passed,
    coalesce(try_cast(json_extract_string(data, '$.seconds') AS DOUBLE), 0) AS seconds,
    coalesce(try_cast(json_extract_string(data, '$.steps') AS INTEGER), 0) AS steps,
    happened, run, worker, test, attempt,
    id AS fact
FROM facts WHERE kind = 'test_finished'
QUALIFY row_number() OVER (PARTITION BY session ORDER BY id) = 1;

CREATE VIEW step_annotations AS
WITH latest AS (
    SELECT
        json_extract_string(data, '$.session') AS session,
        try_cast(json_extract_string(data, '$.step') AS INTEGER) AS step,
        coalesce(json_extract_string(data, '$.reviewer'), '') AS reviewer,
        json_extract_string(data, '$.label') AS label,
        coalesce(json_extract_string(data, '$.correction'), '') AS correction,
        coalesce(json_extract_string(data, '$.action'), '') AS action,
        coalesce(json_extract_string(data, '$.target'), '') AS target,
        coalesce(json_extract_string(data, '$.value'), '') AS value,
        json_extract(data, '$.features') AS features,
        task, workflow, happened,
        id AS fact
    FROM facts WHERE kind = 'verdict'
    QUALIFY row_number() OVER (PARTITION BY session, step, reviewer ORDER BY id DESC) = 1
), found AS (
    SELECT
        l.fact, s.workflow,
        from_json(json_extract(v.content, concat('$.steps[', l.step - 1, ']')), '{
            "kind": "VARCHAR", "value": "VARCHAR", "route": "VARCHAR", "target": {
                "role": "VARCHAR", "tag": "VARCHAR", "name": "VARCHAR", "label": "VARCHAR", "text": "VARCHAR",
                "attributes": {"placeholder": "VARCHAR"}, "details": {"beside": "VARCHAR"}
            }
        }') AS ran
    FROM latest l
    JOIN sessions s ON s.session = l.session AND s.task = l.task
    JOIN versions v ON v.id = s.workflow AND v.task = s.task
    WHERE l.step > 0 AND coalesce(json_array_length(l.features), 0) = 0
), told AS (
    SELECT
        fact, workflow, ran,
        coalesce(nullif(ran.target.role, ''), ran.target.tag) AS what,
        coalesce(
            nullif(ran.target.name, ''), nullif(ran.target.label, ''), nullif(ran.target.text, ''),
            nullif(ran.target.attributes.placeholder, '')
        ) AS called,
        coalesce(
            what || ' "' || called || '"', what || ' beside "' || nullif(ran.target.details.beside, '') || '"',
            nullif(ran.target.role, ''), '<' || ran.target.tag || '>', ''
        ) AS target
    FROM found WHERE ran.kind IS NOT NULL
)
SELECT
    l.session, l.step, l.reviewer, l.label, l.correction,
    coalesce(t.ran.kind, l.action) AS action,
    CASE WHEN t.fact IS NULL THEN l.target ELSE t.target END AS target,
    CASE WHEN t.fact IS NULL THEN l.value ELSE coalesce(t.ran.value, '') END AS value,
    CASE WHEN t.fact IS NULL THEN l.features ELSE to_json(list_filter([
        'action:' || t.ran.kind,
        'page:' || nullif(t.ran.route, ''),
        'role:' || nullif(split_part(t.target, ' ', 1), '')
    ], lambda one: one IS NOT NULL)) END AS features,
    l.task, coalesce(t.workflow, l.workflow) AS workflow, l.happened, l.fact
FROM latest l LEFT JOIN told t ON t.fact = l.fact
WHERE l.label IN ('correct', 'wrong') AND l.session IS NOT NULL AND l.step IS NOT NULL;

CREATE VIEW error_patterns AS
SELECT
    task AS task_pattern,
    action,
    arg_max(concat_ws(' ', replace(action, '_', ' '), nullif(target, '')), fact) AS error_description,
    coalesce(arg_max(correction, fact) FILTER (correction <> ''), '') AS correction,
    count(DISTINCT session || '#' || step) AS frequency,
    min(happened) AS first_seen,
    max(happened) AS last_seen,
    list_sort(list(DISTINCT session)) AS sessions
FROM (
    SELECT *, list_sort(list_filter(
        coalesce(try_cast(features AS VARCHAR[]), []),
        lambda one: starts_with(one, 'role:') OR starts_with(one, 'page:')
    )) AS common
    FROM step_annotations WHERE label = 'wrong'
)
GROUP BY task, action, common;

CREATE VIEW path_applications AS
SELECT session, task, workflow, version, outcome, passed, seconds, steps, happened, run, test
FROM sessions
WHERE workflow <> '' AND outcome IN ('replayed', 'healed', 'stale', 'failed', 'relearned');

CREATE VIEW golden_paths AS
WITH extracted AS (
    SELECT
        task,
        arg_max(data, id) AS path,
        min(happened) AS created_at,
        max(happened) AS updated_at
    FROM facts WHERE kind = 'golden_path' AND task <> '' GROUP BY task
), uses AS (
    SELECT task, count(*) AS usage_count, count(*) FILTER (passed AND outcome <> 'relearned') AS greens
    FROM path_applications GROUP BY task
), errors AS (
    SELECT
        task_pattern AS task,
        to_json(list({'error': error_description, 'correction': correction}
            ORDER BY frequency DESC, error_description)) AS common_errors
    FROM error_patterns GROUP BY task_pattern
), steps AS (
    SELECT
        task,
        to_json(list({
            'action': json_extract_string(step, '$.kind'),
            'target': coalesce(json_extract_string(step, '$.target.role')
                || coalesce(' "' || json_extract_string(step, '$.target.name') || '"', ''), ''),
            'method': CASE WHEN json_type(step, '$.target') = 'OBJECT' THEN 'element' ELSE 'page' END,
            'text': coalesce(json_extract_string(step, '$.value'), '')
        } ORDER BY number)) AS action_sop,
        count(*) AS number
    FROM (
        SELECT task, unnest(steps) AS step, unnest(range(1, len(steps) + 1)) AS number FROM (
            SELECT task, try_cast(json_extract(content, '$.steps') AS JSON[]) AS steps
            FROM current
        )
    ) GROUP BY task
), alive AS (
    SELECT * FROM current WHERE proven AND status IN ('active', 'drifting')
)
SELECT
    task AS task_pattern,
    coalesce(json_extract(e.path, '$.apps'), '[]'::JSON) AS apps,
    coalesce(
        json_extract_string(e.path, '$.difficulty'),
        CASE WHEN s.number > 12 THEN 'complex' WHEN s.number > 5 THEN 'medium' ELSE 'simple' END
    ) AS difficulty,
    a.id IS NOT NULL AS can_replay,
    coalesce(
        json_extract_string(e.path, '$.natural_sop'),
        array_to_string(try_cast(json_extract(a.content, '$.sop') AS VARCHAR[]), chr(10)),
        ''
    ) AS natural_sop,
    coalesce(json_extract(e.path, '$.action_sop'), s.action_sop, '[]'::JSON) AS action_sop,
    coalesce(r.common_errors, '[]'::JSON) AS common_errors,
    CASE WHEN u.usage_count > 0 THEN u.greens / u.usage_count END AS success_rate,
    coalesce(u.usage_count, 0) AS usage_count,
    coalesce(json_extract(e.path, '$.source_sessions'), '[]'::JSON) AS source_sessions,
    coalesce(e.created_at, a.created) AS created_at,
    coalesce(e.updated_at, a.since, a.created) AS updated_at
FROM alive a FULL JOIN extracted e USING (task)
LEFT JOIN uses u USING (task)
LEFT JOIN errors r USING (task)
LEFT JOIN steps s USING (task);

CREATE VIEW task_statistics AS
SELECT
    task,
    count(*) AS sessions,
    count(*) FILTER (passed) AS passed,
    count(*) FILTER (passed) / count(*) AS success_rate,
    avg(steps) AS average_steps,
    count(*) FILTER (outcome IN ('learned', 'relearned')) AS lessons,
    coalesce(any_value(l.correct), 0) AS correct_steps,
    coalesce(any_value(l.wrong), 0) AS wrong_steps,
    max(happened) AS last_run
FROM sessions LEFT JOIN (
    SELECT
        task,
        count(DISTINCT session || '#' || step) FILTER (label = 'correct') AS correct,
        count(DISTINCT session || '#' || step) FILTER (label = 'wrong') AS wrong
    FROM step_annotations GROUP BY task
) l USING (task)
WHERE task <> ''
GROUP BY task;
"""
