"""What can be asked of a game, and the records that it answers with. No question changes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.components.charts import Tally, TallyLine
from engine.components.grid import Hex, Unit
from engine.play.step import Context

Ctx = Context[Any]

WORTH = "steps the defender loses on average less those the attacker loses; at equal worth the likelier retreat first"
"""How prospects are sorted, for whoever shows them."""


@dataclass(frozen=True, slots=True)
class Prospect:
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
    """Chance that the defender gives way: must retreat, or as ``Queries.gives_way`` has it."""

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


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is left in the present step: whom or where it is about, in words, by which rule.

    ``subject`` is the id of a unit, the label of a hex, or empty. ``pressing``: to end the step without it is probably
    a slip. ``what`` calls all tasks of its sort, after their number; ``kind`` is what they are counted by, where many
    names would tell nobody anything.
    """

    subject: str
    text: str
    rule: str
    pressing: bool = False
    what: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Named:
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


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line of the sequence of play: ``status`` is ``done``, ``now`` or ``later``; ``note`` what is left to do."""

    id: str
    title: str
    rule: str
    depth: int
    status: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Score:
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


@dataclass(frozen=True, slots=True)
class Track:
    """A box, cup or track beside the map: its title, its rule and its contents in words."""

    id: str
    title: str
    rule: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Supply:
    """Supply of a unit or hex: the rulebook's word, whether it is enough, the path from the source, the rule."""

    status: str
    in_supply: bool
    path: tuple[Hex, ...]
    source: Hex
    rule: str


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can go: cost per hex in movement points, and why the hexes beside it are barred."""

    costs: dict[Hex, float]
    blocked: dict[Hex, tuple[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Overlay:
    """A layer over the map that one key shows: short marks per hex, and what they mean."""

    id: str
    title: str
    rule: str
    marks: dict[Hex, str]
    legend: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Queries:
    """What can be asked of a game without changing it. Every function takes the context of a view."""

    tally: Callable[[Ctx, str, tuple[Unit, ...], Hex, dict[str, str]], Tally]
    reach: Callable[[Ctx, Unit, str], Reach]
    supply: Callable[[Ctx, Unit], Supply]
    zoc: Callable[[Ctx, str], list[Hex]]
    overlays: tuple[tuple[str, str], ...]
    """Id and title of each overlay."""
    overlay: Callable[[Ctx, str, str, Unit | None], Overlay]
    flags: Callable[[Ctx, Unit], list[str]]
    """Words for the state of a unit: ``activated``, ``moved`` ..."""
    strength: Callable[[Ctx, Unit], tuple[int, int, int]]
    """Attack, defence and movement of the side that is up."""
    control: Callable[[Ctx, Hex], str]
    """Side that controls a hex, empty where the game does not track it."""
    points: Callable[[Ctx, Hex], int]
    """Victory points that a hex is worth."""
    markers: Callable[[Ctx], dict[Hex, tuple[str, ...]]]
    score: Callable[[Ctx], Score]
    tracks: Callable[[Ctx, str], list[Track]]
    outline: Callable[[Ctx], list[OutlineLine]]
    turn_name: Callable[[Ctx], str]
    """The turn in words: ``T3 12-21 Jul``."""
    tally_kinds: tuple[str, ...] = ("attack",)
    regions: Callable[[Ctx, Hex], list[str]] = lambda c, h: []
    """Further areas that a hex lies in, such as deployment zones."""
    declared: Callable[[Ctx], dict[Hex, tuple[Unit, ...]]] = lambda c: {}
    """Attacks that are declared and not yet fought: the target and who takes part."""
    attackers: Callable[[Ctx, Hex], tuple[Unit, ...]] = lambda c, h: ()
    """Units that could join an attack on a hex in this step, where the hex is chosen first."""
    prospects: Callable[[Ctx], list[Prospect]] = lambda c: []
    """Attacks that the side to act could make now or after moving, the best first."""
    tasks: Callable[[Ctx], list[Task]] = lambda c: []
    """What is left in the present step, what is pressing first; empty where the step is one question."""
    whereabouts: Callable[[Ctx, Unit], str] = lambda c, u: str(c.state.box[u])
    """Where a unit off the map is, and when it comes, in words; empty where it takes no part in this game."""
    named: Callable[[Ctx, str], list[Named]] = lambda c, viewer: []
    """Further things with a name, such as chits, as far as the viewer knows of them."""
    deciding: Callable[[Ctx], str] = lambda c: ""
    """Which person at the table decides now, where a side has several; else empty."""
    called: Callable[[Ctx, Unit], tuple[str, str]] = lambda c, u: (c.roster.short[u], c.roster.name[u])
    """Short and full name of a unit, as far as the viewer knows who it is."""
    values: Callable[[Ctx, Unit], str] | None = None
    """Attack, defence and movement in a word, such as ``?-?-5``, where they may be unknown."""
    hidden: Callable[[Ctx, Unit], bool] = lambda c, u: False
    """Whether the viewer may not look at a unit: it lies under the top one of an enemy stack."""
    group: Callable[[Ctx, Unit], tuple[tuple[Unit, ...], str]] = lambda c, u: ((u,), "")
    """Who acts when a unit is told to, and what they have together in words; empty for nothing to tell."""
    tally_now: Callable[[Ctx], str] = lambda c: ""
    """Kind of combat of the present step; empty for the first of the kinds."""
    commander: Callable[[Ctx, Unit], str] = lambda c, u: ""
    """Which person at the table commands a unit."""
    tally_key: str = ""
    """What the codes of the results table mean, in one sentence."""
    gives_way: tuple[str, str] = ("R", "retreat")
    """What ``Prospect.retreat`` is the chance of, in a list and in a sentence."""
