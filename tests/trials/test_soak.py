"""Computer against computer, game after game in one process: no exception, no broken invariant, no growing memory."""

from __future__ import annotations

import gc

import pytest

from tests.trials.games import ENDLESS, PAIRS, named, pair, titled, whole_game
from tests.trials.table import Tally, memory_now

GROWTH = 1.1
"""What the memory after the last game may be of that after the first ones."""
EACH = 10
"""Actions from one look at the invariants to the next."""
EVERY = {"leningrad": 4, "smolensk": 30, "kiev": 60, "ava campaign": 20, "pm campaign": 130}
"""One game in so many has a player that thinks, which takes fifty times as long as one by chance."""
OF_A_TITLE = 200
PART = 150
"""Actions of a game in short; to their ends games are played by the battery."""


@pytest.mark.parametrize("game, scenario, amount", titled(OF_A_TITLE, short=1, minutes=4.0))
def test_games_between_computers_come_to_their_end(game: str, scenario: str, amount: int, tally: Tally) -> None:
    """``amount`` is the number of games of this scenario; those of a title are 200 together. In short it is a part."""
    name = named(game, scenario)
    every = EVERY.get(name, 20)
    greedy = sum("greedy" in pair(number, every) for number in range(amount))
    who = f"{greedy} with greedy, the others at random"
    tally.of(f"soak: {name}", f"computer against computer, {who}: invariants hold, memory grows < 10 %")
    warm, enough = 0, min(every * (len(PAIRS) - 1), amount // 2)
    for number in range(amount):
        with tally.one(f"game {number}"):
            most = PART if amount == 1 else ENDLESS
            for n, match in enumerate(whole_game(game, scenario, number, most, every)):
                if n % EACH == 0 or match.over:
                    assert match.rules.invariants(match.c) == []
            assert (match.over or n == PART) and match.prompt.text
        if number + 1 == enough:
            gc.collect()
            warm = memory_now()
    gc.collect()
    assert not warm or amount < len(PAIRS) or memory_now() <= warm * GROWTH, f"{warm} bytes became {memory_now()}"
