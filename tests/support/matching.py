"""The corpus of `fixtures/matching`: stored workflows, instructions, and what each must come to. Only reads."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

from pytest_ami.instructions.index import Index
from pytest_ami.model.errors import AmiError
from pytest_ami.model.workflow import Parameter, Workflow
from tests.support.choosing import choose

FOLDER = Path(__file__).parents[2] / "fixtures" / "matching"
SITES = ("mail", "shop", "tracker", "bank")
HALVES = ("tuned", "untouched")
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The loader in C takes a tenth of the time, and every worker of the suite reads the corpus."""

MARK = re.compile(r"\[(\w+):([^\]]*)\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One instruction.

    Attributes:
        id: Its name; decides which half it is in.
        text: As a person wrote it.
        kind: ``templated``, ``free`` or ``others``.
        task: The task that it means; empty for none.
        values: What its parameters must be.
    """

    id: str
    text: str
    kind: str
    task: str = ""
    values: dict[str, str] = field(default_factory=dict)

    @property
    def half(self) -> str:
        """Return ``tuned`` or ``untouched``."""
        return HALVES[sha256(self.id.encode()).digest()[0] % 2]


def stored() -> tuple[Workflow, ...]:
    """Return the workflows of all sites."""
    return tuple(_workflow(plain) for site in SITES for plain in _read(site))


def cases() -> tuple[Case, ...]:
    """Return all instructions, of both halves."""
    found = [case for site in SITES for plain in _read(site) for case in _phrasings(plain)]
    for reason, texts in _read("others").items():
        found += [Case(id=f"others/{reason}/{n}", text=text, kind="others") for n, text in enumerate(texts, 1)]
    return tuple(found)


def _read(name: str) -> Any:
    return yaml.load((FOLDER / f"{name}.yaml").read_text("utf-8"), LOADER)  # noqa: S506  (a safe one)


def _workflow(plain: dict[str, Any]) -> Workflow:
    kinds = {name: kind.split() for name, kind in plain["parameters"].items()}
    parameters = (Parameter(name=n, type=kind[0], secret="secret" in kind) for n, kind in kinds.items())
    lists: dict[str, Any] = {key: tuple(plain[key]) for key in ("aliases", "key_elements", "templates")}
    return Workflow(
        task=plain["task"], steps=(), id=plain["id"], start=plain["start"], parameters=tuple(parameters), **lists
    )


def _phrasings(plain: dict[str, Any]) -> list[Case]:
    return [
        Case(
            id=f"{plain['id']}/{kind}/{number}",
            text=MARK.sub(r"\2", text),
            kind=kind,
            task=plain["task"],
            values=dict(MARK.findall(text)),
        )
        for kind in ("templated", "free")
        for number, text in enumerate(plain[kind], 1)
    ]


def outcome(case: Case, index: Index) -> tuple[str, str]:
    """Return what becomes of a case, and why: ``matched, misread`` (a value is wrong), ``wrong`` or ``refused``."""
    try:
        choice = choose(case.text, index)
    except AmiError as error:
        return "refused", error.what
    if not choice.whole:
        return "refused", f"missing: {', '.join(choice.missing)}"
    if choice.workflow.task != case.task:
        return "wrong", f"{choice.workflow.task} by its {choice.how}: {choice.values}"
    return ("matched", choice.how) if choice.values == case.values else ("misread", str(choice.values))
