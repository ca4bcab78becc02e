"""A scene as a picture: hexes, rivers, roads, places and counters as SVG, which every browser shows and forums take."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin

from engine.components.grid import Hex
from tui.draw.counters import FONT, Inks, stack, words
from tui.draw.glyphs import EDGE, PLAIN, Signs
from tui.draw.scene import MapScene

UNIT = 44.0
"""From side to side of a hex, in the units of the picture."""
MARGIN = 16.0
HEAD, FOOT = 34.0, 22.0
STROKES = {
    "track": 'stroke-width=".9" stroke-dasharray="2 1.6"', "road": 'stroke-width="1.5"',
    "rail": 'stroke-width="1.1" stroke-dasharray="4 1.6"', "trunk": 'stroke-width="2.6"',
}  # fmt: skip
"""How lines of the board are drawn by the names of their signs, the lower ones first."""


@dataclass(frozen=True)
class Surround:
    """What is written around the map: a title, what stands beside it, and where the map comes from."""

    title: str
    note: str = ""
    foot: str = ""


WIDTHS = {
    "minor": 2.2, "major": 4.0, "canal": 1.8, "barred": 2.6, "strait": 3.0, "line": 1.6, "limit": 1.6, EDGE: 1.4,
}  # fmt: skip
"""Kinds of hexsides to the widths of their strokes, the lower ones first."""
Colours = Mapping[str, Mapping[str, object]]


class Picture:
    """Draws the hexes of a scene. ``colours`` are the tables of ``data/ui/picture.toml``."""

    def __init__(
        self, scene: MapScene, hexes: Collection[Hex], signs: Signs, colours: Colours, frame: Surround
    ) -> None:
        self.scene, self.signs, self.frame = scene, signs, frame
        self.board = scene.ground.board
        self.grid = self.board.grid
        self.hexes = sorted(set(hexes) & scene.ground.in_play)
        if not self.hexes:
            raise ValueError("a picture needs a hex that is in play")
        self.colours = colours
        sides = colours["sides"]
        self.inks = Inks(tuple(map(str, _list(sides["fill"]))), tuple(map(str, _list(sides["ink"]))))
        centres = [self.grid.centre(h) for h in self.hexes]
        self._left = min(x for x, _ in centres) * UNIT - UNIT * 0.6
        self._top = min(y for _, y in centres) * UNIT - UNIT * 0.6
        self.width = max(x for x, _ in centres) * UNIT + UNIT * 0.6 - self._left + 2 * MARGIN
        self.height = max(y for _, y in centres) * UNIT + UNIT * 0.6 - self._top + MARGIN + HEAD + FOOT

    def svg(self, board: str = "") -> str:
        """The whole picture; ``board`` is the id of a ``board_group`` on the same page, which is then not repeated."""
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" viewBox="0 0 {self.width:.0f} {self.height:.0f}"'
        rows = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">',
            f"<title>{escape(self.frame.title)}</title>",
            f'<rect width="100%" height="100%" fill="{self._paper("page")}"/>',
            *self._texts(), *([f'<use href="#{board}"/>'] if board else self._board()),
            *self._towns(), *self._marks(), *self._counters(), *self._names(), "</svg>",
        ]  # fmt: skip
        return "\n".join(rows) + "\n"

    def board_group(self, name: str) -> str:
        """What never changes, once for many pictures of the same hexes on one page."""
        inner = "\n".join(self._board())
        return f'<svg width="0" height="0" font-family="{FONT}"><defs><g id="{name}">\n{inner}\n</g></defs></svg>\n'

    def _board(self) -> Iterator[str]:
        yield from self._ground()
        yield from self._lines()
        yield from self._edges()

    # ------------------------------------------------------------------ the plane
    def centre(self, h: Hex) -> tuple[float, float]:
        """Middle of a hex in the picture."""
        x, y = self.grid.centre(h)
        return x * UNIT - self._left + MARGIN, y * UNIT - self._top + HEAD

    def corner(self, h: Hex, number: int) -> tuple[float, float]:
        """Corner of a hex: side ``d`` of it runs from corner ``d`` to corner ``d + 1``, clockwise."""
        x, y = self.centre(h)
        # The first side of a flat hex lies on top, that of a pointed one to the upper right.
        start = -2 * pi / 3 if self.grid.flat else -pi / 2
        angle = start + number * pi / 3
        radius = UNIT / 3**0.5
        return x + radius * cos(angle), y + radius * sin(angle)

    def _paper(self, name: str) -> str:
        return str(self.colours["paper"][name])

    def _line(self, name: str) -> str:
        return str(self.colours["lines"].get(name, self._paper("text")))

    # ------------------------------------------------------------------ layers
    def _texts(self) -> Iterator[str]:
        yield words(self.frame.title, MARGIN, 15, 11, self._paper("text"), bold=True, anchor="start")
        if self.frame.note:
            yield words(self.frame.note, MARGIN, 27, 8.5, self._paper("text"), anchor="start")
        if self.frame.foot:
            yield words(self.frame.foot, MARGIN, self.height - 8, 7.5, self._paper("dim"), anchor="start")

    def _ground(self) -> Iterator[str]:
        for h in self.hexes:
            look = self.signs.terrain(self.board.terrain_name(h))
            points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (self.corner(h, n) for n in range(6)))
            fill = self.colours["ground"].get(look.style, self._paper("void"))
            yield f'<polygon points="{points}" fill="{fill}" stroke="{self._paper("grid")}" stroke-width=".8"/>'
            x, y = self.centre(h)
            ink = self.colours["signs"].get(look.style)
            if ink and (sign := (look.upper.strip() or look.far.strip())[:1]):
                for dx, dy in ((-10, 3), (0, -6), (10, 3), (0, 12)) if look.style != "light" else ((-8, 0), (8, 6)):
                    yield words(sign, x + dx, y + dy, 9, str(ink))
            yield words(self.scene.ground.labels[h], x, y - UNIT * 0.36, 5.2, self._paper("dim"))

    def _lines(self) -> Iterator[str]:
        """Lesser roads below, great ones above, from the middle of each hex to the middle of the side."""
        looks = self.scene.ground.lines
        for kind in sorted(looks, key=lambda k: (list(STROKES).index(looks[k]), k)):
            flags, path = self.board.side(kind), list[str]()
            for h in self.hexes:
                x, y = self.centre(h)
                for d in range(6):
                    if flags[h * 6 + d]:
                        (x1, y1), (x2, y2) = self.corner(h, d), self.corner(h, d + 1)
                        path.append(f"M{x:.1f} {y:.1f}L{(x1 + x2) / 2:.1f} {(y1 + y2) / 2:.1f}")
            if path:
                ink, look = self._line(looks[kind]), STROKES[looks[kind]]
                yield f'<path d="{"".join(path)}" fill="none" stroke="{ink}" {look}/>'

    def _edges(self) -> Iterator[str]:
        """Rivers and other kinds of hexsides, each side once; a line along a river is drawn over it."""
        inside = set(self.hexes)
        layers: dict[str, list[str]] = {}
        for h in self.hexes:
            for d in range(6):
                n = self.grid.neighbours[h][d]
                kind = self.scene.ground.edge(h * 6 + d)
                if kind == PLAIN or (n in inside and n < h):
                    continue
                (x1, y1), (x2, y2) = self.corner(h, d), self.corner(h, d + 1)
                for word in kind.split():
                    layers.setdefault(word, []).append(f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}")
        for word, width in WIDTHS.items():
            if word in layers:
                dash = ' stroke-dasharray="5 3"' if word in ("limit", "strait", "canal") else ""
                yield (
                    f'<path d="{"".join(layers[word])}" fill="none" stroke="{self._line(word)}" '
                    f'stroke-width="{width:g}" stroke-linecap="round"{dash}/>'
                )

    def _towns(self) -> Iterator[str]:
        for h in self.hexes:
            town = self.scene.towns.get(h)
            if town is None:
                continue
            x, y = self.centre(h)
            fill = self.inks.of(town.holder)[0] if town.holder >= 0 else "#fff"
            size = 5.5 if town.major or town.points else 3.6
            yield (
                f'<rect x="{x - size:.1f}" y="{y - size:.1f}" width="{2 * size:g}" height="{2 * size:g}" '
                f'fill="{fill}" stroke="#222" stroke-width=".9"/>'
            )

    def _names(self) -> Iterator[str]:
        """Names of places and what they are worth, over the counters, with a rim of paper around the letters."""
        rim = f'<g stroke="{self._paper("page")}" stroke-width="2" stroke-linejoin="round" paint-order="stroke">'
        yield rim
        for h in self.hexes:
            if town := self.scene.towns.get(h):
                x, y = self.centre(h)
                name = f"{town.name} {town.points}" if town.points else town.name
                yield words(name, x, y + UNIT * 0.45, 6.4, self._paper("text"), bold=bool(town.points))
        yield "</g>"

    def _marks(self) -> Iterator[str]:
        """Markers of the game as small signs at the foot of their hexes, an overlay's marks in their middle."""
        names = dict(self.scene.ground.drawing.get("markers", {}))
        for h in self.hexes:
            x, y = self.centre(h)
            found = [str(getattr(self.signs, names[m], "")) for m in self.scene.markers.get(h, ()) if m in names]
            for n, sign in enumerate(s for s in found if s):
                yield words(sign, x - UNIT * 0.38 + 7 * n, y + UNIT * 0.3, 7.5, self._paper("text"), bold=True)
            if mark := self.scene.overlay.get(h):
                yield words(mark, x, y + 3, 9, self._line("line"), bold=True)

    def _counters(self) -> Iterator[str]:
        for h in self.hexes:
            if counters := self.scene.units.get(h):
                x, y = self.centre(h)
                yield from stack(counters, x, y, self.inks)


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) and value else ["#888888"]
