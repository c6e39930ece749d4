"""A project as an earlier version left it still opens: its store, its journals and its steering files.

The fixture is a whole project of its own: `.ami` with a database, absorbed journals, journals that no run has absorbed
(one of a killed process, with a torn last line), a memory of pages, steering files, and git's files with a feature
branch. ``expected.json`` is the answer of the version that wrote it, taken with ``answer`` below.
"""

from __future__ import annotations

import hashlib
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.memory import Intent
from pytest_ami.model.memory import digest as hashed
from pytest_ami.model.workflow import Workflow
from pytest_ami.store.journal import Journal
from pytest_ami.store.steering.folder import SteeringFolder
from pytest_ami.store.steering.golden_path import fitted, parse
from pytest_ami.store.workflow_store import WorkflowStore

FIXTURE = Path(__file__).parents[2] / "fixtures" / "stores" / "before-layout"
FILES = Path("steering", "golden-paths")
BRANCHES = ("main", "redesign")
LATER_VIEWS = frozenset(
    {"sessions", "step_annotations", "error_patterns", "path_applications", "golden_paths", "task_statistics"}
    | {"memory_sessions", "memory_pages", "memory_actions", "memory_sequences", "memory_phrases"}
    | {"forgettings", "known_facts", "task_patterns", "failure_knowledge", "site_profiles", "agent_metrics"}
    | {"memory_entries", "pruned_entries", "resting_facts", "cold_facts"}
    | {"model_lessons", "model_starts", "agent_performance"}
)
"""Views that the earlier version did not have, or that have more columns now."""
LATER_FIELDS = frozenset({"name", "description", "user_id", "session_id"})
"""Fields of entities that the earlier version did not have."""


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """The answer of this version."""
    root = tmp_path_factory.mktemp("project")
    with tarfile.open(FIXTURE / "project.tar.gz") as archive:
        archive.extractall(root, filter="data")
    (root / "git").rename(root / ".git")
    return answer(root)


def opened(root: Path, journal: Journal | None = None) -> WorkflowStore:
    """The store of the project as a process sees it that has just begun."""
    folder = root / ".ami"
    steering = SteeringFolder(root / FILES, folder, root)
    return WorkflowStore(folder, journal, readonly=journal is None, steering=steering)


def short(value: Any) -> Any:
    """Large values by their digest: what is compared is whether they are the same."""
    return value if len(json.dumps(value, default=str)) < 200 else digest(value)


def digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def content(version: Workflow) -> dict[str, Any]:
    """The fields that a version had then."""
    return as_then(to_plain(version))


def as_then(plain: dict[str, Any]) -> dict[str, Any]:
    for parameter in plain.get("parameters", ()):
        assert parameter.pop("optional") is False
    return plain


def of_task(store: WorkflowStore, task: str, *, brief: bool = False) -> dict[str, Any]:
    runs = store.find(task)
    if brief:
        versions = [[version.id, version.status.value, digest(content(version))] for version in store.versions(task)]
        return {"runs": runs and runs.id, "versions": versions}
    return {
        "runs": runs and [runs.id, runs.version, runs.status.value],
        "versions": [
            {
                "id": version.id,
                "number": version.version,
                "status": version.status.value,
                "content": short(content(version)),
                "moved": store.moved(version),
                "movements": [{str(step): share for step, share in one.items()} for one in store.movements(version)],
                "first": to_plain(store.first_movements(version)),
            }
            for version in store.versions(task)
        ],
        "history": [
            " ".join((fact.id, fact.kind, fact.workflow, digest(to_plain(fact)))) for fact in store.history(task)
        ],
        "evolution": [short(to_plain(row)) for row in store.evolution(task)],
    }


def of_branch(root: Path, branch: str, *, brief: bool = False) -> dict[str, Any]:
    (root / ".git" / "HEAD").write_text(f"ref: refs/heads/{branch}\n", encoding="utf-8")
    store = opened(root)
    tasks = store.tasks(retired=True)
    return {"alive": list(store.tasks()), "tasks": {task: of_task(store, task, brief=brief) for task in tasks}}


