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


class Told(Step[Any]):
    """A step of whoever decides; notes who that is when it begins and when it is resumed."""

    id = "told"

    def prompt(self, c: Context[Any]) -> Prompt:
        """Nothing is asked."""
        return Prompt(c.state.side, "", "toy:1.1")

    def enter(self, c: Context[Any]) -> None:
        """Note it."""
        c.say("begins", c.state.side, "toy:1.1")

    def resume(self, c: Context[Any], ended: str) -> None:
        """Note it."""
        c.say("resumed", c.state.side, "toy:1.1")


class Always(Told):
    """A step that one side always decides in."""

    id = "always"

    def acts(self, c: Context[Any]) -> str:
        """The Soviets."""
        return "soviet"


@pytest.fixture
def telling(duel: Match, monkeypatch: pytest.MonkeyPatch) -> Context[Any]:
    """A context with these steps, nothing else waiting, the axis deciding."""
    c: Context[Any] = duel.c
    monkeypatch.setattr(c, "steps", {"told": Told(), "always": Always()})
    c.state.stack.clear()
    c.state.side, c.events = "axis", []
    return c


def test_the_side_of_a_step_decides_in_it_and_gives_the_decision_back(telling: Context[Any]) -> None:
    c = telling
    c.call("told", side="axis")
    c.call("told", side="soviet", left=2)
    assert c.frame.vars == {"side": "soviet", "left": 2} and c.state.side == "soviet"
    c.call("told")
    assert c.frame.vars == {} and c.state.side == "soviet", "nobody else was named"
    c.call("always")
    c.goto("told", side="axis")
    for _ in range(3):
        c.done()
    said = [(e.kind, e.text) for e in c.events]
    assert [who for kind, who in said if kind == "begins"] == ["axis", "soviet", "soviet", "soviet", "axis"]
    assert [who for kind, who in said if kind == "resumed"] == ["axis", "soviet", "axis"]
    assert c.state.side == "axis" and len(c.state.stack) == 1


def test_nobody_decides_when_the_game_is_over(telling: Context[Any]) -> None:
    telling.call("told", side="soviet")
    telling.over("axis", "", "toy:4.1")
    assert telling.state.side == "" and not telling.state.stack
