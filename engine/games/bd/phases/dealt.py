"""4.18, 11.7: who could lie under the top unit of a stack, wait beside the map or be meant by a secret choice."""

from __future__ import annotations

from collections.abc import Collection

from engine.components.dice import Lots
from engine.components.grid import Unit
from engine.games.bd.fog import UNSEEN
from engine.games.bd.kinds import SUPPORT
from engine.games.bd.phases.rvgk import BOX
from engine.games.bd.stacking import fits
from engine.games.bd.tables import Ctx, campaign
from engine.games.bd.watch import ODER, RHINE, terms
from engine.kit.dealing import deal_under
from engine.play.citing import rule

PLACE = (
    "hex_of", "origin", "moving", "mp_left", "supply", "picked", "still", "stormed", "fought", "fled",
)  # fmt: skip
"""Columns that go with the place of a unit, not with the unit."""


@rule("bd:11.7", "bd:4.18")
def deal(c: Ctx, side: str, lots: Lots, known: Collection[Unit]) -> None:
    """Units to the places under others, boxes to those whom the side cannot see, the secret choice of the other."""
    s = c.state
    # What supports a unit, and which, both see.
    held = {c.unit(name) for pair in s.attached.items() for name in pair} | set(known)
    under = [u for u, hidden in enumerate(s.covered) if hidden and u not in held]
    beside = [u for u, box in enumerate(s.box) if box == UNSEEN]
    waiting = [u for u in beside if _may_have_come(c, u)]
    left = deal_under(c, under, waiting, PLACE, lots, fits)
    for u in {*under, *waiting}:
        s.box[u] = BOX if u in left else ""
    for u in left:
        s.steps_left[u] = c.roster.steps[u]
    for u in beside:
        if u not in waiting:
            s.box[u] = f"turn {max(c.roster.arrival[u], s.turn + 1)}"
    s.covered = [0] * len(s.covered)
    _choose(c, side, lots)
    c.touch()


@rule("bd:8.8")
def _may_have_come(c: Ctx, u: Unit) -> bool:
    """Whether a unit out of sight may be on the map or in the RVGK: the list has brought it already."""
    r = c.roster
    return r.side[u] == "soviet" and r.kind[u] not in SUPPORT and 0 <= r.arrival[u] <= c.state.turn


@rule("bd:4.18")
def _choose(c: Ctx, side: str, lots: Lots) -> None:
    """The German choice, once it must have been made and while it is not revealed."""
    s = c.state
    if campaign(c) and side != "axis" and not s.watch_shown and s.turn > terms(c)["chosen"]:
        s.watch = (RHINE, ODER)[lots.below(2)]
