"""The subcommands that answer a question at the shell: rules, compare, chart, odds, tec, turn."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from tui.shell.parsing import add, whole


def _add_rules(sub: Any) -> None:
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


def _add_chart(sub: Any) -> None:
    chart = add(sub, "chart", run_chart, "Show a chart of a game", "Example: stavka chart pm crt")
    chart.add_argument("game", nargs="?", default="", help="none: the charts of all games")
    chart.add_argument("name", nargs="*", help="none: the list of charts")
    _common(chart)


def _add_odds(sub: Any) -> None:
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
    odds.add_argument("--json", action="store_true", help="as JSON")


def _add_tec(sub: Any) -> None:
    tec = add(sub, "tec", run_tec, "Terrain chart of a game", "Example: stavka tec efs2 --unit motorized --weather mud")
    tec.add_argument("game")
    tec.add_argument("--unit", default="", metavar="KIND", help="such as motorized or foot")
    tec.add_argument("--weather", default="", metavar="WEATHER", help="such as mud")
    _common(tec)


def _add_turn(sub: Any) -> None:
    turn = add(sub, "turn", run_turn, "What happens in a turn: date, weather, arrivals, rules",
               "Examples: stavka turn bd 13; turn pm GT7; turn ava 3-5; turn efs2 7 July")  # fmt: skip
    turn.add_argument("game")
    turn.add_argument("turn", nargs="+", help="13, GT13, 3-5, or a date such as 22 July or Aug 1941")
    _common(turn)


def _add_compare(sub: Any) -> None:
    compare = add(sub, "compare", run_compare, "Two rule books side by side about a subject",
                  "Examples: stavka compare efs1 efs2 overrun; compare efs2 efs1 12.41")  # fmt: skip
    compare.add_argument("first", metavar="GAME")
    compare.add_argument("second", metavar="GAME")
    compare.add_argument("words", nargs="+", metavar="WORDS|ID")
    compare.add_argument("--limit", type=whole(1, 20, "number from 1 to 20"), default=3, metavar="N",
                         help="pairs of rules shown (default 3)")  # fmt: skip
    _common(compare)


LOOKUPS: dict[str, Callable[[Any], None]] = {
    "rules": _add_rules, "compare": _add_compare, "chart": _add_chart, "odds": _add_odds, "tec": _add_tec,
    "turn": _add_turn,
}  # fmt: skip
"""The subcommands of this module, and what adds each to the command line."""


def _common(parser: Any) -> None:
    parser.add_argument("--plain", action="store_true", help="no pager")
    parser.add_argument("--json", action="store_true", help="as JSON")


def _answer(lines: Callable[[], list[str]], plain: bool = False) -> int:
    """Show lines; a refusal is one sentence and exit code 1."""
    from tui.shell.errors import Refused
    from tui.words.page import show
    from tui.words.parsed import use

    use()
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
    from engine.books.shelf import book_ids

    words = [args.game] if args.json and args.game and not args.words else args.words
    alone = words[0].lower().rstrip(":") if len(words) == 1 and not args.all else ""
    return alone if alone in book_ids() and args.game.lower() in ("", alone) else ""


def _found(lines: Callable[[], list[str]], plain: Callable[[], Any], args: argparse.Namespace) -> int:
    """Lines, or the same as JSON."""

    def json_lines() -> list[str]:
        import json

        return [json.dumps(plain(), ensure_ascii=False, indent=1)]

    return _answer(json_lines if args.json else lines, plain=args.json or getattr(args, "plain", True))


def run_chart(args: argparse.Namespace) -> int:
    """A chart, or the list of charts."""
    from tui.words.charts import chart_lines, charts_plain

    name = " ".join(args.name)
    return _found(lambda: chart_lines(args.game, name), lambda: charts_plain(args.game, name), args)


def run_odds(args: argparse.Namespace) -> int:
    """An attack worked out, and thrown for if asked."""
    from tui.words.odds import odds_lines, odds_plain, thrown

    def asked() -> tuple[str, str, str, int, int, int | None]:
        rolled = thrown(args.game) if args.roll else None
        return args.game, args.attack, args.defense, args.shift, args.drm, rolled

    return _found(lambda: odds_lines(*asked()), lambda: odds_plain(*asked()), args)


def run_compare(args: argparse.Namespace) -> int:
    """What two books print about a subject."""
    from tui.words.comparing import compare_lines, compare_plain

    asked = (args.first.lower(), args.second.lower(), " ".join(args.words)[:200], args.limit)
    return _found(lambda: compare_lines(*asked), lambda: compare_plain(*asked), args)


def run_tec(args: argparse.Namespace) -> int:
    """The terrain chart."""
    from tui.words.charts import terrain_lines, terrain_plain

    asked = (args.game, args.unit, args.weather)
    return _found(lambda: terrain_lines(*asked), lambda: terrain_plain(*asked), args)


def run_turn(args: argparse.Namespace) -> int:
    """What charts and rules say of a turn."""
    from tui.words.turns import turn_lines, turns_plain

    asked = " ".join(args.turn)
    return _found(lambda: turn_lines(args.game, asked), lambda: turns_plain(args.game, asked), args)
