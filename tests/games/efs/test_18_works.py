"""Rules 18.1 to 18.5: what works hinder, what they are worth, and how they fall."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs import forts
from engine.games.efs.combat.modifiers import ground_of
from engine.play.match import Match
from tests.support.efs import EITHER, column, hexes, position, unit

LINE: dict[str, Any] = {"lines": {"wall": ["B0829-B0830", "B0730-B0830"]}, "zones": {"wall": (forts.LINE, ["B0830"])}}
"""A fortified line in B0830 that faces B0829 and B0730."""
BELT: dict[str, Any] = {"zones": {"belt": (forts.BELT, ["B0830"])}}
CITADEL: dict[str, Any] = {"zones": {"fort": (forts.CITADEL, ["B0830"])}}


def worth(m: Match, side: str, *origins: str) -> list[tuple[int, str]]:
    """What the works in B0830 add against a side: value and rule."""
    found = ground_of(m.c, hexes(m, "B0830"), hexes(m, *origins), side).lines
    return [(modifier.value, modifier.rule.partition(":")[2]) for modifier in found]


def built(m: Match, text: str = "soviet active") -> Match:
    column(m, "works")["B0830"] = text
    m.c.touch()
    return m


def gone(m: Match) -> Match:
    column(m, "ruined").append("B0830")
    m.c.touch()
    return m


@EITHER
@pytest.mark.rule("efs2:18.21", "efs1:18.2.1")
def test_a_line_works_from_the_outside_of_its_sides_alone() -> None:
    m = position(ground={}, **LINE)
    a, b, south, west = hexes(m, "B0829", "B0830", "B0831", "B0730")
    assert forts.line_faces(m.c, a, b) and forts.line_faces(m.c, west, b)
    assert not forts.line_faces(m.c, b, a) and not forts.line_faces(m.c, south, b)
    assert forts.dearer(m.c, a, b, "axis")
    assert not forts.dearer(m.c, b, a, "axis") and not forts.dearer(m.c, a, b, "soviet")


@pytest.mark.rule("efs2:18.12")
def test_a_point_more_for_active_enemy_works_and_only_one() -> None:
    m = built(position(ground={}, **LINE))
    a, b, south = hexes(m, "B0829", "B0830", "B0831")
    assert forts.dearer(m.c, a, b, "axis") is True and forts.dearer(m.c, south, b, "axis")
    assert not forts.dearer(m.c, south, b, "soviet")
    assert not forts.dearer(built(position(ground={}), "soviet building").c, south, b, "axis")
    for works in (BELT, CITADEL):
        m = position(ground={}, **works)
        assert forts.dearer(m.c, south, b, "axis") and not forts.dearer(gone(m).c, south, b, "axis")
    assert forts.dearer(built(position(ground={}), "axis active").c, south, b, "soviet")


@EITHER
@pytest.mark.rule("efs2:18.22", "efs1:18.2.1", "efs1:18.1.3")
def test_a_line_helps_against_an_attack_through_it_alone() -> None:
    m = position(ground={}, **LINE)
    assert worth(m, "soviet", "B0829", "B0730") == [(1, "18.22")]
    assert worth(m, "soviet", "B0829", "B0831") == []
    assert worth(m, "axis", "B0829") == []
    assert worth(gone(m), "soviet", "B0829") == []


@pytest.mark.rule("efs2:18.24", "efs2:18.21")
def test_a_single_side_of_a_line_may_be_destroyed() -> None:
    m = position(ground={}, **LINE)
    column(m, "ruined").append("B0829/B0830")
    m.c.touch()
    assert worth(m, "soviet", "B0829") == [] and worth(m, "soviet", "B0730") == [(1, "18.22")]


@pytest.mark.rule("efs2:18.31", "efs2:18.34", "efs2:18.35")
def test_a_belt_helps_to_all_sides_and_soviets_alone() -> None:
    m = position(ground={}, **BELT)
    assert worth(m, "soviet", "B0829", "B0831") == [(1, "18.31")] and worth(m, "axis", "B0829") == []
    assert worth(gone(m), "soviet", "B0829") == []


@pytest.mark.rule("efs2:18.34", "efs2:18.41")
def test_a_strongpoint_adds_nothing_to_a_belt() -> None:
    assert worth(built(position(ground={}, **BELT)), "soviet", "B0829") == [(1, "18.31")]
    assert worth(gone(built(position(ground={}, **BELT))), "soviet", "B0829") == [(1, "18.41")]


@EITHER
@pytest.mark.rule("efs2:18.41", "efs1:18.3.6", "efs1:18.1.3")
def test_a_strongpoint_helps_its_side_to_all_sides_once_completed() -> None:
    assert worth(built(position(ground={})), "soviet", "B0829", "B0831") == [(1, "18.41")]
    assert worth(built(position(ground={}), "axis active"), "axis", "B0829") == [(1, "18.41")]
    assert worth(built(position(ground={}), "axis active"), "soviet", "B0829") == []
    assert worth(built(position(ground={}), "soviet building"), "soviet", "B0829") == []


@EITHER
@pytest.mark.rule("efs2:18.41", "efs1:18.2.3", "efs1:18.3.6")
def test_line_and_strongpoint_do_not_add_up() -> None:
    m = built(position(ground={}, **LINE))
    assert worth(m, "soviet", "B0829") == worth(m, "soviet", "B0829", "B0831") == [(1, "18.41")]


@EITHER
@pytest.mark.rule("efs2:18.41", "efs2:R54", "efs1:18.3.7")
@pytest.mark.parametrize(("city", "held", "value"), [("B0834", "", 2), ("B0835", "", 1), ("B0834", "axis", 1)])
def test_two_in_all_for_a_strongpoint_on_a_line_near_a_soviet_city(city: str, held: str, value: int) -> None:
    m = built(position(ground={}, places={city: "city", "B0832": "town"}, **LINE))
    column(m, "holder").update({city: held} if held else {})
    m.c.touch()
    assert sum(found for found, _ in worth(m, "soviet", "B0829", "B0730")) == value
    assert worth(m, "soviet", "B0829", "B0831") == [(1, "18.41")]


@pytest.mark.rule("efs2:18.51", "efs2:18.53", "efs2:18.55")
def test_a_citadel_in_combat() -> None:
    m = position(ground={}, **CITADEL)
    h = m.c.hex("B0830")
    assert worth(m, "soviet", "B0829") == [(1, "18.51")] and worth(m, "axis", "B0829") == []
    assert [forts.citadel_bonus(m.c, h, "soviet", n) for n in (6, 2, 4)] == [3, 2, 3]
    assert forts.citadel_bonus(m.c, h, "axis", 6) == 0
    assert worth(built(m), "soviet", "B0829") == [(1, "18.51"), (1, "18.41")]
    gone(m)
    assert forts.citadel_bonus(m.c, h, "soviet", 6) == 0


@pytest.mark.rule("efs2:18.14", "efs2:18.23", "efs2:18.32")
def test_works_that_deny_the_combined_arms_bonus() -> None:
    def law(m: Match, side: str, *origins: str) -> str:
        return forts.bars_combined_arms(m.c, m.c.hex("B0830"), side, hexes(m, *origins))

    assert law(position(ground={}, **BELT), "soviet", "B0829") == "efs:18.32"
    assert law(position(ground={}, **CITADEL), "soviet", "B0829") == "efs:18.14"
    m = position(ground={}, **LINE)
    assert law(m, "soviet", "B0829") == "efs:18.23"
    assert law(m, "soviet", "B0829", "B0831") == "" and law(m, "axis", "B0829") == ""


# ---------------------------------------------------------------------- their end
@pytest.mark.rule("efs2:18.13", "efs2:18.35", "efs2:18.55", "efs2:R53")
@pytest.mark.parametrize("works", [BELT, CITADEL, LINE])
def test_printed_works_fall_in_the_engineering_phase_of_who_stands_in_them(works: dict[str, Any]) -> None:
    m = position({"18pz-pzr": "B0830"}, ground={}, **works)
    assert forts.helps(m.c, m.c.hex("B0830"), "soviet") != ()
    assert forts.fall(m.c, "soviet") == []
    assert forts.fall(m.c, "axis") == [m.c.hex("B0830")]
    assert forts.helps(m.c, m.c.hex("B0830"), "soviet") == () and column(m, "ruined") == ["B0830"]
    assert forts.fall(m.c, "axis") == []


@pytest.mark.rule("efs2:18.13")
def test_a_strongpoint_leaves_the_map() -> None:
    m = built(position({"18pz-pzr": "B0830"}, ground={}))
    assert forts.fall(m.c, "axis") == [m.c.hex("B0830")]
    assert column(m, "works") == {} and column(m, "ruined") == []


@EITHER
@pytest.mark.rule("efs2:18.13", "efs2:18.46", "efs1:18.1.5")
def test_an_unfinished_strongpoint_goes_when_an_enemy_enters() -> None:
    m = built(position({"18pz-pzr": "B0829"}, ground={}), "soviet building")
    h = m.c.hex("B0830")
    forts.enter(m.c, h, "soviet")
    assert forts.under_construction(m.c, h) == "soviet"
    forts.enter(m.c, h, "axis")
    assert column(m, "works") == {}
    built(m)
    forts.enter(m.c, h, "axis")
    assert forts.strongpoint(m.c, h) == "soviet"


@pytest.mark.rule("efs2:18.45")
def test_an_axis_strongpoint_names_the_unit_that_builds_it() -> None:
    m = built(position({"253inf": "B0830"}, ground={}), "axis building 253inf")
    h = m.c.hex("B0830")
    assert forts.builder(m.c, h) == unit(m, "253inf") and forts.under_construction(m.c, h) == "axis"
    assert forts.builder(built(m, "axis active").c, h) == -1
    assert forts.strongpoints(m.c, "axis") == {h: True}
