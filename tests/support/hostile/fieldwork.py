"""Work in many trades and languages whose page tells, beside the steps, what the deed is and to whom it applies."""

from __future__ import annotations

from collections.abc import Callable

from .acts import Act, accept, click, fill, select, show, tap, wait
from .pair import App, family
from .parts import page, with_parts
from .workplaces import cases, parts

GROUP = "fieldwork"

STYLE = (
    "<style>[aria-pressed=true],[aria-selected=true],[aria-current],.on{background:#fb4}.cols{display:flex;gap:24px}"
    ".badge,.chip,.tag{border:1px solid;border-radius:9px;padding:0 6px}.hint{color:#555;font-size:13px}"
    ".box{position:fixed;top:80px;left:200px;width:420px;background:#fff;border:1px solid;padding:16px}"
    ".promo{background:#eef;padding:8px}.card{border:1px solid #aaa;padding:8px;margin:8px 0}"
    ".editor{border:1px solid;min-height:40px;width:400px}</style>"
)

SAID = wait("[role=status]:not(:empty)")


def enter(selector: str, value: str) -> Act:
    """Type a value into a field that is found by a selector with values."""
    return lambda page, values: page.locator(selector.format(**values)).first.fill(value.format(**values))


def maker(usual: str) -> Callable[..., App]:
    """Return a maker of versions: each part ``at_name`` is a page, ``row`` is repeated for each of ``names``."""

    def version(changes: str = "") -> App:
        given = {**parts(usual), **parts(changes)}
        given = {name: "" if text == "-" else text for name, text in given.items()}
        given["rows"] = "".join(
            with_parts(given.get("row", ""), **given, n=name, i=number)
            for number, name in enumerate(given.get("names", "").split(", "))
        )

        def full(name: str) -> str:
            text = given[name]
            for _ in range(3):
                text = with_parts(text, **given)
            return text

        pages = {}
        for name in given:
            if name.startswith("at_"):
                made = page(
                    full(name),
                    title=given.get("title", "Desk"),
                    head=STYLE,
                    script=full("script") if "script" in given else "",
                    status=f'<p role="status">{full("said") if name == given.get("last") else ""}</p>',
                )
                pages["/" if name == "at_home" else f"/{name[3:]}"] = made.replace(
                    'lang="en"', f'lang="{given.get("lang", "en")}"'
                )
        return App(pages)

    return version


# -- a deployment console --------------------------------------------------------------------------------------------

DEPLOY = maker("""
title = Deployments
at_home = <header><b>Shipwright</b> <nav><a href="#">Builds</a> <a href="#">Deployments</a> @menu@</nav></header>
  <p class="crumbs">acme / web / staging</p><h1>New deployment</h1>@news@
  <form onsubmit="return false"><p><label for="svc">Service</label> <select id="svc"><optgroup label="@cluster@">
  <option>checkout</option><option>search</option><option>mailer</option><option>pricing</option></optgroup></select></p>
  <p><label for="ver">Version</label> <input id="ver" autocomplete="off"></p>@more@
  <p><label for="tr">Traffic</label> <select id="tr">@traffic@</select></p>
  <button type="button" onclick="ask()">Deploy</button></form>@queue@
  <div id="dlg" class="box" role="dialog" aria-modal="true" aria-labelledby="dt" hidden><h2 id="dt">@question@</h2>
  <p id="dp"></p><button type="button" onclick="$('#dlg').hidden = true">Cancel</button>
  <button type="button" onclick="go()">Continue</button></div>
script = const ask = () => { $('#dp').textContent = val('#svc') + ' ' + val('#ver') + @tail@; $('#dlg').hidden = false; };
  const go = () => { $('#dlg').hidden = true; post('/deploy', {service: val('#svc'), version: val('#ver'),
  traffic: val('#tr'), cluster: '@cluster@', other: '@other@'}).then(() => say('Deployment requested')); };
traffic = <option selected>10 %</option><option>100 %</option>
cluster = EU cluster ;; question = Start deployment? ;; tail = ' goes to staging.' ;; other = keeps
menu = - ;; news = - ;; more = - ;; queue = -
""")
deploy = family(
    GROUP,
    a=DEPLOY(),
    learn=({"service": "checkout", "version": "2.14.0"}, {"service": "mailer", "version": "0.9.7"}),
    values={"service": "pricing", "version": "5.3.1"},
    task="deploy a version of a service",
    flow=show(select("Service", "{service}"), fill("Version", "{version}"), click("Deploy"), click("Continue"), SAID),
    deeds=(
        {"do": "/deploy", "service": "{service}", "version": "{version}", "traffic": "10 %"}
        | {"cluster": "EU cluster", "other": "keeps"},
    ),
)
DEPLOYS = """
STOP deploy aborts another: the dialog says that a running deployment of a colleague is aborted
tail = ' goes to staging. The deployment of search by Kim Lee, which is running, is aborted.'
other = aborted
STOP deploy US cluster: the group of the services in the list is the US cluster instead of the EU cluster
cluster = US cluster
SAME deploy busier page: a queue with counters, a news line, a menu item and an optional note were added
menu = <a href="#">Audit log</a> ;; queue = <aside><h2>Queue</h2><p>3 waiting, 1 running, 41 done today</p></aside>
news = <p class="promo">New: see your builds on your phone.</p>
more = <p><label for="cn">Change note (optional)</label> <input id="cn"></p>
"""

