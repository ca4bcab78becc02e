"""Who is called to the lines by which a side lives, and who is not."""

from __future__ import annotations

import pytest

from engine.components.grid import Grid, Hex
from engine.players.planner.calls import CALLED, SHORT, Calls
from engine.players.planner.distances import Distances
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.maps import Maps
from engine.players.planner.watching import HUNTED
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish

COLUMNS, ROWS, EVERYBODY = 21, 3, 0.9


def at(column: int, row: int) -> Hex:
    return Grid(COLUMNS, ROWS).at(column, row)


def road(*reds: tuple[int, int], blues: tuple[tuple[int, int], ...] = ()) -> Skirmish:
    """Units that live by a way along the middle row, from a source in the west."""
    counters = [Counter("red", at(*place)) for place in reds] + [Counter("blue", at(*place)) for place in blues]
    return Skirmish(counters, columns=COLUMNS, rows=ROWS, sources={"red": at(0, 1)})


def calls(front: Skirmish, part: float = EVERYBODY) -> Calls:
    found = Calls(front, part, Lifelines(front, "red"), Distances(front.beside))
    for _ in found.work():
        pass
    return found


def test_who_stands_on_the_line_behind_an_army_is_hunted_by_the_nearest() -> None:
    front = road((15, 0), (15, 1), (16, 2), (9, 2), blues=((5, 1),))
    found = calls(front)
    assert not {*front.supplied("red", {})} & {at(15, 1), at(9, 2)}, "all are cut off"
    assert found.told[3].hex == at(5, 1) and found.told[3].beside
    assert found.told[3].worth == pytest.approx(HUNTED * 4.0), "four first steps are out of supply"
    assert found.counts(3, at(6, 1)) == found.told[3].worth > found.counts(3, at(9, 2))


def test_who_could_walk_onto_the_line_is_watched() -> None:
    front = road((17, 0), (17, 1), (17, 2), (12, 2), blues=((8, 0),))
    assert calls(front).told[3].hex == at(8, 0)
    alone = road((17, 0), (17, 1), (17, 2), (12, 2), blues=((20, 1),))
    assert all(told.hex == at(20, 1) for told in calls(alone).told.values())


def test_nobody_is_called_from_too_far_away() -> None:
    front = road((1, 1))
    front.barred = {at(2 + CALLED, 1): 1.0}
    assert calls(front).told == {}


def test_the_nearest_goes_to_a_hex_that_opens_a_line_and_it_is_felt_on_the_way() -> None:
    front = road((1, 1), (6, 1))
    front.barred = {at(9, 1): 1.0}
    found = calls(front)
    assert {u: told.hex for u, told in found.told.items()} == {1: at(9, 1)}
    felt = [found.counts(1, at(column, 1)) for column in (6, 7, 8, 9)]
    assert felt == sorted(felt) and felt[-1] == 1.0 and found.counts(0, at(9, 1)) == 0.0
    assert felt[-2] <= SHORT, "whoever stops short of it has opened nothing"


def test_nobody_is_called_where_only_ends_of_moves_are_asked_or_nobody_moves() -> None:
    front, w = road((1, 1), (6, 1)), Weights(watched=EVERYBODY)
    able = [f.unit for f in front.forces("red")]
    known = Distances(front.beside)
    assert Maps(front, w, known, able, (), {}, None).calls is not None
    assert Maps(front, w, known, able, able, {}, None).calls is None
    assert Maps(front, w, known, able, (), {able[0]: [at(2, 1)]}, None).calls is None
    assert Maps(front, Weights(), known, able, (), {}, None).calls is None
