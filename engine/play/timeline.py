"""The past of a match: every line of its history with what it brought, and the game as it was after any of them.

The game is played again from the start, a few lines at a time, so that a screen stays alive meanwhile. Copies of the
state at even distances make every moment reachable by playing a few lines: at most ``MOST`` copies are kept.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.play.event import Event
from engine.play.history import RESEED, HistoryLine
from engine.play.match import Match
from engine.play.state import State, copy_state, share_columns
from engine.play.step import Throw
from engine.play.view import View

MOST = 128
"""Copies of the state that are kept at most."""
NEAR = 16
"""Lines between two copies, to begin with."""
LOG_SHOWN = 80
"""Lines whose events the log of an earlier moment holds."""


class HistoryEntry(NamedTuple):
    """One line of the history; number 0 is the beginning.

    ``place`` is where in the sequence of play it was, in words. ``barrier`` is why it cannot be taken back, or empty.
    ``hidden`` lines are secrets of the other side: their action must not be shown, nor dice that no event tells.
    ``events`` are always those alone that may be read, such as the air combat that follows the last secret order.
    """

    number: int
    line: HistoryLine
    events: tuple[Event, ...]
    throws: tuple[Throw, ...]
    turn: int
    turn_name: str
    place: str
    barrier: str = ""
    hidden: bool = False

    @property
    def own_numbers(self) -> bool:
        """Whether the dice were given other numbers here."""
        return self.line.action.startswith(f"{RESEED} ")


class Timeline:
    """The past of ``match`` as ``viewer`` may see it. It reads the match once: ``follow`` takes what came since.

    ``open`` tells everything although the game still goes on: for whoever looks back at a game of his own.
    """

    def __init__(self, match: Match, viewer: str, *, open: bool = False) -> None:
        self.viewer = viewer
        self.open = match.over or open
        """Whether there are no secrets any more."""
        self.lines = list(match.history)
        self.problem = ""
        """Why the history cannot be played again to its end; what was read before stays."""
        self.scores: list[tuple[int, int]] = []
        """Turn and score at its end, oldest first; the last one is the present."""
        self.first_score = 0
        """The score at the beginning."""
        self.first_steps: list[int] = []
        """Steps of every counter at the beginning: of a reinforcement those that it brings, else 0."""
        self.first_boxes: list[str] = []
        """The box of every counter at the beginning."""
        self.entries: list[HistoryEntry] = []
        self._match = match
        self._origin = match.origin
        self._head = match.beginning()
        self._past = match.beginning()
        self.first_steps, self.first_boxes = list(self._head.state.steps_left), list(self._head.state.box)
        self._at = 0
        self._gap = NEAR
        self._kept: dict[int, tuple[State, int]] = {}
        self._events: list[tuple[Event, ...]] = []
        """Events of every line, the secret ones too."""
        self._turn = 0
        self._scored: list[int] = []
        """Lines after which ``scores`` were taken."""
        self._place: tuple[object, str, str] = (None, "", "")
        self._read_line(HistoryLine("", ""), self._head.log, ())
        self.first_score = match.rules.ask.turn.score(self._head.c).number

    # ------------------------------------------------------------------ reading
    def fits(self, match: Match, viewer: str) -> bool:
        """Whether this is the past of the match, for the same eyes; ``follow`` brings it up to date."""
        same = match is self._match and match.origin is self._origin and match.over == self.open
        return same and viewer == self.viewer

    def follow(self) -> None:
        """Let go of what was taken back, and take in what was played since."""
        pairs = zip(self.lines, self._match.history, strict=False)
        same = next((n for n, (old, new) in enumerate(pairs) if old != new), None)
        if same is None:
            same = min(len(self.lines), len(self._match.history))
        if same < len(self.lines):
            self._cut(same)
        self.lines += self._match.history[same:]

    def _cut(self, number: int) -> None:
        """Forget everything after a line."""
        if number < self.last:
            past = self.at(number)
            self._head.c.state = copy_state(past.state)
            self._head.c.touch()
            self._head.dice.seed = past.dice.seed
            self._head.rev += 1
            self.entries, self._events = self.entries[: number + 1], self._events[: number + 1]
            self._kept = {n: kept for n, kept in self._kept.items() if n <= number}
            self._scored = [n for n in self._scored if n <= number]
            self.scores = self.scores[: len(self._scored)]
            self._place = (None, "", "")
        self.lines = self.lines[:number]
        self.problem = ""

    @property
    def done(self) -> bool:
        """Whether every line has been read, or the rest cannot be."""
        return len(self.entries) > len(self.lines) or bool(self.problem)

    def read(self, lines: int = 16) -> bool:
        """Play up to this many further lines; whether that was the end."""
        for _ in range(lines):
            if self.done:
                return True
            self._next()
        return self.done

    def read_all(self) -> Timeline:
        """Read to the end, however long that takes."""
        while not self.read(1000):
            pass
        return self

    def _next(self) -> None:
        head = self._head
        line = self.lines[len(self.entries) - 1]
        turn, side = head.state.turn, head.side
        step = None if head.over else head.c.step
        self._find_place()
        try:
            events = head.replay_line(line)
        except Exception as error:  # rules or data may have changed since it was played
            words = str(error) or type(error).__name__
            self.problem = f"Line {len(self.entries)} cannot be played again ('{line.action}': {words})"
            return
        renumbered = line.action.startswith(f"{RESEED} ")
        throws = () if renumbered else tuple(head.c.thrown)
        barrier = self._barrier(line, throws, side)
        hidden = step is not None and line.side != self.viewer and (step.secret or (step.private and not events))
        self._read_line(line, events, throws, barrier, hidden)
        if head.state.turn != turn or head.over:
            self._scored.append(len(self.entries) - 1)
            self.scores.append((turn, head.rules.ask.turn.score(head.c).number))
        head.forget()

    def _barrier(self, line: HistoryLine, throws: tuple[Throw, ...], side: str) -> str:
        if line.action.startswith(f"{RESEED} "):
            return "gave the dice other numbers"
        if throws and all(t.lot for t in throws):
            return "made a blind draw"
        if throws:
            return f"rolled {' '.join(str(t.value) for t in throws)}"
        if self._head.c.barrier:
            return "brought a secret out"
        return "passed the decision to the other side" if self._head.side != side else ""

    def _read_line(
        self,
        line: HistoryLine,
        events: list[Event],
        throws: tuple[Throw, ...],
        barrier: str = "",
        hidden: bool = False,
    ) -> None:
        number = len(self.entries)
        if number == 0:
            self._find_place()
        _, turn_name, place = self._place
        told = (e if self.open else e.told(self.viewer) for e in events)
        seen = tuple(e for e in told if e is not None)
        hidden = not self.open and (hidden or (bool(events) and not seen))
        self._events.append(tuple(events))
        self.entries.append(HistoryEntry(number, line, seen, throws, self._turn, turn_name, place, barrier, hidden))
        if number % self._gap == 0:
            kept = copy_state(self._head.state)
            if self._kept:
                share_columns(kept, self._kept[max(self._kept)][0])
            self._kept[number] = (kept, self._head.dice.seed)
            if len(self._kept) > MOST:
                self._gap *= 2
                self._kept = {n: kept for n, kept in self._kept.items() if n % self._gap == 0}

    def _find_place(self) -> None:
        """Turn and place in the sequence of play, looked up only when the steps have changed."""
        head = self._head
        state = head.state
        self._turn = state.turn
        words = [(f.step, *(v for v in f.vars.values() if isinstance(v, str))) for f in state.stack]
        key = (state.turn, state.side, tuple(words))
        if key == self._place[0]:
            return
        lines = [o for o in head.rules.ask.turn.outline(head.c) if o.status == "now"]
        self._place = (key, head.rules.ask.turn.name(head.c), " · ".join(o.title for o in lines[-2:]))

    # ------------------------------------------------------------------ moments
    @property
    def last(self) -> int:
        """The last line that has been read."""
        return len(self.entries) - 1

    def at(self, number: int) -> Match:
        """The match as it was after a line that has been read; good until the next call."""
        number = max(0, min(number, self.last))
        start = max(n for n in self._kept if n <= number)
        if not start <= self._at <= number or self._at == 0:
            state, seed = self._kept[start]
            past = self._past
            past.c.state = copy_state(state)
            past.c.touch()
            past.dice.seed = seed
            past.rev += 1
            self._at = start
        for line in self.lines[self._at : number]:
            self._past.replay_line(line)
            self._at += 1
            self._past.forget()
        return self._past

    def view(self, number: int) -> View:
        """What the viewer saw after a line; everything once the game is over."""
        past = self.at(number)
        log = [e for entry in self.entries[max(0, number - LOG_SHOWN) : number + 1] for e in entry.events]
        return View(past.rules, past.data, past.state, self.viewer, past.prompt, log, self.open)

    # ------------------------------------------------------------------ going back
    def barrier(self, number: int) -> HistoryEntry | None:
        """The last line after ``number`` that cannot be taken back; ``None`` when nothing stands in the way."""
        free = self._match.free_undo
        for entry in reversed(self.entries[number + 1 :]):
            if entry.barrier and (entry.own_numbers or not free):
                return entry
        return None

    def rewind(self, number: int) -> None:
        """Take the match itself back to a line; ``barrier`` has said that nothing stands in the way."""
        events = sum(len(found) for found in self._events[number + 1 :])
        self._match.rewind(self.at(number).state, number, events)

    def fork(self, number: int, seed: int | None = None) -> Match:
        """A match of its own that goes on from a line; with ``seed`` its dice get other numbers from there on."""
        past = self.at(number)
        log = [e for found in self._events[: number + 1] for e in found]
        other = self._match.fork(past.state, number, log, past.dice.seed)
        if seed is not None:
            other.reseed(seed)
        return other
