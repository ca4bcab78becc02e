"""Section 15: surprise attack, calendar of the chits, 19th Army, Strategic Reserve."""

from __future__ import annotations

import pytest

from engine.games.ava.phases.command import owned
from engine.games.ava.tables import tables
from engine.play.match import Match
from tests.support.position import (
    Where,
    at,
    column,
    hexes,
    play,
    position,
    refusal,
    rules_of,
    steps,
    unit,
)


# ---------------------------------------------------------------------- 15.1
@pytest.mark.rule("ava:15.1", "ava:R26")
def test_the_panzergruppen_alone_attack_before_the_first_turn() -> None:
    match = Match.new("ava", "smolensk")
    r = match.c.roster
    active = {r.ids[u] for u, on in enumerate(column(match, "active")) if on}
    expected = {name for name, f in zip(r.ids, r.formation, strict=True) if f in ("S-A-2PzG", "S-A-3PzG")}
    assert active == expected and {"hq-2pzg", "hq-3pzg", "6inf", "1cav"} <= active
    assert match.side == "axis" and match.prompt.rule == "ava:10.2"
    assert column(match, "rivers") is False
    assert match.check("move 7pz S0715") is not None


@pytest.mark.rule("ava:15.1")
def test_no_chit_is_used_and_the_first_turn_follows() -> None:
    match = Match.new("ava", "smolensk")
    play(match, "end")
    assert match.state.turn == 1 and column(match, "rivers") is True
    assert not any(column(match, "active"))
    assert "played" not in column(match, "chits").values()
    assert match.prompt.rule == "ava:7.1" and len(owned(match.c, "axis", "cup", "hand")) == 6


def surprise(units: dict[str, Where], **others: object) -> Match:
    return position(units, phase="surprise", ground={}, **others)  # type: ignore[arg-type]


@pytest.mark.rule("ava:15.1", "ava:8.2")
def test_range_and_headquarters_do_not_matter_other_armies_do() -> None:
    match = surprise({"7pz": "S2010", "3pz": "S3010", "8inf": "S2110", "27rd": "S2011", "56rd": "S3011"})
    play(match, "attack 7pz S2011", "attack 3pz S3011")
    assert refusal(match, "attack 8inf S2011").rule == "ava:10.1"


@pytest.mark.rule("ava:15.1", "ava:R26")
def test_units_of_two_panzergruppen_attack_together() -> None:
    match = surprise({"7pz": "S2010", "3pz": "S2110", "27rd": "S2011"})
    play(match, "attack 7pz S2011", "attack 3pz S2011")
    tally = match.view().tally("attack", [unit(match, "7pz"), unit(match, "3pz")], hexes(match, "S2011")[0])
    assert tally.attack == 16


@pytest.mark.rule("ava:15.1", "ava:10.3(1)")
@pytest.mark.parametrize("river", ["minor river", "major river"])
def test_rivers_do_not_halve(river: str) -> None:
    units: dict[str, Where] = {"7pz": "S2010", "27rd": "S2011"}
    lines = {river: ["S2010-S2011"]}
    match = surprise(units, lines=lines)
    later = position(units, phase="combat", ground={}, lines=lines)
    for m, attack in ((match, 8), (later, 4)):
        assert m.view().tally("attack", [unit(m, "7pz")], hexes(m, "S2011")[0]).attack == attack


@pytest.mark.rule("ava:15.1", "ava:10.7", "ava:R26")
def test_rivers_do_not_stop_an_advance() -> None:
    ring = ["S2011-S2010", "S2011-S2012", "S2011-S2110", "S2011-S2111", "S2011-S1911", "S2011-S1910"]
    for start, second in ((surprise, True), (lambda u, **o: position(u, phase="combat", ground={}, **o), False)):
        match = start(
            {"7pz": "S2010", "12pz": "S2110", "27rd": ("S2011", 1)},
            lines={"major river": ring},
            sources={"axis": ["S2005"], "soviet": ["S2030"]},
            dice=[6],
        )
        play(match, "attack 7pz S2011", "attack 12pz S2011", "fight")
        assert match.prompt.rule == "ava:10.7"
        assert (match.check("advance 7pz S2011 S2111") is None) is second


@pytest.mark.rule("ava:15.1")
def test_a_surprise_without_targets_is_over_at_once() -> None:
    match = surprise({"7pz": "S2010", "27rd": "S4011"})
    assert match.prompt.rule == "ava:7.1" and match.state.turn == 1


