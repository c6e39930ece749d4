"""Redesigns on demand: mutations of pages, each known to keep or to break the meaning of the page.

Does: applies a redesign to a Playwright page, and judges a run by the known meaning of the mutations.
Gives: the mutations, `Redesign`, and functions that apply a redesign to a Playwright page.
Must never: let the page under test learn the truth about a redesign.
"""

from .breaks import *  # noqa: F403
from .catalogue import added, mutation, mutations
from .keeps import *  # noqa: F403
from .mutation import Breaking, Keeping, Meaning, Mutation, RedesignError
from .page import Deed, Redesigned, redesigned, redesigned_async
from .redesign import Redesign

__all__ = [
    "Breaking",
    "Deed",
    "Keeping",
    "Meaning",
    "Mutation",
    "Redesign",
    "RedesignError",
    "Redesigned",
    "added",
    "mutation",
    "mutations",
    "redesigned",
    "redesigned_async",
]
__all__ += list(mutations())
