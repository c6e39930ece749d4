"""Words that say where, as whom or for whom a deed is done.

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from .vocabulary import SIGN

_GROUPS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("production prod produktion produktiv producción productie", "生产 正式环境"),
        ("staging preprod preproduction uat", "预发布"),
        ("sandbox", "沙箱"),
        ("test testing testdaten testmodus prueba essai", "测试"),
        ("development dev entwicklung développement desarrollo", "开发"),
        ("demo", "演示"),
        ("live", ""),
    ),
    (
        ("public published öffentlich veröffentlicht publié publique público publicado", "公开 已发布"),
        ("private privat privé privado", "私有 私密"),
        ("internal intern interne interno", "内部"),
        ("draft entwurf brouillon borrador", "草稿"),
    ),
)
RIVALS = tuple(tuple(frozenset(f"{words} {signs}".split()) for words, signs in group) for group in _GROUPS)
"""Groups of circumstances of which only one holds at a time; the words of a set mean the same."""

STRONG = frozenset().union(*RIVALS[0][:3]) - {"prod"}
"""Words that name an environment wherever they stand; the others only in a text of a few words."""

UNREAL = frozenset().union(*RIVALS[0][1:4])
"""Words that name an environment in which nothing is real, where they stand in a text of a few words."""

_NOTHING_REAL = re.compile(
    r"(?<![a-z])(?:staging|preprod|preproduction|uat|sandbox)(?![a-z])|预发布|沙箱|测试(?:环境|数据|模式)"
    r"|(?<![a-z])test(?:ing)?[-_ ](?:mode|data|environment|system|server|account|instance)|[-.]test[-.]"
    r"|test(?:daten|modus|umgebung)|(?:mode|environnement) de test|(?:modo|entorno) de prueba",
    re.IGNORECASE,
)
"""Words of a page on which nothing is real. Where it no longer says so, a deed may be real."""

MOST_SPOKEN = 12
"""The most words of a text that says that nothing on a page is real."""

FEW = 4
"""The most words of a text in which a weak word names a circumstance."""

_FEATURE = re.compile(
    r"\b(?:beta|alpha|api|preview|feedback|link|key|tour|release|chat|support|version)\b", re.IGNORECASE
)
"""Words of a text that speaks of a feature: its "public" is no visibility."""

_FORMS = (
    "GmbH,AG,KG,SE,UG,Ltd,LLC,Inc,Corp,PLC,LLP,Holding,Holdings,SARL,SAS,S.A.,S.L.,B.V.,N.V.,Oy,AB,ApS,A/S,S.p.A.,S.r.l."
    ",Limited,Corporation,SL,BV,NV,SpA,Srl,GbR,KGaA,Oyj,Pty"
)
_PERSON = re.compile(
    r"\b((?:[A-Z\d][\w&.-]* ){1,3})(?:" + "|".join(map(re.escape, _FORMS.split(","))) + r")(?!\w)|(\w{2,12}公司)"
)
"""A company with its form. Both are written with capitals: "add to the group" and "se" are none."""
_ZONE = re.compile(r"\b(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)/[A-Z]\w+")

_BEHALF = (
    "acting as,acting for,the delegate,as delegate,als stellvertret"
    ",working as,on behalf of,impersonat,'s account,delegated access,im namen von,im auftrag von"
    ",in his name,in her name,in their name,in seinem namen,in ihrem namen,en son nom,en su nombre"
    ",in vertretung von,pour le compte de,au nom de,en tant que,en nombre de,en representación de,actuando como"
    ",代理,代表,的身份"
)
_BIN = (
    "deleted files cannot be restored,bin is off,trash is off,bin is switched off,trash is switched off"
    ",bin is turned off,trash is turned off,bin is disabled,trash is disabled,papierkorb ist aus"
    ",papierkorb ist deaktiviert,corbeille est désactivée,papelera está desactivada,回收站已关闭"
)

TRAINING = r"training (?:copy|environment|system|mode|data)|schulungs(?:system|umgebung|modus)|培训环境"
_TRAINING = re.compile(TRAINING, re.IGNORECASE)

_DENIALS = (
    "not no never taken deleted removed replaced overwritten denied refused revoked blocked excluded except without"
    " nicht kein keine nie entzogen verweigert gesperrt ausgeschlossen außer ohne gelöscht ersetzt"
    " pas aucun refusé retiré sauf sans supprimé remplacé ningún denegado retirado excepto sin"
)
DENIALS = frozenset(_DENIALS.split())
"""Words that turn a statement round."""

_NEGATIONS = "not no never without nicht kein keine nie ohne pas aucun sans ningún sin"
NEGATIONS = frozenset(_NEGATIONS.split())
"""Those of them that say that something is not so."""

NONE_LEFT = re.compile(
    r"\b(?:no|keine?n?|aucune?|sin|ning[uú]n\w*) (?:(?:new|open|unread|pending|more|further|recent|outstanding|overdue)"
    r"|(?:neue|offene|ungelesene|weitere|fällige|ausstehende)n?|nou\w+|nuev\w+|abiert\w+|pendiente\w*)(?!\w)",
    re.IGNORECASE,
)
"""A count of none: something may come at any time."""

_EVERYBODY = "all|every|everyone|everybody|alle|allen|jeden|tous|toutes|todos|todas"
REACH = (
    rf"(?<![a-z])(?:applies|goes|(?:is|are|be) sent|(?<=[a-z] )(?:apply|go)"
    r"|gilt|gelten|geht|gehen|s'applique(?:nt)?|se aplican?|se envían?)"
    rf" (?:to|an|für|à|a) (?:{_EVERYBODY})(?![a-z])"
    r"|(?<![a-z])for (?:everyone|everybody|all users|all people)(?![a-z])|für alle(?![a-z])"
    r"|(?<![a-z])(?:visible|shown) to (?:everyone|everybody|all)(?![a-z])"
    r"|pour tout le monde|visible par tous|para todos"
    r"|(?<![a-z])shared with(?= [A-ZÄÖÜ\d])|(?<![a-z])(?:outside|external) (?:members|guests|people|users)(?![a-z])"
    r"|(?<![a-z])(?:geteilt mit|partagé avec|compartido con)(?![a-z])|外部(?:成员|用户|人员)"
    r"|\((?:guest|gast|invité|invitado|访客)\)"
    r"|(?:应用于|发送给|适用于)(?:所有|全部)|所有人|任何人"
)
"""Pattern of a text that says that a deed reaches more than the thing at hand; the command "Send to all" is none."""
_REACH = re.compile(REACH, re.IGNORECASE)

DESTROYS = (
    r"(?<![a-z])(?:wipes?|erases?|formats|resets) (?:your|the|this|all|every)(?![a-z])"
    r"|(?<![a-z])löscht (?:alle|ihre?n?|das|den|die)(?![a-z])|(?<![a-z])(?:efface|supprime) (?:vos|votre|tous)(?![a-z])"
    r"|(?<![a-z])(?:borra|elimina) (?:su|sus|todos|todas)(?![a-z])|将(?:清除|删除|抹掉)"
)
"""Pattern of a text that says that a deed takes something else away."""
_DESTROYS = re.compile(DESTROYS, re.IGNORECASE)

_COUNTED = re.compile(r"\b(?:each|every|per|pro|jede[nrms]?|chaque|cada) ([^\W\d_]+)", re.IGNORECASE)
"""A thing of which there are several, in a text that says for which of them a value is meant."""

_HOST = re.compile(r"(?<![\w@/])\.?[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}(?![\w(])", re.IGNORECASE)
"""A host name, or the end of one."""

WHOSE = r"^[^\d\s]{2,15}(?: [^\d\s]{2,12})? (?:of|von|de|du)$"
"""Pattern of a short text alone that says that a deed is about somebody else than the one whose name follows."""
_WHOSE = re.compile(WHOSE, re.IGNORECASE)

_RECEIVERS = re.compile(
    r"(?:(?:send |deliver |goes |sent )?to|recipients?|an|empfänger|à|destinataires?|para|destinatarios?|收件人|接收人"
    r"|发送给) ?[:：] ?"
    r"(?:everyone|everybody|all|alle|allen|tous|toutes|tout le monde|todos|todas|所有|全体|全部)(?![a-z])",
    re.IGNORECASE,
)
"""A label that asks for the receivers, and everybody as its text."""

_ANSWERS = re.compile(
    r"(?:replying to|in reply to|answering|du antwortest|sie antworten|en réponse à|vous répondez à|respondiendo a"
    r"|en respuesta a) \W?\w|(?:正在)?回复 ?\w+ ?(?:的|[:：])",
    re.IGNORECASE,
)
"""The begin of a text that says to whom the text in a field is an answer."""

LABELS = (
    r"\b(?:environment|env|stage|tenant|organi[sz]ation|org|account|company|workspace|project|team|site|region|zone"
    r"|time ?zone|audience|recipients?|send to|deliver to|ships? to|on behalf of|visibility|visible to"
    r"|privacy|branch|namespace|cluster|context|database|connection|sandbox|currency|folder|directory|location"
    r"|class|group|channel|when|date|schedule|publish|role|owner|patient|customer|client|calendar|scope|mode"
    r"|applies to|total|amount due|to pay|quantity|access|data ?source|target|warehouse|domain|acting as"
    r"|umgebung|mandant|konto|firma|unternehmen|projekt|empfänger|sichtbarkeit|zweig|datenbank|währung|ordner"
    r"|summe|gesamt|zu zahlen|menge|klasse|gruppe|kanal|wann|ausführung|rolle|besitzer|kunde|kalender|zeitzone"
    r"|standort|quelle"
    r"|environnement|organisation|compte|société|entreprise|projet|équipe|destinataires?|visibilité|branche"
    r"|devise|dossier|classe|groupe|quand|rôle|propriétaire|client|calendrier|fuseau"
    r"|entorno|cuenta|empresa|proyecto|equipo|destinatarios?|visibilidad|rama|moneda|carpeta|clase|grupo|cuándo"
    r"|rol|propietario|cliente|paciente|calendario)\b|环境|租户|组织|账户|账号|公司|项目|团队|地区|区域|时区|收件人|接收|发送给"
    r"|发布到|合计|数量|可见|分支|数据库|货币|文件夹|班级|群组|频道|时间|角色|客户|日历"
    "|^(?:to|for|an|für|à|pour|para)$"
)
"""Pattern of a label that asks where, as whom or for whom something is done; JavaScript reads it as well."""
_LABEL = re.compile(LABELS, re.IGNORECASE)

OWNERS = (
    "(?:^|[-_ ])(?:environment|env|tenant|organi[sz]ation|company|workspace|project|team|region|namespace|cluster"
    "|time-?zone|tz|calendar|channel|patient|mandant|firma|projekt|klasse|entreprise|empresa)(?:$|[-_ ])"
)
"""Pattern of a class, or of a text, that says to whom something belongs."""
_OWNERS = re.compile(OWNERS, re.IGNORECASE)

_DISPLAY = re.compile(
    r"\b(?:sort|order by|sorted|theme|language|density|view|per page|page size|rows|columns|zoom|format|font|layout"
    r"|sortierung|ansicht|sprache|tri|langue|affichage|orden|idioma|vista|tema|new [\w ]*(?:ui|interface|look|design)\b"
    r"|dark mode)|排序|语言|主题|视图|^(?:page|seite|página|页)$",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b(?:(?:auto-?)?(?:sav|load|sync|connect|updat|process)(?:ed|ing)|disconnected|unsaved|offline|online|idle|busy|ready"
    r"|running|pending|queued|starting|stopped|gespeichert|verbunden|getrennt|bereit|enregistré|connecté|guardado"
    r"|conectado)\b|已保存|已连接|就绪",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The circumstances that the texts of a page name.

    Attributes:
        words: Words that name an environment or a visibility.
        persons: Names of companies, with their form.
        zones: Time zones by their place.
        texts: All of the texts.
        warnings: Texts that say that a deed is done in the name of somebody, or that nothing brings it back.
    """

    words: frozenset[str]
    persons: frozenset[str]
    zones: frozenset[str]
    texts: tuple[str, ...]
    warnings: tuple[str, ...]


