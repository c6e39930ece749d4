"""MLflow: experiments, runs, models; React with Ant Design, addresses behind a #, grids that draw what is seen."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .application import Application, Release, Running, Task, Values
from .stage import ask, free_port, process, python_of

EXPERIMENTS = ("churn", "churn-2026", "Wetter", "Wetter/Köln", "fraud")
MODELS = ("churn", "demand", "fraud", "Köln-Verkehr", "o'neill", "price", "recommender", "天气", "Wetter")
VARIANTS = ("", "-2026", "-v2", " (test)")
RUNS = tuple(f"{kind}{number}" for kind in ("baseline ", "forest-", "Versuch ") for number in range(1, 12))
DISMISSED = {
    "_mlflow_model_registry_promo_modal_dismissed_v1": "true",
    "mlflow.detectIssues.guidanceShown_v1": "true",
    "mlflow.workflowType_v1": '"machine_learning"',
    "mlflow.assistant.panelOpen_v1": "false",
    "mlflow.assistant.fab.autoOpenedOnFirstLoad_v1": "true",
}
"""The browser of somebody who has closed the advertisements of the newer release, and trains models."""


# -- the server -------------------------------------------------------------------------------------------------------


@contextmanager
def serve(installed: Path, folder: Path) -> Iterator[Running]:
    """Run a tracking server on a new database."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    programs = Path(python_of(installed)).parent
    command = [str(programs / "mlflow"), "server", "--host=127.0.0.1", f"--port={port}", "--workers=1"]
    command += ["--backend-store-uri=sqlite:///mlflow.db", "--default-artifact-root=./artifacts"]
    more = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "MLFLOW_DISABLE_TELEMETRY": "true"}
    more["MLFLOW_SERVER_ENABLE_JOB_EXECUTION"] = "false"
    with process(command, folder, f"{url}/health", more=more, timeout=180):
        running = Running(url, lambda: _facts(url))
        _seed(url)
        yield running


def _post(url: str, path: str, body: dict[str, Any]) -> Any:
    return ask(f"{url}/api/2.0/mlflow/{path}", "POST", body)


def _seed(url: str) -> None:
    for name in EXPERIMENTS:
        _post(url, "experiments/create", {"name": name})
    for number, name in enumerate(RUNS):
        run = _create_run(url, name, 1_790_000_000_000 + number * 60_000)
        metric = {"key": "auc", "value": 0.5 + number / 100, "timestamp": 1_790_000_000_000, "step": 0}
        _post(url, "runs/log-batch", {"run_id": run, "metrics": [metric]})
    for name in MODELS:
        for variant in VARIANTS:
            _post(url, "registered-models/create", {"name": name + variant})


def _create_run(url: str, name: str, start: int) -> str:
    """Create a run in the first experiment of ours; return its id."""
    tags = [{"key": "mlflow.runName", "value": name}, {"key": "mlflow.user", "value": "anna"}]
    body = {"experiment_id": "1", "run_name": name, "start_time": start, "tags": tags}
    return str(_post(url, "runs/create", body)["run"]["info"]["run_id"])


def _facts(url: str) -> dict[str, dict[str, dict[str, Any]]]:
    """Return experiments and models by name, and runs by id, as far as people can change them."""
    found = _post(url, "experiments/search", {"max_results": 1000, "view_type": "ACTIVE_ONLY"})["experiments"]
    ids = [one["experiment_id"] for one in found]
    runs = _post(url, "runs/search", {"experiment_ids": ids, "max_results": 1000, "run_view_type": "ACTIVE_ONLY"})
    models = ask(f"{url}/api/2.0/mlflow/registered-models/search?max_results=1000")
    return {
        "experiments": {one["name"]: {"tags": _tags(one)} for one in found},
        "runs": {
            run["info"]["run_id"]: {
                "experiment": run["info"]["experiment_id"],
                "name": {tag["key"]: tag["value"] for tag in run["data"]["tags"]}["mlflow.runName"],
                "tags": _tags(run["data"]),
            }
            for run in runs.get("runs", [])
        },
        "models": {
            one["name"]: {"description": one.get("description", ""), "tags": _tags(one)}
            for one in models.get("registered_models", [])
        },
    }


