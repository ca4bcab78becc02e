"""Details of the first edition on aircraft, engineers, replacements and surrender, beside the second."""

from __future__ import annotations

import pytest

from engine.games.efs.arrivals import edge_hexes
from engine.games.efs.conversion import busy
from engine.games.efs.edition import Edition
from engine.games.efs.losses import resting_place
from engine.games.efs.movement.allowance import may_move
from engine.games.efs.phases.dogfight import AirFight
from engine.games.efs.phases.opponents import noted as targets_of
from engine.games.efs.phases.opponents import second_round, shots
from engine.games.efs.phases.replacements import may_refit
from engine.games.efs.phases.strongpoints import fortify_check
from engine.games.efs.phases.surrender import check
from engine.games.efs.replacing import markable
from engine.games.efs.stacking import fits
from engine.games.efs.state import ATTACKED, BACK, BY_RAIL, OVERRAN, SPECIAL, STRATEGIC
from engine.games.efs.supply.sources import working
from engine.games.efs.units import ELIMINATED, LAID, REMOVED
from engine.games.efs.untried import turn_up
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from engine.play.state import Frame
from tests.games.efs.test_16_retreat import HERE, RING, ends, standing
from tests.games.efs.test_20_surrender import pocket
from tests.support.efs import EITHER, at, column, play, position, refusal, unit
from tests.support.efs_battles import SOUTH, TARGET

EDITIONS = ((FIRST, True), (SECOND, False))
MINE, MORE, MIG, I16, BOMBER = "jg51-iv", "jg51-iii", "a-401iap", "a-163iap", "a-128bap"
STUKA, DUAL, SB = "stg77-i", "skg210-ii", "a-1tbap"


def meeting(terms: Edition, pairs: dict[str, str], *more: str) -> Match:
    """Air units over one hex, where the Axis has the initiative; its firing units are paired with the enemy as told."""
    m = position({}, terms=terms, kinds=[AirFight])
    c = m.c
    for name in (*pairs, *pairs.values(), *more):
        c.state.sortie[unit(m, name)] = c.hex(TARGET)
    told = [unit(m, name) for pair in pairs.items() for name in pair]
    v = {"hex": c.hex(TARGET), "stage": "pairing", "attacker": "axis", "missions": [], "pairs": told, "side": "axis"}
    c.state.stack = [Frame("below"), Frame("air-fight", v)]
    c.touch()
    return m


# ---------------------------------------------------------------------- in the air
@pytest.mark.rule("efs1:17.2.4")
def test_fighters_beyond_those_of_the_enemy_take_any_target() -> None:
    for terms, first in EDITIONS:
        m = meeting(terms, {MINE: MIG, MORE: BOMBER})
        play(m, f"engage {MORE} {MIG}")
        now = [targets_of(m.c)[unit(m, name)] for name in (MINE, MORE)]
        assert now == [unit(m, MIG if first else BOMBER), unit(m, MIG)], "two on the fighter, or an exchange"
        even = meeting(terms, {MINE: MIG, MORE: I16})
        play(even, f"engage {MORE} {MIG}")
        assert targets_of(even.c)[unit(even, MINE)] == unit(even, I16), "nobody is left over"


@pytest.mark.rule("efs1:17.2.2", "efs1:17.2.4", "efs2:14.32")
def test_air_units_on_a_mission_fire_back_in_the_second_edition_alone() -> None:
    for terms, first in EDITIONS:
        m = meeting(terms, {MINE: MIG, MORE: BOMBER})
        fired = shots(m.c, targets_of(m.c), {})
        assert (unit(m, MIG), unit(m, MINE)) in fired
        assert ((unit(m, BOMBER), unit(m, MORE)) in fired) is not first


@pytest.mark.rule("efs1:17.2.4", "efs2:14.32", "efs2:R33")
def test_surplus_fighters_of_the_side_without_initiative_take_the_targets_of_their_owner() -> None:
    for terms, first in EDITIONS:
        m = meeting(terms, {MINE: MIG}, STUKA, I16)
        m.c.frame.vars["advantage"] = False
        play(m, "go")
        assert m.state.side == "soviet" and targets_of(m.c) == {unit(m, I16): unit(m, STUKA)}
        assert refusal(m, f"engage {MIG} {STUKA}").rule == "efs2:14.32", "it has an opponent"
        found = m.check(f"engage {I16} {MINE}")
        assert (found is None) is first, "the bomber would have no opponent"
        play(m, "go")
        assert m.c.frame.step == "below"


