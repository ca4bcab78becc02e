"""What is left of a game: what is feared no more after the last part, how far goals are felt, what decides."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.players.planner.ending import DECIDING, LASTING, Left, keeping, stakes, taking, towards_end
from engine.players.planner.lifelines import Lifelines
from engine.players.planner.plan import Order
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from engine.players.planner.worth import Worth
from tests.support.skirmish import Counter, Skirmish

W = Weights(reply=1.0, pull=0.1, keep=0.5, line=0.9, prospect=0.3)
LAST, ANSWERED, OPEN = Left(1, 0), Left(1, 1), Left(6, 6)


def row(*counters: Counter, **more: object) -> Skirmish:
    return Skirmish(counters, columns=12, rows=1, **more)  # type: ignore[arg-type]


def worth(front: Skirmish, left: Left, going: int) -> float:
    """What it is worth that the first unit goes to a hex."""
    s = Situation(front, [0], towards_end(W, left))
    return Worth(s).value({0: Order(going)})


def test_nothing_is_feared_that_comes_after_the_end() -> None:
    front = row(Counter("red", 4), Counter("blue", 7, attack=9))
    found = {left: Situation(front, [0], towards_end(W, left)).posts for left in (OPEN, ANSWERED, LAST)}
    danger = {left: posts.danger(4, (0,)) for left, posts in found.items()}
    assert danger[OPEN] > 0 and danger[ANSWERED] > 0 and danger[LAST] == 0


def test_a_garrison_leaves_for_another_goal_only_once_nobody_can_come_any_more() -> None:
    goals, holders = {4: 4.0, 6: 4.0}, {4: "red", 6: "blue"}
    front = row(Counter("red", 4), Counter("blue", 2, attack=9), goals=goals, holders=holders)
    leaves, stays = ({left: worth(front, left, h) for left in (LAST, ANSWERED)} for h in (6, 4))
    assert leaves[LAST] > stays[LAST]
    assert leaves[ANSWERED] - stays[ANSWERED] < leaves[LAST] - stays[LAST]


def test_goals_are_felt_as_far_as_the_side_still_comes() -> None:
    front = row(Counter("red", 2), goals={9: 10.0}, holders={9: "blue"})
    pull = {n: Situation(front, [0], towards_end(W, Left(n, n))).posts.pull for n in (1, 2, 6)}
    assert pull[6](2) > 0 and pull[2](2) == 0 and pull[2](5) > 0 and pull[1](5) == 0 and pull[1](7) > 0


def test_nothing_is_hoped_for_after_the_last_part() -> None:
    assert towards_end(W, OPEN).prospect == towards_end(W, Left(2, 1)).prospect == W.prospect
    lucky = replace(W, luck=0.3)
    assert towards_end(lucky, Left(3, 3)).luck == 0.3 and towards_end(lucky, Left(2, 1)).luck == 1.0
    assert towards_end(W, ANSWERED).prospect == towards_end(W, LAST).prospect == 0


def test_a_last_defence_reckons_with_every_blow_and_every_way() -> None:
    bold = Weights(reply=0.1, open=0.3, through=0.2)
    last = towards_end(bold, ANSWERED)
    assert last.reply > bold.reply and last.open > bold.open and last.through > bold.through
    storms = [towards_end(bold, left).storm for left in (OPEN, ANSWERED, LAST)]
    assert storms[0] == storms[2] == towards_end(Weights(), ANSWERED).storm == 0 < storms[1], "by storm only in the end"
    assert towards_end(Weights(reply=0.9), ANSWERED).reply == 0.9
    assert towards_end(Weights(), ANSWERED).through == 0, "ways through stacks stay out of sight where nobody looks"
    assert towards_end(bold, Left()) == bold


def test_units_count_for_less_the_less_is_left_for_them() -> None:
    shares = [Left(*left).lasting for left in ((1, 0), (1, 1), (2, 1), (2, 2), (9, 9))]
    assert shares == [*LASTING, 1.0, 1.0] and shares == sorted(shares)
    more = [Left(*left).deciding for left in ((1, 0), (1, 1), (2, 1), (2, 2), (9, 9))]
    assert more == [*DECIDING, 1.0] and more == sorted(more, reverse=True)


@pytest.mark.parametrize(("have", "need"), [(0, 1), (3, 7), (6, 7), (7, 7), (9, 7), (24, 24)])
def test_what_is_gained_by_one_is_lost_by_losing_it_again(have: int, need: int) -> None:
    assert taking(have, need) == keeping(have + 1, need)


def test_the_last_that_is_missing_counts_most_and_who_has_enough_needs_no_more() -> None:
    worths = [taking(have, 3) for have in range(6)]
    assert max(worths) == worths[2] == 1 and worths[0] < worths[1] and worths[3] > worths[4] > worths[5] > 0
    found = dict(stakes([1, 2, 3], 2, {1, 2}))
    assert found == {1: 1.0, 2: 1.0, 3: taking(2, 2)} and found[3] < 1


def test_a_goal_that_counts_only_in_supply_hangs_on_its_line() -> None:
    counters = Counter("red", 6), Counter("blue", 11, attack=2)
    found = []
    for needed in ((), (6,)):
        front = row(*counters, sources={"red": 0, "blue": 11}, goals={6: 8.0}, holders={6: "red"})
        front.needed = needed
        lines = Lifelines(front, "red")
        found.append((lines.lost({1: 3}), lines.flow[3]))
    (bare, flow), (more, counted) = found
    assert bare > 0 and more == bare + 8.0 and counted == flow + 8.0
