"""Steps and their verbs: how many words an answer may have, and whose mistake an error is."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.play.action import Action, Refusal
from engine.play.match import Match
from engine.play.step import Context, Prompt, Step, Verb, no_words


def two(c: Any, unit: str, hex_: str, why: str = "") -> Refusal | None:
    """Takes two words, or three."""
    return None


def any_number(c: Any, unit: str, *way: str) -> Refusal | None:
    """Takes one word or more."""
    return None


def broken(c: Any, unit: str) -> Refusal | None:
    """Has a mistake in it, of the very kind that too many words would make."""
    two(c)  # type: ignore[call-arg]
    return None


class Asking(Step[Any]):
    """A step with one verb for each of these."""

    id = "asking"
    verbs = tuple(
        Verb(check.__name__, no_words, check, lambda c: None, "what it takes", "toy:1.1")
        for check in (two, any_number, broken)
    )

    def prompt(self, c: Context[Any]) -> Prompt:
        """Nothing is asked."""
        return Prompt("", "", "toy:1.1")


@pytest.mark.parametrize(
    ("verb", "numbers"), [("two", (2, 3)), ("any_number", (1, 2, 9))], ids=["a fixed number", "any number"]
)
def test_as_many_words_as_the_check_takes(duel: Match, verb: str, numbers: tuple[int, ...]) -> None:
    c = duel.c
    for count in range(10):
        action = Action(verb, ("a",) * count)
        if count in numbers or (verb == "any_number" and count):
            assert Asking().check(c, action) is None
        else:
            with pytest.raises(BadInput, match=r"too many or too few words; .*: what it takes"):
                Asking().check(c, action)


def test_an_error_inside_a_check_is_not_the_players(duel: Match) -> None:
    c = duel.c
    with pytest.raises(TypeError, match="positional argument"):
        Asking().check(c, Action("broken", ("a1",)))
    with pytest.raises(BadInput, match="too many or too few words"):
        Asking().check(c, Action("broken", ("a1", "a2")))
