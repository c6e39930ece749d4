"""Words that say that a record is no longer, or not yet, what a deed is for.

* A deed was done already, by the word that names the deed: "Pay" and "Paid".
* The state of a record that takes no more entries: "Open" and "Closed".
* A sentence that says that a deed is not done although its control is pressed.
* The title above records that are set apart from the others: "Pending invitations".

Knows words of five languages. Must never know an element.
"""

from __future__ import annotations

import re

_TABLE = """
pay settle bezahlen zahlen begleichen payer régler pagar : paid settled bezahlt gezahlt beglichen payé réglé pagado
send submit senden absenden verschicken envoyer enviar : sent submitted gesendet abgesendet verschickt envoyé enviado
approve genehmigen freigeben approuver aprobar : approved genehmigt freigegeben approuvé approuvée aprobado aprobada
cancel stornieren kündigen annuler cancelar anular : cancelled canceled storniert gekündigt annulé cancelado anulado
refund erstatten rembourser reembolsar : refunded erstattet remboursé remboursée reembolsado reembolsada
ship dispatch versenden expédier despachar : shipped dispatched versandt expédié expédiée despachado despachada
publish veröffentlichen publier publicar : published veröffentlicht publié publiée publicado publicada
archive archivieren archiver archivar : archived archiviert archivé archivée archivado archivada
close schließen fermer clôturer cerrar : closed geschlossen fermé fermée clôturé cerrado cerrada
accept annehmen akzeptieren accepter aceptar : accepted angenommen akzeptiert accepté acceptée aceptado aceptada
reject ablehnen refuser rejeter rechazar : rejected abgelehnt refusé refusée rejeté rechazado rechazada
confirm bestätigen confirmer confirmar : confirmed bestätigt confirmé confirmée confirmado confirmada
book reserve buchen reservieren réserver reservar : booked reserved gebucht reserviert réservé reservado reservada
sign unterschreiben signer firmar : signed unterschrieben signé signée firmado firmada
return zurückgeben retourner devolver : returned zurückgegeben retourné retournée devuelto devuelta
complete finish erledigen abschließen terminer completar : completed finished erledigt abgeschlossen terminé completado
invite einladen inviter invitar : invited eingeladen invité invitée invitado invitada
"""
_LATER = """
merge zusammenführen fusionner fusionar : merged zusammengeführt fusionné fusionnée fusionado fusionada
deploy release ausrollen déployer desplegar : deployed released ausgerollt déployé déployée desplegado desplegada
post share teilen partager compartir : posted shared geteilt partagé partagée compartido compartida
charge transfer überweisen virer transferir : charged transferred überwiesen viré virée transferido transferida
"""
"""Deeds whose state belongs to a record that may be done again: a shared file is shared once more."""


def _states_of(table: str) -> dict[str, frozenset[str]]:
    lines = (line.partition(" : ") for line in table.strip().splitlines())
    return {verb: frozenset(done.split()) for verbs, _, done in lines for verb in verbs.split()}


_DONE = _states_of(_TABLE)
DONE = frozenset().union(*_DONE.values())
"""States in which the deed of a record is done."""

_STATES = tuple(
    frozenset(words.split())
    for words in (
        "open active enabled editable unlocked unpaid activo offen aktiv ouvert ouverte actif abierto abierta",
        "closed reopened locked archived inactive suspended geschlossen gesperrt fermé verrouillé archivé cerrado",
    )
)
"""States of a record of which the second takes no more entries, or takes them as something else."""

_SWITCHED = re.compile(
    r"\b(?:is|are|stays?|remains?|starts|ist|sind|bleibt) (?:switched |turned )?(on|off|an|aus|ein)\b", re.IGNORECASE
)
"""Whether something works, at the first place where a text says so."""

_ON = frozenset({"on", "an", "ein"})

BADGE = 2
"""The most words of a badge."""

