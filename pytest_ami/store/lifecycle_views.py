"""The second migration: views that know the whole lifecycle, and how the elements of a task were found over the time.

Rules of this module:

* Once released it is never edited: statuses, their order and columns change by a migration of their own.
* ``current`` says in SQL what ``decide.lifecycle.precedence`` and ``store.lineage`` say, ``selector_evolution`` what
  ``store.evolution`` says. Tests compare them.

It knows facts as rows. It must never know files, or what makes a version good.
"""

from __future__ import annotations

SECOND = """
DROP VIEW current;
DROP VIEW statuses;
DROP VIEW drifts;

CREATE VIEW statuses AS
SELECT
    v.id AS workflow,
    v.task,
    v.version,
    coalesce(json_extract_string(s.data, '$.status'), 'candidate') AS status,
    coalesce(json_extract_string(s.data, '$.reason'), '') AS reason,
    coalesce(json_extract_string(s.data, '$.text'), json_extract_string(s.data, '$.reason'), '') AS text,
    json_extract(s.data, '$.evidence') AS evidence,
    coalesce(s.happened, v.created) AS since,
    coalesce(s.proven, false) AS proven,
    s.run AS run,
    s.test AS test,
    s.id AS fact
FROM versions v
LEFT JOIN (
    SELECT
        *,
        bool_or(json_extract_string(data, '$.status') IN ('active', 'drifting')) OVER (PARTITION BY workflow) AS proven
    FROM facts
    WHERE kind = 'status'
      AND json_extract_string(data, '$.status')
          IN ('candidate', 'active', 'drifting', 'possibly_stale', 'stale', 'superseded', 'retired')
    QUALIFY row_number() OVER (PARTITION BY workflow ORDER BY id DESC) = 1
) s ON s.workflow = v.id;

CREATE VIEW current AS
SELECT v.task, v.id, v.version, s.status, s.reason AS status_reason, s.since, v.author, v.reason, v.created,
       v.parent, v.content, s.proven
FROM versions v JOIN statuses s ON s.workflow = v.id
WHERE s.status NOT IN ('superseded', 'retired')
QUALIFY row_number() OVER (
    PARTITION BY v.task
    ORDER BY
        CASE
            WHEN s.status = 'active' THEN 4
            WHEN s.status IN ('candidate', 'drifting') OR (s.status = 'possibly_stale' AND s.proven) THEN 3
            WHEN s.status = 'possibly_stale' THEN 2
            WHEN s.proven THEN 1
            ELSE 0
        END DESC,
        CASE WHEN s.status = 'active' THEN s.fact ELSE '' END DESC,
        v.version DESC,
        v.id DESC
) = 1;

CREATE VIEW drifts AS
SELECT
    id AS fact, happened, run, worker, test, attempt, task, workflow,
    try_cast(json_extract_string(data, '$.step') AS INTEGER) AS step,
    json_extract_string(data, '$.cause') AS cause,
    coalesce(json_extract_string(data, '$.reason'), '') AS reason,
    json_extract_string(data, '$.title') AS title,
    json_extract(data, '$.evidence') AS evidence,
    coalesce(json_extract_string(data, '$.old_xpath'), '') AS old_xpath,
    coalesce(json_extract_string(data, '$.new_xpath'), '') AS new_xpath
FROM facts WHERE kind = 'drift';

CREATE VIEW movements AS
SELECT
    fact, happened, run, worker, test, attempt, task, workflow,
    try_cast(json_extract_string(one, '$.step') AS INTEGER) AS step,
    coalesce(try_cast(json_extract_string(one, '$.agreement') AS DOUBLE), 1.0) AS agreement,
    json_extract(one, '$.lost') AS lost,
    coalesce(json_extract_string(one, '$.healed') = 'true', false) AS healed,
    coalesce(json_extract_string(one, '$.repair'), '') AS repair
FROM (
    SELECT
        id AS fact, happened, run, worker, test, attempt, task, workflow,
        unnest(CAST(json_extract(data, '$.steps') AS JSON[])) AS one
    FROM facts WHERE kind = 'identity' AND json_type(data, '$.steps') = 'ARRAY'
);

CREATE VIEW selector_evolution AS
WITH numbered AS (
    SELECT
        *,
        unnest(range(1, len(steps) + 1)) AS step,
        json_extract(unnest(steps), '$.target') AS target
    FROM (
        SELECT *, CAST(json_extract(content, '$.steps') AS JSON[]) AS steps
        FROM versions WHERE json_type(content, '$.steps') = 'ARRAY'
    )
), places AS (
    SELECT
        task, id, version, author, parent, created, run, test, fact, step,
        coalesce(json_extract_string(target, '$.absolute_xpath'), '') AS absolute_xpath,
        coalesce(json_extract_string(target, '$.xpath'), '') AS xpath,
        coalesce(json_extract_string(target, '$.css'), '') AS css,
        coalesce(json_extract_string(target, '$.attributes.id'), '') AS element_id,
        coalesce(json_extract_string(target, '$.role'), '') AS role,
        coalesce(json_extract_string(target, '$.name'), '') AS name
    FROM numbered WHERE json_type(target) = 'OBJECT'
)
SELECT
    p.task,
    CAST(p.step AS INTEGER) AS step,
    p.created AS happened,
    CASE WHEN p.author = 'heal' THEN 'healed' WHEN p.parent <> '' THEN 'relearned' ELSE 'recorded' END AS why,
    p.version, p.id AS workflow, p.run, p.test,
    p.absolute_xpath, p.xpath, p.css, p.element_id, p.role, p.name,
    coalesce(o.absolute_xpath, '') AS old_absolute_xpath,
    coalesce(o.xpath, '') AS old_xpath,
    coalesce(o.name, '') AS old_name,
    p.fact
FROM places p LEFT JOIN places o ON o.task = p.task AND o.id = p.parent AND o.step = p.step
WHERE o.id IS NULL
   OR (p.absolute_xpath, p.xpath, p.css, p.element_id, p.role, p.name)
      IS DISTINCT FROM (o.absolute_xpath, o.xpath, o.css, o.element_id, o.role, o.name)
UNION ALL
SELECT
    h.task,
    coalesce(try_cast(json_extract_string(h.data, '$.step') AS INTEGER), 0) AS step,
    h.happened,
    'healed' AS why,
    0 AS version, h.workflow, h.run, h.test,
    coalesce(
        nullif(json_extract_string(h.data, '$.new_xpath'), ''),
        json_extract_string(h.data, '$.found.absolute_xpath'),
        ''
    ) AS absolute_xpath,
    coalesce(json_extract_string(h.data, '$.found.xpath'), '') AS xpath,
    coalesce(json_extract_string(h.data, '$.found.css'), '') AS css,
    coalesce(json_extract_string(h.data, '$.found.attributes.id'), '') AS element_id,
    coalesce(json_extract_string(h.data, '$.found.role'), '') AS role,
    coalesce(json_extract_string(h.data, '$.found.name'), '') AS name,
    coalesce(json_extract_string(h.data, '$.old_xpath'), '') AS old_absolute_xpath,
    coalesce(o.xpath, '') AS old_xpath,
    coalesce(o.name, '') AS old_name,
    h.id AS fact
FROM facts h
LEFT JOIN places o
    ON o.task = h.task AND o.id = h.workflow AND o.step = try_cast(json_extract_string(h.data, '$.step') AS INTEGER)
WHERE h.kind = 'heal' AND h.task <> ''
  AND NOT EXISTS (
    SELECT 1 FROM versions v
    WHERE v.author = 'heal' AND v.task = h.task AND v.parent = h.workflow AND v.run = h.run AND v.test = h.test
);
"""
