"""Pages that show how they understand what was typed, which of two states holds, and where something goes, in other ways."""

from __future__ import annotations

from .about_deeds import ASKED, SITES
from .acts import click, fill, show, tap, wait
from .desks_of_today import PLAN
from .everyday import SAID, site
from .pair import EITHER, SAME, STOP, family

DAYS, HOURS, MODES, GOALS, PARTS = "shown days", "shown hours", "shown modes", "shown goals", "shown choices"

# -- a day and a time that a page writes out when its field is left ------------------------------------------------------

VISIT = site(
    title="Visits",
    at_="<main><h1>New visit</h1><label for=d>@label@</label> <input id=d onblur='tidy()'> <button type=button onclick='go()'>Book</button>@foot@</main>",
    script="""const MONTHS = 'January February March April May June July August September October November December'.split(' ');
    const parts = () => val('#d').match(/\\d+/g); let read = null;
    const tidy = () => { const p = parts(); if (p && p.length === 3 && val('#d').includes('/')) { const [day, month] = @order@; read = `${p[2]}-${month}-${day}`; @shown@ } };
    const go = () => post('/visit', {on: read || val('#d')}).then(() => say('Booked'));""",
    label="Day",
    order="[+p[0], +p[1]]",
    shown="$('#d').value = `${day} ${MONTHS[month - 1]} ${p[2]}`;",
    foot="",
)
day = family(
    DAYS,
    a=VISIT(),
    flow=show(fill("Day", "{d}"), click("Book"), SAID),
    learn=({"d": "04/05/2031"}, {"d": "06/07/2031"}),
    values={"d": "08/09/2031"},
    deeds=({"do": "/visit", "on": "{d[6]}{d[7]}{d[8]}{d[9]}-{d[4]}-{d[1]}"},),
    task="book a visit",
)
MONTH_FIRST = "[+p[1], +p[0]]"
DAY_PAIRS = (
    day("month first", "the page reads the month first, and writes the day out", STOP, VISIT(order=MONTH_FIRST)),
    day("month first in its own order", "the page reads the month first, and writes the month first", STOP,
        VISIT(order=MONTH_FIRST, shown="$('#d').value = `${MONTHS[month - 1]} ${day}, ${p[2]}`;")),
    day("month before the day", "the page reads the day first, and writes the month first", SAME,
        VISIT(shown="$('#d').value = `${MONTHS[month - 1]} ${day}, ${p[2]}`;")),
    day("short months", "the page writes short names of months", SAME, VISIT(shown="$('#d').value = `${day} ${MONTHS[month - 1].slice(0, 3)} ${p[2]}`;")),
    day("stays as it was typed", "the page no longer writes the day out", EITHER, VISIT(shown="")),
)  # fmt: skip

CLOCK = site(
    title="Alarms",
    at_="<main><h1>New alarm</h1><label for=t>Time</label> <input id=t onblur='tidy()'> <button type=button onclick='go()'>Set</button></main>",
    script="""let half = ''; const tidy = () => { if (/^\\d+:\\d+$/.test(val('#t'))) { half = '@half@'; $('#t').value = `@form@`; } };
    const go = () => post('/alarm', {at: val('#t').match(/\\d+:\\d+/)[0], half}).then(() => say('Alarm is set'));""",
    half="AM",
    form="${val('#t')} ${half}",
)
hour = family(
    HOURS,
    a=CLOCK(),
    flow=show(fill("Time", "{t}"), click("Set"), SAID),
    learn=({"t": "7:30"}, {"t": "8:15"}),
    values={"t": "6:45"},
    deeds=({"do": "/alarm", "at": "{t}", "half": "AM"},),
    task="set an alarm",
)
HOUR_PAIRS = (
    hour("small letters", "the half stands in small letters", SAME, CLOCK(form="${val('#t')} ${half.toLowerCase()}")),
    hour("points in the half", "the half has points", SAME, CLOCK(form="${val('#t')} a.m.")),
)  # fmt: skip

# -- a state of the whole page that a press turns ---------------------------------------------------------------------------

MODE = site(
    title="Shop",
    at_="<main><h1>Shop</h1><p>@said@</p><button type=button onclick='flip()'>Switch</button> <span id=more>@more@</span></main>",
    script="""const flip = () => { const s = $('#s'), on = s.textContent === '@off@'; s.textContent = on ? '@on@' : '@off@'; post('/mode', {on: String(on)}).then(() => say('Saved')); };""",
    said="Maintenance mode is <b id=s>@state@</b>",
    state="off",
    off="off",
    on="on",
    more="",
)
mode = family(
    MODES,
    a=MODE(),
    flow=show(click("Switch"), SAID),
    learn=({}, {}),
    values={},
    deeds=({"do": "/mode", "on": "true"},),
    task="turn the maintenance mode on",
)
MODE_PAIRS = (
    mode("on already", "the maintenance mode is on already", STOP, MODE(state="on")),
    mode("closed already", "the shop is closed already", STOP, MODE(said="The shop is <b id=s>@state@</b>", off="open", on="closed", state="closed"),
         a=MODE(said="The shop is <b id=s>@state@</b>", off="open", on="closed", state="open")),
    mode("on elsewhere", "a mode beside is on", SAME, MODE(more="Holiday mode is <b>on</b>")),
    mode("sentence in other words", "the sentence is shorter", SAME, MODE(said="Maintenance: <b id=s>@state@</b>")),
)  # fmt: skip