_CHINESE = "支付 付款 发送 提交 批准 取消 退款 发货 发布 归档 关闭 接受 拒绝 确认 预订 签署 归还"
_SIGNS = tuple(_CHINESE.split())

MOST_WORDS = 4
"""The most words of a text that is a state."""

LONGEST = 60
"""The most characters of a state that goes on with when or how: "Refunded by bank transfer on Monday"."""

_NOT = r"(?:do not|don't|must not|never|nicht|ne pas|no)\b|[勿莫]|不要|请勿"


SET_APART = re.compile(
    r"(?<![^\W\d_])(?:pending|invit\w+|requests?|archived?|deleted|trash|bin|former|inactive|blocked|banned|expired|rejected"
    r"|suggest\w+|recommended|templates?|drafts?|eingeladen\w*|einladungen|anfragen|archiviert\w*|gelöscht\w*|papierkorb"
    r"|ehemalige|gesperrt\w*|vorschläge|vorlagen|entwürfe|en attente|demandes|archivé\w*|supprimé\w*|corbeille|anciens"
    r"|bloqués|suggestions|modèles|brouillons|pendientes|solicitudes|archivad\w+|eliminad\w+|papelera|bloquead\w+"
    r"|sugerencias|plantillas|borradores)(?![^\W\d_])|待处理|邀请|申请|归档|已删除|回收站|已停用|推荐|模板|草稿",
    re.IGNORECASE,
)
"""Words of the title of records that are set apart from the others: people who are only invited, deleted files."""


OUTSIDE = re.compile(
    r"(?<![^\W\d_])(?:guests?|external|outside|outsider|gast|gäste|extern\w*|außerhalb|invitée?s?|externes?|invitad[oa]s?"
    r"|extern[oa]s?)(?![^\W\d_])|外部|访客",
    re.IGNORECASE,
)
"""Words of an entry that say that somebody does not belong to those at hand."""

_NOT_YET = re.compile(
    r"(?<![^\W\d_])(?:not|to be|until|if|nicht|noch|keine?|pas|non|encore|no|aún|por)(?:\s+[^\W\d_]+){0,2}\s*$",
    re.IGNORECASE,
)
"""Words before the word of a state that is still to come: "Not yet paid", "To be sent". "Sent to Ada" is done."""

_HOW = re.compile(
    r"[\s,.:(–-]*(?:\d|(?:by|to|on|at|via|with|in|from|for|until|since|am|an|von|per|par|le|por|el|con)\b)",
    re.IGNORECASE,
)
"""Words that say when, how or to whom something was done; a longer text goes on with them after the state."""


def finished(deed: str, texts: set[str]) -> str:
    """Return the text that says that a deed is done already, or must not be done; empty if none does.

    Args:
        deed: The name of the control that does it.
        texts: Texts of the record that it concerns.
    """
    words = re.findall(r"[^\W\d_]+", deed.casefold())
    done = frozenset().union(*(_DONE.get(word, frozenset()) for word in words[:1]))
    signs = [f"已{sign}" for sign in _SIGNS if deed.startswith(sign)]
    verb = "|".join(map(re.escape, [word for word in words[:1] if word in _DONE] + [sign[1:] for sign in signs]))
    for text in sorted(texts):
        if any(_states(word, text.casefold()) for word in done) or any(sign in text for sign in signs):
            return text
        if verb and re.search(rf"(?<![^\W\d_])(?:{_NOT}).{{0,12}}(?:{verb})", text, re.IGNORECASE):
            return text
    return ""


_ALL_TO_COME = re.compile(
    r"(?<![^\W\d_])(?:until|unless|while|as long as|solange|bis|während|tant que|jusqu|hasta|mientras)(?![^\W\d_])"
    r"|(?<![^\W\d_])(?:will|cannot|can|won't|werden|wird|kann|können|sera|seront|será|serán)(?![^\W\d_])",
    re.IGNORECASE,
)
"""Words of a sentence that speaks of all deeds to come: a condition, or the future."""

