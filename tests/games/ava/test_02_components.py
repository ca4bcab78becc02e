"""Sections 1 and 2: halving, the map, the counters."""

from __future__ import annotations

import pytest

from engine.games.ava.tables import tables
from engine.play.match import Match
from tests.support.position import (
    at,
    column,
    find_pair,
    hexes,
    pairs,
    play,
    position,
    refusal,
    steps,
    unit,
)


# ---------------------------------------------------------------------- 1.2
@pytest.mark.rule("ava:1.2", "ava:10.3(1)")
@pytest.mark.parametrize(
    ("attackers", "across", "total"),
    [
        (["14mot", "6inf", "26inf"], ["6inf", "26inf"], 8),  # the printed sum: 5 + 1.5 + 1.5
        (["14mot", "6inf"], ["6inf"], 6),  # 6.5 at the end, not 5 + 1
        (["6inf", "26inf", "7inf"], ["6inf", "26inf", "7inf"], 4),
        (["6inf"], ["6inf"], 1),
    ],
)
def test_fractions_are_dropped_once_at_the_end(attackers: list[str], across: list[str], total: int) -> None:
    near, far = iter(["S1910", "S2010"]), iter(["S2111", "S2111", "S2012"])
    units = {name: next(far) if name in across else next(near) for name in attackers}
    match = position(
        {**units, "27rd": "S2011"},
        phase="combat",
        ground={},
        lines={"minor river": ["S2011-S2111", "S2011-S2012"]},
    )
    tally = match.view().tally("attack", [unit(match, a) for a in attackers], hexes(match, "S2011")[0])
    assert tally.attack == total


# ---------------------------------------------------------------------- 2.1
@pytest.mark.rule("ava:2.1")
@pytest.mark.parametrize(("start", "outside"), [("S2030", "K2001"), ("S2001", "L2020")])
def test_hexes_of_other_sheets_are_off_the_map(start: str, outside: str) -> None:
    match = position({"7pz": start}, ground={})
    assert refusal(match, f"move 7pz {outside}").rule == "ava:2.1"
    assert all(match.c.label(h)[0] == "S" for h in match.view().reach(unit(match, "7pz")).costs)


@pytest.mark.rule("ava:2.1")
def test_a_river_side_with_road_or_railroad_is_a_bridge_and_no_other_is() -> None:
    match = position({})
    board = match.c.board
    rivers = bridges = 0
    for a, b in pairs(match):
        river = bool(tables(match.c).river(a, b))
        line = board.has("road", a, b) or board.has("railroad", a, b)
        assert board.has("bridge", a, b) == (river and line), (match.c.label(a), match.c.label(b))
        rivers, bridges = rivers + river, bridges + (river and line)
    assert rivers > bridges > 0


@pytest.mark.rule("ava:2.1")
def test_the_sources_and_the_two_starred_hexes() -> None:
    match = position({}, options={"length": "full"})
    t = tables(match.c)
    assert {match.c.label(h) for h in t.moscow} == {"S5504", "S5507", "S5513"}
    assert set(t.moscow) <= set(t.sources("soviet"))
    assert {match.c.label(h) for h in t.breakthrough} == {"S4230", "S4730"}
    assert not set(t.sources("axis")) & set(t.sources("soviet"))
    assert all(match.c.grid.column(h) == 54 for h in t.sources("soviet"))
    assert all(h in t.east for h in t.sources("soviet")) and not any(h in t.east for h in t.sources("axis"))


@pytest.mark.rule("ava:2.1", "ava:9.1", "ava:R1")
def test_the_start_line_stops_soviet_units_alone() -> None:
    match = position({})
    west, east = find_pair(
        match,
        lambda a, b: match.c.board.has("start line", a, b) and b in (e := tables(match.c).east) and a not in e,
    )
    assert refusal(position({"27rd": east}, side="soviet"), f"move 27rd {west}").rule == "ava:9.1"
    assert position({"7pz": east}).check(f"move 7pz {west}") is None
    assert position({"7pz": west}).check(f"move 7pz {east}") is None


@pytest.mark.rule("ava:9.1", "ava:R1")
def test_a_soviet_unit_is_told_of_the_line_from_afar() -> None:
    match = position({"5td": "S2010"}, side="soviet", ground={}, lines={"start line": ["S2010-S2009"]})
    assert refusal(match, "move 5td S0110").rule == "ava:9.1"


