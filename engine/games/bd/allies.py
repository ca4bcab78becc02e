"""8.24, 8.25: armies of the east European allies that the nearness of Soviet units calls in."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.aerial import prune
from engine.games.bd.stacking import fits
from engine.games.bd.state import DONE
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import REMOVED, occupied, place, side_units, to_box
from engine.play.citing import rule

ASIDE = "aside"
POLISH_FROM, ROMANIAN_FROM = 13, 14
"""First game turns on which the Polish army and the first Romanian army can be in play (8.24, 8.25)."""


def of(c: Ctx, side: str, nationality: str) -> list[Unit]:
    """The units of a side from one country."""
    r = c.roster
    return [u for u, word in enumerate(r.nationality) if word == nationality and r.side[u] == side]


def _aside(c: Ctx, nationality: str) -> list[Unit]:
    """Communist armies of a country that nothing has called in yet."""
    return [u for u in of(c, "soviet", nationality) if c.state.box[u] == ASIDE]


@rule("bd:8.24")
def beside_poland(c: Ctx) -> frozenset[Hex]:
    """Hexes adjacent to one of the General Government."""
    if "beside poland" not in c.board.memo:
        names = c.data.meta["countries"]["General Government"]
        inside = {h for h in tables(c).land if tables(c).country(h) in names}
        c.board.memo["beside poland"] = frozenset(n for h in inside for n in c.grid.adjacent[h])
    found: frozenset[Hex] = c.board.memo["beside poland"]
    return found


@rule("bd:8.24", "bd:8.25", "bd:R14")
def call_allies(c: Ctx, side: str, h: Hex) -> None:
    """Units of a side have come into a hex: Soviet ones in overland supply may call allies in."""
    if side != "soviet":
        return
    bucharest = tables(c).named("Bucharest")
    poles = _aside(c, "polish") if h in beside_poland(c) else []
    romanians = _aside(c, "romanian") if bucharest >= 0 and h in c.grid.adjacent[bucharest] else []
    if not (poles or romanians) or not overland(c, side, h):
        return
    for u in poles:
        _polish(c, u, h)
    if romanians:
        _defect(c, romanians)


@rule("bd:8.24", "bd:6.4", "bd:R8", "bd:R82")
def _polish(c: Ctx, u: Unit, h: Hex) -> None:
    """It stands atop the force that called it, or in the nearest supplied Soviet hex with room; early it waits."""
    if c.state.turn < POLISH_FROM:
        to_box(c, u, f"turn {POLISH_FROM}")
        return
    others = sorted(occupied(c, "soviet"), key=lambda n: (c.grid.distance(h, n), n))
    fit = (n for n in others if overland(c, "soviet", n) and fits(c, [*side_units(c, n, "soviet"), u], n) is None)
    where = next(fit, -1)
    if where < 0:
        return
    place(c, u, where)
    c.state.moving[u] = DONE
    c.touch()
    text = f"{c.roster.name[u]} enters in {c.board.describe(where)}."
    c.say("reinforcement", text, "bd:8.24", hexes=[where], units=[u])


@rule("bd:8.25", "bd:8.15")
def _defect(c: Ctx, armies: Iterable[Unit]) -> None:
    """Romania changes sides: its Axis armies are gone for good, the others come a turn after each other."""
    gone = [u for u in of(c, "axis", "romanian") if c.state.box[u] != REMOVED]
    hexes = [h for u in gone if (h := c.state.hex_of[u]) >= 0]
    for u in gone:
        to_box(c, u, REMOVED)
    for wait, u in enumerate(sorted(armies, key=lambda u: c.roster.ids[u])):
        to_box(c, u, f"turn {max(c.state.turn + 1, ROMANIAN_FROM) + wait}")
    prune(c)
    c.say("reinforcement", "Romania changes sides.", "bd:8.25", hexes=hexes, units=gone)
