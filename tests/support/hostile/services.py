"""More work in many trades: webinars, snapshots, waybills, refunds and meter readings."""

from __future__ import annotations

from .acts import click, fill, show, tap
from .fieldwork import SAID, enter, maker
from .pair import family
from .workplaces import cases

GROUP = "services"

# -- a webinar -------------------------------------------------------------------------------------------------------

WEBINAR = maker("""
title = Plan a webinar
at_home = <header><b>Stagehand</b> @clock@</header><h1>Plan a webinar @beta@</h1><form onsubmit="return false">
  <p><label for="tp">Topic</label> <input id="tp" size="40"></p>
  <p><label for="st">Start</label> <input id="st" size="6"> <span>@zone@</span></p>@more@
  <details><summary>@options@</summary><p>Change these in the settings of the host.</p></details>
  <button type="button" onclick="plan()">Schedule</button></form>
script = const plan = () => post('/webinar', {topic: val('#tp'), start: val('#st'), zone: '@zone@', options: '@options@'})
  .then(() => say('Webinar scheduled')); @tick@
zone = Berlin time ;; options = Options: members only, not recorded ;; clock = - ;; beta = - ;; more = - ;; tick = -
""")
webinar = family(
    GROUP,
    a=WEBINAR(),
    learn=({"topic": "Pruning roses", "start": "18:30"}, {"topic": "Tomatoes in pots", "start": "17:00"}),
    values={"topic": "Bees in winter", "start": "19:15"},
    task="plan a webinar",
    flow=show(fill("Topic", "{topic}"), fill("Start", "{start}"), click("Schedule"), SAID),
    deeds=(
        {"do": "/webinar", "topic": "{topic}", "start": "{start}", "zone": "Berlin time"}
        | {"options": "Options: members only, not recorded"},
    ),
)
WEBINARS = """
STOP webinar other zone: the text behind the time says New York time
zone = New York time
STOP webinar public: the closed line of options says that it is open to everybody and recorded
options = Options: open to everybody, recorded
SAME webinar clock: a clock ticks in the header, the title has a badge, and there is an optional field
clock = <span>It is <time id="now">14:00:00</time></span> ;; beta = <span class="badge">Beta</span>
tick = setInterval(() => { $('#now').textContent = new Date().toISOString().slice(11, 19); }, 500);
more = <p><label for="co">Co-host (optional)</label> <input id="co"></p>
"""

# -- snapshots in a cloud --------------------------------------------------------------------------------------------

SNAPSHOT = maker("""
title = Snapshots
at_home = <header><b>Nimbus</b> <label for="rg">Region</label> <select id="rg">@regions@</select></header><h1>Snapshots</h1>
  <div role="toolbar"><span id="n">0 selected</span> @tools@<button type="button" onclick="ask()">Delete</button></div>
  <table><thead><tr><th></th>@heads@</tr></thead><tbody>@rows@</tbody></table>@pager@
  <div id="dlg" class="box" role="dialog" aria-modal="true" aria-labelledby="dt" hidden>@icon@<h2 id="dt">@question@</h2>
  <p>@text@</p>@note@<button type="button" onclick="$('#dlg').hidden = true">No</button>
  <button type="button" onclick="go()">Yes</button></div>
script = const picked = () => [...document.querySelectorAll('input[data-s]:checked')].map((one) => one.dataset.s);
  const count = () => { $('#n').textContent = picked().length + ' selected'; };
  const ask = () => { $('#dlg').hidden = false; };
  const go = () => { $('#dlg').hidden = true; post('@path@', {snapshots: picked().join(' '), region: val('#rg'),
  also: '@also@'}).then(() => say('Request accepted')); }; @start@
row = <tr><td><input type="checkbox" data-s="@n@" aria-label="@n@" onchange="count()"></td><td>@n@</td>@cell@</tr>
heads = <th>Name</th><th>State</th> ;; cell = <td>Ready</td> ;; names = crm-base, shop-old, wiki-may, blog-seed
regions = <option selected>Frankfurt</option><option>Ohio</option>
path = /delete ;; start = - ;; question = Delete the selected snapshots? ;; text = This cannot be undone. ;; also = nothing
tools = - ;; pager = - ;; icon = - ;; note = -
""")
snapshot = family(
    GROUP,
    a=SNAPSHOT(),
    learn=({"name": "crm-base"}, {"name": "wiki-may"}),
    values={"name": "blog-seed"},
    task="delete a snapshot",
    flow=show(tap("tr:has-text('{name}') input"), click("Delete"), click("Yes"), SAID),
    deeds=({"do": "/delete", "snapshots": "{name}", "region": "Frankfurt", "also": "nothing"},),
)
SNAPSHOTS = """
STOP snapshot already ticked: another snapshot is ticked from the beginning, and the count says so
start = $('[data-s=shop-old]').checked = true; count();
STOP snapshot keeps: the dialog asks whether to keep the selected snapshots, and Yes keeps them
question = Keep the selected snapshots? ;; text = Yes protects them from deletion. ;; path = /keep
STOP snapshot with volumes: the dialog says that the volumes made from it are deleted too
text = This cannot be undone. Volumes that were made from them are deleted too. ;; also = volumes
STOP snapshot other region: the list of regions in the header stands at Ohio
regions = <option>Frankfurt</option><option selected>Ohio</option>
SAME snapshot columns: the table has another order of rows and columns, a column more and a line with pages
names = blog-seed, crm-base, shop-old, wiki-may ;; pager = <p>1 to 4 of 4</p> ;; heads = <th>State</th><th>Name</th><th>Size</th>
row = <tr><td><input type="checkbox" data-s="@n@" aria-label="@n@" onchange="count()"></td><td>Ready</td><td>@n@</td>
  <td>1@i@ GB</td></tr>
SAME snapshot dialog: the dialog got an icon and a link to help, the tool bar a button to refresh
icon = <span aria-hidden="true">&#9888;</span> ;; tools = <button type="button" aria-label="Refresh">&#8635;</button>
note = <p><a href="#">Learn more about snapshots</a></p>
"""

