"""Views over calls of models: the questions, their cost, and how well each model does.

Rules of this module:

* A lesson is one attempt of one test at one task; it is green if that attempt is green. A second run of the task in
  the same attempt counts no call again.

It knows facts as rows. It must never know files, or the content of a call.
"""

from __future__ import annotations

MODEL_VIEWS = """
CREATE VIEW model_calls AS
SELECT
    id AS fact, happened, run, worker, test, attempt, task, workflow,
    json_extract_string(data, '$.model') AS model,
    json_extract_string(data, '$.kind') AS kind,
    json_extract_string(data, '$.purpose') AS purpose,
    try_cast(json_extract_string(data, '$.seconds') AS DOUBLE) AS seconds,
    try_cast(json_extract_string(data, '$.tokens') AS BIGINT) AS tokens,
    try_cast(json_extract_string(data, '$.money') AS DOUBLE) AS money,
    coalesce(json_extract_string(data, '$.problem'), '') AS problem
FROM facts WHERE kind = 'model_call';

CREATE VIEW agent_performance AS
SELECT
    model,
    kind,
    count(*) AS lessons,
    count(*) FILTER (passed) AS green,
    sum(calls) AS calls,
    sum(tokens) AS tokens,
    avg(seconds) AS seconds,
    avg(money) AS money,
    max(happened) AS last_asked
FROM (
    SELECT
        c.model,
        c.kind,
        count(*) AS calls,
        sum(c.tokens) AS tokens,
        sum(c.seconds) AS seconds,
        sum(coalesce(c.money, 0)) AS money,
        max(c.happened) AS happened,
        coalesce(bool_or(f.passed), false) AS passed
    FROM model_calls c
    LEFT JOIN (
        SELECT run, worker, test, attempt, task, bool_or(json_extract_string(data, '$.passed') = 'true') AS passed
        FROM facts WHERE kind = 'test_finished' GROUP BY ALL
    ) f ON f.run = c.run AND f.worker = c.worker AND f.test = c.test AND f.attempt = c.attempt AND f.task = c.task
    GROUP BY c.run, c.worker, c.test, c.attempt, c.task, c.model, c.kind
)
GROUP BY model, kind;
"""
"""The views. Each comes after the views that it selects from."""
