"""8.26: a Soviet unit goes into Bulgaria and comes back with the three armies of that country."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.bd.allies import ASIDE, of
from engine.games.bd.control import enter
from engine.games.bd.movement.allowance import begin, may_move, movers, points
from engine.games.bd.movement.costs import class_of, hex_cost
from engine.games.bd.stacking import counts
from engine.games.bd.state import FRESH
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.units import held_by, riders, side_units, to_box
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb

Words = tuple[str, ...]
BOX = "bulgaria"
FROM_TURN = 14
"""First game turn on which the armies come as soon as they are called (8.26)."""


def _armies(c: Ctx) -> list[Unit]:
    """The Bulgarian armies that nobody has called in."""
    return [u for u in of(c, "soviet", "bulgarian") if c.state.box[u] == ASIDE]


def _edge(c: Ctx) -> frozenset[Hex]:
    return tables(c).zone("bulgarian_edge")


# ---------------------------------------------------------------------- there
@rule("bd:8.26", "bd:10.21", "bd:8.32")
def visit_check(c: Ctx, unit: str) -> Refusal | None:
    """``visit 57ra``: over the Bulgarian border, for a movement point."""
    u = c.unit(unit)
    name, h = c.roster.short[u], c.state.hex_of[u]
    if (refusal := may_move(c, u)) is not None:
        return refusal
    if c.roster.side[u] != "soviet" or not _armies(c) or c.state.bulgaria_turn:
        return Refusal("bd:8.26", f"{name} has nobody to call from Bulgaria.", units=(u,))
    if h not in _edge(c):
        return Refusal("bd:8.26", f"{name} is in no hex on the Bulgarian border.", (h,), (u,))
    if points(c, u) < 1:
        return Refusal("bd:8.26", f"{name} has no movement point left.", units=(u,))
    if riders(c, [u]):
        return Refusal("bd:8.32", f"{name} has a cavalry-mechanized group with it, which stays on the map.", units=(u,))
    return None


@rule("bd:8.26")
def _visit(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    h = c.state.hex_of[u]
    begin(c, [u], c.state.origin[u])
    to_box(c, u, BOX)
    c.state.bulgaria_turn = c.state.turn
    if c.state.turn < FROM_TURN:
        for v in _armies(c):
            to_box(c, v, f"turn {FROM_TURN}")
    c.touch()
    c.say("move", f"{c.roster.short[u]} goes into Bulgaria.", "bd:8.26", hexes=[h], units=[u])


def _visitors(c: Ctx) -> list[str]:
    if c.state.side != "soviet" or c.state.bulgaria_turn or not _armies(c):
        return []
    return [i for i in movers(c) if c.state.hex_of[c.roster.by_id[i]] in _edge(c)]


# ---------------------------------------------------------------------- and back
def party(c: Ctx) -> list[Unit]:
    """Who comes back in this movement phase: the visitor first, then the armies."""
    s = c.state
    if s.side != "soviet" or not 0 < s.bulgaria_turn < s.turn:
        return []
    visitors = [u for u, box in enumerate(s.box) if box == BOX]
    return [*visitors, *_armies(c)] if visitors else []


@rule("bd:8.26", "bd:6.3")
def return_check(c: Ctx, hex_: str) -> Refusal | None:
    """``return 3216``: all together over the border, satellites in one hex for once."""
    h, units = c.hex(hex_), party(c)
    if not units:
        return Refusal("bd:8.26", "Nobody comes back from Bulgaria in this phase.")
    where, most = c.board.describe(h), c.data.constant("stacking")
    if h not in _edge(c) or held_by(c, h) == "axis":
        return Refusal("bd:8.26", f"{where} is no free hex on the Bulgarian border.", (h,))
    here = [u for u in (*side_units(c, h, "soviet"), *units) if counts(c, u)]
    if len(here) > most:
        return Refusal("bd:6.3", f"{where} would hold {len(here)} units, the limit is {most}.", (h,), tuple(here))
    return None


@rule("bd:8.26", "bd:8.1")
def _return(c: Ctx, hex_: str) -> None:
    """They begin their movement with the hex that they come into."""
    h, units, s = c.hex(hex_), party(c), c.state
    for u in units:
        s.edge_entries[c.roster.ids[u]] = hex_cost(c, class_of(c, u), h)
        enter(c, [u], h)
        s.origin[u], s.moving[u], s.mp_left[u] = h, FRESH, 0
    c.touch()
    text = f"{c.roster.names(units)} come out of Bulgaria at {c.board.describe(h)}."
    c.say("reinforcement", text, "bd:8.26", hexes=[h], units=units)


def _returns(c: Ctx) -> list[str]:
    return [c.label(h) for h in sorted(_edge(c)) if return_check(c, c.label(h)) is None] if party(c) else []


@rule("bd:8.26")
def must_return(c: Ctx) -> Refusal | None:
    """Whether the phase cannot end yet, as somebody has to come back and can."""
    if not (labels := _returns(c)):
        return None
    return Refusal(
        "bd:8.26", f"The army in Bulgaria comes back in this phase: 'return' and one of {', '.join(labels)}."
    )


def _each(found: list[str], subject: str | None) -> Iterable[Words]:
    return [(word,) for word in found if subject in (None, word)]


VERBS = (
    Verb("visit", lambda c, s: _each(_visitors(c), s), visit_check, _visit, "visit UNIT: into Bulgaria, to call armies",
         "bd:8.26", _visitors, rare=True),
    Verb("return", lambda c, s: _each(_returns(c), s), return_check, _return, "return HEX: back from Bulgaria",
         "bd:8.26", _returns, rare=True),
)  # fmt: skip
