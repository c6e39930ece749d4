"""Other words for the words of user interfaces: synonyms, translations, opposites.

A table of its own, on purpose: a tool must not be measured with the table it heals by. Keys are lower case, a word that
is not in a table stays as it is.
"""

from __future__ import annotations

from functools import cache

# English | another English way to say it | German | Chinese
TABLE = """
add | Insert | Hinzufügen | 添加
add to cart | Put in basket | In den Warenkorb | 加入购物车
account | My account | Konto | 账户
accounts | My accounts | Konten | 账户
amount | Sum | Betrag | 金额
apply | Use | Anwenden | 应用
apply coupon | Redeem voucher | Gutschein einlösen | 使用优惠券
archive | File away | Archivieren | 归档
assignee | Assigned to | Bearbeiter | 经办人
attach files | Add attachments | Dateien anhängen | 添加附件
back | Go back | Zurück | 返回
bcc | Blind copy | Blindkopie | 密送
block | Freeze | Sperren | 冻结
block card | Freeze card | Karte sperren | 冻结卡片
board | Kanban | Tafel | 看板
body | Text | Text | 正文
cancel | Never mind | Abbrechen | 取消
cards | Bank cards | Karten | 卡片
cart | Basket | Warenkorb | 购物车
cc | Copy | Kopie | 抄送
checkout | Go to payment | Zur Kasse | 去结算
city | Town | Ort | 城市
close | Shut | Schließen | 关闭
close account | End account | Konto auflösen | 注销账户
close issue | Resolve issue | Vorgang schließen | 关闭问题
code | One-time code | Code | 验证码
comment | Add a remark | Kommentieren | 评论
compose | Write a message | Verfassen | 撰写邮件
confirm | Yes, go ahead | Bestätigen | 确认
continue | Proceed | Weiter | 继续
country | Country or region | Land | 国家
coupon | Voucher | Gutschein | 优惠码
coupon code | Voucher code | Gutscheincode | 优惠码
create | Make new | Anlegen | 新建
create issue | File issue | Vorgang anlegen | 创建问题
date | Day | Datum | 日期
delete | Remove | Löschen | 删除
delivery | Shipping | Versand | 配送
description | Details | Beschreibung | 描述
discard | Throw away | Verwerfen | 丢弃
due date | Deadline | Fällig am | 截止日期
edit | Change | Bearbeiten | 编辑
email | E-mail address | E-Mail | 电子邮箱
email address | E-mail | E-Mail-Adresse | 邮箱地址
filter | Narrow down | Filtern | 筛选
full name | Your name | Vollständiger Name | 姓名
iban | Account number (IBAN) | IBAN | 国际银行账号
inbox | Received | Posteingang | 收件箱
issues | Tickets | Vorgänge | 问题
log in | Sign in | Anmelden | 登录
log out | Sign out | Abmelden | 退出
message | Text | Nachricht | 正文
more | Other actions | Mehr | 更多
name | Full name | Name | 姓名
new issue | File an issue | Neuer Vorgang | 新建问题
new message | Write a message | Neue Nachricht | 写邮件
next | Go on | Weiter | 下一步
order | Purchase | Bestellung | 订单
orders | Purchases | Bestellungen | 订单
password | Passphrase | Passwort | 密码
pause | Suspend | Anhalten | 暂停
pay | Pay now | Bezahlen | 支付
phone | Phone number | Telefon | 电话
phone number | Telephone | Telefonnummer | 电话号码
place order | Buy now | Jetzt kaufen | 提交订单
postcode | ZIP code | Postleitzahl | 邮编
priority | Urgency | Priorität | 优先级
quantity | How many | Menge | 数量
rating | Stars | Bewertung | 评分
recipient | Payee | Empfänger | 收款人
recipients | Send to | Empfänger | 收件人
reference | Purpose of payment | Verwendungszweck | 附言
reply | Respond | Antworten | 回复
review | Your opinion | Bewertung | 评价
save | Keep changes | Speichern | 保存
save changes | Save | Änderungen speichern | 保存更改
save draft | Keep as draft | Entwurf speichern | 存草稿
search | Find | Suchen | 搜索
send | Deliver | Senden | 发送
send later | Schedule | Später senden | 稍后发送
send now | Deliver now | Jetzt senden | 立即发送
sent | Outbox | Gesendet | 已发送
settings | Preferences | Einstellungen | 设置
sign in | Log in | Anmelden | 登录
signature | Closing lines | Signatur | 签名
standing orders | Regular payments | Daueraufträge | 定期转账
status | State | Status | 状态
street | Street and number | Straße | 街道
subject | Topic | Betreff | 主题
submit | Hand in | Absenden | 提交
subscribe | Sign me up | Abonnieren | 订阅
text | Your words | Text | 内容
title | Headline | Titel | 标题
to | Recipient | An | 收件人
topic | Subject line | Betreff | 主题
transfer | Send money | Überweisen | 转账
transfers | Payments | Überweisungen | 转账
unblock | Unfreeze | Entsperren | 解冻
user | Login name | Benutzer | 用户名
user name | Login name | Benutzername | 用户名
view cart | Show basket | Warenkorb ansehen | 查看购物车
write a review | Rate this product | Bewertung schreiben | 撰写评价
write your message | Your text | Schreiben Sie Ihre Nachricht | 请输入正文
"""

PAIRS = (
    ("Send", "Discard"),
    ("Save", "Discard"),
    ("Save changes", "Reset to defaults"),
    ("Delete", "Restore"),
    ("Archive", "Delete"),
    ("Block", "Unblock"),
    ("Block card", "Unblock card"),
    ("Log in", "Create account"),
    ("Sign in", "Sign up"),
    ("Add to cart", "Remove from cart"),
    ("Place order", "Cancel order"),
    ("Next", "Back"),
    ("Confirm", "Cancel"),
    ("Subscribe", "Unsubscribe"),
    ("Close issue", "Delete issue"),
    ("Close account", "Open account"),
    ("Transfer", "Transfer all"),
    ("Create", "Delete"),
    ("Enable", "Disable"),
)

ENGLISH, OTHERWISE, GERMAN, CHINESE = range(4)
COLUMNS = {"de": GERMAN, "zh": CHINESE}


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(cell.strip() for cell in line.split("|")) for line in TABLE.strip().splitlines())


@cache
def synonyms() -> dict[str, str]:
    """Return another way to say it, for each English label that the table knows."""
    return {row[ENGLISH]: row[OTHERWISE] for row in _rows()}


@cache
def dictionary(language: str) -> dict[str, str]:
    """Return the label in another language, for each label of the table.

    Args:
        language: ``de`` or ``zh``.
    """
    return {row[ENGLISH]: row[COLUMNS[language]] for row in _rows()}


@cache
def opposites() -> dict[str, str]:
    """Return the opposite of each label that has one."""
    both = [pair for a, b in PAIRS for pair in ((a.lower(), b), (b.lower(), a))]
    return dict(reversed(both))
