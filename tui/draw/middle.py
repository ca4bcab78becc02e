"""One hex at middle zoom, two lines: its sides, and a terrain, a town or a stack with its strength."""

from __future__ import annotations

from engine.components.grid import Hex
from tui.draw.canvas import Canvas, Run, brackets, side_style, strength_text
from tui.draw.glyphs import PLAIN, Signs, edge_style
from tui.draw.layout import Layout, Spot
from tui.draw.scene import MapScene, Town
from tui.draw.tiles import Painter

FLAT_SIDES = ((0, 5, "rising"), (1, 4, "falling"))
"""Line of the tile, direction and form of the sides in its first column."""

POINTY_SIDES = ((0, 4, "upright"), (1, 4, "upright"))

FLAT_TRAILS: tuple[tuple[Spot, ...], ...] = (
    ((2, 0), (3, 0)),
    ((3, 0), (4, 0)),
    ((3, 0), (3, 1), (4, 1)),
    ((2, 0), (2, 1)),
    ((2, 0), (2, 1), (1, 1)),
    ((2, 0), (1, 0)),
)
"""Cells from the middle of a hex to each side, flat tops, middle zoom."""

POINTY_TRAILS: tuple[tuple[Spot, ...], ...] = (
    ((3, 0), (4, 0)),
    ((3, 0), (4, 0), (5, 0)),
    ((3, 0), (4, 1)),
    ((3, 0), (2, 1)),
    ((3, 0), (2, 0), (1, 0)),
    ((3, 0), (2, 0)),
)


