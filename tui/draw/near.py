"""One hex at near zoom: number, terrain in words, town, counters with values and steps, roads and rails as lines."""

from __future__ import annotations

from engine.components.grid import Hex
from tui.draw.canvas import Canvas, Run, brackets, side_style
from tui.draw.glyphs import PLAIN, edge_style
from tui.draw.layout import Spot
from tui.draw.scene import Counter
from tui.draw.tiles import Painter

FLAT_TRAILS: tuple[tuple[Spot, ...], ...] = (
    ((5, 1), (6, 1), (7, 0)),
    ((5, 1), (6, 1), (7, 1), (8, 1), (9, 1)),
    ((5, 2), (6, 2), (7, 2), (8, 2), (9, 2)),
    ((5, 2), (6, 2), (7, 3)),
    ((5, 2), (4, 2), (3, 2), (2, 2), (1, 2)),
    ((5, 1), (4, 1), (3, 1), (2, 1), (1, 1)),
)
"""Cells from the middle of a flat-topped hex to each side."""

POINTY_TRAILS: tuple[tuple[Spot, ...], ...] = (
    ((5, 1), (6, 1), (7, 0)),
    ((5, 1), (6, 1), (7, 1), (8, 1), (9, 1)),
    ((5, 2), (6, 2), (7, 3)),
    ((5, 2), (4, 2), (3, 3)),
    ((5, 1), (4, 1), (3, 1), (2, 1), (1, 1)),
    ((5, 1), (4, 1), (3, 0)),
)

FLAT_LEFT = ((5, "rising", ((1, 0), (0, 1))), (4, "falling", ((0, 2), (1, 3))))
"""Direction, form and cells of the sides on the left of a tile; the crossing of a line is the cell at its outer end."""

COUNTER = 9
"""Cells of a line about a counter."""
POINTY_LEFT = ((4, "upright", ((0, 0), (0, 1), (0, 2), (0, 3))),)