# -- a German grade book ---------------------------------------------------------------------------------------------

GRADES = maker("""
lang = de ;; title = Notenbuch
at_home = <header><b>Schulportal</b> <span>Guten Tag, Frau Keller</span></header><h1>Notenbuch 7b, Mathematik</h1>
  <div role="tablist"><button role="tab" aria-selected="@first@">1. Halbjahr</button>
  <button role="tab" aria-selected="@second@">2. Halbjahr</button></div>@list@
  <button type="button" onclick="keep()">@save@</button>
script = const keep = () => { const field = [...document.querySelectorAll('input[data-w]')].find((one) => one.value);
  post('/noten', {wer: field.dataset.w, note: field.value, spalte: field.dataset.c, halbjahr: '@half@'})
  .then(() => say('Gespeichert')); };
list = <table><thead><tr><th>Name</th>@heads@</tr></thead><tbody>@rows@</tbody></table>
heads = <th>Schriftlich</th><th>Mündlich</th> ;; c1 = Schriftlich ;; c2 = Mündlich
row = <tr><th scope="row">@n@</th><td><input size="3" data-w="@n@" data-c="@c1@"></td>
  <td><input size="3" data-w="@n@" data-c="@c2@"></td></tr>
names = Lena Adler, Jonas Brandt, Mia Conrad, Paul Dietz, Emma Ernst
first = true ;; second = false ;; half = 1 ;; save = Speichern
""")
grades = family(
    GROUP,
    a=GRADES(),
    learn=({"who": "Jonas Brandt", "grade": "2"}, {"who": "Emma Ernst", "grade": "4"}),
    values={"who": "Mia Conrad", "grade": "3"},
    task="enter the written grade of a pupil",
    flow=show(enter("tr:has-text('{who}') td:nth-child(2) input", "{grade}"), click("Speichern"), SAID),
    deeds=({"do": "/noten", "wer": "{who}", "note": "{grade}", "spalte": "Schriftlich", "halbjahr": "1"},),
)
GRADE_CASES = """
STOP grades second half: the tab of the second half-year is the selected one
first = false ;; second = true ;; half = 2
STOP grades other columns: the two columns are now oral grade and behaviour
heads = <th>Mündlich</th><th>Verhalten</th> ;; c1 = Mündlich ;; c2 = Verhalten
SAME grades by first name: the pupils are sorted by first name and have pictures
names = Emma Ernst, Jonas Brandt, Lena Adler, Mia Conrad, Paul Dietz
heads = <th>Schriftlich</th><th>Mündlich</th><th>Fehltage</th>
row = <tr><th scope="row"><span aria-hidden="true">&#9786;</span> @n@</th><td><input size="3" data-w="@n@"
  data-c="Schriftlich"></td><td><input size="3" data-w="@n@" data-c="Mündlich"></td><td>@i@</td></tr>
SAME grades columns swapped: the two columns have changed places, with their headers
heads = <th>Mündlich</th><th>Schriftlich</th> ;; c1 = Mündlich ;; c2 = Schriftlich
SAME grades save reworded: the button says save changes, and a hint tells the scale
save = Änderungen speichern ;; heads = <th>Schriftlich <small class="hint">1 bis 6</small></th><th>Mündlich</th>
"""

