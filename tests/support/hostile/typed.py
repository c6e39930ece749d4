"""Typing that filters a list or brings suggestions: slowly, out of order, or with another first entry."""

from __future__ import annotations

from .acts import click, fill, press, show, tap, type_into, wait
from .pair import EITHER, SAME, STOP, Answer, App, Request, family
from .parts import button, one, page

GROUP = "typing"
GOODS = ("lam", "cha", "tab", "bed", "sof")


def catalogue(work: str, *, before: str = "", label: str = "Find", first: str = "Gift card") -> App:
    """Return a list with a filter of pictures; every entry has a like button."""
    script = f"""
const goods = {list(GOODS)!r}.map((code) => ({{code}}));
const shown = (found) => {{ $('ul').innerHTML = found.map((one) => `<li><button onclick="add('${{one.code}}')">Add</button></li>`).join(''); }};
const add = (code) => post('/add', {{code}}).then(() => say('Added'));
const matching = (code) => goods.filter((one) => one.code === code);
shown([{{code: 'gift'}}, ...goods]);
$('#q').addEventListener('input', () => {{ {work} }});
"""
    body = f'<h1>Goods</h1><p>{first}</p>{before}<label for="q">{label}</label><input id="q"><ul></ul>'
    return one(body, script=script)


AT_ONCE = "shown(matching(val('#q')));"
filtering = family(
    GROUP,
    a=catalogue(AT_ONCE),
    flow=show(fill("Find", "{code}"), tap("li button")),
    learn=({"code": "lam"}, {"code": "cha"}),
    values={"code": "tab"},
    deeds=({"do": "/add", "code": "{code}"},),
)
FILTERS = (
    filtering("slow filter", "the list follows half a second after the typing", SAME,
              catalogue("later(500, () => shown(matching(val('#q'))));")),
    filtering("filter on the server", "the list is filtered by the server, which takes two seconds", SAME,
              catalogue("later(2000, () => shown(matching(val('#q'))));"), patience=6.0),
    filtering("filter and skeleton", "grey boxes stand in the list while it is filtered", SAME,
              catalogue("$('ul').innerHTML = '<li aria-busy=true>Loading</li>'; later(900, () => shown(matching(val('#q'))));")),
    filtering("filter fails", "the list is not filtered, because the server does not answer", STOP,
              catalogue("later(300, () => say('Could not filter'));")),
    filtering("suggestion on top", "an advertised article stands before what was looked for", EITHER,
              catalogue("shown([{code: 'gift'}, ...matching(val('#q'))]);")),
    filtering("nothing found", "nothing is found, and popular goods are shown instead", STOP,
              catalogue("shown(goods.slice(0, 2));")),
    filtering("filter when left", "the list is filtered when the field is left only", EITHER,
              catalogue("$('#q').onchange = () => shown(matching(val('#q')));")),
    filtering("flicker", "the whole list is shown for a moment between", SAME,
              catalogue("shown([]); later(200, () => shown(goods)); later(600, () => shown(matching(val('#q'))));")),
)  # fmt: skip

CITIES = ("Paris", "Porto", "Prague", "Palermo", "Oslo", "Lima")


def cities(work: str, ending: str = "") -> App:
    """Return a field with suggestions."""
    script = f"""
const cities = {list(CITIES)!r};
let chosen = '';
const pick = (city) => {{ chosen = city; $('#q').value = city; $('#box').innerHTML = ''; }};
const offer = (found) => {{ $('#box').innerHTML = found.map((city) => `<li role="option" onclick="pick('${{city}}')">${{city}}</li>`).join(''); }};
const starting = (text) => text ? cities.filter((city) => city.toLowerCase().startsWith(text.toLowerCase())) : [];
const book = () => post('/book', {{city: chosen || val('#q')}}).then(() => say('Booked'));
$('#q').addEventListener('input', () => {{ {work} }});
{ending}
"""
    body = '<h1>Trip</h1><label for="q">City</label><input id="q" autocomplete="off"><ul id="box" role="listbox"></ul>'
    return one(body + button("Book", "book()"), script=script)


OFFER = "offer(starting(val('#q')));"
suggesting = family(
    GROUP,
    a=cities(OFFER),
    flow=show(type_into("City", "{city}"), click("{city}", "option"), click("Book")),
    learn=({"city": "Porto"}, {"city": "Oslo"}),
    values={"city": "Paris"},
    deeds=({"do": "/book", "city": "{city}"},),
)
SUGGESTIONS = (
    suggesting("namesake suggested first", "Paris, Texas is suggested before Paris", SAME,
               cities("offer(['Paris, Texas', ...starting(val('#q'))]);")),
    suggesting("only the namesake", "Paris, Texas is suggested, Paris is not", STOP, cities("offer(['Paris, Texas']);")),
    suggesting("slow suggestions", "the suggestions come a second later", SAME,
               cities("const text = val('#q'); later(1000, () => offer(starting(text)));")),
    suggesting("out of order", "the answer for the first letter comes last, and stays", EITHER,
               cities("const text = val('#q'); later(1500 - 250 * text.length, () => offer(starting(text)));")),
    suggesting("chosen on leaving", "leaving the field takes the first suggestion, whatever it is", EITHER,
               cities(OFFER, "$('#q').addEventListener('blur', () => later(100, () => pick('Palermo')));")),
    suggesting("countries beside the cities", "each suggestion shows its country in a line of its own", EITHER,
               cities("offer(starting(val('#q'))); document.querySelectorAll('#box li').forEach((one) => "
                      "one.insertAdjacentHTML('beforeend', '<small> Europe</small>'));")),
)  # fmt: skip


def quick(first: str, **slow: float) -> App:
    """Return a search that opens the first hit at Enter."""

    def hits(request: Request) -> Answer:
        return Answer(body=page(f"<h1>{request.data.get('q')}</h1>", status="<p role=status>Opened</p>"),
                      deed={"do": "open", "hit": first.format(**request.data)})  # fmt: skip

    return App({"/": page('<form action="/open" method="post"><label for="q">Find</label><input id="q" name="q"></form>'),
                "/open": hits}, {f"/{name}": seconds for name, seconds in slow.items()})  # fmt: skip


enter = family(GROUP, a=quick("{q}"), flow=show(fill("Find", "{q}"), press("#q", "Enter"), wait("text=Opened")),
               learn=({"q": "Ida"}, {"q": "Jon"}), values={"q": "Kim"}, deeds=({"do": "open", "hit": "{q}"},))  # fmt: skip


def refused(request: Request) -> Answer:
    """Answer a search without a hit."""
    return Answer(
        body=page(f"<h1>Nothing for {request.data.get('q')}</h1>", status="<p role=status>0 hits</p>"), deed={}
    )


ENTERED = (
    enter("slow hit", "the hit takes three seconds", SAME, quick("{q}", open=3.0), patience=6.0),
    enter("no hit", "nothing was found", STOP, App({**quick("{q}").pages, "/open": refused})),
    enter("search is a command line", "Enter runs what is typed as a command: the field is one for commands now", STOP,
          App({"/": page('<form action="/run" method="post"><label for="q">Command</label><input id="q" name="q"></form>'),
               "/run": page("<h1>Run</h1>", status="<p role=status>Done</p>")})),
)  # fmt: skip

PAIRS = (*FILTERS, *SUGGESTIONS, *ENTERED)
