"""Choices of a list that leave a deed as it would be without the list: "None", "Standard", "Please choose".

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re

_BEGINS = (
    "none no not nothing nobody without never any"
    " unchanged unassigned unset unspecified undefined inherit inherited n/a restricted"
    " kein keine keinen keiner keines nichts niemand ohne nie unverändert"
    " eingeschränkt"
    " aucun aucune rien sans jamais inchangé inchangée"
    " ninguno ninguna nada nadie sin nunca"
)
_ALONE = (
    "off regular nein non automatic automatically auto optional medium average general now immediately at_once today me"
    " myself just_me only_me as_is as_before as_usual as_now keep_as_is until_changed"
    " once one_time one_off just_once only_once"
    " aus automatisch mittel allgemein jetzt sofort heute ich mir nur_ich wie_bisher wie_immer wie_gewohnt"
    " bis_auf_weiteres einmal einmalig nur_einmal"
    " automatique moyen moyenne général générale maintenant immédiatement moi par_défaut une_fois une_seule_fois"
    " automático automática medio ahora hoy yo por_defecto una_vez una_sola_vez"
)
_NEUTRAL = re.compile(rf"(?:{'|'.join(map(re.escape, _BEGINS.split()))})(?![^\W\d_]|-\w)", re.IGNORECASE)
_USUAL = re.compile(
    r"(?:default|standard|normal|normale|usual|standardmäßig|predeterminado|estándar)(?:\s+[^\W\d]+){0,2}",
    re.IGNORECASE,
)
"""The usual choice, with a word or two: "Standard size", not "Standard contract for 24 months"."""

_SAFEGUARD = re.compile(
    r"signature|refund|approval|password|encrypt|verif|unterschrift|erstattung|freigabe|passwort|verschlüssel|prüfung"
    r"|remboursement|mot de passe|chiffr|vérif|sin firma|reembolso|aprobación|contraseña|cifrado"
    r"|签名|退款|审批|密码|加密|验证",
    re.IGNORECASE,
)
"""Things whose lack changes a deed: "Without signature"."""

_WHOLE = frozenset(word.replace("_", " ") for word in _ALONE.split())
_THIS = re.compile(
    r"(?:(?:only |just )?(?:this|the current)|current|(?:nur )?dies\w*|aktuell\w*|ce|cet|cette|est[ea]) \w+"
    r"(?: actuel\w*| actual)?",
    re.IGNORECASE,
)
_SIGNS = re.compile(
    r"(?:请选择|选择|无|没有|不|默认|普通|标准|正常|自动|当前|立即|未)|(?:我|现在|今天|一次|仅一次|单次)$"
)
_PROMPT = re.compile(
    r"(?:(?:please|bitte|veuillez|por favor)\W+)?"
    r"(?:(?:choose|select|pick|specify)(?:\s+(?:an?|one|your|the|from|here|option)(?!\w).*|\s+(?!up\b|all\b)\w+)?"
    r"|(?:.+ )?(?:aus)?wählen(?:\W.*)?"
    r"|(?:choisi[rs]\w*|sélectionne[rz]|elegir|elija|elige|selecciona|seleccionar|seleccione)(?:\W.*)?)?",
    re.IGNORECASE,
)
"""An order to choose, which is the first entry of a list: "Select a depot", not "Pick up at the shop"."""

_CURRENCY = r"(?:€|\$|£|¥|₹|元|(?:eur|usd|gbp|chf|jpy|cny|sek|nok|dkk|pln)(?!\w))"
_PRICE = re.compile(rf"(\d[\d.,']*)\s?{_CURRENCY}|{_CURRENCY}\s?(\d[\d.,']*)", re.IGNORECASE)
_EXTENDED = re.compile(
    r"(?<![^\W\d_])(?:but|except|and|sondern|außer|und|sauf|et|salvo|sino|y)(?![^\W\d_])", re.IGNORECASE
)
"""Words after a neutral one that make more of it: "Me and my team", "No one but the owner"."""

_DIALLING = re.compile(r"\+[\d ]+")
_AS_IF_NONE = frozenset({"0", "1", "0.0", "0,0", "0.00", "0,00"})
"""Numbers that change nothing: none, or one copy. Another number, and a dialling code, are no words either."""

_REMARK = re.compile(r"\s*[(\[].*[)\]]$")

_FILTER = re.compile(
    r"\b(?:filter\w*|search\w*|show|shown|display\w*|group(?:ed)? by|anzeigen|anzeige|suche\w*|gruppier\w*"
    r"|afficher|filtre\w*|regrouper|mostrar|filtro\w*|agrupar)\b|筛选|显示|搜索",
    re.IGNORECASE,
)


_PART = re.compile(
    r"(?:details?|general|overview|summary|basics?|main|info|information|properties|contents?|entry|form|edit|write|compose"
    r"|text|visual|preview|source|code|markdown|history|activity|log|files?|attachments?|comments?|notes|discussion"
    r"|settings|options|advanced|more|help|permissions|related|statistics|übersicht|allgemein|zusammenfassung|inhalt"
    r"|bearbeiten|schreiben|vorschau|verlauf|aktivität|protokoll|dateien|anhänge|kommentare|notizen|einstellungen|erweitert"
    r"|mehr|hilfe|détails|aperçu|résumé|contenu|rédiger|historique|activité|fichiers|commentaires|paramètres|plus|aide"
    r"|detalles|resumen|contenido|escribir|vista previa|historial|actividad|archivos|comentarios|ajustes|más|ayuda"
    r"|详情|概览|内容|编辑|预览|历史|记录|附件|评论|设置|更多|帮助)\s*(?:[(\[]?\d*[)\]]?)",
    re.IGNORECASE,
)


def is_neutral(text: str) -> bool:
    """Return whether a choice says that nothing particular is chosen, or what would be done without any choice."""
    plain = (_REMARK.sub("", text.strip()) or text).strip(" .:-–—_*()[]<>…")
    if not any(map(str.isalpha, plain)):
        return plain in _AS_IF_NONE or bool(_DIALLING.fullmatch(plain)) or not any(map(str.isalnum, plain))
    if _EXTENDED.search(text) or _SAFEGUARD.search(text) or costs(text):
        return False
    rules = (_THIS.fullmatch, _NEUTRAL.match, _USUAL.fullmatch, _PROMPT.fullmatch, _SIGNS.match)
    return plain.casefold() in _WHOLE or any(one(plain) for one in rules)


def costs(text: str) -> bool:
    """Return whether a text states a price that is not nought."""
    return any(re.search(r"[1-9]", "".join(found)) for found in _PRICE.findall(text))


def is_part(text: str) -> bool:
    """Return whether a tab names a part of a page, so that its list only says which part is shown."""
    return bool(_PART.fullmatch(text.strip()))


def is_filter(label: str) -> bool:
    """Return whether a label says that its list decides which records a page shows."""
    return bool(_FILTER.search(label))
