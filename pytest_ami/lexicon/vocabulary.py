"""Words that mean the same in user interfaces: English, Chinese and a little German, as tables.

Knows words and their groups. Must never know a page, a workflow, or how words are compared (``text_normalization`` does).

Rules of this module:

* Each line is a group: its name, then its phrases. The longest fitting phrase wins, so a phrase may contain another.
* A phrase stands in only one group of a table. ``FIELDS`` and the action tables are read separately, so "search" may
  be a field and an action.
* A word that is in no table still counts: it is compared unchanged.
"""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

import re

FIELDS = {
    "to": "to, recipient, receiver, addressee, send to, mail to, 收件人, 收信人, 接收人, 接收者, 发给, 发送给, empfänger",
    "cc": "cc, carbon copy, copy, 抄送, 抄送人, 抄送给",
    "bcc": "bcc, blind copy, blind carbon copy, 密送, 暗送, 密件抄送, 密送人, 密送给",
    "from": "from, sender, 发件人, 发信人, 寄件人, absender",
    "subject": "subject, topic, title, headline, summary, 主题, 标题, 题目, 主旨, 邮件主题, 邮件标题, betreff, titel",
    "body": "body, message, content, text, message text, message body, 正文, 内容, 消息, 信件内容, 邮件内容, 邮件正文, nachricht, inhalt",
    "user": "user, username, user name, user id, userid, login, login name, account, account name, account number, "
    "用户名, 用户, 账号, 帐号, 账户, 帐户, 登录名, 账户名, benutzer, benutzername, konto",
    "password": "password, pass, passwd, pwd, passphrase, 密码, 口令, passwort, kennwort",
    "email": "email, e mail, mail, email address, e mail address, mail address, "
    "邮箱, 邮件, 电子邮件, 电子邮箱, 邮箱地址, 邮件地址, 电子邮件地址, e mail adresse",
    "search": "search, query, keyword, search term, find, q, 搜索, 查询, 查找, 检索, 关键词, 关键字, suche, suchen",
    "name": "name, full name, display name, 姓名, 名字, 名称",
    "first_name": "first name, firstname, given name, forename, 名, vorname",
    "last_name": "last name, lastname, surname, family name, 姓, 姓氏, nachname",
    "company": "company, organisation, organization, 公司, 单位, firma",
    "phone": "phone, telephone, mobile, tel, phone number, mobile number, 电话, 手机, 手机号, 手机号码, 电话号码, telefon",
    "address": "address, street, street address, 地址, 街道, 详细地址, adresse, strasse",
    "city": "city, town, 城市, stadt, ort",
    "postcode": "zip, zip code, postcode, postal code, 邮编, 邮政编码, plz, postleitzahl",
    "country": "country, region, 国家, 地区, land",
    "date": "date, day, due date, 日期, 截止日期, datum",
    "time": "time, 时间, uhrzeit",
    "amount": "amount, sum, price, total, 金额, 数额, 价格, betrag, preis",
    "quantity": "quantity, qty, count, 数量, 件数, menge, anzahl",
    "comment": "comment, note, remark, feedback, 评论, 备注, 留言, 批注, kommentar",
    "description": "description, detail, 描述, 说明, 详情, beschreibung",
    "reference": "reference, payment reference, purpose, memo, 用途, 附言, verwendungszweck",
    "category": "category, kind, type, 类别, 分类, 类型, kategorie",
    "priority": "priority, importance, urgency, 优先级, 重要性, priorität",
    "status": "status, 状态",
    "assignee": "assignee, assigned to, assign to, owner, 负责人, 经办人, 指派给",
    "label": "label, tag, 标签",
    "attachment": "attachment, file, upload, document, attach, 附件, 文件, 上传附件, 添加附件, anhang, datei",
    "url": "url, link, website, 网址, 链接, 网站",
    "language": "language, 语言, sprache",
    "notification": "notification, 通知, benachrichtigung",
    "signature": "signature, 签名, signatur",
    "code": "code, otp, verification code, 验证码",
}

