"""3.2: zones of control, by where a unit could go, weather and works."""

from __future__ import annotations

from itertools import compress, count
from typing import NamedTuple

from engine.components.grid import Hex, Side, Unit
from engine.games.efs.edition import edition
from engine.games.efs.forts import BELT, CITADEL, builds_printed, standing
from engine.games.efs.kinds import GREEN, ORANGE, colour, is_combat, is_motorized
from engine.games.efs.tables import LAKE, MAJOR_CITY, MAJOR_RIVER, WATER, WATERS, WOODED, Ctx, tables
from engine.games.efs.units import combat_units, fighters, is_untried, number
from engine.games.efs.weather import MUD, Ice, ice, mud_lingers, weather
from engine.play.citing import rule
from engine.play.fields import derived, for_good, while_same

FOOT, MOTOR, HEAVY = 1, 2, 4
"""How a unit goes, which is how its zone reaches: freely, with wheels and tracks, with super-heavy guns."""
OWN, COMBAT = 8, 16
"""It projects its zone without another unit's help; it is a combat unit at all."""
CLASSES = FOOT | MOTOR | HEAVY
NO_MUD, WOODS_MUD, ALL_MUD = range(3)
"""Where there is mud: nowhere, in hexes with woods, everywhere."""
WIDE = (WATERS.index(MAJOR_RIVER), WATERS.index(LAKE))
"""Water that no zone crosses unless it is frozen, as ``Tables.waters`` has it."""


# ---------------------------------------------------------------------- units
@rule("efs:3.25", "efs:3.26", "efs:3.27", "efs:21.62")
@derived("mode", "steps_left", "overrun", "identity")
def projection(c: Ctx) -> bytes:
    """One byte a unit: how its zone reaches, whether by itself, and whether it is a combat unit.

    An Untried unit projects a zone whatever its other side shows.
    """
    found = bytearray(_gaits(c))
    for u in compress(count(), c.state.overrun):
        found[u] &= COMBAT
    drawn = [u for u, other in enumerate(c.state.identity) if other >= 0]
    for u in (*_banded(c), *drawn):
        if found[u] & OWN and not is_untried(c, u) and number(c, u, "no_zoc"):
            found[u] &= ~OWN
    return bytes(found)


@for_good
def _gaits(c: Ctx) -> bytes:
    """One byte a unit: how the zone of a combat unit reaches, as if each projected one by itself."""
    units = range(len(c.roster))
    return bytes([COMBAT | OWN | _gait(c, u) if is_combat(c, u) else 0 for u in units])


@for_good
def _banded(c: Ctx) -> list[Unit]:
    """The units that a face shows to project no zone by themselves."""
    faces = [range(len(faces)) for faces in c.roster.faces]
    return [u for u, lost in enumerate(faces) if any(c.roster.number("no_zoc", u, n) for n in lost)]


@rule("efs:3.22", "efs:3.24")
def _gait(c: Ctx, u: Unit) -> int:
    if is_motorized(c, u) or (colour(c, u) == ORANGE and edition(c).orange_sinks):
        return MOTOR
    return HEAVY if colour(c, u) == GREEN else FOOT


@rule("efs:3.23", "efs:3.25")
def _of_stack(how: bytes, units: tuple[Unit, ...]) -> int:
    """The ways in which the zone of a stack reaches; 0 where none of its units projects one by itself."""
    together = 0
    for u in units:
        together |= how[u]
    return together & CLASSES if together & OWN else 0


# ---------------------------------------------------------------------- the ground
def _mud(c: Ctx) -> int:
    if weather(c) == MUD:
        return ALL_MUD
    return WOODS_MUD if mud_lingers(c) else NO_MUD


def lanes(c: Ctx, gaits: int) -> Lanes:
    """Per hex the hexes beside it that a zone of these ways of going reaches in the weather of the turn.

    Works are left out of account.
    """
    gait = FOOT if gaits & FOOT else HEAVY if gaits & HEAVY else MOTOR
    ground = Ground(gait, ice(c), _mud(c) if gait == MOTOR else NO_MUD)
    key, memo = f"zones {ground}", c.data.of_map
    if key not in memo:
        memo[key] = Lanes(c, ground)
    found: Lanes = memo[key]
    return found


class Ground(NamedTuple):
    """What decides where a zone reaches: the unit's way of going, ice, mud."""

    gait: int
    ice: Ice
    mud: int


