"""10.13, 12.35, 21.12, 21.41: headquarters let units without motors move in the Motorized Movement Phase."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Unit
from engine.games.efs.command import (
    ACTIVATE,
    GUARDS,
    NON_OP,
    PHASE,
    commanded,
    commanders,
    cover,
    headquarters,
    left,
    ready,
    spend,
)  # fmt: skip
from engine.games.efs.edition import edition
from engine.games.efs.kinds import (
    is_cavalry,
    is_flotilla,
    is_guards,
    is_hq,
    is_motorized,
    is_super_heavy,
    is_supply,
    is_train,
)  # fmt: skip
from engine.games.efs.movement.allowance import receiving
from engine.games.efs.state import ACTIVATED, MOVED, NOT_BEGUN
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived
from engine.play.step import Verb


def _leading(c: Ctx) -> tuple[Any, ...]:
    """What decides who is activated beside the units themselves: the turn, who commands where and has points left."""
    s = c.state
    hqs = [u for u in headquarters(c) if s.hex_of[u] >= 0] if s.phase == PHASE else []
    able = [(left(c, u, ACTIVATE) > 0, left(c, u, GUARDS) > 0) for u in hqs]
    return s.side, s.phase, s.turn, cover(c), able, receiving(c)


@rule("efs:10.13", "efs:21.12", "efs:21.41", "efs:21.42", "efs:R111")
@by_unit(_leading, "hex_of", "did", "garrison", "hold", "way")
def may_activate(c: Ctx, u: Unit) -> Refusal | None:
    """Whether some headquarters can activate a unit now, one by one in the course of the phase."""
    s, name, h = c.state, c.roster.short[u], c.state.hex_of[u]
    if s.phase != PHASE:
        return Refusal("efs:10.13", "Headquarters activate only in the Soviet Motorized Movement Phase.")
    if c.roster.side[u] != s.side or h < 0:
        return Refusal("efs:10.13", f"{name} is no unit of yours on the map.", units=(u,))
    if s.did[u] & ACTIVATED:
        return Refusal("efs:10.13", f"{name} is activated already.", units=(u,))
    if (refusal := unfit(c, u)) is not None:
        return refusal
    marked = s.garrison[u] or s.hold[u] or c.roster.ids[u] in receiving(c)
    if marked or s.way[u] != NOT_BEGUN or s.did[u] & MOVED:
        return Refusal("efs:10.26", f"{name} may not move in this phase, so nothing activates it.", (h,), (u,))
    if is_guards(c, u) and ready(c, h, GUARDS):
        return None
    return _led_by_itself(c, u) or commanded(c, h, ACTIVATE)


@rule("efs:10.13", "efs:21.12")
def _led_by_itself(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a headquarters is the only one that could activate it."""
    if ready(c, c.state.hex_of[u], ACTIVATE) != [u]:
        return None
    text = f"{c.roster.short[u]} does not activate itself, and no other headquarters is there to do it."
    return Refusal("efs:10.13", text, units=(u,))


@rule("efs:10.13", "efs:21.12")
def unfit(c: Ctx, u: Unit) -> Refusal | None:
    """Kinds of units that no headquarters activates."""
    few = not edition(c).activates_all
    words = (
        (is_hq(c, u) and few, "a headquarters"),
        (is_cavalry(c, u) and few, "cavalry, which moves in this phase anyway"),
        (is_supply(c, u) and not edition(c).supply_activated, "a supply unit"),
        (is_train(c, u), "an armored train"),
        (is_flotilla(c, u), "a flotilla"),
        (is_motorized(c, u), "motorized and moves in this phase anyway"),
        (is_super_heavy(c, u) and few, "super-heavy artillery"),
        (c.roster.kind[u] == "railroad artillery", "railroad artillery"),
    )
    for on, what in words:
        if on:
            return Refusal("efs:10.13", f"{c.roster.short[u]} is {what}: no headquarters activates it.", units=(u,))
    return None


@rule("efs:21.12", "efs:21.41")
def activate_check(c: Ctx, unit: str, hq: str = "") -> Refusal | None:
    """``activate 50rd`` or ``activate 50rd hq-13a``: it may move in this phase; without a name, who has most points."""
    u = c.unit(unit)
    if (refusal := may_activate(c, u)) is not None or not hq:
        return refusal
    v = c.unit(hq)
    if v not in commanders(c, c.state.hex_of[u]):
        text = f"{c.roster.short[v]} does not command in {c.label(c.state.hex_of[u])}."
        return Refusal("efs:21.11", text, (c.state.hex_of[u],), (v,))
    if v == u:
        return Refusal("efs:10.13", f"{c.roster.short[u]} does not activate itself.", units=(u,))
    if left(c, v, _use(c, u, v)) < 1:
        return Refusal("efs:21.12", f"{c.roster.short[v]} has no command point left in this phase.", units=(v,))
    return None


