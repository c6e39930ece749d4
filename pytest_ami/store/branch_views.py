"""The fifth migration: what counts on the default branch, and what feature branches have of their own.

Rules of this module:

* Once released it is never edited: a change is a migration of its own.
* ``statuses`` and ``current`` say in SQL what ``store.lineage`` says where the default branch is checked out, but for
  steering files, which are no facts. Tests compare them.
* ``overlays`` shows what was made on feature branches, each version as it stands on its own branch.

It knows facts as rows. It must never know files, or git.
"""

from __future__ import annotations

FIFTH = """
DROP VIEW current;
DROP VIEW statuses;

CREATE VIEW statuses AS
WITH made AS (
    SELECT
        v.*,
        coalesce(
            CASE
                WHEN h.fact IS NULL THEN json_extract_string(v.content, '$.provenance.branch')
                ELSE json_extract_string(h.head, '$.workflow.provenance.branch')
            END,
            ''
        ) AS branch
    FROM versions v LEFT JOIN heads h ON h.fact = v.fact
), said AS (
    SELECT
        id AS fact, workflow, happened, run, test, data,
        json_extract_string(data, '$.status') AS status,
        coalesce(json_extract_string(data, '$.reason'), '') AS reason,
        json_exists(data, '$.text') AS told,
        coalesce(json_extract_string(data, '$.branch'), '') AS branch
    FROM facts WHERE kind = 'status'
), counting AS (
    SELECT
        s.*,
        bool_or(s.status IN ('active', 'drifting')) OVER (PARTITION BY s.workflow) AS proven,
        bool_or(s.status IN ('active', 'drifting') AND s.branch = '' AND NOT (s.told AND s.reason = 'steering'))
            OVER (PARTITION BY s.workflow) AS adopted
    FROM said s JOIN made m ON m.id = s.workflow
    WHERE s.status IN ('candidate', 'active', 'drifting', 'possibly_stale', 'stale', 'superseded', 'retired')
      AND s.branch IN ('', m.branch)
    QUALIFY row_number() OVER (PARTITION BY s.workflow ORDER BY s.fact DESC) = 1
)
SELECT
    m.id AS workflow,
    m.task,
    m.version,
    coalesce(s.status, 'candidate') AS status,
    coalesce(s.reason, '') AS reason,
    coalesce(json_extract_string(s.data, '$.text'), s.reason, '') AS text,
    json_extract(s.data, '$.evidence') AS evidence,
    coalesce(s.happened, m.created) AS since,
    coalesce(s.proven, false) AS proven,
    s.run AS run,
    s.test AS test,
    s.fact AS fact,
    m.branch,
    coalesce(s.adopted, false) AS adopted
FROM made m LEFT JOIN counting s ON s.workflow = m.id;

CREATE VIEW current AS
WITH RECURSIVE counting(id) AS (
    SELECT workflow FROM statuses WHERE branch = '' OR adopted
    UNION
    SELECT p.id FROM counting c JOIN versions v ON v.id = c.id JOIN versions p ON p.id = v.parent
), placed AS (
    SELECT
        v.*, s.status, s.reason AS status_reason, s.since, s.proven, s.fact AS said_by, s.branch,
        v.id IN (SELECT id FROM counting) AS counts,
        bool_or(v.id IN (SELECT id FROM counting)) OVER (PARTITION BY v.task) AS any_counts
    FROM versions v JOIN statuses s ON s.workflow = v.id
)
SELECT task, id, version, status, status_reason, since, author, reason, created, parent, content, proven, branch
FROM placed
WHERE status NOT IN ('superseded', 'retired') AND (counts OR NOT any_counts)
QUALIFY row_number() OVER (
    PARTITION BY task
    ORDER BY
        CASE
            WHEN status = 'active' THEN 4
            WHEN status IN ('candidate', 'drifting') OR (status = 'possibly_stale' AND proven) THEN 3
            WHEN status = 'possibly_stale' THEN 2
            WHEN proven THEN 1
            ELSE 0
        END DESC,
        CASE WHEN status = 'active' THEN said_by ELSE '' END DESC,
        version DESC,
        id DESC
) = 1;

CREATE VIEW overlays AS
SELECT
    s.task, s.branch, s.workflow, s.version, s.status, s.since, s.adopted,
    coalesce(json_extract_string(v.content, '$.provenance.commit'), '') AS commit
FROM statuses s JOIN versions v ON v.id = s.workflow
WHERE s.branch <> '';
"""
