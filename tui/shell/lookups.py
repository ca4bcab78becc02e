"""The subcommands that answer a question at the shell: rules, chart, odds, tec, turn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tui.shell.parsing import add, whole


def add_lookups(sub: Any) -> None:
    """Add them to the command line."""
    rules = add(sub, "rules", run_rules, "Look up a rule by words or number, in all rule books",
                "Examples: stavka rules overrun river mud; stavka rules efs2 11.37; rules 14.14 --game pm")  # fmt: skip
    rules.add_argument("words", nargs="*", metavar="[GAME] WORDS|ID", help="none: the rules screen opens")
    rules.add_argument("--game", default="", metavar="GAME", help="only the rules of this game")
    rules.add_argument("--all", action="store_true", help="the rules of all games, even if the first word is a game")
    rules.add_argument("--plain", action="store_true", help="no pager")
    rules.add_argument("--json", action="store_true", help="an array, best first")
    rules.add_argument("--full", action="store_true", help="every hit in full, not only the best")
    rules.add_argument("--limit", type=whole(1, 100, "number from 1 to 100"), default=8, metavar="N",
                       help="hits shown (default 8)")  # fmt: skip
    chart = add(sub, "chart", run_chart, "Show a chart of a game", "Example: stavka chart pm crt")
    chart.add_argument("game", nargs="?", default="", help="none: the charts of all games")
    chart.add_argument("name", nargs="*", help="none: the list of charts")
    chart.add_argument("--plain", action="store_true", help="no pager")
    odds = add(sub, "odds", run_odds, "Column, results and chances of an attack",
               "Example: stavka odds pm 26 7 --shift -1")  # fmt: skip
    odds.add_argument("game")
    odds.add_argument("attack", help="attack strength, such as 26 or 6.5")
    odds.add_argument("defense", help="defense strength")
    odds.add_argument("--shift", type=whole(-50, 50, "number of columns"), default=0, metavar="N",
                      help="columns, right positive")  # fmt: skip
    odds.add_argument("--drm", type=whole(-50, 50, "die roll modifier"), default=0, metavar="N",
                      help="added to the die, where the game has that")  # fmt: skip
    odds.add_argument("--roll", action="store_true", help="throw the die")
    tec = add(sub, "tec", run_tec, "Terrain chart of a game", "Example: stavka tec efs2 --unit motorized --weather mud")
    tec.add_argument("game")
    tec.add_argument("--unit", default="", metavar="KIND", help="such as motorized or foot")
    tec.add_argument("--weather", default="", metavar="WEATHER", help="such as mud")
    tec.add_argument("--plain", action="store_true", help="no pager")
    turn = add(sub, "turn", run_turn, "What happens in a turn", "Example: stavka turn bd 13")
    turn.add_argument("game")
    turn.add_argument("turn", type=whole(0, 999, "turn"))
    turn.add_argument("--plain", action="store_true", help="no pager")


def _answer(lines: Callable[[], list[str]], plain: bool = False) -> int:
    """Show lines; a refusal is one sentence and exit code 1."""
    from tui.shell.errors import Refused
    from tui.words.page import show

    try:
        found = lines()
    except ValueError as error:
        raise Refused(str(error)) from None
    show(found, plain=plain)
    return 0


def run_rules(args: argparse.Namespace) -> int:
    """Hits as text or JSON; without words the screen."""
    from tui.words.rule_answers import contents_json, contents_lines, question, rules_json, rules_lines

    if not args.words and not args.json:
        from tui.shell.opening import open_screen

        return open_screen(args, lambda folders, store: None, rules=args.game or "all")

    def lines() -> list[str]:
        if book := _only_a_game(args):
            return [contents_json(book)] if args.json else contents_lines(book)
        game, query = question(list(args.words), args.game, args.all)
        if args.json:
            return [rules_json(query, game, args.limit)]
        return rules_lines(query, game, args.limit, whole=args.full)

    return _answer(lines, plain=args.plain or args.json)


def _only_a_game(args: argparse.Namespace) -> str:
    """The game whose contents are asked for: it stands alone; empty where words or a number follow."""
    from engine.books.library import book_ids

    words = [args.game] if args.json and args.game and not args.words else args.words
    alone = words[0].lower().rstrip(":") if len(words) == 1 and not args.all else ""
    return alone if alone in book_ids() and args.game.lower() in ("", alone) else ""


def run_chart(args: argparse.Namespace) -> int:
    """A chart, or the list of charts."""
    from tui.words.charts import chart_lines

    return _answer(lambda: chart_lines(args.game, " ".join(args.name)), args.plain)


def run_odds(args: argparse.Namespace) -> int:
    """An attack worked out, and thrown for if asked."""
    from tui.words.charts import odds_lines, thrown

    def lines() -> list[str]:
        rolled = thrown(args.game) if args.roll else None
        return odds_lines(args.game, args.attack, args.defense, args.shift, args.drm, rolled)

    return _answer(lines, plain=True)


def run_tec(args: argparse.Namespace) -> int:
    """The terrain chart."""
    from tui.words.charts import terrain_lines

    return _answer(lambda: terrain_lines(args.game, args.unit, args.weather), args.plain)


def run_turn(args: argparse.Namespace) -> int:
    """What charts and rules say of a turn."""
    from tui.words.charts import turn_lines

    return _answer(lambda: turn_lines(args.game, args.turn), args.plain)
