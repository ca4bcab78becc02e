"""The ``stavka`` command. The screen library is imported only when a screen opens; a rules look-up never needs it.

Exit codes: 0 done, 1 refused or damaged (one sentence on standard error), 2 a command line that means nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tui.shell.errors import Refused
from tui.shell.lookups import LOOKUPS
from tui.shell.parsing import NAME, Parser, Version, printable
from tui.shell.streams import mend, need

PLAYING = ("play", "resume")
"""The subcommands that open the screen with a game."""


def build_parser(first: str | None = "") -> Parser:
    """All subcommands; only what the ``first`` word needs where it answers a question or plays: it starts sooner.

    None: nothing was typed, and nothing of it has to be understood.
    """
    parser = Parser(
        prog=NAME,
        description="Hex-and-counter wargames in a terminal. Without a subcommand the first screen opens.",
        epilog="Exit codes: 0 done, 1 refused or damaged, 2 bad command line. Files: see 'stavka keys --help'.",
    )
    parser.add_argument("--version", action=Version, nargs=0, help="print the version")
    where = "folder of the saved games (else STAVKA_SAVES, else your data folder)"
    parser.add_argument("--saves", metavar="DIR", help=where)
    parser.add_argument("--reader", action="store_true", help="for screen readers: tell everything as lines of text")
    sub = parser.add_subparsers(title="subcommands", metavar="SUBCOMMAND", parser_class=Parser)
    if first in LOOKUPS:
        LOOKUPS[first](sub)
    elif first is None or first in PLAYING:
        from tui.shell.games import add_playing, run_home

        parser.set_defaults(run=run_home)
        if first:
            add_playing(sub)
    else:
        _add_all(parser, sub)
    return parser


def _add_all(parser: Parser, sub: Any) -> None:
    from tui.shell.games import add_games, run_home
    from tui.shell.keeping import add_keeping
    from tui.shell.telling import add_telling

    parser.set_defaults(run=run_home)
    add_games(sub)
    for add_lookup in LOOKUPS.values():
        add_lookup(sub)
    add_keeping(sub)
    add_telling(sub)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code."""
    closed = mend()
    words = sys.argv[1:] if argv is None else argv
    try:
        args = build_parser(words[0] if words else None).parse_args(words)
        args.closed = closed
        need(closed, "stdout")
        code = int(args.run(args))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except Refused as error:
        print(f"{NAME}: {printable(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone, as 'stavka rules x | head' does.
        _no_more_output()
        return 0
    except OSError as error:
        # A full disk behind '>' comes out here, at the latest with the flush.
        _no_more_output()
        where = f"{error.filename}: " if error.filename else "the output cannot be written: "
        print(f"{NAME}: {printable(where + str(error.strerror or error))}", file=sys.stderr)
        return 1
    except Exception as error:
        return _fault(error)


def _fault(error: Exception) -> int:
    """A fault of our own: one sentence, the details in a file."""
    from tui.faults import FaultLog
    from tui.settings.config import folders

    what = f"{type(error).__name__}: {str(error)[:200]}"
    words = f"a fault of the program ended it ({what}).{FaultLog(folders().state).write(error)}"
    print(f"{NAME}: {printable(words)}", file=sys.stderr)
    return 1


def _no_more_output() -> None:
    """What still waits to be written goes nowhere: at its end the interpreter would fail over it again."""
    with suppress(AttributeError, OSError, ValueError):  # it may be no file, or closed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(main())
