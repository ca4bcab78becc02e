"""Walks through games: so many actions done and taken back, and the position is what it was."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.play.match import Match
from engine.play.state import copy_state
from engine.players.random import RandomPlayer
from tests.trials.games import LONG, SCENARIOS, of
from tests.trials.table import FULL, Tally

LONGEST = 12
"""Actions of a walk at most."""
FURTHER = 5
"""Actions from one walk to the next at most."""
WALKS = {**dict.fromkeys(LONG, 30), "pm campaign": 120, "ava campaign": 120, "kiev": 200, "borisov": 120, "lepel": 120,
         "bd": 380}  # fmt: skip
ALL = 10_000
"""Walks of all scenarios, with free undo and without; those that are not named share what is left."""


def walks() -> Iterator[Any]:
    """Parameters ``game, scenario, amount`` of both forms; in short fewer where another edition plays the same."""
    fewer = [n for one in SCENARIOS if (n := of(WALKS, *one, 0))]
    rest = -(-(ALL // 2 - sum(fewer)) // (len(SCENARIOS) - len(fewer)))
    for one in SCENARIOS:
        few = 2 if one[0] == "efs1" and of(LONG, *one, 0) else 5
        yield pytest.param(*one, few, id="-".join((*one, "short")), marks=pytest.mark.short_form)
        marks = [pytest.mark.nightly(minutes=0.15), pytest.mark.timeout(3600)]
        yield pytest.param(*one, of(WALKS, *one, rest), id="-".join((*one, FULL)), marks=marks)


def seen(match: Match) -> list[Any]:
    """All that must be as it was, at each point of a walk."""
    return [copy_state(match.state), list(match.history), list(match.log), match.prompt, match.over]


def walk(match: Match, player: RandomPlayer, steps: int) -> None:
    """Play, take back, play again, take back; without free undo, as far as it can be taken back."""
    legal, before, done, digest = match.legal.plain(), [seen(match)], 0, match.digest()
    while done < steps and not match.over:
        match.play(player.choose(match)[0])
        done = done + 1 if match.can_undo else 0
        before = [*before, seen(match)] if match.can_undo else [seen(match)]
        if not done:
            legal, digest = match.legal.plain(), match.digest()
            break
    for point in before[-2::-1]:
        match.undo()
        assert seen(match) == point
    for point in before[1:]:
        match.redo()
        assert seen(match) == point
    for _ in range(done):
        match.undo()
    assert seen(match) == before[0] and match.legal.plain() == legal and match.digest() == digest


@pytest.mark.parametrize("free", ["on", "off"])
@pytest.mark.parametrize("game, scenario, amount", walks())
def test_what_is_taken_back_was_never_done(game: str, scenario: str, free: str, amount: int, tally: Tally) -> None:
    tally.of("undo", "walks of up to 12 actions, taken back, played again, taken back: the same position")
    rnd, match, player = Random(amount), None, RandomPlayer(amount)
    for number in range(amount):
        if match is None or match.over:
            match = Match.new(game, scenario, seed=number, options={"free_undo": free})
        with tally.one(f"walk {number}"):
            walk(match, player, rnd.randint(1, LONGEST))
        for _ in range(rnd.randint(1, FURTHER)):
            if not match.over:
                match.play(player.choose(match)[0])
