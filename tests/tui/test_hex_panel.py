"""The hex panel keeps its lines from hex to hex: less to send, and the eye finds things where they were."""

from __future__ import annotations

import pytest

from tui.app import begin
from tui.game.controller import Controller
from tui.widgets.lines import Line, width_of
from tui.widgets.panels import _sides, hex_lines, mark_words

WIDTH, ROOM = 24, 10


@pytest.fixture(scope="module")
def smolensk() -> Controller:
    return begin(None, "ava", "smolensk", seed=7, options={}, players={}, dice="program", overrides=None)


def text(row: Line) -> str:
    """A line without its roles."""
    return "".join(part for part, _ in row)


def test_how_many_stand_in_a_hex_moves_no_line(smolensk: Controller) -> None:
    view = smolensk.view
    places: set[int] = set()
    for h in sorted(view.data.in_play)[::5] + list(view.stacks):
        rows = [text(r) for r in hex_lines(smolensk, h, None, WIDTH, False, ROOM)]
        needed = len(hex_lines(smolensk, h, None, WIDTH, False))
        if needed <= ROOM - 2 and not view.markers.get(h) and view.board.terrain_name(h) not in ("sea", "lake"):
            places.add(next(n for n, row in enumerate(rows) if row.startswith("stack ")))
    assert places == {4}


def test_water_holds_nobody_and_a_crowd_comes_first_where_there_is_little_room(smolensk: Controller) -> None:
    view = smolensk.view
    sea = next(h for h in sorted(view.data.in_play) if view.board.terrain_name(h) == "sea")
    assert not any(text(r).startswith("stack ") for r in hex_lines(smolensk, sea, None, WIDTH, False, ROOM))
    h = next(h for h, stack in sorted(view.stacks.items()) if len(stack) == 2)
    for room, first in ((4, "1 "), (ROOM, "stack ")):
        rows = [text(r) for r in hex_lines(smolensk, h, None, WIDTH, False, room)]
        assert next(row for row in rows if row.startswith(("1 ", "stack "))).startswith(first)


def test_nothing_is_lost_where_there_is_little_room(smolensk: Controller) -> None:
    for h in sorted(smolensk.match.data.in_play)[::7]:
        roomy = hex_lines(smolensk, h, None, WIDTH, False, ROOM)
        tight = hex_lines(smolensk, h, None, WIDTH, False)
        assert sorted(text(r) for r in roomy if text(r)) == sorted(text(r) for r in tight if text(r))
        assert all(width_of(row) <= WIDTH for row in roomy)
        assert len(roomy) >= min(ROOM, len(tight))


def test_the_whole_name_is_told_of_the_selected_unit_and_where_there_is_room(smolensk: Controller) -> None:
    view = smolensk.view
    h = next(h for h, stack in sorted(view.stacks.items()) if len(stack) > 1)
    alone = next(h for h, stack in sorted(view.stacks.items()) if len(stack) == 1)
    second = view.stacks[h][1]

    def named(h: int, u: int, selected: str | None, room: int) -> bool:
        return any(text(r) == view.name(u) for r in hex_lines(smolensk, h, selected, 40, False, room))

    assert not named(h, second, None, ROOM) and named(h, second, view.roster.ids[second], ROOM)
    assert not named(alone, view.stacks[alone][0], None, ROOM) and named(alone, view.stacks[alone][0], None, 30)
    assert named(h, view.stacks[h][0], None, 30)


def test_every_mark_of_every_layer_is_told_in_words(smolensk: Controller) -> None:
    view = smolensk.view
    unit = next(u for stack in view.stacks.values() for u in stack if view.roster.side[u] == "axis")
    for name, _ in view.overlays():
        layer = view.overlay(name, "axis", unit)
        for mark in set(layer.marks.values()):
            words = mark_words(mark, layer.legend)
            assert any(ch.isalpha() for ch in words.replace(mark, "", 1)), (name, mark, words)
    assert mark_words("A10", [("A", "Axis control"), ("5", "points")]) == "Axis control, 10 points"
    assert mark_words("2.5", [("5", "points"), ("r", "by road")]) == "2.5 points"


def test_ways_out_of_a_hex_are_told_in_words() -> None:
    assert text(_sides({"sides": {"N": ["minor_road"], "S": ["minor_road"]}}, {}, WIDTH)[0]) == "minor road N S"
