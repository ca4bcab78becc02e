"""Rules 15.1 to 15.3 in play: the Combat Phase, battle by battle, with supply, guns, late comers and big guns."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.efs.combat.advance import Advance
from engine.games.efs.combat.battle import Battle
from engine.games.efs.combat.battles import battle
from engine.games.efs.combat.bombard import Bombardment
from engine.games.efs.combat.casualties import Losses
from engine.games.efs.combat.odds import tally
from engine.games.efs.combat.retreat import Retreat
from engine.games.efs.forts import CITADEL, helps
from engine.games.efs.phases.combat import Combat
from engine.play.match import Match
from tests.support.efs import at, column, play, position, refusal, unit
from tests.support.efs_battles import NORTH, NORTH_EAST, SOUTH, TARGET, declared

KINDS = (Combat, Battle, Retreat, Losses, Advance, Bombardment)


def phase(units: dict[str, str], attacks: dict[str, tuple[str, ...]], *, points: int = 1, **more: Any) -> Match:
    """The Axis Combat Phase with these attacks declared, by target, and a supply unit behind the front."""
    given: dict[str, Any] = {"ground": {}, "kinds": KINDS, "step": "below", **more}
    modes = given.pop("firing", ())
    m = position({**units, "asup-01": "B0827"}, **given)
    column(m, "asp")[unit(m, "asup-01")] = points
    for gun in modes:
        column(m, "mode")[unit(m, gun)] = 1
    for target, names in attacks.items():
        declared(m, *names, target=target)
    m.c.call("combat", side="axis", phase="axis-combat")
    m._after()
    return m


def settle(m: Match) -> Match:
    """Take the proposals until the phase is over."""
    while m.c.frame.step != "below":
        play(m, str(m.prompt.default))
    return m


@pytest.mark.rule("efs2:15.21", "efs2:15.33", "efs2:15.45")
def test_supply_and_guns_in_one_go_and_the_point_is_spent_at_the_end() -> None:
    units = {"6inf": NORTH, "art-xiia": "B0828", "rd-5": TARGET}
    m = phase(units, {TARGET: ("6inf",)}, dice=[3])
    assert tally(m.c, 1).drm == 2
    assert str(m.prompt.default) == "all"
    play(m, "all")
    assert refusal(m, "all").rule == "efs2:15.33"
    assert (tally(m.c, 1).attack, tally(m.c, 1).drm) == (11, 0)
    play(m, "resolve")
    assert column(m, "asp")[unit(m, "asup-01")] == 1
    settle(m)
    assert at(m, "asup-01") == "[supply pool]" and column(m, "fired")[unit(m, "art-xiia")] == 1
    assert m.c.state.battle == {} and set(m.c.state.committed) == {-1}


@pytest.mark.rule("efs2:15.1", "efs2:15.13")
def test_battles_are_fought_in_the_order_that_the_attacker_likes() -> None:
    units = {"6inf": NORTH, "23inf": SOUTH, "rd-5": TARGET, "rd-33": "B0832"}
    m = phase(units, {TARGET: ("6inf",), "B0832": ("23inf",)})
    assert m.c.frame.vars["n"] == -1 and refusal(m, "resolve").rule == "efs2:15.1"
    play(m, "fight B0832")
    assert battle(m.c, m.c.frame.vars["n"]).targets == (m.c.hex("B0832"),)


@pytest.mark.rule("efs2:15.14", "efs2:15.47", "efs2:12.16", "efs2:12.11")
def test_late_comers_bring_in_nobody_and_leave_no_attack_to_nobody() -> None:
    units = {"6inf": NORTH, "28inf": NORTH_EAST, "23inf": SOUTH, "rd-5": TARGET, "rd-33": "B0832"}
    m = phase(units, {TARGET: ("6inf",)})
    assert refusal(m, "add 23inf").rule == "efs2:12.16"  # the zone of B0832
    play(m, "add 28inf")
    assert tally(m.c, 1).attack == 16


@pytest.mark.rule("efs2:13.43", "efs2:13.44")
def test_a_bombardment_comes_before_the_battle() -> None:
    units = {"6inf": NORTH, "sha833": NORTH, "rd-5": TARGET}
    m = phase(units, {TARGET: ("6inf",)}, zones={"fort": (CITADEL, [TARGET])}, firing=("sha833",), dice=[4, 3])
    assert refusal(m, "bombard").rule == "efs2:13.43"
    play(m, "all", "bombard", "resolve")
    assert helps(m.c, m.c.hex(TARGET), "soviet") == ()
    assert m.c.state.did[unit(m, "6inf")]
    settle(m)


@pytest.mark.rule("efs2:12.53", "efs2:15.52")
def test_the_question_before_the_die_tells_no_order_that_lies_face_down() -> None:
    m = phase({"6inf": NORTH, "rd-5": TARGET}, {TARGET: ("6inf",)})
    plain = m.prompt.text
    m.c.state.battle_order["1 defender"] = "no retreat"
    m.c.touch()
    assert tally(m.c, 1).drm == 3 and "+2 on the die" in plain
    assert "+2 on the die" in m.c.step.prompt(m.c).text
    m.c.state.battle_order["1 nkvd"] = "rd-5"
    m.c.touch()
    assert "+3 on the die" in m.c.step.prompt(m.c).text