# Words around a field's name that do not identify the field.
FIELD_FILLERS = (
    "write, type, enter, add, your, the, a, an, or, here, please, optional, required, of, for, is, field, "
    "写下, 输入, 请, 填写, 添加, 您的, 你的, 的, 这里, 在此, 或, 必填, 选填, 可选, 写, 栏, show, 显示"
)

# Words that distinguish two fields of the same name.
FIELD_QUALIFIERS = "confirm, repeat, again, old, current, new, reply, 确认, 再次, 重复, 旧, 当前, 新, 原"

# Fields that replace each other on some pages, with a score.
FIELD_KIN = {
    ("email", "to"): 0.5,
    ("email", "user"): 0.6,
    ("name", "user"): 0.5,
    ("name", "subject"): 0.5,
    ("body", "comment"): 0.6,
    ("body", "description"): 0.6,
    ("comment", "description"): 0.6,
    ("comment", "reference"): 0.5,
    ("description", "reference"): 0.5,
}

VERBS = {
    "send": "send, deliver, delivery, dispatch, 发送, 发出, 寄出, 寄送, 发信, 发, senden, abschicken",
    "compose": "compose, write, new message, new mail, new email, new e mail, compose message, compose email, "
    "compose mail, write message, write email, write mail, 撰写, 写信, 写邮件, 新邮件, 新建邮件, 新消息, 撰写邮件, "
    "verfassen, neue nachricht, neue e mail",
    "delete": "delete, remove, erase, move to trash, move to bin, 删除, 移除, 删掉, 删, 移到垃圾箱, 移至回收站, "
    "löschen, entfernen",
    "archive": "archive, 归档, 存档, archivieren",
    "save": "save, 保存, 存, 存为, 存入, speichern, save change, save for, 保存更改, 保存修改, 保存设置",
    "cancel": "cancel, abort, never mind, keep editing, keep, 取消, 放弃, 继续编辑, 保留, abbrechen",
    "discard": "discard, 丢弃, 舍弃, verwerfen",
    "close": "close, dismiss, got it, not now, skip, no thanks, 关闭, 知道了, 我知道了, 跳过, 以后再说, schliessen",
    "confirm": "confirm, ok, okay, yes, agree, accept, 确定, 确认, 好, 好的, 是, 是的, 同意, bestätigen, ja",
    "not": "no, not, dont, do not, without, never, 否, 不, 不要, 勿, 无需, nein, nicht, ohne",
    "login": "log in, login, sign in, signin, 登录, 登陆, 登入, anmelden, einloggen",
    "logout": "log out, logout, sign out, signout, 退出, 退出登录, 登出, 注销, abmelden",
    "signup": "sign up, signup, register, create account, create an account, join, 注册, 创建账号, 注册账号, 创建帐户, "
    "registrieren, konto erstellen",
    "search": "search, find, look up, 搜索, 查找, 查询, 检索, 搜, suchen, suche",
    "go": "go, 前往, los",
    "create": "create, new, add, 新建, 创建, 新增, 添加, 增加, 新, erstellen, neu, hinzufügen",
    "cart": "add to cart, add to basket, add to bag, 加入购物车, in den warenkorb",
    "open": "open, view, show, read, go to, visit, see, 打开, 查看, 阅读, 进入, 显示, öffnen, anzeigen",
    "submit": "submit, 提交, absenden, einreichen",
    "reply": "reply, respond, answer, 回复, 答复, antworten",
    "forward": "forward, 转发, weiterleiten",
    "next": "next, continue, proceed, 下一步, 继续, weiter",
    "back": "back, go back, previous, 上一步, 返回, zurück",
    "edit": "edit, change, modify, update, set, adjust, configure, 编辑, 修改, 更改, 更新, 调整, ändern, bearbeiten",
    "enable": "enable, turn on, switch on, activate, 启用, 开启, aktivieren, einschalten",
    "disable": "disable, turn off, switch off, deactivate, 停用, 禁用, 关掉, deaktivieren, ausschalten",
    "apply": "apply, 应用, anwenden",
    "buy": "buy, purchase, checkout, check out, place order, pay, 购买, 下单, 结算, 支付, 付款, 提交订单, kaufen, bezahlen",
    "transfer": "transfer, wire, send money, transfer money, 转账, 汇款, überweisen",
    "publish": "publish, post, 发布, 发表, veröffentlichen",
    "move": "move, move to, 移动, 移到, verschieben",
    "mark": "mark, 标记, markieren",
    "rename": "rename, 重命名, umbenennen",
    "assign": "assign, 指派, 分配, zuweisen",
    "upload": "upload, attach, 上传, 添加附件, hochladen",
    "download": "download, 下载, herunterladen",
    "select": "select, choose, pick, 选择, 选中, 勾选, auswählen",
    "undo": "undo, 撤销, 撤回, rückgängig",
    "restore": "restore, recover, 恢复, 还原, wiederherstellen",
    "reset": "reset, restore default, 重置, 恢复默认, zurücksetzen",
    "report": "report spam, 举报",
    "preview": "preview, 预览, vorschau",
    "print": "print, 打印, drucken",
}

