"""A legal free set-up by lot, for those who would rather not place fifty counters (13.7, 14.9, 15.3)."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.bd.gambit import AIR
from engine.games.bd.kinds import is_attached
from engine.games.bd.setup.free import border, lays_area, may_start, may_wait, region, room, waiting
from engine.games.bd.setup.placing import clear, put_beside, put_down
from engine.games.bd.tables import Ctx
from engine.kit.setting_up import around, lot, lots
from engine.play.citing import rule


@rule("bd:3.3", "bd:13.7", "bd:14.9", "bd:15.3", "bd:R47")
def at_random(c: Ctx, side: str) -> None:
    """First who is bound to few hexes, then the border, then the rest wherever there is room, support last."""
    clear(c, side)
    spots = sorted(region(c, side), key=lots(c, side))
    left = sorted(waiting(c, side), key=lambda u: lot(c, u))
    for u in [u for u in left if may_wait(c, u, AIR) is None and lot(c, "air", u)[0] % 2]:
        put_beside(c, u, AIR)
        left.remove(u)
    for h in border(c, side):
        u = next(u for u in left if not is_attached(c, u) and _goes(c, u, h))
        put_down(c, u, h)
        left.remove(u)
    for u in sorted(left, key=lambda u: (is_attached(c, u), not c.roster.number("dot", u))):
        put_down(c, u, next(h for h in around(c, u, spots) if _goes(c, u, h)))
    if lays_area(c, side):
        c.state.fortified_area = c.label(spots[0])
        c.touch()


def _goes(c: Ctx, u: Unit, h: Hex) -> bool:
    return may_start(c, u, h) is None and room(c, u, h) is None
