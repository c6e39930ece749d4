"""One golden path: the current version of a task, as the text of a steering file and back.

Rules of this module:

* ``task_pattern``, ``parameters``, ``last_updated`` and ``workflow`` are read back. The other keys summarize the
  workflow and its history for people and other tools; they are rewritten with every version.
* Reading a file back gives the same workflow. Evidence that did not fit into the file is named in it (``left_out``).
* The same path gives the same bytes: a file has no trace of the time or machine on which it was written.
* The file alone gives the same knowledge as the store: it stands for facts whose ids are computed from it, so a second
  import has no effect.

It knows the format of a file. It must never know where files are, or which version runs. docs/steering.md explains the
format for people.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import MISSING, Field, asdict, dataclass, fields, is_dataclass, replace
from datetime import datetime, timedelta, timezone
from enum import Enum
from typing import Any

from pytest_ami.engine.boundary.flow_rules import violation
from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.memory.procedure import sentence as worded
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.model.printable import as_argument
from pytest_ami.model.review.golden_path import CommonError, SopAction, difficulty_of
from pytest_ami.model.workflow import SCHEMA, Parameter, Status, Step, Workflow

from .moments import ID, stamp, time_of
from .yaml_text import TextError, YamlText, dump, read

FORMAT = 2
"""The version of the file format. A file with a higher number is left for a newer pytest-ami."""

LARGEST = 50_000
"""Maximum size of a written file, in bytes."""

RUNS = frozenset({Status.CANDIDATE, Status.ACTIVE, Status.DRIFTING})
"""The statuses that a version in a file may have."""

LEFT_OUT = ("lookalikes", "box", "neighbours", "classes", "ancestors", "css", "heading", "context")
"""The evidence to leave out of a file that would be too large, in order; the least needed comes first."""

_HEAD = "# A golden path, written by pytest-ami after a test run. Its docs/steering.md says what each key means.\n"
_CONFLICT = re.compile(rb"^(?:<<<<<<<|>>>>>>>) ", re.MULTILINE)
_PATH = re.compile(r" - at `(.*)`$")


@dataclass(frozen=True, slots=True, kw_only=True)
class SteeringPath:
    """The contents of a steering file.

    Attributes:
        workflow: The version, with its status.
        since: Start of this status, UTC, ISO 8601 with milliseconds.
        apps: Origins of the pages on which it was learned.
        natural_sop: The procedure in words, from sessions that people reviewed; empty for that of the workflow.
        action_sop: The same as actions; empty for the steps of the workflow.
        common_errors: The errors that people marked and the drifts, most frequent first.
        success_rate: Green runs per run of this version, 0 to 1; None if no run was counted.
        usage_count: Number of these runs.
        created_at: Time at which the version was made, as ``since``; empty for ``since``.
        source_sessions: Ids of the test runs it comes from, oldest first.
        left_out: Evidence that did not fit.
    """

    workflow: Workflow
    since: str
    apps: tuple[str, ...] = ()
    natural_sop: str = ""
    action_sop: tuple[SopAction, ...] = ()
    common_errors: tuple[CommonError, ...] = ()
    success_rate: float | None = None
    usage_count: int = 0
    created_at: str = ""
    source_sessions: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Document:
    """The keys of a file, with their types, in their order; texts in lists are those of format 1."""

    task_pattern: str
    apps: tuple[str, ...] = ()
    difficulty: str = ""
    can_replay: bool = True
    natural_sop: str | tuple[str, ...] = ""
    action_sop: tuple[str | SopAction, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    common_errors: tuple[str | CommonError, ...] = ()
    success_rate: float | None = None
    usage_count: int = 0
    created_at: str = ""
    last_updated: str
    source_sessions: tuple[str, ...] = ()
    format: int = FORMAT
    written_by: str = ""
    left_out: tuple[str, ...] = ()
    workflow: dict[str, Any]


# -- write -------------------------------------------------------------------------------------------------------------


def fitted(path: SteeringPath) -> tuple[SteeringPath, str]:
    """Return the path reduced to the maximum size of a file, and the file's text.

    Raises:
        StoreError: It is too large even without the evidence in ``LEFT_OUT``.
    """
    text = written(path)
    for name in LEFT_OUT:
        if len(text.encode()) <= LARGEST:
            break
        path = replace(path, workflow=_without(path.workflow, name), left_out=(*path.left_out, name))
        text = written(path)
    size = len(text.encode())
    if size > LARGEST:
        raise StoreError(
            f'"{path.workflow.task}" is too large for a steering file',
            why="It does not fit even without the evidence that is least needed. Split the task in two.",
            evidence=[f"{size} bytes of {LARGEST}", f"{len(path.workflow.steps)} steps"],
            run=f"ami show {as_argument(path.workflow.task)}",
        )
    return path, text


def written(path: SteeringPath) -> str:
    """Return the text of the file for ``path``, at any length."""
    from pytest_ami import __version__

    flow = path.workflow
    plain = {
        "id": flow.id,
        "version": flow.version,
        "status": flow.status.value,
        "schema": flow.schema,
        **{name: _sparse(getattr(flow, name)) for name in _MORE if getattr(flow, name)},
        "provenance": _sparse(flow.provenance),
        "steps": _sparse(flow.steps),
    }
    document = {
        "task_pattern": flow.task,
        "apps": path.apps,
        "difficulty": difficulty(flow),
        "can_replay": flow.status in RUNS,
        "natural_sop": path.natural_sop or words_of(flow),
        "action_sop": [asdict(action) for action in path.action_sop or actions_of(flow)],
        "parameters": [_parameter(p) for p in flow.parameters],
        "common_errors": [asdict(error) for error in path.common_errors],
        "success_rate": path.success_rate,
        "usage_count": path.usage_count,
        "created_at": path.created_at or path.since,
        "last_updated": path.since,
        "source_sessions": path.source_sessions,
        "format": FORMAT,
        "written_by": f"pytest-ami {__version__}",
        **({"left_out": path.left_out} if path.left_out else {}),
        "workflow": plain,
    }
    return _HEAD + dump(GATE.data(document))


_MORE = ("label", "description", "start", "aliases", "templates", "key_elements", "sop")
"""The fields of a workflow that stand between its status and its steps, unless they are empty."""


def _parameter(parameter: Parameter) -> dict[str, Any]:
    """Return a parameter as plain data; only an optional one says so."""
    always = {"name": parameter.name, "type": parameter.type, "secret": parameter.secret}
    return {**always, "optional": True} if parameter.optional else always


def difficulty(workflow: Workflow) -> str:
    """Return ``simple`` (up to 5 steps), ``medium`` (up to 12) or ``complex``."""
    return difficulty_of(len(workflow.steps))


def sentence(step: Step) -> str:
    """Return a step as an instruction to a colleague, such as ``Click the button "Send".``."""
    return worded(step.kind.value, step.target.title() if step.target else "", step.value)


def words_of(workflow: Workflow) -> str:
    """Return the procedure of a workflow in words: the teacher's, or else a sentence for each step; one line each."""
    return "\n".join(workflow.sop or map(sentence, workflow.steps))


