"""15.1 to 15.3: the Combat Phase as a step: which battle, who fights and supports in it, supply, effects, its end."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.efs.combat.advance import Advance
from engine.games.efs.combat.battle import Battle
from engine.games.efs.combat.battles import ADDITIONAL, ATTACKER, DEFENDER, NO_RETREAT, flags
from engine.games.efs.combat.bombard import Bombardment
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.orders import order_of
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.phases.combat import Combat
from engine.games.efs.phases.conflict import Conflict
from engine.games.efs.state import BACK
from engine.games.efs.units import POOL
from engine.play.match import Match
from tests.support.efs import EITHER, at, column, play, position, refusal, unit

FROM, HERE, THERE = "B0229", "B0230", "B0330"
BETWEEN = "B0329"
"""Beside ``HERE`` and ``THERE``."""
KINDS = (Combat, Conflict, Battle, Retreat, Losses, Advance, Bombardment)


def combat(
    battles: Mapping[str, tuple[str, ...]], units: Mapping[str, str], *, side: str = "axis", dice: tuple[int, ...] = (),
    **how: Any,
) -> Match:  # fmt: skip
    """The Combat Phase of a side with attacks on some hexes by some units."""
    match = position(units, kinds=KINDS, step="below", side=side, **{"ground": {}, **how})
    s = match.c.state
    for n, (label, attackers) in enumerate(battles.items(), 1):
        s.battle[label] = n
        for name in attackers:
            s.committed[unit(match, name)] = n
    s.phase = f"{side}-combat"
    match.c.touch()
    match.dice.queue(dice)
    match.c.call("combat", side=side, phase=s.phase)
    match._after()
    return match


def supply_unit(points: int = 1) -> tuple[str, int]:
    """The id of an Axis supply unit, and its points."""
    r = position({}).c.roster
    return next(r.ids[u] for u, kind in enumerate(r.kind) if kind == "supply unit" and r.side[u] == "axis"), points


ONE = {"18pz-pzr": FROM, "18pz-sr1": FROM, "rd-155": HERE}


@pytest.mark.rule("efs2:12.11", "efs2:4.21")
def test_without_an_attack_the_phase_passes() -> None:
    assert combat({}, ONE).c.frame.step == "below"


@EITHER
@pytest.mark.rule("efs2:15.1", "efs2:15.6", "efs1:15.2", "efs1:15.8")
def test_battles_in_any_order_and_all_of_them() -> None:
    units = {"18pz-pzr": FROM, "17pz-pzr": BETWEEN, "mcr-24": HERE, "rd-155": THERE}
    match = combat({HERE: ("18pz-pzr",), THERE: ("17pz-pzr",)}, units, dice=(5, 5))
    assert refusal(match, "resolve").rule == "efs2:15.1"
    play(match, f"fight {THERE}", "resolve")
    while match.c.frame.step != "combat":
        play(match, str(match.prompt.default))
    assert column(match, "battles_done") == [2] and refusal(match, f"fight {THERE}").rule == "efs2:15.1"
    play(match, "resolve")
    while match.c.frame.step != "below":
        play(match, str(match.prompt.default))
    assert (column(match, "battle"), column(match, "battles_done")) == ({}, [])
    assert set(column(match, "committed")) == {-1}


@EITHER
@pytest.mark.rule("efs2:15.14", "efs2:15.47", "efs2:R37", "efs1:15.2.1")
def test_attackers_may_be_exchanged_but_the_attack_is_made() -> None:
    match = combat({HERE: ("18pz-sr1",)}, ONE)
    assert refusal(match, "drop 18pz-sr1").rule == "efs2:15.14"
    play(match, "add 18pz-pzr", "drop 18pz-sr1")
    assert column(match, "committed")[unit(match, "18pz-pzr")] == 1
    assert column(match, "committed")[unit(match, "18pz-sr1")] == -1


@EITHER
@pytest.mark.rule("efs2:15.47", "efs2:R37", "efs1:12.3.6", "efs1:15.2.1")
def test_nobody_withholds_so_much_that_the_odds_fall_below_the_table() -> None:
    units = {"18pz-pzr": FROM, "18pz-rec": FROM, "rd-100": HERE, "rd-50": HERE}
    match = combat({HERE: ("18pz-pzr", "18pz-rec")}, units, steps={"18pz-rec": 1})
    assert refusal(match, "drop 18pz-pzr").rule == "efs2:R37"
    play(match, "drop 18pz-rec")


@EITHER
@pytest.mark.rule("efs2:12.32", "efs1:12.4", "efs1:15.2.1")
def test_a_mandated_attack_is_made_by_those_declared() -> None:
    units = {"rd-100": FROM, "rd-50": FROM, "18pz-rec": HERE}
    match = combat({HERE: ("rd-100",)}, units, side="soviet")
    match.c.state.battle_flags["1"] = "mandated"
    match.c.touch()
    assert refusal(match, "add rd-50").rule == "efs2:12.32"


@pytest.mark.rule("efs2:15.21", "efs2:15.33", "efs2:15.45", "efs2:6.43")
def test_guns_and_supply_join_and_the_point_is_spent_at_the_end_of_the_phase() -> None:
    name, points = supply_unit()
    match = combat({HERE: ("18pz-pzr",)}, {**ONE, "art-xxxxviia": "B0228", name: "B0228"}, dice=(1,))
    c = match.c
    c.state.asp[unit(match, name)] = points
    c.touch()
    assert refusal(match, "add art-xxxxviia").rule == "efs2:13.11"
    play(match, f"supply {name}", "add art-xxxxviia")
    assert column(match, "battle_asp")[f"1 {ATTACKER}"] == name
    play(match, "drop art-xxxxviia", f"save {name}", f"supply {name}", "add art-xxxxviia", "resolve")
    assert column(match, "fired")[unit(match, "art-xxxxviia")] == 1
    while match.c.frame.step != "below":
        assert at(match, name) == "B0228"
        play(match, str(match.prompt.default))
    assert at(match, name) == f"[{POOL}]"


@pytest.mark.rule("efs2:15.53", "efs2:15.44", "efs2:13.43")
def test_effects_are_declared_and_taken_back() -> None:
    units = {"mpi-xxxxvii": FROM, "stg210": FROM, "18pz-sr1": FROM, "rd-155": HERE}
    match = combat({HERE: ("mpi-xxxxvii", "stg210", "18pz-sr1")}, units, places={HERE: "city"})
    play(match, "engineers", "bust stg210")
    assert flags(match.c, 1) == {"engineer": "", "bunker": "stg210"}
    play(match, "engineers", "bust stg210")
    assert flags(match.c, 1) == {}
    assert refusal(match, "bombard").rule == "efs2:13.43"
    plain = combat({HERE: ("18pz-sr1",)}, ONE)
    assert refusal(plain, "engineers").rule == "efs2:15.53"


@pytest.mark.rule("efs2:12.52", "efs2:12.53", "efs2:R154")
def test_the_attacker_gives_orders_before_the_first_battle() -> None:
    units = {"18pz-pzr": FROM, "17pz-pzr": BETWEEN, "mcr-24": HERE, "rd-155": THERE}
    match = combat({HERE: ("18pz-pzr",), THERE: ("17pz-pzr",)}, units, dice=(5,))
    match.c.state.battle_order[f"1 {DEFENDER}"] = NO_RETREAT
    match.c.touch()
    assert refusal(match, f"order {THERE} no-retreat").rule == "efs2:12.53"
    play(match, f"order {HERE} no-retreat")
    play(match, f"recall {HERE}", f"order {HERE} additional", f"fight {THERE}", "resolve")
    while match.c.frame.step != "combat":
        play(match, str(match.prompt.default))
    assert refusal(match, f"recall {HERE}").rule == "efs2:12.52"


@EITHER
@pytest.mark.rule("efs2:12.17", "efs2:15.13", "efs1:15.2.6")
def test_two_open_battles_become_one() -> None:
    units = {"18pz-pzr": BETWEEN, "17pz-pzr": BETWEEN, "mcr-24": HERE, "rd-155": THERE}
    match = combat({HERE: ("18pz-pzr",), THERE: ("17pz-pzr",)}, units)
    play(match, f"fight {HERE}", f"unite {THERE}")
    assert set(column(match, "battle").values()) == {1}
    assert [column(match, "committed")[unit(match, n)] for n in ("18pz-pzr", "17pz-pzr")] == [1, 1]


def unlike(first: str, second: str, **orders: str) -> Match:
    """Two open battles with Orders of the defender; the attacker makes them one."""
    units = {"18pz-pzr": BETWEEN, "17pz-pzr": BETWEEN, "mcr-24": HERE, "rd-155": THERE}
    match = combat({HERE: ("18pz-pzr",), THERE: ("17pz-pzr",)}, units)
    found = {f"1 {DEFENDER}": first, f"2 {DEFENDER}": second} | {key.replace("_", " "): u for key, u in orders.items()}
    match.c.state.battle_order.update({key: order for key, order in found.items() if order})
    match.c.touch()
    play(match, f"fight {HERE}", f"unite {THERE}")
    return match


@pytest.mark.rule("efs2:12.53", "efs2:R218")
@pytest.mark.parametrize(("word", "kept"), [("no-retreat", NO_RETREAT), ("additional", ADDITIONAL)])
def test_of_unlike_orders_the_defender_keeps_one(word: str, kept: str) -> None:
    match = unlike(NO_RETREAT, ADDITIONAL)
    assert match.c.frame.step == "conflict" and match.state.side == "soviet"
    assert [str(action) for action in match.legal] == ["keep additional", "keep no-retreat"]
    assert refusal(match, "keep both").rule == "efs2:12.53"
    told = play(match, f"keep {word}")
    assert match.c.frame.step == "combat" and match.state.side == "axis"
    assert order_of(match.c, 1, DEFENDER) == kept and f"2 {DEFENDER}" not in match.c.state.battle_order
    assert [event.seen_by for event in told] == [None, "soviet"], "the attacker does not learn which"


@pytest.mark.rule("efs2:12.53", "efs2:R218")
def test_nobody_is_asked_about_like_orders_or_where_the_nkvd_holds() -> None:
    for first, second, kept in ((NO_RETREAT, NO_RETREAT, NO_RETREAT), ("", ADDITIONAL, ADDITIONAL)):
        match = unlike(first, second)
        assert match.c.frame.step == "combat" and order_of(match.c, 1, DEFENDER) == kept
    match = unlike(ADDITIONAL, NO_RETREAT, **{"2_nkvd": "rd-155"})
    assert match.c.frame.step == "combat" and order_of(match.c, 1, DEFENDER) == NO_RETREAT


@pytest.mark.rule("efs2:13.43", "efs2:13.44", "efs2:16.31")
def test_a_bombardment_opens_the_battle() -> None:
    name, points = supply_unit()
    units = {"18pz-sr1": FROM, "18pz-sr2": FROM, "sha641": "B0228", "rd-155": HERE, name: "B0228"}
    match = combat({HERE: ("18pz-sr1", "18pz-sr2")}, units, dice=(10, 5))
    c = match.c
    c.state.works[HERE], c.state.asp[unit(match, name)] = "soviet active", points
    c.state.mode[unit(match, "sha641")] = BACK
    c.touch()
    kinds = [event.kind for event in play(match, f"supply {name}", "add sha641", "bombard", "resolve")]
    assert c.state.draws == 2
    assert kinds[3:6] == ["bombardment", "tally", "combat"]


@pytest.mark.rule("efs2:12.33", "efs2:12.36")
def test_a_mandated_attack_that_is_fought_is_made() -> None:
    units = {"rd-100": FROM, "rd-50": FROM, "rd-161": BETWEEN, "18pz-rec": HERE}
    match = combat({HERE: ("rd-100", "rd-50", "rd-161")}, units, side="soviet", dice=(5,))
    match.c.state.battle_flags["1"], match.c.state.mandates = "mandated", 2
    match.c.touch()
    play(match, "resolve")
    assert match.c.state.mandates == 1
