"""Section 9: sources, lines and the supply state of units. Lines are found from the sources outward."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.components.paths import trail
from engine.components.wording import plural
from engine.games.pm.beginners import in_force
from engine.games.pm.forts import standing
from engine.games.pm.state import AERIAL, ATTENUATED, SUPPLIED, UNSUPPLIED
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.weather import NORTH, SNOW
from engine.kit.sweeps import Region, region, swept
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, stacks

WORDS = ("supplied", "attenuated supply", "aerial supply", "out of supply")
"""The states as the rulebook calls them, by number."""
OWN_COUNTRY = {"romanian": "supply_romanian", "hungarian": "supply_hungarian"}
"""Nationalities that trace to their own country alone (9.11)."""
LENINGRAD, ORANIENBAUM = "Leningrad", "4100N"

Field = tuple[dict[Hex, int], dict[Hex, Hex]]
"""Distance from the nearest source per hex in supply, and the next hex toward that source."""


# ---------------------------------------------------------------------- the ground
@rule("pm:9.4", "pm:9.14", "pm:9.15")
def lanes(c: Ctx, lakes: bool) -> tuple[tuple[Hex, ...], ...]:
    """Per hex the hexes beside it that a line may go to: over straits, never over sea; over lakes only if asked."""
    key = f"lanes {lakes}"
    if key not in c.data.of_map:
        t, board = tables(c), c.board
        ground = t.land | (
            frozenset(h for h in board.grid if board.terrain_name(h) == "lake") if lakes else frozenset()
        )
        c.data.of_map[key] = tuple(t.open_ground(ground, ("sea",) if lakes else ("sea", "lake")))
    found: tuple[tuple[Hex, ...], ...] = c.data.of_map[key]
    return found


@derived("hex_of")
def occupied(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes with ground units of a side."""
    return frozenset(h for h, units in stacks(c).items() if c.roster.side[units[0]] == side)


