"""Budgets of Army Group Center, generous: processor time as a multiple of a fixed loop of the same minute."""

from __future__ import annotations

import time

import pytest

from engine.games.efs.supply.routes import net
from engine.play.match import Match
from engine.players import make
from tests.perf.clock import QUIET, calibrated, timed
from tui.game.thoughts import thinking


@pytest.fixture(scope="module")
def campaign() -> Match:
    """The largest board at its beginning."""
    return Match.new("efs2", "campaign", seed=7)


def quiet(ms: float) -> float:
    """What milliseconds of processor time would be on a quiet machine."""
    return ms / calibrated(time.process_time) * QUIET


@pytest.mark.rule("efs2:6.12")
def test_supply_of_both_sides_of_the_campaign_within_forty_milliseconds(campaign: Match) -> None:
    c = campaign.c

    def both() -> None:
        c.forget()
        net(c, "axis"), net(c, "soviet")

    both()  # what is prepared once for a map
    assert quiet(timed(both, 3)) < 40


def test_the_supply_overlay_of_the_campaign(campaign: Match) -> None:
    view = campaign.view("axis")

    def draw() -> None:
        view.c.forget()
        view.overlay("supply", "axis")

    draw()
    assert quiet(timed(draw, 3)) < 90, "three times the aim"


def test_random_actions_are_answered_at_once() -> None:
    m, player, count = Match.new("efs2", "borisov", seed=11), make("random", 5), 0
    began = time.process_time()
    while not m.over and count < 100:
        m.play(player.choose(m)[0])
        count += 1
    assert quiet((time.process_time() - began) * 1000) / count < 10, "three times the aim of 300 a second"


def test_thinking_about_a_phase_of_the_campaign_can_be_broken_off_at_any_time() -> None:
    """Processor time between two pieces of thought, as a screen lets them follow each other."""
    m = Match.new("efs2", "campaign", seed=3)
    bots = {side: make("normal", 1) for side in m.data.meta["sides"]}
    while m.c.frame.step != "movement":
        m.play(bots[m.side].choose(m)[0])
    pieces = list[float]()
    while len(pieces) < 500:  # reinforcements come in before a plan is made
        thought, done = thinking(bots[m.side], m), None
        while done is None:
            began = time.process_time()
            try:
                next(thought)
            except StopIteration as end:
                done = end.value
            pieces.append((time.process_time() - began) * 1000)
        m.play(done[0])
    longest = sorted(pieces)
    assert quiet(longest[-len(pieces) // 100]) < 50
    assert quiet(longest[-1]) < 100, "so long a key waits at most"
