"""Whole games between computers, each tried in three ways at once: soaked, saved after each action, replayed elsewhere.

Soaked: game after game in one process, no exception, no broken invariant, no growing memory. Saved: save, load and save
after each action come to the same bytes. Replayed: a game is its seed and its actions, so another process, elsewhere,
comes to the same position in every turn.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import pytest

from engine.play.match import Match
from saves.reader import parse
from tests.trials import identical
from tests.trials.elsewhere import Elsewhere, words
from tests.trials.games import (
    APIECE,
    ENDLESS,
    LONG,
    PAIRS,
    SCENARIOS,
    named,
    of,
    pair,
    share,
    shorter,
    titled,
    whole_game,
)
from tests.trials.identical import Identity
from tests.trials.table import Tally, memory_now

GROWTH = 1.1
"""What the memory after the last game may be of that after the first ones."""
EACH = 20
"""Actions from one look at the invariants to the next."""
EVERY = {"leningrad": 31, "smolensk": 60, "kiev": 60, "pm campaign": 200, "borisov": 44, "lepel": 44, "bd": 33}
"""One game in so many, 20 if it is not named, has a player that thinks, which takes fifty times as long as one by
chance: another pair of them begins in each scenario. Those of a part come in its first half, before its memory is
measured."""
OF_A_TITLE = 200
WHOLE_SAVED = 20
"""Games of a title that are saved after each action."""
SAVED = {"leningrad": 8, "smolensk": 7, "kiev": 4}
"""How many of these are of a scenario; one is of each long one, and those that are not named share what is left."""
REPLAYS = {"leningrad": 10, "smolensk": 2, "citadel": 3, "kiev": 0.5, "ava campaign": 1, "pm campaign": 0.05, "bd": 0.5,
           "efs2 campaign": 0, "efs1 campaign": 0, "thunder-on-the-dnepr": 0}  # fmt: skip
"""How often each game of a scenario, or of a title, is replayed: 1,000 replays together, most of short games; below 1:
some games once; 0: none, as one of them takes as long as a thousand of others."""
SELDOM = 0.1
"""The same of those that are not named."""
PART = 150
"""Actions of a game in short; to their ends games are played by the battery."""
PARTS = {named("efs1", one.removeprefix("efs1 ")): 30 for one in LONG}
"""The same of long scenarios of which another edition plays as many."""
PART_SAVED = 25
"""Actions after which it is saved there."""


def saved_games(game: str, scenario: str) -> int:
    """How many games of a scenario are saved after each action: where it is not named, the first ones one more."""
    of_title = [one for title, one in SCENARIOS if title == game]
    fixed = {one: SAVED.get(one, 1) for one in of_title if one in SAVED or one not in shorter(game)}
    if scenario in fixed:
        return fixed[scenario]
    rest = [one for one in of_title if one not in fixed]
    least, more = divmod(WHOLE_SAVED - sum(fixed.values()), len(rest))
    return least + (rest.index(scenario) < more)


def replays(game: str, scenario: str, number: int) -> int:
    """How often the game of this number is replayed."""
    often = of(REPLAYS, game, scenario, SELDOM)
    return int(often) if often >= 1 or not often else int(number % round(1 / often) == 0)


def test_there_are_as_many_as_the_table_says() -> None:
    """200 games of a title, 20 of them saved after each action, and 1,000 replays."""
    amounts = {named(*one): share(*one, OF_A_TITLE) for one in SCENARIOS}
    saved = {named(*one): saved_games(*one) for one in SCENARIOS}
    for game in {game for game, _ in SCENARIOS}:
        of_title = [named(*one) for one in SCENARIOS if one[0] == game]
        assert sum(amounts[n] for n in of_title) >= OF_A_TITLE and sum(saved[n] for n in of_title) == WHOLE_SAVED
    assert all(saved[name] <= amounts[name] for name in amounts)
    assert sum(replays(*one, n) for one in SCENARIOS for n in range(amounts[named(*one)])) >= 1000


@pytest.mark.parametrize("wrong", ["steps_left", "box", "turn"])
def test_a_column_that_is_read_wrongly_is_found(duel: Match, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """The control: the identity of positions is not one that anything has."""
    identity = Identity()
    identity.after(duel, 1)
    duel.state.turn, duel.state.steps_left[0], duel.state.box[0] = 2, 1, "eliminated"
    identity.after(duel, 2)

    def misread(data: bytes) -> Any:
        table = parse(data)
        column = table["snapshot"][wrong]
        table["snapshot"][wrong] = column + 1 if wrong == "turn" else [*column[1:], column[0]]
        return table

    monkeypatch.setattr(identical, "parse", misread)
    duel.state.turn, duel.state.steps_left[0], duel.state.box[0] = 3, 2, "track"
    with pytest.raises(AssertionError):
        identity.after(duel, 3)


@pytest.fixture(scope="session")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Elsewhere]:
    """The other places for all games: one start serves several."""
    there = Elsewhere(tmp_path_factory.mktemp("elsewhere"))
    yield there
    there.close()


class Trial:
    """Games of one scenario, from the ``first`` number on, counted in the three rows."""

    def __init__(self, game: str, scenario: str, first: int, tally: Tally, *, short: bool) -> None:
        self.game, self.scenario, self.name = game, scenario, named(game, scenario)
        self.short, self.every = short, of(EVERY, game, scenario, 20)
        full = share(game, scenario, OF_A_TITLE)
        numbers = range(first, min(full, first + of(APIECE, game, scenario, full)))
        thinks = any("greedy" in pair(number, self.every) for number in range(full))
        who = f"one game in {self.every} with greedy, the others at random" if thinks else "at random"
        self.soaked = tally.of(
            f"soak: {self.name}", f"computer against computer, {who}: invariants hold, memory grows < 10 %"
        )
        self.saved = saved_games(game, scenario)
        self.apart = full // self.saved
        what = "save, load, save after each action of whole games: same bytes and hash"
        self.saves = tally.beside(f"identity: {self.name}", what, sum(map(self.is_saved, numbers)))
        what = f"in a new process, other hash seed, locale, time zone {words()}: same hash in each turn"
        self.replays = tally.beside("replay", what, sum(replays(game, scenario, n) for n in numbers))
        self.part = of(PARTS, game, scenario, PART)
        self.most_saved = PART_SAVED if self.short else ENDLESS

    def is_saved(self, number: int) -> bool:
        """Whether the game of this number is saved after each action."""
        return number % self.apart == 0 and number // self.apart < self.saved

    def play(self, number: int, elsewhere: Elsewhere) -> None:
        """One game, tried in all the ways that are its own."""
        turn, found, match, identity = 0, list[str](), None, Identity()
        saving = self.is_saved(number)
        self.saves.units += saving
        for n, match in enumerate(self.moves(number)):
            if n % EACH == 0 or match.over:
                assert match.rules.invariants(match.c) == []
            if saving and n < self.most_saved:
                with self.saves.one(f"game {number} after {n} actions"):
                    identity.after(match, n)
            if match.state.turn != turn:
                turn = match.state.turn
                found.append(match.digest())
        assert match is not None and (match.over or n == self.part) and match.prompt.text
        self.replay(number, match, [*found, match.digest()], elsewhere)

    def moves(self, number: int) -> Iterator[Match]:
        """The game of this number after each action."""
        return whole_game(self.game, self.scenario, number, self.part if self.short else ENDLESS, self.every)

    def replay(self, number: int, match: Match, found: list[str], elsewhere: Elsewhere) -> None:
        """The same game in other places; in short in one, which is another one for each scenario."""
        actions = [line.action for line in match.history]
        record = {"game": self.game, "scenario": self.scenario, "seed": match.seed, "actions": actions}
        place = SCENARIOS.index((self.game, self.scenario)) if self.short else number
        for n in range(1 if self.short else replays(self.game, self.scenario, number)):
            before = elsewhere.worked
            with self.replays.one(f"{self.name} {number}"):
                assert elsewhere.replayed(place + n, record) == found
            self.replays.units += 1
            self.replays.work += elsewhere.worked - before
            self.replays.elsewhere += elsewhere.worked - before


@pytest.mark.parametrize("game, scenario, first, amount", titled(OF_A_TITLE, short=1))
def test_games_between_computers(
    elsewhere: Elsewhere,
    game: str,
    scenario: str,
    first: int,
    amount: int,
    tally: Tally,
    request: pytest.FixtureRequest,
) -> None:
    """``amount`` games of this scenario from the ``first`` number on; those of a title are 200. In short, a part."""
    trial = Trial(game, scenario, first, tally, short=request.node.get_closest_marker("short_form") is not None)
    warm, enough = 0, first + min(trial.every * (len(PAIRS) - 1), amount // 2)
    for number in range(first, first + amount):
        with tally.one(f"game {number}"):
            trial.play(number, elsewhere)
        if number + 1 == enough:
            gc.collect()
            warm = memory_now()
    gc.collect()
    assert not warm or amount < len(PAIRS) or memory_now() <= warm * GROWTH, f"{warm} bytes became {memory_now()}"
