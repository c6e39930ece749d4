"""Views over the memory of pages: pages, actions, sequences and phrases.

Rules of this module:

* A view counts sessions. It does not merge similar entities: ``memory.memory_fold`` does.

It knows facts as rows. It must never know files, or how the facts are ranked.
"""

from __future__ import annotations

MEMORY_VIEWS = """
CREATE VIEW memory_pages AS
SELECT
    json_extract_string(visit, '$.id') AS page,
    json_extract_string(visit, '$.state') AS state,
    json_extract_string(visit, '$.domain') AS domain,
    arg_max(json_extract_string(visit, '$.url'), fact) AS url,
    arg_max(json_extract_string(visit, '$.host'), fact) AS host,
    arg_max(json_extract_string(visit, '$.route'), fact) AS route,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT id AS fact, happened, unnest(CAST(json_extract(data, '$.visits') AS JSON[])) AS visit
    FROM facts WHERE kind = 'memory_session'
) GROUP BY ALL;

CREATE VIEW memory_actions AS
SELECT
    json_extract_string(passage, '$.id') AS action,
    json_extract_string(passage, '$.source') AS source,
    json_extract_string(passage, '$.target') AS target,
    any_value(json_extract(passage, '$.trigger')) AS trigger_element,
    count(DISTINCT fact) AS sessions,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM (
    SELECT id AS fact, happened, unnest(CAST(json_extract(data, '$.passages') AS JSON[])) AS passage
    FROM facts WHERE kind = 'memory_session'
) GROUP BY ALL;

CREATE VIEW memory_sequences AS
WITH pruned AS (
    SELECT json_extract_string(one, '$') AS sequence, max(fact) AS fact
    FROM (
        SELECT id AS fact, unnest(CAST(json_extract(data, '$.ids') AS JSON[])) AS one
        FROM facts WHERE kind = 'memory_pruned'
    ) GROUP BY ALL
), done AS (
    SELECT
        id AS fact, happened, task,
        coalesce(try_cast(json_extract_string(data, '$.success') AS BOOLEAN), true) AS success,
        unnest(CAST(json_extract(data, '$.stretches') AS JSON[])) AS stretch
    FROM facts WHERE kind = 'memory_session'
)
SELECT
    json_extract_string(stretch, '$.id') AS sequence,
    json_extract_string(stretch, '$.state') AS state,
    any_value(json_extract(stretch, '$.intents')) AS intents,
    count(DISTINCT d.fact) AS uses,
    count(DISTINCT d.fact) FILTER (success) AS successes,
    mode(task) AS task,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM done d LEFT JOIN pruned p ON p.sequence = json_extract_string(stretch, '$.id')
WHERE p.fact IS NULL OR d.fact > p.fact
GROUP BY ALL;

CREATE VIEW memory_phrases AS
SELECT
    json_extract_string(data, '$.id') AS phrase,
    arg_max(task, id) AS task,
    arg_max(json_extract_string(data, '$.text'), id) AS text,
    count(*) AS times,
    min(happened) AS first_seen,
    max(happened) AS last_seen
FROM facts WHERE kind = 'memory_phrase' GROUP BY ALL;
"""
