"""Where a link of this run's record leads: its own address says it, better than the address that was recorded.

Rules of this module:

* A link that holds a value of this run leads to another page for each value. If it led where its address said when it
  was recorded, then it must lead where its address says now.
* Only data may differ: another path, another key, or another command is another destination.
* A part of the query that such a link brought is data. It stands in later addresses as well, and proves nothing there.
* A number glued to a word (``issue3``) is data if a link or a form that a value chose states it, if it is that of the
  open page, to which such a link led, or if a request from the page of the word (``issue``) has just made the record.

Knows fingerprints and routes. Must never know a page.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlsplit

from pytest_ami.elements.addresses.numbered_parts import has_numbered, made_from, opened, same_kind
from pytest_ami.elements.addresses.routes import HOLE, OWN, bound, normal_route, route_pattern, with_route_ids
from pytest_ami.elements.contradictions.sent_along import COMMANDS
from pytest_ami.elements.held_values import held_names
from pytest_ami.elements.text_keys import fill

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint
    from pytest_ami.model.workflow import Effects, Step


NO_IDS: Mapping[str, str] = MappingProxyType({})

HREF = "href"
"""The evidence that states where a link leads."""


def destination(link: Fingerprint) -> str:
    """Return the address to which an element leads, as it states it; empty if it states none.

    The address of its form counts if a number is glued to a word in it.
    """
    href, query, fragment = (link.attributes.get("href", ""), *map(link.details.get, ("query", "fragment")))
    if not href and has_numbered(link.details.get("action", "")):
        return link.details["action"]
    return f"{href}{f'?{query}' if query else ''}{f'#{fragment}' if fragment else ''}" if href else ""


def recorded(
    step: Step,
    element: Fingerprint | None,
    data: Mapping[str, str],
    values: Mapping[str, str],
    ids: Mapping[str, str] = NO_IDS,
) -> tuple[Step, Mapping[str, str]]:
    """Return a recorded step whose routes hold no data of a link, and the data that the links so far brought.

    Args:
        step: The step, with ``{{name}}``.
        element: Its element as it was recorded.
        data: Parts of queries that the links of the steps before brought, by their keys.
        values: Parameter values without secrets.
        ids: The ids of the open page, if a link that a value chose led to it.
    """
    route, stated = step.effects.route, destination(element) if element else ""
    chosen = step.target is not None and bool(held_names(step.target, values))
    if chosen and stated and route and normal_route(stated, values) == route:
        data = {**data, **_constants(route)}
        step = replace(step, effects=replace(step.effects, follows=HREF))
    elif route:
        step = replace(step, effects=replace(step.effects, route=_numbered(step, with_route_ids(route, ids))))
    known = {*ids.values(), *(stated.split("/") if step.effects.follows else ())}
    step = replace(step, sent=opened(step.sent, known, HOLE)) if known and step.sent else step
    return _without(step, data), data


def _numbered(step: Step, route: str) -> str:
    """Return the route to which a step led, without the number of the record that its request has made."""
    path, mark, query = route.partition("?")
    word = made_from(step.route.partition("?")[0], path) if step.sent and not step.sent.startswith("GET") else ""
    return f"{path.rpartition('/')[0]}/{word}{HOLE}{mark}{query}" if word else route


def _constants(route: str) -> dict[str, str]:
    """Return the parts of a route's query that are constants in it, by their keys."""
    query = route.partition("#")[0].partition("?")[2]
    pairs = (pair.partition("=") for pair in query.split("&"))
    return {
        key: value
        for key, _, value in pairs
        if value and "{{" not in value and HOLE not in value and key.casefold() not in COMMANDS
    }


def _without(step: Step, data: Mapping[str, str]) -> Step:
    """Return a step in whose routes the parts of a query that a link brought may have any value."""
    if not data:
        return step
    effects = step.effects
    route, turned = (_open(text, data) for text in (effects.route, effects.turned))
    return replace(step, route=_open(step.route, data), effects=replace(effects, route=route, turned=turned))


def _open(route: str, data: Mapping[str, str]) -> str:
    for key, value in data.items():
        whole = rf"(?<![\w-]){re.escape(key)}={re.escape(value)}(?=[&#]|$)"
        route = re.sub(whole, f"{key}={HOLE}".replace("\\", r"\\"), route)
    return route


def expected(
    effects: Effects, link: Fingerprint, values: Mapping[str, str], ids: Mapping[str, str] = NO_IDS
) -> Effects:
    """Return the recorded effects with the route to which the link that was found leads.

    Only data of the address may differ: the path fits the recorded one, the query has the same keys, and a command in
    it is the same. Where the path names the record by its id, a link may also lead there without the data in the query.
    Any other address is another destination, and the recorded route stays.

    Args:
        effects: The recorded effects.
        link: The element that was found.
        values: Parameter values without secrets.
        ids: Ids that the addresses of this run's pages named.
    """
    stated = destination(link)
    effects = replace(effects, route=OWN.sub(HOLE, bound(effects.route, ids)))
    follows = bool(effects.follows) and _fits(effects.route, stated, values)
    return (
        replace(effects, route=normal_route(stated))
        if stated and (follows or _bare(effects.route, stated, values))
        else effects
    )


def _bare(route: str, stated: str, values: Mapping[str, str]) -> bool:
    """Return whether an address is that of a recorded route with an id in its path, without the data of its query."""
    path, _, query = route.partition("?")
    keys = {key.casefold() for key, _ in parse_qsl(query, keep_blank_values=True)}
    if not keys or keys & COMMANDS or "#" in route or "?" in stated or "#" in stated or HOLE not in path.split("/"):
        return False
    return bool(re.search(route_pattern(path, values), urlsplit(stated).path))


def _fits(route: str, stated: str, values: Mapping[str, str]) -> bool:
    """Return whether an address differs from a recorded route only in data: values of its query, glued numbers."""
    path, mine = route.partition("#")[0].partition("?")[::2]
    its_path, its = stated.partition("#")[0].partition("?")[::2]
    recorded, now = (dict(parse_qsl(query, keep_blank_values=True)) for query in (mine, its))
    recorded = {fill(key, values): value for key, value in recorded.items()}
    its_path = urlsplit(its_path).path
    alike = same_kind(path, its_path) or re.search(route_pattern(path, values), its_path)
    if recorded.keys() != now.keys() or not alike:
        return False
    return all(recorded[key] == now[key] for key in recorded if key.casefold() in COMMANDS)
