"""Too many units in a hex: the opponent of their side takes the surplus away, his choice, and no more than it is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, TypeVar

from engine.components.grid import Hex, Unit
from engine.play.action import Refusal
from engine.play.fields import stacks, units_at
from engine.play.state import State
from engine.play.step import Context, Prompt, Step, Verb

S = TypeVar("S", bound=State)
Ctx = Context[Any]


def broken(c: Ctx, side: str, fits: Callable[[Any, Iterable[Unit], Hex], Refusal | None]) -> list[Hex]:
    """Hexes in which a side breaks the stacking rules now, by what fits into a hex."""
    own = c.roster.side
    return [
        h for h, units in sorted(stacks(c).items())
        if own[units[0]] == side and len(units) > 1 and fits(c, units, h) is not None
    ]  # fmt: skip


def _crowds(c: Ctx) -> list[Hex]:
    step = c.step
    assert isinstance(step, Overstack)
    return step.crowds(c, c.other(c.state.side))


def _remove_check(c: Ctx, unit: str) -> Refusal | None:
    """``remove 3ra``: the opponent takes away no more units than he has to."""
    step, u = c.step, c.unit(unit)
    assert isinstance(step, Overstack)
    h, name = c.state.hex_of[u], c.roster.short[u]
    if h not in _crowds(c):
        return Refusal(step.law, f"{name} is in no overstacked hex of the enemy.", units=(u,))
    here = list(units_at(c, h))
    if step.most_kept(c, [v for v in here if v != u], h) < step.most_kept(c, here, h):
        text = f"Without {name} more units than necessary would have to go from {c.label(h)}."
        return Refusal(step.law, text, (h,), (u,))
    return None


def _remove(c: Ctx, unit: str) -> None:
    step, u = c.step, c.unit(unit)
    assert isinstance(step, Overstack)
    h = c.state.hex_of[u]
    text = f"Too many units in {c.board.describe(h)}: {step.name(c, u)} must go."
    c.say("stacking", text, step.law, hexes=[h], units=[u])
    step.take(c, u)
    if not c.state.over and not _crowds(c):
        c.done()


def _victims(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for h in _crowds(c) for u in units_at(c, h)]


def remove_verb(law: str) -> Verb:
    """The one verb of the step, with the rule of the game."""
    return Verb(
        "remove", lambda c, subject: [(u,) for u in _victims(c) if subject in (None, u)], _remove_check, _remove,
        "remove UNIT: take an enemy unit from an overstacked hex", law, _victims,
    )  # fmt: skip


class Overstack(Step[S]):
    """The opponent of a side that has too many units in a hex takes some away. Called with ``side``, who decides."""

    id = "overstack"
    title = "Too many units in a hex"
    law: ClassVar[str] = ""

    @abstractmethod
    def crowds(self, c: Context[S], side: str) -> list[Hex]:
        """Hexes in which a side has too many units."""

    @abstractmethod
    def most_kept(self, c: Context[S], units: Iterable[Unit], h: Hex) -> int:
        """The greatest number of some units that may stay together in a hex."""

    @abstractmethod
    def take(self, c: Context[S], u: Unit) -> None:
        """Take a unit off the map for good or for the dead pile."""

    def name(self, c: Context[S], u: Unit) -> str:
        """What a unit is called in a sentence."""
        return c.roster.name[u]

    def prompt(self, c: Context[S]) -> Prompt:
        hexes = _crowds(c)
        where = c.board.describe(hexes[0]) + (f" and {len(hexes) - 1} more" if len(hexes) > 1 else "")
        return Prompt(c.state.side, f"Too many units in {where}: take one away.", self.law)

    def enter(self, c: Context[S]) -> None:
        c.frame.vars["hexes"] = _crowds(c)  # their opponent looks through these
        c.touch()
        if not _crowds(c):
            c.done()
