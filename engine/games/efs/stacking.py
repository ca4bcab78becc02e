"""3.3: how many stacking points of a side a hex may hold at the end of a phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_combat, is_engineer, is_rocket, is_train
from engine.games.efs.tables import Ctx
from engine.games.efs.units import fighters, number, side_units
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, for_good

ENGINEERS_OVER, ROCKETS_OVER = 1, 2
"""Engineers and rocket units that may stand above the limit while they attack (15.53, 13.32)."""


@rule("efs:3.31", "efs:21.11")
@by_unit(lambda c: (), "steps_left", "identity")
def points(c: Ctx, u: Unit) -> int:
    """Stacking points of a unit: those printed; HQs and supply units have none."""
    return number(c, u, "stacking") if is_combat(c, u) else 0


def total(c: Ctx, units: Iterable[Unit]) -> int:
    """Stacking points of some units together."""
    return sum(points(c, u) for u in units)


@rule("efs:3.32")
def limit(c: Ctx) -> int:
    """Stacking points that a hex holds at the end of a phase."""
    return c.data.constant("stacking")


@rule("efs:3.32")
def room(c: Ctx, h: Hex, side: str, adding: Iterable[Unit] = ()) -> int:
    """Stacking points that a side may still bring into a hex beside its units there and some more; below 0 if over."""
    return limit(c) - total(c, {*side_units(c, h, side), *adding})


@rule("efs:3.33", "efs:13.32", "efs:15.53")
def _relieved(c: Ctx, units: Iterable[Unit]) -> int:
    """Points of the engineer and the rocket units that may attack from above the limit, the largest first."""
    group = list(units)
    sappers = sorted((points(c, u) for u in group if is_engineer(c, u)), reverse=True)
    rockets = sorted((points(c, u) for u in group if is_rocket(c, u)), reverse=True)
    return sum(sappers[:ENGINEERS_OVER]) + sum(rockets[:ROCKETS_OVER])


@rule("efs:3.32", "efs:3.33", "efs:21.31")
def fits(c: Ctx, units: Iterable[Unit], h: Hex, *, attacking: bool = False) -> Refusal | None:
    """Whether these units of one side, all that would be there, may stand in a hex when the phase ends.

    ``attacking``: they are declared for a battle, so that an engineer and two rocket units may stand above the limit.
    """
    group = list(dict.fromkeys(units))
    trains = [u for u in group if is_train(c, u)]
    if len(trains) > 1 and edition(c).one_train_a_hex:
        text = f"{c.board.describe(h)} would hold two armored trains: {c.roster.names(trains)}."
        return Refusal("efs:21.31", text, (h,), tuple(trains))
    most, found = limit(c), total(c, group)
    if found <= most + (_relieved(c, group) if attacking else 0):
        return None
    text = f"{c.board.describe(h)} would hold {found} stacking points, the limit is {most}."
    return Refusal("efs:3.32", text, (h,), tuple(u for u in group if points(c, u)))


@rule("efs:3.33")
def excess(c: Ctx, side: str, *, attacking: Iterable[Hex] = ()) -> dict[Hex, int]:
    """Hexes where a side stands above the limit, and how many points must go; attackers stand in ``attacking``."""
    relief, held = set(attacking), fighters(c, side)
    found = {h: over - (_relieved(c, held[h]) if h in relief else 0) for h, over in _above(c, side).items()}
    return {h: over for h, over in found.items() if over > 0}


@derived("hex_of", "steps_left", "identity")
def _above(c: Ctx, side: str) -> dict[Hex, int]:
    most, stacks = limit(c), fighters(c, side).items()
    found = ((h, total(c, units) - most) for h, units in stacks if len(units) > 1 or most < _largest(c))
    return {h: over for h, over in found if over > 0}


@for_good
def _largest(c: Ctx) -> int:
    """The stacking points of the largest counter: where no more are allowed, it takes two to be too many."""
    faces = [range(len(faces)) for faces in c.roster.faces]
    return max(c.roster.number("stacking", u, n) for u, lost in enumerate(faces) for n in lost)


@rule("efs:21.31")
@derived("hex_of")
def too_many_trains(c: Ctx, side: str) -> dict[Hex, tuple[Unit, ...]]:
    """Hexes with more armored trains of a side than may be there when a phase ends, and these."""
    if not edition(c).one_train_a_hex:
        return {}
    stacks = sorted((h, units) for h, units in fighters(c, side).items() if len(units) > 1)
    held = {h: tuple([u for u in units if is_train(c, u)]) for h, units in stacks}
    return {h: trains for h, trains in held.items() if len(trains) > 1}


@rule("efs:3.33", "efs:21.31", "efs:R2")
def may_discard(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may be given up because its hex is over the limit: no more than needed goes."""
    h, side = c.state.hex_of[u], c.roster.side[u]
    over = excess(c, side).get(h, 0)
    here = [v for v in side_units(c, h, side) if points(c, v)] if h >= 0 else []
    if u in too_many_trains(c, side).get(h, ()):
        return None
    if not over:
        return Refusal("efs:3.33", f"{c.roster.short[u]} is in no overstacked hex.", units=(u,))
    if not points(c, u):
        return Refusal("efs:3.31", f"{c.roster.short[u]} has no stacking points: it stands in any stack.", units=(u,))
    if any(points(c, v) < points(c, u) and points(c, v) >= over for v in here):
        text = f"{over} stacking points must go from {c.board.describe(h)}; {c.roster.short[u]} is more than that."
        return Refusal("efs:R2", text, (h,), (u,))
    return None