# If a control contains one of these words and the task does not, it is a different control: a twin.
SELECTED = "selected, 选中的, 选中, 所选, ausgewählte, ausgewähltes, ausgewählten, sélectionnés, seleccionados"
"""Words for what was chosen before: a dialog that asks about a deed means the records of the flow."""

QUALIFIERS = {
    "later": "later, 稍后, 以后, 晚点, später, for later",
    "draft": "draft, 草稿, 存草稿, entwurf, as draft",
    "schedule": "schedule, scheduled, timed, tomorrow, 定时, 预约, 计划, 明天, planen, geplant",
    "all": "all, everyone, every, everything, 全部, 所有, 全体, alle",
    "copy": "copy, duplicate, 副本, 复制, 另存为, kopie, as copy, save as",
    "test": "test, trial, demo, 测试, 试用, 试发",
    "another": "another, again, more than one, 再次, 重新, 另一封, erneut",
    "forever": "permanently, forever, 永久, 彻底, endgültig",
    "template": "template, 模板, 模版, vorlage",
    "menu": "option, menu, more, other, 选项, 更多, 菜单, 其他, optionen, mehr",
    "part": SELECTED,
}

OBJECTS = {
    "mail": "email, e mail, mail, message, letter, conversation, 邮件, 电子邮件, 信, 信件, 消息, nachricht",
    "setting": "setting, preference, profile, 设置, 偏好设置, 个人资料, einstellung, einstellungen",
    "account": "account, user, 账号, 帐号, 账户, 用户, konto",
    "issue": "issue, ticket, bug, 问题, 工单, 缺陷",
    "order": "order, 订单, bestellung",
    "product": "product, item, article, 商品, 产品, artikel",
    "invoice": "invoice, bill, 发票, 账单, rechnung",
    "money": "money, payment, 款项, 钱, geld, zahlung",
    "notification": "notification, 通知, benachrichtigung",
}

# "Now" lowers the score a little; the other fillers do not.
NOW = "now, immediately, right now, at once, 立即, 马上, 立刻, 现在, jetzt, sofort"
ACTION_FILLERS = (
    "it, this, that, these, the, a, an, my, your, please, by, for, of, in, on, to, and, with, from, as, at, anyway, "
    "change, here, 请, 帮我, 一封, 一个, 一条, 这封, 这个, 该, 的, 仍然, 仍要, 吗, 给, 并, 把, 将, 是否, diese, dieser, die, der, das, eine"
)

