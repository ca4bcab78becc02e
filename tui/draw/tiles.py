"""One hex as a block of cells: what all zooms share, and the far and middle ones. ``near.py`` has the near one."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex
from tui.draw.canvas import Canvas, Run, brackets, side_style, strength_text
from tui.draw.glyphs import BARRED, LINE, MAJOR, MINOR, PLAIN, Signs, TerrainLook, edge_style
from tui.draw.layout import Layout, Spot
from tui.draw.scene import Counter, MapScene, Town

DEFAULT_MARKS = {"reach": "+", "target": "X", "path": "=", "chosen": "<", "mark": "?"}
"""Signs of highlights that were given no text, so that no highlight is colour alone."""


class Painter:
    """Draws single hexes of a scene. One for every scene and zoom; cheap to make."""

    def __init__(self, scene: MapScene, layout: Layout, signs: Signs, plain: bool) -> None:
        self.scene = scene
        self.layout = layout
        self.signs = signs
        self.plain = plain
        self.in_play = scene.ground.in_play
        self.board = scene.ground.board

    # ------------------------------------------------------------------ facts
    def hex(self, spot: Spot) -> Hex:
        """The hex in play at a spot, -1 where there is none."""
        h = self.layout.hex(spot)
        return h if h in self.in_play else -1

    def ground(self, h: Hex) -> TerrainLook:
        """How the terrain of a hex is drawn."""
        return self.signs.terrain(self.board.terrain_name(h))

    def ground_style(self, spot: Spot) -> str:
        """Style of the ground at a spot."""
        h = self.hex(spot)
        return self.ground(h).style if h >= 0 else "void"

    def edge(self, spot: Spot, direction: int) -> str:
        """Kind of a side; empty where neither hex is in play."""
        h = self.hex(spot)
        if h >= 0:
            return self.scene.ground.edge(h * 6 + direction)
        n = self.hex(self.layout.around(spot, direction))
        return self.scene.ground.edge(n * 6 + (direction + 3) % 6) if n >= 0 else ""

    def network(self, h: Hex, direction: int, names: Sequence[str]) -> str:
        """Signs of the lines of the board that leave a hex over a side: none, one or both."""
        if h < 0:
            return ""
        side = h * 6 + direction
        rail = "railroad" in names and self.board.side("railroad")[side]
        road = "road" in names and self.board.side("road")[side]
        return (self.signs.rail if rail else "") + (self.signs.road if road else "")

    def on_cursor(self, spot: Spot, *directions: int) -> bool:
        """Whether the cursor stands on a spot or beside it in one of these directions."""
        cursor = self.scene.cursor
        if cursor < 0:
            return False
        return self.layout.hex(spot) == cursor or any(
            self.layout.hex(self.layout.around(spot, d)) == cursor for d in directions
        )

    def town_sign(self, town: Town) -> str:
        """Sign of a place by its worth and size."""
        if town.sign:
            return str(getattr(self.signs, town.sign))
        return self.signs.objective if town.points else self.signs.major_city if town.major else self.signs.city

    def town_style(self, town: Town) -> str:
        """Style of the name of a place."""
        return "objective" if town.points else "city"

    def marker_signs(self, h: Hex) -> list[str]:
        """Short signs of the markers on a hex, the most telling first."""
        found = []
        for words in self.scene.markers.get(h, ()):
            if words.startswith("fortress"):
                found.append(self.signs.fortress + words[-1:])
            elif words.startswith("stand fast"):
                found.append(self.signs.stand_fast)
            elif words.endswith("supply source"):
                owner = words.removesuffix(" supply source")
                side = self.scene.sides.index(owner) if owner in self.scene.sides else -1
                found.append(self.signs.source + (brackets(side)[0] if side >= 0 else ""))
            else:
                found.append(str(getattr(self.signs, self.scene.ground.drawing.get("markers", {}).get(words, "goal"))))
        return sorted(set(found), key=found.index)

    def kind(self, stack: Sequence[Counter]) -> str:
        """Sign of a stack: of its headquarters, else of its strongest unit."""
        best = max(stack, key=lambda u: (u.glyph != "?", u.hq, u.attack))
        return best.letter if self.signs.plain else best.glyph

    def note(self, stack: Sequence[Counter]) -> Run | None:
        """Sign of what matters about a stack in this moment, ``None`` when nothing does."""
        if any(u.chosen for u in stack):
            return self.signs.chosen, "chosen"
        if any(u.note == "cut off" for u in stack):
            return self.signs.cut_off, "target"
        if all(u.note == "done" for u in stack):
            return self.signs.done, side_style(stack[0].side)
        return None

    def highlight(self, h: Hex) -> Run | None:
        """Text and style of the highlight of a hex; a text of its own for one that was given none."""
        found = self.scene.highlights.get(h)
        return None if found is None else (found[0] or DEFAULT_MARKS.get(found[1], "?"), found[1])

    def edge_sign(self, kind: str) -> str:
        """One character for a side that has no room for more."""
        if kind in (MINOR, MAJOR):
            return self.signs.edges[kind].level[0]
        return self.signs.edges[kind].rising

    # ------------------------------------------------------------------ tiles
    def tile(self, spot: Spot) -> tuple[tuple[Run, ...], ...]:
        """The rows of a tile."""
        h = self.hex(spot)
        canvas = Canvas(self.layout.width, self.layout.height, self.ground_style(spot))
        if self.layout.zoom == "far":
            self.far(canvas, spot, h)
        else:
            self.middle(canvas, spot, h)
        return canvas.rows()

    def far(self, c: Canvas, spot: Spot, h: Hex) -> None:
        """Two cells: terrain, objective, or side and strength."""
        if h < 0:
            return
        ground, stack, town = self.ground(h), self.scene.units.get(h), self.scene.towns.get(h)
        c.put(0, 0, ground.far, ground.style)
        self._far_side(c, h)
        marker = self.marker_signs(h)
        if marker:
            c.put(0, 0, marker[0], "objective")
        if town:
            c.put(0, 0, self.town_sign(town), self.town_style(town))
            if town.holder >= 0 and town.points:
                c.put(1, 0, brackets(town.holder)[0], side_style(town.holder))
        if stack:
            total = sum(u.attack for u in stack)
            unknown = not (total or all(u.known for u in stack))
            value = "H" if all(u.hq for u in stack) else self.signs.more if total > 9 else str(total)
            value = self.signs.unknown if unknown else value
            c.put(0, 0, brackets(stack[0].side)[0] + value, side_style(stack[0].side))
            if any(u.chosen for u in stack):
                c.put(0, 0, self.signs.chosen, "chosen")
        if h in self.scene.overlay:
            c.put(1, 0, self.scene.overlay[h][:1], "overlay")
        mark = self.highlight(h)
        if mark:
            c.put(1, 0, mark[0][:1], mark[1])
        if h in self.scene.letters:
            c.put(0, 0, self.scene.letters[h], "letter")
        if h == self.scene.cursor:
            c.tint(0, 0, "cursor")
            c.tint(1, 0, "cursor")
            if self.plain:
                c.put(0, 0, self.signs.pointer[0], "cursor")

    def _far_side(self, c: Canvas, h: Hex) -> None:
        """The second cell of an empty hex: the front, else the mightiest side on its right or below it."""
        units, adjacent = self.scene.units, self.board.grid.adjacent[h]
        if len({units[n][0].side for n in adjacent if n in units}) > 1:
            c.put(1, 0, self.signs.front, "line")
            return
        kinds = [self.scene.ground.edge(h * 6 + d) for d in FAR_SIDES]
        found = max(kinds, key=lambda kind: (kind.startswith("line"), MAJOR in kind, MINOR in kind, kind == BARRED))
        if found != PLAIN:
            sign = self.signs.edges[LINE].rising if found.startswith("line") else self.edge_sign(found)
            c.put(1, 0, sign, edge_style(found))

    def middle(self, c: Canvas, spot: Spot, h: Hex) -> None:
        """Two lines: sides, and a terrain, a town or a stack."""
        self._left(c, spot)
        if h < 0:
            self._below(c, spot, "", "void")
            return
        ground = self.ground(h)
        c.put(1, 0, ground.upper, ground.style)
        c.put(1, 1, ground.lower, ground.style)
        text, style = self._content(c, h)
        if self.scene.networks:
            self._lines(c, h, bool(text))
        if h in self.scene.overlay:
            text, style = self.scene.overlay[h][:4], "overlay"
        mark = self.highlight(h)
        if mark:
            text, style = self._mark(c, h, mark, (text, style))
        if h in self.scene.letters:
            letter = self.scene.letters[h]
            c.put(1, 0, letter if h in self.scene.units else f">{letter}<", "letter")
        self._below(c, spot, text, style)

    def _content(self, c: Canvas, h: Hex) -> Run:
        """Draw what lies in the upper line of a hex; the text of its lower line and its style."""
        stack, town, markers = self.scene.units.get(h), self.scene.towns.get(h), self.marker_signs(h)
        if stack:
            style = side_style(stack[0].side)
            self._counter(c, stack, (markers[0][:1] if markers else self.town_sign(town) if town else ""))
            c.put(1, 1, " " * (c.width - 1), style)
            return strength_text(stack), style
        if town:
            c.put(1, 0, f"{self.town_sign(town)}{town.name[: c.width - 2]}", self.town_style(town))
            return self._worth(town, markers), "objective"
        if markers:
            c.put(1, 0, "".join(markers)[:4], "objective")
        return "", ""

    def _counter(self, c: Canvas, stack: Sequence[Counter], place: str) -> None:
        style = side_style(stack[0].side)
        opening, closing = brackets(stack[0].side)
        note = self.note(stack)
        c.put(1, 0, f"{opening}{self.kind(stack)}".ljust(c.width - 1), style)
        if len(stack) == 1:
            c.put(3, 0, *(note or (closing, style)))
            c.put(4, 0, place or " ", style)
        else:
            c.put(3, 0, str(len(stack)) if len(stack) < 10 else self.signs.more, style)
            c.put(4, 0, *(note or (place or closing, style)))

    def _worth(self, town: Town, markers: Sequence[str]) -> str:
        """Points of a place in the brackets of its holder, then its markers."""
        left, right = brackets(town.holder) if town.holder >= 0 else ("", "")
        text = f"{left}{town.points}{right}" if town.points else ""
        for sign in markers:
            if len(text) + len(sign) <= 4:
                text += sign
        return text

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
        for y, direction, form in FLAT_SIDES if self.layout.flat else POINTY_SIDES:
            kind = self.edge(spot, direction)
            self._side(c, 0, y, kind, form)
            line = self.network(self.hex(spot), direction, self.scene.networks) if self.scene.networks else ""
            if line and kind == PLAIN and (self.layout.flat or y == 0):
                c.put(0, y, line[0], "overlay")
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

    def _below(self, c: Canvas, spot: Spot, text: str, style: str) -> None:
        """The lower line of a tile: a text, and what it leaves of the side or sides below."""
        if self.layout.flat:
            self._level(c, self.edge(spot, 3), text, style)
        else:
            self._halves(c, self.edge(spot, 3), self.edge(spot, 2), text, style)

    def _level(self, c: Canvas, kind: str, text: str, style: str) -> None:
        shown = text[:4]
        c.put(1, 1, shown, style)
        if kind in ("", PLAIN):
            return
        look, pattern = edge_style(kind), self.signs.edges[kind].level
        free = 4 - len(shown)
        if free == 0:
            # The dash of a strength, else the last character, makes room for the side; four digits leave none.
            if not shown.isdigit():
                c.put(1 + (shown.index("-") if "-" in shown else 3), 1, self.edge_sign(kind), look)
        elif free == 1:
            c.put(4, 1, self.edge_sign(kind), look)
        else:
            c.put(1 + len(shown), 1, {2: pattern[1:3], 3: pattern[:3], 4: pattern}[free], look)

    def _halves(self, c: Canvas, left: str, right: str, text: str, style: str) -> None:
        """Two sides share the lower line of a pointed hex: cells 1-2 and 4-5, or 1 and 5 beside a text."""
        if text:
            c.put(2 if len(text) < 4 else 1, 1, text[:4], style)
        for kind, x, alone in ((left, 1, 1), (right, 4, 5)):
            if kind in ("", PLAIN):
                continue
            look = edge_style(kind)
            if not text:
                c.put(x, 1, self.signs.edges[kind].level[1:3], look)
            elif x == 1 and len(text) > 3 and text[:4].isdigit():
                continue  # four digits leave no room
            elif x == 1 and len(text) > 3:
                c.put(1 + (text.index("-") if "-" in text[:4] else 0), 1, self.edge_sign(kind), look)
            else:
                c.put(alone, 1, self.edge_sign(kind), look)

    def _lines(self, c: Canvas, h: Hex, occupied: bool) -> None:
        """Railroads and roads of the board as trails from the middle of a hex to its sides (an overlay)."""
        paths = FLAT_TRAILS if self.layout.flat else POINTY_TRAILS
        free = h not in self.scene.units and h not in self.scene.towns
        for direction, cells in enumerate(paths):
            sign = self.network(h, direction, self.scene.networks)
            for i, (x, y) in enumerate(cells if sign else ()):
                if free or (y == 1 and not occupied):
                    c.put(x, y, sign[i % len(sign)], "overlay")


FAR_SIDES = (1, 2, 3)
"""Sides that a hex draws at far zoom; the other three are drawn by its neighbours."""

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
