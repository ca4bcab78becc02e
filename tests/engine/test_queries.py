"""A game answers what its rules know of and nothing else: the rest has an answer of its own."""

from __future__ import annotations

import pytest

from engine.components.errors import BadInput
from engine.play.match import Match
from engine.play.queries import Queries
from engine.play.view import View
from engine.protocol import replies


@pytest.fixture
def silent(toy: str) -> Match:
    """A game of the toy that fills in no question at all."""
    match = Match.new(toy, "duel")
    match.rules = match.rules._replace(ask=Queries())
    return match


def test_a_game_without_answers_is_played(silent: Match) -> None:
    for action in ("plan bold", "plan careful", "move a1 T0302", "end"):
        assert silent.check(action) is None
        silent.play(action)
        plain = replies.view(silent.view())
        assert plain["units"] and plain["outline"] == [] and plain["tracks"] == [] and plain["points"] == {}
        assert replies.status(silent)["turn_name"] == f"turn {silent.state.turn}"


def test_every_question_has_an_answer(silent: Match) -> None:
    view: View = silent.view("axis")
    u, h = silent.c.unit("a1"), silent.c.hex("T0102")
    assert view.strength(u) == (4, 3, 3) and view.values(u) == "4-3-3"
    assert (view.short(u), view.hidden(u), view.flags(u), view.commander(u)) == (
        silent.data.roster.short[u],
        False,
        [],
        "",
    )
    assert view.group(u) == ((u,), view.short(u))
    assert view.reach(u).costs == {} and view.supply(u).in_supply and view.zoc("axis") == []
    assert view.stacking(h) == (1, 2) and view.hex(h)["stacking"] == {"used": 1, "limit": 2}
    assert view.hex(h)["control"] is None and view.hex(h)["markers"] == []
    assert view.overlays() == (("road", "Road"), ("places", "Places and their points"))
    assert (view.tally_kinds, view.tally_now, view.tally_key()) == ((), "", "")
    assert (view.declared(), view.attackers(h), view.prospects(), view.tasks(), view.named()) == ({}, (), [], [], [])
    assert view.score().total == 0 and view.deciding == ""
    with pytest.raises(BadInput, match="no overlay"):
        view.overlay("zoc")
    with pytest.raises(BadInput, match="no tally"):
        view.tally("attack", [u], h)


def test_a_reduced_unit_shows_its_other_face(silent: Match) -> None:
    u = silent.c.unit("a1")
    whole = silent.view("axis").strength(u)
    silent.state.steps_left[u] -= 1
    silent.c.touch()
    silent.rev += 1
    assert silent.view("axis").strength(u) == silent.data.roster.faces[u][1] != whole


def test_lines_and_places_of_a_board_are_overlays_of_every_game() -> None:
    view = Match.new("ava", "leningrad", seed=1).view("axis")
    board, own = view.board, {id for id, _ in view.overlays()}
    assert {"rail", "road", "lines", "places"} <= own
    rail, both, places = (view.overlay(id) for id in ("rail", "lines", "places"))
    assert rail.board == ("railroad",) and set(both.board) == {"road", "railroad"} and rail.rule == "ava:2.1"
    assert rail.marks == {h: "#" for h in view.data.in_play if any(board.side("railroad")[h * 6 : h * 6 + 6])}
    assert set(both.marks.values()) == {"#", ":", ":#"} and dict(both.legend)[":#"] == "road, railroad"
    assert places.marks and all(view.points(h) == int(mark) for h, mark in places.marks.items())
