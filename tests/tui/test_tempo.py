"""A computer's turn takes about as long as is set; it says how to hurry it, and what it has brought."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.play.event import Event
from engine.play.match import Match
from tests.games.ava.battles import TARGET
from tests.tui.driving import driven, start, table, until
from tests.tui.test_left import FAR, segment
from tui.game.controller import Controller
from tui.table.outcome import brought
from tui.table.pace import READ
from tui.table.tempo import LATE, Tempo


@pytest.mark.parametrize("actions", [10, 40, 250, 1200])
def test_a_turn_lasts_about_as_long_as_is_set(actions: int) -> None:
    tempo, now, left, pictures = Tempo(10.0, 0.25), 100.0, actions, 0
    tempo.begin(now)
    while left > 0:
        left -= tempo.share(now, left)
        now += tempo.delay
        pictures += 1
    assert now - 100.0 <= 12.5 and pictures >= min(actions, 20)


@pytest.mark.parametrize("tempo", [Tempo(0.0, 0.25), Tempo(10.0, 0.0)])
def test_every_action_is_shown_where_no_time_is_set(tempo: Tempo) -> None:
    tempo.begin(0.0)
    assert {tempo.share(now, 500) for now in (0.0, 5.0, 50.0)} == {1}


def test_once_the_time_is_over_what_is_left_goes_into_a_few_pictures() -> None:
    tempo = Tempo(10.0, 0.25)
    tempo.begin(0.0)
    assert tempo.share(60.0, 90) == 90 // LATE


def test_losses_places_and_points_are_told() -> None:
    match = Match.new("ava", "smolensk", seed=7)
    controller = Controller(match, None)
    u, v, w = (match.c.unit(name) for name in ("7pz", "12pz", "10rd"))
    place = match.data.board.places[0]
    events = [
        Event("loss", "7Pz loses a step.", "ava:10.5", units=(u,)),
        Event("loss", "12Pz loses a step.", "ava:10.5", units=(v,)),
        Event("eliminated", "10R is eliminated.", "ava:10.5", units=(w,)),
        Event("control", "Axis takes it.", "ava:3.4", hexes=place.hexes[:1]),
    ]
    points = controller.view.score().total
    words = brought(controller, events, points - 2)
    assert "Axis lost 2 steps. Soviet Union lost 1 unit." in words
    assert f"Taken: {place.name}." in words and f"Points {points - 2} to {points}." in words
    assert brought(controller, [], points) == "Nobody lost anything."


def crowd() -> Match:
    """A movement segment of the computer with eight units."""
    names = ["7pz", "12pz", "20pz", "36mot", "3pz", "4pz", "17pz", "18pz", "14mot", "18mot"]
    hexes = [FAR, FAR, "S1608", "S1608", "S1508", "S1508", "S1408", "S1408", "S1308", "S1308"]
    match = segment({**dict(zip(names, hexes, strict=True)), "10rd": TARGET})
    match.meta |= {"player.axis": "greedy", "player.soviet": "human"}
    return match


async def test_a_long_turn_begins_with_how_to_hurry_it(tmp_path: Path) -> None:
    match = crowd()
    async with driven(start(tmp_path, Controller(match, None), bot_delay=600.0)) as (app, pilot):
        assert "skips to the end of its turn" in table(app).said and READ > 0.5
        assert match.history == [], "there is time to read it"
        table(app).pace.skip()
        await until(pilot, lambda: not table(app).controller.bot_turn or len(match.history) > 2, 600)
