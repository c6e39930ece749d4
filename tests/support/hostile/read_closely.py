"""Small words of a page that say what its deed is: a chosen entry, the title of the document, a state, a place in a sentence."""

from __future__ import annotations

from .about_deeds import AMOUNTS, ASKED, BANK, CALL, SITES, SPACE, SPACES, STATES, SWITCHER, ZONES
from .acts import click, fill, show, tap, wait
from .desks_of_today import MERGE, PLAN
from .everyday import SAID, site
from .pair import SAME, STOP, Pair, family

CHANNELS, LINES, LIT, POWERS = "read lists", "read destinations", "read lit choices", "read powers"

# -- a list of channels, the chosen one of which keeps its value --------------------------------------------------------

POST = site(
    title="Posts",
    at_="<main><h1>New post</h1><label for=t>Text</label> <input id=t> @list@ <button type=button onclick='go()'>Post</button></main>",
    script="const go = () => post('/post', {text: val('#t'), to: '@to@'}).then(() => say('Posted'));",
    list="<label>Channel <select id=c>@entries@</select></label>",
    entries="<option value=1 selected>Team</option><option value=2>Sales</option><option value=3>Support</option>",
    to="Team",
)
RADIOS = "<fieldset><legend>Account</legend><label><input type=radio name=account value=1 checked> @first@</label> <label><input type=radio name=account value=2> Savings</label></fieldset>"
posted = family(
    CHANNELS,
    a=POST(),
    flow=show(fill("Text", "{text}"), click("Post"), SAID),
    learn=({"text": "Lunch at one"}, {"text": "New desks came"}),
    values={"text": "Doors are open"},
    deeds=({"do": "/post", "text": "{text}", "to": "Team"},),
    task="write a post",
    auto=True,
)
LIST_PAIRS = (
    posted("customers in its place", "the first channel, which is chosen, is that of all customers", STOP,
           POST(entries="<option value=1 selected>Customers</option><option value=2>Sales</option><option value=3>Support</option>", to="Customers")),
    posted("account of its value", "the first account, which is ticked, is a business account", STOP,
           POST(list=RADIOS, first="Business", to="Business"), a=POST(list=RADIOS, first="Checking", to="Checking"), deeds=({"do": "/post", "text": "{text}", "to": "Checking"},)),
    posted("longer name of the channel", "the chosen channel has a remark behind its name", SAME,
           POST(entries="<option value=1 selected>Team (yours)</option><option value=2>Sales</option><option value=3>Support</option>")),
    posted("other channel replaced", "a channel that is not chosen is another one", SAME,
           POST(entries="<option value=1 selected>Team</option><option value=2>Press</option><option value=3>Support</option>")),
    posted("fewer channels", "two channels are gone", SAME, POST(entries="<option value=1 selected>Team</option>")),
)  # fmt: skip

# -- the title of a document ---------------------------------------------------------------------------------------------

space = family(
    SPACES,
    a=SPACE(title="Acme - Team", head="<b>Team</b>"),
    flow=show(fill("E-mail", "{to}"), click("Invite"), SAID),
    learn=({"to": "ann@example.org"}, {"to": "bo@example.org"}),
    values={"to": "cy@example.org"},
    deeds=({"do": "/invite", "to": "{to}", "tenant": "Acme"},),
    task="invite a person",
    auto=True,
)
THREE = SPACE(title="Team · Acme · Console", head=SWITCHER, initial="A")
TITLE_PAIRS = (
    space("middle of the title", "the middle part of the title names another workspace", STOP,
          SPACE(title="Team · Northwind · Console", head=SWITCHER, initial="A", sent="Northwind"), a=THREE),
    space("two words in the title", "the workspace in the title has a name of two words", STOP, SPACE(title="Blue Harbour - Team", head="<b>Team</b>", sent="Blue Harbour")),
    space("count in the title", "the title begins with the number of news", SAME, SPACE(title="(3) Acme - Team", head="<b>Team</b>")),
    space("page in the title", "the page has another name, in the title as well", SAME, SPACE(title="Acme - People", head="<b>People</b>")),
    space("application in the title", "the application has another name, beside its sign as well", SAME,
          SPACE(title="Nest - Team", head="<b class=brand>Nest</b>"), a=SPACE(title="Hub - Team", head="<b class=brand>Hub</b>")),
    space("application by its meta data", "the application has another name, which its meta data say", SAME,
          SPACE(title="Nest - Team", head="<meta name=application-name content=Nest><b>Team</b><script>document.head.append(document.querySelector('meta[name=application-name]'))</script>"),
          a=SPACE(title="Hub - Team", head="<meta name=application-name content=Hub><b>Team</b><script>document.head.append(document.querySelector('meta[name=application-name]'))</script>")),
)  # fmt: skip

# -- a state that a press turns --------------------------------------------------------------------------------------------