# The control for a task whose own verb is on no control, with a score: task verb -> control verb.
COMMITS = {
    "send": {"submit": 0.6, "confirm": 0.4},
    "compose": {"send": 0.8, "submit": 0.5, "save": 0.3},
    "reply": {"send": 0.8, "submit": 0.6, "publish": 0.6},
    "forward": {"send": 0.8, "submit": 0.5},
    "delete": {"confirm": 0.4},
    "cancel": {"delete": 0.7, "confirm": 0.4},
    "login": {"submit": 0.6, "next": 0.6, "go": 0.5, "confirm": 0.4},
    "signup": {"create": 0.6, "submit": 0.6, "next": 0.6, "confirm": 0.4},
    "search": {"go": 0.8, "submit": 0.6},
    "create": {"save": 0.8, "submit": 0.8, "publish": 0.6, "confirm": 0.5, "next": 0.5},
    "edit": {"save": 0.9, "apply": 0.9, "submit": 0.6, "confirm": 0.5},
    "enable": {"save": 0.8, "apply": 0.8, "confirm": 0.5},
    "disable": {"save": 0.8, "apply": 0.8, "confirm": 0.5},
    "rename": {"save": 0.8, "apply": 0.7, "confirm": 0.6, "submit": 0.6},
    "assign": {"save": 0.8, "apply": 0.7, "confirm": 0.5},
    "buy": {"submit": 0.6, "next": 0.6, "confirm": 0.6},
    "transfer": {"send": 0.7, "submit": 0.6, "confirm": 0.6, "next": 0.6},
    "publish": {"submit": 0.7, "send": 0.6, "save": 0.4},
    "upload": {"submit": 0.6, "save": 0.6},
}
COMMITS_OF_ANY = {"submit": 0.6, "save": 0.6, "apply": 0.6, "confirm": 0.5, "next": 0.5}

# The control that leads to the form of a task, with a score: task verb -> control verb or object.
OPENERS = {
    "send": {"compose": 0.95, "create": 0.6},
    "compose": {"compose": 0.95, "create": 0.6},
    "create": {"create": 0.9, "compose": 0.6},
    "publish": {"create": 0.8, "compose": 0.7, "publish": 0.8},
    "edit": {"edit": 0.9, "setting": 0.8, "account": 0.6},
    "enable": {"setting": 0.8, "edit": 0.6},
    "disable": {"setting": 0.8, "edit": 0.6},
    "rename": {"rename": 0.9, "edit": 0.8},
    "buy": {"buy": 0.9, "cart": 0.6},
    "upload": {"upload": 0.9, "create": 0.5},
    "login": {"login": 0.9},
    "signup": {"signup": 0.9, "create": 0.5},
    "search": {"search": 0.9},
    "reply": {"reply": 0.95},
    "forward": {"forward": 0.95},
    "transfer": {"transfer": 0.9, "create": 0.6, "send": 0.5},
    "move": {"move": 0.9},
    "assign": {"assign": 0.9, "edit": 0.6},
}

# Verbs of tasks about a thing that the page already shows.
ABOUT_EXISTING = frozenset(
    [
        "delete",
        "archive",
        "open",
        "reply",
        "forward",
        "move",
        "mark",
        "edit",
        "rename",
        "assign",
        "restore",
        "download",
        "select",
        "print",
        "buy",
        "cart",
        "undo",
        "cancel",
    ]
)

OPPOSITES = (
    ("confirm", "cancel"),
    ("confirm", "not"),
    ("send", "cancel"),
    ("send", "discard"),
    ("save", "discard"),
    ("save", "cancel"),
    ("save", "reset"),
    ("delete", "cancel"),
    ("delete", "restore"),
    ("delete", "create"),
    ("login", "logout"),
    ("login", "signup"),
    ("enable", "disable"),
    ("open", "close"),
    ("next", "back"),
    ("submit", "cancel"),
)

