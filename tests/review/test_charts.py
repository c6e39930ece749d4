"""Charts: well-formed SVG, true sizes, and texts of strangers that stay texts."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.review.charts import MeasuredShare, intervals, shares, stacked_bars

HOSTILE = '"><script>alert(1)</script>&'
texts = st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\ufffe\uffff"), max_size=40)


def parsed(chart: str) -> ET.Element:
    return ET.fromstring(chart)  # noqa: S314  (our own text)


@given(st.lists(st.tuples(texts, st.dictionaries(st.sampled_from(["good", "bad"]), st.integers(0, 50))), max_size=9))
def test_the_parts_of_a_bar_are_as_long_as_their_numbers(rows: list[tuple[str, dict[str, int]]]) -> None:
    widths = [float(rect.get("width", 0)) for rect in parsed(shares("a", rows)).iter("rect")]
    numbers = [count for _, parts in rows for count in parts.values() if count]

    assert len(widths) == len(numbers)
    assert sorted(numbers) == [count for _, count in sorted(zip(widths, numbers, strict=True))]


@given(st.lists(st.tuples(texts, st.dictionaries(st.sampled_from(["good", "bad"]), st.integers(0, 50))), max_size=40))
def test_columns_stand_on_the_axis_within_the_chart(columns: list[tuple[str, dict[str, int]]]) -> None:
    for rect in parsed(stacked_bars("a", columns)).iter("rect"):
        x, y, width, height = (float(rect.get(name, -1)) for name in ("x", "y", "width", "height"))
        assert x >= 40
        assert x + width <= 641
        assert 9 <= y <= y + height <= 171


def test_an_interval_is_a_line_around_its_dot_and_no_run_is_said() -> None:
    chart = parsed(
        intervals(
            HOSTILE,
            [
                MeasuredShare(label=HOSTILE, share=0.5, low=0.2, high=0.8),
                MeasuredShare(label="b", share=None, low=0, high=1),
            ],
        )
    )
    (line,) = [one for one in chart.iter("line") if one.get("class") == "whisker"]
    (dot,) = chart.iter("circle")

    assert float(line.get("x1", 0)) < float(dot.get("cx", 0)) < float(line.get("x2", 0))
    assert [text.text for text in chart.iter("text")][-1] == "no runs"
    assert [element.tag for element in chart.iter("script")] == []
    assert chart.get("aria-label") == HOSTILE
