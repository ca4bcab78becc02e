"""What is made of a position is gone with it: thinking leaves nothing that only a search for garbage would find."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from engine.play.match import Match
from engine.players import make
from engine.players.planner.maps import Maps
from engine.players.planner.player import PlannerPlayer
from engine.players.planner.situation import Situation
from engine.players.planner.weights import Weights
from tests.support.skirmish import Counter, Skirmish


@pytest.fixture(autouse=True)
def uncollected() -> Iterator[None]:
    """Nobody looks for garbage but the test."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("through", [0.0, 0.5])
def test_a_position_is_gone_with_who_thinks_about_it(through: float) -> None:
    counters = [Counter("red", 21, attack=4), Counter("red", 9), Counter("blue", 22)]
    s = Situation(Skirmish(counters, goals={9: 5.0}, holders={9: "red"}), [0, 1], Weights(through=through))
    assert s.assault.best(20)[1] and s.guard.free_goals({}) is not None and s.ground(22)
    seen = ref(s)
    del s
    assert seen() is None


@pytest.mark.parametrize(
    ("game", "scenario"), [("ava", "leningrad"), ("bd", "manstein"), ("pm", "campaign"), ("efs2", "lepel")]
)
def test_plans_of_a_game_leave_no_position_behind(game: str, scenario: str) -> None:
    m = Match.new(game, scenario, seed=1)
    bots = {side: PlannerPlayer(1, "easy") for side in m.data.meta["sides"]}
    while not any(bot.plans for bot in bots.values()):
        m.play(bots[m.side].choose(m)[0])
    assert [type(found) for found in gc.get_objects() if isinstance(found, Situation | Maps)] == []


def test_ways_of_a_retreat_and_nets_of_movement_are_gone_with_it() -> None:
    m = Match.new("efs2", "lepel", seed=1)
    bots = {side: make("easy", 1) for side in m.data.meta["sides"]}

    def played() -> None:
        for _ in range(60):
            m.play(bots[m.side].choose(m)[0])

    played()
    gc.collect()  # what is left of making the game's own classes
    played()
    assert gc.collect() == 0
