"""What the first edition prints otherwise of battles and of those who fight on water and rails, in both editions."""

from __future__ import annotations

import pytest

from engine.games.efs.combat.access import never
from engine.games.efs.combat.advance import may_advance, may_go
from engine.games.efs.combat.attack_supply import needy
from engine.games.efs.combat.battles import ADDITIONAL, ATTACKER, NO_RETREAT
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.modifiers import ground, hex_terrain, may_engineer
from engine.games.efs.combat.results import Fight, defender_demand
from engine.games.efs.combat.support import may_support
from engine.games.efs.edition import Edition
from engine.games.efs.movement.allowance import may_begin
from engine.games.efs.movement.whole import may_cross
from engine.games.efs.phases.sorties import may_send
from engine.games.efs.replacing import may_lift, next_price
from engine.games.efs.state import ACTIVATED
from engine.games.efs.supply.lanes import EASY, HARD, departs
from engine.games.efs.supply.routes import traced
from engine.games.efs.supply.sources import named
from engine.games.efs.tables import MAJOR_CITY
from engine.games.efs.units import ELIMINATED, LAID, steps
from engine.games.efs.victory import called_for, look, spots
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from engine.play.state import Frame
from tests.games.efs.test_16_losses import call
from tests.games.efs.test_16_retreat import retreating, standing
from tests.games.efs.test_first_setups import begun
from tests.support.efs import play, position, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, TARGET, declared, facing, supplied

FOOT, GUNS, MACHINE_GUN, BOATS = "6inf", "art-xiia", "mg-01", "flot-pinsk"
STUKAS = ("stg77-i", "stg77-ii")
EDITIONS = ((FIRST, True), (SECOND, False))


# ---------------------------------------------------------------------- advance
def victors(terms: Edition, *names: str) -> Match:
    """Attackers who may advance into the target, which is empty now."""
    m = facing(dict.fromkeys(names, NORTH), (), terms=terms)
    vacant = {"hexes": [m.c.hex(TARGET)], "units": [unit(m, name) for name in names], "gone": []}
    m.c.state.stack = [Frame("advance", {"side": "axis", **vacant})]
    for name in names:
        m.c.state.committed[unit(m, name)] = 1
    m.c.touch()
    return m


@pytest.mark.rule("efs1:16.7.2")
def test_guns_never_advance() -> None:
    for terms, first in EDITIONS:
        m = victors(terms, FOOT, GUNS)
        assert may_advance(m.c, unit(m, FOOT), m.c.hex(TARGET)) is None
        assert (may_go(m.c, unit(m, GUNS)) is None) is not first


@pytest.mark.rule("efs1:16.7", "efs1:15.5.8")
def test_who_had_additional_retreat_and_need_not_go_may_advance() -> None:
    for terms, first in EDITIONS:
        m = victors(terms, FOOT, GUNS)
        m.c.state.battle_order[f"1 {ATTACKER}"] = ADDITIONAL
        m.c.touch()
        assert (may_go(m.c, unit(m, FOOT)) is None) is first


# ---------------------------------------------------------------------- results
@pytest.mark.rule("efs1:16.6.1", "efs1:16.6.2")
def test_no_retreat_holds_units_without_an_allowance_too() -> None:
    for terms, first in EDITIONS:
        m = facing({FOOT: NORTH}, (MACHINE_GUN, "rd-100"), terms=terms)
        gun, rifles = unit(m, MACHINE_GUN), unit(m, "rd-100")
        f = Fight("axis", (m.c.hex(TARGET),), (unit(m, FOOT),), (gun, rifles), defense_order=NO_RETREAT)
        assert defender_demand(m.c, f, "-/R").stuck == (() if first else (gun,))


@pytest.mark.rule("efs1:15.6.1", "efs1:R100")
def test_the_highest_terrain_of_a_hex_counts_alone() -> None:
    for terms, first in EDITIONS:
        m = position({}, terms=terms, ground={TARGET: "hills"}, places={TARGET: "city"})
        found = {x.text: x.value for x in hex_terrain(m.c, m.c.hex(TARGET), "soviet")}
        assert found == ({"city": 1} if first else {"hill": 1, "city": 1})


