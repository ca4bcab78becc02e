"""What is left of a scenario, and of which hexes a side needs how many at its end."""

from __future__ import annotations

import pytest

from engine.games.bd.phases.sequence import turns_left
from engine.games.bd.victory import check
from tests.support.bd_position import position
from tests.support.beginning import begun

FRONT = {"3pz": "1810", "16ra": "1809"}


@pytest.mark.rule("bd:5.2", "bd:14.2", "bd:15.3")
def test_player_turns_are_counted_to_the_end_of_the_last_turn() -> None:
    assert turns_left(begun("bd", "manstein").c) == {"axis": 3, "soviet": 3}
    left = {
        (turn, side): turns_left(position(FRONT, side=side, turn=turn, phase="combat", scenario=name).c)
        for turn, side, name in ((22, "axis", "citadel"), (22, "soviet", "citadel"), (20, "soviet", "citadel"))
    }
    assert left[22, "axis"] == {"axis": 1, "soviet": 1} and left[22, "soviet"] == {"axis": 0, "soviet": 1}
    assert left[20, "soviet"] == {"axis": 2, "soviet": 3}
    last = position(FRONT, side="axis", turn=14, phase="combat", scenario="what-if").c
    assert turns_left(last) == {"axis": 1, "soviet": 0}, "the Soviet side has moved before"


@pytest.mark.rule("bd:13.4", "bd:14.4", "bd:14.10", "bd:15.4")
@pytest.mark.parametrize(
    ("scenario", "found"),
    [
        ("citadel", [("soviet", None), ("soviet", 7)]),
        ("manstein", [("axis", None), ("axis", 1)]),
        ("blue-kremlin", [("axis", None), ("axis", 2)]),
        ("what-if", [("axis", None), ("axis", 1), ("soviet", None), ("soviet", 1)]),
        ("grand", []),
    ],
)
def test_a_side_needs_all_its_own_cities_and_some_others(scenario: str, found: list[tuple[str, int | None]]) -> None:
    c = begun("bd", scenario).c
    told = check.demands(c)
    assert [(d.side, None if d.need == len(d.hexes) else d.need) for d in told] == found
    for kept, gained in zip(told[::2], told[1::2], strict=True):
        assert not set(kept.hexes) & set(gained.hexes)