SUCCESS = (
    "sent, saved, deleted, removed, success, successful, successfully, done, complete, completed, created, added, "
    "updated, thank, thanks, welcome, confirmed, archived, moved, queued, published, placed, received, transferred, "
    "marked, discarded, scheduled, registered, "
    "成功, 已, 完成, 欢迎, 谢谢, gesendet, gespeichert, gelöscht, erfolgreich"
)
STATES = (
    "draft, live, hidden, visible, shown, published, unpublished, active, inactive, on, off, open, opened, closed, locked, unlocked, "
    "enabled, disabled, public, private, paused, running, stopped, started, pending, approved, rejected, archived, muted, pinned, "
    "done, finished, todo, to do, in progress, new, old, offline, online, allowed, denied, blocked, yes, no, subscribed, unsubscribed, "
    "草稿, 已发布, 隐藏, 可见, 启用, 停用, 开, 关, 打开, 关闭, 公开, 私有, 锁定, 已锁定, "
    "entwurf, sichtbar, versteckt, verborgen, aktiv, inaktiv, an, aus, ein, offen, geschlossen, gesperrt, entsperrt, öffentlich, privat, "
    "brouillon, visible, caché, actif, inactif, ouvert, fermé, borrador, oculto, activo, inactivo, abierto, cerrado"
)
"""Words for a state: a control that shows one turns it over."""

FAILURE = (
    "error, fail, failed, failure, invalid, wrong, incorrect, unable, cannot, cant, could not, couldnt, not found, "
    "required, must, missing, denied, forbidden, expired, try again, not sent, not saved, "
    "错误, 失败, 无效, 不正确, 不能, 无法, 必填, 必须, 请输入, 未找到, 不存在, 拒绝, 未发送, fehler, ungültig, fehlgeschlagen"
)
REFUSAL = (
    "refused, rejected, declined, aborted, cancelled, canceled, timed out, timeout, unavailable, went wrong, blocked, "
    "sorry, oops, problem, unsuccessful, not possible, no longer possible, "
    "leider, abgelehnt, verweigert, abgebrochen, gescheitert, "
    "超时, 异常, 被拒, 出错, 未能, échec, erreur, impossible, refusé, rechazado, falló, no se pudo"
)
"""Words of a message that reports a refusal, beside those of FAILURE."""

NO_FAILURE = re.compile(
    r"\b(?:0|no|without|keine?|ohne|aucune?|sans|ning[uú]n\w*|sin|nessun\w*|sem)\s+(?:\w+\s+)?"
    r"(?:errors?|failures?|problems?|fehler|probleme?|erreurs?|problèmes?|errore|error\w*|erros?)\b"
    r"|\b(?:cannot|can ?not|can['’]?t|could not) be (?:undone|reversed|reverted|restored|recovered|taken back)\b"
    r"|\bnicht (?:mehr )?(?:rückgängig gemacht|widerrufen|wiederhergestellt) werden\b|\bnot (?:required|mandatory)\b"
    r"|(?:没有|无)错误|(?:不可|无法|不能)(?:撤销|恢复|还原)",
    re.IGNORECASE,
)
"""Words that speak of no failure: "0 errors", and warnings that a deed is for ever."""

TAKEN = re.compile(
    r"\b(?:locked|checked out|in use|(?:being|currently) (?:edited|changed|used|processed)|open(?:ed)? elsewhere)"
    r" by (?!you\b|me\b)\w"
    r"|\balready (?:exists?|taken|in use|booked|reserved|used|assigned|registered|processed)\b|\bexists already\b"
    r"|\b(?:gesperrt|in bearbeitung) (?:durch|von|bei) (?!ihnen\b|dir\b|mir\b)\w"
    r"|\b(?:bereits|schon) (?:vergeben|belegt|vorhanden|registriert|gebucht|reserviert|in verwendung)\b"
    r"|\bexistiert (?:bereits|schon)\b"
    r"|\b(?:verrouillée?|en cours de modification|utilisée?) par (?!vous\b)\w"
    r"|\bdéjà (?:prise?|utilisée?|réservée?|enregistrée?)\b|\bexiste déjà\b"
    r"|\b(?:bloquead[oa]|en uso|en edición) por (?!usted\b|ti\b)\w"
    r"|\bya (?:existe|está (?:en uso|ocupad[oa]|reservad[oa]|registrad[oa]))\b"
    r"|已存在|已被(?!您|你)\S{0,12}(?:锁定|占用|使用|预订|注册)|正在被\S{1,12}(?:编辑|使用)",
    re.IGNORECASE,
)
"""Words of a message that somebody else holds the thing, or that it is there already: nothing was done."""

