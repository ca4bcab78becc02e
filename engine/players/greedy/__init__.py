"""The computer player that weighs what it could do next, does the best, and says why in a sentence."""

from engine.players.greedy.player import GreedyPlayer, Thought

__all__ = ["GreedyPlayer", "Thought"]
