"""The order of events: refused log-ins, pages that take back what they showed, clicks that nobody heard."""

from __future__ import annotations

from .acts import click, fill, show, wait
from .pair import EITHER, SAME, STOP, Answer, App, Handler, Request, family
from .parts import button, one, page

LOGIN = (
    '<h1>{}</h1><form action="/login" method="post"><label for="u">User</label><input id="u" name="user">'
    '<label for="p">Password</label><input id="p" name="password" type="password"><button>Log in</button></form>'
)


def notice(text: str) -> str:
    """Return a status line."""
    return f'<p role="status">{text}</p>'


FORM = page(LOGIN.format("Log in"))
WELCOME = page("<h1>Desk</h1><nav><a href='/'>Log out</a></nav>", status=notice("Welcome"))


def entered(request: Request) -> Answer:
    """Open a session."""
    return Answer(location="/desk", deed={"do": "session", "user": request.data["user"]})


def refusing(body: str, delay: float = 0.0) -> Handler:
    """Return a handler that opens no session and shows a page."""
    return lambda _: Answer(body=body, delay=delay, deed={})


def leading(to: str, delay: float = 0.0) -> Handler:
    """Return a handler that opens no session and leads to another page."""
    return lambda _: Answer(location=to, delay=delay, deed={})


def no_session(request: Request) -> Answer:
    """Refuse the data of the desk."""
    return Answer(body={"error": "log in"}, status=401)


def site(login: Handler = entered, desk: object = WELCOME, **slow: float) -> App:
    """Return a log-in and the page behind it."""
    again = page(LOGIN.format("Log in"), status=notice("Please log in"))
    other = page(
        "<h1>One more step</h1><label for=c>Code</label><input id=c><button>Verify</button>", status=notice("Code sent")
    )
    return App({"/": FORM, "/login": login, "/desk": desk, "/again": again, "/code": other, "/session": no_session},
               {f"/{name}": seconds for name, seconds in slow.items()})  # fmt: skip


def guest(request: Request) -> str:
    """Return the desk of a guest."""
    return page("<h1>Desk</h1><nav><a href='/'>Log in</a></nav>", status=notice("You are a guest"))


WRONG = page(LOGIN.format("Log in"), status=notice("Wrong user or password"))
BLOCKED = page(
    "<h1>Desk</h1><nav><a href='/'>Log out</a></nav>", status=notice("Account locked. Ask your administrator.")
)
SOON = page(
    "<h1>Desk</h1><nav><a href='/'>Log out</a></nav>",
    status=notice("Welcome"),
    script="fetch('/session').then((answer) => { if (!answer.ok) location = '/again'; });",
)
HOP = page("<h1>Signing you in</h1>", status="", script="later(900, () => { location = '/desk' });")

login = family(
    "order of events",
    a=site(),
    flow=show(fill("User", "{user}"), fill("Password", "{password}"), click("Log in"), wait("text=Log out")),
    learn=({"user": "ann", "password": "kiwi-17"}, {"user": "bob", "password": "fig-2302"}),
    values={"user": "eve", "password": "plum-991"},
    secrets=("password",),
    deeds=({"do": "session", "user": "{user}"},),
)
LOGINS = (
    login("refused", "the password is wrong; the page says so", STOP, site(refusing(WRONG))),
    login("refused slowly", "the password is wrong; the page takes two seconds", STOP, site(refusing(WRONG, 2.0))),
    login("refused by a redirect", "the password is wrong; the page leads back to the form", STOP, site(leading("/again", 1.0), again=0.8)),
    login("code asked for", "a code of the telephone is asked for", STOP, site(leading("/code", 0.5))),
    login("locked", "the account is locked: the desk says so and is empty", STOP, site(leading("/desk"), BLOCKED)),
    login("guest", "no session is opened: the desk shows a guest", STOP, site(leading("/desk"), guest)),
    login("thrown out", "the desk asks for its data, is refused after a second, and the form is back", STOP, site(leading("/desk"), SOON, session=1.0), linger=1.2),
    login("server error", "the server fails after two seconds", STOP,
          site(lambda _: Answer(body=page("<h1>Error</h1>", status=notice("Error 500")), status=500, delay=2.0, deed={}))),
    login("slow", "the log-in takes two seconds, the desk one more", SAME, App(site().pages, {"/login": 2.0, "/desk": 1.0}), patience=6.0),
    login("page between", "a page says for a moment that one is being signed in", SAME,
          App({**site().pages, "/login": lambda request: Answer(body=HOP, deed={"do": "session", "user": request.data["user"]})}), patience=6.0),
    login("news on the desk", "the desk shows news beside the welcome", SAME,
          site(desk=page("<h1>Desk</h1><aside><h2>News</h2><p>We move in May.</p></aside><nav><a href='/'>Log out</a></nav>",
                         status=notice("Welcome")))),
)  # fmt: skip