class NearPainter(Painter):
    """Draws hexes of ten by four cells."""

    def tile(self, spot: Spot) -> tuple[tuple[Run, ...], ...]:
        """The rows of a tile."""
        h = self.hex(spot)
        c = Canvas(self.layout.width, self.layout.height, self.ground_style(spot))
        if self.layout.flat:
            # The first cell of the top and bottom line belongs to the hexes on the left.
            c.put(0, 0, " ", self.ground_style(self.layout.around(spot, 5)))
            c.put(0, 3, " ", self.ground_style(self.layout.around(spot, 4)))
        if h >= 0:
            self._terrain(c, h)
            self._trails(c, h)
            self._texts(c, h)
        self._bottom(c, spot, h)
        self._edges(c, spot, h)
        return c.rows()

    # ------------------------------------------------------------------ what lies in the hex
    def _terrain(self, c: Canvas, h: Hex) -> None:
        ground = self.ground(h)
        if ground.upper.strip():
            c.put(2, 1, (ground.upper * 2)[:8], ground.style)
            c.put(2, 2, (ground.lower * 2)[:8], ground.style)

    def _trails(self, c: Canvas, h: Hex) -> None:
        paths = FLAT_TRAILS if self.layout.flat else POINTY_TRAILS
        node = ""
        for direction, cells in enumerate(paths):
            sign = self.network(h, direction, self.kinds)
            node = max(node, sign, key=len)
            for i, (x, y) in enumerate(cells if sign else ()):
                c.put(x, y, sign[i % len(sign)], "rail")
        if node:
            c.put(5, 1, node[0], "rail")
            c.put(5, 2, node[0], "rail")

    def _texts(self, c: Canvas, h: Hex) -> None:
        s = self.scene
        stack, town, ground = s.units.get(h, ()), s.towns.get(h), self.ground(h)
        c.put(2, 0, s.ground.labels[h], ground.style)
        if not town and not stack:
            markers = "".join(self.marker_signs(h))
            if markers:
                c.put(2, 3, markers[:6], "objective")
        if len(stack) == 1:
            self._one(c, stack[0])
        elif stack:
            for y, unit in enumerate(stack[:2], 1):
                self._line(c, y, unit, self.signs.more if y == 2 and len(stack) > 2 else "")
        if h in s.overlay:
            c.put(7, 0, s.overlay[h][:3], "overlay")
        mark = self.highlight(h)
        if mark:
            text, style = mark[0][:4], mark[1]
            c.put(10 - max(3, len(text)), 0, text.rjust(3), style)
        if h in s.letters:
            c.put(1, 1, s.letters[h] if stack else f">{s.letters[h]}<", "letter")

    def _sign(self, unit: Counter) -> str:
        return unit.letter if self.signs.plain else unit.glyph

    def _one(self, c: Canvas, u: Counter) -> None:
        """A single counter over two lines: kind and name, attack-defence-movement, steps in whichever has room."""
        style, (left, right) = side_style(u.side), brackets(u.side)
        values = f"{u.attack}-{u.move}" if u.attack == u.defense else f"{u.attack}-{u.defense}-{u.move}"
        if not u.known:
            values = f"?-{u.move}" if u.move else "?"
        steps = f"{u.steps}/{u.max_steps}" if u.max_steps > 1 else ""
        name, ends = f"{left}{self._sign(u)} {u.short}", 1
        if not steps or len(values) + len(steps) + 2 <= COUNTER:
            c.put(1, 1, f"{name[: COUNTER - 1]:{COUNTER - 1}}{right}", style)
            c.put(1, 2, f" {values[:8]:{8 - len(steps)}}{steps}", style)
        else:
            # Long values: the steps follow the name, which leaves no room for the kind where it is long itself.
            room, ends = COUNTER - len(steps) - 1, 2
            name = f"{left}{u.short}" if len(u.short) > 3 else f"{left}{self._sign(u)}{u.short}"
            c.put(1, 1, f"{name[:room]:{room}} {steps}", style)
            c.put(1, 2, f" {values[:7]:7}{right}", style)
        note = self.note((u,))
        if note:
            c.put(COUNTER, ends, *note)

    def _line(self, c: Canvas, y: int, u: Counter, more: str) -> None:
        """One of two counters: name, attack and defence, steps. Values and lost steps are never cut, names give way."""
        style, left = side_style(u.side), brackets(u.side)[0]
        values = "?" if not u.known else str(u.attack) if u.attack == u.defense else f"{u.attack}-{u.defense}"
        steps = f" {u.steps}/{u.max_steps}" if u.max_steps > 1 else ""
        name, end = u.short, more
        room = COUNTER - 1 - len(values) - len(steps) - len(more)
        if steps and room >= min(3, len(name)):
            end = steps + more
        elif u.steps < u.max_steps:
            # What is lost matters more than the name, which the hex panel tells.
            name, end, left = self._sign(u) if room > 0 else "", steps + more, left if room >= 0 else ""
        elif not more and len(values) < COUNTER - 4:
            # A headquarters has one step, so the place of the steps is free.
            end = self._sign(u) if u.hq else self.signs.full if steps else " "
        room = COUNTER - len(left) - len(end) - len(values)
        c.put(1, y, f"{left}{name[:room]:{room}}{values}{end}", style)
        note = self.note((u,))
        if note:
            c.put(1, y, *note)

    # ------------------------------------------------------------------ names and sides
    def _caption(self, h: Hex) -> Run:
        """The words at the bottom of a hex: its town with points, else its terrain or markers."""
        town = self.scene.towns.get(h)
        if town:
            text = self.worth(town, self.marker_signs(h))
            room = 8 - len(text)
            return self.town_sign(town) + town.name[: room - 1] + text, self.town_style(town)
        if self.marker_signs(h):
            return "".join(self.marker_signs(h)), "objective"
        ground = self.ground(h)
        return ground.word, ground.style

    def _bottom(self, c: Canvas, spot: Spot, h: Hex) -> None:
        """The last line: words, then the side or sides below."""
        if h >= 0:
            c.put(2, 3, " " * 8, self.ground(h).style)
        text, style = self._caption(h) if h >= 0 else ("", "void")
        if not self.layout.flat:
            self._two_below(c, spot, h, (text, style))
            return
        kind = self.edge(spot, 3)
        crossing = self.network(h, 3, self.kinds) if h >= 0 else ""
        room = 5 if kind not in ("", PLAIN) or crossing else 8
        shown = text if len(text) <= room else self._short(h, room)
        c.put(2, 3, shown, style)
        if kind not in ("", PLAIN):
            self._fill(c, 2 + len(shown), 10, kind)
        elif crossing:
            c.put(7, 3, crossing[0], "rail")

    def _short(self, h: Hex, room: int) -> str:
        """A caption for little room: the points stay, the name is cut."""
        town = self.scene.towns.get(h)
        if town is None:
            return self._caption(h)[0][:room]
        worth = self.worth(town, ())
        return (self.town_sign(town) + town.name)[: room - len(worth)] + worth

    def _fill(self, c: Canvas, start: int, end: int, kind: str) -> None:
        """Draw a level side into the cells left free, its bridge in their middle."""
        edge = self.signs.edges[kind]
        ends, middle = edge.level[0] if edge.level[0].strip() else edge.level[1], edge.level[1:3]
        count = end - start
        if middle.strip() in ("", ends * 2):
            text = edge.level * 3
        elif "bridge" in kind:
            text = ends * ((count - 2) // 2) + middle + ends * count
        else:
            text = edge.level * 3
        c.put(start, 3, text[:count], edge_style(kind))

    def _two_below(self, c: Canvas, spot: Spot, h: Hex, caption: Run) -> None:
        """The last line of a pointed hex: words, and where a lower side is drawn two cells for it."""
        found: dict[int, Run] = {}
        for direction, x in ((3, 1), (2, 8)):
            kind = self.edge(spot, direction)
            line = self.network(h, direction, self.kinds) if h >= 0 else ""
            if kind not in ("", PLAIN):
                found[x] = self.signs.edges[kind].level[1:3], edge_style(kind)
            elif line:
                found[x + (direction == 3)] = line[0], "rail"
        start, end = 3 if min(found, default=8) < 8 else 2, 8 if max(found, default=1) > 2 else 10
        text = caption[0] if len(caption[0]) <= end - start else self._short(h, end - start)
        c.put(start, 3, text, caption[1])
        for x, (sign, style) in found.items():
            c.put(x, 3, sign, style)

    def _edges(self, c: Canvas, spot: Spot, h: Hex) -> None:
        """The sides on the left, where lines cross them, and the frame of the cursor."""
        for direction, form, cells in FLAT_LEFT if self.layout.flat else POINTY_LEFT:
            kind = self.edge(spot, direction)
            if not kind:
                continue
            sign, style = getattr(self.signs.edges[kind], form), edge_style(kind)
            # A bridge stands in one cell of the side, the river goes on in the others.
            river = getattr(self.signs.edges[kind.removesuffix(" bridge")], form)
            crossing = self.network(h, direction, self.kinds) if h >= 0 else ""
            for i, (x, y) in enumerate(cells):
                at_line = i == (1 if direction == 5 or not self.layout.flat else 0)
                char = sign if at_line and kind.endswith("bridge") else river
                look = style or (self.ground(h).style if h >= 0 else c.styles[y][x])
                if at_line and crossing and kind == PLAIN:
                    char, look = crossing[0], "rail"
                c.put(x, y, char, look)
                if self.on_cursor(spot, direction):
                    self._near_frame(c, x, y, spot)

    def _near_frame(self, c: Canvas, x: int, y: int, spot: Spot) -> None:
        c.tint(x, y, "cursor")
        if self.plain:
            here = self.layout.hex(spot) == self.scene.cursor
            line = 1 if here or not self.layout.flat else 3
            if y == line:
                c.put(x, y, self.signs.pointer[0 if here else 1], "cursor")
