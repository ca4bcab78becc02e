"""What units and hexes are worth in this game: victory points, or what is as good as one."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.bd.combat.odds import AE, BB, DE, DR
from engine.games.bd.kinds import is_static
from engine.games.bd.phases.sequence import turns_left
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import occupied, strength
from engine.games.bd.victory.campaign import homeland
from engine.games.bd.victory.check import demands
from engine.games.bd.victory.conditions import besiegers
from engine.games.bd.works import stronghold
from engine.players.planner.ending import Left, stakes

FACTORS = 10.0
"""Combat factors, the mean of attack and defence, that are worth as much as a Victory Point."""
MOBILE, STATIC = 1.3, 0.6
"""What a mechanized unit counts more than its factors, and a static one less."""
DIE, UNSEEN = 3.5, 3.0
"""What a unit is reckoned with whose factor is thrown for (8.4, 8.35), or that lies under another one."""
CITY, NAMED, DECIDES, DENIED, SUDDEN, ENDS = 0.3, 1.0, 3.0, 1.0, 3.0, 6.0
"""What a hex counts beside points, where those decide: any city; one to be cleared; one that alone is missing for what
the side needs to win, or alone fulfils it, others by the root of their share as all are needed together, and what the
enemy needs; a city whose fall may end the game by a die; one whose fall ends it."""
HOME, NEAR = (0.8, 0.4), 2
"""What a hex counts in which Soviet units cost a point at the end of the turn, and how near they are to reach it."""


def factors(c: Ctx, u: Unit) -> tuple[float, float]:
    """Attack and defense factor of a unit, as expected where a die decides or it may not be looked at (11.7)."""
    if c.state.covered[u]:
        return UNSEEN, UNSEEN
    if c.roster.number("diced", u):
        return DIE, DIE
    attack, defense, _ = strength(c, u)
    return float(attack), float(defense)


def price(c: Ctx, u: Unit) -> float:
    """What a unit is worth to its side: every unit has one step (8.12)."""
    known = not c.state.covered[u]
    share = MOBILE if known and c.roster.mech[u] else STATIC if known and is_static(c, u) else 1.0
    share *= left(c, c.roster.side[u]).lasting
    return share * sum(factors(c, u)) / 2 / FACTORS


def goals(c: Ctx, side: str = "") -> dict[Hex, float]:
    """Hexes that score or decide the scenario, more where a side must not lose them (4.2, 4.15, 13.4, 14.4, 15.4)."""
    t, terms = tables(c), c.scenario["victory"]
    found = dict.fromkeys(t.cities, CITY)
    for h in sorted(c.board.place_at) if terms["by"] == "points" else ():
        found[h] = found.get(h, 0.0) + t.value(h) + sum(stronghold(c, h, side) for side in c.data.meta["sides"])
    more, late = list[tuple[Hex, float]](), max(left(c, c.state.side).deciding - 1, DENIED)
    for who, hexes, need, _ in demands(c):
        held = {h for h in hexes if c.state.control.get(c.label(h)) == who}
        more += [(h, (DECIDES if who == side else late) * v**0.5) for h, v in stakes(hexes, need, held)]
    more += [(h, NAMED) for h in (besiegers(c) if "clear_around" in terms else ())]
    more += [(c.board.index[label], ENDS) for labels in terms.get("sudden_death", {}).values() for label in labels]
    if "surrender" in terms and not c.state.moscow_rolled:
        more.append((c.board.index[terms["surrender"]["city"]], SUDDEN))
    for h, value in more + [(h, HOME[side == "axis"]) for h in threatened_home(c)]:
        found[h] = found.get(h, 0.0) + value
    return {h: value for h, value in found.items() if value and h in c.data.in_play}


def left(c: Ctx, side: str) -> Left:
    """Player turns still to come for a side and for the other, the one that goes on counted."""
    turns = turns_left(c)
    return Left(turns[side], turns[c.other(side)])


def threatened_home(c: Ctx) -> set[Hex]:
    """Hexes where Soviet units cost points and that they are near to, or in (4.2)."""
    return {h for h in homeland(c) if any(c.grid.distance(h, n) <= NEAR for n in occupied(c, "soviet"))}


def balance(c: Ctx, found: Tally, target: Hex) -> float:
    """What an attack brings its side in the mean: losses of both by the table, and the goal."""
    p, defense = found.distribution, max(found.defense, 1.0)
    mine, theirs = (sum(price(c, u) for u in units) for units in (found.attackers, found.defenders))
    gone, share = p.get(DE, 0.0) + p.get(BB, 0.0), min(1.0, defense / max(found.attack, 1.0))
    won = gone * theirs + (gone + p.get(DR, 0.0)) * goals(c).get(target, 0.0)
    return won - mine * (p.get(AE, 0.0) + p.get(BB, 0.0) * share)
