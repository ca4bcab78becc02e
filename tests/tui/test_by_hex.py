"""What lies in hexes out of view is not found, and a map of which a part was drawn follows the game all the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.components.grid import Hex
from engine.play.match import Match
from engine.players.random import RandomPlayer
from tui.draw.by_hex import ByHex, differing
from tui.draw.glyphs import UNICODE
from tui.draw.lines import MapLines
from tui.draw.scene import scene_from_view

WIDE, HIGH = 60, 18


def words(asked: list[Hex], **found: str) -> ByHex[str]:
    """Words in the hexes 1, 2, 3 ..., and what has been looked up."""

    def find(h: Hex) -> str:
        asked.append(h)
        return found[f"h{h}"]

    return ByHex([int(name[1:]) for name in found], find)


def test_what_lies_in_a_hex_is_found_once_and_when_it_is_wanted() -> None:
    asked: list[Hex] = []
    found = words(asked, h1="one", h2="two", h3="three")
    assert list(found) == [1, 2, 3] and len(found) == 3 and asked == []
    assert found[2] == "two" and found.get(2) == "two" and 2 in found and asked == [2]
    assert found.get(9) is None and found.get(9, "nothing") == "nothing" and 9 not in found
    with pytest.raises(KeyError):
        found[9]
    assert found.asked == {2: "two", 9: None} and dict(found) == {1: "one", 2: "two", 3: "three"}


def test_only_what_was_wanted_before_can_differ() -> None:
    asked: list[Hex] = []
    old, new = words([], h1="one", h2="two"), words(asked, h1="uno", h2="due", h3="tre")
    assert differing(new, old) == set() and asked == []
    old.get(2), old.get(3)
    assert differing(new, old) == {2, 3} and asked == [2, 3] and differing(old, old) == set()
    assert differing(new, {1: "uno", 2: "two"}) == {2, 3} and differing({1: "one"}, old) == {2}


@pytest.mark.parametrize("zoom", ["far", "middle", "near"])
def test_a_map_drawn_in_part_follows_the_game(zoom: str) -> None:
    match, player, rnd = Match.new("ava", "smolensk", seed=5), RandomPlayer(5), Random(5)
    while match.side != "axis" or sum(a.verb == "move" for a in match.legal) < 20:
        match.play(player.choose(match)[0])
    scene = scene_from_view(match.view("axis"))
    lines = MapLines(scene, zoom, UNICODE)
    columns, rows = lines.layout.size
    part = rnd.randrange(max(1, columns - WIDE)), rnd.randrange(max(1, rows - HIGH))
    for _ in range(15):
        match.play(player.choose(match)[0])
        if rnd.random() < 0.2:
            part = rnd.randrange(max(1, columns - WIDE)), rnd.randrange(max(1, rows - HIGH))
        scene = scene_from_view(match.view("axis"), ground=scene.ground)
        lines.show(scene)
        anew = MapLines(scene_from_view(match.view("axis"), ground=scene.ground), zoom, UNICODE)
        left, top = part
        for y in range(top, top + HIGH):
            assert lines.line(y, left, left + WIDE) == anew.line(y, left, left + WIDE), (str(match.history[-1]), y)
    units = anew.scene.units
    assert isinstance(units, ByHex) and len(units.asked.keys() & set(units)) < len(units) / 2
