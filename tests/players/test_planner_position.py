"""What adapters begin with, in a made-up game: who stands where, who strikes from where, what is found once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.components.grid import Grid, Hex, Unit
from engine.players.planner.exchange import strengths
from engine.players.planner.remembering import once
from tests.support.meadow import MARSH, Meadow

GRID = Grid(9, 5)


class Few(Meadow):
    """The same without the second counter, which may be struck from nowhere."""

    def _present(self, side: str) -> Iterable[Unit]:
        return (u for u in super()._present(side) if u != 1)

    def _sides(self, h: Hex, side: str) -> Sequence[Hex]:
        return () if h == 40 else super()._sides(h, side)


def test_units_are_asked_about_once_and_counted_by_hex() -> None:
    k = Meadow()
    assert [f.unit for f in k.forces("red")] == [0, 1, 2] == k.asked
    assert k.forces("red") is k.forces("red") and k.asked == [0, 1, 2]
    assert k.standing("red")[20] == 2 and k.standing("red")[13] == 0 and k.standing("blue")[13] == 1
    assert [f.unit for f in Few().forces("red")] == [0, 2]
    off = Meadow(at=(20, -1, 22, 13, 40))
    assert [f.unit for f in off.forces("red")] == [0, 2], "whoever is off the map is nowhere"


def test_a_side_is_as_fast_as_the_fastest_who_attacks() -> None:
    assert Meadow().pace("red") == 2, "not the one that cannot attack, nor who leads"
    assert Meadow().pace("blue") == 6
    assert Meadow(at=(-1, 20, 22, 13, 40)).pace("red") == 0


def test_a_hex_is_struck_from_all_beside_it_where_no_enemy_bars_the_way() -> None:
    k = Meadow()
    beside = set(GRID.adjacent[22]) - {MARSH}
    assert 13 in beside and set(k.struck_from(22, "blue")) == beside, "own units are no bar"
    assert set(k.struck_from(22, "red")) == beside - {13}
    assert k.struck_from(40, "red") and not Few().struck_from(40, "red")
    assert MARSH not in k.struck_from(40, "red") and k.struck_from(MARSH, "red") == []


def test_whoever_has_enemies_in_a_hex_strikes_it() -> None:
    k = Meadow()
    assert k.striker(13) == "red" and k.striker(22) == "blue"
    assert k.striker(5) == "blue", "where nobody is, somebody of the side that plans will be"
    assert Meadow("blue").striker(13) == "red" and Meadow("blue").striker(20) == "blue"


def test_the_enemy_is_near_only_where_he_bars_the_way() -> None:
    k = Meadow()
    assert k.away(13) == 0 and k.away(40) == GRID.distance(40, 13)
    assert k.touched == frozenset(GRID.adjacent[13])
    assert Meadow(at=(20, 20, 22, -1, 40)).away(20) == 0


def test_the_ground_is_asked_about_once_for_all_positions_on_a_map() -> None:
    of_map: dict[Any, Any] = {}
    first = Meadow(of_map=of_map)
    assert first.beside(40) == tuple(n for n in GRID.adjacent[40] if n != MARSH) and first.way(3)[4] == 1.0
    assert len(first.asked) == GRID.size + 1
    second = Meadow("blue", (1, 2, 3, 4, 5), of_map=of_map)
    assert second.beside(40) == first.beside(40) and second.way(3) is first.way(3) and not second.asked
    frozen = Meadow(season="frost", of_map=of_map)
    assert frozen.way(3) is not first.way(3) and frozen.asked == ["3 frost"]


def test_nothing_is_supposed_where_nobody_is_moved() -> None:
    k = Meadow()
    assert k.supposed({}) is k.c


def test_what_was_found_is_kept_by_who_was_asked_what() -> None:
    k, other = Meadow(), Meadow()
    assert [k.doubled(2), k.doubled(2), k.tripled(2), k.doubled(3)] == [4, 4, 6, 6] and k.asked == [2, 3]
    assert other.doubled(2) == 4 and other.asked == [2]
    memo: dict[str, int] = {}
    assert [once(memo, "a", lambda: 1), once(memo, "a", lambda: 2), once(memo, "b", lambda: 3)] == [1, 1, 3]


def test_the_strength_with_each_step_that_is_left_is_that_of_the_faces() -> None:
    faces = [(6, 4, 8), (3, 3, 8)]
    assert strengths(faces, 0, 2) == [5.0, 3.0] and strengths(faces, 1, 1) == [3.0]
    assert strengths(faces, 0, 4) == [5.0, 3.0, 3.0, 3.0], "the last face is that of all further steps"
    assert strengths(faces, 0, 0) == []
