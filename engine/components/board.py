"""The map: terrain, hexsides, roads and places as flat arrays over a Grid. Nothing here changes in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, count
from typing import Any, NamedTuple

from engine.components.errors import BadInput
from engine.components.grid import Grid, Hex, Side
from engine.components.mapnumbers import Numbering

BRIDGE = "bridge"


class Place(NamedTuple):
    """A named place: its hexes and its size in the rulebook's words (``major city``, ``city``)."""

    name: str
    hexes: tuple[Hex, ...]
    size: str
    note: str = ""
    value: int = 0
    """Victory points for holding all its hexes."""
    marks: tuple[str, ...] = ()
    """What else the rules know of it: ``port``, ``district`` ..."""


class Zone(NamedTuple):
    """A named set of hexes that rules speak of. ``group`` sorts zones of one sort: ``fort``, ``weather`` ..."""

    id: str
    title: str
    hexes: tuple[Hex, ...]
    """In the order of the file, where the order matters: along a border, a coast, a line of forts."""
    group: str = ""
    rule: str = ""
    note: str = ""
    provenance: str = "reconstructed"
    inside: frozenset[Hex] = frozenset()


ROAD, RAIL = NETS = ("road", "rail")
"""What a line is shown and answered as, whatever a map calls it."""


class LineKind(NamedTuple):
    """A kind of line that a map draws from hex to hex: ``road``, ``motorway``, ``railroad`` ..."""

    id: str
    net: str
    """One of ``NETS``."""
    rule: str = ""
    bridges: tuple[str, ...] = ()
    """Features of sides that it crosses by a bridge."""
    bridge: str = BRIDGE
    """The feature that such a side gets."""


class Box(NamedTuple):
    """A place beside the hexes that units may be in. ``entry`` is the zone from which the map is entered, if any.

    ``follows`` says what stands behind its id where units are in it: nothing, a ``number`` or ``words``.
    """

    id: str
    title: str
    rule: str = ""
    note: str = ""
    entry: str = ""
    follows: str = ""


class Sheet(NamedTuple):
    """One printed map sheet: its letter and the rows of the common frame that it covers."""

    id: str
    title: str
    first_row: int
    rows: int
    """How many rows of the frame it shows, from ``first_row`` on (counted from one)."""
    first_column: int = 1
    columns: int = 0
    """How many columns of the frame it shows, from ``first_column`` on (counted from one); 0 for all of them."""

    def across(self, grid: Grid) -> range:
        """The columns of the frame that it shows, from zero."""
        return range(self.first_column - 1, self.first_column - 1 + (self.columns or grid.columns))


