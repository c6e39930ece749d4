"""Do two pictures of a control show the same? The words and the look of a picture, as ``describe.js`` has them.

Rules of this module:

* Two pictures with words show the same if the words mean the same.
* A picture without words is known by its file, its drawing or its classes. It counts on a control without a name and
  without a key of its own.
* The next release of an icon font keeps the old class beside its new one: ``fa-archive`` and ``fa-box-archive``. The
  new class must be the old sign under the name that the release gave it, or the same words in another order or set.
  Any other class beside it draws another sign: a lock that is open, a truck with a clock.

Knows two descriptions of pictures. Must never know the rest of the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pytest_ami.elements.place import MEANS_THE_SAME
from pytest_ami.elements.text_keys import exact
from pytest_ami.lexicon.label_synonyms import label_similarity

if TYPE_CHECKING:
    from pytest_ami.model.fingerprint import Fingerprint

KEYS = ("id", "data-testid", "href")
"""Attributes that identify a control without a name."""

_STYLES = re.compile(
    r"fa|fa[srbldt]|bi|mdi|icon|glyphicon|pi|ti|ri|la[srb]?|bx[sl]?|ph"
    r"|fa-(?:solid|regular|light|thin|brands|duotone|sharp)|[a-z]+-(?:fw|lg|sm|xs|xl|2xs|2xl|\d+x|spin|pulse|border|inverse|pull-\w+)|fa-width-\w+"
)
"""Classes of an icon font that say how, and not what, it draws."""

_SIGN = re.compile(
    r"(?:icon|fa[srbl]?|bi|mdi|ri|ti|pi|la|ph|bx|glyphicon|lucide|feather|octicon|anticon)-(?P<sign>[a-z].*)"
)
"""A class that says what an icon font draws."""

_STATE_OF_SIGN = re.compile(r"(?:fill(?:ed)?|full|half|slash|off|check|plus|minus|xmark|add|remove)$")
"""The end of a class by which a picture shows another state, or another deed."""

_RELEASED = """
ad rectangle-ad, adjust circle-half-stroke, archive box-archive, arrows-alt up-down-left-right, arrows-h left-right,
arrows-alt-h left-right, arrows-alt-v up-down, backspace delete-left, balance-scale scale-balanced, boxes
boxes-stacked, calendar-alt calendar-days, calendar-times calendar-xmark, chalkboard-teacher chalkboard-user, cog
gear, cogs gears, cloud-download cloud-arrow-down, cloud-download-alt cloud-arrow-down, cloud-upload cloud-arrow-up,
cloud-upload-alt cloud-arrow-up, coffee mug-saucer, columns table-columns, comment-alt message, concierge-bell
bell-concierge, cut scissors, donate circle-dollar-to-slot, dot-circle circle-dot, edit pen-to-square, ellipsis-h
ellipsis, ellipsis-v ellipsis-vertical, exchange-alt right-left, exclamation-triangle triangle-exclamation,
expand-arrows-alt maximize, external-link arrow-up-right-from-square, external-link-alt up-right-from-square,
fast-backward backward-fast, fast-forward forward-fast, file-alt file-lines, file-archive file-zipper, file-download
file-arrow-down, file-text file-lines, file-upload file-arrow-up, globe-americas earth-americas, hand-paper hand,
hdd hard-drive, heart-broken heart-crack, history clock-rotate-left, home house, list-alt rectangle-list, magic
wand-magic, map-marker location-pin, map-marker-alt location-dot, mobile-alt mobile-screen-button, money-bill-alt
money-bill-1, mouse-pointer arrow-pointer, pencil-alt pencil, phone-alt phone, poll square-poll-vertical, random
shuffle, redo arrow-rotate-right, redo-alt rotate-right, refresh arrows-rotate, save floppy-disk, search
magnifying-glass, search-minus magnifying-glass-minus, search-plus magnifying-glass-plus, share-alt share-nodes,
share-square share-from-square, shield-alt shield-halved, sign-in arrow-right-to-bracket, sign-in-alt
right-to-bracket, sign-out arrow-right-from-bracket, sign-out-alt right-from-bracket, sliders-h sliders, sms
comment-sms, star-half-alt star-half-stroke, sticky-note note-sticky, store-alt shop, stream bars-staggered, sync
arrows-rotate, sync-alt rotate, tachometer-alt gauge-high, tasks list-check, th table-cells, th-large
table-cells-large, th-list table-list, thermometer-half temperature-half, times xmark, times-circle circle-xmark,
tools screwdriver-wrench, trash-alt trash-can, trash-o trash-can, undo arrow-rotate-left, undo-alt rotate-left,
university building-columns, unlink link-slash, unlock-alt unlock-keyhole, user-alt user-large, user-cog user-gear,
user-edit user-pen, user-friends user-group, user-md user-doctor, user-times user-xmark, users-cog users-gear,
volume-down volume-low, volume-mute volume-xmark, volume-up volume-high, window-close rectangle-xmark
"""
_RENAMED = {frozenset(pair.split()) for pair in _RELEASED.replace("\n", " ").split(",")}
"""Signs of Font Awesome 4 and 5, each with its name in version 6."""

_STROKE = frozenset({"o", "alt", "outline", "outlined", "line", "stroke", "thin", "light"})
"""Words of a sign that say with which stroke it is drawn."""


def other_picture(target: Fingerprint, was: str, now: str) -> bool:
    """Return whether two pictures differ: by their text, or by their look on a control without a name and a key."""
    (kind, _, text), (its_kind, _, its_text) = was.partition(" "), now.partition(" ")
    if kind != its_kind or exact(text) == exact(its_text):
        return False
    if kind == "says":
        return label_similarity(text, its_text) < MEANS_THE_SAME
    if _only_released(text, its_text):
        return False
    return not target.name and not any(target.attributes.get(key) for key in KEYS)


def _only_released(was: str, now: str) -> bool:
    """Return whether a picture has kept all its classes, and has got none but another name of its sign."""
    old, new = ({one for one in text.split() if not _STYLES.fullmatch(one)} for text in (was, now))
    if not old or not old <= new:
        return False
    signs = [match["sign"] for match in map(_SIGN.fullmatch, sorted(old)) if match]
    return all(_is_name_of(gained, signs) for gained in new - old)


def _is_name_of(gained: str, signs: list[str]) -> bool:
    """Return whether a class that an icon has got draws one of its signs, or draws nothing."""
    match = _SIGN.fullmatch(gained)
    if match is None or not signs:
        return not _STATE_OF_SIGN.search(gained)
    sign = match["sign"]
    return any(frozenset((sign, one)) in _RENAMED or _parts(sign) == _parts(one) for one in signs)


def _parts(sign: str) -> frozenset[str]:
    return frozenset(sign.split("-")) - _STROKE
