"""The made-up front as a game that is played: red moves, red attacks, and it is blue's turn. No game of the program.

It is there to show that the planner meets a game that it has never seen with no change of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from engine.components.dice import Dice
from engine.components.grid import Hex, Unit
from engine.play.action import Action, Refusal
from engine.play.columns import Marks
from engine.play.state import Frame, State
from engine.play.step import Context, Prompt, Step
from engine.players.planner.dashes import Dash
from engine.players.planner.ending import Left
from engine.players.planner.exchange import ways_out
from engine.players.planner.knowledge import Outcome, Stand
from engine.players.planner.plan import Order
from engine.players.planner.planning import Ready
from engine.players.planner.weights import Weights
from tests.support.skirmish import Skirmish

SIDES = 10
"""Faces of the die."""


@dataclass
class FrontState(State):
    """What changes: who has moved, and which hexes were attacked."""

    moved: list[int] = field(default_factory=list)
    attacked: list[int] = field(default_factory=list)


class FrontContext(Context[FrontState]):
    """A position of the front to play on; of ``Context`` all that needs no data of a game."""

    def __init__(self, front: Skirmish, step: str = "move") -> None:
        n = len(front.counters)
        self.front = front
        self._sides = ("red", "blue")
        self.state = FrontState(turn=1, side="red", stack=[Frame("turn"), Frame(step)], moved=[0] * n,
                                hex_of=[c.hex for c in front.counters],
                                steps_left=[len(c.steps) for c in front.counters])  # fmt: skip
        self.dice, self.steps = Dice(1), {s.id: s for s in (Turn(), Move(), Attack())}
        self.events, self.barrier, self.shown, self.thrown = [], False, set(), []
        self.rev, self.cache, self.kept, self.marks, self.base = 0, {}, {}, Marks(), None

    def known(self, side: str) -> Skirmish:
        """The front as it is now, asked by a side."""
        s = self.state
        counters = [c._replace(hex=s.hex_of[u], steps=c.steps[len(c.steps) - s.steps_left[u] :])
                    for u, c in enumerate(self.front.counters)]  # fmt: skip
        return self.front.with_counters(counters, side)

    def lose(self, units: Sequence[Unit], count: int) -> None:
        """Steps off the first of some units that are left."""
        for _ in range(count):
            u = next((u for u in units if self.state.hex_of[u] >= 0), None)
            if u is not None:
                self.state.steps_left[u] -= 1
                if not self.state.steps_left[u]:
                    self.state.hex_of[u] = -1
        self.touch()


class Turn(Step[FrontState]):
    """Blue's turn: nobody asks any more."""

    id = "turn"

    def prompt(self, c: Context[FrontState]) -> Prompt:
        return Prompt("blue", "It is blue's turn.", "front:1")


class Move(Step[FrontState]):
    """``go UNIT HEX``, then ``end``."""

    id = "move"

    def prompt(self, c: Context[FrontState]) -> Prompt:
        return Prompt("red", "Move.", "front:2", Action("end"))

    def check(self, c: Context[FrontState], action: Action) -> Refusal | None:
        assert isinstance(c, FrontContext)
        if action.verb == "end":
            return None
        u, h = map(int, action.args)
        full = sum(1 for at in c.state.hex_of if at == h) >= c.front.most
        wrong = action.verb != "go" or c.state.moved[u] or full or h not in c.known("red").reach(u)
        return Refusal("front:2", "That unit does not go there.") if wrong else None

    def apply(self, c: Context[FrontState], action: Action) -> None:
        if action.verb == "end":
            c.goto("attack")
        else:
            u, h = map(int, action.args)
            c.state.hex_of[u], c.state.moved[u] = h, 1


class Attack(Step[FrontState]):
    """``attack HEX UNIT...`` for one target after the other, then ``end``."""

    id = "attack"

    def prompt(self, c: Context[FrontState]) -> Prompt:
        return Prompt("red", "Attack.", "front:3", Action("end"))

    def check(self, c: Context[FrontState], action: Action) -> Refusal | None:
        again = action.verb == "attack" and int(action.args[0]) in c.state.attacked
        return Refusal("front:3", "That hex was attacked.") if again else None

    def apply(self, c: Context[FrontState], action: Action) -> None:
        assert isinstance(c, FrontContext)
        if action.verb == "end":
            c.done()
            return
        target, *units = map(int, action.args)
        k = c.known("red")
        defenders = [f.unit for f in k.forces("blue") if f.hex == target]
        strength = sum(k.arriving(Stand(u, c.state.hex_of[u]), target) for u in units)
        faces = [o for o, p in k.chances(strength, sum(f.defense for f in k.forces("blue") if f.hex == target), target)
                 for _ in range(round(p * SIDES))]  # fmt: skip
        result = faces[c.roll(SIDES, results=[str(o) for o in faces]) - 1]
        c.state.attacked.append(target)
        _carried_out(c, k, result, units, defenders, target)


