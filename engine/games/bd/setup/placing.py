"""3.1: single counters of a free set-up put down and taken up again, and the set-up that a scenario has ready."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.gambit import AIR
from engine.games.bd.kinds import is_attached
from engine.games.bd.setup.free import (
    AREA,
    RVGK,
    WAITING,
    area_waits,
    border,
    carriers,
    law,
    lays_area,
    may_start,
    may_wait,
    placed,
    region,
    reserve,
    room,
    units,
    waiting,
)
from engine.games.bd.stacking import counts
from engine.games.bd.tables import Ctx
from engine.games.bd.units import place, riders, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

Words = tuple[str, ...]
BESIDE = {"rvgk": RVGK, "air-drop": AIR}
"""Words of an action for places beside the map."""


# ---------------------------------------------------------------------- one counter
def place_check(c: Ctx, unit: str, to: str) -> Refusal | None:
    """``place 3pz 2408``, ``place 61ra rvgk``, ``place 2para air-drop``."""
    u, side = c.unit(unit), c.frame.vars["side"]
    if u not in waiting(c, side):
        return Refusal(law(c, side), f"{c.roster.short[u]} is not waiting to be set up by you.", units=(u,))
    if to in BESIDE:
        return may_wait(c, u, BESIDE[to])
    h = c.hex(to)
    return may_start(c, u, h) or room(c, u, h)


@rule("bd:8.31", "bd:14.7")
def put_down(c: Ctx, u: Unit, h: Hex) -> None:
    """Set a unit up in a hex; support goes with the strongest corps there."""
    side = c.roster.side[u]
    if is_attached(c, u):
        c.state.attached = {**c.state.attached, c.roster.ids[u]: c.roster.ids[carriers(c, h, side)[0]]}
    place(c, u, h)


def put_beside(c: Ctx, u: Unit, box: str) -> None:
    """Set a unit up beside the map."""
    c.state.hex_of[u], c.state.box[u] = -1, box
    c.touch()


def apply_place(c: Ctx, unit: str, to: str) -> None:
    """``place``."""
    if to in BESIDE:
        put_beside(c, c.unit(unit), BESIDE[to])
    else:
        put_down(c, c.unit(unit), c.hex(to))


def place_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Words of ``place``."""
    side = c.frame.vars["side"]
    drop = c.roster.ids[u] if (u := may_drop(c)) is not None else ""
    spots = [*(["rvgk"] if reserve(c, side) else []), *(c.label(h) for h in sorted(region(c, side)))]
    for unit in waiting_ids(c) if subject is None else [subject] if subject in waiting_ids(c) else []:
        yield from ((unit, to) for to in (["air-drop", *spots] if unit == drop else spots))


def may_drop(c: Ctx) -> Unit | None:
    """The unit that may wait for an air drop."""
    return next((u for u in waiting(c, c.frame.vars["side"]) if may_wait(c, u, AIR) is None), None)


@derived()
def waiting_ids(c: Ctx) -> list[str]:
    """Ids of the counters of the side that wait."""
    return [c.roster.ids[u] for u in waiting(c, c.frame.vars["side"])]


def take_check(c: Ctx, unit: str) -> Refusal | None:
    """``take 3pz``: back to those that wait."""
    u, side = c.unit(unit), c.frame.vars["side"]
    if u not in placed(c, side):
        return Refusal(law(c, side), f"{c.roster.short[u]} has not been set up by you.", units=(u,))
    return None


@rule("bd:8.31")
def take_up(c: Ctx, u: Unit) -> None:
    """Put a unit back to those that wait, with the support that goes with it."""
    s, ids = c.state, c.roster.ids
    gone = [u, *riders(c, [u])]
    names = {ids[v] for v in gone}
    s.attached = {rider: carrier for rider, carrier in s.attached.items() if not {rider, carrier} & names}
    for v in gone:
        s.hex_of[v], s.box[v] = -1, WAITING
    c.touch()


