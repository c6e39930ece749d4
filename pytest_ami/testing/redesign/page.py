"""Applying a redesign to a page, and recording which elements were touched. The only module that talks to Playwright.

Rules of this module:

* The page, its context and its requests are used as any test may use them; no part of the browser is patched.
* The script in the page reports by one binding, which it removes from the window before anything else runs, and by an
  event. Both have random names, and neither follows from the other, because Playwright lists the names of all bindings
  in the page. Nothing that a tool can read there reveals the truth.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from .breaks import ServerFails, ServerRefuses
from .mutation import RedesignError
from .redesign import Redesign

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

PARTS = ("engine.js", "parts.js", "keeps.js", "moves.js", "breaks.js")
SERVER_KINDS = (ServerFails, ServerRefuses)
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
CLEAR = (
    "try { if (parent !== self && parent[CONFIG.token]) delete globalThis[CONFIG.binding]; } catch { /* foreign */ }"
)
"""A frame that a mutation makes has nothing to report, and must not keep the binding."""
ASK = """([token, what, key]) => {
  const detail = { what, key, answer: null };
  document.dispatchEvent(new CustomEvent(token, { detail }));
  return detail.answer;
}"""


@dataclass(frozen=True, slots=True)
class Deed:
    """An action on an element of a redesigned page.

    Attributes:
        what: ``click, input, change, press Enter`` and similar kinds.
        key: The element, as it was before any mutation: ``button "Send"``.
        near: Text of the row or group around it, at most 300 characters.
        added: ``step`` for an obstacle of the redesign, ``decoy`` for an element that only looks like one of the
            application, empty for an element of the application.
        bare: Whether the element cannot be operated, such as a paragraph.
        value: The content of a field after the action; never shown, because it may be a secret.
    """

    what: str
    key: str
    near: str = ""
    added: str = ""
    bare: bool = False
    value: str = field(default="", compare=False, repr=False)


@cache
def _body() -> str:
    names = (files("pytest_ami.browser") / "js" / "names.js").read_text("utf-8")
    own = files("pytest_ami.testing.redesign") / "js"
    return "\n".join((names, *((own / part).read_text("utf-8") for part in PARTS)))


@dataclass
class Redesigned:
    """A redesign on a page: its changes, and the actions on the page since.

    Attributes:
        redesign: The applied redesign, with its targets filled in.
        deeds: The actions on elements, in order.
        faults: Errors inside a mutation; empty, or a bug of the mutation.
        changes: Requests that would change data, as ``POST /path``.
    """

    redesign: Redesign
    deeds: list[Deed] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)
    _token: str = field(default_factory=lambda: f"k{secrets.token_hex(12)}", repr=False)
    _binding: str = field(default_factory=lambda: f"b{secrets.token_hex(12)}", repr=False)
    _counts: dict[int, int] = field(default_factory=dict)

    # -- what is known ------------------------------------------------------------------------------------------------

    @property
    def applied(self) -> tuple[int, ...]:
        """How many elements or pages each mutation has changed so far, in the order of the redesign."""
        return tuple(self._counts.get(n, 0) for n in range(len(self.redesign)))

    @property
    def idle(self) -> tuple[str, ...]:
        """The mutations that met nothing they apply to; they have left the page alone."""
        return tuple(str(one) for one, n in zip(self.redesign.mutations, self.applied, strict=True) if not n)

    def forget(self) -> None:
        """Drop the recorded actions; the redesign stays."""
        self.deeds.clear()
        self.changes.clear()

    # -- laying it over a page ----------------------------------------------------------------------------------------

    def script(self) -> str:
        """Return the init script."""
        config = {
            "seed": self.redesign.seed,
            "binding": self._binding,
            "token": self._token,
            "mutations": [one.script() for one in self.redesign.mutations if not isinstance(one, SERVER_KINDS)],
        }
        own = "\n".join(dict.fromkeys(one.source for one in self.redesign.mutations))
        return f"(() => {{\nconst CONFIG = {json.dumps(config)};\n{CLEAR}\n{_body()}\n{own}\nstart();\n}})();"

    def calls(self) -> list[tuple[str, tuple[Any, ...]]]:
        """Return the calls on a page or context that lay the redesign over it, for a sync or an async one."""
        made: list[tuple[str, tuple[Any, ...]]] = [
            ("expose_binding", (self._binding, self._heard)),
            ("add_init_script", (self.script(),)),
            ("on", ("request", self._requested)),
        ]
        for n, one in enumerate(self.redesign.mutations):
            if isinstance(one, SERVER_KINDS):
                made.append(("route", ("**/*", self._refusal(n, one.status))))
        return made

    def _refusal(self, index: int, status: int) -> Callable[[Any], Any]:
        def answer(route: Any) -> Any:
            if route.request.method not in CHANGING:
                return route.fallback()
            self._counts[index] = self._counts.get(index, 0) + 1
            return route.fulfill(status=status, content_type="text/plain", body="The request could not be completed.")

        return answer

    def _requested(self, request: Any) -> None:
        if request.method in CHANGING:
            self.changes.append(f"{request.method} {request.url.split('//', 1)[-1].partition('/')[2].split('?')[0]}")

    def _heard(self, _source: Any, news: Mapping[str, Any]) -> None:
        if "fault" in news:
            self.faults.append(news["fault"])
        elif "applied" in news:
            # Of several documents the last word counts, and what was applied to an earlier one is not forgotten.
            here = [n for n, one in enumerate(self.redesign.mutations) if not isinstance(one, SERVER_KINDS)]
            for index, count in news["applied"].items():
                place = here[int(index)]
                self._counts[place] = max(self._counts.get(place, 0), count)
        elif "deed" in news:
            about = {name: news[name] for name in ("near", "added", "bare", "value") if name in news}
            deed = Deed(news["deed"], news["key"], **about)
            if self.deeds and deed.what == "input" and self.deeds[-1] == deed:
                self.deeds.pop()
            self.deeds.append(deed)

    # -- asking the page ----------------------------------------------------------------------------------------------

    def find(self, page: Any, key: str) -> Any:
        """Return a handle of the element that now is the one that was called ``key``, or None.

        Args:
            page: A sync page or frame.
            key: As in `Deed.key`, with `` near text`` behind it if need be.
        """
        return page.evaluate_handle(ASK, [self._token, "find", key]).as_element()

    def best(self, page: Any, key: str, near: str, values: Sequence[str] = (), around: Sequence[str] = ()) -> Any:
        """As `find`, but of several elements return the one whose surroundings share most words with a text.

        Args:
            page: A sync page or frame.
            key: As in `Deed.key`.
            near: As in `Deed.near`.
            values: Parts of the key that must match if no element has exactly this name.
            around: Words of the surroundings that count more than others.
        """
        wanted = json.dumps({"key": key, "near": near, "values": [*values], "around": [*around]})
        return page.evaluate_handle(ASK, [self._token, "best", wanted]).as_element()

    def way(self, page: Any) -> list[Any]:
        """Return handles of the controls that the redesign put in the way and that are in sight and can be used."""
        found = page.evaluate_handle(ASK, [self._token, "added", ""])
        return [handle for one in found.get_properties().values() if (handle := one.as_element())]

    def keys(self, page: Any) -> list[str]:
        """Return the keys of all visible elements that can be operated: the possible values of ``at``."""
        found: list[str] = page.evaluate(ASK, [self._token, "keys", ""]) or []
        return found


def redesigned(page: Any, redesign: Redesign | str, values: Mapping[str, str] | None = None) -> Redesigned:
    """Apply a redesign to a sync page or context, from its next page load on.

    Args:
        page: A Playwright page, or a context for all of its pages.
        redesign: The redesign, as a value or as the line that a report printed.
        values: Fills ``{{parameter}}`` in the targets of the mutations.

    Returns:
        The changes of the page, and the actions on it.

    Raises:
        RedesignError: It is not a redesign.
    """
    made = prepared(redesign, values)
    for name, args in made.calls():
        getattr(page, name)(*args)
    return made


async def redesigned_async(page: Any, redesign: Redesign | str, values: Mapping[str, str] | None = None) -> Redesigned:
    """As `redesigned`, for an async page or context."""
    made = prepared(redesign, values)
    for name, args in made.calls():
        result = getattr(page, name)(*args)
        if hasattr(result, "__await__"):
            await result
    return made


def prepared(redesign: Redesign | str, values: Mapping[str, str] | None = None) -> Redesigned:
    """Return a redesign ready to be laid over a page.

    Raises:
        RedesignError: It is not a redesign.
    """
    if isinstance(redesign, str):
        redesign = Redesign.parse(redesign)
    if not isinstance(redesign, Redesign):
        raise RedesignError(f"a redesign is a Redesign or a line that shows one, not {type(redesign).__name__}")
    return Redesigned(redesign.filled(values or {}))
