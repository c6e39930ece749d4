"""Texts of interfaces that say the same in other words, and near neighbours that never do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files

import pytest

from pytest_ami.lexicon.label_synonyms import harmless, key, label_similarity, more, next_page, onward, plain, variants
from pytest_ami.lexicon.phrase_table import LANGUAGES, PREFIX, phrase_table

SAME = """
Send = Senden; Send = 发送; Send = Dispatch; Send = Envoyer; Send = Enviar; Submit = Absenden; Submit = 提交
Save = Speichern; Save = 保存; Save = Enregistrer; Save = Guardar; Delete = Löschen; Delete = 删除
Delete = Supprimer; Delete = Eliminar; Delete = Remove; Cancel = Abbrechen; Cancel = 取消; Cancel = Annuler
Cancel = Cancelar; Close = Schließen; Close = 关闭; Close = Fermer; Edit = Bearbeiten; Edit = 编辑
Edit = Modifier; Edit = Editar; Your name = Full name; Name = Full name; Full name = 姓名
First name = Vorname; First name = Given name; Last name = Nachname; Last name = Surname
Last name = Family name; Last name = 姓氏; First name = Prénom; Email = E-mail address; Email = E-Mail-Adresse
Email = 邮箱; Email = Your email; Email = Correo electrónico; Password = Passwort; Password = 密码
Password = Mot de passe; Password = Contraseña; Phone = Telefonnummer; Phone = Phone number; Phone = 电话
Mobile number = 手机号; Username = Benutzername; Username = 用户名; Basket = Cart; Cart = Warenkorb
Cart = 购物车; Cart = Panier; Cart = Shopping bag; Add to cart = Add to basket; Add to cart = In den Warenkorb
Add to cart = 加入购物车; Add to cart = Ajouter au panier; Add to bag = Añadir al carrito
Proceed to checkout = Go to checkout; Checkout = Zur Kasse; Checkout = 去结算; Place order = Complete order
Place order = 提交订单; Place order = Jetzt bestellen; Place order = Passer la commande
Continue shopping = Keep shopping; Log in = Sign in; Log in = Anmelden; Log in = 登录; Log in = Se connecter
Log in = Iniciar sesión; Log out = Sign out; Log out = Abmelden; Log out = 退出登录; Sign up = Register
Sign up = Create account; Sign up = 注册; Sign up = Registrieren; Forgot password? = Passwort vergessen?
Forgot password? = 忘记密码？; Forgot your password? = Lost your password?; Remember me = Keep me signed in
Remember me = Angemeldet bleiben; Remember me = 记住我; New password = Neues Passwort
Confirm password = Repeat password; Confirm password = 确认密码; Current password = Aktuelles Passwort
Delete message = Remove mail; Delete message = Nachricht löschen; Delete message = 删除邮件
Delete Milk = Milk löschen; Delete Milk = 删除 Milk; Delete {{item}} = {{item}} löschen
Edit {{item}} = 编辑 {{item}}; Open Milk = Milk öffnen; Compose = New message; Compose = Neue Nachricht
Compose = 写邮件; Reply = Antworten; Reply = 回复; Reply all = Reply to all; Reply all = Allen antworten
Reply all = 全部回复; Forward = Weiterleiten; Forward = 转发; To = An; To = 收件人; From = Von; From = 发件人
Subject = Betreff; Subject = 主题; Message = Nachricht; Message = Your message; Inbox = Posteingang
Inbox = 收件箱; Drafts = Entwürfe; Drafts = 草稿箱; Sent = Gesendet; Trash = Papierkorb; Archive = Archivieren
Archive = 归档; Save draft = Save as draft; Save draft = Entwurf speichern; Save draft = 保存草稿
Attach file = Add attachment; Mark as read = Als gelesen markieren; Mark as unread = 标为未读; Search = Suchen
Search = 搜索; Search = Rechercher; Search = Buscar; Next = Weiter; Next = 下一步; Next = Suivant
Continue = 继续; Back = Zurück; Back = 上一步; Back = Retour; Next page = Nächste Seite
Previous page = 上一页; Settings = Einstellungen; Settings = 设置; Settings = Preferences; Home = Startseite
Home = 首页; Help = Hilfe; Help = 帮助; Profile = 个人资料; My account = Mein Konto; Users = Benutzer
Orders = Bestellungen; Orders = 订单; My orders = Meine Bestellungen; Invoices = Rechnungen
Projects = Projekte; Tasks = Aufgaben; New task = Create task; New task = Add task
New project = Neues Projekt; New issue = Create issue; Create issue = 新建问题; New folder = Create folder
Upload file = Datei hochladen; Download = Herunterladen; Download = 下载; Export CSV = Als CSV exportieren
Import = Importieren; Print = Drucken; Share = Teilen; Share = 分享; Copy link = Link kopieren
Rename = Umbenennen; Rename = 重命名; Assignee = Assigned to; Assignee = 负责人; Due date = Deadline
Priority = Priorität; Priority = 优先级; Status = 状态; Description = Beschreibung; Description = 描述
Comment = Kommentar; Category = Kategorie; Street = Straße; Street address = Street; Postcode = ZIP code
Postcode = PLZ; Postcode = 邮编; City = Stadt; City = Ville; Country = Land; Country = 国家
Shipping address = Delivery address; Shipping address = Lieferadresse; Billing address = Rechnungsadresse
Billing address = Invoice address; Card number = Kartennummer; Card number = 卡号; CVC = Security code
Expiry date = Expiration date; Amount = Betrag; Amount = 金额; Quantity = Menge; Quantity = Qty
Promo code = Coupon code; Apply coupon = Redeem code; IBAN = IBAN number; Payment reference = Verwendungszweck
Pay = Bezahlen; Pay = 支付; Pay now = Jetzt bezahlen; Buy now = 立即购买; Transfer money = Make a transfer
Select all = Alle auswählen; Select all = 全选; Clear filters = Reset filters; Sort by = Sortieren nach
Apply = Anwenden; Save changes = Änderungen speichern; Save changes = 保存更改; Discard changes = Don't save
Dark mode = Dunkelmodus; Accept all cookies = Alle Cookies akzeptieren; Accept all = 全部接受
Only necessary = Nur notwendige; OK = 确定; Got it = Verstanden; No thanks = Nein danke; Not now = Maybe later
Skip = Überspringen; Learn more = Mehr erfahren; Message sent = Nachricht gesendet; Message sent. = 邮件已发送
Your message has been sent = Message sent; Order cancelled = Bestellung storniert
File deleted = Datei gelöscht; Block = Blockieren; Unblock = 取消屏蔽; Follow = Folgen
Unfollow = Nicht mehr folgen; Subscribe = Abonnieren; Unsubscribe = 退订; Start date = Startdatum
Email (optional) = E-Mail; Enter your email = Email; 请输入密码 = Password; View order = Show order
Delete file = 删除文件; Sign in with Google = Mit Google anmelden; Sign in with Google = 使用 Google 登录
Sign in with Google = Log in with Google; Delete selected messages = Ausgewählte Nachrichten löschen
Delete all = Alle löschen; Delete all files = 删除所有文件
"""

OTHER = """
Submit = Submit all; Block = Unblock; Delete = Archive; Save = Save draft; Checking = Savings; Pay = Pay later
Delete = Discard; Delete = Cancel; Delete = Hide; Delete = Close; Delete = Delete all
Delete = Delete permanently; Delete = Delete forever; Delete = Undelete; Delete = Move to trash
Remove = Remove from cart; Archive = Unarchive; Archive = Move; Archive = 删除; Delete = 归档
Löschen = Archivieren; Cancel = Close; Cancel = Discard; Cancel = Back; Cancel = Cancel order; Cancel = Skip
Discard = Discard changes; Save = Submit; Save = Send; Save = Publish; Save = Apply; Save = Save as
Save = Save and close; Save changes = Discard changes; Save = 提交; Save = 发送; Send = Submit
Send = Send later; Send = Send all; Send = Schedule send; Send = Save draft; Send = Publish; Send = Send test
Send = Send anyway; Send message = Send email; Publish = Unpublish; Publish = Preview; Block = Report
Block = Mute; Mute = Unmute; Follow = Unfollow; Subscribe = Unsubscribe; Like = Dislike; Like = Unlike
Pin = Unpin; Star = Unstar; Watch = Unwatch; Enable = Disable; Turn on = Turn off; Lock = Unlock
Install = Uninstall; Connect = Disconnect; Approve = Reject; Accept = Decline; Accept = Reject
Accept all = Reject all; Accept cookies = Reject cookies; Yes = No; OK = Cancel; Confirm = Cancel
Allow = Deny; Agree = Disagree; Show password = Hide password; Expand = Collapse; Show more = Show less
Zoom in = Zoom out; Undo = Redo; Upload = Download; Import = Export; Log in = Sign up; Log in = Log out
Sign in = Sign out; Sign up = Sign in; Log out = Log out everywhere; Anmelden = Registrieren; 登录 = 注册
登录 = 退出登录; From = To; Von = An; 发件人 = 收件人; To = Cc; Cc = Bcc; First name = Last name
Vorname = Nachname; 名 = 姓; First name = Full name; Name = Username; Username = Email; Email = Password
Password = New password; New password = Current password; New password = Confirm password
Old password = New password; Billing address = Shipping address; Rechnungsadresse = Lieferadresse
账单地址 = 收货地址; Address = Shipping address; Check-in = Check-out; Check in = Check out
Arrival = Departure date; Start date = End date; Start time = End time; Due date = Start date
Adults = Children; Phone = Fax; City = Country; State = Country; Street = City; Postcode = City
Card number = Account number; Card number = CVC; Expiry date = Due date; Price = Total; Subtotal = Total
Tax = Total; Quantity = Amount; Min price = Max price; From account = To account; Reply = Reply all
Reply = Forward; Mark as read = Mark as unread; Mark as read = Mark all as read; Spam = Not spam
Mark as spam = Not spam; Inbox = Outbox; Sent = Drafts; Inbox = Archive; Trash = Archive
Empty trash = Restore; Select all = Deselect all; Select = Select all; Next = Back; Next page = Previous page
First page = Last page; Next week = Previous week; Newest first = Oldest first; Ascending = Descending
Price: low to high = Price: high to low; Move up = Move down; Increase = Decrease; Public = Private
Active = Inactive; Open = Closed; Open = Close; Reopen = Close; High = Low; High = Medium; To do = Done
In progress = Done; Buy now = Add to cart; Add to cart = Add to wishlist; Buy = Sell; Deposit = Withdraw
Pay = Refund; Request money = Send money; Checkout = Continue shopping; Place order = Cancel order
Checkout = Place order; Save for later = Remove; Apply coupon = Remove coupon; Close account = Delete account
Delete account = Delete; Delete message = Delete messages; Delete message = Delete all messages
Delete message = Archive message; Delete Milk = Delete Bread; Delete Milk = Archive Milk
Delete Milk = Delete all Milk; Step 2 = Step 3; Item 1 = Item 2; Remove member = Delete member; Edit = Delete
Edit profile = View profile; New task = Delete task; Tasks = New task; New orders = 新建订单
Delete todo = Delete all; Copy = Cut; Copy = Paste; Copy link = Copy text; Share = Unshare; Assign = Unassign
Promote = Demote; Upgrade = Downgrade; Grant = Revoke; Start = Stop; Pause = Resume; Merge = Split
Group = Ungroup; Dark mode = Light mode; List view = Grid view; Day = Week; Daily = Weekly; Monthly = Yearly
Message sent = Message saved; Order placed = Order cancelled; Saved = Not saved; Allow = Do not allow
Save = Don't save; Subject = Message; Title = Description; Comment = Description; Rate = Report
Export = Export all; Export CSV = Export PDF; Invoice = Order; Order = Orders; Users = Roles
Privacy policy = Terms; Help = Contact; 删除 = 取消; 保存 = 取消; 屏蔽 = 取消屏蔽; 关注 = 取消关注
订阅 = 取消订阅; 全选 = 取消全选; 发送 = 稍后发送; 归档 = 取消归档; Später senden = Senden
Alle löschen = Löschen; Speichern = Abbrechen; Enregistrer = Annuler; Guardar = Cancelar
Sign in with Google = Sign in with Apple; Sign in with Google = Sign up with Google; Remove user = Delete user
← Move = Move →; Delete =; Weiter = Zurück; Alle akzeptieren = Alle ablehnen; Like ✓ = ✗ Like
"""


def pairs(table: str) -> list[tuple[str, str]]:
    """Return the pairs of a table."""
    cells = (cell for line in table.strip().splitlines() for cell in line.split(";"))
    return [(one.strip(), other.strip()) for one, _, other in (cell.partition("=") for cell in cells if cell.strip())]


def test_there_are_enough_pairs_and_none_twice() -> None:
    same, other = pairs(SAME), pairs(OTHER)

    assert len(set(same)) >= 150
    assert len(set(other)) >= 120
    assert not {frozenset(pair) for pair in same} & {frozenset(pair) for pair in other}


def test_they_say_the_same() -> None:
    likeness = {
        (one, other): (label_similarity(one, other), label_similarity(other, one)) for one, other in pairs(SAME)
    }

    assert {pair: values for pair, values in likeness.items() if min(values) < 0.85} == {}


def test_they_never_say_the_same() -> None:
    likeness = {
        (one, other): (label_similarity(one, other), label_similarity(other, one)) for one, other in pairs(OTHER)
    }

    assert {pair: values for pair, values in likeness.items() if values != (0.0, 0.0)} == {}


def test_the_steps_of_likeness() -> None:
    assert label_similarity("  Save\n changes", "save changes") == 1.0
    assert label_similarity("Save changes…", "→ Save changes") == 0.95
    assert label_similarity("Save changes", "Änderungen speichern") == 0.85
    assert label_similarity("Save changes", "Save settings") == 0.0
    assert label_similarity("", "") == 0.0


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Next →", "Next"),
        ("‹ Back", "Back"),
        ("Save as…", "Save as"),
        ("Open...", "Open"),
        ("+ New task", "New task"),
        ("Email *", "Email"),
        ("* Email:", "Email"),
        ("Inbox (3)", "Inbox"),
        ("Inbox (1,204)", "Inbox"),
        ("Inbox  3", "Inbox"),
        ("Inbox\n12", "Inbox"),
        ("Inbox 99+", "Inbox"),
        ("🗑️ Delete", "Delete"),
        ("Save (Ctrl+S)", "Save"),
        ("Search ⌘K", "Search"),
        ("邮件：", "邮件"),
        ("Docs (opens in a new tab)", "Docs"),
        ("Docs opens in new window", "Docs"),
        ("Help - shows more content", "Help"),
        ("Hilfe, öffnet in neuem Fenster", "Hilfe"),
        ("文档（在新窗口打开）", "文档"),
        ("Aide (s’ouvre dans une nouvelle fenêtre)", "Aide"),
        ("Ayuda (enlace externo) ↗", "Ayuda"),
    ],
)
def test_decoration_comes_off(text: str, left: str) -> None:
    assert plain(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "Step 2",
        "Item 10",
        "Top 10",
        "Report (2024)",
        "Ages 18+",
        "C++",
        "+49",
        "⋯",
        "›",
        "Price ↑",
        "🇩🇪 Deutsch",
        "Save (all)",
        "Order #12",
        "Terms & conditions",
        "Open in a new tab",
        "Opens in a new tab",
        "Add external link",
        "Password (current)",
        "在新窗口打开",
    ],
)
def test_what_belongs_to_a_name_stays(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Search issues", "Find an issue", True),
        ("Search products", "Produkt suchen", True),
        ("Find people", "Search person", True),
        ("Delete files", "Delete file", False),
        ("Search issues", "Search projects", False),
        ("Search and delete issues", "Search and delete issue", False),
        ("Search selected issues", "Search selected issue", False),
        ("Delete searches", "Delete search", False),
        ("Issues", "Issue", False),
    ],
)
def test_a_search_finds_as_many_as_there_are(one: str, other: str, *, same: bool) -> None:
    assert bool(label_similarity(one, other)) is same


def test_reactions_are_not_told_apart_by_numbers_alone() -> None:
    assert label_similarity("👍 5", "👎 5") == 0.0


def test_variants_are_in_every_language() -> None:
    assert {"senden", "发送", "envoyer", "enviar"} <= set(variants("Send"))
    assert {"nachricht gesendet", "邮件已发送"} <= set(variants("Message sent"))
    assert "{{item}} löschen" in variants("Delete {{item}}")
    assert variants("Delete {{item}}", 1) == variants("Delete {{item}}")[:1]
    assert variants("Quarterly widgets") == ()


HARMLESS = (
    "Accept all, Accept all cookies, Accept cookies, I agree, Reject all, Only necessary, OK, Got it, Close, ×, "
    "No thanks, Not now, Maybe later, Skip, Continue, Continue to site, Next time, Alle akzeptieren, Nein danke, "
    "Verstanden, Schließen, 知道了, 全部接受, 跳过, 暂不, Tout accepter, Non merci, Aceptar todo, No gracias, Got it!"
)
ONWARD = "Next, Next →, Continue, Weiter, 下一步, 继续, Suivant, Siguiente"
MORE = "More, More options, Actions, ⋯, ..., Show more, Advanced, Details, Mehr, 更多, 高级, Plus, Más opciones"
NEXT_PAGE = "Next page, Next, ›, », →, Older, Nächste Seite, 下一页, Page suivante, Página siguiente"
LASTING = (
    "Delete, Pay, Pay now, Buy now, Send, Submit, Confirm order, Place order, Subscribe, Sign up, Log in, Save, "
    "Allow notifications, Enable notifications, Confirm, Continue to payment, Continue and pay, Accept and pay, "
    "Delete all, OK delete, Save and continue, Close account, Accept invitation, Agree and subscribe, Next payment, "
    "Skip and delete, Accept offer, Reject order, Decline, Accept, Yes, Löschen, Jetzt kaufen, Senden, 删除, 支付, "
    "提交订单, 发送, Supprimer, Payer, Envoyer, Eliminar, Pagar, Enviar, More money, Confirmar pedido, Log out, ‹ Next"
)


def words(text: str) -> list[str]:
    """Return the entries of a list."""
    return text.split(", ")


def test_it_only_gets_a_dialog_out_of_the_way() -> None:
    assert [text for text in words(HARMLESS) if not harmless(text)] == []


def test_it_leads_on() -> None:
    assert [text for text in words(ONWARD) if not onward(text)] == []


def test_it_opens_more() -> None:
    assert [text for text in words(MORE) if not more(text)] == []


def test_it_turns_the_page() -> None:
    assert [text for text in words(NEXT_PAGE) if not next_page(text)] == []


@pytest.mark.parametrize("is_listed", [harmless, onward, more, next_page])
def test_what_lasts_is_in_no_list(is_listed: Callable[[str], bool]) -> None:
    assert [text for text in words(LASTING) if is_listed(text)] == []


def test_bare_consent_is_harmless_only_where_cookies_are_spoken_of() -> None:
    assert harmless("Accept", "We use cookies to improve this site.")
    assert harmless("Ablehnen", "Diese Seite verwendet Cookies")
    assert not harmless("Accept", "Ann invites you to the project.")
    assert not harmless("Delete", "We use cookies to improve this site.")


def test_the_table_is_written_in_its_normal_form() -> None:
    lines = (files("pytest_ami.lexicon") / "phrasebook.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if line.split("\t")[0] in PREFIX]
    wrong = [p for row in rows for cell in row[2:] for p in cell.replace("~", "|").split("|") if p and key(p) != p]

    assert wrong == []
    assert all(len(row) == 2 + len(LANGUAGES) for row in rows)
    assert len({(row[0], row[1]) for row in rows}) == len(rows) >= 450


def test_kin_and_lists_name_lines_that_exist() -> None:
    named = {
        label
        for context_synonyms in phrase_table().context_synonyms
        for label in (context_synonyms.label, context_synonyms.reads_as, *context_synonyms.beside)
    } - {"-", "@1"}

    assert {label.removesuffix(":1") for label in named} <= set(phrase_table().rows)
    assert {"harmless", "onward", "more", "next_page", "consent", "consent_word"} <= set(phrase_table().lists)


def test_a_whole_phrase_is_not_said_word_by_word() -> None:
    assert "jetzt bestellen" in variants("Place order")
    assert not any("standort" in said for said in variants("Place order", 60))


def test_nothing_is_read_at_import() -> None:
    code = (
        "from pytest_ami.lexicon import label_synonyms, phrase_table as t; print(t.phrase_table.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "0"
