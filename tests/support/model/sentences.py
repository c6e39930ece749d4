"""Plays a model that is asked what a sentence says: from the sentence to a task, values, and constant parts.

This module knows general words of English and Chinese, and how people write values without quotation marks. It must never
know an application, nor how ``pytest_ami.instructions`` reads: it has a reading of its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ASKS = "A sentence says what a test does on a web page"
"""How the question is told apart from the others."""

_SURE = re.compile(
    r"\"[^\"]+\"|“[^”]+”|「[^」]+」|《[^》]+》|(?<!\w)'(?:[^']|(?<=\w)'(?=\w))+'(?!\w)"
    r"|[\w.+'-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+"
    r"|\+\d[\d ]{6,}\d|\d{1,2}:\d{2}|\d{4}-\d{2}-\d{2}|[A-Za-z][\w-]*\.[a-z]{2,4}(?![\w.])"
    r"|(?<![A-Za-z\d_.-])\d+(?:[.,]\d+)*(?![\w.]*[A-Za-z])",
    re.ASCII,
)
_MARKS = "\"'“”「」《》"
_LOWER = r"[a-z][a-z-]*"
_NAME = r"(?:[A-ZÀ-ÞŁŌ][\w'’.-]*)(?: (?:[A-ZÀ-ÞŁŌ][\w'’.-]*|\d+))*"
_CODE = r"(?=[\w-]*[\d_-])[A-Za-z][\w-]*\w"
_END = r"(?=$|[,.;!]|\s+(?:and|with|for|to|in|into|on|at|from|by|as|saying|that says|because|please)\b)"
_CLAUSES = r"saying that|saying|that says|says that|telling (?:him|her|them) that|because|reason is|reading|containing"
_CHANGES = ("change", "set", "update", "correct", "rename", "edit", "modify")
_PUTS = ("write", "put", "add", "insert", "enter", "type", "post")
_FIELDS = [
    "key",
    "value",
    "kind",
    "type",
    "level",
    "group",
    "login",
    "user",
    "username",
    "name",
    "title",
    "email",
    "mail",
    "phone",
    "price",
    "priority",
    "status",
    "state",
    "number",
    "quantity",
    "color",
    "colour",
    "size",
    "tag",
    "label",
    "category",
    "text",
    "summary",
    "description",
    "date",
    "day",
    "place",
    "site",
    "shift",
    "column",
    "columns",
]
_ALIKE = {"by": "author", "for": "person", "as": "role"}

_NOUNS_ZH = [
    "数据表",
    "软件包",
    "文件夹",
    "志愿者",
    "参与者",
    "标签",
    "用户",
    "账户",
    "账号",
    "图书",
    "书籍",
    "作者",
    "页面",
    "文件",
    "笔记",
    "模型",
    "运行",
    "课程",
    "工具",
    "维修",
    "宠物",
    "学员",
    "任务",
    "新闻",
    "消息",
    "查询",
    "文档",
    "报名",
    "班次",
    "价格",
    "订单",
    "商品",
    "邮件",
    "联系人",
    "项目",
    "评论",
    "图片",
    "照片",
    "实验",
    "列",
    "表",
    "书",
    "包",
    "行",
]
_VERBS_ZH = [
    "重命名",
    "添加",
    "新增",
    "新建",
    "创建",
    "删除",
    "移除",
    "修改",
    "更改",
    "更新",
    "更正",
    "设置",
    "上传",
    "下载",
    "发布",
    "取消",
    "登记",
    "报名",
    "保存",
    "告诉",
    "搜索",
    "查找",
    "打开",
    "标记",
    "移动",
    "执行",
    "运行",
    "点菜",
    "插入",
    "借给",
    "写入",
    "加入",
    "改名",
    "完成",
    "预订",
    "发送",
    "写",
    "借",
    "订",
    "点",
    "拖",
]
_TURNS_ZH = "修改为|修改成|更改为|更新为|更正为|重命名为|改名为|设置为|改为|改成|设为|设成"
_UNTIL_ZH = r"(?=[，,；;。！]|$)"
_NAMES_ZH = {"名": "name", "叫": "name", "因为": "reason", "写": "text", "告诉": "message"}


@dataclass(slots=True)
class _Reading:
    """The values found so far: start, end, name."""

    text: str
    taken: list[tuple[int, int, str]] = field(default_factory=list)

    def take(self, start: int, end: int, name: str) -> None:
        """Take a part as a value, unless it touches another."""
        raw = self.text[start:end]
        start += len(raw) - len(raw.lstrip(" ,，"))
        end -= len(raw) - len(raw.rstrip(" .,，。!！"))
        if (
            end > start
            and "\x00" not in self.rest()[start:end]
            and all(end <= a or b <= start for a, b, _ in self.taken)
        ):
            self.taken.append((start, end, name))

    def find(self, pattern: str, name: str, flags: int = 0) -> None:
        """Take the group ``v`` of each match; a group ``n`` names it."""
        for found in re.finditer(pattern, self.rest(), flags):
            own = (found.groupdict().get("n") or "").strip()
            self.take(found.start("v"), found.end("v"), own or name)

    def rest(self) -> str:
        """Return the text with marks in place of each value, at the same places."""
        out, at = [], 0
        for start, end, _ in sorted(self.taken):
            out += [self.text[at:start], "\x00" * (end - start)]
            at = end
        return "".join([*out, self.text[at:]])


def sentence(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the answer; None where the messages ask something else.

    Args:
        messages: The messages of a chat completions request.
    """
    if not messages or ASKS not in str(messages[0].get("content")):
        return None
    asked = json.loads(str(messages[-1]["content"]))
    return answer_for(asked["sentence"], asked.get("task", ""), asked.get("known") or {})


