"""Dangerous actions in a text: delete, pay, publish, invite and others; five languages, as tables.

Knows words. Must never know an element, a task or a permission (``action_policy`` does).

Rules of this module:

* A phrase names a dangerous action, and so do a verb and a thing in one text ("close" and "account").
* Harmless phrases with such a word ("clear filters", "remove star") are listed and removed first.
* Articles and possessives are left out; lookalike letters of other scripts and spelled-out words are read as intended.
* Digits and symbols in place of letters, accents and invisible characters hide no word.
* A verb and a word for "all" name an action of their own: "Archive all" is not "Archive".
* A control without a text is read by its icon.
* Which action belongs to which task is in the tables of ``vocabulary``.
* Prefer a miss to a false alarm: nouns such as "Trash" or "Payments" are not actions.
"""

# ruff: noqa: E501  (Chinese characters count twice)

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from . import vocabulary
from .text_normalization import ConceptTable, cut, mentions, split
from .text_normalization import verbs as verbs_of

DANGEROUS_ACTIONS = {
    "delete": "delete, remove, drop, erase, wipe, destroy, purge, discard draft, move to trash, move to bin, trash it, "
    "empty trash, empty bin, empty recycle bin, clear all, clear history, clear data, clear everything, clear database, "
    "删除, 删掉, 删, 移除, 清空, 抹掉, 抹除, 销毁, 移到垃圾箱, 移至垃圾箱, 移至回收站, 移到回收站, 清除数据, 清除所有, 清除全部, "
    "löschen, lösche, gelöscht werden, entfernen, vernichten, in den papierkorb, papierkorb leeren, alles leeren, "
    "supprimer, supprimez, effacer, effacez, retirer, vider la corbeille, détruire, tout vider, "
    "eliminar, elimine, borrar, borre, suprimir, quitar, vaciar papelera, vaciar la papelera, destruir",
    "approve": "approve, sign off on, 批准, 审批通过, 核准, 通过审核, genehmigen, genehmige, approuver, approuvez, aprobar, apruebe",
    "merge": "merge, squash and merge, rebase and merge, 合并, 合入, zusammenführen, mergen, fusionner, fusionnez, fusionar, fusione",
    "refund": "refund, pay back, 退款, 退钱, erstatten, rückerstatten, zurückerstatten, rembourser, remboursez, reembolsar, reembolse",
    "leave": "leave, quit team, quit group, quit organization, exit group, 退出群, 退出群聊, 退出团队, 退出组织, 退出项目, 退群, "
    "verlassen, austreten, quitter, quittez, abandonar, abandone, salir del grupo, salir del equipo",
    "transfer": "transfer, wire, send money, send fund, withdraw, move fund, "
    "转账, 汇款, 转出, 提现, 转让, 打款, überweisen, überweise, auszahlen, übertragen, überweisung ausführen, "
    "überweisung bestätigen, virer, transférer, effectuer un virement, transferir, retirar fondos, enviar dinero, "
    "hand over ownership, give ownership, 移交, 过户, abtreten, céder la propriété, ceder la propiedad, traspasar",
    "pay": "pay, pay now, buy, purchase, place order, order now, check out, checkout, donate, upgrade now, upgrade plan, "
    "支付, 付款, 购买, 下单, 结算, 捐款, 提交订单, bezahlen, zahlen, kaufen, jetzt bestellen, zahlungspflichtig bestellen, "
    "kostenpflichtig bestellen, spenden, zur kasse, payer, payez, acheter, passer commande, commander, faire un don, pagar, pague, "
    "comprar, compre, realizar pedido, hacer pedido, donar",
    "close account": "销户, 注销账户, 注销账号, 注销帐号, 注销帐户, dar de baja",
    "cancel subscription": "退订会员",
    "reset": "reset, factory reset, restore default, 重置, 恢复出厂设置, 恢复默认, zurücksetzen, réinitialiser, restablecer",
    "format": "format disk, format drive, format card, format storage, 格式化, formatieren, formater le disque, formatear",
    "revoke": "revoke, 撤销授权, 吊销, 收回权限, 解除授权, widerrufen, entziehen, révoquer, revocar",
    "unsubscribe": "unsubscribe, opt out, 退订, 取消订阅, abbestellen, abmelden vom newsletter, se désabonner, désabonner, "
    "cancelar suscripción, darse de baja",
    "deactivate": "deactivate, suspend, freeze, 停用, 冻结, deaktivieren, stilllegen, désactiver, suspendre, desactivar, suspender",
    "publish": "publish, post, post now, make public, go live, tweet, 发布, 发表, 公开, veröffentlichen, posten, publier, publiez, "
    "rendre public, publicar, publique, hacer público",
    "invite": "invite, 邀请, einladen, inviter, invitez, invitar, invite a",
    "share": "share, 分享, 共享, teilen, freigeben, partager, compartir",
    "forward": "forward, 转发, weiterleiten, faire suivre, reenviar",
    "grant": "make moderator, set as owner, set as admin, assign owner, add owner, promote to owner, promote to admin, "
    "设为所有者, 设为群主, 设为管理者, 授予权限, zum eigentümer machen, zum besitzer machen, zum admin machen, rendre propriétaire, "
    "nommer propriétaire, nommer administrateur, hacer propietario, hacer administrador, nombrar administrador, "
    "grant, give access, give permission, allow access, make admin, make owner, make administrator, add admin, "
    "authorize, authorise, 授权, 授予, 设为管理员, gewähren, zugriff erlauben, zugriff gewähren, zum administrator machen, "
    "accorder, autoriser l accès, otorgar, conceder, dar acceso, autorizar",
    "block": "block, ban, kick, kick out, 踢出, 禁言, 封号, verbannen, ausschliessen, exclure, expulser, expulsar, banear, 拉黑, 封禁, 屏蔽, 锁定, 挂失, sperren, blockieren, bloquer, bannir, bloquear",
    "reveal": "reveal, show password, show secret, show token, show api key, show recovery code, show pin, copy token, copy secret, "
    "copy api key, export data, export all, download all data, 显示密码, 查看密码, 显示密钥, 导出数据, 导出全部, passwort anzeigen, "
    "schlüssel anzeigen, daten exportieren, afficher le mot de passe, exporter les données, mostrar contraseña, exportar datos",
    "shut down": "shut down, shutdown, power off, reboot, terminate, kill process, restart server, 关机, 重启, 关闭服务器, herunterfahren, "
    "éteindre, redémarrer, apagar, reiniciar servidor",
    "deploy": "roll out, promote to production, ship to production, 上线, bereitstellen, mettre en production, "
    "poner en producción, deploy, roll back, rollback, release to production, 部署, 回滚, ausrollen, déployer, desplegar",
    "send": "send, send email, send mail, send message, send now, 发送, 寄出, 发送邮件, senden, abschicken, envoyer, envoyez, enviar, envíe",
}
"""Each entry is an action: its name, then its phrases."""

