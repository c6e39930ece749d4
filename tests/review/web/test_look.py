"""The look: texts have enough contrast in both themes, by the formula of WCAG 2."""

from __future__ import annotations

import re

import pytest

from pytest_ami.report.html.content import IMPORTANCE
from pytest_ami.report.html.writer import LOOK

PAIRS = [
    *((text, ground) for text in ("text", "quiet", "accent", "good", "bad", "warn") for ground in ("page", "card")),
    *((name, f"{name}-soft") for name in ("good", "bad", "warn", "info", "odd")),
    *((text, "info-soft") for text in ("text", "quiet", "good", "bad", "warn")),
    ("text", "bad-soft"),
    ("text", "warn-soft"),
    ("on-accent", "accent"),
    *((text, "shade") for text in ("text", "quiet")),
    *((outcome, ground) for outcome in IMPORTANCE for ground in ("card", "shade")),
]
"""Colour of a text, and of the ground on which it stands somewhere."""


def themes() -> dict[str, dict[str, str]]:
    css = LOOK.read_text("utf-8")
    light, dark = css.split("@media (prefers-color-scheme: dark)", 1)
    found = {"light": light, "dark": dark.split("\n}\n", 1)[0]}
    return {name: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", text)) for name, text in found.items()}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_texts_have_a_contrast_of_four_and_a_half(theme: str) -> None:
    colours = themes()[theme]
    weak = {}
    for text, ground in PAIRS:
        high, low = sorted((luminance(colours[text]), luminance(colours[ground])), reverse=True)
        contrast = (high + 0.05) / (low + 0.05)
        if contrast < 4.5:
            weak[text, ground] = round(contrast, 2)
    assert weak == {}
