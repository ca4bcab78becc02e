"""Positions put on the board by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.pm.tables import tables
from engine.play.match import Match
from tests.support.pm_position import at, column, steps, unit

HERE: dict[str, Any] = {
    "clear": True,
    "turn": 9,
    "weather": {"north": "mud", "south": "dry"},
    "place": [
        {"unit": "7pz", "hex": "2510N", "steps": 1},
        {"unit": "rd-001", "hex": "2610N"},
        {"unit": "rd-002", "hex": "2710N", "identity": "rd-24"},
        {"id": "x1", "side": "axis", "type": "panzer", "attack": 9, "defense": 8, "move": 12, "hex": "2510N"},
    ],
    "control": {"3606N": "axis"},
    "tracks": {"couplet": 2, "replacements": 3, "hedgehogs": ["2510N"]},
    "phase": "movement axis",
}


@pytest.fixture
def match() -> Match:
    return Match.new("pm", "campaign", seed=3)


def identity(match: Match) -> str:
    """Some identity of the pool of rifle divisions."""
    return str(next(row["id"] for row in tables(match.c).pool if row["formation"] == "rd"))


def edited(match: Match, **changes: Any) -> Match:
    place = [{**entry, **({"identity": identity(match)} if "identity" in entry else {})} for entry in HERE["place"]]
    match.edit({**HERE, "place": place, **changes})
    return match


def test_a_position_stands_as_it_was_put(match: Match) -> None:
    edited(match)
    s = match.state
    assert (s.turn, column(match, "couplet"), column(match, "weather")) == (9, 2, {"north": "mud", "south": "dry"})
    assert at(match, "7pz") == "2510N" and steps(match, "7pz") == 1 and at(match, "8pz") == "[not in play]"
    assert column(match, "tried")[unit(match, "rd-002")] == 1 and not column(match, "tried")[unit(match, "rd-001")]
    assert column(match, "control")["3606N"] == "axis" and column(match, "replacements") == 3
    assert s.analysis and s.stack[-1].step == "movement" and match.side == "axis"
    assert match.rules.invariants(match.c) == []


def test_it_can_be_played_on_saved_and_read(match: Match) -> None:
    edited(match, tracks={}, weather="dry")
    match.play("pick 7pz")
    match.play("pick x1")
    target = next(a for a in match.legal.of("x1") if a.verb == "assault")
    match.play(target)
    again = Match.from_record(match.record())
    assert again.digest() == match.digest()


@pytest.mark.parametrize(
    "phase", ["upkeep axis", "orders axis", "commitment axis", "movement soviet", "combat axis", "combat soviet"]
)
def test_it_waits_in_any_phase(match: Match, phase: str) -> None:
    edited(match, phase=phase)
    assert match.legal.any() and match.rules.invariants(match.c) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"nothing": 1},
        {"turn": 0},
        {"turn": "3"},
        {"phase": "lunch"},
        {"phase": "hedgehogs soviet"},
        {"weather": "hail"},
        {"weather": {"west": "dry"}},
        {"control": {"2510N": "axis"}},
        {"control": 3},
        {"tracks": {"couplet": 3}},
        {"tracks": {"lines": {"maginot": "active"}}},
        {"place": [{"unit": "7pz"}]},
        {"place": [{"unit": "nobody", "hex": "2510N"}]},
        {"place": [{"unit": "7pz", "hex": "2510N", "steps": 9}]},
        {"place": [{"unit": "rd-001", "hex": "2510N", "identity": "nobody"}]},
        {"place": [{"unit": "7pz", "hex": "2510N"}, {"unit": "rd-001", "hex": "2510N"}]},
        {"place": [{"unit": f"rd-00{n}", "hex": "2510N"} for n in range(1, 8)]},
        {"place": [{**HERE["place"][3], "id": "7pz"}]},
        {"place": [{**HERE["place"][3], "attack": 100}]},
        {"place": [{**HERE["place"][3], "type": "chariot"}]},
        {"clear": 1},
        {"remove": "7pz"},
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_nothing_changes(match: Match, changes: dict[str, Any]) -> None:
    before = match.digest()
    with pytest.raises(BadInput):
        match.edit({"clear": True, **changes})
    assert match.digest() == before and not match.state.analysis


# ---------------------------------------------------------------------- dates, weather, forts and aircraft fit together
@pytest.mark.rule("pm:6.3")
def test_the_size_of_a_counter_counts(match: Match) -> None:
    brigades = [{**HERE["place"][3], "id": f"b{n}", "size": "brigade"} for n in range(6)]
    match.edit({"clear": True, "place": brigades})
    assert match.view("axis").stacking(match.c.hex("2510N")) == (3, 5)
    # Of a type that is printed in one size alone nothing need be said.
    one = {"id": "rb", "side": "soviet", "type": "rifle brigade", "faces": "1-2-5", "hex": "2610N"}
    match.edit({"clear": True, "place": [one]})
    assert match.data.roster.size[match.c.unit("rb")] == "brigade"


@pytest.mark.rule("pm:10.2", "pm:10.4", "pm:8.10", "pm:17.4")
@pytest.mark.parametrize(("turn", "german", "soviet"), [(1, 5, 0), (11, 5, 0), (12, 0, 1)])
def test_aircraft_are_those_of_the_date(match: Match, turn: int, german: int, soviet: int) -> None:
    for changes in ({"clear": True, "turn": turn}, {"turn": 12}, {"turn": turn}):
        match.edit(changes)
    air = [match.data.roster.side[u] for u, box in enumerate(match.state.box) if box == "air"]
    assert (air.count("axis"), air.count("soviet")) == (german, soviet)


@pytest.mark.rule("pm:10.2", "pm:R51")
def test_aircraft_that_are_placed_support_the_stack(match: Match) -> None:
    place = [{"unit": "7pz", "hex": "2510N"}, {"unit": "1pz", "hex": "2510N"}, {"unit": "viii-fk", "hex": "2510N"}]
    match.edit({"clear": True, "turn": 5, "place": place})
    assert column(match, "carries")["viii-fk"] in ("7pz", "1pz")
    with pytest.raises(BadInput, match="other aircraft"):
        match.edit({"place": [{"unit": "i-fk", "hex": "2510N"}]})
    with pytest.raises(BadInput, match="placed before them"):
        match.edit({"place": [{"unit": "i-fk", "hex": "2511N"}]})


@pytest.mark.rule("pm:14.30", "pm:14.26")
def test_no_fort_is_intact_below_a_german(match: Match) -> None:
    match.edit({"clear": True, "turn": 9, "place": [{"unit": "7pz", "hex": "2919S"}]})
    assert "2919S" in column(match, "destroyed")
    match.edit({"tracks": {"destroyed": []}})
    assert "2919S" in column(match, "destroyed")
    match.edit({"clear": True, "turn": 9, "place": [{"unit": "rd-001", "hex": "2919S"}]})
    assert "2919S" not in column(match, "destroyed")


@pytest.mark.rule("pm:13.9", "pm:8.19", "pm:13.10")
def test_mud_ends_the_refits(match: Match) -> None:
    place = [{"unit": "1pz", "hex": "2510N", "steps": 2}]
    match.edit({"clear": True, "turn": 8, "place": place, "phase": "upkeep axis"})
    assert match.check("refit 1pz") is None
    match.edit({"weather": {"south": "mud"}, "phase": "upkeep axis"})
    assert match.c.frame.step != "upkeep" and column(match, "memory")["bad weather"] == 1
    assert "bad north" not in column(match, "memory")


@pytest.mark.rule("pm:14.40", "pm:5.4")
def test_what_a_date_does_not_have_is_not_entered(match: Match) -> None:
    place = [{"unit": "7pz", "hex": "2817N"}]
    match.edit({"clear": True, "turn": 12, "place": place, "phase": "hedgehogs axis"})
    assert match.c.frame.step == "hedgehogs"
    match.edit({"clear": True, "turn": 11, "place": place, "phase": "hedgehogs axis"})
    assert match.c.frame.step == "movement"
    for changes in ({"tracks": {"couplet": 2}}, {"phase": "axis-movement-2"}):
        with pytest.raises(BadInput):
            match.edit({"turn": 1, **changes})
    match.edit({"phase": "soviet-combat-2"})
    assert (column(match, "couplet"), match.side, match.c.frame.step) == (2, "soviet", "combat")


@pytest.mark.rule("pm:8.3")
def test_units_in_a_reserve_area_can_come(match: Match) -> None:
    match.edit({"clear": True, "turn": 5, "place": [{"unit": "7pz", "box": "okh north"}], "phase": "movement axis"})
    assert match.legal.of("7pz")
