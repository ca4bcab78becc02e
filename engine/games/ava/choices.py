"""The optional rules in force, as one record: made by ``options.py`` with the match, read by the chapters."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.ava.lines import Communications
from engine.games.ava.tables import Ctx
from engine.play.action import Refusal

NO_LIMIT = 10_000
"""More units than there are."""


class Seat(NamedTuple):
    """One person at the table: a label such as ``P2``, the side, a title, the headquarters commanded (19.2)."""

    id: str
    side: str
    title: str
    hqs: frozenset[str] = frozenset()
    sheets: tuple[str, ...] = ()
    """Map sheets whose units without a formation of their own this person looks after."""
    controller: bool = False

    @property
    def label(self) -> str:
        """``P2 Army Group Center``."""
        return f"{self.id} {self.title}"


def _nobody(c: Ctx, hq: Unit) -> list[Unit]:
    return []


def _free(c: Ctx, hq: Unit) -> Refusal | None:
    return None


class Choices(NamedTuple):
    """What the players agreed on before the game; every field at its default is the game without optional rules."""

    bid: int = 0
    """Victory points that the Axis has bid; 0 where nobody bid (17.1)."""
    chits: tuple[str, ...] = ()
    """Further chits to select from (17.2)."""
    transferable: Callable[[Ctx, Unit], list[Unit]] = _nobody
    """Headquarters that may leave the map when this one is activated (17.3)."""
    soviet_lines: Callable[[Ctx], Communications] | None = None
    """Soviet lines of communications, where they are not those of 3.3 (17.4)."""
    soviet_ways: tuple[str, ...] = ()
    """The kinds of ways that those follow, each line one of them."""
    armor_limit: int = NO_LIMIT
    """Mechanized units that one German headquarters may activate (17.5)."""
    claim_line: Callable[[Ctx, Unit], Refusal | None] = _free
    """Note the activation of a headquarters, or say why it is not activated (17.6)."""
    seats: tuple[Seat, ...] = ()
    """Who sits at the table, where more than two people do (19.2, 20.1)."""
    first_step: str = "surprise"
    """The step after the set-up (15.1); the team variant chooses chits first (20.2)."""
    turn_step: str = "turn"
    """The step that is one game turn (5.0, 20.2)."""
    draw_step: str = "draw"
    """The step in which chits are drawn (7.1, 19.4)."""
    drawer: str = "axis"
    """The side that draws: it makes no difference (7.1(1)), unless there is a Controller (19.3)."""


def choices(c: Ctx) -> Choices:
    """The optional rules of a match."""
    found: Choices = c.data.choices
    return found
