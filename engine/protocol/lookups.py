"""Commands that look something up in books and charts, with or without a game in progress, and help."""

from __future__ import annotations

from engine.books.library import load_library
from engine.books.rules import RuleEntry, RulePlace, load_rules
from engine.books.shelf import RuleNotFound, book_ids
from engine.components.datafile import own_of, read_table
from engine.components.errors import BadInput
from engine.components.load import Table, load_shared
from engine.components.shipped import shipped
from engine.play import ruleset
from engine.protocol import replies
from engine.protocol.arguments import KINDS
from engine.protocol.failure import Failure
from engine.protocol.replies import Plain
from engine.protocol.session import COMMANDS, Session, command

RULES_SHOWN = 20
TEXT = "protocol.md"
"""The protocol in words, a file of the package."""
EXAMPLES = "protocol.toml"


# ---------------------------------------------------------------------- charts
@command("chart", game="text?", chart="text")
def chart(session: Session, a: Plain) -> Plain:
    """A chart or table of a game, of one that cannot be played yet too."""
    name = str(a["game"]).lower() if a["game"] is not None else session.match.rules.id
    return {"game": name, **replies.chart(_tables(session, name), a["chart"])}


def _tables(session: Session, game: str) -> Table:
    if game in ruleset.games():
        shared = load_shared(game, own_of(game, session.overrides))
        return {**shared.tables, **shared.charts}
    if game not in book_ids():
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(_known())}")
    return read_table(game, "charts.toml", session.overrides)[0]


def _known() -> list[str]:
    return list(dict.fromkeys((*ruleset.games(), *book_ids())))


# ---------------------------------------------------------------------- rules
@command("rules", id_is="rule", query="text?", rule="text?", game="text?", limit="whole?")
def rules(session: Session, a: Plain) -> Plain:
    """The text of a rule, or the rules that fit some words, best first.

    In ``game``, else in the game in progress, else in all books.
    """
    if (a["query"] is None) == (a["rule"] is None):
        raise Failure("bad_argument", "'rules' needs either 'query' or 'rule'")
    limit = RULES_SHOWN if a["limit"] is None else max(a["limit"], 0)
    game = _game(session, a["game"], a["rule"] or "")
    if a["rule"] is not None:
        return {"entries": [_plain(place.entry, place) for place in _places(a["rule"], game)]}
    if game:
        return {"entries": [_plain(entry) for entry in load_rules(game).search(a["query"], limit)]}
    return {"entries": [_plain(hit.entry) for hit in load_library().search(a["query"], "", limit)]}


def _game(session: Session, asked: str | None, rule: str) -> str:
    """The game to look in; empty for all. Raises ``BadInput``."""
    named = rule.partition(":")[0].strip().lower() if ":" in rule else ""
    game = asked.lower() if asked is not None else named or (session.current.rules.id if session.current else "")
    if game and game not in _known():
        raise BadInput(f"there is no game '{game}'; there is: {', '.join(_known())}")
    return game


def _places(rule: str, game: str) -> list[RulePlace]:
    if game:
        return [load_rules(game).place(rule)]
    if found := load_library().places(rule):
        return found
    raise RuleNotFound(f"there is no rule {rule.strip()!r} in any book")


def _plain(e: RuleEntry, place: RulePlace | None = None) -> Plain:
    found: Plain = {
        "id": e.full_id, "title": e.title, "text": e.text, "kind": e.kind, "see": [f"{e.game}:{x}" for x in e.see],
        "like": list(e.like),
    }  # fmt: skip
    if place is not None and place.span is not None:
        found["clause"] = e.text[slice(*place.span)].strip()
    return found


# ---------------------------------------------------------------------- help
@command("help", command="text?")
def help_(session: Session, a: Plain) -> Plain:
    """The commands, or one of them: what it does, its arguments and their types, an example."""
    if a["command"] is not None and a["command"] not in COMMANDS:
        raise Failure("bad_input", f"there is no command '{a['command']}'", hint=f"commands: {', '.join(COMMANDS)}")
    return {"commands": [told for told in described() if a["command"] in (None, told["cmd"])]}


def described() -> list[Plain]:
    """Every command in the order of the examples: name, what it does, arguments with their types, an example."""
    examples = read_table("ui", EXAMPLES)[0]["example"]
    found = []
    for name in sorted(COMMANDS, key=lambda name: list(examples).index(name) if name in examples else len(examples)):
        known = COMMANDS[name]
        about = " ".join((known.answer.__doc__ or "").split("\n\n")[0].split()).replace("``", "'")
        arguments = {
            key: KINDS[kind.rstrip("?")][1] + (", optional" if kind.endswith("?") else "")
            for key, kind in known.signature.arguments.items()
        }
        found.append({"cmd": name, "about": about, "arguments": arguments, "example": examples.get(name, "")})
    return found


def protocol_text() -> str:
    """The protocol in words, as it ships with the package."""
    return shipped().joinpath("ui", TEXT).read_text("utf-8")
