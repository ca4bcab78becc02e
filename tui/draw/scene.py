"""What is to be seen on the map at one moment: plain values, made from a view once a change, compared hex by hex."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

from engine.components.board import Board
from engine.components.grid import Hex, Side, Unit
from engine.components.sides import border
from engine.play.asked import PLACES, Overlay
from engine.play.view import View
from tui.draw.by_hex import ByHex, differing
from tui.draw.glyphs import BARRED, CANAL, EDGE, LIMIT, LINE, MAJOR, MINOR, PLAIN, TRAILS
from tui.draw.layout import Window, window_of

Mark = tuple[str, str]
"""At most four characters, and the name of a style."""


class Counter(NamedTuple):
    """One counter as it lies on the map. ``side`` counts from 0; ``note`` is ``""``, ``done`` or ``cut off``."""

    side: int
    glyph: str
    letter: str
    short: str
    attack: int
    defense: int
    move: int
    steps: int
    max_steps: int
    hq: bool = False
    known: bool = True
    """Whether its strength is known to whoever looks."""
    chosen: bool = False
    note: str = ""


class Town(NamedTuple):
    """A named place: its name, whether it is a major city, the points it is worth and who holds it (-1 nobody).

    ``sign`` is the sign that the game wants for places of its size, empty for the usual one.
    """

    name: str
    major: bool
    points: int = 0
    holder: int = -1
    sign: str = ""


NOTHING: Mapping[str, Any] = {}


class Terrain(NamedTuple):
    """The part of a scene that never changes in a game: the board, the hexes in play, their window and sides."""

    board: Board
    in_play: frozenset[Hex]
    window: Window
    labels: tuple[str, ...]
    edges: tuple[str, ...]
    """Kind of every side, seen from every hex."""
    drawing: Mapping[str, Mapping[str, str]] = NOTHING
    """How the game wants its own things drawn: ``sides``, ``lines``, ``places``, ``markers`` to names of signs,
    ``words``."""
    lines: Mapping[str, str] = NOTHING
    """The kinds of lines of the board, railroads first, to the names of their signs."""
    trunks: tuple[str, ...] = ()
    """Those of them that are so few and great that they are drawn at middle zoom always."""
    beside_trunks: frozenset[Hex] = frozenset()
    """Hexes that a trunk road runs through."""
    border: frozenset[Hex] = frozenset()
    """Hexes at the edge of what is in play."""

    def edge(self, side: Side) -> str:
        """The kind of a side."""
        return self.edges[side]


@dataclass(frozen=True)
class MapScene:
    """Everything that the map shows. Two scenes of one ``ground`` differ only in the hexes of ``changes``."""

    ground: Terrain
    cursor: Hex = -1
    units: Mapping[Hex, tuple[Counter, ...]] = field(default_factory=dict)
    towns: Mapping[Hex, Town] = field(default_factory=dict)
    markers: Mapping[Hex, tuple[str, ...]] = field(default_factory=dict)
    """Markers in words, as the game names them: ``fortress +1``, ``soviet supply source``."""
    sides: tuple[str, ...] = ()
    highlights: Mapping[Hex, Mark] = field(default_factory=dict)
    letters: Mapping[Hex, str] = field(default_factory=dict)
    overlay: Mapping[Hex, str] = field(default_factory=dict)
    networks: tuple[str, ...] = ()
    """Kinds of lines of the board that an overlay shows."""
    named: bool = False
    """Whether an overlay shows the names of places over their garrisons."""

    def at(self, h: Hex) -> tuple[object, ...]:
        """All that changes of one hex, to be compared; the cursor is not part of it."""
        return (
            self.units.get(h), self.towns.get(h), self.markers.get(h), self.highlights.get(h), self.letters.get(h),
            self.overlay.get(h),
        )  # fmt: skip

    def changes(self, old: MapScene) -> set[Hex] | None:
        """Hexes that look different in an older scene, ``None`` when all may: another board or other networks.

        Of hexes that nobody has drawn from the older scene nothing is found out.
        """
        if self.ground is not old.ground or self.sides != old.sides:
            return None
        if self.networks != old.networks or self.named != old.named:
            return None
        found: set[Hex] = {h for h in (self.cursor, old.cursor) if h >= 0} if self.cursor != old.cursor else set()
        pairs: tuple[tuple[Mapping[Hex, object], Mapping[Hex, object]], ...] = (
            (self.units, old.units), (self.towns, old.towns), (self.markers, old.markers),
            (self.highlights, old.highlights), (self.letters, old.letters), (self.overlay, old.overlay),
        )  # fmt: skip
        return found.union(*(differing(new, was) for new, was in pairs))


def terrain_of(
    board: Board, in_play: Collection[Hex] = (), drawing: Mapping[str, Mapping[str, str]] | None = None
) -> Terrain:
    """Prepare a board for drawing; all of it when no hexes are given. Keep the result: it is compared by identity."""
    drawing = drawing or {}
    hexes = frozenset(in_play) or frozenset(board.grid)
    labels = tuple(map(_short_label(board, hexes), board.labels))
    looks = {**FEATURES, **drawing.get("sides", {})}
    edges = _edges(board, looks)
    wanted = drawing.get("lines", {})
    kinds = sorted(board.line_kinds.values(), key=lambda kind: kind.net)
    lines = {kind.id: look if (look := wanted.get(kind.id)) in TRAILS else kind.net for kind in kinds}
    trunks = tuple(kind for kind, look in lines.items() if look == "trunk")
    through = frozenset(h for kind in trunks for chain in board.chains.get(kind, ()) for h in chain)
    neighbours = board.grid.neighbours
    inside = bytearray(board.grid.size)
    for h in hexes:
        inside[h] = 1
    edge = frozenset(border(board.grid, inside))
    for h in edge:
        for d, n in enumerate(neighbours[h]):
            if n not in hexes and edges[h * 6 + d] == PLAIN:
                edges[h * 6 + d] = EDGE
    window = window_of(board.grid, hexes)
    return Terrain(board, hexes, window, labels, tuple(edges), drawing, lines, trunks, through, edge)


def _ground(view: View) -> Terrain:
    """The terrain of a view's board: found once for all games that are played on the same hexes of it."""
    data, drawing = view.data, view.data.meta.get("drawing")
    kept: tuple[object, Terrain] | None = data.of_map.get("drawn")
    if kept is None or kept[0] != drawing or kept[1].board is not view.board:
        kept = data.of_map["drawn"] = drawing, terrain_of(view.board, data.in_play, drawing)
    return kept[1]