def _tags(entity: dict[str, Any]) -> dict[str, str]:
    """Return the tags that people set, among them the one that holds a description."""
    tags = {tag["key"]: tag["value"] for tag in entity.get("tags", [])}
    return {key: tags[key] for key in tags if key == "mlflow.note.content" or not key.startswith("mlflow.")}


def enter(page: Page, running: Running) -> None:
    """Close the newer release's advertisements as the browser remembers it; the older one does not read this."""
    page.goto(f"{running.url}/health")
    page.evaluate("kept => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, value))", DISMISSED)


# -- models -----------------------------------------------------------------------------------------------------------


def _dialog(page: Page) -> Locator:
    return page.get_by_role("dialog").filter(visible=True)


def _open_model(page: Page, name: str) -> None:
    search = page.get_by_placeholder(re.compile("Search by model names|Search registered models"))
    search.fill(name)
    search.press("Enter")
    page.get_by_role("link", name=name, exact=True).click()
    page.get_by_role("heading", name=name, exact=True).wait_for()


def _model(running: Running, values: Values) -> None:
    """Register a model, anew if it is there."""
    if values["model"] in running.facts()["models"]:
        ask(f"{running.url}/api/2.0/mlflow/registered-models/delete", "DELETE", {"name": values["model"]})
    _post(running.url, "registered-models/create", {"name": values["model"]})


def create_model(page: Page, values: Values) -> None:
    page.get_by_role("button", name="Create Model").click()
    _dialog(page).get_by_role("textbox").fill(values["model"])
    _dialog(page).get_by_role("button", name="Create").click()
    page.get_by_role("button", name="Description").wait_for()


CREATE_MODEL = Task(
    name="create a model",
    covers=("dialog", "the address changes behind the #"),
    start="/#/models",
    values=({"model": "Prognose"}, {"model": "Prognose Köln 2026"}, {"model": "O'Brien v3"}, {"model": "价格-3"}),
    perform=create_model,
    confirm=lambda page, values: expect(page.get_by_role("heading", name=values["model"], exact=True)).to_be_visible(),
    done=lambda before, after, values: (
        after == {**before, "models": {**before["models"], values["model"]: {"description": "", "tags": {}}}}
    ),
)


def describe(page: Page, values: Values) -> None:
    _open_model(page, values["model"])
    page.get_by_role("button", name="Edit", exact=True).click()
    page.locator("textarea").fill(values["text"])
    page.get_by_role("button", name="Save").click()
    expect(page.locator("textarea").filter(visible=True)).to_have_count(0)


DESCRIBE = Task(
    name="describe a model",
    covers=("search", "rich text (markdown)", "edit"),
    start="/#/models",
    values=(
        {"model": "churn mini", "text": "Predicts who leaves within 30 days."},
        {"model": "Köln-Verkehr-v2b", "text": "Größe: 4/5 der Kreuzungen"},
        {"model": "o'neill-2", "text": "O'Neill's model; ask him first"},
        {"model": "天气 2", "text": "明天的天气"},
    ),
    prepare=_model,
    perform=describe,
    confirm=lambda page, values: expect(page.get_by_text(values["text"])).to_be_visible(),
    done=lambda before, after, values: after == _with_model(before, values["model"], description=values["text"]),
)


def _with_model(facts: Any, model: str, **fields: object) -> Any:
    return {**facts, "models": {**facts["models"], model: {**facts["models"][model], **fields}}}


def tag_model(page: Page, values: Values) -> None:
    _open_model(page, values["model"])
    page.get_by_role("button", name="Tags").click()
    page.get_by_label("tag name").fill(values["key"])
    page.get_by_label("tag value").fill(values["value"])
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("tag name")).to_have_value("")


TAG_MODEL = Task(
    name="tag a model",
    covers=("search", "form that empties itself"),
    start="/#/models",
    values=(
        {"model": "price-1", "key": "team", "value": "blue"},
        {"model": "price-2026 final", "key": "owner", "value": "Jürgen O'Neill"},
        {"model": "Wetter-neu", "key": "Stadt", "value": "Köln/Deutz"},
        {"model": "recommender-cn", "key": "语言", "value": "中文"},
    ),
    prepare=_model,
    perform=tag_model,
    confirm=lambda page, values: expect(page.get_by_role("cell", name=values["value"], exact=True)).to_be_visible(),
    done=lambda before, after, values: (
        after == _with_model(before, values["model"], tags={values["key"]: values["value"]})
    ),
)


