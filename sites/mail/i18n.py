"""Every word the webmail shows, in English and Chinese, and how a date is written.

One table for all designs, and one for what a design calls otherwise. A word needs both languages: the type says so.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_ami.sites.look import Look

KIB: Final = 1024
WORDS: Final[dict[str, tuple[str, str]]] = {
    "lang": ("en", "zh-CN"),
    "brand": ("Postbox", "Postbox 邮箱"),
    "slogan": ("Mail for the whole team", "团队的邮箱"),
    # Signing in
    "login_title": ("Log in to Postbox", "登录 Postbox"),
    "user": ("Email address", "邮箱地址"),
    "password": ("Password", "密码"),
    "remember": ("Remember me", "记住我"),
    "login": ("Log in", "登录"),
    "logout": ("Log out", "退出登录"),
    "create_account": ("Create account", "创建账号"),
    "login_error": ("The email address or the password is wrong.", "邮箱地址或密码不正确。"),
    "logged_out": ("You have logged out", "您已退出登录"),
    "signup_title": ("Create account", "创建账号"),
    "signup_text": (
        "New accounts are opened by your administrator. We pass your request on.",
        "新账号由管理员开通，我们会转交您的申请。",
    ),
    "full_name": ("Full name", "姓名"),
    "signup": ("Request account", "申请账号"),
    "signup_done": ("Your request has been passed on", "申请已提交"),
    "signup_error": ("Enter your name and an email address.", "请填写姓名和邮箱地址。"),
    "have_account": ("Back to log in", "返回登录"),
    # Folders and lists
    "folders": ("Folders", "文件夹"),
    "inbox": ("Inbox", "收件箱"),
    "starred": ("Starred", "已加星标"),
    "sent": ("Sent", "已发送"),
    "drafts": ("Drafts", "草稿箱"),
    "scheduled": ("Scheduled", "待发送"),
    "archive_folder": ("Archive", "归档"),
    "spam": ("Spam", "垃圾邮件"),
    "trash": ("Trash", "已删除"),
    "search": ("Search mail", "搜索邮件"),
    "search_go": ("Search", "搜索"),
    "results": ("Results for “{query}”", "“{query}”的搜索结果"),
    "empty": ("Nothing here", "这里没有邮件"),
    "no_results": ("No mail matches your search", "没有符合搜索条件的邮件"),
    "loading": ("Loading", "正在加载"),
    "unread": ("Unread", "未读"),
    "sender": ("Sender", "发件人"),
    "date": ("Date", "日期"),
    "newer": ("Newer", "较新"),
    "older": ("Older", "较早"),
    "range": ("{first}–{last} of {total}", "第 {first}–{last} 封，共 {total} 封"),
    "to_whom": ("To: {name}", "发给：{name}"),
    "no_subject": ("(no subject)", "（无主题）"),
    "no_recipient": ("(no recipient)", "（无收件人）"),
    "pick": ("Choose a message to read it", "选择一封邮件进行阅读"),
    # Composing
    "compose": ("Compose", "写邮件"),
    "to": ("To", "收件人"),
    "cc": ("Cc", "抄送"),
    "bcc": ("Bcc", "密送"),
    "copies": ("Show copy fields", "显示抄送栏"),
    "subject": ("Subject", "主题"),
    "message": ("Message", "正文"),
    "send": ("Send", "发送"),
    "send_later": ("Send later", "稍后发送"),
    "save_draft": ("Save draft", "存草稿"),
    "discard": ("Discard", "放弃"),
    "close": ("Close", "关闭"),
    "attach": ("Attach files", "添加附件"),
    "attachments": ("Attachments", "附件"),
    "remove": ("Remove {name}", "移除 {name}"),
    "formatting": ("Formatting", "格式"),
    "bold": ("Bold", "加粗"),
    "italic": ("Italic", "斜体"),
    "underline": ("Underline", "下划线"),
    "bullets": ("Bulleted list", "项目符号"),
    "delivery": ("Delivery options", "发送选项"),
    "ask_send": ("Send this message?", "确定发送这封邮件吗？"),
    "ask_send_text": ("It goes to {names}.", "将发送给 {names}。"),
    "do_send": ("Send message", "确认发送"),
    "keep_editing": ("Keep editing", "继续编辑"),
    # Reading
    "reply": ("Reply", "回复"),
    "forward": ("Forward", "转发"),
    "archive": ("Archive", "归档"),
    "delete": ("Delete", "删除"),
    "mark_spam": ("Mark as spam", "标为垃圾邮件"),
    "star": ("Star", "加星标"),
    "restore": ("Move to inbox", "移到收件箱"),
    "edit_draft": ("Edit draft", "编辑草稿"),
    "back": ("Back", "返回"),
    "ask_delete": ("Delete this message?", "确定删除这封邮件吗？"),
    "ask_delete_text": ("It moves to the trash.", "邮件将移到“已删除”。"),
    "ask_purge_text": ("It will be gone for good.", "邮件将被永久删除。"),
    "cancel": ("Cancel", "取消"),
    "quote": ("On {date}, {name} wrote:", "{date}，{name} 写道："),
    "forwarded": ("Forwarded message from {name}, {date}:", "转发的邮件，来自 {name}，{date}："),
    # Settings
    "settings": ("Settings", "设置"),
    "signature": ("Signature", "签名"),
    "signature_hint": ("Added below every new message.", "附在每封新邮件的末尾。"),
    "notifications": ("Desktop notifications", "桌面通知"),
    "page_size": ("Messages per page", "每页邮件数"),
    "density": ("Density", "显示密度"),
    "comfortable": ("Comfortable", "宽松"),
    "compact": ("Compact", "紧凑"),
    "save_changes": ("Save changes", "保存更改"),
    "reset": ("Reset to defaults", "恢复默认设置"),
    # What happened
    "notice_sent": ("Message sent", "邮件已发送"),
    "notice_later": ("Message scheduled", "邮件已定时"),
    "notice_draft": ("Draft saved", "草稿已保存"),
    "notice_discard": ("Draft discarded", "草稿已放弃"),
    "notice_delete": ("Message deleted", "邮件已删除"),
    "notice_archive": ("Message archived", "邮件已归档"),
    "notice_spam": ("Marked as spam", "已标为垃圾邮件"),
    "notice_restore": ("Moved to inbox", "已移到收件箱"),
    "notice_settings": ("Settings saved", "设置已保存"),
    "notice_reset": ("Settings reset", "已恢复默认设置"),
    "gone": ("This message is no longer there", "这封邮件已不存在"),
    "missing_recipient": ("Enter at least one recipient.", "请至少填写一位收件人。"),
    "wrong_recipient": ("“{address}” is not an email address.", "“{address}”不是有效的邮箱地址。"),
    "offline": ("The server does not answer. Please try again.", "服务器没有响应，请重试。"),
    "retry": ("Try again", "重试"),
}
RENAMED: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "2026": {
        "login": ("Sign in", "立即登录"),
        "login_title": ("Sign in to Postbox", "进入 Postbox"),
        "have_account": ("Back to sign in", "返回登录页"),
        "logout": ("Sign out", "退出"),
        "compose": ("New message", "新邮件"),
        "to": ("Recipients", "发送给"),
        "cc": ("Copy", "抄送给"),
        "bcc": ("Blind copy", "密送给"),
        "subject": ("Topic", "标题"),
        "message": ("Write your message", "写下邮件内容"),
        "send": ("Send now", "立即发送"),
        "send_later": ("Schedule", "定时发送"),
        "save_draft": ("Save for later", "存为草稿"),
        "search": ("Find in mail", "查找邮件"),
        "settings": ("Preferences", "偏好设置"),
        "signature": ("Email signature", "邮件签名"),
    },
}


@cache
def words(look: Look) -> Mapping[str, str]:
    """Return all words of a look."""
    column = 0 if look.locale == "en" else 1
    table = WORDS | RENAMED.get(look.design, {})
    return MappingProxyType({key: pair[column] for key, pair in table.items()})


def short_date(at: datetime, locale: str) -> str:
    """Write a date as lists do: the time for today, else the day, with the year if it is another one."""
    local, now = at.astimezone(), datetime.now().astimezone()
    if local.date() == now.date():
        return f"{local:%H:%M}"
    if locale == "zh":
        day = f"{local.month}月{local.day}日"
        return day if local.year == now.year else f"{local.year}年{day}"
    day = f"{local.day} {local:%b}"
    return day if local.year == now.year else f"{day} {local.year}"


def long_date(at: datetime, locale: str) -> str:
    """Write a date and its time in full."""
    local = at.astimezone()
    if locale == "zh":
        return f"{local.year}年{local.month}月{local.day}日 {local:%H:%M}"
    return f"{local.day} {local:%B %Y, %H:%M}"


def file_size(size: int) -> str:
    """Write a number of bytes for people."""
    if size < KIB:
        return f"{size} B"
    return f"{size / KIB:.0f} KB" if size < KIB * KIB else f"{size / KIB / KIB:.1f} MB"
