"""2.15, 8.1, 14.7: who untried units, units under the top of a stack and units beside the map could be."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.components.dice import Lots
from engine.components.grid import Unit
from engine.games.pm.fog import UNSEEN
from engine.games.pm.movement.stacking import fits
from engine.games.pm.phases.soviet_reinforcement import ARRIVING, RVGK
from engine.games.pm.setup.strictures import starting_pieces
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import anonymous
from engine.kit.dealing import deal_under
from engine.play.citing import rule

PLACE = ("hex_of", "origin", "moving", "mp_left", "supply", "picked", "still", "fought", "fled", "marked")
"""Columns that go with the place of a unit, not with the unit."""


@rule("pm:2.15", "pm:8.1", "pm:14.7")
def deal(c: Ctx, side: str, lots: Lots, known: Collection[Unit]) -> None:
    """Identities to untried units, units to the places under others, boxes to those whom the side cannot see."""
    _identities(c, lots)
    s = c.state
    held = {c.unit(who) for who in s.carries.values()} | set(known)
    under = [u for u, hidden in enumerate(s.covered) if hidden and u not in held]
    beside = [u for u, box in enumerate(s.box) if box == UNSEEN]
    due = _due(c)
    waiting = [u for u in beside if due.get(u, 0) <= s.turn]
    left = deal_under(c, under, waiting, PLACE, lots, fits)
    for u in {*under, *waiting}:
        s.box[u] = ""
    for u in beside:
        if due.get(u, 0) > s.turn:
            s.box[u] = f"turn {due[u]}"
    _beside(c, lots.mixed(left))
    s.covered = [0] * len(s.covered)
    c.touch()


def _identities(c: Ctx, lots: Lots) -> None:
    s, pool = c.state, tables(c).pool
    seen = {i for i, tried in zip(s.identity, s.tried, strict=True) if tried}
    left: dict[str, list[int]] = {}
    for number in lots.mixed(range(len(pool))):
        if number not in seen:
            left.setdefault(pool[number]["formation"], []).append(number)
    for u, tried in enumerate(s.tried):
        if not tried and anonymous(c, u):
            s.identity[u] = left[c.roster.formation[u]].pop()


def _due(c: Ctx) -> dict[Unit, int]:
    """The turn in which the schedule, which both sides read, brings a counter; nobody who was there from the start."""
    rows = [row for row in tables(c).schedule if row.isdecimal()]
    return {u: int(row) for row in rows for u in starting_pieces(c, row)}


@rule("pm:8.1")
def _beside(c: Ctx, units: Iterable[Unit]) -> None:
    """Whole, into the RVGK until it is full; the others have arrived and wait to be placed."""
    room = c.data.constant("rvgk")
    for n, u in enumerate(units):
        c.state.box[u], c.state.steps_left[u] = RVGK if n < room else ARRIVING, c.roster.steps[u]
