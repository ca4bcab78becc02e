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
