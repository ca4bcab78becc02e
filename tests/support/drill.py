"""A second game made up for the tests, as it stands before its first rule: counters, boxes, turns, positions by hand.

``BARE`` is that game: it can be played to its end, asked, saved and edited. ``tests/support/drill_rules.py`` adds
rules of the kind that the next games bring. Its data files lie in ``tests/support/data/drill``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from engine.components.grid import Hex, Unit
from engine.kit.editing import Editor, put_up, whole
from engine.kit.invariants import astray
from engine.kit.opening import opened
from engine.kit.outline import outline, present
from engine.play.action import Action, Refusal
from engine.play.fields import stacks, units_at
from engine.play.queries import Queries, TurnQueries
from engine.play.ruleset import Ruleset
from engine.play.state import State
from engine.play.step import Context, Prompt, Step, Verb, always, no_words

POOL, LOST = "pool", "lost"


@dataclass
class DrillState(State):
    """What the drill keeps beside the columns of all games."""

    moved: list[int] = field(default_factory=list)
    """Per unit 1 once it has moved or fought in this turn."""
    rails: dict[str, str] = field(default_factory=dict)
    """Hexes of the railway to the side that has taken them, or ``cut``."""
    control: dict[str, str] = field(default_factory=dict)
    """Places to the side that was there last."""


Ctx = Context[DrillState]


# ---------------------------------------------------------------------- counters
def put(c: Ctx, u: Unit, h: Hex) -> None:
    """Put a unit on the map; places belong to who is there."""
    c.state.hex_of[u], c.state.box[u] = h, ""
    if h in c.board.place_at:
        c.state.control[c.label(h)] = c.roster.side[u]


def barred(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Whether a unit may stand in a hex."""
    if c.board.terrain_name(h) == "lake" or any(c.roster.side[v] != c.roster.side[u] for v in units_at(c, h)):
        return Refusal("drill:2.3", f"{c.label(h)} is a lake, or the enemy's", (h,))
    return None


# ---------------------------------------------------------------------- the turns
def begin(c: Ctx) -> None:
    """Units of the scenario on the map, all others in the pool; the first side moves."""
    s, n = c.state, len(c.roster)
    s.turn, s.hex_of, s.box, s.steps_left, s.moved = 1, [-1] * n, [POOL] * n, list(c.roster.steps), [0] * n
    for name, label in c.scenario["place"].items():
        put(c, c.unit(name), c.hex(label))
    c.call("march", side=c.data.meta["sides"][0])


def end(c: Ctx) -> None:
    """The other side's turn, the next turn, or the end of the game."""
    s, first = c.state, c.data.meta["sides"][0]
    s.moved = [0] * len(c.roster)
    if s.side == first:
        return c.goto("march", side=c.other(first))
    if s.turn < c.scenario["turns"]:
        s.turn += 1
        return c.goto("march", side=first)
    return c.over(s.control.get(c.label(c.board.places[0].hexes[0]), ""), "", "drill:6.1")


class March(Step[DrillState]):
    """A side's turn."""

    id, phase, title = "march", "movement", "March"
    verbs: ClassVar[tuple[Verb, ...]] = (Verb("end", no_words, always, end, "end", "drill:3.1"),)

    def prompt(self, c: Ctx) -> Prompt:
        """Ask for a move."""
        return Prompt(c.state.side, "March, or end.", "drill:3.1", Action("end"))


# ---------------------------------------------------------------------- positions by hand
def turn(c: Ctx, value: object) -> None:
    """``turn``: a turn of the scenario."""
    c.state.turn = whole(value, "turn", 1, c.scenario["turns"])


def wait(c: Ctx, phase: str, side: str) -> None:
    """The position waits for a side to march."""
    s = c.state
    s.over, s.stack, s.moved = False, [], [0] * len(c.roster)
    c.call("march", side=side)


def cleared(c: Ctx) -> None:
    """Everybody into the pool, the railway as printed."""
    n = len(c.roster)
    c.state.hex_of, c.state.box = [-1] * n, [POOL] * n
    c.state.rails.clear()


EDITOR = Editor(
    away=POOL, columns={"moved": 0}, natives={"north": "northern", "south": "southern"}, cleared=cleared, turn=turn,
    phases=lambda c: dict.fromkeys(c.data.meta["sides"], ("movement",)), wait=wait, barred=barred, put=put,
)  # fmt: skip


def invariants(c: Ctx) -> list[str]:
    """What must always hold."""
    mixed = [h for h, units in stacks(c).items() if len({c.roster.side[u] for u in units}) > 1]
    return [*astray(c, ["moved"]), *(f"both sides stand in {c.label(h)}" for h in mixed)]


BARE = Ruleset(
    "drill", "Drill", DrillState, {"march": March()}, partial(opened, "drill"), begin,
    lambda data, state, side: None, invariants, lambda c, changes: put_up(c, changes, EDITOR),
    Queries(turn=TurnQueries(outline=lambda c: outline(c, present(c, lambda c, f, phase: phase), lambda row: True))),
)  # fmt: skip