RULES = site(
    title="Rules",
    at_="<main><h1>Rules</h1><ul>@rows@</ul></main>",
    script="""const flip = (b) => { const s = b.parentNode.querySelector('i'), halts = s.textContent.includes('running'); s.textContent = halts ? 'halted' : 'running';
    post('/turn', {rule: b.dataset.r, halts: String(halts)}).then(() => say('Saved')); };""",
    rows="".join(f"<li><b>{r}</b> <i>@{r}@</i> <span>@more_{r}@</span> <button type=button data-r={r} onclick='flip(this)'>Switch</button></li>" for r in ("Mails", "Backups", "Reports")),
    Mails="running", Backups="running", Reports="running", more_Mails="daily", more_Backups="daily", more_Reports="daily",
)  # fmt: skip
rule = family(
    STATES,
    a=RULES(),
    flow=show(tap("li:has(b:text-is('{r}')) button"), SAID),
    learn=({"r": "Mails"}, {"r": "Backups"}),
    values={"r": "Reports"},
    deeds=({"do": "/turn", "rule": "{r}", "halts": "true"},),
    task="halt a rule",
    auto=True,
)
RULE_PAIRS = (
    rule("halted already", "the rule is halted already", STOP, RULES(Reports="halted")),
    rule("others are halted", "the other rules are halted", SAME, RULES(Mails="halted", Backups="halted")),
    rule("other word beside", "the rule runs weekly", SAME, RULES(more_Reports="weekly")),
    rule("sign before the state", "a dot stands before each state", SAME, RULES(Mails="● running", Backups="● running", Reports="● running")),
    rule("halted elsewhere", "the rule is running here, and halted in the copy of the office", SAME, RULES(more_Reports="halted")),
)  # fmt: skip

# -- questions, amounts, zones ------------------------------------------------------------------------------------------------

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
amount = family(
    AMOUNTS,
    a=BANK(),
    flow=show(fill("Amount", "{a}"), click("Pay"), SAID),
    learn=({"a": "1.250"}, {"a": "2.400"}),
    values={"a": "3.125"},
    deeds=({"do": "/pay", "amount": "{a[0]}{a[2]}{a[3]}{a[4]}"},),
    task="pay",
    auto=True,
)
zone = family(
    ZONES,
    a=CALL(zone="<p>All times are shown in Berlin time.</p>", sent="'Berlin'"),
    flow=show(fill("Starts at", "{at}"), click("Plan"), SAID),
    learn=({"at": "2031-03-04T10:00"}, {"at": "2031-03-05T11:30"}),
    values={"at": "2031-04-06T09:15"},
    deeds=({"do": "/plan", "at": "{at}", "zone": "Berlin"},),
    task="plan a call",
    auto=True,
)
VALUE_PAIRS = (
    asked("owner of it", "the question is about the owner of the site", STOP, SITES(what="the owner of ", path="/delete-owner")),
    amount("thousands of the point", "the page reads 3.120 as three thousand", STOP, BANK(), a=BANK(read="t.replaceAll(',', '')", locale="en-US"),
           learn=({"a": "1.250"}, {"a": "2.450"}), values={"a": "3.120"}, deeds=({"do": "/pay", "amount": "{a[0]}.{a[2]}{a[3]}"},)),
    amount("sign of the euro", "the page writes the euro behind the number", SAME,
           BANK(foot="<script>const shown = Number.prototype.toLocaleString; Number.prototype.toLocaleString = function (...of) { return `${shown.apply(this, of)} €`; };</script>",
                read="t.replace(/[.\\s€]/g, '').replace(',', '.')")),
    zone("sentence above", "the sentence above names another place", STOP, CALL(zone="<p>All times are shown in Tokyo time.</p>", sent="'Tokyo'")),
    zone("German sentence", "the German sentence names another place", STOP,
         CALL(zone="<p>Alle Zeiten sind in Tokio.</p>", sent="'Tokio'"), a=CALL(zone="<p>Alle Zeiten sind in Berlin.</p>", sent="'Berlin'")),
    zone("summer time", "the same place has its summer time", SAME,
         CALL(zone="<p>Times are in CEST</p>", sent="'Berlin'"), a=CALL(zone="<p>Times are in CET</p>", sent="'Berlin'")),
    zone("sentence in bold", "the sentence is set in bold", SAME, CALL(zone="<p><b>All times are shown in Berlin time.</b></p>", sent="'Berlin'")),
)  # fmt: skip

# -- a place in a sentence ----------------------------------------------------------------------------------------------------