@pytest.mark.rule("efs1:15.5.2", "efs1:15.6.1")
def test_a_major_city_helps_soviet_defenders_twice() -> None:
    m = begun("borisov")
    h = next(h for place in m.c.board.places if place.size == MAJOR_CITY for h in place.hexes)
    for side, value in (("soviet", 2), ("axis", 1)):
        assert {x.text: x.value for x in hex_terrain(m.c, h, side)}[MAJOR_CITY] == value


@pytest.mark.rule("efs1:22.8.2")
def test_of_several_nkvd_steps_one_is_lost_last() -> None:
    guards = ("nk-53", "nk-mog")
    for terms, first in EDITIONS:
        units = dict.fromkeys((*guards, "rd-100"), NORTH)
        m = position(units, kinds=[Losses], ground={}, side="soviet", step="below", terms=terms)
        call(m, list(units), 2, "soviet", last=list(guards))
        assert m.c.frame.step == ("losses" if first else "below"), "the division alone gives both"
        if first:
            play(m, "lose nk-53")
        left = [steps(m.c, unit(m, name)) for name in (*guards, "rd-100")]
        assert (m.c.frame.step, left) == ("below", [0, 1, 1] if first else [1, 1, 0]), "the last one outlives it"


@pytest.mark.rule("efs1:22.7.2", "efs1:R28")
def test_super_heavy_guns_that_were_activated_support_nobody() -> None:
    for terms, first in EDITIONS:
        m = facing({"rd-50": NORTH, "art-r375": NORTH}, (FOOT,), terms=terms, side="soviet")
        b = supplied(declared(m, "rd-50"))
        assert may_support(m.c, b, unit(m, "art-r375")) is None
        m.c.state.did[unit(m, "art-r375")] |= ACTIVATED
        m.c.touch()
        assert (may_support(m.c, b, unit(m, "art-r375")) is None) is not first


@pytest.mark.rule("efs1:10.1.1", "efs1:10.2.1")
def test_who_receives_replacements_may_attack() -> None:
    for terms, first in EDITIONS:
        m = facing({FOOT: NORTH}, terms=terms)
        m.c.state.receiving[FOOT] = 1
        m.c.touch()
        assert (never(m.c, unit(m, FOOT)) is None) is first


@pytest.mark.rule("efs1:15.6.3", "efs1:15.6.4")
def test_engineers_and_big_guns_offset_no_town() -> None:
    for terms, first in EDITIONS:
        m = facing({"mpi-xxxxvii": NORTH}, terms=terms, weather="mud", places={TARGET: "town"})
        b = declared(m, "mpi-xxxxvii")
        assert ground(m.c, b).works == (0 if first else 1)
        assert (may_engineer(m.c, b) is None) is not first


@pytest.mark.rule("efs1:22.4.5", "efs1:16.6.2")
def test_a_bridge_is_lost_where_the_units_in_its_hex_retreat() -> None:
    for terms, first in EDITIONS:
        m = standing({"rd-100": "B0230"}, lines={"river": ["B0230-B0229"]}, terms=terms)
        m.c.state.spans["sbridge-1"], m.c.state.box[unit(m, "sbridge-1")] = "B0230/B0229 ready", LAID
        m.c.touch()
        retreating(m, ["rd-100"])
        play(m, str(m.prompt.default))
        assert m.c.frame.step == "below" and ("sbridge-1" in m.c.state.spans) is not first


# ---------------------------------------------------------------------- water and rails
@pytest.mark.rule("efs1:10.7.10")
def test_no_boats_go_over_a_lake() -> None:
    for terms, first in EDITIONS:
        lines = {"lake": [f"{NORTH}-{TARGET}"]}
        m = position({"pi-xii": NORTH}, terms=terms, phase="axis-movement", ground={}, lines=lines)
        found = may_cross(m.c, [unit(m, "pi-xii")], m.c.hex(TARGET))
        assert (found is not None) is first