def answer_for(text: str, task: str = "", known: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return task, parameters and constants of a sentence."""
    reading = _Reading(text)
    for name, value in (known or {}).items():
        at = text.find(value)
        if at >= 0:
            reading.take(at, at + len(value), name)
    chinese = bool(re.search(r"[\u4e00-\u9fff]", _SURE.sub("", text)))
    for found in _SURE.finditer(text):
        quoted = found[0][0] in _MARKS
        inner = (found.start() + quoted, found.end() - quoted)
        numbered = re.search(rf"(?<=\w ){_NAME} $", text[: found.start()]) and not chinese and found[0].isdigit()
        if inner[1] > inner[0] and (quoted or chinese or not (_in_clause(text, found.start()) or numbered)):
            reading.taken.append((*inner, _noun_before(text, found.start(), chinese=chinese)))
    (_chinese if chinese else _english)(reading)
    rest = re.sub("\x00+", "\x00", reading.rest())
    constants = [part.strip() for part in re.findall(r"as (\w+ed)$|, (please)$", rest) for part in part if part]
    if chinese:  # the things that it knows, which every run has
        constants += list(dict.fromkeys(re.findall("|".join(_NOUNS_ZH), rest)))
    used: set[str] = set(known or {})
    parameters = []
    for start, end, name in sorted(reading.taken):
        if text[start:end] not in (known or {}).values():
            parameters.append({"name": _unique(_slug(name), used), "value": text[start:end]})
    named = task or (_task_zh(rest) if chinese else _task_en(rest))
    return {"task": named, "parameters": parameters, "constants": constants, "aliases": []}


def _english(reading: _Reading) -> None:
    text = reading.text
    verb = re.sub(r"^(?:please|could you|can you|i want to)\s+", "", text.lower()).split()[0]
    reading.find(rf"(?:{_CLAUSES}) (?P<v>[^\x00]+?)$", "text")
    reading.find(r"\b(?:tell|ask)s? the \w+ (?:that )?(?P<v>(?!\")[^\x00]+)$", "message", re.IGNORECASE)
    reading.find(r"(?P<n>[A-Za-z]+): (?P<v>[^,;\x00\"]+?)(?=[,;]|$)", "text")
    reading.find(rf"\b(?:called|named|titled|entitled) (?:the )?(?P<v>{_NAME}|{_LOWER}){_END}", "name")
    behind = len(text) - len(text.lstrip().partition(" ")[2])  # the first word has a capital letter anyhow
    for at in [found.start() for found in re.compile(_NAME).finditer(text, behind)]:
        found = re.compile(_NAME).match(text, at)
        if at and found and text[:at].rstrip().lower() not in ("please", "") and text[at - 1] == " ":
            reading.take(at, found.end(), _noun_before(text, at, chinese=False))
    reading.find(rf"(?<=\s)(?P<v>{_CODE})(?=[\s,.]|$)", "item")
    reading.find(r"\bnamed (?P<v>[A-ZÀ-Þ]\w+ \d+)", "name")
    if verb in _CHANGES:
        reading.find(r"(?P<n>\w+)? to (?P<v>(?!the |a )[a-z][^\x00,]*?)$", "target")
    if verb in _PUTS:
        first = text.lower().index(verb) + len(verb)
        found = re.compile(
            rf" (?P<v>(?!the |a |an |new |in ){_LOWER}(?: {_LOWER}){{0,5}}?) (?:into|in|on|to) the "
        ).match(text, first)
        if found:
            reading.take(found.start("v"), found.end("v"), "text")
    fields = "|".join(_FIELDS)
    reading.find(rf"\b(?P<n>{fields}) (?P<v>(?!of |to |in |and |as |for |on |with |is )[a-z][\w-]*){_END}", "value")


def _chinese(reading: _Reading) -> None:
    nouns = "|".join(_NOUNS_ZH)
    reading.find(r"(?:名叫|名为|叫做|叫)(?P<v>[^，,的“]+)的", "name")
    reading.find(
        rf"(?:^|[，,；;：:])(?P<n>[^，,；;：:是为“\x00]{{1,6}})(?:是|为|：|:)(?P<v>[^，,；;“\x00]+){_UNTIL_ZH}", "text"
    )
    reading.find(rf"[^，,；;：:]+[：:](?P<v>[^，,；;“\x00]+){_UNTIL_ZH}", "text")
    reading.find(rf"(?:{_TURNS_ZH})(?P<v>[^，,“”]+){_UNTIL_ZH}", "target")
    reading.find(rf"因为(?P<v>[^，,]+){_UNTIL_ZH}", "reason")
    reading.find(rf"告诉(?:{nouns}|助手|[\u4e00-\u9fff]{{2}})(?P<v>[^，,“”]+){_UNTIL_ZH}", "message")
    reading.find(rf"(?:写入|[里中]写(?!入))(?P<v>[^，,“”]+){_UNTIL_ZH}", "text")
    reading.find(rf"(?:把|将|给|为|取消|修改|登记)(?P<n>{nouns})?(?P<v>[^，,“”的把将]+?)(?:课程)?的", "item")
    reading.find(rf"的(?:{nouns}|[\u4e00-\u9fff]{{2}})(?:为|是)(?P<v>[^，,“”]+){_UNTIL_ZH}", "text")
    reading.find(rf"为(?P<v>[^，,“”的]+)的(?:{nouns}|[\u4e00-\u9fff]{{2}}){_UNTIL_ZH}", "item")
    reading.find(
        rf"(?:把|将)(?P<n>{nouns})?(?P<v>[^，,“”的]+?)(?:加入|添加|放进|移除|删除|重命名为|改名为|这本|保存|上传|拖到|移动到|借给)",
        "item",
    )
    reading.find(rf"(?:^|请|帮我)(?:删除|移除|查找|打开|搜索)(?P<n>{nouns})(?P<v>[^，,“”的]+){_UNTIL_ZH}", "item")
    reading.find(r"(?:给|为)(?P<v>[^，,“”的给为\x00]{2,3}?)(?:报名|订|点|预订|买)", "person")
    reading.find(rf"借给(?P<v>[^，,“”\d]+?)(?=\d|{_UNTIL_ZH[3:]}", "borrower")
    reading.find(r"报名(?P<v>[^，,“”]+?)课程", "course")
    reading.find(rf"份(?P<v>[^，,“”]+?)(?:这|{_UNTIL_ZH[3:]}", "dish")
    reading.find(r"登记(?P<v>[^，,“”的]+?)在", "person")
    reading.find(r"的(?P<v>[\u4e00-\u9fff]+?)课程", "course")
    reading.find(r"到(?P<v>[\u4e00-\u9fff]+?)(?:文件夹|目录)", "folder")
    reading.find(r"(?P<v>[A-Za-z][\w-]+)", "item", re.ASCII)


def _in_clause(text: str, at: int) -> bool:
    """Return whether something stands within a clause that is one value."""
    return bool(re.search(rf"\b(?:{_CLAUSES}|tell the \w+ that) [^\"]*$", text[:at]))


def _noun_before(text: str, at: int, *, chinese: bool) -> str:
    left = text[:at].rstrip(" :：“\"'=")
    left = re.sub(r"(?:是|为|在|于)$| (?:is|on|at|of|the)$", "", left)
    if chinese:
        left = re.sub(f"(?:{_TURNS_ZH})$", "", left)
        found = re.search(r"([\u4e00-\u9fff]{1,6})$", left)
        noun = re.split("|".join([*_VERBS_ZH, "[的把将为给在于]", "一个", "一[本条位]"]), found[1])[-1] if found else ""
        return noun[-4:] or "value"
    found = re.search(r"([A-Za-z]+)$", left)
    word = found[1].lower() if found else "value"
    return _ALIKE.get(word, word)


def _task_en(rest: str) -> str:
    clause = re.split(r"[,;:]", re.sub(r"^(?:please|could you|can you)\s+", "", rest.strip(), flags=re.IGNORECASE))[0]
    words = [word.lower() for word in re.findall(r"\x00|[A-Za-z]+", clause)]
    kept: list[str] = []
    words = [word for word in words if word != "\x00"]
    for n, word in enumerate(words):
        if word in ("the", "a", "an", "please", "this", "that", "says", "and", "called", "named", "titled", "saying"):
            continue
        if n and word in ("with", "because", "born", "as", "by") and len(kept) > 1:
            break
        kept.append(word)
    while kept and kept[-1] in ("to", "of", "for", "in", "into", "on", "at", "from", "as", "by"):
        kept.pop()
    return " ".join(kept[:6])


def _task_zh(rest: str) -> str:
    clause = re.split(r"[，,；;：:]", rest)[0]
    clause = re.sub(_TURNS_ZH, "修改", clause) if not any(one in clause for one in _VERBS_ZH[:10]) else clause
    verb = next((one for one in _VERBS_ZH if one in clause), "")
    clause = re.sub(
        r"^请?(?:帮我)?|[把将]|\x00|[“”「」《》]|名叫|名为|叫|一[位本个条只张]|[的在中里与和]|修改为|改为|改成|设为|设成|更新为|为",
        "",
        clause,
    )
    noun = clause.replace(verb, "") if verb else clause
    return f"{verb}{noun}"[:12] if verb else clause[:12]


def _slug(name: str) -> str:
    slug = re.sub(r"\W+", "_", name.lower()).strip("_")
    return slug if slug.isidentifier() else "value"


def _unique(name: str, used: set[str]) -> str:
    number, one = 2, name
    while one in used:
        one, number = f"{name}_{number}", number + 1
    used.add(one)
    return one
