"""The ``stavka`` command. The screen library is imported only when a screen opens; a rules look-up never needs it.

Exit codes: 0 done, 1 refused or damaged (one sentence on standard error), 2 a command line that means nothing.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from tui.errors import Refused

if TYPE_CHECKING:
    from saves import Store
    from tui.config import Folders
    from tui.controller import Controller

NAME = "stavka"


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence and a pointer."""

    def error(self, message: str) -> NoReturn:
        """Exit code 2 with a sentence."""
        self.exit(2, f"{self.prog}: {printable(message)}; see '{self.prog} --help'\n")


class Version(argparse.Action):
    """Print the version; it is looked up only when asked for, which keeps everything else quick."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        """Print and end."""
        print(f"{NAME} {program_version()}")
        parser.exit(0)


def printable(text: str) -> str:
    """Text from a file or command line without anything that moves a terminal's cursor, and of readable length."""
    cut = text if len(text) <= 1000 else f"{text[:500]} ... {text[-400:]}"
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in cut)


def whole(least: int, most: int, words: str) -> Callable[[str], int]:
    """A type of argument: a whole number within bounds, ``words`` in the sentence about any other."""

    def read(text: str) -> int:
        number = int(text) if len(text) < 30 and text.removeprefix("-").isdecimal() else most + 1
        if not least <= number <= most:
            raise argparse.ArgumentTypeError(f"'{text}' is no {words}")
        return number

    return read


