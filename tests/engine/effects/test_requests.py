"""The request of a deed: the recorded address, a command, and this run's values."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.request_lines import LONG, denies, head, request_line
from pytest_ami.engine.effects.requests import (
    as_upload,
    contradiction,
    misdirected,
    readdressed,
    recorded,
    refused,
    under_own_names,
    veiled,
)

ANN = {"to": "ann@x.org", "amount": "1250", "n": "3"}
EVE = {"to": "eve@x.org", "amount": "990", "n": "5"}
LINE = "POST /api/pay?to=ann%40x.org&sum=1250&page=3&note=hello&token=8f3a"


@pytest.mark.parametrize(
    ("line", "stored"),
    [
        ("POST", "POST"),
        (LINE, "POST /api/pay?sum={{amount}}&to={{to}}&to=~1"),
        (
            "POST /graphql?operationName=saveDraft&variables.n=3",
            "POST /graphql?operationName=saveDraft&variables.n={{n}}",
        ),
        ("POST /login?user=bob&code={{password}}", "POST /login?code={{password}}"),
        ("DELETE /items/4711", "DELETE /items/:id"),
        ("PUT /users/ann@x.org", "PUT /users/{{to}}"),
    ],
)
def test_parameters_and_commands_are_kept_and_nothing_else(line: str, stored: str) -> None:
    assert recorded(line, ANN) == stored


@pytest.mark.parametrize(
    ("line", "values", "stored"),
    [
        ("POST /a?role=member&kind=member", {"role": "member"}, "POST /a?role={{role}}"),
        ("POST /a?kind=member", {"role": "member"}, "POST /a?kind={{role}}"),
        ("POST /a?sum=3000&tip=3000", {"sum": "3000", "tip": "3000"}, "POST /a?sum={{sum}}&tip={{tip}}"),
        ("POST /a?x=3000", {"sum": "3000", "tip": "3000"}, "POST /a"),
        ("POST /a?flag=true", {"flag": "true"}, "POST /a"),
    ],
)
def test_a_parameter_stands_under_the_key_of_its_name(line: str, values: dict[str, str], stored: str) -> None:
    assert recorded(line, values) == stored


def test_a_recording_holds_no_value_of_a_request_and_still_knows_its_parameters() -> None:
    line = request_line(*request('{"to": "ann@x.org", "token": "s3cr3t-token", "action": "send"}'), str, veiled)

    assert "ann" not in line
    assert "s3cr3t" not in line
    assert recorded(line, ANN) == "POST /send?action=send&to={{to}}&to=~1"


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (["POST /api/pay?to=eve%40x.org&sum=990&note=other"], ""),
        (["POST /api/pay?to=EVE%40x.org&sum=990.00"], ""),
        (["POST /v2/api/pay?to=eve%40x.org&sum=990"], ""),
        (["POST /api/pay?recipient=eve%40x.org"], ""),
        (["POST /collect?e=1", "POST /api/pay?to=eve%40x.org&sum=990"], ""),
        (["POST /api/pay?check=true"], ""),
        (["POST /api/pay?check=true", "POST /api/pay?to=eve%40x.org&sum=99"], "to carry sum='990'"),
        (["POST /api/pay?to=bob%40x.org", "POST /api/pay?to=eve%40x.org&sum=990"], ""),
        (["POST /api/pay?id=7&pay=true", "POST /api/pay?to=&sum="], ""),
        ([], ""),
        (["POST /api/pay?to=bob%40x.org&sum=990"], "to carry to='eve@x.org'"),
        (["POST /api/pay?to=eve%40x.org&sum=9900"], "to carry sum='990'"),
        (["POST /api/pay/draft?to=eve%40x.org&sum=990"], "it sent POST /api/pay/draft"),
    ],
)
def test_a_request_with_another_value_or_address_is_another_deed(lines: list[str], problem: str) -> None:
    found = contradiction("POST /api/pay?sum={{amount}}&to={{to}}", lines, EVE)

    assert (problem in found) is True
    assert bool(found) is bool(problem)


@pytest.mark.parametrize(
    ("line", "fits"),
    [
        ("POST /api/note?text=Milk", True),
        ("POST /api/note?text=", False),
        ("POST /api/note?text=%20", False),
        ("POST /api/note?folder=Inbox", True),  # the key is gone: nobody knows where the value stands now
        ("POST /api/note?text=&body=Milk", True),
        ("POST /api/note?text=&body=Tea", False),
        ("POST /api/note?text=&folder=Milk", False),
        ("POST /api/note?text=&note.text=Milk", True),
        ("POST /api/note?note.text=", False),
        ("POST /api/note?text=&text=Milk", True),
        ("POST /api/note?text=Milk&text=", False),  # many servers take the last one
        ("POST /api/note?text=Milk&text=%20", False),
        ("POST /api/note?text=Milk&text=&text=Milk", True),
        ("POST /api/note?text=Milk&tag=&tag=", True),
    ],
)
def test_a_key_without_a_text_does_not_carry_the_value(line: str, *, fits: bool) -> None:
    assert (contradiction("POST /api/note?text={{text}}", [line], {"text": "Milk"}) == "") is fits


@pytest.mark.parametrize("key", ["to[]", "emails", "rows.text", "rows[0].text"])
def test_a_list_may_end_with_an_empty_text(key: str) -> None:
    line = f"POST /note?{quote(key, safe='')}=Milk"

    assert contradiction(recorded(line, {"text": "Milk"}), [f"{line}&{quote(key, safe='')}="], {"text": "Milk"}) == ""


def test_a_request_that_ended_empty_when_it_was_recorded_may_end_so() -> None:
    line, values = "POST /note?text=Milk&text=", {"text": "Milk"}

    assert recorded(line, values) == "POST /note?text=&text={{text}}"
    assert contradiction(recorded(line, values), [line], values) == ""
    assert contradiction(recorded(line, values), ["POST /note?text=Milk"], values) == ""


@pytest.mark.parametrize(
    ("line", "earlier", "fits"),
    [
        ("POST /visit?room=310", (), False),
        ("POST /visit?room=310&name=", (), False),
        ("POST /visit?room=310&id=k7", (), True),  # the id may stand for the name
        ("POST /visit?number=310", (), True),
        ("POST /visit", (), True),
        ("POST /visit?room=310", ("PATCH /draft?who=Kim%20Ott",), True),
        ("POST /visit?room=310", ("PATCH /draft?who=Ann",), False),
    ],
)
def test_a_request_with_the_other_values_alone_does_not_carry_one(
    line: str, earlier: tuple[str, ...], *, fits: bool
) -> None:
    values = {"name": "Kim Ott", "room": "310"}

    assert (contradiction("POST /visit?name={{name}}&room={{room}}", [line], values, earlier) == "") is fits


def test_another_command_is_another_deed_and_a_secret_may_have_any_value() -> None:
    assert contradiction("POST /graphql?operationName=saveDraft", ["POST /graphql?operationName=publishPost"], {})
    assert not contradiction("POST /login?code={{password}}", ["POST /login?code=hunter2"], {})


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.from_regex(r"[a-z]{2,6}", fullmatch=True), st.text(min_size=2, max_size=12), max_size=4))
def test_what_was_recorded_is_no_contradiction_of_itself(values: dict[str, str]) -> None:
    line = "POST /send?" + "&".join(f"{key}={quote(value, safe='')}" for key, value in values.items())

    assert contradiction(recorded(line, values), [line], values) == ""


def request(body: str = "", kind: str = "application/json") -> tuple[str, str, str, str]:
    return "POST", "http://app.test/send?x=1", kind, body


@pytest.mark.parametrize(
    ("sent", "line"),
    [
        (request(), "POST /send?x=1"),
        (
            request('{"to": "ann", "n": 3, "deep": {"ok": true, "no": null}}'),
            "POST /send?x=1&to=ann&n=3&deep.ok=true&deep.no=",
        ),
        (request('{"ids": [{"id": 1}, {"id": 2}]}'), "POST /send?x=1&ids.id=1&ids.id=2"),
        (request("to=ann+lee&n=3", "application/x-www-form-urlencoded"), "POST /send?x=1&to=ann%20lee&n=3"),
        (request('{"to": "", "n": 3}'), "POST /send?x=1&to=&n=3"),
        (request('{"to": [], "n": {}}'), "POST /send?x=1&to=&n="),
        (request("{}"), "POST /send?x=1"),
        (request("{broken"), "POST /send?x=1"),
        (request("[" * 100_000), "POST /send?x=1"),
        (request("binary", "image/png"), "POST /send?x=1"),
        (request('{"long": "' + "a" * (LONG + 1) + '"}'), f"POST /send?x=1&long={quote(head('a' * (LONG + 1)))}"),
    ],
)
def test_a_request_in_one_line(sent: tuple[str, str, str, str], line: str) -> None:
    assert request_line(*sent) == line


LETTER = "Dear neighbours,\nthe lift is out of order.\n" * 20


def test_a_long_value_is_compared_to_its_end() -> None:
    def line(text: str, key: str = "text", more: str = "") -> str:
        body = f"to=ann&{key}={quote(text)}{more}"
        return request_line("POST", "http://app.test/send", "application/x-www-form-urlencoded", body)

    stored, values = "POST /send?text={{text}}&to={{to}}&to=~1", {"to": "ann", "text": LETTER}

    assert len(LETTER) > 2 * LONG
    assert contradiction(stored, (line(LETTER.replace("\n", "\r\n")),), values) == ""
    assert "to carry text=" in contradiction(stored, (line(LETTER.replace("lift", "gate")),), values)
    assert "to carry text=" in contradiction(stored, (line(LETTER[: LONG + 20]),), values)  # the page has cut it
    assert recorded(line(LETTER), values) == stored
    assert misdirected(stored, (line(LETTER),), values) == ""
    assert "sent it as title" in misdirected(stored, (line(LETTER, "title", "&text=x"),), values)


def test_a_secret_is_scrubbed_before_it_is_encoded() -> None:
    sent = request('{"password": "a/b c"}')

    line = request_line(*sent, lambda text: text.replace("a/b c", "{{password}}"))

    assert line == "POST /send?x=1&password={{password}}"


def test_a_whole_table_is_read_to_its_last_row() -> None:
    rows = [{"id": n, "product": f"tea {n}", "price": f"{n}.5", "stock": n, "since": "2026"} for n in range(100)]
    body = json.dumps({"rows": [*rows, {"id": 100, "price": "0.99"}]})
    line = request_line("POST", "http://app.test/save", "application/json", body)

    assert line.endswith("rows.id=100&rows.price=0.99")
    assert not contradiction("POST /save?rows.price={{price}}", [line], {"price": "0.99"})
    assert contradiction("POST /save?rows.price={{price}}", [line], {"price": "0.98"})


@pytest.mark.parametrize(
    ("line", "same"),
    [
        ("PUT /files/7b09b10e-46b8-4e16-8de3-dbac8d380ccc/b3702211-87dd-4bd4-b020-7b455de3415f", True),
        ("POST /files/4711?name=a.txt", True),
        ("PUT /files/avatar", False),
        ("PUT /files/4711/avatar", False),
        ("DELETE /files/4711", False),
        ("PUT /files", False),
        ("PUT /filesystem/4711", False),
        ("PUT /other/4711", False),
    ],
)
def test_a_file_may_be_put_to_an_address_of_its_own(line: str, same: bool) -> None:  # noqa: FBT001
    query = "?name=a.txt" if "?" in line else ""
    failed = [f"{line.replace(' /', ' http://a.test/')}: 500"]

    assert as_upload("POST /files", line) == (f"POST /files{query}" if same else line)
    assert as_upload("", line) == line
    assert bool(refused("POST /files", failed, {}, uploads=True)) is same
    assert not refused("POST /files", failed, {})


NOTE = "POST /issue/:id/comment?text={{text}}"
MOVED = "POST /api/issues/7/comments?text=Agreed&html=Agreed"
SAID = {"text": "Agreed"}


@pytest.mark.parametrize(
    ("stored", "lines", "found"),
    [
        ((NOTE,), (MOVED,), "POST /api/issues/:id/comments?text={{text}}"),
        ((NOTE,), ("POST /api/log?page=7", MOVED), "POST /api/issues/:id/comments?text={{text}}"),
        ((NOTE,), ("POST /issue/8/comment?text=Agreed", MOVED), ""),  # the recorded one was sent
        ((NOTE,), ("POST /api/log?page=7",), ""),  # nothing carries the text
        ((NOTE,), (MOVED, "POST /api/drafts?text=Agreed"), ""),  # nobody knows which one it is
        ((NOTE,), ("POST /api/issues/7/comments?text=Agreed%20not",), ""),
        ((NOTE,), ("POST /issue/8/comment?text=Agree", "POST /track?text=Agreed"), ""),  # the deed lost a letter
        (("POST /api?op=note&t={{text}}",), ("POST /api?op=add&t=Agreed",), "POST /api?op=add&t={{text}}"),
        (("POST /issue/:id/comment",), (MOVED,), ""),  # no value tells what was sent
        ((NOTE, "POST /api/issues/:id/comments?text={{text}}"), (MOVED,), ""),  # it is that of another step
        (("POST",), (MOVED,), ""),
        ((NOTE,), (), ""),
    ],
)
def test_a_request_has_moved_if_one_alone_carries_all_its_values(
    stored: tuple[str, ...], lines: tuple[str, ...], found: str
) -> None:
    assert readdressed(stored, lines, SAID) == ({stored[0]: found} if found else {})


def form(*parts: tuple[str, str], file: str = "") -> str:
    """Return the line of a form of several parts."""
    texts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{text}\r\n' for name, text in parts]
    texts += [
        f'Content-Disposition: form-data; name="f"; filename="{file}"\r\nContent-Type: text/plain\r\n\r\nx\r\n'
    ] * bool(file)
    return "".join(f"--XX\r\n{text}" for text in texts) + "--XX--\r\n"


def test_a_form_of_several_parts_is_read_and_its_file_is_not() -> None:
    body = form(("to", "eve@x.org"), ("note", ""), ("text", "a\r\nb"), file="a.txt")
    line = request_line("POST", "http://h/pay", "multipart/form-data; boundary=XX", body)

    assert line == "POST /pay?to=eve%40x.org&note=&text=a%0Ab"
    assert contradiction("POST /pay?to={{to}}", [line], ANN).endswith("carry to='ann@x.org'")


@pytest.mark.parametrize(
    ("query", "calls"),
    [
        ("mutation { invite(email: $email) { ok } }", "invite"),
        ('mutation Invite($e: String!) { one: invite(email: $e, o: {a: "}"}) { id } @x\n second }', "invite second"),
        ("# a remark\nmutation{ addOwner(id: 1) }", "addOwner"),
    ],
)
def test_a_query_that_changes_something_is_the_names_of_what_it_calls(query: str, calls: str) -> None:
    line = request_line(
        "POST", "http://h/g", "application/json", json.dumps({"query": query, "variables": {"to": "x"}})
    )

    assert line == f"POST /g?mutation={quote(calls)}&variables.to=x"


def test_a_query_that_reads_is_a_text() -> None:
    line = request_line("POST", "http://h/g", "text/plain", json.dumps({"query": "query { mutation }"}))

    assert line == "POST /g?query=query%20{%20mutation%20}"
    assert request_line("POST", "http://h/g", "text/plain", "hello") == "POST /g"


def test_another_command_under_a_mild_name_is_another_deed() -> None:
    stored = under_own_names("POST /rpc?method=member.invite&params.to={{to}}&x={{n}}")

    assert stored == "POST /rpc?method=member.invite&params.to={{to}}"
    assert "method" in contradiction(stored, ["POST /rpc?method=member.suspend&params.to=ann%40x.org"], ANN)


@pytest.mark.parametrize(
    ("body", "says_no"),
    [
        ({"errors": [{"message": "no"}], "data": None}, True),
        ({"errors": [{"message": "no"}], "data": {"invite": None}}, True),
        ({"errors": [{"message": "a part"}], "data": {"invite": {"ok": True}}}, False),
        ({"jsonrpc": "2.0", "error": {"code": 1, "message": "no"}, "id": 1}, True),
        ({"success": False, "message": "no"}, True),
        ({"ok": True, "error": "a warning"}, False),
        ({"error": ""}, False),
        ({"error": 0, "data": []}, False),
        ({"errors": [], "id": 1}, False),
        ([{"error": "x"}], False),
        ("error", False),
    ],
)
def test_an_answer_may_say_that_nothing_was_done(body: object, *, says_no: bool) -> None:
    assert denies(body) is says_no
