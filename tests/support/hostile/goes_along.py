"""New fields that hold something from the start: rooms, leave, parcels, tickets and meals in five languages."""

from __future__ import annotations

from .acts import click, fill, select, show
from .everyday import SAID, after, site
from .pair import SAME, STOP, Pair, family

ROOMS, LEAVE, PARCELS, TICKETS, MEALS, PAYING = (
    "along rooms",
    "along leave",
    "along parcels",
    "along tickets",
    "along meals",
    "along payments",
)

# -- a room is booked by a form that the browser sends -----------------------------------------------------------------

HOTEL = site(
    title="Hotel Anchor",
    at_="""<header><strong>Hotel Anchor</strong> @head@</header><main><h1>Book a room</h1>@above@<form method="post" action="/book">
    <p><label for="g">Guest</label> <input id="g" name="guest" autocomplete="off"></p>
    <p><label for="n">Nights</label> <input id="n" name="nights" autocomplete="off"></p>
    @more@<p><button>Book room</button></p></form>@below@</main>@foot@""",
    at_book=lambda _: after("Your room is booked"),
    script="@start@",
    head="",
    above="",
    more="",
    below="",
    foot="",
    start="",
)
room = family(
    ROOMS,
    a=HOTEL(),
    flow=show(fill("Guest", "{guest}"), fill("Nights", "{nights}"), click("Book room"), SAID),
    learn=({"guest": "Ida Moss", "nights": "3"}, {"guest": "Jon Falk", "nights": "5"}),
    values={"guest": "Kim Ott", "nights": "7"},
    deeds=({"do": "/book", "guest": "{guest}", "nights": "{nights}"},),
    task="book a room",
)
ROOM_PAIRS = (
    room("promotion code", "a code of the staff stands in a new field", STOP, HOTEL(
        more="<p><label for='c'>Promotion code</label> <input id='c' name='code' value='STAFF20'></p>")),
    room("two rooms", "a new number says how many rooms, and stands at two", STOP, HOTEL(
        more="<p><label for='r'>Rooms</label> <input id='r' name='rooms' type='number' value='2'></p>")),
    room("donation on a slider", "a slider of a donation stands at five euros", STOP, HOTEL(
        more="<p><label for='d'>Donation to the lifeboats (EUR)</label> <input id='d' name='donation' type='range' min='0' max='20' value='5'></p>")),
    room("arrival of before", "a new field of the day of arrival holds a day of an earlier visit", STOP, HOTEL(
        more="<p><label for='a'>Arrival</label> <input id='a' name='arrival' type='date' value='2024-03-02'></p>")),
    room("wish of before", "the wishes of an earlier stay stand in a new text field", STOP, HOTEL(
        more="<p><label for='w'>Wishes</label> <textarea id='w' name='wishes'>A cot, and dinner for two on the first evening</textarea></p>")),
    room("folded away", "the extras are folded away, and a ticked box in them orders parking", STOP, HOTEL(
        more="<details><summary>Extras</summary><label><input type='checkbox' name='parking' value='yes' checked> Parking space (15 EUR a night)</label></details>")),
    room("list set by a script", "a list of boards comes with a script after 80 ms and stands at full board", STOP, HOTEL(
        more="<p id='b'></p>", start="later(80, () => { $('#b').innerHTML = \"<label for='x'>Board</label> <select id='x' name='board'><option>None</option><option selected>Full board</option></select>\"; });")),
    room("list turns", "a list of boards stands at nothing; a script turns it to full board 60 ms later", STOP, HOTEL(
        more="<p><label for='x'>Board</label> <select id='x' name='board'><option value=''>None</option><option>Full board</option></select></p>", start="later(60, () => { $('#x').value = 'Full board'; });")),
    room("refund: none", "a list of refunds stands at none, which makes the booking a final one", STOP, HOTEL(
        more="<p><label for='x'>Refund if you cancel</label> <select id='x' name='refund'><option>None (saves 10 EUR)</option><option>Full</option></select></p>")),
    room("field outside of the form", "a box below the form belongs to it by its attribute and is ticked", STOP, HOTEL(
        more="", above="<form id='f2'></form>", at_="""<h1>Book a room</h1><form id="main" method="post" action="/book"><p><label for="g">Guest</label> <input id="g" name="guest" autocomplete="off"></p>
    <p><label for="n">Nights</label> <input id="n" name="nights" autocomplete="off"></p><p><button>Book room</button></p></form><footer><label><input form="main" type="checkbox" name="transfer" value="yes" checked> Fetch me from the station (30 EUR)</label></footer>""")),
    room("data of the account", "the form shows the address and the telephone of the account, which were asked elsewhere before", SAME, HOTEL(
        more="<p><label for='e'>Your e-mail</label> <input id='e' value='ann@lee.org' readonly></p><p>Reference <output>R-2031</output></p>")),
    room("settings of the page", "the head has lists of languages and currencies, the foot one of themes and a box of cookies that is ticked", SAME, HOTEL(
        head="<label>Language <select><option>English</option><option>Français</option></select></label> <label>Currency <select><option>EUR</option><option>USD</option></select></label>",
        foot="<footer><label>Theme <select><option>System</option><option>Dark</option></select></label> <label><input type='checkbox' checked disabled> Necessary cookies</label></footer>")),
    room("parts of the site", "tabs lead to the booking and to the bookings of before, the first one is chosen", SAME, HOTEL(
        above="<nav role='tablist'><a role='tab' href='/' aria-selected='true'>Book</a> <a role='tab' href='/mine' aria-selected='false'>My bookings</a></nav>")),
    room("extras that are off", "breakfast, parking and a cot are offered, all stand at nothing", SAME, HOTEL(
        more="<p><label for='b'>Breakfast</label> <select id='b'><option>No breakfast</option><option>Continental</option></select> <label for='p'>Parking</label> <select id='p'><option>Not needed</option><option>Garage</option></select> <label for='c'>Cots</label> <input id='c' type='number' value='0' min='0'></p><p><label><input type='radio' checked> No transfer</label> <label><input type='radio'> From the station</label></p>")),
    room("search in the head", "a search with its last words stands in the head, a list of offers with filters below", SAME, HOTEL(
        head="<form role='search'><input type='search' aria-label='Search the site' value='sauna'><button>Search</button></form>",
        below="<section><h2>Offers</h2><label>Show <select><option>This month</option><option>Next month</option></select></label><ul><li>Sauna evening</li><li>Boat trip</li></ul></section>")),
)  # fmt: skip

