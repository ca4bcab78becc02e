"""Plans of Proud Monster: what the planner is told of a position, and assaults as they are planned and carried out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from engine.games.pm.advice.knowledge import PmKnowledge
from engine.games.pm.combat.odds import tally
from engine.games.pm.combat.strengths import PREPARED
from engine.play.match import Match
from engine.players import make
from engine.players.planner.exchange import expected
from engine.players.planner.knowledge import Outcome, Stand
from tests.support.pm_position import position, unit

WEST_EAST = {"supply_german": ["2510N"], "supply_soviet": ["3310N"]}
FRONT = {"6inf": "2811N", "26inf": "2811N", "rd-001": "2911N"}


def plains(units: Mapping[str, Any] = FRONT, **more: Any) -> Match:
    return position(units, ground={}, **{"phase": "combat", "zones": WEST_EAST, **more})


def spot(match: Match, label: str) -> int:
    return match.c.hex(label)


def known(match: Match, side: str = "axis") -> PmKnowledge:
    return PmKnowledge(match.c, side)


@pytest.mark.rule("pm:14.8", "pm:14.31")
@pytest.mark.parametrize("lines", [{}, {"river": ["2811N-2911N"]}])
def test_chances_are_those_of_the_odds_that_are_shown(lines: Mapping[str, list[str]]) -> None:
    match = plains(lines=lines, identities={"rd-001": (2, 3, 5)}, tried=["rd-001"])
    k, h, target = known(match), spot(match, "2811N"), spot(match, "2911N")
    units = [unit(match, "6inf"), unit(match, "26inf")]
    strength = sum(k.arriving(Stand(u, h), target) for u in units)
    (defender,) = k.forces("soviet")
    shown = tally(match.c, PREPARED, units, target).distribution
    found = {f"{o.attacker}/{'E' if o.defender > 9 else o.defender}": p
             for o, p in k.chances(strength, defender.defense, target, {h})}  # fmt: skip
    assert found == pytest.approx(shown)


@pytest.mark.rule("pm:14.32", "pm:14.33")
def test_german_defenders_go_back_for_one_increment_and_soviet_ones_stay() -> None:
    match = plains()
    k, west, east = known(match), spot(match, "2811N"), spot(match, "2911N")
    assert any(o.retreat for o, _ in k.chances(30, 10, west, {east}))
    assert not any(o.retreat for o, _ in k.chances(30, 10, east, {west}))
    assert all(o == Outcome(o.attacker, o.defender, o.retreat) for o, _ in k.chances(30, 10, west))


@pytest.mark.rule("pm:12.1", "pm:9.4")
def test_there_are_no_zones_and_a_line_goes_round_whoever_does_not_stand_in_it() -> None:
    match = plains({**FRONT, "1pz": "2711N"})
    k = known(match)
    here, beyond = spot(match, "2911N"), spot(match, "3011N")
    assert not k.zone(here) and beyond in k.reach(unit(match, "1pz")) and here not in k.reach(unit(match, "1pz"))
    assert k.supplied("soviet", {})[here]
    around = dict(zip((f.unit for f in k.forces("axis")), k.beside(here), strict=False))
    assert k.supplied("soviet", around)[here], "three of six hexes are not all around it"
    assert not k.supplied("axis", {unit(match, "rd-001"): spot(match, "2510N")})[here], "on the only source"


@pytest.mark.rule("pm:4.4")
def test_soviet_units_in_greater_germany_are_worth_the_points_that_they_cost() -> None:
    match = plains(
        {"6inf": "2811N", "rd-001": "2911N", "rd-002": "3111N"}, zones={**WEST_EAST, "zomo_germany": ["2911N"]}
    )
    there, elsewhere = (f.steps[0] for f in known(match).forces("soviet"))
    assert there >= elsewhere + 0.5
    k = known(match, "soviet")
    assert k.duty(unit(match, "rd-002"), spot(match, "2911N")) == 0, "what counts is the end of the turn"
    match.c.state.couplet = 2
    assert k.duty(unit(match, "rd-002"), spot(match, "2911N")) > 0


@pytest.mark.rule("pm:14.1", "pm:14.6")
def test_a_good_assault_is_made_with_its_reason_and_a_hopeless_one_is_not() -> None:
    def play(match: Match) -> list[tuple[str, str]]:
        player, found = make("normal", 1), []
        while match.side == "axis" and match.c.frame.step == "combat":
            action, why = player.choose(match)
            assert match.check(action) is None
            found.append((str(action), why))
            match.play(action)
        return found

    made = play(plains({**FRONT, "5inf": "2811N", "32inf": "2812N"}))
    assert [text.split()[0] for text, _ in made[:2]] == ["target", "add"] and "roll" in {text for text, _ in made}
    assert "The plan is to attack" in made[0][1] and all(re.search(r"plan", why) for _, why in made)
    many = {f"rd-{n:03}": "2911N" for n in range(1, 4)}
    assert [text for text, _ in play(plains({"6inf": ("2811N", 1), **many}))] == ["end"]


@pytest.mark.rule("pm:14.14")
def test_attackers_all_around_count_for_more() -> None:
    match = plains({"6inf": "2811N", "26inf": "2811N", "rd-001": "2911N"})
    k, target = known(match), spot(match, "2911N")
    around = match.c.grid.neighbours[target]
    mine, defenders = k.forces("axis"), k.forces("soviet")
    together = expected(k, [(f, around[0]) for f in mine], defenders, target, 0)
    opposite = expected(k, [(mine[0], around[0]), (mine[1], around[3])], defenders, target, 0)
    assert opposite.gain > together.gain


@pytest.mark.rule("pm:14.41")
def test_siege_artillery_beside_the_attackers_is_reckoned_with() -> None:
    units = {**FRONT, "arko": "2811N"}
    match = plains(units, places={"2911N": ("city", 2)}, identities={"rd-001": (2, 3, 5)}, tried=["rd-001"])
    k, h, target = known(match), spot(match, "2811N"), spot(match, "2911N")
    mine = [unit(match, "6inf"), unit(match, "26inf")]
    strength = sum(k.arriving(Stand(u, h), target) for u in mine)
    found = {f"{o.attacker}/{'E' if o.defender > 9 else o.defender}": p
             for o, p in k.chances(strength, k.forces("soviet")[0].defense, target, {h})}  # fmt: skip
    assert found == pytest.approx(tally(match.c, PREPARED, mine, target).distribution)


@pytest.mark.rule("pm:2.15")
def test_who_untried_units_are_changes_no_plan() -> None:
    def choices(swap: bool) -> list[str]:
        match, player = plains({**FRONT, "5inf": "2811N", "rd-002": "3011N"}), make("normal", 1)
        if swap:
            s, (a, b) = match.c.state, (unit(match, "rd-001"), unit(match, "rd-002"))
            assert s.identity[a] != s.identity[b]
            s.identity[a], s.identity[b] = s.identity[b], s.identity[a]
            match.c.touch()
        found = []
        for _ in range(4):
            action, why = player.choose(match)
            found.append(f"{action} {why}")
            match.play(action)
        return found

    assert choices(False) == choices(True)


@pytest.mark.rule("pm:2.15")
def test_an_attack_that_just_reaches_a_column_on_the_mean_may_fall_short_of_it_against_untried_units() -> None:
    match = plains(identities={"rd-001": (2, 3, 5)})
    target, h = spot(match, "2911N"), spot(match, "2811N")
    unsure = dict(known(match).chances(9, 3, target, {h}))
    match.c.state.tried[unit(match, "rd-001")] = 1
    match.c.touch()
    sure = dict(known(match).chances(9, 3, target, {h}))
    assert sum(unsure.values()) == pytest.approx(1) and len(unsure) >= len(sure)
    assert sum(o.attacker * p for o, p in unsure.items()) > sum(o.attacker * p for o, p in sure.items())
