"""Views over the memory of pages: pages, actions, sequences and phrases.

Rules of this module:

* A forgotten task (``knowledge_views``) does not count, nor does a pruned sequence or phrase before it is seen again.
* A part of a fact that has another form than its kind says is left out: a stranger's fact breaks no view.
* A view counts sessions. It does not merge similar entities: ``memory.memory_fold`` does.

It knows facts as rows. It must never know files, or how the facts are ranked.
"""

from __future__ import annotations

MEMORY_VIEWS = """
CREATE VIEW memory_sessions AS
SELECT
    *,
    coalesce(json_extract_string(data, '$.session'), '') AS session_id,
    coalesce(json_extract_string(data, '$.user'), '') AS user_id
FROM known_facts WHERE kind = 'memory_session';

CREATE VIEW memory_pages AS
SELECT
    json_extract_string(visit, '$.id') AS page,
    json_extract_string(visit, '$.state') AS state,
    json_extract_string(visit, '$.domain') AS domain,
    arg_max(json_extract_string(visit, '$.url'), fact) AS url,
    arg_max(json_extract_string(visit, '$.host'), fact) AS host,
    arg_max(json_extract_string(visit, '$.route'), fact) AS route,
    coalesce(arg_max(json_extract_string(visit, '$.name'), fact), '') AS name,
    arg_max(user_id, fact) AS user_id,
    arg_max(session_id, fact) AS session_id,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT
        id AS fact, happened, user_id, session_id,
        unnest(try_cast(json_extract(data, '$.visits') AS JSON[])) AS visit
    FROM memory_sessions
) GROUP BY ALL;

CREATE VIEW memory_actions AS
SELECT
    md5('action' || chr(31) || source || chr(31) || target) AS action,
    source,
    target,
    to_json(list(DISTINCT trigger_element ORDER BY trigger_element)) AS triggers,
    arg_max(user_id, fact) AS user_id,
    arg_max(session_id, fact) AS session_id,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT
        fact, happened, user_id, session_id,
        json_extract_string(passage, '$.source') AS source,
        json_extract_string(passage, '$.target') AS target,
        json_extract(passage, '$.trigger') AS trigger_element
    FROM (
        SELECT id AS fact, happened, user_id, session_id,
               unnest(try_cast(json_extract(data, '$.passages') AS JSON[])) AS passage
        FROM memory_sessions
    )
) GROUP BY source, target;

CREATE VIEW pruned_entries AS
SELECT json_extract_string(one, '$') AS id, max(fact) AS fact
FROM (
    SELECT fact, unnest(try_cast(json_extract(f.data, '$.ids') AS JSON[])) AS one
    FROM forgettings g JOIN facts f ON f.id = g.fact WHERE g.kind = 'memory_pruned' AND NOT g.restored
) GROUP BY ALL;

CREATE VIEW memory_sequences AS
WITH done AS (
    SELECT
        id AS fact, happened, task,
        coalesce(try_cast(json_extract_string(data, '$.success') AS BOOLEAN), true) AS success,
        user_id, session_id,
        unnest(try_cast(json_extract(data, '$.stretches') AS JSON[])) AS stretch
    FROM memory_sessions
)
SELECT
    json_extract_string(stretch, '$.id') AS sequence,
    json_extract_string(stretch, '$.state') AS state,
    any_value(json_extract(stretch, '$.intents')) AS intents,
    coalesce(arg_max(json_extract_string(stretch, '$.description'), d.fact), '') AS description,
    arg_max(user_id, d.fact) AS user_id,
    arg_max(session_id, d.fact) AS session_id,
    count(DISTINCT d.fact) AS uses,
    count(DISTINCT d.fact) FILTER (success) AS successes,
    mode(task) AS task,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM done d LEFT JOIN pruned_entries p ON p.id = json_extract_string(stretch, '$.id')
WHERE p.fact IS NULL OR d.fact > p.fact
GROUP BY ALL;

CREATE VIEW memory_phrases AS
SELECT
    json_extract_string(data, '$.id') AS phrase,
    arg_max(task, f.id) AS task,
    arg_max(json_extract_string(data, '$.text'), f.id) AS text,
    coalesce(arg_max(json_extract_string(data, '$.user'), f.id), '') AS user_id,
    coalesce(arg_max(json_extract_string(data, '$.session'), f.id), '') AS session_id,
    count(*) AS times,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM known_facts f LEFT JOIN pruned_entries p ON p.id = json_extract_string(data, '$.id')
WHERE kind = 'memory_phrase' AND (p.fact IS NULL OR f.id > p.fact)
GROUP BY ALL;
"""
