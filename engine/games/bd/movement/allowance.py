"""10.1 to 10.7, 7.17: how far a unit may go, who may still move, and stacks that move together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import COASTAL_ARMY, is_attached, is_static
from engine.games.bd.stalingrad import stands_fast
from engine.games.bd.state import DONE, FRESH, GOING
from engine.games.bd.supply import MOVES, state_of
from engine.games.bd.tables import Ctx
from engine.games.bd.units import strength
from engine.kit.groups import covered_group, first_in_sight, told_group
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

NOBODY = -1
"""``state.parent`` while no stack has moved in this phase."""
PAUSE_TURN = 3
"""Game turn of the Paulus Pause (5.10)."""


# ---------------------------------------------------------------------- how far
@rule("bd:2.11", "bd:8.1", "bd:7.5", "bd:7.7", "bd:7.16", "bd:7.17", "bd:1.3", "bd:10.1")
def allowance(c: Ctx, u: Unit, supply: int | None = None) -> int:
    """Movement points of a unit for a phase that it begins in a supply state, by default that of now."""
    factor = max(0, strength(c, u)[2] - worn(c, u))
    state = state_of(c, u) if supply is None else supply
    whole = factor if state in MOVES else factor // 2
    # 8.1: who came over the map edge in this turn pays for the hex of entry too.
    return max(0, whole - c.state.edge_entries[c.roster.ids[u]])


@rule("bd:5.10")
def worn(c: Ctx, u: Unit) -> int:
    """Points that the die of a declined Paulus Pause has cost a mechanized unit in this phase."""
    s = c.state
    if s.turn != PAUSE_TURN or not c.roster.mech[u] or c.roster.side[u] != "axis" or s.origin[u] < 0:
        return 0
    return s.pause_dice.get(c.label(s.origin[u]), 0)


def points(c: Ctx, u: Unit) -> int:
    """Movement points that a unit can spend now."""
    return c.state.mp_left[u] if c.state.moving[u] == GOING else allowance(c, u)


@rule("bd:10.7")
def budget(c: Ctx, units: Iterable[Unit]) -> int:
    """Points of a stack: those of its slowest unit."""
    return min(points(c, u) for u in units)


# ---------------------------------------------------------------------- who may move
@rule("bd:10.1", "bd:10.2", "bd:10.6", "bd:2.9", "bd:8.31", "bd:8.32", "bd:10.16", "bd:10.34")
def may_move(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to move may still do something in this phase."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side:
        return Refusal("bd:10.1", f"{name} is not yours to move.", units=(u,))
    if s.hex_of[u] < 0:
        return Refusal("bd:10.1", f"{name} is not on the map.", units=(u,))
    if (refusal := bound(c, u)) is not None:
        return refusal
    if s.moving[u] == DONE:
        return Refusal("bd:10.6", f"{name} has ended its movement in this phase.", units=(u,))
    if s.moving[u] == GOING and s.mp_left[u] == 0:
        return Refusal("bd:10.1", f"{name} has used all its movement points.", units=(u,))
    return None


@rule("bd:2.9", "bd:8.31", "bd:8.32", "bd:8.33", "bd:8.34", "bd:8.35", "bd:10.16", "bd:10.17", "bd:10.34", "bd:12.7")
def bound(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit does not move at all, however little it has done."""
    name = c.roster.short[u]
    if is_static(c, u):
        return Refusal("bd:2.9", f"{name} is static: it never moves.", units=(u,))
    if is_attached(c, u):
        law = "bd:8.31" if c.roster.side[u] == "axis" else "bd:8.32"
        carrier = c.state.attached.get(c.roster.ids[u], "")
        with_ = c.roster.short[c.roster.by_id[carrier]] if carrier else "the unit that it supports"
        return Refusal(law, f"{name} never moves alone: it goes with {with_}.", units=(u,))
    if c.roster.kind[u] == COASTAL_ARMY:
        return Refusal("bd:10.34", f"{name} only goes between Odessa and Sevastopol: 'coast'.", units=(u,))
    if c.state.still[u]:
        law = "bd:10.16"
        return Refusal(law, f"{name} has moved by sea: no other move and no attack in this player turn.", units=(u,))
    return stands_fast(c, u)


@derived()
def movers(c: Ctx) -> list[str]:
    """Units on the map that may still move, in the order of the counters."""
    s, r = c.state, c.roster
    return [
        r.ids[u]
        for u, h in enumerate(s.hex_of)
        if h >= 0 and r.side[u] == s.side and s.moving[u] != DONE and may_move(c, u) is None
    ]


@rule("bd:10.2", "bd:10.28", "bd:10.29")
def fresh(c: Ctx, side: str) -> list[Unit]:
    """Units that have not moved in this phase and still can, or go on after a mobile assault."""
    able = [u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side]
    return [u for u in able if (c.state.moving[u] == FRESH or c.state.stormed[u]) and may_move(c, u) is None]


@rule("bd:10.6", "bd:10.28", "bd:10.29")
def going_on(c: Ctx) -> list[Unit]:
    """Who has made a mobile assault and may still go on; once others begin to move, they stand where they are."""
    return [u for u, stormed in enumerate(c.state.stormed) if stormed and may_move(c, u) is None]


# ---------------------------------------------------------------------- stacks on the move
@rule("bd:10.2", "bd:10.5", "bd:10.6", "bd:7.17")
def begin(c: Ctx, group: list[Unit], parent: int) -> None:
    """A group begins or goes on to move: who has moved of another stack before it has ended its movement."""
    s = c.state
    if parent != s.parent:
        if s.parent != NOBODY:
            for u, start in enumerate(s.origin):
                if start == s.parent and s.moving[u] == GOING and c.roster.side[u] == s.side:
                    end_movement(c, u)
        s.parent = parent
    supply = {u: state_of(c, u) for u in group}
    for u in group:
        if s.moving[u] == FRESH:
            s.mp_left[u], s.supply[u], s.moving[u] = allowance(c, u, supply[u]), supply[u], GOING
    c.touch()


def end_movement(c: Ctx, u: Unit) -> None:
    """A unit moves no more in this phase."""
    c.state.moving[u], c.state.picked[u], c.state.mp_left[u] = DONE, 0, 0


@rule("bd:11.7")
def describe_group(c: Ctx, group: Sequence[Unit], one: str = "", many: str = "") -> str:
    """Who acts, for a sentence: the first unit by name and how many with it, then the word for one or for several."""
    return told_group(c.roster.short[group[0]], len(group), one, many)


@rule("bd:11.7")
def seen_group(c: Ctx, group: Sequence[Unit], one: str, many: str, to: Hex = -1) -> str:
    """The same for a side that may not look below the top unit, of a group that is about to go to a hex.

    The first of a group is known where it lies on top before or afterwards; of the others only the number is.
    """
    if first_in_sight(c, group, to):
        return describe_group(c, group, one, many)
    return covered_group(len(group), one, many)
