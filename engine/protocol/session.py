"""A session of one client: requests one at a time, on at most one match, and the loop that serves them.

The modules ``playing``, ``asking`` and ``lookups`` fill in the table of commands when they are imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from difflib import get_close_matches
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Protocol, TextIO

from engine.books.shelf import RuleNotFound
from engine.components.errors import BadInput
from engine.components.load import DataError
from engine.play.action import IllegalAction, Impossible
from engine.play.match import Match
from engine.play.view import View
from engine.players import Player, knowing, make
from engine.protocol import replies
from engine.protocol.arguments import WHOLE_LIMIT, Signature
from engine.protocol.failure import ECHO, Failure
from engine.protocol.replies import Plain
from engine.protocol.wire import dump, lines, parse

Answer = Callable[["Session", Plain], Plain]
"""Answers a command: the session and the arguments, ``None`` for those left out."""


@dataclass(frozen=True)
class Command:
    """One command: its arguments and the function that answers it."""

    signature: Signature
    answer: Answer


COMMANDS: dict[str, Command] = {}


def command(name: str, /, id_is: str = "", **arguments: str) -> Callable[[Answer], Answer]:
    """Register the function that answers a command, with the types of its arguments."""

    def register(function: Answer) -> Answer:
        COMMANDS[name] = Command(Signature(arguments, id_is), function)
        return function

    return register


class SaveFiles(Protocol):
    """What keeps games on disk; whoever starts the session provides it. Its exceptions become ``bad_save`` replies."""

    def save(self, match: Match, name: str) -> str:
        """Write a match under a name, which is no path; the name it got."""

    def save_to(self, match: Match, path: str) -> str:
        """Write a match to a file of its own; its path."""

    def load(self, name: str) -> Match:
        """The match saved under a name."""

    def load_from(self, path: str) -> Match:
        """The match in a file."""

    def list(self) -> list[dict[str, Any]]:
        """What is there: name, game, scenario, turn, when, label."""


class Session:
    """Answers the lines of one client. ``files`` keeps saves; ``overrides`` is the player's folder of data files."""

    def __init__(self, files: SaveFiles | None = None, overrides: Path | None = None) -> None:
        self.current: Match | None = None
        self._files = files
        self.overrides = overrides
        self._player: tuple[tuple[Match, str | None, str, int], Player] | None = None

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
        id = request["id"]
        if isinstance(id, dict | list):
            raise Failure("bad_request", "'id' must be a string, a number, true, false or null")
        if (isinstance(id, str) and len(id) > ECHO) or (isinstance(id, int) and abs(id) > WHOLE_LIMIT):
            raise Failure("bad_request", f"'id' is a number up to 2^62 or a text of at most {ECHO} characters")
        return {"id": id}

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
            raise self.failure(error) from error

    def failure(self, error: Exception) -> Failure:
        """The error reply for an exception."""
        if isinstance(error, IllegalAction | Impossible) and self.current is not None:
            r = replies.refusal(self.seen, error.refusal)
            return Failure("illegal", r.pop("reason"), **r)
        if isinstance(error, RuleNotFound):
            return Failure("not_found", str(error))
        if isinstance(error, DataError):
            return Failure("bad_data", str(error))
        if isinstance(error, BadInput):
            return Failure("bad_input", str(error), rule=error.rule)
        return Failure("internal", f"the program failed: {type(error).__name__}: {error}")

    # ------------------------------------------------------------------ computer players
    def player(self, side: str | None, name: str) -> Player:
        """The computer player of a side: the one who stopped at this very moment, else a new one.

        One who goes on plays the same game in many requests as in one. A new one is seeded by the game and the moment:
        the same position played on gives the same game again. Raises ``BadInput``.
        """
        match = self.match
        if self._player is not None and self._player[0] == (match, side, name, match.rev):
            return self._player[1]
        knowing(name, match.data.meta)
        return make(name, match.seed * 1_000_003 + match.state.draws * 1009 + len(match.history))

    def keep_player(self, side: str | None, name: str, player: Player) -> None:
        """Note who has just acted, for the next request."""
        self._player = (self.match, side, name, self.match.rev), player

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
        """Units by their slugs, each once. Raises ``BadInput``, ``Failure``."""
        found = [self.match.data.roster.find(name) for name in names]
        if any(map(self.seen.hidden, found)):
            raise Failure("bad_input", "that unit may not be looked at now")
        if twice := next((name for n, name in enumerate(names) if found[n] in found[:n]), None):
            raise Failure("bad_input", f"the unit '{twice}' is named twice")
        return found

    @property
    def seen(self) -> View:
        """The game as the side that decides sees it."""
        return self.match.view()


def serve(stdin: TextIO, stdout: TextIO, session: Session | None = None) -> None:
    """Answer every line until the input ends or nobody reads the answers any more."""
    session = session or Session()
    if isinstance(stdin, TextIOWrapper):
        stdin.reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")
    try:
        for line in lines(stdin):
            stdout.write(session.handle(line) + "\n")
            stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        return
