"""Views over calls of models: the questions, their cost, how well each model does, and whether it has become slow.

Rules of this module:

* A lesson is one attempt of one test at one task in which a model was asked for moves. A second run of the task in the
  same attempt counts no call again.
* The model that was asked last has finished the lesson. An earlier one has failed in it: it gave up.
* A model's "done" proves nothing. A lesson has held if its attempt was green and the version that it made was replayed
  green later. It has failed if its attempt was red, or if its version was used later and never replayed green. Until
  then it is open. Each lesson counts once, however often its version is replayed.
* If the endpoint did not answer the last call of a red attempt, the lesson is open: the model is not the cause.
* ``model_starts`` counts by the model that was asked first, with the help of those after it, in the last 30 settled
  lessons of each kind: an older failure expires, so that a model gets another try.
* A model is crowded if two of its last 5 calls met a rate limit, within a minute of the newest call of any model. So a
  minute of calls to others frees it, and the clock of the machine decides nothing.
* A number is shown only if enough was seen: a percentile of 99 needs 300 calls, a change of latency 60.
* The latency is compared in logarithms: the last 20 calls with up to 200 calls before them. ``slow_calls`` is the
  number of latest calls that are slow together (a sum above a limit, as in a CUSUM chart), and at least 1.5 times as
  slow in the median.

It knows facts as rows. It must never know files, or the content of a call.
"""

from __future__ import annotations

