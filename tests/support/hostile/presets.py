"""Choices that a page makes beforehand: a switch, radio buttons, boxes, and the default of a step."""

from __future__ import annotations

from .acts import ANNOUNCED, click, fill, show, tap, wait
from .pair import SAME, STOP, App, family
from .parts import MODAL_STYLE, one, with_parts

GROUP = "presets"

SWITCH = """
let on = @on@;
const draw = () => { @draw@ };
const flip = () => { on = !on; draw(); post('/switch', {on, scope: '@scope@'}).then(() => say('Saved')); };
draw();
"""
INPUT = "<input type=checkbox role=switch id=sw aria-label='Maintenance mode' onchange='flip()'>"
HEADLESS = "<button type=button role=switch id=sw aria-label='Maintenance mode' onclick='flip()'><span class='thumb' style='pointer-events:none'>o</span></button>"


def switch(
    on: str = "false", control: str = INPUT, scope: str = "this site", text: str = "Applies to this site"
) -> App:
    """Return a switch that saves at once."""
    draw = (
        "$('#sw').checked = on;"
        if control == INPUT
        else "$('#sw').setAttribute('aria-checked', on); $('#sw').dataset.state = on ? 'checked' : 'unchecked';"
    )
    return one(
        f"<h1>Operations</h1><ul><li>Maintenance mode <small>{text}</small> {control}</li></ul>",
        script=with_parts(SWITCH, on=on, draw=draw, scope=scope),
    )


turn = family(
    GROUP,
    a=switch(),
    learn=({}, {}),
    values={},
    task="switch the maintenance on",
    flow=show(tap("#sw"), ANNOUNCED),
    deeds=({"do": "/switch", "on": True, "scope": "this site"},),
)
SWITCHES = (
    turn("switch is on", "the maintenance is on already: a press turns it off", STOP, switch("true")),
    turn(
        "drawn switch is on",
        "a headless switch, on already",
        STOP,
        switch("true", HEADLESS),
        a=switch(control=HEADLESS),
    ),
    turn("input became a button", "the switch is Radix's button now", SAME, switch(control=HEADLESS)),
    turn(
        "switch of all sites",
        "the line below says: applies to all sites",
        STOP,
        switch(text="Applies to all 14 sites", scope="all sites"),
    ),
)

BUY = """<h1>Coffee</h1><fieldset class="buybox"><legend>Purchase</legend>@options@</fieldset>@more@\
<button class="btn-buy" onclick="post('/order', {kind: $('[name=kind]:checked').value, care: !!$('#care') && $('#care').checked}).then(() => say('Order placed'))">Place order</button>"""
RADIO = "<p><input type=radio name=kind id=k@v@ value=@v@ @c@><label for=k@v@>@l@</label></p>"
TOGGLE = "<span class='btn-group'><input type=radio class='btn-check' name=kind id=k@v@ value=@v@ @c@ style='position:absolute;clip:rect(0,0,0,0)'><label class='btn btn-outline-primary' for=k@v@>@l@</label></span>"


def coffee(ticked: str = "once", option: str = RADIO, more: str = "", *, turned: bool = False) -> App:
    """Return a purchase whose kind is chosen beforehand."""
    kinds = (("once", "One-time purchase"), ("monthly", "Subscribe and save 5%"))
    made = "".join(
        with_parts(option, v=key, l=text, c="checked" if key == ticked else "")
        for key, text in (kinds[::-1] if turned else kinds)
    )
    return one(with_parts(BUY, options=made, more=more))


order = family(
    GROUP,
    a=coffee(),
    learn=({}, {}),
    values={},
    task="order coffee",
    flow=show(click("Place order"), ANNOUNCED),
    deeds=({"do": "/order", "kind": "once", "care": False},),
)
chosen = family(
    GROUP,
    a=coffee("monthly"),
    learn=({}, {}),
    values={},
    task="order coffee once",
    flow=show(tap("label[for=konce]"), click("Place order"), ANNOUNCED),
    deeds=({"do": "/order", "kind": "once", "care": False},),
)
ORDERS = (
    order(
        "subscription preset",
        "the subscription is chosen beforehand, no longer the single purchase",
        STOP,
        coffee("monthly"),
    ),
    order("options turned", "the options stand the other way round; the same one is chosen", SAME, coffee(turned=True)),
    order(
        "care plan pre-ticked",
        "a ticked box: add the care plan",
        STOP,
        coffee(more="<label><input type=checkbox id=care checked> Add care plan, 4 EUR a month</label>"),
    ),
    chosen("radios became btn-check", "the radios are toggles of Bootstrap 5", SAME, coffee("monthly", TOGGLE)),
    chosen(
        "btn-check turned",
        "the toggles stand the other way round",
        SAME,
        coffee("monthly", TOGGLE, turned=True),
        a=coffee("monthly", TOGGLE),
    ),
)

