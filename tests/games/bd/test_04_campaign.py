"""Chapter 4 as the campaign plays it: Soviet units in the Reich, Moscow, forgiveness points, an early Kiev."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from engine.games.bd.control import take_control
from engine.games.bd.victory.campaign import surrender_bonus
from engine.games.bd.victory.check import check, score
from engine.play.match import Match
from tests.support.bd_position import position

MOSCOW, KIEV, LENINGRAD = "1606", "2311", "1011"


def campaign(
    units: Mapping[str, str] | None = None, *, german: Iterable[str] = (), options: Mapping[str, str] | None = None,
    **more: Any,
) -> Match:  # fmt: skip
    """A position of the campaign; the named places are German besides those near German units."""
    match = position({"1inf": "2023", "3ra": "1300", **(units or {})}, scenario="grand", **more)
    match.c.state.control.update(dict.fromkeys(german, "axis"))
    match.c.options.update(options or {})
    match.c.touch()
    return match


def points(match: Match) -> int:
    return match.state.vp  # type: ignore[attr-defined, no-any-return]


def german_takes(match: Match, label: str) -> int:
    """Points that the German side gains by taking a hex."""
    before = points(match)
    match.c.state.control[label] = "soviet"
    take_control(match.c, "axis", match.c.board.find(label))
    return points(match) - before


# ---------------------------------------------------------------------- 4.2
@pytest.mark.rule("bd:4.2")
def test_soviet_units_in_the_reich_cost_a_point_a_hex_at_the_end_of_the_first_five_turns() -> None:
    """1817 lies in East Prussia, 2116 in the General Government, 2016 in the Soviet Union."""
    there = {"4ra": "1817", "8ra": "1817", "13ra": "2116", "16ra": "2016"}
    for turn, cost in ((1, 2), (5, 2), (6, 0)):
        match = campaign(there, turn=turn)
        before = points(match)
        match.state.vp = 25  # type: ignore[attr-defined]
        told = [line.value for line in score(match.c).lines if line.rule == "bd:4.2"]
        check(match.c)
        assert (25 - points(match), told) == (cost, ["-1"] * cost), (turn, before)


@pytest.mark.rule("bd:4.2", "bd:4.14")
def test_the_penalty_counts_before_the_check() -> None:
    match = campaign({"4ra": "1817"}, turn=3)
    match.state.vp = 14  # type: ignore[attr-defined]
    check(match.c)
    assert match.state.winner == "soviet"


# ---------------------------------------------------------------------- 4.15
@pytest.mark.rule("bd:4.15")
@pytest.mark.parametrize(
    ("held", "bonus"), [((), 0), ((KIEV,), 1), ((LENINGRAD,), 2), ((KIEV, LENINGRAD), 3)]
)  # fmt: skip
def test_moscow_falls_with_a_die_helped_by_kiev_and_leningrad(held: tuple[str, ...], bonus: int) -> None:
    for die in range(1, 7):
        match = campaign(dice=[die])
        match.c.state.control.update(dict.fromkeys((KIEV, LENINGRAD), "soviet") | dict.fromkeys(held, "axis"))
        match.c.touch()
        assert surrender_bonus(match.c) == bonus
        german_takes(match, MOSCOW)
        assert match.state.winner == ("axis" if die + bonus >= 5 else "")


@pytest.mark.rule("bd:4.15")
def test_moscow_is_rolled_for_once_a_game() -> None:
    match = campaign(dice=[1, 6])
    match.c.state.control.update({KIEV: "soviet", LENINGRAD: "soviet"})
    assert german_takes(match, MOSCOW) == 1
    take_control(match.c, "soviet", match.c.board.find(MOSCOW))
    german_takes(match, MOSCOW)
    assert match.state.draws == 1 and not match.over


@pytest.mark.rule("bd:13.4", "bd:R52", "bd:R61")
def test_nobody_rolls_for_moscow_where_other_conditions_decide() -> None:
    for scenario in ("citadel", "blue-kremlin"):
        match = position({"1inf": "2023", "3ra": "1300"}, scenario=scenario)
        german_takes(match, MOSCOW)
        assert match.state.draws == 0


# ---------------------------------------------------------------------- 4.20
@pytest.mark.rule("bd:4.20")
def test_forgiveness_points_of_the_examples() -> None:
    """22 in August 1941 is one too many, 24 in September two; 20 in December one too few."""
    for turn, total, given in ((3, 22, 1), (4, 24, 2), (6, 20, -1)):
        match = campaign(turn=turn, options={"forgiveness": "on"})
        match.state.vp = total  # type: ignore[attr-defined]
        check(match.c)
        assert (match.state.winner, match.c.state.forgiven, points(match)) == ("", given, total)


@pytest.mark.rule("bd:4.20")
@pytest.mark.parametrize(("forgiven", "winner"), [(0, "soviet"), (1, "axis"), (-1, "soviet")])
def test_forgiveness_points_count_at_the_very_end(forgiven: int, winner: str) -> None:
    """On turn 32 the Soviet side wins with 23 or fewer, the German with 24 or more."""
    match = campaign(turn=32, options={"forgiveness": "on"}, memory={"forgiveness": forgiven})
    match.state.vp = 23  # type: ignore[attr-defined]
    check(match.c)
    assert match.state.winner == winner


# ---------------------------------------------------------------------- 4.21
@pytest.mark.rule("bd:4.21")
def test_an_early_kiev_is_worth_a_die_less_one_by_the_option() -> None:
    for die in (1, 4, 6):
        assert german_takes(campaign(turn=3, options={"kiev": "on"}, dice=[die]), KIEV) == die - 1
    assert german_takes(campaign(turn=3), KIEV) == 1
    assert german_takes(campaign(turn=4, options={"kiev": "on"}), KIEV) == 1


@pytest.mark.rule("bd:4.21")
def test_kiev_counts_one_point_after_its_first_fall() -> None:
    match = campaign(turn=2, options={"kiev": "on"}, dice=[6, 6])
    assert german_takes(match, KIEV) == 5
    take_control(match.c, "soviet", match.c.board.find(KIEV))
    assert german_takes(match, KIEV) == 1


@pytest.mark.rule("bd:4.14")
def test_the_score_says_which_turn_is_the_first_that_looks_at_points() -> None:
    match = Match.new("bd", "grand", seed=1)
    score = match.view("axis").score()
    assert (score.needed, score.needed_rule, score.told) == (0, "", str(match.state.vp))  # type: ignore[attr-defined]
    told = [(line.value, line.text) for line in score.lines]
    assert told[0] == (">=22", "the German side wins at the end of turn 3, the first that looks at points")
