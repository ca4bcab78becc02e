"""Computer against computer, game after game in one process: no exception, no broken invariant, no growing memory."""

from __future__ import annotations

import gc

import pytest

from tests.trials.games import PAIRS, SCENARIOS, THINKING, named, pair, share, whole_game
from tests.trials.table import Tally, amounts, memory_now

GROWTH = 1.1
"""What the memory after the last game may be of that after the first ones."""
WARM = THINKING * (len(PAIRS) - 1)
"""Games until every pair of players has played, and so every cache has been filled once."""
EACH = 10
"""Actions from one look at the invariants to the next."""


@pytest.mark.parametrize("game, scenario", SCENARIOS)
@amounts(2, 200, seconds=7200)
def test_games_between_computers_come_to_their_end(game: str, scenario: str, amount: int, tally: Tally) -> None:
    """``amount`` is the number of games of all scenarios of a title together."""
    count = share(game, scenario, amount)
    greedy = sum("greedy" in pair(number) for number in range(count))
    who = f"{greedy} with greedy, the others at random"
    tally.of(
        f"soak: {named(game, scenario)}", f"computer against computer, {who}: invariants hold, memory grows < 10 %"
    )
    warm = 0
    for number in range(count):
        with tally.one(f"game {number}"):
            for n, match in enumerate(whole_game(game, scenario, number)):
                if n % EACH == 0 or match.over:
                    assert match.rules.invariants(match.c) == []
            assert match.over and match.prompt.text
        if number + 1 == WARM:
            gc.collect()
            warm = memory_now()
    gc.collect()
    assert count <= WARM or memory_now() <= warm * GROWTH, f"{warm} bytes have become {memory_now()}"