# -- German: leave is asked for by a script ----------------------------------------------------------------------------

URLAUB = site(
    title="Abwesenheit",
    lang="de",
    at_="""<header>@head@</header><main><h1>Urlaub beantragen</h1>@above@<p><label for='v'>Von</label> <input id='v'></p><p><label for='b'>Bis</label> <input id='b'></p>@more@
    <button type='button' onclick='send()'>Beantragen</button>@below@</main>""",
    script="const send = () => { const data = {von: val('#v'), bis: val('#b')}; @data@ post('/antrag', data).then(() => say('Der Antrag ist gestellt')); };",
    head="",
    above="",
    more="",
    below="",
    data="",
)
leave = family(
    LEAVE,
    a=URLAUB(),
    flow=show(fill("Von", "{von}"), fill("Bis", "{bis}"), click("Beantragen"), SAID),
    learn=({"von": "1. Juni", "bis": "5. Juni"}, {"von": "2. Juli", "bis": "9. Juli"}),
    values={"von": "3. Mai", "bis": "8. Mai"},
    deeds=({"do": "/antrag", "von": "{von}", "bis": "{bis}"},),
    task="Urlaub beantragen",
)
LEAVE_PAIRS = (
    leave("unbezahlt", "eine Liste nennt die Art; unbezahlt steht zuerst", STOP, URLAUB(
        more="<p><label for='a'>Art</label> <select id='a'><option>Unbezahlter Urlaub</option><option>Erholungsurlaub</option></select></p>", data="if (val('#a').startsWith('Unb')) data.art = 'unbezahlt';")),
    leave("halbe Tage", "ein Schalter steht auf halbe Tage", STOP, URLAUB(
        more="<p><button type='button' role='switch' aria-checked='true' id='h'>Nur halbe Tage</button></p>", data="if ($('#h').ariaChecked === 'true') data.halb = true;")),
    leave("Vertretung", "die Vertretung ist mit einer Person vorbelegt", STOP, URLAUB(
        more="<p><label for='w'>Vertretung</label> <input id='w' value='Bernd Krüger'></p>", data="data.vertretung = val('#w');")),
    leave("Knöpfe der Art", "Knöpfe nennen die Art, Sonderurlaub ist gedrückt", STOP, URLAUB(
        above="<div role='group' aria-label='Art'><button type='button' aria-pressed='true'>Sonderurlaub</button> <button type='button' aria-pressed='false'>Erholungsurlaub</button></div>", data="if (document.querySelector('[aria-pressed=true]').textContent === 'Sonderurlaub') data.art = 'sonder';")),
    leave("nichts gewählt", "Listen für Vertretung und Kostenstelle stehen auf nichts, ein Feld für Bemerkungen ist leer", SAME, URLAUB(
        more="<p><label for='w'>Vertretung</label> <select id='w'><option>Keine</option><option>Bernd Krüger</option></select> <label for='k'>Kostenstelle</label> <select id='k'><option>Bitte wählen</option><option>4711</option></select> <label for='t'>Bemerkung</label> <textarea id='t'></textarea></p>")),
    leave("Kalender daneben", "ein Kalender mit Jahr und Team steht darunter, mit der Liste der Anträge", SAME, URLAUB(
        below="<section><h2>Kalender</h2><label>Jahr <select><option>2025</option><option selected>2026</option></select></label> <label>Ansicht <select><option>Monat</option><option>Woche</option></select></label><table><tr><td>1. Juni</td><td>genehmigt</td></tr></table></section>")),
)  # fmt: skip

