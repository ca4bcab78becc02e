"""The Tally: a calculation told line by line."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.components.grid import Hex, Unit


class TallyLine(NamedTuple):
    """One line of a calculation: what it adds, in words, and by which rule."""

    value: str
    text: str
    rule: str


@dataclass(slots=True)
class Tally:
    """A calculation before, during and after the roll: the same lines are previewed, logged and tested.

    ``attack`` and ``defense`` are strengths after halving, ``odds`` the ratio before shifts, ``column`` the heading
    that is used (``None`` where the table is left: then ``automatic`` says what happens). ``shift`` counts columns,
    right positive. ``distribution`` gives the chance of each result and sums to one.
    """

    kind: str
    attack: float = 0
    defense: float = 0
    odds: str = ""
    column: str | None = None
    shift: int = 0
    automatic: str | None = None
    called_off: bool = False
    """Nothing comes of it: ``automatic`` says why."""
    lines: list[TallyLine] = field(default_factory=list)
    distribution: dict[str, float] = field(default_factory=dict)
    drm: int = 0
    """What is added to the die in all, after its limit."""
    results: list[str] = field(default_factory=list)
    """The result of each face of the die, first face first; empty when nothing is rolled."""
    span: tuple[str, str] = ("", "")
    """Worst and best column for the attacker, where strengths are only expected; ``column`` then is the middle one."""
    barred: tuple[str, str] | None = None
    """The rule that forbids this combat, and the reason, where it is calculated all the same."""
    further: dict[str, Any] = field(default_factory=dict)
    """What this game alone tells of a calculation, with the keys of the protocol."""
    attackers: tuple[Unit, ...] = ()
    defenders: tuple[Unit, ...] = ()
    targets: tuple[Hex, ...] = ()
    """The hexes that are attacked together; hardly ever more than one."""
    attack_support: tuple[Unit, ...] = ()
    """Units that add to the attack without fighting."""
    defense_support: tuple[Unit, ...] = ()

    @property
    def target(self) -> Hex:
        """The first hex that is attacked; -1 where there is none."""
        return self.targets[0] if self.targets else -1

    def call_off(self, why: str) -> None:
        """Nothing comes of it: no column, and that for certain."""
        self.automatic, self.called_off, self.distribution = why, True, {why: 1.0}

    @property
    def heading(self) -> str:
        """What is used of the table, in a word: column, result without a roll, or odds; ``~`` for about."""
        told = self.column or self.automatic or self.odds
        return f"~{told}" if any(self.span) else told

    @property
    def in_words(self) -> str:
        """The same for a sentence, with the worst and the best that may come of it."""
        worst, best = self.span
        return self.heading if not worst else f"about {self.heading[1:]}, {worst} to {best}"

    def add(self, value: str | int | float, text: str, rule: str) -> None:
        """Append a line."""
        self.lines.append(TallyLine(str(value), text, rule))