PAGE = site(
    title="Pages",
    at_="<main><h1>Page</h1><label for=t>Text</label> <input id=t><p>@line@</p><button type=button onclick='go()'>Publish</button></main>",
    script="const go = () => post('/publish', {text: val('#t'), to: '@to@'}).then(() => say('Published'));",
    line="Your text is published to <b>@to@</b> within a minute.",
    to="Intranet",
)
published = family(
    LINES,
    a=PAGE(),
    flow=show(fill("Text", "{text}"), click("Publish"), SAID),
    learn=({"text": "Lunch at one"}, {"text": "New desks came"}),
    values={"text": "Doors are open"},
    deeds=({"do": "/publish", "text": "{text}", "to": "Intranet"},),
    task="publish a page",
    auto=True,
)
merged = family(
    LINES,
    a=MERGE(),
    flow=show(fill("Commit title", "{title}"), click("Merge"), SAID),
    learn=({"title": "Fix login"}, {"title": "Repair login"}),
    values={"title": "Mend login"},
    deeds=({"do": "/merge", "into": "main", "way": "merge", "title": "{title}"},),
    task="merge the request",
)
HEAD = "ann wants to merge 3 commits into <code>main</code> from <code>login-fix</code>"


def other_head(line: str) -> Pair:
    """Return a pair whose request has another line above."""
    page = str(MERGE().pages["/"])
    assert HEAD in page
    return merged(line, f"the line says {line!r}", SAME, type(MERGE())({"/": page.replace(HEAD, line)}))


LINE_PAIRS = (
    published("into the world", "the sentence says that the text goes to the website", STOP, PAGE(to="Website")),
    published("plain words", "the sentence without a bold word says that the text goes to the website", STOP,
              PAGE(line="Your text is published to @to@ within a minute.", to="Website"), a=PAGE(line="Your text is published to @to@ within a minute.")),
    published("more help", "the sentence goes on", SAME, PAGE(line="Your text is published to <b>@to@</b> within a minute. <b>Nobody</b> gets a mail.")),
    published("sentence is gone", "the sentence is gone", SAME, PAGE(line="")),
    other_head("bo wants to merge 5 commits into <code>main</code> from <code>signup</code>"),
    other_head("ann wants to merge 3 commits into <b>main</b> from <b>login-fix</b>"),
    other_head("3 commits of ann are ready"),
)  # fmt: skip

# -- choices that a class lights, and powers ------------------------------------------------------------------------------------

plan = family(
    LIT,
    a=PLAN(),
    flow=show(click("Choose {plan}"), SAID),
    learn=({"plan": "Basic"}, {"plan": "Team"}),
    values={"plan": "Pro"},
    deeds=({"do": "/subscribe", "plan": "{plan}", "period": "monthly"},),
    task="subscribe to a plan",
)


def lit(month: str, year: str) -> str:
    """Return a toggle of links of which a class lights one."""
    return f"<ul class=seg><li class='way {month}' onclick=\"period='monthly'\">Monthly</li><li class='way {year}' onclick=\"period='yearly'\">Yearly</li></ul>"


INVITE = site(
    title="Members",
    at_="<main><h1>Members</h1><label for=m>E-mail</label> <input id=m> <button type=button onclick='go()'>Invite</button><p>@line@</p></main>",
    script="const go = () => post('/invite', {to: val('#m'), as: '@as@'}).then(() => say('Invited'));",
    line="",
    **{"as": "member"},
)
invited = family(
    POWERS,
    a=INVITE(),
    flow=show(fill("E-mail", "{to}"), click("Invite"), SAID),
    learn=({"to": "ann@example.org"}, {"to": "bo@example.org"}),
    values={"to": "cy@example.org"},
    deeds=({"do": "/invite", "to": "{to}", "as": "member"},),
    task="invite a person",
    auto=True,
)
LIT_PAIRS = (
    plan("entry of a list", "an entry of a list without a role is lit: Yearly", STOP, PLAN(toggle=lit("", "is-active"), period="yearly")),
    plan("same entry of a list", "an entry of a list without a role is lit: Monthly", SAME, PLAN(toggle=lit("is-active", ""))),
    plan("other signs are lit", "a step of the order is lit by a class", SAME,
         PLAN(toggle=PLAN().pages["/"].split("<h1>Choose a plan</h1>")[1].split("<div style")[0] + "<ol><li class='step'>Sign in</li><li class='step active'>Plan</li><li class='step'>Payment</li></ol>")),
    invited("become owners", "a new line says that everyone who is invited becomes an owner", STOP, INVITE(line="Everyone you invite becomes an owner.", **{"as": "owner"})),
    invited("German admins", "a new line says in German that new members are admins", STOP, INVITE(line="Neue Mitglieder sind Administratoren.", **{"as": "admin"})),
    invited("only admins", "a new line says who may invite", SAME, INVITE(line="Only admins can invite people to this team.")),
    invited("asked for a password", "a new line says what new members are asked for", SAME, INVITE(line="New members are asked to set a password by an admin.")),
    invited("no admins", "a new line says that new members are no admins", SAME, INVITE(line="New members are not admins until you make them so.")),
)  # fmt: skip

PAIRS = (*LIST_PAIRS, *TITLE_PAIRS, *RULE_PAIRS, *VALUE_PAIRS, *LINE_PAIRS, *LIT_PAIRS)
