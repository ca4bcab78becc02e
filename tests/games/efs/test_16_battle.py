"""15.6, 16: whole battles: losses, retreats, advance, in the order of 16.13, and what the units have done then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.efs.combat.advance import Advance
from engine.games.efs.combat.battle import Battle, against_works, bearers
from engine.games.efs.combat.battles import ADDITIONAL, ATTACKER, DEFENDER, NO_RETREAT, battle
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.combat.unbidden import Rockets, leavers
from engine.games.efs.edition import edition
from engine.games.efs.state import ADVANCED, ATTACKED, BACK, DEFENDED
from engine.games.efs.tables import Ctx
from engine.games.efs.units import CADRE, ELIMINATED, POOL, place
from engine.play.action import Action
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, steps, unit

FROM, HERE, ASIDE = "B0229", "B0230", "B0329"
KINDS = (Battle, Retreat, Losses, Advance, Rockets)


def declared(
    attackers: Mapping[str, str], defenders: Mapping[str, str], *, targets: tuple[str, ...] = (HERE,), **how: Any
) -> Match:
    """A declared attack, battle 1, on bare ground; the match waits below it."""
    side = how.pop("side", "axis")
    match = position({**attackers, **defenders}, kinds=KINDS, step="below", side=side, **{"ground": {}, **how})
    s = match.c.state
    s.battle.update(dict.fromkeys(targets, 1))
    for name in attackers:
        s.committed[unit(match, name)] = 1
    match.c.touch()
    return match


def fought(match: Match, *dice: int) -> Match:
    """Fight battle 1 up to the first question."""
    match.dice.queue(dice)
    match.c.call("battle", n=1)
    match._after()
    return match


def settle(match: Match, *answers: str) -> Match:
    """Answer what is asked; then take the proposals until the battle is over."""
    play(match, *answers)
    while match.c.frame.step != "below":
        play(match, str(match.prompt.default))
    return match


# ---------------------------------------------------------------------- the order of things
def supplied(match: Match) -> Match:
    """Give battle 1 an Attack Supply Point in the hex of its attackers."""
    c = match.c
    u = next(u for u, kind in enumerate(c.roster.kind) if kind == "supply unit" and c.roster.side[u] == "axis")
    place(c, u, c.hex(FROM))
    c.state.asp[u] = 1
    c.state.battle_asp[f"1 {ATTACKER}"] = c.roster.ids[u]
    c.touch()
    return match


@EITHER
@pytest.mark.rule("efs2:16.13", "efs2:16.44", "efs2:15.6", "efs1:16.6")
def test_the_example_of_16_44_the_defender_retreats_before_the_attacker_is_removed() -> None:
    """One step against two at 3-4, die 3 without modifiers: 1/R."""
    match = supplied(declared({"18pz-pzr": FROM}, {"rd-50": HERE}, steps={"18pz-pzr": 1}))
    fought(match, 3)
    assert match.c.frame.step == "retreat" and at(match, "18pz-pzr") == FROM
    play(match, "to B0232")
    assert (at(match, "rd-50"), at(match, "18pz-pzr")) == ("B0232", f"[{CADRE}]")
    assert match.c.frame.step == "below" and match.c.state.battles_done == [1]


@EITHER
@pytest.mark.rule(
    "efs2:16.4", "efs2:16.5", "efs2:16.51", "efs2:16.53", "efs2:15.16", "efs1:16.7", "efs1:16.7.1", "efs1:16.7.3"
)
def test_a_beaten_defender_retreats_and_the_attacker_may_advance() -> None:
    match = fought(declared({"18pz-pzr": FROM, "18pz-sr1": FROM}, {"mcr-24": HERE, "rd-155": HERE}), 4)
    while match.c.frame.step != "advance":
        play(match, str(match.prompt.default))
    assert match.prompt.side == "axis" and at(match, "rd-155") != HERE
    play(match, "advance 18pz-sr1", "end")
    tank, foot = unit(match, "18pz-pzr"), unit(match, "18pz-sr1")
    assert (at(match, "18pz-sr1"), at(match, "18pz-pzr")) == (HERE, FROM)
    assert column(match, "did")[foot] & ADVANCED and column(match, "did")[tank] & ATTACKED
    assert column(match, "did")[unit(match, "rd-155")] & DEFENDED


@EITHER
@pytest.mark.rule("efs2:16.12", "efs2:16.23", "efs1:16.4", "efs1:16.3.4")
def test_an_e_eliminates_all_defenders() -> None:
    attackers = {"18pz-pzr": FROM, "17pz-pzr": FROM}
    match = settle(fought(supplied(declared(attackers, {"md-210": HERE}, steps={"md-210": 1})), 1))
    assert at(match, "md-210") == f"[{ELIMINATED}]"


# ---------------------------------------------------------------------- who bears it
@EITHER
@pytest.mark.rule("efs2:16.14", "efs2:13.22", "efs2:R81", "efs1:16.1.2", "efs1:16.1.3")
def test_guns_beside_the_defender_hex_bear_losses_and_others_do_not() -> None:
    match = declared({"18pz-sr1": FROM, "art-xxxxviia": FROM, "art-xxxxviib": "B0228"}, {"rd-50": HERE})
    c = match.c
    assert bearers(c, battle(c, 1)) == tuple(sorted((unit(match, "18pz-sr1"), unit(match, "art-xxxxviia"))))


@EITHER
@pytest.mark.rule("efs2:16.32", "efs2:18.0", "efs1:16.5.1")
def test_works_count_for_the_asterisk_a_line_only_if_all_attack_through_it() -> None:
    match = declared({"18pz-sr1": FROM}, {"rd-50": HERE})
    assert not against_works(match.c, battle(match.c, 1))
    match.c.state.works[HERE] = "soviet active"
    match.c.touch()
    assert against_works(match.c, battle(match.c, 1))


# ---------------------------------------------------------------------- Orders
@pytest.mark.rule("efs2:16.45", "efs2:12.53")
def test_no_retreat_costs_a_step_and_keeps_the_hex() -> None:
    match = declared({"18pz-pzr": FROM, "18pz-sr1": FROM}, {"rd-100": HERE, "rd-50": HERE}, ground={HERE: "woods"})
    match.c.state.battle_order[f"1 {DEFENDER}"] = NO_RETREAT
    settle(fought(match, 1))  # 1/1R in the column 1-1, with +2
    assert (at(match, "rd-100"), at(match, "rd-50")) == (HERE, HERE)
    assert steps(match, "rd-100") + steps(match, "rd-50") == 2


@pytest.mark.rule("efs2:16.45", "efs2:16.52")
def test_attackers_with_additional_retreat_are_led_by_the_defender_and_do_not_advance() -> None:
    match = declared({"18pz-sr1": FROM, "18pz-sr2": FROM}, {"rd-100": HERE, "rd-50": HERE}, ground={HERE: "woods"})
    match.c.state.battle_order[f"1 {ATTACKER}"] = ADDITIONAL
    fought(match, 9)  # 3R at worst in the column 1-2: two steps and three hexes
    play(match, "lose 18pz-sr1", "lose 18pz-sr2")
    assert match.c.frame.step == "retreat" and match.prompt.side == "soviet"
    settle(match)
    c = match.c
    assert c.grid.distance(c.hex(FROM), c.hex(at(match, "18pz-sr1"))) == 3


# ---------------------------------------------------------------------- Untried units
@EITHER
@pytest.mark.rule("efs2:15.43", "efs2:16.52", "efs2:15.11", "efs1:15.5.4")
def test_a_removed_unit_leaves_the_hex_to_an_advance_without_a_die() -> None:
    match = declared({"18pz-sr1": FROM}, {"mg-04": HERE})
    match.c.state.mode[unit(match, "mg-04")] = BACK
    fought(supplied(match))
    assert match.c.frame.step == "advance" and match.c.state.draws == 0
    assert match.c.state.battle_asp == {}
    play(match, "all")
    assert at(match, "18pz-sr1") == HERE


# ---------------------------------------------------------------------- who may advance
@pytest.mark.rule("efs2:R271", "efs2:12.15", "efs2:10.48")
def test_who_attacked_a_swamp_at_half_strength_does_not_go_in() -> None:
    match = declared({"18pz-sr1": FROM, "6inf": FROM}, {"mg-04": HERE}, ground={HERE: "swamp"})
    match.c.state.mode[unit(match, "mg-04")] = BACK
    fought(supplied(match))
    assert refusal(match, "advance 18pz-sr1").rule == "efs2:R271"
    play(match, "advance 6inf")
    assert (at(match, "18pz-sr1"), at(match, "6inf")) == (FROM, HERE)


@pytest.mark.rule("efs2:16.52", "efs2:16.54", "efs2:8.7", "efs2:8.72", "efs2:10.45", "efs2:12.15")
def test_who_does_not_advance() -> None:
    lines = {"major river": [f"{FROM}-{HERE}"]}
    attackers = {"18pz-pzr": FROM, "18pz-sr1": FROM, "18pz-sr2": ASIDE, "neb51": FROM, "art-xiia": FROM}
    match = declared(attackers, {"mg-04": HERE}, lines=lines)
    match.c.state.mode[unit(match, "mg-04")] = BACK
    match.c.state.hold[unit(match, "18pz-sr2")] = 1
    match.c.touch()
    fought(match)
    assert match.c.frame.step == "advance"
    assert refusal(match, "advance 18pz-pzr").rule == "efs2:16.54"
    assert refusal(match, "advance art-xiia").rule == "efs2:16.54"
    assert refusal(match, "advance 18pz-sr2").rule == "efs2:16.52"
    assert match.c.state.hold[unit(match, "18pz-sr2")] == 1, "a fight takes no Do Not Move marker off"
    assert refusal(match, "advance neb51").rule == "efs2:13.32"
    play(match, "advance 18pz-sr1")
    assert at(match, "18pz-sr1") == HERE


@EITHER
@pytest.mark.rule("efs2:16.52", "efs2:8.72", "efs1:R117", "efs1:10.5.8")
def test_who_may_not_move_in_the_turn_does_not_advance() -> None:
    match = declared({"18pz-sr1": FROM, "18pz-sr2": ASIDE}, {"mg-04": HERE})
    match.c.state.mode[unit(match, "mg-04")] = BACK
    match.c.state.hold[unit(match, "18pz-sr2")] = 1
    match.c.touch()
    fought(match)
    found = refusal(match, "advance 18pz-sr2")
    assert found.rule == edition(match.c).held_law and "may not move in this turn" in str(found)
    assert match.check(Action.parse("advance 18pz-sr1")) is None


@pytest.mark.rule("efs2:16.54", "efs2:16.53")
def test_into_several_vacant_hexes() -> None:
    match = declared({"18pz-sr1": FROM, "18pz-sr2": FROM}, {"mg-04": HERE, "mg-07": ASIDE}, targets=(HERE, ASIDE))
    for name in ("mg-04", "mg-07"):
        match.c.state.mode[unit(match, name)] = BACK
    match.c.touch()
    fought(match)
    assert refusal(match, "advance 18pz-sr1").rule == "efs2:16.54"
    play(match, f"advance 18pz-sr1 {ASIDE}", f"advance 18pz-sr2 {HERE}")
    assert (at(match, "18pz-sr1"), at(match, "18pz-sr2")) == (ASIDE, HERE)


@EITHER
@pytest.mark.rule("efs2:16.5", "efs2:3.32", "efs1:16.7.4")
def test_no_more_than_ten_points_advance() -> None:
    attackers = {
        "18pz-pzr": FROM,
        "18pz-sr1": FROM,
        "18pz-sr2": FROM,
        "17pz-sr1": ASIDE,
        "17pz-sr2": ASIDE,
        "29mot-ir1": ASIDE,
    }
    match = declared(attackers, {"mg-04": HERE})
    match.c.state.mode[unit(match, "mg-04")] = BACK
    match.c.touch()
    fought(match)
    play(match, "all")
    c = match.c
    inside = [u for u in map(c.unit, attackers) if c.state.hex_of[u] == c.hex(HERE)]
    assert sum(c.roster.number("stacking", u) for u in inside) == 10
    assert c.frame.step == "below"


# ---------------------------------------------------------------------- who leaves unbidden
@pytest.mark.rule("efs2:13.32", "efs2:15.53")
def test_soviet_rockets_leave_in_any_case_axis_ones_and_engineers_above_the_limit() -> None:
    def leaving(units: dict[str, str], side: str) -> list[str]:
        c: Ctx = position(units, ground={}).c
        return [c.roster.ids[u] for u in leavers(c, side, [c.unit(n) for n in units])]

    assert leaving({"rkt-bat2": FROM, "rd-100": FROM}, "soviet") == ["rkt-bat2"]
    assert leaving({"neb51": FROM, "18pz-sr1": FROM}, "axis") == []
    full = {"7pz-pzr": FROM, "7pz-sr1": FROM, "7pz-sr2": FROM, "7pz-rec": FROM}
    assert leaving({**full, "mpi-xxxxvii": FROM}, "axis") == ["mpi-xxxxvii"]


@pytest.mark.rule("efs2:13.32", "efs2:R30")
def test_axis_rockets_may_go_back_after_firing() -> None:
    match = declared({"18pz-sr1": FROM, "neb51": FROM}, {"rd-100": HERE, "rd-50": HERE})
    fought(supplied(match), 7)
    while match.c.frame.step != "rockets":
        play(match, str(match.prompt.default))
    assert refusal(match, "withdraw 18pz-sr1").rule == "efs2:13.32"
    play(match, "withdraw neb51")
    while match.c.frame.step != "below":
        play(match, str(match.prompt.default))
    c = match.c
    assert c.grid.distance(c.hex(FROM), c.hex(at(match, "neb51"))) == 2


@pytest.mark.rule("efs2:16.46", "efs2:6.42")
def test_supply_units_whose_defenders_are_all_lost_are_at_hand_again() -> None:
    r = position({}).c.roster
    name = next(r.ids[u] for u, kind in enumerate(r.kind) if kind == "supply unit" and r.side[u] == "soviet")
    attackers = {"18pz-pzr": FROM, "17pz-pzr": FROM}
    match = supplied(declared(attackers, {"md-210": HERE, name: HERE}, steps={"md-210": 1}))
    match.c.state.asp[unit(match, name)] = 1
    match.c.touch()
    fought(match, 1)
    assert match.c.frame.step == "advance"
    play(match, "end")
    assert at(match, name) == f"[{POOL}]"
