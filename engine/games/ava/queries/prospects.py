"""Which attacks the side to act could make: from where its units stand, and while they move from where they could."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.components.matching import seated
from engine.games.ava.combat.battle import read_result
from engine.games.ava.combat.combat import combat_tally, may_attack, planned
from engine.games.ava.movement.reach import kept_reach, may_move
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import strength
from engine.games.ava.zones import held
from engine.kit.attacks import facing
from engine.play.asked import Prospect
from engine.play.citing import rule
from engine.play.fields import units_at
from engine.play.suppose import reckoning

Stands = dict[Unit, Hex]
"""Attackers and the hexes from which they attack."""


@rule("ava:10.1", "ava:9.2")
def prospects(c: Ctx) -> list[Prospect]:
    """Every attack of the side to act that would be rolled for, the best first; empty outside the two segments.

    For each target the strongest attackers that can come beside it, less those without whom the column stays the same.
    """
    step = c.frame.step if c.state.stack else ""
    if step not in ("movement", "combat"):
        return []
    reaching = _reaching(c, moving=step == "movement")
    declared = planned(c)
    found = []
    for target, options in sorted(reaching.items()):
        stands = _placed(c, target, options)
        for u in declared.get(target, ()):
            stands[u] = c.state.hex_of[u]
        tally = stands_tally(c, stands, target)
        if tally.column is not None:
            found.append(_prospect(c, _enough(c, stands, tally, declared.get(target, ())), target))
    return sorted(found, key=lambda p: p.order)


# ---------------------------------------------------------------------- who can come where
def _candidates(c: Ctx) -> list[Unit]:
    """Units that may attack in this segment and are not declared yet: the strongest first, headquarters last."""
    able = [u for u, on in enumerate(c.state.active) if on and c.state.target[u] < 0 and may_attack(c, u) is None]
    return sorted(able, key=lambda u: (c.roster.hq[u], -strength(c, u)[0], u))


def beside(c: Ctx) -> dict[Hex, list[Hex]]:
    """Hexes from which an enemy hex may be attacked, each with those enemy hexes (10.1)."""
    near = tables(c).open_to("axis")
    targets = [h for h in sorted(held(c, c.other(c.state.side))) if h not in c.state.attacked]
    return facing(c, targets, lambda a, b: b in near[a])


def _reaching(c: Ctx, moving: bool) -> dict[Hex, dict[Unit, list[Hex]]]:
    """Targets, and who can attack them from which hexes; where a unit stands comes before where it could go."""
    edge, found = beside(c), dict[Hex, dict[Unit, list[Hex]]]()
    for u in _candidates(c):
        here = c.state.hex_of[u]
        places = [here]
        if moving and may_move(c, u) is None:
            costs = kept_reach(c, u)
            places += sorted((h for h in costs.keys() & edge.keys() if h != here), key=lambda h: (costs[h], h))
        for place in places:
            for target in edge.get(place, ()):
                found.setdefault(target, {}).setdefault(u, []).append(place)
    return found


def _placed(c: Ctx, target: Hex, options: dict[Unit, list[Hex]]) -> Stands:
    """As many of the strongest as the stacking limit lets stand around a target, bridges and dry ways first.

    Units are taken in by strength and make room for each other where one has another place to go (a matching).
    """
    limit = c.data.constant("stacking")
    free: dict[Hex, int] = {}
    stands: Stands = {}
    for u, places in options.items():
        places.sort(key=lambda h: (h != c.state.hex_of[u], bool(c.state.rivers and tables(c).river(h, target))))
        for h in places:
            free.setdefault(h, limit - len(units_at(c, h)))
        if places[0] == c.state.hex_of[u]:
            stands[u] = places[0]
    coming = [u for u in options if u not in stands]
    return {**stands, **seated(coming, options, free)}


def _enough(c: Ctx, stands: Stands, tally: Tally, bound: Iterable[Unit]) -> Stands:
    """The attackers without those whose absence changes nothing; headquarters and who would have to move first."""
    kept = dict(stands)
    here = c.state.hex_of
    order = sorted(stands, key=lambda u: (not c.roster.hq[u], stands[u] == here[u], strength(c, u)[0], u))
    for u in order:
        fewer = {v: h for v, h in kept.items() if v != u}
        if u not in bound and fewer and stands_tally(c, fewer, tally.target).column == tally.column:
            kept = fewer
    return kept


# ---------------------------------------------------------------------- what comes of it
def stands_tally(c: Ctx, stands: Stands, target: Hex) -> Tally:
    """The calculation of an attack by units that stand where ``stands`` says."""
    return combat_tally(reckoning(c, hex_of=stands), sorted(stands), target)


@rule("ava:10.4", "ava:10.5")
def _prospect(c: Ctx, stands: Stands, target: Hex) -> Prospect:
    """What the attack would cost both sides on average: no side loses more steps than it has there."""
    tally = stands_tally(c, stands, target)
    steps, label = c.state.steps_left, c.label(target)
    fortress = c.state.fortress.get(label, 0)
    ours = sum(steps[u] for u in stands)
    theirs = sum(steps[u] for u in units_at(c, target)) + fortress
    own_loss = enemy_loss = retreat = 0.0
    for result, chance in tally.distribution.items():
        own, enemy, hexes = read_result(result, bool(fortress))
        own_loss += chance * min(own, ours)
        enemy_loss += chance * min(enemy, theirs)
        retreat += chance * bool(hexes and enemy < theirs)
    movers = tuple(u for u in sorted(stands) if stands[u] != c.state.hex_of[u])
    return Prospect(tuple(sorted(stands.items())), movers, tally, own_loss, enemy_loss, retreat)
