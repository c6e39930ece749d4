"""What people call things: verbs, fields, openers, qualifiers, in English and Chinese.

This module knows words and measures how well a text fits them. It must never know a site, a page or a flow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

Phrases = tuple[str, ...]

# fmt: off
VERBS: dict[str, Phrases] = {
    "send": ("send", "deliver", "dispatch", "发送", "发出", "寄出"),
    "login": ("log in", "login", "sign in", "signin", "log on", "登录", "登陆"),
    "register": ("sign up", "register", "create account", "注册"),
    "search": ("search", "find", "look up", "go", "搜索", "查找", "查询"),
    "delete": ("delete", "remove", "删除", "移除"),
    "buy": ("buy", "place order", "order", "purchase", "checkout", "check out", "pay",
            "购买", "下单", "结算", "付款"),
    "transfer": ("transfer", "pay", "转账", "汇款", "确认转账"),
    "reply": ("send", "reply", "发送", "回复"),
    "forward": ("send", "forward", "发送", "转发"),
    "book": ("book", "reserve", "预订", "预约"),
    "comment": ("comment", "post", "publish", "评论", "发布"),
    "update": ("update", "save", "save changes", "apply", "更新", "保存", "修改"),
    "create": ("create", "add", "submit", "save", "file", "创建", "新建", "新增", "添加", "提交", "保存"),
}
"""Words on the control that completes the task, by kind of task. The order is that of recognition."""

TASKS: dict[str, Phrases] = {
    "send": ("send", "email to", "mail to", "发送", "发邮件", "发信", "写信", "写邮件", "发一封"),
    "update": ("update", "change", "edit", "rename", "更新", "修改", "编辑"),
    "create": ("create", "add", "file", "new", "report", "open a", "创建", "新建", "新增", "添加"),
    "search": ("search", "find", "look up", "搜索", "查找", "查询"),
    "buy": ("buy", "order", "purchase", "checkout", "check out", "购买", "下单"),
    "reply": ("reply", "answer", "回复"),
    "forward": ("forward", "转发"),
}
"""Words by which a task is recognised, where they differ from those on controls."""

OPENING = frozenset({"send", "create", "register", "comment", "book"})
"""Tasks that begin with something new rather than with something listed."""

OPENERS: dict[str, Phrases] = {
    "send": ("compose", "write", "draft new", "写信", "写邮件", "撰写", "新邮件", "新建邮件", "发邮件"),
    "reply": ("reply", "回复"),
    "forward": ("forward", "转发"),
    "update": ("edit", "change", "编辑", "修改"),
    "login": ("log in", "login", "sign in", "登录"),
    "register": ("sign up", "register", "注册"),
}
NEW: Phrases = ("new", "create", "add", "start", "+", "新建", "创建", "添加", "新增", "写")
"""Words on a control that begins something."""

OBJECTS: tuple[Phrases, ...] = (
    ("mail", "email", "e mail", "message", "letter", "mails", "邮件", "信件", "消息"),
    ("issue", "ticket", "bug", "task", "问题", "工单", "任务"),
    ("order", "cart", "basket", "purchase", "订单", "购物车"),
    ("money", "payment", "transfer", "转账", "款"),
    ("account", "user", "账号", "账户", "用户"),
)
"""Words for one thing."""

FIELDS: dict[str, Phrases] = {
    "recipient": ("=to", "recipient", "recipients", "send to", "mail to", "addressee",
                  "收件人", "收信人", "发给", "发送给"),
    "copy": ("=cc", "carbon copy", "抄送"),
    "blind": ("=bcc", "blind copy", "密送"),
    "subject": ("subject", "topic", "主题", "标题", "题目"),
    "body": ("body", "message", "content", "contents", "text", "正文", "内容"),
    "user": ("user", "username", "user name", "login", "account", "用户名", "账号", "帐号", "用户"),
    "password": ("password", "passcode", "passphrase", "pass", "密码", "口令"),
    "search": ("search", "query", "find", "keyword", "keywords", "搜索", "查找", "查询", "关键词"),
    "email": ("email", "e mail", "mail address", "邮箱", "电子邮件"),
    "phone": ("phone", "telephone", "mobile", "tel", "电话", "手机"),
    "amount": ("amount", "sum", "how much", "金额"),
    "quantity": ("quantity", "qty", "count", "数量"),
    "description": ("description", "details", "describe", "描述", "说明", "详情"),
    "title": ("title", "summary", "headline", "标题", "摘要"),
    "comment": ("comment", "note", "notes", "remark", "memo", "评论", "备注"),
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
ONWARD: Phrases = (
    "next", "continue", "proceed", "sign in", "log in", "login", "下一步", "继续", "登录",
)
MENUS: Phrases = (
    "options", "more", "actions", "menu", "更多", "选项", "操作", "菜单", "方式",
)
RELATED: dict[str, Phrases] = {
    "send": ("delivery", "sending", "send", "发送", "投递"), "buy": ("cart", "basket", "购物车"),
}
DISMISS: Phrases = (
    "close", "dismiss", "got it", "accept", "not now", "skip", "关闭", "知道了", "接受", "跳过",
)
QUALIFIERS: Phrases = (
    "later", "draft", "drafts", "schedule", "scheduled", "save", "template", "test", "preview", "cancel",
    "discard", "delete", "remove", "close", "dismiss", "undo", "keep", "back", "do not", "don t", "not",
    "no", "never", "without", "log out", "logout", "sign out", "sent", "archive", "reset", "clear",
    "another", "forgot", "all", "稍后", "定时", "草稿", "预览", "取消", "放弃", "删除", "关闭", "撤销",
    "返回", "编辑", "保存", "不", "已发", "模板", "退出", "忘记", "清空", "重置",
)
"""Words that make a control another one than the task wants, unless the task has them itself."""

SUCCESS: dict[str, Phrases] = {
    "send": ("sent", "delivered", "on its way", "已发送", "发送成功", "已发出", "已寄出"),
    "login": ("welcome", "signed in", "logged in", "欢迎"),
    "delete": ("deleted", "removed", "已删除"),
    "buy": ("order placed", "order confirmed", "ordered", "paid", "已下单", "已付款"),
    "create": ("created", "added", "saved", "submitted", "filed", "已创建", "已添加", "已保存", "已提交"),
    "update": ("updated", "saved", "changed", "已更新", "已保存", "已修改"),
    "transfer": ("transferred", "transfer sent", "paid", "已转账"),
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
    "并", "是",
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
