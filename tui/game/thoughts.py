"""Thinking between two looks at the keyboard, without a search for garbage in the middle."""

from __future__ import annotations

from engine.play.match import Match
from engine.players import Player, Thought
from engine.players import thinking as thinking_in_pieces
from engine.players.undisturbed import undisturbed


def thinking(player: Player, match: Match) -> Thought:
    """The next choice of a player in pieces, each as short as the player makes it."""
    with undisturbed():
        return (yield from thinking_in_pieces(player, match))
