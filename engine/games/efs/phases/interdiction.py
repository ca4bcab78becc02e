"""14.61, 14.62: Interdiction in the Air Phase: the Axis side sends air units, Soviet fighters oppose them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import (
    far_flying,
    fix_bases,
    flying,
    is_fighter,
    is_ready,
    may_join_flight,
    most,
    near_bases,
    ready,
)
from engine.games.efs.air.interdiction import rating, richest
from engine.games.efs.phases.flights import INTERDICTION, Flight, Mission
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good, while_same
from engine.play.step import Context

MENTIONED = 3
"""Hexes under which most of the enemy is that the question names; the list of what is left has more."""
FLIES = "axis"
"""The side that flies Interdiction (14.6)."""


@rule("efs:14.6", "efs:14.14", "efs:14.21", "efs:14.22", "efs:14.24", "efs:14.61", "efs:14.62")
def may_interdict(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """Whether an air unit can be sent to a hex to interdict it, to escort those who do, or against them."""
    if (refusal := _may_take_part(c, u, attacker)) is not None:
        return refusal
    return None if h in _open_to(c, u, attacker) else _why_not(c, u, h, attacker)


def _why_not(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """What keeps a unit that can take part from a hex; ``None`` where nothing does."""
    if h not in c.data.in_play:
        return Refusal("efs:14.62", f"{c.board.describe(h)} is outside the area of the scenario.", (h,))
    if c.roster.side[u] != attacker and not c.state.flights[f"{attacker} {c.label(h)}"]:
        return Refusal("efs:14.61", f"No enemy air unit is over {c.board.describe(h)}.", (h,))
    return may_join_flight(c, u, h, attacker, more=_more(c, c.roster.side[u]))


@derived("memory", "holder", "sortie", "turn")
def _open_to(c: Ctx, u: Unit, attacker: str) -> frozenset[Hex]:
    return _open(c, c.roster.side[u], attacker, far_flying(c, u))


@rule("efs:14.21", "efs:14.22", "efs:14.61", "efs:14.62")
@derived("memory", "holder", "sortie", "turn")
def _open(c: Ctx, side: str, attacker: str, far: bool) -> frozenset[Hex]:
    """Hexes with room for one more air unit of a side, of those that fly far or of the others."""
    reached = c.data.in_play if far else _near(c, side)
    if side != attacker:
        reached &= frozenset(_flown_over(c, attacker))
    limit = most(c, side, attacker) + _more(c, side)
    full = {h for h in set(c.state.sortie) if h >= 0 and len(flying(c, side, h)) >= limit}
    # Few units fill a hex: the whole map is not gone through again for each that is sent.
    return while_same(c, ("open to flights", side, attacker, far), (reached, full), lambda: reached - full)


@derived("memory", "holder")
def _near(c: Ctx, side: str) -> frozenset[Hex]:
    return c.data.in_play & near_bases(c, side)


def _flown_over(c: Ctx, attacker: str) -> list[Hex]:
    """Hexes with a mission of the side that flies it over them, in the order of the map."""
    over = (key.split() for key in c.state.flights)
    return sorted(c.board.index[label] for who, label in over if who == attacker)


@rule("efs:R200", "efs:14.21")
def _more(c: Ctx, side: str) -> int:
    """Air units that a special rule of the scenario lets a side send to a hex beyond the limit."""
    row = c.scenario.get("interdiction")
    if row is None or row["side"] != side or not row["turns"][0] <= c.state.turn <= row["turns"][1]:
        return 0
    return int(row["more"])


@derived("box", "sortie")
def _may_take_part(c: Ctx, u: Unit, attacker: str) -> Refusal | None:
    """Whether an air unit can fly such a mission for its side at all, wherever that is."""
    name, mine = c.roster.short[u], c.roster.side[u] == attacker
    if not is_ready(c, u):
        return Refusal("efs:14.14", f"{name} is not in the Ready Box, or is sent already.", units=(u,))
    if mine and not (rating(c, u) or is_fighter(c, u)):
        return Refusal("efs:14.6", f"{name} has no Interdiction rating and is no fighter.", units=(u,))
    if not mine and not is_fighter(c, u):
        return Refusal("efs:14.61", f"{name} is no fighter: only fighters oppose Interdiction.", units=(u,))
    return None


@rule("efs:14.62", "efs:14.61")
def mission_hexes(c: Ctx, u: Unit, attacker: str) -> Sequence[Hex]:
    """Hexes that a unit can be sent to: those in range, and for the other side those with a mission over them."""
    if _may_take_part(c, u, attacker) is not None:
        return ()
    return _listed(c, c.roster.side[u], attacker, far_flying(c, u))


@derived("memory", "holder", "sortie", "turn")
def _listed(c: Ctx, side: str, attacker: str, far: bool) -> tuple[Hex, ...]:
    """The open hexes by their labels, as lists of actions want them."""
    found = _open(c, side, attacker, far)
    name = "flights by label", side, attacker, far
    return while_same(c, name, found, lambda: tuple([h for h in _by_label(c) if h in found]))


@for_good
def _by_label(c: Ctx) -> tuple[Hex, ...]:
    """All hexes in play, in the order of their labels."""
    return tuple(sorted(c.data.in_play, key=c.label))


def ratings(c: Ctx, units: Iterable[Unit]) -> int:
    """Interdiction ratings of some units together; of those who oppose the mission how well they fight."""
    return sum(rating(c, u) if c.roster.side[u] == FLIES else c.roster.number("air_combat", u) for u in units)


def _ask(c: Ctx, side: str) -> str:
    """What a side is asked, with the hexes under which most of the enemy is."""
    if side != FLIES:
        return "Send fighters against Interdiction"
    rich = [c.label(under.hex) for under in richest(c) if under.hex in _open(c, side, side, False)][:MENTIONED]
    return f"Send air units to interdict (most is at {', '.join(rich)})" if rich else "Send air units to interdict"


INTERDICTING = Mission(INTERDICTION, "efs:14.61", may_interdict, mission_hexes, ratings, _ask)


class Interdiction(Flight):
    """Interdiction missions, those who oppose them, and what comes of it hex by hex."""

    id = "interdiction"
    phase = "interdiction"
    title = "Interdiction"
    mission = INTERDICTING

    @rule("efs:14.22", "efs:R211")
    def begin(self, c: Context[EfsState]) -> None:
        """Before supply was ever found the bases are those that would be in General Supply now."""
        if not c.state.bases:
            fix_bases(c)

    @rule("efs:14.6", "efs:14.14")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        if any(rating(c, u) for u in ready(c, FLIES)):
            return None
        return Refusal("efs:14.6", "no Axis air unit with an Interdiction rating is ready.")