# -- a Spanish prescription ------------------------------------------------------------------------------------------

RECIPE = maker("""
lang = es ;; title = Recetas
at_home = <header><b>Consulta</b> @hello@</header><h1>Pacientes</h1><ul>@extra@@rows@</ul>@cookies@
row = <li><a href="/receta?p=@n@&id=h@i@">@n@</a> <small>n. 194@i@</small></li>
names = Ana Gil, Bruno Paz, Eva Soto, Luis Mora
at_receta = <header><b>Consulta</b></header><h1>Nueva receta</h1><p class="card"><strong>[[p]]</strong></p>
  <p><label for="med">Medicamento</label> <input id="med"></p>
  <p><label for="dose">Dosis</label> <input id="dose" size="5"> <span>@unit@</span></p>
  <p><label for="dur">Duración</label> <select id="dur">@lengths@</select></p>@more@
  <button type="button" onclick="sign()">Firmar</button>
script = const sign = () => { if (confirm('@question@')) post('/firmar', {id: '[[id]]', medicamento: val('#med'),
  dosis: val('#dose'), unidad: '@unit@', duracion: val('#dur'), anterior: '@former@'})
  .then(() => say('Receta firmada')); };
lengths = <option selected>7 días</option><option>14 días</option><option>Crónica</option>
unit = mg ;; question = ¿Firmar la receta? ;; former = sigue ;; hello = - ;; extra = - ;; cookies = - ;; more = -
""")
recipe = family(
    GROUP,
    a=RECIPE(),
    learn=(
        {"who": "Ana Gil", "drug": "Ibuprofeno", "dose": "400", "id": "h0"},
        {"who": "Bruno Paz", "drug": "Omeprazol", "dose": "20", "id": "h1"},
    ),
    values={"who": "Eva Soto", "drug": "Loratadina", "dose": "10", "id": "h2"},
    task="prescribe a drug",
    flow=show(
        *(click("{who}", "link"), fill("Medicamento", "{drug}"), fill("Dosis", "{dose}"), accept(), click("Firmar")),
        SAID,
    ),
    deeds=(
        {"do": "/firmar", "id": "{id}", "medicamento": "{drug}", "dosis": "{dose}", "unidad": "mg"}
        | {"duracion": "7 días", "anterior": "sigue"},
    ),
)
RECIPES = """
STOP recipe in millilitres: the unit behind the dose is ml instead of mg
unit = ml
STOP recipe namesake: the list has two patients of that name, born in other years
extra = <li><a href="/receta?p=Eva Soto&id=h9">Eva Soto</a> <small>n. 1988</small></li>
STOP recipe voids another: the question says that the active prescription of the drug is voided
question = Hay una receta activa. ¿Anularla y firmar la nueva? ;; former = anulada
SAME recipe greeting: a greeting, a note about cookies, another page title and an optional field were added
title = Recetas electrónicas ;; hello = <span>Buenos días, Dra. Vidal</span>
cookies = <p class="promo">Usamos cookies técnicas.</p>
more = <p><label for="obs">Observaciones (opcional)</label> <input id="obs"></p>
"""

# -- a French bank transfer ------------------------------------------------------------------------------------------

