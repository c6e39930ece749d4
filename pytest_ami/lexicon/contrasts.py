"""Words of statements that contrast: of a statement that keeps most of its words, the other one says the contrary.

"Prices include tax" and "prices exclude tax" share all other words, and so do "who get the new one" and "who keep the
old one". Statements with few words in common are about something else, and nothing is known of them.

A title contrasts by the kind that it names: "Shipping address", "Billing address". A name contrasts by its thing:
"North pier", "South pier".

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from .finished import SET_APART
from .text_normalization import action_concepts, kind_of, opposite, split, verbs
from .vocabulary import SIGN

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIDES = r"""
adds?,gives?,grants?,assigns? : removes?,takes? (?:\w+ )?away,revokes?,withdraws?
erteilt,gewährt,vergibt : entzieht,entfernt,nimmt
accorde,attribue,concede,otorga,asigna : retire,révoque,quita,retira,revoca
授予,添加 : 移除,撤销

sends?,sent,notif(?:y|ies|ied),informs?,informed : leaves? (?:\w+ )?out,left out,skip(?:s|ped)?,exclude[sd]?
senden,gesendet,informiert : omit(?:s|ted)?,withholds?,withheld,auslassen,ausgenommen,übersprungen
envoyer,envoyé,enviar,enviado : exclure,exclus,ignorés?,excluir,excluido,omitir
(?<!不)发送,(?<!不)通知 : 跳过,排除,不发送,不通知

includ(?:e|es|ed|ing),incl,with : exclud(?:e|es|ed|ing),excl,without
inklusive,inkl,einschließlich,mit : exklusive,exkl,ohne,zuzüglich
inclus(?:e|es)?,compris(?:e|es)?,incluye,incluido,con : exclus,sans,hors,excluye,excluido,sin
包含,包括,(?<!不)含,税込 : 不含,不包括,税抜,税別

new,newer,newest,neue?[nrs]? : old,older,oldest,alte?[nrs]?
nouve(?:au|lle|aux),nuev[oa]s?,新 : ancien(?:ne)?s?,antigu[oa]s?,旧

before,vor,avant,antes,之前,以前 : after,nach,après,después,之后,以后

above,over,more than,at least,minimum : below,under,less than,at most,maximum
über,mehr als,mindestens : unter,weniger als,höchstens
supérieure? à,au moins,más de,al menos,mínimo : inférieure? à,au plus,menos de,como máximo,máximo
高于,至少 : 低于,至多

first,erste[nrs]?,premi(?:er|ère),primer[oa]?,首次 : last,letzte[nrs]?,derni(?:er|ère),últim[oa],最后

buys?,bought,purchased?,kaufen,gekauft,acheter,comprar,买入 : sells?,sold,verkaufen,verkauft,vendre,vender,卖出

deposits?,einzahlen,einzahlung,déposer,ingresar,存款 : withdraws?,withdrawal,auszahlen,auszahlung,abheben,retirer,取款

promotes?,befördern,promouvoir,ascender : demotes?,herabstufen,rétrograder,degradar

hires?,embaucher,contratar,雇用 : fires?,lay off,licencier,despedir,解雇

check(?:s|ed)? in,einchecken : check(?:s|ed)? out,auschecken

lends?,verleihen,prêter,prestar : borrows?,ausleihen,emprunter

debit(?:s|ed)?,outgoing,abgebucht,belastet : credit(?:s|ed)?,incoming,gutgeschrieben
débité,saliente,cargo,支出,扣除 : crédité,entrante,abono,收入,存入

whole,entire,total,gesamte?[nrs]?,ganze?[nrs]? : each,every,per,pro,jede[nrs]?
entière?,totale?,todo el,toda la,全部 : chaque,par,cada,每

members only,invited,restricted,nur mitglieder : open to,anyone,everybody,offen für
membres,miembros,仅限 : ouvert à,abierto a,任何人

internal,staff,team only,your team,colleagues? : external,public,customers?,clients?,guests?,everyone,everybody
intern,kolleg(?:e|en|innen) : extern,öffentlich,kund(?:e|en|in|innen)
interne,équipe,interno,equipo : externe,tout le monde,clientes?,todos
内部,团队 : 外部,公开,客户,所有人

allow(?:s|ed)?,permit(?:s|ted)?,accept(?:s|ed)? : block(?:s|ed)?,den(?:y|ies|ied),reject(?:s|ed)?,forbid(?:s|den)?
erlaubt,zugelassen : verboten,gesperrt
autorisé,permitid[oa] : bloqué,interdit,bloquead[oa],prohibid[oa]
允许 : 拒绝,禁止

increases?,increased,rais(?:e|es|ed) : decreases?,decreased,reduc(?:e|es|ed),lower(?:s|ed)?
erhöht,augmente,aumenta,增加 : verringert,gesenkt,réduit,diminue,reduce,disminuye,减少

gross,brutto,brut,bruto,税前 : net,netto,neto,税后

starts?,begins?,resumes?,beginnt,startet : stops?,ends?,pauses?,endet,stoppt
commence,empieza,comienza,开始 : termine,finit,termina,停止,结束