def delete_model(page: Page, values: Values) -> None:
    _open_model(page, values["model"])
    page.get_by_role("heading", name=values["model"], exact=True).locator("xpath=following::button[1]").click()
    page.get_by_role("menuitem", name="Delete").click()
    _dialog(page).get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Registered Models").wait_for()


DELETE_MODEL = Task(
    name="delete a model",
    covers=("search", "menu of an icon", "confirmation", "delete"),
    start="/#/models",
    values=({"model": "fraud-2025"}, {"model": "fraud-2025 (old)"}, {"model": "需求"}, {"model": "Löschen O'K"}),
    prepare=_model,
    perform=delete_model,
    confirm=lambda page, values: expect(page.get_by_role("link", name=values["model"], exact=True)).to_have_count(0),
    done=lambda before, after, values: (
        values["model"] in before["models"]
        and after == {**before, "models": _without(before["models"], values["model"])}
    ),
)


def _without(entries: Any, *keys: str) -> Any:
    return {key: entry for key, entry in entries.items() if key not in keys}


# -- experiments and runs ---------------------------------------------------------------------------------------------


def create_experiment(page: Page, values: Values) -> None:
    page.get_by_title("New Experiment").click()
    _create_experiment(page, values)


def create_experiment_afterwards(page: Page, values: Values) -> None:
    page.get_by_role("link", name="Experiments", exact=True).click()
    page.get_by_role("button", name="Create").first.click()
    _create_experiment(page, values)


def _create_experiment(page: Page, values: Values) -> None:
    _dialog(page).get_by_label("Experiment Name").fill(values["experiment"])
    _dialog(page).get_by_role("button", name="Create").click()
    expect(_dialog(page)).to_have_count(0)


CREATE_EXPERIMENT = Task(
    name="create an experiment",
    covers=("icon without a button", "dialog"),
    start="/#/",
    values=(
        {"experiment": "Absatz"},
        {"experiment": "Absatz Köln (November)"},
        {"experiment": "O'Brien's forest"},
        {"experiment": "股票-2026"},
    ),
    perform=create_experiment,
    afterwards=create_experiment_afterwards,
    confirm=lambda page, values: expect(
        page.get_by_role("link", name=values["experiment"], exact=True).first
    ).to_be_visible(),
    done=lambda before, after, values: (
        after == {**before, "experiments": {**before["experiments"], values["experiment"]: {"tags": {}}}}
    ),
)


def _fresh_run(running: Running, values: Values) -> None:
    """Log a run, which is the newest one then; older ones of its name go."""
    for key, run in running.facts()["runs"].items():
        if run["name"] == values["run"]:
            _post(running.url, "runs/delete", {"run_id": key})
    _create_run(running.url, values["run"], int(time.time() * 1000))


def _row(page: Page, run: str) -> Locator:
    """Return the row of a run; the name stands in a cell, or in a link of the newer release."""
    named = page.get_by_role("gridcell", name=run, exact=True).or_(page.get_by_role("link", name=run, exact=True))
    return page.get_by_role("row").filter(has=named)


def _open_run(page: Page, run: str) -> None:
    _row(page, run).get_by_role("link").first.click()
    page.get_by_role("heading", name=run, exact=True).wait_for()


def _with_run(before: Any, run_name: str, **fields: object) -> Any:
    """Return the facts with other fields of the only run of this name."""
    (key,) = (key for key, run in before["runs"].items() if run["name"] == run_name)
    return {**before, "runs": {**before["runs"], key: {**before["runs"][key], **fields}}}


def rename_run(page: Page, values: Values) -> None:
    _open_run(page, values["run"])
    page.get_by_role("heading", name=values["run"], exact=True).locator("xpath=following::button[1]").click()
    page.get_by_role("menuitem", name="Rename").click()
    _dialog(page).get_by_role("textbox").fill(values["name"])
    _dialog(page).get_by_role("button", name="Save").click()
    expect(_dialog(page)).to_have_count(0)


