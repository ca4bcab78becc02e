"""The games that long trials play: every scenario of every game, by every pair of computer players."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.catalogue import catalogue
from engine.match import Match
from engine.players import PLAYERS, Player, make

SCENARIOS = [(game.id, scenario.id) for game in catalogue() for scenario in game.scenarios]
"""Game and scenario of everything that can be played."""
LONG = "campaign"
"""The scenario whose games take so long that fewer of them must do."""
PAIRS = list(product(sorted(PLAYERS, key=lambda name: (name != "random", name)), repeat=2))
"""Who plays the first side and who the second; the quickest first."""
ENDLESS = 30_000
"""No game has so many actions."""


def players(match: Match, number: int) -> dict[str, Player]:
    """The computer players of the game of this number, by side."""
    sides: list[str] = list(match.data.meta["sides"])
    names = PAIRS[number % len(PAIRS)]
    return {side: make(name, 2 * number + k) for k, (side, name) in enumerate(zip(sides, names, strict=True))}


def whole_game(game: str, scenario: str, number: int, most: int = ENDLESS) -> Iterator[Match]:
    """The game of this number from its beginning to its end, or ``most`` actions: the match after each of them."""
    match = Match.new(game, scenario, seed=number + 1)
    who = players(match, number)
    yield match
    for _ in range(most):
        if match.over:
            return
        match.play(who[match.side].choose(match)[0])
        yield match
    assert most < ENDLESS, "the game does not come to its end"
