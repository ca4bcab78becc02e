"""The counters."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.components.errors import BadInput
from engine.components.load import load_shared
from engine.components.roster import Roster


@pytest.fixture
def roster(toy: str) -> Roster:
    """The counters of the toy."""
    return load_shared(toy).roster


def test_columns_are_parallel(roster: Roster) -> None:
    lengths = {len(v) for f in fields(roster) if isinstance(v := getattr(roster, f.name), list)}
    assert lengths == {len(roster)} == {11}


def test_values(roster: Roster) -> None:
    u = roster.find("A1")
    assert (roster.ids[u], roster.attack[u], roster.attack2[u], roster.steps[u]) == ("a1", 4, 2, 2)
    assert roster.steps[roster.find("a3")] == 1
    assert roster.names([0, 2]) == "A1, A3"


def test_faces_follow_from_front_and_back(roster: Roster) -> None:
    whole, single = roster.find("a1"), roster.find("a3")
    move = roster.move[whole]
    assert roster.faces[whole] == ((4, roster.defense[whole], move), (2, roster.defense2[whole], move))
    assert roster.faces[single] == ((roster.attack[single], roster.defense[single], roster.move[single]),)
    assert all(len(roster.faces[u]) == roster.steps[u] for u in range(len(roster)))
    assert set(roster.size) == {""} and set(roster.arrival) == {0}


def test_a_counter_of_an_older_file_needs_no_faces() -> None:
    roster = Roster()
    left_out = ("size", "arrival", "faces")
    values = {f.name: "x" for f in fields(roster) if isinstance(getattr(roster, f.name), list)}
    values = {name: "" for name in values if name not in left_out} | {"ids": "new"}
    numbers = {"attack": 4, "defense": 3, "move": 6, "attack2": 2, "defense2": 1, "steps": 2}
    u = roster.add(**values | numbers)
    assert roster.faces[u] == ((4, 3, 6), (2, 1, 6)) and (roster.size[u], roster.arrival[u]) == ("", 0)


def test_near_ids_are_named(roster: Roster) -> None:
    with pytest.raises(BadInput, match="a1"):
        roster.find("a")
    with pytest.raises(BadInput):
        roster.find("\x00")


def test_an_id_counts_once() -> None:
    roster = Roster()
    values = {f.name: "x" for f in fields(roster) if isinstance(getattr(roster, f.name), list)}
    assert roster.add(**values) == 0
    with pytest.raises(ValueError, match="twice"):
        roster.add(**values)
