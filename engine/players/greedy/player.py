"""The loop: ideas for the step that waits, the best of them, again after each action.

The game's adviser has the ideas; here they are compared, checked by the engine and put into words.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from hashlib import blake2b
from importlib import import_module
from itertools import groupby

from engine.components.grid import Unit
from engine.play.action import Action
from engine.play.determined import remembered
from engine.play.match import Match
from engine.players.greedy.idea import Idea, sentence
from engine.players.greedy.scene import Advisor, Scene, lay_out

Thought = Generator[None, None, tuple[Action, str]]
"""Thinking in small pieces: each ``next`` is one piece, the end brings the action and why."""
USUAL = "ADVISOR"
"""The adviser of the player that is frozen."""
CLOSING = ("end", "ready", "pass", "done")
"""Verbs that close a step, in the order of preference where nothing else is known."""


class GreedyPlayer:
    """Scores what could be done, does the best, and says why. Sees only what its side may."""

    def __init__(self, seed: int, adviser: str = USUAL) -> None:
        """``adviser`` is the name of the one that is asked in a game's module of advice; where there is none of that
        name, the usual one is. All but that are told what the side has seen before."""
        self._seed, self._adviser = seed, adviser
        self._key: tuple[object, ...] = ()
        self._notes: dict[str, object] = {}
        self._diary: dict[str, object] = {}
        self._script: deque[tuple[Action, str]] = deque()
        self._settled: set[str] = set()
        self._memory: tuple[object, frozenset[Unit]] = ((), frozenset())
        self._expected = -1
        """Length of the history at which the plan goes on; anything else means that the game was changed."""

    def choose(self, match: Match) -> tuple[Action, str]:
        """The next action and why, thought through at once."""
        thought = self.think(match)
        while True:
            try:
                next(thought)
            except StopIteration as end:
                found: tuple[Action, str] = end.value
                return found

    def think(self, match: Match) -> Thought:
        """The same in pieces, so that a screen can go on reading keys."""
        if (prepared := self._prepared(match)) is not None:
            return prepared
        scene = self.scene(match)
        # Until this thought is at its end the plan is half changed: whoever drops it begins anew.
        self._expected = -1
        advisor = _advisor(match, self._adviser)
        found: list[Idea] = []
        if advisor is not None:
            for idea in advisor.ideas(scene):
                if idea is None:
                    yield
                else:
                    found.append(idea)
        ranked = self._ranked(found)
        for best in ranked:
            if match.check(best.action) is None:
                self._expected = len(match.history) + 1
                return best.action, sentence(best, next(ranked, None))
        self._expected = len(match.history)
        self._script = deque(scene.script)
        if (prepared := self._prepared(match)) is not None:
            return prepared
        self._expected = len(match.history) + 1
        return self._obvious(match)

    def _prepared(self, match: Match) -> tuple[Action, str] | None:
        """The next action of the script that is allowed, if nothing else has happened since it was written."""
        if not self._script or len(match.history) != self._expected or self._moment(match) != self._key:
            self._script.clear()
            return None
        while self._script:
            action, why = self._script.popleft()
            if match.check(action) is None:
                self._expected += 1
                return action, why
        return None

    @staticmethod
    def _moment(match: Match) -> tuple[object, ...]:
        """What a plan depends on, none of it secret: who decides what, and how many dice have fallen."""
        s = match.state
        return (match.side, s.turn, s.draws, s.stack[-1].step, len(s.stack))

    def scene(self, match: Match) -> Scene:
        """The moment of a decision, with what this player has written down."""
        view = match.view(match.side)
        scene = lay_out(view, match.prompt, match.legal, self._seed)
        key = self._moment(match)
        if key[:2] != self._key[:2] or len(match.history) < self._expected or self._expected < 0:
            self._diary = {}
        if key != self._key or len(match.history) != self._expected:
            self._key, self._notes, self._settled = key, {}, set()
        scene.notes, scene.diary = self._notes, self._diary
        scene.known = self._seen(match) if self._adviser != USUAL and match.rules.deal is not None else frozenset()
        return scene

    def _seen(self, match: Match) -> frozenset[Unit]:
        """Hidden units that the side remembers; looked for anew when a die has fallen or another side acts."""
        s = match.state
        key = (match.side, s.turn, s.draws, s.stack[-1].step)
        if self._memory[0] != key:
            hidden = match.rules.concealed(match.data, s, match.side)
            self._memory = key, remembered(match.log, match.side, s.hex_of, hidden)
        return self._memory[1]

    def _ranked(self, ideas: list[Idea]) -> Iterator[Idea]:
        """Ideas, the best first; lots are drawn only where equals come up."""
        for _, equals in groupby(sorted(ideas, key=_rank), key=_rank):
            yield from sorted(equals, key=self._lot)

    def _lot(self, idea: Idea) -> bytes:
        """Between equals the seed decides, always in the same way."""
        return blake2b(f"{self._seed} {idea.action}".encode(), digest_size=4).digest()

    def _obvious(self, match: Match) -> tuple[Action, str]:
        """Where the adviser has no idea: what Enter would do, else close the step, else anything new."""
        default = match.prompt.default
        if default is not None and match.check(default) is None:
            return default, f"The usual answer of rule {match.prompt.rule}."
        plain = match.legal.plain()
        for verb in CLOSING:
            for action in plain:
                if action.verb == verb:
                    told = f": 1 of {len(plain)} ways to go on" if len(plain) > 1 else ""
                    return action, f"Nothing better is known here{told}."
        for subject in match.legal.subjects():
            if subject not in self._settled and (actions := match.legal.of(subject)):
                self._settled.add(subject)
                return actions[0], f"The first of {len(actions)} choices for {subject}."
        action = next(iter(plain or match.legal))
        return action, f"1 of {len(match.legal)} choices is as good as another."


def _rank(idea: Idea) -> float:
    return -round(idea.score, 6)


def _advisor(match: Match, name: str) -> Advisor | None:
    """What the game knows, if it has written it down."""
    if not match.rules.advice:
        return None
    module = import_module(match.rules.advice)
    found: Advisor = getattr(module, name, module.ADVISOR)
    return found
