"""Words that say where, as whom or for whom a deed is done, and words of a page's work, which pass by themselves.

Knows words. Must never know an element.
"""

from __future__ import annotations

import re

RIVALS: tuple[tuple[frozenset[str], ...], ...] = (
    (
        frozenset({"production", "prod", "produktion", "producción", "生产"}),
        frozenset({"staging", "stage", "preprod", "预发布"}),
        frozenset({"test", "testing", "sandbox", "demo", "测试"}),
        frozenset({"development", "dev", "local", "entwicklung", "développement", "desarrollo", "开发"}),
        frozenset({"live"}),
    ),
    (
        frozenset(
            {"public", "published", "öffentlich", "veröffentlicht", "publié", "público", "publicado", "公开", "已发布"}
        ),
        frozenset({"private", "privat", "privé", "privado", "私有", "私密"}),
        frozenset({"internal", "intern", "interne", "interno", "内部"}),
        frozenset({"draft", "entwurf", "brouillon", "borrador", "草稿"}),
        frozenset({"archived", "archiviert", "archivé", "archivado", "已归档"}),
    ),
)
"""Groups of circumstances of which only one holds at a time; the words of a set mean the same."""

ON_BEHALF = re.compile(
    r"\b(?:acting|viewing|working|signed in|logged in|posting) (?:as|for)\b|\bimpersonat|\bon behalf of\b"
    r"|\bim (?:namen|auftrag) von\b|\bals .{2,40} (?:an)?gemeldet\b|\ben tant que\b|\bau nom de\b"
    r"|\ben nombre de\b|\bactuando como\b|以.{1,20}(?:的?身份)|代表",
    re.IGNORECASE,
)
"""Words by which a page says that a deed is done in the name of somebody."""

LOST_FOR_GOOD = re.compile(
    r"\b(?:cannot|can't|can not|no longer) be (?:restored|recovered)\b|\b(?:bin|trash) is (?:off|disabled)\b"
    r"|\bnicht wieder(?:herstell|hergestellt)|\bpapierkorb ist (?:aus|deaktiviert)\b"
    r"|\bne peut (?:pas |plus )?être (?:restauré|récupéré)|\bno se pued\w+ (?:restaurar|recuperar)|无法恢复",
    re.IGNORECASE,
)
"""Words by which a page says that nothing brings back what a deed takes away.

"This cannot be undone" is none: pages add it to a deed that was always so.
"""

_WORK = re.compile(
    r"(?:auto-?)?(?:sav(?:ed|ing)|load(?:ed|ing)|sync(?:ed|ing)|connect(?:ed|ing)|updat(?:ed|ing)|process(?:ed|ing))"
    r"|disconnected|unsaved|offline|online|idle|busy|ready|running|pending|queued|done|starting|stopped|unknown"
    r"|gespeichert|verbunden|getrennt|bereit|enregistré|connecté|prêt|guardado|conectado|listo|已保存|已连接|就绪",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\d{1,2}:\d{2}|\b\d{4}-\d{2}|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:today|yesterday|tomorrow|ago|just now)\b|\bgood (?:morning|afternoon|evening)\b"
    r"|\b(?:gestern|heute|morgen|guten)\b|\b(?:hier|aujourd'hui|hoy|ayer)\b|[今昨明]天|周[一二三四五六日]",
    re.IGNORECASE,
)


def passes(text: str) -> bool:
    """Return whether a text changes by itself: it says how far a page's work is, or names a time."""
    return bool(_TIME.search(text)) or any(map(_WORK.fullmatch, re.findall(r"[^\W\d_]+(?:-[^\W\d_]+)?", text)))


def rivals(lost: str, gained: str) -> tuple[str, str] | None:
    """Return the circumstance that a page has lost and the one that it has gained instead, if only one can hold.

    Args:
        lost: The texts that are not there any more.
        gained: The texts that were not there.
    """
    was, now = _words(lost), _words(gained)
    for group in RIVALS:
        before, after = ([words for words in group if words & said] for said in (was, now))
        if len(before) == len(after) == 1 and before != after:
            return min(before[0] & was), min(after[0] & now)
    return None


def _words(text: str) -> frozenset[str]:
    """Return the words of a text; of one without spaces, its known words."""
    folded = text.casefold()
    known = {word for group in RIVALS for words in group for word in words if not word.isascii() and word in folded}
    return frozenset(re.findall(r"[^\W\d_]+", folded)) | known
