"""The steps of the first edition that go another way: supply, movement, battles, and what lost counters become."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from engine.components.load import load_shared
from engine.games.efs import command
from engine.games.efs.combat.advance import Advance
from engine.games.efs.combat.attack_supply import left, promised
from engine.games.efs.combat.battles import ATTACKER, DEFENDER, NO_RETREAT
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.edition import Edition
from engine.games.efs.fog import FACE_DOWN, blank
from engine.games.efs.losses import resting_place
from engine.games.efs.movement.allowance import REACTION, granted
from engine.games.efs.movement.reaction import may_react_to, reaction_path
from engine.games.efs.state import BACK, FRONT, MOVED, OUT
from engine.games.efs.units import ACTIVE, CADRE, CUP_MG, POOL, allowance, place, to_box
from engine.games.efs1.drafts import Replacements
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs1.engineering import Engineering
from engine.games.efs1.moving import Movement
from engine.games.efs1.orders import AttackOrders, Battle, Combat
from engine.games.efs1.ruleset import RULESET
from engine.games.efs1.supply import TemporarySources
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.support.efs import column, play, position, refusal, unit

EDGE = "B1931"
"""A supply source of the Soviet side."""
FROM, HERE, OTHER, THERE = "B0829", "B0830", "B1029", "B1030"
FIGHT = (Combat, Battle, AttackOrders, Losses, Retreat, Advance)


def combat(defender: str = "rd-100", terms: Edition = FIRST, **more: str) -> Match:
    """Two attacks on bare ground, the first of them on one hex of Soviet units; the Combat Phase is open."""
    units = {"18pz-pzr": FROM, defender: HERE, "253inf": OTHER, "rd-50": THERE, **more}
    m = position(units, phase="axis-combat", terms=terms, ground={}, kinds=FIGHT)
    s = m.c.state
    for n, (name, label) in enumerate((("18pz-pzr", HERE), ("253inf", THERE)), 1):
        s.battle[label], s.committed[unit(m, name)] = n, n
    m.c.call("below")
    m.c.call("combat", side="axis", phase="axis-combat")
    m._after()
    return m


def moving(units: dict[str, str], phase: str = "soviet-movement", **how: Any) -> Match:
    """A position on bare ground in a movement phase."""
    side = phase.partition("-")[0]
    return position(units, side=side, phase=phase, step="movement", kinds=(Movement,), terms=FIRST, ground={}, **how)


# ---------------------------------------------------------------------- the Combat Phase
@pytest.mark.rule("efs1:15.5.8")
def test_the_attacker_gives_orders_face_up_for_the_battle_that_he_fights() -> None:
    m = combat()
    assert refusal(m, f"order {HERE} no-retreat").rule == "efs2:15.1", "no battle is chosen"
    play(m, f"fight {HERE}")
    assert refusal(m, f"order {THERE} no-retreat").rule == "efs1:15.5.8"
    play(m, f"order {HERE} no-retreat")
    m.c.state.battle_order[f"1 {DEFENDER}"] = NO_RETREAT
    seen = {}
    for side in ("axis", "soviet"):
        view = copy.deepcopy(m.c.state)
        blank(m.data, view, side)
        seen[side] = dict(view.battle_order)
    assert seen["soviet"][f"1 {ATTACKER}"] == NO_RETREAT and seen["axis"][f"1 {DEFENDER}"] == FACE_DOWN
    play(m, f"recall {HERE}")
    assert f"1 {ATTACKER}" not in m.c.state.battle_order


@pytest.mark.rule("efs1:15.5.4", "efs1:15.5.8", "efs1:15.5.9")
def test_orders_may_follow_when_untried_defenders_are_turned_up_and_before_the_defender_shows_his() -> None:
    m = combat("mg-01")
    column(m, "mode")[unit(m, "mg-01")] = BACK
    m.c.state.battle_order[f"1 {DEFENDER}"] = NO_RETREAT
    m.c.touch()
    play(m, f"fight {HERE}", "resolve")
    assert m.c.frame.step == "attack-orders" and column(m, "mode")[unit(m, "mg-01")] == FRONT
    view = copy.deepcopy(m.c.state)
    blank(m.data, view, "axis")
    assert view.battle_order[f"1 {DEFENDER}"] == FACE_DOWN
    m.dice.queue([5])
    play(m, "give no-retreat")
    assert any("who attack" in e.text and "No Retreat" in e.text for e in m.log)


@pytest.mark.rule("efs1:15.5.6")
@pytest.mark.parametrize("terms", [FIRST, SECOND], ids=["first", "second"])
def test_a_supply_point_is_spent_with_its_battle(terms: Edition) -> None:
    m = combat(terms=terms)
    u = unit(m, "asup-01")
    place(m.c, u, m.c.hex(FROM))
    m.c.state.asp[u] = 1
    m.c.touch()
    m.dice.queue([5])
    play(m, f"fight {HERE}", "supply asup-01")
    assert promised(m.c, u) == 1 and left(m.c, u) == 0
    play(m, "resolve")
    assert (column(m, "asp")[u], m.c.state.box[u] == POOL) == ((0, True) if terms is FIRST else (1, False))
    assert promised(m.c, u) == (0 if terms is FIRST else 1)


# ---------------------------------------------------------------------- movement
@pytest.mark.rule("efs1:11.6", "efs1:11.6.1", "efs1:11.6.2", "efs1:22.9.1")
def test_machine_guns_are_turned_up_when_the_others_have_moved() -> None:
    m = moving({"mg-01": FROM, "rd-100": OTHER})
    u = unit(m, "mg-01")
    column(m, "mode")[u] = BACK
    m.c.touch()
    assert refusal(m, "reveal rd-100").rule == "efs1:11.6"
    play(m, "reveal mg-01")
    assert column(m, "mode")[u] == FRONT
    assert not [a for a in m.legal if "rd-100" in a.args], "it has ended its movement"
    slow = moving({"mg-01": FROM, "mg-43": FROM, "rd-100": OTHER})
    for name in ("mg-01", "mg-43"):
        column(slow, "mode")[unit(slow, name)] = BACK
    slow.c.touch()
    for name in ("mg-01", "mg-43"):
        play(slow, f"reveal {name}")
        can = allowance(slow.c, unit(slow, name)) > 0
        assert any(a.verb == "move" and a.args[0] == name for a in slow.legal) is can


@pytest.mark.rule("efs1:11.6")
def test_machine_guns_stay_untried_in_the_motorized_movement_phase() -> None:
    m = moving({"mg-01": FROM, "td-26": OTHER}, "soviet-motorized")
    column(m, "mode")[unit(m, "mg-01")] = BACK
    m.c.touch()
    assert refusal(m, "reveal mg-01").rule == "efs1:11.6"


@pytest.mark.rule("efs1:11.6.3", "efs1:22.9.3")
def test_a_lost_machine_gun_goes_back_into_its_cup() -> None:
    for terms, box in ((FIRST, CUP_MG), (SECOND, "cannot rebuild")):
        m = position({"mg-01": FROM}, terms=terms, ground={})
        u = unit(m, "mg-01")
        assert resting_place(m.c, u, CADRE) == box
        column(m, "mode")[u] = FRONT
        to_box(m.c, u, box)
        assert (column(m, "mode")[u], column(m, "steps_left")[u]) == ((BACK, 1) if terms is FIRST else (FRONT, 0))


@pytest.mark.rule("efs1:10.1.1", "efs1:10.2.1")
def test_units_are_marked_for_replacements_before_their_side_moves() -> None:
    m = moving({"18pz-pzr": FROM, "253inf": OTHER}, "axis-movement", steps={"253inf": 1})
    m.c.state.points["axis I"] = 2
    m.c.touch()
    assert refusal(m, "replace 18pz-pzr").rule == "efs2:7.71", "it is whole"
    play(m, "replace 253inf")
    assert refusal(m, f"move 253inf {THERE}").rule == "efs2:7.72"
    play(m, f"move 18pz-pzr {HERE}")
    assert refusal(m, "unmark 253inf").rule == "efs1:10.1.1" and column(m, "did")[unit(m, "18pz-pzr")] & MOVED


@pytest.mark.rule("efs1:6.8.3")
def test_supply_units_are_joined_in_the_movement_phase_alone() -> None:
    for phase, law in (("axis-movement", ""), ("axis-motorized", "efs1:6.8.3")):
        m = moving({"asup-01": FROM, "asup-02": FROM, "18pz-pzr": OTHER}, phase)
        for name in ("asup-01", "asup-02"):
            column(m, "asp")[unit(m, name)] = 1
        m.c.touch()
        found = m.check("combine asup-01 asup-02")
        assert (found.rule if found else "") == law
    assert not {"combine", "lower", "absorb", "blow"} & {verb.name for verb in Engineering.verbs}


# ---------------------------------------------------------------------- supply and reinforcements
@pytest.mark.rule("efs1:6.8.1", "efs1:8.4", "efs1:22.11")
def test_supply_points_come_with_supply_and_reserves_stand_in_cities_like_any_rebuilt_unit() -> None:
    m = Match(RULESET, RULESET.load("borisov", {}, None), 1)
    RULESET.begin(m.c)
    m._after()
    texts = [event.text for event in m.log]
    supply = next(n for n, text in enumerate(texts) if "Attack Supply Point" in text)
    assert supply < next(n for n, text in enumerate(texts) if "may enter from this turn on" in text)
    assert m.data.game == RULESET.id and m.c.state.box[unit(m, "zap-01")] == ACTIVE
    assert not [a for a in m.legal if a.verb == "reserve"]
    assert any(a.verb == "place" and a.args[0].startswith("zap") for a in at_side(m, "soviet"))


def at_side(m: Match, side: str) -> list[Any]:
    """Legal actions of a side in the Reinforcements Phase, the other's passed over."""
    while m.side != side:
        play(m, "end")
    return list(m.legal)