TOGETHER = (
    (
        "close account",
        (
            "close, terminate, cancel, end, quit, 关闭, 注销, 终止, schliessen, kündigen, auflösen, beenden, fermer, clôturer, "
            "résilier, cerrar, cancelar"
        ),
        "account, membership, profile, 账户, 账号, 帐户, 帐号, konto, mitgliedschaft, benutzerkonto, compte, adhésion, cuenta",
    ),
    (
        "cancel subscription",
        "cancel, end, stop, terminate, 取消, 撤销, 终止, kündigen, stornieren, beenden, résilier, annuler, cancelar, anular",
        (
            "subscription, order, booking, reservation, contract, policy, plan, 定期转账, dauerauftrag, 订单, 预订, 合同, 会员, abo, abonnement, bestellung, "
            "buchung, vertrag, commande, réservation, contrat, suscripción, pedido, reserva, contrato"
        ),
    ),
    (
        "deactivate",
        "disable, turn off, switch off, 关闭, 禁用, ausschalten, abschalten, désactiver, desactivar",
        (
            "two factor, 2 factor, 2fa, mfa, two step, protection, security, firewall, backup, antivirus, encryption, 双重验证, "
            "安全, 防火墙, 备份, zwei faktor, schutz, sicherheit, sécurité, seguridad"
        ),
    ),
    (
        "generate key",
        (
            "generate, create, rotate, regenerate, renew, issue, reissue, roll, new, 生成, 创建, 新建, 轮换, 签发, erzeugen, "
            "generieren, erstellen, erneuern, rotieren, générer, créer, régénérer, renouveler, generar, crear, regenerar, renovar, rotar"
        ),
        (
            "key, api key, token, secret, credential, certificate, recovery code, backup code, 密钥, 令牌, 证书, 凭证, 恢复码, schlüssel, "
            "api schlüssel, zertifikat, clé, clé api, jeton, certificat, clave, clave api, certificado"
        ),
    ),
    (
        "sign out everywhere",
        (
            "sign out, log out, signout, logout, sign off, log off, end, 退出, 退出登录, 登出, 注销, abmelden, ausloggen, beenden, "
            "déconnecter, déconnexion, cerrar sesión, cerrar, desconectar"
        ),
        (
            "everywhere, all device, other device, every device, all session, other session, all browser, 所有设备, 全部设备, 其他设备, "
            "所有会话, überall, allen geräten, anderen geräten, alle geräte, alle sitzungen, partout, tous appareils, tous autres appareils, "
            "autres appareils, toutes sessions, todos dispositivos, otros dispositivos, todas sesiones, todas partes"
        ),
    ),
    (
        "delete",
        "move, put, throw, send, verschieben, werfen, déplacer, mettre, mover, enviar, 移到, 移至, 放入, 扔进",
        "to trash, into trash, in trash, to bin, into bin, to recycle bin, in papierkorb, corbeille, papelera, 回收站, 废纸篓, 垃圾箱",
    ),
    (
        "act on all",
        (
            "archive, move, mark, close, resolve, complete, finish, assign, unassign, enable, disable, subscribe, restore, merge, import, "
            "hide, mute, dismiss, cancel, stop, accept invitation, sync, apply to, 归档, 移动, 标记, 标为, 关闭, 完成, 分配, 启用, 禁用, 恢复, 隐藏, "
            "archivieren, verschieben, markieren, schliessen, abschliessen, zuweisen, aktivieren, wiederherstellen, archiver, déplacer, "
            "marquer, fermer, terminer, attribuer, activer, restaurer, archivar, mover, marcar, cerrar, completar, asignar, activar, restaurar"
        ),
        "all, everything, everyone, every, each, 全部, 所有, 一切, 每个, alle, alles, sämtliche, jede, tout, tous, toutes, chaque, todo, todos, todas, cada",
    ),
)
"""An action with its verbs and its things. A verb and a thing anywhere in the text together name the action."""