# -- a goal beside the button --------------------------------------------------------------------------------------------------

REPLY = site(
    title="Board",
    at_="<main><h1>Thread</h1><label for=t>Text</label> <input id=t aria-describedby=n> @line@<button type=button onclick='go()' @tip@>Comment</button></main>",
    script="const go = () => post('/comment', {text: val('#t'), to: '@to@'}).then(() => say('Commented'));",
    line="<small id=n>Comments go to <a href='#'>@to@</a>.</small> ",
    to="Staff",
    tip="",
)
reply = family(
    GOALS,
    a=REPLY(),
    flow=show(fill("Text", "{text}"), click("Comment"), SAID),
    learn=({"text": "Lunch at one"}, {"text": "New desks came"}),
    values={"text": "Doors are open"},
    deeds=({"do": "/comment", "text": "{text}", "to": "Staff"},),
    task="write a comment",
)
TIP = "title='Comment in @to@'"
GOAL_PAIRS = (
    reply("link in the hint", "the link in the hint names the customers", STOP, REPLY(to="Customers")),
    reply("tooltip", "the tooltip of the button names the customers", STOP, REPLY(line="", tip=TIP, to="Customers"), a=REPLY(line="", tip=TIP)),
    reply("hint in one text", "the hint is one text, and names the customers", STOP,
          REPLY(line="<small>Comments go to @to@.</small> ", to="Customers"), a=REPLY(line="<small>Comments go to @to@.</small> ")),
    reply("count in the hint", "the hint says how many they are", SAME, REPLY(line="<small id=n>Comments go to <a href='#'>@to@</a> (14).</small> ")),
    reply("hint is gone", "the hint is gone", SAME, REPLY(line="")),
    reply("help about others", "a line of help says where private notes go", SAME, REPLY(line="<small id=n>Comments go to <a href='#'>@to@</a>.</small> <small>Notes go to Archive.</small> ")),
)  # fmt: skip

# -- choices lit by a class in both versions, and questions ----------------------------------------------------------------------


def chips(month: str, year: str) -> str:
    """Return two chips of which a class lights one."""
    return f"<div><span class='seg {month}' onclick=\"period='monthly'\">Monthly</span> <span class='seg {year}' onclick=\"period='yearly'\">Yearly</span></div>"


TABS = "<ul><li class='tab active'>Plans</li><li class='tab'>Invoices</li></ul>"
plan = family(
    PARTS,
    a=PLAN(toggle=chips("on", "")),
    flow=show(click("Choose {plan}"), SAID),
    learn=({"plan": "Basic"}, {"plan": "Team"}),
    values={"plan": "Pro"},
    deeds=({"do": "/subscribe", "plan": "{plan}", "period": "monthly"},),
    task="subscribe to a plan",
)
asked = family(
    ASKED,
    a=SITES(),
    flow=show(tap("li:has-text('{site}') button"), wait("dialog[open]"), tap("dialog #y"), SAID),
    learn=({"site": "Blog"}, {"site": "Shop"}),
    values={"site": "Wiki"},
    deeds=({"do": "/delete", "site": "{site}"},),
    task="delete a site",
    auto=True,
)
PART_PAIRS = (
    plan("lit in both", "a class lights Yearly, as one lit Monthly before", STOP, PLAN(toggle=chips("", "on"), period="yearly")),
    plan("same one is lit", "the chips stand in the other order", SAME,
         PLAN(toggle="<div><span class='seg' onclick=\"period='yearly'\">Yearly</span> <span class='seg on' onclick=\"period='monthly'\">Monthly</span></div>")),
    plan("tabs beside the chips", "a list of tabs lights the part that is shown", SAME, PLAN(toggle=TABS + chips("on", ""))),
    plan("other class", "another class lights Monthly", SAME, PLAN(toggle=chips("is-active", ""))),
    asked("account with its sites", "the question is about the account of the site", STOP, SITES(what="the account of ", path="/delete-account")),
)  # fmt: skip

PAIRS = (*DAY_PAIRS, *HOUR_PAIRS, *MODE_PAIRS, *GOAL_PAIRS, *PART_PAIRS)
