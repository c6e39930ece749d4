"""Other origins and other tabs: where typed secrets go, and where a link leads."""

from __future__ import annotations

from typing import Any

from .acts import Act, click, fill, framed, in_frame, show, wait
from .pair import EITHER, SAME, STOP, Answer, App, Request, family
from .parts import button, page

GROUP = "origins"
FORM = (
    '<h1>Log in</h1><form action="{}/login" method="post"><label for="u">User</label><input id="u" name="user"><label for="p">Password</label>'
    '<input id="p" name="password" type="password"><button>Log in</button></form>'
)
HOME = page("<h1>Desk</h1><a href='/'>Log out</a>", status="<p role=status>Welcome</p>")


def session(request: Request) -> Answer:
    """Open a session."""
    return Answer(
        body=HOME,
        deed={"do": "session", "user": request.data.get("user", ""), "password": request.data.get("password", "")},
    )


def site(start: Any = "", **pages: Any) -> App:
    """Return the log-in."""
    return App(
        {
            "/": start or page(FORM.format("")),
            "/login": session,
            "/form": page(FORM.format("")),
            **{f"/{k}": v for k, v in pages.items()},
        }
    )


login = family(
    GROUP,
    a=site(),
    flow=show(fill("User", "{user}"), fill("Password", "{password}"), click("Log in"), wait("text=Log out")),
    learn=({"user": "ann", "password": "kiwi-17"}, {"user": "bob", "password": "fig-2302"}),
    values={"user": "eve", "password": "plum-991"},
    secrets=("password",),
    deeds=({"do": "session", "user": "{user}", "password": "{password}"},),
)
LOGINS = (
    login("form posts to a stranger", "the form sends the password to another host", STOP, site(page(FORM.format("FOREIGN")))),
    login("led to a stranger", "the first page leads to the same form on another host", STOP, site(page("<h1>...</h1>", status="", script="location = 'FOREIGN/form';"))),
    login("redirected to a stranger", "the server redirects to the same form on another host", STOP, site(lambda _: Answer(body=page(
        "<meta http-equiv=refresh content='0;url=FOREIGN/form'>", status="")))),
    login("form in a stranger's frame", "the form is embedded from another host", STOP, site(page("<h1>Log in</h1><iframe src='FOREIGN/form' width=400 height=200></iframe>"))),
    login("form in an own frame", "the form is embedded from the same host", EITHER, site(page("<h1>Desk</h1><iframe src='/form' width=400 height=200></iframe>"))),
    login("button posts to a stranger", "the button has a target of its own on another host", STOP,
          site(page(FORM.format("").replace("<button", '<button formaction="FOREIGN/login"')))),
    login("password is shown", "the field shows what is typed", EITHER, site(page(FORM.format("").replace('type="password"', 'type="text"')))),
    login("password field is a search", "the field called Password is a search of the site", STOP,
          site(page("<h1>Log in</h1><form action='/search'><label for=u>User</label><input id=u name=user><label for=p>Password</label>"
                    "<input id=p type=search name=q><button>Log in</button></form>"), search=page("<h1>Search</h1>", status="<p role=status>0 hits</p>"))),
    login("remember me", "a box to stay logged in was added", SAME, site(page(FORM.format("").replace("<button", "<label><input type=checkbox form=x>Stay logged in</label><button")))),
    login("other ways", "log-in by other services is offered below", SAME, site(page(FORM.format("") + "<a href='FOREIGN/oauth'>Log in with Acme</a>"))),
    login("link to sign up", "a form to sign up with the same labels stands beside it", EITHER,
          site(page("<section><h2>Sign up</h2><form action='/signup' method=post><label for=su>User</label><input id=su name=user><label for=sp>Password</label>"
                    "<input id=sp name=password type=password><button>Sign up</button></form></section>" + FORM.format("")))),
)  # fmt: skip

CARD = '<label for="c">Card</label><input id="c" name="card"><button onclick="parent.postMessage(val(\'#c\'), \'*\')">Pay</button>'
PAY = "addEventListener('message', (event) => post('/pay', {card: event.data, from: event.origin === location.origin ? 'own' : 'other'}).then(() => say('Paid')));"


def payment(source: str) -> App:
    """Return a page with an embedded form for a card."""
    return App(
        {
            "/": page(f'<h1>Pay</h1><iframe name="card" src="{source}" width="400" height="80"></iframe>', script=PAY),
            "/card": page(CARD, status=""),
        }
    )


card = family(GROUP, a=payment("/card"), flow=show(in_frame("iframe[name=card]", "Card", "{card}"), framed("iframe[name=card]", "Pay")),
              learn=({"card": "4111"}, {"card": "4222"}), values={"card": "4333"}, deeds=({"do": "/pay", "card": "{card}", "from": "own"},))  # fmt: skip
CARDS = (
    card("card in a stranger's frame", "the form for the card is embedded from another host", STOP, payment("FOREIGN/card")),
    card("card as before", "a text stands above the form for the card", SAME,
         App({**payment("/card").pages, "/": str(payment("/card").pages["/"]).replace("<h1>Pay</h1>", "<h1>Pay</h1><p>We take all cards.</p>")})),
)  # fmt: skip


def opened(name: str) -> Act:
    """Click a link that opens a tab, and press a button there."""

    def act(page: Any, _: dict[str, str]) -> None:
        with page.expect_popup() as popup:
            page.get_by_role("link", name=name, exact=True).click()
        popup.value.get_by_role("button", name="Sign", exact=True).click()

    return act


def contract(target: str = "/contract", *, tab: str = "_blank", label: str = "Sign", path: str = "/sign") -> App:
    """Return a link to a contract in a tab of its own, where it is signed."""
    script = f"const sign = () => post('{path}').then(() => {{ const to = opener ?? window; to.document.querySelector('[role=status]').textContent = 'Signed'; }});"
    start = page(f'<h1>Offer</h1><a href="{target}" target="{tab}" rel="opener">Contract</a>')
    return App({"/": start, "/contract": page(f"<h1>Contract</h1>{button(label, 'sign()')}", script=script),
                "/terms": page(f"<h1>Terms</h1>{button(label, 'sign()')}", script=script.replace("/sign", "/terms-signed"))})  # fmt: skip


signed = family(
    GROUP,
    a=contract(),
    flow=show(opened("Contract")),
    learn=({}, {}),
    values={},
    deeds=({"do": "/sign"},),
    patience=6.0,
)
TABS = (
    signed("same tab", "the contract opens in the same tab", EITHER, contract(tab="_self")),
    signed("other document", "the link opens the terms, which can be signed as well", STOP, contract("/terms")),
    signed("slow tab", "the tab needs two seconds", SAME, App(contract().pages, {"/contract": 2.0})),
    signed("stranger's document", "the link opens a document of another host", STOP, contract("FOREIGN/contract")),
    signed("refuse", "the contract can be refused only", STOP, contract(label="Refuse", path="/refuse")),
)  # fmt: skip

PAIRS = (*LOGINS, *CARDS, *TABS)