RENAME_RUN = Task(
    name="rename a run",
    covers=("record id", "row named by a value", "menu of an icon", "dialog", "edit"),
    start="/#/experiments/1",
    values=(
        {"run": "baseline 12", "name": "baseline, cleaned"},
        {"run": "forest-1b", "name": "O'Neill's forest"},
        {"run": "Versuch 1/2", "name": "Versuch Größe 2"},
        {"run": "实验 1", "name": "实验一"},
    ),
    prepare=_fresh_run,
    perform=rename_run,
    confirm=lambda page, values: expect(page.get_by_role("heading", name=values["name"], exact=True)).to_be_visible(),
    done=lambda before, after, values: after == _with_run(before, values["run"], name=values["name"]),
)


def tag_run(page: Page, values: Values) -> None:
    _open_run(page, values["run"])
    page.get_by_role("button", name="Tags").click()
    page.get_by_label("tag name").fill(values["key"])
    page.get_by_label("tag value").fill(values["value"])
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("tag name")).to_have_value("")


def tag_run_afterwards(page: Page, values: Values) -> None:
    _open_run(page, values["run"])
    page.get_by_role("button", name="Add tags").click()
    _dialog(page).get_by_role("combobox").fill(values["key"])
    page.get_by_role("option", name=values["key"], exact=True).press("Enter")
    _dialog(page).get_by_label("Value").fill(values["value"])
    _dialog(page).get_by_role("button", name="Add tag", exact=True).click()
    _dialog(page).get_by_role("button", name="Save tags").click()
    expect(_dialog(page)).to_have_count(0)


TAG_RUN = Task(
    name="tag a run",
    covers=("record id", "row named by a value", "form that empties itself"),
    start="/#/experiments/1",
    values=(
        {"run": "baseline 1a", "key": "stage", "value": "final"},
        {"run": "forest-100", "key": "checked by", "value": "Anna Maria"},
        {"run": "Versuch O'K", "key": "size", "value": "1/2"},
        {"run": "实验 22", "key": "home_town", "value": "北京"},
    ),
    prepare=_fresh_run,
    perform=tag_run,
    afterwards=tag_run_afterwards,
    confirm=lambda page, values: expect(
        page.get_by_text(re.compile(rf"(^|: ){re.escape(values['value'])}$")).first
    ).to_be_visible(),
    done=lambda before, after, values: after == _with_run(before, values["run"], tags={values["key"]: values["value"]}),
)


def delete_run(page: Page, values: Values) -> None:
    _row(page, values["run"]).get_by_role("checkbox").first.check()
    page.get_by_role("button", name="Delete", exact=True).click()
    _dialog(page).get_by_role("button", name="Delete").click()
    _row(page, values["run"]).wait_for(state="hidden")


DELETE_RUN = Task(
    name="delete a run",
    covers=("record id", "check box of a row", "confirmation", "delete"),
    start="/#/experiments/1",
    values=({"run": "baseline 13"}, {"run": "forest-O'Neill"}, {"run": "Versuch 1 (alt)"}, {"run": "实验 3"}),
    prepare=_fresh_run,
    perform=delete_run,
    confirm=lambda page, values: expect(page.get_by_text(values["run"], exact=True)).to_have_count(0),
    done=lambda before, after, values: (
        after
        == {**before, "runs": {key: run for key, run in before["runs"].items() if run["name"] != values["run"]}}
        != before
    ),
)


APPLICATION = Application(
    name="MLflow",
    kind="React and Ant Design, addresses behind a #, virtual grids",
    releases=(
        Release(name="1.30", python=("mlflow==1.30.1", "setuptools==65.5.0"), serve=serve),
        Release(name="3.17", python=("mlflow==3.17.2",), serve=serve),
    ),
    tasks=(CREATE_MODEL, DESCRIBE, TAG_MODEL, DELETE_MODEL, CREATE_EXPERIMENT, RENAME_RUN, TAG_RUN, DELETE_RUN),
    enter=enter,
)