def circumstance_words() -> str:
    """Return a pattern, for Python and for JavaScript, of the words without which no text names a circumstance."""
    words = sorted({word for group in RIVALS for words in group for word in words})
    found = [*words, *_FORMS.split(","), *_BEHALF.split(","), *_BIN.split(","), "公司"]
    return "|".join([*map(_for_both, found), r"[A-Z][a-z]+\/[A-Z][a-z]+", REACH, DESTROYS, WHOSE, TRAINING])


def _for_both(word: str) -> str:
    """Return a word as a pattern that both languages read alike; a short one stands alone."""
    bare = "".join(rf"\{char}" if char in "./" else char for char in word)
    return rf"(?<![a-z]){bare}(?![a-z])" if word.isascii() and word[:1].isalpha() else bare


def circumstances(texts: list[str]) -> Circumstances:
    """Return the circumstances that texts name."""
    words: set[str] = set()
    for text in texts:
        few = len(text.split()) <= FEW and not _FEATURE.search(text)
        words |= {word for word in _rivals_in(text) if few or word in STRONG}
    persons = {" ".join(found[0].casefold().split()) for text in texts for found in _PERSON.finditer(text)}
    zones = {found for text in texts for found in _ZONE.findall(text)}
    signs = [*_BEHALF.split(","), *_BIN.split(",")]
    warnings = tuple(
        text
        for text in texts
        if any(sign in text.casefold().replace("’", "'") for sign in signs)
        or _REACH.search(text)
        or _DESTROYS.search(text)
        or _WHOSE.search(text)
    )
    return Circumstances(frozenset(words), frozenset(persons), frozenset(zones), tuple(texts), warnings)


