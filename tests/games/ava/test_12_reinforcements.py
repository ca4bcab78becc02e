"""Chapter 12: reinforcements by railroad."""

from __future__ import annotations

from typing import Any

import pytest

from engine.play.match import Match
from tests.games.ava.battles import SOURCES, TARGET, duel
from tests.support.position import at, column, play, position, refusal, rules_of, steps

WEST = "S1510-S1610-S1710-S1810-S1910-S2010"
EAST = "S3010-S2910-S2810-S2710-S2610-S2510"
RAILS = {"railroad": [WEST, EAST]}
AXIS = {"291inf": "available", "61inf": "available", "7pz": "available", "23inf": "available"}
SOVIET = {f: "available" for f in ("10rd", "90rd", "48rd", "125rd", "11rd", "5rd", "33rd")}


def arriving(units: dict[str, Any] | None = None, side: str = "axis", turn: int = 4, **more: Any) -> Match:
    """A match in which the reinforcements of a side arrive."""
    boxes = AXIS if side == "axis" else SOVIET
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "lines": RAILS, "boxes": boxes}
    return position(units or {}, phase="reinforcements", side=side, turn=turn, **(wanted | more))


def stations(match: Match, name: str) -> list[str]:
    """Hexes in which a unit may arrive."""
    return sorted(a.args[1] for a in match.legal.of(name) if a.verb == "deploy")


# ---------------------------------------------------------------------- 12.0
@pytest.mark.rule("ava:12.0", "ava:15.2")
@pytest.mark.parametrize(("turn", "where"), [(1, "later"), (3, "later"), (4, "ready"), (9, "ready")])
def test_the_reinforcement_chits_come_with_turn_four(turn: int, where: str) -> None:
    match = position({}, turn=turn)
    assert column(match, "chits")["axis-reinf"] == column(match, "chits")["soviet-reinf"] == where


@pytest.mark.rule("ava:12.0", "ava:12.2")
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_nobody_arrives_before_turn_four(side: str) -> None:
    match = arriving(side=side, turn=3)
    assert match.prompt.rule != "ava:12.1"
    assert [e.rule for e in match.log if e.kind == "reinforce"] == ["ava:12.2"]


# ---------------------------------------------------------------------- 12.1
@pytest.mark.rule("ava:12.1")
@pytest.mark.parametrize(("side", "line"), [("axis", WEST), ("soviet", EAST)])
def test_units_arrive_on_any_railroad_hex_joined_to_a_source(side: str, line: str) -> None:
    match = arriving(side=side)
    name = "291inf" if side == "axis" else "10rd"
    assert (match.side, match.prompt.rule) == (side, "ava:12.1")
    assert stations(match, name) == sorted(line.split("-"))
    end = line.split("-")[-1]
    events = match.play(f"deploy {name} {end}")
    assert rules_of(events) == [("reinforce", "ava:12.1")] and at(match, name) == end


@pytest.mark.rule("ava:12.1", "ava:12.2", "ava:3.1")
def test_the_list_that_does_not_ask_the_check_again_is_what_it_allows() -> None:
    full = WEST.split("-")[3]
    match = arriving({"1inf": full, "21inf": full, "10rd": "S2310"})
    assert match.side == "axis"
    tried = [f"deploy {name} {label}" for name in (*AXIS, "1inf", "90rd") for label in f"{WEST}-{EAST}".split("-")]
    listed = {str(action) for action in match.legal if action.verb == "deploy"}
    assert listed == {text for text in tried if match.check(text) is None} and full not in " ".join(listed)
    assert {str(a) for name in (*AXIS, "1inf", "90rd") for a in match.legal.of(name)} == listed


@pytest.mark.rule("ava:12.1")
@pytest.mark.parametrize("subject", ["nobody", "S1510", "fortress", "axis-reinf", ""])
def test_what_is_no_unit_has_no_arrivals(subject: str) -> None:
    match = arriving()
    assert match.c.step.id == "reinforce"
    assert list(match.c.step.legal(match.c, subject)) == [] == match.legal.of(subject)
    assert match.legal.of("7pz")


