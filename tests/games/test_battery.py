"""The generic battery: what must hold in every game and scenario, tried in games played at random.

``pytest tests/games/test_battery.py --update-perft`` writes the counts of legal actions anew.
"""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games import GAMES
from engine.play.action import Action
from engine.play.catalogue import game_info
from engine.play.history import HistoryLine
from engine.play.match import Match
from engine.play.step import Step, Verb
from engine.players import make
from engine.players.random import RandomPlayer
from engine.study.perft import perft

pytestmark = pytest.mark.usefixtures("toy")

PERFT = Path(__file__).parent / "perft.toml"
CASES = [(game, s.id) for game in GAMES for s in game_info(game).scenarios] + [("toy", "duel")]
SEEDS = (1, 2, 3, 4)
MOST_ACTIONS = 20_000
MOST_SECONDS = 60.0
BRANCHES = 6
"""Actions of a position that are followed to depth two."""

CORNERS = {"ava": "tests.games.ava.corners", "pm": "tests.games.pm.corners"}
"""Modules with positions from which random play comes to steps that it hardly ever meets from the start."""
MOST_CORNER = 200
"""Actions played from such a position."""

every_case = pytest.mark.parametrize(("game", "scenario"), CASES)


def playing(
    game: str, scenario: str, seed: int, options: dict[str, str] | None = None, most_seconds: float = MOST_SECONDS
) -> Iterator[Match]:
    """A game at random: the same match before the first action and after each, until it is over."""
    match, player = Match.new(game, scenario, seed=seed, options=options), RandomPlayer(seed)
    yield match
    start = time.process_time()
    for _ in range(MOST_ACTIONS):
        if match.over:
            return
        match.play(player.choose(match)[0])
        assert time.process_time() - start < most_seconds, "the game takes too long"
        yield match
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


# ---------------------------------------------------------------------- what always holds
@every_case
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_a_random_game_comes_to_an_end_without_breaking_anything(game: str, scenario: str, seed: int) -> None:
    for n, match in enumerate(playing(game, scenario, seed)):
        assert match.rules.invariants(match.c) == [], match.history[-1:]
        assert match.over or (match.legal.any() and match.side == match.prompt.side)
        if n % (10 * pace(match)) == 0:
            legal_is_sound(match)
        if n % (25 * pace(match)) == 0:
            record_is_faithful(match)
    assert match.over and match.side == "" and list(match.legal) == []
    assert match.check("anything") is not None
    assert sum(len(e.rolls) for e in match.log) == match.state.draws, "an event is missing a roll"


def pace(match: Match) -> int:
    """How many times rarer the costly checks are made in a large game: each takes longer, and there are more."""
    return 1 + len(match.data.in_play) // 500