# ---------------------------------------------------------------------- replacements
def replacing(units: dict[str, str], side: str = "soviet", **points: int) -> Match:
    """The Replacements Phase of a side with points of some types, a supplied city at the map edge."""
    m = position(units, terms=FIRST, side=side, ground={}, places={EDGE: "city"}, kinds=(Replacements,))
    for type_, n in points.items():
        m.c.state.points[f"{side} {type_}"] = n
    m.c.state.holder[EDGE] = side
    m.c.call("below")
    m.c.call("replacements", side=side, phase="replacements")
    m._after()
    return m


@pytest.mark.rule("efs1:7.2", "efs1:22.10.1", "efs1:22.11")
def test_reserves_in_a_supplied_city_become_points_and_go_to_the_cadre_box() -> None:
    m = replacing({"zap-01": EDGE, "rd-100": EDGE, "zap-02": FROM})
    assert refusal(m, "dissolve rd-100").rule == "efs1:7.2" and refusal(m, "dissolve zap-02").rule == "efs1:7.2"
    play(m, "dissolve zap-01")
    assert m.c.state.points["soviet I"] == 1 and m.c.state.box[unit(m, "zap-01")] == CADRE
    assert not {"replace", "form"} & {verb.name for verb in m.verbs}


@pytest.mark.rule("efs1:20.3", "efs1:20.3.1", "efs1:20.3.2", "efs1:20.3.3", "efs1:8.2.4")
def test_a_machine_gun_is_drawn_from_the_cup_for_a_point() -> None:
    m = replacing({"zap-01": EDGE}, I=2)
    for name in ("mg-01", "mg-02"):
        to_box(m.c, unit(m, name), CUP_MG)
    m.c.touch()
    assert refusal(m, f"draw {FROM}").rule == "efs1:20.3.2"
    m.dice.queue([2])
    play(m, f"draw {EDGE}")
    drawn = unit(m, "mg-02")
    assert m.c.label(column(m, "hex_of")[drawn]) == EDGE and column(m, "mode")[drawn] == BACK
    assert m.c.state.points["soviet I"] == 1 and refusal(m, f"draw {EDGE}").rule == "efs1:20.3.3"


