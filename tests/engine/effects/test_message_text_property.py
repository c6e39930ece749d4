"""Messages: whatever was recorded is recognised again, and no other word or parameter passes for it."""

from __future__ import annotations

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from pytest_ami.engine.effects.message_text import fits, named, pattern, sample, stored

WORD = st.text("abcdefghijklmnopqrstuvwxyzäöü", min_size=4, max_size=9).filter(
    lambda word: word not in ("paid", "step")
)
NUMBER = st.integers(0, 9_999).map(str)
TEXT = st.lists(st.one_of(WORD, WORD, NUMBER), min_size=2, max_size=120)
SPACED = st.lists(st.tuples(WORD, NUMBER).map(list) | WORD.map(lambda word: [word, word]), min_size=1, max_size=60).map(
    lambda pairs: [part for pair in pairs for part in pair]
)
VALUES = st.fixed_dictionaries({"to": WORD.map(str.title), "amount": st.integers(1, 99_999).map(str)})


@settings(max_examples=200, deadline=None)
@example(["0", "0", "100"], {"to": "Aaaa", "amount": "100"})  # no group of thousands begins with a zero
@example(["0", "aaed"], {"to": "Aaaa", "amount": "1"})  # "0 deleted": nothing was done, then and now
@given(TEXT, VALUES)
def test_what_was_recorded_is_recognised(parts: list[str], values: dict[str, str]) -> None:
    text = " ".join([*parts, values["to"], "paid", values["amount"], "EUR"])
    head, rest = stored(named(text, values))

    assert fits(pattern(head, values, key=f"status|{text}", same=True, rest=rest), text, values)


@settings(max_examples=200, deadline=None)
@given(TEXT, VALUES, VALUES)
def test_another_run_is_recognised_by_its_own_values_only(
    parts: list[str], then: dict[str, str], now: dict[str, str]
) -> None:
    words = [part for part in parts if not part.isdigit()]
    assume(not {then["to"].lower(), now["to"].lower()} & set(words) and then["to"] != now["to"])

    def text(values: dict[str, str]) -> str:
        return " ".join([*words, values["to"], "paid", values["amount"], "EUR"])

    head, rest = stored(named(text(then), then))
    wanted = pattern(head, now, same=sample(then) == sample(now), rest=rest)

    assert fits(wanted, text(now), now)
    assert not fits(wanted, text({**now, "to": then["to"]}), now)
    if not rest:  # beyond the head, words are compared and numbers are not
        assert not fits(wanted, text({**now, "amount": now["amount"] + "7"}), now)


@settings(max_examples=200, deadline=None)
@given(TEXT, st.integers(0, 200), WORD)
def test_one_other_word_is_another_message(parts: list[str], at: int, word: str) -> None:
    at %= len(parts)
    changed = [*parts[:at], word, *parts[at:]]
    head, rest = stored(" ".join(parts))

    assert not fits(pattern(head, {}, rest=rest), " ".join(changed), {})


@settings(max_examples=200, deadline=None)
@given(SPACED, st.lists(NUMBER, min_size=120, max_size=120))
def test_free_numbers_may_be_any(parts: list[str], others: list[str]) -> None:
    numbers = iter(others)
    changed = [next(numbers) if part.isdigit() else part for part in parts]
    head, rest = stored(" ".join(parts))

    assert fits(pattern(head, {}, rest=rest), " ".join(changed), {})
