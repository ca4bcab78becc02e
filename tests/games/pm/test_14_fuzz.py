"""Crowded fronts fought out by chance: nothing breaks, nobody is stuck, no preview needs what is hidden."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games.pm.phases.prepared_assault import attack_list, declared
from engine.play.match import Match
from tests.support.pm_position import position

BATTLE = ("combat", "losses", "retreat", "advance", "battle")
AXIS = (
    "6pz", "7pz", "36mot", "3mot", "61inf", "1inf", "58inf", "291inf", "217inf", "1mtn", "185stg", "2mg", "i-flak",
    "arko", "1cav", "250sp", "ro-g", "ro-1arm", "ro-7cav", "hf", "it-9inf", "it-3fast",
)  # fmt: skip
SOVIET = (
    *(f"rd-{n:03d}" for n in range(1, 25)), "td-001", "td-002", "mrd-001", "tb-001", "tb-002", "rb-001", "rb-002",
    "cd-001", "cd-002", "1gcd", "1gtb", "1grd", "2grd",
)  # fmt: skip
AREAS = (("2714N", 3), ("4612N", 3), ("2002S", 3), ("3014S", 4), ("4114N", 3))
"""Minsk, the approaches of Moscow, the Dniester, the Dnieper bend, the Vyazma line."""


def crowd(seed: int, **more: Any) -> Match:
    """Some forty units thrown over a few hexes, never both sides in one."""
    chance = random.Random(seed)
    probe = position({}).c
    label, radius = chance.choice(AREAS)
    hexes = [h for h in probe.grid.within(probe.board.find(label), radius) if probe.board.terrain_name(h) != "sea"]
    hexes = [h for h in hexes if probe.board.terrain_name(h) not in ("lake", "off board")]
    chance.shuffle(hexes)
    half = len(hexes) // 2
    units: dict[str, Any] = {}
    for names, ground in ((AXIS, hexes[:half]), (SOVIET, hexes[half:])):
        for name in names:
            h = chance.choice(ground)
            if sum(1 for where in units.values() if where == probe.label(h)) < 5:
                units[name] = probe.label(h)
    turn = chance.randint(2, 12)
    weather = chance.choice(["dry", "mud", "frost", "snow"] if turn > 6 else ["dry"])
    boxes = {name: "air" for name in ("i-fk", "viii-fk")} if turn < 12 else {"6-iak": "air"}
    carries = {"i-fk": "6pz", "viii-fk": "61inf"} if turn < 12 else {}
    carries = {plane: u for plane, u in carries.items() if u in units}
    side = chance.choice(["axis", "soviet"])
    return position(units, side=side, phase="combat", turn=turn, weather=weather, boxes=boxes, carries=carries, **more)


@pytest.mark.rule("pm:14.1", "pm:14.4", "pm:14.32")
@pytest.mark.parametrize("seed", range(8))
def test_a_crowded_front_is_fought_out(seed: int) -> None:
    fight(crowd(seed), seed)


@pytest.mark.rule("pm:R29")
@pytest.mark.parametrize("seed", range(2))
def test_a_crowded_front_of_beginners(seed: int) -> None:
    fight(crowd(seed, options={"rules": "beginners"}), seed)


def fight(match: Match, seed: int) -> None:
    chance = random.Random(seed + 1)
    match.dice.seed = seed
    for _ in range(2000):
        if match.over or match.c.step.id not in BATTLE:
            return
        legal = list(match.legal)
        assert legal, match.prompt
        assert match.prompt.default is None or match.check(match.prompt.default) is None, match.prompt
        _look(match)
        # Ending the phase is the last resort.
        keen = [a for a in legal if a.verb not in ("end", "cancel", "drop")] or legal
        match.play(chance.choice(keen if chance.random() < 0.9 else legal))
        if not match.over:
            assert match.rules.invariants(match.c) == []
    raise AssertionError("the phase does not end")


def _look(match: Match) -> None:
    """The preview of the attack that is being made up, as the side to act sees it."""
    if match.c.step.id != "combat":
        return
    view = match.view()
    assert set(attack_list(match.c)) == set(attack_list(view.c))
    for h, units in declared(match.c).items():
        if units:
            found = view.tally("prepared", units, h)
            assert sum(found.distribution.values()) == pytest.approx(1)
            assert found.lines
