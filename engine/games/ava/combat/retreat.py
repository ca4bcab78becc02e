"""Section 10.6: retreats with all their clauses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.components.board import BRIDGE
from engine.components.grid import Hex, Unit
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import eliminate, lose_step, open_for, place, room, take_control
from engine.games.ava.zones import FAR, held, lines, zone
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.fields import derived, units_at
from engine.play.step import Context, Prompt, Step, Verb
from engine.play.suppose import supposing

FURTHEST = 6
"""No retreat is followed longer than this: around an overstacked hex another is always nearer, or none."""


class Flight(NamedTuple):
    """A way to retreat, ordered as 10.6 prefers: fewest losses, no more hexes, shortest line, away (R10)."""

    losses: int
    extra: int
    line: int
    bends: int
    path: tuple[Hex, ...]


@rule("ava:10.6")
def ways(c: Ctx, u: Unit, count: int) -> list[Flight]:
    """The ways that 10.6 leaves to a unit retreating ``count`` hexes; empty when it cannot but be destroyed."""
    side, start = c.roster.side[u], c.state.hex_of[u]
    enemy_zone = zone(c, c.other(side))
    # All who stand here must leave: the hex is empty for lines of communications, whoever of them goes first.
    there = supposing(c, hex_of=dict.fromkeys(units_at(c, start), -1))
    found: list[tuple[tuple[Hex, ...], int]] = []
    open_ways: list[tuple[tuple[Hex, ...], int]] = [((start,), 0)]
    for depth in range(1, FURTHEST + 1):
        open_ways = [
            ((*path, n), losses + enemy_zone[n])
            for path, losses in open_ways
            for n in _exits(there, u, path)
            if losses + enemy_zone[n] < c.state.steps_left[u]
        ]
        if depth >= count:
            fits = [w for w in open_ways if room(there, side, w[0][-1]) > 0]
            found += fits
            # Only a hex without room sends a unit farther (10.6(5)).
            open_ways = [w for w in open_ways if room(there, side, w[0][-1]) <= 0]
        if not open_ways:
            break
    least = min(((losses, len(path)) for path, losses in found), default=None)
    near = [(path[1:], losses) for path, losses in found if (losses, len(path)) == least]
    length = lines(there, side)[0] if len(near) > 1 else None
    every = [_way(there, side, path, losses, count, start, length) for path, losses in near]
    best = min(((w.losses, w.extra, w.line, w.bends) for w in every), default=None)
    return sorted(w for w in every if (w.losses, w.extra, w.line, w.bends) == best)


def _exits(c: Ctx, u: Unit, path: tuple[Hex, ...]) -> list[Hex]:
    """Hexes that a retreat may go to next: clauses (3) and the red line; never back, never onto an enemy."""
    here = path[-1]
    enemies = held(c, c.other(c.roster.side[u]))
    river, bridge = c.board.side("major river"), c.board.side(BRIDGE)
    found = []
    for n in open_for(c, u)[here]:
        s = c.grid.between(here, n)
        if n in enemies or n in path:
            continue
        if len(path) > 1 and river[s] and not bridge[s] and c.state.rivers:
            continue  # (3): not after the first hex (R43); 15.1 lifts all effects of rivers
        found.append(n)
    return found


def _way(
    c: Ctx, side: str, path: tuple[Hex, ...], losses: int, count: int, start: Hex, length: dict[Hex, int] | None
) -> Flight:
    """A way with what decides between it and others; without ``length``, that of lines, where there are none."""
    bends = sum(c.grid.distance(start, h) <= i for i, h in enumerate(path))
    end = path[-1]
    line = 0 if length is None else length.get(end)
    if line is None:
        sources = tables(c).sources(side)
        line = FAR + min((c.grid.distance(end, s) for s in sources), default=0)
    return Flight(losses, len(path) - count, line, bends, path)


# ---------------------------------------------------------------------- the step
def _left(c: Ctx) -> list[Unit]:
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


def _subjects(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in _left(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for u in _left(c):
        if subject in (None, c.roster.ids[u]):
            found = _kept_ways(c, u)
            if not found:
                yield (c.roster.ids[u],)
            for way in found:
                yield c.roster.ids[u], *(c.label(h) for h in way.path)


@derived()
def _kept_ways(c: Ctx, u: Unit) -> list[Flight]:
    """``ways`` of a unit, kept until the state changes."""
    return ways(c, u, c.frame.vars["count"])


@rule("ava:10.6")
def retreat_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``retreat 27rd S1018 S1019``: the whole way; without hexes the unit is destroyed, if it has no way."""
    u = c.unit(unit)
    if u not in _left(c):
        return Refusal("ava:10.6", f"{c.roster.short[u]} does not have to retreat.", units=(u,))
    path = tuple(c.hex(w) for w in way)
    found = _kept_ways(c, u)
    if path in [w.path for w in found] or (not path and not found):
        return None
    if not found:
        return Refusal("ava:10.6(7)", f"{c.roster.short[u]} has nowhere to go and is eliminated.", units=(u,))
    choices = " or ".join("-".join(c.label(h) for h in w.path) for w in found[:4])
    text = f"{c.roster.short[u]} must take the way with the fewest losses and the shortest line: {choices}."
    return Refusal("ava:10.6(6)", text, found[0].path, (u,))


@rule("ava:10.6")
def _retreat(c: Ctx, unit: str, *way: str) -> None:
    u = c.unit(unit)
    c.frame.vars["units"].remove(u)
    if not way:
        eliminate(c, u, "ava:10.6(7)")
    else:
        _walk(c, u, [c.hex(w) for w in way])
    _go_on(c)


def _walk(c: Ctx, u: Unit, path: list[Hex]) -> None:
    side, start = c.roster.side[u], c.state.hex_of[u]
    enemy_zone = zone(c, c.other(side))
    entered = [h for h in path if enemy_zone[h]]
    place(c, u, path[-1])
    c.state.retreated[u] = 1
    text = f"{c.roster.short[u]} retreats to {c.board.describe(path[-1])}."
    c.say("retreat", text, "ava:10.6", hexes=[start, *path], units=[u])
    for h in path:
        take_control(c, side, h)
    for _ in entered:
        lose_step(c, u, "ava:10.6(4)")


def _go_on(c: Ctx) -> None:
    """The last unit with one way, or a unit with none, needs no key."""
    left = _left(c)
    if not left:
        c.done()
        return
    options = list(_options(c, None))
    doomed = [o for o in options if len(o) == 1]
    if doomed or (len(left) == 1 and len(options) == 1):
        _retreat(c, *(doomed or options)[0])


class Retreat(Step[AvaState]):
    """Retreat of the defenders by their owner, in any order, each its own way (10.6(2))."""

    id = "retreat"
    phase = "combat"
    title = "Retreat"
    verbs = (
        Verb("retreat", _options, retreat_check, _retreat, "retreat UNIT HEX...: the whole way", "ava:10.6", _subjects),
    )

    def enter(self, c: Context[AvaState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[AvaState]) -> Prompt:
        names = c.roster.names(_left(c))
        hexes = c.frame.vars["count"]
        text = f"Retreat {names} {hexes} hex{'es' * (hexes > 1)}."
        first = next(iter(_options(c, None)), None)
        return Prompt(c.state.side, text, "ava:10.6", Action("retreat", first) if first else None)
