"""Which attacks the side to act could make: mobile assaults from where its stacks could go, prepared ones from here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.components.charts import Tally
from engine.components.grid import Hex, Unit
from engine.games.pm.allies import may_attack_together, may_go
from engine.games.pm.combat.expected import as_seen, expected
from engine.games.pm.combat.losses import HALF, WHOLE, worth
from engine.games.pm.combat.mobile import assault_cost, may_assault, may_storm, may_together
from engine.games.pm.combat.odds import tally
from engine.games.pm.combat.strengths import MOBILE, PREPARED, fighting
from engine.games.pm.kinds import CAVALRY
from engine.games.pm.movement.allowance import budget, found_supply, may_move, movers, points
from engine.games.pm.movement.reach import reach_of
from engine.games.pm.movement.stacking import fits
from engine.games.pm.phases.prepared_assault import attack_list
from engine.games.pm.state import FRESH, GOING
from engine.games.pm.tables import Ctx
from engine.games.pm.units import side_units, strength
from engine.kit.attacks import facing
from engine.play.asked import Prospect
from engine.play.citing import rule
from engine.play.fields import derived, stacks, units_at
from engine.play.suppose import reckoning

Group = tuple[Unit, ...]


@rule("pm:14.3", "pm:15.2")
@derived()
def prospects(c: Ctx) -> list[Prospect]:
    """Every attack that could hurt the enemy, the best first; empty outside the phases of movement and assault."""
    step = c.frame.step if c.state.stack else ""
    if step not in ("movement", "combat"):
        return []
    found = _mobile(c) if step == "movement" else _prepared(c)
    return sorted((p for p in found if p.enemy_loss > 0), key=lambda p: p.order)


def beside(c: Ctx) -> dict[Hex, list[Hex]]:
    """Hexes beside enemy units, each with the hexes of those."""
    enemy = c.other(c.state.side)
    return facing(c, (h for h, units in stacks(c).items() if c.roster.side[units[0]] == enemy))


# ---------------------------------------------------------------------- mobile assaults
def _mobile(c: Ctx) -> Iterator[Prospect]:
    edge = beside(c)
    for group in _groups(c):
        for target, launch in sorted(launches(c, group, edge).items()):
            found = _seen(standing(c, group, launch), MOBILE, group, target)
            moving = group if c.state.hex_of[group[0]] != launch else ()
            yield _prospect(c, found, tuple((u, launch) for u in group), moving)


def _groups(c: Ctx) -> list[Group]:
    """Units that could assault together: those of one hex and origin; and the faster ones of them by themselves."""
    by_place: dict[tuple[Hex, Hex], list[Unit]] = {}
    for name in movers(c):
        u = c.roster.by_id[name]
        if may_assault(c, u) is None:
            by_place.setdefault((c.state.hex_of[u], c.state.origin[u]), []).append(u)
    found: list[Group] = []
    for units in by_place.values():
        slow = budget(c, units)
        for group in (tuple(units), tuple(u for u in units if points(c, u, units) > slow)):
            if group and may_together(c, group) is None:
                found.append(group)
    return found


@rule("pm:15.3", "pm:15.7")
def launches(c: Ctx, group: Group, edge: dict[Hex, list[Hex]]) -> dict[Hex, Hex]:
    """Enemy hexes that a group can move up to and assault, each with the hex from which that costs least."""
    have, here, best = budget(c, group), c.state.hex_of[group[0]], dict[Hex, tuple[int, Hex]]()
    side = c.roster.side[group[0]]
    costs = reach_of(c, group)[0]
    for a in sorted(costs.keys() & edge.keys()):
        left = have - costs[a]
        if left <= 0 or (a != here and fits(c, [*side_units(c, a, side), *group], a) is not None):
            continue
        for h in edge[a]:
            if may_storm(c, a, h) is not None or any(may_go(c, u, h) is not None for u in group):
                continue
            cost = assault_cost(c, group, a, h)
            total = costs[a] + cost
            if cost <= left and (h not in best or (total, a) < best[h]):
                best[h] = total, a
    return {h: a for h, (_, a) in best.items()}


def standing(c: Ctx, units: Sequence[Unit], at: Hex) -> Ctx:
    """For a calculation: units stand in another hex, on the supply with which they set out (9.8)."""
    s = c.state
    supply = {u: found_supply(c, u, units) if s.moving[u] == FRESH else s.supply[u] for u in units}
    return reckoning(c, hex_of=dict.fromkeys(units, at), moving=dict.fromkeys(units, GOING), supply=supply)


# ---------------------------------------------------------------------- prepared assaults
def _prepared(c: Ctx) -> Iterator[Prospect]:
    for target, units in attack_list(c).items():
        group, found = _enough(c, _together(c, units), target)
        yield _prospect(c, found, tuple((u, c.state.hex_of[u]) for u in group), ())


def _together(c: Ctx, units: Iterable[Unit]) -> Group:
    """As many as may attack together, the strongest first."""
    found: list[Unit] = []
    for u in sorted(units, key=lambda u: (-expected(c, u)[0], u)):
        if expected(c, u)[0] and may_attack_together(c, [*found, u]) is None:
            found.append(u)
    return tuple(found) or tuple(units)[:1]


@rule("pm:14.8")
def _enough(c: Ctx, group: Group, target: Hex) -> tuple[Group, Tally]:
    """Those whose absence would lower the column, with the odds: the weakest are left out while nothing changes."""
    found = _seen(c, PREPARED, group, target)
    for n in range(len(group) - 1, 0, -1):
        fewer = _seen(c, PREPARED, group[:n], target)
        if _column(fewer) != _column(found):
            return group[: n + 1], found
        found = fewer
    return group[:1], found


def _column(found: Tally) -> str | None:
    return found.column or found.automatic


def _seen(c: Ctx, kind: str, group: Iterable[Unit], target: Hex) -> Tally:
    return tally(as_seen(c), kind, tuple(group), target)


# ---------------------------------------------------------------------- what comes of it
@rule("pm:14.35", "pm:14.36", "pm:14.38", "pm:15.12")
def _prospect(c: Ctx, found: Tally, stands: tuple[tuple[Unit, Hex], ...], moving: Group) -> Prospect:
    """What an attack would cost both sides on average, in steps of whole units; nobody loses more than he has there."""
    ours = sum(worth(c, u) * c.state.steps_left[u] for u, _ in stands) / WHOLE
    theirs = _steps(c, found.target)
    # Soviet cavalry pays with itself for a mobile assault, and that stands for none of the losses.
    spent = sum(worth(c, u) for u, _ in stands if found.kind == MOBILE and c.roster.kind[u] == CAVALRY) / WHOLE
    ours, own_loss, enemy_loss, gone = ours - spent, spent, 0.0, 0.0
    for result, chance in found.distribution.items():
        own, enemy = result.split("/")
        lost = theirs if enemy == "E" else min(int(enemy), theirs)
        own_loss += chance * min(int(own), ours)
        enemy_loss += chance * lost
        gone += chance * (lost > 0 if found.kind == PREPARED else lost >= theirs)
    return Prospect(stands, moving, found, own_loss, enemy_loss, gone)


def _steps(c: Ctx, h: Hex) -> float:
    """Steps of the defenders as far as the attacker sees them: one for each that is covered (14.7)."""
    seen = as_seen(c)
    here, covered = fighting(seen, h), seen.state.covered
    return sum(WHOLE if covered[u] else worth(c, u) * c.state.steps_left[u] for u in here) / WHOLE


# ---------------------------------------------------------------------- quick looks
def promising(c: Ctx, target: Hex, units: Iterable[Unit]) -> bool:
    """Whether three to one could be had at least, before all shifts: a quick look, no calculation."""
    covered = as_seen(c).state.covered
    defense = sum(HALF if covered[u] else float(expected(c, u)[1]) for u in units_at(c, target))
    attack = sum(float(expected(c, u)[0]) for u in units)
    return attack >= 3 * max(defense, 1.0)


def fast(c: Ctx, u: Unit) -> int:
    """Hexes of clear land that a unit could cross: a quick bound of its reach."""
    return strength(c, u)[2] if may_move(c, u) is None else 0