def take_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Words of ``take``."""
    ids = placed_ids(c)
    return [(i,) for i in ids] if subject is None else [(subject,)] if subject in ids else []


@derived()
def placed_ids(c: Ctx) -> list[str]:
    """Ids of the counters that the side has set up."""
    return [c.roster.ids[u] for u in placed(c, c.frame.vars["side"])]


# ---------------------------------------------------------------------- the fortified area
@rule("bd:14.9", "bd:8.18")
def mark_check(c: Ctx, marker: str, hex_: str) -> Refusal | None:
    """``mark FA 2207``: the fortified area there."""
    h, side = c.hex(hex_), c.frame.vars["side"]
    if marker.upper() != AREA or not lays_area(c, side):
        return Refusal(law(c, side), f"There is no marker '{marker}' to put down.")
    if h not in region(c, side):
        return Refusal(law(c, side), f"The fortified area does not start in {c.board.describe(h)}.", (h,))
    if c.state.fortified_area == c.label(h):
        return Refusal("bd:8.18", f"The fortified area is in {c.board.describe(h)} already.", (h,))
    return None


def mark(c: Ctx, marker: str, hex_: str) -> None:
    """``mark``."""
    c.state.fortified_area = c.label(c.hex(hex_))
    c.touch()


def mark_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Words of ``mark``."""
    if marks(c) and subject in (None, AREA):
        yield from ((AREA, c.label(h)) for h in sorted(region(c, c.frame.vars["side"])))


def marks(c: Ctx) -> list[str]:
    """The marker that waits."""
    return [AREA] if area_waits(c, c.frame.vars["side"]) else []


# ---------------------------------------------------------------------- all at once
def _goes(c: Ctx, u: Unit, h: Hex) -> bool:
    return may_start(c, u, h) is None and room(c, u, h) is None


@rule("bd:15.3", "bd:3.7")
def man_border(c: Ctx, side: str) -> None:
    """Border hexes that a ready set-up leaves empty, as the variant of 3.7 may, get a unit from a fuller hex near."""
    for h in border(c, side):
        if side_units(c, h, side):
            continue
        spare = [
            u for u in placed(c, side) if counts(c, u) and c.state.hex_of[u] >= 0 and _spares(c, u) and _goes(c, u, h)
        ]
        if spare:
            u = min(spare, key=lambda u: (c.grid.distance(c.state.hex_of[u], h), u))
            take_up(c, u)
            put_down(c, u, h)


def _spares(c: Ctx, u: Unit) -> bool:
    """Whether another unit that counts is left in the hex of a unit."""
    return sum(counts(c, v) for v in side_units(c, c.state.hex_of[u], c.roster.side[u])) > 1


def clear(c: Ctx, side: str) -> None:
    """Everything that a side sets up itself waits."""
    for u in units(c, side):
        take_up(c, u)
    if lays_area(c, side):
        c.state.fortified_area = ""
        c.touch()


@rule("bd:14.9", "bd:15.3")
def standard(c: Ctx, side: str) -> None:
    """The set-up that the scenario has ready."""
    clear(c, side)
    left = []
    for label, names in c.scenario["ready"].get(side, {}).items():
        h = c.hex(label)
        for u in sorted((c.unit(name) for name in names), key=lambda u: is_attached(c, u)):
            if _goes(c, u, h):
                put_down(c, u, h)
            else:
                left.append((u, h))
    for u, h in left:
        put_down(c, u, min((n for n in sorted(region(c, side)) if _goes(c, u, n)), key=lambda n: c.grid.distance(n, h)))
    man_border(c, side)
    for name in c.scenario.get("ready_rvgk", {}).get(side, ()):
        put_beside(c, c.unit(name), RVGK)
    told = {k: str(v) for k, v in c.scenario.get("attached", {}).items() if k in c.roster.by_id}
    c.state.attached |= {k: v for k, v in told.items() if c.roster.side[c.unit(k)] == side}
    if lays_area(c, side):
        c.state.fortified_area = str(c.scenario["ready"]["markers"]["fortified_area"])
    c.touch()
