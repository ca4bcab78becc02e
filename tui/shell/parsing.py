"""How a command line is read: parsers whose errors are one sentence, kinds of numbers, printable text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from tui.words.room import terminal_size

NAME = "stavka"
CODES = "Exit codes: 0 done, 1 refused or damaged, 2 bad command line."


class Help(argparse.HelpFormatter):
    """Help as wide as the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_size()[0] - 2)


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one sentence and a pointer."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**{"formatter_class": Help, **how})

    def error(self, message: str) -> NoReturn:
        """Exit code 2 with a sentence."""
        self.exit(2, f"{self.prog}: {printable(message)}; see '{self.prog} --help'\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End; whatever keeps the output from being written is known before."""
        if sys.stdout is not None:
            sys.stdout.flush()
        super().exit(status, message)


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


Run = Callable[[argparse.Namespace], int]


def add(
    sub: Any, name: str, run: Run, words: str, more: str = "", *, reader: bool = False, add_help: bool = True
) -> Parser:
    """A subcommand: what it runs, what it does in words, and more about it; ``reader`` where it opens a screen.

    Without ``add_help`` it has a help of its own.
    """
    about = f"{words}. {more}".strip()
    parser: Parser = sub.add_parser(name, help=words, description=about, epilog=CODES, add_help=add_help)
    parser.add_argument("--saves", metavar="DIR", default=argparse.SUPPRESS, help="folder of the saved games")
    if reader:
        parser.add_argument("--reader", action="store_true", default=argparse.SUPPRESS, help="for screen readers")
    parser.set_defaults(run=run)
    return parser