class MiddlePainter(Painter):
    """Draws hexes of five by two cells, pointed ones of six by two."""

    def __init__(self, scene: MapScene, layout: Layout, signs: Signs, plain: bool) -> None:
        super().__init__(scene, layout, signs, plain)
        self.shown = scene.networks or scene.ground.trunks
        """Kinds of lines that are drawn."""
        self.line_style = "overlay" if scene.networks else "rail"

    def draw(self, c: Canvas, spot: Spot, h: Hex) -> None:
        """Two lines: sides, and a terrain, a town or a stack."""
        self._left(c, spot)
        if h < 0:
            self._below(c, spot, "", "void")
            return
        ground = self.ground(h)
        c.put(1, 0, ground.upper, ground.style)
        c.put(1, 1, ground.lower, ground.style)
        markers, worth = self.marker_signs(h), ""
        text, style = self._content(c, h, markers)
        if h in self.scene.units:
            worth = self._on_counter(c, h, markers, 4 - len(text))
        if self._lined(h):
            self._lines(c, h, bool(text))
        over, style = self._over(c, h, (text, style))
        worth = worth if over == text else ""
        start = self._below(c, spot, over + worth, style)
        if worth:
            c.put(start + len(over), 1, worth, "objective")

    def _lined(self, h: Hex) -> bool:
        """Whether lines may run through a hex."""
        return bool(self.scene.networks) or h in self.scene.ground.beside_trunks

    def _over(self, c: Canvas, h: Hex, below: Run) -> Run:
        """Draw an overlay, a highlight and letters; the lower line with what they put into it."""
        if self.scene.named and h in self.scene.units and h in self.scene.towns:
            below = self._called(self.scene.towns[h]), "overlay"
        elif h in self.scene.overlay:
            below = self.scene.overlay[h][:4], "overlay"
        mark = self.highlight(h)
        if mark:
            below = self._mark(c, h, mark, below)
        if h in self.scene.letters:
            letter = self.scene.letters[h]
            c.put(1, 0, letter if h in self.scene.units else f">{letter}<", "letter")
        return below

    def _content(self, c: Canvas, h: Hex, markers: list[str]) -> Run:
        """Draw what lies in the upper line of a hex; the text of its lower line and its style."""
        stack, town = self.scene.units.get(h), self.scene.towns.get(h)
        if stack:
            style = side_style(stack[0].side)
            opening, closing = brackets(stack[0].side)
            count = "" if len(stack) == 1 else str(len(stack)) if len(stack) < 10 else self.signs.more
            c.put(1, 0, f"{opening}{self.kind(stack)}{count}{closing}".ljust(c.width - 1), style)
            c.put(1, 1, " " * (c.width - 1), style)
            return strength_text(stack), style
        if town:
            c.put(1, 0, f"{self.town_sign(town)}{town.name[: c.width - 2]}", self.town_style(town))
            return self.worth(town, markers), "objective"
        if markers:
            c.put(1, 0, "".join(markers)[:4], "objective")
        return "", ""

    def _called(self, town: Town) -> str:
        """The name of a place with a garrison and its points, as far as four cells go."""
        points = str(town.points or "")
        return town.name[: 4 - len(points)] + points

    def _on_counter(self, c: Canvas, h: Hex, markers: list[str], room: int) -> str:
        """Put the state of a stack, a marker and the sign of its town into the upper line.

        Answers the town for the lower line, which has so much room: its points, or its sign where the upper line is
        full. That it is a town is told before that the stack has moved.
        """
        stack, town = self.scene.units[h], self.scene.towns.get(h)
        style, note = side_style(stack[0].side), self.note(stack)
        place = markers[0][:1] if markers else ""
        wide = 1 if len(stack) == 1 else 0 if self.layout.flat else 1
        """Cells that are free beside that of the closing bracket."""
        worth = ""
        if town is not None:
            sign, points = self.town_sign(town), str(town.points or "")
            if points and len(points) < room:
                worth = sign + points
            elif place or (note and not wide):
                worth = sign if room > 0 else ""
            if not worth and (not place or room < 1):
                place = sign
        if note and place and not wide and note[0] == self.signs.done:
            note = None
        closing = 3 if len(stack) == 1 else 4
        if note:
            c.put(closing, 0, *note)
        if place and (wide or not note):
            c.put(closing + wide, 0, place, style)
        return worth

    def _mark(self, c: Canvas, h: Hex, mark: Run, below: Run) -> Run:
        """Draw a highlight: over the terrain, below a town, at the end of a counter or over its strength."""
        text, style = mark[0][:4], mark[1]
        if h in self.scene.units:
            c.tint(1, 0, style)
            if len(text) > 1:
                return text, style
            # A number beside the count of a stack would read as one number.
            c.put(3 if text.isdigit() else 4, 0, f"+{text}" if text.isdigit() else text, style)
            return below
        if h in self.scene.towns:
            return text, style
        c.put(1, 0, text.center(4), style)
        return below

    # ------------------------------------------------------------------ sides of the middle zoom
    def _left(self, c: Canvas, spot: Spot) -> None:
        """The sides in the first column of a tile, and the frame of the cursor."""
        h = self.hex(spot)
        lined = self._lined(h)
        for y, direction, form in FLAT_SIDES if self.layout.flat else POINTY_SIDES:
            kind = self.edge(spot, direction)
            self._side(c, 0, y, kind, form)
            line = self.network(h, direction, self.shown) if lined else ""
            if line and kind == PLAIN and (self.layout.flat or y == 0):
                c.put(0, y, line[0], self.line_style)
            self._frame(c, y, spot, direction)

    def _frame(self, c: Canvas, y: int, spot: Spot, direction: int) -> None:
        """Paint the cell left of the upper line of the cursor's hex, and the one right of it."""
        if not self.on_cursor(spot, direction):
            return
        here = self.layout.hex(spot) == self.scene.cursor
        # On flat tops the upper line of the hex on the left is the lower line of this tile.
        if y != (0 if here or not self.layout.flat else 1):
            return
        c.tint(0, y, "cursor")
        if self.plain:
            c.put(0, y, self.signs.pointer[0 if here else 1], "cursor")

    def _side(self, c: Canvas, x: int, y: int, kind: str, form: str) -> None:
        if kind:
            c.put(x, y, getattr(self.signs.edges[kind], form), edge_style(kind) or c.styles[y][x])

    def _below(self, c: Canvas, spot: Spot, text: str, style: str) -> int:
        """The lower line of a tile: a text, and what it leaves of the side or sides below; where the text begins.

        A text that leaves no room for a side is underlined there.
        """
        start = self._start(len(text))
        c.put(start, 1, text, style)
        if self.layout.flat:
            if not start:
                self._over_side(c, self.edge(spot, 4), spot)
            self._level(c, self.edge(spot, 3), text)
        else:
            self._halves(c, self.edge(spot, 3), self.edge(spot, 2), text)
        return start

    def _start(self, count: int) -> int:
        """The cell in which a text of the lower line begins: five characters take that of a slanted side."""
        if self.layout.flat:
            return 0 if count > 4 else 1
        return 2 if count < 4 else 1

    def _over_side(self, c: Canvas, kind: str, spot: Spot) -> None:
        if kind not in ("", PLAIN):
            c.underline(0, 1, 1)
        if self.on_cursor(self.layout.around(spot, 4)):
            c.tint(0, 1, "cursor")

    def _level(self, c: Canvas, kind: str, text: str) -> None:
        """Right of a text what fits of the side below."""
        if kind in ("", PLAIN):
            return
        count = len(text)
        look, pattern, free = edge_style(kind), self.signs.edges[kind].level, 4 - count
        if free < 1:
            c.underline(1, 1, 4)
        elif free == 1:
            c.put(4, 1, self.edge_sign(kind, text), look)
        else:
            # A blank parts a number from a side.
            c.put(1 + count + bool(text), 1, {2: self.edge_sign(kind), 3: pattern[1:3], 4: pattern}[free], look)

    def _halves(self, c: Canvas, left: str, right: str, text: str) -> None:
        """Two sides share the lower line of a pointed hex: cells 1-2 and 4-5, or 1 and 5 beside a text."""
        for kind, x, most in ((left, 1, 3), (right, 4, 4)):
            if kind in ("", PLAIN):
                continue
            look = edge_style(kind)
            if not text:
                c.put(x, 1, self.signs.edges[kind].level[1:3], look)
            elif len(text) > most:
                c.underline(x, 1, 2)
            else:
                c.put(1 if x == 1 else 5, 1, self.edge_sign(kind, text), look)

    def _lines(self, c: Canvas, h: Hex, occupied: bool) -> None:
        """Lines of the board as trails from the middle of a hex to its sides: of an overlay, or the great ones."""
        paths = FLAT_TRAILS if self.layout.flat else POINTY_TRAILS
        free = h not in self.scene.units and h not in self.scene.towns
        for direction, cells in enumerate(paths):
            sign = self.network(h, direction, self.shown)
            for i, (x, y) in enumerate(cells if sign else ()):
                if free or (y == 1 and not occupied):
                    c.put(x, y, sign[i % len(sign)], self.line_style)