# -- a Chinese waybill -----------------------------------------------------------------------------------------------

WAYBILL = maker("""
lang = zh ;; title = 运单
at_home = <header><b>快运通</b> @promo@</header><h1>新建运单</h1><form onsubmit="return false">
  <p><label for="no">订单号</label> <input id="no"></p><p><label for="wt">重量</label> <input id="wt" size="6"> <span>@unit@</span></p>
  <fieldset><legend>付款方式</legend>@pay@</fieldset>@more@<button type="button" onclick="go()">@submit@</button></form>
script = const go = () => post('/waybill', {no: val('#no'), weight: val('#wt'), unit: '@unit@', pay: val('[name=p]:checked')})
  .then(() => say('运单已创建'));
pay = <label><input type="radio" name="p" value="sender" checked> 寄付</label>
  <label><input type="radio" name="p" value="receiver"> 到付</label>
unit = 公斤 ;; submit = 提交 ;; promo = - ;; more = -
""")
waybill = family(
    GROUP,
    a=WAYBILL(),
    learn=({"no": "DD20381", "weight": "12"}, {"no": "DD20417", "weight": "3.5"}),
    values={"no": "DD20566", "weight": "8"},
    task="create a waybill",
    flow=show(fill("订单号", "{no}"), fill("重量", "{weight}"), click("提交"), SAID),
    deeds=({"do": "/waybill", "no": "{no}", "weight": "{weight}", "unit": "公斤", "pay": "sender"},),
)
WAYBILLS = """
STOP waybill in pounds: the unit behind the weight is the Chinese pound, half a kilogram
unit = 斤
STOP waybill receiver pays: the checked way of payment is that the receiver pays
pay = <label><input type="radio" name="p" value="sender"> 寄付</label>
  <label><input type="radio" name="p" value="receiver" checked> 到付</label>
SAME waybill remark: an optional remark, a holiday note and an icon on the button were added
promo = <span class="promo">春节期间客服照常</span> ;; submit = <span aria-hidden="true">&#10003;</span> 提交
more = <p><label for="rm">备注(选填)</label> <input id="rm"></p>
"""

# -- refunds of a shop -----------------------------------------------------------------------------------------------