@derived("hex_of", "lines", "destroyed", "turn")
def _closed(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes that no line of a side may enter: enemy units, for the German side intact forts, for the Soviets on the
    first turn Hungary and Romania (9.4, 14.29, 5.3)."""
    if side == "axis":
        effects = tables(c).effects
        forts = frozenset(h for h, work in standing(c).items() if effects[work]["stops_supply"])
        return occupied(c, "soviet") | (forts if in_force(c, "14.29") else frozenset())
    t = tables(c)
    allies = t.zone("zomo_hungary") | t.zone("zomo_romania")
    return occupied(c, "axis") | (allies if c.state.turn == 1 and in_force(c, "5.3") else frozenset())


# ---------------------------------------------------------------------- fields
@rule("pm:9.10", "pm:9.11", "pm:9.12", "pm:14.29")
@derived("hex_of", "lines", "destroyed", "turn")
def field(c: Ctx, zone: str, side: str, lakes: bool) -> Field:
    """What can be supplied from the sources of a zone of the map, as far as the enemy does not stand on them."""
    shut = _shut(c, side)
    sources = sorted(h for h in tables(c).zone(zone) if not shut[h])
    return swept(c, f"{zone} {side} {lakes}", lanes(c, lakes), sources, shut, bytes(c.grid.size))


@derived("hex_of", "lines", "destroyed", "turn")
def _shut(c: Ctx, side: str) -> bytes:
    """The same hexes as ``_closed``, one byte a hex."""
    flags = bytearray(c.grid.size)
    for h in _closed(c, side):
        flags[h] = 1
    return bytes(flags)


@rule("pm:9.4", "pm:9.10", "pm:9.14")
def soviet_field(c: Ctx, lakes: bool = True) -> Field:
    """Soviet lines; ``lakes=False`` is full overland supply."""
    return field(c, "supply_soviet", "soviet", lakes)


@rule("pm:9.11", "pm:R23", "pm:9.14")
def axis_field(c: Ctx, nationality: str = "german") -> Field:
    """Lines of a nationality of the German side; lakes carry them in snow alone."""
    return field(c, OWN_COUNTRY.get(nationality, "supply_german"), "axis", _lakes_carry(c))


# ---------------------------------------------------------------------- whether there is a line at all
@rule("pm:9.10", "pm:9.11", "pm:9.12", "pm:14.29")
@derived("hex_of", "lines", "destroyed", "turn")
def _supplied(c: Ctx, zone: str, side: str, lakes: bool) -> Region:
    """The hexes of ``field``, which are found much sooner than how far they are."""
    return region(c, f"{zone} {side} {lakes}", lanes(c, lakes), tables(c).zone(zone), _shut(c, side))


def soviet_supplied(c: Ctx, lakes: bool = True) -> Region:
    """The hexes of ``soviet_field``."""
    return _supplied(c, "supply_soviet", "soviet", lakes)


def axis_supplied(c: Ctx, nationality: str = "german") -> Region:
    """The hexes of ``axis_field``."""
    return _supplied(c, OWN_COUNTRY.get(nationality, "supply_german"), "axis", _lakes_carry(c))


@rule("pm:9.14")
def _lakes_carry(c: Ctx) -> bool:
    """Whether lines of the German side run over lakes: in snow, and all lakes lie in the northern zone."""
    return c.state.weather[NORTH] == SNOW


@rule("pm:9.2", "pm:9.4")
def reaches(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a hex is in supply for a side now; German nationality for the German side, attenuated or not."""
    if not in_force(c, "9.0"):
        return True
    if side == "axis":
        return h in axis_supplied(c)
    return h in soviet_supplied(c) or h in tables(c).ports or (c.label(h) == ORANIENBAUM and _leningrad(c))


@rule("pm:8.13", "pm:8.11", "pm:9.13")
def overland(c: Ctx, h: Hex) -> bool:
    """Whether a hex is in full overland supply for the Soviet side: without lakes and ports."""
    if not in_force(c, "9.0") or h in soviet_supplied(c, False):
        return True
    return c.label(h) == ORANIENBAUM and _leningrad(c) and not lake_supply(c)


@rule("pm:9.16")
def lake_supply(c: Ctx) -> bool:
    """Whether Leningrad is on Lake Supply: its only line crosses a lake."""
    if not in_force(c, "9.16"):
        return False
    return _leningrad(c) and not any(h in soviet_supplied(c, False) for h in tables(c).named(LENINGRAD))


def _leningrad(c: Ctx) -> bool:
    """Whether Leningrad is Soviet and has a line of any kind."""
    hexes = tables(c).named(LENINGRAD)
    return any(c.state.control[c.label(h)] == "soviet" and h in soviet_supplied(c) for h in hexes)


# ---------------------------------------------------------------------- units
@rule("pm:9.2", "pm:9.3", "pm:9.13", "pm:9.17", "pm:9.18", "pm:9.19", "pm:9.20", "pm:11.4")
def state_of(c: Ctx, u: Unit) -> int:
    """Supply state of a unit now: SUPPLIED, ATTENUATED, AERIAL or UNSUPPLIED."""
    if not in_force(c, "9.0"):
        return SUPPLIED
    h = c.state.hex_of[u]
    if h < 0:
        return SUPPLIED
    if c.roster.side[u] == "soviet":
        # 11.4: invaders are supplied at sea and ashore in this player turn; else only units in ports stand still.
        landing = c.state.still[u] or h not in tables(c).land
        return SUPPLIED if landing or reaches(c, "soviet", h) else UNSUPPLIED
    if h not in axis_supplied(c, c.roster.nationality[u]):
        return AERIAL if h in flown_to(c) else UNSUPPLIED
    return ATTENUATED if attenuated(c, u, h) else SUPPLIED


@rule("pm:9.3", "pm:9.6", "pm:9.19", "pm:9.20")
def attenuated(c: Ctx, u: Unit, h: Hex) -> bool:
    """Whether a German-side unit with a line, or on aerial supply, must consult the GAST when it attacks from a hex."""
    if c.state.pause_complete or c.state.marked[u]:
        return False
    return east_of_gas(c, h)


@rule("pm:9.3")
def east_of_gas(c: Ctx, h: Hex) -> bool:
    """Whether a hex lies east of the German Attenuated Supply Line; the Crimea lies west of it."""
    return h not in tables(c).zone("west_of_gas")


@derived("carries", "hex_of")
def flown_to(c: Ctx) -> frozenset[Hex]:
    """Hexes of units with an aerial supply marker (9.18)."""
    carriers = (u for m, u in c.state.carries.items() if m.startswith("aerial"))
    return frozenset(c.state.hex_of[c.roster.by_id[u]] for u in carriers)


def line_of(c: Ctx, u: Unit) -> tuple[Hex, ...]:
    """The supply line of a unit, from its hex to the source; empty where there is none to trace."""
    h, r = c.state.hex_of[u], c.roster
    if h < 0:
        return ()
    found, before = soviet_field(c) if r.side[u] == "soviet" else axis_field(c, r.nationality[u])
    return tuple(reversed(trail(before, h))) if h in found else ()


# ---------------------------------------------------------------------- what a Pause and a concentration forbid
@rule("pm:9.19", "pm:9.20")
def attack_barred(c: Ctx, u: Unit) -> Refusal | None:
    """Why supply orders keep a unit from attacking in any way; being out of supply does not (9.7)."""
    s = c.state
    if c.roster.side[u] != "axis":
        return None
    if s.pause_left:
        text = f"No German-side unit attacks during the Pause: {plural(s.pause_left, 'couplet')} to go."
        return Refusal("pm:9.19", text, units=(u,))
    if s.concentration and not s.marked[u]:
        text = f"{c.roster.short[u]} has no marker of the supply concentration and may not attack."
        return Refusal("pm:9.20", text, units=(u,))
    return None


@rule("pm:9.20")
def one_hex_only(c: Ctx, u: Unit) -> bool:
    """Whether a supply concentration for others keeps a unit from moving more than one hex."""
    return bool(c.roster.side[u] == "axis" and c.state.concentration and not c.state.marked[u])


@derived("hex_of", "lines", "destroyed", "turn", "weather", "control", "still", "marked", "memory", "carries")
def without_supply(c: Ctx, side: str) -> Iterable[Unit]:
    """Units of a side on the map that are out of supply now."""
    return [
        u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side and state_of(c, u) == UNSUPPLIED
    ]


# ---------------------------------------------------------------------- von Paulus' Pause
@rule("pm:9.19")
def pause_possible(c: Ctx) -> bool:
    """Whether the Pause may be declared at the end of this turn: turns 2 and 3, once."""
    s = c.state
    return in_force(c, "9.19") and s.turn in (2, 3) and not s.pause_left and not s.pause_complete


@rule("pm:9.19")
def couplet_ends(c: Ctx) -> None:
    """A couplet of a Pause has passed; after the last one the GAS Line does not count any more."""
    s = c.state
    if s.pause_left:
        s.pause_left -= 1
        if not s.pause_left:
            s.pause_complete = 1
            c.say("supply", "The Pause is complete: the GAS Line does not matter any more.", "pm:9.19")
        c.touch()