def _short_label(board: Board, hexes: Iterable[Hex]) -> Callable[[str], str]:
    """Labels as the map writes them: without the letter of the sheet where it says nothing and stands in front."""
    numbers = board.numbers
    in_front = numbers.lettered and not numbers.letter_last
    alone = in_front and len({board.labels[h][:1] for h in hexes}) == 1
    return (lambda label: label[1:]) if alone else str


FEATURES = {"major river": MAJOR, "minor river": MINOR, "start line": LINE, "barred": BARRED, "bridge": "bridge"}
"""Features of sides that are drawn on every board, and how."""
LOOKS = (MAJOR, MINOR, LINE, BARRED, "bridge", LIMIT, "strait", CANAL)


def _edges(board: Board, looks: Mapping[str, str]) -> list[str]:
    """Kinds of all sides: the ways in which its features are drawn are the bits of one byte a side."""
    drawn = 0
    for bit, look in enumerate(LOOKS):
        for feature in (name for name, its in looks.items() if its == look):
            drawn |= int.from_bytes(board.side(feature), "big") << bit
    return [*map(_kinds().__getitem__, drawn.to_bytes(board.grid.size * 6, "big"))]


@cache
def _kinds() -> tuple[str, ...]:
    """The kind of a side by that byte."""
    return tuple(_edge(*(drawn >> bit & 1 for bit in range(len(LOOKS)))) for drawn in range(1 << len(LOOKS)))


def _edge(major: int, minor: int, line: int, barred: int, bridge: int, limit: int, strait: int, canal: int) -> str:
    """Kind of a side; a river hides a barred side, a line a limit, a bridge belongs to its river.

    A canal along a line is drawn as a minor river.
    """
    river = MAJOR if major else MINOR if minor or (canal and (line or limit)) else CANAL if canal else ""
    if strait or not river:
        return "strait" if strait else LINE if line else BARRED if barred else LIMIT if limit else PLAIN
    if limit and not line:
        return f"{LIMIT} {river}"
    return f"{'line ' if line else ''}{river}{' bridge' if bridge else ''}"


def scene_from_view(
    view: View,
    *,
    cursor: Hex = -1,
    selected: Collection[Unit] = (),
    highlights: Mapping[Hex, Mark] | None = None,
    overlay: Overlay | None = None,
    letters: Mapping[Hex, str] | None = None,
    ground: Terrain | None = None,
) -> MapScene:
    """The scene of a view. Pass the ``ground`` of the scene before: it is the same for a whole game."""
    sides = tuple(view.data.meta.get("sides", ()))
    shown = overlay.board if overlay else ()
    stacks, chosen = view.stacks, frozenset(selected)
    return MapScene(
        ground=ground or _ground(view),
        cursor=cursor,
        units=ByHex(stacks, lambda h: tuple([_counter(view, sides, u, u in chosen) for u in stacks[h]])),
        towns=ByHex(view.board.place_at.keys() & view.data.in_play, partial(_town, view, sides)),
        markers=view.markers,
        sides=sides,
        highlights=highlights or {},
        letters=dict(letters or {}),  # the hand empties its own
        overlay=overlay.marks if overlay and not shown else {},
        networks=tuple(kind for kind in shown if kind != PLACES),
        named=PLACES in shown,
    )


DONE = frozenset(("moved", "moved by road", "spent its allowance", "has attacked"))
CUT_OFF = frozenset(("out of communications", "out of supply"))
CHOSEN = "picked"


def _counter(view: View, sides: tuple[str, ...], u: Unit, chosen: bool) -> Counter:
    r, hidden = view.roster, view.hidden(u)
    kind = None if hidden else r.classes.get(r.kind[u])
    attack, defense, move = (0, 0, 0) if hidden else view.strength(u)
    words = [] if hidden else view.flags(u)
    note = "cut off" if not CUT_OFF.isdisjoint(words) else "done" if not DONE.isdisjoint(words) else ""
    return Counter(
        side=sides.index(r.side[u]) if r.side[u] in sides else len(sides),
        glyph=kind.glyph if kind else "?",
        letter=kind.ascii if kind else "?",
        short=view.short(u),
        attack=attack,
        defense=defense,
        move=move,
        steps=1 if hidden else view.state.steps_left[u],
        max_steps=1 if hidden else r.steps[u],
        hq=r.hq[u] and not hidden,
        known="?" not in view.values(u),
        chosen=chosen or CHOSEN in words,
        note=note,
    )


def _town(view: View, sides: tuple[str, ...], h: Hex) -> Town:
    place, holder = view.board.place_at[h], view.control(h)
    sign = view.data.meta.get("drawing", {}).get("places", {}).get(place.size, "")
    index = sides.index(holder) if holder in sides else -1
    return Town(place.name, place.size.startswith("major"), view.points(h), index, sign)
