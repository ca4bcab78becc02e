"""12.35, R27: headquarters that doubled their points, and the Mandated Attacks that their units have to make."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import MANDATED, NONE, Battle, battle, flags, number_at
from engine.games.efs.combat.declare import attackable, declared_mandates
from engine.games.efs.combat.duties import flaw, mandate_flaw, required
from engine.games.efs.combat.strengths import attack_force
from engine.games.efs.edition import edition
from engine.games.efs.stacking import excess
from engine.games.efs.tables import Ctx
from engine.games.efs.units import steps
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

SOVIET = "soviet"
Beside = dict[Hex, tuple[Unit, ...]]


@rule("efs:12.35", "efs:R27")
@derived()
def broken_promise(c: Ctx, side: str) -> Refusal | None:
    """Why a side cannot end its declaration: an HQ doubled its points, and a unit of it could make a Mandated Attack.

    Nothing is asked where none could: the moves stand.
    """
    if side != SOVIET or not c.state.doubled:
        return None
    serving = {name: _serves(c, led) for name, led in _promised(c).items()}
    for name, led in _promised(c).items():
        if not serving[name] and (h := _chance(c, led, kept=any(serving.values()))) is not None:
            hq = c.unit(name)
            text = f"{c.roster.short[hq]} doubled its points: a unit that it activated makes a Mandated Attack."
            n = number_at(c, h)
            mine = n != NONE and not set(led).isdisjoint((b := battle(c, n)).attackers)
            ready = mine and mandate_flaw(c, b) is None
            how = f"'mandate' makes that on {c.label(h)} one." if ready else f"It could on {c.label(h)}."
            return Refusal("efs:12.35", f"{text} {how}", (h,), (hq, *led))
    return None


def _promised(c: Ctx) -> dict[str, list[Unit]]:
    """The headquarters that doubled, each with the units that it activated."""
    leader = c.state.leader
    return {name: [u for u, hq in enumerate(leader) if hq == c.unit(name)] for name in c.state.doubled}


def _serves(c: Ctx, led: Collection[Unit]) -> bool:
    return any(MANDATED in flags(c, c.state.committed[u]) for u in led if c.state.committed[u] != NONE)


# ---------------------------------------------------------------------- what could be declared
@rule("efs:R27", "efs:12.33", "efs:12.16")
def _chance(c: Ctx, led: Collection[Unit], *, kept: bool) -> Hex | None:
    """A hex on which some of these units could make a Mandated Attack, with all that it obliges to.

    All that is declared can be called off for it; but while it keeps the promise of another headquarters it stays.
    """
    if (declared_mandates(c) if kept else 0) >= c.state.mandates:
        return None
    busy = {u for u, n in enumerate(c.state.committed) if n != NONE} if kept else set()
    for n in sorted({c.state.committed[u] for u in busy.intersection(led)}):
        if MANDATED not in flags(c, n) and mandate_flaw(c, battle(c, n)) is None:
            return battle(c, n).target
    beside = {h: tuple(u for u in units if u not in busy) for h, units in attackable(c, SOVIET).items()}
    aimed = {c.board.index[label] for label in c.state.battle} if kept else set()
    for h, units in beside.items():
        if h not in aimed and any(_works(c, b, beside, aimed, busy) for b in _tries(c, h, units, led)):
            return h
    return None


def _tries(c: Ctx, h: Hex, units: tuple[Unit, ...], led: Collection[Unit]) -> Iterator[Battle]:
    """Attacks on a hex that could be Mandated Attacks: from all hexes around it, then from fewer and fewer."""
    around = sorted({c.state.hex_of[u] for u in units})
    for count in range(len(around), 0, -1):
        for hexes in combinations(around, count):
            b = _strike(c, h, (u for u in units if c.state.hex_of[u] in hexes), {MANDATED: ""})
            if sum(steps(c, u) for u in b.attackers) >= edition(c).mandate_steps and not set(led).isdisjoint(
                b.attackers
            ):
                yield b


@rule("efs:3.44")
def _strike(c: Ctx, h: Hex, units: Iterator[Unit], told: dict[str, str]) -> Battle:
    """An attack on a hex by those of these units that have any strength against it."""
    b = Battle(SOVIET, (h,), tuple(units), flags=told)
    spent = attack_force(c, b, initial=True).spent
    return Battle(SOVIET, (h,), tuple(u for u in b.attackers if u not in spent), flags=told)


@rule("efs:12.16", "efs:3.33")
def _works(c: Ctx, b: Battle, beside: Beside, aimed: Collection[Hex], busy: Collection[Unit]) -> bool:
    """Whether an attack is in order, and so are those by the units left over on every hex that it obliges to attack."""
    plan, used, aims = [b], set(b.attackers), {*aimed, *b.targets}
    for part in plan:  # grows while it is read
        if flaw(c, part) is not None:
            return False
        for e in required(c, part):
            if e not in aims:
                more = _strike(c, e, (u for u in beside.get(e, ()) if u not in used), {})
                aims.add(e)
                used.update(more.attackers)
                plan.append(more)
    return not excess(c, SOVIET, attacking={c.state.hex_of[u] for u in (*used, *busy)})
