"""14.40, R39: German hedgehogs in December."""

from __future__ import annotations

import pytest

from engine.games.pm.combat.mobile import assault_reach
from engine.games.pm.hedgehogs import hedgehog, prune
from tests.games.pm.battles import MID, NE, N, S, front, odds, shift_lines
from tests.support.pm_position import column, play, position, refusal, unit


@pytest.mark.rule("pm:14.40", "pm:14.21")
def test_only_germans_in_towns_form_hedgehogs() -> None:
    units = {"61inf": MID, "1inf": N, "ro-g": NE, "250sp": S}
    places = {MID: "town", NE: "large town", S: "city"}
    match = position(units, phase="hedgehogs", turn=12, ground={}, places=places)
    assert {str(a) for a in match.legal} == {f"form {MID}", "all", "end"}
    assert refusal(match, f"form {N}").rule == "pm:14.40"
    assert refusal(match, f"form {NE}").rule == "pm:14.40"
    assert refusal(match, f"form {S}").rule == "pm:14.40"
    play(match, f"form {MID}")
    assert column(match, "hedgehogs") == [MID]
    play(match, f"lift {MID}", "all")
    assert column(match, "hedgehogs") == [MID]
    assert refusal(match, "all").rule == "pm:14.40"


@pytest.mark.rule("pm:14.40", "pm:14.14")
def test_it_shifts_two_left_and_bars_the_concentric_shift() -> None:
    match = front(
        {"rd-001": N, "rd-002": S}, ["61inf"], side="soviet", turn=12, places={MID: "large town"}, hedgehogs=[MID]
    )
    assert shift_lines(odds(match, ["rd-001", "rd-002"])) == {"pm:14.22": "1L", "pm:14.40": "2L"}


@pytest.mark.rule("pm:14.40")
def test_units_in_it_do_not_attack() -> None:
    match = front({"61inf": N, "1inf": NE}, ["rd-001"], turn=12, places={N: "town"}, hedgehogs=[N])
    play(match, f"target {MID}")
    assert refusal(match, "add 61inf").rule == "pm:14.40"
    assert "add 1inf" in match.legal


@pytest.mark.rule("pm:14.40")
def test_there_is_none_before_december_and_no_step_without_a_use() -> None:
    assert position({"61inf": MID}, phase="hedgehogs", turn=12, ground={}).c.step.id != "hedgehogs"
    august = position({"61inf": MID}, phase="commitment", turn=5, ground={}, places={MID: "town"})
    assert august.c.step.id == "movement"


@pytest.mark.rule("pm:R39", "pm:14.40")
def test_the_marker_goes_with_the_last_german() -> None:
    match = position({"ro-g": MID, "61inf": N}, turn=12, ground={}, places={MID: "town", N: "town"}, hedgehogs=[MID, N])
    assert not hedgehog(match.c, match.c.board.find(MID))
    prune(match.c)
    assert column(match, "hedgehogs") == [N]


@pytest.mark.rule("pm:R39", "pm:14.40")
def test_the_marker_is_gone_at_once_when_the_last_german_leaves() -> None:
    """Germans who come into the hex later find no hedgehog; those who came before keep it."""
    units = {"61inf": MID, "1inf": N, "rd-001": "3014N"}
    match = position(units, turn=12, ground={}, places={MID: "town"}, hedgehogs=[MID])
    events = play(match, f"move 61inf {S}", f"move 1inf {MID}")
    assert column(match, "hedgehogs") == []
    assert [e.rule for e in events if e.kind == "hedgehog"] == ["pm:R39"]
    relieved = position(units, turn=12, ground={}, places={MID: "town"}, hedgehogs=[MID])
    play(relieved, f"move 1inf {MID}", f"move 61inf {S}")
    assert column(relieved, "hedgehogs") == [MID]


@pytest.mark.rule("pm:14.40", "pm:15.1")
def test_no_mobile_assault_goes_out_of_a_hedgehog_nor_is_one_proposed() -> None:
    units = {"6pz": N, "rd-001": MID}
    match = position(units, turn=12, ground={}, places={N: "town"}, hedgehogs=[N], weather="frost")
    assert refusal(match, f"assault 6pz {MID}").rule == "pm:14.40"
    u, h = unit(match, "6pz"), match.c.board.find(MID)
    # From another hex beside the enemy it may go, a move first.
    assert assault_reach(match.c, [u]) == {h: 8}
    free = position(units, turn=12, ground={}, places={N: "town"}, weather="frost")
    assert assault_reach(free.c, [u]) == {h: 7}
