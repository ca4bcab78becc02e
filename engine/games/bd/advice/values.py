"""What units and hexes are worth in this game: victory points, or what is as good as one."""

from __future__ import annotations

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.bd.combat.odds import AE, BB, DE, DR
from engine.games.bd.kinds import is_static
from engine.games.bd.phases.sequence import turns_left
from engine.games.bd.queries.expected import factors
from engine.games.bd.queries.oil import besides, hangs_on
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.victory.campaign import threatened_home
from engine.games.bd.victory.check import demands
from engine.games.bd.victory.conditions import clearing
from engine.games.bd.works import stronghold
from engine.players.planner.ending import Left, stakes, taking

FACTORS = 10.0
"""Combat factors, the mean of attack and defence, that are worth as much as a Victory Point."""
MOBILE, STATIC = 1.3, 0.6
"""What a mechanized unit counts more than its factors, and a static one less."""
CITY, DECIDES, DENIED, SUDDEN, ENDS = 0.3, 3.0, 1.0, 3.0, 6.0
"""What a hex counts beside points, where those decide: any city; one that alone is missing for what the side needs to
win, or alone fulfils it, or is alone to be cleared, others by the stake in them, and what the enemy needs; a city whose
fall may end the game by a die; one whose fall ends it."""
HOME = 0.8, 0.4
"""What a hex counts in which Soviet units cost a point at the end of the turn."""
OIL = 1.0
"""What an expedition counts where its points decide."""


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
    for who, hexes, need, _ in [*demands(c), *clearing(c)]:
        held = {h for h in hexes if c.state.control.get(c.label(h)) == who}
        more += [(h, (DECIDES if who == side else late) * v) for h, v in stakes(hexes, need, held)]
    more += [(c.board.index[label], ENDS) for labels in terms.get("sudden_death", {}).values() for label in labels]
    if "surrender" in terms and not c.state.moscow_rolled:
        more.append((c.board.index[terms["surrender"]["city"]], SUDDEN))
    more += [(h, oil(c, DECIDES if side == "axis" else late) * share) for h, share in sorted(hangs_on(c).items())]
    for h, value in more + [(h, HOME[side == "axis"]) for h in threatened_home(c)]:
        found[h] = found.get(h, 0.0) + value
    return {h: value for h, value in found.items() if value and h in c.data.in_play}


def oil(c: Ctx, city: float = DECIDES) -> float:
    """What a Caucasus expedition counts: as much as a city of the conditions, or for its points (4.11, 13.4)."""
    have, need = besides(c)
    return city * taking(have, need) ** 0.5 if need else OIL


def left(c: Ctx, side: str) -> Left:
    """Player turns still to come for a side and for the other, the one that goes on counted."""
    turns = turns_left(c)
    return Left(turns[side], turns[c.other(side)])


def balance(c: Ctx, found: Tally, target: Hex) -> float:
    """What an attack brings its side in the mean: losses of both by the table, and the goal."""
    p, defense = found.distribution, max(found.defense, 1.0)
    mine, theirs = (sum(price(c, u) for u in units) for units in (found.attackers, found.defenders))
    gone, share = p.get(DE, 0.0) + p.get(BB, 0.0), min(1.0, defense / max(found.attack, 1.0))
    won = gone * theirs + (gone + p.get(DR, 0.0)) * goals(c).get(target, 0.0)
    return won - mine * (p.get(AE, 0.0) + p.get(BB, 0.0) * share)
