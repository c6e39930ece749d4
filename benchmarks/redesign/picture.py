"""The result as a picture: two stacked bars for each tool, one a half of the benchmark. Plain SVG, readable as text."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

WIDTH, LEFT, BAR, GAP = 860, 150, 26, 14
COLOURS = {
    "replayed": ("#1a7f4b", "replayed, right"),
    "healed": ("#57b381", "healed, right"),
    "abstained": ("#d9b44a", "stopped: a person has to look"),
    "failed": ("#c2601f", "green without the effect"),
    "wrong": ("#a61b29", "wrong element or wrong effect"),
    "caught": ("#1a7f4b", "caught"),
    "false_pass": ("#a61b29", "green on a broken page"),
}
HALVES = (
    (
        "keeps",
        "Redesigns that keep the meaning: a test should survive them",
        ("replayed", "healed", "abstained", "failed", "wrong"),
    ),
    ("breaks", "Regressions: a test should fail", ("caught", "false_pass")),
)


def svg(found: Mapping[str, Any]) -> str:
    """Return the picture of a result of `score`."""
    body: list[str] = []
    y = 34
    for half, title, names in HALVES:
        body.append(f'<text x="16" y="{y}" class="h">{escape(title)}</text>')
        y += 16
        for tool, figures in found["tools"].items():
            body.append(f'<text x="{LEFT - 10}" y="{y + 18}" text-anchor="end">{escape(tool)}</text>')
            body += _bar(figures[half], names, y)
            y += BAR + GAP
        body += _legend(names, y)
        y += 22 * (1 + (len(names) - 1) // 3) + 26
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" role="img" '
        'aria-label="Results of the redesign benchmark">\n'
        "<style>text{font:14px system-ui,sans-serif;fill:#222}.h{font-weight:600;font-size:15px}"
        ".n{fill:#fff;font-size:12px}.l{font-size:12px}</style>\n"
        f'<rect width="{WIDTH}" height="{y}" fill="#fff"/>\n'
    )
    return head + "\n".join(body) + "\n</svg>\n"


def _bar(figures: Mapping[str, Any], names: tuple[str, ...], y: int) -> list[str]:
    made, x, room, of = [], float(LEFT), WIDTH - LEFT - 24, figures["of"] or 1
    for name in names:
        width = room * figures[name] / of
        if not figures[name]:
            continue
        share = 100 * figures[name] / of
        box = f'x="{x:.1f}" y="{y}" width="{max(width, 1.5):.1f}" height="{BAR}" fill="{COLOURS[name][0]}"'
        made.append(f"<rect {box}><title>{name}: {figures[name]} of {of}</title></rect>")
        if width > 46:
            made.append(
                f'<text x="{x + width / 2:.1f}" y="{y + 17}" text-anchor="middle" class="n">{_per_cent(share)} %</text>'
            )
        x += width
    return made


def _per_cent(share: float) -> str:
    """Return a share with one decimal, or with as many as it takes not to be told as all of it."""
    return f"{share:.2f}" if f"{share:.1f}" == "100.0" and share < 100 else f"{share:.1f}"


def _legend(names: tuple[str, ...], y: int) -> list[str]:
    made = []
    for n, name in enumerate(names):
        x, row = LEFT + 230 * (n % 3), y + 22 * (n // 3)
        colour, text = COLOURS[name]
        made.append(f'<rect x="{x}" y="{row}" width="12" height="12" fill="{colour}"/>')
        made.append(f'<text x="{x + 18}" y="{row + 11}" class="l">{escape(text)}</text>')
    return made
