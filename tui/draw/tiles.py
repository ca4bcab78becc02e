"""One hex as a block of cells: what all zooms share, and the far one. ``middle.py`` and ``near.py`` have the others."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine.components.grid import Hex
from tui.draw.canvas import Canvas, Run, brackets, side_style
from tui.draw.glyphs import BARRED, CANAL, EDGE, LINE, MAJOR, MINOR, PLAIN, Signs, TerrainLook, edge_style
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
        self.kinds = {kind: (getattr(signs, look), self.board.side(kind)) for kind, look in scene.ground.lines.items()}
        """Sign of every kind of line, and its sides."""

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

    def network(self, h: Hex, direction: int, names: Collection[str]) -> str:
        """Signs of the lines of these kinds that leave a hex over a side, each once."""
        if h < 0:
            return ""
        side = h * 6 + direction
        found = [sign for kind, (sign, flags) in self.kinds.items() if flags[side] and kind in names]
        return "".join(dict.fromkeys(found)) if len(found) > 1 else found[0] if found else ""

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

    def edge_sign(self, kind: str, beside: str = "") -> str:
        """One character for a side that has no room for more; ``beside`` a text none that reads as part of it."""
        edge = self.signs.edges[kind]
        sign = edge.level[0] if kind in (MINOR, MAJOR, EDGE) else edge.rising
        if beside and sign.isalnum():
            return next((ch for ch in edge.level if not ch.isalnum() and ch != " "), sign)
        return sign

    def worth(self, town: Town, markers: Sequence[str]) -> str:
        """Points of a place in the brackets of its holder, then its markers."""
        left, right = brackets(town.holder) if town.holder >= 0 else ("", "")
        text = f"{left}{town.points}{right}" if town.points else ""
        for sign in markers:
            if len(text) + len(sign) <= 4:
                text += sign
        return text

    # ------------------------------------------------------------------ tiles
    def tile(self, spot: Spot) -> tuple[tuple[Run, ...], ...]:
        """The rows of a tile."""
        canvas = Canvas(self.layout.width, self.layout.height, self.ground_style(spot))
        self.draw(canvas, spot, self.hex(spot))
        return canvas.rows()

    def draw(self, c: Canvas, spot: Spot, h: Hex) -> None:
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
            if town.points:
                self._far_points(c, town)
        if stack:
            total = sum(u.attack for u in stack)
            unknown = not (total or all(u.known for u in stack))
            value = "H" if all(u.hq for u in stack) else self.in_one(total)
            value = self.signs.unknown if unknown else value
            c.put(0, 0, brackets(stack[0].side)[0] + value, side_style(stack[0].side))
            if any(u.chosen for u in stack):
                c.put(0, 0, self.signs.chosen, "chosen")
        if self.scene.named and town and stack:
            c.put(0, 0, self.town_sign(town), self.town_style(town))
            c.put(1, 0, self.in_one(town.points) if town.points else " ", "overlay")
        if h in self.scene.overlay:
            self._far_mark(c, self.scene.overlay[h], "overlay")
        mark = self.highlight(h)
        if mark:
            self._far_mark(c, *mark)
        if h in self.scene.letters:
            c.put(0, 0, self.scene.letters[h], "letter")
        if h == self.scene.cursor:
            c.tint(0, 0, "cursor")
            c.tint(1, 0, "cursor")
            if self.plain:
                c.put(0, 0, self.signs.pointer[0], "cursor")

    def in_one(self, number: int) -> str:
        """A number in one character: from ten on a letter for the tens, ``A`` for 10 to 19."""
        if number < 10:
            return str(number)
        return TENS[number // 10 - 1] if number // 10 <= len(TENS) else self.signs.more

    def _far_points(self, c: Canvas, town: Town) -> None:
        """What a place is worth, in the colours of who holds it; without colours the bracket of who holds it."""
        style = side_style(town.holder) if town.holder >= 0 else "objective"
        if not self.plain:
            c.put(1, 0, self.in_one(town.points), style)
        elif town.holder >= 0:
            c.put(1, 0, brackets(town.holder)[0], style)

    def _far_mark(self, c: Canvas, text: str, style: str) -> None:
        """A mark in the second cell; a letter and a number that go together in both."""
        head, number = text[:1], text[1:]
        if head.isalpha() and number.isdigit():
            c.put(0, 0, head + self.in_one(int(number)), style)
        else:
            c.put(1, 0, self.in_one(int(text)) if text.isdigit() else head, style)

    def _far_side(self, c: Canvas, h: Hex) -> None:
        """The second cell of an empty hex: the front, else the mightiest side on its right or below it."""
        units, adjacent = self.scene.units, self.board.grid.adjacent[h]
        if len({units[n][0].side for n in adjacent if n in units}) > 1:
            c.put(1, 0, self.signs.front, "line")
            return
        kinds = [self.scene.ground.edge(h * 6 + d) for d in FAR_SIDES]
        found = max(kinds, key=_might)
        if found in (PLAIN, EDGE):
            found = EDGE if h in self.scene.ground.border else PLAIN
        if found != PLAIN:
            sign = self.signs.edges[LINE].rising if found.startswith("line") else self.edge_sign(found)
            if found == EDGE and self._beside(h):
                sign = self.signs.edges[EDGE].upright
            c.put(1, 0, sign, edge_style(found))

    def _beside(self, h: Hex) -> bool:
        """Whether the map ends right or left of a hex, not above or below it."""
        edge, flat = self.scene.ground.edge, self.board.grid.flat
        over = any(edge(h * 6 + d) == EDGE for d in ((0, 3) if flat else (1, 4)))
        return over != flat


def _might(kind: str) -> tuple[bool, ...]:
    """How much a side matters where there is room for one."""
    return kind.startswith(LINE), MAJOR in kind, MINOR in kind, kind == BARRED, CANAL in kind


TENS = "ABCDEFG"
"""Tens in one character at far zoom, from ten on."""
FAR_SIDES = (1, 2, 3)
"""Sides that a hex draws at far zoom; the other three are drawn by its neighbours."""
