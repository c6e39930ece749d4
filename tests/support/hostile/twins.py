"""Two controls of one name in two places: the right one is gone, disabled, hidden or late, and the other one is there."""

from __future__ import annotations

from dataclasses import dataclass

from .acts import Act, click, fill, framed, show
from .pair import SAME, STOP, App, Pair, Values
from .parts import STATUS, page

GROUP = "twins"
SCRIPT = """
function keep() { post('/profile', {nick: val('#nick')}).then(() => say('Saved')); }
function other() { post('/other').then(() => say('Saved')); }
"""
FIELD = '<p><label for="nick">Nick</label> <input id="nick"></p>'
FRAME = (
    '<iframe name="{name}" title="{name}" srcdoc="<button onclick=parent.{call}()>Save</button>" width="300" height="60">'
    "</iframe>"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A kind of place.

    Attributes:
        name: The kind.
        right: HTML around the right control; ``{}`` is the control.
        twin: HTML around the other one.
        within: Selector of the right place.
        new: Whether the other one is there only on the second version.
        late: Whether a late control can be shown in this place.
    """

    name: str
    right: str
    twin: str
    within: str
    new: bool = False
    late: bool = True


PLACES = (
    Place("landmark", "<main><h2>Profile</h2>{}</main>", '<aside aria-label="Newsletter">{}</aside>', "main"),
    Place("new landmark", "<main>{}</main>", "<footer><h2>Newsletter</h2>{}</footer>", "main", new=True),
    Place("group", "<fieldset><legend>Profile</legend>{}</fieldset>",
          "<fieldset><legend>Newsletter</legend>{}</fieldset>", "fieldset:has-text('Profile')"),
    Place("heading", "<div><h2>Your profile</h2>{}</div>", "<div><h2>Close the account</h2>{}</div>",
          "div:has-text('Your profile')"),
    Place("form", '<form aria-label="Profile">{}</form>', '<form aria-label="Billing">{}</form>',
          "[aria-label=Profile]", new=True),
    Place("list row", "<ul><li>Profile {}</li><li>Help</li></ul>", "<ul><li>Public page {}</li></ul>",
          "li:has-text('Profile')"),
    Place("card", "<article><h3>Profile</h3>{}</article>", "<article><h3>Public page</h3>{}</article>",
          "article:has-text('Profile')", new=True),
    Place("table row", "<table><tr><td>Profile</td><td>{}</td></tr></table>",
          "<table><tr><td>Team</td><td>{}</td></tr></table>", "tr:has-text('Profile')"),
    Place("tab panel", '<div role="tabpanel" aria-label="Profile">{}</div>',
          '<div role="tabpanel" aria-label="Danger zone">{}</div>', "[aria-label=Profile]", new=True),
    Place("toolbar", '<div role="toolbar" aria-label="Profile">{}</div>',
          '<div role="toolbar" aria-label="Company">{}</div>', "[aria-label=Profile]"),
    Place("dialog", '<div role="dialog" aria-label="Profile">{}</div>', "<nav>{}</nav>", "[role=dialog]"),
)  # fmt: skip

BUTTON = '<button type="button" onclick="keep()">Save</button>'
TWIN = '<button type="button" onclick="other()">Save</button>'
OFF = '<button type="button" onclick="keep()" disabled>Save</button>'
UNSEEN = '<button type="button" onclick="keep()" style="display:none">Save</button>'
COMES = '<span id="later"></span>'
SHOWN = f"later(1200, () => {{ $('#later').outerHTML = `{BUTTON}` }});"

LEARN = ({"nick": "Ann"}, {"nick": "Bob"})
VALUES = {"nick": "Eve"}


def app(right: str, twin: str, more: str = "", *, field: str = FIELD) -> App:
    """Return a page of settings with both places."""
    return App({"/": page(f"<h1>Settings</h1>{field}{right}{twin}", script=SCRIPT + more)})


def pair(
    name: str,
    about: str,
    expected: object,
    a: App,
    b: App,
    act: Act,
    values: tuple[tuple[Values, ...], Values] = (LEARN, VALUES),
) -> Pair:
    """Return a pair of this class."""
    return Pair(
        group=GROUP, name=name, about=about, expected=expected, a=a, b=b,  # type: ignore[arg-type]
        flow=show(fill("Nick", "{nick}"), act), learn=values[0], values=values[1],
        deeds=({"do": "/profile", "nick": "{nick}"},),
    )  # fmt: skip


def states(place: Place, number: int) -> list[Pair]:
    """Return the pairs of a place."""
    right, twin = place.right.format(BUTTON), place.twin.format(TWIN)
    a = app(right, "" if place.new else twin)
    act = click("Save", within=place.within)
    made = [
        pair(f"gone, {place.name}", "what it saved is saved at once now; the other Save is for something else", STOP,
             a, app(place.right.format("<p>Saved automatically</p>"), twin), act),
        pair(f"late, {place.name}", "the part with the right button is shown a little later", SAME,
             a, app(place.right.format(COMES), twin, SHOWN), act),
    ]  # fmt: skip
    state, meaning = ((OFF, "disabled: saving is not allowed now"), (UNSEEN, "hidden: it does not apply"))[number % 2]
    made.append(
        pair(f"{meaning.split(':')[0]}, {place.name}", f"the right button is {meaning}", STOP,
             a, app(place.right.format(state), twin), act)
    )  # fmt: skip
    if number % 3 == 0:
        made.append(pair(f"swapped, {place.name}", "the two parts changed places on the page", SAME,
                         a, app(twin, right), act))  # fmt: skip
    return made


FRAMES = tuple(
    pair(name, about, expected, app("", FRAME.format(name="profile", call="keep") + FRAME.format(name="team", call="other")),
         app("", body), framed("iframe[name=profile]", "Save"))
    for name, about, expected, body in (
        ("gone, frame", "the part for the profile is gone; the one for the team is there", STOP,
         FRAME.format(name="team", call="other")),
        ("swapped, frame", "the two embedded parts changed places", SAME,
         FRAME.format(name="team", call="other") + FRAME.format(name="profile", call="keep")),
        ("frame to page", "the page itself got a Save for the whole team; the embedded one is gone", STOP, TWIN),
    )
)  # fmt: skip

SHADOW = """
customElements.define('save-box', class extends HTMLElement {
  connectedCallback() {
    const call = this.getAttribute('call');
    if (call) this.attachShadow({mode: 'open'}).innerHTML = `<button onclick="${call}()">Save</button>`;
  }
});
"""


def boxes(*calls: tuple[str, str]) -> App:
    """Return settings in which every part is a component with a shadow root."""
    return app(
        "".join(f'<section aria-label="{name}"><save-box call="{call}"></save-box></section>' for name, call in calls),
        "",
        SHADOW,
    )


SHADOWS = tuple(
    pair(name, about, expected, boxes(("Profile", "keep"), ("Team", "other")), b, click("Save", within="[aria-label=Profile]"))
    for name, about, expected, b in (
        ("gone, shadow root", "the component of the profile is empty; the team's is there", STOP,
         boxes(("Profile", ""), ("Team", "other"))),
        ("swapped, shadow root", "the components changed places", SAME, boxes(("Team", "other"), ("Profile", "keep"))),
    )
)  # fmt: skip


def devices(*rooms: tuple[str, str], control: str = "Turn off") -> App:
    """Return rooms with a button each, as plain blocks without any roles."""
    rows = "".join(
        f"<div class=r><span>{room}</span> <button onclick=\"post('/{deed}').then(() => say('Done'))\">{control}</button></div>"
        for room, deed in rooms
    )
    return App({"/": page(f"<h1>House</h1>{FIELD}{rows}", status=STATUS, script=SCRIPT)})


HOUSE = devices(("Kitchen", "kitchen"), ("Cellar pump", "cellar"), ("Garden", "garden"))


def room(name: str, about: str, expected: object, b: App) -> Pair:
    """Return a pair about the second of three rooms."""
    return Pair(
        group=GROUP, name=name, about=about, expected=expected, a=HOUSE, b=b,  # type: ignore[arg-type]
        flow=show(click("Turn off", within=".r:has-text('Garden')")), learn=({}, {}), values={},
        deeds=({"do": "/garden"},),
    )  # fmt: skip


ROOMS = (
    room("room gone", "the garden is not controlled any more; the last row is the pump of the cellar", STOP,
         devices(("Kitchen", "kitchen"), ("Attic", "attic"), ("Cellar pump", "cellar"))),
    room("rooms sorted", "the rooms are in another order", SAME,
         devices(("Garden", "garden"), ("Cellar pump", "cellar"), ("Kitchen", "kitchen"))),
    room("room replaced", "a greenhouse stands where the garden was", STOP,
         devices(("Kitchen", "kitchen"), ("Cellar pump", "cellar"), ("Greenhouse", "greenhouse"))),
    room("only one left", "only the pump of the cellar is left, so that the name is unique now", STOP,
         devices(("Cellar pump", "cellar"))),
)  # fmt: skip

PAIRS = (*(one for number, place in enumerate(PLACES) for one in states(place, number)), *FRAMES, *SHADOWS, *ROOMS)
