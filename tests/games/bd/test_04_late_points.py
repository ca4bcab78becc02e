"""4.5 to 4.8: points of the later war, from positions with nothing in them but what counts."""

from __future__ import annotations

import pytest

from engine.games.bd.control import take_control
from engine.games.bd.victory.prizes import baltic, dnepr_line, settle_stretches
from engine.play.match import Match
from tests.support.bd_position import position


def lost(match: Match, label: str) -> int:
    """Points that the German side loses as a hex becomes Soviet."""
    before = match.c.state.vp
    take_control(match.c, "soviet", match.c.hex(label))
    return int(before - match.c.state.vp)


PAID = {"stretch baltic": 1, "stretch dnepr": 1}
"""Nothing is left to be lost in the Baltic states and on the Dnepr."""


def front(turn: int, **more: object) -> Match:
    return position({"3ra": "1606", "1inf": "2023"}, side="soviet", turn=turn, control={"3114": "axis", "3015": "axis"},
                    memory=PAID, **more)  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.parametrize(("die", "cost"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4)])
@pytest.mark.parametrize("label", ["3114", "3015"])
@pytest.mark.rule("bd:4.7", "bd:4.8", "bd:1.3")
def test_bucharest_and_ploesti_cost_two_to_four_before_turn_27(label: str, die: int, cost: int) -> None:
    assert lost(front(26, dice=[die]), label) == cost


@pytest.mark.parametrize("label", ["3114", "3015"])
@pytest.mark.rule("bd:4.7", "bd:4.8", "bd:R80")
def test_they_cost_one_from_turn_27_on_and_when_they_fall_again(label: str) -> None:
    assert lost(front(27), label) == 1
    match = front(20, dice=[6])
    assert lost(match, label) == 4
    take_control(match.c, "axis", match.c.hex(label))
    assert lost(match, label) == 1


@pytest.mark.rule("bd:4.7", "bd:4.3")
def test_a_fortress_city_in_bucharest_costs_its_second_point_besides() -> None:
    assert lost(front(20, dice=[3], fortresses=["3114"]), "3114") == 4


# ---------------------------------------------------------------------- stretches
@pytest.mark.parametrize(("turn", "cost"), [(13, 0), (14, 3), (28, 3)])
@pytest.mark.rule("bd:4.5")
def test_the_last_hex_of_the_baltic_states_costs_three(turn: int, cost: int) -> None:
    match = position({"3ra": "1606", "1inf": "2023"}, side="soviet", turn=turn, memory={"stretch dnepr": 1})
    c = match.c
    last, *others = sorted(c.label(h) for h in baltic(c) if not c.data.board.place_at.get(h))
    c.state.control |= {c.label(h): "soviet" for h in baltic(c)} | {last: "axis", others[0]: "axis"}
    assert lost(match, others[0]) == 0
    assert lost(match, last) == cost
    take_control(c, "axis", c.hex(last))
    assert lost(match, last) == 0, "once"


@pytest.mark.rule("bd:4.5")
def test_baltic_states_that_are_soviet_already_are_lost_as_turn_14_begins() -> None:
    match = position({"3ra": "1606", "1inf": "2023"}, side="soviet", turn=14, memory={"stretch dnepr": 1})
    c = match.c
    c.state.control |= {c.label(h): "soviet" for h in baltic(c)}
    c.touch()
    before = match.c.state.vp
    settle_stretches(c)
    assert before - match.c.state.vp == 3


@pytest.mark.rule("bd:4.6", "bd:R3")
def test_the_dnepr_costs_a_point_with_its_last_hex() -> None:
    match = position({"3ra": "1606", "1inf": "2023"}, side="soviet", turn=21, memory={"stretch baltic": 1})
    c = match.c
    line = {c.label(h) for h in dnepr_line(c)}
    # Both cities count with all their sides: whatever lies beside them borders on the river.
    assert {"2311", "2607", "2809", "2908", "2312", "2606"} <= line and "2311" in line
    c.state.control |= dict.fromkeys(line, "soviet") | {"2809": "axis", "2908": "axis"}
    assert lost(match, "2809") == 0
    assert lost(match, "2908") == 1