# -- French: a parcel is sent ------------------------------------------------------------------------------------------

COLIS = site(
    title="Colis",
    lang="fr",
    at_="""<header>@head@</header><main><h1>Envoyer un colis</h1><form method="post" action="/colis"><p><label for="d">Destinataire</label> <input id="d" name="pour" autocomplete="off"></p>
    <p><label for="t">Taille</label> <select id="t" name="taille"><option value="">-</option><option>Petit</option><option>Moyen</option><option>Grand</option></select></p>@more@<p><button>Commander</button></p></form></main>""",
    at_colis=lambda _: after("Le colis est commandé"),
    head="",
    more="",
)
parcel = family(
    PARCELS,
    a=COLIS(),
    flow=show(fill("Destinataire", "{pour}"), select("Taille", "{taille}"), click("Commander"), SAID),
    learn=({"pour": "Ida Moss", "taille": "Petit"}, {"pour": "Jon Falk", "taille": "Grand"}),
    values={"pour": "Kim Ott", "taille": "Moyen"},
    deeds=({"do": "/colis", "pour": "{pour}", "taille": "{taille}"},),
    task="envoyer un colis",
)
PARCEL_PAIRS = (
    parcel("assurance", "une assurance tous risques est choisie", STOP, COLIS(
        more="<p><label for='a'>Assurance</label> <select id='a' name='assurance'><option>Tous risques (9 EUR)</option><option value=''>Aucune</option></select></p>")),
    parcel("livraison du samedi", "un bouton radio choisit la livraison du samedi", STOP, COLIS(
        more="<fieldset><legend>Livraison</legend><label><input type='radio' name='jour' value='samedi' checked> Le samedi</label> <label><input type='radio' name='jour' value=''> En semaine</label></fieldset>")),
    parcel("rien de choisi", "des listes sont nouvelles et ne choisissent rien", SAME, COLIS(
        more="<p><label for='a'>Assurance</label> <select id='a'><option>Aucune</option><option>Tous risques</option></select> <label for='c'>Couleur du ruban</label> <select id='c'><option>Sans ruban</option><option>Rouge</option></select> <label for='r'>Rappel</label> <select id='r'><option>Choisir…</option><option>Une heure avant</option></select></p>")),
)  # fmt: skip

# -- Spanish: a ticket is bought ---------------------------------------------------------------------------------------