@pytest.mark.rule("efs1:7.2")
def test_results_s_are_used_with_the_replacements() -> None:
    m = replacing({"zap-01": EDGE, "rd-100": FROM}, I=1)
    m.c.state.events["S"] = 1
    column(m, "supply")[unit(m, "rd-100")] = OUT
    m.c.touch()
    play(m, f"relieve {FROM}")
    assert column(m, "given")[unit(m, "rd-100")] == 1 and not m.c.state.events["S"]
    assert {verb.name for verb in TemporarySources.verbs} == {"feed", "done"}, "dumps are made in the Movement Phase"


# ---------------------------------------------------------------------- counters
@pytest.mark.rule("efs1:16.3.2", "efs1:16.3.3")
def test_steps_follow_from_the_printed_defense_strength() -> None:
    r, shared = (data.roster for data in (RULESET.load("borisov", {}, None), load_shared("efs2")))
    assert r is RULESET.load("lepel", {}, None).roster and shared.faces[shared.by_id["rd-100"]] == (
        (5, 5, 4),
        (2, 3, 4),
    )
    assert r.faces[r.by_id["rd-100"]] == ((5, 5, 4), (3, 3, 4), (2, 3, 4)) and r.steps[r.by_id["rd-100"]] == 3
    assert shared.faces[shared.by_id["18pz-pzr"]] == ((8, 7, 7), (6, 4, 7), (3, 2, 7)), "a counter of its own"
    assert r.faces[r.by_id["18pz-pzr"]] == ((8, 7, 7), (6, 5, 7), (3, 2, 7)), "a marker takes two"
    for u, faces in enumerate(r.faces):
        most = 4 if faces[0][1] >= 8 else 3 if faces[0][1] >= 5 else 2
        assert len(faces) == r.steps[u] and r.steps[u] in (1, most), r.ids[u]
        assert all(len(values[u]) in (1, len(faces)) for values in r.printed.values())