HARMLESS = (
    "clear filter, clear all filter, clear search, clear selection, clear field, clear input, clear text, clear form, "
    "reset filter, reset search, reset view, reset zoom, reset sorting, remove filter, remove all filter, remove formatting, "
    "remove star, remove from favorite, remove from favourite, remove bookmark, remove like, remove highlight, pay attention, "
    "share opinion, share review, share feedback, share thought, share experience, meinung teilen, 分享看法, 分享评价, "
    "send option, delivery option, transfer option, payment option, share option, block option, 发送选项, 分享选项, versandoption, "
    "add block, insert block, new block, choose block, select block, edit block, move block, copy block, duplicate block, "
    "block type, block editor, block setting, block library, content block, text block, code block, search block, "
    "post code, fast forward, step forward, look forward, block quote, block view, send code, send new code, resend code, "
    "send verification code, send link, send otp, send again, wire frame, "
    "已删除, 已发送, 已发布, 已支付, 已付款, 未支付, 待付款, 已购买, 已分享, 已转发, 已屏蔽, 已锁定, 已退订, 已停用, 恢复已删除, "
    "drop file, drop here, drop down, dropdown, drag and drop, drop zone, drop off, drop image, drop or, leave comment, leave review, "
    "leave feedback, leave message, leave note, leave reply, leave request, leave page, leave site, leave blank, leave empty, sick leave, "
    "annual leave, parental leave, merge request, merge queue, merge conflict, merge option, merge cell, refund policy, block explorer, "
    "close all tab, hide all filter, new key result, 离开页面, 合并请求, 合并单元格, 退款政策, seite verlassen, quitter la page, "
    "清除筛选, 清空筛选, 清空搜索, 重置筛选, 取消收藏, 发送验证码, filter löschen, filter zurücksetzen, suche löschen, code senden, "
    "effacer les filtres, réinitialiser les filtres, envoyer le code, borrar filtros, restablecer filtros, enviar código"
)
"""Harmless phrases that contain the word of a dangerous action."""