def actions_of(workflow: Workflow) -> tuple[SopAction, ...]:
    """Return the steps of a workflow as actions."""
    return tuple(
        SopAction(
            action=step.kind.value,
            target=step.target.title() if step.target else "",
            method="element" if step.target else "page",
            text=step.value,
        )
        for step in workflow.steps
    )


def _without(workflow: Workflow, name: str) -> Workflow:
    def bare(target: Fingerprint | None) -> Fingerprint | None:
        return target and replace(target, **{name: getattr(Fingerprint(tag=""), name)})

    steps = (replace(step, target=bare(step.target), drop=bare(step.drop)) for step in workflow.steps)
    return replace(workflow, steps=tuple(steps))


def _sparse(value: Any) -> Any:
    """Return ``value`` as plain data, without fields that have their default."""
    if is_dataclass(value) and not isinstance(value, type):
        described = {f.name: f for f in fields(value)}
        pairs = ((name, getattr(value, name), _default(f)) for name, f in described.items())
        return {name: _sparse(one) for name, one, default in pairs if one != default}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (list, tuple)):
        return [_sparse(item) for item in value]
    return value


def _default(described: Field[Any]) -> Any:
    return described.default_factory() if described.default_factory is not MISSING else described.default


# -- read --------------------------------------------------------------------------------------------------------------


