"""What can be asked of a game: questions about its map, its units, its combat and its turn. None changes anything.

Every question has an answer for games that make nothing of it, so that a game fills in only what its rules know.
Every function takes the context of a view.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from engine.components.charts import Tally
from engine.components.errors import BadInput
from engine.components.grid import Hex, Unit
from engine.play.asked import Ctx, Named, OutlineLine, Prospect, Reach, Score, Supply, Task, Track
from engine.play.engagement import Engagement
from engine.play.fields import units_at

Legend = tuple[tuple[str, str], ...]
Drawing = tuple[Mapping[Hex, str], Legend, str]
"""Short marks by hex, what they mean, and the rule."""


class Layer(NamedTuple):
    """An overlay of the map by its id and title, and how it is drawn for a side and, where it makes sense, a unit."""

    id: str
    title: str
    marks: Callable[[Ctx, str, Unit | None], Drawing]
    board: tuple[str, ...] = ()
    """What of the board a map draws instead of the marks, as ``Overlay.board`` has it."""


def _counted(c: Ctx, h: Hex) -> tuple[float, float]:
    return len(units_at(c, h)), c.data.constant("stacking")


class MapQueries(NamedTuple):
    """What can be asked about hexes."""

    control: Callable[[Ctx, Hex], str] = lambda c, h: ""
    """Side that controls a hex, empty where the game does not track it."""
    points: Callable[[Ctx, Hex], int] = lambda c, h: 0
    """Victory points that a hex is worth."""
    markers: Callable[[Ctx], dict[Hex, tuple[str, ...]]] = lambda c: {}
    """Markers on the map in words."""
    regions: Callable[[Ctx, Hex], list[str]] = lambda c, h: []
    """Further areas that a hex lies in, such as deployment zones."""
    zoc: Callable[[Ctx, str], list[Hex]] = lambda c, side: []
    """Hexes in the zones of control of a side, in rising order."""
    stacking: Callable[[Ctx, Hex], tuple[float, float]] = _counted
    """How much of the stacking limit of a hex is used, and the limit, in the numbers of the rule."""
    ways: Callable[[Ctx, str], Sequence[Sequence[Hex]]] = lambda c, side: c.grid.adjacent
    """Per hex the hexes beside it that units of a side may enter from there, whoever stands in them."""
    walks: Callable[[Ctx, Unit], Collection[Hex] | None] = lambda c, u: None
    """Hexes that a unit could come to in the next movement of its side, where nothing else has to be known for that."""
    line_owners: Callable[[Ctx, Hex], dict[str, str]] = lambda c, h: {}
    """By kind of line the side that owns those of a hex, or ``cut``, where the game keeps owners."""
    further: Callable[[Ctx, Hex], dict[str, Any]] = lambda c, h: {}
    """What this game alone tells of a hex, with the keys of the protocol."""
    layers: tuple[Layer, ...] = ()
    """Overlays of the map, in the order in which they are offered."""


def _face(c: Ctx, u: Unit) -> tuple[int, int, int]:
    faces = c.roster.faces[u]
    return faces[min(max(c.roster.steps[u] - c.state.steps_left[u], 0), len(faces) - 1)]


class UnitQueries(NamedTuple):
    """What can be asked about units."""

    strength: Callable[[Ctx, Unit], tuple[int, int, int]] = _face
    """Attack, defence and movement of the side that is up."""
    reach: Callable[[Ctx, Unit, str], Reach] = lambda c, u, mode: Reach({})
    """Where a unit can go in a mode of movement; nowhere for one that may not move."""
    supply: Callable[[Ctx, Unit], Supply] = lambda c, u: Supply("not traced", True, (), -1, "")
    flags: Callable[[Ctx, Unit], list[str]] = lambda c, u: []
    """Words for the state of a unit: ``activated``, ``moved`` ..."""
    whereabouts: Callable[[Ctx, Unit], str] = lambda c, u: str(c.state.box[u])
    """Where a unit off the map is, and when it comes, in words; empty where it takes no part in this game."""
    waiting: Callable[[Ctx, Unit], str] | None = None
    """What a list of answers tells of a unit off the map; without it, where it is."""
    called: Callable[[Ctx, Unit], tuple[str, str]] = lambda c, u: (c.roster.short[u], c.roster.name[u])
    """Short and full name of a unit, as far as the viewer knows who it is."""
    values: Callable[[Ctx, Unit], str] | None = None
    """Attack, defence and movement in a word, such as ``?-?-5``, where they may be unknown."""
    hidden: Callable[[Ctx, Unit], bool] = lambda c, u: False
    """Whether the viewer may not look at a unit: it lies under the top one of an enemy stack."""
    group: Callable[[Ctx, Unit], tuple[tuple[Unit, ...], str]] = lambda c, u: ((u,), "")
    """Who acts when a unit is told to, and what they have together in words; empty for nothing to tell."""
    commander: Callable[[Ctx, Unit], str] = lambda c, u: ""
    """Which person at the table commands a unit."""
    further: Callable[[Ctx, Unit], dict[str, Any]] = lambda c, u: {}
    """What this game alone tells of a unit, with the keys of the protocol."""


Enquiry = Callable[[Ctx, Mapping[str, Any]], Tally]
"""A calculation that is no combat, of what a question names: raises ``BadInput`` for what makes no sense."""


def _no_combat(c: Ctx, kind: str, fight: Engagement, modifiers: dict[str, str]) -> Tally:
    raise BadInput("this game calculates no combat")


class CombatQueries(NamedTuple):
    """What can be asked about combat."""

    tally: Callable[[Ctx, str, Engagement, dict[str, str]], Tally] = _no_combat
    """The calculation of a combat of a kind before the roll; who defends follows from the targets."""
    enquiries: tuple[tuple[str, Enquiry], ...] = ()
    """By kind the calculations that are no combat, such as of a die that is thrown by itself."""
    joint: bool = False
    """Whether a combat may have several target hexes, and supporting units."""
    kinds: tuple[str, ...] = ()
    """Kinds of combat that can be calculated."""
    now: Callable[[Ctx], str] = lambda c: ""
    """Kind of combat of the present step; empty for the first of the kinds."""
    declared: Callable[[Ctx], Sequence[Engagement]] = lambda c: ()
    """Attacks that are declared and not yet fought; the one that is made up to be rolled for comes first."""
    attackers: Callable[[Ctx, Hex], tuple[Unit, ...]] = lambda c, h: ()
    """Units that could join an attack on a hex in this step, where the hex is chosen first."""
    riders: Callable[[Ctx, str, Engagement], Mapping[Unit, bool]] = lambda c, kind, fight: {}
    """Support, such as aircraft, that can go with attackers or stay behind as the player says, and whether it stays.
    ``tally`` takes its ids as ``stay`` and ``follow`` among the modifiers."""
    vacated: Callable[[Ctx], Hex] = lambda c: -1
    """The hex that the enemy has left, while units may advance after combat; -1 at other times."""
    prospects: Callable[[Ctx], list[Prospect]] = lambda c: []
    """Attacks that the side to act could make now or after moving, the best first."""
    aided: Callable[[Ctx, Prospect], Tally | None] = lambda c, prospect: None
    """One of them with all support at hand that it does not have by itself; ``None`` where that changes nothing."""
    supposed: Callable[[Ctx], dict[str, str]] = lambda c: {}
    """Modifiers by which an attack that is not declared is planned as the list of attacks has it."""
    key: str = ""
    """What the codes of the results table mean, in one sentence."""
    keys: tuple[tuple[str, str], ...] = ()
    """The same for kinds of combat with codes of their own."""
    gives_way: tuple[str, str] = ("R", "retreat")
    """What ``Prospect.retreat`` is the chance of, in a list and in a sentence."""


class TurnQueries(NamedTuple):
    """What can be asked about the turn and what lies beside the map."""

    name: Callable[[Ctx], str] = lambda c: f"turn {c.state.turn}"
    """The turn in words: ``T3 12-21 Jul``."""
    outline: Callable[[Ctx], list[OutlineLine]] = lambda c: []
    """The sequence of play with the present phase."""
    idle: Callable[[Ctx], frozenset[str]] = lambda c: frozenset()
    """Ids of the phases ahead that pass by themselves as things stand, as far as the game tells them."""
    score: Callable[[Ctx], Score] = lambda c: Score("", 0, 0, (), "")
    tracks: Callable[[Ctx, str], list[Track]] = lambda c, viewer: []
    """Boxes, cups and tracks as the viewer may see them."""
    tasks: Callable[[Ctx], list[Task]] = lambda c: []
    """What is left in the present step, what is pressing first; empty where the step is one question."""
    risks: Callable[[Ctx], list[Task]] = lambda c: []
    """What the enemy could do to the side that decides once it has ended this step; asked when it is about to."""
    named: Callable[[Ctx, str], list[Named]] = lambda c, viewer: []
    """Further things with a name, such as chits, as far as the viewer knows of them."""
    deciding: Callable[[Ctx], str] = lambda c: ""
    """Which person at the table decides now, where a side has several; else empty."""


class Queries(NamedTuple):
    """What can be asked of a game."""

    map: MapQueries = MapQueries()
    units: UnitQueries = UnitQueries()
    combat: CombatQueries = CombatQueries()
    turn: TurnQueries = TurnQueries()
