"""15.1 to 15.8: 1942, What If?"""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import PREPARED, Support, flown_over, may_have, planes_left
from engine.games.bd.phases import strongholds
from engine.games.bd.phases.offensive_supply import deployable
from engine.games.bd.phases.order import order_check
from engine.games.bd.phases.replacing import receive
from engine.games.bd.phases.withdrawing import called_for
from engine.games.bd.queries.turn import outline
from engine.games.bd.state import OVERLAND, BdState
from engine.games.bd.supply import attack_halvings, state_of
from engine.games.bd.tables import tables
from engine.games.bd.units import movement_factor
from engine.games.bd.victory.border import to_keep, to_take
from engine.games.bd.victory.check import aims, check, score
from engine.play.match import Match
from tests.games.bd.test_11_assault import MID, W, front
from tests.support.bd_data import table
from tests.support.bd_position import at, play, position, refusal, unit


def begun() -> Match:
    """Both sides have set up."""
    match = Match.new("bd", "what-if", seed=1)
    play(match, "ready", "ready")
    return match


def state(match: Match) -> BdState:
    assert isinstance(match.state, BdState)
    return match.state


# ---------------------------------------------------------------------- turns
@pytest.mark.rule("bd:15.2", "bd:15.3")
def test_the_soviet_player_turn_comes_first() -> None:
    match = begun()
    assert match.state.turn == 9 and match.side == "soviet"
    sides = []
    while match.state.turn == 9:
        for frame in match.state.stack:
            if frame.step == "player-turn" and frame.vars["side"] not in sides:
                sides.append(frame.vars["side"])
        step = match.c.step.id
        found = {"phase-order": "order fight-move", "effort": "south", "emergency": "pass"}.get(step, "end")
        match.play(found)
    assert sides == ["soviet", "axis"] and match.state.turn == 10
    titles = [line.id for line in outline(match.c) if not line.depth]
    assert titles == ["administration", "soviet-turn", "axis-turn", "victory"]


@pytest.mark.rule("bd:15.3", "bd:5.4")
def test_both_sides_choose_the_order_freely_and_fight_twice_once() -> None:
    for side in ("axis", "soviet"):
        match = position({"3pz": "2116", "3ra": "2014"}, side=side, phase="phase-order", turn=13, scenario="what-if")
        for order in ("move-fight", "fight-move", "fight-fight"):
            assert order_check(match.c, order) is None, (side, order)
        state(match).double_fights[f"{side} 1942"] = 1
        again = order_check(match.c, "fight-fight")
        assert again is not None and again.rule == "bd:15.3"


# ---------------------------------------------------------------------- rates
@pytest.mark.rule("bd:15.6", "bd:2.11")
@pytest.mark.parametrize("turn", [9, 12, 14])
def test_movement_factors_are_the_same_in_all_turns(turn: int) -> None:
    match = position({"3pz": "2116", "1inf": "2116", "1t": "2014", "3ra": "2014"}, turn=turn, scenario="what-if")
    factors = [movement_factor(match.c, unit(match, name)) for name in ("3pz", "1inf", "1t", "3ra")]
    assert factors == [10, 5, 8, 4]


@pytest.mark.rule("bd:15.6", "bd:R39", "bd:8.12")
def test_replacements_are_one_more_of_each_kind_from_the_second_turn_on() -> None:
    rows = {row[0]: row[1:3] for row in table("charts.toml")["replacements"]["rows"]}
    for turn in (9, 10, 14):
        match = position({"3pz": "2116", "3ra": "2014"}, turn=turn, scenario="what-if")
        for side, printed in zip(("axis", "soviet"), rows[turn], strict=True):
            receive(match.c, side)
            wanted = [int(n) + 1 for n in printed.split("/")] if turn > 9 else [0, 0]
            assert [state(match).mech_steps, state(match).foot_steps] == wanted, (turn, side)


@pytest.mark.rule("bd:15.7", "bd:11.23")
def test_three_aircraft_in_every_turn() -> None:
    for turn in (9, 11, 14):
        match = position({"3pz": "2116"}, turn=turn, scenario="what-if")
        assert planes_left(match.c) == 3


@pytest.mark.rule("bd:15.7", "bd:15.8", "bd:8.38", "bd:8.40")
def test_no_air_army_and_no_drop_where_the_luftwaffe_flies() -> None:
    boxes = {"1air": "air armies", "airborne": "support"}
    more: dict[str, Any] = {"turn": 10, "boxes": boxes, "scenario": "what-if", "order": "fight-move"}
    match = front({"3ra": W, "4ra": W}, ["3pz"], **more)
    c, group = match.c, [unit(match, "3ra"), unit(match, "4ra")]
    h = c.hex(MID)
    for soviet in (Support(air=1), Support(airborne=1)):
        assert may_have(c, PREPARED, group, h, soviet) is None
        both = may_have(c, PREPARED, group, h, Support(luftwaffe=1, air=soviet.air, airborne=soviet.airborne))
        assert both is not None and both.rule == "bd:8.38"
    assert flown_over(c, Support(air=1, airborne=1, partisans=1)) == Support(luftwaffe=1, partisans=1)
    play(match, f"target {MID}", "all", "support airborne", "support air", "roll")
    assert match.c.step.id == "german-answer" and match.side == "axis"
    play(match, "luftwaffe")
    told = " ".join(e.text for e in match.log if e.kind == "tally")
    assert "Luftwaffe" in told and "airborne" not in told and "air army" not in told
    assert state(match).drops["1942"] == 0, "it was not used up"