_PUT_OFF = (
    r"(?<![^\W\d_])(?:will (?:only )?be|(?:is|are) (?:only )?(?:to be )?)\s*(?:\w+ly )?{done}(?: automatically)?"
    r" (?:when|once|as soon as|after|if)(?! (?:you|it is done|this is done)(?![^\W\d_]))"
    r"|(?<![^\W\d_])(?:wird|werden) (?:erst |automatisch )?{done}, (?:sobald|wenn|nachdem)(?! sie| du)"
    r"|(?<![^\W\d_])(?:sera|seront) {done} (?:automatiquement )?(?:quand|lorsque|dès que|après)(?! vous)"
    r"|(?<![^\W\d_])(?:será|serán) {done} (?:automáticamente )?(?:cuando|después de)(?! usted)"
)
"""A deed that is done later, by itself, on a condition that is not the press."""

_UNDONE = (
    r"(?<![^\W\d_])(?:not|never|cannot|won't|nicht|nie|pas|jamais|no|nunca)(?:\s+be)?\s+(?:{done})(?![^\W\d_])"
    r"(?!\s+(?:to|with|twice|again|yet|automatically|an|mit|zweimal|automatisch|à|avec|deux|a|con|dos)(?![^\W\d_]))"
)
"""A deed that is not done; one that is only not done to somebody, or not once more, is none."""


def other_state(was: str, now: str) -> bool:
    """Return whether a text begins as another one and says the contrary state: open and closed, active and locked."""
    words = [re.findall(r"\w+", text.casefold()) for text in (was, now)]
    labels = {text.partition(":")[0] if ":" in text else "" for text in (was, now)}
    if words[0][:2] != words[1][:2] and (len(labels) > 1 or "" in labels):
        return False
    switched = [found[1].casefold() if (found := _SWITCHED.search(text)) else "" for text in (was, now)]
    if all(switched) and (switched[0] in _ON) is not (switched[1] in _ON):
        return True
    states = [next((group for word in found for group in _STATES if word in group), None) for found in words]
    return None not in states and states[0] != states[1]


def other_badge(was: str, now: str) -> bool:
    """Return whether a badge says that a record takes entries, and another one that it does not: "Open" and "Paid"."""
    words = [text.casefold() for text in (was, now)]
    return says_open(was) and len(words[0].split()) <= BADGE and words[1] in _STATES[1] | DONE


def says_open(text: str) -> bool:
    """Return whether a text says that a record takes entries: it is open, active or unlocked."""
    return bool(_STATES[0] & {*re.findall(r"\w+", text.casefold())})


def stays_undone(deed: str, text: str) -> bool:
    """Return whether a sentence says that a deed is not done although its control is pressed.

    "Until the plan is approved, a request is not submitted" says so beside "Submit", and "It will be merged when the
    checks pass" beside "Merge". "This draft was not submitted" is the state of a record before it is submitted.
    """
    words = re.findall(r"[^\W\d_]+", deed.casefold())
    done, after = (
        "|".join(map(re.escape, sorted(frozenset().union(*(table.get(word, frozenset()) for word in words[:1])))))
        for table in (_DONE, _DONE | _states_of(_LATER))
    )
    said = text.replace("’", "'")
    later = bool(after) and re.search(_PUT_OFF.format(done=f"(?:{after})"), said, re.IGNORECASE)
    never = bool(done and _ALL_TO_COME.search(said)) and re.search(_UNDONE.format(done=done), said, re.IGNORECASE)
    return bool(later or never)


def _states(done: str, text: str) -> bool:
    """Return whether a text only says that something was done, or goes on with when or how."""
    at = re.search(rf"(?<![^\W\d_]){re.escape(done)}(?![^\W\d_])", text)
    if at is None or _NOT_YET.search(text[: at.start()]):
        return False
    short = len(re.findall(r"[^\W\d_]+", text)) <= MOST_WORDS
    return short or (not at.start() and len(text) <= LONGEST and bool(_HOW.match(text, at.end())))