# -- pages that show success before the server has answered --------------------------------------------------------

ARCHIVE = """
const archive = () => {
  $('#mail').hidden = true; say('Archived');
  fetch('/archive', {method: 'POST'}).then((answer) => { if (!answer.ok) throw new Error(); })
    .catch(() => { ROLLBACK });
};
"""
BACK = "$('#mail').hidden = false; say('Could not archive. Try again.');"


def failing(delay: float, status: int = 500) -> Handler:
    """Return a handler that refuses a change, late."""
    return lambda _: Answer(body={"error": "no"}, status=status, delay=delay, deed={})


def optimistic(handler: object = None, rollback: str = BACK, **slow: float) -> App:
    """Return a mail whose archiving is shown at once."""
    body = f'<div id="mail"><h1>Offer</h1>{button("Archive", "archive()")}</div>'
    return App({"/": page(body, script=ARCHIVE.replace("ROLLBACK", rollback)), **({"/archive": handler} if handler else {})},
               {f"/{name}": seconds for name, seconds in slow.items()})  # fmt: skip


SAVING = """
const keep = () => { say('Saving...'); post('/keep', {text: val('#t')}).then((answer) => say(answer.ok ? 'Saved' : 'NOT saved')); };
"""
QUEUE = """
const keep = () => { say('Saved'); later(WAIT, () => { WORK }); };
"""


def note(script: str, handler: object = None, **slow: float) -> App:
    """Return a note with a button."""
    body = f'<h1>Note</h1><label for="t">Text</label><input id="t">{button("Keep", "keep()")}'
    return App({"/": page(body, script=script), **({"/keep": handler} if handler else {})},
               {f"/{name}": seconds for name, seconds in slow.items()})  # fmt: skip


roll = family("optimistic pages", a=optimistic(), flow=show(click("Archive")), learn=({}, {}), values={},
              deeds=({"do": "/archive"},), linger=0.5, patience=6.0)  # fmt: skip
kept = family("optimistic pages", a=note(SAVING), flow=show(fill("Text", "{text}"), click("Keep"), wait("text=Saved")),
              learn=({"text": "Milk"}, {"text": "Bread"}), values={"text": "Tea"},
              deeds=({"do": "/keep", "text": "{text}"},), patience=6.0)  # fmt: skip
ROLLED = (
    roll("rolled back at once", "the server refuses at once", STOP, optimistic(failing(0.1))),
    roll("rolled back after a second", "the server refuses after a second", STOP, optimistic(failing(1.0)), linger=1.2),
    roll("rolled back after two seconds", "the server refuses after two seconds", STOP, optimistic(failing(2.0)), linger=2.2),
    roll("rolled back after four seconds", "the server refuses after four seconds", STOP, optimistic(failing(4.0)), linger=4.2),
    roll("not allowed", "the server says that it is not allowed; a small message replaces the first one", STOP,
         optimistic(failing(0.8, 403), "say('You may not archive this.')")),
    roll("silent failure", "the server fails, and the page does not care", STOP, optimistic(failing(1.0), "")),
    roll("slow success", "the server takes three seconds", SAME, optimistic(archive=3.0)),
    roll("offline queue", "the page keeps it for later, because it believes to be offline", STOP,
         App({"/": str(optimistic().pages["/"]).replace("fetch('/archive', {method: 'POST'})", "Promise.resolve({ok: true})")}), linger=0.6),
    kept("saving, then failed", "it says Saving, and after two seconds that it was not saved", STOP,
         note(SAVING, lambda _: Answer(body={"ok": False}, delay=2.0, deed={})), linger=2.2),
    kept("saving slowly", "it says Saving for three seconds", SAME, note(SAVING, keep=3.0)),
    kept("message stays", "it says Saving and never ends", STOP,
         note("const keep = () => say('Saving...');")),
    kept("conflict", "somebody else has changed the note; it says so where it said Saved", STOP,
         note(SAVING.replace("'NOT saved'", "'Saved as a copy: conflict with Bob'"), lambda _: Answer(body={"ok": False}, delay=0.4, deed={}))),
    kept("sent a second later", "the note is sent a second after the button is pressed", SAME,
         note(QUEUE.replace("WAIT", "1000").replace("WORK", "post('/keep', {text: val('#t')})")), linger=1.6),
)  # fmt: skip

