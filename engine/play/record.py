"""The record of a match: everything needed to go on from it, as plain values, and how a match is filled from one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any, Protocol

from engine.components.dice import Dice
from engine.components.errors import BadInput
from engine.components.load import DataError, GameData
from engine.play.event import Event
from engine.play.history import HistoryLine
from engine.play.ruleset import Ruleset
from engine.play.state import State, copy_state, from_record, to_record
from engine.play.step import Context

RECORD_FORMAT = 1
LOG_KEPT = 400
"""Events of the log that a record carries along."""


class Recorded(Protocol):
    """What a record takes of a match, and what is filled from one."""

    rules: Ruleset
    data: GameData
    seed: int
    meta: dict[str, str]
    log: list[Event]
    history: list[HistoryLine]
    origin: State | None
    dice: Dice
    c: Context[Any]

    @property
    def state(self) -> State:
        """The whole truth."""

    def digest(self) -> str:
        """A hash of everything that matters for play."""


def write_record(match: Recorded) -> dict[str, Any]:
    """Everything needed to go on from here, as plain values."""
    return {
        "record": RECORD_FORMAT,
        "game": match.rules.id,
        "scenario": match.data.scenario["id"],
        "options": dict(sorted(match.data.options.items())),
        "seed": match.seed,
        "meta": dict(sorted(match.meta.items())),
        "overrides": list(match.data.overrides),
        "queued_dice": list(match.dice.queued),
        "counters": [dict(counter) for counter in match.data.extra],
        **({"maps": [dict(told) for told in match.data.drawn]} if match.data.drawn else {}),
        "history": [str(line) for line in match.history],
        "log": [e.to_record() for e in match.log[-LOG_KEPT:]],
        "state": to_record(match.state),
        "digest": match.digest(),
        **({"origin": to_record(match.origin)} if match.origin is not None else {}),
    }


@contextmanager
def saying_what_is_damaged() -> Iterator[None]:
    """Whatever a damaged record makes fail inside is raised as ``BadInput``; ``DataError`` passes."""
    try:
        yield
    except (BadInput, DataError):
        raise
    except (LookupError, AttributeError, TypeError, ArithmeticError) as error:
        raise BadInput(f"the record of the game is damaged ({type(error).__name__}: {error})") from None
    except ValueError as error:
        raise BadInput(f"the record of the game is damaged: {error}") from None


def fill_from_record(match: Recorded, record: dict[str, Any]) -> None:
    """Put the position, history and log of a record into a match of its game and scenario. Raises ``BadInput``."""
    _add_counters(match, record["counters"])
    if match.rules.draw is not None:
        for told in record.get("maps", ()):
            match.rules.draw(match.c, told)
    match.c.state = from_record(match.rules.state, record["state"])
    match.meta = {str(k): str(v) for k, v in record["meta"].items()}
    match.history = [HistoryLine.parse(t) for t in record["history"]]
    match.log = [Event.from_record(e) for e in record["log"]]
    match.dice.queue(record["queued_dice"])
    _take_origin(match, record.get("origin"))
    _validate(match, str(record["digest"]))


def _add_counters(match: Recorded, counters: list[dict[str, Any]]) -> None:
    """Counters of an analysis position join a roster of this match's own."""
    if counters:
        match.data.roster = match.c.roster = deepcopy(match.data.roster)
    for counter in counters:
        match.c.roster.add(**counter)
        match.data.extra.append(dict(counter))


def _take_origin(match: Recorded, origin: dict[str, Any] | None) -> None:
    """Where the history begins, and the numbers that the dice have by its end."""
    if origin is not None:
        match.origin = from_record(match.rules.state, origin)
    elif match.state.analysis and not match.history:
        match.origin = copy_state(match.state)
    for line in match.history:
        seed = line.seed
        if seed is not None:
            match.dice.seed = seed


def _validate(match: Recorded, expected: str) -> None:
    units = len(match.c.roster)
    for name in ("hex_of", "steps_left", "box"):
        if len(getattr(match.state, name)) != units:
            raise BadInput(f"the record of the game is damaged: column '{name}' does not fit the counters")
    if any(not -1 <= h < match.c.grid.size for h in match.state.hex_of):
        raise BadInput("the record of the game is damaged: a unit stands outside the map")
    if any(frame.step not in match.rules.steps for frame in match.state.stack):
        raise BadInput("the record of the game is damaged: it waits in a step that does not exist")
    if not match.state.over and not match.state.stack:
        raise BadInput("the record of the game is damaged: nobody has anything to decide")
    if match.digest() != expected:
        raise BadInput("the record of the game is damaged: its hash does not fit its contents")
    if wrong := match.rules.invariants(match.c):
        raise BadInput(f"the record of the game is damaged: {wrong[0]}")
