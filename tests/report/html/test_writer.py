"""The page as a file: no text becomes markup, one file if it fits, a folder if not."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pytest_ami.engine.secrets.gate import GATE
from pytest_ami.report.html.content import Content
from pytest_ami.report.html.writer import as_json, write_report

WEBP = b"RIFF....WEBP"


def data(**more: Any) -> dict[str, Any]:
    counts = dict.fromkeys(("replayed", "healed", "relearned", "learned", "stale", "failed", "harness_error"), 0)
    return {"run": "run-1", "counts": counts, "runs": [], "notes": [], **more}


def embedded(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    plain: dict[str, Any] = json.loads(found[1])
    return plain


@given(
    st.text()
    | st.sampled_from(["</script><script>alert(1)</script>", "<!--<script>", "\u202eevil", "\x1b[31m", "\u2028"])
)
def test_no_text_ends_the_data_or_hides_in_it(text: str) -> None:
    written = as_json({"text": text})

    assert json.loads(written) == {"text": text}
    assert not re.search("[<>&'\u2028\u2029\u202a-\u202e\u2066-\u2069\x1b\x00]", written)


def test_a_report_that_fits_is_one_file_that_loads_nothing(tmp_path: Path) -> None:
    write_report(tmp_path / "out" / "report.html", Content(data(), pictures={"0123456789abcdef.webp": WEBP}))

    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["report.html"]
    assert embedded(page)["pictures"]["0123456789abcdef.webp"].startswith("data:image/webp;base64,")
    assert "default-src 'none'" in page
    assert not re.findall(r"""(?:src|href)=["'](?!data:|#)""", page)


def test_what_does_not_fit_goes_into_a_folder_and_the_page_says_so(tmp_path: Path) -> None:
    made = Content(data(), apart={"0123456789abcdef.webp": WEBP}, chunks=[{"s": [{"step": 1, "target": "</script>"}]}])

    write_report(tmp_path / "report.html", made)

    plain = embedded((tmp_path / "report.html").read_text("utf-8"))
    assert plain["pictures"] == {"0123456789abcdef.webp": "report-files/0123456789abcdef.webp"}
    (note,) = plain["notes"]
    assert note.endswith("pictures (1) and steps (of 1 runs) are in the folder report-files beside it.")
    assert (tmp_path / "report-files" / "0123456789abcdef.webp").read_bytes() == WEBP
    assert (tmp_path / "report-files" / "steps-1.js").read_text("utf-8").startswith("amiSteps(1,{")
    assert "</script>" not in (tmp_path / "report-files" / "steps-1.js").read_text("utf-8")


def test_a_declared_secret_does_not_get_into_the_page_or_the_folder(tmp_path: Path) -> None:
    GATE.declare({"token": "s3cr3t-t0ken-value"})
    row = {"step": 1, "seen": ["says s3cr3t-t0ken-value"]}
    try:
        write_report(tmp_path / "report.html", Content(data(runs=[{"rows": [row]}]), chunks=[{"s": [row]}]))
    finally:
        GATE.forget()

    texts = "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.*") if path.is_file())
    assert "s3cr3t" not in texts
    assert texts.count("{{token}}") == 2