@pytest.mark.rule("ava:15.1", "ava:11.1")
@pytest.mark.parametrize(("turn", "left"), [(1, 2), (2, 2), (3, 2), (4, 1), (5, 1)])
def test_the_axis_checks_supply_from_turn_four(turn: int, left: int) -> None:
    match = position(
        {"7pz": "S2010", "27rd": "S2020"},
        phase="supply",
        turn=turn,
        ground={},
        sources={"axis": [], "soviet": []},
        chits={"9a": "cup"},
    )
    assert steps(match, "7pz") == left and steps(match, "27rd") == 1


# ---------------------------------------------------------------------- 15.2
CALENDAR = {
    1: {"2pzg", "3pzg-1", "3pzg-2", "4a", "9a", "guderian", "s-3a", "s-4a", "s-10a", "supply"},
    2: {"s-13a", "s-20a", "s-21a"},
    3: {"s-16a", "s-19a", "s-22a"},
    4: {"axis-reinf", "2a", "soviet-reinf"},
}


@pytest.mark.rule("ava:15.2", "ava:18.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 4, 5])
def test_the_chits_of_the_calendar(turn: int) -> None:
    match = position({}, turn=turn, ground={})
    ready = {k for k, where in column(match, "chits").items() if where == "ready"}
    assert ready == set().union(*(CALENDAR.get(t, set()) for t in range(1, turn + 1)))


@pytest.mark.rule("ava:15.2")
def test_a_new_chit_is_announced_in_the_turn_it_comes() -> None:
    match = position({"hq-9a": "S2010"}, phase="turn", turn=1, ground={})
    play(match, "draw")
    while match.state.turn == 1:
        play(match, {"ava:7.1": "draw", "ava:7.3": "pass"}.get(match.prompt.rule, "end"))
    told = [e.text for e in match.log if e.kind == "chit" and e.rule == "ava:15.2"]
    assert len(told) == 3 and column(match, "chits")["s-13a"] == "ready"
    assert match.check("select s-13a") is None and match.check("select s-16a") is not None


# ---------------------------------------------------------------------- 15.3
ARMY = ["s-hq-19a", "127rd", "134rd", "162rd", "129rd", "158rd", "171rd", "38rd", "52td", "56td", "103md"]
BOX = dict.fromkeys(ARMY, "turn 3: 19a")
MARCH = "-".join(f"S{column:02d}{10 if column % 2 else 11}" for column in range(55, 39, -1))


def arriving(units: dict[str, Where] | None = None, turn: int = 3, **others: object) -> Match:
    """The 19A chit is drawn; a road leads west from S5510."""
    given = {"ground": {}, "boxes": BOX, "lines": {"road": [MARCH]}, "chits": {"9a": "cup"}, **others}
    return position(units or {}, phase="command", chit="s-19a", turn=turn, **given)  # type: ignore[arg-type]


@pytest.mark.rule("ava:15.3", "ava:6.2")
@pytest.mark.parametrize(("turn", "brings"), [(3, True), (4, False)])
def test_who_selects_is_told_what_the_chit_brings_and_the_rest_has_it(turn: int, brings: bool) -> None:
    hqs = {"s-hq-3a": "S3010", "s-hq-4a": "S3012", "s-hq-10a": "S3014", "s-hq-13a": "S3016", "s-hq-20a": "S3018",
           "s-hq-21a": "S3020", "s-hq-16a": "S3022", "s-hq-22a": "S3024"}  # fmt: skip
    match = position({**hqs, "27rd": "S3011"}, phase="turn", turn=turn, boxes=BOX, ground={})
    while match.prompt.rule != "ava:6.2":
        match.play(match.legal.of("s-24a")[0] if match.legal.of("s-24a") else next(iter(match.legal)))
    assert match.side == "soviet"
    told = {n.id: n.note for n in match.view("soviet").named()}
    assert ("brings 11 units" in told["s-19a"]) is brings
    match.play("rest")
    assert (column(match, "chits")["s-19a"] == "chosen") is brings


@pytest.mark.rule("ava:15.3")
def test_the_army_enters_by_one_source_of_the_east_edge() -> None:
    match = arriving()
    assert match.side == "soviet" and match.prompt.rule == "ava:15.3"
    for label in ("S5512", "S2010", "S0112"):
        assert refusal(match, f"enter 127rd {label} {label}").rule == "ava:15.3"
    events = play(match, "enter 127rd S5510 S5410")
    assert ("enter", "ava:15.3") in rules_of(events) and at(match, "127rd") == "S5410"
    assert refusal(match, "enter 134rd S5507 S5507").rule == "ava:15.3"  # the choice is made
    play(match, *(f"enter {name} S5510 S{53 - i // 2:02d}10" for i, name in enumerate(ARMY[2:6])))


@pytest.mark.rule("ava:15.3", "ava:9.2", "ava:R17")
def test_entering_costs_the_terrain_of_the_source() -> None:
    # A rifle division with 4 MP has three left behind a source in the plains, two behind a marsh.
    for terrain, left in (("plains", 3), ("marsh", 2)):
        match = arriving(ground={"S5510": terrain}, lines={})
        gate, grid = hexes(match, "S5510")[0], match.c.grid
        near = [h for h in grid.within(gate, 5) if h in tables(match.c).land]
        reached = {h for h in near if match.check(f"enter 127rd S5510 {match.c.label(h)}") is None}
        assert reached == {h for h in near if grid.distance(gate, h) <= left}


@pytest.mark.rule("ava:15.3", "ava:9.3", "ava:R17")
def test_entering_by_road_costs_half_a_point_a_hex() -> None:
    match = arriving()
    chain = MARCH.split("-")
    assert match.check(f"enter-march 127rd S5510 {chain[7]}") is None  # eight road hexes for four points
    assert match.check(f"enter-march 127rd S5510 {chain[8]}") is not None
    play(match, f"enter-march 127rd S5510 {chain[7]}")
    assert refusal(match, "enter-march 134rd S5510 S5409").rule == "ava:9.3"
    assert refusal(match, "enter 134RD S5510 S2010").rule == "ava:9.2"  # capitals name the same counter
    off = arriving(lines={})
    assert off.check("enter-march 127rd S5510 S5510") is not None


@pytest.mark.rule("ava:15.3", "ava:R17")
@pytest.mark.parametrize(
    "blocked",
    [{"units": {"7pz": "S5510"}}, {"control": {"S5510": "axis"}}],
)
def test_a_source_that_is_not_free_is_closed(blocked: dict[str, dict[str, Where]]) -> None:
    match = arriving(**blocked)  # type: ignore[arg-type]
    assert refusal(match, "enter 127rd S5510 S5509").rule == "ava:15.3"
    assert match.check("enter 127rd S5504 S5504") is None


@pytest.mark.rule("ava:15.3", "ava:9.2", "ava:R17")
def test_an_enemy_zone_makes_the_source_dearer_and_closes_it_to_strategic_movement() -> None:
    """Four points: one for the plains of the source and two for the zone leave one; leaving the zone costs two."""
    match = arriving(units={"7pz": "S5410"})
    gate = hexes(match, "S5510")[0]
    near = [match.c.label(h) for h in match.c.grid.adjacent[gate] if h in tables(match.c).land]
    assert match.check("enter 127rd S5510 S5510") is None
    assert all(match.check(f"enter 127rd S5510 {label}") is not None for label in near)
    assert refusal(match, "enter-march 127rd S5510 S5510").rule == "ava:9.3"


@pytest.mark.rule("ava:15.3", "ava:3.1", "ava:R17")
def test_stacking_holds_where_the_army_stops() -> None:
    match = arriving()
    play(match, "enter 127rd S5510 S5510", "enter 134rd S5510 S5510")
    assert refusal(match, "enter 162rd S5510 S5510").rule == "ava:3.1"
    play(match, "enter 162rd S5510 S5410")  # through the full hex


@pytest.mark.rule("ava:15.3", "ava:R17", "ava:8.1")
def test_who_entered_may_attack_and_nobody_else() -> None:
    match = arriving({"56rd": "S5209", "7pz": "S5210"})
    play(match, "enter 52td S5510 S5310", "end")
    assert match.prompt.rule == "ava:10.2" and match.side == "soviet"
    assert match.check("attack 52td S5210") is None
    assert refusal(match, "attack 56rd S5210").rule == "ava:10.1"


@pytest.mark.rule("ava:15.3", "ava:R17")
def test_the_army_comes_in_turn_three_only_and_the_rest_becomes_available() -> None:
    match = arriving(chits={"9a": "box"})
    play(match, "enter 127rd S5510 S5410")
    events = play(match, "end")
    assert match.state.turn == 4
    assert at(match, "127rd") == "S5410" and {at(match, name) for name in ARMY if name != "127rd"} == {"[available]"}
    assert len([e for e in events if e.kind == "track" and e.rule == "ava:15.3"]) == 10
    later = arriving(turn=4, boxes=dict.fromkeys(ARMY, "available"))
    assert later.prompt.rule == "ava:7.1"  # the HQ is not on the map: nothing is activated


@pytest.mark.rule("ava:15.3", "ava:4.0(2)(d)")
def test_once_on_the_map_the_chit_activates_its_headquarters() -> None:
    match = position({"s-hq-19a": "S4010", "56rd": "S4011"}, phase="command", chit="s-19a", turn=5, ground={})
    assert match.prompt.rule == "ava:9.1" and match.check("move 56rd S4012") is None


# ---------------------------------------------------------------------- 15.4
RESERVE = ["91rd", "119rd", "166rd", "107rd", "133rd", "178rd", "19rd", "9td", "s-hq-24a"]


def reserve(turn: int, units: dict[str, Where] | None = None, **others: object) -> Match:
    """The Soviet Reinforcements chit is resolved on a map without railroads, so only the reserve can come."""
    given = {
        "ground": {}, "boxes": dict.fromkeys(RESERVE, "available"), "chits": {"9a": "cup"},
        "lines": {"road": ["S5507-S5407-S5306"]}, "options": {"length": "full"}, **others,
    }  # fmt: skip
    return position(units or {}, side="soviet", phase="reinforcements", turn=turn, **given)  # type: ignore[arg-type]


@pytest.mark.rule("ava:15.4")
@pytest.mark.parametrize(("turn", "comes"), [(4, False), (5, False), (6, True), (9, True)])
def test_the_reserve_comes_from_turn_six(turn: int, comes: bool) -> None:
    match = reserve(turn)
    assert (match.prompt.rule == "ava:15.4") is comes


@pytest.mark.rule("ava:15.4")
def test_up_to_six_units_by_the_hexes_from_moscow() -> None:
    match = reserve(6)
    assert refusal(match, "enter 91rd S5510 S5510").rule == "ava:15.4"
    assert refusal(match, "enter 27rd S5507 S5507").rule == "ava:15.4"
    gates = ["S5504", "S5504", "S5507", "S5507", "S5513", "S5513"]
    play(match, *(f"enter {name} {gate} {gate}" for name, gate in zip(RESERVE, gates, strict=False)))
    assert [at(match, name) for name in RESERVE[:6]] == gates
    assert match.prompt.rule == "ava:7.1" and at(match, "19rd") == "[available]"


@pytest.mark.rule("ava:15.4", "ava:9.3")
def test_the_reserve_marches_and_takes_any_kind_of_unit() -> None:
    match = reserve(7)
    play(match, "enter-march 9td S5507 S5306", "enter s-hq-24a S5507 S5407", "end")
    assert (at(match, "9td"), at(match, "s-hq-24a")) == ("S5306", "S5407")
    assert match.prompt.rule == "ava:7.1"


@pytest.mark.rule("ava:15.4")
def test_the_reserve_does_not_fight_on_entering() -> None:
    match = reserve(6, {"7pz": "S5208"})
    play(match, "enter 9td S5507 S5306", "end")
    assert match.prompt.rule == "ava:7.1" and not any(column(match, "active"))


@pytest.mark.rule("ava:15.4")
def test_no_entry_where_an_enemy_stands() -> None:
    match = reserve(6, {"7pz": "S5507"})
    assert refusal(match, "enter 91rd S5507 S5507").rule == "ava:15.4"
    assert match.check("enter 91rd S5513 S5513") is None
    assert set(tables(match.c).moscow) == set(hexes(match, "S5504", "S5507", "S5513"))


@pytest.mark.rule("ava:15.4", "ava:12.2")
def test_the_reserve_comes_on_top_of_the_reinforcements() -> None:
    match = reserve(6, lines={"railroad": ["S5510-S5410-S5309-S5209-S5108-S5008"]})
    regular = tables(match.c).track[6]["su_reinf"]
    assert match.prompt.rule == "ava:12.1"
    labels = ["S5510", "S5510", "S5410"]
    assert regular == len(labels)
    play(match, *(f"deploy {name} {label}" for name, label in zip(RESERVE, labels, strict=False)))
    if match.prompt.rule == "ava:12.1":
        play(match, "end")
    assert match.prompt.rule == "ava:15.4"
    play(match, *(f"enter {name} S5504 S5504" for name in RESERVE[6:8]))
