"""Every word the tracker shows, in English, Chinese and German, and how a date is written.

One table for all designs, and one for what a design calls otherwise. A word needs all languages: the type says so.
"""

from __future__ import annotations

from datetime import date, datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.sites.look import SiteLook

KIB: Final = 1024
LOCALES: Final = ("en", "zh", "de")
GERMAN_MONTHS: Final = ("Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.")
WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "lang": ("en", "zh-CN", "de"),
    "brand": ("Burrow", "Burrow", "Burrow"),
    "slogan": ("Issues, in order", "让问题井井有条", "Ordnung für Ihre Vorgänge"),
    "project": ("Lantern Maps", "Lantern 地图", "Lantern Karten"),
    # Signing in
    "login_title": ("Log in to Burrow", "登录 Burrow", "Bei Burrow anmelden"),
    "user": ("Username", "用户名", "Benutzername"),
    "password": ("Password", "密码", "Passwort"),
    "login": ("Log in", "登录", "Anmelden"),
    "logout": ("Log out", "退出登录", "Abmelden"),
    "login_error": (
        "The username or the password is wrong.",
        "用户名或密码不正确。",
        "Benutzername oder Passwort ist falsch.",
    ),
    # Ways around
    "navigation": ("Project", "项目", "Projekt"),
    "issues": ("Issues", "问题", "Vorgänge"),
    "board": ("Board", "看板", "Board"),
    "activity": ("Activity", "动态", "Aktivität"),
    "views": ("Views", "视图", "Ansichten"),
    "view_open": ("Open", "未关闭", "Offen"),
    "view_closed": ("Closed", "已关闭", "Geschlossen"),
    "view_archived": ("Archived", "已归档", "Archiviert"),
    "search": ("Search issues", "搜索问题", "Vorgänge suchen"),
    "filters": ("Filters", "筛选条件", "Filter"),
    "filter_go": ("Filter", "筛选", "Filtern"),
    "filter_clear": ("Clear filters", "清除筛选", "Filter zurücksetzen"),
    "filter_status": ("With status", "状态为", "Mit Status"),
    "filter_priority": ("With priority", "优先级为", "Mit Priorität"),
    "filter_due": ("Due on", "截止于", "Fällig am"),
    "any": ("Any", "不限", "Alle"),
    "range": ("{first}–{last} of {total}", "第 {first}–{last} 项，共 {total} 项", "{first}–{last} von {total}"),
    "total": ("{total} issues", "{total} 个问题", "{total} Vorgänge"),
    "previous": ("Previous page", "上一页", "Vorherige Seite"),
    "next": ("Next page", "下一页", "Nächste Seite"),
    "empty": ("No issues match", "没有符合条件的问题", "Keine passenden Vorgänge"),
    "more": ("{n} more", "还有 {n} 个", "{n} weitere"),
    "export": ("Export CSV", "导出 CSV", "CSV exportieren"),
    # An issue
    "key": ("Key", "编号", "Schlüssel"),
    "title": ("Title", "标题", "Titel"),
    "description": ("Description", "描述", "Beschreibung"),
    "status": ("Status", "状态", "Status"),
    "priority": ("Priority", "优先级", "Priorität"),
    "assignee": ("Assignee", "经办人", "Bearbeiter"),
    "due": ("Due date", "截止日期", "Fälligkeitsdatum"),
    "updated": ("Updated", "更新时间", "Aktualisiert"),
    "created": ("Created", "创建时间", "Erstellt"),
    "no_due": ("No due date", "无截止日期", "Kein Datum"),
    "backlog": ("Backlog", "待办", "Backlog"),
    "progress": ("In progress", "进行中", "In Arbeit"),
    "review": ("In review", "评审中", "In Prüfung"),
    "done": ("Done", "已完成", "Erledigt"),
    "P0": ("Outage", "故障", "Ausfall"),
    "P1": ("Urgent", "紧急", "Dringend"),
    "P2": ("High", "高", "Hoch"),
    "P3": ("Normal", "普通", "Normal"),
    "P4": ("Low", "低", "Niedrig"),
    # Actions
    "new_issue": ("New issue", "新建问题", "Neuer Vorgang"),
    "create": ("Create issue", "创建问题", "Vorgang erstellen"),
    "continue": ("Continue", "继续", "Weiter"),
    "step": ("Step {n} of 2", "第 {n} 步，共 2 步", "Schritt {n} von 2"),
    "cancel": ("Cancel", "取消", "Abbrechen"),
    "save": ("Save", "保存", "Speichern"),
    "back": ("Back", "返回", "Zurück"),
    "dismiss": ("Close dialog", "关闭对话框", "Dialog schließen"),
    "actions": ("Actions", "操作", "Aktionen"),
    "close_issue": ("Close issue", "关闭问题", "Vorgang schließen"),
    "ask_close": ("Close this issue?", "要关闭这个问题吗？", "Diesen Vorgang schließen?"),
    "ask_close_text": (
        "It moves to the column Done. Watchers are told.",
        "问题将移到“已完成”列，并通知关注者。",
        "Er wandert in die Spalte „Erledigt“. Beobachter werden benachrichtigt.",
    ),
    "do_close": ("Yes, close it", "确认关闭", "Ja, schließen"),
    "reopen": ("Reopen", "重新打开", "Wieder öffnen"),
    "archive": ("Archive", "归档", "Archivieren"),
    "restore": ("Restore", "取消归档", "Wiederherstellen"),
    "delete": ("Delete", "删除", "Löschen"),
    "ask_delete": ("Delete this issue?", "要删除这个问题吗？", "Diesen Vorgang löschen?"),
    "ask_delete_text": (
        "Its comments and files go with it. This cannot be undone.",
        "其评论和附件将一并删除，此操作无法撤销。",
        "Kommentare und Dateien werden mit gelöscht. Das lässt sich nicht rückgängig machen.",
    ),
    "edit_title": ("Edit title", "编辑标题", "Titel bearbeiten"),
    "new_title": ("New title", "新标题", "Neuer Titel"),
    "change_priority": ("Change priority", "更改优先级", "Priorität ändern"),
    "new_priority": ("New priority", "新优先级", "Neue Priorität"),
    "calendar": ("Calendar", "日历", "Kalender"),
    "open_calendar": ("Open calendar", "打开日历", "Kalender öffnen"),
    "earlier": ("Previous month", "上个月", "Voriger Monat"),
    "later": ("Next month", "下个月", "Nächster Monat"),
    "same_day": ("Issues due that day", "当天截止的问题", "Am selben Tag fällig"),
    "move": ("Move to…", "移动到…", "Verschieben nach…"),
    "new_tab": ("Open in a new tab: {title}", "在新标签页中打开：{title}", "In neuem Tab öffnen: {title}"),
    "printable": ("Printable view", "打印视图", "Druckansicht"),
    # Comments and files
    "comments": ("Comments", "评论", "Kommentare"),
    "no_comments": ("Nobody has commented yet.", "还没有评论。", "Noch keine Kommentare."),
    "comment": ("Your comment", "你的评论", "Ihr Kommentar"),
    "add_comment": ("Add comment", "添加评论", "Kommentar hinzufügen"),
    "attachments": ("Attachments", "附件", "Anhänge"),
    "attach": ("Attach a file", "添加附件", "Datei anhängen"),
    "formatting": ("Formatting", "格式", "Formatierung"),
    "bold": ("Bold", "加粗", "Fett"),
    "italic": ("Italic", "斜体", "Kursiv"),
    "bullets": ("Bulleted list", "项目符号列表", "Aufzählung"),
    # The activity page
    "did_created": ("{who} created", "{who} 创建了", "{who} hat erstellt:"),
    "did_closed": ("{who} closed", "{who} 关闭了", "{who} hat geschlossen:"),
    "did_reopened": ("{who} reopened", "{who} 重新打开了", "{who} hat wieder geöffnet:"),
    "did_archived": ("{who} archived", "{who} 归档了", "{who} hat archiviert:"),
    "did_restored": ("{who} restored", "{who} 取消归档了", "{who} hat wiederhergestellt:"),
    "did_deleted": ("{who} deleted", "{who} 删除了", "{who} hat gelöscht:"),
    "did_moved": ("{who} moved to {detail}", "{who} 移到“{detail}”：", "{who} hat nach „{detail}“ verschoben:"),
    "did_priority": (
        "{who} set priority {detail} for",
        "{who} 将优先级改为 {detail}：",
        "{who} hat Priorität {detail} gesetzt:",
    ),
    "did_due": (
        "{who} set the date {detail} for",
        "{who} 将截止日期设为 {detail}：",
        "{who} hat den Termin {detail} gesetzt:",
    ),
    "did_renamed": ("{who} renamed {detail} to", "{who} 将“{detail}”改名为", "{who} hat „{detail}“ umbenannt in"),
    "did_commented": ("{who} commented on", "{who} 评论了", "{who} hat kommentiert:"),
    "did_attached": ("{who} attached {detail} to", "{who} 添加了附件 {detail}：", "{who} hat {detail} angehängt an"),
    # Notices of events
    "notice_created": ("Issue created", "问题已创建", "Vorgang erstellt"),
    "notice_closed": ("Issue closed", "问题已关闭", "Vorgang geschlossen"),
    "notice_reopened": ("Issue reopened", "问题已重新打开", "Vorgang wieder geöffnet"),
    "notice_archived": ("Issue archived", "问题已归档", "Vorgang archiviert"),
    "notice_restored": ("Issue restored", "问题已取消归档", "Vorgang wiederhergestellt"),
    "notice_deleted": ("Issue deleted", "问题已删除", "Vorgang gelöscht"),
    "notice_moved": ("Issue moved", "问题已移动", "Vorgang verschoben"),
    "notice_priority": ("Priority changed", "优先级已更改", "Priorität geändert"),
    "notice_due": ("Due date saved", "截止日期已保存", "Fälligkeitsdatum gespeichert"),
    "notice_renamed": ("Title changed", "标题已更改", "Titel geändert"),
    "notice_commented": ("Comment added", "评论已添加", "Kommentar hinzugefügt"),
    "notice_attached": ("File attached", "附件已添加", "Datei angehängt"),
    "need_title": ("Enter a title.", "请输入标题。", "Bitte geben Sie einen Titel ein."),
    "need_comment": ("Write a comment first.", "请先输入评论。", "Bitte schreiben Sie zuerst einen Kommentar."),
    "bad_date": (
        "Enter a date such as 2027-05-31.",
        "请输入日期，例如 2027-05-31。",
        "Bitte geben Sie ein Datum wie 2027-05-31 ein.",
    ),
    "too_large": (
        "Files may have 2 MB at most.",
        "文件大小不能超过 2 MB。",
        "Dateien dürfen höchstens 2 MB groß sein.",
    ),
    "gone": ("This issue is no longer there", "这个问题已不存在", "Dieser Vorgang existiert nicht mehr"),
    "offline": (
        "The server does not answer. Please try again.",
        "服务器没有响应，请重试。",
        "Der Server antwortet nicht. Bitte versuchen Sie es erneut.",
    ),
}
RENAMED: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "2026": {
        "login": ("Sign in", "立即登录", "Einloggen"),
        "login_title": ("Sign in to Burrow", "进入 Burrow", "Bei Burrow einloggen"),
        "logout": ("Sign out", "退出", "Ausloggen"),
        "search": ("Find an issue", "查找问题", "Vorgang finden"),
        "new_issue": ("Report a problem", "反馈问题", "Problem melden"),
        "create": ("Submit report", "提交反馈", "Meldung absenden"),
        "title": ("Summary", "概要", "Zusammenfassung"),
        "description": ("Details", "详细说明", "Einzelheiten"),
        "close_issue": ("Resolve", "标记为已解决", "Als gelöst markieren"),
        "ask_close": ("Resolve this issue?", "要将此问题标记为已解决吗？", "Diesen Vorgang als gelöst markieren?"),
        "do_close": ("Mark as resolved", "确认已解决", "Ja, ist gelöst"),
        "view_closed": ("Resolved", "已解决", "Gelöst"),
        "notice_closed": ("Issue resolved", "问题已解决", "Vorgang gelöst"),
        "due": ("Target date", "目标日期", "Zieldatum"),
        "no_due": ("No target date", "无目标日期", "Kein Zieldatum"),
        "notice_due": ("Target date saved", "目标日期已保存", "Zieldatum gespeichert"),
        "comment": ("Write an update", "写下进展", "Neuigkeit verfassen"),
        "add_comment": ("Post update", "发布", "Veröffentlichen"),
        "activity": ("Timeline", "时间线", "Verlauf"),
        "filter_priority": ("Only priority", "仅优先级", "Nur Priorität"),
        "export": ("Download as CSV", "下载 CSV", "Als CSV herunterladen"),
    },
}


@cache
def words(look: SiteLook) -> Mapping[str, str]:
    """Return all words of a look."""
    column = LOCALES.index(look.locale)
    table = WORDS | RENAMED.get(look.design, {})
    return MappingProxyType({key: said[column] for key, said in table.items()})


def day(iso: str, locale: str) -> str:
    """Write an ISO date for people; nothing for nothing."""
    return _day(date.fromisoformat(iso), locale) if iso else ""


def moment(at: datetime, locale: str) -> str:
    """Write when something happened: the time for today, else the day."""
    local, now = at.astimezone(), datetime.now().astimezone()
    return f"{local:%H:%M}" if local.date() == now.date() else _day(local.date(), locale)


def file_size(size: int) -> str:
    """Write a number of bytes for people."""
    if size < KIB:
        return f"{size} B"
    return f"{size / KIB:.0f} KB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MB"


def _day(at: date, locale: str) -> str:
    if locale == "zh":
        return f"{at.year}年{at.month}月{at.day}日"
    if locale == "de":
        return f"{at.day}. {GERMAN_MONTHS[at.month - 1]} {at.year}"
    return f"{at.day} {at:%b %Y}"
