"""8.19, 8.29: counters that take the place of others as soon as these are in supply or in the dead pile."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.load import records
from engine.games.bd.supply import overland
from engine.games.bd.tables import Ctx
from engine.games.bd.units import DEAD, place, riders, to_box
from engine.play.citing import rule

WAITING = "arriving"
CONVERTED = "converted"
PAIRS = {"guards_tank": "bd:8.19", "late_panzer": "bd:8.29"}


def pairs(c: Ctx, name: str) -> list[tuple[Unit, Unit]]:
    """Pairs of a table of conversions: the counter that goes and the one that comes."""
    rows = records(c.data.tables["conversions"][name], "conversions.toml", name)
    return [(c.roster.find(row["from"]), c.roster.find(row["to"])) for row in rows]


@rule("bd:8.19", "bd:8.29")
def settle(c: Ctx) -> None:
    """Everybody whose turn of conversion has come and who may convert does so at once."""
    for name, law in PAIRS.items():
        for old, new in pairs(c, name):
            if _due(c, new) and _may(c, old):
                exchange(c, old, new, law)


def _due(c: Ctx, new: Unit) -> bool:
    """Whether a counter has arrived and not yet come into play."""
    box = c.state.box[new]
    turn = box.removeprefix("turn ")
    return box == WAITING or (turn != box and int(turn) <= c.state.turn)


@rule("bd:8.19", "bd:8.29")
def _may(c: Ctx, old: Unit) -> bool:
    """In the dead pile, in the RVGK, or on the map in regular overland supply."""
    h = c.state.hex_of[old]
    return overland(c, c.roster.side[old], h) if h >= 0 else c.state.box[old] in (DEAD, "rvgk")


def exchange(c: Ctx, old: Unit, new: Unit, law: str, box: str = CONVERTED) -> None:
    """Put a counter in the place of another one, which goes into a box; who is attached stays so."""
    s, h, where = c.state, c.state.hex_of[old], c.state.box[old]
    company = [c.roster.ids[u] for u in riders(c, [old])]
    marks = {name: getattr(s, name)[old] for name in ("moving", "mp_left", "origin", "fought")}
    to_box(c, old, box)
    if h >= 0:
        place(c, new, h)
        for name, value in marks.items():
            getattr(s, name)[new] = value
        s.attached = {**s.attached, **dict.fromkeys(company, c.roster.ids[new])}
    else:
        to_box(c, new, where)
    c.touch()
    secret = c.roster.side[old] if where == "rvgk" else None
    hexes = [h] if h >= 0 else []
    text = f"{c.roster.name[new]} takes the place of {c.roster.name[old]}."
    c.say("reinforcement", text, law, seen_by=secret, hexes=hexes, units=[old, new])
