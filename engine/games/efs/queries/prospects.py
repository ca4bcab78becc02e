"""Which attacks and overruns the side to act could make, and what each would bring on average."""

from __future__ import annotations

from dataclasses import replace

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.efs.combat.access import company
from engine.games.efs.combat.attack_supply import plan
from engine.games.efs.combat.battles import Battle, number_at
from engine.games.efs.combat.declare import attackable
from engine.games.efs.combat.duties import strengthless
from engine.games.efs.combat.odds import calculate, initial
from engine.games.efs.combat.results import halves
from engine.games.efs.queries.overrun import overruns
from engine.games.efs.tables import Ctx
from engine.games.efs.units import steps
from engine.play.asked import Prospect
from engine.play.citing import rule
from engine.play.fields import derived

ASKED, MOVING = ("declaration", "combat"), "movement"


@rule("efs:11.31", "efs:12.13", "efs:12.21")
@derived()
def prospects(c: Ctx) -> list[Prospect]:
    """Every attack that could be declared and might hurt the enemy, the best first: by all, with supply at hand.

    While units move the overruns that they could make.
    """
    step = c.frame.step if c.state.stack else ""
    if step == MOVING:
        return overruns(c)
    if step not in ASKED:
        return []
    found = [_prospect(c, h, units) for h, units in attackable(c, c.state.side).items() if number_at(c, h) < 0]
    return sorted((p for p in found if p is not None and (p.enemy_loss > 0 or p.retreat > 0)), key=lambda p: p.order)


def best_battle(c: Ctx, h: Hex, units: tuple[Unit, ...]) -> Battle:
    """An attack on a hex by all who are free and fit for it, supplied if points at hand would do."""
    b = Battle(c.state.side, (h,), tuple(u for u in units if c.state.committed[u] < 0))
    while b.attackers and (left_out := _unfit(c, b)):
        b = replace(b, attackers=tuple(u for u in b.attackers if u not in left_out))
    return replace(b, supplied=bool(b.attackers) and plan(c, b) is not None)


@rule("efs:12.15", "efs:3.44")
def _unfit(c: Ctx, b: Battle) -> set[Unit]:
    """Attackers with whom the attack could not be declared: halved to nothing, armor that nobody helps over a river."""
    alone = company(c, b.attackers, b.targets[0])
    return {u for refusal in (*strengthless(c, b), *([alone] if alone else ())) for u in refusal.units}


def _prospect(c: Ctx, h: Hex, units: tuple[Unit, ...]) -> Prospect | None:
    b = best_battle(c, h, units)
    if not b.attackers or initial(c, b).place < 0:
        return None
    found = calculate(c, b)
    mine, theirs, away = expected(c, found)
    return Prospect(tuple((u, c.state.hex_of[u]) for u in b.attackers), (), found, mine, theirs, away)


@rule("efs:16.12")
def expected(c: Ctx, found: Tally) -> tuple[float, float, float]:
    """Steps that both sides lose on average, and the chance that the defender goes or is gone; asterisks left aside."""
    have = [sum(steps(c, u) for u in units) for units in (found.attackers, found.defenders)]
    mine = theirs = away = 0.0
    for cell, chance in found.distribution.items():
        above, below = halves(cell)
        mine += chance * (have[0] if above.eliminated else min(above.steps, have[0]))
        theirs += chance * (have[1] if below.eliminated else min(below.steps, have[1]))
        away += chance * (below.eliminated or below.retreat or below.steps >= have[1])
    return mine, theirs, away