@pytest.mark.rule("ava:12.1")
def test_no_railroad_no_arrival() -> None:
    found = refusal(arriving(), "deploy 291inf S1911")
    assert found.rule == "ava:12.1" and "no railroad" in found.reason


@pytest.mark.rule("ava:12.1")
def test_a_railroad_without_a_source_is_of_no_use() -> None:
    match = arriving(lines={"railroad": [WEST, EAST, "S2020-S2021"]})
    assert refusal(match, "deploy 291inf S2020").rule == "ava:12.1"
    assert refusal(match, "deploy 291inf S2610").rule == "ava:12.1"  # that of the enemy's source


@pytest.mark.rule("ava:12.1", "ava:9.3")
def test_a_road_is_no_railroad() -> None:
    match = arriving(lines={"railroad": ["S1510-S1610"], "road": ["S1610-S1710"]})
    assert stations(match, "291inf") == ["S1510", "S1610"]


@pytest.mark.rule("ava:12.1", "ava:R20")
def test_an_enemy_on_the_line_blocks_it() -> None:
    match = arriving({"90rd": "S1810"})
    # The zone of the enemy reaches one hex farther.
    assert stations(match, "291inf") == ["S1510", "S1610"]
    found = refusal(match, "deploy 291inf S2010")
    assert found.rule == "ava:12.1" and "leads from a supply source" in found.reason
    assert refusal(match, "deploy 291inf S1810").rule == "ava:12.1"


@pytest.mark.rule("ava:12.1", "ava:3.2", "ava:R20")
def test_an_enemy_zone_blocks_it_even_where_friends_stand() -> None:
    units = {"90rd": "S1808"}
    assert stations(arriving(units), "291inf") == sorted(WEST.split("-"))
    units = {"90rd": "S1809", "12pz": "S1810", "36mot": "S1910", "3mot": "S1710"}
    match = arriving(units)
    assert stations(match, "291inf") == ["S1510", "S1610", "S1710"]
    found = refusal(match, "deploy 291inf S1810")
    assert found.rule == "ava:12.1" and "enemy zone of control" in found.reason
    assert refusal(match, "deploy 291inf S2010").rule == "ava:12.1"


@pytest.mark.rule("ava:12.1", "ava:R20")
@pytest.mark.parametrize("enemy", ["S1510", "S1509"])
def test_a_source_taken_or_threatened_sends_nobody(enemy: str) -> None:
    match = arriving({"90rd": enemy})
    assert match.prompt.rule != "ava:12.1"
    assert ("reinforce", "ava:12.2") in rules_of(match.log)


@pytest.mark.rule("ava:12.1", "ava:R35")
def test_a_source_under_enemy_control_sends_nobody() -> None:
    assert stations(arriving(side="soviet"), "10rd") == sorted(EAST.split("-"))
    match = arriving(side="soviet", control={"S3010": "axis"})
    assert match.prompt.rule != "ava:12.1" and ("reinforce", "ava:12.2") in rules_of(match.log)


@pytest.mark.rule("ava:12.1", "ava:3.1", "ava:R20")
def test_two_units_fill_a_station() -> None:
    match = arriving({"12pz": "S1610", "36mot": "S1610"})
    assert refusal(match, "deploy 291inf S1610").rule == "ava:3.1"
    assert "S1610" not in stations(match, "291inf") and "S1710" in stations(match, "291inf")
    play(match, "deploy 291inf S2010", "deploy 61inf S2010")
    assert at(match, "291inf") == at(match, "61inf") == "S2010"


@pytest.mark.rule("ava:12.1", "ava:R20", "ava:R1")
def test_soviet_trains_do_not_cross_the_start_line() -> None:
    match = arriving(side="soviet", lines=RAILS | {"start line": ["S2710-S2610"]})
    assert stations(match, "10rd") == ["S2710", "S2810", "S2910", "S3010"]


@pytest.mark.rule("ava:12.1")
def test_axis_trains_do() -> None:
    match = arriving(lines=RAILS | {"start line": ["S1710-S1810"]})
    assert "S2010" in stations(match, "291inf")


