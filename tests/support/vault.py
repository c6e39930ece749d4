"""Pages that take secrets and give them away wherever a page can, and the search for what is left of one.

What shows a secret on a page is green, so that a picture that shows one has green in it.
"""

from __future__ import annotations

import base64
import html
import json
import struct
import threading
import zlib
from collections.abc import Iterable, Iterator
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import accumulate
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, quote_plus, urlsplit

SECRETS = {
    "password": 'Tr0ub4dor&3 "<x/ü%',
    "card_number": "4929123412341238",
    "one_time_code": "73916482",
    "phrase": "zq-" + "".join(chr(97 + n * 7 % 26) + str(n % 10) for n in range(60)),
}
"""Values by parameter name. The last one is longer than what is kept of any text."""

HARD = {
    "apostrophe": "O'Brien/7",
    "spaces": "zephyr horse battery",
    "quotes": 'say "hi" <now> & here',
    "umlaut": "pässwörd-Größe",
    "two": "q7",
    "three": "x!z",
    "long": "zq-" + "".join(chr(97 + n * 7 % 26) + str(n % 10) for n in range(149)),
    "pattern": "(a+b)*[c]{2}$^.?|",
    "number": "4929123412341238",
    "wide": "秘密🙂の言葉🙃",
    "backslash": "back\\slash\\n1",
    "percent": "100%25&off=1+2#x",
}
"""Values that are hard to find again, by what is hard about them."""

LEAKS = ("script", "live", "query", "alert", "frame", "open", "codes")
"""Ways in which a page gives a secret away, for any value."""

WINDOW = 8
"""How many characters of a secret in a row are too many."""

STYLE = """<!doctype html><meta charset="utf-8"><style>
body { font: bold 20px monospace } .told, input.told, textarea.told { color: #00ff00 }
label, p, output { display: block; margin: 6px } input, textarea { width: 40em; font: inherit }</style>"""
ECHO = """<script>
const tell = (secret) => {
  document.title = `Hello ${secret}`;
  for (const el of document.querySelectorAll('.echo')) el.textContent = `You said ${secret}`;
  for (const el of document.querySelectorAll('.copy')) el.value = secret;
  for (const el of document.querySelectorAll('a.link')) { el.href = '/x/' + encodeURIComponent(secret); el.textContent = secret; }
  console.error('secret', secret);
};
</script>"""
CODES = """<script>
const codes = (secret) => {
  const bytes = new TextEncoder().encode(secret), hex = [...bytes].map((b) => b.toString(16).padStart(2, '0'));
  const said = [btoa(String.fromCharCode(...bytes)), btoa('id:' + String.fromCharCode(...bytes) + ':x'), hex.join(''), hex.map((b) => '%' + b).join(''),
    [...secret].reverse().join(''), secret.toUpperCase(), JSON.stringify(secret), JSON.stringify(JSON.stringify({ secret })), escape(secret),
    [...secret].map((c) => `&#${c.codePointAt(0)};`).join(''), `${secret.slice(0, 9)}...`, `'${secret}'`, `(${secret})`, `${secret}, is it?`];
  for (const [n, text] of said.entries()) {
    const el = document.body.appendChild(document.createElement(n % 2 ? 'h2' : 'a'));
    el.textContent = text; el.className = 'told'; el.href = `/x/${n}?to=${encodeURIComponent(text)}&t=${n}`; el.id = `k-${text}`; el.title = `${text}!`;
  }
  document.title = said[n = secret.length % said.length];
};
let n;
</script>"""
AFTER = '<h1 class="told echo"></h1><output class="told echo"></output><p class="told echo"></p>'


def field(name: str, label: str, more: str = "") -> str:
    """Return a labelled field; what is typed into it is green."""
    return f'<label>{label} <input class="told" name="{name}" {more}></label>'


