"""Which bundled sites there are. A site is imported when it is asked for, so one does not cost another anything."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .designed import DesignedSite

SITES: Final[Mapping[str, str]] = MappingProxyType(
    {"mail": "MailSite", "shop": "ShopSite", "tracker": "TrackerSite", "bank": "BankSite"}
)
"""The class of each site, by the name of its package."""


def names() -> tuple[str, ...]:
    """Return the names of all bundled sites."""
    return tuple(SITES)


def site(name: str) -> type[DesignedSite]:
    """Return the class of a bundled site, or raise ValueError naming the choices."""
    if name not in SITES:
        message = f"no bundled site {name!r}: choose one of {', '.join(SITES)}"
        raise ValueError(message)
    found: type[DesignedSite] = getattr(import_module(f"{__package__}.{name}"), SITES[name])
    return found
