"""Derived values read no column that they do not declare, and what is kept of them holds: random play of the games."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.fields import by_unit, derived
from engine.play.match import Match
from engine.players import make
from tests.support.watching import Watch, watched


@derived("turn")
def careless(c: Any) -> int:
    """Reads a column that it does not declare."""
    return int(c.state.turn) + len(c.state.hex_of)


@derived("turn")
def careless_at_second_hand(c: Any) -> int:
    """Calls what reads a column that is not declared here."""
    return honest(c)


@by_unit(lambda c: c.state.turn, "hex_of")
def careless_of_steps(c: Any, unit: int) -> int:
    """Reads a cell of a column that it does not declare."""
    return int(c.state.hex_of[unit] + c.state.steps_left[unit])


@derived("draws")
def honest(c: Any) -> int:
    """Declares what it reads."""
    return int(c.state.draws)


def test_a_missing_column_is_found(operating: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    with watched(monkeypatch) as watch:
        assert honest(operating.c) == operating.state.draws
        with pytest.raises(AssertionError, match=r"careless reads .'hex_of'."):
            careless(operating.c)
        operating.c.touch()
        with pytest.raises(AssertionError, match=r"second_hand reads .'draws'."):
            careless_at_second_hand(operating.c)
        operating.c.touch()
        assert watch.compared == 0 and honest(operating.c) == operating.state.draws and watch.compared == 1


def test_a_value_that_was_changed_is_found(operating: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    honest(operating.c)
    key = next(k for k in operating.c.kept if getattr(k, "__name__", "") == "honest")
    operating.c.kept[key] = operating.c.kept[key][0], 77
    operating.c.touch()
    with watched(monkeypatch), pytest.raises(AssertionError, match=r"honest.* does not hold any more"):
        honest(operating.c)


def test_a_cell_that_is_read_and_not_declared_is_found(operating: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    c = operating.c
    with watched(monkeypatch) as watch:
        assert careless_of_steps(c, 0) == c.state.hex_of[0] + c.state.steps_left[0] and watch.compared == 0
        c.touch()
        assert careless_of_steps(c, 0) and watch.compared == 1
        c.state.steps_left[0] += 1
        c.touch()
        with pytest.raises(AssertionError, match="careless_of_steps"):
            careless_of_steps(c, 0)


def play(match: Match, seed: int, actions: int) -> None:
    """Random play from the end of the set-up on, with what screens and computer players ask now and then."""
    player = make("random", seed)
    for n in range(actions):
        if match.over:
            return
        match.play("ready" if "ready" in match.legal else player.choose(match)[0])
        if n % 10 == 0:
            view = match.view(match.side)
            view.prospects(), view.tasks()
            for name, _ in view.overlays():
                view.overlay(name, match.side)


@pytest.mark.parametrize(
    ("game", "scenario", "options", "least", "actions"),
    [
        ("ava", "smolensk", {}, 5, 120),
        ("ava", "campaign", {"soviet_supply": "on"}, 5, 120),
        ("pm", "campaign", {}, 12, 120),
        ("efs2", "borisov", {}, 30, 40),
    ],
)
def test_of_the_games(
    game: str, scenario: str, options: dict[str, str], least: int, actions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch: Watch
    match = Match.new(game, scenario, seed=3, options=options)
    with watched(monkeypatch) as watch:
        play(match, 2, actions)
    assert len(watch.found) >= least and watch.compared > 50
