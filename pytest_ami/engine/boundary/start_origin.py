"""The origin that the test asked for, which is the home of a flow, whatever page the browser shows when it starts.

A page can send the browser on before the flow starts: by script, by a refresh, by a redirect of the server, by a link
that an earlier flow has pressed. Then the first document is on an origin that the test did not name, and a password
that is typed there may go to a stranger.

Rules of this module:

* The home is the origin of the last address that the test asked for. A document that another document or a redirect
  asked for does not move it.
* One site stays one home: from http to https, and with or without ``www.``, on the standard ports.
* The steps of a flow keep the relation of their origins to the home, so a flow that was learned behind an identity
  provider names that provider, and ``document_origins`` judges it like every other foreign origin.
* A browser says who asked in the header ``Sec-Fetch-Site``; a page on plain http has only the referrer.

Knows addresses and headers. Must never know a page or a request.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pytest_ami.elements.addresses.routes import origin_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

OPENED_BY_USER = "none"
"""The value of ``Sec-Fetch-Site`` of a document that no other document asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """A document that a tab requested.

    Attributes:
        url: Its address.
        led: Whether another document or a redirect asked for it, and not the test.
    """

    url: str
    led: bool = False


def is_led(headers: Mapping[str, str], *, redirected: bool) -> bool:
    """Return whether another document, or a redirect, asked for a document.

    Args:
        headers: Headers of the request, names in lower case.
        redirected: Whether a redirect led to it.
    """
    site = headers.get("sec-fetch-site", "")
    return redirected or (site != OPENED_BY_USER if site else bool(headers.get("referer")))


def on_the_way(documents: Sequence[str], url: str) -> int:
    """Return how many of the documents that a tab has requested matter for its way to an address.

    Args:
        documents: Their addresses, in order.
        url: Address of the page.

    Returns:
        0 if they are all of one origin, or if none of them is of the page's origin; then the page itself is its home.
    """
    here = origin_of(url)
    last = next((i for i in reversed(range(len(documents))) if origin_of(documents[i]) == here), -1)
    return last + 1 if any(origin_of(one) != here for one in documents[: last + 1]) else 0


def home_url(arrivals: Sequence[Arrival], url: str) -> str:
    """Return the address that is the home of a flow that starts at ``url``.

    Args:
        arrivals: The documents on the way to it, in order.
        url: Address of the page.
    """
    asked = next((i for i in reversed(range(len(arrivals))) if not arrivals[i].led), 0)
    home = arrivals[asked].url if arrivals else url
    for arrival in arrivals[asked + 1 :]:
        home = arrival.url if _same_site(home, arrival.url) else home
    return url if origin_of(home) == origin_of(url) else home


def _same_site(one: str, other: str) -> bool:
    """Return whether two origins are one site: the same host, with or without ``www.``, and not from https to http."""
    first, second = urlsplit(origin_of(one)), urlsplit(origin_of(other))
    if first.port or second.port or (first.scheme, second.scheme) == ("https", "http"):
        return first == second
    return (first.hostname or "").removeprefix("www.") == (second.hostname or "").removeprefix("www.")