def _use(c: Ctx, u: Unit, hq: Unit) -> str:
    """What a headquarters spends on a unit: for Guards the free activation first."""
    return GUARDS if is_guards(c, u) and left(c, hq, GUARDS) > 0 else ACTIVATE


@rule("efs:10.13", "efs:21.12", "efs:21.41")
def _activate(c: Ctx, unit: str, hq: str = "") -> None:
    u, h = c.unit(unit), c.state.hex_of[c.unit(unit)]
    if hq:
        leader = c.unit(hq)
    else:
        free = ready(c, h, GUARDS) if is_guards(c, u) else []
        leader = next(hq for hq in (*free, *ready(c, h, ACTIVATE)) if hq != u)
    use = _use(c, u, leader)
    spend(c, leader, use)
    c.state.did[u] |= ACTIVATED
    c.state.leader[u] = leader
    c.touch()
    more = left(c, leader, ACTIVATE)
    text = f"{c.roster.short[leader]} activates {c.roster.short[u]}, {more} point{'s' * (more != 1)} left."
    c.say("activated", text, "efs:21.41" if use == GUARDS else "efs:10.13", hexes=[h], units=[u, leader])


# ---------------------------------------------------------------------- doubling for a Mandated Attack
@rule("efs:12.35", "efs:12.31", "efs:R27")
def may_double(c: Ctx, hq: Unit) -> Refusal | None:
    """Why a headquarters cannot double the points that it has left: one does for each Mandated Attack to be made."""
    s, name = c.state, c.roster.short[hq]
    if s.phase != PHASE:
        text = "Headquarters double their points only in the Soviet Motorized Movement Phase."
        return Refusal("efs:12.35", text, units=(hq,))
    if not is_hq(c, hq) or c.roster.side[hq] != s.side or s.hex_of[hq] < 0:
        return Refusal("efs:12.35", f"{name} is no headquarters of yours on the map.", units=(hq,))
    if s.mode[hq] == NON_OP:
        return Refusal("efs:12.35", f"{name} is Non-Op: only an operational headquarters doubles.", units=(hq,))
    if c.roster.ids[hq] in s.doubled:
        return Refusal("efs:12.35", f"{name} has doubled its points in this phase.", units=(hq,))
    if len(s.doubled) >= s.mandates:
        text = f"{s.mandates} Mandated Attacks are to be made, and as many headquarters have doubled."
        return Refusal("efs:12.35", text if s.mandates else "No Mandated Attack is to be made.", units=(hq,))
    if left(c, hq, ACTIVATE) < 1:
        return Refusal("efs:12.35", f"{name} has no command point left to double.", units=(hq,))
    return None


def double_check(c: Ctx, hq: str) -> Refusal | None:
    """``double hq-13a``: twice the points that it has left, for a Mandated Attack by a unit that it activates."""
    return may_double(c, c.unit(hq))


@rule("efs:12.35")
def _double(c: Ctx, hq: str) -> None:
    u = c.unit(hq)
    c.state.doubled[c.roster.ids[u]] = left(c, u, ACTIVATE)
    c.touch()
    text = f"{c.roster.short[u]} doubles its points for a Mandated Attack: {left(c, u, ACTIVATE)} left."
    c.say("doubled", text, "efs:12.35", hexes=[c.state.hex_of[u]], units=[u])


def doublers(c: Ctx) -> list[str]:
    """Ids of the headquarters that can double their points now."""
    if c.state.phase != PHASE or len(c.state.doubled) >= c.state.mandates:
        return []
    units = (u for u, h in enumerate(c.state.hex_of) if h >= 0 and is_hq(c, u))
    return [c.roster.ids[u] for u in units if may_double(c, u) is None]


def _doublings(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(name,) for name in doublers(c) if subject in (None, name)]


# ---------------------------------------------------------------------- the verbs
@derived()
def candidates(c: Ctx) -> list[str]:
    """Ids of the units that some headquarters can activate now."""
    if c.state.phase != PHASE:
        return []
    r, side = c.roster, c.state.side
    led = cover(c).operational
    units = (u for u, h in enumerate(c.state.hex_of) if h in led and r.side[u] == side)
    return [r.ids[u] for u in units if may_activate(c, u) is None]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    if subject is None:
        return [(name,) for name in candidates(c)]
    return [(subject,)] if subject in c.roster.by_id else []


ACTIVATE_VERB = Verb(
    "activate", _options, activate_check, _activate, "activate UNIT [HQ]: it may move in this phase", "efs:10.13",
    candidates,
)  # fmt: skip
"""For the movement step, in the Soviet Motorized Movement Phase."""
DOUBLE_VERB = Verb(
    "double", _doublings, double_check, _double, "double HQ: twice its points, and a Mandated Attack", "efs:12.35",
    doublers, told=lambda c, hq: f"+{left(c, c.unit(hq), ACTIVATE)}, Mandated Attack due",
)  # fmt: skip
"""For the same phase, while Mandated Attacks are to be made."""