free,kostenlos : charged,paid,chargeable,kostenpflichtig,berechnet
gratuite?,gratis,免费 : payante?,facturé,de pago,cobra,收费

keeps?,kept,stays?,remains? : deletes?,deleted,removed?,replaces?,replaced,lost,discard(?:s|ed)?
bleib(?:t|en),behält,behalten : gelöscht,ersetzt,verworfen
conserve,reste,mantiene,conserva : supprim(?:e|é|ée|és)?,remplac(?:e|é),elimina,reemplaza,borra
保留 : 删除,替换
"""


def _pattern(sides: list[str]) -> re.Pattern[str]:
    """Return the pattern of one side in all languages; a word of Chinese signs has no edges."""
    words = [word for side in sides for word in side.strip().split(",")]
    return re.compile("|".join(word if SIGN.search(word) else rf"(?<!\w){word}(?!\w)" for word in words), re.IGNORECASE)


def _pair(block: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    lines = [line.split(" : ") for line in block.strip().splitlines()]
    return _pattern([line[0] for line in lines]), _pattern([line[1] for line in lines])


CONTRASTS = tuple(_pair(block) for block in _SIDES.split("\n\n"))
"""Pairs of meanings of which a statement has one or the other."""

_TITLES = r"""
shipping,delivery,liefer\w*,versand\w*,livraison,envío,entrega,收货,配送
 : billing,invoice,rechnung\w*,facturation,facturación,账单,发票
home,private,personal,privat\w*,domicile,personnel(?:le)?,domicilio,家庭,个人
 : work,business,office,company,geschäft\w*,firmen\w*,professionnel(?:le)?,empresa,trabajo,工作,公司