THINGS = {
    "account": "account, user, profile, member, membership, 账户, 账号, 帐户, 帐号, 销户, 用户, 成员, konto, benutzer, mitglied, profil, compte, "
    "utilisateur, membre, cuenta, usuario, perfil, miembro",
    "team": "team, organisation, organization, workspace, company, tenant, 团队, 组织, 工作区, organisation, équipe, equipo",
    "project": "project, repository, repo, site, website, store, shop, domain, 项目, 仓库, 网站, 域名, projekt, projet, proyecto",
    "data": "database, data, backup, history, log, file system, disk, server, 数据库, 数据, 备份, 历史, 服务器, datenbank, daten, verlauf, "
    "base de données, données, historique, base de datos, datos, historial",
    "all": "all, everything, everyone, every, 全部, 所有, 一切, alle, alles, sämtliche, tout, tous, toutes, todo, todos, todas",
    "forever": "permanently, forever, for good, 永久, 彻底, endgültig, dauerhaft, définitivement, permanentemente, para siempre",
    "access": "key, token, ownership, permission, access, certificate, 密钥, 令牌, 权限, 所有权, schlüssel, zugriff, rechte, eigentum, clé, "
    "propriété, clave, propiedad",
    "money": "subscription, plan, card, fund, salary, invoice, 订阅, 银行卡, 卡, 卡片, 资金, abo, karte, carte, abonnement, suscripción, tarjeta",
}
"""Objects of grave actions. If the task names an action but not this object, the action on it is not permitted."""

ICONS = {
    "delete": "trash, trash can, trashcan, trash alt, bin, recycle bin, dustbin, garbage, rubbish, wastebasket, eraser, delete, remove",
    "send": "paper plane, paperplane, paper airplane",
    "pay": "credit card, cash register, cart check",
    "invite": "user plus, person add, person plus, user add, add user, add person",
    "block": "ban, user slash, user x, person block",
    "share": "share nodes, share alt, share network",
    "publish": "bullhorn, megaphone",
    "deploy": "rocket, rocket launch",
    "leave": "door open, leave",
    "shut down": "power off, power",
}
"""Names of icons by action, as icon fonts and sprites have them."""

_PICTURES = str.maketrans(
    {
        "🗑": "delete",
        "🚮": "delete",
        "📤": "send",
        "📨": "send",
        "💳": "pay",
        "🚫": "block",
        "⛔": "block",
        "🚀": "deploy",
        "📢": "publish",
    }
)

ARTICLES = (
    "the, a, an, my, your, this, that, these, those, our, its, 的, 您, 你, 我, 该, 此, 这个, 这, der, die, das, den, dem, des, ein, "
    "eine, einen, mein, meine, meinen, ihr, ihre, ihren, dein, deine, dieses, diese, diesen, le, la, les, l, un, une, mon, ma, mes, "
    "votre, vos, ce, cette, ces, el, los, las, una, mi, mis, su, sus, este, esta"
)
"""Words that are removed before the search for phrases."""

