"""Section 4: how to win."""

from __future__ import annotations

import pytest

from engine.games.pm.victory import check, needed
from tests.support.pm_position import column, position

MOSCOW = {"5017N": "axis", "5116N": "axis"}


@pytest.mark.rule("pm:4.2", "pm:4.3")
def test_values_that_the_rules_quote() -> None:
    """Moscow is worth nine for both hexes together, so the values of all hexes add up to what there is to win."""
    match = position()
    values = {label: match.view().points(match.c.hex(label)) for label in ("2817N", "2919S", "5017N", "5116N")}
    assert values == {"2817N": 1, "2919S": 2, "5017N": 9, "5116N": 0}
    every = sum(match.view().points(h) for h in match.data.in_play)
    assert every == sum(place.value for place in match.data.board.places) == 67


@pytest.mark.rule("pm:4.3")
@pytest.mark.rule("pm:R7")
def test_moscow_counts_only_as_a_whole() -> None:
    match = position({"1pz": "5016N", "rd-001": "5518N"}, control={"5116N": "axis"}, dice=[1])
    assert column(match, "vp") == 0
    match.play("move 1pz 5017N")
    assert column(match, "vp") == 9 and not match.over
    again = position({"rd-001": "5015N"}, side="soviet", control=MOSCOW, memory={"moscow": 1})
    assert column(again, "vp") == 9
    again.play("move rd-001 5116N")
    assert column(again, "vp") == 0


@pytest.mark.rule("pm:4.6")
@pytest.mark.parametrize(("die", "over"), [(1, False), (2, True), (3, False), (4, True), (5, False), (6, True)])
def test_an_even_die_at_the_fall_of_moscow_ends_the_war(die: int, over: bool) -> None:
    match = position({"1pz": "5016N"}, control={"5116N": "axis"}, dice=[die])
    match.play("move 1pz 5017N")
    assert match.over is over and (match.state.winner == "axis") is over
    assert column(match, "memory")["moscow"] == 1


@pytest.mark.rule("pm:4.6")
def test_no_die_is_thrown_when_moscow_falls_again() -> None:
    match = position({"1pz": "5016N"}, control={"5116N": "axis"}, memory={"moscow": 1})
    match.play("move 1pz 5017N")
    assert not match.over and match.state.draws == 0 and column(match, "vp") == 9


@pytest.mark.rule("pm:4.6")
def test_the_die_is_thrown_when_control_is_gained_not_by_later_moves_in_the_city() -> None:
    match = position({"1pz": "5017N", "rd-001": "4810N"}, control=MOSCOW)
    match.play("move 1pz 5116N")
    assert match.state.draws == 0 and not match.over
    foe = position({"1pz": "5017N", "rd-001": "4810N"}, side="soviet", control=MOSCOW)
    foe.play("move rd-001 4811N")
    assert foe.state.draws == 0 and not foe.over


@pytest.mark.rule("pm:4.4")
@pytest.mark.rule("pm:R8")
def test_soviet_units_in_greater_germany_cost_a_point_each_others_do_not() -> None:
    match = position(identities={"rd-001": (3, 3, 5)})
    c = match.c
    hexes = {name: sorted(c.board.zone(name)) for name in ("zomo_germany", "zomo_romania")}
    stand = {"rd-001": hexes["zomo_germany"][0], "rd-002": hexes["zomo_germany"][1], "rd-003": hexes["zomo_romania"][0]}
    match = position({unit: c.label(h) for unit, h in stand.items()}, turn=5)
    check(match.c)
    assert column(match, "vp") == -2 and match.rules.invariants(match.c) == []
    check(match.c)
    assert column(match, "vp") == -4, "counted again at the end of the next turn"


@pytest.mark.rule("pm:4.5")
@pytest.mark.rule("pm:17.2")
def test_the_german_victory_table() -> None:
    match = position()
    assert [needed(match.c, t) for t in range(1, 13)] == [4, 8, 13, 17, 22, 26, 28, 30, 36, 36, 36, 36]


@pytest.mark.rule("pm:4.5")
@pytest.mark.parametrize(
    ("turn", "points", "winner"), [(1, 4, "axis"), (1, 3, ""), (12, 35, "soviet"), (12, 36, "axis")]
)
def test_victory_is_checked_at_the_end_of_every_turn(turn: int, points: int, winner: str) -> None:
    match = position(turn=turn)
    column(match, "memory")["paid"] = -points
    setattr(match.state, "vp", points)  # noqa: B010 - a column of this game
    check(match.c)
    assert match.state.winner == winner and match.over is bool(winner)


@pytest.mark.rule("pm:4.5")
@pytest.mark.rule("pm:4.4")
@pytest.mark.rule("pm:5.2")
@pytest.mark.parametrize(("couplet", "raid", "over"), [(1, False, False), (2, False, True), (2, True, False)])
def test_the_check_comes_after_the_second_couplet_and_counts_raiders_first(
    couplet: int, raid: bool, over: bool
) -> None:
    c = position().c
    held = {c.label(h): "axis" for place in c.board.places if 0 < place.value < 9 for h in place.hexes}
    points = sum(place.value for place in c.board.places if 0 < place.value < 9)
    spot = c.label(min(c.board.zone("zomo_germany")))
    units = {"1inf": "2010N", "rd-001": spot if raid else "5518N"}
    match = position(
        units, side="soviet", phase="combat", turn=8, couplet=couplet, control=held, memory={"paid": points - 30}
    )
    if not match.over and match.state.stack[-1].step == "combat":
        match.play("end")
    assert match.over is over and (not over or match.state.winner == "axis")
    assert over or column(match, "vp") == (29 if raid else 30)


@pytest.mark.rule("pm:4.1")
def test_only_the_german_side_scores() -> None:
    match = position(
        {"rd-001": "2810N"}, side="soviet", ground={}, places={"2811N": ("city", 3)}, control={"2811N": "axis"}
    )
    match.play("move rd-001 2811N")
    assert column(match, "vp") == 0 and match.view().score().side == "axis"