sender,absender\w*,expéditeur,remitente,寄件人 : recipient,receiver,empfänger\w*,destinataire,destinatario,收件人
buyer,customer,käufer,acheteur,comprador,买家 : seller,supplier,verkäufer,vendeur,vendedor,卖家
primary,main,haupt\w*,principale?,主要 : secondary,backup,alternat(?:e|ive),zweit\w*,secondaire,secundari[oa],备用
outbound,departure,hinfahrt,hinflug,aller,ida,去程 : return,inbound,rückfahrt,rückflug,retour,vuelta,返程
mother,mutter,mère,madre,母亲 : father,vater,père,padre,父亲
current,existing,aktuell\w*,actuel(?:le)?,actual,当前 : new,neu\w*,nouve\w+,nuev\w+,新
"""
TITLES = tuple(map(_pair, _TITLES.replace("\n :", " :").strip().splitlines()))
"""Pairs of kinds of which the title of a group of fields names one or the other."""

_RELATION = re.compile(
    r"^\w[\w ]{0,30} (?:of|by|for|under|von|vom|für|unter|de|du|des|par|pour|del|por|para)$", re.IGNORECASE
)
"""A title that names a thing by its relation to the one whose name follows: "Team led by", "Child of"."""

_REVERSED = r"""
lock,freeze,block,锁定,冻结,挂失 : 解锁,解冻,解挂
follow,关注 : 取关
import,导入,importieren,importer,importar : export,导出,exportieren,exporter,exportar
show,显示,上架,anzeigen,afficher,mostrar : hide,隐藏,下架,ausblenden,masquer,ocultar
approve,accept,批准,接受,genehmigen,approuver,aprobar : reject,decline,refuse,拒绝,驳回,ablehnen,refuser,rechazar
upvote,like,点赞 : downvote,dislike,点踩
upgrade,升级,hochstufen : downgrade,降级,herabstufen
join,加入,beitreten,rejoindre,unirse : leave,退出,verlassen,quitter,abandonar
push,上移 : pull,下移
raise,提高,erhöhen : lower,降低,senken
heat(?:s|ing)?,heiz\w*,chauff\w*,calentar,制热 : cool(?:s|ing)?,kühl\w*,refroidi\w*,refrigera\w*,enfriar,制冷
"""
REVERSED = tuple(map(_pair, _REVERSED.strip().splitlines()))
"""Pairs of deeds of which the one takes the other back, or goes in the other direction."""

_TAKES_BACK = ("un", "de", "dis", "re")
"""Beginnings of a verb that make it another deed: unlock, deactivate, disconnect, resend."""

BEGINNING = 2
"""Number of equal words at their beginning by which two statements are about the same."""


SHORTEST = 3
"""The fewest words of a statement; shorter texts are names."""


def contrast(was: str, now: str) -> tuple[str, str] | None:
    """Return the words by which a statement says the contrary of an earlier one; None if it does not.

    Args:
        was: The earlier statement.
        now: The statement that is there now.
    """
    if not _alike(was, now):
        return None
    return _opposed(_meanings(was), _meanings(now))


def reverses(deed: str, other: str) -> bool:
    """Return whether two names of deeds contradict each other: by contrary words, or as one takes the other back.

    Args:
        deed: Name of a deed, such as "archive project".
        other: Name of the other deed, such as "unarchive project".
    """
    if opposite(deed, other) or _opposed(_meanings(deed), _meanings(other)):
        return True
    if _opposed(_sides_of(deed, REVERSED), _sides_of(other, REVERSED)):
        return True
    mine, its = {*_words(deed)}, {*_words(other)}
    return any(f"{start}{word}" in its - mine for start in _TAKES_BACK for word in mine - its) or any(
        f"{start}{word}" in mine - its for start in _TAKES_BACK for word in its - mine
    )


def other_kind(was: str, now: str) -> bool:
    """Return whether two titles name contrasting kinds of one thing: "Shipping address" and "Billing address"."""
    return _opposed(_kinds(was), _kinds(now)) is not None


def one_of_two_kinds(title: str, known: str) -> str:
    """Return the word by which a title says which of two contrasting kinds it is of, if a text names neither.

    Args:
        title: The title, such as "Return ticket".
        known: A text that may name one of the kinds, such as "book an outbound ticket".
    """
    named = {pair for pair, _ in _kinds(known)}
    return next((word for (pair, _), word in _kinds(title).items() if pair not in named and pair != _NEW), "")


_NEW = len(TITLES) - 1
"""The pair of current and new things: a form for a thing that does not exist yet is that of a new one."""

_Sides = dict[tuple[int, int], str]
"""The words of a text by the pair that they belong to, and by its side: 0 or 1."""


def _sides_of(text: str, pairs: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]) -> _Sides:
    found = {(n, side): word.search(text) for n, pair in enumerate(pairs) for side, word in enumerate(pair)}
    return {key: match[0] for key, match in found.items() if match}


@lru_cache(maxsize=4096)
def _meanings(text: str) -> _Sides:
    return _sides_of(text, CONTRASTS)


@lru_cache(maxsize=4096)
def _kinds(text: str) -> _Sides:
    return _sides_of(text, TITLES)


def _opposed(was: _Sides, now: _Sides) -> tuple[str, str] | None:
    """Return the words of the first pair of which one text has the one side alone, and the other text the other."""
    for (pair, side), word in was.items():
        mine, other = (pair, side), (pair, 1 - side)
        if other in now and mine not in now and other not in was:
            return word, now[other]
    return None


def names_relation(title: str) -> bool:
    """Return whether a title names a thing by its relation to the one whose name follows: "Team led by"."""
    return bool(_RELATION.search(title.strip(" :")))


def _alike(was: str, now: str) -> bool:
    """Return whether two statements are about the same: they share most words, begin alike, or have one label."""
    mine, its = (_words(text) for text in (was, now))
    if min(len(mine), len(its)) < SHORTEST:
        return False
    labels = {text.partition(":")[0] if ":" in text else "" for text in (was, now)}
    if len(labels) == 1 and "" not in labels:
        return True
    shared = len({*mine} & {*its})
    return mine[:BEGINNING] == its[:BEGINNING] or shared * 2 > min(len({*mine}), len({*its})) > 1


def _words(text: str) -> list[str]:
    """Return the words of a text; each Chinese sign is one."""
    return re.findall(r"[\u3000-\u9fff]|[^\W\u3000-\u9fff]+", text.casefold())


_RELATES = frozenset(
    {"of", "for", "from", "by", "to", "in", "on", "at", "with", "without", "into", "and", "or", "per"}
    | {"von", "vom", "für", "aus", "im", "mit", "ohne", "und", "oder", "du", "des", "de", "del", "par", "pour", "para"}
    | {"con", "et", "y"}
)
"""Words after which a name says more about its thing: "Report of the year" is a report."""


def other_thing(was: str, now: str) -> bool:
    """Return whether a name names another thing than before.

    The last word of a name is its thing, the words before it say which one: "South pier" is another pier than "North
    pier", and "Pier visitors" are no pier. "Old pier" may be the "Pier". Two names of things without a common word name
    two things. A name with the verb of a deed may have other words for the same deed.

    Args:
        was: The recorded name.
        now: The name in its place.
    """
    mine, its = _things(was), _things(now)
    if not mine or not its:
        return False
    if not {*mine} & {*its}:
        return not verbs(was) and not verbs(now)
    if {*its} <= {*mine}:
        return False
    return mine[-1] != its[-1] or not {*mine} <= {*its}


def lost_words(was: str, now: str) -> set[str]:
    """Return the words of the recorded name's thing that the name in its place does not have."""
    return {*_things(was)} - {*_things(now)}


def words_of(texts: Iterable[str]) -> set[str]:
    """Return the words of some texts, in the form of the words of a thing."""
    return {one for text in texts for one in (*action_concepts(text), *split(text))}


def is_set_apart(was: str, now: str) -> bool:
    """Return whether a name says that its things are set apart from the others, and did not: archived, deleted."""
    return bool(SET_APART.search(now)) and not SET_APART.search(was)


def _things(text: str) -> list[str]:
    """Return the words of a name that name its thing, without those that only relate it to another one."""
    atoms = split(text)
    ends = next((n for n, word in enumerate(atoms) if n and word in _RELATES), len(atoms))
    start = " ".join(atoms[:ends])
    return _objects(start) if verbs(start) == verbs(text) and _objects(start) else _objects(text)


def _objects(text: str) -> list[str]:
    return [one for one in action_concepts(text) if kind_of(one) == "object" and not one.isdigit()]
