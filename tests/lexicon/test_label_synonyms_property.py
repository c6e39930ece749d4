"""Properties of every text: likeness is symmetric, and no unknown word is ignored."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pytest_ami.lexicon.label_synonyms import harmless, key, label_similarity, more, next_page, onward, plain, variants
from pytest_ami.lexicon.phrase_table import phrase_table

MANY = settings(max_examples=200, deadline=None)

KNOWN = st.sampled_from(
    sorted(phrase_table().whole) + sorted({p for part in phrase_table().parts.values() for p in part})
)
SIGNS = st.text(st.sampled_from(list("aZé9 \n()[]+*:.…→←›‹⋯✓✗👍{}&-删除邮件")), max_size=16)
TEXT = KNOWN | SIGNS | st.text(max_size=20) | st.builds("{} {}".format, KNOWN, KNOWN)
NAME = st.from_regex(r"[BCDFGHJK]{2}[bcdfghjkl]{3,6}x", fullmatch=True)
VERBS = "delete pay buy send submit subscribe publish transfer löschen 删除 支付 payer eliminar"
VERB = st.sampled_from(VERBS.split())
EXTRA = st.sampled_from(["all", "later", "draft", "anyway", "permanently", "selected", "new", "old", "not", "only"])
ADDED = st.sampled_from(["→", " ›", "…", " *", ":", " (3)", "  12", " 99+", " (Ctrl+S)", " 🗑"])


@MANY
@given(TEXT, TEXT)
def test_likeness_is_the_same_from_both_sides(one: str, other: str) -> None:
    assert label_similarity(one, other) == label_similarity(other, one)
    assert label_similarity(one, other) in (0.0, 0.85, 0.95, 1.0)


@MANY
@given(TEXT)
def test_a_text_is_like_itself_unless_it_is_empty(text: str) -> None:
    assert label_similarity(text, text) == (1.0 if text.strip() else 0.0)


@MANY
@given(TEXT)
def test_taking_decoration_off_twice_takes_nothing_more(text: str) -> None:
    once = plain(text)
    assert plain(once) == once
    assert [c for c in once if c.isalpha()] == [c for c in text if c.isalpha()] or "(" in text or "[" in text


@MANY
@given(KNOWN, ADDED)
def test_decoration_makes_no_other_text_of_it(text: str, added: str) -> None:
    assume(any(char.isalpha() for char in text))
    assert label_similarity(text, text + added) >= 0.85


@MANY
@given(TEXT, st.integers(min_value=-1, max_value=30))
def test_every_variant_is_alike_and_new(text: str, limit: int) -> None:
    found = variants(text, limit)
    assert len(found) <= max(0, limit)
    assert len(set(found)) == len(found)
    assert all(label_similarity(text, one) >= 0.85 and one != key(text) for one in found)


@MANY
@given(KNOWN, NAME)
def test_a_word_of_no_table_never_is_left_over(text: str, name: str) -> None:
    assert label_similarity(text, f"{text} {name}") == 0.0
    assert all(label_similarity(f"{text} {name}", one) == 0.0 for one in variants(text, 6))


@MANY
@given(VERB, NAME, NAME)
def test_an_action_on_one_thing_is_not_that_on_another(verb: str, one: str, other: str) -> None:
    assume(one.casefold() != other.casefold())
    assert label_similarity(f"{verb} {one}", f"{verb} {other}") == 0.0


@MANY
@given(VERB, NAME, EXTRA)
def test_a_qualifier_always_counts(verb: str, name: str, extra: str) -> None:
    assert label_similarity(f"{verb} {name}", f"{verb} {extra} {name}") == 0.0
    assert label_similarity(f"{verb} {name}", f"{verb} {name} {extra}") == 0.0


@MANY
@given(KNOWN, VERB, st.sampled_from(["{1} {0}", "{0} {1}"]))
def test_no_list_holds_words_that_do_something_lasting(text: str, verb: str, order: str) -> None:
    said = order.format(text, verb)
    assert not any((harmless(said), onward(said), more(said), next_page(said)))
