"""Boxes and radios of a page that draws them from its own state: it swallows the event that tells of their change."""

from __future__ import annotations

from typing import Any

from .case import MoveCase

STARS = """<style>#stars input {{ position: absolute; width: 1px; height: 1px; opacity: 0 }}</style><div id="stars">{}</div>
    <label><input type="checkbox" id="news">Newsletter</label><button id="save">Save</button>""".format(
    "".join(
        f'<input type="radio" name="stars" id="s{n}" value="{n}" aria-label="{n}"><label for="s{n}"><svg width="20" height="20">'
        '<circle cx="10" cy="10" r="9"/></svg></label>'
        for n in range(1, 6)
    )
)
STARS_JS = """
  const kept = { stars: '3', news: false };
  const draw = () => { q('#s' + kept.stars).checked = true; q('#news').checked = kept.news; };
  document.onclick = (e) => { const el = e.target;
    if (!el.matches('input')) return;
    const now = el.type === 'radio' ? { stars: el.value } : { news: el.checked };
    draw();
    setTimeout(() => { Object.assign(kept, now); draw(); }, 0); };
  q('#save').onclick = () => say(kept.stars + ' stars, newsletter ' + kept.news);
  draw();
"""


def rate(page: Any, rating: str) -> None:
    """Press a star, which is the label of a hidden radio, and a check box."""
    page.locator("#stars label").nth(int(rating) - 1).click()
    page.get_by_label("Newsletter").click()
    page.get_by_role("button", name="Save").click()


REFUSING_JS = """
  q('#s3').checked = true;
  document.onclick = (e) => { if (e.target.matches('[type=radio]')) { q('#s3').checked = true; }
    if (e.target.id === 'news') e.preventDefault(); };
  q('#save').onclick = () => say(q('#stars :checked').value + ' stars, newsletter ' + q('#news').checked);
"""


LIST = """<button id="open">Choose</button><b id="chosen">none</b><div id="list" role="listbox"></div><button id="save">Save</button>"""
LIST_JS = """
  const draw = (names) => { q('#list').innerHTML = names.map((one) => `<label role="option" style="display:block"><input type="radio" value="${one}"><span>${one}</span></label>`).join(''); };
  q('#open').onclick = () => draw(['EUR', 'CHF', 'USD', 'AUD']);
  q('#list').onclick = (e) => { if (e.target.matches('input')) { q('#chosen').textContent = e.target.value; draw([]); } };
  q('#save').onclick = () => say('pays in ' + q('#chosen').textContent);
"""


def choose_currency(page: Any, currency: str) -> None:
    """Choose an option that is the label of a radio; the list is removed while the radio's click is handled."""
    page.get_by_role("button", name="Choose").click()
    page.get_by_role("option", name=currency, exact=True).click()
    page.get_by_role("button", name="Save").click()


TICKS = (
    MoveCase(
        "boxes-drawn-from-a-state",
        STARS,
        rate,
        ("check", "check", "click"),
        "{rating} stars, newsletter true",
        STARS_JS,
        {"rating": "4"},
        {"rating": "2"},
        day=True,
    ),
    MoveCase(
        "boxes-that-refuse",
        STARS,
        rate,
        ("click",),
        "3 stars, newsletter false",
        REFUSING_JS,
        {"rating": "4"},
        {"rating": "2"},
        day=True,
    ),
    MoveCase(
        "option-is-label-of-removed-radio",
        LIST,
        choose_currency,
        ("click", "click", "click"),
        "pays in {currency}",
        LIST_JS,
        {"currency": "CHF"},
        {"currency": "AUD"},
        day=True,
    ),
)
