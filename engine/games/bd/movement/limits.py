"""Where a unit may never go or attack, whoever is there: countries, areas and logistical zones (8.3, 8.30, 10.22)."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.games.bd.kinds import COASTAL_ARMY, is_cavalry, is_satellite
from engine.games.bd.tables import NORTH, Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

KERCH_COMMAND, BALTIC_SS = "ksc", "6ss"
"""The two corps that are bound to an area (8.3)."""
BALTIC = ("USSR-Lithuanian", "USSR-Latvian", "USSR-Estonian", "Lithuania")
CALM = ("Hungary", "Romania")
"""Countries that are out of the war on game turn 1 (5.11)."""


@rule("bd:5.11")
def may_go(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may move, advance, retreat or attack into a hex as far as areas and countries go."""
    return may_be(c, u, h) or _on_the_first_turn(c, u, h)


@rule("bd:8.3", "bd:8.30", "bd:10.22", "bd:R26", "bd:10.34")
def may_be(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may be in a hex at all, in the set-up as later."""
    why = _not_there(c, u, h)
    if why is None:
        return None
    law, words = why
    return Refusal(law, f"{c.roster.short[u]} {words.format(c.board.describe(h))}.", (h,), (u,))


def _not_there(c: Ctx, u: Unit, h: Hex) -> tuple[str, str] | None:
    """The rule that keeps a unit out of a hex, in words around the hex: asked for every hex of a list."""
    t, unit = tables(c), c.roster.ids[u]
    if unit == KERCH_COMMAND and h not in t.zone("crimea_area"):
        return "bd:8.3", "stays in the Crimea supply area: not to {}"
    if unit == BALTIC_SS and not t.country(h).startswith(BALTIC):
        return "bd:8.3", "stays in the Baltic states: not to {}"
    if c.roster.kind[u] == COASTAL_ARMY and h not in coastal_ports(c):
        return "bd:10.34", "is in Odessa or in Sevastopol, never in {}"
    if _barred_north(c, u, h):
        return "bd:10.22", "may not go north of the logistical boundary: {}"
    if is_cavalry(c, u) and c.state.hex_of[u] >= 0 and t.area(h) != t.area(c.state.hex_of[u]):
        return "bd:8.30", "stays in its logistical zone: not to {}"
    return None


def _barred_north(c: Ctx, u: Unit, h: Hex) -> bool:
    """Axis satellite armies stay south, unless the effort of 1942 was put into the north (10.22)."""
    if c.roster.side[u] != "axis" or not is_satellite(c, u):
        return False
    return tables(c).area(h) == NORTH and c.state.bonus_zone != 1


@rule("bd:5.11")
def _on_the_first_turn(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    if c.state.turn != 1:
        return None
    t, here = tables(c), c.state.hex_of[u]
    there, own = t.country(h), t.country(here) if here >= 0 else ""
    if own == there or (own not in CALM and there not in CALM):
        return None
    country = there if there in CALM else own
    text = f"Nobody crosses the border of {country} on Game Turn 1: {c.board.describe(h)}."
    return Refusal("bd:5.11", text, (h,), (u,))


def coastal_ports(c: Ctx) -> frozenset[Hex]:
    """Odessa and Sevastopol, between which the Independent Coastal Army goes (10.34)."""
    return frozenset({tables(c).named("Odessa"), tables(c).named("Sevastopol")} - {-1})


@rule("bd:8.3", "bd:8.30", "bd:10.22", "bd:5.11")
def barred(c: Ctx, u: Unit) -> frozenset[Hex]:
    """Land hexes that a unit may not enter; empty for most."""
    bound = c.roster.ids[u] in (KERCH_COMMAND, BALTIC_SS) or is_cavalry(c, u) or c.roster.kind[u] == COASTAL_ARMY
    if not (bound or (c.roster.side[u] == "axis" and is_satellite(c, u)) or c.state.turn == 1):
        return frozenset()
    return _barred(c, u)


@derived("hex_of", "turn", "memory")
def _barred(c: Ctx, u: Unit) -> frozenset[Hex]:
    return frozenset(h for h in tables(c).land if may_go(c, u, h) is not None)