# ---------------------------------------------------------------------- forces and rules that do not hold
@pytest.mark.rule("bd:15.8")
def test_the_forces_of_june_1942() -> None:
    match = Match.new("bd", "what-if")
    play(match, "ready")
    boxes = {name: match.state.box[unit(match, name)] for name in ("502tb", "503tb", "2ss", "8it", "ge", "airborne")}
    assert boxes == {
        "502tb": "turn 14", "503tb": "turn 14", "2ss": "turn 14", "8it": "not in play", "ge": "not in play",
        "airborne": "support",
    }  # fmt: skip
    for name in ("1t", "2t", "3t", "4t", "1sh", "2sh", "3sh", "4sh", "5sh", "ica", "3ro", "4ro", "1hu", "2hu", "3hu"):
        assert match.state.hex_of[unit(match, name)] >= 0, name
    dotted = [u for u in range(len(match.c.roster)) if match.c.roster.number("dot", u)]
    own = [u for u in dotted if match.c.roster.side[u] == "soviet" and match.state.box[u] != "not in play"]
    assert [match.c.roster.ids[u] for u in own] == ["ica"]
    assert at(match, "fcse") == "3220"


@pytest.mark.rule("bd:15.8", "bd:7.9", "bd:7.10", "bd:8.21", "bd:9.1", "bd:9.2")
def test_rules_that_are_not_in_force() -> None:
    """Offensive supply, the withdrawals of rifle armies, hero and fortress cities."""
    match = position({"3ra": "1606", "3pz": "2116"}, side="soviet", phase="combat", turn=10, scenario="what-if")
    c = match.c
    assert deployable(c) == [] and state_of(c, unit(match, "3ra")) == OVERLAND
    assert attack_halvings(c, unit(match, "3ra")) == 0
    for turn in (9, 10, 11, 12, 13, 14):
        state(match).turn = turn
        strongholds.arrive(c)
        assert called_for(c) == 0
    assert (state(match).hero_markers, state(match).fortress_markers) == (0, 0)
    assert refusal(match, "declare 1606").rule == "bd:9.1"


# ---------------------------------------------------------------------- victory
def late(**control: str) -> Match:
    """The end of turn 14 with cities as at the border of 1941 but for some."""
    match = position({"3pz": "2116", "3ra": "2014"}, turn=14, scenario="what-if")
    s, t = state(match), tables(match.c)
    for h in t.land:
        s.control[match.c.label(h)] = "soviet" if t.in_ussr(h) else "axis"
    s.control = {**s.control, **{k.removeprefix("_"): v for k, v in control.items()}}
    match.c.touch()
    return match


def outcome(match: Match) -> tuple[str, str]:
    check(match.c)
    assert match.over and match.state.over_rule == "bd:15.4"
    return match.state.winner, match.state.level


@pytest.mark.rule("bd:15.4")
def test_a_draw_at_the_border() -> None:
    match = late()
    assert [a.met for a in aims(match.c)] == [True, False, True, False]
    assert outcome(match) == ("", "draw")
    assert score(match.c).decides == "0 taken east, 0 west"
    assert match.prompt.text == "The game is over: draw, nobody wins."


@pytest.mark.rule("bd:15.4")
def test_the_soviet_side_needs_one_city_beyond_or_the_industry() -> None:
    east = "1606"
    west = next(iter(_labels(late(), "axis")))
    assert outcome(late(**{f"_{west}": "soviet"})) == ("soviet", "conditions met")
    assert outcome(late(_2419="soviet")) == ("soviet", "conditions met")
    lost = next(label for label in _labels(late(), "soviet") if label != east)
    assert outcome(late(**{f"_{west}": "soviet", f"_{lost}": "axis"})) == ("", "draw")


@pytest.mark.rule("bd:15.4")
def test_the_german_side_needs_one_city_beyond_and_all_its_own_with_the_industry() -> None:
    east = next(label for label in _labels(late(), "soviet") if label != "1606")
    assert outcome(late(**{f"_{east}": "axis"})) == ("axis", "conditions met")
    assert outcome(late(**{f"_{east}": "axis", "_2419": "soviet"})) == ("", "draw")


def _labels(match: Match, side: str) -> list[str]:
    c = match.c
    assert c.hex("2419") in to_keep(c, "axis") and c.hex("2419") in to_take(c, "soviet")
    return [c.label(h) for h in to_keep(c, side) if tables(c).city(h)]


@pytest.mark.rule("bd:15.2", "bd:15.4")
def test_nothing_is_decided_before_the_last_turn() -> None:
    match = late(_2419="soviet")
    state(match).turn = 13
    check(match.c)
    assert not match.over


@pytest.mark.rule("bd:15.5")
@pytest.mark.parametrize(("side", "city"), [("axis", "1606"), ("soviet", "2023")])
def test_moscow_or_berlin_ends_the_game_at_once(side: str, city: str) -> None:
    name, other = ("3pz", "soviet") if side == "axis" else ("1t", "axis")
    probe = position({name: city}, turn=10, side=side, scenario="what-if")
    beside = next(n for n in probe.c.grid.adjacent[probe.c.hex(city)] if n in tables(probe.c).land)
    match = position({name: probe.c.label(beside)}, side=side, turn=10, scenario="what-if", control={city: other})
    play(match, f"move {name} {city}")
    assert (match.state.winner, match.state.level, match.state.over_rule) == (side, "sudden death", "bd:15.5")


@pytest.mark.rule("bd:15.8", "bd:5.7")
def test_the_odds_of_a_shock_army_need_general_supply_alone() -> None:
    match = front({"1sh": W}, ["3pz"], turn=10, scenario="what-if", order="fight-move", offensive={})
    c = match.c
    found = tally(c, PREPARED, [unit(match, "1sh")], c.hex(MID))
    assert found.attack == 2 * c.roster.attack[unit(match, "1sh")], "doubled, and not halved for want of a marker"
