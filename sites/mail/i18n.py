"""Every word the webmail shows, in English, Chinese and German, and how a date is written.

One table for all designs, and one for what a design calls otherwise. A word needs every language: the type says so.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.sites.look import SiteLook

LOCALES: Final = ("en", "zh", "de")
KIB: Final = 1024
GERMAN_MONTHS: Final = (
    ("Jan.", "Januar"),
    ("Feb.", "Februar"),
    ("März", "März"),
    ("Apr.", "April"),
    ("Mai", "Mai"),
    ("Juni", "Juni"),
    ("Juli", "Juli"),
    ("Aug.", "August"),
    ("Sept.", "September"),
    ("Okt.", "Oktober"),
    ("Nov.", "November"),
    ("Dez.", "Dezember"),
)
WORDS: Final[dict[str, tuple[str, str, str]]] = {
    "lang": ("en", "zh-CN", "de"),
    "brand": ("Postbox", "Postbox 邮箱", "Postbox"),
    "slogan": ("Mail for the whole team", "团队的邮箱", "E-Mail für das ganze Team"),
    # Signing in
    "login_title": ("Log in to Postbox", "登录 Postbox", "Bei Postbox anmelden"),
    "user": ("Email address", "邮箱地址", "E-Mail-Adresse"),
    "password": ("Password", "密码", "Passwort"),
    "remember": ("Remember me", "记住我", "Angemeldet bleiben"),
    "login": ("Log in", "登录", "Anmelden"),
    "logout": ("Log out", "退出登录", "Abmelden"),
    "create_account": ("Create account", "创建账号", "Konto erstellen"),
    "login_error": (
        "The email address or the password is wrong.",
        "邮箱地址或密码不正确。",
        "E-Mail-Adresse oder Passwort ist falsch.",
    ),
    "logged_out": ("You have logged out", "您已退出登录", "Sie haben sich abgemeldet"),
    "signup_title": ("Create account", "创建账号", "Konto erstellen"),
    "signup_text": (
        "New accounts are opened by your administrator. We pass your request on.",
        "新账号由管理员开通，我们会转交您的申请。",
        "Neue Konten richtet Ihr Administrator ein. Wir leiten Ihre Anfrage weiter.",
    ),
    "full_name": ("Full name", "姓名", "Vor- und Nachname"),
    "signup": ("Request account", "申请账号", "Konto anfordern"),
    "signup_done": ("Your request has been passed on", "申请已提交", "Ihre Anfrage wurde weitergeleitet"),
    "signup_error": (
        "Enter your name and an email address.",
        "请填写姓名和邮箱地址。",
        "Geben Sie Ihren Namen und eine E-Mail-Adresse ein.",
    ),
    "have_account": ("Back to log in", "返回登录", "Zurück zur Anmeldung"),
    # Folders and lists
    "folders": ("Folders", "文件夹", "Ordner"),
    "inbox": ("Inbox", "收件箱", "Posteingang"),
    "starred": ("Starred", "已加星标", "Markiert"),
    "sent": ("Sent", "已发送", "Gesendet"),
    "drafts": ("Drafts", "草稿箱", "Entwürfe"),
    "scheduled": ("Scheduled", "待发送", "Geplant"),
    "archive_folder": ("Archive", "归档", "Archiv"),
    "spam": ("Spam", "垃圾邮件", "Spam"),
    "trash": ("Trash", "已删除", "Papierkorb"),
    "search": ("Search mail", "搜索邮件", "E-Mails durchsuchen"),
    "search_go": ("Search", "搜索", "Suchen"),
    "results": ("Results for “{query}”", "“{query}”的搜索结果", "Suchergebnisse für „{query}“"),
    "empty": ("Nothing here", "这里没有邮件", "Hier gibt es keine E-Mails"),
    "no_results": ("No mail matches your search", "没有符合搜索条件的邮件", "Keine E-Mails gefunden"),
    "loading": ("Loading", "正在加载", "Wird geladen"),
    "unread": ("Unread", "未读", "Ungelesen"),
    "sender": ("Sender", "发件人", "Absender"),
    "date": ("Date", "日期", "Datum"),
    "newer": ("Newer", "较新", "Neuere"),
    "older": ("Older", "较早", "Ältere"),
    "range": ("{first}–{last} of {total}", "第 {first}–{last} 封，共 {total} 封", "{first}–{last} von {total}"),
    "to_whom": ("To: {name}", "发给：{name}", "An: {name}"),
    "no_subject": ("(no subject)", "（无主题）", "(kein Betreff)"),
    "no_recipient": ("(no recipient)", "（无收件人）", "(kein Empfänger)"),
    "pick": ("Choose a message to read it", "选择一封邮件进行阅读", "Wählen Sie eine E-Mail aus, um sie zu lesen"),
    # Composing
    "compose": ("Compose", "写邮件", "Verfassen"),
    "to": ("To", "收件人", "An"),
    "cc": ("Cc", "抄送", "Cc"),
    "bcc": ("Bcc", "密送", "Bcc"),
    "copies": ("Show copy fields", "显示抄送栏", "Cc und Bcc einblenden"),
    "subject": ("Subject", "主题", "Betreff"),
    "message": ("Message", "正文", "Nachricht"),
    "send": ("Send", "发送", "Senden"),
    "send_later": ("Send later", "稍后发送", "Später senden"),
    "save_draft": ("Save draft", "存草稿", "Entwurf speichern"),
    "discard": ("Discard", "放弃", "Verwerfen"),
    "close": ("Close", "关闭", "Schließen"),
    "attach": ("Attach files", "添加附件", "Dateien anhängen"),
    "attachments": ("Attachments", "附件", "Anhänge"),
    "remove": ("Remove {name}", "移除 {name}", "{name} entfernen"),
    "formatting": ("Formatting", "格式", "Formatierung"),
    "bold": ("Bold", "加粗", "Fett"),
    "italic": ("Italic", "斜体", "Kursiv"),
    "underline": ("Underline", "下划线", "Unterstrichen"),
    "bullets": ("Bulleted list", "项目符号", "Aufzählung"),
    "delivery": ("Delivery options", "发送选项", "Sendeoptionen"),
    "ask_send": ("Send this message?", "确定发送这封邮件吗？", "Diese E-Mail senden?"),
    "ask_send_text": ("It goes to {names}.", "将发送给 {names}。", "Sie wird an {names} gesendet."),
    "do_send": ("Send message", "确认发送", "E-Mail senden"),
    "keep_editing": ("Keep editing", "继续编辑", "Weiter bearbeiten"),
    # Reading
    "reply": ("Reply", "回复", "Antworten"),
    "forward": ("Forward", "转发", "Weiterleiten"),
    "archive": ("Archive", "归档", "Archivieren"),
    "delete": ("Delete", "删除", "Löschen"),
    "mark_spam": ("Mark as spam", "标为垃圾邮件", "Als Spam melden"),
    "star": ("Star", "加星标", "Markieren"),
    "restore": ("Move to inbox", "移到收件箱", "In den Posteingang verschieben"),
    "edit_draft": ("Edit draft", "编辑草稿", "Entwurf bearbeiten"),
    "back": ("Back", "返回", "Zurück"),
    "ask_delete": ("Delete this message?", "确定删除这封邮件吗？", "Diese E-Mail löschen?"),
    "ask_delete_text": ("It moves to the trash.", "邮件将移到“已删除”。", "Sie wird in den Papierkorb verschoben."),
    "ask_purge_text": ("It will be gone for good.", "邮件将被永久删除。", "Sie wird endgültig gelöscht."),
    "cancel": ("Cancel", "取消", "Abbrechen"),
    "quote": ("On {date}, {name} wrote:", "{date}，{name} 写道：", "Am {date} schrieb {name}:"),
    "forwarded": (
        "Forwarded message from {name}, {date}:",
        "转发的邮件，来自 {name}，{date}：",
        "Weitergeleitete Nachricht von {name}, {date}:",
    ),
    # Settings
    "settings": ("Settings", "设置", "Einstellungen"),
    "signature": ("Signature", "签名", "Signatur"),
    "signature_hint": (
        "Added below every new message.",
        "附在每封新邮件的末尾。",
        "Wird an jede neue E-Mail angehängt.",
    ),
    "notifications": ("Desktop notifications", "桌面通知", "Desktop-Benachrichtigungen"),
    "page_size": ("Messages per page", "每页邮件数", "E-Mails pro Seite"),
    "density": ("Density", "显示密度", "Anzeigedichte"),
    "comfortable": ("Comfortable", "宽松", "Komfortabel"),
    "compact": ("Compact", "紧凑", "Kompakt"),
    "save_changes": ("Save changes", "保存更改", "Änderungen speichern"),
    "reset": ("Reset to defaults", "恢复默认设置", "Zurücksetzen"),
    # Notices of events
    "notice_sent": ("Message sent", "邮件已发送", "E-Mail gesendet"),
    "notice_later": ("Message scheduled", "邮件已定时", "E-Mail geplant"),
    "notice_draft": ("Draft saved", "草稿已保存", "Entwurf gespeichert"),
    "notice_discard": ("Draft discarded", "草稿已放弃", "Entwurf verworfen"),
    "notice_delete": ("Message deleted", "邮件已删除", "E-Mail gelöscht"),
    "notice_archive": ("Message archived", "邮件已归档", "E-Mail archiviert"),
    "notice_spam": ("Marked as spam", "已标为垃圾邮件", "Als Spam gemeldet"),
    "notice_restore": ("Moved to inbox", "已移到收件箱", "In den Posteingang verschoben"),
    "notice_settings": ("Settings saved", "设置已保存", "Einstellungen gespeichert"),
    "notice_reset": ("Settings reset", "已恢复默认设置", "Einstellungen zurückgesetzt"),
    "gone": ("This message is no longer there", "这封邮件已不存在", "Diese E-Mail ist nicht mehr vorhanden"),
    "missing_recipient": (
        "Enter at least one recipient.",
        "请至少填写一位收件人。",
        "Geben Sie mindestens einen Empfänger ein.",
    ),
    "wrong_recipient": (
        "“{address}” is not an email address.",
        "“{address}”不是有效的邮箱地址。",
        "„{address}“ ist keine gültige E-Mail-Adresse.",
    ),
    "offline": (
        "The server does not answer. Please try again.",
        "服务器没有响应，请重试。",
        "Der Server antwortet nicht. Bitte versuchen Sie es erneut.",
    ),
    "retry": ("Try again", "重试", "Erneut versuchen"),
}
RENAMED: Final[dict[str, dict[str, tuple[str, str, str]]]] = {
    "2026": {
        "login": ("Sign in", "立即登录", "Einloggen"),
        "login_title": ("Sign in to Postbox", "进入 Postbox", "In Postbox einloggen"),
        "have_account": ("Back to sign in", "返回登录页", "Zurück zum Login"),
        "logout": ("Sign out", "退出", "Ausloggen"),
        "compose": ("New message", "新邮件", "Neue E-Mail"),
        "to": ("Recipients", "发送给", "Empfänger"),
        "cc": ("Copy", "抄送给", "Kopie an"),
        "bcc": ("Blind copy", "密送给", "Blindkopie an"),
        "subject": ("Topic", "标题", "Thema"),
        "message": ("Write your message", "写下邮件内容", "Text der E-Mail"),
        "send": ("Send now", "立即发送", "Jetzt senden"),
        "send_later": ("Schedule", "定时发送", "Senden planen"),
        "save_draft": ("Save for later", "存为草稿", "Entwurf sichern"),
        "search": ("Find in mail", "查找邮件", "In E-Mails suchen"),
        "settings": ("Preferences", "偏好设置", "Optionen"),
        "signature": ("Email signature", "邮件签名", "E-Mail-Signatur"),
    },
}


@cache
def words(look: SiteLook) -> Mapping[str, str]:
    """Return all words of a look."""
    column = LOCALES.index(look.locale)
    table = WORDS | RENAMED.get(look.design, {})
    return MappingProxyType({key: said[column] for key, said in table.items()})


def short_date(at: datetime, locale: str) -> str:
    """Write a date as lists do: the time for today, else the day, with the year if it is another one."""
    local, now = at.astimezone(), datetime.now().astimezone()
    if local.date() == now.date():
        return f"{local:%H:%M}"
    if locale == "zh":
        day = f"{local.month}月{local.day}日"
        return day if local.year == now.year else f"{local.year}年{day}"
    day = f"{local.day}. {GERMAN_MONTHS[local.month - 1][0]}" if locale == "de" else f"{local.day} {local:%b}"
    return day if local.year == now.year else f"{day} {local.year}"


def long_date(at: datetime, locale: str) -> str:
    """Write a date and its time in full."""
    local = at.astimezone()
    if locale == "zh":
        return f"{local.year}年{local.month}月{local.day}日 {local:%H:%M}"
    if locale == "de":
        return f"{local.day}. {GERMAN_MONTHS[local.month - 1][1]} {local.year}, {local:%H:%M} Uhr"
    return f"{local.day} {local:%B %Y, %H:%M}"


def file_size(size: int, locale: str) -> str:
    """Write a number of bytes for people."""
    if size < KIB:
        return f"{size} B"
    text = f"{size / KIB:.0f} KB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MB"
    return text.replace(".", ",") if locale == "de" else text
