"""Boxes of a game's file: what the state may say of units off the map, and what is told when it says something else."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.components.boxes import box_of, read_boxes, strays
from engine.components.datafile import DataError
from engine.components.errors import BadInput
from engine.games import GAMES
from engine.kit.invariants import astray
from engine.play.catalogue import game_info
from engine.play.match import Match


def boxes(*entries: tuple[str, str]) -> dict[str, Any]:
    return {"box": [{"id": id, "title": id.title(), "rule": "x:1", "follows": follows} for id, follows in entries]}


def test_a_box_is_found_by_what_the_state_says() -> None:
    found = read_boxes(boxes(("pool", ""), ("turn", "number"), ("group", "words"), ("group of", "number")))
    texts = ("pool", "turn 12", "group", "group of 3", "group A b")
    named = {text: box.id for text in texts if (box := box_of(found, text))}
    assert named == {"pool": "pool", "turn 12": "turn", "group": "group", "group of 3": "group", "group A b": "group"}
    assert not any(box_of(found, text) for text in ("pool 3", "turn", "turn two", "turnip", ""))
    assert strays(found, ["", "pool", "turn 1", "turn", "attic"]) == {"turn", "attic"}
    assert found["turn"].title == "Turn" and found["turn"].rule == "x:1"


@pytest.mark.parametrize("entries", [[("pool", ""), ("pool", "")], [("turn", "letter")], [("", "")]])
def test_boxes_that_are_none(entries: list[tuple[str, str]]) -> None:
    with pytest.raises(DataError, match="box"):
        read_boxes(boxes(*entries))


@pytest.mark.parametrize("game", GAMES)
def test_every_counter_begins_in_a_place_that_the_games_file_names(game: str) -> None:
    for scenario in game_info(game).scenarios:
        match = Match.new(game, scenario.id)
        assert strays(match.data.boxes, match.state.box) == set()
    assert all(re.fullmatch(rf"{game}:[\dEDR.]+", box.rule) and box.title for box in match.data.boxes.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_counter_in_no_place_is_told(game: str) -> None:
    match = Match.new(game, game_info(game).scenarios[0].id)
    s, u = match.c.state, match.state.box.index(next(b for b in match.state.box if b))
    name = match.c.roster.ids[u]
    assert astray(match.c, ()) == match.rules.invariants(match.c) == []
    s.box[u] = "attic"
    match.c.touch()
    assert f"{name} is in an unknown box 'attic'" in match.rules.invariants(match.c)
    s.box[u] = ""
    match.c.touch()
    assert f"{name} is in no place, or in two" in match.rules.invariants(match.c)
    s.box[u], s.steps_left[u] = "eliminated", 9
    match.c.touch()
    assert f"{name} has 9 steps" in match.rules.invariants(match.c)
    s.hex_of.append(-1)
    match.c.touch()
    assert "column hex_of does not fit the counters" in astray(match.c, ["hex_of"])


def test_a_record_with_an_unknown_box_is_damaged() -> None:
    match = Match.new("ava", "leningrad")
    s = match.c.state
    s.box[s.box.index("available")] = "attic"
    with pytest.raises(BadInput, match="unknown box 'attic'"):
        Match.from_record(match.record())