# ---------------------------------------------------------------------- headquarters
@pytest.mark.rule("efs1:22.2.5", "efs1:R42")
def test_a_unit_in_the_ranges_of_two_non_op_headquarters_counts_for_both() -> None:
    units = {"hq-13a": "B0830", "hq-20a": "B1230", "rd-100": "B1030", "rd-50": "B1030", "rd-161": "B0630"}
    for terms, apart in ((FIRST, True), (SECOND, False)):
        m = position(units, side="soviet", ground={}, terms=terms)
        for name in ("hq-13a", "hq-20a"):
            column(m, "mode")[unit(m, name)] = BACK
        m.c.state.origin = list(m.c.state.hex_of)
        m.c.touch()
        command.fix_zones(m.c, "soviet")
        before = dict(m.c.state.zone_left.items())
        command.set_out(m.c, [unit(m, "rd-100")])
        fewer = {name: n - m.c.state.zone_left[name] for name, n in before.items()}
        assert fewer == ({"hq-13a": 1, "hq-20a": 1} if apart else {next(iter(before)): 1})
        command.set_out(m.c, [unit(m, "rd-161")])
        assert m.c.state.zone_left["hq-13a"] == before["hq-13a"] - 2 or not apart


# ---------------------------------------------------------------------- reaction
@pytest.mark.rule("efs1:10.5.3", "efs1:14.1.2")
def test_a_unit_reacts_by_one_hex_that_costs_more_than_it_has() -> None:
    units = {"18pz-pzr": "B0629", "rd-5": "B0630", "td-38": "B0632", "hq-13a": "B0734"}
    for terms, law in ((FIRST, ""), (SECOND, "efs:12.41")):
        m = position(units, side="soviet", ground={"B0633": "wooded hills"}, terms=terms)
        u, hills = unit(m, "td-38"), m.c.hex("B0633")
        m.c.state.battle["B0630"], column(m, "committed")[unit(m, "18pz-pzr")] = 1, 1
        m.c.touch()
        found = may_react_to(m.c, u, hills)
        assert (found.rule if found else "") == law
        if not law:
            assert reaction_path(m.c, u, hills) == ([m.c.hex("B0632"), hills], granted(m.c, u, REACTION))