LEADS = "please, yes, ok, okay, confirm, now, click here to, here to, and, to, 请, 是, 确认, 确定, ja, bitte, oui, sí, veuillez, por favor"
"""Words that may stand before a command."""

_LOOKALIKES = str.maketrans(
    {
        "а": "a", "с": "c", "ԁ": "d", "е": "e", "һ": "h", "і": "i", "ј": "j", "ո": "n", "о": "o", "р": "p", "ѕ": "s", "ѵ": "v",
        "ԝ": "w", "х": "x", "у": "y", "т": "t", "к": "k", "м": "m", "ӏ": "l", "α": "a", "ο": "o", "ρ": "p", "ν": "v", "ι": "i",
        "ε": "e", "τ": "t", "κ": "k", "υ": "u", "А": "A", "В": "B", "С": "C", "Е": "E", "Н": "H", "І": "I", "Ј": "J", "К": "K",
        "М": "M", "О": "O", "Р": "P", "Ѕ": "S", "Т": "T", "Х": "X", "У": "Y", "Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H",
        "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N", "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X",
    }
)  # fmt: skip
_NOUNS = re.compile(
    r"\b(?:transfer|post|share|block|forward|wire|purchase|invite|grant|format|ban|merge|refund|drop|leave)s\b",
    re.IGNORECASE,
)
"""Nouns whose singular is a command."""

_LATIN = re.compile(r"[A-Za-z]")
_DISGUISE = re.compile(r"[0-9@$!|+€]")
_SAME_LETTERS = {
    "0": "o",
    "3": "e",
    "4": "a",
    "5": "s",
    "7": "t",
    "8": "b",
    "9": "g",
    "@": "a",
    "$": "s",
    "€": "e",
    "+": "t",
}
_FOR_LETTERS = tuple(str.maketrans({**_SAME_LETTERS, **dict.fromkeys("1!|", letter)}) for letter in "li")
_SPELLED = re.compile(r"(?<![^\W_])(?:[A-Za-z][\s.\-_*·]+){3,}[A-Za-z](?![^\W_])")


@lru_cache(maxsize=4096)
def dangerous_actions(text: str) -> tuple[str, ...]:
    """Return the names of the dangerous actions in ``text``, each once, in the order of the text."""
    labelled = _labelled(text)
    found = [label[1:] for label, _ in labelled if label[:1] == "!"]
    rest = _without_articles(" ".join(word for label, word in labelled if label != "-"))
    for deed, verbs, things in _pairs():
        if _has(rest, verbs) and _has(rest, things):
            found.append(deed)
    return tuple(dict.fromkeys(found))


def icon_actions(marks: str) -> tuple[str, ...]:
    """Return the names of the dangerous actions of a control without a text, each once.

    Args:
        marks: Its classes, ids and names of icons, such as ``btn icon-trash``.
    """
    told = [label for label, _ in cut(_without_articles(re.sub(r"(?<=[a-z])\d+", "", marks)), _icons()) if label]
    return tuple(dict.fromkeys((*told, *dangerous_actions(marks))))


def begins_with_dangerous_action(text: str) -> bool:
    """Return whether ``text`` is a command for a dangerous action: it begins with one, after words of courtesy."""
    told = [(label, word) for label, word in _labelled(text) if label != "~"]
    if not told or told[0][0][:1] == "!":
        return bool(told)
    found = set(dangerous_actions(text))
    first = _without_articles(told[0][1])
    return any(deed in found and _has(first, verbs) for deed, verbs, _ in _pairs())


def dangerous_objects(text: str) -> frozenset[str]:
    """Return the names of the grave objects that ``text`` mentions."""
    atoms = _without_articles(text)
    return frozenset(label for label, _ in cut(atoms, _things()) if label)


