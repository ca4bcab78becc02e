"""The generic battery: what must hold in every game and scenario, tried in games played at random.

``pytest tests/games/test_battery.py --update-perft`` writes the counts of legal actions anew.
"""

from __future__ import annotations

import marshal
import time
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest

from engine.components.errors import BadInput
from engine.games import GAMES
from engine.play.catalogue import game_info
from engine.play.match import Match
from engine.play.ruleset import ruleset
from engine.play.state import PLAIN, to_record
from engine.players import make
from engine.players.random import RandomPlayer
from engine.study.perft import perft
from tests.games.looks import CORNERS, OFTEN, Again, Secrets, Sound, TakenBack, Views, looked_at, secret_corners

pytestmark = pytest.mark.usefixtures("toy")

PERFT = Path(__file__).parent / "perft.toml"
CASES = [(game, s.id) for game in GAMES for s in game_info(game).scenarios] + [("toy", "duel")]
SEEDS = (1, 2, 3, 4)
MOST_ACTIONS = 20_000
MOST_SECONDS, LONGER = 60.0, 6
"""What the actions of a game may take, and how many times that those of a big scenario may."""
BRANCHES = 6
"""Actions of a position that are followed to depth two; fewer of a big scenario."""

MOST_SECRET, MOST_COMPARED = 12, 8
"""Actions with secrets that are looked at from such a position, and sights compared in each step."""
MOST_CORNER = 200
"""Actions played from such a position."""

every_case = pytest.mark.parametrize(("game", "scenario"), CASES)


BIG_OF_EFS = (
    "minsk-pocket", "smolensk-pocket", "thunder-on-the-dnepr", "guderian-drives-south", "yelnya-dukhovshchina",
    "campaign",
)  # fmt: skip
BIG = {(edition, name) for edition in ("efs1", "efs2") for name in BIG_OF_EFS} | {("efs1", "lepel")}
"""Scenarios whose whole games are played at night alone; by day their beginnings are."""
BY_DAY, BY_NIGHT, SHORTER = 12, 120, 5
"""Actions of such a beginning, and of the one at night; how many times shorter than others their further looks are."""


def seeds_of(game: str, scenario: str) -> list[Any]:
    """The games that are looked at: of a big scenario a beginning by day, and a longer one at night."""
    night = pytest.param(game, scenario, SEEDS[1], marks=pytest.mark.nightly(minutes=0.3))
    return [(game, scenario, SEEDS[0]), *([night] if (game, scenario) in BIG else [])]


every_seed = pytest.mark.parametrize(("game", "scenario", "seed"), [one for case in CASES for one in seeds_of(*case)])


def begins_well(matches: Iterator[Match]) -> None:
    """Some actions of a game break nothing, and give it again from its history."""
    for match in islice(matches, BY_DAY):
        assert match.rules.invariants(match.c) == [], match.history[-1:]
    *_, again = match.replayed(len(match.history))
    assert again.digest() == match.digest()


def stretch_of(game: str, scenario: str, actions: int) -> int:
    """Actions of a game that a look needs: fewer of a big scenario."""
    return actions // SHORTER if (game, scenario) in BIG else actions


COME_TO: defaultdict[str, set[str]] = defaultdict(set)
"""By game the steps that some game which this process has played has come to."""


def waiting(match: Match) -> set[str]:
    """The step that waits, if the game is not over."""
    return {frame.step for frame in match.state.stack[-1:]}


def playing(game: str, scenario: str, seed: int, options: dict[str, str] | None = None) -> Iterator[Match]:
    """A game at random: the same match before the first action and after each, until it is over."""
    match, player, spent = Match.new(game, scenario, seed=seed, options=options), RandomPlayer(seed), 0.0
    most, come_to = MOST_SECONDS * (LONGER if (game, scenario) in BIG else 1), COME_TO[game]
    come_to.update(waiting(match))
    yield match
    for _ in range(MOST_ACTIONS):
        if match.over:
            return
        start = time.monotonic()
        match.play(player.choose(match)[0])
        spent += time.monotonic() - start
        assert spent < most, "the game takes too long"
        come_to.update(waiting(match))
        yield match
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


# ---------------------------------------------------------------------- what always holds
@pytest.mark.timeout(1200)
@every_seed
def test_a_random_game_comes_to_an_end_without_breaking_anything(game: str, scenario: str, seed: int) -> None:
    matches, looks = playing(game, scenario, seed), (Sound, Again, TakenBack, Views, Secrets)
    if (game, scenario) not in BIG:
        looked_at(matches, looks)
    elif seed == SEEDS[0]:
        begins_well(matches)
    else:
        looked_at(islice(matches, BY_NIGHT), looks, whole=False)


@every_case
def test_free_undo_goes_back_to_the_start(game: str, scenario: str) -> None:
    found = playing(game, scenario, SEEDS[0], {"free_undo": "on"})
    moments = []
    for match in islice(found, stretch_of(game, scenario, 150)):
        moments.append(held(match))
    for expected in reversed(moments[:-1]):
        match.undo()
        assert held(match) == expected
    for expected in moments[1:]:
        match.redo()
        assert held(match) == expected


def held(match: Match) -> bytes:
    """What all columns hold, kinds of values and order of tables included: where it is alike the digest is, too."""
    return sha256(marshal.dumps(to_record(match.state), PLAIN)).digest()


# ---------------------------------------------------------------------- reach of the tests themselves
def options_of(game: str, scenario: str) -> dict[str, Sequence[str]]:
    """The values of the options that a scenario knows."""
    return {o.id: o.values for o in game_info(game).options if scenario in o.scenarios or not o.scenarios}