def _rivals_in(text: str) -> set[str]:
    """Return the words of a text that name a circumstance; where no spaces part them, anywhere in it."""
    folded = text.casefold()
    alone = set(re.findall(r"[^\W\d_]+", folded))
    known = {word for group in RIVALS for words in group for word in words}
    return {word for word in known if word in alone or (SIGN.match(word) and word in folded)}


def other_circumstance(was: Circumstances, now: Circumstances) -> str:
    """Return the circumstance that differs, for people; empty if none does."""
    for group in RIVALS:
        before, after = ([words for words in group if words & one.words] for one in (was, now))
        if before and after and not any(words in after for words in before):
            return f"the page speaks of {_shown(after, now)!r}, it spoke of {_shown(before, was)!r}"
    unreal = [found[0] for text in was.texts if (found := _NOTHING_REAL.search(text))]
    real = was.words & (RIVALS[0][0] | RIVALS[0][-1])  # a page that spoke of both says nothing by one of them
    still = now.words & UNREAL or any(map(_NOTHING_REAL.search, now.texts))
    if unreal and not real and not still:
        return f"the page does not speak of {unreal[0]!r} any more"
    pretended = [text for text in now.texts if len(text.split()) <= MOST_SPOKEN and _pretends(text)]
    if pretended and not was.words & UNREAL and not any(map(_pretends, was.texts)):
        return f"the page says {pretended[0]!r}, and did not"
    turned = next((text for text in now.texts for old in was.texts if turned_round(old, text)), "")
    if turned:
        return f"the page says {turned!r}, and said the contrary"
    for mine, its in ((was.persons, now.persons), (was.zones, now.zones)):
        if mine and its and not mine & its:
            return f"the page speaks of {min(its)!r}, it spoke of {min(mine)!r}"
    gained = [text for text in now.warnings if text not in was.warnings]
    return f"the page says {gained[0]!r}, and did not" if gained else ""


