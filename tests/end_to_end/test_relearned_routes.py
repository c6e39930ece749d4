"""In an application of one path, a link in a table may move to another column: its route in the fragment says so."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_ami.model.errors import AmiError
from pytest_ami.model.outcome import Outcome
from pytest_ami.model.settings import Mode
from tests.support.lab import Lab
from tests.support.versions import HEARD, HOST, Versions

IDS = {"Oak": "3f9a61c07d2b4e58", "Elm": "b2417ce95a0d4f36", "Yew": "c86d0f1e93b74a52"}
PAGE = """<main id="m"></main><script>
const ids = IDS, days = { Oak: '3 days ago', Elm: '5 days ago', Yew: '8 days ago' };
const list = () => '<h1>Crates</h1><table><tr>HEAD</tr>' + Object.keys(ids).map((name) => `<tr>ROW</tr>`).join('') + '</table>';
const crate = (name) => `<h1>${name}</h1><button onclick="deed('seal ${name}'); say('Sealed')">Seal</button>`;
const lid = (name) => `<h1>Lid</h1><button onclick="deed('open ${name}'); say('Sealed')">Seal</button>`;
const show = () => {
  const [kind, id] = location.hash.slice(2).split('/'), name = Object.keys(ids).find((one) => ids[one] === id);
  document.getElementById('m').innerHTML = name ? (kind === 'crates' ? crate : lid)(name) : list();
};
addEventListener('hashchange', show); show();
</script>""".replace("IDS", str(IDS))
PACKED = "<td><a href='#/crates/${ids[name]}'>${days[name]}</a><td>${name}"
NAMED = "<td onclick='this.classList.add(1)'>${days[name]}<td><a href='#/crates/${ids[name]}'>${name}</a>"


def crates(row: str, head: str = "<th>Packed<th>Crate") -> str:
    return PAGE.replace("HEAD", head).replace("ROW", row)


def seal(page: Any, crate: str) -> None:
    page.get_by_role("row").filter(has_text=crate).get_by_role("link").click()
    page.get_by_role("button", name="Seal").click()


@pytest.fixture
def versions(lab: Lab, page: Any) -> Versions:
    made = Versions(lab, page)
    made.task = "seal crate"
    made.learn(crates(PACKED), seal, crate="Oak")
    return made


def relearned(versions: Versions, body: str, **params: str) -> Any:
    versions.body = body
    versions.page.goto(f"{HOST}/")
    run = versions.lab.run(versions.page, versions.task, params, mode=Mode.AUTO, teacher="offline", timeout=2.0)
    versions.page.evaluate(HEARD)  # the deed may still be on its way
    return run


@pytest.mark.variants(8)
@pytest.mark.parametrize("head", ["<th>Packed<th>Crate", "<th>Packed<th>Name", "<th>Created<th>Contents"])
def test_a_lesson_takes_the_link_of_the_recorded_route_in_another_column(head: str, versions: Versions) -> None:
    run = relearned(versions, crates(NAMED, head), crate="Elm")

    assert run.outcome is Outcome.RELEARNED
    assert versions.deeds == ["seal Elm"]
    assert versions.replay(crates(NAMED, head), crate="Yew").outcome is Outcome.REPLAYED
    assert versions.deeds[1:] == ["seal Yew"]


def test_it_takes_no_link_of_another_route(versions: Versions) -> None:
    with pytest.raises(AmiError):
        relearned(versions, crates(NAMED.replace("#/crates", "#/lids")), crate="Elm")

    assert not versions.deeds
