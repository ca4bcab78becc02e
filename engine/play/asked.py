"""The records with which a game answers what it is asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.components.charts import Tally, TallyLine
from engine.components.grid import Hex, Unit
from engine.components.wording import plural
from engine.play.step import Context

Ctx = Context[Any]

PLACES = "places"
"""What of the board an overlay may show beside kinds of lines."""

WORTH = "steps the defender loses on average less those the attacker loses; at equal worth the likelier retreat first"
"""How prospects are sorted, for whoever shows them."""


class Prospect(NamedTuple):
    """An attack that the side to act could make now, or could make once some of its units have moved."""

    stands: tuple[tuple[Unit, Hex], ...]
    """Who attacks, and from which hex."""
    movers: tuple[Unit, ...]
    """Those of them that would have to move there first."""
    tally: Tally
    own_loss: float
    """Steps that the attacker loses on average."""
    enemy_loss: float
    """Steps that the defender loses on average."""
    retreat: float
    """Chance that the defender gives way: must retreat, or as ``CombatQueries.gives_way`` has it."""

    @property
    def target(self) -> Hex:
        """The hex that is attacked."""
        return self.tally.target

    @property
    def worth(self) -> float:
        """Steps the defender loses on average less those that the attacker loses."""
        return self.enemy_loss - self.own_loss

    @property
    def order(self) -> tuple[float, float, int]:
        """Sorts the best attack first."""
        return -self.worth, -self.retreat, self.target


class Task(NamedTuple):
    """Something that is left in the present step: whom or where it is about, in words, by which rule.

    ``subject`` is the id of a unit, the label of a hex, or empty. ``pressing``: to end the step without it is probably
    a slip. ``what`` calls all tasks of its sort, after their number; ``kind`` is what they are counted by, where many
    names would tell nobody anything. ``lost``: it is gone for good once the step is over.
    """

    subject: str
    text: str
    rule: str
    pressing: bool = False
    what: str = ""
    kind: str = ""
    lost: bool = False


class Named(NamedTuple):
    """Something with a name that is neither a unit nor a hex, such as a chit.

    ``where`` says where it is as far as the viewer knows, ``hex`` what it points to on the map (-1 for nothing),
    ``note`` what it would do now. ``id`` is its word in actions, empty where that word would tell a secret.
    """

    id: str
    title: str
    where: str
    rule: str
    hex: Hex = -1
    note: str = ""


class OutlineLine(NamedTuple):
    """One line of the sequence of play: ``status`` is ``done``, ``now`` or ``later``; ``note`` what is left to do."""

    id: str
    title: str
    rule: str
    depth: int
    status: str
    note: str = ""


class Score(NamedTuple):
    """Points so far against the points to win, with the reason for each line."""

    side: str
    total: int
    needed: int
    lines: tuple[TallyLine, ...]
    rule: str
    needed_rule: str = ""
    """The rule that says how many points are needed."""
    open: tuple[TallyLine, ...] = ()
    """What could still bring points, and how many each."""
    decides: str = ""
    """What is told in place of the points where they do not decide: ``2 of 7 cities``."""
    note: str = ""
    """How far the numbers can be trusted, as a sentence."""
    measure: int = 0
    """The number in it that tells how the game goes."""
    unit: str = "points"
    """What that number counts."""

    @property
    def number(self) -> int:
        """What is compared from turn to turn: the points, or what decides in their place."""
        return self.measure if self.decides else self.total

    @property
    def law(self) -> str:
        """The rule by which the game is decided."""
        return self.lines[0].rule if self.decides and self.lines else self.rule

    def headline(self, title: str) -> str:
        """How the game stands in a few words; ``title`` is the name of the side that scores."""
        return self.decides or f"{title} {self.in_points}"

    @property
    def in_points(self) -> str:
        """The points with their noun: ``12 of 30 points``, ``1 point``."""
        return f"{self.told} points" if self.needed else plural(self.total, "point")

    @property
    def told(self) -> str:
        """The points, with those that are needed where points decide: ``12 of 30``."""
        return f"{self.total} of {self.needed}" if self.needed else str(self.total)


class Track(NamedTuple):
    """A box, cup or track beside the map: its title, its rule and its contents in words."""

    id: str
    title: str
    rule: str
    lines: tuple[str, ...]


class Supply(NamedTuple):
    """Supply of a unit or hex: the rulebook's word, whether it is enough, the path from the source, the rule."""

    status: str
    in_supply: bool
    path: tuple[Hex, ...]
    source: Hex
    rule: str
    further: Mapping[str, Any] = {}
    """What this game alone tells of it, with the keys of the protocol."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can go: cost per hex in movement points, and why the hexes beside it are barred."""

    costs: dict[Hex, float]
    blocked: dict[Hex, tuple[str, str]] = field(default_factory=dict)
    allowance: float | None = None
    """Movement points in this phase and mode after every reduction; ``None`` where the game does not tell them."""


class Overlay(NamedTuple):
    """A layer over the map that one key shows: short marks per hex, and what they mean."""

    id: str
    title: str
    rule: str
    marks: dict[Hex, str]
    legend: tuple[tuple[str, str], ...]
    board: tuple[str, ...] = ()
    """What of the board a map draws instead of the marks: kinds of lines, or the names of its ``PLACES``."""


SWITCH, NUMBER, HEXES, NUMBERS, SOME, WORDS = DIALS = ("switch", "number", "hexes", "numbers", "some", "words")
"""Kinds of dials: on or off, a number, marked hexes, a number by hex, some of several names, a word by name."""


class Dial(NamedTuple):
    """A track or marker of a position put up by hand: its name in ``edit``, and what it stands at now."""

    id: str
    title: str
    rule: str
    kind: str
    now: Any
    """A bool, a number, labels, numbers by label, names, or words by name: by ``kind``, as ``edit`` takes it too."""
    least: int = 0
    most: int = 0
    """Bounds of a number; at ``least``, a number by hex takes the marker away."""
    names: tuple[tuple[str, str], ...] = ()
    """Names to choose from, or that have a word each, with their titles."""
    words: tuple[str, ...] = ()
    """The words that a name can have."""


class Editable(NamedTuple):
    """What can be set in a position put up by hand, beside its counters, in the words that ``edit`` takes."""

    turns: tuple[int, int] = (1, 1)
    """First and last turn."""
    phases: tuple[tuple[str, str, str], ...] = ()
    """Side, word and title of each phase that it may wait in."""
    weather: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """Zone, weather now and all words for it; empty in a game without weather."""
    dials: tuple[Dial, ...] = ()
    identities: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """By formation of counters that do not show who they are: id and words of all whom they could still be."""
