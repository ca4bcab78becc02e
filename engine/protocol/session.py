"""A session of one client: the commands, one at a time, on at most one match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol

from engine.action import Action, BadInput, IllegalAction
from engine.catalogue import catalogue
from engine.load import DataError, Table, load_shared
from engine.match import Match
from engine.players import PLAYERS, make
from engine.protocol import replies
from engine.protocol.arguments import Signature
from engine.protocol.failure import Failure
from engine.protocol.replies import Plain
from engine.protocol.wire import PROTOCOL, dump, parse
from engine.rules import RuleBook, RuleNotFound, load_rules
from engine.ruleset import GAMES, ruleset
from engine.view import View

VERSION = "0.1.0"
PLAY_LIMIT = 20_000
"""Actions of a computer player in one ``play``, should its turn never end."""
RULES_SHOWN = 20
HUMAN = "human"


class SaveFiles(Protocol):
    """What keeps games on disk; whoever starts the session provides it. Its exceptions become ``bad_save`` replies."""

    def save(self, match: Match, name: str) -> str:
        """Write a match under a name or path; the name it got."""

    def load(self, name: str) -> Match:
        """The match saved under a name or path."""

    def list(self) -> list[dict[str, Any]]:
        """What is there: name, game, scenario, turn, when, label."""


@dataclass(frozen=True)
class Command:
    """One command: its arguments and the method that answers it."""

    signature: Signature
    answer: Callable[[Session, dict[str, Any]], Plain]


COMMANDS: dict[str, Command] = {}

Answer = Callable[["Session", dict[str, Any]], Plain]


def command(name: str, id_is: str = "", **arguments: str) -> Callable[[Answer], Answer]:
    """Register the method that answers a command, with the types of its arguments."""

    def register(method: Answer) -> Answer:
        COMMANDS[name] = Command(Signature(arguments, id_is), method)
        return method

    return register


class Session:
    """Answers the lines of one client. ``files`` keeps saves; ``overrides`` is the player's folder of data files."""

    def __init__(self, files: SaveFiles | None = None, overrides: Path | None = None) -> None:
        self.current: Match | None = None
        self._files = files
        self._overrides = overrides

    # ------------------------------------------------------------------ one line in, one line out
    def handle(self, line: str) -> str:
        """The reply to a line, without a line end. Never raises; the match is unchanged by an error."""
        head: Plain = {}
        try:
            request = parse(line)
            head = self._head(request)
            with self._guarded():
                return dump({"ok": True, **self._answer(request), **head})
        except Failure as failure:
            return dump({"ok": False, "error": failure.to_plain(), **head})

    def _head(self, request: Plain) -> Plain:
        """The request's ``id``, to be echoed."""
        if "id" not in request:
            return {}
        if isinstance(request["id"], dict | list):
            raise Failure("bad_request", "'id' must be a string, a number, true, false or null")
        return {"id": request["id"]}

    def _answer(self, request: Plain) -> Plain:
        name = request.get("cmd")
        if not isinstance(name, str):
            raise Failure("bad_request", "a request needs 'cmd', the name of a command")
        if name not in COMMANDS:
            near = get_close_matches(name[:40], COMMANDS, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"commands: {', '.join(COMMANDS)}"
            raise Failure("unknown_command", f"there is no command '{name[:40]}'", hint=hint)
        found = COMMANDS[name]
        return found.answer(self, found.signature.read(name, request))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Errors as ``Failure``, with the session's match put back as it was."""
        before = self.current
        keep: AbstractContextManager[None] = before.all_or_none() if before else nullcontext()
        try:
            with keep:
                yield
        except Failure:
            self.current = before
            raise
        except Exception as error:
            self.current = before
            raise self._failure(error) from error

    def _failure(self, error: Exception) -> Failure:
        if isinstance(error, IllegalAction) and self.current is not None:
            r = replies.refusal(self.current.data, error.refusal)
            return Failure("illegal", r.pop("reason"), **r)
        if isinstance(error, RuleNotFound):
            return Failure("not_found", str(error))
        if isinstance(error, DataError):
            return Failure("bad_data", str(error))
        if isinstance(error, BadInput):
            return Failure("bad_input", str(error))
        return Failure("internal", f"the program failed: {type(error).__name__}: {error}")

    # ------------------------------------------------------------------ help for the commands
    @property
    def match(self) -> Match:
        """The game in progress. Raises ``Failure``."""
        if self.current is None:
            raise Failure("no_match", "there is no game yet", hint="send 'new' or 'load'")
        return self.current

    @property
    def files(self) -> SaveFiles:
        """Where saves are kept. Raises ``Failure``."""
        if self._files is None:
            raise Failure("no_saves", "this program was started without a place for saves")
        return self._files

    def side(self, name: str | None, *, common: bool = False) -> str | None:
        """A side of the game; ``""`` only where ``common``. Raises ``Failure``."""
        sides = self.match.data.meta["sides"]
        if name is None or name in sides or (common and not name):
            return name
        raise Failure("bad_input", f"there is no side '{name}'", hint=f"sides: {', '.join(sides)}")

    def units(self, names: list[str]) -> list[int]:
        """Units by their slugs. Raises ``BadInput``."""
        return [self.match.data.roster.find(name) for name in names]

    def book(self, game: str | None) -> RuleBook:
        """The rule book of a game, by default of the one in progress. Raises ``Failure``, ``BadInput``."""
        return load_rules(self.game(game))

    def game(self, name: str | None) -> str:
        """A game, by default the one in progress. Raises ``Failure``, ``BadInput``."""
        return self.match.rules.id if name is None else ruleset(name).id

    @property
    def seen(self) -> View:
        """The game as the side that decides sees it."""
        return self.match.view()


def kept(call: Callable[[], Any]) -> Any:
    """What the keeper of saves answers. Raises ``Failure``, whatever goes wrong there."""
    try:
        return call()
    except Failure:
        raise
    except Exception as error:
        raise Failure("bad_save", str(error) or type(error).__name__) from error


# ---------------------------------------------------------------------- the program
@command("hello")
def hello(session: Session, a: Plain) -> Plain:
    """Who answers."""
    return {
        "name": "stavka", "version": VERSION, "protocol": PROTOCOL, "games": list(GAMES), "players": sorted(PLAYERS),
        "commands": list(COMMANDS),
    }  # fmt: skip


@command("games")
def games(session: Session, a: Plain) -> Plain:
    """What can be played."""
    return {"games": [replies.game(info) for info in catalogue()]}


@command("new", game="text", scenario="text", seed="whole?", options="words?", players="words?")
def new(session: Session, a: Plain) -> Plain:
    """Start a game."""
    players = a["players"] or {}
    for name in players.values():
        if name != HUMAN and name not in PLAYERS:
            raise Failure("bad_input", f"there is no player '{name}'", hint=f"players: {HUMAN}, {', '.join(PLAYERS)}")
    seed = 1 if a["seed"] is None else a["seed"]
    match = Match.new(a["game"], a["scenario"], seed=seed, options=a["options"], overrides=session._overrides)
    if strange := sorted(set(players) - set(match.data.meta["sides"])):
        raise Failure("bad_input", f"there is no side '{strange[0]}'")
    match.meta |= {f"player.{side}": name for side, name in players.items()}
    session.current = match
    return replies.status(match)


@command("status")
def status(session: Session, a: Plain) -> Plain:
    """Where the game stands."""
    return replies.status(session.match)


@command("digest")
def digest(session: Session, a: Plain) -> Plain:
    """A hash of everything that matters for play."""
    return {"digest": session.match.digest()}


# ---------------------------------------------------------------------- playing
@command("legal", unit="text?", hex="text?", verb="text?", limit="whole?")
def legal(session: Session, a: Plain) -> Plain:
    """The actions allowed now: those that name a unit, a hex, a verb; sorted."""
    match = session.match
    found = list(match.legal)
    if a["unit"] is not None:
        found = match.legal.of(match.data.roster.ids[match.data.roster.find(a["unit"])])
    if a["hex"] is not None:
        label = match.data.board.labels[match.c.hex(a["hex"])]
        found = [x for x in found if label in x.args]
    if a["verb"] is not None:
        found = [x for x in found if x.verb == a["verb"].lower()]
    limit = len(found) if a["limit"] is None else a["limit"]
    if limit < 0:
        raise Failure("bad_argument", "'limit' of 'legal' must not be negative")
    shown = [str(x) for x in found[:limit]]
    return {"actions": shown, "count": len(found), "truncated": len(shown) < len(found)}


@command("check", action="text")
def check(session: Session, a: Plain) -> Plain:
    """Whether an action is allowed, and why not."""
    refusal = session.match.check(a["action"])
    if refusal is None:
        return {"legal": True}
    return {"legal": False, **replies.refusal(session.match.data, refusal)}


@command("do", action="text?", actions="texts?")
def do(session: Session, a: Plain) -> Plain:
    """Carry out an action, or several: all or none."""
    match = session.match
    if (a["action"] is None) == (a["actions"] is None):
        raise Failure("bad_argument", "'do' needs either 'action' or 'actions'")
    wanted: list[str] = a["actions"] if a["action"] is None else [a["action"]]
    reached = 0

    def one_by_one() -> Iterator[Action]:
        nonlocal reached
        for text in wanted:
            reached += 1
            yield Action.parse(text)

    try:
        events = match.play_all(one_by_one())
    except (IllegalAction, BadInput) as error:
        failure = session._failure(error)
        if len(wanted) > 1:
            failure.more["hint"] = f"action {reached} of {len(wanted)}: {wanted[reached - 1]}"
        raise failure from None
    return {"events": replies.events(match.data, events), "status": replies.status(match)}


@command("undo")
def undo(session: Session, a: Plain) -> Plain:
    """Take back the last action."""
    match = session.match
    if not match.can_undo:
        try:
            match.undo()
        except BadInput as error:
            raise Failure("cannot_undo", str(error)) from None
    else:
        match.undo()
    return replies.status(match)


@command("redo")
def redo(session: Session, a: Plain) -> Plain:
    """Play again what was taken back."""
    match = session.match
    if not match.can_redo:
        raise Failure("cannot_redo", "nothing was taken back")
    match.redo()
    return replies.status(match)


@command("roll", values="wholes", clear="flag?")
def roll(session: Session, a: Plain) -> Plain:
    """Queue dice that somebody rolled by hand; ``clear`` forgets those that wait first."""
    dice = session.match.dice
    if a["clear"]:
        dice.queued.clear()
    dice.queue(a["values"])
    return {"queued": list(dice.queued)}


@command("play", side="text", player="text", actions="whole?")
def play(session: Session, a: Plain) -> Plain:
    """Let a computer player act until the decision is somebody else's, the game is over, or it has acted enough."""
    match, side = session.match, session.side(a["side"])
    limit = PLAY_LIMIT if a["actions"] is None else min(a["actions"], PLAY_LIMIT)
    if limit < 0:
        raise Failure("bad_argument", "'actions' of 'play' must not be negative")
    # Seeded by the game and the moment: the same position played on gives the same game again.
    player = make(a["player"], match.seed * 1_000_003 + match.state.draws * 1009 + len(match.history))
    events: list[Plain] = []
    done: list[str] = []
    while not match.over and match.side == side and len(done) < limit:
        action, _ = player.choose(match)
        events += replies.events(match.data, match.play(action))
        done.append(str(action))
    return {"events": events, "actions": done, "status": replies.status(match)}


EDITS = {
    "clear": "flag?", "turn": "whole?", "phase": "text?", "weather": "text?", "place": "tables?", "remove": "texts?",
    "control": "words?", "tracks": "table?",
}  # fmt: skip


@command("edit", **EDITS)
def edit(session: Session, a: Plain) -> Plain:
    """Put up a position for analysis."""
    try:
        session.match.edit({k: v for k, v in a.items() if v is not None})
    except (DataError, BadInput):
        raise
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise Failure(
            "bad_argument", f"the position does not have the right form ({type(error).__name__}: {error})"
        ) from None
    return replies.status(session.match)


# ---------------------------------------------------------------------- asking
@command("view", side="text?")
def view(session: Session, a: Plain) -> Plain:
    """The game as a side may see it."""
    return replies.view(session.match.view(session.side(a["side"], common=True)))


@command("unit", id_is="unit", unit="text")
def unit(session: Session, a: Plain) -> Plain:
    """Everything known of a unit."""
    found = session.seen.unit(session.units([a["unit"]])[0])
    return {**found, "unit": found["id"]}


@command("hex", id_is="hex", hex="text")
def hex_(session: Session, a: Plain) -> Plain:
    """Everything known of a hex."""
    return session.seen.hex(session.match.c.hex(a["hex"]))


@command("reach", unit="text?", units="texts?", mode="text?")
def reach(session: Session, a: Plain) -> Plain:
    """Where a unit, or several together, can go."""
    if (a["unit"] is None) == (a["units"] is None) or a["units"] == []:
        raise Failure("bad_argument", "'reach' needs either 'unit' or 'units'")
    units = session.units(a["units"] or [a["unit"]])
    found = [session.seen.reach(u, a["mode"] or "") for u in units]
    return {"units": replies.ids(session.match.data, units), **replies.reach(session.match.data, found)}


@command("supply", unit="text")
def supply(session: Session, a: Plain) -> Plain:
    """Supply of a unit."""
    return replies.supply(session.match.data, session.seen.supply(session.units([a["unit"]])[0]))


@command("zoc", side="text")
def zoc(session: Session, a: Plain) -> Plain:
    """Hexes in the zones of control of a side."""
    side = session.side(a["side"])
    assert side is not None
    found = replies.labels(session.match.data, session.seen.zoc(side))
    return {"side": side, "labels": found, "hexes": found}


@command("tally", kind="text", attackers="texts", target="text", modifiers="words?")
def tally(session: Session, a: Plain) -> Plain:
    """The calculation of a combat before the roll."""
    units, target = session.units(a["attackers"]), session.match.c.hex(a["target"])
    return replies.tally(session.match.data, session.seen.tally(a["kind"], units, target, a["modifiers"]))


@command("chart", game="text?", chart="text")
def chart(session: Session, a: Plain) -> Plain:
    """A chart or table of a game."""
    name = session.game(a["game"])
    shared = load_shared(name, session._overrides)
    tables: Table = {**shared.tables, **shared.charts}
    return {"game": name, **replies.chart(tables, a["chart"])}


@command("rules", id_is="rule", query="text?", rule="text?", game="text?", limit="whole?")
def rules(session: Session, a: Plain) -> Plain:
    """The text of a rule, or the rules that fit some words, best first."""
    if (a["query"] is None) == (a["rule"] is None):
        raise Failure("bad_argument", "'rules' needs either 'query' or 'rule'")
    named = a["rule"].partition(":")[0] if a["rule"] and ":" in a["rule"] else None
    book = session.book(a["game"] or named)
    limit = RULES_SHOWN if a["limit"] is None else max(a["limit"], 0)
    found = [book.find(a["rule"])] if a["rule"] is not None else book.search(a["query"], limit)
    return {
        "entries": [
            {"id": e.full_id, "title": e.title, "text": e.text, "kind": e.kind, "see": [f"{e.game}:{x}" for x in e.see]}
            for e in found
        ]
    }


# ---------------------------------------------------------------------- saves
@command("save", name="text?", path="text?")
def save(session: Session, a: Plain) -> Plain:
    """Keep the game under a name."""
    match, files = session.match, session.files
    written = kept(lambda: files.save(match, one_name("save", a)))
    return {"name": written, "status": replies.status(match), "digest": match.digest()}


@command("load", name="text?", path="text?")
def load(session: Session, a: Plain) -> Plain:
    """Go on with a saved game."""
    files = session.files
    session.current = kept(lambda: files.load(one_name("load", a)))
    return {"status": replies.status(session.match), "digest": session.match.digest()}


@command("saves")
def saves(session: Session, a: Plain) -> Plain:
    """What is kept."""
    files = session.files
    return {"saves": kept(files.list)}


def one_name(name: str, a: Plain) -> str:
    """The name or the path given. Raises ``Failure`` unless it is one of them."""
    if (a["name"] is None) == (a["path"] is None):
        raise Failure("bad_argument", f"'{name}' needs either 'name' or 'path'")
    return str(a["path"] if a["name"] is None else a["name"])
