"""People's words for things: verbs, fields, openers, qualifiers, in English and Chinese.

This module knows words and measures how well a text fits them. It must never know a site, a page or a flow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Phrases = tuple[str, ...]

# fmt: off
VERBS: dict[str, Phrases] = {
    "send": ("send", "deliver", "dispatch", "发送", "发出", "寄出"),
    "draft": ("save draft", "save as draft", "save for later", "keep draft", "存草稿", "保存草稿"),
    "login": ("log in", "login", "sign in", "signin", "log on", "登录", "登陆"),
    "register": ("sign up", "register", "create account", "注册"),
    "subscribe": ("subscribe", "sign up", "join", "sign me up", "订阅"),
    "search": ("search", "find", "look up", "go", "搜索", "查找", "查询"),
    "archive": ("archive", "归档", "存档"),
    "delete": ("delete", "remove", "删除", "移除"),
    "close": ("close", "resolve", "mark as resolved", "complete", "关闭", "解决", "销户"),
    "block": ("block", "freeze", "lock", "冻结", "挂失"),
    "move": ("move", "移动"),
    "cart": ("add to cart", "add to bag", "add to basket", "加入购物车"),
    "apply": ("redeem", "apply", "use code", "兑换", "使用"),
    "buy": ("buy", "place order", "order", "purchase", "checkout", "check out", "pay",
            "购买", "下单", "结算", "付款"),
    "transfer": ("transfer", "pay", "send", "send money", "转账", "汇款", "确认转账"),
    "reply": ("send", "reply", "发送", "回复"),
    "forward": ("send", "forward", "发送", "转发"),
    "book": ("book", "reserve", "预订", "预约"),
    "review": ("publish", "submit review", "publish review", "post", "submit", "发布", "提交"),
    "comment": ("comment", "post", "publish", "评论", "发布"),
    "update": ("update", "save", "save changes", "apply", "更新", "保存", "修改"),
    "create": ("create", "add", "submit", "save", "file", "set up", "创建", "新建", "新增", "添加", "提交", "保存"),
}
"""Words on the control that completes the task, by kind of task. The order is that of recognition."""

TASKS: dict[str, Phrases] = {
    "send": ("send", "email to", "mail to", "write to", "发送", "发邮件", "发信", "写信", "写邮件", "发一封"),
    "draft": ("save draft", "save a draft", "draft", "存草稿", "草稿"),
    "update": ("update", "change", "edit", "rename", "set", "更新", "修改", "编辑", "设置"),
    "create": ("create", "add", "file", "new", "report", "open a", "创建", "新建", "新增", "添加"),
    "search": ("search", "find", "look up", "搜索", "查找", "查询"),
    "subscribe": ("subscribe", "订阅"),
    "close": ("close", "resolve", "关闭", "解决", "销户"),
    "cart": ("add", "cart", "basket", "bag", "购物车"),
    "apply": ("apply", "redeem", "兑换"),
    "buy": ("buy", "order", "purchase", "checkout", "check out", "购买", "下单"),
    "transfer": ("transfer", "send money", "转账", "汇款"),
    "reply": ("reply", "answer", "回复"),
    "forward": ("forward", "转发"),
    "review": ("review", "write", "rate", "评价"),
}
"""Words by which a task is recognised, where they differ from those on controls."""

OPENING = frozenset({"send", "draft", "create", "register", "book"})
"""Tasks that begin with something new rather than with something listed."""

NEWLY = OPENING | {"login", "search", "subscribe", "transfer"}
"""Tasks that are not about one thing among others that are there already."""

OPENERS: dict[str, Phrases] = {
    "send": ("compose", "write", "draft new", "写信", "写邮件", "撰写", "新邮件", "新建邮件", "发邮件"),
    "draft": ("compose", "write", "draft new", "写信", "写邮件", "撰写", "新邮件", "新建邮件"),
    "reply": ("reply", "回复"),
    "forward": ("forward", "转发"),
    "review": ("write a review", "review", "share your opinion", "rate", "写评价", "评价"),
    "update": ("edit", "change", "set", "编辑", "修改"),
    "login": ("log in", "login", "sign in", "登录"),
    "register": ("sign up", "register", "注册"),
    "buy": ("buy now", "check out now", "checkout", "立即购买", "去结算"),
    "transfer": ("transfer money", "send money", "转账"),
}
NEW: Phrases = ("new", "create", "add", "start", "report", "set up", "+", "新建", "创建", "添加", "新增", "写")
"""Words on a control that begins something."""

FIRST: dict[str, Phrases] = {"apply": ("add to cart", "add to bag", "add to basket", "加入购物车")}
"""The preparation that a thing needs before the task itself, by kind of task."""

HOMES: dict[str, Phrases] = {
    "signature": ("settings", "preferences", "options", "设置", "偏好"),
    "coupon": ("cart", "bag", "basket", "checkout", "购物车"),
    "phone": ("contact", "contact data", "contact details", "profile", "联系"),
    "email": ("contact", "contact data", "contact details", "profile"),
    "street": ("address", "delivery", "shipping", "contact data", "profile", "地址"),
}
"""Where a kind of field is at home."""

OBJECTS: tuple[Phrases, ...] = (
    ("mail", "email", "e mail", "message", "letter", "mails", "邮件", "信件", "消息"),
    ("issue", "ticket", "bug", "task", "problem", "report", "issues", "问题", "工单", "任务"),
    ("order", "cart", "basket", "bag", "purchase", "订单", "购物车"),
    ("money", "payment", "transfer", "standing order", "recurring payment", "转账", "款"),
    ("account", "user", "accounts", "账号", "账户", "用户"),
    ("card", "cards", "银行卡", "卡"),
    ("product", "products", "item", "article", "商品", "产品"),
    ("coupon", "promo code", "code", "voucher", "优惠码", "优惠券"),
    ("newsletter", "newsletters", "updates"),
    ("comment", "update", "评论"),
)
"""Words for one thing."""

THINGS: Phrases = (
    "item", "product", "title", "subject", "name", "card", "account", "issue", "order", "invoice", "id", "number",
    "key", "document", "contact", "file", "row", "entry", "message", "task", "project", "customer",
    "商品", "标题", "主题", "名称", "账户", "订单",
)
"""Names of parameters that say which one of several is meant."""

FIELDS: dict[str, Phrases] = {
    "recipient": ("=to", "recipient", "recipients", "send to", "mail to", "addressee",
                  "payee", "beneficiary", "收件人", "收信人", "发给", "发送给", "收款人"),
    "copy": ("=cc", "carbon copy", "抄送"),
    "blind": ("=bcc", "blind copy", "密送"),
    "subject": ("subject", "topic", "主题", "标题", "题目"),
    "body": ("body", "message", "content", "contents", "text", "your review", "what did you think", "opinion",
             "正文", "内容"),
    "user": ("user", "username", "user name", "login", "account", "用户名", "账号", "帐号", "用户"),
    "code": ("one time code", "security code", "code", "pin", "otp", "token", "验证码"),
    "password": ("password", "passcode", "passphrase", "pass", "密码", "口令"),
    "search": ("search", "query", "find", "looking for", "keyword", "keywords", "搜索", "查找", "查询", "关键词"),
    "email": ("email", "e mail", "mail address", "邮箱", "电子邮件"),
    "person": ("=name", "full name", "your name", "recipient", "姓名"),
    "phone": ("phone", "telephone", "mobile", "tel", "电话", "手机"),
    "amount": ("amount", "sum", "how much", "金额"),
    "quantity": ("quantity", "qty", "count", "how many", "数量"),
    "coupon": ("coupon", "promo", "promo code", "voucher", "discount code", "优惠码", "优惠券"),
    "street": ("street", "=address", "street address", "地址", "街道"),
    "city": ("city", "town", "postcode", "城市"),
    "signature": ("signature", "签名"),
    "reference": ("reference", "note", "purpose", "用途", "附言"),
    "item": ("item", "product", "article", "商品"),
    "description": ("description", "details", "describe", "描述", "说明", "详情"),
    "title": ("title", "summary", "headline", "标题", "摘要"),
    "comment": ("comment", "note", "notes", "remark", "memo", "write an update", "评论", "备注"),
    "date": ("date", "day", "due", "日期"),
    "assignee": ("assignee", "assign to", "owner", "负责人", "指派"),
    "priority": ("priority", "severity", "优先级"),
    "file": ("file", "attachment", "attach", "upload", "文件", "附件"),
}
"""Words for what goes into a field; ``=`` marks one that must be the whole text."""

WHO = frozenset({"user", "email"})
"""Fields of which one often stands for the other: many sites call the user by an address."""

GENERIC: Phrases = (
    "submit", "ok", "confirm", "yes", "done", "finish", "apply", "save", "确定", "提交", "确认", "完成",
)
AGREEING: Phrases = ("accept", "agree", "terms", "consent", "同意", "接受")
"""Words on a box that has to be ticked."""

CONFIRMING: Phrases = ("confirm", "yes", "really", "place", "for good", "确认", "是的", "确定")
"""Words on a control that confirms what was asked for."""

ONWARD: Phrases = (
    "next", "continue", "proceed", "preview", "sign in", "log in", "login", "下一步", "继续", "登录", "预览",
)
MENUS: Phrases = (
    "options", "more", "actions", "menu", "更多", "选项", "操作", "菜单", "方式",
)
RELATED: dict[str, Phrases] = {
    "send": ("delivery", "sending", "send", "发送", "投递"),
    "draft": ("delivery", "sending", "发送", "投递"),
    "reply": ("delivery", "sending", "发送", "投递"),
    "buy": ("cart", "basket", "bag", "购物车"),
    "apply": ("cart", "basket", "bag", "购物车"),
    "cart": ("cart", "basket", "bag", "购物车"),
    "block": ("card", "cards", "卡"),
    "close": ("account", "issue"),
}
DISMISS: Phrases = (
    "close", "dismiss", "got it", "accept", "not now", "skip", "关闭", "知道了", "接受", "跳过",
)
QUALIFIERS: Phrases = (
    "later", "draft", "drafts", "schedule", "scheduled", "save", "template", "test", "preview", "cancel",
    "discard", "delete", "remove", "close", "dismiss", "undo", "keep", "back", "do not", "don t", "not",
    "no", "never", "without", "log out", "logout", "sign out", "sent", "archive", "reset", "clear",
    "another", "forgot", "all", "everything", "unsubscribe", "unblock", "unfreeze", "reopen",
    "稍后", "定时", "草稿", "预览", "取消", "放弃", "删除", "关闭", "撤销",
    "返回", "编辑", "保存", "不", "已发", "模板", "退出", "忘记", "清空", "重置",
)
"""Words that make a control another one than the task wants, unless the task has them itself."""

SUCCESS: dict[str, Phrases] = {
    "send": ("sent", "delivered", "on its way", "已发送", "发送成功", "已发出", "已寄出"),
    "login": ("welcome", "signed in", "logged in", "欢迎"),
    "delete": ("deleted", "removed", "已删除"),
    "buy": ("order placed", "order confirmed", "ordered", "paid", "已下单", "已付款"),
    "create": ("created", "added", "saved", "submitted", "filed", "set up", "已创建", "已添加", "已保存", "已提交"),
    "update": ("updated", "saved", "changed", "已更新", "已保存", "已修改"),
    "transfer": ("transferred", "transfer sent", "carried out", "money sent", "paid", "已转账"),
    "draft": ("draft saved", "已存为草稿", "草稿已保存"),
    "subscribe": ("subscribed", "已订阅"),
    "archive": ("archived", "已归档"),
    "close": ("closed", "resolved", "已关闭", "已解决", "已销户"),
    "block": ("blocked", "frozen", "已冻结"),
    "move": ("moved", "已移动"),
    "cart": ("added", "已加入"),
    "apply": ("applied", "已使用"),
    "reply": ("sent", "已发送", "发送成功"),
    "forward": ("sent", "已发送", "发送成功"),
    "review": ("published", "review is", "已发布"),
    "comment": ("added", "posted", "已发布", "已添加"),
}
SUCCEEDED: Phrases = (
    "success", "successful", "successfully", "thank you", "complete", "completed", "成功", "感谢",
)
UNFINISHED: Phrases = ("not", "draft", "未", "草稿")
FAILED: Phrases = (
    "error", "failed", "failure", "invalid", "required", "could not", "cannot", "unable", "wrong",
    "incorrect", "denied", "失败", "错误", "无效", "不正确", "必填", "不能为空",
)
BUSY: Phrases = (
    "sending", "loading", "saving", "please wait", "processing", "working", "正在", "加载中", "请稍候",
    "发送中",
)
FILLERS: Phrases = (
    "a", "an", "the", "this", "that", "now", "to", "for", "of", "please", "and", "my", "your", "it",
    "yes", "i", "ctrl", "enter", "confirm", "立即", "马上", "现在", "请", "这封", "一封", "确认", "新",
    "并", "是", "view", "show", "have", "code", "on", "with", "in", "out", "us",
)
# fmt: on


def norm(text: str) -> str:
    """Return ``text`` in lower case, words apart, punctuation gone."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return " ".join(re.sub(r"[^\w+]|_", " ", apart).lower().split())