# ---------------------------------------------------------------------- 2.2
@pytest.mark.rule("ava:2.2", "ava:10.5")
def test_a_counter_shows_the_values_of_the_side_that_is_up() -> None:
    match = position({"7pz": "S2010", "12pz": ("S2011", 1)})
    roster, view = match.c.roster, match.view()
    whole, flipped = view.strength(unit(match, "7pz")), view.strength(unit(match, "12pz"))
    assert whole == (roster.attack[unit(match, "7pz")], roster.defense[unit(match, "7pz")], 10)
    assert flipped == (roster.attack2[unit(match, "12pz")], roster.defense2[unit(match, "12pz")], 10)
    assert flipped[0] < whole[0] and flipped[1] < whole[1]
    assert "reduced" in view.flags(unit(match, "12pz")) and "reduced" not in view.flags(unit(match, "7pz"))


@pytest.mark.rule("ava:2.2", "ava:R3")
def test_a_loss_flips_a_counter_or_removes_one_with_a_blank_back() -> None:
    # Off any line of communications in turn 4: each unit takes one step loss (11.1).
    match = position(
        {"7pz": "S2010", "221sec": "S2011", "hq-2pzg": "S2012"},
        phase="supply",
        turn=4,
        ground={},
        sources={"axis": [], "soviet": []},
        chits={"9a": "cup"},
    )
    assert (at(match, "7pz"), steps(match, "7pz")) == ("S2010", 1)
    assert at(match, "221sec") == at(match, "hq-2pzg") == "[eliminated]"


@pytest.mark.rule("ava:2.2", "ava:13.0")
def test_headquarters_are_foot_units_and_mechanized_kinds_are_three() -> None:
    roster = position({}).c.roster
    mechanized = {kind for kind, mech in zip(roster.kind, roster.mech, strict=True) if mech}
    assert mechanized == {"panzer", "tank", "motorized", "mechanized"}
    assert not any(mech for mech, hq in zip(roster.mech, roster.hq, strict=True) if hq)
    assert all(roster.attack[u] == roster.defense[u] for u in range(len(roster)) if not roster.mech[u])


@pytest.mark.rule("ava:2.2")
def test_a_panzergruppe_has_two_chits_an_army_one() -> None:
    match = Match.new("ava", "smolensk")
    chits = [row for k, row in tables(match.c).chits.items() if column(match, "chits")[k] != "box" and row["hq"]]
    owners = [row["hq"] for row in chits]
    roster = match.c.roster
    for hq in set(owners):
        assert owners.count(hq) == (2 if roster.kind[roster.find(hq)] == "panzergruppe hq" else 1), hq


@pytest.mark.rule("ava:2.2", "ava:8.1")
def test_a_panzergruppe_is_activated_twice_in_a_turn() -> None:
    match = position(
        {"hq-3pzg": "S2010", "7pz": "S2011"},
        phase="command",
        chit="3pzg-1",
        chits={"3pzg-2": "cup"},
        ground={},
    )
    play(match, "move 7pz S2015", "end", "draw")
    assert match.prompt.rule == "ava:9.1" and match.check("move 7pz S2016") is not None
    play(match, "end")


@pytest.mark.rule("ava:2.2")
def test_the_values_that_the_rulebook_prints() -> None:
    roster = position({}).c.roster

    def values(name: str) -> tuple[int, int, int]:
        u = roster.find(name)
        return roster.attack[u], roster.defense[u], roster.move[u]

    assert values("7pz") == (8, 4, 10) and values("reich") == (6, 5, 10) and values("36mot")[0] == 5
    assert values("217inf") == values("21inf") == (3, 3, 5)
    assert values("179rd")[1] == 2 and values("hq-4pzg")[0] == 2


@pytest.mark.rule("ava:2.1", "ava:18.1")
@pytest.mark.parametrize(
    ("scenario", "inside", "outside"),
    [
        ("leningrad", ("L0101", "L5520", "S0101", "S0513"), ("L1201", "S0514", "S3020", "K0101")),
        ("smolensk", ("S0101", "S5530"), ("L5520", "K0101")),
        ("kiev", ("K0301", "K2015"), ("S5530", "L5520")),
        ("campaign", ("L5520", "S0301", "S5530", "K2015"), ()),
    ],
)
def test_each_scenario_has_its_play_area(scenario: str, inside: tuple[str, ...], outside: tuple[str, ...]) -> None:
    match = Match.new("ava", scenario)
    assert {h in match.data.in_play for h in hexes(match, *inside)} == {True}
    assert all(h not in match.data.in_play for h in hexes(match, *outside))
    assert match.rules.invariants(match.c) == []