WIZARD = """
const steps = @steps@; let at = 0; const kept = {};
const draw = () => { $('.stepper').innerHTML = steps.map((one, n) => `<li @cls@ ${n === at ? 'aria-current=step' : ''}>${one.name}</li>`).join('');
  $('.pane').innerHTML = `<h2>${steps[at].name}</h2>` + steps[at].html + `<button type=button onclick="next()">${at === steps.length - 1 ? 'Create cluster' : 'Next'}</button>`; };
const next = () => { document.querySelectorAll('.pane input').forEach((one) => { if (one.type !== 'radio' && one.type !== 'checkbox') kept[one.name] = one.value; else if (one.checked) kept[one.name] = one.value; });
  if (++at < steps.length) return draw(); post('/cluster', kept).then(() => { $('.pane').innerHTML = ''; say('Cluster created'); }); };
draw();
"""


def wizard(size: str = "small", extra: str = "", cls: str = "", size_name: str = "Size") -> App:
    """Return a wizard of three steps; the second one has a default."""
    radios = "".join(
        f"<p><label><input type=radio name=size value={key} {'checked' if key == size else ''}> {text}</label></p>"
        for key, text in (("small", "Small, 1 node"), ("large", "Large, 20 nodes"))
    )
    steps = [
        {"name": "Name", "html": "<p><label for=n>Cluster name</label><input id=n name=name></p>"},
        {"name": size_name, "html": radios},
    ]
    if extra:
        steps.append({"name": "Network", "html": extra})
    steps.append({"name": "Review", "html": "<p>Ready.</p>"})
    return one(
        "<h1>New cluster</h1><ol class=stepper></ol><div class=pane></div>",
        script=with_parts(WIZARD, steps=steps, cls=cls),
    )


cluster = family(
    GROUP,
    a=wizard(),
    learn=({"name": "ann"}, {"name": "bob"}),
    values={"name": "eve"},
    task="create a cluster",
    flow=show(
        fill("Cluster name", "{name}"),
        click("Next"),
        wait("h2:text-is('Size')"),
        click("Next"),
        wait("h2:text-is('Review')"),
        click("Create cluster"),
        ANNOUNCED,
    ),
    deeds=({"do": "/cluster", "name": "{name}", "size": "small"},),
)
CLUSTERS = (
    cluster("default size is large", "the second step has Large chosen beforehand", STOP, wizard("large")),
    cluster(
        "step with a ticked box",
        "a new step has a ticked box: make it public",
        STOP,
        wizard(
            extra="<p><label><input type=checkbox name=public value=yes checked> Reachable from the internet</label></p>"
        ),
    ),
    cluster(
        "stepper restyled",
        "the head of the steps is drawn anew",
        SAME,
        wizard(cls="class=v-stepper-item data-done=${n < at}"),
    ),
)

SERIES = """<h1>Standup</h1><button onclick="$('.modal').classList.add('show')">Cancel event</button><div class="modal" role="dialog" aria-label="Cancel recurring event"><div class="modal-content">
@radios@<button onclick="post('/cancel', {scope: $('[name=scope]:checked').value}).then(() => { $('.modal').classList.remove('show'); say('Event cancelled'); })">OK</button></div></div>"""


def series(
    ticked: str = "this",
    *,
    turned: bool = False,
    kind: str = "<p><label><input type=radio name=scope value=@v@ @c@> @l@</label></p>",
) -> App:
    """Return an event of a series; a dialog has the scope chosen beforehand."""
    scopes = [("this", "This event"), ("following", "This and following events"), ("all", "All events")]
    made = "".join(
        with_parts(kind, v=key, l=text, c="checked" if key == ticked else "")
        for key, text in (scopes[::-1] if turned else scopes)
    )
    return one(MODAL_STYLE + with_parts(SERIES, radios=made))


cancel = family(
    GROUP,
    a=series(),
    learn=({}, {}),
    values={},
    task="cancel the event",
    flow=show(click("Cancel event"), click("OK"), ANNOUNCED),
    deeds=({"do": "/cancel", "scope": "this"},),
)
EVENTS = (
    cancel("scope preset to all", "the dialog has All events chosen beforehand", STOP, series("all")),
    cancel("scopes turned", "the scopes stand in another order; the same one is chosen", SAME, series(turned=True)),
    cancel(
        "scopes restyled",
        "the radios are MDC's",
        SAME,
        series(
            kind="<div class='mdc-form-field'><label><span class='mdc-radio'><input type=radio name=scope class='mdc-radio__native-control' value=@v@ @c@></span> @l@</label></div>"
        ),
    ),
)

PAIRS = (
    *SWITCHES,
    *ORDERS,
    *CLUSTERS,
    *EVENTS,
)