def of_memory(store: WorkflowStore) -> dict[str, Any]:
    memory = store.memory
    entities = {
        kind: [short(known) for one in ones for known in as_before(kind, to_plain(one))]
        for kind, ones in memory.entities().items()
    }
    urls = sorted({page.url for page in memory.entities()["pages"]})
    return {
        "counts": to_plain(memory.counts()),
        "entities": entities,
        "operations": {url: [short(to_plain(one)) for one in memory.query_page_operations(url)] for url in urls},
        "texts": {url: memory.format_page_operations(url) for url in urls},
    }


def as_before(kind: str, entity: dict[str, Any]) -> list[dict[str, Any]]:
    """The entities that stood for this one in the earlier version, which had an action for each trigger."""
    plain = {name: value for name, value in entity.items() if name not in LATER_FIELDS}
    if kind != "actions":
        return [plain]
    triggers = [from_plain(Intent, one) for one in plain.pop("triggers")]
    keys = [hashed("action", plain["source"], plain["target"], one.key) for one in triggers]
    return [{**plain, "id": key, "trigger": to_plain(one)} for key, one in zip(keys, triggers, strict=True)]


def of_views(store: WorkflowStore) -> dict[str, list[Any]]:
    """The rows of all views, and of the facts."""
    names = [name for name in ("facts", *store.views) if name not in LATER_VIEWS]
    found = {}
    for name in names:
        rows = [{column: short(value) for column, value in row.items()} for row in store.facts(f"FROM {name}")]
        found[name] = sorted(rows, key=lambda row: json.dumps(row, sort_keys=True, default=str))
    return {**found, "facts": [digest(row) for row in found["facts"]]}


def flow_in(text: str) -> str:
    """The part of a steering file that is read back; format 2 words the summary above it in another way."""
    return text.partition("\nworkflow:\n")[2]


def in_format_1(plain: dict[str, Any]) -> dict[str, Any]:
    """The content of a steering file, with the errors as texts and without the number of runs, a later field."""
    del plain["usage_count"]
    as_then(plain["workflow"])
    errors = [error["error"] for error in plain.get("common_errors", ())]
    return {**plain, **({"common_errors": errors} if errors else {})}


def of_files(root: Path) -> dict[str, Any]:
    said = {}
    for path in sorted((root / FILES).glob("*.yaml")):
        golden = parse(path.read_bytes(), name=path.name)
        said[path.name] = {
            "says": short(in_format_1(to_plain(golden))),
            "same bytes": flow_in(fitted(golden)[1]) == flow_in(path.read_text("utf-8")),
        }
    return said


def answer(root: Path) -> Mapping[str, Any]:
    """Everything that the project says, in an order in which nothing changes what comes after it."""
    said: dict[str, Any] = {"files": of_files(root)}
    said["as found"] = {branch: of_branch(root, branch, brief=branch != BRANCHES[0]) for branch in BRANCHES}
    said["memory"] = of_memory(opened(root))

    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in (root / FILES).iterdir()}
    journal = Journal(root / ".ami", run="reader")
    store = opened(root, journal)
    said["taken in"] = store.import_steering_files()
    absorbed = store.absorb(strict=True)
    said["absorbed"] = [absorbed.facts, absorbed.skipped, absorbed.newer]
    said["views"] = of_views(store)
    said["written"] = sorted(path.name for path in store.write_steering_files(store.tasks()))
    said["untouched"] = sorted(name for name, blob in before.items() if (root / FILES / name).read_bytes() == blob)
    said["absorbed again"] = {branch: of_branch(root, branch, brief=True) for branch in BRANCHES}
    return json.loads(json.dumps(said, default=str))  # type: ignore[no-any-return]


def expected() -> dict[str, Any]:
    said: dict[str, Any] = json.loads((FIXTURE / "expected.json").read_text("utf-8"))
    said["views"] = {name: rows for name, rows in said["views"].items() if name not in LATER_VIEWS}
    return said


def test_the_fixture_has_every_status_and_both_branches() -> None:
    said = expected()["as found"]["main"]["tasks"]
    statuses = {version["status"] for task in said.values() for version in task["versions"]}
    assert statuses == {"candidate", "active", "drifting", "possibly_stale", "stale", "superseded", "retired"}
    assert expected()["as found"]["redesign"]["tasks"] != said


@pytest.mark.slow
@pytest.mark.parametrize("part", list(expected()))
def test_a_project_of_the_version_before_says_what_it_said_there(answered: Mapping[str, Any], part: str) -> None:
    assert answered[part] == expected()[part]