ENTRADA = site(
    title="Museo",
    lang="es",
    at_="""<main><h1>Comprar entrada</h1>@above@<p><label for='n'>Nombre</label> <input id='n'></p><p><label for='f'>Fecha</label> <input id='f'></p>@more@<button type='button' onclick='buy()'>Comprar</button></main>""",
    script="const buy = () => { const data = {nombre: val('#n'), fecha: val('#f')}; @data@ post('/entrada', data).then(() => say('La entrada está comprada')); };",
    above="",
    more="",
    data="",
)
ticket = family(
    TICKETS,
    a=ENTRADA(),
    flow=show(fill("Nombre", "{nombre}"), fill("Fecha", "{fecha}"), click("Comprar"), SAID),
    learn=({"nombre": "Ida Moss", "fecha": "2 de junio"}, {"nombre": "Jon Falk", "fecha": "3 de junio"}),
    values={"nombre": "Kim Ott", "fecha": "4 de junio"},
    deeds=({"do": "/entrada", "nombre": "{nombre}", "fecha": "{fecha}"},),
    task="comprar una entrada",
)
TICKET_PAIRS = (
    ticket("audioguía", "una casilla marcada añade una audioguía", STOP, ENTRADA(
        more="<p><label><input type='checkbox' id='a' checked> Con audioguía (4 EUR)</label></p>", data="if ($('#a').checked) data.guia = true;")),
    ticket("para un grupo", "una lista dice el tipo; el grupo está elegido", STOP, ENTRADA(
        above="<p><label for='t'>Tipo</label> <select id='t'><option>Grupo de 10</option><option>Individual</option></select></p>", data="if (val('#t') !== 'Individual') data.tipo = 'grupo';")),
    ticket("nada elegido", "listas nuevas que no eligen nada, y una casilla sin marcar", SAME, ENTRADA(
        more="<p><label for='d'>Descuento</label> <select id='d'><option>Ninguno</option><option>Estudiante</option></select> <label for='i'>Idioma de la guía</label> <select id='i'><option>Seleccione</option><option>Alemán</option></select></p><label><input type='checkbox'> Quiero noticias</label>")),
)  # fmt: skip

# -- Chinese: a meal is ordered ----------------------------------------------------------------------------------------

DINNER = site(
    title="点餐",
    lang="zh",
    at_="""<main><h1>点餐</h1><p><label for='n'>菜名</label> <input id='n'></p><p><label for='z'>桌号</label> <input id='z'></p>@more@<button type='button' onclick='order()'>提交订单</button></main>""",
    script="const order = () => { const data = {dish: val('#n'), at: val('#z')}; @data@ post('/order', data).then(() => say('订单已提交')); };",
    more="",
    data="",
)
meal = family(
    MEALS,
    a=DINNER(),
    flow=show(fill("菜名", "{dish}"), fill("桌号", "{at}"), click("提交订单"), SAID),
    learn=({"dish": "牛肉面", "at": "3"}, {"dish": "炒饭", "at": "5"}),
    values={"dish": "饺子", "at": "8"},
    deeds=({"do": "/order", "dish": "{dish}", "at": "{at}"},),
    task="点餐",
)
MEAL_PAIRS = (
    meal("打包", "新的单选按钮选了外卖打包", STOP, DINNER(
        more="<fieldset><legend>方式</legend><label><input type='radio' name='w' value='out' checked> 打包带走</label> <label><input type='radio' name='w' value=''> 堂食</label></fieldset>", data="if (document.querySelector('[name=w]:checked').value) data.way = 'out';")),
    meal("加辣", "新的列表默认为特辣", STOP, DINNER(
        more="<p><label for='l'>辣度</label> <select id='l'><option>特辣</option><option>不辣</option></select></p>", data="if (val('#l') === '特辣') data.hot = true;")),
    meal("都不选", "新的列表都没有选择, 备注为空", SAME, DINNER(
        more="<p><label for='l'>优惠券</label> <select id='l'><option>不使用</option><option>满50减5</option></select> <label for='k'>餐具</label> <select id='k'><option>请选择</option><option>筷子</option></select> <label for='b'>备注</label> <input id='b'></p>")),
)  # fmt: skip

# -- a payment by a single page whose fields are drawn by a library ----------------------------------------------------

