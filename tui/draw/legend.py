"""What every sign of the map means, made from the tables that draw them: those in sight and all others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.components.grid import Hex
from engine.components.roster import UnitClass
from tui.draw.glyphs import BARRED, BRACKETS, CANAL, EDGE, EDGES, LINE, MAJOR, MINOR, PLAIN, Signs
from tui.draw.scene import MapScene
from tui.draw.tiles import DEFAULT_MARKS, Painter

Key = tuple[str, str]
"""A group of signs and which of the group."""

EDGE_WORDS = {
    PLAIN: "open hexside", LINE: "red start line", MINOR: "minor river", MAJOR: "major river",
    BARRED: "prohibited hexside", "minor bridge": "minor river, bridged", "major bridge": "major river, bridged",
    "line minor": "start line along a minor river", "line major": "start line along a major river",
    "line minor bridge": "start line and minor river, bridged",
    "line major bridge": "start line and major river, bridged",
    "limit": "second line", "limit minor": "second line along a minor river",
    "limit major": "second line along a major river", "strait": "strait", EDGE: "edge of the map in play",
    CANAL: "canal", "canal bridge": "canal, bridged",
}  # fmt: skip
TOWNS = {"city": "city", "major_city": "major city", "objective": "place that scores points"}
MARKERS = {
    "fortress": "fortress, with its steps", "stand_fast": "Stand Fast marker",
    "source": "supply source, with the bracket of its side", "goal": "other marker: the hex panel names it",
    "stronghold": "stronger fort", "rampart": "line of fortifications", "ruin": "fort that does not work, or not yet",
    "harbour": "port", "seat": "place with a special rule", "flag": "hex marked by a side",
}  # fmt: skip
COMMON = {"fortress", "stand_fast", "source", "goal"}
"""Markers of games that do not say which signs they want."""
UNKNOWN = {"unknown": "strength or unit that is not known"}
NOTES = {"chosen": "selected", "cut_off": "out of communications", "done": "has moved or fought"}
STEPS = {
    "full": "unit with all its steps, of two or more",
    "more": "more than fits: eighty or above, more units",
}
FRONTS = {"front": "between units of both sides (far zoom)"}
MARKS = {
    "reach": "can be reached or chosen; a number is what it costs",
    "target": "target; a letter is what would be done there",
    "path": "on the way", "chosen": "chosen", "mark": "marked",
}  # fmt: skip
"""Meanings of the tables in ``glyphs`` and ``tiles``, by the same names."""


class Sign(NamedTuple):
    """One entry: the signs as they are drawn, and what they mean."""

    key: Key
    sign: str
    text: str


def _unique(text: str) -> str:
    return "".join(dict.fromkeys(text.replace(" ", "")))


def legend(
    scene: MapScene, signs: Signs, plain: bool, classes: Mapping[str, UnitClass], sides: Mapping[str, str]
) -> list[Sign]:
    """Every sign that can be drawn of this board with this set. ``sides`` are their titles, ``plain``: no colours."""
    found, board = [], scene.ground.board
    there = {board.terrain[h] for h in scene.ground.in_play}
    for name in (name for n, name in enumerate(board.terrain_names) if n in there):
        g = signs.terrain(name)
        found.append(Sign(("ground", name), _unique(g.far + g.upper + g.lower) or "(blank)", name))
    kinds = set(scene.ground.edges)
    for kind in (kind for kind in EDGES if kind in kinds):
        e = signs.edges[kind]
        found.append(Sign(("edge", kind), _unique(e.rising + e.falling + e.upright + e.level), EDGE_WORDS[kind]))
    for group, words in (
        ("unknown", UNKNOWN),
        ("town", TOWNS),
        ("marker", MARKERS),
        ("note", NOTES),
        ("step", STEPS),
        ("front", FRONTS),
    ):
        found += [Sign((group, name), getattr(signs, name), text) for name, text in words.items()]
    for kind, look in scene.ground.lines.items():
        found.append(Sign(("line", kind), getattr(signs, look), kind.replace("_", " ")))
    for n, side in enumerate(scene.sides):
        left, right = BRACKETS[min(n, len(BRACKETS) - 1)]
        found.append(Sign(("side", str(n)), left + right, f"{sides.get(side, side.capitalize())}: unit or place"))
    for name, kind_class in classes.items():
        sign = kind_class.ascii if signs.plain else kind_class.glyph
        found.append(Sign(("kind", name), sign, name))
    found.append(Sign(("kind", "far hq"), "H", "only headquarters in the hex (far zoom)"))
    found += [Sign(("mark", name), DEFAULT_MARKS[name], text) for name, text in MARKS.items()]
    found.append(Sign(("letter", ""), ">a<", "type the letters to jump there"))
    if plain:
        found.append(Sign(("cursor", ""), signs.pointer, "the cursor"))
    found.append(
        Sign(
            ("strength", ""),
            "8-4 2/2",
            "attack and defence, added up, one number where they are the same; steps left of all (near zoom); "
            "underlined: a side of the hex runs below",
        )
    )
    found.append(Sign(("tens", ""), "A-G", "10 to 19, 20 to 29 ... added up (far zoom)"))
    return _worded(found, scene.ground.drawing)


def _worded(found: list[Sign], drawing: Mapping[str, Mapping[str, str]]) -> list[Sign]:
    """The same in the words of the game, without the places and markers that it has none of."""
    words = drawing.get("words", {})
    used = {
        "town": {*drawing.get("places", {}).values()} or set(TOWNS),
        "marker": {*drawing.get("markers", {}).values()} or COMMON,
    }
    found = [s for s in found if s.key[1] in used.get(s.key[0], (s.key[1],))]
    return [s._replace(text=words.get(" ".join(s.key), s.text)) for s in found]


def present(painter: Painter, hexes: Iterable[Hex], classes: Mapping[str, UnitClass]) -> set[Key]:
    """Keys of the signs in these hexes."""
    scene, found = painter.scene, {("cursor", "")}
    kinds = {(c.glyph, c.ascii): name for name, c in classes.items()}
    for h in hexes:
        found.add(("ground", painter.board.terrain_name(h)))
        found.update(("edge", scene.ground.edge(h * 6 + d)) for d in range(6))
        found |= _place(painter, h) | _stack(painter, h, kinds)
        mark = scene.highlights.get(h)
        if mark is not None:
            found.add(("mark", mark[1]))
        if h in scene.letters:
            found.add(("letter", ""))
        found |= _lines(painter, h)
    return found


def _place(painter: Painter, h: Hex) -> set[Key]:
    """Town and markers of a hex."""
    scene, found = painter.scene, set[Key]()
    town = scene.towns.get(h)
    if town is not None:
        found.add(("town", _name(painter, TOWNS, painter.town_sign(town))))
        if town.points and town.holder >= 0:
            found.add(("side", str(town.holder)))
    for sign in painter.marker_signs(h):
        found.add(("marker", _name(painter, MARKERS, sign[:1])))
    return found


def _name(painter: Painter, words: Mapping[str, str], sign: str) -> str:
    return next(name for name in words if getattr(painter.signs, name) == sign)


def _stack(painter: Painter, h: Hex, kinds: Mapping[tuple[str, str], str]) -> set[Key]:
    """Kinds, sides, steps and notes of the counters in a hex."""
    stack, found = painter.scene.units.get(h, ()), set[Key]()
    far = painter.layout.zoom == "far"
    if not stack:
        around = (painter.scene.units.get(n, ()) for n in painter.board.grid.adjacent[h])
        return {("front", "front")} if far and len({near[0].side for near in around if near}) > 1 else found
    for unit in stack:
        found.add(("side", str(unit.side)))
        if not unit.known:
            found.add(("unknown", "unknown"))
        if far:
            continue
        found |= {("kind", kinds.get((unit.glyph, unit.letter), "")), ("strength", "")}
        if painter.layout.zoom == "near" and unit.steps == unit.max_steps > 1:
            found.add(("step", "full"))
    note = painter.note(stack)
    if far and not any(u.chosen for u in stack):
        note = None
    if note is not None:
        found.add(("note", _name(painter, NOTES, note[0])))
    if far and sum(u.attack for u in stack) > 9:
        found.add(("tens", ""))
    if far and all(u.hq for u in stack):
        found.add(("kind", "far hq"))
    return found


def _lines(painter: Painter, h: Hex) -> set[Key]:
    """Kinds of lines, where they are drawn: all near, else those of an overlay or the great ones."""
    ground, zoom = painter.scene.ground, painter.layout.zoom
    names = tuple(ground.lines) if zoom == "near" else painter.scene.networks or ground.trunks
    here = slice(h * 6, h * 6 + 6)
    return {("line", kind) for kind in names if zoom != "far" and any(painter.kinds[kind][1][here])}
