"""What the first edition prints differently, each term in both editions from the smallest position."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.air.interdiction import harass
from engine.games.efs.combat.battles import ATTACKER, DEFENDER, NO_RETREAT
from engine.games.efs.combat.declare import may_bust
from engine.games.efs.combat.modifiers import water_worth
from engine.games.efs.combat.odds import LOST, calculate, initial
from engine.games.efs.combat.orders import confers, may_order
from engine.games.efs.combat.overrun import least_odds, may_overrun
from engine.games.efs.combat.retreat import call_retreat
from engine.games.efs.edition import Edition
from engine.games.efs.forts import CITADEL, standing
from engine.games.efs.interdicted import interdicted, level
from engine.games.efs.movement.allowance import granted
from engine.games.efs.movement.reaction import may_react, right_to_react
from engine.games.efs.movement.whole import may_cross, may_slip
from engine.games.efs.phases.weather import Sky, Turns, in_force
from engine.games.efs.replacing import may_lift
from engine.games.efs.state import OUT, QUARTERS
from engine.games.efs.units import ELIMINATED
from engine.games.efs.victory import call_mandates, judge, step_lost
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.games.efs.test_12_reaction_reach import attacked
from tests.games.efs.test_16_battle import declared as fight
from tests.games.efs.test_16_battle import fought
from tests.games.efs.test_24_victory import BORISOV, stand
from tests.support.efs import at, column, position, unit
from tests.support.efs_battles import NORTH, TARGET, declared, facing, supplied

FROM, HERE = "B0229", "B0230"
PANZER, RECON, FOOT, GUNS = "18pz-pzr", "18pz-rec", "253inf", "art-xxxxviia"
BOTH = pytest.mark.parametrize("terms", [FIRST, SECOND], ids=["first", "second"])


def moving(units: dict[str, str], terms: Edition, *, side: str = "axis", phase: str = "", **how: Any) -> Match:
    """A position on bare ground in a Movement Phase of a side."""
    m = position(units, **{"ground": {}, "side": side, "terms": terms, **how})
    m.c.state.phase = phase or f"{side}-movement"
    m.c.touch()
    return m


def overrun(m: Match, *names: str) -> str:
    """The rule that forbids an overrun, empty where it may be made."""
    found = may_overrun(m.c, [unit(m, n) for n in names], m.c.hex(HERE))
    return "" if found is None else found.rule.partition(":")[2]


def test_the_editions_differ_in_every_term() -> None:
    same = [name for name in Edition._fields if getattr(FIRST, name) == getattr(SECOND, name)]
    assert same == []


@pytest.mark.rule("efs1:5.1.4")
def test_two_turns_of_frost_end_snow() -> None:
    once, twice = Turns(("snow",), ("frost",)), Turns(("snow", "snow"), ("frost", "frost"), 1)
    assert in_force(FIRST, once, "frost", Sky("frost")).weather == "snow"
    assert in_force(FIRST, twice, "frost", Sky("frost")).weather == "frost"
    assert in_force(SECOND, twice, "frost", Sky("frost")).weather == "snow"


@pytest.mark.rule("efs1:11.4.1")
def test_motorized_units_of_all_nations_overrun_and_no_cavalry() -> None:
    for terms, horse, nkvd in ((FIRST, "11.32", "11.36"), (SECOND, "", "21.53")):
        m = moving({"cd-6": FROM, "cd-36": FROM, "stg210": HERE}, terms, side="soviet")
        assert overrun(m, "cd-6", "cd-36") == horse
        m = moving({"nk-m1": FROM, RECON: HERE}, terms, side="soviet")
        assert overrun(m, "nk-m1") == nkvd, "in the first edition odds alone bar it"


@pytest.mark.rule("efs1:11.4.2")
def test_seven_to_one_for_all_but_germans() -> None:
    for terms, need in ((FIRST, 7), (SECOND, 5)):
        m = moving({PANZER: FROM, "mr-qt": HERE}, terms)
        assert least_odds(m.c, [unit(m, PANZER)], m.c.hex(HERE))[0] == 5
        assert least_odds(m.c, [unit(m, "mr-qt")], m.c.hex(FROM))[0] == need


@pytest.mark.rule("efs1:11.4.2", "efs1:6.7.2")
def test_no_overrun_in_snow_or_out_of_supply() -> None:
    for terms, snow, supply in ((FIRST, "11.35", "6.54"), (SECOND, "11.36", "")):
        m = moving({"td-26": FROM, RECON: HERE}, terms, side="soviet", weather="snow")
        assert overrun(m, "td-26") == snow, "in the second edition odds alone bar it"
        m = moving({PANZER: FROM, "mcr-24": HERE}, terms)
        column(m, "supply")[unit(m, PANZER)] = OUT
        m.c.touch()
        assert overrun(m, PANZER) == supply


@pytest.mark.rule("efs1:11.5", "efs1:10.1.5", "efs1:10.2.4", "efs1:11.5.2")
def test_only_motorized_units_in_supply_infiltrate() -> None:
    def slips(terms: Edition, name: str, *, out: bool = False) -> bool:
        m = moving({name: "B0630", "rd-100": "B0631", "rd-50": "B0830"}, terms)
        if out:
            column(m, "supply")[unit(m, name)] = OUT
            m.c.touch()
        return may_slip(m.c, [unit(m, name)], m.c.hex("B0730")) is None

    assert [slips(FIRST, PANZER), slips(FIRST, "1cav"), slips(FIRST, PANZER, out=True)] == [True, False, False]
    assert [slips(SECOND, PANZER), slips(SECOND, "1cav"), slips(SECOND, PANZER, out=True)] == [True, True, True]


@pytest.mark.rule("efs1:10.7.9", "efs1:R13")
def test_armor_crosses_a_major_river_and_motors_in_the_movement_phase() -> None:
    river = {"major river": ["B0630-B0631"]}

    def crosses(terms: Edition, name: str, side: str, phase: str) -> bool:
        m = moving({name: "B0630"}, terms, side=side, phase=phase, lines=river)
        return may_cross(m.c, [unit(m, name)], m.c.hex("B0631")) is None

    assert crosses(FIRST, PANZER, "axis", "axis-movement") and not crosses(SECOND, PANZER, "axis", "axis-movement")
    assert not crosses(FIRST, GUNS, "axis", "axis-movement")
    for phase, first in (("soviet-movement", True), ("soviet-motorized", False)):
        assert crosses(FIRST, "mr-qt", "soviet", phase) is first
        assert crosses(SECOND, "mr-qt", "soviet", phase) is not first


@BOTH
@pytest.mark.rule("efs1:10.1.4", "efs1:22.5.1", "efs1:22.6.1", "efs2:21.32", "efs2:22.51")
def test_trains_run_48_hexes_and_flotillas_16(terms: Edition) -> None:
    m = moving({"atr-n1": "B0630", "flot-berez": "B0830"}, terms, side="soviet")
    assert [granted(m.c, unit(m, name)) // QUARTERS for name in ("atr-n1", "flot-berez")] == [48, 16]


@BOTH
@pytest.mark.rule("efs1:15.5.7")
def test_an_attack_below_one_to_four_is_lost_without_a_roll(terms: Edition) -> None:
    m = facing({RECON: NORTH}, ("rd-100", "rd-50", "td-26", "td-38"), terms=terms)
    b = declared(m, RECON)
    assert initial(m.c, b).place < 0
    found = calculate(m.c, supplied(b))
    if terms.weak_attack_lost:
        assert (found.automatic, found.distribution, found.results) == (LOST, {LOST: 1.0}, [])
    else:
        assert found.automatic is None and len(found.results) == 10


@pytest.mark.rule("efs1:15.5.7")
def test_its_attackers_go_to_the_eliminated_box_and_no_die_is_thrown() -> None:
    m = fight({RECON: FROM}, dict.fromkeys(("rd-100", "rd-50", "td-26", "td-38"), HERE), terms=FIRST)
    fought(m)
    assert at(m, RECON) == f"[{ELIMINATED}]" and m.c.frame.step == "below" and not m.dice.rolled
    assert any("lost without a roll" in e.text and e.rule == "efs2:15.47" for e in m.log)


@pytest.mark.rule("efs1:16.3.5")
def test_a_step_of_guards_is_a_point_at_once() -> None:
    for terms, vp in ((FIRST, 2), (SECOND, 0)):
        m = position({}, terms=terms)
        guards = next(u for u, g in enumerate(m.c.roster.printed["guards"]) if g[0])
        step_lost(m.c, guards, 2)
        assert m.c.state.vp == vp


@pytest.mark.rule("efs1:7.2")
def test_a_mandated_attack_that_was_not_made_costs_two_points() -> None:
    for terms, vp in ((FIRST, 6), (SECOND, 3)):
        m = position({}, terms=terms)
        m.c.state.mandates, m.c.state.places, m.c.state.captured_ever = 3, {"Borisov": "axis 1"}, ["Borisov"]
        call_mandates(m.c)
        assert (m.c.state.vp, m.c.state.mandates) == (vp, 0)


@pytest.mark.rule("efs1:13.1.3")
def test_woods_do_not_escape_interdiction() -> None:
    for terms, found in ((FIRST, 2), (SECOND, 0)):
        m = position({}, terms=terms, ground={"B0630": "woods"})
        m.c.state.zoi = {"B0630": 2}
        m.c.touch()
        h = m.c.hex("B0630")
        assert (level(m.c, h), h in interdicted(m.c, "soviet")) == (found, bool(found))


@pytest.mark.rule("efs1:13.2.5")
def test_interdiction_costs_headquarters_points_and_shakes_none() -> None:
    for terms, rolls in ((FIRST, 0), (SECOND, 1)):
        m = position({"hq-13a": "B0630"}, ground={}, terms=terms)
        m.c.state.zoi = {"B0630": 2}
        m.c.touch()
        m.dice.queue([10])
        harass(m.c, [unit(m, "hq-13a")], -1)
        assert m.c.state.draws == rolls


@pytest.mark.rule("efs1:14.3.1", "efs1:15.5.8", "efs1:14.3.5")
def test_orders_on_any_ground_and_the_attacker_by_himself() -> None:
    units = {"rd-100": TARGET, "hq-13a": "B0832", "18pz-sr1": NORTH}
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position(units, ground={}, terms=terms)
        b = declared(m, "18pz-sr1")
        assert (may_order(m.c, b.number, DEFENDER, NO_RETREAT) is None) is first
        assert (may_order(m.c, b.number, ATTACKER, NO_RETREAT) is None) is first
        town = position({"nk-m1": TARGET}, ground={}, places={TARGET: "town"}, terms=terms)
        woods = position({"nk-m1": TARGET}, ground={TARGET: "woods"}, terms=terms)
        assert confers(town.c, unit(town, "nk-m1")) is first
        assert confers(woods.c, unit(woods, "nk-m1")) is not first


@pytest.mark.rule("efs1:15.5.2")
def test_a_frozen_major_river_gives_nothing() -> None:
    for terms, more in ((FIRST, 0), (SECOND, 1)):
        m = facing({PANZER: NORTH}, terms=terms, lines={"major river": [f"{NORTH}-{TARGET}"]}, weather="frost")
        m.c.state.frozen = True
        m.c.touch()
        assert bool(water_worth(m.c, m.c.hex(NORTH), m.c.hex(TARGET))[0]) is bool(more)


def test_nobody_busts_bunkers() -> None:
    laws = []
    for terms in (FIRST, SECOND):
        m = facing({"stg210": NORTH}, terms=terms, places={TARGET: "city"})
        found = may_bust(m.c, declared(m, "stg210"), unit(m, "stg210"))
        laws.append(found and found.rule.partition(":")[2])
    assert laws == ["15.44", None]


@pytest.mark.rule("efs1:14.1.1", "efs1:6.7.2")
def test_any_number_of_supplied_units_reacts() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = attacked({PANZER: "B0629", "rd-5": "B0630", "td-38": "B0632", "mr-qt": "B0732", "hq-13a": "B0734"}, "B0630",
                     terms=terms)  # fmt: skip
        pair = [unit(m, name) for name in ("td-38", "mr-qt")]
        assert (right_to_react(m.c, pair) is not None) is first
        column(m, "supply")[pair[0]] = OUT
        m.c.touch()
        refused = may_react(m.c, pair[0])
        assert (refused and refused.rule) == ("efs:6.54" if first else None), "6.7.2 of the first edition"


@pytest.mark.rule("efs1:20.1")
def test_one_step_a_turn_and_none_in_an_enemy_zone() -> None:
    for terms, first in ((FIRST, True), (SECOND, False)):
        m = position({FOOT: FROM, "rd-100": HERE}, ground={}, steps={FOOT: 1}, terms=terms, side="axis")
        u, name = unit(m, FOOT), FOOT
        m.c.state.receiving[name], m.c.state.given[u] = 1, 1
        m.c.touch()
        found = may_lift(m.c, u)
        assert (found is not None and "zone of control" in found.reason) is first
        m = position({FOOT: FROM}, ground={}, steps={FOOT: 1}, terms=terms, side="axis")
        m.c.state.receiving[name], m.c.state.given[u], m.c.state.rebuilt[name] = 1, 1, m.c.state.turn
        m.c.touch()
        assert (may_lift(m.c, u) is not None) is first


@pytest.mark.rule("efs1:16.6.7")
def test_a_retreat_may_end_where_an_attack_is_still_to_come() -> None:
    for terms, shunned in ((FIRST, []), (SECOND, ["B0330"])):
        m = fight({PANZER: FROM}, {"rd-100": HERE}, terms=terms)
        m.c.state.battle["B0330"] = 2
        m.c.touch()
        call_retreat(m.c, "soviet", "soviet", [unit(m, "rd-100")])
        told = [f.vars["attacked"] for f in m.c.state.stack if f.step == "retreat"]
        assert [[m.c.label(h) for h in hexes if m.c.label(h) != HERE] for hexes in told] == [shunned]


@pytest.mark.rule("efs1:18.0")
def test_citadels_are_of_the_second_edition() -> None:
    for terms, labels in ((FIRST, []), (SECOND, [HERE])):
        m = position(ground={}, zones={"fort": (CITADEL, [HERE])}, terms=terms)
        assert [m.c.label(h) for h in standing(m.c, CITADEL)] == labels


@pytest.mark.rule("efs1:24.1.2")
def test_a_place_that_is_lost_costs_what_it_brought() -> None:
    """Borisov is worth 4 on turn 6 and 2 on turn 7."""
    for terms, left in ((FIRST, 0), (SECOND, 2)):
        m = position({PANZER: "B0433", "rd-50": "B0437"}, turn=6, terms=terms)
        stand(m, PANZER, BORISOV)
        m.state.turn = 7
        stand(m, PANZER, "B0433")
        stand(m, "rd-50", BORISOV)
        assert column(m, "vp") == left


@pytest.mark.rule("efs1:24.1.2")
def test_a_place_needs_control_and_no_step_in_it() -> None:
    for terms, left in ((FIRST, 4), (SECOND, 0)):
        m = position({PANZER: "B0433"}, turn=6, terms=terms)
        stand(m, PANZER, BORISOV)
        stand(m, PANZER, "B0433")
        judge(m.c)
        assert column(m, "vp") == left