@pytest.mark.rule("efs2:14.32", "efs1:17.2.4")
def test_a_fighter_beyond_the_enemys_units_is_added_to_any_of_them() -> None:
    for terms, _ in EDITIONS:
        m = meeting(terms, {MINE: MIG, MORE: I16, DUAL: MIG})
        play(m, f"engage {DUAL} {I16}")
        assert [targets_of(m.c)[unit(m, name)] for name in (MINE, MORE, DUAL)] == [unit(m, n) for n in (MIG, I16, I16)]


@pytest.mark.rule("efs1:17.2.4", "efs2:14.32")
def test_the_owner_chooses_the_new_target_of_local_tactical_advantage() -> None:
    for terms, first in EDITIONS:
        m = meeting(terms, {MINE: MIG, MORE: I16}, BOMBER, SB)
        m.c.frame.vars["advantage"] = True
        m.dice.queue([1, 10, 10, 10])
        play(m, "go")
        assert m.state.side == "axis" and m.c.frame.vars["stage"] == "again"
        (free, target), *_ = targets_of(m.c).items()
        engaged = next(name for name in (MIG, I16) if at(m, name) != "[destroyed]" and unit(m, name) != target)
        name, other = m.c.roster.ids[free], SB if target == unit(m, BOMBER) else BOMBER
        assert (m.check(f"engage {name} {engaged}") is None) is first, "it is engaged"
        play(m, f"engage {name} {other}", "go")
        assert m.c.frame.step == "below"


@pytest.mark.rule("efs1:17.2.4")
def test_local_tactical_advantage_reaches_units_that_are_engaged() -> None:
    for terms, first in EDITIONS:
        m = meeting(terms, {MINE: MIG, MORE: I16})
        mine = targets_of(m.c)
        m.c.state.sortie[unit(m, MIG)] = -1
        m.c.touch()
        found = second_round(m.c, "axis", mine, [unit(m, MIG)])
        assert found == ([(unit(m, MINE), unit(m, I16))] if first else [])


@pytest.mark.rule("efs1:7.3.3", "efs1:9.3")
def test_axis_aircraft_come_back_out_of_the_destroyed_box() -> None:
    for terms, first in EDITIONS:
        m = position({}, boxes={MINE: "destroyed", MORE: "damaged"}, terms=terms)
        m.c.state.events["axis V"] = 1
        m.c.touch()
        assert [may_refit(m.c, unit(m, name)) is None for name in (MINE, MORE)] == [first, True]


# ---------------------------------------------------------------------- replacements and losses
@pytest.mark.rule("efs1:7.2", "efs1:10.2.1")
def test_nkvd_points_alone_let_nkvd_units_be_marked() -> None:
    m = position({"nk-omsdon": TARGET, "rd-50": TARGET}, steps={"nk-omsdon": 1, "rd-50": 1}, side="soviet", terms=FIRST)
    m.c.state.points["soviet N"] = 1
    m.c.touch()
    assert markable(m.c, "soviet") == ["nk-omsdon"]


@pytest.mark.rule("efs1:22.10.2")
def test_militia_that_is_nobody_lies_on_the_rebuilding_chart() -> None:
    for terms, box in ((FIRST, ELIMINATED), (SECOND, REMOVED)):
        m = position({"mil-01": TARGET}, terms=terms)
        u = unit(m, "mil-01")
        column(m, "mode")[u] = BACK
        m.c.touch()
        turn_up(m.c, [u])
        assert m.c.state.box[u] == box == resting_place(m.c, u, REMOVED)


@pytest.mark.rule("efs1:3.0")
def test_armored_trains_stack_by_their_points_alone() -> None:
    for terms, first in EDITIONS:
        m = position({"atr-a1": TARGET}, ground={}, terms=terms)
        trains = [unit(m, "atr-a1"), unit(m, "atr-a2")]
        assert (fits(m.c, trains, m.c.hex(TARGET)) is None) is first


