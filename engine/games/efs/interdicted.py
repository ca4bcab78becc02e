"""14.64: where a Zone of Interdiction has an effect, and at which level."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.edition import edition
from engine.games.efs.tables import Ctx, tables
from engine.play.citing import rule
from engine.play.fields import derived


@rule("efs:14.64", "efs:14.66")
def level(c: Ctx, h: Hex) -> int:
    """The level of interdiction that counts in a hex: none in woods where these are spared."""
    return 0 if not c.state.zoi or _spared(c, h) else c.state.zoi.get(c.label(h), 0)


@rule("efs:14.64")
def _spared(c: Ctx, h: Hex) -> bool:
    return edition(c).zoi_spares_woods and tables(c).woods(h)


@rule("efs:14.64", "efs:14.65")
@derived("zoi")
def interdicted(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes in which an enemy Zone of Interdiction restricts the units of a side: zones are Axis ones (14.6)."""
    if side != "soviet":
        return frozenset()
    found = (c.board.index[label] for label in c.state.zoi)
    return frozenset(h for h in found if not _spared(c, h))
