"""Thinking between two looks at the keyboard, without a search through all that there is for garbage in the middle."""

from __future__ import annotations

import gc

from engine.play.match import Match
from engine.players import Player, Thought
from engine.players import thinking as thinking_in_pieces

NEVER = 1_000_000_000
"""Searches through what is younger after which all that there is would be searched."""


def thinking(player: Player, match: Match) -> Thought:
    """The next choice of a player in pieces, each as short as the player makes it.

    What a thought holds, the interpreter would search again and again, a quarter of a second each time in a long
    campaign, and find nothing: it is freed as soon as nobody knows it (``players.planner.maps``). So the full search
    waits until the thought has come to its end or is dropped, when there is little left to be searched.
    """
    young, middle, old = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)
    try:
        return (yield from thinking_in_pieces(player, match))
    finally:
        gc.set_threshold(young, middle, old)
