"""The facts that a steering file stands for: the file alone gives the same knowledge as the store.

Pure. It must never know where files are.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_ami.model.codec import to_plain
from pytest_ami.model.workflow import Status
from pytest_ami.store.facts import Fact, Kind

from .moments import is_time, stamp

if TYPE_CHECKING:
    from .golden_path import SteeringPath


def facts_of(path: SteeringPath) -> tuple[Fact, Fact]:
    """Return the facts that a file stands for: the version fact and the status fact.

    Their ids are computed from the version, its status and the start of that status. If the store has facts about the
    same version, those of the store count: its version fact is older, and its later status facts are younger.
    """
    flow, since = path.workflow, path.since
    source = flow.provenance
    shared: dict[str, Any] = {"run": source.run, "worker": "steering", "test": source.test, "task": flow.task}
    version = Fact(
        kind=Kind.VERSION.value,
        workflow=flow.id,
        data={"workflow": to_plain(replace(flow, status=Status.CANDIDATE))},
        id=_fact_id(since, flow.id, "version", last=True),
        at=source.created if is_time(source.created) else since,
        **shared,
    )
    text = "as its steering file says"
    standing: dict[str, Any] = {"status": flow.status.value, "reason": "steering", "evidence": [], "text": text}
    status = Fact(
        kind=Kind.STATUS.value,
        workflow=flow.id,
        data=standing,
        id=_fact_id(since, flow.id, flow.status.value, last=False),
        at=since,
        **shared,
    )
    return version, status


def _fact_id(since: str, *parts: str, last: bool) -> str:
    """Return an id that sorts first, or last, among the ids made in the millisecond ``since``."""
    digest = hashlib.sha256(json.dumps(parts).encode()).hexdigest()
    return f"{stamp(since)}-7{'fff' if last else '000'}-{'b' if last else '8'}{digest[:3]}-{digest[3:15]}"
