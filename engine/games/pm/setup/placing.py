"""3.2 to 3.7: putting single counters down in the set-up, and taking them up again."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.pm.movement.stacking import fits
from engine.games.pm.setup.strictures import (
    FRONTIER,
    INTERIOR,
    NORTH,
    SOUTH,
    may_start,
    waiting,
    zone_of,
)
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import anonymous, place
from engine.play.action import Refusal
from engine.play.fields import derived, units_at

Words = tuple[str, ...]
AREAS = {"okh-north": NORTH, "okh-south": SOUTH}
"""Words of an action for the OKH Reserve Areas."""


def where(c: Ctx, word: str) -> Hex | str:
    """A hex or an OKH Reserve Area named in an action. Raises ``BadInput``."""
    return AREAS[word] if word in AREAS else c.hex(word)


def place_check(c: Ctx, unit: str, target: str) -> Refusal | None:
    """``place 3pz 1819N`` or ``place 3pz okh-north``."""
    u, to, side = c.unit(unit), where(c, target), c.frame.vars["side"]
    if c.roster.side[u] != side or not c.state.box[u].startswith("to place"):
        return Refusal("pm:3.1", f"{c.roster.short[u]} is not waiting to be set up by you.", units=(u,))
    return may_start(c, u, to) or (room(c, u, to) if not isinstance(to, str) else None)


def room(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a hex holds one more: ``None``, or what forbids it (6.1)."""
    return fits(c, [*units_at(c, h), u], h)


def put_down(c: Ctx, u: Unit, to: Hex | str) -> None:
    """Set a unit up."""
    if isinstance(to, str):
        c.state.box[u] = to
        c.touch()
    else:
        place(c, u, to)


def place_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Printed counters one by one; anonymous ones are put by their kind, hex by hex."""
    spots = [*AREAS, *(c.label(h) for h in sorted(zomo(c)))] if c.frame.vars["side"] == "axis" else []
    waiting_here = printed(c)
    for unit in waiting_here if subject is None else [subject] if subject in waiting_here else []:
        yield from ((unit, spot) for spot in spots)


def zomo(c: Ctx) -> frozenset[Hex]:
    """All hexes in which German-side units can start (3.7)."""
    if "zomo" not in c.data.memo:
        t = tables(c)
        c.data.memo["zomo"] = t.zone("zomo_germany") | t.zone("zomo_hungary") | t.zone("zomo_romania")
    found: frozenset[Hex] = c.data.memo["zomo"]
    return found


@derived()
def printed(c: Ctx) -> list[str]:
    """Ids of the counters of the side that wait and are no untried pieces."""
    return [c.roster.ids[u] for u in waiting(c, c.frame.vars["side"]) if not anonymous(c, u)]


def next_piece(c: Ctx, h: Hex, formation: str) -> Unit | None:
    """The next waiting counter of a formation that belongs to the zone of a hex."""
    found = pieces(c).get((zone_at(c, h), formation))
    return found[0] if found else None


def zone_at(c: Ctx, h: Hex) -> str:
    """The set-up zone of a hex."""
    return FRONTIER if h in tables(c).zone(FRONTIER) else INTERIOR


@derived()
def pieces(c: Ctx) -> dict[tuple[str, str], list[Unit]]:
    """The waiting counters of every zone and formation, in their order."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for u in waiting(c, "soviet"):
        found.setdefault((zone_of(c, u), c.roster.formation[u]), []).append(u)
    return found


def put_check(c: Ctx, hex_: str, formation: str) -> Refusal | None:
    """``put 1819N rd``: the next untried counter of a kind."""
    h = c.hex(hex_)
    if c.frame.vars["side"] != "soviet":
        return Refusal("pm:3.7", "Place German-side units by name: 'place 3pz 1819N'.")
    if h not in soviet_hexes(c):
        return Refusal("pm:3.2", f"{c.board.describe(h)} is no Soviet land.", (h,))
    u = next_piece(c, h, formation)
    if u is None:
        return Refusal("pm:17.6", f"No {formation.upper()} of the zone of {c.label(h)} is left to place.", (h,))
    return room(c, u, h)


def soviet_hexes(c: Ctx) -> frozenset[Hex]:
    """All hexes of both Soviet set-up zones."""
    if "soviet hexes" not in c.data.memo:
        c.data.memo["soviet hexes"] = (tables(c).zone(FRONTIER) | tables(c).zone(INTERIOR)) & tables(c).land
    found: frozenset[Hex] = c.data.memo["soviet hexes"]
    return found


def put_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Words of ``put``."""
    hexes = put_hexes(c)
    kinds = sorted({formation for _, formation in pieces(c)}) if hexes else []
    for label in hexes if subject is None else [subject] if subject in hexes else []:
        yield from ((label, kind) for kind in kinds)


@derived()
def put_hexes(c: Ctx) -> list[str]:
    """Labels of the hexes that a piece may be put into."""
    if c.frame.vars["side"] != "soviet" or not waiting(c, "soviet"):
        return []
    return [c.label(h) for h in sorted(soviet_hexes(c))]


def put(c: Ctx, hex_: str, formation: str) -> None:
    """``put``: the next piece of a kind comes into a hex."""
    h = c.hex(hex_)
    u = next_piece(c, h, formation)
    assert u is not None
    put_down(c, u, h)


def take_check(c: Ctx, unit: str) -> Refusal | None:
    """``take 3pz``: back to those that wait."""
    u = c.unit(unit)
    if u not in placed(c, c.frame.vars["side"]):
        return Refusal("pm:3.1", f"{c.roster.short[u]} has not been set up by you.", units=(u,))
    return None


@derived()
def placed(c: Ctx, side: str) -> list[Unit]:
    """Units of a side that have been set up, on the map or in an OKH Reserve Area."""
    s = c.state
    on = AREAS.values()
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and (s.hex_of[u] >= 0 or s.box[u] in on)]


def take_up(c: Ctx, u: Unit) -> None:
    """Put a unit back to those that wait."""
    c.state.hex_of[u] = -1
    c.state.box[u] = f"to place {zone_of(c, u)}" if anonymous(c, u) else "to place"
    c.touch()


def take_words(c: Ctx, subject: str | None) -> Iterable[Words]:
    """Words of ``take``."""
    ids = placed_ids(c)
    return [(i,) for i in ids] if subject is None else [(subject,)] if subject in ids else []


@derived()
def placed_ids(c: Ctx) -> list[str]:
    """Ids of the counters of the side that stand."""
    return [c.roster.ids[u] for u in placed(c, c.frame.vars["side"])]


def clear(c: Ctx, side: str) -> None:
    """Take everything of a side up again."""
    for u in placed(c, side):
        take_up(c, u)
