"""The tasks of a bundled site: how a person performs each, and its effects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from .ledger import Effect


@dataclass(frozen=True)
class Task:
    """One task on a site, in every design and language of it.

    Attributes:
        name: The task in a few words; it is learned under this name.
        start: Path of the page on which it begins.
        values: Draws fresh values for its parameters; the same random state gives the same values.
        perform: Performs it on a page that shows `start`, as `perform(page, look, **values)`. It ends when the page
            shows the result, and its last look is at an element that depends on the stored data.
        effects: The exact content of the site's ledger afterwards, for these values.
        signed_in: Whether it begins in a browser that is signed in.
        secrets: Parameters whose values are secret.
    """

    name: str
    start: str
    values: Callable[[Random], dict[str, str]]
    perform: Callable[..., None]
    effects: Callable[[Mapping[str, str]], tuple[Effect, ...]]
    signed_in: bool = True
    secrets: tuple[str, ...] = ()
