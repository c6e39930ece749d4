"""Fields whose unit, scale or date format stands beside them."""

from __future__ import annotations

from collections.abc import Callable

from .acts import ANNOUNCED, click, fill, show
from .pair import SAME, STOP, App, Pair, family
from .parts import one, with_parts

GROUP = "measures"

GROUPED = """<h1>@title@</h1><div class="form-group"><label for="v">@label@</label><div class="input-group">@before@<input id="v" class="form-control">@after@</div>@hint@</div>
<button class="btn" onclick="keep()">Save</button>"""


def unit(
    title: str = "Transfer", label: str = "Amount", before: str = "", after: str = "", hint: str = "", sent: str = ""
) -> App:
    """Return a field with a unit beside it."""
    return one(
        with_parts(GROUPED, title=title, label=label, before=before, after=after, hint=hint),
        script=f"const iso = (d, m, y) => [y, m, d].join('-'); const keep = () => post('/save', {{it: {sent}}}).then(() => say('Saved'));",
    )


PREPENDED = "<div class='input-group-prepend'><span class='input-group-text'>@u@</span></div>"
APPENDED = "<span class='input-group-text'>@u@</span>"
DAY_FIRST = "iso(val('#v').slice(0, 2), val('#v').slice(3, 5), val('#v').slice(6))"
MONTH_FIRST = "iso(val('#v').slice(3, 5), val('#v').slice(0, 2), val('#v').slice(6))"


def unit_of(a: App, stored: str, values: tuple[str, str, str], label: str = "Amount") -> Callable[..., Pair]:
    """Return a maker of pairs about a field with a unit."""
    return family(
        GROUP,
        a=a,
        learn=({"it": values[0]}, {"it": values[1]}),
        values={"it": values[2]},
        flow=show(fill(label, "{it}"), click("Save"), ANNOUNCED),
        deeds=({"do": "/save", "it": stored},),
        task="save it",
    )


EURO = unit(before=with_parts(PREPENDED, u="EUR"), sent="val('#v') + ' EUR'")
euro = unit_of(EURO, "{it} EUR", ("30", "45", "70"))
hours = unit_of(
    unit("Snooze", "Duration", after=with_parts(APPENDED, u="minutes"), sent="val('#v') + ' minutes'"),
    "{it} minutes",
    ("10", "20", "30"),
    "Duration",
)
grades = unit_of(
    unit("Review", "Grade", hint="<small class='form-text'>5 is best, 1 is worst</small>", sent="val('#v') + ' of 5'"),
    "{it} of 5",
    ("5", "4", "2"),
    "Grade",
)
UNITS = (
    euro(
        "prefix is dollars",
        "the prefix of the input group says USD",
        STOP,
        unit(before=with_parts(PREPENDED, u="USD"), sent="val('#v') + ' USD'"),
    ),
    euro(
        "prefix without a wrapper",
        "the input group is Bootstrap 5's",
        SAME,
        unit(before=with_parts(APPENDED, u="EUR"), sent="val('#v') + ' EUR'"),
    ),
    euro(
        "prefix became a suffix",
        "EUR stands behind the field",
        SAME,
        unit(after=with_parts(APPENDED, u="EUR"), sent="val('#v') + ' EUR'"),
    ),
    hours(
        "suffix is hours",
        "the suffix of the input group says hours",
        STOP,
        unit("Snooze", "Duration", after=with_parts(APPENDED, u="hours"), sent="val('#v') + ' hours'"),
    ),
    hours(
        "suffix as an adornment",
        "the suffix is MUI's adornment",
        SAME,
        unit(
            "Snooze",
            "Duration",
            after="<div class='MuiInputAdornment-root'><p class='MuiTypography-root'>minutes</p></div>",
            sent="val('#v') + ' minutes'",
        ),
    ),
    grades(
        "scale turned",
        "the hint says that 1 is best",
        STOP,
        unit(
            "Review",
            "Grade",
            hint="<small class='form-text'>1 is best, 5 is worst</small>",
            sent="'school ' + val('#v')",
        ),
    ),
)

days = family(
    GROUP,
    a=unit("Booking", "Arrival", hint="<small class='form-text'>Day/month/year</small>", sent=DAY_FIRST),
    task="save the arrival",
    learn=({}, {}),
    values={},
    flow=show(fill("Arrival", "07/08/2031"), click("Save"), ANNOUNCED),
    deeds=({"do": "/save", "it": "2031-08-07"},),
)
DATES = (
    days(
        "month first",
        "the hint says month/day/year",
        STOP,
        unit("Booking", "Arrival", hint="<small class='form-text'>Month/day/year</small>", sent=MONTH_FIRST),
    ),
    days(
        "format in an icon group",
        "the hint is the same; a calendar button was added",
        SAME,
        unit(
            "Booking",
            "Arrival",
            after="<button type=button class='ui-datepicker-trigger' aria-label='Open calendar'>&#128197;</button>",
            hint="<small class='form-text'>Day/month/year</small>",
            sent=DAY_FIRST,
        ),
    ),
)

PAIRS = (
    *UNITS,
    *DATES,
)
