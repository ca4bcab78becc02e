"""6.2: what happens where there are too many units in a hex."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.elimination import eliminate
from engine.games.bd.stacking import ONE_OF, counts, fits
from engine.games.bd.state import BdState
from engine.games.bd.tables import Ctx
from engine.kit import overstack
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Context


@rule("bd:6.2")
@derived("hex_of")
def overstacked(c: Ctx, side: str) -> list[Hex]:
    """Hexes in which a side breaks the stacking rules now."""
    return overstack.broken(c, side, fits)


@rule("bd:6.2")
def _most_kept(c: Ctx, units: Iterable[Unit]) -> int:
    """The greatest number of some units that may stay together in a hex."""
    group = list(units)
    kept = 0
    room, ones = c.data.constant("stacking"), [1] * len(ONE_OF)
    for u in sorted(group, key=lambda u: counts(c, u)):
        sorts = [n for n, (sort, _, _) in enumerate(ONE_OF) if sort(c, u)]
        if any(not ones[n] for n in sorts) or (counts(c, u) and not room):
            continue
        for n in sorts:
            ones[n] = 0
        room -= counts(c, u)
        kept += 1
    return kept


# ---------------------------------------------------------------------- too many units
@rule("bd:6.2")
class Overstack(overstack.Overstack[BdState]):
    """The opponent takes the surplus to the dead pile."""

    law = "bd:6.2"
    verbs = (overstack.remove_verb("bd:6.2"),)

    def crowds(self, c: Context[BdState], side: str) -> list[Hex]:
        return overstacked(c, side)

    def most_kept(self, c: Context[BdState], units: Iterable[Unit], h: Hex) -> int:
        return _most_kept(c, units)

    def take(self, c: Context[BdState], u: Unit) -> None:
        eliminate(c, u, "bd:6.2")