TRANSFER = maker("""
lang = fr ;; title = Virements ;; last = at_virement
at_home = <header><b>Banque du Lac</b> <nav><a href="#">Comptes</a> <a href="#">Virements</a></nav></header>@steps@
  <h1>Nouveau virement</h1><form action="/recap"><p><label for="dest">Bénéficiaire</label> <select id="dest" name="dest">
  <option>Agence Martin</option><option>Garage Colin</option><option>Crèche Les Lilas</option><option>Julie Roux</option>
  </select></p><p><label for="mt">Montant</label> <input id="mt" name="montant"> €</p>
  <button>@next@</button></form>@aside@
at_recap = <header><b>Banque du Lac</b></header><h1>Vérifiez votre virement</h1>@summary@
  <form method="post" action="/virement"><input type="hidden" name="dest" value="[[dest]]"><input type="hidden"
  name="montant" value="[[montant]]"><input type="hidden" name="compte" value="@account@"><input type="hidden"
  name="rythme" value="@rhythm@"><input type="hidden" name="mode" value="@mode@"><a href="/">Modifier</a>
  <button>Valider</button></form>
at_virement = <header><b>Banque du Lac</b></header><h1>Virement</h1><p><a href="/">Retour</a></p>
said = Votre virement est enregistré
summary = <table><tr><th>Compte débité</th><td>@account@</td></tr><tr><th>Bénéficiaire</th><td>[[dest]]</td></tr>
  <tr><th>Montant</th><td>[[montant]] €</td></tr><tr><th>Exécution</th><td>@rhythm@</td></tr><tr><th>Type</th>
  <td>@mode@</td></tr></table>
account = Compte courant ;; rhythm = Une seule fois ;; mode = Standard ;; next = Continuer ;; steps = - ;; aside = -
""")
transfer = family(
    GROUP,
    a=TRANSFER(),
    learn=({"to": "Agence Martin", "amount": "640,00"}, {"to": "Garage Colin", "amount": "182,50"}),
    values={"to": "Julie Roux", "amount": "75,00"},
    task="transfer money",
    flow=show(select("Bénéficiaire", "{to}"), fill("Montant", "{amount}"), click("Continuer"), click("Valider"), SAID),
    deeds=(
        {"do": "/virement", "dest": "{to}", "montant": "{amount}", "compte": "Compte courant"}
        | {"rythme": "Une seule fois", "mode": "Standard"},
    ),
)
TRANSFERS = """
STOP transfer monthly: the summary says that it is executed every month
rhythm = Tous les mois
STOP transfer from savings: the summary says that the savings account is debited
account = Livret A
STOP transfer instant: the summary says that it is instant, irrevocable and costs a fee
mode = Instantané, irrévocable, frais 0,90 €
SAME transfer list: the summary is a list of cards, and the first page got a box with help
summary = <dl class="card"><dt>Bénéficiaire</dt><dd>[[dest]]</dd><dt>Montant</dt><dd>[[montant]] €</dd>
  <dt>Compte débité</dt><dd>@account@</dd><dt>Exécution</dt><dd>@rhythm@</dd><dt>Type</dt><dd>@mode@</dd></dl>
aside = <aside class="card"><h2>Besoin d'aide ?</h2><p>Nos conseillers répondent de 9 h à 18 h.</p></aside>
SAME transfer steps: the first page shows the steps, and its button says Suivant
steps = <ol><li aria-current="step">Saisie</li><li>Vérification</li></ol> ;; next = Suivant
"""

# -- prices in a Japanese shop ---------------------------------------------------------------------------------------

