"""Without colours nothing is lost: no two meanings share the same characters, in both sets of signs, at every zoom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import pytest

from engine.components.board import Board
from engine.components.grid import Hex
from tests.tui.mapkit import TERRAINS, board, lines, place, scene, side, terrain, unit
from tui.draw.layout import ZOOMS
from tui.draw.scene import MapScene, terrain_of

HERE: Hex = 2 * 7 + 2
Made = Callable[[Board], MapScene]


def on_board(build: Callable[[Board], object], **values: object) -> Made:
    """A meaning that is part of the board."""

    def make(b: Board) -> MapScene:
        build(b)
        return replace(scene(b, **values), ground=terrain_of(b))

    return make


def shown(**values: object) -> Made:
    """A meaning that is part of the scene."""
    return lambda b: scene(b, **values)


def town(size: str, points: int = 0, holder: int = -1, **values: object) -> Made:
    """A place."""

    def make(b: Board) -> MapScene:
        found = place(b, HERE, "Minsk", size)._replace(points=points, holder=holder)
        return scene(b, towns={HERE: found}, **values)

    return make


def edge(*features: str, direction: str = "S") -> Callable[[Board], object]:
    """A side of the hex."""
    return lambda b: side(b, HERE, direction, *features)


def shaped(build: Callable[[Board], object]) -> Made:
    """A meaning that the data of a game put on the board."""

    def make(b: Board) -> MapScene:
        build(b)
        return replace(scene(b), ground=terrain_of(b, drawing={"sides": {"canal": "canal"}}))

    return make


U = unit()
MEANINGS: dict[str, Made] = {
    "nothing": shown(),
    **{t: on_board(lambda b, t=t: terrain(b, HERE, t)) for t in TERRAINS if t != "plains"},  # type: ignore[misc]
    "minor river": on_board(edge("minor river")),
    "major river": on_board(edge("major river")),
    "bridge": on_board(edge("minor river", "bridge")),
    "major bridge": on_board(edge("major river", "bridge")),
    "start line": on_board(edge("start line")),
    "start line on a river": on_board(edge("minor river", "start line")),
    "barred": on_board(edge("barred")),
    "canal": shaped(edge("canal")),
    "canal with a bridge": shaped(edge("canal", "bridge")),
    "unit of the first side": shown(units={HERE: (U,)}),
    "unit of the second side": shown(units={HERE: (unit(1),)}),
    "stack of two": shown(units={HERE: (U, unit(0, 1, 1))}),
    "headquarters": shown(units={HERE: (unit(hq=True, glyph="⚑", letter="Q"),)}),
    "selected": shown(units={HERE: (U._replace(chosen=True),)}),
    "has moved": shown(units={HERE: (U._replace(note="done"),)}),
    "cut off": shown(units={HERE: (U._replace(note="cut off"),)}),
    "reach": shown(highlights={HERE: ("3", "reach")}),
    "to be chosen": shown(highlights={HERE: ("B", "reach")}),
    "city to be chosen": town("major city", 2, 1, highlights={HERE: ("B", "reach")}),
    "own unit to be chosen": shown(highlights={HERE: ("L", "reach")}, units={HERE: (U,)}),
    "target": shown(highlights={HERE: ("A", "target")}, units={HERE: (unit(1),)}),
    "declared attack": shown(highlights={HERE: ("", "target")}, units={HERE: (unit(1),)}),
    "overlay: in supply": shown(overlay={HERE: "+"}),
    "overlay: out of supply": shown(overlay={HERE: "-"}),
    "letter to jump to": shown(letters={HERE: "k"}),
    "city": town("city"),
    "major city": town("major city"),
    "objective": town("city", 2),
    "objective of the first side": town("city", 2, 0),
    "objective of the second side": town("city", 2, 1),
    "fortress": shown(markers={HERE: ("fortress +1",)}),
    "stand fast": shown(markers={HERE: ("stand fast",)}),
    "supply source": shown(markers={HERE: ("axis supply source",)}),
    "supply source of the second": shown(markers={HERE: ("soviet supply source",)}),
    "cursor": shown(cursor=HERE),
}
LINES = {
    "railroad": on_board(edge("railroad"), networks=("railroad", "road")),
    "road": on_board(edge("road"), networks=("railroad", "road")),
    "both": on_board(edge("railroad", "road"), networks=("railroad", "road")),
}
"""Lines of the board: at middle zoom as an overlay, at near zoom always, at far zoom there is no room for them."""
FAR_ALIKE = {
    frozenset(("unit of the first side", "has moved")), frozenset(("unit of the first side", "cut off")),
    frozenset(("minor river", "canal")), frozenset(("has moved", "cut off")),
    frozenset(("start line", "start line on a river")),
}  # fmt: skip
"""What two cells have no room to tell apart; one zoom nearer it is told."""


def grid(made: Made, zoom: str, glyphs: str) -> tuple[str, ...]:
    """The characters of a hex and all around it."""
    b = board()
    drawn = lines(replace_cursor(made(b)), zoom, glyphs, plain=True)
    rect = drawn.layout.frame(HERE)
    top = max(0, rect.y - 1)
    return tuple(row[max(0, rect.x - 1) : rect.x + rect.width + 1] for row in drawn.text(top, rect.y + rect.height + 1))


def replace_cursor(s: MapScene) -> MapScene:
    """The cursor stands elsewhere unless it is what is meant."""
    return s if s.cursor == HERE else replace(s, cursor=0)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_no_two_meanings_share_their_characters(zoom: str, glyphs: str) -> None:
    meanings = MEANINGS if zoom == "far" else {**MEANINGS, **LINES}
    drawn = {name: grid(made, zoom, glyphs) for name, made in meanings.items()}
    alike = {frozenset((a, b)) for a, b in combinations(drawn, 2) if drawn[a] == drawn[b]}
    assert alike == (FAR_ALIKE if zoom == "far" else set())


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
@pytest.mark.parametrize("direction", ["N", "NE", "SE", "S", "SW", "NW"])
@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_side_of_a_hex_tells_its_river(zoom: str, direction: str, glyphs: str) -> None:
    kinds = [("minor river",), ("major river",), ("start line",), ()]
    drawn = {grid(on_board(edge(*kind, direction=direction)), zoom, glyphs) for kind in kinds}
    assert len(drawn) == len(kinds)


@pytest.mark.parametrize("glyphs", ["unicode", "ascii"])
def test_the_front_is_seen_from_afar(glyphs: str) -> None:
    b = board()
    north, south = (b.grid.neighbours[HERE][d] for d in (0, 3))
    facing = scene(b, units={north: (U,), south: (unit(1),)}, cursor=0)
    alone = scene(b, units={north: (U,)}, cursor=0)
    seen = lines(facing, "far", glyphs, plain=True)
    quiet = lines(alone, "far", glyphs, plain=True)
    rect = seen.layout.rect(HERE)
    cells = [d.text(rect.y, rect.y + 1)[0][rect.x : rect.x + 2] for d in (seen, quiet)]
    assert cells[0] != cells[1]
    # When a unit comes or goes, the hexes around it are drawn again.
    quiet.show(replace(facing, ground=alone.ground))
    assert quiet.text(rect.y, rect.y + 1)[0][rect.x : rect.x + 2] == cells[0]
