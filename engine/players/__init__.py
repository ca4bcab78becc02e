"""Computer players: each chooses one action at a time from what its side may see."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Protocol

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.match import Match
from engine.players.greedy import GreedyPlayer
from engine.players.plain import PlainPlayer
from engine.players.random import RandomPlayer


class Player(Protocol):
    """Chooses actions for one side."""

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action and, in a sentence, why. Only called while its side decides."""


def _normal(seed: int) -> Player:
    # Nobody who starts the program waits for what is only measured.
    from engine.players.planner.player import PlannerPlayer

    return PlannerPlayer(seed)


PLAYERS: dict[str, Callable[[int], Player]] = {"random": RandomPlayer, "greedy": GreedyPlayer}
"""Name to maker; the maker takes a seed."""
YARDSTICKS: dict[str, Callable[[int], Player]] = {"plain": PlainPlayer, "normal": _normal}
"""The same of players that others are measured against, and that nobody is offered as an opponent."""


Thought = Generator[None, None, tuple[Action, str]]
"""Thinking in small pieces: each ``next`` is one, at the end come the action and why."""


def thinking(player: Player, match: Match) -> Thought:
    """The next choice of a player, in pieces where it can think so, else in one."""
    think: Callable[[Match], Thought] | None = getattr(player, "think", None)
    if think is None:
        return player.choose(match)
    return (yield from think(match))


def make(name: str, seed: int) -> Player:
    """The computer player of this name. Raises ``BadInput`` naming those there are."""
    known = {**PLAYERS, **YARDSTICKS}
    if name not in known:
        raise BadInput(f"there is no computer player '{name}'; there is: {', '.join(sorted(PLAYERS))}")
    return known[name](seed)
