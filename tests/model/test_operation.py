"""The requests that follow an event."""

from __future__ import annotations

from pytest_ami.model.operation import MOST_ALSO_SENT, Operation


def followed(*requests: str) -> Operation:
    operation = Operation(type="click")
    for request in requests:
        operation = operation.followed_by(request)
    return operation


def test_the_first_request_and_some_after_it_are_kept_in_their_order() -> None:
    lines = [f"POST /{number}" for number in range(9)]
    operation = followed(*lines)
    assert (operation.sent, *operation.also_sent) == tuple(lines[: MOST_ALSO_SENT + 1])


def test_of_a_refused_request_the_method_stays_if_it_was_the_first() -> None:
    operation = followed("PUT /layout", "POST /pay", "POST /mail")

    assert operation.refused("PUT /layout", "PUT").sent == "PUT"
    assert operation.refused("POST /pay", "POST").also_sent == ("POST /mail",)
    assert operation.refused("POST /other", "POST") == operation
