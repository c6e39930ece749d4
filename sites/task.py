"""What there is to do on a bundled site: how a person would do it, and what must have happened afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from .ledger import Effect


@dataclass(frozen=True)
class Task:
    """One thing to do on a site, in every design and language of it.

    Attributes:
        name: What it is, in a few words: the key under which it is learned.
        start: Path of the page on which it begins.
        values: Draws fresh values for its parameters; the same random state gives the same values.
        perform: Does it on a page that shows `start`, as `perform(page, look, **values)`. It ends when the page shows
            the result, and its last look is at something that depends on what the server kept.
        effects: What the site's ledger holds afterwards, exactly, for these values.
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
