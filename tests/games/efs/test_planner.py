"""Plans of Army Group Center: what the planner is told of a position, who moves, attacks that are declared together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.efs.advice import PLANNING
from engine.games.efs.advice.attacks import Declaring, Stakes
from engine.games.efs.advice.knowledge import EfsKnowledge
from engine.games.efs.combat.battle import fight_of
from engine.games.efs.combat.duties import open_duties
from engine.games.efs.combat.equipping import guns_near
from engine.games.efs.combat.odds import calculate
from engine.games.efs.combat.results import attacker_demand, defender_demand
from engine.games.efs.combat.retreat import Retreat, call_retreat
from engine.games.efs.command import fix_zones
from engine.games.efs.losses import price_of_hq
from engine.games.efs.phases.combat import Combat
from engine.games.efs.phases.declaration import Declaration
from engine.games.efs.phases.movement import Movement
from engine.games.efs.phases.reaction import Reaction
from engine.games.efs.state import BACK
from engine.games.efs.tables import tables
from engine.games.efs.units import READY
from engine.play.match import Match
from engine.players import make
from engine.players.planner.knowledge import Stand
from engine.players.planner.plan import Order
from tests.support.efs import EITHER, at, column, hexes, play, position, unit
from tests.support.efs_battles import NORTH, NORTH_WEST, SOUTH, TARGET, declared

ADVICE = "engine.games.efs.advice"
HQ = "hq-13a"


def moving(units: Mapping[str, str], *, side: str = "axis", phase: str = "", **more: Any) -> Match:
    """A movement phase on clear ground in which computer players know the game."""
    phase = phase or f"{side}-movement"
    match = position(units, side=side, step="movement", phase=phase, kinds=[Movement], **{"ground": {}, **more})
    match.rules = match.rules._replace(advice=ADVICE)
    return match


def declaring(units: Mapping[str, str], side: str = "axis") -> Match:
    match = position(units, side=side, step="declaration", phase=f"{side}-declaration", kinds=[Declaration], ground={})
    match.rules = match.rules._replace(advice=ADVICE)
    return match


def played(match: Match, name: str = "normal", most: int = 40) -> list[str]:
    """What a computer player does until the step is over; each action is allowed."""
    bot, step, found = make(name, 1), match.c.frame.step, list[str]()
    while match.c.frame.step == step and len(found) < most:
        action, why = bot.choose(match)
        assert match.check(action) is None, action
        assert why
        match.play(action)
        found.append(str(action))
    return found


# ---------------------------------------------------------------------- what it is told
@EITHER
@pytest.mark.rule("efs2:12.22", "efs2:15.5", "efs2:15.6", "efs2:16.3")
def test_chances_are_those_of_the_calculation() -> None:
    match = position({"6inf": NORTH, "rd-100": TARGET}, ground={})
    k, (h, target) = EfsKnowledge(match.c, "axis"), hexes(match, NORTH, TARGET)
    (defender,) = k.forces("soviet")
    strength = k.arriving(Stand(unit(match, "6inf"), h), target)
    found = k.chances(strength, defender.defense, target, {h})
    b = declared(match, "6inf")
    shown, fight = calculate(match.c, b).distribution, fight_of(match.c, b)
    lost = [sum(p * demand(match.c, fight, cell).steps for cell, p in shown.items())
            for demand in (attacker_demand, defender_demand)]  # fmt: skip
    assert [sum(p * o.attacker for o, p in found), sum(p * o.defender for o, p in found)] == pytest.approx(lost)
    assert not k.chances(1, 9, target, {h}), "below the table no attack is declared"


@EITHER
@pytest.mark.rule("efs2:12.16")
def test_other_enemies_who_must_be_attacked_too_make_an_attack_dearer() -> None:
    match = position({"6inf": NORTH, "rd-100": TARGET, "rd-5": NORTH_WEST}, ground={})
    k, (north, south, target) = EfsKnowledge(match.c, "axis"), hexes(match, NORTH, SOUTH, TARGET)
    alone, bound = (sum(p * o.attacker for o, p in k.chances(9, 4, target, {h})) for h in (south, north))
    assert bound > alone + 0.2


@EITHER
@pytest.mark.rule("efs2:10.13", "efs2:21.12")
def test_headquarters_are_expected_to_activate_those_next_to_the_enemy() -> None:
    units = {HQ: "B1034", "rd-50": "B1036", "rd-53": "B1032", "rd-73": "B1031", "6inf": "B1029"}
    match = moving(units, side="soviet", phase="soviet-motorized")
    near, far = (unit(match, name) for name in ("rd-73", "rd-50"))
    k = EfsKnowledge(match.c, "soviet")
    assert k.activated("soviet") == [near, unit(match, "rd-53")], "as many as it has points"
    assert len(k.reach(near)) > 1 and k.reach(far) == {match.c.hex("B1036"): 0}
    assert set(PLANNING.ready(match.c, "soviet").units) == {near, unit(match, "rd-53")}
    axis = EfsKnowledge(moving(units).c, "axis")
    assert len(axis.reach(near)) > 1, "the enemy sees it coming"


@EITHER
@pytest.mark.rule("efs2:10.11", "efs2:10.12", "efs2:4.21")
def test_nobody_plans_attacks_after_the_combat_of_his_side() -> None:
    units = {"18pz-pzr": "B1029", "rd-50": "B1034"}
    strong, quiet = (EfsKnowledge(moving(units, phase=f"axis-{name}").c, "axis") for name in ("movement", "motorized"))
    assert strong.forces("axis")[0].attack and not quiet.forces("axis")[0].attack
    assert strong.forces("soviet") == quiet.forces("soviet")
    assert len(quiet.reach(strong.forces("axis")[0].unit)) < len(strong.reach(strong.forces("axis")[0].unit))


@pytest.mark.rule("efs2:24.24", "efs2:24.2")
def test_a_place_of_points_is_occupied_by_who_is_least_use_elsewhere() -> None:
    match = position({"18pz-pzr": "B0235", "18pz-rec": "B0235", "rd-50": "B0834"})
    match.c.state.holder["B0235"] = "axis"
    match.c.touch()
    k, h = EfsKnowledge(match.c, "axis"), match.c.hex("B0235")
    assert k.goals()[h] >= 4 and k.holder(h) == "axis"
    assert k.duty(unit(match, "18pz-rec"), h) > 1 and not k.duty(unit(match, "18pz-pzr"), h)
    assert not EfsKnowledge(match.c, "soviet").duty(unit(match, "rd-50"), match.c.hex("B0834"))


@EITHER
@pytest.mark.rule("efs2:5.21", "efs2:10.2")
def test_goals_are_no_farther_away_for_mud_that_does_not_last_and_are_for_snow() -> None:
    ways = {}
    for weather in ("dry", "mud", "snow"):
        match = position({"18pz-pzr": "B0231"}, ground={}, lines={}, weather=weather)
        ways[weather] = EfsKnowledge(match.c, "axis").way(match.c.hex("B0235"))
    assert ways["mud"] == ways["dry"] and min(map(len, ways.values())) > 50
    assert ways["snow"] != ways["dry"]


@EITHER
@pytest.mark.rule("efs2:6.43")
def test_a_supply_unit_that_nobody_guards_goes_away_from_enemies_who_could_come() -> None:
    match = moving({"asup-01": "B0830", "6inf": "B0430", "cd-6": "B0838"})
    supply, guard, rider = (unit(match, name) for name in ("asup-01", "6inf", "cd-6"))
    k = EfsKnowledge(match.c, "axis")
    assert k.taken(supply) and not k.taken(guard)
    played(match)
    h, far = match.c.state.hex_of, match.c.grid.distance
    assert h[supply] == h[guard] or far(h[supply], h[rider]) > k.pace("soviet")


@EITHER
@pytest.mark.rule("efs2:6.1")
def test_supply_is_asked_where_units_would_stand() -> None:
    match = position({"18pz-pzr": "B0231", "rd-50": "B0834"}, ground={}, lines={"main_road": ["A5739-A5839-A5938"]})
    k = EfsKnowledge(match.c, "axis")
    fed = k.supplied("axis", {})
    assert match.c.hex("A5839") in fed and match.c.hex("B0231") not in fed and -1 not in fed
    assert match.c.hex("A5839") not in k.supplied("axis", {unit(match, "rd-50"): match.c.hex("A5839")})


# ---------------------------------------------------------------------- moves
@EITHER
@pytest.mark.rule("efs2:10.13", "efs2:10.21")
def test_orders_are_carried_out_one_by_one_those_who_need_a_headquarters_activated_first() -> None:
    match = moving({HQ: "B1034", "rd-53": "B1032", "6inf": "B1026"}, side="soviet", phase="soviet-motorized")
    orders = {unit(match, "rd-53"): Order(match.c.hex("B1030"))}
    found = []
    while match.c.frame.step == "movement":
        action = PLANNING.next(match.c, orders)
        assert action is not None
        match.play(action)
        found.append(str(action))
    assert found == ["activate rd-53", "move rd-53 B1030", "end"]


@EITHER
@pytest.mark.rule("efs2:3.31", "efs2:3.33")
def test_nobody_goes_where_there_is_no_room_and_too_many_go_apart() -> None:
    match = moving({"6inf": "B1029", "23inf": "B1031", "rd-50": "B1036"})
    u, h = unit(match, "6inf"), match.c.hex("B1031")
    assert str(PLANNING.next(match.c, {u: Order(h)})) == "end"
    both = {u: Order(h), unit(match, "23inf"): Order(match.c.hex("B1032"))}
    assert [str(PLANNING.next(match.c, both))] == ["move 6inf B1031"]
    crowd = moving({"6inf": "B1031", "23inf": "B1031", "rd-50": "B1036"})
    assert str(PLANNING.next(crowd.c, {})).startswith("move")


@EITHER
@pytest.mark.rule("efs2:24.2", "efs2:10.2")
def test_panzers_drive_into_an_empty_place_of_points() -> None:
    match = moving({"18pz-pzr": "A6439", "18pz-sr1": "A6439", "rd-50": "B1334"}, ground=None)
    found = played(match)
    assert found[-1] == "end" and "B0235" in {at(match, "18pz-pzr"), at(match, "18pz-sr1")}
    again = moving({"18pz-pzr": "A6439", "18pz-sr1": "A6439", "rd-50": "B1334"}, ground=None)
    assert played(again) == found, "the same for a seed"


# ---------------------------------------------------------------------- attacks
@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:12.16", "efs2:12.21")
def test_all_whose_zones_reach_the_attackers_are_attacked_or_nobody_is() -> None:
    units = {"18pz-pzr": NORTH, "18pz-sr1": NORTH, "6inf": NORTH, "rd-100": TARGET, "rd-5": NORTH_WEST}
    match = declaring(units)
    *_, chosen = Declaring(match.c, "axis").work()
    aimed = {match.c.label(h) for aims in chosen.values() for h in aims}
    assert aimed == {TARGET, NORTH_WEST}
    found = played(match)
    assert found[-1] == "done" and sum(a.startswith("attack") for a in found) == len(chosen)
    assert match.c.frame.step == "below" and open_duties(match.c, "axis") == []


@EITHER
@pytest.mark.rule("efs2:12.11", "efs2:12.13")
def test_an_attack_that_costs_more_than_it_brings_is_not_declared() -> None:
    match = declaring({"18pz-rec": NORTH, "rd-100": TARGET, "rd-5": TARGET})
    assert played(match) == ["done"]


@EITHER
@pytest.mark.rule("efs2:15.21", "efs2:15.33")
def test_supply_and_guns_go_to_the_attack_that_is_worth_it() -> None:
    units = {"6inf": NORTH, "art-xiia": "B0828", "rd-5": TARGET, "asup-01": "B0827"}
    match = position(units, ground={}, kinds=[Combat], step="below")
    match.rules = match.rules._replace(advice=ADVICE)
    column(match, "asp")[unit(match, "asup-01")] = 1
    declared(match, "6inf")
    match.c.call("combat", side="axis", phase="axis-combat")
    match._after()
    bot = make("normal", 1)
    for expected in ("all", "resolve"):
        action, _ = bot.choose(match)
        assert str(action) == expected
        if expected == "all":
            match.play(action)


@EITHER
@pytest.mark.rule("efs2:13.12", "efs2:12.4")
def test_guns_near_by_support_the_defense() -> None:
    units = {"6inf": NORTH, "rd-100": TARGET, "art-13a": "B0832"}
    match = position(units, ground={}, kinds=[Reaction], step="below", side="soviet")
    match.rules = match.rules._replace(advice=ADVICE)
    declared(match, "6inf")
    match.c.state.phase = "soviet-reaction"
    match.c.call("reaction", side="soviet", phase="soviet-reaction")
    match._after()
    assert played(match) == [f"support art-13a {TARGET}", "done"]


@EITHER
@pytest.mark.rule("efs2:16.46", "efs2:16.4")
def test_who_has_no_way_out_is_worth_attacking_more() -> None:
    ring = {"6inf": NORTH, "23inf": SOUTH, "18pz-sr1": "B0930", "18pz-sr2": NORTH_WEST}
    free = position({"6inf": NORTH, "rd-100": TARGET}, ground={})
    shut = position({**ring, "rd-100": TARGET}, ground={})
    worth = [Stakes(m.c, "axis").worth(declared(m, "6inf")) for m in (free, shut)]
    assert worth[1] > worth[0]
    assert Stakes(shut.c, "axis").ways_out(shut.c.hex(TARGET)) == 0


def test_nothing_of_its_own_is_given_up_by_the_way() -> None:
    """Verbs that cost something for good are no answer of either player where nothing asks for them."""
    match = moving({"6inf": "B1029", "asup-01": "B1029", "asup-02": "B1029", "rd-50": "B1036"})
    column(match, "asp")[unit(match, "asup-01")] = column(match, "asp")[unit(match, "asup-02")] = 1
    match.c.touch()
    grave = {verb.name for verb in match.c.step.verbs if verb.grave}
    assert not grave.intersection(action.split()[0] for action in played(match))
    assert at(match, "6inf")[0] != "[" and play(match) == []


@EITHER
@pytest.mark.rule("efs2:6.43")
def test_supply_units_that_stand_alone_are_there_for_the_taking() -> None:
    units = {"18pz-rec": "B0826", "ssup-01": TARGET, "ssup-02": "B1134", "rd-50": "B1134", "asup-01": "B0820"}
    match = position(units, ground={})
    match.data.scenario["vp"] = []
    match.c.touch()
    k, h = EfsKnowledge(match.c, "axis"), match.c.hex(TARGET)
    assert set(k.goals()) == {h} and k.holder(h) == "soviet" and k.way(h) == {h: 0.0}
    assert {f.hex for f in k.forces("soviet")} == {match.c.hex("B1134")}, "nobody is to be attacked there"
    assert len(EfsKnowledge(match.c, "soviet").forces("soviet")) == 3
    assert k.steps(unit(match, "asup-01")) and k.steps(unit(match, "asup-01")) > k.steps(unit(match, "rd-50"))


@EITHER
@pytest.mark.rule("efs2:24.31")
def test_a_headquarters_is_worth_its_points_on_top_of_its_command() -> None:
    match = position({HQ: "B1034", "rd-50": "B1036"}, ground={})
    u = unit(match, HQ)
    assert price_of_hq(match.c, u) == 2 and not price_of_hq(match.c, unit(match, "rd-50"))
    assert sum(EfsKnowledge(match.c, "axis").steps(u)) > 2


@EITHER
@pytest.mark.rule("efs2:14.51", "efs2:15.55")
def test_own_aircraft_that_are_ready_help_attacks_and_nobody_counts_those_of_the_enemy() -> None:
    match = position({"6inf": NORTH, "rd-100": TARGET}, ground={})
    names = ("stg77-i", "stg77-ii", "stg77-iii", "stg1-ii")
    h, target = hexes(match, NORTH, TARGET)
    before = EfsKnowledge(match.c, "axis")
    bare = sum(p * o.defender for o, p in before.chances(9, 4, target, {h}))
    assert before.air("axis") == 0
    for name in names:
        column(match, "box")[unit(match, name)] = READY
    match.c.touch()
    k = EfsKnowledge(match.c, "axis")
    assert k.air("axis") > 0 and EfsKnowledge(match.c, "soviet").air("axis") == 0
    assert sum(p * o.defender for o, p in k.chances(9, 4, target, {h})) > bare


@EITHER
@pytest.mark.rule("efs2:8.12")
def test_the_plan_is_made_when_all_have_come_in_who_could() -> None:
    names = ("17pz-pzr", "17pz-sr1", "17pz-sr2", "17pz-rec")
    match = moving({"6inf": "A5836", "rd-50": "B0230"}, turn=6, boxes=dict.fromkeys(names, "turn 6"))
    new = {unit(match, name) for name in names}
    while (action := PLANNING.next(match.c, {})) is not None and action.verb in ("enter", "rail"):
        assert not PLANNING.ready(match.c, "axis").units and not PLANNING.spent(match.c, {})
        assert not list(PLANNING.dashes(match.c))
        match.play(action)
    assert new < set(PLANNING.ready(match.c, "axis").units) and PLANNING.spent(match.c, {})
    assert not PLANNING.spent(match.c, {unit(match, "6inf"): Order(match.c.hex("A5836"))})


@EITHER
@pytest.mark.rule("efs2:16.4")
def test_a_stack_chooses_where_to_retreat_and_who_is_led_does_not() -> None:
    for side, own in (("soviet", True), ("axis", False)):
        match = position({"rd-100": TARGET, "18pz-sr1": NORTH}, ground={}, kinds=[Retreat], step="below")
        call_retreat(match.c, side, "soviet", [unit(match, "rd-100")])
        match._after()
        found = PLANNING.ends(match.c)
        assert bool(found) == own
        assert all(match.check(action) is None and moved == {unit(match, "rd-100"): match.c.hex(action.args[0])}
                   for action, moved in found.items())  # fmt: skip


@EITHER
@pytest.mark.rule("efs2:24.31")
def test_pockets_weigh_more_when_they_are_about_to_be_counted_and_attacks_while_some_are_mandated() -> None:
    match = position({"6inf": NORTH, "rd-100": TARGET}, ground={})
    plain = {side: PLANNING.weights(match.c, side) for side in ("axis", "soviet")}
    match.c.state.mandates = 2
    match.c.touch()
    assert PLANNING.weights(match.c, "soviet").ground > plain["soviet"].ground
    assert PLANNING.weights(match.c, "axis") == plain["axis"]
    match.c.state.mandates = 0
    match.data.scenario["pocket"] = {"west_of": "A5840", "steps": 4}
    match.c.state.turn = tables(match.c).last_turn
    match.c.touch()
    assert PLANNING.weights(match.c, "axis").cut > plain["axis"].cut
    assert PLANNING.weights(match.c, "soviet").line > plain["soviet"].line


@EITHER
@pytest.mark.rule("efs2:21.27")
def test_only_those_are_planned_for_whom_a_headquarters_that_is_not_operational_lets_go() -> None:
    units = {HQ: "B1034", "rd-50": "B1036", "rd-53": "B1032", "rd-73": "B1031", "rd-100": "B1035", "6inf": "B1029"}
    match = moving(units, side="soviet")
    everybody = set(PLANNING.ready(match.c, "soviet").units)
    column(match, "mode")[unit(match, HQ)] = BACK
    match.c.touch()
    fix_zones(match.c, "soviet")
    match.c.state.zone_left[HQ] = 1
    match.c.touch()
    found = EfsKnowledge(match.c, "soviet").let_go(sorted(everybody))
    bound = {u for u in everybody if match.c.state.zone[u] >= 0}
    assert len(bound) > 1 and bound & set(found) == {unit(match, "rd-73")} and everybody - bound < set(found)
    assert set(PLANNING.ready(match.c, "soviet").units) == set(found)


@EITHER
@pytest.mark.rule("efs:12.53", "efs:12.54", "efs:15.52")
def test_defenders_of_what_counts_are_taken_to_stand_where_they_can_be_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"6inf": NORTH, "rd-100": TARGET}
    for place, hq, stands in (("city", "A6040", False), ("city", "B0832", True), ("", "B0832", False)):
        match = position({**units, HQ: hq}, ground={}, places={TARGET: place} if place else {})
        h, target = hexes(match, NORTH, TARGET)
        k = EfsKnowledge(match.c, "axis")
        monkeypatch.setattr(k, "goals", lambda target=target: {target: 5.0})
        assert bool(k.order(target)) == stands
        assert any(o.retreat for o, _ in k.chances(36, 4, target, {h})) != stands, "who stands loses a step for it"


@EITHER
@pytest.mark.rule("efs:12.52", "efs:13.1")
def test_attacks_are_declared_as_if_the_strongest_gun_near_would_answer() -> None:
    near, far = (declaring({"6inf": NORTH, "rd-100": TARGET, "art-13a": h}) for h in ("B0832", "B0839"))
    (h,) = hexes(near, TARGET)
    worth = [Declaring(m.c, "axis").gains((h,), (unit(m, "6inf"),))[0] for m in (near, far)]
    assert worth[0] < worth[1]
    gun = unit(near, "art-13a")
    assert guns_near(near.c, "soviet", h, 0, 1) == [gun] and guns_near(far.c, "soviet", h, 0, 1) == []
