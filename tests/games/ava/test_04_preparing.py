"""Section 4: preparing for play, from the files and by hand."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.ava.setup.step import formations, zone_hexes, zone_of
from engine.games.ava.tables import tables
from engine.play.match import Match
from tests.support.position import at, column, hexes, play, refusal, unit


def free() -> Match:
    """A game in which both sides set up by hand, the Soviets first."""
    return Match.new("ava", "smolensk", seed=1, options={"setup": "free"})


def of_side(match: Match, side: str, box: str) -> set[str]:
    r = match.c.roster
    return {r.ids[u] for u, b in enumerate(match.state.box) if b == box and r.side[u] == side}


# ---------------------------------------------------------------------- what is where before the first decision
@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_the_historical_set_up_is_one_that_a_player_could_make() -> None:
    match = Match.new("ava", "smolensk")
    c = match.c
    for f in formations(c):
        for name in f["setup"]:
            u = c.roster.find(name)
            assert match.state.hex_of[u] in zone_of(c, u), name
    assert max(Counter(h for h in match.state.hex_of if h >= 0).values()) <= 2
    assert not of_side(match, "axis", "set-up") | of_side(match, "soviet", "set-up")


@pytest.mark.rule("ava:4.0", "ava:4.0(2)(d)", "ava:15.3")
def test_the_nineteenth_army_waits_on_turn_three() -> None:
    match = Match.new("ava", "smolensk")
    waiting = of_side(match, "soviet", "turn 3: 19a")
    assert len(waiting) == 11 and "s-hq-19a" in waiting
    assert not of_side(match, "axis", "turn 3: 19a")


@pytest.mark.rule("ava:4.0", "ava:4.0(3)", "ava:4.0(4)")
def test_what_has_no_deployment_waits_in_the_available_box() -> None:
    match = Match.new("ava", "smolensk")
    r = match.c.roster
    deployed = {name for f in formations(match.c) for name in f["setup"]}
    for u, name in enumerate(r.ids):
        if r.sheet[u] != "S":
            assert match.state.box[u] == "not in play", name
        elif name in deployed:
            assert match.state.hex_of[u] >= 0, name
        else:
            assert match.state.box[u] in ("available", "turn 3: 19a"), name
    assert {"hq-2a", "293inf"} <= of_side(match, "axis", "available")
    assert {"s-hq-24a", "91rd"} <= of_side(match, "soviet", "available")


@pytest.mark.rule("ava:4.0", "ava:4.0(5)")
def test_everybody_starts_at_full_strength() -> None:
    match = Match.new("ava", "smolensk")
    assert match.state.steps_left == match.c.roster.steps


@pytest.mark.rule("ava:4.0", "ava:4.0(6)", "ava:18.2")
def test_the_first_chits() -> None:
    match = Match.new("ava", "smolensk")
    play(match, "end")
    chits = column(match, "chits")
    known = {k for k, where in chits.items() if where not in ("later", "box")}
    axis = {"2pzg", "3pzg-1", "3pzg-2", "4a", "9a", "guderian"}
    assert known == {"supply", *axis, "s-3a", "s-4a", "s-10a"}
    assert chits["manstein"] == chits["s-8a"] == "box"
    assert {chits[k] for k in ("s-13a", "s-19a", "2a", "axis-reinf", "s-24a")} == {"later"}


@pytest.mark.rule("ava:4.0", "ava:4.0(7)", "ava:4.0(8)", "ava:4.0(10)", "ava:16.2", "ava:R21")
def test_the_markers() -> None:
    match = Match.new("ava", "smolensk")
    assert column(match, "fortress") == {"S0927": 1}
    assert column(match, "stand_fast") == ["S3510", "S3726", "S4112", "S5003", "S5009", "S5120"]
    assert all(match.view().control(*hexes(match, label)) == "soviet" for label in column(match, "stand_fast"))
    assert match.state.turn == 1


# ---------------------------------------------------------------------- by hand
@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_the_soviets_set_up_first() -> None:
    match = free()
    assert match.side == "soviet" and match.prompt.rule == "ava:4.0"
    assert refusal(match, "place 7pz S0816").rule == "ava:4.0(2)"
    play(match, "history", "ready")
    assert match.side == "axis"
    play(match, "history", "ready")
    assert match.prompt.rule == "ava:10.2"  # the surprise attack
    assert match.digest() == Match.new("ava", "smolensk", seed=1).digest()


@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_units_go_into_their_own_zone() -> None:
    match = free()
    refused = refusal(match, "place 27rd S0927")
    assert refused.rule == "ava:4.0(2)" and refused.hexes == hexes(match, "S0927")
    play(match, "place 27rd S0717")
    assert at(match, "27rd") == "S0717"
    assert refusal(match, "place 27rd S0717").rule == "ava:4.0(2)"
    play(match, "take 27rd")
    assert at(match, "27rd") == "[set-up]"
    assert refusal(match, "take 27rd").rule == "ava:4.0(2)"


@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
@pytest.mark.parametrize("name", ["91rd", "127rd", "s-hq-24a", "5rd"])
def test_units_without_deployment_are_not_set_up(name: str) -> None:
    match = free()
    assert refusal(match, f"place {name} S0717").rule == "ava:4.0(2)"


@pytest.mark.rule("ava:4.0", "ava:4.0(2)", "ava:4.0(4)")
def test_a_headquarters_stands_on_its_symbol() -> None:
    match = free()
    assert refusal(match, "place s-hq-3a S0717").rule == "ava:4.0(2)"
    play(match, "place s-hq-3a S1019")
    play(match, "history", "ready")
    assert refusal(match, "place hq-2pzg S0829").rule == "ava:4.0(2)"
    play(match, "place hq-2pzg S0728")


@pytest.mark.rule("ava:4.0", "ava:3.1")
def test_two_units_a_hex_in_the_set_up() -> None:
    match = free()
    a, b, c = _three_of_one_area(match)
    label = match.c.label(min(zone_of(match.c, unit(match, a))))
    play(match, f"place {a} {label}", f"place {b} {label}")
    assert refusal(match, f"place {c} {label}").rule == "ava:3.1"


def _three_of_one_area(match: Match) -> tuple[str, str, str]:
    for f in formations(match.c, "soviet"):
        for z in f["zone"]:
            units = [u for u in z["units"] if u != f["hq"]]
            if z["kind"] != "hex" and len(units) > 2:
                return units[0], units[1], units[2]
    raise AssertionError("no formation with three units in one zone")


@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_ready_needs_every_unit() -> None:
    match = free()
    assert refusal(match, "ready").rule == "ava:4.0(2)"
    play(match, "history")
    assert refusal(match, "history").rule == "ava:4.0(2)"
    play(match, "take 27rd")
    assert refusal(match, "ready").rule == "ava:4.0(2)"
    play(match, "history", "ready")
    assert at(match, "27rd") != "[set-up]"


@pytest.mark.rule("ava:4.0", "ava:4.0(2)(a)")
def test_no_hex_of_an_area_stays_empty() -> None:
    match = free()
    play(match, "history", "ready", "history")
    areas = [z for f in formations(match.c, "axis") for z in f["zone"] if z["kind"] == "area"]
    area = next(z for z in areas if len(z["units"]) < 2 * len(z["hexes"]) - 2)
    by_hex: dict[int, list[str]] = {h: [] for h in zone_hexes(match.c, area)}
    for name in area["units"]:
        by_hex[match.state.hex_of[unit(match, name)]].append(name)
    hq = next(h for h, names in by_hex.items() if any(n.startswith("hq-") for n in names))
    emptied = next(h for h in by_hex if h != hq)
    for name in by_hex[emptied]:
        target = next(h for h, names in by_hex.items() if len(names) < 2 and h != emptied)
        play(match, f"place {name} {match.c.label(target)}")
        by_hex[target].append(name)
    refused = refusal(match, "ready")
    assert refused.rule == "ava:4.0(2)" and refused.hexes == (emptied,)


@pytest.mark.rule("ava:4.0", "ava:4.0(2)(b)")
def test_a_range_may_have_empty_hexes_and_reaches_its_radius() -> None:
    match = free()
    f, z = next((f, z) for f in formations(match.c, "soviet") for z in f["zone"] if z["kind"] == "range")
    centre = match.c.board.find(z["centre"])
    inside = zone_hexes(match.c, z)
    assert {match.c.grid.distance(centre, h) for h in inside} == set(range(int(z["radius"]) + 1))
    assert inside <= tables(match.c).land and len(inside) > len(z["units"])
    outside = next(h for h in match.c.grid.ring(centre, int(z["radius"]) + 1) if h in tables(match.c).land)
    name = next(u for u in z["units"] if u != f["hq"])
    assert refusal(match, f"place {name} {match.c.label(outside)}").rule == "ava:4.0(2)"
    play(match, "history", "ready")  # although hexes of the range are empty
    assert match.side == "axis"


@pytest.mark.rule("ava:4.0", "ava:4.0(2)(c)")
def test_a_single_hex_takes_one_or_two_units_of_its_formation() -> None:
    match = free()
    c = match.c
    singles = [(f, z) for f in formations(c, "soviet") for z in f["zone"] if z["kind"] == "hex"]
    assert singles
    for f, z in singles:
        hex_ = c.board.find(z["hexes"][0])
        units = {u for u in f["setup"] if zone_of(c, unit(match, u)) == {hex_}}
        assert units and set(z["units"]) <= units and len(units) <= 2
    label, name = singles[0][1]["hexes"][0], singles[0][1]["units"][0]
    play(match, "history", f"take {name}")
    assert refusal(match, "ready").rule == "ava:4.0(2)"
    assert [a.args[1] for a in match.legal.of(name) if a.verb == "place"] == [label]


def _names_at(match: Match, label: str) -> list[str]:
    h = match.c.board.find(label)
    return [match.c.roster.ids[u] for u, where in enumerate(match.state.hex_of) if where == h]


@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_the_second_panzergruppe_has_one_combat_unit_with_its_headquarters() -> None:
    match = free()
    play(match, "history", "ready", "history")
    with_hq = [n for n in _names_at(match, "S0728") if n != "hq-2pzg"]
    assert len(with_hq) == 1
    play(match, f"take {with_hq[0]}")
    assert refusal(match, "ready").rule == "ava:4.0(2)"
    play(match, "take 3pz", "place 3pz S0728", f"place {with_hq[0]} S0829")  # any unit of the group will do
    assert match.check("ready") is None


@pytest.mark.rule("ava:4.0", "ava:4.0(2)")
def test_history_makes_good_a_set_up_that_breaks_a_rule() -> None:
    match = free()
    play(match, "history", "take 75rd", "place 75rd S0927")
    assert refusal(match, "ready").rule == "ava:4.0(2)"  # its old hex is empty
    play(match, "history", "ready")
    assert at(match, "75rd") == "S0928"


@pytest.mark.rule("ava:4.0")
def test_a_set_up_by_hand_can_be_taken_back_until_it_is_ready() -> None:
    match = free()
    play(match, "place 27rd S0717")
    assert match.can_undo
    match.undo()
    assert at(match, "27rd") == "[set-up]"
    play(match, "history", "ready")
    assert not match.can_undo  # the other side has taken over
