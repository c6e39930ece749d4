"""Redesigns on demand: mutations of pages that are known to keep or to break what the page means."""

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
