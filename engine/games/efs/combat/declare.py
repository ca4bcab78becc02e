"""12.1, 12.3, 15.1: putting together the attacks of a phase: who joins and leaves them, several hexes, mandates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.combat.access import able_to_attack, done, may_attack
from engine.games.efs.combat.battles import (
    BUNKER,
    MANDATED,
    NONE,
    Battle,
    battle,
    clear_flag,
    drop,
    flags,
    merge,
    next_number,
    number_at,
    open_battles,
    release,
    set_flag,
    targets,
)
from engine.games.efs.combat.duties import joins_all, mandate_flaw, names_of, required
from engine.games.efs.combat.odds import place as battle_odds
from engine.games.efs.combat.shares import credit
from engine.games.efs.combat.strengths import BUSTERS
from engine.games.efs.edition import edition
from engine.games.efs.kinds import kind
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units, held_by
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived


# ---------------------------------------------------------------------- what can be attacked
@rule("efs:12.13", "efs:12.14", "efs:15.15")
@derived()
def attackable(c: Ctx, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """Every hex that a side can attack now, to the units beside it that could take part, in the order of the hexes."""
    return {h: units for h, units in able_to_attack(c, side).items() if not done(c, h)}


def anything_attackable(c: Ctx, side: str) -> bool:
    """Whether there is any such hex."""
    return bool(attackable(c, side))


@rule("efs:12.11", "efs:12.13", "efs:12.15", "efs:12.17", "efs:15.12")
def may_join(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit cannot join the attack on a hex, whether it is declared yet or not."""
    n, mine, name = number_at(c, h), c.state.committed[u], c.roster.short[u]
    if mine != NONE and mine == n:
        return Refusal("efs:15.12", f"{name} takes part already.", (h,), (u,))
    if (refusal := may_attack(c, u, h)) is not None:
        return refusal
    if mine != NONE:
        text = f"{name} attacks {names_of(c, targets(c, mine))}; its strength is not divided. Withdraw it first."
        return Refusal("efs:15.12", text, (h, *targets(c, mine)), (u,))
    return joins_all(c, u, targets(c, n)) if n != NONE else None


@rule("efs:12.11", "efs:12.23")
def join(c: Ctx, units: Iterable[Unit], h: Hex) -> int:
    """Units attack a hex: a battle is opened there if none is; its number."""
    n = number_at(c, h)
    if n == NONE:
        n = next_number(c)
        c.state.battle[c.label(h)] = n
    for u in units:
        c.state.committed[u] = n
    c.touch()
    return n


@rule("efs:12.11", "efs:15.14")
def leave(c: Ctx, u: Unit) -> None:
    """A unit withdraws from its attack; one that nobody makes is off."""
    n = c.state.committed[u]
    release(c, u)
    if not battle(c, n).attackers:
        drop(c, n)


# ---------------------------------------------------------------------- several hexes
@rule("efs:12.17", "efs:15.13")
def may_unite(c: Ctx, h: Hex, other: Hex) -> Refusal | None:
    """Why the attacks on two hexes cannot be one: every attacker must be able to attack all hexes."""
    n, m = number_at(c, h), number_at(c, other)
    for where, number in ((h, n), (other, m)):
        if held_by(c, where) in ("", c.state.side):
            return Refusal("efs:12.15", f"There is no enemy combat unit in {c.board.describe(where)}.", (where,))
        if number in c.state.battles_done:
            return Refusal("efs:15.16", f"{c.board.describe(where)} has been attacked in this phase.", (where,))
    if n == NONE:
        return Refusal("efs:12.17", f"No attack on {c.label(h)} is declared.", (h,))
    if n == m:
        return Refusal("efs:12.17", f"{c.label(h)} and {c.label(other)} are one attack already.", (h, other))
    aims = (*targets(c, n), *(targets(c, m) if m != NONE else (other,)))
    fighting = [*battle(c, n).attackers, *(battle(c, m).attackers if m != NONE else ())]
    refusals = (joins_all(c, u, aims) for u in fighting)
    return next((r for r in refusals if r is not None), None)


@rule("efs:12.17", "efs:15.13")
def unite(c: Ctx, h: Hex, other: Hex) -> None:
    """The attack on a hex takes in another hex, with the attack on that if there is one."""
    n, m = number_at(c, h), number_at(c, other)
    if m == NONE:
        c.state.battle[c.label(other)] = n
        c.touch()
    else:
        merge(c, n, m)


@rule("efs:12.17")
def may_part(c: Ctx, h: Hex) -> Refusal | None:
    """Why a hex cannot be left out of an attack on several."""
    n = number_at(c, h)
    if n == NONE or len(targets(c, n)) < 2:
        return Refusal("efs:12.17", f"{c.label(h)} is no part of an attack on several hexes.", (h,))
    return None


def part(c: Ctx, h: Hex) -> None:
    """A hex is left out of the attack on several; its attackers stay with the others."""
    del c.state.battle[c.label(h)]
    c.touch()


# ---------------------------------------------------------------------- mandates
@rule("efs:12.3", "efs:12.31", "efs:12.32", "efs:12.33")
def may_mandate(c: Ctx, h: Hex) -> Refusal | None:
    """Why an attack cannot count as a Mandated Attack."""
    n = number_at(c, h)
    if n == NONE:
        return Refusal("efs:12.32", f"No attack on {c.label(h)} is declared.", (h,))
    b = battle(c, n)
    if b.side != "soviet":
        return Refusal("efs:12.3", "Mandated Attacks are Soviet.", (h,))
    if MANDATED in b.flags:
        return None
    if declared_mandates(c) >= c.state.mandates:
        text = f"{c.state.mandates} Mandated Attacks are to be made, and as many are declared."
        return Refusal("efs:12.31", text, (h,))
    return mandate_flaw(c, b)


