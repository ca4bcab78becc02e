"""Questions that are only about where units come to stand, such as an advance: by the worth of the hexes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from engine.components.grid import Hex, Unit
from engine.play.action import Action
from engine.players.planner.plan import Order, Orders, Parts
from engine.players.planner.situation import Situation
from engine.players.planner.worth import Worth

Ends = Mapping[Action, Mapping[Unit, Hex]]
"""By action where it takes whom; the one that takes nobody anywhere is among them where it is allowed."""
Places = dict[Unit, Hex]
Found = tuple[float, Action | None, Parts]
"""What an action is worth, the action, and what speaks for it."""
NOTHING: Found = (0.0, None, ())
LEAST = 0.01
"""Worth for which somebody goes elsewhere when nobody has to."""


def fitting(units: Iterable[Unit], refused: Callable[[Unit, list[Unit]], object]) -> list[Unit]:
    """As many of some units as go somewhere together, by their order; ``refused`` is told who goes already."""
    found: list[Unit] = []
    for u in units:
        if refused(u, found) is None:
            found.append(u)
    return found


def advances(
    units: Sequence[Unit], most: int, name: Callable[[Unit], str], target: Hex,
    refused: Callable[[Unit, list[Unit]], object],
) -> dict[Action, dict[Unit, Hex]]:  # fmt: skip
    """Into a hex goes nobody, one of the first few of some units, or as many of all as may go together."""
    found: dict[Action, dict[Unit, Hex]] = {Action("end"): {}}
    found |= {Action("advance", (name(u),)): {u: target} for u in units[:most]}
    if len(units) > 1:
        found[Action("all")] = dict.fromkeys(fitting(units, refused), target)
    return found


def easiest(units: Iterable[Unit], ways: Mapping[Hex, float], action: Callable[[Hex], Action]) -> Ends:
    """Where units can go together by the easiest of some ways, each by its ``action``; nothing where there is no
    choice."""
    least = min(ways.values(), default=0)
    hexes = sorted(h for h, rank in ways.items() if rank == least)
    return {action(h): dict.fromkeys(units, h) for h in hexes} if len(hexes) > 1 else {}


class Placed(NamedTuple):
    """An action that was chosen, with what speaks for it, and the one that came second."""

    action: Action
    parts: Parts = ()
    """Nothing for the action that takes nobody anywhere."""
    second: Action | None = None
    less: float = 0.0
    """What the second would be worth."""


class Placing:
    """The choice between actions that differ only in where units stand afterwards."""

    def __init__(self, s: Situation, ends: Ends) -> None:
        """``s`` is made for the units that are asked about."""
        self.s, self.ends, self.worth = s, ends, Worth(s)

    def work(self) -> Iterator[list[Placed] | None]:
        """What is to be done one after the other, found in pieces: each time the action that is worth most once those
        before it are done, as long as one is worth anything; the one that takes nobody anywhere is the last."""
        quiet = next((action for action, moved in self.ends.items() if not moved), None)
        row, gone, rest = list[Placed](), Places(), list[Found]()
        left = {action: moved for action, moved in self.ends.items() if moved}
        for _ in chain(self.s.reached(), self.worth.weighing(self.s.staying)) if left else ():
            yield None
        while left:
            rest = []
            for tried, first, less in _choices(left):
                if self._holds({**gone, **tried}):
                    gain = self._gain(gone, tried)
                    rest.append((sum(v for _, v in gain) - less, first, gain))
                yield None
            value, action, parts = max(rest, key=lambda f: f[0], default=NOTHING)
            if action is None or (value <= LEAST and (row or quiet)):
                break
            others = [f for f in rest if f[1] != action]
            row.append(_placed(action, parts, [*others, (0.0, quiet, ())] if quiet else others))
            gone, rest = {**gone, **left[action]}, []
            left = {action: moved for action, moved in left.items() if gone.keys().isdisjoint(moved)}
        yield [*row, _placed(quiet, (), rest)] if quiet else row

    def _gain(self, gone: Mapping[Unit, Hex], moved: Mapping[Unit, Hex]) -> Parts:
        """What units bring elsewhere, once others are gone, over staying where they are."""
        before, after = (dict(self.worth.parts(self._orders(m))) for m in (gone, {**gone, **moved}))
        names = [*before, *(name for name in after if name not in before)]
        return tuple((name, after.get(name, 0.0) - before.get(name, 0.0)) for name in names)

    def _orders(self, moved: Mapping[Unit, Hex]) -> Orders:
        return {**self.s.staying, **{u: Order(h) for u, h in moved.items() if u in self.s.mine}}

    def _holds(self, moved: Mapping[Unit, Hex]) -> bool:
        return not self.s.crowded(self._orders(moved))


def _placed(action: Action, parts: Parts, others: list[Found]) -> Placed:
    """An action with the best of those that were not chosen."""
    less, second, _ = max(others, key=lambda f: f[0], default=NOTHING)
    return Placed(action, parts, second, less)


def _choices(left: Ends) -> Iterator[tuple[Places, Action, float]]:
    """Who goes where by which action, and what that must be worth more: one by himself, or with another into one hex,
    the first of the two."""
    for action, moved in left.items():
        yield dict(moved), action, 0.0
    for (first, a), (_, b) in combinations(left.items(), 2):
        if set(a.values()) == set(b.values()) and not set(a) & set(b):
            yield {**a, **b}, first, LEAST
