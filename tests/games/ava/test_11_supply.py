"""Chapter 11: the Supply Check, and Axis units that go to the Available Box."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.games.ava.battles import SOURCES, field
from tests.support.position import at, column, draw, play, position, reach, refusal, rules_of, steps, unit

JOINED, CUT = "S1512", "S2512"
"""Two places for an Axis unit: near its source in the west, and farther from it than a line goes."""


def checked(units: dict[str, Any], turn: int = 4, **more: Any) -> Match:
    """A match after the units of both sides have checked supply."""
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "phase": "supply", "turn": turn}
    return position(units, **(wanted | more))


ISLE = [f"S2020-{n}" for n in ("S2019", "S2119", "S2120", "S2021", "S1920", "S1919")]
"""All sides of a hex: barred, they cut off who stands there without an enemy near."""


# ---------------------------------------------------------------------- 11.1
@pytest.mark.rule("ava:11.1", "ava:11.1(1)")
def test_units_without_a_line_lose_a_step() -> None:
    match = checked({"7pz": CUT, "12pz": JOINED, "10rd": "S2020", "5td": "S2810"}, lines={"barred": ISLE})
    assert {n: steps(match, n) for n in ("7pz", "12pz", "10rd", "5td")} == {"7pz": 1, "12pz": 2, "10rd": 1, "5td": 2}
    losses = [e for e in match.log if e.kind == "loss"]
    assert [e.rule for e in losses] == ["ava:11.1", "ava:11.1"]


@pytest.mark.rule("ava:11.1", "ava:10.8", "ava:12.3", "ava:13.0", "ava:R4")
@pytest.mark.parametrize("name", ["10rd", "25cd", "s-hq-3a", "5td"])
def test_who_is_eliminated_by_supply_never_returns(name: str) -> None:
    match = checked({name: ("S2020", 1)}, lines={"barred": ISLE})
    assert (at(match, name), steps(match, name)) == ("[eliminated]", 0)
    assert [e.rule for e in match.log if e.kind == "eliminated"] == ["ava:11.1"]


@pytest.mark.rule("ava:11.1", "ava:10.8")
@pytest.mark.parametrize("name", ["7pz", "291inf", "hq-9a"])
def test_the_same_holds_for_axis_units(name: str) -> None:
    assert at(checked({name: (CUT, 1)}), name) == "[eliminated]"


@pytest.mark.rule("ava:11.1", "ava:11.1(2)")
def test_soviet_units_check_first() -> None:
    match = checked({"7pz": CUT, "10rd": "S2020"}, lines={"barred": ISLE})
    checks = [e.text for e in match.log if e.kind == "supply"]
    assert [text.split(":")[0] for text in checks] == ["Soviet", "Axis"]
    assert "1 of 1 unit is" in checks[0] and "1 of 1 unit is" in checks[1]


@pytest.mark.rule("ava:11.1", "ava:11.1(2)", "ava:R27")
def test_the_axis_check_sees_what_the_soviet_check_left() -> None:
    # A reduced division blocks the only way out of a hex; it starves before the panzers in there are checked.
    walls = {"barred": [side for side in ISLE if side != "S2020-S2120"]}
    sources = {"soviet": ("S3010",), "axis": ("S2520",), "from_moscow": ()}
    lakes = dict.fromkeys(("S2021", "S2220", "S2221", "S2121"), "lake")
    assert steps(checked({"7pz": "S2020"}, lines=walls, sources=sources), "7pz") == 2
    blocked = position({"7pz": "S2020", "10rd": ("S2120", 1)}, ground=lakes, lines=walls, sources=sources)
    assert not blocked.view().supply(unit(blocked, "7pz")).in_supply
    ring = {"36mot": "S2119", "3mot": "S2218"}
    match = checked({"7pz": "S2020", "10rd": ("S2120", 1), **ring}, ground=lakes, lines=walls, sources=sources)
    assert at(match, "10rd") == "[eliminated]" and steps(match, "7pz") == 2


@pytest.mark.rule("ava:11.1", "ava:11.1(3)")
def test_supply_has_no_effect_on_movement() -> None:
    joined, cut = field({"7pz": JOINED}, phase="movement"), field({"7pz": CUT}, phase="movement")
    assert max(reach(joined, "7pz").values()) == max(reach(cut, "7pz").values()) == 10


@pytest.mark.rule("ava:11.1", "ava:15.1")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 9])
def test_axis_units_are_exempt_until_turn_three(turn: int) -> None:
    match = checked({"7pz": CUT, "10rd": "S2020"}, turn=turn, lines={"barred": ISLE}, options={"length": "full"})
    assert steps(match, "7pz") == (2 if turn <= 3 else 1)
    assert steps(match, "10rd") == 1
    assert (("supply", "ava:15.1") in rules_of(match.log)) is (turn <= 3)


@pytest.mark.rule("ava:11.1", "ava:3.3")
def test_a_line_passes_enemy_zones_where_friends_stand() -> None:
    # One side of the hex is open, and the hex beyond it is in the zone of the panzers.
    walls = {"barred": [side for side in ISLE if side != "S2020-S2120"]}
    units = {"10rd": "S2020", "7pz": "S2121"}
    assert steps(checked(units, lines=walls), "10rd") == 1
    assert steps(checked(units | {"90rd": "S2120"}, lines=walls), "10rd") == 2


# ---------------------------------------------------------------------- 11.2
@pytest.mark.rule("ava:11.2")
def test_axis_units_in_communications_go_to_the_available_box() -> None:
    match = checked({"7pz": JOINED, "12pz": CUT, "10rd": "S2810"})
    assert (match.side, match.prompt.rule) == ("axis", "ava:11.2")
    assert refusal(match, "recall 12pz").rule == "ava:11.2"
    assert refusal(match, "recall 10rd").rule == "ava:11.2"
    assert refusal(match, "recall 36mot").rule == "ava:11.2"
    assert [str(a) for a in match.legal] == ["end", "recall 7pz"]
    events = match.play("recall 7pz")
    assert rules_of(events) == [("recall", "ava:11.2")] and at(match, "7pz") == "[available]"


@pytest.mark.rule("ava:11.2", "ava:12.1", "ava:R34")
def test_they_return_as_reinforcements_with_the_side_that_was_up() -> None:
    rail = {"railroad": ["S1510-S1610"]}
    match = checked({"7pz": (JOINED, 1), "10rd": "S2810"}, lines=rail, chits={"axis-reinf": "cup"})
    play(match, "recall 7pz", "end", "draw")
    assert match.prompt.rule == "ava:12.1"
    match.play("deploy 7pz S1610")
    assert (at(match, "7pz"), steps(match, "7pz")) == ("S1610", 1)


@pytest.mark.rule("ava:11.2")
@pytest.mark.parametrize("turn", [1, 3, 4, 9])
def test_units_may_go_in_every_check(turn: int) -> None:
    full = {"length": "full"}
    assert checked({"7pz": JOINED}, turn, options=full).prompt.rule == "ava:11.2"
    # Without a unit to take there is nothing to ask.
    match = checked({"7pz": CUT}, turn, chits={"s-3a": "cup"}, options=full)
    assert match.over or match.prompt.rule != "ava:11.2"


@pytest.mark.rule("ava:11.2", "ava:R27")
def test_the_axis_chooses_after_both_sides_have_checked() -> None:
    match = checked({"7pz": JOINED, "10rd": "S2020"}, lines={"barred": ISLE})
    assert [e.kind for e in match.log if e.kind in ("supply", "loss", "recall")] == ["supply", "loss", "supply"]
    assert match.play("recall 7pz")[0].kind == "recall"


@pytest.mark.rule("ava:11.0", "ava:7.2")
def test_the_chit_starts_the_check_of_both_sides() -> None:
    match = position({"7pz": CUT, "10rd": "S2020"}, ground={}, sources=SOURCES, lines={"barred": ISLE}, turn=4,
                     phase="draw", chits={"supply": "cup", "s-3a": "cup"})  # fmt: skip
    events = draw(match, "supply")
    assert [e.kind for e in events].count("supply") == 2
    assert column(match, "chits")["supply"] == "played"
