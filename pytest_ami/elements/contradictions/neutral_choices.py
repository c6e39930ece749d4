"""Choices of a list that leave a deed as it would be without the list: "None", "Standard", "Please choose".

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re

_BEGINS = (
    "choose select pick please none no not nothing nobody without never any default standard normal regular usual"
    " unchanged unassigned unset unspecified undefined inherit inherited n/a restricted"
    " bitte wählen auswählen kein keine keinen keiner keines nichts niemand ohne nie standardmäßig unverändert"
    " eingeschränkt"
    " choisir choisissez sélectionner sélectionnez aucun aucune rien sans jamais normale inchangé inchangée"
    " elegir elija seleccionar seleccione ninguno ninguna nada nadie sin nunca predeterminado estándar"
)
_ALONE = (
    "off nein non automatic automatically auto optional medium average general now immediately at_once today me myself"
    " just_me only_me as_is as_before as_usual as_now keep_as_is until_changed"
    " aus automatisch mittel allgemein jetzt sofort heute ich mir nur_ich wie_bisher wie_immer wie_gewohnt"
    " bis_auf_weiteres"
    " automatique moyen moyenne général générale maintenant immédiatement moi par_défaut"
    " automático automática medio ahora hoy yo por_defecto"
)
_NEUTRAL = re.compile(rf"(?:{'|'.join(map(re.escape, _BEGINS.split()))})(?![^\W\d_]|-\w)", re.IGNORECASE)
_WHOLE = frozenset(word.replace("_", " ") for word in _ALONE.split())
_THIS = re.compile(
    r"(?:(?:only |just )?(?:this|the current)|current|(?:nur )?dies\w*|aktuell\w*|ce|cet|cette|est[ea]) \w+"
    r"(?: actuel\w*| actual)?",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"(?:请选择|选择|无|没有|不|默认|普通|标准|正常|自动|当前|立即|未)|(?:我|现在|今天)$")
_EXTENDED = re.compile(
    r"(?<![^\W\d_])(?:but|except|and|sondern|außer|und|sauf|et|salvo|sino|y)(?![^\W\d_])", re.IGNORECASE
)
"""Words after a neutral one that make more of it: "Me and my team", "No one but the owner"."""

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
        return len(plain) < 2 or plain.startswith("+")  # noqa: PLR2004  (a sign, a number of copies, a dialling code)
    if _EXTENDED.search(text):
        return False
    return plain.casefold() in _WHOLE or any(one(plain) for one in (_THIS.fullmatch, _NEUTRAL.match, _SIGNS.match))


def is_part(text: str) -> bool:
    """Return whether a tab names a part of a page, so that its list only says which part is shown."""
    return bool(_PART.fullmatch(text.strip()))


def is_filter(label: str) -> bool:
    """Return whether a label says that its list decides which records a page shows."""
    return bool(_FILTER.search(label))
