"""Section 9: the Movement Segment as a step, and where a unit could go."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.ava.movement.reach import (
    climb_apply,
    climb_check,
    cross_apply,
    cross_check,
    has_ended,
    kept_search,
    march_apply,
    march_check,
    may_enter,
    may_move,
    may_use,
    move_apply,
    move_check,
    normal_reach,
    steep,
    strategic_reach,
    too_far,
)
from engine.games.ava.state import FRESH, AvaState
from engine.games.ava.tables import Ctx, tables
from engine.play.asked import Reach
from engine.play.step import Context, Prompt, Step, Verb, always, no_words
from engine.play.suppose import reckoning


def movers(c: Ctx) -> list[str]:
    """Units that may still move."""
    ids = c.roster.ids
    return [ids[u] for u, on in enumerate(c.state.active) if on and may_move(c, u) is None]


def _targets(mode: str):  # type: ignore[no-untyped-def]
    def options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
        for unit in movers(c) if subject is None else [subject]:
            u = c.roster.by_id.get(unit, -1)
            if u < 0 or may_move(c, u) is not None:
                continue
            for h in kept_search(c, u, mode)[0]:
                yield unit, c.label(h)

    return options


def _crossings(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    river = c.board.side("major river")
    for unit, u in _fresh(c, subject):
        here = c.state.hex_of[u]
        for d, h in enumerate(c.grid.neighbours[here]):
            if h >= 0 and river[here * 6 + d]:
                yield unit, c.label(h)


def _climbs(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    for unit, u in _fresh(c, subject):
        if tables(c).climbs(c.roster.kind[u]):
            here = c.state.hex_of[u]
            yield from ((unit, c.label(h)) for h in c.grid.adjacent[here] if steep(c, here, h))


def _fresh(c: Ctx, subject: str | None) -> Iterable[tuple[str, Unit]]:
    """Units that have not moved yet in this segment."""
    for unit in movers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and may_move(c, u) is None and c.state.mode[u] == FRESH:
            yield unit, u


def _end(c: Ctx) -> None:
    c.say("phase", "The Movement Segment ends.", "ava:5.0")
    c.done()


class Movement(Step[AvaState]):
    """Movement Segment: activated units move one at a time, or not at all (9.1)."""

    id = "movement"
    phase = "movement"
    title = "Movement Segment"
    verbs = (
        Verb(
            "move",
            _targets("normal"),
            move_check,
            move_apply,
            "move UNIT [WAYPOINT...] HEX",
            "ava:9.2",
            movers,
            paid=True,
        ),
        Verb(
            "cross",
            _crossings,
            cross_check,
            cross_apply,
            "cross UNIT HEX: over an unbridged major river",
            "ava:9.2",
            movers,
        ),
        Verb(
            "climb",
            _climbs,
            climb_check,
            climb_apply,
            "climb UNIT HEX: a mountain division into the mountains",
            "ava:9.2",
            movers,
        ),
        Verb(
            "march",
            _targets("strategic"),
            march_check,
            march_apply,
            "march UNIT HEX: strategic movement by road",
            "ava:9.3",
            movers,
        ),
        Verb("end", no_words, always, _end, "end: close the Movement Segment", "ava:9.1"),
    )

    def prompt(self, c: Context[AvaState]) -> Prompt:
        left = sum(1 for u in movers(c) if c.state.mode[c.roster.by_id[u]] == FRESH)
        text = f"Move activated units ({counted(left, 'has', 'have')} not moved), then end."
        return Prompt(c.state.side, text, "ava:9.1")


def reach_query(c: Ctx, u: Unit, mode: str) -> Reach:
    """Costs in movement points for ``normal`` or ``strategic`` movement, and why neighbours are closed.

    A unit that no command has activated is taken as fresh: the question is what it could do. One that has ended its
    movement under this command, or began the other kind, goes nowhere.
    """
    s = c.state
    if s.hex_of[u] < 0:
        return Reach({})
    if s.active[u] and (refusal := has_ended(c, u) or may_use(c, u, mode or "normal")) is not None:
        around = c.grid.adjacent[s.hex_of[u]]
        return Reach({}, dict.fromkeys(around, (refusal.rule, refusal.reason)))
    there = c if s.active[u] else reckoning(c, mp_left={u: c.roster.move[u] * 2})
    costs = (strategic_reach if mode == "strategic" else normal_reach)(there, u)[0]
    blocked = {}
    for n in c.grid.adjacent[s.hex_of[u]]:
        refusal = may_enter(c, u, s.hex_of[u], n) or (too_far(c, u, n, mode) if n not in costs else None)
        if refusal is not None:
            blocked[n] = (refusal.rule, refusal.reason)
    return Reach({h: v / 2 for h, v in sorted(costs.items())}, blocked)
