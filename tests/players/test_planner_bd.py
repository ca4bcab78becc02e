"""Plans of Barbarossa Deluxe: what the planner is told of a position, batches of moves, attacks, and the duties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import process_time
from typing import Any

import pytest

from engine.games.bd.advice.knowledge import BdKnowledge
from engine.games.bd.advice.planning import SIZE, WEIGHTS, BdPlanning, staying
from engine.games.bd.advice.storming import storms
from engine.games.bd.advice.values import goals
from engine.games.bd.combat.odds import tally
from engine.games.bd.combat.support import PREPARED, Support
from engine.games.bd.edit import EDITOR
from engine.games.bd.movement.allowance import fresh, going_on
from engine.games.bd.state import FRESH
from engine.games.bd.units import side_units
from engine.play.match import Match
from engine.play.state import Frame
from engine.players import make
from engine.players.planner.assault import Assault
from engine.players.planner.exchange import EVERY, expected, given_up
from engine.players.planner.knowledge import Outcome, Stand
from engine.players.planner.player import PlannerPlayer
from tests.support.asking import acts
from tests.support.bd_position import at, play, position, unit
from tests.support.beginning import begun

FRONT = {"3pz": "1810", "24pz": "1810", "16ra": "1809"}


def plains(units: Mapping[str, str] = FRONT, **more: Any) -> Match:
    return position(units, **{"phase": "combat", "ground": {}, **more})


def spot(match: Match, label: str) -> int:
    return match.c.hex(label)


def known(match: Match, side: str = "axis") -> BdKnowledge:
    return BdKnowledge(match.c, side)


def named(o: Outcome) -> str:
    if o.retreat:
        return "DR"
    if o.defender:
        return "BB" if o.exchange else "DE"
    return "AE" if o.attacker == EVERY else "AS"


def told(match: Match, names: Sequence[str], target: str) -> dict[str, float]:
    """What the planner is told of an attack by units from where they stand, as results of the table."""
    k, h = known(match, match.c.roster.side[unit(match, names[0])]), spot(match, target)
    units = {unit(match, name): match.c.state.hex_of[unit(match, name)] for name in names}
    attack = sum(k.arriving(Stand(u, at_), h) for u, at_ in units.items())
    defense = sum(f.defense for f in k.forces(k.enemy) if f.hex == h)
    found: dict[str, float] = {}
    for o, p in k.chances(attack, defense, h, set(units.values())):
        found[named(o)] = found.get(named(o), 0.0) + p
    return found


# ---------------------------------------------------------------------- what it is told
@pytest.mark.rule("bd:11.8", "bd:11.14", "bd:11.16", "bd:11.20", "bd:11.23", "bd:11.26")
@pytest.mark.parametrize(
    "more",
    [{}, {"lines": {"river": ["1810-1809"]}}, {"ground": {"1809": "rough"}}, {"places": {"1809": ("city", 1)}},
     {"places": {"1809": ("city", 1)}, "heroes": ["1809"]}],
    ids=["clear", "river", "rough", "city", "hero city"],
)  # fmt: skip
def test_chances_are_those_of_the_odds_that_are_shown(more: Mapping[str, Any]) -> None:
    match = plains(**more)
    units, target = [unit(match, "3pz"), unit(match, "24pz")], spot(match, "1809")
    shown = tally(match.c, PREPARED, units, target, Support(luftwaffe=1)).distribution
    assert told(match, ("3pz", "24pz"), "1809") == pytest.approx(shown)


@pytest.mark.rule("bd:11.24")
def test_attackers_on_opposite_sides_count_for_more() -> None:
    match = plains({"3pz": "1810", "24pz": "1808", "16ra": "1809"})
    units, target = [unit(match, "3pz"), unit(match, "24pz")], spot(match, "1809")
    shown = tally(match.c, PREPARED, units, target, Support(luftwaffe=1)).distribution
    assert told(match, ("3pz", "24pz"), "1809") == pytest.approx(shown)
    assert told(plains(), ("3pz", "24pz"), "1809") != pytest.approx(shown)


@pytest.mark.rule("bd:11.28")
def test_who_has_no_way_back_is_lost_whole_and_friends_with_room_are_a_way() -> None:
    match = plains({**FRONT, "1sh": "1809"})
    k, target = known(match), spot(match, "1809")
    mine = [(f, f.hex) for f in k.forces("axis")]
    theirs = [f for f in k.forces("soviet") if f.hex == target]
    fed = [f._replace(defense=f.defense / k.starved(target)) for f in theirs]  # who has no way has no line (7.16)
    free, shut = expected(k, mine, theirs, target, 1), expected(k, mine, fed, target, 0)
    chance = dict((named(o), p) for o, p in k.chances(8, 6, target, {h for _, h in mine})).get("DR", 0.0)
    assert chance > 0 and shut.gain - free.gain == pytest.approx(chance * sum(sum(f.steps) for f in theirs))
    crowd = {"16ra": "1809", **{f"{n}ra": "1808" for n in (3, 4, 5, 8, 10)}, "13ra": "1709", "3pz": "1810"}
    k = known(plains(crowd))
    closed = Assault(k, [], WEIGHTS["axis"]).closed(frozenset())
    assert spot(match, "1808") in closed and spot(match, "1709") not in closed


@pytest.mark.rule("bd:5.4", "bd:5.7")
def test_nobody_plans_an_attack_while_no_fight_follows_the_movement_but_armies_gather_for_the_next() -> None:
    def fights(order: str) -> bool:
        return BdPlanning().ready(plains(phase="movement", order=order).c, "axis").fights

    assert fights("move-fight") and not fights("fight-move")
    units = {**dict.fromkeys(("16ra", "3ra", "4ra", "5ra"), "1807"), "3pz": "1809"}
    match = plains(units, side="soviet", phase="movement", order="fight-move", offensive={"A": "1808"})
    moves = [text.split() for text in acts(match, "normal") if text.startswith("move")]
    near = {match.c.label(h) for h in match.c.grid.adjacent[spot(match, "1809")]}
    assert len(moves) >= 3 and {words[2] for words in moves} <= near


@pytest.mark.rule("bd:7.3", "bd:7.16")
def test_supply_is_asked_with_units_where_they_could_be() -> None:
    match = plains({**FRONT, **{f"{n}inf": "1811" for n in (1, 2, 5, 6)}})
    k, h = known(match), spot(match, "1809")
    assert k.supplied("soviet", {})[h]
    around = dict(zip((f.unit for f in k.forces("axis")), k.beside(h), strict=False))
    assert len(around) == 6 and not k.supplied("soviet", around)[h]


@pytest.mark.rule("bd:8.30", "bd:10.22")
def test_who_may_not_attack_a_hex_brings_nothing_there() -> None:
    match = plains({"3ro": "1110", "3pz": "1110", "16ra": "1109"})
    k, target = known(match), spot(match, "1109")
    assert match.c.roster.number("satellite", unit(match, "3ro"))
    assert k.arriving(Stand(unit(match, "3ro"), spot(match, "1110")), target) == 0
    assert k.arriving(Stand(unit(match, "3pz"), spot(match, "1110")), target) > 0


@pytest.mark.rule("bd:10.1")
def test_the_enemy_is_as_fast_as_the_fastest_of_his_who_may_attack() -> None:
    units = {"3pz": "1810", "6inf": "1811", "16ra": "1809"}
    match = plains(units)
    panzer, foot = (known(match, "soviet")._allowance(unit(match, name)) for name in ("3pz", "6inf"))
    assert known(match, "soviet").pace("axis") == panzer > foot
    match.c.state.still[unit(match, "3pz")] = 1
    match.c.touch()
    assert known(match, "soviet").pace("axis") == foot


# ---------------------------------------------------------------------- batches
@pytest.mark.rule("bd:10.2")
def test_half_of_a_stack_beside_the_enemy_keeps_the_front_on_foot_first_and_who_stands_alone_may_go() -> None:
    stack = dict.fromkeys(("3pz", "1inf", "2inf", "24pz"), "1810")
    match = plains({**stack, "6inf": "1910", "5inf": "1812", "16ra": "1809"}, phase="movement")
    names = {match.c.roster.ids[u] for u in staying(match.c, known(match))}
    assert names == {"1inf", "2inf"}


@pytest.mark.rule("bd:10.2", "bd:6.3")
def test_a_whole_movement_phase_is_planned_batch_by_batch_and_breaks_no_limit() -> None:
    foot = [1, 2, 5, 6, 7, 8, 9, 10, 12, 13, 17, 20]
    units = {f"{n}inf": f"{1600 + 100 * (i % 4) + 11}" for i, n in enumerate(foot)}
    units |= {f"{n}pz": "1812" for n in (3, 24, 39, 41, 46)} | {"16ra": "1809", "3ra": "1709", "4ra": "1609"}
    match = plains(units, phase="movement", order="move-fight", places={"1806": ("city", 1)})
    c = match.c
    assert len(fresh(c, "axis")) > SIZE == len(BdPlanning().ready(c, "axis").units)
    bot, moved, before = make("normal", 1), list[str](), dict(units)
    while match.side == "axis" and c.frame.step == "movement":
        action, why = bot.choose(match)
        assert match.check(action) is None and why
        moved += [action.args[0]] if action.verb == "move" else []
        match.play(action)
    assert moved and len(moved) == len(set(moved))
    assert all(len(side_units(c, h, "axis")) <= 5 for h in set(c.state.hex_of) if h >= 0)
    assert any(at(match, name) != before[name] for name in before)


def test_no_piece_of_thought_is_long() -> None:
    def pieces() -> list[float]:
        match, found, bot = begun("bd", "citadel"), list[float](), PlannerPlayer(1)
        match.c.state.order = "move-fight"
        EDITOR.wait(match.c, "movement", "soviet")
        match.c.forget()
        match._after()
        for _ in range(20):
            thought, start = bot.think(match), process_time()
            while True:
                try:
                    next(thought)
                except StopIteration as end:
                    match.play(end.value[0])
                    break
                now = process_time()
                found.append(now - start)
                start = now
        return found

    one, two = pieces(), pieces()
    assert len(one) == len(two) > 400, "the same thoughts"
    assert max(map(min, zip(one, two, strict=True))) < 0.05


# ---------------------------------------------------------------------- attacks
@pytest.mark.rule("bd:11.3", "bd:11.6", "bd:11.23")
def test_a_good_assault_is_made_with_its_reason_and_a_hopeless_one_is_not() -> None:
    strong = plains({**FRONT, "41pz": "1810", "46pz": "1909"})
    player, found = make("normal", 1), list[tuple[str, str]]()
    while strong.side == "axis" and strong.c.frame.step == "combat":
        action, why = player.choose(strong)
        assert strong.check(action) is None
        found.append((str(action), why))
        strong.play(action)
    verbs = [text.split()[0] for text, _ in found]
    assert verbs[:2] == ["target", "add"] and "roll" in verbs and "plan" in found[0][1]
    weak = plains({"1inf": "1810", "16ra": "1809", "3sh": "1809"})
    assert acts(weak, "normal") == ["end"]


@pytest.mark.rule("bd:10.24")
def test_panzers_roll_over_a_lone_army_before_anybody_moves() -> None:
    match = plains({**{f"{n}pz": "1810" for n in (3, 24, 39, 41, 46)}, "16ra": "1809"}, phase="movement")
    found = acts(match, "normal", most=6)
    assert [text.split()[0] for text in found] == ["pick"] * 5 + ["assault"]


@pytest.mark.rule("bd:10.24", "bd:11.23")
def test_a_stack_goes_up_to_an_enemy_far_away_to_roll_him_over() -> None:
    match = plains({"3pz": "1815", "24pz": "1815", "39pz": "1815", "16ra": "1809"}, phase="movement", turn=19)
    (dash,) = [found for found in storms(match.view("axis").c) if found is not None]
    assert [action.verb for action in dash.actions] == ["pick"] * 3 + ["move", "assault"]
    assert dash.actions[-1].args[-1] == "luftwaffe" and not dash.onward, "5 points there, 3 for the assault, of 9"
    near = plains({"3pz": "1811", "24pz": "1811", "39pz": "1811", "16ra": "1809"}, phase="movement", turn=19)
    assert [found.onward for found in storms(near.view("axis").c) if found is not None] == [True]


@pytest.mark.rule("bd:10.6", "bd:10.29")
def test_who_has_rolled_somebody_over_goes_on_before_others_begin() -> None:
    """Two groups could roll over an army each; the first has points left, and is stuck once the second moves."""
    north, south = ("3pz", "24pz", "39pz"), ("46pz", "47pz", "48pz")
    units = {**dict.fromkeys(north, "1510"), **dict.fromkeys(south, "2110"), "16ra": "1509", "3ra": "2109"}
    match = plains(units, phase="movement", order="fight-move", turn=19, dice=[6])
    dashes = [found for found in storms(match.view("axis").c) if found is not None]
    first = next(found for found in dashes if found.units == tuple(unit(match, name) for name in north))
    for action in first.actions:
        match.play(action)
    able = going_on(match.c)
    assert able == sorted(first.units) and match.c.state.moving[unit(match, south[0])] == FRESH
    assert sorted(BdPlanning().ready(match.view("axis").c, "axis").units) == able
    assert all(found is None or set(found.units) <= set(able) for found in storms(match.view("axis").c))
    player = make("normal", 1)
    while going_on(match.c):
        action = player.choose(match)[0]
        assert match.c.unit(action.args[0]) in able, action
        match.play(action)


@pytest.mark.rule("bd:11.26")
def test_what_costs_least_together_is_given_up_in_a_bloodbath() -> None:
    foot, panzer = ((0.25,), 2.0), ((0.455,), 4.0)
    assert given_up([foot, panzer], 3) == given_up([panzer], 3) == 0.455, "not the corps on foot and then the panzers"
    assert given_up([foot, foot, panzer], 2) == 0.25 and given_up([foot, foot], 9) == 0.5, "no more than there is"


@pytest.mark.rule("bd:11.7")
def test_who_lies_under_the_top_unit_changes_no_choice() -> None:
    units = {**FRONT, "41pz": "1810", "46pz": "1909", "3ra": "1709", "61ra": "1809", "3sh": "1709"}
    view = plains(units).view("axis")
    one, other = (view.roster.ids[u] for u in range(len(view.roster)) if view.hidden(u))

    def choices(where: Mapping[str, str]) -> list[str]:
        match, player, found = plains(where), make("normal", 1), list[str]()
        for _ in range(4):
            action, why = player.choose(match)
            found.append(f"{action} {why}")
            match.play(action)
        return found

    assert choices(units) == choices({**units, one: units[other], other: units[one]})


# ---------------------------------------------------------------------- duties
@pytest.mark.rule("bd:8.12", "bd:8.1")
def test_steps_are_spent_and_who_comes_back_enters_near_the_front() -> None:
    more = {
        "phase": "reinforcement",
        "boxes": {"24pz": "dead pile"},
        "places": {"1812": ("city", 1), "1818": ("city", 1)},
    }
    found = acts(plains({"3pz": "1811", "16ra": "1809"}, **more), "normal", most=2)
    assert found == ["replace 24pz", "enter 24pz 1812"]


@pytest.mark.rule("bd:4.4")
def test_the_summer_offensive_is_launched_in_the_last_turn_that_is_left_for_it() -> None:
    def chosen(turn: int) -> str:
        match = plains(turn=turn)
        match.c.state.stack = [Frame("summer-offensive", {"side": "axis"})]
        match.c.touch()
        return str(make("normal", 1).choose(match)[0])

    assert [chosen(turn) for turn in (17, 18, 19)] == ["wait", "wait", "launch"]


@pytest.mark.rule("bd:14.4", "bd:14.10", "bd:4.15")
def test_places_that_decide_the_scenario_count_for_more_than_their_points() -> None:
    citadel, manstein, grand = (begun("bd", scenario) for scenario in ("citadel", "manstein", "grand"))
    near, moscow = spot(citadel, "1111"), spot(citadel, "1606")
    assert goals(citadel.c)[near] > 0 and near not in goals(manstein.c)
    assert goals(manstein.c)[moscow] > goals(grand.c)[moscow] > goals(citadel.c)[moscow]
    kept = [goals(citadel.c, side)[moscow] for side in ("soviet", "axis")]
    assert kept[0] > kept[1], "who must keep it minds it from the first turn on"
    for u in side_units(citadel.c, near, "axis"):
        citadel.c.state.hex_of[u] = -1
    citadel.c.touch()
    assert near not in goals(citadel.c), "nobody is there any more"
    oil = spot(grand, "3015")
    assert goals(grand.c)[oil] > 0 and oil not in goals(manstein.c), "points count where they decide"
    rear = spot(manstein, "2622")
    values = [goals(manstein.c, side)[rear] for side in ("axis", "soviet")]
    assert values[0] > values[1] > 1.0, "what the enemy must keep is denied him"


@pytest.mark.rule("bd:7.10", "bd:7.12")
def test_offensive_supply_lies_where_most_strength_is_beside_the_enemy() -> None:
    near = {"1inf": "1810", "16ra": "1809", "3ra": "1809", "5gt": "1809", "4ra": "1802"}
    found = acts(plains(near, side="soviet", phase="offensive-supply"), "normal")
    assert found[0] == "mark A 1809" and found[-1] == "end"


@pytest.mark.rule("bd:5.16", "bd:11.28")
def test_a_bloodbath_is_turned_into_a_retreat_where_the_enemy_has_no_way_back() -> None:
    c = plains().c
    around = [c.label(h) for h in c.grid.adjacent[c.hex("1809")] if c.label(h) != "1810"]
    foot = dict(zip(("1inf", "2inf", "5inf", "6inf", "7inf"), around, strict=True))
    match = plains({**FRONT, **foot, "3ra": "1809"}, turn=10, dice=[6])
    play(match, "target 1809", "add 3pz", "add 24pz", "roll")
    assert match.c.frame.step == "convert"
    action, why = make("normal", 1).choose(match)
    assert str(action) == "retreat" and "+0.6" in why


@pytest.mark.rule("bd:10.1")
@pytest.mark.parametrize("first", [1, 5])
def test_ways_to_a_goal_are_those_of_the_turn_whatever_turn_was_looked_at_first(first: int) -> None:
    """Rivers cost the Axis nothing on turn 1; what one turn found must not stand for the other."""
    found: dict[int, dict[int, float]] = {}
    match = position({"3pz": "1810"}, phase="movement")
    for turn in (first, 6 - first):
        match.c.state.turn = turn
        match.c.touch()
        found[turn] = dict(known(match).way(spot(match, "1810")))
    near = found[1].keys() & found[5].keys()
    assert any(found[1][h] < found[5][h] for h in near) and all(found[1][h] <= found[5][h] for h in near)