def _pretends(text: str) -> bool:
    return bool(_NOTHING_REAL.search(text) or _TRAINING.search(text))


def names_receivers(text: str) -> bool:
    """Return whether a text says that everybody receives what is sent: "To: Everyone watching"."""
    return bool(_RECEIVERS.match(text))


def answers_somebody(text: str) -> bool:
    """Return whether a text says to whom the text in a field is an answer: "Replying to Ann"."""
    return bool(_ANSWERS.match(text))


def other_extent(was: str, now: str) -> bool:
    """Return whether a text begins as another one and counts something else: "once for each order", "for each item"."""
    words = [re.findall(r"\w+", text.casefold()) for text in (was, now)]
    counted = [[*map(str.casefold, _COUNTED.findall(text))] for text in (was, now)]
    return words[0][:2] == words[1][:2] and len(counted[0]) == len(counted[1]) == 1 and counted[0] != counted[1]


def enters_environment(was: str, now: str) -> bool:
    """Return whether a text begins as another one and names an environment, as "Account Production" does."""
    words = [re.findall(r"\w+", text.casefold()) for text in (was, now)]
    environments = frozenset().union(*RIVALS[0])
    return words[0][:1] == words[1][:1] and bool(environments & {*words[1]}) and not environments & {*words[0]}


