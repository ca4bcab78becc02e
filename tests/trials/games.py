"""The games that long trials play: every scenario of every game, by every pair of computer players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, TypeVar

import pytest

from engine.play.catalogue import catalogue
from engine.play.match import Match
from engine.players import PLAYERS, TAUGHT, Player, make
from tests.trials.table import FULL

T = TypeVar("T")
SCENARIOS = [(game.id, scenario.id) for game in catalogue() for scenario in game.scenarios]
"""Game and scenario of everything that can be played."""
LONG = {"ava campaign": 5, "minsk-pocket": 1, "smolensk-pocket": 1, "guderian-drives-south": 1,
        "yelnya-dukhovshchina": 1, "thunder-on-the-dnepr": 1, "efs2 campaign": 1, "efs1 campaign": 1}  # fmt: skip
"""Scenarios whose games take so long that the title has shorter ones for most of its 200, and how many these play.

This table and others of trials name a scenario, in whichever title it is, or a title with its scenario, or a title."""
APIECE = {"pm campaign": 20}
"""Games of a scenario that one test plays at most, so that several processes can share them."""
MINUTES = {"efs2 campaign": 3.0, "efs1 campaign": 3.0, "pm campaign": 1.5, "lepel": 1.4, "borisov": 1.1,
           "leningrad": 1.2, "thunder-on-the-dnepr": 1.0, "smolensk": 1.0, "kiev": 1.2, "bd": 0.5}  # fmt: skip
"""About what the games of one test take, with all that is tried with them; the others take less."""
NAMES = sorted(set(PLAYERS) - set(TAUGHT), key=lambda name: (name != "random", name))
"""Players that play every game."""
PAIRS: list[tuple[str, str]] = list(product(NAMES, NAMES))
"""Who plays the first side and who the second; the quickest first."""
ENDLESS = 30_000
"""No game has so many actions."""
THINKING = 3
"""One game in so many has a player that thinks; the others are played at random, which takes a tenth of the time."""


def named(game: str, scenario: str) -> str:
    """The scenario for the table, with its game: several have one of that name."""
    return f"{game} {scenario}"


def of(table: Mapping[str, T], game: str, scenario: str, other: T) -> T:
    """What a table says of a scenario."""
    return next((table[name] for name in (named(game, scenario), scenario, game) if name in table), other)


def share(game: str, scenario: str, amount: int) -> int:
    """How many of ``amount`` games of a title are of a scenario: a few of a long one, of the others as many."""
    of_title, others = [one for title, one in SCENARIOS if title == game], shorter(game)
    if scenario not in others:
        return of(LONG, game, scenario, 1)
    return max(1, -(-(amount - sum(of(LONG, game, one, 0) for one in of_title)) // len(others)))


def shorter(game: str) -> list[str]:
    """The scenarios of a title that are not long."""
    return [one for title, one in SCENARIOS if title == game and not of(LONG, title, one, 0)]


def titled(amount: int, *, short: int, seconds: int = 7200) -> list[Any]:
    """Parameters ``game, scenario, first, amount`` of a test: ``short`` games of each scenario, ``amount`` of a title.

    ``first`` is the number of the first game: those of a scenario may be several tests, which one row adds up.
    """
    forms: list[Any] = []
    for one in SCENARIOS:
        forms.append(pytest.param(*one, 0, short, id="-".join((*one, "short")), marks=pytest.mark.short_form))
        whole = share(*one, amount)
        most = of(APIECE, *one, whole)
        for first in range(0, whole, most):
            marks = [pytest.mark.nightly(minutes=of(MINUTES, *one, 0.3)), pytest.mark.timeout(seconds)]
            parts = (*one, FULL) if most == whole else (*one, FULL, f"{first}")
            forms.append(pytest.param(*one, first, min(most, whole - first), id="-".join(parts), marks=marks))
    return forms


def pair(number: int, thinking: int = THINKING, first: int = 0) -> tuple[str, str]:
    """Who plays the two sides of the game of this number; one game in ``thinking`` has a player that thinks.

    ``first`` is the pair with which it begins.
    """
    turn, rest = divmod(number, thinking)
    return PAIRS[1 + (first + turn) % (len(PAIRS) - 1)] if rest == thinking // 2 else PAIRS[0]


def players(match: Match, number: int, thinking: int, first: int) -> dict[str, Player]:
    """The computer players of the game of this number, by side."""
    sides: list[str] = list(match.data.meta["sides"])
    names = pair(number, thinking, first)
    return {side: make(name, 2 * number + k) for k, (side, name) in enumerate(zip(sides, names, strict=True))}


def whole_game(game: str, scenario: str, number: int, most: int = ENDLESS, thinking: int = THINKING) -> Iterator[Match]:
    """The game of this number from its beginning to its end, or ``most`` actions: the match after each of them."""
    match = Match.new(game, scenario, seed=number + 1)
    who = players(match, number, thinking, SCENARIOS.index((game, scenario)))
    yield match
    for _ in range(most):
        if match.over:
            return
        match.play(who[match.side].choose(match)[0])
        yield match
    assert most < ENDLESS, "the game does not come to its end"