def declared_mandates(c: Ctx) -> int:
    """Mandated Attacks declared in this phase."""
    return sum(MANDATED in flags(c, n) for n in set(c.state.battle.values()))


@rule("efs:12.32")
def mandate(c: Ctx, h: Hex) -> None:
    """Declare an attack as a Mandated Attack, or no more."""
    n = number_at(c, h)
    if MANDATED in flags(c, n):
        clear_flag(c, n, MANDATED)
    else:
        set_flag(c, n, MANDATED)


@rule("efs:12.33", "efs:12.34", "efs:12.36")
def fulfil(c: Ctx, b: Battle) -> None:
    """A battle is fought: a Mandated Attack that still is at 1-4 or better need not be made any more."""
    if MANDATED not in b.flags or battle_odds(c, b) < 0:
        return
    share = credit(c, b)
    c.state.mandates = max(c.state.mandates - 1, 0)
    c.touch()
    of = f" {share}" if share else ""
    text = f"A Mandated Attack is made{of}: {c.state.mandates or 'none'} left."
    c.say("mandate", text, "efs:12.33", hexes=b.targets)


# ---------------------------------------------------------------------- exchanging attackers in the Combat Phase
@rule("efs:15.14", "efs:12.32", "efs:15.47", "efs:R37")
def may_exchange(c: Ctx, b: Battle) -> Refusal | None:
    """Why the attackers of a battle are not changed any more: those of a Mandated Attack are fixed."""
    if MANDATED in b.flags:
        text = f"The attackers of the Mandated Attack on {names_of(c, b.targets)} cannot be changed."
        return Refusal("efs:12.32", text, b.targets, b.attackers)
    return None


@rule("efs:12.16", "efs:15.14")
def provokes(c: Ctx, u: Unit, n: int) -> Refusal | None:
    """Why a unit cannot join in the Combat Phase: it stands in the zone of an enemy that nobody attacks."""
    b = replace(battle(c, n), attackers=(u,))
    for e in required(c, b):
        if number_at(c, e) == NONE:
            text = f"The zone of {c.label(e)} reaches {c.roster.short[u]}, and nobody attacks {c.label(e)}."
            return Refusal("efs:12.16", text, (e, c.state.hex_of[u]), (u,))
    return None


@rule("efs:12.11", "efs:15.14", "efs:R142")
def starves(c: Ctx, u: Unit, n: int) -> Refusal | None:
    """Why a unit cannot attack in a battle of the Combat Phase: another declared attack would have nobody left."""
    busy = {v for v, m in enumerate(c.state.committed) if m == n} | {u}
    taken: dict[Unit, int] = {}
    for m in open_battles(c):
        if m != n and not _serve(c, m, c.roster.side[u], busy, taken, set()):
            aims = targets(c, m)
            text = f"{c.roster.short[u]} is needed for the attack on {names_of(c, aims)}, which is declared."
            return Refusal("efs:12.11", text, aims, (u,))
    return None


def _serve(c: Ctx, m: int, side: str, busy: set[Unit], taken: dict[Unit, int], seen: set[Unit]) -> bool:
    """Find a battle an attacker of its own, others of its kind giving way if they can; whether there is one."""
    aims = targets(c, m)
    for v in sorted(_beside(c, aims, side) - busy):
        if v not in seen and joins_all(c, v, aims) is None:
            seen.add(v)
            if v not in taken or _serve(c, taken[v], side, busy, taken, seen):
                taken[v] = m
                return True
    return False


def _beside(c: Ctx, aims: Iterable[Hex], side: str) -> set[Unit]:
    return {v for h in aims for a in c.grid.adjacent[h] for v in combat_units(c, a, side)}


# ---------------------------------------------------------------------- bunker busting
@rule("efs:15.44")
def may_bust(c: Ctx, b: Battle, u: Unit) -> Refusal | None:
    """Why a unit cannot be the bunker buster of an attack."""
    name, t, enemy = c.roster.short[u], tables(c), c.other(b.side)
    if not edition(c).bunker_busting:
        return Refusal("efs:15.44", "No unit is doubled against works in this edition.", b.targets, (u,))
    if b.side != "axis" or kind(c, u) not in BUSTERS:
        text = f"{name} busts no bunkers: that is for Axis anti-aircraft and assault gun units."
        return Refusal("efs:15.44", text, units=(u,))
    if u not in b.attackers:
        return Refusal("efs:15.44", f"{name} does not take part in the attack.", b.targets, (u,))
    if BUNKER in b.flags:
        return Refusal("efs:15.44", "One bunker buster is all that an attack has.", b.targets, (u,))
    if c.state.fired[u]:
        return Refusal("efs:15.44", f"{name} fired at aircraft in this phase.", units=(u,))
    works = {work for h in b.targets for work in forts.helps(c, h, enemy)} - {forts.CITADEL}
    if not works and not any(t.city(h) or t.major_city(h) for h in b.targets):
        text = f"{names_of(c, b.targets)} has no strongpoint, belt, fortified line or city to bust."
        return Refusal("efs:15.44", text, b.targets, (u,))
    return None
