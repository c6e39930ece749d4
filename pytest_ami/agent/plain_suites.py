"""Plain tests whose locators a watched run found broken: what an agent reads of them, and the choice that it proposes.

Rules of this module:

* An agent chooses among the elements that stood on the page when the locator failed. It writes no code.
* A proposal is a fact with the agent's name. `ami fix` leaves it alone unless a person asks for those of agents, and
  keeps a change only if the tests are green.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

from pytest_ami.model.codec import to_plain
from pytest_ami.model.errors import ConfigurationError
from pytest_ami.store.facts import Kind
from pytest_ami.teachers.llm.prompt_text import quoted
from pytest_ami.watch.messages import place_of
from pytest_ami.watch.records import WatchMemory

from .answers import DATA, MOST, fenced

if TYPE_CHECKING:
    from pytest_ami.store.workflow_store import WorkflowStore
    from pytest_ami.watch.records import LocatorProposal

SHORT = 8
"""Characters of the name by which an agent names a locator."""


class PlainSuites:
    """The broken locators of a project's plain tests.

    Args:
        read: Opens the store for reading.
        write: Opens the store for writing.
        author: Returns the author of proposals.
    """

    def __init__(
        self,
        read: Callable[[], WorkflowStore],
        write: Callable[[], AbstractContextManager[WorkflowStore]],
        author: Callable[[], str],
    ) -> None:
        """Read nothing yet."""
        self._read, self._write, self._author = read, write, author

    def broken(self) -> str:
        """Return the broken locators with their evidence, and the elements that may be chosen for each.

        Raises:
            ConfigurationError: There is no store.
            StoreError: The store cannot be read.
        """
        known = _by_name(self._read())
        lines = [line for name, several in known.items() for line in _lines(name, several)]
        head = f"{len(known)} locators of plain tests are broken. {DATA}"
        return f"{head}\n{fenced(lines)}" if lines else head

    def propose(self, locator: str, choice: int) -> str:
        """Propose one of the listed elements for a locator.

        Args:
            locator: Its name in the list.
            choice: The number of the element, from 1.

        Raises:
            ConfigurationError: There is no such locator or element, or the element has no locator of its own.
            StoreError: The store cannot be read or written.
        """
        with self._write() as store:
            several = _by_name(store).get(locator, [])
            base = next((one for one in several if one.choices), None)
            chosen = base.choices[choice - 1] if base and 0 < choice <= len(base.choices) else None
            if base is None or chosen is None or not chosen.code:
                raise ConfigurationError(
                    "There is no such locator or element",
                    why="The list names each broken locator, and numbers the elements that may be chosen.",
                    evidence=[f"locator: {locator}", f"element: {choice}"],
                    run="call the tool `list_broken_locators`",
                )
            made = replace(
                base,
                now=chosen.title,
                code=chosen.code,
                scopes=chosen.scopes,
                evidence=base.evidence if chosen.code == base.code else (),  # it speaks of the element of the run
                author=self._author(),
                healed=False,
            )
            store.journal.append(Kind.LOCATOR_PROPOSAL, test=made.test, data=to_plain(made))
        return "It is stored as a proposal. A person decides about it: ami fix --agents"


def _by_name(store: WorkflowStore) -> dict[str, list[LocatorProposal]]:
    found: dict[str, list[LocatorProposal]] = {}
    for one in WatchMemory.read(store).open():
        name = sha256(f"{one.test}\n{one.key}".encode()).hexdigest()[:SHORT]
        found.setdefault(name, []).append(one)
    return found


def _lines(name: str, several: list[LocatorProposal]) -> Iterator[str]:
    newest = several[-1]
    yield quoted(f"locator {name} at {place_of(newest)}: {newest.selector} found {newest.was}", MOST)
    for one in several:
        if one.code:
            yield quoted(f"  proposed by {one.author}: {one.code}", MOST)
    evidence: tuple[str, ...] = next((one.evidence for one in several if one.evidence), ())
    yield from (quoted(f"  evidence: {fact}", MOST) for fact in evidence)
    choices = next((one.choices for one in several if one.choices), ())
    yield from (quoted(f"  element {n}: {one.title}: {one.code}", MOST) for n, one in enumerate(choices, 1) if one.code)