def program_version() -> str:
    """Version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(NAME)
    except PackageNotFoundError:
        return "0"


# ---------------------------------------------------------------------- the command line
def build_parser() -> Parser:
    """All subcommands."""
    parser = Parser(
        prog=NAME,
        description="Hex-and-counter wargames in a terminal. Without a subcommand the first screen opens.",
        epilog="Exit codes: 0 done, 1 refused or damaged, 2 bad command line. Files: see 'stavka keys --help'.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    where = "folder of the saved games (else STAVKA_SAVES, else your data folder)"
    parser.add_argument("--saves", metavar="DIR", help=where)
    parser.add_argument("--reader", action="store_true", help="for screen readers: tell everything as lines of text")
    parser.set_defaults(run=run_home)
    sub = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", parser_class=Parser)
    _play(sub)
    _simulate(sub)
    _small(sub)
    return parser


def _add(sub: Any, name: str, run: Callable[[argparse.Namespace], int], words: str, more: str = "") -> Parser:
    parser: Parser = sub.add_parser(name, help=words, description=f"{words}. {more}".strip(),
                                    epilog="Exit codes: 0 done, 1 refused or damaged, 2 bad command line.")  # fmt: skip
    parser.add_argument("--saves", metavar="DIR", default=argparse.SUPPRESS, help="folder of the saved games")
    if run in (run_play, run_resume):
        parser.add_argument("--reader", action="store_true", default=argparse.SUPPRESS, help="for screen readers")
    parser.set_defaults(run=run)
    return parser


def _play(sub: Any) -> None:
    play = _add(sub, "play", run_play, "Begin a game at once")
    play.add_argument("game", help="such as ava")
    play.add_argument("scenario", nargs="?", default="", help="such as smolensk; by default the game's first")
    play.add_argument(
        "--seed",
        type=whole(-(10**18), 10**18, "whole number of at most 18 digits"),
        metavar="N",
        help="number that all dice follow from",
    )
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    play.add_argument("--axis", default="human", metavar="PLAYER", help="human, or a computer player such as random")
    play.add_argument("--soviet", default="human", metavar="PLAYER", help="the same for the other side")
    play.add_argument("--dice", choices=("program", "hand"), help="hand: you throw, and type what the dice show")
    resume = _add(sub, "resume", run_resume, "Go on with a saved game")
    resume.add_argument("name", nargs="?", default="", help="name as 'stavka saves' shows it; by default the last game")


def _simulate(sub: Any) -> None:
    words = "Play many games of computer players and show the spread of final points"
    many = _add(sub, "simulate", run_simulate, words, "Ctrl-C shows what has been played so far.")
    many.add_argument("game", help="such as ava")
    many.add_argument("scenario", help="such as smolensk")
    many.add_argument("--games", type=whole(1, 100_000, "number of games from 1 to 100000"), default=10, metavar="N")
    many.add_argument("--axis", default="greedy", metavar="PLAYER", help="a computer player, by default greedy")
    many.add_argument("--soviet", default="greedy", metavar="PLAYER", help="the same for the other side")
    many.add_argument("--seed", type=whole(0, 10**15, "seed from 0 to 10^15"), default=1, metavar="N",
                      help="seed of the first game; the others follow (default 1)")  # fmt: skip
    many.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    many.add_argument("--jobs", type=whole(1, 64, "number of jobs from 1 to 64"), default=1, metavar="N",
                      help="games at the same time (default 1)")  # fmt: skip
    many.add_argument("--json", action="store_true", help="all results as JSON instead of text")


def _small(sub: Any) -> None:
    from tui.lookups.commands import add_commands

    _add(sub, "engine", run_engine, "The game without a screen: one JSON line in, one out", "For programs and bots.")
    sheet = _add(sub, "map", run_map, "Print a map sheet as text")
    sheet.add_argument("game")
    sheet.add_argument("--sheet", default="", metavar="S", help="letter of the sheet; by default all")
    add_commands(sub, _add, whole)
    example = "Examples: stavka saves rename ford The Ford; stavka saves delete ford; stavka saves restore ford"
    saves = _add(sub, "saves", run_saves, "List the saved games, rename, copy, delete and restore them", example)
    saves.add_argument(
        "words", nargs="*", metavar="rename|copy|delete|restore|empty NAME", help="by default: list them"
    )
    saves.add_argument(
        "--sort", choices=("last", "title", "game", "turn", "date"), default="last", help="order of the list"
    )
    saves.add_argument("--long", action="store_true", help="with what happened last and who decides")
    saves.add_argument("--trash", action="store_true", help="list what was thrown away")
    saves.add_argument("--yes", action="store_true", help="with 'empty': delete for good without asking again")
    dice = _add(sub, "dice", run_dice, "The dice of a saved game, actual and expected")
    dice.add_argument("name", nargs="?", default="", help="name as 'stavka saves' shows it; by default the last game")
    _add(sub, "keys", run_keys, "Print the keymap, with clashes and unknown ids of keys.toml",
         "Keys are changed in keys.toml of the configuration folder, settings in config.toml beside it.")  # fmt: skip
    data = _add(sub, "data", run_data, "Check the data files of a game, with your own in the configuration folder")
    data.add_argument("game")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    args = build_parser().parse_args(argv)
    try:
        return int(args.run(args))
    except Refused as error:
        print(f"{NAME}: {printable(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone, as 'stavka rules x | head' does.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _folders(args: argparse.Namespace) -> Folders:
    from tui.config import folders

    try:
        return folders(args.saves)
    except (RuntimeError, OSError, ValueError) as error:
        raise Refused(f"there is no folder to work in: {error}") from None


def _check_saves(folder: Path) -> None:
    """A folder that is not there yet is made with the first game; anything else in its place is refused now."""
    there = next(path for path in (folder, *folder.parents) if os.path.lexists(path))
    if not there.is_dir():
        raise Refused(f"saved games cannot lie in {folder}: {there} is no folder")
    if not os.access(there, os.R_OK | os.X_OK):
        raise Refused(f"saved games cannot lie in {folder}: access to {there} is not allowed")


def _store(args: argparse.Namespace) -> tuple[Folders, Store]:
    from saves import SaveError, Store

    found = _folders(args)
    try:
        _check_saves(Path(os.path.abspath(found.saves)))
        return found, Store(found.saves, overrides=found.overrides, program=program_version())
    except (SaveError, OSError, ValueError) as error:
        raise Refused(str(error)) from None


# ---------------------------------------------------------------------- with a screen
def run_home(args: argparse.Namespace) -> int:
    """The first screen."""
    return _open(args, lambda folders, store: None)


def run_play(args: argparse.Namespace) -> int:
    """A new game."""
    from tui.config import load_settings

    options = _options(args)

    def make(folders: Folders, store: Store) -> Controller:
        from engine.load import read_table
        from tui.app import begin

        settings = load_settings(folders.config)
        _check_players(args)
        scenario = args.scenario
        if not scenario:
            from engine.ruleset import ruleset

            ruleset(args.game)
            scenario = str(read_table(args.game, "game.toml")[0].get("default_scenario", ""))
        if settings.free_undo:
            options.setdefault("free_undo", "on")
        seed = args.seed if args.seed is not None else int.from_bytes(os.urandom(3), "big")
        return begin(store, args.game, scenario, seed=seed, options=options,
                     players={"axis": args.axis, "soviet": args.soviet}, dice=args.dice or settings.dice,
                     overrides=folders.overrides, hand_over=settings.hand_over)  # fmt: skip

    return _open(args, make)


def _options(args: argparse.Namespace) -> dict[str, str]:
    options = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused(f"an option is written NAME=VALUE, not '{text}'")
        options[name] = value
    return options


def _check_players(args: argparse.Namespace) -> None:
    from engine.players import make

    for name in (args.axis, args.soviet):
        if name != "human":
            make(name, 1)


def run_resume(args: argparse.Namespace) -> int:
    """A saved game."""

    def take(folders: Folders, store: Store) -> Controller:
        from tui.config import load_settings
        from tui.controller import Controller

        name = args.name or store.latest()
        if name is None:
            raise Refused(f"there is no game to go on with in {folders.saves}")
        game = store.open(name)
        controller = Controller(game.match, game, hand_over=load_settings(folders.config).hand_over)
        controller.opened(game.read_only)
        return controller

    return _open(args, take)


def _open(args: argparse.Namespace, make: Callable[[Folders, Store], Controller | None], *, rules: str = "") -> int:
    """Open the screen with a game made by ``make``, or with rules. What can be wrong is found before it opens."""
    import gc

    # What is made until the first screen stands lives to the end: looking through it for garbage is time lost.
    gc.disable()
    from engine.action import BadInput
    from engine.load import DataError
    from saves import SaveError
    from saves.signals import install
    from tui.config import load_settings
    from tui.keys import load_keymap

    folders, store = _store(args)
    settings, keymap = load_settings(folders.config), load_keymap(folders.config)
    settings = replace(settings, reader=settings.reader or args.reader)
    _check_terminal()
    try:
        controller = make(folders, store)
    except (BadInput, DataError, SaveError, OSError) as error:
        raise Refused(str(error)) from None
    except (LookupError, TypeError, AttributeError, ArithmeticError, ValueError) as error:
        if not folders.overrides.is_dir():
            raise
        from tui.datacheck import unplayable

        raise Refused(f"{folders.overrides}: {unplayable(error)}") from None
    from tui.app import Start, StavkaApp
    from tui.terminal import prepare

    app = StavkaApp(Start(folders, settings, keymap, store, controller, rules=rules))
    install_patch(app)
    prepare(app, folders.state)
    put_back = install(lambda: _hang_up(app))
    app.call_later(_collect_again)
    try:
        # Keys do everything; without the mouse the terminal's own marking and copying stays as it is.
        app.run(mouse=False)
    finally:
        put_back()
        if app.controller is not None:
            app.controller.close()
    return app.return_code or 0


def _collect_again() -> None:
    """The first screen stands: collect garbage from now on, but only what is made from now on."""
    import gc

    gc.freeze()
    gc.enable()


def install_patch(app: Any) -> None:
    """Send only what changed on screen, where the drawing layer can."""
    from tui.draw.bytes_patch import install

    install(app)


def _hang_up(app: Any) -> None:
    """The terminal is gone or the system wants us to end: give the lock back, the rest is on the disk."""
    if app.controller is not None:
        app.controller.close()
    from tui.terminal import hang_up

    hang_up(app)


def _check_terminal() -> None:
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise Refused("a screen needs a terminal; 'stavka engine' and 'stavka rules' work without one")
    if os.environ.get("TERM", "") in ("", "dumb"):
        raise Refused("this terminal (TERM) cannot place a cursor; 'stavka engine' and 'stavka rules' work here")


# ---------------------------------------------------------------------- without a screen
def run_engine(args: argparse.Namespace) -> int:
    """JSON lines."""
    from engine.protocol import Session, serve
    from tui.files import ProtocolFiles

    folders, store = _store(args)
    serve(sys.stdin, sys.stdout, Session(ProtocolFiles(store, folders.overrides), folders.overrides))
    return 0


def run_simulate(args: argparse.Namespace) -> int:
    """Many games of computer players; 130 if somebody stopped them."""
    from engine.action import BadInput
    from engine.load import DataError
    from tui.simulating import Trial, run

    players = {"axis": args.axis, "soviet": args.soviet}
    overrides = _folders(args).overrides
    trial = Trial(args.game, args.scenario, players, _options(args), args.seed, args.games, args.jobs, overrides)
    try:
        return run(trial, args.json)
    except (BadInput, DataError) as error:
        raise Refused(str(error)) from None


def run_map(args: argparse.Namespace) -> int:
    """A sheet as text."""
    from tui.lookups.maps import map_text

    overrides = _folders(args).overrides
    try:
        print(map_text(args.game, args.sheet, overrides))
    except ValueError as error:
        raise Refused(str(error)) from None
    return 0


def run_rules_screen(args: argparse.Namespace) -> int:
    """The rules screen, over the first one."""
    return _open(args, lambda folders, store: None, rules=args.game or "all")


def run_saves(args: argparse.Namespace) -> int:
    """The list of saves, 1 if one of them is damaged; or what the words say."""
    from saves import SaveError
    from tui import savescli

    _, store = _store(args)
    try:
        if args.words:
            rows, good = [savescli.act(store, args.words, args.yes)], True
        elif args.trash:
            rows, good = savescli.trash(store), True
        else:
            rows, good = savescli.listing(store, args.sort, args.long)
    except (SaveError, OSError) as error:
        raise Refused(str(error)) from None
    except savescli.Unclear as error:
        print(f"{NAME} saves: {printable(str(error))}; see '{NAME} saves --help'", file=sys.stderr)
        return 2
    for text in rows:
        print(printable(text))
    return int(not good)


def run_dice(args: argparse.Namespace) -> int:
    """The dice page as text."""
    from saves import SaveError
    from tui.savescli import dice

    _, store = _store(args)
    try:
        for text in dice(store, args.name):
            print(printable(text))
    except (SaveError, OSError) as error:
        raise Refused(str(error)) from None
    return 0


def run_keys(args: argparse.Namespace) -> int:
    """The keymap; 1 if the player's file has faults."""
    from tui.config import load_settings
    from tui.keys import load_keymap, table_text

    folder = _folders(args).config
    keymap = load_keymap(folder)
    print(table_text(keymap))
    problems = [*keymap.problems, *load_settings(folder).problems]
    for text in problems:
        print(f"{NAME}: {printable(text)}", file=sys.stderr)
    return int(bool(problems))


def run_data(args: argparse.Namespace) -> int:
    """Load everything of a game and begin its scenarios; 1 if something does not fit."""
    from engine.action import BadInput
    from tui.datacheck import report

    try:
        lines, faults = report(args.game, _folders(args).overrides)
    except BadInput as error:
        raise Refused(str(error)) from None
    for text in lines:
        print(printable(text))
    for text in faults:
        print(f"{NAME}: {printable(text)}", file=sys.stderr)
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