# -- clicks that nobody heard ------------------------------------------------------------------------------------------

ORDER = "const order = () => post('/order', {item: val('#i')}).then(() => say('Ordered'));"


def shop(
    script: str = ORDER,
    control: str = '<button id="go" onclick="order()">Order</button>',
    more: str = "",
    **slow: float,
) -> App:
    """Return an order form."""
    body = f'<h1>Order</h1><label for="i">Article</label><input id="i">{control}'
    return App({"/": page(body, script=script + more)}, {f"/{name}": seconds for name, seconds in slow.items()})


def wizard(delay: int = 0) -> App:
    """Return three steps with a button of the same name, of which the last one orders."""
    script = f"""
let step = 1;
const draw = () => {{ $('h1').textContent = 'Step ' + step; $('#box').innerHTML = step < 3
  ? '<button onclick="next()">Next</button>' : '<p>Check your order</p><button onclick="next()">Next</button>'; }};
const next = () => {{ if (step === 3) return post('/order').then(() => say('Ordered'));
  later({delay}, () => {{ step += 1; draw(); say('Step ' + step); }}); }};
draw();
"""
    return one('<h1></h1><div id="box"></div>', script=script)


def pages(delay: float = 0.0) -> App:
    """Return pages with a link to the next one each."""

    def shown(request: Request) -> Answer:
        number = int(request.data.get("n", 1))
        body = f"<h1>Page {number}</h1><a href='/do/page?n={number + 1}'>Next</a>"
        return Answer(body=page(body, status=notice("Shown")), delay=delay if number == 2 else 0)

    return App({"/": page("<h1>Page 1</h1><a href='/do/page?n=2'>Next</a>"), "/do/page": shown})


RAW = '<button id="go">Order</button>'
HEARD = "later({}, () => {{ $('#go').onclick = order; }});"
order = family("swallowed clicks", a=shop(), flow=show(fill("Article", "{item}"), click("Order")),
               learn=({"item": "tea"}, {"item": "rice"}), values={"item": "salt"}, deeds=({"do": "/order", "item": "{item}"},))  # fmt: skip
through = family("swallowed clicks", a=pages(), flow=show(click("Next", "link"), wait("text=Page 2")), learn=({}, {}), values={},
                 deeds=({"do": "/do/page", "n": "2"},), patience=6.0)  # fmt: skip
steps = family("swallowed clicks", a=wizard(), flow=show(click("Next"), wait("text='Step 2' >> nth=0"), click("Next")), learn=({}, {}),
               values={}, deeds=())  # fmt: skip
CLICKS = (
    order("heard a second later", "the button works from one second after the page is shown", EITHER, shop(control=RAW, more=HEARD.format(1000))),
    order("heard three seconds later", "the button works from three seconds after the page is shown", EITHER,
          shop(control=RAW, more=HEARD.format(3000)), linger=3.0),
    order("never heard", "the button does nothing, because a script could not be loaded", STOP, shop(control=RAW)),
    order("slow without a sign", "the order takes three seconds, and nothing shows it", SAME, shop(order=3.0), patience=6.0),
    order("first click closes a hint", "a hint takes the first click, wherever it falls", EITHER,
          shop(more="document.body.insertAdjacentHTML('beforeend', '<div id=h style=\"position:fixed;inset:0\" onclick=\"this.remove()\"></div>');")),
    order("replaced after hydration", "the whole form is drawn anew a second later, with empty fields", EITHER,
          shop(more="later(1000, () => { const again = $('#i').cloneNode(); again.value = ''; $('#i').replaceWith(again); });")),
    order("no double order", "after the click the button stays as it is for two seconds; a second click would order twice", SAME,
          shop(order=2.0), patience=6.0),
    through("slow page", "the next page takes two seconds", SAME, pages(2.0)),
    through("very slow page", "the next page takes three and a half seconds", SAME, pages(3.5)),
    steps("slow wizard", "each step takes a second, and its button has the same name", SAME, wizard(1000), linger=1.0),
)  # fmt: skip

PAIRS = (*LOGINS, *ROLLED, *CLICKS)