# ---------------------------------------------------------------------- supply
@pytest.mark.rule("efs1:6.5.1", "efs1:6.5.2")
def test_a_source_that_is_taken_back_serves_at_once() -> None:
    for terms, first in EDITIONS:
        m = position({}, terms=terms)
        m.c.state.lost_sources["B1931"] = 1
        m.c.touch()
        assert (m.c.hex("B1931") in working(m.c, "soviet")) is first
        m.c.state.holder["B1931"] = "axis"
        m.c.touch()
        assert m.c.hex("B1931") not in working(m.c, "soviet")


@pytest.mark.rule("efs1:6.8.4", "efs1:6.8.3")
def test_supply_units_come_in_by_main_roads_and_dumps_by_railroads() -> None:
    for terms, first in EDITIONS:
        m = position({}, boxes={"asup-01": "turn 5"}, scenario="lepel", terms=terms)
        u, minor = unit(m, "asup-01"), m.c.hex("A6321")
        for points, comes in ((1, not first), (2, False)):
            m.c.state.asp[u] = points
            m.c.touch()
            assert (minor in edge_hexes(m.c, u)) is comes
        assert all("railroad" in m.c.board.lines_at(h) for h in edge_hexes(m.c, u))


@EITHER
@pytest.mark.rule("efs1:6.8.3", "efs2:6.48")
def test_a_dump_is_told_of_railroads_and_not_of_guns() -> None:
    m = position({"asup-01": TARGET}, phase="axis-movement")
    m.c.state.asp[unit(m, "asup-01")] = 2
    m.c.touch()
    found = may_move(m.c, unit(m, "asup-01"))
    assert found is not None and found.rule == "efs:6.48" and "railroad" in found.reason


# ---------------------------------------------------------------------- retreat
@pytest.mark.rule("efs1:16.6.1", "efs1:16.6.3")
def test_a_major_river_ends_no_retreat() -> None:
    around = ("B0227", "B0327", "B0328", "B0229", "B0128", "B0127")
    for terms, first in EDITIONS:
        m = standing({"rd-100": HERE}, lines={"major river": [f"B0228-{n}" for n in around]}, terms=terms)
        assert ("B0228" in ends(m, "rd-100")) is first, "over it with the second step"
        m = standing({"rd-100": HERE}, lines={"major river": [f"{HERE}-{n}" for n in RING]}, terms=terms)
        assert set(ends(m, "rd-100")) >= (set() if first else set(RING))
        assert ("B0228" in ends(m, "rd-100")) is first, "and on behind it"


# ---------------------------------------------------------------------- engineers
@pytest.mark.rule("efs1:19.3", "efs1:22.3.1")
def test_what_keeps_soviet_engineers_from_their_tasks() -> None:
    for terms, first in EDITIONS:
        m = position({"eng-ok": TARGET}, side="soviet", phase="soviet-engineering", ground={}, terms=terms)
        u = unit(m, "eng-ok")
        m.c.state.strongpoints["soviet"] = 1
        found = {}
        for bits in (SPECIAL, OVERRAN, ATTACKED, SPECIAL | STRATEGIC, SPECIAL | BY_RAIL):
            column(m, "did")[u] = bits
            m.c.touch()
            found[bits] = fortify_check(m.c, "eng-ok") is None
            assert found[bits] is not bool(bits & busy(m.c))
        assert list(found.values()) == [first, first, False, False, False]


# ---------------------------------------------------------------------- surrender
@pytest.mark.rule("efs1:21.1.2", "efs1:R40")
def test_a_bridge_is_removed_with_the_units_that_surrender() -> None:
    for terms, first in EDITIONS:
        m = pocket({"rd-100": TARGET, "253inf": "B0829"}, lines={"river": [f"{TARGET}-{SOUTH}"]}, terms=terms)
        m.c.state.spans["sbridge-1"], m.c.state.box[unit(m, "sbridge-1")] = f"{TARGET}/{SOUTH} ready", LAID
        m.c.touch()
        m.dice.queue([1])
        check(m.c, m.c.hex(TARGET))
        assert m.c.state.hex_of[unit(m, "rd-100")] < 0 and ("sbridge-1" in m.c.state.spans) is not first
