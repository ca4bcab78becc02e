"""9.6, 17.10 in battle: attenuated supply shifts German attacks as the last step before the die."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.pm.combat.attenuation import columns_left, consults, every_shift, modifiers
from engine.games.pm.combat.strengths import PREPARED
from engine.play.match import Match
from tests.games.pm.battles import FAR_MID, FAR_N, MID, N, attack, front, odds, shift_lines
from tests.support.pm_position import column, unit


def far(**more: Any) -> Match:
    """A panzer division and an infantry division east of the GAS Line against one rifle division."""
    return front({"6pz": FAR_N, "61inf": FAR_N}, {"rd-001": (1, 5)}, at=FAR_MID, tried=["rd-001"], **more)


@pytest.mark.rule("pm:9.6", "pm:17.10")
@pytest.mark.parametrize(("die", "left"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_table_shifts_before_the_die(die: int, left: int) -> None:
    match = far(dice=[die, 6])
    events = attack(match, at=FAR_MID)
    assert [e.rolls for e in events if e.kind in ("gast", "combat")] == [(die,), (6,)]
    told = next(e.text for e in events if e.kind == "combat")
    assert ("3:1", "2:1", "1:1", "1:2")[left] in told


@pytest.mark.rule("pm:17.10")
def test_modifiers_add_up() -> None:
    match = far()
    assert every_shift(match.c, match.c.board.find(FAR_MID)) == [0, 1, 1, 2, 2, 3]
    assert columns_left(match.c, 9) == 3
    assert columns_left(match.c, 0) == 0
    autumn = far(turn=8, weather="mud")
    assert [n for n, _ in modifiers(autumn.c, autumn.c.board.find(FAR_MID))] == [1, 1]
    assert every_shift(autumn.c, autumn.c.board.find(FAR_MID)) == [1, 2, 2, 3, 3, 3]
    december = far(turn=12, weather="snow")
    assert sum(n for n, _ in modifiers(december.c, december.c.board.find(FAR_MID))) == 3
    august = far(turn=5)
    assert modifiers(august.c, august.c.board.find(FAR_MID)) == []


@pytest.mark.rule("pm:9.6")
def test_the_preview_covers_both_dice() -> None:
    match = far()
    found = odds(match, ["6pz", "61inf"], at=FAR_MID)
    assert found.column == "3:1"
    assert found.results == []
    assert sum(found.distribution.values()) == pytest.approx(1)
    # 0/3 comes on 5 and 6 at 3:1 (one GAST face), on 6 at 2:1 (two faces), else never.
    assert found.distribution["0/3"] == pytest.approx((2 + 2 * 1) / 36)
    rolled = odds(match, ["6pz", "61inf"], at=FAR_MID, gast=2)
    assert (rolled.column, shift_lines(rolled)) == ("1:1", {"pm:9.6": "2L"})


@pytest.mark.rule("pm:9.6", "pm:9.19", "pm:9.20")
def test_who_does_not_consult_it() -> None:
    west = front({"6pz": N}, ["rd-001"])
    assert not consults(west.c, PREPARED, [unit(west, "6pz")])
    assert not consults(far(memory={"paused": 1}).c, PREPARED, [unit(west, "6pz")])
    marked = far(memory={"concentration": 1}, marked=["6pz", "61inf"])
    assert not consults(marked.c, PREPARED, [unit(west, "6pz")])
    soviet = front({"rd-001": FAR_N}, ["61inf"], at=FAR_MID, side="soviet")
    assert not consults(soviet.c, PREPARED, [unit(soviet, "rd-001")])


WALLS = {f"rd-1{n:02d}": h for n, h in enumerate(["4509N", "4508N", "4608N", "4708N", "4709N"])}


@pytest.mark.rule("pm:R22", "pm:9.6", "pm:9.7")
def test_unsupplied_units_do_not_consult_it_but_their_companions_make_them() -> None:
    alone = front({"61inf": FAR_N, **WALLS}, ["rd-001"], at=FAR_MID)
    assert not consults(alone.c, PREPARED, [unit(alone, "61inf")])
    mixed = front({"61inf": FAR_N, "1inf": "4611N", **WALLS}, {"rd-001": (1, 2)}, at=FAR_MID, tried=["rd-001"])
    found = odds(mixed, ["61inf", "1inf"], at=FAR_MID)
    assert consults(mixed.c, PREPARED, found.attackers)
    assert found.attack == 3 + 5


@pytest.mark.rule("pm:9.18", "pm:9.6")
def test_aerial_supply_east_of_the_line_consults_it() -> None:
    match = front({"61inf": FAR_N, **WALLS}, ["rd-001"], at=FAR_MID, carries={"aerial-1": "61inf"})
    assert consults(match.c, PREPARED, [unit(match, "61inf")])
    assert odds(match, ["61inf"], at=FAR_MID).attack == 5


@pytest.mark.rule("pm:15.4")
def test_a_mobile_assault_goes_by_the_supply_at_the_start_of_its_movement() -> None:
    match = front({"6pz": N}, {"rd-001": (1, 3)}, tried=["rd-001"], phase="movement")
    u = unit(match, "6pz")
    column(match, "moving")[u], column(match, "supply")[u], column(match, "origin")[u] = 1, 3, 0
    match.c.touch()
    assert odds(match, ["6pz"], kind="mobile").attack == 5
    assert odds(match, ["6pz"]).attack == 10
    column(match, "supply")[u] = 1
    match.c.touch()
    assert any(line.value == "?" for line in odds(match, ["6pz"], at=MID, kind="mobile").lines)
