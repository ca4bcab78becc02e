"""``python -m engine``: checks, counts, random games and the line protocol without a screen.

Exit status 0 when all is well, 1 when something is wrong with data or rules, 2 for arguments that cannot be understood.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.books.rules import load_rules
from engine.books.trace import format_matrix, trace
from engine.components.errors import BadInput
from engine.components.load import DataError, load_shared
from engine.play.catalogue import game_info
from engine.play.match import Match
from engine.play.ruleset import ruleset
from engine.players import PLAYERS, make
from engine.protocol import serve
from engine.study.perft import perft

MOST_ACTIONS = 100_000
"""Actions after which a play-out that has not ended is a fault."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the tools; the exit status."""
    try:
        wanted = parser().parse_args(arguments)
        status: int = wanted.run(wanted)
        return status
    except BadInput as error:
        print(f"stavka: {error}", file=sys.stderr)
        return 2
    except DataError as error:
        print(f"stavka: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; the interpreter must not complain about it either
        return 0


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(prog="python -m engine", description=(__doc__ or "").splitlines()[0])
    tools = top.add_subparsers(required=True, metavar="TOOL")

    def tool(name: str, run: object, help: str) -> argparse.ArgumentParser:
        found = tools.add_parser(name, help=help, description=help)
        found.set_defaults(run=run)
        return found

    tool("data", data, "load and check all data of a game").add_argument("game")
    tracing = tool("trace", trace_rules, "show where each rule is enforced and tested")
    tracing.add_argument("game")
    tracing.add_argument("--root", type=Path, default=Path.cwd(), help="folder with engine, tests and data")
    playing = tool("play", play, "play a random game, one line a turn")
    playing.add_argument("--player", default="random", choices=sorted(PLAYERS), help="who plays both sides")
    counting = tool("perft", count, "count legal actions from the start of a scenario")
    counting.add_argument("--depth", type=number(1, 4), default=2)
    for one in (playing, counting):
        one.add_argument("game")
        one.add_argument("scenario")
        one.add_argument("--seed", type=number(-(2**62), 2**62), default=1)
        one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    tool("serve", serving, "answer the line protocol on standard input and output")
    return top


def number(least: int, most: int) -> type[int]:
    """A type of argument: a whole number within bounds."""

    class Number(int):
        def __new__(cls, text: str) -> Number:
            value = super().__new__(cls, text)
            if not least <= value <= most:
                raise argparse.ArgumentTypeError(f"must be from {least} to {most}")
            return value

    Number.__name__ = "whole number"
    return Number


def begin(wanted: argparse.Namespace) -> Match:
    """The match that the arguments name. Raises ``BadInput``, ``DataError``."""
    options = {}
    for text in wanted.option:
        name, sign, value = text.partition("=")
        if not sign:
            raise BadInput(f"'{text}' is not written NAME=VALUE")
        options[name] = value
    return Match.new(wanted.game, wanted.scenario, seed=int(wanted.seed), options=options)


# ---------------------------------------------------------------------- the tools
def data(wanted: argparse.Namespace) -> int:
    """Everything of a game is loaded, every scenario begun; the counts are printed."""
    rules = ruleset(wanted.game)
    shared, info, book = load_shared(wanted.game), game_info(wanted.game), load_rules(wanted.game)
    board = shared.board
    print(f"{info.title}")
    print(f"  map       {board.grid.size} hexes, {len(board.places)} places, {len(board.sheets)} sheets")
    print(f"  counters  {len(shared.roster)} in {len(shared.roster.formation_titles)} formations")
    print(f"  rules     {len(book.entries)} entries in {len(book.chapters)} chapters")
    faults = 0
    for scenario in info.scenarios:
        match = Match.new(wanted.game, scenario.id)
        units, wrong = sum(h >= 0 for h in match.state.hex_of), rules.invariants(match.c)
        print(f"  {scenario.id:12}  {scenario.turns} turns, {len(match.data.in_play)} hexes, {units} units on the map")
        for sentence in wrong:
            print(f"    {sentence}")
        faults += len(wrong)
    return 1 if faults else 0


def trace_rules(wanted: argparse.Namespace) -> int:
    """The matrix of rules, code and tests; status 1 when something is missing."""
    rows = trace(wanted.game, wanted.root)
    print(format_matrix(rows))
    return 1 if any(row.problems for row in rows) else 0


def play(wanted: argparse.Namespace) -> int:
    """A game of computer players, one line a turn and the result."""
    match = begin(wanted)
    players = {side: make(wanted.player, match.seed + n) for n, side in enumerate(match.data.meta["sides"])}
    turn, lost = match.state.turn, 0
    for actions in range(MOST_ACTIONS):
        if match.over or match.state.turn != turn:
            lost = sum(steps == 0 for steps in match.state.steps_left)
            print(f"turn {turn}: {actions} actions, {match.state.draws} dice, {lost} units lost, {match.digest()}")
            turn = match.state.turn
        if match.over:
            print(match.prompt.text)
            return 0
        match.play(players[match.side].choose(match)[0])
        if wrong := match.rules.invariants(match.c):
            print(f"after '{match.history[-1]}': {wrong[0]}", file=sys.stderr)
            return 1
    print(f"not over after {MOST_ACTIONS} actions", file=sys.stderr)
    return 1


def count(wanted: argparse.Namespace) -> int:
    """Legal lines of each length."""
    for depth, lines in enumerate(perft(begin(wanted), int(wanted.depth)), 1):
        print(f"depth {depth}: {lines}")
    return 0


def serving(wanted: argparse.Namespace) -> int:
    """The protocol, without saves."""
    serve(sys.stdin, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