@pytest.mark.rule("efs1:15.3.1", "efs1:15.6.6")
def test_trains_and_flotillas_want_attack_supply_like_others() -> None:
    for terms, first in EDITIONS:
        m = facing({BOATS: NORTH, "rd-50": NORTH}, (FOOT,), terms=terms, side="soviet")
        b = declared(m, BOATS, "rd-50")
        wanting = {m.c.roster.ids[u] for u in needy(m.c, b)}
        assert wanting == ({BOATS, "rd-50"} if first else {"rd-50"})


@pytest.mark.rule("efs1:5.1.3", "efs1:22.6.1")
def test_a_storm_holds_no_flotilla() -> None:
    for terms, first in EDITIONS:
        m = position({BOATS: NORTH}, terms=terms, side="soviet", phase="soviet-movement", ground={})
        m.c.state.storm = True
        m.c.touch()
        free = [asked is None for asked in (may_begin(m.c, unit(m, BOATS)), never(m.c, unit(m, BOATS)))]
        assert free == [first, first]


# ---------------------------------------------------------------------- places, points and routes
@pytest.mark.rule("efs1:7.2")
def test_a_place_taken_again_calls_mandated_attacks_in() -> None:
    for terms, first in EDITIONS:
        m = position({}, terms=terms)
        spot = next(spot for spot in spots(m.c) if not spot.bridge)
        m.c.state.captured_ever, m.c.state.captures, m.c.state.mandates = [spot.key], 1, 2
        m.c.state.places, m.c.state.hex_of[unit(m, FOOT)] = {spot.key: "soviet"}, spot.hexes[0]
        m.c.touch()
        look(m.c)
        assert called_for(m.c) == ([spot.key] if first else [])


@pytest.mark.rule("efs1:20.1")
def test_a_supply_unit_is_no_source_for_replacements() -> None:
    for terms, first in EDITIONS:
        m = position({FOOT: "B1728"}, terms=terms, ground={}, steps={FOOT: 1})
        u = unit(m, FOOT)
        m.c.state.holder.update(dict.fromkeys(map(m.c.label, named(m.c, "axis")), "soviet"))
        m.c.state.receiving[FOOT], m.c.state.given[u] = 1, 1
        m.c.touch()
        assert not traced(m.c, m.c.hex("B1728"), "axis")
        assert (may_lift(m.c, u) is None) is not first


@pytest.mark.rule("efs1:6.2.2")
def test_swamp_shortens_a_line_along_a_main_road_too() -> None:
    for terms, first in EDITIONS:
        m = position({}, terms=terms, ground={"B0631": "swamp"}, lines={"main_road": ["B0630-B0631"]})
        a, b = m.c.hex("B0630"), m.c.hex("B0631")
        assert departs(m.c, a, b, "axis") == (HARD if first else EASY)


@pytest.mark.rule("efs1:22.5.2", "efs1:R39")
def test_a_lost_train_rises_by_points_for_trains_alone() -> None:
    for terms, found in ((FIRST, {"T": 1}), (SECOND, {"I": 1, "A": 1})):
        m = position({}, boxes={"atr-a1": ELIMINATED}, terms=terms)
        assert next_price(m.c, unit(m, "atr-a1")) == found


@pytest.mark.rule("efs1:17.1.5", "efs1:17.1.7")
def test_each_hex_of_a_combat_may_have_its_mission() -> None:
    for terms, first in EDITIONS:
        m = position(
            {FOOT: NORTH, "rd-100": TARGET, "rd-50": NORTH_EAST}, boxes=dict.fromkeys(STUKAS, "ready"), terms=terms
        )
        m.c.state.battle.update({TARGET: 1, NORTH_EAST: 1})
        m.c.state.committed[unit(m, FOOT)], m.c.state.sortie[unit(m, STUKAS[0])] = 1, m.c.hex(TARGET)
        m.c.touch()
        found = may_send(m.c, unit(m, STUKAS[1]), m.c.hex(NORTH_EAST), "axis")
        assert (found is None) if first else (found is not None and found.rule == "efs:14.52")
