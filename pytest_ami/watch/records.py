"""Observed calls and proposals as data, and the facts that keep them.

Rules of this module:

* A green test leaves one fact with all its calls, if they are not the ones that are known. So a run in which nothing
  changed writes nothing.
* A proposal is open until its test is green again without a heal: then the test says it otherwise, or the page does.
* The gate takes declared secrets out of a fact. An expectation that held one proves nothing later (``Proof``).
* The store may come from a stranger (DESIGN law 13): data of another shape is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.model.codec import from_plain, to_plain
from pytest_ami.model.errors import StoreError
from pytest_ami.model.fingerprint import Fingerprint
from pytest_ami.store.facts import Kind

from .calls import EXPECT, LocatorCall, SourceLine

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore

PROVES = ("selector", "expression", "expressionArg", "expectedText", "expectedNumber", "expectedValue", "isNot",
          "useInnerText", "pseudo")  # fmt: skip
"""The parameters of an expectation that say what it expects."""

LATEST = """
SELECT kind, test, CAST(data AS VARCHAR) AS data FROM facts
WHERE kind IN ('watched', 'locator_proposal') ORDER BY id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCall:
    """A call of a green test, with its element.

    Attributes:
        key: The key of the call.
        method: Its method.
        selector: Its selector.
        order: Number of calls before it.
        digest: The digest of its element by which the page tells quickly that it is the same; empty for none.
        element: The element; None if it was gone before it could be described.
        expects: Parameters of an expectation; None for another call, or where a secret was in them.
        varies: Whether green tests have found different elements, so that the element is data.
    """

    key: str
    method: str
    selector: str
    order: int = 0
    digest: str = ""
    element: Fingerprint | None = None
    expects: dict[str, Any] | None = None
    varies: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NearElement:
    """An element of the page on which a locator failed.

    Attributes:
        title: Role and name.
        code: The locator that finds it alone; empty if there is none.
        scopes: The beginnings of the old selector within which the same locator finds it, too.
    """

    title: str
    code: str = ""
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LocatorProposal:
    """A locator that found nothing, or another element, with what it should be today.

    Attributes:
        test: Node id of the test.
        key: The key of the call.
        selector: The selector of the old locator.
        was: The element that it found before.
        now: The element today; empty if the evidence does not suffice.
        code: The new locator; empty for none.
        scopes: As in ``NearElement``.
        places: Lines that led to the call, the innermost first.
        evidence: Facts.
        choices: The elements of the page that are most like the one before.
        author: Its author; empty for the evidence alone.
        healed: Whether the test went on with it.
    """

    test: str
    key: str
    selector: str
    was: str
    now: str = ""
    code: str = ""
    scopes: tuple[str, ...] = ()
    places: tuple[SourceLine, ...] = ()
    evidence: tuple[str, ...] = ()
    choices: tuple[NearElement, ...] = ()
    author: str = ""
    healed: bool = False


@dataclass(slots=True)
class WatchMemory:
    """The known calls and the open proposals of all tests.

    Attributes:
        calls: The sightings of each test, by the key of the call.
        proposals: The open proposals of each test, the newest for each call and author.
    """

    calls: dict[str, dict[str, KnownCall]] = field(default_factory=dict)
    proposals: dict[str, dict[tuple[str, str], LocatorProposal]] = field(default_factory=dict)

    @classmethod
    def read(cls, store: WorkflowStore) -> WatchMemory:
        """Return what a store knows.

        Raises:
            StoreError: The store cannot be read.
        """
        return cls.of((row["kind"], row["test"], _decoded(row["data"])) for row in store.facts(LATEST))

    @classmethod
    def of(cls, rows: Iterable[tuple[str, str, Mapping[str, Any]]]) -> WatchMemory:
        """Return the memory of facts: kind, test and data of each, oldest first."""
        memory = cls()
        for kind, test, data in rows:
            if kind == Kind.WATCHED.value:
                memory.calls[test] = {one.key: one for one in _objects(KnownCall, data.get("calls"))}
                memory.proposals.pop(test, None)
            else:
                for one in _objects(LocatorProposal, [data]):
                    memory.proposals.setdefault(one.test, {})[one.key, one.author] = one
        return memory

    def open(self) -> tuple[LocatorProposal, ...]:
        """Return the open proposals, and the broken locators for which there is none."""
        return tuple(one for kept in self.proposals.values() for one in kept.values())


def sighting(call: LocatorCall, digest: str, element: Fingerprint | None) -> KnownCall:
    """Return a call that succeeded, as it is stored."""
    expects: dict[str, Any] | None = None
    if call.method == EXPECT:
        expects = expectation(call.params)
        expects = expects if GATE.data(expects) == expects else None
    return KnownCall(
        key=call.key,
        method=call.method,
        selector=call.selector,
        order=call.order,
        digest=digest,
        element=element,
        expects=expects,
    )


def expectation(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of an expectation that say what it expects."""
    return {name: params[name] for name in PROVES if params.get(name) is not None}


def as_data(calls: Iterable[KnownCall]) -> dict[str, Any]:
    """Return sightings as the data of a fact, in their order and without declared secrets."""
    data: dict[str, Any] = GATE.data({"calls": [to_plain(one) for one in sorted(calls, key=lambda one: one.order)]})
    return data


def _decoded(text: str) -> Mapping[str, Any]:
    import json

    data = json.loads(text)
    return data if isinstance(data, dict) else {}


def _objects(kind: type[Any], rows: Any) -> list[Any]:
    found = []
    for row in rows if isinstance(rows, list) else ():
        try:
            found.append(from_plain(kind, row))
        except StoreError:
            continue
    return found