@pytest.mark.rule("ava:12.1", "ava:13.0")
def test_a_headquarters_comes_without_its_chit() -> None:
    match = arriving(side="soviet", boxes={"s-hq-24a": "available"})
    match.play("deploy s-hq-24a S2510")
    assert at(match, "s-hq-24a") == "S2510"
    assert column(match, "chits")["s-24a"] == "later"


# ---------------------------------------------------------------------- 12.2
@pytest.mark.rule("ava:12.2", "ava:TRACK")
@pytest.mark.parametrize("turn", [4, 5, 6, 7, 8, 9])
@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_as_many_units_as_the_turn_track_says(turn: int, side: str) -> None:
    match = arriving(side=side, turn=turn, options={"length": "full"}, chits={"supply": "cup"})
    rows = match.data.charts["turn_track"]["smolensk"]
    row = dict(zip(rows["columns"], next(r for r in rows["rows"] if r[0] == turn), strict=True))
    number = row["ger_reinf" if side == "axis" else "su_reinf"]
    names = list(AXIS if side == "axis" else SOVIET)
    station = iter(WEST.split("-") if side == "axis" else [h for h in EAST.split("-") for _ in (1, 2)])
    assert 0 < number < len(names)
    for name in names[:number]:
        assert match.prompt.rule == "ava:12.1"
        match.play(f"deploy {name} {next(station)}")
    assert match.prompt.rule != "ava:12.1"
    assert at(match, names[number]) == "[available]"


@pytest.mark.rule("ava:12.2")
def test_excess_reinforcements_are_lost() -> None:
    match = arriving(boxes={"291inf": "available"}, chits={"supply": "cup"})
    match.play("deploy 291inf S2010")
    assert match.prompt.rule == "ava:7.1"  # the second one of the turn had nobody to bring
    again = arriving({"291inf": "S2010"}, boxes={"61inf": "available", "7pz": "available"}, turn=9)
    again.play("deploy 61inf S1610")
    assert at(again, "7pz") == "[available]" and again.prompt.rule != "ava:12.1"


@pytest.mark.rule("ava:12.2")
def test_only_units_of_the_available_box_arrive() -> None:
    match = arriving({"12pz": "S1610"}, boxes=AXIS | {"36mot": "eliminated", "10rd": "available"})
    for name in ("12pz", "36mot", "10rd"):
        assert refusal(match, f"deploy {name} S1710").rule == "ava:12.2"


@pytest.mark.rule("ava:12.2")
def test_nations_have_numbers_of_their_own() -> None:
    match = arriving(boxes=AXIS | {"rum-6inf": "available"})
    found = refusal(match, "deploy rum-6inf S1710")
    assert found.rule == "ava:12.2" and "Romanian" in found.reason


@pytest.mark.rule("ava:12.2")
def test_the_player_may_stop_early() -> None:
    match = arriving(chits={"supply": "cup"})
    match.play("end")
    assert match.prompt.rule == "ava:7.1" and at(match, "291inf") == "[available]"


# ---------------------------------------------------------------------- 12.3
@pytest.mark.rule("ava:12.3", "ava:10.8", "ava:13.0", "ava:R34")
@pytest.mark.parametrize("name", ["10rd", "25cd", "s-hq-3a"])
def test_soviet_foot_units_and_headquarters_return_at_full_strength(name: str) -> None:
    fought = duel("2RR", {name: TARGET})
    box = column(fought, "box")[fought.c.roster.find(name)]
    match = arriving(side="soviet", boxes={name: box})
    match.play(f"deploy {name} S2510")
    assert at(match, name) == "S2510" and steps(match, name) == match.c.roster.steps[match.c.roster.find(name)]


@pytest.mark.rule("ava:12.3", "ava:10.8")
def test_soviet_mechanized_units_never_return() -> None:
    fought = duel("2RR", {"5td": TARGET})
    box = column(fought, "box")[fought.c.roster.find("5td")]
    match = arriving(side="soviet", boxes=SOVIET | {"5td": box})
    assert refusal(match, "deploy 5td S2510").rule == "ava:12.2"