REFUND = maker("""
title = Order ;; last = at_refund
at_home = <header><b>Marketeer</b></header>@promo@<h1>Order 7731</h1><p>Customer: Dana Fox, 3 articles</p><div class="cols">
  @cards@</div>
cards = @refund@@discount@
refund = <form class="card" method="post" action="/refund"><h2>Refund</h2><label>Amount <input name="amount"
  placeholder="0.00 @cur@"></label> <input type="hidden" name="cur" value="@cur@"><input type="hidden" name="to"
  value="@to@"><input type="hidden" name="each" value="@each@">@base@<button>Apply</button></form>
discount = <form class="card" method="post" action="/discount"><h2>Discount</h2><label>Amount <input name="amount"
  placeholder="0.00 @cur@"></label> <button>Apply</button></form>
base = <p class="hint">For the @each@</p> ;; said = Order updated
at_refund = <header><b>Marketeer</b></header><h1>Order 7731</h1><table><tr><th>Refunded</th><td>[[amount]]</td></tr><tr>
  <th>Paid to</th><td>@to@</td></tr></table>
at_discount = <header><b>Marketeer</b></header><h1>Order 7731</h1><p role="status">Order updated</p>
to = original card ;; cur = EUR ;; each = whole order ;; promo = -
""")
refund = family(
    GROUP,
    a=REFUND(),
    learn=({"amount": "12.00"}, {"amount": "8.40"}),
    values={"amount": "19.90"},
    task="refund a part of the order",
    flow=show(enter("form:has-text('Refund') input", "{amount}"), tap("form:has-text('Refund') button"), SAID),
    deeds=({"do": "/refund", "amount": "{amount}", "cur": "EUR", "to": "original card", "each": "whole order"},),
)
REFUNDS = """
STOP refund per article: the hint below the amount says that it is for each of 3 articles
each = price of each of 3 articles
STOP refund in dollars: the example in the empty field of the amount is in dollars
cur = USD
STOP refund as credit: the page after the deed says that it was paid as credit of the shop
to = store credit
SAME refund moved: the two cards of refund and discount have changed places
cards = @discount@@refund@ ;; promo = <p class="promo">New: print labels from here.</p>
"""

# -- a German meter reading ------------------------------------------------------------------------------------------

METER = maker("""
lang = de ;; title = Zählerstand
at_home = <header><b>Stadtwerke</b> <a href="#">Mein Konto</a></header><h1>Zählerstand melden</h1>@news@
  <form onsubmit="return false"><fieldset><legend>@legend@</legend><p><label for="no">Zählernummer</label> <input id="no"></p>
  <p><label for="zs">Zählerstand</label> <input id="zs"> kWh</p>@hint@</fieldset><fieldset><legend>Anlass</legend>@why@
  </fieldset><button type="button" onclick="send()">@send@</button></form>
script = const send = () => post('/stand', {nummer: val('#no'), stand: val('#zs'), art: '@legend@',
  anlass: val('[name=a]:checked')}).then(() => say('Vielen Dank, wir haben Ihre Meldung erhalten'));
why = <label><input type="radio" name="a" value="Jahr" checked> Jährliche Ablesung</label>
  <label><input type="radio" name="a" value="Auszug"> Auszug, Vertrag endet</label>
legend = Bezug ;; send = Absenden ;; news = - ;; hint = -
""")
meter = family(
    GROUP,
    a=METER(),
    learn=({"no": "Z-44018", "state": "10482"}, {"no": "Z-51733", "state": "7719"}),
    values={"no": "Z-60295", "state": "23140"},
    task="report a meter reading",
    flow=show(fill("Zählernummer", "{no}"), fill("Zählerstand", "{state}"), click("Absenden"), SAID),
    deeds=({"do": "/stand", "nummer": "{no}", "stand": "{state}", "art": "Bezug", "anlass": "Jahr"},),
)
METERS = """
STOP meter fed in: the title of the group of fields says that it is the power that was fed in
legend = Einspeisung
STOP meter moving out: the checked reason is moving out, which ends the contract
why = <label><input type="radio" name="a" value="Jahr"> Jährliche Ablesung</label>
  <label><input type="radio" name="a" value="Auszug" checked> Auszug, Vertrag endet</label>
SAME meter hint: the field got a hint where to read, and the page a line of news
hint = <p class="hint">Bitte ohne Nachkommastellen ablesen.</p> ;; news = <p class="promo">Unser Büro ist umgezogen.</p>
"""

FAMILIES = (
    *((webinar, WEBINAR, WEBINARS), (snapshot, SNAPSHOT, SNAPSHOTS), (waybill, WAYBILL, WAYBILLS)),
    *((refund, REFUND, REFUNDS), (meter, METER, METERS)),
)
PAIRS = tuple(pair for made in FAMILIES for pair in cases(*made))