PAGES = {
    "password": field("password", "Password", "type=password id=f")
    + '<button type="button" id="show" onclick="f.type = \'text\'">Show password</button>',
    "card_number": field("cardnumber", "Card number", "id=f")
    + "<script>f.oninput = () => { f.value = f.value.replace(/\\D/g, '').replace(/(\\d{4})(?=\\d)/g, '$1 ') }</script>",
    "one_time_code": field("code", "One-time code", "id=f autocomplete=one-time-code inputmode=numeric"),
    "phrase": field("phrase", "Phrase", "id=f"),
    "passcode": field("passcode", "Passcode", "type=password id=f"),
}
"""A form for each secret, and one for any value."""


def page(kind: str, way: str) -> str:
    """Return a page with a form for one secret.

    Args:
        kind: Name of the secret.
        way: How it gets away: ``script, live, query, alert, frame, open, closed, dialog, codes``.
    """
    live = "<script>f.addEventListener('input', () => tell(f.value))</script>" if way == "live" else ""
    form = PAGES[kind]
    if way == "query":
        return f'{STYLE}<form action="/said/{kind}">{form}<button>Continue</button></form>'
    told = {"alert": "alert('You said ' + f.value);", "codes": "codes(f.value);", "post": ""}.get(way, "tell(f.value);")
    done = f"{told} document.querySelector('[role=status]').textContent = 'Success: sent'; "
    end = '<div role="status"></div>'
    if way in ("open", "closed"):
        inner = f"{form}<button id=go>Continue</button>{AFTER}{end}"
        script = f"""const root = host.attachShadow({{ mode: '{way}' }}); root.innerHTML = {json.dumps(inner)};
            const f = root.querySelector('#f'); const show = root.querySelector('#show'); if (show) show.onclick = () => {{ f.type = 'text' }};
            root.querySelector('#go').onclick = () => {{ document.title = f.value; for (const el of root.querySelectorAll('.echo')) el.textContent = f.value;
            root.querySelector('[role=status]').textContent = 'Success: sent' }};"""
        return f"{STYLE}<div id=host></div><script>{{{script}}}</script>".replace("</script></label>", "</label>")
    body = f'{ECHO}{CODES if way == "codes" else ""}{form}<button type="button" onclick="{html.escape(done)}">Continue</button>{AFTER}{end}{live}'
    body += '<label>Copy <input class="told copy" readonly></label><a class="told link"></a>'
    if way == "dialog":
        return f"{STYLE}<dialog id=d>{body}</dialog><script>d.showModal()</script>"
    return f"{STYLE}{body}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """Answer a page: ``/<kind>/<way>``, or what a form said."""
        parts = urlsplit(self.path)
        words = parts.path.strip("/").split("/")
        if words[0] == "said":
            value = html.escape(next(iter(parse_qs(parts.query).values()), [""])[0])
            text = f'{STYLE}<title>{value}</title><h1 class="told">{value}</h1><div role="status">Success: sent</div>'
            text += f'<p class="told">{value}</p><input class="told" readonly aria-label="Copy" value="{value}">'
        elif len(words) == 2 and words[1] == "frame":
            text = f'{STYLE}<iframe src="/{words[0]}/script" width=900 height=500></iframe>'
        elif len(words) == 2 and words[0] in PAGES:
            text = page(*words)
            if "renamed" in parts.query:
                text = text.replace("Continue", "Hocus pocus").replace("id=go", "id=onward")
            if "dead" in parts.query:
                for mark in ("'", "&#x27;"):
                    text = text.replace(f"{mark}Success: sent{mark}", f"{mark}Refused: {mark} + f.value")
        else:
            text = "<title>nothing</title>"
        data = text.encode()
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (the name is the library's)
        """Say nothing."""


class Vault:
    """Serves the pages; a context manager."""

    def __init__(self) -> None:
        """Take a port."""
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Vault:  # noqa: PYI034  (typing.Self is newer than our oldest Python)
        """Serve."""
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        self._http.shutdown()
        self._http.server_close()


def forms(secret: str) -> set[str]:
    """Return the ways in which a text may be written down."""
    once = {
        secret,
        quote(secret),
        quote(secret, safe=""),
        quote_plus(secret),
        quote(secret, safe="!'()*;,/?:@&=+$-_.~#"),
    }
    once |= {html.escape(secret), html.escape(secret, quote=False), base64.b64encode(secret.encode()).decode()}
    twice = {json.dumps(text, ensure_ascii=plain)[1:-1] for text in once for plain in (True, False)}
    return once | twice | {json.dumps(text)[1:-1] for text in twice} | {quote(text, safe="") for text in once}


def windows(secret: str) -> set[str]:
    """Return every ``WINDOW`` characters in a row of a secret, however written, and its beginnings from 6 on."""
    found = {text[at : at + WINDOW] for text in forms(secret) for at in range(len(text) - WINDOW + 1)}
    words = (
        {"0".join(secret[at : at + 4] for at in range(0, len(secret), 4)).replace("0", " ")}
        if secret.isdigit()
        else set()
    )
    return found | {secret} | words | ({secret[:6]} if not secret.isdigit() else set())


def traces(secret: str, texts: Iterable[tuple[str, bytes]]) -> list[str]:
    """Return where something of ``secret`` is left, with what is around it."""
    parts = [part.encode() for part in windows(secret)]
    found = []
    for where, text in texts:
        hit = next((part for part in parts if part in text), None)
        if hit is not None:
            at = text.index(hit)
            found.append(f"{where}: ...{text[max(0, at - 80) : at + len(hit) + 40].decode('utf-8', 'replace')}...")
    return found


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every file below ``folder``."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()


def requests(bodies: Iterable[Any]) -> Iterator[tuple[str, bytes]]:
    """Yield what a model was sent, without the pictures."""
    for number, body in enumerate(bodies):
        texts = json.dumps(body, ensure_ascii=False, default=str)
        for picture in pictures([body]):
            texts = texts.replace(base64.b64encode(picture).decode(), "")
        yield f"request {number}", texts.encode()


def pictures(bodies: Iterable[Any]) -> Iterator[bytes]:
    """Yield the pictures that a model was sent."""
    for body in bodies:
        for message in body.get("messages", ()):
            for part in message["content"] if isinstance(message["content"], list) else ():
                if part.get("type") == "image_url":
                    yield base64.b64decode(part["image_url"]["url"].partition(",")[2])


@cache
def green(png: bytes) -> int:
    """Return how many pixels of a picture are green: 8 bits a channel, not interlaced, as browsers make them."""
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", png[16:29])
    assert (depth, interlaced) == (8, 0), (depth, interlaced)
    size = {2: 3, 6: 4}[kind]
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    rows, stride = zlib.decompress(data), width * size
    channels, shown, count = [bytes(width)] * 3, 0, 0
    for y in range(height):
        row = rows[y * (stride + 1) : (y + 1) * (stride + 1)]
        before = channels
        channels = [_unfiltered(row[0], row[1 + n :: size], before[n]) for n in range(3)]  # the fourth is no colour
        if channels != before or not y:
            shown = sum(g > r + 60 and g > b + 60 for r, g, b in zip(*channels, strict=True))
        count += shown
    return count


def _unfiltered(kind: int, line: bytes, up: bytes) -> bytes:
    """Return one channel of a row: PNG's filters predict each byte from those to the left and above."""
    if kind == 0:
        return line
    if kind in (2, 4) and not any(line):
        return up
    if kind == 1:
        return bytes(total & 255 for total in accumulate(line))
    if kind == 2:
        return bytes(byte + b & 255 for byte, b in zip(line, up, strict=True))
    made, a, c = bytearray(), 0, 0
    for byte, b in zip(line, up, strict=True):
        if kind == 3:
            a = byte + (a + b) // 2 & 255
        else:
            to_a, to_b, to_c = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            a = byte + (a if to_a <= to_b and to_a <= to_c else b if to_b <= to_c else c) & 255
        made.append(a)
        c = b
    return bytes(made)
