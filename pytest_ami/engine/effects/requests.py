"""Compares the request of a deed with the recorded one: the same address, the same command, this run's values.

Rules of this module:

* Of the recorded values only parameters and commands count (``COMMAND_KEYS``): all others may be data of a record.
* A parameter stands under the keys of its name, if there are any. A short number, and a value that two parameters have,
  are one only there, because they may stand anywhere by chance.
* An address that ends in the same word is the same one: a new version of an interface moves its root.
* A recording holds no value of a request, because it may be a token: ``veiled`` writes a digest instead, which only
  this process can compare with a parameter's value.
* A server that accepted a request when it was recorded must accept it again.
* Of a key that stands twice many servers take the last text. An empty one after the value takes it away, unless the
  recorded request had one (it keeps ``key=``), or the key is that of a list.
* A request to one addressee goes to nobody else (``addressees``).
* Of several requests to the recorded address one must carry the values. A request with none of them may only ask
  whether the deed is possible: it proves nothing if another one carries other values.

It knows requests as lines, ``METHOD /path?key=value``. It must never know a page.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from secrets import token_bytes
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, quote, unquote

from pytest_ami.elements.addresses.ids import is_id
from pytest_ami.elements.addresses.routes import address, normal_route, route_pattern
from pytest_ami.elements.text_keys import fill
from pytest_ami.engine.effects import addressees
from pytest_ami.engine.effects.fields import formatted
from pytest_ami.engine.effects.request_keys import names_same, of_other_records, same_key
from pytest_ami.engine.effects.request_lines import head
from pytest_ami.instructions.parameters import names

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

COMMAND_KEYS = frozenset({"action", "op", "operation", "operationname", "cmd", "command", "method", "mutation"})
"""Keys whose value says what is done."""

SHORT = 3
"""The most digits of a number that may stand anywhere by chance."""

_KEY = token_bytes(16)
"""The key of the digests of this process; nobody can compute them from a file."""

_VERSION = re.compile(r"/v\d+(?:\.\d+)*(?=/)")
"""The version of an interface in a path."""

SWITCHES = frozenset({"true", "false", "on", "off", "yes", "no", "null"})


def veiled(key: str, value: str) -> str:
    """Return a value as a recording may hold it: a secret by its name, a command as it is, all else as a digest."""
    if "{{" in value or _word(key) in COMMAND_KEYS:
        return value
    digest = blake2b(_plain(value).encode(), key=_KEY, digest_size=8).hexdigest()
    return f"{addressees.MARK}{digest}{addressees.counted(key, value)}"


def recorded(line: str, values: Mapping[str, str]) -> str:
    """Return a request to store: its method and route, and the values that count, as templates.

    Args:
        line: The request; the method alone if the server refused it.
        values: Parameter values without secrets.
    """
    method, _, target = line.partition(" ")
    if not target:
        return method
    path, _, query = target.partition("?")
    pairs = [(key, value) for key, value in parse_qsl(query) if value]
    found = {(key, value): _names(key, value, values) for key, value in pairs}
    own = {name for (key, _), some in found.items() for name in some if _named_alike(name, key)}
    texts = [(key, text) for key, value in pairs if (text := _template(key, value, found, own))]
    texts += [*((key, "") for key, _ in texts if _ends_empty(target, key)), *addressees.marks(pairs)]
    kept = {f"{quote(key, safe='')}={text}" for key, text in texts}
    return f"{method} {normal_route(path, values)}" + (f"?{'&'.join(sorted(kept))}" if kept else "")


def _names(key: str, value: str, values: Mapping[str, str]) -> list[str]:
    """Return the parameters that a value may be."""
    own = value.partition(addressees.COUNT)[0]
    same = [name for name, text in values.items() if _same(head(text), value) or veiled("", text) == own]
    return [name for name in same if _telling(values[name], name, key)]


def _template(key: str, value: str, found: Mapping[tuple[str, str], list[str]], own: set[str]) -> str:
    """Return the template of a value that counts; empty for any other one.

    A parameter stands under the keys of its name, if there are any (``own``): elsewhere its value is a coincidence.
    """
    if "{{" in value:
        return value  # a secret, by its name
    fits = [name for name in found[key, value] if _named_alike(name, key)] or [
        name for name in found[key, value] if name not in own
    ]
    if len(fits) == 1:
        return f"{{{{{fits[0]}}}}}"
    return quote(value, safe="") if _word(key) in COMMAND_KEYS else ""


def _telling(text: str, name: str, key: str) -> bool:
    if not text.strip() or text.casefold() in SWITCHES:
        return False
    return not re.fullmatch(rf"\d{{1,{SHORT}}}|.", text.strip()) or _named_alike(name, key)


def _named_alike(name: str, key: str) -> bool:
    return bool({*re.split(r"[\W_]+", name.casefold())} & {*re.split(r"[\W_]+", _word(key))})


def _word(key: str) -> str:
    return key.rpartition(".")[2].strip("_").casefold()


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def _same(first: str, second: str) -> bool:
    return _plain(first) == _plain(second)


def contradiction(stored: str, lines: Sequence[str], values: Mapping[str, str], earlier: Sequence[str] = ()) -> str:
    """Return the reason why none of the requests is the recorded one; empty if one is, or if nothing is known.

    Args:
        stored: The result of ``recorded``.
        lines: The requests since the deed.
        values: Parameter values without secrets.
        earlier: The requests before the deed, which may have saved a value that it need not carry.
    """
    method, _, target = stored.partition(" ")
    if not target or not lines:
        return ""
    path, _, query = target.partition("?")
    pattern = re.compile(route_pattern(path, values))
    own = [line for line in lines if line.startswith(f"{method} ") and pattern.match(_path(line))]
    own = own or [line for line in lines if last_word(_path(line)) == last_word(path)]
    if not own:
        return f"expected the request {method} {fill(path, values)}; it sent {lines[0].partition('?')[0]}"
    known = [
        (key, head(fill(value, values)))
        for key, value in parse_qsl(query)
        if all(one in values for one in names(value))
    ]
    wanted = [pair for pair in known if not addressees.is_mark(pair[1])]
    ends = {key for key, text in parse_qsl(query, keep_blank_values=True) if not text}

    def lacks(line: str, pair: tuple[str, str]) -> bool:
        emptied = pair[0] not in ends and _ends_empty(line, pair[0])
        return emptied or not _carries(line, *pair, _others(pair, wanted, earlier))

    def faults(line: str) -> list[str]:
        more = addressees.more(known, parse_qsl(line.partition("?")[2]))
        return [
            *(f"carry {key}={value!r}" for key, value in wanted if lacks(line, (key, value))),
            *([more] if more else []),
        ]

    found = [(faults(line), line) for line in own]
    if any(not wrong and not says_nothing(stored, line, values) for wrong, line in found):
        return ""
    replaced = [wrong for wrong, line in found if any(_holds_another(line, *pair) for pair in wanted)]
    if not replaced and not all(wrong for wrong, _ in found):
        return ""
    worst = min(replaced or [wrong for wrong, _ in found], key=len)
    return f"expected the request {method} {fill(path, values)} to {worst[0]}"


def says_nothing(stored: str, line: str, values: Mapping[str, str]) -> bool:
    """Return whether a request to the recorded address carries none of the recorded values, if there are any.

    The page may only ask there whether the deed is possible; another request to that address may be the deed.
    """
    texts = [text for _, text in parse_qsl(line.partition("?")[2])]
    wanted = [text for _, text in parse_qsl(stored.partition("?")[2]) if names(text)]
    run = [head(fill(text, values)) for text in wanted if all(one in values for one in names(text))]
    return bool(run) and not any(_same(value, text) or formatted(value, text) for value in run for text in texts)


def _holds_another(line: str, key: str, value: str) -> bool:
    """Return whether a request carries another text in the place of a value."""
    own = [text for name, text in parse_qsl(line.partition("?")[2]) if name == key and text.strip()]
    return bool(own) and not _carries(line, key, value)


def is_recorded(stored: str, line: str, values: Mapping[str, str]) -> bool:
    """Return whether a request is the recorded one: its method, its address, its command and this run's values.

    Args:
        stored: The result of ``recorded``.
        line: The request, with its values.
        values: Parameter values without secrets.
    """
    return _meets(stored, line, values) and not contradiction(stored, (line,), values)


def may_be_recorded(stored: str, line: str, values: Mapping[str, str]) -> bool:
    """Return whether a request goes to the recorded address, whatever it carries; see ``is_recorded``."""
    return _meets(stored, line, values) and not contradiction(stored.partition("?")[0], (line,), values)


def _meets(stored: str, line: str, values: Mapping[str, str]) -> bool:
    """Return whether method and address are the recorded ones; only a version of an interface may differ."""
    method, path = stored.partition(" ")[0], _VERSION.sub("", _path(stored))
    own = _VERSION.sub("", _path(line))
    return bool(path) and method == line.partition(" ")[0] and bool(re.match(route_pattern(path, values), own))


def as_upload(stored: str, line: str) -> str:
    """Return a request that sends a file as the stored one, if only ids were added to its address; else as it is.

    A file that goes to an address of its own is put there; one that goes to a collection is posted.

    Args:
        stored: The result of ``recorded``, of a step that uploads a file.
        line: A request of this run.
    """
    method, path, own = stored.partition(" ")[0], _path(stored), _path(line)
    ids = own.startswith(f"{path}/") and all(map(is_id, own.removeprefix(path).strip("/").split("/")))
    if not (path and ids and line.startswith(("POST ", "PUT "))):
        return line
    return f"{method} {path}{line.partition(' ')[2].removeprefix(own)}"


def carries_under(stored: str, key: str, value: str) -> bool:
    """Return whether a stored request carries the template of a value under a key.

    Args:
        stored: The result of ``recorded``.
        key: The key, which is the name of a field.
        value: The template, with ``{{name}}``.
    """
    pairs = parse_qsl(stored.partition(" ")[2].partition("?")[2])
    return any(name == key and set(names(text)) & set(names(value)) for name, text in pairs)


def under_own_names(stored: str) -> str:
    """Return a stored request with its command and the parameters under the keys of their names; empty for none."""
    head, _, query = stored.partition("?")
    pairs = [(pair, *pair.partition("=")[::2]) for pair in query.split("&")]
    own = {pair for pair, key, _ in pairs if any(_named_alike(name, key) for name in names(pair))}
    kept = [pair for pair, key, _ in pairs if pair in own or _word(unquote(key)) in COMMAND_KEYS]
    return f"{head}?{'&'.join(kept)}" if own else ""


def keys_of(stored: str, named: Collection[str]) -> tuple[str, ...]:
    """Return the keys under which a stored request carries one of some parameters."""
    pairs = parse_qsl(stored.partition(" ")[2].partition("?")[2])
    return tuple(key for key, text in pairs if set(names(text)) & set(named))


def rekeyed(stored: str, old: str, new: str, value: str) -> str:
    """Return a stored request that carries the template of a value under another key; the others stay."""
    head, mark, query = stored.partition("?")
    if not old or not new or old == new or not carries_under(stored, old, value):
        return stored
    pairs = [pair.split("=", 1) for pair in query.split("&")]
    moved = {quote(old, safe=""): quote(new, safe="")}
    own = set(names(value))
    kept = (f"{moved.get(key, key) if own & set(names(text)) else key}={text}" for key, text in pairs)
    return f"{head}{mark}{'&'.join(sorted(kept))}"


def readdressed(stored: Sequence[str], lines: Sequence[str], values: Mapping[str, str]) -> dict[str, str]:
    """Return stored requests that a redesign sends to another address, each with the one to store in its place.

    The new one is the only request of the run that carries all values of the stored one, and that is no other stored
    one. If a request went to the recorded address without a value, it goes there as well. Keys are judged elsewhere
    (``misdirected``).

    Args:
        stored: The requests of all steps.
        lines: All requests of the run that the server accepted, in order.
        values: Parameter values without secrets.
    """
    known = [one for one in stored if one.partition(" ")[2]]
    lost = [one for one in known if contradiction(one, lines, values)]
    free = [line for line in lines if not any(is_recorded(one, line, values) for one in known)]
    now = {recorded(line, values): line for line in free}
    found = {one: [new for new in now if _all_values(one) and _all_values(one) <= _all_values(new)] for one in lost}
    stays = {one for one in lost if any(may_be_recorded(one, line, values) for line in lines)}
    return {
        one: fits[0]
        for one, fits in found.items()
        if len(fits) == 1 and (one not in stays or may_be_recorded(one, now[fits[0]], values))
    }


def _all_values(request: str) -> set[str]:
    return set(names(request.partition("?")[2]))


def misdirected(stored: str, lines: Sequence[str], values: Mapping[str, str]) -> str:
    """Return the reason why the requests of a new way to do a deed carry a value as something else; empty if none does.

    A key that is gone altogether proves nothing: the form may have been made anew. Rows may have other numbers.

    Args:
        stored: The result of ``recorded``, of the deed in the version that is replaced.
        lines: The requests of the new way, with their values.
        values: Parameter values, secrets included. The reason contains none of them.
    """
    path, _, query = stored.partition(" ")[2].partition("?")
    pattern = re.compile(route_pattern(path, values))
    own = [line for line in lines if pattern.match(_path(line))] or lines
    pairs = [pair for line in own for pair in parse_qsl(line.partition("?")[2])]
    for key, text in parse_qsl(query):
        if not names(text) or any(one not in values for one in names(text)):
            continue
        value = head(fill(text, values))
        under = [name for name, sent in pairs if _same(value, sent) or formatted(value, sent)]
        if any(same_key(key, name) for name in under):
            continue
        others = [name for name in under if of_other_records(key, name)]
        if others or any(same_key(key, name) for name, _ in pairs):
            now = f"as {(others or under)[0]}" if under else "nowhere"
            return f"the stored flow sends {text} as {key}; the new one sent it {now}"
    return ""


def _carries(line: str, key: str, value: str, others: Collection[tuple[str, str]] = ()) -> bool:
    """Return whether a request carries a value under a key; a key that it does not have any more proves nothing.

    Exceptions: the value stands in a row of other records. A key without a text carries nothing, unless the value has
    gone to a key that means the same. A request with no more than the ``others`` carries it nowhere.
    """
    pairs = parse_qsl(line.partition("?")[2], keep_blank_values=True)
    own = [text for name, text in pairs if name == key]
    if any(map(str.strip, own)):
        return any(_same(value, text) or formatted(value, text) for text in own)
    under = [name for name, text in pairs if _same(value, text)]
    alike = [text for name, text in pairs if _word(name) == _word(key)]
    if alike and not any(map(str.strip, alike)):
        return any(names_same(key, name) for name in under)
    sent = [(name, _plain(text)) for name, text in pairs if text.strip()]
    if sent and not under and set(sent) <= {(name, _plain(text)) for name, text in others}:
        return False
    return not any(of_other_records(key, name) for name in under)


def _ends_empty(line: str, key: str) -> bool:
    """Return whether the last of several texts under a key is empty; a list of texts or of rows may end so."""
    own = [text.strip() for name, text in parse_qsl(line.partition("?")[2], keep_blank_values=True) if name == key]
    of_list = "." in key or "[" in key or re.search(r"[^su]s$", key, re.IGNORECASE)
    return len(own) > 1 and any(own) and not own[-1] and not of_list


def _others(pair: tuple[str, str], wanted: Sequence[tuple[str, str]], earlier: Sequence[str]) -> list[tuple[str, str]]:
    """Return the other pairs of a request; none if an earlier request has carried the value of the pair."""
    saved = any(_same(pair[1], text) for line in earlier for _, text in parse_qsl(line.partition("?")[2]))
    return [] if saved else [one for one in wanted if one[0] != pair[0]]


def _path(line: str) -> str:
    return line.partition(" ")[2].partition("?")[0]


def last_word(path: str) -> str:
    """Return the last word of a path; ids and holes are none."""
    return next((part.casefold() for part in reversed(path.split("/")) if part.isalpha()), path)


def refused(stored: str, failed: Sequence[str], values: Mapping[str, str], *, uploads: bool = False) -> tuple[str, ...]:
    """Return the failed requests that are the recorded one.

    Args:
        stored: The result of ``recorded``.
        failed: Failed requests as ``METHOD url: status``.
        values: Parameter values without secrets.
        uploads: Whether it sends a file; see ``as_upload``.
    """
    method, _, target = stored.partition(" ")
    if not target:
        return ()
    pattern = re.compile(route_pattern(target.partition("?")[0], values))
    lines = {one: f"{one.partition(' ')[0]} {address(one.split(' ', 1)[1].rpartition(': ')[0])}" for one in failed}
    own = {one: as_upload(stored, line) if uploads else line for one, line in lines.items()}
    return tuple(one for one, line in own.items() if line.startswith(f"{method} ") and pattern.match(_path(line)))