def legal_is_sound(match: Match) -> None:
    """Sorted, without repeats, each allowed, and the same however it is asked for."""
    found = list(match.legal)
    assert found == sorted(set(found))
    for action in found[:: max(1, len(found) // 40)]:
        assert match.check(action) is None and action in match.legal and str(action) in match.legal
    by_subject = {a for s in match.legal.subjects() for a in match.legal.of(s)}
    assert set(found) == by_subject | set(match.legal.plain())


def record_is_faithful(match: Match) -> None:
    """A record through JSON gives the same game, with the same things to decide."""
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert again.digest() == match.digest()
    assert [str(h) for h in again.history] == [str(h) for h in match.history]
    if not match.over:
        assert again.legal.plain() == match.legal.plain() and again.legal.subjects() == match.legal.subjects()
        assert again.prompt == match.prompt


# ---------------------------------------------------------------------- taking back
@every_case
def test_undo_and_redo_and_the_barrier(game: str, scenario: str) -> None:
    before, side, undone = "", "", 0
    for n, match in enumerate(playing(game, scenario, SEEDS[2])):
        after = match.digest()
        if n:
            line = match.history[-1]
            if line.rolls or match.side != side:
                assert not match.can_undo, f"{line} can be taken back"
            if match.can_undo:
                assert match.undo() == line and match.digest() == before and match.side == side
                match.redo()
                assert match.digest() == after and match.history[-1] == line and not match.can_redo
                undone += 1
        before, side = after, match.side
    assert undone > 5


@every_case
def test_free_undo_goes_back_to_the_start(game: str, scenario: str) -> None:
    found = playing(game, scenario, SEEDS[0], {"free_undo": "on"})
    digests = []
    for match in islice(found, 150):
        digests.append(match.digest())
    for expected in reversed(digests[:-1]):
        match.undo()
        assert match.digest() == expected
    for expected in digests[1:]:
        match.redo()
        assert match.digest() == expected


# ---------------------------------------------------------------------- the same game again
@every_case
def test_replay_of_the_history_gives_the_same_game(game: str, scenario: str) -> None:
    digests = []
    for match in playing(game, scenario, SEEDS[3]):
        digests.append(match.digest())
    lines = [str(line) for line in match.history]
    match.history[:] = [HistoryLine.parse(line) for line in lines]
    assert [m.digest() for m in match.replayed()] == digests


@every_case
def test_dice_by_hand_are_all_the_chance_there_is(game: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, match = playing(game, scenario, SEEDS[0])
    *_, start = match.replayed(0)
    other = Match.from_record(start.record())

    def no_draw(seed: int, number: int, sides: int) -> int:
        raise AssertionError("a die was thrown that the history does not tell")

    monkeypatch.setattr("engine.components.dice.draw", no_draw)
    for line in match.history:
        other.dice.queue(line.rolls)
        other.play(line.action)
        assert not other.dice.queued
    assert other.digest() == match.digest()


# ---------------------------------------------------------------------- secrets
@every_case
def test_views_keep_the_dice_and_the_other_sides_words(game: str, scenario: str) -> None:
    for n, match in enumerate(playing(game, scenario, SEEDS[1])):
        if n % (20 * pace(match)):
            continue
        truth = match.digest()
        for side in (*match.data.meta["sides"], ""):
            view = match.view(side)
            assert view.c.dice is not match.c.dice and view.c.dice.seed != match.seed
            assert view.c.state is not match.state and view.c.dice.queued is not match.dice.queued
            assert match.over or all(e.seen_by in (None, side) for e in view.log())
            view.units(), view.tracks(), view.score(), view.outline(), view.tasks()
            for name, _ in view.overlays():
                assert view.overlay(name, side).id == name
        assert match.digest() == truth, "asking a view has changed the game"


@every_case
def test_secret_choices_look_alike_to_the_other_side(game: str, scenario: str) -> None:
    """All secret choices of one kind leave the same sight to everybody but the side that makes them."""
    compared = 0
    for seed in SEEDS[:2]:
        for match in playing(game, scenario, seed):
            if compared > 450 * seed // pace(match):
                break
            seen: dict[tuple[str, str], set[str]] = {}
            for action in () if match.over else secret_choices(match):
                for other, sight in after(match, action).items():
                    seen.setdefault((action.verb, other), set()).add(sight)
                    compared += 1
            assert all(len(sights) == 1 for sights in seen.values()), (match.prompt, seen)
    assert compared > 10 or not any(map(secret_verbs, match.rules.steps.values()))


def secret_verbs(step: Step[Any]) -> list[Verb]:
    """Verbs of a step whose choices the other side does not learn."""
    return [verb for verb in step.verbs if step.secret or verb.secret]


def secret_choices(match: Match) -> list[Action]:
    """The legal actions that the other side does not learn."""
    c = match.c
    found = {Action(v.name, words) for v in secret_verbs(c.step) for words in v.options(c, None)}
    return sorted(action for action in found if match.check(action) is None)


class PutBack(Exception):
    """Leaves ``all_or_none`` so that the match is as it was."""


def after(match: Match, action: Action) -> dict[str, str]:
    """What each other side sees after an action that reveals nothing; the match is left as it was."""
    found = {}
    others = {*match.data.meta["sides"], ""} - {match.side}
    with suppress(PutBack), match.all_or_none():
        match.play(action)
        for other in () if match.c.barrier else others:
            v = match.view(other)
            told = [e.text for e in v.log(20)]
            found[other] = repr((v.units(), v.tracks(), v.markers, v.outline(), v.prompt.text, told, v.turn_name))
        raise PutBack
    return found


# ---------------------------------------------------------------------- reach of the tests themselves
@every_case
def test_every_option_can_be_played(game: str, scenario: str) -> None:
    options = {o.id: o.values for o in game_info(game).options if scenario in o.scenarios or not o.scenarios}
    for option, values in options.items():
        for value in values:
            for match in islice(playing(game, scenario, 1, {option: value}), 40):
                assert match.rules.invariants(match.c) == []


@pytest.mark.parametrize("game", sorted({game for game, _ in CASES}))
def test_every_step_is_visited_in_some_scenario(game: str) -> None:
    found = [scenario for g, scenario in CASES if g == game]
    scenarios = sorted(found, key=lambda s: len(Match.new(game, s).data.in_play))
    options = {o.id: o.values for o in game_info(game).options}
    wanted = {name for name, step in Match.new(game, scenarios[0]).rules.steps.items() if step.verbs}
    for match in chain(corner_games(game), random_games(game, scenarios, options)):
        wanted -= {frame.step for frame in match.state.stack[-1:]}
        if not wanted:
            return
    raise AssertionError(f"no game came to {sorted(wanted)}")


def corner_games(game: str) -> Iterator[Match]:
    """Random play from the positions that a game has built for its rare steps, by several seeds each."""
    for seed in SEEDS if game in CORNERS else ():
        for match in import_module(CORNERS[game]).corners():
            player = RandomPlayer(seed)
            for _ in range(MOST_CORNER):
                assert match.rules.invariants(match.c) == [], match.history[-1:]
                yield match
                if match.over:
                    break
                match.play(player.choose(match)[0])


def random_games(game: str, scenarios: list[str], options: Mapping[str, Sequence[str]]) -> Iterator[Match]:
    """The beginning of a game with every option, whole games with all options at once, then plain ones."""
    for option, values in options.items():
        for value in values:
            with suppress(BadInput):  # not every scenario knows every option
                yield from islice(playing(game, scenarios[0], 1, {option: value}), 40)
    for scenario in scenarios:
        for together in option_sets(game, scenario):
            yield from playing(game, scenario, 1, together, 4 * MOST_SECONDS)
    for scenario in scenarios:
        for seed in SEEDS:
            yield from playing(game, scenario, seed)


def option_sets(game: str, scenario: str) -> list[dict[str, str]]:
    """All options of a scenario at once, in as few sets as those need that exclude each other."""
    wanted = {
        o.id: o.values[-1] if o.least is None else str(o.least)
        for o in game_info(game).options
        if scenario in o.scenarios or not o.scenarios
    }
    found: list[dict[str, str]] = []
    for first in wanted:
        if any(first in one for one in found):
            continue
        one: dict[str, str] = {}
        for option in (first, *wanted):
            with suppress(BadInput):
                Match.new(game, scenario, options={**one, option: wanted[option]})
                one[option] = wanted[option]
        found.append(one)
    return found


@every_case
@pytest.mark.parametrize("seed", SEEDS[:2])
def test_games_with_all_options_at_once_come_to_an_end(game: str, scenario: str, seed: int) -> None:
    for together in option_sets(game, scenario):
        for n, match in enumerate(playing(game, scenario, seed, together, 4 * MOST_SECONDS)):
            if n % (10 * pace(match)) == 0:
                assert match.rules.invariants(match.c) == [], match.history[-1:]
            if n % (40 * pace(match)) == 0:
                legal_is_sound(match)
                record_is_faithful(match)
        assert match.over and sum(len(e.rolls) for e in match.log) == match.state.draws


@every_case
def test_random_play_through_the_players_door(game: str, scenario: str) -> None:
    match = Match.new(game, scenario, seed=11)
    players = {side: make("random", n) for n, side in enumerate(match.data.meta["sides"])}
    for _ in range(30):
        action, why = players[match.side].choose(match)
        assert action in match.legal and why
        match.play(action)


# ---------------------------------------------------------------------- counts
def counted(game: str, scenario: str) -> dict[str, list[int]]:
    """Legal actions at depth one and two at the start and at three moments of a random game."""
    found = {}
    for n, match in enumerate(playing(game, scenario, 7)):
        if n in (0, 20, 60, 150):
            found["start" if n == 0 else f"after {n}"] = perft(match, 2, BRANCHES)
    return found


@every_case
def test_counts_of_legal_actions(game: str, scenario: str, request: pytest.FixtureRequest) -> None:
    found = counted(game, scenario)
    stored = tomllib.loads(PERFT.read_text("utf-8")) if PERFT.exists() else {}
    if request.config.getoption("--update-perft"):
        stored[f"{game}-{scenario}"] = found
        PERFT.write_text(perft_text(stored), "utf-8")
    assert stored[f"{game}-{scenario}"] == found, "run with --update-perft once you know why"


def perft_text(stored: dict[str, dict[str, list[int]]]) -> str:
    """The counts as TOML."""
    lines = [
        "# Legal actions at depth one and two (six evenly spread actions followed) of random games with seed 7.",
        "# Written by: pytest tests/games/test_battery.py --update-perft",
    ]
    for case, counts in sorted(stored.items()):
        lines += ["", f"[{case}]", *(f'"{moment}" = {numbers}' for moment, numbers in counts.items())]
    return "\n".join(lines) + "\n"
