"""Moving a stack hex by hex: what a move names, where it could go, what the whole allowance buys, who is left to move.

A state with ``picked``, ``origin``, ``moving`` and ``parent`` is all that is asked of a game, as in ``picking``.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, Protocol

from engine.components.grid import Hex, Unit
from engine.kit.picking import FRESH, group_of
from engine.play.action import Refusal
from engine.play.step import Context, Options

Ctx = Context[Any]


class Outset(Protocol):
    """The terms on which a group sets out: its hex, the steps from each hex with their costs, its points."""

    @property
    def start(self) -> Hex: ...
    @property
    def edges(self) -> Sequence[Iterable[tuple[Hex, int]]]: ...
    @property
    def points(self) -> int: ...
    @property
    def fresh(self) -> bool: ...


def where_to(c: Ctx, group: Sequence[Unit], way: Sequence[Hex], rule: str) -> Refusal | None:
    """Why an order to move is none: it names no hex."""
    if way:
        return None
    return Refusal(rule, f"Where shall {c.roster.short[group[0]]} go? Name a hex.", units=tuple(group))


def targets(
    movers: Callable[[Ctx], list[str]], may_move: Callable[[Ctx, Unit], Refusal | None],
    may_go: Callable[[Ctx, list[Unit]], Refusal | None], hexes: Callable[[Ctx, list[Unit]], Iterable[Hex]],
) -> Options:  # fmt: skip
    """Options of ``move UNIT HEX``: each hex that a unit, with those that are picked with it, can go to."""

    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
        for unit in movers(c) if subject is None else [subject]:
            u = c.roster.by_id.get(unit, -1)
            if u < 0 or may_move(c, u) is not None:
                continue
            group = group_of(c, u)
            if may_go(c, group) is None:
                for h in hexes(c, group):
                    if h != c.state.hex_of[u]:
                        yield unit, c.label(h)

    return options


def first_refusal(may_move: Callable[[Ctx, Unit], Refusal | None]) -> Callable[[Ctx, Sequence[Unit]], Refusal | None]:
    """Whether a group may go where each of its units must be able to."""

    def check(c: Ctx, group: Sequence[Unit]) -> Refusal | None:
        return next((refusal for u in group if (refusal := may_move(c, u)) is not None), None)

    return check


def takes_all(g: Outset, path: Sequence[Hex], cost: int) -> bool:
    """Whether a move is one hex for the whole allowance: the minimum move, or over a strait."""
    step = dict(g.edges[g.start]).get(path[-1])
    return g.fresh and len(path) == 2 and cost == g.points and (step is None or step > g.points)


def left_to_move(c: Ctx, own: Iterable[Unit], what: str, crowded: Sequence[Hex], nobody: Container[int]) -> str:
    """The question of a movement phase: what is left to do, and what the player should know before it ends.

    ``what`` may be done at all ("Move or assault"), ``crowded`` are the hexes that hold too many, ``nobody`` the
    values of ``parent`` that mean that no stack is on its way. The line fits 78 cells with side and rule.
    """
    s, units = c.state, list(own)
    if crowded:
        more = f" and {len(crowded) - 1} more" if len(crowded) > 1 else ""
        return f"Too many in {c.label(crowded[0])}{more}: the enemy would remove the excess."
    going = {u for u in units if s.parent not in nobody and s.origin[u] == s.parent}
    fresh = sum(1 for u in units if s.moving[u] == FRESH and u not in going)
    if going:
        return f"This stack: {len(going)} may go on. Others: {fresh} {'have' if fresh != 1 else 'has'} not moved."
    return f"{what}, then end: {fresh} unit{'s have' if fresh != 1 else ' has'} not moved."
