"""What the first edition prints differently of declarations, strengths and results, each term in both editions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games.efs.combat.access import may_attack
from engine.games.efs.combat.battles import NO_RETREAT
from engine.games.efs.combat.bonuses import combined_arms
from engine.games.efs.combat.declare import may_mandate
from engine.games.efs.combat.odds import initial
from engine.games.efs.combat.results import Fight, attacker_demand, defender_demand
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.edition import Edition
from engine.games.efs.units import CADRE, ELIMINATED
from engine.games.efs1.edition import EDITION as FIRST
from engine.games.efs2.edition import EDITION as SECOND
from engine.play.match import Match
from tests.games.efs.test_16_retreat import _funnel, box, retreating, standing
from tests.support.efs import unit
from tests.support.efs_battles import NORTH, SOUTH, TARGET, declared, facing, supplied, told

PANZER, RIDERS, FOOT, SAPPERS = "18pz-pzr", "18pz-sr1", "6inf", "mpi-xxxxvii"
EDITIONS = ((FIRST, True), (SECOND, False))


def shut(m: Match, name: str) -> str:
    """The rule that keeps a unit from attacking the target; empty where it may."""
    found = may_attack(m.c, unit(m, name), m.c.hex(TARGET))
    return "" if found is None else found.rule.partition(":")[2]


# ---------------------------------------------------------------------- 12 declarations
@pytest.mark.rule("efs1:12.5", "efs1:12.5.1", "efs1:12.6", "efs1:12.6.1")
def test_a_zone_that_reaches_lets_attack_where_nobody_could_enter() -> None:
    for terms, first in EDITIONS:
        m = facing({RIDERS: NORTH}, terms=terms, ground={TARGET: "swamp"})
        strength = attack_force(m.c, declared(m, RIDERS)).value
        assert (shut(m, RIDERS), strength) == ("", 3 if first else 1), "not halved where the zone alone decides"
        quiet = facing({RIDERS: NORTH}, ("at-18",), terms=terms, ground={TARGET: "swamp"})
        assert shut(quiet, RIDERS) == "12.15", "no zone and no way in"


@pytest.mark.rule("efs1:12.5.2", "efs1:12.6.1")
def test_without_a_zone_the_ground_decides() -> None:
    for terms in (FIRST, SECOND):
        lake = facing({FOOT: NORTH}, terms=terms, lines={"lake": [f"{NORTH}-{TARGET}"]})
        river = facing({FOOT: NORTH}, terms=terms, lines={"major river": [f"{NORTH}-{TARGET}"]})
        assert (shut(lake, FOOT), shut(river, FOOT)) == ("12.15", "")


@pytest.mark.rule("efs1:12.3.4", "efs1:12.1.2", "efs1:R17")
def test_untried_units_and_artillery_count_nothing_in_initial_odds() -> None:
    for terms, first in EDITIONS:
        m = facing({FOOT: NORTH}, ("mg-48", "mg-47"), terms=terms)
        for name in ("mg-48", "mg-47"):
            m.c.state.mode[unit(m, name)] = 1
        m.c.touch()
        assert initial(m.c, declared(m, FOOT)).defence == (1 if first else 2)
        guns = facing({FOOT: NORTH}, ("art-3a", "art-10a"), terms=terms)
        found = initial(guns.c, declared(guns, FOOT)).defence
        assert found == 1 if first else found > 1


@pytest.mark.rule("efs1:12.4")
def test_a_mandated_attack_needs_odds_alone() -> None:
    for terms, first in EDITIONS:
        m = facing({"rd-100": NORTH}, ("18pz-rec",), terms=terms, side="soviet")
        m.c.state.mandates = 1
        declared(m, "rd-100")
        assert (may_mandate(m.c, m.c.hex(TARGET)) is None) is first


# ---------------------------------------------------------------------- 15 strengths and modifiers
@pytest.mark.rule("efs1:15.5.1")
def test_fractions_are_kept_and_nobody_falls_below_one() -> None:
    river = {"major river": [f"{NORTH}-{TARGET}"]}
    for terms, first in EDITIONS:
        m = facing({RIDERS: NORTH, FOOT: SOUTH}, terms=terms, lines=river)
        b = declared(m, RIDERS, FOOT)
        assert attack_force(m.c, b).value == 8 + (Fraction(3, 2) if first else 1)
        assert told(m, b).attack == (9.5 if first else 9)
        m = facing({"rsc-r01": NORTH}, terms=terms, lines=river)
        force = attack_force(m.c, declared(m, "rsc-r01"))
        assert (force.value, bool(force.spent)) == ((1, False) if first else (0, True))
        assert [line.value for line in force.lines][1:] == (["0.5", "1"] if first else ["0"])


def arms(m: Match, *names: str) -> bool:
    return combined_arms(m.c, supplied(declared(m, *names))) is None


@pytest.mark.rule("efs1:15.6.7", "efs1:R29")
def test_both_sides_combine_arms_and_any_engineer_will_do() -> None:
    for terms, first in EDITIONS:
        m = facing({"td-26": NORTH, "mr-qt": NORTH}, ("253inf",), terms=terms, side="soviet")
        assert arms(m, "td-26", "mr-qt") is first
        m = facing({PANZER: NORTH, "pi-xii": NORTH}, terms=terms)
        assert arms(m, PANZER, "pi-xii") is first
        m = facing({PANZER: NORTH, RIDERS: NORTH}, terms=terms)
        assert arms(m, PANZER, RIDERS)


@pytest.mark.rule("efs1:15.6.7", "efs1:18.3.6")
def test_combined_arms_are_lost_where_all_defenders_are_covered() -> None:
    other = "B0930"
    for terms, first in EDITIONS:
        for more, one in (({"places": {TARGET: "city"}}, False), ({"ground": {TARGET: "swamp"}}, False)):
            m = facing({PANZER: "B0929", RIDERS: "B0929", "rd-50": other}, terms=terms, **more)
            b = declared(m, PANZER, RIDERS)
            assert (combined_arms(m.c, supplied(b)) is None) is one
            m.c.state.battle[other] = b.number
            m.c.touch()
            assert arms(m) is first, "the other hex is open"
        m = facing({PANZER: NORTH, RIDERS: NORTH}, terms=terms)
        m.c.state.works[TARGET] = "soviet active"
        m.c.touch()
        assert not arms(m, PANZER, RIDERS)
        for weather in ("mud", "snow"):
            assert not arms(facing({PANZER: NORTH, RIDERS: NORTH}, terms=terms, weather=weather), PANZER, RIDERS)
    river = facing({PANZER: NORTH, RIDERS: SOUTH}, terms=FIRST, lines={"river": [f"{NORTH}-{TARGET}"]})
    assert arms(river, PANZER, RIDERS)
    both = {"river": [f"{NORTH}-{TARGET}", f"{SOUTH}-{TARGET}"]}
    assert not arms(facing({PANZER: NORTH, RIDERS: SOUTH}, terms=FIRST, lines=both), PANZER, RIDERS)


# ---------------------------------------------------------------------- 16 results
def fight(
    terms: Edition, attackers: tuple[str, ...], defenders: tuple[str, ...], **what: object
) -> tuple[Match, Fight]:
    """An attack of some units on others in the target, supplied, with what else decides."""
    ground = {TARGET: str(what.pop("terrain", "clear"))}
    m = facing(dict.fromkeys(attackers, NORTH), defenders, terms=terms, ground=ground)
    mine, theirs = (tuple(unit(m, n) for n in names) for names in (attackers, defenders))
    return m, Fight(str(what.pop("side", "axis")), (m.c.hex(TARGET),), mine, theirs, **what)  # type: ignore[arg-type]


@pytest.mark.rule("efs1:16.5.2", "efs1:R32")
def test_engineers_pay_an_asterisk_before_armor() -> None:
    units, tanks = (PANZER, SAPPERS), ("at-18", "rd-100")
    for terms, first in EDITIONS:
        m, f = fight(terms, units, tanks, fort=True, engineers=True)
        pays = [m.c.roster.ids[u] for u in attacker_demand(m.c, f, "1*/1").first]
        assert pays == [SAPPERS if first else PANZER]
        assert bool(defender_demand(m.c, f, "1*/1").first) is not first, "no attrition where engineers pay"


@pytest.mark.rule("efs1:16.5.2")
def test_an_asterisk_alone_takes_no_armor() -> None:
    for terms, first in EDITIONS:
        m, f = fight(terms, (PANZER, RIDERS), ("at-18", "rd-100"), supplied=False)
        alone, number = attacker_demand(m.c, f, "*/-"), attacker_demand(m.c, f, "1*/1")
        assert (alone.steps, bool(alone.first)) == (1, not first)
        assert (number.steps, number.first) == (2, (unit(m, PANZER),))
        assert defender_demand(m.c, f, "1*/1").first == (unit(m, "at-18"),)


@pytest.mark.rule("efs1:16.5.2")
def test_the_defender_answers_attrition_with_armor_or_guns_against_it() -> None:
    for terms, both in EDITIONS:
        m, f = fight(terms, (PANZER,), ("at-18", "td-26"))
        assert defender_demand(m.c, f, "1*/1").first == tuple(
            sorted(unit(m, n) for n in (("at-18", "td-26") if both else ("td-26",)))
        )


@pytest.mark.rule("efs1:16.6.1", "efs1:R33")
def test_no_retreat_costs_others_than_germans_a_second_step_in_the_open() -> None:
    for terms, first in EDITIONS:
        for terrain, more in (("clear", 2), ("woods", 1), ("hills", 1)):
            m, f = fight(terms, (PANZER,), ("rd-100",), terrain=terrain, defense_order=NO_RETREAT)
            assert defender_demand(m.c, f, "-/1R").steps == 1 + (more if first else 1)
        m, f = fight(terms, ("rd-100",), (PANZER,), side="soviet", defense_order=NO_RETREAT)
        assert defender_demand(m.c, f, "-/1R").steps == 2, "Germans pay one"
        for terrain, more in (("clear", 2), ("woods", 1)):
            m, f = fight(terms, ("rd-100",), (PANZER,), side="soviet", terrain=terrain, attack_order=NO_RETREAT)
            assert attacker_demand(m.c, f, "1R/-").steps == 1 + (more if first else 1), "the terrain of the defenders"


@pytest.mark.rule("efs1:16.6.7")
def test_without_room_to_retreat_units_go_to_the_cadre_box() -> None:
    for terms, first in EDITIONS:
        units = {"rd-100": "B0230", "rd-50": "B0232", "rd-161": "B0232"}
        m = standing(units, ground=_funnel("B0231", "B0232"), terms=terms)
        retreating(m, ["rd-100"])
        assert box(m, "rd-100") == (CADRE if first else ELIMINATED)
