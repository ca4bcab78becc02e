"""What the planner must be told of a game: the contract of its adapter. All else it knows by itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.components.floods import Flood
from engine.components.grid import Hex, Unit


class Force(NamedTuple):
    """A unit that fights, or could be fought, as one position has it."""

    unit: Unit
    hex: Hex
    attack: float
    defense: float
    steps: tuple[float, ...]
    """What each of its steps is worth, the next to be lost first, in victory points or what is as good as one."""
    leads: bool = False
    """Whether others cannot act without it: a headquarters."""


class Outcome(NamedTuple):
    """What a result of a combat table brings: steps lost on both sides, hexes of retreat."""

    attacker: int = 0
    defender: int = 0
    retreat: int = 0
    stuck: int = 1
    """Steps lost for each hex of retreat that cannot be made."""
    exchange: float = 0.0
    """Attack strength that the attacker gives up besides, in whole units."""
    each: bool = False
    """Whether every unit loses those steps that is left, and goes back all the same if it has more."""


Results = Sequence[tuple[Outcome, float]]
"""What may come of an attack, each by its chance."""


class Stand(NamedTuple):
    """A unit that attacks from a hex."""

    unit: Unit
    hex: Hex


class Command(NamedTuple):
    """Units that act together, and the chance that they do before those whom they could strike act again."""

    units: frozenset[Unit]
    chance: float = 1.0


class Untold:
    """What a game need not tell, for its adapter to begin with."""

    def peril(self, h: Hex) -> float:
        """Not told."""
        return 0.0

    def spared(self, h: Hex, emptied: Hex) -> float:
        """Not told."""
        return 0.0

    def taken(self, u: Unit) -> float:
        """Not told."""
        return 0.0

    def starved(self, target: Hex) -> float:
        """Not told."""
        return 1.0

    def fed(self, side: str) -> Collection[Hex]:
        """Not told."""
        return ()

    def missing(self) -> Collection[Hex]:
        """Not told."""
        return ()

    def homes(self, side: str, moved: Mapping[Unit, Hex]) -> Flood | None:
        """Not told."""
        return None

    def opens(self) -> Mapping[Hex, float]:
        """Not told."""
        return {}

    def line_then(self, u: Unit, moved: Mapping[Unit, Hex]) -> Sequence[Hex] | None:
        """Not told."""
        return None


class Knowledge(Protocol):
    """One position of a game, which is whole: what a side does not know has been dealt (``determinised``).

    Every answer holds for the next time that the side can act, with its whole allowance, whoever acts now.
    """

    side: str
    """Whom the plan is for."""
    enemy: str

    def forces(self, side: str) -> Sequence[Force]:
        """The units of a side on the map."""

    def beside(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex that units may enter from there."""

    def zone(self, h: Hex) -> Sequence[Hex]:
        """Hexes beside a hex in which a unit there halts enemies, and bars their retreat; none in a game without zones
        of control."""

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes in which a unit could be when it attacks, its own included, with what getting there costs."""

    def travel(self, u: Unit) -> Mapping[Hex, int]:
        """Hexes in which a unit could end its movement, whatever way it goes: those of ``reach`` and more."""

    def pace(self, side: str) -> int:
        """Hexes that the fastest fighting unit of a side walks in one phase."""

    def commands(self, side: str) -> Sequence[Command]:
        """Who of a side acts together, and how likely; one with everybody where all act in turn."""

    def led(self, u: Unit, h: Hex, heads: Mapping[Unit, Hex]) -> float:
        """How surely a unit in a hex will be in command once some headquarters stand elsewhere, 0 to 1; 1 in a game
        that knows no command."""

    def leading(self, u: Unit, h: Hex, moved: Mapping[Unit, Hex]) -> float:
        """Attack strength that a headquarters would lead from a hex once some units stand elsewhere."""

    def duty(self, u: Unit, h: Hex) -> float:
        """What a hex is worth to a unit of the side that plans by what only the game knows: a line to guard."""

    def peril(self, h: Hex) -> float:
        """The chance that a unit of the side that plans loses its supply in a hex before it can act again; 0 in a game
        that does not tell."""

    def spared(self, h: Hex, emptied: Hex) -> float:
        """By how much smaller that chance would be were nobody of the enemy in another hex; 0 in a game that does not
        tell."""

    def taken(self, u: Unit) -> float:
        """What it costs that an enemy enters the hex of a unit that nobody guards; 0 for who has to be fought."""

    def starved(self, target: Hex) -> float:
        """Share of the defence that is left to those in a hex once enemies stand all around them, so that nothing
        reaches them; 1 in a game that does not tell."""

    def fed(self, side: str) -> Collection[Hex]:
        """Hexes that count for a side only while they are in supply; none in a game that does not tell."""

    def missing(self) -> Collection[Hex]:
        """Hexes that the side that plans has to have back, as it has lost the game without any of them; none in a game
        that does not tell."""

    def homes(self, side: str, moved: Mapping[Unit, Hex]) -> Flood | None:
        """Hexes from which some way leads home once some units stand elsewhere, however long: who has none is in a
        pocket, and lost in the end; ``None`` in a game that does not tell."""

    def opens(self) -> Mapping[Hex, float]:
        """Hexes in which a unit of the side opens a line that enemies bar from beside it, with what that brings; none
        in a game that does not tell."""

    def struck_from(self, h: Hex, side: str) -> Sequence[Hex]:
        """Hexes from which units of a side could attack a hex."""

    def room(self, side: str, h: Hex) -> int:
        """Units of a side that a hex holds, those that stand there included."""

    def arriving(self, stand: Stand, target: Hex) -> float:
        """Attack strength that arrives: halved over a river, and the like."""

    def chances(self, attack: float, defense: float, target: Hex, hexes: Collection[Hex] = ()) -> Results:
        """What an attack of this strength out of some hexes brings, shifts for the ground and for where it comes from
        included; nothing where it is not rolled."""

    def supplied(self, side: str, moved: Mapping[Unit, Hex]) -> Collection[Hex] | bytearray:
        """Flags of the hexes that are in supply once some units stand elsewhere, -1 for off the map."""

    def line(self, u: Unit) -> Sequence[Hex]:
        """Hexes of a line by which a unit is supplied now, and is as long as they stay open; empty for one without."""

    def line_then(self, u: Unit, moved: Mapping[Unit, Hex]) -> Sequence[Hex] | None:
        """The same of a unit that stays once others stand elsewhere; ``None`` in a game that does not tell."""

    def holder(self, h: Hex) -> str:
        """The side that holds a hex of ``goals``; empty for nobody."""

    def way(self, goal: Hex) -> Mapping[Hex, float]:
        """How far hexes are from a goal over ways that can be gone, whoever stands there, in hexes of open ground;
        those from which it is too far to be felt are left out."""

    def goals(self) -> Mapping[Hex, float]:
        """What holding a hex is worth, for whichever side."""


class Fronted(Knowledge, Protocol):
    """A position of which it is known how near the enemy is, as most adapters are (``position``)."""

    @property
    def c(self) -> Any:
        """The position, as the game has it."""

    @property
    def known(self) -> MutableMapping[Any, Any]:
        """Answers that hold for it, by what was asked."""

    def held(self, side: str) -> Collection[Hex]:
        """Hexes with units of a side who bar the way."""

    def away(self, h: Hex, side: str = "") -> int:
        """Hexes from the nearest of the enemy, or of another side, who do."""
