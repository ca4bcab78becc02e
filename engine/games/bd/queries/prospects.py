"""Which attacks the side to act could make: mobile assaults from where its stacks could go, prepared ones from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.bd.combat.access import attack_list
from engine.games.bd.combat.mobile import assault_cost, may_assault, may_storm
from engine.games.bd.combat.odds import AE, BB, DE, DR, tally
from engine.games.bd.combat.support import KIND_OF, MOBILE, NONE, PREPARED, Support, applied
from engine.games.bd.movement.allowance import budget, movers
from engine.games.bd.movement.reach import reach_of
from engine.games.bd.stacking import fits
from engine.games.bd.tables import Ctx
from engine.games.bd.units import occupied, side_units, with_riders
from engine.kit.attacks import facing
from engine.play.asked import Prospect
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.suppose import supposing

Group = tuple[Unit, ...]
EVERYTHING = {"axis": Support(luftwaffe=1), "soviet": Support(**dict.fromkeys(KIND_OF, 99))}
"""More than a side ever has of what supports attacks."""


def standing(c: Ctx, units: Sequence[Unit], h: Hex) -> Ctx:
    """The position with some units, and those attached to them, in another hex."""
    return supposing(c, hex_of=dict.fromkeys(with_riders(c, units), h))


@rule("bd:11.3", "bd:10.24")
@derived()
def prospects(c: Ctx) -> list[Prospect]:
    """Every attack that could hurt the enemy, the best first; empty outside the phases of movement and assault."""
    step = c.frame.step if c.state.stack else ""
    if step not in ("movement", "combat"):
        return []
    found = _mobile(c) if step == "movement" else _prepared(c)
    return sorted((p for p in found if p.enemy_loss > 0 or p.retreat > 0), key=lambda p: p.order)


def _prepared(c: Ctx) -> Iterator[Prospect]:
    """All who can attack a hex, together."""
    for target, units in attack_list(c).items():
        yield _prospect(c, tally(c, PREPARED, units, target), tuple((u, c.state.hex_of[u]) for u in units), ())


def _mobile(c: Ctx) -> Iterator[Prospect]:
    edge = facing(c, sorted(occupied(c, c.other(c.state.side))))
    for group in groups(c):
        for target, launch in sorted(launches(c, group, edge).items()):
            found = tally(standing(c, group, launch), MOBILE, group, target)
            moving = group if c.state.hex_of[group[0]] != launch else ()
            yield _prospect(c, found, tuple((u, launch) for u in group), moving)


def groups(c: Ctx) -> list[Group]:
    """Units that could assault together: those of one hex and origin."""
    by_place: dict[tuple[Hex, Hex], list[Unit]] = {}
    for name in movers(c):
        u = c.roster.by_id[name]
        if may_assault(c, u) is None:
            by_place.setdefault((c.state.hex_of[u], c.state.origin[u]), []).append(u)
    return [tuple(units) for units in by_place.values()]


@rule("bd:10.24", "bd:10.25")
def launches(c: Ctx, group: Group, edge: dict[Hex, list[Hex]]) -> dict[Hex, Hex]:
    """Enemy hexes that a group can move up to and assault, each with the hex from which that costs least."""
    have, here, best = budget(c, group), c.state.hex_of[group[0]], dict[Hex, tuple[int, Hex]]()
    costs, side = reach_of(c, group)[0], c.roster.side[group[0]]
    for a in sorted(costs.keys() & edge.keys()):
        if a != here and fits(c, [*side_units(c, a, side), *with_riders(c, group)], a) is not None:
            continue
        for h in edge[a]:
            if any(may_storm(c, u, a, h) is not None for u in group):
                continue
            total = costs[a] + assault_cost(c, group, a, h)
            if total <= have and total < best.get(h, (have + 1, -1))[0]:
                best[h] = total, a
    return {h: a for h, (_, a) in best.items()}


@rule("bd:11.26")
def _prospect(c: Ctx, found: Tally, stands: tuple[tuple[Unit, Hex], ...], movers_: Group) -> Prospect:
    """What an attack brings on average, in units."""
    chance = found.distribution
    gone = chance.get(DE, 0.0) + chance.get(BB, 0.0)
    mine = len(found.attackers) * chance.get(AE, 0.0)
    if found.attack:
        share = min(1.0, found.defense / found.attack)
        mine += share * len(found.attackers) * chance.get(BB, 0.0)
    theirs = gone * len(found.defenders)
    return Prospect(stands, movers_, found, mine, theirs, gone + chance.get(DR, 0.0))


@rule("bd:8.41", "bd:11.23")
def aided(c: Ctx, p: Prospect) -> Tally | None:
    """One of these attacks with all counters at hand that can support it; ``None`` where they are no use."""
    units, target = p.tally.attackers, p.target
    helped = applied(c, p.tally.kind, units, target, EVERYTHING[c.state.side])
    if helped == NONE:
        return None
    found = tally(standing(c, units, p.stands[0][1]) if p.movers else c, p.tally.kind, units, target, helped)
    return found if found.distribution != p.tally.distribution else None
