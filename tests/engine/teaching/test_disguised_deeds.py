"""Deeds in other words, in disguise and behind icons: the policy reads them as a person does."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.teaching import action_policy
from pytest_ami.lexicon.dangerous_actions import dangerous_actions, plain
from pytest_ami.model.lesson import Element, MoveKind


def press(name: str, task: str, role: str = "button", **attributes: str) -> str:
    element = Element(ref="e1", role=role, name=name, attributes=attributes)
    return action_policy.why_forbidden(element, MoveKind.CLICK, task)


FORBIDDEN = [
    ("Approve", "open request"),
    ("Approve all", "approve request"),
    ("Drop table", "export table"),
    ("Drop", "show course"),
    ("Make owner", "rename user"),
    ("Transfer ownership", "rename project"),
    ("Generate API key", "change language"),
    ("Rotate key", "show key"),
    ("New token", "log in"),
    ("Leave team", "open team"),
    ("Leave", "open group"),
    ("Sign out everywhere", "log out"),
    ("Log out of all devices", "log out"),
    ("Merge pull request", "comment on pull request"),
    ("Deploy to production", "merge pull request"),
    ("Refund", "show order"),
    ("Ban user", "show user"),
    ("Block", "show user"),
    ("Kick out", "show member"),
    ("Archive all", "archive mail"),
    ("Mark everything as done", "mark task as done"),
    ("Close all issues", "close issue"),
    ("Genehmigen", "Antrag öffnen"),
    ("Alle archivieren", "E-Mail archivieren"),
    ("Überall abmelden", "abmelden"),
    ("Gruppe verlassen", "Gruppe öffnen"),
    ("Erstatten", "Bestellung zeigen"),
    ("Zum Eigentümer machen", "Benutzer umbenennen"),
    ("API-Schlüssel erzeugen", "Sprache ändern"),
    ("Approuver", "ouvrir la demande"),
    ("Tous archiver", "archiver le message"),
    ("Quitter le groupe", "ouvrir le groupe"),
    ("Rembourser", "voir la commande"),
    ("Fusionner", "commenter"),
    ("Générer une clé", "changer la langue"),
    ("Se déconnecter de tous les appareils", "se déconnecter"),
    ("Aprobar", "abrir solicitud"),
    ("Archivar todos", "archivar correo"),
    ("Abandonar el equipo", "abrir equipo"),
    ("Reembolsar", "ver pedido"),
    ("Generar clave", "cambiar idioma"),
    ("Cerrar sesión en todos los dispositivos", "cerrar sesión"),
    ("批准", "打开申请"),
    ("全部归档", "归档邮件"),
    ("退出群聊", "打开群聊"),
    ("退款", "查看订单"),
    ("合并", "评论"),
    ("生成密钥", "更改语言"),
    ("退出所有设备", "退出登录"),
    ("D3lete", "send email"),
    ("De1ete", "send email"),
    ("P@y", "log in"),
    ("$end", "save draft"),
    ("Dеlete", "send email"),
    ("D\u200be\u2060lete", "send email"),
    ("De\u00adlete", "send email"),
    ("D\u0435l\u0435t\u0435", "send email"),
    ("Ḍelete", "send email"),
    ("🗑", "send email"),
    ("🗑️", "send email"),
]

ALLOWED = [
    ("Approve", "approve request"),
    ("Approve all", "approve all requests"),
    ("Generate token", "create token"),
    ("Leave team", "leave team"),
    ("Leave a comment", "open issue"),
    ("Leave feedback", "log in"),
    ("Drop files here", "send email"),
    ("Archive", "archive mail"),
    ("Archive all", "archive all mails"),
    ("Select all", "archive mail"),
    ("Show all", "archive mail"),
    ("View all orders", "show order"),
    ("Expand all", "send email"),
    ("All mail", "send email"),
    ("Accept all", "send email"),
    ("Clear all filters", "search product"),
    ("Merge requests", "open issue"),
    ("Refund policy", "show order"),
    ("Sign out", "log out"),
    ("Log in", "log in"),
    ("Create account", "create account"),
    ("New message", "send email"),
    ("Create issue", "create issue"),
    ("Alle anzeigen", "E-Mail senden"),
    ("全部邮件", "发送邮件"),
    ("Tout afficher", "envoyer un message"),
    ("Level 3", "send email"),
    ("4 items", "send email"),
    ("C++", "send email"),
    ("Résumé", "send email"),
]


@pytest.mark.parametrize(("name", "task"), FORBIDDEN)
def test_other_deeds_are_forbidden(name: str, task: str) -> None:
    assert press(name, task)


@pytest.mark.parametrize(("name", "task"), ALLOWED)
def test_the_task_and_harmless_words_are_permitted(name: str, task: str) -> None:
    assert not press(name, task)


@pytest.mark.parametrize(
    ("marks", "deed"),
    [
        ("btn icon-trash", "delete"),
        ("fa fa-trash-alt", "delete"),
        ("bi bi-trash3", "delete"),
        ("mdi mdi-delete-outline", "delete"),
        ("lucide lucide-trash-2", "delete"),
        ("sprite garbage", "delete"),
        ("fa fa-paper-plane", "send"),
        ("fa fa-user-slash", "block"),
        ("fas fa-credit-card", "pay"),
    ],
)
def test_an_icon_without_a_text_is_read(marks: str, deed: str) -> None:
    assert f"would {deed}," in press("", "open mail", icon=marks)
    assert not press("", f"{deed} mail", icon=marks)
    assert not press("Trash", "open mail", role="link", icon=marks)


@pytest.mark.parametrize("marks", ["btn icon-star", "fa fa-chevron-down", "bi bi-search", "menu-toggle", "avatar"])
def test_other_icons_are_permitted(marks: str) -> None:
    assert not press("", "open mail", icon=marks)


WORDS = st.sampled_from(["delete", "send", "publish", "approve", "transfer", "revoke", "deploy", "share", "invite"])
SAME = {"e": "3е", "o": "0о", "a": "4@а", "s": "5$ѕ", "i": "1!і", "l": "1|ӏ", "t": "7+", "p": "р", "c": "с"}
INVISIBLE = "\u200b\u200c\u200d\u2060\u00ad\ufeff"


@st.composite
def disguised(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a dangerous word, and the same word with other signs in it."""
    word = draw(WORDS)
    kind = draw(st.sampled_from(["letters", "invisible"]))
    if kind == "invisible":
        at = draw(st.integers(1, len(word) - 1))
        return word, word[:at] + draw(st.sampled_from(INVISIBLE)) + word[at:]
    at = draw(st.sampled_from([n for n, letter in enumerate(word) if letter in SAME]))
    return word, word[:at] + draw(st.sampled_from(SAME[word[at]])) + word[at + 1 :]


@given(disguised())
def test_a_disguise_hides_no_word(drawn: tuple[str, str]) -> None:
    word, hidden = drawn
    assert set(dangerous_actions(word)) <= set(dangerous_actions(hidden))
    assert set(dangerous_actions(word)) <= set(dangerous_actions(f"{hidden.capitalize()} it"))


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    found: Any = dangerous_actions(text)
    assert isinstance(found, tuple)
    assert isinstance(plain(text), str)