def has(text: str, phrase: str) -> bool:
    """Return whether the normalised ``text`` has ``phrase``: as words, or as characters if it is CJK.

    ``=`` before a phrase asks for the whole text.
    """
    if phrase.startswith("="):
        return text == phrase[1:]
    return f" {phrase} " in f" {text} " if phrase.isascii() else phrase in text


def any_of(text: str, phrases: Iterable[str]) -> bool:
    """Return whether the normalised ``text`` has one of ``phrases``."""
    return any(has(text, phrase) for phrase in phrases)


def verb_of(task: str) -> str:
    """Return the kind of task, a key of ``VERBS``: of the words that stand first, the kind with most words."""
    ranked = []
    for order, verb in enumerate(VERBS):
        found = [at for at in (place(task, phrase) for phrase in TASKS.get(verb, VERBS[verb])) if at >= 0]
        if found:
            ranked.append((min(found), -len(found), order, verb))
    return min(ranked)[3] if ranked else ""


def place(text: str, phrase: str) -> int:
    """Return where ``phrase`` stands in the normalised ``text``, or -1."""
    return f" {text} ".find(f" {phrase} ") if phrase.isascii() else text.find(phrase)


def stem(word: str) -> str:
    """Return a word without the ending of its plural."""
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def leftover(text: str, phrases: Iterable[str]) -> int:
    """Return how many words of ``text`` are in none of ``phrases``; two CJK characters are a word."""
    rest = text
    for phrase in sorted(phrases, key=len, reverse=True):
        word = phrase.lstrip("=")
        here = rf"(?<!\S){re.escape(word)}(?!\S)" if word.isascii() else re.escape(word)
        rest = re.sub(here, " ", rest)
    return sum(1 if word.isascii() else (len(word) + 1) // 2 for word in rest.split())


def concepts(text: str) -> frozenset[str]:
    """Return the kinds of field that ``text`` speaks of."""
    plain = norm(text)
    return frozenset(concept for concept, phrases in FIELDS.items() if any_of(plain, phrases))
