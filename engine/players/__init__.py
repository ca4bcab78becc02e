"""Computer players: each chooses one action at a time from what its side may see."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Any, Protocol

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.match import Match
from engine.players.plain import PlainPlayer
from engine.players.random import RandomPlayer


class Player(Protocol):
    """Chooses actions for one side."""

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action and, in a sentence, why; what holds for more actions stands in a line before it.

        Only called while its side decides.
        """


# Nobody who starts the program waits for a player that is not asked for.
def _greedy(seed: int) -> Player:
    from engine.players.greedy import GreedyPlayer

    return GreedyPlayer(seed)


def _planner(seed: int, level: str) -> Player:
    from engine.players.planner.player import PlannerPlayer

    return PlannerPlayer(seed, level)


PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": _greedy,
    "easy": partial(_planner, level="easy"),
    "normal": partial(_planner, level="normal"),
    "hard": partial(_planner, level="hard"),
}
"""Name to maker, the weakest first; the maker takes a seed."""
YARDSTICKS: dict[str, Callable[[int], Player]] = {"plain": PlainPlayer}
"""The same of players that others are measured against, and that nobody is offered as an opponent."""
TAUGHT = ("easy", "normal", "hard")
"""Players that play only the games whose file names them: in others they would be no better than one before them."""


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


def opponents(meta: Mapping[str, Any]) -> list[str]:
    """The players that know a game, as its file says, the weakest first; without the one that needs to know none."""
    known = meta.get("opponents", ["greedy"])
    return [name for name in PLAYERS if name in known]


def usual(meta: Mapping[str, Any]) -> str:
    """The player that is proposed for a game: of those that know it the strongest, hard ones left to who wants them."""
    known = [name for name in opponents(meta) if name != "hard"]
    return known[-1] if known else ""


def knowing(name: str, meta: Mapping[str, Any]) -> None:
    """Raises ``BadInput`` for a player that would have to be taught this game first, naming those that know it."""
    if name in TAUGHT and name not in opponents(meta):
        there = ", ".join(sorted(["random", *opponents(meta)]))
        raise BadInput(f"the computer player '{name}' does not play this game; there is: {there}")