def _carried_out(
    c: FrontContext, k: Skirmish, o: Outcome, units: Sequence[Unit], defenders: Sequence[Unit], h: Hex
) -> None:
    red = {f.hex for f in k.forces("red")}
    closed = {*red, *(n for at in red for n in k.beside(at))}
    made = ways_out(k.beside, h, o.retreat, closed)
    c.lose(units, o.attacker)
    c.lose(defenders, o.defender + o.retreat - made)
    for u in defenders:
        if made and c.state.hex_of[u] >= 0:
            c.state.hex_of[u] = next(n for n in k.beside(h) if n not in closed)
    c.touch()


class FrontPlanning:
    """The deeds of the front."""

    firm = False

    def steps(self, side: str) -> tuple[str, ...]:
        return "move", "attack"

    numbers = Weights(pull=0.1)

    def knowledge(self, c: Any, side: str) -> Skirmish:
        found: Skirmish = c.known(side)
        return found

    def left(self, c: Any, side: str) -> Left:
        return Left()

    def weights(self, c: Any, side: str) -> Weights:
        return self.numbers

    def ready(self, c: Any, side: str) -> Ready:
        units = [f.unit for f in c.known(side).forces(side)]
        return Ready(units, [u for u in units if c.state.moved[u] or c.frame.step == "attack"])

    def next(self, c: Any, orders: Mapping[Unit, Order]) -> Action | None:
        s = c.state
        if c.frame.step == "move":
            going = [Action("go", (str(u), str(o.hex))) for u, o in sorted(orders.items()) if s.hex_of[u] != o.hex]
            return next((a for a in going if c.step.check(c, a) is None), Action("end"))
        wanted: dict[Hex, list[Unit]] = {}
        for u, o in sorted(orders.items()):
            if o.target >= 0 and o.target not in s.attacked and s.hex_of[u] == o.hex and o.target in s.hex_of:
                wanted.setdefault(o.target, []).append(u)
        for target, units in sorted(wanted.items()):
            k = c.known("red")
            strength = sum(k.arriving(Stand(u, s.hex_of[u]), target) for u in units)
            if k.chances(strength, sum(f.defense for f in k.forces("blue") if f.hex == target), target):
                return Action("attack", (str(target), *map(str, units)))
        return Action("end")

    def prepares(self, c: Any) -> Iterator[None]:
        """Nothing takes long."""
        return iter(())

    def spent(self, c: Any, orders: Mapping[Unit, Order]) -> bool:
        return False

    def ends(self, c: Any) -> Mapping[Action, Mapping[Unit, Hex]]:
        return {}

    def dashes(self, c: Any) -> Iterator[Dash | None]:
        return iter(())

    def part(self, c: Any) -> int | None:
        return 1 if c.frame.step in self.steps("red") else None

    def answer(self, c: Any) -> Action:
        return Action("end")


PLANNING = FrontPlanning()


class FrontMatch:
    """As much of a match as a player asks."""

    def __init__(self, front: Skirmish) -> None:
        self.c = FrontContext(front)
        self.history: list[Action] = []
        self.rules: Any = SimpleNamespace(advice="tests.support.front", title="The front", deal=None)
        size = front.grid.size
        labels = [f"H{h}" for h in range(size)]
        board = SimpleNamespace(index={str(h): h for h in range(size)}, describe=labels.__getitem__)
        roster = SimpleNamespace(by_id={}, short=[f"U{u}" for u in range(size)])
        self.data = SimpleNamespace(roster=roster, board=board, memo={})

    @property
    def state(self) -> FrontState:
        return self.c.state

    @property
    def side(self) -> str:
        return self.state.side

    def view(self, side: str) -> Any:
        return SimpleNamespace(c=self.c)

    def check(self, action: Action) -> Refusal | None:
        return self.c.step.check(self.c, action)

    def play(self, action: Action) -> None:
        """Carry out an action."""
        self.c.step.apply(self.c, action)
        self.c.touch()
        self.history.append(action)