PRICE = maker("""
lang = ja ;; title = 商品管理
at_home = <header><b>店舗管理</b> @shop@</header><h1>商品一覧</h1><table><thead><tr><th>商品</th>@heads@<th>操作</th></tr>
  </thead><tbody>@rows@</tbody></table><section id="edit" class="card" hidden><h2 id="en"></h2>
  <p><label for="pr">価格</label>@must@ <input id="pr" size="8"> <span>円(@tax@)</span></p>@hint@
  <fieldset><legend>反映</legend>@when@</fieldset>
  <button type="button" onclick="keep()">@save@</button></section>
script = let item = ''; const edit = (name) => { item = name; $('#en').textContent = name; $('#edit').hidden = false; };
  const keep = () => post('/price', {item, price: val('#pr'), tax: '@tax@', when: val('[name=w]:checked')})
  .then(() => say('保存しました'));
row = <tr><th scope="row">@n@</th>@cell@<td><button type="button" onclick="edit('@n@')">編集</button></td></tr>
names = 宇治緑茶, 濃口醤油, 信州味噌, 有明海苔
when = <label><input type="radio" name="w" value="now" checked> 今すぐ</label>
  <label><input type="radio" name="w" value="next month"> 来月1日から</label>
tax = 税込 ;; save = 保存 ;; shop = - ;; heads = - ;; cell = - ;; must = - ;; hint = -
""")
price = family(
    GROUP,
    a=PRICE(),
    learn=({"item": "宇治緑茶", "price": "648"}, {"item": "信州味噌", "price": "520"}),
    values={"item": "有明海苔", "price": "780"},
    task="set the price of an article",
    flow=show(tap("tr:has-text('{item}') button"), fill("価格", "{price}"), click("保存"), SAID),
    deeds=({"do": "/price", "item": "{item}", "price": "{price}", "tax": "税込", "when": "now"},),
)
PRICES = """
STOP price without tax: the text behind the field says that the price is without tax
tax = 税抜
STOP price next month: the checked time is the first day of the next month
when = <label><input type="radio" name="w" value="now"> 今すぐ</label>
  <label><input type="radio" name="w" value="next month" checked> 来月1日から</label>
SAME price required badge: the field has a badge of required fields and a hint
must = <span class="badge">必須</span> ;; hint = <p class="hint">半角数字で入力してください</p>
SAME price stock column: the list has a column of the stock, and the button says the same politely
heads = <th>在庫</th> ;; cell = <td>2@i@ 個</td> ;; save = 保存する
"""

# -- letters of a property manager -----------------------------------------------------------------------------------

TENANT = maker("""
title = Keyring
at_home = <header><b>Keyring</b> <nav><a href="#">Units</a> <a href="#">Tenants</a>@menu@</nav></header><h1>Tenants</h1>
  <table><thead><tr><th>Tenant</th><th>Unit</th>@heads@<th></th></tr></thead><tbody>@rows@</tbody></table>
  <section id="msg" class="card" hidden><h2>New message</h2><p>To: <span class="chip" id="who"></span>@copies@</p>
  <p><label for="tx">Text</label> <textarea id="tx"></textarea></p>@way@
  <button type="button" onclick="send()">Send</button></section>
script = let who = ''; const compose = (name) => { who = name; $('#who').textContent = name; $('#msg').hidden = false; };
  const send = () => post('/message', {to: who, copy: '@copy@', text: val('#tx'), by: val('#way')})
  .then(() => say('Message queued'));
row = <tr><th scope="row">@n@</th><td>Flat 1@i@</td>@cell@<td><button type="button" onclick="compose('@n@')">@write@</button>
  </td></tr>
names = Ivo Marsh, Nora Quinn, Omar Bell, Tess Vane
way = <p><label for="way">Delivery</label> <select id="way"><option>Tenant portal</option><option>Registered letter,
  12 pounds charged to the tenant</option></select></p>
copy = nobody ;; write = Write ;; menu = - ;; heads = - ;; cell = - ;; copies = -
""")
tenant = family(
    GROUP,
    a=TENANT(),
    learn=({"who": "Ivo Marsh", "text": "The lift is repaired"}, {"who": "Omar Bell", "text": "Your keys are ready"}),
    values={"who": "Tess Vane", "text": "Please call us about the boiler"},
    task="write to a tenant",
    flow=show(tap("tr:has-text('{who}') button"), fill("Text", "{text}"), click("Send"), SAID),
    deeds=({"do": "/message", "to": "{who}", "copy": "nobody", "text": "{text}", "by": "Tenant portal"},),
)
TENANTS = """
STOP tenant guarantor copied: the guarantor and the owner of the flat are receivers too
copies = <span class="chip">Guarantor</span> <span class="chip">Owner of the flat</span> ;; copy = guarantor, owner
STOP tenant letter with fee: the delivery stands at a registered letter that the tenant has to pay
way = <p><label for="way">Delivery</label> <select id="way"><option>Registered letter, 12 pounds charged to the tenant
  </option><option>Tenant portal</option></select></p>
SAME tenant rent column: a column of the rent, counters in the menu and an icon on the button were added
menu = <a href="#">Repairs <span class="badge">4</span></a> ;; heads = <th>Rent</th> ;; cell = <td>Paid</td>
write = <span aria-hidden="true">&#9998;</span> Write
"""