@every_case
def test_every_option_can_be_played(game: str, scenario: str) -> None:
    options = options_of(game, scenario)
    for match in beginnings(game, scenario, options, stretch_of(game, scenario, 40)):
        assert match.rules.invariants(match.c) == []


def absent(match: Match) -> set[str]:
    """Steps of phases that a scenario leaves out."""
    rows = match.data.tables.get("sequence", {}).get("phase", ())
    out = match.data.scenario.get("without", {}).get("phases", ())
    gone, left = ({row.get("step", "") for row in rows if (row["id"] in out) is there} for there in (True, False))
    return gone - left


@pytest.mark.parametrize("game", sorted({game for game, _ in CASES}))
def test_every_step_is_visited_in_some_scenario(game: str) -> None:
    found = [scenario for g, scenario in CASES if g == game and (g, scenario) not in BIG]
    scenarios = sorted(found, key=lambda s: len(Match.new(game, s).data.in_play))
    options = options_of(game, scenarios[0])
    wanted = {name for name, step in Match.new(game, scenarios[0]).rules.steps.items() if step.verbs}
    left_out = [absent(Match.new(game, scenario)) for scenario in scenarios]
    wanted -= left_out[0].intersection(*left_out)
    corners = [corner_games(game, seed) for seed in SEEDS]
    for match in corners[0]:
        wanted -= waiting(match)
        if not wanted:
            return
    # Where games lead that were played to look at them, they need not be played again to know.
    wanted -= COME_TO[game]
    begun = beginnings(game, scenarios[0], options)
    for match in chain(begun, in_turn([*corners[1:], *whole_games(game, scenarios)])) if wanted else ():
        wanted -= waiting(match)
        if not wanted:
            return
    assert not wanted, f"no game came to {sorted(wanted)}"


def corner_games(game: str, seed: int) -> Iterator[Match]:
    """Random play from the positions that a game has built for its rare steps."""
    for match in import_module(CORNERS[game]).corners() if game in CORNERS else ():
        player = RandomPlayer(seed)
        for _ in range(MOST_CORNER):
            assert match.rules.invariants(match.c) == [], match.history[-1:]
            yield match
            if match.over:
                break
            match.play(player.choose(match)[0])


@pytest.mark.parametrize("game", [game for game in CORNERS if secret_corners(game)])
def test_secrets_of_rare_steps_are_kept(game: str) -> None:
    """From the positions that lead there: several choices are compared in each step, after all of the few actions."""
    left = dict.fromkeys(secret_corners(game), MOST_COMPARED)
    for match in import_module(CORNERS[game]).corners():
        player = RandomPlayer(1)
        for _ in range(MOST_SECRET):
            if match.over or left.get(match.c.frame.step, 0) <= 0:
                break
            left[match.c.frame.step] -= Secrets(match).compared
            match.play(player.choose(match)[0])
    assert left and all(more < MOST_COMPARED - 3 for more in left.values()), left


def beginnings(game: str, scenario: str, options: Mapping[str, Sequence[str]], actions: int = 40) -> Iterator[Match]:
    """The beginning of a game with every value of every option; what options are by themselves is played once."""
    met = set()
    for one in [{option: value} for option, values in options.items() for value in values]:
        chosen = tuple(sorted(ruleset(game).load(scenario, dict(one), None).options.items()))
        if chosen not in met:
            yield from islice(playing(game, scenario, 1, one), actions)
        met.add(chosen)


def whole_games(game: str, scenarios: list[str]) -> list[Iterator[Match]]:
    """Plain games, and those with all options at once."""
    sets = [playing(game, scenario, 1, one) for scenario in scenarios for one in option_sets(game, scenario)]
    plain = [[playing(game, scenario, seed) for scenario in scenarios] for seed in SEEDS]
    return [*plain[0], *sets, *chain(*plain[1:])]


def in_turn(games: list[Iterator[Match]], stretch: int = 100, together: int = 12) -> Iterator[Match]:
    """Some games side by side, a stretch of each in turn: what comes early in one is not waited for in the others."""
    open_games, waiting = games[:together], games[together:]
    while open_games:
        for one in list(open_games):
            met = 0
            for match in islice(one, stretch):
                met += 1
                yield match
            if met < stretch:
                open_games.remove(one)
                open_games += waiting[:1]
                del waiting[:1]


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
def test_games_with_all_options_at_once_come_to_an_end(game: str, scenario: str) -> None:
    for n, together in enumerate(option_sets(game, scenario)):
        matches = playing(game, scenario, SEEDS[0] + n, together)
        if (game, scenario) in BIG:
            begins_well(matches)
        else:
            looked_at(matches, (Sound,), often=2 * OFTEN, every=10)


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
    found, few = {}, BRANCHES // 3 if (game, scenario) in BIG else BRANCHES
    for n, match in enumerate(islice(playing(game, scenario, 7), stretch_of(game, scenario, 150) + 1)):
        if n in (0, 20, 60, 150):
            found["start" if n == 0 else f"after {n}"] = perft(match, 2, few)
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
        "# Legal actions at depth one and two of random games with seed 7: six evenly spread actions are followed,",
        "# of a big scenario two.",
        "# Written by: pytest tests/games/test_battery.py --update-perft",
    ]
    for case, counts in sorted(stored.items()):
        lines += ["", f"[{case}]", *(f'"{moment}" = {numbers}' for moment, numbers in counts.items())]
    return "\n".join(lines) + "\n"