def belongs(deed: str, task: str) -> bool:
    """Return whether a task names a dangerous action, or one that it belongs to; "send" completes most tasks."""
    own, asked = set(dangerous_actions(task)), set(verbs_of(task))
    if deed in own or any(deed in vocabulary.RELATED_ACTIONS.get(other, ()) for other in own):
        return True
    if deed == "send" and not (asked and asked <= vocabulary.SILENT):
        return True
    if deed == "publish" and mentions(task, "draft, 草稿, entwurf, brouillon, borrador"):
        return False
    implying = asked & {verb.strip() for verb in vocabulary.IMPLIED.get(deed, "").split(",")}
    return bool(implying) or (deed in vocabulary.OTHER_WORDS and mentions(task, vocabulary.OTHER_WORDS[deed]))


def plain(text: str) -> str:
    """Return ``text`` as a person reads it: lookalike letters as Latin ones, spelled-out words joined."""
    text = "".join(char for char in text if unicodedata.category(char) != "Cf")
    if not any(char.isalnum() for char in text):
        text = text.translate(_PICTURES)
    if _LATIN.search(text):
        text = " ".join(_undisguised(_as_latin(word)) for word in text.split(" "))
    return _SPELLED.sub(lambda match: re.sub(r"[^A-Za-z]", "", match.group()), text)


def _as_latin(word: str) -> str:
    folded = word.translate(_LOOKALIKES)
    return folded if folded != word and folded.isascii() else word


def _undisguised(word: str) -> str:
    """Return the dangerous word that digits, symbols or accents hide in a word; else the word itself."""
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if unicodedata.category(char) != "Mn")
    if bare == word and not (_LATIN.search(word) and _DISGUISE.search(word)):
        return word
    read = (bare, *(bare.translate(letters) for letters in _FOR_LETTERS))
    return next((one for one in read if one != word and (one.casefold().strip(".,:;?!"),) in _single_words()), word)


def _labelled(text: str) -> list[tuple[str, str]]:
    return cut(_without_articles(text), _lexicon())


def _without_articles(text: str) -> list[str]:
    return [atom for atom in split(_NOUNS.sub(" ", plain(text))) if (atom,) not in _articles()]


def _has(words: list[str], phrases: ConceptTable) -> bool:
    return any(label for label, _ in cut(words, phrases))


def _read(phrases: str, label: str) -> ConceptTable:
    return {key: label for phrase in phrases.split(",") if (key := _key(phrase))}


def _key(phrase: str) -> tuple[str, ...]:
    return tuple(atom for atom in split(phrase) if (atom,) not in _articles()) or tuple(split(phrase))


@lru_cache(maxsize=1)
def _articles() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(split(word)) for word in ARTICLES.split(","))


@lru_cache(maxsize=1)
def _lexicon() -> ConceptTable:
    found: ConceptTable = {**_read(LEADS, "~")}
    for name, phrases in DANGEROUS_ACTIONS.items():
        found |= _read(phrases, f"!{name}")
    return {**found, **_read(HARMLESS, "-")}


@lru_cache(maxsize=1)
def _single_words() -> frozenset[tuple[str, ...]]:
    return frozenset(
        key for key, label in _lexicon().items() if label[:1] == "!" and len(key) == 1 and key[0].isascii()
    )


@lru_cache(maxsize=1)
def _icons() -> ConceptTable:
    return {key: name for name, phrases in ICONS.items() for key in _read(phrases, name)}


@lru_cache(maxsize=1)
def _pairs() -> tuple[tuple[str, ConceptTable, ConceptTable], ...]:
    return tuple((deed, _read(verbs, "v"), _read(things, "t")) for deed, verbs, things in TOGETHER)


@lru_cache(maxsize=1)
def _things() -> ConceptTable:
    return {key: name for name, phrases in THINGS.items() for key in _read(phrases, name)}
