"""Computer players of other installed releases: opponents that stay as they were, met over the line protocol.

``normal@PROGRAM`` is the player ``normal`` of the program at that path. Both programs play the same game from the same
seed; what happens in one is done in the other.
"""

from __future__ import annotations

import shutil
import subprocess
from json import JSONDecodeError, dumps, loads
from typing import Any

from engine.components.errors import BadInput
from engine.play.action import Action
from engine.play.match import Match
from engine.players import Player, make
from engine.protocol import replies

MARK = "@"
"""Between the name of a player and the program that plays it."""
WAIT = 5.0
"""Seconds that a program has to end when its game is over."""


def player_of(name: str, seed: int) -> Player:
    """The computer player of this name, here or in another release. Raises ``BadInput``."""
    return ReleasePlayer(name) if MARK in name else make(name, seed)


class ReleasePlayer:
    """Asks another installed release what it does, one action at a time.

    It seeds its dice and its players by the game. Raises ``BadInput`` where there is no such program, where it does not
    answer, or where the two do not agree about what is allowed or where units stand: then their rules differ.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self._process: subprocess.Popen[str] | None = None
        self._player, _, program = name.partition(MARK)
        found = shutil.which(program)
        if not self._player or found is None:
            raise BadInput(
                f"'{name}': a player of another release is written PLAYER@PROGRAM, with the path of its stavka"
            )
        self._program = found
        self._match: Match | None = None
        self._told, self._turn = 0, -1

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action, carried out there already, and whose it is. Raises ``BadInput``."""
        if match is not self._match:
            self._begin(match)
        missed = [line.action for line in match.history[self._told :]]
        if missed:
            self._ask(cmd="do", actions=missed)
        side = match.side
        if match.state.turn != self._turn:
            self._compare(match, side)
        done: list[str] = self._ask(cmd="play", side=side, player=self._player, actions=1, viewer=side)["actions"]
        if not done:
            raise BadInput(f"{self.name}: it is not {side} that decides there: the rules of the two releases differ")
        action = Action.parse(done[0])
        refusal = match.check(action)
        if refusal is not None:
            why = f"{refusal.rule}: {refusal.reason}"
            raise BadInput(f"{self.name}: '{action}' is refused here ({why}): the rules of the two releases differ")
        self._told = len(match.history) + 1
        return action, f"played by {self.name}"

    def _compare(self, match: Match, side: str) -> None:
        """Once a turn: that everything a side sees stands where it stands here. Raises ``BadInput``."""
        there = _places(self._ask(cmd="view", side=side))
        here = _places(replies.view(match.view(side)))
        if other := sorted(id for id in here.keys() | there.keys() if here.get(id) != there.get(id)):
            raise BadInput(
                f"{self.name}: on turn {match.state.turn} '{other[0]}' stands elsewhere there: the rules differ"
            )
        self._turn = match.state.turn

    def close(self) -> None:
        """End the other program."""
        if self._process is None:
            return
        process, self._process, self._match = self._process, None, None
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        try:
            process.wait(WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    __del__ = close

    def _begin(self, match: Match) -> None:
        """The same game there, from its beginning."""
        self.close()
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            [self._program, "engine"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, encoding="utf-8"
        )
        start = match.record()
        self._ask(cmd="new", **{key: start[key] for key in ("game", "scenario", "seed", "options")})
        self._match, self._told, self._turn = match, 0, -1

    def _ask(self, **request: Any) -> dict[str, Any]:
        """The reply to one line. Raises ``BadInput``."""
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
            reply = loads(line)
        except (OSError, JSONDecodeError):
            reply = None
        if not isinstance(reply, dict):
            raise BadInput(f"{self.name}: the program there does not answer '{request['cmd']}'")
        if not reply.get("ok"):
            words = reply.get("error", {}).get("message", "no reason")
            raise BadInput(f"{self.name}: '{request['cmd']}' was refused there: {words}")
        return reply


def _places(view: dict[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Where the units of a view stand, and in what strength."""
    return {u["id"]: (u.get("hex"), u.get("box"), u.get("steps")) for u in view["units"]}
