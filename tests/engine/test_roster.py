"""The counters."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.action import BadInput
from engine.load import load_shared
from engine.roster import Roster


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
