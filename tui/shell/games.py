"""The subcommands that play: the first screen, a new game, a saved one, many games of computer players."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from tui.shell.errors import Refused
from tui.shell.opening import open_screen
from tui.shell.parsing import add, whole
from tui.shell.places import folders_of

if TYPE_CHECKING:
    from saves import Store
    from tui.game.controller import Controller
    from tui.settings.config import Folders


def add_games(sub: Any) -> None:
    """Add them to the command line."""
    add_playing(sub)
    _simulate(sub)


def add_playing(sub: Any) -> None:
    """Those that open the screen with a game, by themselves."""
    play = add(sub, "play", run_play, "Begin a game at once", reader=True)
    play.add_argument("game", help="such as ava")
    play.add_argument("scenario", nargs="?", default="", help="such as smolensk; by default the game's first")
    play.add_argument(
        "--seed",
        type=whole(-(10**18), 10**18, "whole number of at most 18 digits"),
        metavar="N",
        help="number that all dice follow from",
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument(
        "--axis",
        "--german",
        default="human",
        metavar="PLAYER",
        help="human, or a computer player: easy, normal, hard, greedy (where it is known), random",
    )
    play.add_argument("--soviet", default="human", metavar="PLAYER", help="the same for the other side")
    play.add_argument("--dice", choices=("program", "hand"), help="hand: you throw, and type what the dice show")
    resume = add(sub, "resume", run_resume, "Go on with a saved game", reader=True)
    resume.add_argument("name", nargs="?", default="", help="name or title; by default the last game")


def _simulate(sub: Any) -> None:
    words = "Play many games of computer players and show the spread of final points"
    more = (
        "Ctrl-C shows what has been played so far. PLAYER@PROGRAM is a player of another installed release, "
        "met where the rules agree: normal@old/bin/stavka."
    )
    many = add(sub, "simulate", run_simulate, words, more)
    many.add_argument("game", help="such as ava")
    many.add_argument("scenario", help="such as smolensk")
    many.add_argument("--games", type=whole(1, 100_000, "number of games from 1 to 100000"), default=10, metavar="N",
                      help="games, or with --gauntlet pairs of games (default 10)")  # fmt: skip
    many.add_argument("--axis", default="greedy", metavar="PLAYER", help="a computer player, by default greedy")
    many.add_argument("--soviet", default="greedy", metavar="PLAYER", help="the same for the other side")
    many.add_argument("--seed", type=whole(0, 10**15, "seed from 0 to 10^15"), default=1, metavar="N",
                      help="seed of the first game; the others follow (default 1)")  # fmt: skip
    many.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    many.add_argument("--jobs", type=whole(1, 64, "number of jobs from 1 to 64"), default=1, metavar="N",
                      help="games at the same time (default 1)")  # fmt: skip
    many.add_argument(
        "--gauntlet",
        action="store_true",
        help="pairs of games with sides changed and the same dice: the player of --axis against the other",
    )
    many.add_argument("--json", action="store_true", help="all results as JSON instead of text")


def run_home(args: argparse.Namespace) -> int:
    """The first screen."""
    return open_screen(args, lambda folders, store: None)


def run_play(args: argparse.Namespace) -> int:
    """A new game."""
    from tui.settings.config import load_settings

    options = _options(args)

    def make(folders: Folders, store: Store) -> Controller:
        from engine.components.load import read_table
        from tui.app import begin

        settings = load_settings(folders.config)
        _check_players(args)
        scenario = args.scenario
        if not scenario:
            from engine.play.ruleset import ruleset

            ruleset(args.game)
            scenario = str(read_table(args.game, "game.toml")[0].get("default_scenario", ""))
        if settings.free_undo:
            options.setdefault("free_undo", "on")
        seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(3), "big")
        return begin(store, args.game, scenario, seed=seed, options=options,
                     players={"axis": args.axis, "soviet": args.soviet}, dice=args.dice or settings.dice,
                     overrides=folders.overrides, hand_over=settings.hand_over)  # fmt: skip

    return open_screen(args, make)


def _options(args: argparse.Namespace) -> dict[str, str]:
    options = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused(f"an option is written NAME=VALUE, not '{text}'")
        options[name] = value
    return options


def _check_players(args: argparse.Namespace) -> None:
    from engine.components.load import read_table
    from engine.players import knowing, make

    for name in (args.axis, args.soviet):
        if name != "human":
            make(name, 1)
            knowing(name, read_table(args.game, "game.toml")[0])


def run_resume(args: argparse.Namespace) -> int:
    """A saved game."""

    def take(folders: Folders, store: Store) -> Controller:
        from tui.game.controller import Controller
        from tui.settings.config import load_settings
        from tui.shell.saves import slug_of

        name = slug_of(store, args.name) if args.name else store.latest()
        if name is None:
            raise Refused(f"there is no game to go on with in {folders.saves}")
        game = store.open(name)
        controller = Controller(game.match, game, hand_over=load_settings(folders.config).hand_over)
        controller.opened(game.read_only)
        return controller

    return open_screen(args, take)


def run_simulate(args: argparse.Namespace) -> int:
    """Many games of computer players; 130 if somebody stopped them."""
    from engine.components.errors import BadInput
    from engine.components.load import DataError
    from tui.shell.simulate import Trial, run, run_pairs

    players = {"axis": args.axis, "soviet": args.soviet}
    overrides = folders_of(args).overrides
    trial = Trial(args.game, args.scenario, players, _options(args), args.seed, args.games, args.jobs, overrides)
    try:
        return (run_pairs if args.gauntlet else run)(trial, args.json)
    except (BadInput, DataError) as error:
        raise Refused(str(error)) from None
