"""14.39: advance after combat."""

from __future__ import annotations

import pytest

from tests.games.pm.battles import MID, NE, N, S, attack, front
from tests.support.pm_position import at, column, play, refusal, unit


@pytest.mark.rule("pm:14.39")
def test_some_one_or_none_may_advance() -> None:
    match = front({"6pz": N, "7pz": NE, "61inf": NE}, {"rd-001": (1, 2)})
    attack(match)
    assert match.c.step.id == "advance"
    play(match, "advance 7pz")
    assert at(match, "7pz") == MID
    play(match, "end")
    assert (at(match, "6pz"), at(match, "61inf")) == (N, NE)


@pytest.mark.rule("pm:14.39", "pm:14.5")
def test_the_choice_is_made_before_the_next_battle() -> None:
    match = front({"6pz": N, "7pz": S, "rd-002": "3012N"}, {"rd-001": (1, 1)})
    attack(match, "6pz")
    assert refusal(match, "target 3012N")
    play(match, "all")
    assert at(match, "6pz") == MID


@pytest.mark.rule("pm:14.39", "pm:R11")
def test_stacking_limits_hold() -> None:
    five = {u: N for u in ("61inf", "1inf", "58inf", "217inf", "6pz")}
    match = front({**five, "7pz": NE, "8pz": NE}, {"rd-001": (1, 3)})
    attack(match)
    play(match, "all")
    inside = [u for u in (*five, "7pz", "8pz") if at(match, u) == MID]
    assert len(inside) == 5
    assert {"6pz", "7pz", "8pz"} <= set(inside)


@pytest.mark.rule("pm:14.39")
def test_only_attackers_advance() -> None:
    match = front({"6pz": N, "61inf": NE}, {"rd-001": (1, 1)})
    attack(match, "6pz")
    assert refusal(match, "advance 61inf").rule == "pm:14.39"


@pytest.mark.rule("pm:14.39")
def test_defenders_never_advance_and_nobody_into_a_held_hex() -> None:
    match = front({"61inf": N, "1inf": S, "rd-002": "3012N"}, {"rd-001": (1, 9)}, dice=[3])
    attack(match, "61inf")
    assert match.c.step.id == "combat"
    assert (at(match, "rd-001"), at(match, "1inf")) == (MID, S)


@pytest.mark.rule("pm:R57", "pm:14.39", "pm:12.16")
def test_only_units_that_began_beside_the_straits_advance_across() -> None:
    sides = {"kerch": [f"{MID}-{N}"]}
    match = front({"61inf": N, "1inf": N, "58inf": N}, {"rd-001": (1, 1)}, lines=sides)
    column(match, "origin")[unit(match, "61inf")] = match.c.board.find(N)
    attack(match)
    assert refusal(match, "advance 1inf").rule == "pm:12.16"
    play(match, "advance 61inf")
    assert at(match, "61inf") == MID


@pytest.mark.rule("pm:14.39", "pm:3.9")
def test_an_advance_takes_control() -> None:
    match = front({"6pz": "2816N", "7pz": "2816N", "8pz": "2816N"}, {"rd-001": (1, 1)}, at="2817N", ground=None)
    attack(match, at="2817N")
    play(match, "lose 6pz", "all")
    assert column(match, "control")["2817N"] == "axis"
    assert column(match, "vp") == 1
