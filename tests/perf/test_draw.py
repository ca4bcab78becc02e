"""Time to draw, with generous margins: a busy machine may be three times slower."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.play.match import Match
from tui.draw.glyphs import UNICODE
from tui.draw.lines import MapLines
from tui.draw.scene import MapScene, scene_from_view

MARGIN = 3
WIDTH, HEIGHT = 160, 50


def best(job: Callable[[], object], runs: int = 5) -> float:
    """The shortest of some runs, in milliseconds of processor time."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        job()
        times.append((time.process_time() - start) * 1000)
    return min(times)


@pytest.fixture(scope="module")
def smolensk() -> MapScene:
    """The start of the Smolensk game."""
    view = Match.new("ava", "smolensk", seed=7).view("axis")
    return scene_from_view(view, cursor=view.board.find("S2418"))


@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
def test_full_redraw(smolensk: MapScene, zoom: str) -> None:
    def draw() -> None:
        lines = MapLines(smolensk, zoom, UNICODE)
        for y in range(HEIGHT):
            lines.line(y, 20, 20 + WIDTH)

    assert best(draw) < 25 * MARGIN


def test_a_scrolled_view_comes_from_kept_tiles(smolensk: MapScene) -> None:
    lines = MapLines(smolensk, "middle", UNICODE)
    lines.text()

    def scroll() -> None:
        lines._lines.clear()
        for y in range(HEIGHT):
            lines.line(y, 20, 20 + WIDTH)

    assert best(scroll) < 8 * MARGIN


def test_a_cursor_move(smolensk: MapScene) -> None:
    lines = MapLines(smolensk, "middle", UNICODE)
    lines.text()
    places = [smolensk.cursor + i % 2 for i in range(1, 11)]

    def move() -> None:
        for h in places:
            rects = lines.show(replace(lines.scene, cursor=h))
            for rect in rects or []:
                for y in range(rect.y, rect.y + rect.height):
                    lines.line(y, 20, 20 + WIDTH)

    assert best(move) / len(places) < 3 * MARGIN


def test_a_scene_from_a_view() -> None:
    view = Match.new("ava", "smolensk", seed=7).view("axis")
    ground = scene_from_view(view).ground
    assert best(lambda: scene_from_view(view, ground=ground)) < 10 * MARGIN
