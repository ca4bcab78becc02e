"""Enemies left near the lines by which most of a side lives: who is watched, by how many, and for how much."""

from __future__ import annotations

import pytest

from engine.components.grid import Grid, Hex
from engine.games.ava.advice.knowledge import AvaKnowledge
from engine.players.planner.knowledge import Force
from engine.players.planner.watching import HUNTED, MOST, MOST_OF, NEAR, SHARE, STACKS, barring, watches
from tests.players.cases import _rail, plain

GRID = Grid(40, 21)
FLOW = {10 * 40 + column: 10.0 if column < 20 else 3.0 for column in range(30)}
"""A line from the west along the tenth row, by the half of which only a few live."""


def at(column: int, row: int) -> Hex:
    return row * 40 + column


def rifles(h: Hex, *defense: int) -> list[Force]:
    return [Force(n, h, 2.0, strength, (0.5, 0.5)) for n, strength in enumerate(defense)]


def watched(*stacks: list[Force], lost: float = 20.0, total: float = 10.0) -> list[tuple[float, Hex]]:
    return list(watches({stack[0].hex: stack for stack in stacks}, FLOW, total, GRID.distance, lambda _u, _h: lost))


def test_who_stands_near_the_line_of_most_is_watched_the_strong_by_more() -> None:
    found = watched(rifles(at(10, 13), 2, 3))
    assert [h for _, h in found] == [at(10, 13)] * 3 and found[0][0] == pytest.approx(SHARE * 20)
    assert watched(rifles(at(10, 13), 2)) == found[:1]


def test_the_farther_away_the_less_and_none_out_of_sight() -> None:
    assert [worth for worth, _ in watched(rifles(at(10, 17), 2))] == [pytest.approx(SHARE * NEAR[7] * 20)]
    assert watched(rifles(at(10, 19), 2)) == []


def test_where_few_live_by_the_line_nobody_is_watched() -> None:
    assert MOST_OF * 10 > 3 and watched(rifles(at(29, 11), 2)) == []
    assert watched(rifles(at(10, 13), 2)) and watched(rifles(at(10, 13), 2), total=10 / MOST_OF + 1) == []


def test_there_is_a_most_and_what_is_not_cut_off_is_worth_nothing() -> None:
    assert watched(rifles(at(10, 13), 2), lost=1000.0)[0][0] == MOST
    assert watched(rifles(at(10, 13), 2), lost=0.0)[0][0] == 0.0


def test_headquarters_alone_are_not_watched() -> None:
    alone = [f._replace(leads=True) for f in rifles(at(10, 13), 1)]
    assert watched(alone) == []


@pytest.mark.rule("ava:3.3")
def test_a_division_goes_to_those_who_were_left_beside_the_railroad() -> None:
    units = {"18pz": "S2615", "3pz": "S2615", "hq-2pzg": "S2514", "7inf": "S1415", "23inf": "S2414", "27rd": "S1411"}
    c = plain({**units, "56rd": "S1411", "85rd": "S2915", "s-hq-3a": "S3014"}, turn=4, lines=_rail(26)).c
    k = AvaKnowledge(c, "axis")
    near, far = (k.duty(c.unit("7inf"), c.hex(h)) for h in ("S1412", "S1815"))
    assert near > far > 0 and near > k.duty(c.unit("18pz"), c.hex("S2515"))


def test_who_cuts_others_off_is_hunted_by_one_more_than_watch_him() -> None:
    stacks = {at(10, 13): rifles(at(10, 13), 2, 3), at(4, 4): rifles(at(4, 4), 2)}
    found = list(barring({at(10, 13): 5.0, at(4, 4): 0.0}, stacks, 2.0))
    assert found == [(HUNTED * 5.0, at(10, 13))] * 4, "three watch a defence of five"
    assert {worth for worth, _ in barring({at(10, 13): 99.0}, stacks, 2.0)} == {MOST}


def test_of_many_who_cut_others_off_those_first_who_cut_off_most() -> None:
    stacks = {at(10, n): rifles(at(10, n), 1) for n in range(STACKS + 3)}
    found = [h for _, h in barring({at(10, n): float(n) for n in range(STACKS + 3)}, stacks, 2.0)]
    assert found[0] == at(10, STACKS + 2) and len({*found}) == STACKS


def test_a_share_and_a_strength_of_their_own_can_be_told() -> None:
    forces = {at(10, 13): rifles(at(10, 13), 6, 6)}

    def watched_by(part: float, each: float) -> int:
        return len(list(watches(forces, FLOW, 40.0, GRID.distance, lambda _u, _h: 20.0, part, each)))

    assert watched_by(0.9, 6.0) == 0 and watched_by(0.1, 6.0) == 2 and watched_by(0.1, 2.0) == 6
