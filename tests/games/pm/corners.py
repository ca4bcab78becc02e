"""Positions from which random play comes to decisions that it hardly ever meets from the start of a game."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.match import Match
from tests.games.pm.battles import MID, NE, N, attack, front
from tests.support.pm_position import play, position

EAST = ("2509N", "2610N", "2611N", "2511N")
"""The hexes around 2510N without those to the west, over which its supply comes."""


def corners() -> Iterator[Match]:
    """One position after another; each leads to the step that is named."""
    yield mobile_again()
    yield retreat()
    yield german_reinforcement()
    yield hedgehogs()
    yield commitment()
    yield overstack()
    yield release()


def mobile_again() -> Match:
    """``mobile-again``: on Game Turn 1 two panzer divisions have assaulted more than they can clear at once."""
    line = {f"rd-{3 * n + k:03}": h for n, h in enumerate(EAST) for k in (1, 2, 3)}
    known = dict.fromkeys(line, (1, 5, 5))
    units = {"1pz": "2510N", "6pz": "2510N", **line}
    match = position(units, turn=1, ground={}, identities=known, tried=line, dice=[3])
    play(match, "gather 1pz", "assault 1pz 2610N")
    return match


def retreat() -> Match:
    """The step ``retreat``: a German division has lost one step to three strong tank divisions and goes back."""
    tanks = {"td-001": (9, 5, 8), "td-002": (9, 5, 8), "td-003": (3, 3, 8)}
    match = front(dict.fromkeys(tanks, NE), ["291inf"], side="soviet", identities=tanks, dice=[3])
    attack(match)
    play(match, "retreat")
    return match


def german_reinforcement() -> Match:
    """The step ``german-reinforcement``: there are security divisions to call out, and a town to put them in."""
    boxes = dict.fromkeys(("207sec", "281sec", "285sec", "arko"), "aside")
    return position(phase="german-reinforcement", turn=4, boxes=boxes, control={"2705N": "axis"})


def hedgehogs() -> Match:
    """The step ``hedgehogs``: in December Germans stand in two towns."""
    places = {MID: "town", N: "large town"}
    return position({"61inf": MID, "1inf": N}, phase="hedgehogs", turn=12, ground={}, places=places)


def commitment() -> Match:
    """The step ``commitment``: a flying corps waits in its box beside two divisions that it can be put with."""
    return position({"1pz": MID, "7pz": MID}, phase="commitment", boxes={"viii-fk": "air"})


def overstack() -> Match:
    """The step ``overstack``: six Soviet divisions stand in one hex when the movement phase ends."""
    match = position(dict.fromkeys([f"rd-{n:03}" for n in range(1, 7)], MID), side="soviet", ground={})
    play(match, "end")
    return match


def release() -> Match:
    """The step ``release``: a brigade is in the reserve of the high command."""
    return position({"rd-001": "4810N"}, side="soviet", phase="release", boxes={"tb-001": "rvgk"}, turn=4)
