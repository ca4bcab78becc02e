"""Chapter 17: the optional rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games.ava.choices import NO_LIMIT, Choices, choices
from engine.games.ava.phases.command import owned
from engine.games.ava.zones import line_to
from engine.play.catalogue import game_info
from engine.play.match import Match
from tests.games.ava.battles import SOURCES
from tests.support.position import at, column, draw, hexes, play, position, refusal, rules_of, unit

ON = {"reserve": "on"}
WEST = "S1510-S1610-S1710-S1810-S1910-S2010"


def reserve(units: dict[str, Any], *, chit: str = "reserve", die: int = 1, **more: Any) -> Match:
    """A Reserve or OKH chit has been drawn and the die thrown."""
    wanted: dict[str, Any] = {"ground": {}, "options": ON, "dice": [die]}
    return position(units, phase="command", chit=chit, chits={chit: "played"}, **(wanted | more))


# ---------------------------------------------------------------------- none of them
@pytest.mark.rule("ava:17.1", "ava:17.4", "ava:17.5")
def test_without_options_the_record_is_that_of_the_plain_game() -> None:
    for scenario in ("smolensk", "leningrad", "kiev", "campaign"):
        assert choices(Match.new("ava", scenario).c) == Choices()
    assert Choices().armor_limit == NO_LIMIT


# ---------------------------------------------------------------------- 17.1
@pytest.mark.rule("ava:17.1", "ava:R50")
@pytest.mark.parametrize("scenario", ["smolensk", "leningrad", "kiev", "campaign"])
def test_the_bid_takes_the_place_of_the_threshold(scenario: str) -> None:
    score = Match.new("ava", scenario, options={"bid": "077"}).view().score()
    assert (score.needed, score.needed_rule) == (77, "ava:17.1")
    plain = Match.new("ava", scenario).view().score()
    assert plain.needed != 77 and plain.needed_rule in ("ava:16.4", "ava:18.1", "ava:18.2", "ava:18.3")


@pytest.mark.rule("ava:17.1", "ava:16.4")
@pytest.mark.parametrize(("bid", "winner"), [("1", "axis"), ("2", "axis"), ("3", "soviet")])
def test_the_axis_wins_with_its_bid_or_more(bid: str, winner: str) -> None:
    match = position(
        {"7pz": "S1510", "12pz": "S1511"}, turn=9, phase="supply", ground={}, sources=SOURCES,
        options={"bid": bid, "length": "full"},
    )  # fmt: skip
    play(match, *["end"] * (not match.over))
    assert match.over and (match.state.winner, match.state.over_rule) == (winner, "ava:17.1")
    assert match.state.level == f"2 victory points of {bid}"


@pytest.mark.rule("ava:17.1", "ava:R50")
@pytest.mark.parametrize("bid", ["0", "401", "-5", "many", "", "1.5", "99999999999999999999"])
def test_a_bid_is_a_whole_number_from_1_to_400(bid: str) -> None:
    with pytest.raises(BadInput, match="from 1 to 400"):
        Match.new("ava", "smolensk", options={"bid": bid})


@pytest.mark.rule("ava:17.1")
def test_the_catalogue_tells_the_bounds_of_a_bid() -> None:
    found = {o.id: o for o in game_info("ava").options}
    assert (found["bid"].least, found["bid"].most, found["bid"].default) == (1, 400, "off")
    assert found["length"].least is None


# ---------------------------------------------------------------------- 17.2: selection
@pytest.mark.rule("ava:17.2", "ava:R51", "ava:6.2")
def test_reserve_and_okh_are_selected_in_place_of_other_chits() -> None:
    match = position({}, phase="turn", turn=2, options=ON)
    assert match.side == "soviet" and {"reserve", "s-13a"} <= set(owned(match.c, "soviet", "ready"))
    play(match, "select reserve", *(f"select {k}" for k in owned(match.c, "soviet", "ready")[:4]), "ready")
    assert column(match, "chits")["reserve"] == "cup" and len(owned(match.c, "soviet", "cup")) == 5
    assert match.side == "axis" and len(owned(match.c, "axis", "ready")) == 7
    play(match, "select okh", *(f"select {k}" for k in owned(match.c, "axis", "ready")[:5]))
    assert refusal(match, f"select {owned(match.c, 'axis', 'ready')[0]}").rule == "ava:6.2"
    play(match, "ready")
    assert len(owned(match.c, "axis", "cup", "hand")) == 6 and column(match, "chits")["okh"] == "cup"


@pytest.mark.rule("ava:17.2", "ava:18.1", "ava:18.3")
@pytest.mark.parametrize(
    ("scenario", "okh"), [("smolensk", True), ("campaign", True), ("leningrad", False), ("kiev", False)]
)
def test_okh_is_not_in_leningrad_and_kiev(scenario: str, okh: bool) -> None:
    for options, there in ((ON, True), ({}, False)):
        chits = column(position({}, scenario=scenario, options=options), "chits")
        assert (chits["reserve"] == "ready") == there and (chits["okh"] == "ready") == (there and okh)


# ---------------------------------------------------------------------- 17.2: how many
UNITS = {"27rd": "S4010", "56rd": "S4012", "85rd": "S4014", "6rd": "S4016", "42rd": "S4018", "49rd": "S4020"}


@pytest.mark.rule("ava:17.2")
@pytest.mark.parametrize(("die", "units"), [(1, 3), (2, 3), (3, 3), (4, 3), (5, 4), (6, 5)])
def test_the_die_tells_how_many_units(die: int, units: int) -> None:
    match = reserve(UNITS, die=die)
    assert match.side == "soviet" and [e.rolls for e in match.log if e.kind == "reserve"] == [(die,)]
    for name in list(UNITS)[:units]:
        assert match.prompt.rule == "ava:17.2"
        assert ("activate", "ava:17.2") in rules_of(play(match, f"activate {name}"))
    assert match.prompt.rule == "ava:9.1" and sum(on > 0 for on in column(match, "active")) == units


@pytest.mark.rule("ava:17.2", "ava:18.1")
@pytest.mark.parametrize(("die", "units"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_leningrad_has_fewer_reserve_units(die: int, units: int) -> None:
    where = {name: f"L40{10 + 2 * n}" for n, name in enumerate(("10rd", "90rd", "48rd", "125rd"))}
    match = reserve(where, scenario="leningrad", die=die)
    play(match, *(f"activate {name}" for name in list(where)[:units]))
    assert match.prompt.rule == "ava:9.1"


@pytest.mark.rule("ava:17.2", "ava:18.3")
def test_kiev_has_the_reserve_of_the_campaign() -> None:
    match = reserve({}, scenario="kiev", die=6)
    assert [e.text for e in match.log if e.kind == "reserve"] == ["Reserve activates 5 units: roll 6."]


@pytest.mark.rule("ava:17.2", "ava:R53")
def test_fewer_units_may_be_chosen_and_none_at_all() -> None:
    match = reserve(UNITS)
    play(match, "activate 27rd", "end")
    assert match.prompt.rule == "ava:9.1" and match.check("move 56rd S4013") is not None
    match = reserve(UNITS)
    play(match, "end")
    assert match.state.turn == 2 or match.c.frame.step != "reserve"


@pytest.mark.rule("ava:17.2")
def test_only_own_units_on_the_map_are_chosen_and_each_once() -> None:
    match = reserve(UNITS | {"7pz": "S2010"}, boxes={"100rd": "available"})
    play(match, "activate 27rd")
    for name in ("7pz", "100rd", "27rd"):
        assert refusal(match, f"activate {name}").rule == "ava:17.2"


# ---------------------------------------------------------------------- 17.2: what they may do
@pytest.mark.rule("ava:17.2", "ava:R52", "ava:9.3")
def test_a_reserve_unit_out_of_every_range_moves_normally_and_fights_at_half_strength() -> None:
    road = {"road": ["S4010-S4011-S4012"]}
    units = {"s-hq-3a": "S4005", "27rd": "S4010", "6rd": "S4009", "291inf": "S4109"}
    match = reserve(units, lines=road)
    play(match, "activate 27rd", "activate 6rd", "end")
    assert refusal(match, "march 27rd S4011").rule == "ava:17.2" and match.check("move 27rd S4011") is None
    flags = [match.view().flags(unit(match, name)) for name in ("27rd", "6rd")]
    assert ["half strength out of command range" in found for found in flags] == [True, False]
    target = hexes(match, "S4109")[0]
    strength = match.view().strength(unit(match, "27rd"))[0]
    for name, value, rule in (("27rd", strength / 2, "ava:17.2"), ("6rd", strength, "ava:10.3(1)")):
        first = match.view().tally("attack", [unit(match, name)], target).lines[0]
        assert (float(first.value), first.rule) == (value, rule)


@pytest.mark.rule("ava:17.2", "ava:R52", "ava:1.2")
def test_half_of_half_over_a_river_is_dropped_at_the_end() -> None:
    units = {"27rd": "S4010", "6rd": "S4012", "291inf": "S4011"}
    match = reserve(units, lines={"minor river": ["S4010-S4011"]})
    play(match, "activate 27rd", "activate 6rd")
    tally = match.view().tally("attack", [unit(match, n) for n in ("27rd", "6rd")], hexes(match, "S4011")[0])
    strength = match.view().strength(unit(match, "27rd"))[0]
    assert [float(x.value) for x in tally.lines[:2]] == [strength / 4, strength / 2]
    assert tally.attack == int(strength * 3 / 4)


@pytest.mark.rule("ava:17.2", "ava:R52")
def test_the_range_is_measured_when_the_unit_is_chosen() -> None:
    match = reserve({"s-hq-3a": "S4006", "27rd": "S4010"}, lines={"road": ["S4010-S4011-S4012"]})
    play(match, "activate 27rd", "end", "march 27rd S4012")
    assert "half strength out of command range" not in match.view().flags(unit(match, "27rd"))


@pytest.mark.rule("ava:17.2", "ava:13.0")
def test_a_headquarters_is_activated_alone() -> None:
    match = reserve({"s-hq-3a": "S4010", "27rd": "S4011"})
    play(match, "activate s-hq-3a", "end")
    assert match.check("move s-hq-3a S4009") is None
    assert refusal(match, "move 27rd S4012").rule == "ava:8.1"
    assert "half strength out of command range" not in match.view().flags(unit(match, "s-hq-3a"))


@pytest.mark.rule("ava:17.2", "ava:R53", "ava:8.3")
def test_okh_units_have_no_limits_and_may_be_romanian() -> None:
    match = reserve({"291inf": "S2010"}, chit="okh", lines={"road": ["S2010-S2011-S2012"]})
    play(match, "activate 291inf")
    assert match.check("march 291inf S2012") is None
    campaign = reserve({}, chit="okh", scenario="campaign")
    c = campaign.c
    romanian = next(u for u in range(len(c.roster)) if c.roster.nationality[u] == "romanian" and not c.roster.hq[u])
    match = reserve({c.roster.ids[romanian]: "K2010"}, chit="okh", scenario="campaign")
    assert match.check(f"activate {c.roster.ids[romanian]}") is None


@pytest.mark.rule("ava:17.2", "ava:5.0")
def test_reserve_units_move_then_fight_then_the_next_chit_is_drawn() -> None:
    match = position(
        {"27rd": "S4010", "5td": "S4110", "291inf": "S4011"}, phase="draw", ground={}, options=ON,
        chits={"reserve": "cup", "9a": "cup"}, sources={"soviet": ["S4005"], "axis": ["S4020"]},
    )  # fmt: skip
    draw(match, "reserve")
    play(match, "activate 27rd", "activate 5td")
    assert match.prompt.rule == "ava:9.1"
    play(match, "end")
    assert match.prompt.rule == "ava:10.2"
    play(match, "end")
    assert match.prompt.rule == "ava:7.1" and not any(column(match, "active"))


@pytest.mark.rule("ava:18.1", "ava:17.2")
def test_leningrad_reserve_units_keep_out_of_enemy_zones_and_do_not_attack() -> None:
    units = {"10rd": "L4010", "90rd": "L4013", "291inf": "L4014"}
    match = reserve(units, scenario="leningrad", die=5)
    play(match, "activate 10rd", "activate 90rd")
    for action in ("move 90rd L4012", "move 10rd L4013", "move 10rd L4012"):
        allowed = action == "move 10rd L4012"
        assert (match.check(action) is None) == allowed, action
    assert refusal(match, "move 90rd L4012").rule == "ava:18.1"
    play(match, "end")
    assert match.c.frame.step not in ("combat", "reserve")


# ---------------------------------------------------------------------- 17.3
HQS = {"hq-9a": "S1510", "hq-3pzg": "S1512", "hq-4a": "S1516", "6inf": "S1511"}
TRANSFER = {"hq_transfer": "on"}


def transferring(units: dict[str, Any] | None = None, **more: Any) -> Match:
    """The 9th Army is activated and other headquarters may go."""
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "options": TRANSFER}
    return position(units or HQS, phase="command", chit="9a", chits={"9a": "played"}, **(wanted | more))


@pytest.mark.rule("ava:17.3", "ava:R54")
def test_another_headquarters_in_range_goes_to_the_turn_track() -> None:
    match = transferring()
    assert match.prompt.rule == "ava:17.3" and match.legal.of("hq-3pzg")
    assert "range" in refusal(match, "transfer hq-4a").reason
    for name in ("hq-9a", "6inf"):
        assert refusal(match, f"transfer {name}").rule == "ava:17.3"
    assert ("transfer", "ava:17.3") in rules_of(play(match, "transfer hq-3pzg"))
    assert at(match, "hq-3pzg") == "[transfer to turn 2]" and match.prompt.rule == "ava:9.1"


@pytest.mark.rule("ava:17.3", "ava:R54")
def test_a_romanian_headquarters_goes_when_a_german_one_in_range_is_activated() -> None:
    match = transferring({"hq-9a": "S1510", "hq-rum3a": "S1512", "hq-rum4a": "S1520", "s-hq-42a": "S1518"})
    assert match.check("transfer hq-rum3a") is None
    # One too far away is told that it is, not that it is of another nation; one of the enemy is nobody's here.
    assert "range" in refusal(match, "transfer hq-rum4a").reason
    assert "yours" in refusal(match, "transfer s-hq-42a").reason


@pytest.mark.rule("ava:17.3")
def test_without_communications_or_a_next_turn_nobody_goes() -> None:
    assert transferring(sources={"axis": ["S3010"], "soviet": ["S4010"]}).prompt.rule == "ava:9.1"
    assert transferring(turn=6).prompt.rule == "ava:9.1"
    assert transferring(options={}).prompt.rule == "ava:9.1"


@pytest.mark.rule("ava:17.3", "ava:12.2", "ava:R54")
def test_it_comes_back_with_the_reinforcements_and_does_not_count() -> None:
    boxes = {"hq-3pzg": "transfer to turn 6", "291inf": "available", "61inf": "available", "7pz": "available"}
    match = position(
        {}, phase="reinforcements", turn=6, ground={}, sources=SOURCES, lines={"railroad": [WEST]},
        boxes=boxes, options=TRANSFER,
    )  # fmt: skip
    play(match, "deploy 291inf S1610", "deploy 61inf S1710")
    assert refusal(match, "deploy 7pz S1810").rule == "ava:12.2"
    play(match, "deploy hq-3pzg S1810")
    assert at(match, "hq-3pzg") == "S1810"


@pytest.mark.rule("ava:17.3", "ava:R54", "ava:5.0")
def test_it_waits_on_the_track_until_its_turn_and_beyond() -> None:
    boxes = {"hq-3pzg": "transfer to turn 5", "hq-9a": "transfer to turn 4"}
    match = position(
        {}, phase="reinforcements", turn=4, ground={}, sources=SOURCES, lines={"railroad": [WEST]},
        boxes=boxes, options=TRANSFER,
    )  # fmt: skip
    assert refusal(match, "deploy hq-3pzg S1610").rule == "ava:12.2"
    play(match, "end")
    assert match.state.turn == 5 and at(match, "hq-9a") == "[transfer to turn 4]"


# ---------------------------------------------------------------------- 17.4
LIMITED = {"soviet_supply": "on"}
ROAD = "S3010-S2910-S2810-S2710"


def cut(where: str, lines: dict[str, list[str]], **more: Any) -> bool:
    """Whether a Soviet unit there is out of communications, with a source at S3010."""
    wanted: dict[str, Any] = {"ground": {}, "sources": SOURCES, "options": LIMITED, "lines": lines}
    match = position({"27rd": where}, **(wanted | more))
    return not match.view().supply(unit(match, "27rd")).in_supply


@pytest.mark.rule("ava:17.4", "ava:R55")
@pytest.mark.parametrize("kind", ["road", "railroad"])
def test_a_soviet_line_ends_twelve_hexes_from_road_or_railroad(kind: str) -> None:
    assert not cut("S2722", {kind: [ROAD]})
    assert cut("S2723", {kind: [ROAD]})
    assert not cut("S2723", {kind: [ROAD]}, options={})


@pytest.mark.rule("ava:17.4")
def test_road_and_railroad_do_not_mix() -> None:
    chain = "S3010-S2910-S2810-S2710-S2610-S2510-S2410-S2310-S2210-S2110-S2010"
    half, rest = chain[: 5 * 6 - 1], chain[4 * 6 :]
    assert not cut("S1310", {"road": [chain]}) and not cut("S1310", {"railroad": [chain]})
    assert cut("S1310", {"road": [half], "railroad": [rest]})
    assert not cut("S1310", {"road": [half], "railroad": [rest]}, options={})


@pytest.mark.rule("ava:17.4", "ava:3.3")
def test_the_enemy_blocks_the_road_and_the_path_shown_is_a_real_one() -> None:
    match = position(
        {"27rd": "S2712"}, ground={}, sources=SOURCES, options=LIMITED,
        lines={"road": [ROAD], "railroad": ["S3010-S3011-S2911-S2912-S2812"]},
    )  # fmt: skip
    path = line_to(match.c, "soviet", hexes(match, "S2712")[0])
    assert path[0] == hexes(match, "S3010")[0] and len(path) == match.c.grid.distance(path[0], path[-1]) + 1
    assert all(b in match.c.grid.adjacent[a] for a, b in pairwise(path))
    assert not cut("S1509", {"road": ["S3010-S2910-S2810-S2710-S2610-S2510"]})
    blocked = position(
        {"27rd": "S1509", "7pz": "S2711"}, ground={}, sources=SOURCES, options=LIMITED,
        lines={"road": ["S3010-S2910-S2810-S2710-S2610-S2510"]},
    )  # fmt: skip
    assert not blocked.view().supply(unit(blocked, "27rd")).in_supply


@pytest.mark.rule("ava:17.4", "ava:11.1")
def test_a_supply_check_takes_a_step_by_the_limited_line() -> None:
    match = position(
        {"27rd": "S2723"}, phase="supply", turn=4, ground={}, sources=SOURCES, options=LIMITED, lines={"road": [ROAD]}
    )
    assert ("loss", "ava:11.1") in rules_of(match.log) or at(match, "27rd") == "[eliminated]"


# ---------------------------------------------------------------------- 17.5
def armored(count: int, **more: Any) -> Match:
    """A Panzergruppe is activated with so many mechanized units around it."""
    r = Match.new("ava", "smolensk").c.roster
    mech = [r.ids[u] for u in range(len(r)) if r.mech[u] and r.nationality[u] == "german" and r.sheet[u] == "S"]
    where = [f"S{column}{row}" for column in (19, 20, 21) for row in (9, 10, 11)]
    where = [w if len(w) == 5 else f"{w[:3]}0{w[3:]}" for w in where]
    units: dict[str, Any] = {"hq-2pzg": "S2010", "6inf": "S2007"}
    places = [w for w in where if w != "S2010" for _ in range(2)]
    units |= dict(zip(mech[:count], places, strict=False))
    wanted: dict[str, Any] = {"ground": {}, "options": {"armor_limit": "on"}}
    return position(units, phase="command", chit="2pzg", chits={"2pzg": "played"}, **(wanted | more))


def active_armor(match: Match) -> int:
    """Activated mechanized units."""
    return sum(1 for u, on in enumerate(column(match, "active")) if on and match.c.roster.mech[u])


@pytest.mark.rule("ava:17.5")
def test_ten_mechanized_units_need_no_choice() -> None:
    match = armored(10)
    assert match.prompt.rule == "ava:9.1" and active_armor(match) == 10


@pytest.mark.rule("ava:17.5", "ava:R56")
def test_the_owner_chooses_who_is_left_out_beyond_ten() -> None:
    match = armored(12)
    assert match.side == "axis" and match.prompt.rule == "ava:17.5" and active_armor(match) == 12
    assert refusal(match, "leave 6inf").rule == refusal(match, "leave hq-2pzg").rule == "ava:17.5"
    names = [a.args[0] for a in match.legal]
    assert len(names) == 12
    play(match, f"leave {names[0]}")
    assert match.prompt.rule == "ava:17.5"
    play(match, str(match.prompt.default))
    assert match.prompt.rule == "ava:9.1" and active_armor(match) == 10
    assert refusal(match, f"move {names[0]} S2012").rule == "ava:8.1"
    assert column(match, "active")[unit(match, "6inf")] == 1


@pytest.mark.rule("ava:17.5")
def test_without_the_option_all_are_activated() -> None:
    assert active_armor(armored(12, options={})) == 12


@pytest.mark.rule("ava:17.5", "ava:R56")
def test_no_panzergruppe_has_more_than_ten_of_its_own_in_the_surprise_attack() -> None:
    c = Match.new("ava", "campaign").c
    formations = [f for f in c.data.tables["deployment"]["formation"] if f["hq"] in c.data.scenario["surprise"]["hqs"]]
    assert len(formations) == 4
    for f in formations:
        assert sum(c.roster.mech[c.roster.by_id[u]] for u in f["setup"]) <= choices(c).armor_limit
        assert sum(c.roster.mech[c.roster.by_id[u]] for u in f["setup"]) <= c.data.constant("armor_limit")


# ---------------------------------------------------------------------- 17.6
LINES = {"panzergruppe_lines": "on"}
RAIL = "S1510-S1610-S1710-S1810-S1910-S2010"
SECOND = "S1520-S1620-S1720-S1820-S1920-S2020"


def twice(chits: tuple[str, ...], units: dict[str, Any], rails: tuple[str, ...] = (RAIL,), **more: Any) -> Match:
    """These chits are in the cup of a turn; sources of the Axis at the western ends of both railroads."""
    wanted: dict[str, Any] = {
        "ground": {}, "options": LINES, "lines": {"railroad": list(rails)},
        "sources": {"axis": ["S1510", "S1520"], "soviet": ["S4010"]}, "chits": dict.fromkeys(chits, "cup"),
    }  # fmt: skip
    return position(units, phase="draw", **(wanted | more))


def command(match: Match, chit: str) -> list[tuple[str, str]]:
    """Draw a chit and end its movement if there is any; what was said about the activation."""
    events = draw(match, chit)
    if match.prompt.rule == "ava:9.1":
        play(match, "end")
    return [(e.rule, e.text) for e in events if e.kind == "activate"]


@pytest.mark.rule("ava:17.6")
def test_the_second_activation_needs_a_line_the_first_does_not() -> None:
    match = twice(("3pzg-1", "3pzg-2", "supply"), {"hq-3pzg": "S3010"})
    assert command(match, "3pzg-1")[0][0] == "ava:7.2"
    ((rule, text),) = command(match, "3pzg-2")
    assert rule == "ava:17.6" and "no line of communications" in text
    assert column(match, "chits")["3pzg-2"] == "played"
    free = twice(("3pzg-1", "3pzg-2", "supply"), {"hq-3pzg": "S3010"}, options={})
    assert [command(free, k)[0][0] for k in ("3pzg-1", "3pzg-2")] == ["ava:7.2", "ava:7.2"]


@pytest.mark.rule("ava:17.6", "ava:R57")
def test_two_panzergruppen_cannot_use_the_same_railroad() -> None:
    units = {"hq-3pzg": "S2511", "hq-2pzg": "S2509"}
    match = twice(("3pzg-1", "3pzg-2", "2pzg", "9a", "supply"), units)
    assert [command(match, k)[0][0] for k in ("3pzg-1", "2pzg", "3pzg-2")] == ["ava:7.2"] * 3
    match.c.state.chits["guderian"] = "hand"
    match.c.touch()
    match.rev += 1
    draw(match, "9a")
    events = play(match, "interrupt guderian")
    ((rule, text),) = [(e.rule, e.text) for e in events if e.kind == "activate"]
    assert rule == "ava:17.6" and "3rd Panzergruppe" in text and "railroad" in text


@pytest.mark.rule("ava:17.6", "ava:R57")
def test_a_railroad_of_its_own_serves_the_second_panzergruppe() -> None:
    units = {"hq-3pzg": "S2510", "hq-2pzg": "S2520"}
    match = twice(("3pzg-1", "3pzg-2", "2pzg", "9a", "supply"), units, (RAIL, SECOND))
    assert [command(match, k)[0][0] for k in ("3pzg-1", "2pzg", "3pzg-2")] == ["ava:7.2"] * 3
    match.c.state.chits["guderian"] = "hand"
    match.c.touch()
    match.rev += 1
    draw(match, "9a")
    events = play(match, "interrupt guderian")
    assert ("activate", "ava:7.3") in rules_of(events)


@pytest.mark.rule("ava:17.6", "ava:R57")
def test_what_was_used_is_free_again_in_the_next_turn() -> None:
    match = twice(("3pzg-1", "3pzg-2"), {"hq-3pzg": "S2010"})
    for chit in ("3pzg-1", "3pzg-2"):
        assert command(match, chit)[0][0] == "ava:7.2"
    assert match.state.turn == 2 and not any("rails" in f.vars for f in match.state.stack)
