"""Views over versions: status, current version, success rate, drifts, and the locators of elements over time.

Rules of this module:

* ``statuses`` and ``current`` decide nothing. They show the table ``lifecycle``, which holds the outcome of the version
  fold (``store.version_fold``) as seen on the default branch, together with the facts that led to it.
* ``overlays`` shows the versions of feature branches, as seen on the default branch.
* ``selector_evolution`` has a row for each version that changed something about a step, and for each heal that made no
  version. ``WorkflowStore.evolution`` reads it.

It knows facts as rows. It must never know files, git, or the reason why a version runs.
"""

from __future__ import annotations

LIFECYCLE_VIEWS = """
CREATE VIEW versions AS
SELECT
    workflow AS id,
    task,
    coalesce(try_cast(json_extract_string(data, '$.workflow.version') AS INTEGER), 0) AS version,
    json_extract(data, '$.workflow') AS content,
    coalesce(json_extract_string(data, '$.workflow.provenance.author'), '') AS author,
    coalesce(json_extract_string(data, '$.workflow.provenance.reason'), '') AS reason,
    happened AS created,
    coalesce(json_extract_string(data, '$.workflow.provenance.parent'), '') AS parent,
    run,
    test,
    id AS fact
FROM facts
WHERE kind = 'version' AND workflow <> '' AND task <> ''
QUALIFY row_number() OVER (PARTITION BY workflow ORDER BY id) = 1;

CREATE VIEW statuses AS
SELECT
    l.workflow,
    l.task,
    v.version,
    l.status,
    CASE WHEN l.marked <> '' THEN 'person.marked_wrong'
        WHEN l.status <> json_extract_string(s.data, '$.status') THEN 'heir'
        ELSE coalesce(json_extract_string(s.data, '$.reason'), '')
    END AS reason,
    CASE WHEN l.marked <> '' THEN 'a person marked one of its steps wrong'
        WHEN l.status <> json_extract_string(s.data, '$.status') THEN 'a later version has a step marked wrong'
        ELSE coalesce(json_extract_string(s.data, '$.text'), json_extract_string(s.data, '$.reason'), '')
    END AS text,
    CASE WHEN l.marked <> '' THEN to_json([concat(
            'session ', json_extract_string(s.data, '$.session'), ', step ', json_extract_string(s.data, '$.step')
        )])
        ELSE json_extract(s.data, '$.evidence')
    END AS evidence,
    coalesce(s.happened, v.created) AS since,
    l.proven,
    s.run AS run,
    s.test AS test,
    s.id AS fact,
    l.branch,
    l.adopted
FROM lifecycle l JOIN versions v ON v.id = l.workflow
LEFT JOIN facts s ON s.id = coalesce(nullif(l.marked, ''), l.fact);

CREATE VIEW current AS
SELECT v.task, v.id, v.version, s.status, s.reason AS status_reason, s.since, v.author, v.reason, v.created,
       v.parent, v.content, s.proven, s.branch
FROM lifecycle l JOIN versions v ON v.id = l.workflow JOIN statuses s ON s.workflow = l.workflow
WHERE l.runs;

CREATE VIEW overlays AS
SELECT
    s.task, s.branch, s.workflow, s.version, s.status, s.since, s.adopted,
    coalesce(json_extract_string(v.content, '$.provenance.commit'), '') AS commit
FROM statuses s JOIN versions v ON v.id = s.workflow
WHERE s.branch <> '';

CREATE VIEW success AS
WITH runs AS (
    SELECT *,
        json_extract_string(data, '$.outcome') AS outcome,
        coalesce(
            try_cast(json_extract_string(data, '$.passed') AS BOOLEAN),
            coalesce(json_extract_string(data, '$.outcome'), '')
                IN ('replayed', 'healed', 'relearned', 'learned')
        ) AS green
    FROM facts WHERE kind = 'test_finished' AND workflow <> ''
)
SELECT
    task,
    workflow,
    count(*) AS runs,
    count(*) FILTER (green) AS greens,
    count(*) FILTER (green) / count(*) AS rate,
    count(*) FILTER (outcome = 'healed') AS healed,
    count(*) FILTER (outcome = 'stale') AS stale,
    median(try_cast(json_extract_string(data, '$.seconds') AS DOUBLE)) AS median_seconds,
    max(happened) AS last_run,
    max(happened) FILTER (green) AS last_green
FROM runs GROUP BY task, workflow;

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
        unnest(try_cast(json_extract(data, '$.steps') AS JSON[])) AS one
    FROM facts WHERE kind = 'identity'
);

CREATE VIEW selector_evolution AS
WITH numbered AS (
    SELECT
        *,
        unnest(range(1, len(steps) + 1)) AS step,
        json_extract(unnest(steps), '$.target') AS target
    FROM (
        SELECT *, try_cast(json_extract(content, '$.steps') AS JSON[]) AS steps
        FROM versions
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