@dataclass
class Board:
    """An immutable map. Fill it through ``engine.components.load``; the lists are shared by everybody who reads it."""

    grid: Grid
    sheets: tuple[Sheet, ...]
    labels: list[str]
    """The printed label of every hex, with its sheet letter: ``S2418``."""
    index: dict[str, Hex]
    """Every label and alias, upper case, to its hex. Two aliases may name one hex, never one label two."""
    terrain_names: tuple[str, ...]
    terrain: bytearray
    """Per hex an index into ``terrain_names``."""
    owner_names: tuple[str, ...]
    owner: bytearray
    """Per hex an index into ``owner_names``: the country at the start."""
    sides: dict[str, bytearray] = field(default_factory=dict)
    """Feature name to one byte a side, set on both hexes of a side: ``minor river``, ``road``, ``bridge`` ..."""
    river_names: dict[Side, str] = field(default_factory=dict)
    places: tuple[Place, ...] = ()
    place_at: dict[Hex, Place] = field(default_factory=dict)
    supply: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    """Named groups of supply hexes: ``axis``, ``soviet``, ``from_moscow``."""
    zones: dict[str, Zone] = field(default_factory=dict)
    boxes: dict[str, Box] = field(default_factory=dict)
    side_titles: dict[str, str] = field(default_factory=dict)
    """What a feature of sides that the map file names itself is called."""
    line_kinds: dict[str, LineKind] = field(default_factory=dict)
    """The kinds of lines of this map, by id."""
    chains: dict[str, tuple[tuple[Hex, ...], ...]] = field(default_factory=dict)
    """Hexes of roads and like lines in order, by feature."""
    numbers: Numbering = field(default_factory=Numbering)
    """How the map writes the labels of its hexes."""
    column_numbers: tuple[int, ...] = ()
    """The number printed on each column of the frame, from west to east."""
    provenance: str = "reconstructed"
    source: str = ""
    memo: dict[Any, Any] = field(default_factory=dict)
    """Tables prepared once from the map by the game's rules; a copy of the map that is changed has its own."""

    @property
    def blank(self) -> bytearray:
        """A feature that no side has."""
        return bytearray(self.grid.size * 6)

    def side(self, name: str) -> bytearray:
        """One byte a side for a feature; all zero for a feature that this map does not know."""
        found = self.sides.get(name)
        if found is None:
            found = self.sides[name] = self.blank
        return found

    def set_side(self, name: str, side: Side) -> None:
        """Give a side a feature, on both of its hexes. Only for building a board."""
        flags = self.side(name)
        flags[side] = 1
        other = self.grid.mirror(side)
        if other >= 0:
            flags[other] = 1

    def has(self, name: str, a: Hex, b: Hex) -> bool:
        """Whether the side between two neighbours has a feature."""
        return bool(self.side(name)[a * 6 + self.grid.neighbours[a].index(b)])

    def with_sides(self, *names: str) -> set[Hex]:
        """The hexes with a side that has one of these features."""
        return {side // 6 for name in names for side in compress(count(), self.side(name))}

    def lines_at(self, h: Hex) -> dict[str, list[int]]:
        """Directions in which lines leave a hex, by kind; kinds that do not touch it are left out."""
        found: dict[str, list[int]] = {}
        for kind in self.line_kinds:
            flags = self.side(kind)[h * 6 : h * 6 + 6]
            if any(flags):
                found[kind] = [d for d, flag in enumerate(flags) if flag]
        return found

    def of_net(self, net: str, lines: Mapping[str, Iterable[int]]) -> list[int]:
        """Directions of all lines of a net among these, each once and in order."""
        return sorted({d for kind, found in lines.items() if self.line_kinds[kind].net == net for d in found})

    def features(self, side: Side) -> list[str]:
        """All features of a side, in alphabetical order."""
        return [name for name in sorted(self.sides) if self.sides[name][side]]

    def label(self, h: Hex) -> str:
        """The printed label of a hex."""
        return self.labels[h]

    def zone(self, name: str) -> frozenset[Hex]:
        """The hexes of a zone. Raises ``KeyError`` for a zone that this map does not have."""
        return self.zones[name].inside

    def zones_of(self, group: str) -> list[Zone]:
        """All zones of a group, in the order of the file."""
        return [zone for zone in self.zones.values() if zone.group == group]

    def full_label(self, sheet: str, number: str) -> str:
        """The label of a bare number on a sheet."""
        return self.numbers.full(sheet, number)

    def find(self, text: str) -> Hex:
        """The hex with this label, alias, or bare number where only one sheet has it. Raises ``BadInput``."""
        key = text.strip().upper()
        found = self.index.get(key)
        if found is not None:
            return found
        raise BadInput(f"there is no hex '{text}' on this map")

    def find_in(self, text: str, inside: frozenset[Hex], sheet: str = "") -> Hex:
        """Like ``find``, but a bare number is completed with the one sheet of the hexes in play that has it.

        ``sheet`` is the map of a scenario that is played on one: its own numbers go before those of the next map.
        """
        if (exact := self.index.get(text)) is not None:
            return exact
        key = text.strip().upper()
        if key not in self.index:
            labels = [self.full_label(s.id, key) for s in self.sheets]
            found = {label: h for label in labels if (h := self.index.get(label, -1)) in inside}
            if sheet and self.full_label(sheet, key) in found:
                return found[self.full_label(sheet, key)]
            # A hex that two sheets share has one name: its alias must not make a number ambiguous.
            named = {h for label, h in found.items() if self.labels[h] == label}
            fits = sorted(named or set(found.values()))
            if len(fits) == 1:
                return fits[0]
            if fits:
                names = " or ".join(self.labels[h] for h in fits)
                raise BadInput(f"'{text}' is on more than one sheet: say {names}")
        return self.find(text)

    def terrain_name(self, h: Hex) -> str:
        """The rulebook's word for the terrain of a hex, lower case."""
        return self.terrain_names[self.terrain[h]]

    @cached_property
    def _aliases(self) -> dict[Hex, tuple[str, ...]]:
        found: dict[Hex, tuple[str, ...]] = {}
        for label, h in self.index.items():
            if label != self.labels[h].upper():
                found[h] = (*found.get(h, ()), label)
        return found

    def aliases(self, h: Hex) -> tuple[str, ...]:
        """Other labels of a hex: those that a sheet beside its own prints in it."""
        return self._aliases.get(h, ())

    def describe(self, h: Hex) -> str:
        """A hex for a sentence: ``S2418 Minsk``."""
        place = self.place_at.get(h)
        return f"{self.labels[h]} {place.name}" if place else self.labels[h]