def parse(blob: bytes, *, name: str, pure: bool = False) -> SteeringPath:
    """Return the golden path in a steering file.

    Args:
        blob: The contents of the file.
        name: The name of the file for messages.
        pure: Whether to use Python's parser even if libyaml is installed.

    Raises:
        StoreError: The file is not valid; the message has line and column.
    """
    if conflict := _CONFLICT.search(blob):
        line = blob[: conflict.start()].count(b"\n") + 1
        raise _refused(name, (line, 1), "an unresolved git conflict: keep one of the two sides")
    try:
        found = read(blob, pure=pure)
    except TextError as error:
        raise _refused(name, (error.line, error.column), error.what) from None
    data = found.data
    if not isinstance(data, dict):
        raise _refused(name, (1, 1), "not a mapping")
    form = data.get("format", FORMAT)
    if isinstance(form, int) and form > FORMAT:
        raise _newer(name, found, "$.format", f"format {form}", str(data.get("written_by", "")))
    document = _typed(_Document, data, name, found, "$")
    schema = document.workflow.get("schema", SCHEMA)
    if isinstance(schema, int) and schema > SCHEMA:
        raise _newer(name, found, "$.workflow.schema", f"workflows of format {schema}", document.written_by)
    parameters = [to_plain(parameter) for parameter in document.parameters]
    plain = {**document.workflow, "task": document.task_pattern, "parameters": parameters}
    plain.setdefault("id", _id_of(document))
    workflow = _typed(Workflow, plain, name, found, "$.workflow")
    _check(workflow, document, name, found)
    return SteeringPath(
        workflow=workflow,
        since=document.last_updated,
        apps=document.apps,
        **_reviewed(document, workflow),
        common_errors=tuple(CommonError(error=e) if isinstance(e, str) else e for e in document.common_errors),
        success_rate=document.success_rate,
        usage_count=document.usage_count,
        created_at="" if document.created_at == document.last_updated else document.created_at,
        source_sessions=document.source_sessions,
        left_out=document.left_out,
    )


def _reviewed(document: _Document, workflow: Workflow) -> dict[str, Any]:
    """Return the procedure of a file, as far as it is not that of the workflow; that of format 1 is."""
    words, actions = document.natural_sop, document.action_sop
    found: dict[str, Any] = {}
    if isinstance(words, str) and words != words_of(workflow):
        found["natural_sop"] = words
    stated = tuple(action for action in actions if isinstance(action, SopAction))
    if stated != actions_of(workflow):
        found["action_sop"] = stated
    return found


def _typed(kind: Any, data: dict[str, Any], name: str, found: YamlText, root: str) -> Any:
    try:
        return from_plain(kind, data)
    except StoreError as error:
        at = _PATH.search(error.why)
        path = root + at[1][1:] if at else root
        raise _refused(name, found.place(path), f"{_PATH.sub('', error.why)} ({path[2:] or 'file'})") from None


def _check(workflow: Workflow, document: _Document, name: str, found: YamlText) -> None:
    if not workflow.task.strip():
        raise _refused(name, found.place("$.task_pattern"), "task_pattern is empty")
    if not ID.fullmatch(workflow.id):
        raise _refused(name, found.place("$.workflow.id"), f"not a valid id: {workflow.id[:60]!r}")
    if not workflow.steps:
        raise _refused(name, found.place("$.workflow.steps"), "the flow has no steps")
    if workflow.version < 1:
        raise _refused(name, found.place("$.workflow.version"), "version is less than 1")
    if workflow.status not in RUNS:
        words = ", ".join(sorted(status.value for status in RUNS))
        raise _refused(
            name, found.place("$.workflow.status"), f"status {workflow.status.value} never runs; use one of {words}"
        )
    broken = violation(workflow)
    if broken is not None:
        path = broken.path if broken.path.startswith("$.parameters") else f"$.workflow{broken.path[1:]}"
        path = "$.task_pattern" if broken.path == "$.task" else path
        raise _refused(name, found.place(path), f"{broken.what} ({path[2:]})")
    since = time_of(document.last_updated)
    if since is None:
        problem = "last_updated is not of the form 2026-01-31T08:15:00.123Z"
        raise _refused(name, found.place("$.last_updated"), problem)
    if since > datetime.now(timezone.utc) + timedelta(days=1):
        raise _refused(name, found.place("$.last_updated"), "last_updated is in the future")


def _refused(name: str, place: tuple[int, int], what: str) -> StoreError:
    return StoreError(
        f"{name}:{place[0]}:{place[1]}: {what}",
        why="A steering file that is not valid is ignored and left unchanged; the store is used instead.",
        run=f"git checkout -- {as_argument(name)}   # or fix or delete it: the next run that may learn writes it anew",
    )


def _newer(name: str, found: YamlText, path: str, what: str, writer: str) -> StoreError:
    line, column = found.place(path)
    version = re.fullmatch(r"pytest-ami (\d[\w.+]{0,30})", writer)
    return StoreError(
        f"{name}:{line}:{column}: written by a newer pytest-ami",
        why=f"It has {what}; this version reads format {FORMAT} and workflows of format {SCHEMA}.",
        evidence=[f"written by {writer[:60]}"] if writer else [],
        run=f"pip install 'pytest-ami>={version[1]}'" if version else "pip install --upgrade pytest-ami",
    )


def _id_of(document: _Document) -> str:
    """Return an id for a version whose file has none, because a person removed it: equal contents get equal ids."""
    content = json.dumps([document.task_pattern, document.workflow], sort_keys=True, default=str)
    digest = hashlib.sha256(content.encode()).hexdigest()
    return f"{stamp(document.last_updated)}-7{digest[:3]}-8{digest[3:6]}-{digest[6:18]}"