PAY = site(
    title="Bank",
    at_="""<main><h1>Transfer</h1>@above@<div class='card'><p><label for='t'>To</label> <input id='t'></p><p><label for='m'>Amount</label> <input id='m'></p></div>@more@<button type='button' onclick='pay()'>Transfer</button></main>""",
    script="const pay = () => { const data = {to: val('#t'), amount: val('#m')}; @data@ post('/pay', data).then(() => say('Transferred')); };",
    above="",
    more="",
    data="",
)
pay = family(
    PAYING,
    a=PAY(),
    flow=show(fill("To", "{to}"), fill("Amount", "{amount}"), click("Transfer"), SAID),
    learn=({"to": "Ida Moss", "amount": "30"}, {"to": "Jon Falk", "amount": "55"}),
    values={"to": "Kim Ott", "amount": "70"},
    deeds=({"do": "/pay", "to": "{to}", "amount": "{amount}"},),
    task="transfer money",
)
PAY_PAIRS = (
    pay("every month", "a drawn list says how often; monthly is chosen", STOP, PAY(
        more="<div role='combobox' tabindex='0' aria-expanded='false' aria-label='How often' id='o'><span>Every month</span></div>", data="if ($('#o').textContent.includes('month')) data.often = 'monthly';")),
    pay("from the savings", "cards of accounts are drawn as radio buttons; the savings account is chosen", STOP, PAY(
        above="<div role='radiogroup' aria-label='From'><div role='radio' aria-checked='true' tabindex='0'>Savings 9,300</div><div role='radio' aria-checked='false' tabindex='0'>Current account 1,200</div></div>", data="if (document.querySelector('[aria-checked=true]').textContent.startsWith('Sav')) data.from = 'savings';")),
    pay("reason in a drawn field", "an editable line holds a reason of before", STOP, PAY(
        more="<p>Reason</p><div class='edit' contenteditable='true' role='textbox' aria-label='Reason' id='r'>Rent for May</div>", data="data.reason = $('#r').textContent;")),
    pay("chips of the moment", "chips say when; in a year is chosen, only by a class", STOP, PAY(
        more="<style>.on{background:#fc6}</style><div><button type='button' class='chip'>Now</button> <button type='button' class='chip on' id='y'>In a year</button></div>", data="if ($('#y').classList.contains('on')) data.when = 'year';")),
    pay("chips of the fee", "chips say who pays the fee; the sender is chosen, only by a class", STOP, PAY(
        more="<style>.on{background:#fc6}</style><div><button type='button' class='chip'>Shared</button> <button type='button' class='chip on' id='y'>Sender pays</button></div>", data="if ($('#y').classList.contains('on')) data.fee = 'own';")),
    pay("chip of the moment is now", "chips say when; now is chosen, only by a class", SAME, PAY(
        more="<style>.on{background:#fc6}</style><div><button type='button' class='chip'>In a year</button> <button type='button' class='chip on' id='y'>Now</button></div>")),
    pay("steps of the transfer", "buttons above the fields are the steps of the transfer, the present one is lit", SAME, PAY(
        above="<style>.on{background:#fc6}</style><div><button type='button' class='chip'>Account</button> <button type='button' class='chip on' id='y'>Recipient</button> <button type='button' class='chip'>Check</button></div>")),
    pay("chips of the list", "chips below say which of the last transfers are shown", SAME, PAY(
        at_="""<main><h1>Transfer</h1><div class='card'><p><label for='t'>To</label> <input id='t'></p><p><label for='m'>Amount</label> <input id='m'></p></div><button type='button' onclick='pay()'>Transfer</button><style>.on{background:#fc6}</style><div><button type='button' class='chip'>Sent</button> <button type='button' class='chip on' id='y'>Received</button></div><ul><li>Rent 900</li></ul></main>""")),
    pay("chips of nothing", "two chips offer amounts, and none is chosen", SAME, PAY(
        more="<div><button type='button' class='chip'>Ten euros</button> <button type='button' class='chip'>Twenty euros</button></div>")),
    pay("view of the balance", "the balance stands above with a list that shows or hides it, and a list of templates at nothing", SAME, PAY(
        above="<p class='muted'>Balance 1,200 <label>View <select><option>Shown</option><option>Hidden</option></select></label></p>", more="<p><label for='v'>Template</label> <select id='v'><option>No template</option><option>Rent</option></select> <label for='r'>Reference (optional)</label> <input id='r'></p>")),
    pay("now and once", "drawn buttons say when and how often: now and once", SAME, PAY(
        more="<div role='radiogroup' aria-label='When'><div role='radio' aria-checked='true' tabindex='0'>Now</div><div role='radio' aria-checked='false' tabindex='0'>Later</div></div><div role='radiogroup' aria-label='How often'><div role='radio' aria-checked='true' tabindex='0'>Once</div><div role='radio' aria-checked='false' tabindex='0'>Monthly</div></div>")),
)  # fmt: skip

PAIRS: tuple[Pair, ...] = (*ROOM_PAIRS, *LEAVE_PAIRS, *PARCEL_PAIRS, *TICKET_PAIRS, *MEAL_PAIRS, *PAY_PAIRS)