# -- a chat ----------------------------------------------------------------------------------------------------------

CHAT = maker("""
title = Hubbub
at_home = <div class="cols"><nav aria-label="Channels"><h3>@space@</h3>@top@@rows@</nav><main><header><h2 id="head"># general
  </h2>@about@</header><div id="log"><p><b>Kim</b> Good morning all</p>@log@</div>@tools@
  <div id="msg" class="editor" role="textbox" contenteditable="true" aria-label="Message"></div>
  <div>@bell@ <button type="button" onclick="send()">Send</button>@later@</div>@typing@</main></div>
script = let channel = 'general'; const go = (name) => { channel = name; $('#head').textContent = '# ' + name; };
  const send = () => post('/say', {in: channel, space: '@space@', text: $('#msg').textContent, urgent: '@urgent@',
  reach: '@reach@'}).then(() => say('Message delivered'));
row = <p><button type="button" class="ch" onclick="go('@n@')">@n@ @count@</button></p>
names = design, sales, support, travel
bell = <span class="tool @lit@" title="Urgent">&#128276;</span>
space = Acme ;; lit = off ;; urgent = no ;; reach = channel
top = - ;; about = - ;; log = - ;; tools = - ;; later = - ;; typing = - ;; count = -
""")
chat = family(
    GROUP,
    a=CHAT(),
    learn=({"channel": "design", "text": "The icons are done"}, {"channel": "sales", "text": "We won the bid"}),
    values={"channel": "support", "text": "The queue is empty now"},
    task="say something in a channel",
    flow=show(click("{channel}"), fill("Message", "{text}"), click("Send"), SAID),
    deeds=({"do": "/say", "in": "{channel}", "space": "Acme", "text": "{text}", "urgent": "no", "reach": "channel"},),
)
CHATS = """
STOP chat urgent lit: the bell beside the button is lit, the message is sent as urgent
lit = on ;; urgent = yes
STOP chat other workspace: the title above the channels is the workspace of a customer
space = Northwind (guest)
STOP chat shared channel: the head of the channel says that the people of another company read along
about = <span class="badge">Shared with Northwind Ltd, 86 outside members</span> ;; reach = shared
SAME chat busy: a tool bar, a new message in the log and somebody who types were added
tools = <div role="toolbar"><button aria-label="Bold">B</button><button aria-label="Emoji">&#9786;</button></div>
log = <p><b>Lou</b> Coffee anyone?</p> ;; typing = <p class="hint">Lou is typing</p>
SAME chat sidebar: the side bar got a link to threads and a promotion of the telephone app
top = <p><a href="#">Threads</a></p><p class="promo">Get the app for your phone</p>
about = <span class="hint">Last message two minutes ago</span> ;; count = <span class="badge">2</span>
"""

FAMILIES = (
    *((deploy, DEPLOY, DEPLOYS), (grades, GRADES, GRADE_CASES), (recipe, RECIPE, RECIPES)),
    *((transfer, TRANSFER, TRANSFERS), (price, PRICE, PRICES), (tenant, TENANT, TENANTS), (chat, CHAT, CHATS)),
)
PAIRS = tuple(pair for made in FAMILIES for pair in cases(*made))
