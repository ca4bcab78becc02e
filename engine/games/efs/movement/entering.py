"""10.24, 3.1, 18.13, 22.26: what happens in a hex that ground units enter, whether moving, advancing or retreating."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs import forts
from engine.games.efs.air.interdiction import harass
from engine.games.efs.bridges import spans
from engine.games.efs.control import pass_through, settle
from engine.games.efs.kinds import is_combat
from engine.games.efs.supply.points import taken
from engine.games.efs.tables import Ctx
from engine.games.efs.units import SPANS, place, to_box
from engine.games.efs.victory import look
from engine.play.citing import rule


@rule("efs:10.24", "efs:6.42", "efs:18.13", "efs:22.26", "efs:14.66")
def enter(c: Ctx, group: Sequence[Unit], h: Hex) -> None:
    """Units come into a hex: enemy supply units there are removed, and by combat units unfinished strongpoints and
    bridge markers.

    Who holds the hexes around is settled by whoever moved them, once they have arrived.
    """
    before = c.state.hex_of[group[0]]
    for u in group:
        place(c, u, h)
    harass(c, group, before)
    side = c.roster.side[group[0]]
    taken(c, h, side)
    if not any(is_combat(c, u) for u in group):
        return
    forts.enter(c, h, side)
    _take_spans(c, h, side)


@rule("efs:22.26", "efs:22.35")
def _take_spans(c: Ctx, h: Hex, side: str) -> None:
    """Remove the enemy's bridge and ferry markers that lie in a hex."""
    lift_spans(c, h, c.other(side), "the enemy is there")


@rule("efs:22.26", "efs:22.35")
def lift_spans(c: Ctx, h: Hex, side: str, why: str) -> None:
    """Remove the bridge and ferry markers of a side that lie in a hex."""
    for here in list(spans(c).values()):
        for u, a, _, _ in here:
            if a == h and c.roster.side[u] == side:
                del c.state.spans[c.roster.ids[u]]
                to_box(c, u, SPANS)
                text = f"{c.roster.name[u]} in {c.board.describe(h)} is removed: {why}."
                c.say("bridge", text, "efs:22.26", hexes=[h], units=[u])


@rule("efs:3.11", "efs:3.12", "efs:24.22")
def arrive(c: Ctx, path: Sequence[Hex], by: Sequence[Unit] = ()) -> list[tuple[Hex, str]]:
    """Units have gone along some hexes: note who holds the places near them now, at once with what they are worth.

    ``by`` are those who have, where it matters what they only went through.
    """
    passed = pass_through(c, by, path)
    taken = settle(c, path)
    if taken or passed:
        look(c)
    return taken
