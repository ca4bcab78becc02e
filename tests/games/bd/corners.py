"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.match import Match
from tests.games.bd.test_11_assault import W, front, result


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield retreat()
    yield advance()
    yield losses()
    yield convert()


def retreat() -> Match:
    """The step ``retreat``: a rifle army is driven back."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis")
    result(match, "DR", "3pz", "24pz")
    return match


def advance() -> Match:
    """The step ``advance``: a rifle army is gone, panzer corps may follow."""
    match = front({"3pz": W, "24pz": W, "39pz": W, "40pz": W}, ["16ra"], side="axis")
    result(match, "DE", "3pz", "24pz", "39pz")
    return match


def losses() -> Match:
    """The step ``losses``: a bloodbath costs one of two corps."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis")
    result(match, "BB", "3pz", "24pz")
    return match


def convert() -> Match:
    """The step ``convert``: in 1941 the German side may let the defenders go."""
    match = front({"3pz": W, "24pz": W}, ["16ra"], side="axis", turn=2)
    result(match, "BB", "3pz", "24pz")
    return match
