"""``stavka picture`` and ``stavka story``: what players show each other of a saved game."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.components.wording import plural
from tui.shell.errors import Refused
from tui.shell.parsing import add, whole
from tui.shell.places import store_of

if TYPE_CHECKING:
    from engine.play.match import Match
    from engine.play.timeline import Timeline
    from saves import Store

SAVE = "name, title or file of a saved game"
WHEN = "Without --turn or --line it is the present; everything is told of a game that is over."


def add_telling(sub: Any) -> None:
    """Add them to the command line."""
    examples = "Examples: stavka picture ford map.svg --turn 3; stavka picture ford - --part S2418+5"
    shown = add(sub, "picture", run_picture, "Draw the map of a saved game as SVG", f"{WHEN} {examples}")
    shown.add_argument("save", help=SAVE)
    shown.add_argument("out", metavar="OUT", help="file to write, ending in .svg; - prints it")
    shown.add_argument("--line", type=whole(0, 10**6, "line of a history"), metavar="N", help="after this line")
    shown.add_argument("--part", default="", metavar="HEX-HEX|HEX+N", help="from corner to corner, or N hexes around")
    shown.add_argument("--overlay", default="", metavar="NAME", help="a layer of the map, such as supply or control")
    _common(shown)
    kinds = "The ending of the file says what it becomes: .txt, .md (Markdown) or .html with pictures."
    examples = "Examples: stavka story ford; stavka story ford ford.html --side axis"
    told = add(sub, "story", run_story, "Write down a saved game, turn by turn, with maps", f"{kinds} {examples}")
    told.add_argument("save", help=SAVE)
    told.add_argument("out", metavar="OUT", nargs="?", default="-", help="file to write; by default text is printed")
    _common(told)


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--turn", type=whole(0, 10**4, "turn"), metavar="N", help="as it was when turn N ended")
    eyes = "what this side knows, or all; by default what both sides know"
    parser.add_argument("--side", default="", metavar="SIDE", help=eyes)
    parser.add_argument("--force", action="store_true", help="write over a file that is there")


def run_picture(args: argparse.Namespace) -> int:
    """A picture of one moment."""
    from tui.words import exports

    folders, store = store_of(args)
    if args.out != "-" and Path(args.out).suffix.lower() != ".svg":
        raise Refused(f"a picture is SVG: '{args.out}' should end in .svg")
    match = _match(store, args.save)
    timeline, line = _moment(match, args)
    try:
        view = timeline.view(line)
        when = "" if args.turn is None else f"end of {timeline.entries[line].turn_name}"
        drawn = exports.picture(view, exports.part_of(view, args.part), folders.overrides, args.overlay, when)
    except ValueError as error:
        raise Refused(str(error)) from None
    return _write(args, drawn.svg())


def run_story(args: argparse.Namespace) -> int:
    """The whole game in words, up to a moment."""
    from tui.words import exports

    folders, store = store_of(args)
    form = "text" if args.out == "-" else exports.FORMATS.get(Path(args.out).suffix.lower(), "")
    if not form:
        raise Refused(f"'{args.out}' should end in one of: {', '.join(exports.FORMATS)}")
    match = _match(store, args.save)
    timeline, line = _moment(match, args)
    return _write(args, exports.story(match, timeline, form, line, folders.overrides))


def _match(store: Store, name: str) -> Match:
    """The game of a save, named as everywhere, or in a file. Raises ``Refused``."""
    from saves import SaveError, load_file
    from tui.shell.saves import slug_of

    try:
        if name.endswith(".toml") or "/" in name:
            return load_file(Path(name))
        return store.peek(slug_of(store, name)).match
    except (SaveError, OSError) as error:
        raise Refused(str(error)) from None


def _moment(match: Match, args: argparse.Namespace) -> tuple[Timeline, int]:
    """The past of the match for the eyes asked for, and the line meant. Raises ``Refused``."""
    from tui.words import exports

    try:
        timeline = exports.timeline_for(match, args.side)
        if args.turn is not None:
            return timeline, exports.line_of_turn(timeline, args.turn)
    except ValueError as error:
        raise Refused(str(error)) from None
    line = getattr(args, "line", None)
    if line is not None and line > timeline.last:
        raise Refused(f"the game has {plural(timeline.last, 'line')}, not {line}")
    return timeline, timeline.last if line is None else line


def _write(args: argparse.Namespace, text: str) -> int:
    # Titles and texts come out of a save, perhaps of somebody else's: nothing in them may move a terminal's cursor.
    text = "".join(c for c in text if c == "\n" or c.isprintable())
    if args.out == "-":
        sys.stdout.write(text)
        return 0
    path = Path(args.out)
    try:
        flags = os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if args.force else os.O_EXCL)
        with os.fdopen(os.open(path, flags, 0o666), "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise Refused(f"{path} is there already; --force writes over it") from None
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None
    print(f"{path}: {len(text.encode()) // 1000 + 1} kB")
    return 0
