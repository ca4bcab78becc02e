"""Match: the only door to a game. New, load, legal, check, play, undo, replay, view, record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.components.dice import Dice
from engine.components.errors import BadInput
from engine.components.load import DataError, GameData
from engine.play.action import Action, IllegalAction, Refusal
from engine.play.event import Event
from engine.play.ground import ground, put_back
from engine.play.history import RESEED, HistoryLine
from engine.play.legal import Legal
from engine.play.numbered import numbered
from engine.play.record import fill_from_record, saying_what_is_damaged, write_record
from engine.play.ruleset import Ruleset, ruleset
from engine.play.state import State, copy_state, digest
from engine.play.step import Context, Prompt, Verb
from engine.play.suppose import after
from engine.play.undo import Point, UndoStack
from engine.play.veil import Veil
from engine.play.view import View

PROMPT = "prompt"
"""The place of the prompt among what was derived from the position."""


class Match:
    """One game in progress.

    ``free_undo`` lifts the barrier that dice and secrets put before undo; the same dice then come again.
    """

    def __init__(self, rules: Ruleset, data: GameData, seed: int) -> None:
        self.rules = rules
        self.data = data
        self.seed = seed
        self.meta: dict[str, str] = {}
        """Words that travel with the game, such as who plays which side; the engine does not read them."""
        self.log: list[Event] = []
        self.history: list[HistoryLine] = []
        self.origin: State | None = None
        """The position that was set up by hand, where the history begins; ``None``: it begins with the scenario."""
        self.free_undo = data.options.get("free_undo") == "on"
        self.dice = Dice(seed)
        self.rev = 0
        """Rises with every change; the screen and the saves compare it."""
        self._undo = UndoStack()
        self._redo: list[HistoryLine] = []
        self._barrier = "nothing has been done yet"
        self._views: dict[str, tuple[int, View]] = {}
        self._legal: tuple[int, Legal] | None = None
        self._veil = Veil(rules)
        self.c: Context[Any] = Context(data, rules.state(), self.dice, rules.steps)

    # ------------------------------------------------------------------ making
    @classmethod
    def new(
        cls,
        game: str,
        scenario: str,
        *,
        seed: int = 1,
        options: dict[str, str] | None = None,
        overrides: Path | None = None,
    ) -> Match:
        """Start a game. Raises ``BadInput`` for unknown names, ``DataError`` for data files that do not fit."""
        rules = ruleset(game)
        match = cls(rules, rules.load(scenario, dict(options or {}), overrides), seed)
        try:
            rules.begin(match.c)
        except (KeyError, AttributeError, TypeError, IndexError) as error:
            if not match.data.overrides:
                raise
            missing = isinstance(error, KeyError) and error.args
            what = f"{error.args[0]!r} is not there" if missing else f"{type(error).__name__}: {error}"
            raise DataError(", ".join(match.data.overrides), "", f"your own data do not fit together: {what}") from None
        match._after()
        return match

    @property
    def state(self) -> State:
        """The whole truth; screens draw ``view`` instead."""
        state: State = self.c.state
        return state

    # ------------------------------------------------------------------ asking
    @property
    def side(self) -> str:
        """Who decides now; empty when the game is over."""
        return self.state.side

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self.state.over

    @property
    def prompt(self) -> Prompt:
        """What is asked of whom; found once a position, as every view tells it."""
        found: Prompt | None = self.c.cache.get(PROMPT)
        if found is None:
            found = self.c.cache[PROMPT] = self._asked()
        return found

    def _asked(self) -> Prompt:
        if self.over:
            side = self.state.winner
            if not side:
                return Prompt("", f"The game is over: {self.state.level}, nobody wins.", self.state.over_rule)
            winner = self.data.meta.get("side", {}).get(side, {}).get("title", side.capitalize())
            return Prompt("", f"The game is over: {winner} wins, {self.state.level}.", self.state.over_rule)
        prompt = numbered(self.c.step.prompt(self.c), self.data.numbers)
        who = self.rules.ask.turn.deciding(self.c)
        return prompt._replace(who=who) if who else prompt

    @property
    def legal(self) -> Legal:
        """The actions allowed now; lazy."""
        if self._legal is None or self._legal[0] != self.rev:
            self._legal = (self.rev, Legal(self.c))
        return self._legal[1]

    @property
    def verbs(self) -> tuple[Verb, ...]:
        """Kinds of answers that the step knows, with the rules behind them; none once the game is over."""
        return () if self.over else numbered(self.c.step.verbs, self.data.numbers)

    def check(self, action: Action | str) -> Refusal | None:
        """Why an action is not allowed, or ``None``. Raises ``BadInput`` for words that mean nothing."""
        act = Action.parse(action) if isinstance(action, str) else action
        if self.over:
            return Refusal(self.state.over_rule, "the game is over")
        return numbered(self.c.step.check(self.c, act), self.data.numbers)

    def final(self, action: Action) -> bool:
        """Whether an allowed action cannot be taken back: a die or a secret comes with it, or the other side's part."""
        found = after(self.c, action, self.seed)
        return not self.free_undo and (found.barrier or found.state.side != self.side)

    def view(self, side: str | None = None) -> View:
        """The game as a side may see it; by default the side that decides, or both once the game is over."""
        who = self.side if side is None else side
        kept = self._views.get(who)
        if kept is None or kept[0] != self.rev:
            view = View(self.rules, self.data, self.state, who, self.prompt, self.log, before=self.c)
            kept = self._views[who] = (self.rev, view)
        return kept[1]

    def digest(self) -> str:
        """A hash of everything that matters for play."""
        return digest(self.state)

    # ------------------------------------------------------------------ playing
    def play(self, action: Action | str) -> list[Event]:
        """Carry out an action. Raises ``IllegalAction`` or ``BadInput``; the match is then unchanged."""
        act = Action.parse(action) if isinstance(action, str) else action
        refusal = self.check(act)
        if refusal is not None:
            raise IllegalAction(refusal)
        events = self._carry_out(act)
        self._redo.clear()
        return events

    def play_all(self, actions: Iterable[Action | str]) -> list[Event]:
        """Carry out all of the actions or none. Raises like ``play``."""
        events: list[Event] = []
        with self.all_or_none():
            for action in actions:
                events += self.play(action)
        return events

    @contextmanager
    def all_or_none(self) -> Iterator[None]:
        """Whatever is raised inside leaves the match as it was before, with what can be undone and redone."""
        before, kept = self._snapshot(), (self._undo.copy(), list(self._redo), self._barrier)
        queued, roster, extra = list(self.dice.queued), self.data.roster, list(self.data.extra)
        below = ground(self.c)
        log, history, origin, seed = list(self.log), list(self.history), self.origin, self.dice.seed
        try:
            yield
        except BaseException:
            self.data.roster = self.c.roster = roster
            self.data.extra = extra
            put_back(self.c, below)
            self.log[:], self.history[:] = log, history
            self.origin, self.dice.seed = origin, seed
            self._restore(before)
            self.c.forget()
            self._undo, self._redo, self._barrier = kept
            self.dice.queued.clear()
            self.dice.queued.extend(queued)
            raise

    def _snapshot(self) -> Point:
        return Point(copy_state(self.state), len(self.log), len(self.history))

    def _restore(self, point: Point) -> None:
        self.c.state = point.state
        self.c.touch()
        self.c.events = []
        del self.log[point.log :]
        del self.history[point.history :]
        self.rev += 1

    def _carry_out(self, act: Action) -> list[Event]:
        before, side, rev = self._snapshot(), self.side, self.c.rev
        queued = list(self.dice.queued)
        self.dice.begin()
        self.c.events, self.c.barrier, self.c.thrown, self.c.shown = [], False, [], set()
        try:
            self.c.step.apply(self.c, act)
            self.c.touch()
        except Exception:
            self._restore(before)
            self.c.forget()
            self.dice.queued.clear()
            self.dice.queued.extend(queued)
            raise
        self.history.append(HistoryLine(side, str(act), tuple(self.dice.rolled)))
        self._undo.push(before)
        self.c.events = self._veil.over(self.c, self.c.events, before.state, rev)
        events = self._after()
        self._guard_undo(side)
        return events

    def _after(self) -> list[Event]:
        events, self.c.events = self.c.events, []
        self.log += events
        self.rev += 1
        return events

    def _guard_undo(self, side: str) -> None:
        reason = ""
        if self.c.barrier:
            reason = "a die was rolled or a secret came out"
        elif self.side != side:
            reason = "the other side has taken over"
        if reason and not self.free_undo:
            self._undo.clear()
            self._barrier = reason

    # ------------------------------------------------------------------ taking back
    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back."""
        return len(self._undo) > 0

    @property
    def can_redo(self) -> bool:
        """Whether an action taken back can be played again."""
        return bool(self._redo)

    def undo(self) -> HistoryLine:
        """Take back the last action. Raises ``BadInput`` saying what stands in the way."""
        if not self.can_undo:
            raise BadInput(f"nothing to take back: {self._barrier}")
        line = self.history[-1]
        self._restore(self._undo.pop())
        self._redo.append(line)
        return line

    def redo(self) -> list[Event]:
        """Play again what was taken back, with the same dice. Raises ``BadInput`` when there is nothing."""
        if not self._redo:
            raise BadInput("nothing was taken back")
        line = self._redo.pop()
        waiting = list(self.dice.queued)
        self.dice.queued.clear()
        self.dice.queue(line.rolls)
        events = self._carry_out(Action.parse(line.action))
        self.dice.queued.clear()
        self.dice.queued.extend(waiting)
        return events

    def rewind(self, moment: State, lines: int, events: int) -> None:
        """Go back to ``moment``, the state after ``lines`` lines, which replay has found; ``events`` leave the log.

        What is gone can be played again with ``redo``. The caller has made sure that no barrier stands in the way.
        """
        gone = self.history[lines:]
        self._undo.cut(lines)
        self._redo += reversed(gone)
        self._restore(Point(copy_state(moment), max(0, len(self.log) - events), lines))

    def reseed(self, seed: int) -> None:
        """Give the dice other numbers from here on: a line of the history, which cannot be taken back."""
        self.history.append(HistoryLine(self.side, f"{RESEED} {seed}"))
        self.dice.seed = seed
        self._undo.clear()
        self._redo.clear()
        self._barrier = "the dice were given other numbers"
        self.rev += 1

    def replay_line(self, line: HistoryLine) -> list[Event]:
        """Play one line of a history, with its dice. Raises ``BadInput`` when side or dice do not fit."""
        if line.side != self.side:
            raise BadInput(f"'{line}': it is not {line.side or 'nobody'} who decides here")
        if line.seed is not None and not line.rolls:
            self.reseed(line.seed)
            return []
        waiting = list(self.dice.queued)
        with self.all_or_none():
            self.dice.queued.clear()
            self.dice.queue(line.rolls)
            events = self.play(line.action)
            if self.dice.queued or tuple(self.dice.rolled) != line.rolls:
                raise BadInput(f"'{line}': the dice do not fit")
            self.dice.queued.extend(waiting)
        return events

    # ------------------------------------------------------------------ editing
    def edit(self, changes: dict[str, Any]) -> None:
        """Set up a position by hand; the match is an analysis from then on. Raises ``BadInput``; all or nothing."""
        before, roster, extra = self._snapshot(), self.data.roster, list(self.data.extra)
        below = ground(self.c)
        try:
            self.rules.edit(self.c, changes)
            if wrong := self.rules.invariants(self.c):
                raise BadInput(wrong[0])
        except Exception:
            self._restore(before)
            if self.data.roster is not roster:
                self.data.roster = self.c.roster = roster
                self.data.memo.clear()
            self.data.extra = extra
            put_back(self.c, below)
            self.c.forget()
            raise
        self.state.analysis = True
        self.c.forget()
        self._undo.clear()
        self._redo.clear()
        self._barrier = "the position was edited"
        self.history.clear()
        self.origin = copy_state(self.state)
        self._after()

    # ------------------------------------------------------------------ records
    def record(self) -> dict[str, Any]:
        """Everything needed to go on from here, as plain values; ``from_record`` reads it."""
        return write_record(self)

    @classmethod
    def from_record(cls, record: dict[str, Any], overrides: Path | None = None) -> Match:
        """The match of a record. Raises ``BadInput`` naming what is wrong with it, ``DataError`` for data files."""
        with saying_what_is_damaged():
            rules = ruleset(str(record["game"]))
            options = {str(k): str(v) for k, v in record["options"].items()}
            match = cls(rules, rules.load(str(record["scenario"]), options, overrides), int(record["seed"]))
            fill_from_record(match, record)
            match._barrier = "the game was loaded here"
        return match

    # ------------------------------------------------------------------ the past
    def beginning(self) -> Match:
        """The game before the first line of its history, as a match of its own."""
        again = Match(self.rules, self.data, self.seed)
        if self.origin is not None:
            again.origin = self.origin
            again.c.state = copy_state(self.origin)
            again.c.touch()
        else:
            self.rules.begin(again.c)
        again._after()
        return again

    def forget(self) -> None:
        """Let go of the log, the history and what can be undone: for a match that only runs through another's past."""
        self.log.clear()
        self.history.clear()
        self._undo.clear()

    def fork(self, moment: State, lines: int, log: list[Event], seed: int) -> Match:
        """Another match that goes on from ``moment``, the state after ``lines`` lines; ``seed`` is that of its dice."""
        other = Match(self.rules, self.data, self.seed)
        other.origin = self.origin
        other.c.state = copy_state(moment)
        other.c.touch()
        other.history, other.log, other.meta = self.history[:lines], list(log), dict(self.meta)
        other.dice.seed = seed
        other._barrier = "the game was taken up here"
        other.rev += 1
        return other

    def replayed(self, upto: int | None = None) -> Iterator[Match]:
        """The game again from the start, one yield before the first line and after each (the same object)."""
        again = self.beginning()
        yield again
        for line in self.history[:upto]:
            again.replay_line(line)
            yield again