MODEL_VIEWS = r"""
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

CREATE VIEW model_lessons AS
WITH finished AS (
    SELECT
        run, worker, test, attempt, task, workflow,
        coalesce(json_extract_string(data, '$.outcome'), '') AS outcome,
        coalesce(json_extract_string(data, '$.passed') = 'true', false) AS passed
    FROM facts WHERE kind = 'test_finished'
), asked AS (
    SELECT
        run, worker, test, attempt, task,
        any_value(kind) AS kind,
        arg_min(model, fact) FILTER (coalesce(purpose, 'move') = 'move') AS first_model,
        arg_max(model, fact) FILTER (coalesce(purpose, 'move') = 'move') AS last_model,
        arg_max(problem, fact) <> '' AS unanswered,
        count(*) AS calls, sum(tokens) AS tokens, sum(seconds) AS seconds, sum(coalesce(money, 0)) AS money,
        min(fact) AS fact, max(happened) AS happened
    FROM model_calls GROUP BY ALL HAVING first_model IS NOT NULL
), ended AS (
    SELECT
        run, worker, test, attempt, task,
        bool_or(passed) AS passed,
        max(workflow) FILTER (outcome IN ('learned', 'relearned')) AS workflow
    FROM finished GROUP BY ALL
), later AS (
    SELECT
        e.workflow,
        bool_or(f.passed AND f.outcome IN ('replayed', 'healed')) AS held
    FROM ended e JOIN finished f ON f.workflow = e.workflow
        AND (f.run, f.worker, f.test, f.attempt) IS DISTINCT FROM (e.run, e.worker, e.test, e.attempt)
    WHERE e.workflow <> '' GROUP BY e.workflow
)
SELECT
    a.run, a.worker, a.test, a.attempt, a.task, a.kind, a.first_model, a.last_model,
    CASE
        WHEN e.passed IS NULL THEN 'open'
        WHEN NOT e.passed THEN if(a.unanswered, 'open', 'failed')
        WHEN l.held THEN 'held'
        WHEN l.held IS NULL THEN 'open'
        ELSE 'failed'
    END AS result,
    coalesce(e.passed, false) AS green,
    a.calls, a.tokens, a.seconds, a.money, a.happened, a.fact
FROM asked a
LEFT JOIN ended e ON e.run = a.run AND e.worker = a.worker AND e.test = a.test AND e.attempt = a.attempt
    AND e.task = a.task
LEFT JOIN later l ON l.workflow = e.workflow;

CREATE VIEW agent_performance AS
SELECT
    c.model,
    c.kind,
    count(*) AS lessons,
    count(*) FILTER (l.green AND l.last_model = c.model) AS green,
    count(*) FILTER (l.result = 'held' AND l.last_model = c.model) AS held,
    count(*) FILTER (l.result = 'failed' OR (l.result = 'held' AND l.last_model <> c.model)) AS failed,
    sum(c.calls) AS calls,
    sum(c.tokens) AS tokens,
    avg(c.seconds) AS seconds,
    avg(c.money) AS money,
    max(c.happened) AS last_asked
FROM (
    SELECT
        run, worker, test, attempt, task, model, kind,
        count(*) AS calls, sum(tokens) AS tokens, sum(seconds) AS seconds, sum(coalesce(money, 0)) AS money,
        max(happened) AS happened
    FROM model_calls GROUP BY run, worker, test, attempt, task, model, kind
) c
JOIN model_lessons l ON l.run = c.run AND l.worker = c.worker AND l.test = c.test AND l.attempt = c.attempt
    AND l.task = c.task
GROUP BY c.model, c.kind;

CREATE VIEW model_starts AS
SELECT
    first_model AS model, kind,
    count(*) AS lessons,
    count(*) FILTER (result = 'held') AS held,
    avg(seconds) AS seconds,
    avg(money) AS money
FROM (
    SELECT *, row_number() OVER (PARTITION BY kind ORDER BY fact DESC) AS back
    FROM model_lessons WHERE result <> 'open'
) WHERE back <= 30 GROUP BY first_model, kind;

CREATE VIEW agent_metrics AS
WITH numbered AS (
    SELECT *, ln(greatest(seconds, 0.001)) AS log_seconds, max(happened) OVER () AS newest,
        row_number() OVER (PARTITION BY model ORDER BY fact DESC) AS back
    FROM model_calls
), usual AS (
    SELECT
        model,
        median(log_seconds) AS middle,
        greatest((quantile_cont(log_seconds, 0.84) - quantile_cont(log_seconds, 0.16)) / 2, 0.15) AS width
    FROM numbered WHERE back BETWEEN 21 AND 220 GROUP BY model HAVING count(log_seconds) >= 40
), recent AS (
    SELECT
        n.model, n.back,
        sum(least((n.log_seconds - u.middle) / u.width, 3) - 0.5) OVER latest AS excess,
        exp(median(n.log_seconds) OVER latest - u.middle) AS ratio
    FROM numbered n JOIN usual u ON u.model = n.model WHERE n.back <= 20 AND n.seconds IS NOT NULL
    WINDOW latest AS (PARTITION BY n.model ORDER BY n.back)
), slow AS (
    SELECT model, max(back) AS calls, arg_max(ratio, back) AS ratio
    FROM recent WHERE back >= 10 AND excess >= 8 AND ratio >= 1.5 GROUP BY model
), latency AS (
    SELECT
        model,
        count(*) AS total_calls,
        count(*) FILTER (problem = '') / count(*) AS answer_rate,
        avg(seconds) AS avg_latency_seconds,
        sum(money) AS money,
        count(*) FILTER (
            back <= 5 AND regexp_matches(problem, '(?i)rate limit|\b429\b') AND happened > newest - INTERVAL 1 MINUTE
        ) >= 2 AS crowded,
        CASE WHEN count(seconds) >= 300 THEN quantile_cont(seconds, 0.99) END AS p99_latency_seconds,
        to_json(list(problem ORDER BY fact DESC) FILTER (problem <> '' AND back <= 100)[:5]) AS recent_failures
    FROM numbered GROUP BY model
), ratios AS (
    SELECT n.model, exp(median(n.log_seconds) - any_value(u.middle)) AS ratio
    FROM numbered n JOIN usual u ON u.model = n.model WHERE n.back <= 20 GROUP BY n.model
), lessons AS (
    SELECT
        model, sum(lessons)::BIGINT AS lessons, sum(green) / sum(lessons) AS success_rate,
        sum(held)::BIGINT AS held, sum(failed)::BIGINT AS failed,
        to_json(list({'kind': kind, 'lessons': lessons, 'green': green, 'held': held, 'failed': failed}
            ORDER BY lessons DESC, kind)) AS by_task_type
    FROM agent_performance GROUP BY model
)
SELECT
    l.model AS agent, l.total_calls, l.answer_rate,
    coalesce(p.lessons, 0) AS lessons, p.success_rate, coalesce(p.held, 0) AS held, coalesce(p.failed, 0) AS failed,
    l.avg_latency_seconds, l.p99_latency_seconds, r.ratio AS latency_ratio, coalesce(s.calls, 0) AS slow_calls,
    s.ratio AS slow_ratio, l.crowded, l.money / p.lessons AS avg_cost_usd,
    coalesce(p.by_task_type, '[]'::JSON) AS by_task_type,
    coalesce(l.recent_failures, '[]'::JSON) AS recent_failures
FROM latency l
LEFT JOIN lessons p ON p.model = l.model LEFT JOIN slow s ON s.model = l.model LEFT JOIN ratios r ON r.model = l.model;
"""
"""The views. Each comes after the views that it selects from."""
