"""Consequences that a text states: what is deleted, cancelled, declined, published or charged by a deed, and the like.

A question names its deed in the active voice, its consequences stand in the passive: "Volumes that were made from them
are deleted too." A sentence that denies states none.

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re

from .circumstances import DENIALS
from .vocabulary import LETTER

_STATED = {
    "deleted": r"deleted|erased|wiped|destroyed|discarded|thrown away|gelöscht|vernichtet|verworfen"
    r"|weggeworfen|supprimée?s?|effacée?s?|jetée?s?|eliminad[oa]s?|borrad[oa]s?|descartad[oa]s?|desechad[oa]s?|被删除|被清除|被丢弃",
    "cancelled": r"cancell?ed|aborted|stopped|terminated|storniert|abgebrochen|beendet|annulée?s?|interrompue?s?"
    r"|cancelad[oa]s?|detenid[oa]s?|被取消|被中止|被终止",
    "overwritten": r"overwritten|replaced|lost|überschrieben|ersetzt|verloren|écrasée?s?|remplacée?s?|perdue?s?"
    r"|sobrescrit[oa]s?|reemplazad[oa]s?|perdid[oa]s?|被覆盖|被替换|丢失",
    "declined": r"declined|rejected|refused|abgelehnt|zurückgewiesen|refusée?s?|rejetée?s?|déclinée?s?|rechazad[oa]s?"
    r"|被拒绝",
    "revoked": r"revoked|withdrawn|widerrufen|entzogen|révoquée?s?|retirée?s?|revocad[oa]s?|retirad[oa]s?"
    r"|被撤销|被收回",
    "published": r"published|made public|veröffentlicht|publiée?s?|publicad[oa]s?|被公开|被发布",
    "charged": r"charged|billed|debited|berechnet|abgebucht|facturée?s?|débitée?s?|cobrad[oa]s?|facturad[oa]s?"
    r"|被收取|扣款|payments? (?:is|are|will be) made|zahlung(?:en)? (?:wird|werden) (?:sofort )?ausgeführt"
    r"|paiements? (?:est|sont|sera|seront) effectués?|se (?:hace|hacen|realizan?) (?:\w+ )?pagos?"
    r"|付款(?:被|将|会)\w{0,4}执行",
}
_EDGE = rf"(?<![{LETTER}])(?:{{words}})(?![{LETTER}])"
_CONSEQUENCES = {kind: re.compile(_EDGE.replace("{words}", words), re.IGNORECASE) for kind, words in _STATED.items()}
_SHOWN = re.compile(
    r"(?<!\w)(?:shown|displayed|listed|visibles?|angezeigt|gezeigt|sichtbar|affichée?s?|mostrad[oa]s?)(?!\w)"
    r"|显示|可见",
    re.IGNORECASE,
)
_IN_PUBLIC = re.compile(
    r"(?<!\w)(?:(?:home|start|front) ?page|visitors|the public|publicly|startseite|besuchern?|öffentlich"
    r"|page d['’]accueil|visiteurs|publiquement|página de inicio|portada|visitantes|públicamente)(?!\w)|首页|访客|公众",
    re.IGNORECASE,
)
"""Both in one sentence say that something is published, without this word: "It is shown on the home page"."""

_ALSO = re.compile(
    r"(?<!\w)(?:too|also|as well|along with|auch|ebenfalls|aussi|également|también)(?!\w)|一并|同时|也",
    re.IGNORECASE,
)
_NOTHING = frozenset({"nothing", "nichts", "rien", "nada", "cannot", "不", "没", "无"})
_SENTENCE = re.compile(r"(?<=[.!?])\s+|[。！？|]")


def consequences(text: str) -> frozenset[str]:
    """Return the kinds of consequences that a text states; those of further things have ``too`` behind their kind."""
    found = set()
    for sentence in _SENTENCE.split(text):
        if ((DENIALS | _NOTHING) - _OWN) & {*re.findall(r"[^\W\u3000-\u9fff]+|[不没无]", sentence.casefold())}:
            continue
        kinds = {kind for kind, pattern in _CONSEQUENCES.items() if pattern.search(sentence)}
        kinds |= {"published"} if _SHOWN.search(sentence) and _IN_PUBLIC.search(sentence) else set()
        found |= kinds | ({f"{kind} too" for kind in kinds} if _ALSO.search(sentence) else set())
    return frozenset(found)


_AT_ONCE = re.compile(
    r"(?<![^\W\d_])(?:is|are|will be|gets?|wird|werden|est|sont|sera|seront|será|serán|se)(?![^\W\d_])|被",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(
    r"(?<![^\W\d_])(?:if|when|(?<!at )once|unless|until|after|before|wenn|falls|sobald|nach|bis|si|quand|après"
    r"|avant|cuando|después|antes)(?![^\W\d_])|如果|之后|以后",
    re.IGNORECASE,
)


def consequences_at_once(text: str) -> frozenset[str]:
    """Return the kinds of consequences that a text states for now, without a condition.

    "Your card is charged now" states one. "Drafts are deleted after 30 days" and "Charged on Monday" state none.
    """
    sentences = (one for one in _SENTENCE.split(text) if _AT_ONCE.search(one) and not _ONLY_IF.search(one))
    return frozenset().union(*map(consequences, sentences))


_NOW = re.compile(
    r"(?<!\w)(?:at once|immediately|right away|straight away|now|sofort|umgehend|jetzt|immédiatement|maintenant|ahora"
    r"|inmediatamente|de inmediato)(?!\w)|立即|立刻|马上",
    re.IGNORECASE,
)
_UNSAVED = re.compile(
    r"(?<!\w)(?:unsaved|not (?:yet )?(?:saved|sent)|ungespeicherte?[rns]?|nicht gespeichert\w*|non enregistrée?s?"
    r"|sin guardar)(?!\w)|未保存",
    re.IGNORECASE,
)
_BACK = re.compile(
    r"(?<!\w)(?:restored|recovered|brought back|wiederhergestellt|restaurée?s?|récupérée?s?|restaurad[oa]s?"
    r"|recuperad[oa]s?)(?!\w)|已?恢复",
    re.IGNORECASE,
)


_RENEWS = re.compile(
    r"(?<!\w)(?:auto-?)?renews?(?!\w)|(?<!\w)renewed automatically|verlängert sich(?!\w)|(?<!\w)se renouvelle|"
    r"(?<!\w)se renueva|自动续(?:费|订|期)",
    re.IGNORECASE,
)
_CADENCE = re.compile(
    r"(?<!\w)(?:billed|charged|paid|payable|invoiced) (?:annually|yearly|quarterly|weekly|monthly|daily|upfront"
    r"|every \w+|per \w+|in advance)(?!\w)|(?<!\w)(?:jährliche|monatliche|vierteljährliche) (?:zahlung|abrechnung)"
    r"|(?:jährlich|monatlich|im voraus) (?:abgerechnet|berechnet|bezahlt)"
    r"|factur(?:ée?s?|ad[oa]s?) (?:annuellement|mensuellement|anualmente|mensualmente|par an|par mois|al año|al mes)"
    r"|按[年月季]付",
    re.IGNORECASE,
)
_BYPASS = re.compile(
    r"(?<!\w)(?:bypass(?:es)?|overrides?|circumvents?) (?:the|all|any|your|every|branch|required)(?!\w)"
    r"|(?<!\w)(?:umgeht|übergeht|setzt sich hinweg über) (?:die|alle|den|das)(?!\w)"
    r"|(?<!\w)contourne (?:les|la|le|toutes)|(?<!\w)omite (?:las|los|la|el|todas)(?!\w)|绕过|忽略所有",
    re.IGNORECASE,
)
_ENDED = re.compile(r"(?<!\w)(?:cancel|kündb|kündig|künden|résili|cancela)|取消|解约", re.IGNORECASE)
"""A sentence about the end of what goes on says that it can be ended: "Cancel any time before it renews"."""

_GOES_ON = (_RENEWS, _CADENCE, _BYPASS)
"""A deed that goes on, that is paid otherwise, or that rules are set aside for."""


def takes_along(text: str) -> bool:
    """Return whether a statement says that a deed takes more along: a consequence at once, or work of before.

    "7 missed payments are made at once", "1 unsaved grade was restored", "It renews at 19 EUR", "billed yearly" and
    "bypasses the branch rules" say so. "Drafts are deleted" does not say that this deed deletes them, and a sentence
    that denies says nothing of the kind.
    """
    for one in _SENTENCE.split(text):
        denied = (DENIALS | _NOTHING) & {*re.findall(r"[^\W\u3000-\u9fff]+|[不没无]", one.casefold())}
        if not denied and not _ENDED.search(one) and any(pattern.search(one) for pattern in _GOES_ON):
            return True
    at_once = any(_NOW.search(one) and consequences_at_once(one) for one in _SENTENCE.split(text))
    return at_once or bool(_UNSAVED.search(text) and _BACK.search(text))


_ENDS = (
    "closes|deletes|removes|cancels|publishes|archives|ends|terminates|revokes|resets|replaces|overwrites|deactivates"
    "|unsubscribes|charges|locks|schließt|löscht|entfernt|beendet|veröffentlicht|ersetzt|überschreibt|archiviert|storniert"
)


def does_more(deed: str, text: str) -> str:
    """Return the verb by which a sentence says that a deed does another one as well: "Sending an answer closes it".

    Args:
        deed: The name of the deed, such as "Send answer".
        text: The text.
    """
    verb = next(iter(re.findall(r"[^\W\d_]{3,}", deed.casefold())), "")
    if not verb:
        return ""
    names_it = rf"(?<!\w)(?:{re.escape(verb.removesuffix('e'))}\w?ing|(?:das|beim|mit dem) {re.escape(verb)})(?!\w)"
    for sentence in _SENTENCE.split(text):
        found = re.search(rf"{names_it}.*?(?<!\w)({_ENDS})(?!\w)", sentence, re.IGNORECASE)
        denied = (DENIALS | _NOTHING) & {*re.findall(r"\w+", sentence.casefold())}
        if found and not denied:
            return found[1]
    return ""


_GIVES_POWER = re.compile(
    r"^(?:(?:all|any|every|everyone|everybody|new|invited|each|alle|jede\w*|neue|toutes?|tous|nouve\w+|tod[oa]s|nuev\w+)"
    r"(?: [^\W\d_]+){0,4}) (?:are|is|becomes?|will be|joins? as|gets?|have|has|sind|ist|werden|wird|sont|est|deviennent"
    r"|devient|son|es|serán?) (?:an? |the |als |des |un )?"
    r"(?:admin(?:s|istrator(?:s|en|inn?en)?)?|owners?|superusers?|root|full (?:access|rights|control)|all rights"
    r"|vollzugriff|alle rechte|eigentümer\w*|administrateurs?|propriétaires?|administrador(?:es)?|propietarios?)(?!\w)"
    r"|(?:新|所有)(?:成员|用户|人)(?:将|会|都)?(?:是|成为|拥有)(?:管理员|所有者|全部权限)",
    re.IGNORECASE,
)
"""A sentence by which those whom a deed adds may do everything."""

_ADDS = re.compile(
    r"(?<!\w)(?:invit|add|creat|join|assign|import|register|accept|einlad|hinzuf|anleg|aufnehm|ajout|cré|añad|cread|agreg)"
    r"|邀请|添加|加入|新建|创建",
    re.IGNORECASE,
)


def gives_power(deed: str, text: str) -> bool:
    """Return whether a sentence says that those whom a deed adds may do everything: "New members are admins"."""
    said = [one.strip(" .!") for one in _SENTENCE.split(text) if not _ONLY_IF.search(one)]
    plain = (one for one in said if not (DENIALS | _NOTHING) & {*re.findall(r"\w+", one.casefold())})
    return bool(_ADDS.search(deed)) and any(map(_GIVES_POWER.search, plain))


_BESIDE = {
    "opened": r"(?:er)?öffnet|ouvr(?:e|ent|ez)|abren?",
    "changed": r"(?:ver)?ändert|modifi(?:e|ent|ez)|chang(?:ent|ez)|modifican?|cambian?",
}
_EFFECTS = {kind: re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE) for kind, words in _BESIDE.items()}


def side_effects(text: str) -> frozenset[str]:
    """Return what a text says in the active voice that a deed opens or changes: "Cela modifie votre abonnement".

    The English and the Chinese verbs are names of deeds. A sentence that denies, or has a condition, states nothing.
    """
    denials = DENIALS | _NOTHING
    sentences = (one for one in _SENTENCE.split(text) if not denials & {*re.findall(r"\w+", one.casefold())})
    said = " | ".join(one for one in sentences if not _ONLY_IF.search(one))
    return frozenset(kind for kind, pattern in _EFFECTS.items() if pattern.search(said))


_OWN = frozenset(word for word in DENIALS if any(pattern.fullmatch(word) for pattern in _CONSEQUENCES.values()))
"""Words that deny another statement and are a consequence by themselves: "deleted"."""


_FREE = (
    r"free|gratis|kostenlos(?:e[mnrs]?)?|kostenfrei(?:e[mnrs]?)?|gratuit(?:e|s|es|ement)?|sin cost[eo]|no charge|免费"
)
_PRICE = (
    r"(?:[€$£¥₹]|EUR|USD|GBP|CHF|CNY|INR) ?\d[\d.,]*"
    r"|\d[\d.,]* ?(?:[€$£¥₹元]|EUR|USD|GBP|CHF|CNY|INR|euros?|dollars?|pounds?)"
)
_KEPT = (
    r"bin|trash|restored?|recover(?:ed)?|undo|undone|papierkorb|wiederhergestellt|rückgängig|corbeille"
    r"|restaur(?:ée?s?|er)|papelera|recuperar|recuperad[oa]s?|restaurad[oa]s?|回收站|恢复|撤销"
)
_FINAL = (
    r"(?:cannot|can ?not|can['’]?t) be (?:undone|reversed|reverted|restored|recovered|taken back|brought back)"
    r"|permanently|irrevocably|endgültig|unwiderruflich|nicht (?:mehr )?(?:rückgängig gemacht|wiederhergestellt) werden"
    r"|définitive(?:ment|s)?|irréversible|definitivamente|irreversible|(?:不可|无法|不能)(?:撤销|恢复|还原)|永久"
)
_LONG = re.compile(r"[^\W\d_]{5,}")
"""A word that says what a promise is about."""

_NOT_FREE = (
    r"(?:no longer|not|never) (?:free|gratis)|without free|nicht (?:mehr )?(?:kostenlos|kostenfrei|gratis)"
    r"|kostenpflichtig|(?:plus|pas) gratuit(?:e|s|es)?|payante?s?|ya no es gratis|de pago|不再免费|收费"
)
_NO_WAY_BACK = r"no (?:undo|way back|bin|trash)|for good|irreversible|nicht umkehrbar|sans retour|sin vuelta atrás"
_LIMITED = re.compile(
    r"(?<!\w)(?:only|members?|trial|first|from|above|over|if|when|until|with|next|some|most|selected|certain|eligible"
    r"|participating|under|within|except|unless|nur|mitglieder|erste[rns]?|nächste[rns]?|ab|über|wenn|bis|mit|einige"
    r"|manche|ausgewählte[rns]?|bestimmte[rns]?|teilnehmende[rns]?|unter|innerhalb|außer|seulement|membres|premi\w+|dès"
    r"|si|avec|certain(?:e|s|es)|sélectionnée?s?|prochaine?s?|moins|sauf|sólo|solo|miembros|primer\w*|desde|con|algun[oa]s"
    r"|ciert[oa]s|seleccionad[oa]s|próxim[oa]s?|menos|salvo|excepto)(?!\w)|仅|首|满|部分|指定|下一",
    re.IGNORECASE,
)
"""Words that limit a promise: "Free delivery for members"."""

_COSTS = "costs something"
_TERMS = (
    (_FREE, f"{_PRICE}|{_NOT_FREE}", _COSTS),
    (_KEPT, f"{_FINAL}|{_NO_WAY_BACK}", "cannot be taken back"),
)
"""Of each kind of terms the words that promise, those that break the promise, and what the deed does then."""


def _whole(words: str) -> re.Pattern[str]:
    return re.compile(_EDGE.replace("{words}", words), re.IGNORECASE)


_PATTERNS = tuple((_whole(promise), _whole(breach), broken) for promise, breach, broken in _TERMS)


def worse_terms(was: str, now: str) -> str:
    """Return what a deed does now that a text had promised not to: "costs something"; empty if it keeps its promise.

    A promise that stands there as before, or in other words about the same thing, is kept, whatever else the text says
    now: "Free returns. Above 50 EUR you get a gift" breaks none. A warning that was there before is no news.
    """
    for promise, breach, broken in _PATTERNS:
        made, now_made = (_promises(text, promise, breach) for text in (was, now))
        if broken == _COSTS:
            now_made |= {old for old in made for new in now_made if _same_promise(old, new, promise)}
        if made and not made & now_made and not breach.search(was) and breach.search(now):
            return broken
    return ""


def _promises(text: str, promise: re.Pattern[str], breach: re.Pattern[str]) -> set[str]:
    """Return the sentences of a text that promise, and do not take the promise back."""
    sentences = (one.strip(" .!").casefold() for one in _SENTENCE.split(text))
    return {one for one in sentences if promise.search(one) and not breach.search(one)}


def _same_promise(old: str, new: str, promise: re.Pattern[str]) -> bool:
    """Return whether a sentence promises the same in other words: "Free shipping on every order"."""
    mine, its = ({*_LONG.findall(promise.sub(" ", one))} for one in (old, new))
    return bool(mine & its) and not (_LIMITED.search(new) and not _LIMITED.search(old))