def other_host(was: str, now: str) -> bool:
    """Return whether a host name lost or won the part that names its environment: ".dev.acme.test", ".acme.test"."""
    environments = frozenset().union(*RIVALS[0])
    hosts = [[[*filter(None, host.casefold().split("."))] for host in _HOST.findall(text)] for text in (was, now)]
    for before in hosts[0]:
        for after in hosts[1]:
            said = [{*parts[:-2]} & environments for parts in (before, after)]
            if before[-2:] == after[-2:] and said[0] != said[1]:
                return True
    return False


def denies(was: str, now: str) -> bool:
    """Return whether a text says with most words of another one that something is not so, or is taken away.

    A count that fell to "no", or rises from it ("no new messages"), is no denial.
    A whole sentence that loses its denial says the contrary as well.
    """
    mine, its = ({*re.findall(r"\w+", text.casefold())} for text in (was, now))
    shared = len(mine & its)
    if shared * 2 <= len(mine) or len(mine) == 1:
        return False
    if DENIALS & mine and not NONE_LEFT.search(was):
        says_so = bool(NEGATIONS & mine) and not DENIALS & its
        return says_so and shared > FEW and not any(map(str.isdigit, now))
    return bool(DENIALS & its - mine) and not any(map(str.isdigit, was))


def turned_round(was: str, now: str) -> bool:
    """Return whether two texts are the same but for a word that names another circumstance."""
    mine, its = ({*re.findall(r"\w+", text.casefold())} for text in (was, now))
    lost, gained = mine - its, its - mine
    if len(mine) <= FEW or _FEATURE.search(now) or len(lost) != 1 or len(gained) != 1:
        return False
    return any(
        sum(bool(lost & words) for words in group) == 1 == sum(bool(gained & words) for words in group)
        for group in RIVALS
    )


def _shown(found: list[frozenset[str]], one: Circumstances) -> str:
    return min(word for words in found for word in words & one.words)


def names_circumstance(label: str) -> bool:
    """Return whether a label asks where, as whom or for whom something is done."""
    return bool(_LABEL.search(label) or _OWNERS.search(label))


def names_owner(text: str) -> bool:
    """Return whether a text says itself that it is the name of a company, a team or a project."""
    return bool(_OWNERS.search(text))


def names_protected(label: str) -> bool:
    """Return whether a switch of this name turns an environment on in which nothing is real."""
    return bool(_NOTHING_REAL.search(label))


def is_display(label: str) -> bool:
    """Return whether a label only says how a page shows something: its order, its language, its look."""
    return bool(_DISPLAY.search(label))


def passes(text: str) -> bool:
    """Return whether a text changes by itself: it says how far a page's work is."""
    return bool(_WORK.search(text))