class Lanes:
    """Per hex the hexes beside it that a zone reaches over some ground; each is found when it is first asked for."""

    def __init__(self, c: Ctx, ground: Ground) -> None:
        t = self._t = tables(c)
        firm = {LAKE: ground.ice.lakes, MAJOR_RIVER: ground.ice.rivers}
        self._wide = [code for code in WIDE if not firm[WATERS[code]]]
        self._wet = t.of_terrain({*WATER} - {LAKE} if ground.ice.lakes else WATER, outside=1)
        self._shut = bytearray(self._wet)
        for h in (h for place in c.board.places if place.size == MAJOR_CITY for h in place.hexes):
            self._shut[h] = 1
        self._swamp = t.of_terrain(() if ground.ice.swamps else ("swamp",))
        self._mud = bytearray(t.of_terrain(_MUDDY[ground.mud] or c.board.terrain_names))
        for h in c.board.place_at:
            self._mud[h] = 0
        self._foot, self._neighbours = ground.gait == FOOT, c.grid.neighbours
        self._found: dict[Hex, tuple[Hex, ...]] = {}

    def __getitem__(self, h: Hex) -> tuple[Hex, ...]:
        found = self._found.get(h)
        if found is None:
            found = self._found[h] = () if self._wet[h] else self._from(h)
        return found

    @rule("efs:3.22", "efs:3.24", "efs:10.49", "efs:5.23", "efs:R3")
    def _from(self, h: Hex) -> tuple[Hex, ...]:
        """Over lakes and major rivers no zone reaches unless frozen, nor into a major city. Wheels need a road or
        railroad in and out of swamp, and into mud where there is no town."""
        waters, around = self._t.waters, ((h * 6 + d, n) for d, n in enumerate(self._neighbours[h]))
        open_ = [(side, n) for side, n in around if n >= 0 and not self._shut[n] and waters[side] not in self._wide]
        return tuple([n for side, n in open_ if self._foot or not self._soft(h, n) or self._joined(side)])

    def _soft(self, h: Hex, n: Hex) -> bool:
        """Whether the ground of two hexes asks wheels for a road: swamp in one of them, mud in the second."""
        return bool(self._swamp[h] or self._swamp[n] or self._mud[n])

    def _joined(self, side: Side) -> bool:
        return bool(self._t.roads[side] or self._t.rails[side])


_MUDDY = {NO_MUD: ("-",), WOODS_MUD: WOODED, ALL_MUD: ()}
"""Terrain in which there is mud; all of it where none is named."""


# ---------------------------------------------------------------------- zones
@rule("efs:3.2", "efs:3.21", "efs:18.33", "efs:18.52")
@derived("hex_of", "mode", "steps_left", "overrun", "identity", "ruined", "weather", "frozen", "weathers", "climates")
def in_zoc(c: Ctx, side: str) -> bytes:
    """One byte a hex: 1 in the zones of control of a side, the hexes of its combat units among them."""
    held, how = fighters(c, side), projection(c)
    reads = held, how, standing(c, CITADEL), standing(c, BELT), ice(c), _mud(c)
    return while_same(c, ("zones", side), reads, lambda: _zones(c, side))


def _zones(c: Ctx, side: str) -> bytes:
    flags, how = bytearray(c.grid.size), projection(c)
    held, citadels = fighters(c, side), standing(c, CITADEL)
    found: dict[int, Lanes] = {}  # by the ways of going of a stack, of which there are few
    for h, units in held.items():
        gaits = _of_stack(how, units)
        if gaits and h not in citadels:
            reach = found[gaits] if gaits in found else found.setdefault(gaits, lanes(c, gaits))
            for n in reach[h]:
                flags[n] = 1
    for h in _shut(c, side):
        flags[h] = 0
    for h in held:
        flags[h] = 1
    return bytes(flags)


@rule("efs:18.33", "efs:18.52")
def _shut(c: Ctx, side: str) -> frozenset[Hex]:
    """Hexes that no zone of a side enters: active citadels, and belts of the enemy."""
    return standing(c, CITADEL) | (frozenset() if builds_printed(c, side) else standing(c, BELT))


@rule("efs:3.21", "efs:3.25", "efs:12.16")
def projectors(c: Ctx, h: Hex, side: str) -> tuple[Unit, ...]:
    """The units of a side whose zone of control reaches a hex, those that stand in it first."""
    found = list(combat_units(c, h, side))
    if h in _shut(c, side):
        return tuple(found)
    how, citadels = projection(c), standing(c, CITADEL)
    for n in c.grid.adjacent[h]:
        units = combat_units(c, n, side)
        if units and n not in citadels and _of_stack(how, units):
            found += [u for u in units if how[u] & CLASSES and h in lanes(c, how[u] & CLASSES)[n]]
    return tuple(found)


@rule("efs:3.2", "efs:3.23", "efs:10.31", "efs:10.32")
def zoc_stops(c: Ctx, side: str, h: Hex) -> bool:
    """Whether a hex lies in a zone of control of the enemy of a side, which stops who enters it."""
    return bool(in_zoc(c, c.other(side))[h])


@rule("efs:6.13", "efs:20.13", "efs:R8")
def open_to(c: Ctx, side: str, h: Hex) -> bool:
    """Whether no enemy zone of control counts in a hex: there is none, or a combat unit of the side is in it."""
    return h in fighters(c, side) or not in_zoc(c, c.other(side))[h]