NEGATION = (
    "not, isnt, wasnt, werent, hasnt, havent, didnt, doesnt, wont, wouldnt, nicht, kein, keine, "
    "没有, 没, 未, 不, n a pas, n est pas, nao, não"
)
"""Words that turn a message into its contrary."""

GENERIC = (
    "done, ok, okay, success, successful, successfully, finished, complete, completed, ready, thank, thanks, you, your, "
    "change, action, operation, request, was, is, are, has, been, have, the, a, an, all, it, that, this, with, "
    "fertig, erledigt, erfolgreich, danke, ok, 成功, 完成, 操作, 已"
)
"""Words of a message that any deed may bring."""

CARRIES_OUT = frozenset(
    {"go", "run", "ok", "execute", "perform", "los", "ausführen", "aller", "exécuter", "ir", "ejecutar"}
) | {"执行", "运行", "前往", "确定"}
"""Names of buttons that only say that a form is carried out."""

RELATED_ACTIONS = {
    "delete": {"close account", "revoke", "unsubscribe"},
    "close account": {"delete", "deactivate"},
    "cancel subscription": {"unsubscribe"},
    "unsubscribe": {"cancel subscription"},
    "pay": {"transfer"},
    "transfer": {"pay", "send"},
    "revoke": {"delete"},
    "grant": {"share", "invite"},
    "share": {"grant", "invite", "send"},
    "invite": {"share", "grant", "send"},
    "forward": {"send"},
    "block": {"deactivate"},
    "deactivate": {"block"},
    "publish": {"share", "send"},
    "reset": {"delete"},
    "format": {"delete", "reset"},
}
"""For each dangerous action that a task names, the others that belong to it."""

IMPLIED = {
    "publish": "publish, create, compose, reply, upload",
    "pay": "buy",
    "transfer": "transfer",
    "delete": "delete",
    "forward": "forward",
    "invite": "assign",
}
"""For each dangerous action, the verbs of a task to which it belongs."""

OTHER_WORDS = {
    "publish": "comment, review, article, blog, announcement, opinion, rating, 评论, 评价, 文章, kommentar, bewertung, commentaire, comentario",
    "pay": "order, book, reserve, subscribe, rent, ticket, 订购, 预订, 订票, bestellen, buchen, bestellung, commander, réserver, reservar",
    "delete": "clear, empty, discard, cancel, stop, 取消, 撤销, unassign, detach, drop, 清除, 清空, leeren, vider, vaciar",
    "reset": "recover, forgot, forgotten, 找回, 忘记",
    "invite": "add user, add member, add people, new user, new member, add collaborator, 添加成员, 添加用户, mitglied hinzufügen",
    "block": "lock, report, 举报, 锁",
    "reveal": "view, export, copy, download, show, 查看, 导出, 复制, 显示, anzeigen",
    "grant": "role, permission, admin, connect, allow, 角色, 权限, rolle",
    "transfer": "standing order, payment, remit, 付款, dauerauftrag, zahlung",
    "unsubscribe": "unfollow, 取关",
}
"""For each dangerous action, other words of a task to which it belongs."""

SILENT = frozenset(
    {"save", "delete", "archive", "open", "search", "login", "logout", "mark", "move", "rename", "cancel", "discard"}
    | {"select", "print", "download", "cart", "restore", "undo", "disable"}
)
"""Verbs of tasks that send nothing; "Send" may complete any other task."""

HAN = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
"""Ranges of Chinese signs in a set of a pattern. Such a set takes 2.4 ms to compile, 6 ms if case is ignored."""

SIGN = re.compile(f"[{HAN}]")
"""A Chinese sign: it stands for a word, without spaces around it."""

LETTER = "0-9A-Za-z_\u00c0-\u024f"
"""Ranges of the letters and digits that have no edge between them: a word beside any other character is a whole one."""
