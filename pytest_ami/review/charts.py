"""Charts as SVG text: colours come from classes of the style sheet, so a chart fits both themes. Pure.

Rules of this module:

* Each chart has a title and a description for people who cannot see it; the page shows the numbers as a table too.
* Texts are escaped here, because the result goes into a page as it is.

It knows numbers and shapes. It must never know what they count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 640
"""Width of a chart, in its own units; the page scales it."""

WIDEST = 90
"""Width of a column, at most."""

_GAP = 0.25
_LABEL = 150
_ROW = 34


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredShare:
    """A measured share with its interval, as one row of a chart.

    Attributes:
        label: Its name.
        share: The share, 0 to 1; None if nothing was measured.
        low: Lower end of the interval.
        high: Upper end.
    """

    label: str
    share: float | None
    low: float
    high: float


def stacked_bars(title: str, columns: Sequence[tuple[str, Mapping[str, int]]], height: int = 160) -> str:
    """Return columns of stacked parts, such as outcomes by day.

    Args:
        title: Title of the chart.
        columns: Label of each column, and its parts by the name of their class, from the bottom.
        height: Height of the tallest column.
    """
    most = max((sum(parts.values()) for _, parts in columns), default=0) or 1
    wide = min(WIDEST, (WIDTH - 40) / max(1, len(columns)))
    shapes = [_axis(most, height)]
    for at, (label, parts) in enumerate(columns):
        left = 40 + at * wide
        shapes += _column(left + wide * _GAP / 2, wide * (1 - _GAP), parts, most, height, label)
        if at in (0, len(columns) - 1):
            narrow = wide < WIDEST and at > 0
            place, anchor = (left + wide, "end") if narrow else (left, "start")
            shapes.append(_text(place, height + 26, label, anchor=anchor))
    return _svg(title, height + 34, shapes)


def shares(title: str, rows: Sequence[tuple[str, Mapping[str, int]]]) -> str:
    """Return one bar for each row, divided into its parts; the bars are as long as their sums.

    Args:
        title: Title of the chart.
        rows: Label of each row, and its parts by the name of their class.
    """
    most = max((sum(parts.values()) for _, parts in rows), default=0) or 1
    scale = (WIDTH - _LABEL - 60) / most
    shapes: list[str] = []
    for at, (label, parts) in enumerate(rows):
        top, left = at * _ROW + 6, float(_LABEL)
        shapes.append(_text(_LABEL - 10, top + 16, _short(label), anchor="end"))
        for name, count in parts.items():
            if count:
                width = count * scale
                tip = _tip(f"{label}: {count:,} {name}")
                shapes.append(_rect(left, top, max(1.0, width), 22, name, tip))
                left += width
        shapes.append(_text(left + 8, top + 16, f"{sum(parts.values()):,}"))
    return _svg(title, len(rows) * _ROW + 6, shapes)


def intervals(title: str, rows: Sequence[MeasuredShare]) -> str:
    """Return shares as dots on a line from 0 to 100 %, each with its interval."""
    long = WIDTH - _LABEL - 60
    bottom = len(rows) * _ROW + 8
    shapes: list[str] = []
    for mark in (0, 25, 50, 75, 100):
        x = _LABEL + long * mark / 100
        shapes.append(f'<line class="grid" x1="{x:.1f}" y1="4" x2="{x:.1f}" y2="{bottom}"/>')
        shapes.append(_text(x, bottom + 18, f"{mark} %", anchor="middle"))
    for at, row in enumerate(rows):
        middle = at * _ROW + 22
        shapes.append(_text(_LABEL - 14, middle + 5, _short(row.label), anchor="end"))
        if row.share is None:
            shapes.append(_text(_LABEL + 8, middle + 5, "no runs"))
            continue
        left, right, dot = (_LABEL + long * value for value in (row.low, row.high, row.share))
        tip = _tip(f"{row.label}: {row.share:.0%}, 95 % interval {row.low:.0%} to {row.high:.0%}")
        shapes.append(f'<g>{tip}<line class="whisker" x1="{left:.1f}" y1="{middle}" x2="{right:.1f}" y2="{middle}"/>')
        shapes.append(f'<circle class="dot" cx="{dot:.1f}" cy="{middle}" r="6"/></g>')
    return _svg(title, bottom + 26, shapes)


def _column(left: float, width: float, parts: Mapping[str, int], most: int, height: int, label: str) -> Iterator[str]:
    top = float(height + 10)
    for name, count in parts.items():
        if count:
            tall = count / most * height
            top -= tall
            yield _rect(left, top, width, tall, name, _tip(f"{label}: {count:,} {name}"))


def _axis(most: int, height: int) -> str:
    return (
        f'<line class="grid" x1="40" y1="10" x2="{WIDTH}" y2="10"/>'
        f'<line class="axis" x1="40" y1="{height + 10}" x2="{WIDTH}" y2="{height + 10}"/>'
        f"{_text(34, 15, f'{most:,}', anchor='end')}{_text(34, height + 14, '0', anchor='end')}"
    )


def _rect(left: float, top: float, width: float, height: float, name: str, tip: str) -> str:
    place = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="part {escape(name)}" {place}>{tip}</rect>'


def _text(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _tip(text: str) -> str:
    return f"<title>{escape(text)}</title>"


def _short(text: str) -> str:
    return text if len(text) <= 20 else f"{text[:19]}…"  # noqa: PLR2004  (the width of the column of labels)


def _svg(title: str, height: int, shapes: Sequence[str]) -> str:
    head = f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">'
    return f"{head}{''.join(shapes)}</svg>"
