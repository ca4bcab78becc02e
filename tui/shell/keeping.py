"""The subcommands about files: saves, dice of a save, keys, data, a map sheet, and the line protocol."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

from tui.shell.errors import Refused
from tui.shell.parsing import NAME, add, printable
from tui.shell.places import folders_of, store_of
from tui.shell.streams import need


def add_keeping(sub: Any) -> None:
    """Add them to the command line."""
    _engine(sub)
    sheet = add(sub, "map", run_map, "Print a map sheet as text")
    sheet.add_argument("game")
    sheet.add_argument("--sheet", default="", metavar="S", help="letter of the sheet; by default all")
    example = "Examples: stavka saves rename ford The Ford; stavka saves delete ford; stavka saves restore ford"
    saves = add(sub, "saves", run_saves, "List the saved games, rename, copy, delete and restore them", example)
    saves.add_argument(
        "words", nargs="*", metavar="rename|copy|delete|restore|empty NAME", help="by default: list them"
    )
    saves.add_argument(
        "--sort", choices=("last", "title", "game", "turn", "date"), default="last", help="order of the list"
    )
    saves.add_argument("--long", action="store_true", help="with what happened last and who decides")
    saves.add_argument("--trash", action="store_true", help="list what was thrown away")
    saves.add_argument("--yes", action="store_true", help="with 'empty': delete for good without asking again")
    dice = add(sub, "dice", run_dice, "The dice of a saved game, actual and expected")
    dice.add_argument("name", nargs="?", default="", help="name or title; by default the last game")
    add(sub, "keys", run_keys, "Print the keymap, with clashes and unknown ids of keys.toml",
         "Keys are changed in keys.toml of the configuration folder, settings in config.toml beside it.")  # fmt: skip
    data = add(sub, "data", run_data, "Check the data files of a game, with your own in the configuration folder")
    data.add_argument("game")


class Protocol(argparse.Action):
    """Print the commands of the protocol, or all of its text; they are read only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *rest: Any) -> NoReturn:
        """Print and end."""
        from tui.shell.protocol_text import commands_text, protocol_text

        print(protocol_text() if self.dest == "protocol" else f"{parser.format_help()}\n{commands_text()}")
        parser.exit(0)


def _engine(sub: Any) -> None:
    words = "The game without a screen: one JSON line in, one out"
    engine = add(sub, "engine", run_engine, words, "For programs and bots.", add_help=False)
    engine.add_argument("-h", "--help", action=Protocol, nargs=0, help="print this and the commands, and end")
    engine.add_argument("--protocol", action=Protocol, nargs=0, help="print the whole protocol, and end")


def run_engine(args: argparse.Namespace) -> int:
    """JSON lines."""
    from engine.protocol import Session, serve
    from tui.shell.protocol_files import ProtocolFiles

    need(args.closed, "stdin")
    folders, store = store_of(args)
    serve(sys.stdin, sys.stdout, Session(ProtocolFiles(store, folders.overrides), folders.overrides))
    return 0


def run_map(args: argparse.Namespace) -> int:
    """A sheet as text."""
    from tui.words.maps import map_text

    overrides = folders_of(args).overrides
    try:
        print(map_text(args.game, args.sheet, overrides))
    except ValueError as error:
        raise Refused(str(error)) from None
    return 0


def run_saves(args: argparse.Namespace) -> int:
    """The list of saves, 1 if one of them is damaged; or what the words say."""
    from saves import SaveError
    from tui.shell import saves as savescli

    _, store = store_of(args)
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
    from tui.shell.saves import dice

    _, store = store_of(args)
    try:
        for text in dice(store, args.name):
            print(printable(text))
    except (SaveError, OSError) as error:
        raise Refused(str(error)) from None
    return 0


def run_keys(args: argparse.Namespace) -> int:
    """The keymap; 1 if the player's file has faults."""
    from tui.settings.config import load_settings
    from tui.settings.keys import load_keymap, table_text

    folder = folders_of(args).config
    keymap = load_keymap(folder)
    print(table_text(keymap))
    problems = [*keymap.problems, *load_settings(folder).problems]
    for text in problems:
        print(f"{NAME}: {printable(text)}", file=sys.stderr)
    return int(bool(problems))


def run_data(args: argparse.Namespace) -> int:
    """Load everything of a game and begin its scenarios; 1 if something does not fit."""
    from engine.components.errors import BadInput
    from tui.shell.datacheck import report

    try:
        lines, faults = report(args.game, folders_of(args).overrides)
    except BadInput as error:
        raise Refused(str(error)) from None
    for text in lines:
        print(printable(text))
    for text in faults:
        print(f"{NAME}: {printable(text)}", file=sys.stderr)
    return int(bool(faults))
