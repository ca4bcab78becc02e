"""8.5: units that the set-up card calls away, who goes in their place, and what it costs to keep them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_air, is_combat
from engine.games.efs.plans import asked_about, hastened, may_stay
from engine.games.efs.replacing import prices, stock
from engine.games.efs.surrender import way_out
from engine.games.efs.tables import Ctx
from engine.games.efs.units import (
    ACTIVE,
    AIR_BOXES,
    CADRE,
    ELIMINATED,
    REMOVED,
    WITHDRAWN,
    attack,
    defence,
    on_map,
    to_box,
)
from engine.games.efs.victory import AXIS, score
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

TRACK = (ACTIVE, CADRE, ELIMINATED, REMOVED)
"""Boxes from which a ground unit can be withdrawn."""
PRICE = 1
"""Victory points for each unit that is kept (8.53)."""
DONE = -1
"""What ``EfsState.leaving`` says of a withdrawal that is settled."""


class Withdrawal(NamedTuple):
    """A line of the set-up card."""

    turn: int
    side: str
    unit: Unit
    must: bool
    """It cannot be cancelled (8.54)."""
    full: bool
    """It goes at full strength; else at any (8.51)."""
    returns: int
    """Turn in which it comes back, 0 for never."""


@rule("efs:8.5", "efs:8.51", "efs:R252")
@derived("plan")
def listed(c: Ctx) -> tuple[Withdrawal, ...]:
    """All withdrawals of the scenario, a Victory Plan taken in."""
    return tuple(_listed(c))


def _listed(c: Ctx) -> Iterator[Withdrawal]:
    table = c.scenario.get("withdrawals", {})
    for values in table.get("rows", ()):
        row = dict(zip(table["columns"], values, strict=True))
        full = row.get("strength", "any") == "full"
        u, turn = c.unit(row["unit"]), hastened(c, row["side"], row["turn"])
        binds = edition(c).withdrawals_bind
        must = binds and row["must"] and not may_stay(c, u)
        yield Withdrawal(turn, row["side"], u, must, full and binds, row.get("returns", 0))


def due(c: Ctx, side: str) -> list[Withdrawal]:
    """Withdrawals of a side that its turn asks for and nobody has settled."""
    found = (w for w in listed(c) if w.turn == c.state.turn and w.side == side)
    return [w for w in found if c.state.leaving[c.roster.ids[w.unit]] != DONE and in_play(c, w.unit)]


def in_play(c: Ctx, u: Unit) -> bool:
    """Whether a unit can be withdrawn at all: on the map, on the Unit Rebuilding Track or among the air units."""
    return c.state.hex_of[u] >= 0 or c.state.box[u] in (AIR_BOXES if is_air(c, u) else TRACK)


@rule("efs:8.51", "efs:R16")
def surrounded(c: Ctx, u: Unit) -> bool:
    """Whether no line of any length leads from a unit on the map to a supply source of its side."""
    h = c.state.hex_of[u]
    return h >= 0 and h not in way_out(c, c.roster.side[u])


@rule("efs:8.51", "efs:8.52", "efs:8.54", "efs:R202")
def goers(c: Ctx, w: Withdrawal) -> list[Unit]:
    """Who may go for a withdrawal now: the unit itself, a like aircraft, or others for a surrounded unit."""
    r = c.roster
    if is_air(c, w.unit):
        type_ = r.value("aircraft", w.unit)
        same = (u for u in range(len(r)) if r.side[u] == w.side and is_air(c, u) and r.value("aircraft", u) == type_)
        return [u for u in same if in_play(c, u)]
    if not edition(c).withdrawals_bind:
        return [w.unit] if c.state.hex_of[w.unit] >= 0 else _alike(c, w)
    if not surrounded(c, w.unit):
        return [w.unit]
    like = [u for u in on_map(c, w.side) if r.kind[u] == r.kind[w.unit] and not surrounded(c, u)]
    if w.must:
        return like
    strong = attack(c, w.unit), defence(c, w.unit)
    return [u for u in like if attack(c, u) >= strong[0] and defence(c, u) >= strong[1]]


@rule("efs:8.51")
def _alike(c: Ctx, w: Withdrawal) -> list[Unit]:
    """Units on the map of the type of one that is lost, with its strengths."""
    r, strong = c.roster, c.roster.faces[w.unit][0][:2]
    return [u for u in on_map(c, w.side) if r.kind[u] == r.kind[w.unit] and (attack(c, u), defence(c, u)) == strong]


@rule("efs:8.51", "efs:8.52", "efs:8.54")
def may_leave(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to act may be withdrawn now."""
    side = c.state.side
    if _called(c, u, side) is not None:
        return None
    awaited = due(c, side)
    if any(w.unit == u for w in awaited):
        what = "surrounded" if c.state.hex_of[u] >= 0 else "lost"
        text = f"{c.roster.short[u]} is {what}: another unit of its type goes."
        return Refusal("efs:8.51", text, units=(u,))
    names = c.roster.names([w.unit for w in awaited]) if awaited else "nobody"
    return Refusal("efs:8.51", f"{c.roster.short[u]} is not called away; called away: {names}.", units=(u,))


def _called(c: Ctx, u: Unit, side: str) -> Withdrawal | None:
    """The withdrawal that a unit would serve: its own before another's."""
    serves = [w for w in due(c, side) if u in goers(c, w)]
    return min(serves, key=lambda w: w.unit != u, default=None)


@rule("efs:8.51", "efs:8.52", "efs:8.54")
def leave(c: Ctx, u: Unit) -> None:
    """A unit is picked up; for one that must go and is surrounded, others go until they make up its steps."""
    w = _called(c, u, c.roster.side[u])
    assert w is not None
    s, name, here = c.state, c.roster.ids[w.unit], [h for h in (c.state.hex_of[u],) if h >= 0]
    part = s.steps_left[u] if w.must and u != w.unit and not is_air(c, u) else 0
    owed = c.roster.steps[u] - s.steps_left[u] if w.full and not is_air(c, u) else 0
    if w.returns and not s.steps_left[u] and not is_air(c, u) and not owed:
        s.without_step[c.roster.ids[u]] = TRACK.index(s.box[u])
    to_box(c, u, f"turn {w.returns}" if w.returns else WITHDRAWN)
    so_far = s.leaving[name] + part
    s.leaving[name] = so_far if part and so_far < s.steps_left[w.unit] else DONE
    instead = f" in place of {c.roster.short[w.unit]}" if u != w.unit else ""
    law = "efs:8.52" if is_air(c, u) else "efs:8.54" if part else "efs:8.51"
    told = f"; it returns on turn {w.returns}" if w.returns else ""
    c.say("withdrawal", f"{c.roster.agree(u, 'is', 'are')} withdrawn{instead}{told}.", law, hexes=here, units=[u])
    if owed > 0:
        _make_up(c, u, owed)
    c.touch()


@rule("efs:8.51", "efs:R247")
def come_back(c: Ctx) -> None:
    """Units that were withdrawn without a step and are due again: back to the box of the track that they lay in."""
    for name, n in list(c.state.without_step.items()):
        u = c.unit(name)
        if c.state.box[u] == f"turn {c.state.turn}":
            to_box(c, u, TRACK[n])
            del c.state.without_step[name]
            c.say(
                "withdrawal",
                f"{c.roster.agree(u, 'returns', 'return')} as it left, without a step.",
                "efs:R247",
                units=[u],
            )
    c.touch()


@rule("efs:8.51")
def _make_up(c: Ctx, u: Unit, owed: int) -> None:
    """Missing steps of a unit that goes at full strength: saved points first, units of its type on the map then."""
    s, side = c.state, c.roster.side[u]
    price = prices(c, u)
    s.steps_left[u] = c.roster.steps[u]
    for type_, each in price.items():
        paid = min(owed, stock(c, side, type_) // each)
        if paid:
            s.points[f"{side} {type_}"] -= paid * each
            owed -= paid
            text = f"{paid * each} replacement points of type {type_} make up steps of {c.roster.short[u]}."
            c.say("withdrawal", text, "efs:8.51", units=[u])
    if owed:
        s.owed[c.roster.ids[u]] = owed


@rule("efs:8.51")
def givers(c: Ctx, side: str) -> list[Unit]:
    """Units on the map of which one gives a step for a unit that was withdrawn too weak."""
    kinds = {c.roster.kind[c.unit(name)] for name in c.state.owed if c.roster.side[c.unit(name)] == side}
    return [u for u in on_map(c, side) if c.roster.kind[u] in kinds and is_combat(c, u)] if kinds else []


@rule("efs:8.51")
def give_step(c: Ctx, u: Unit) -> None:
    """A unit gives a step to a like one that was withdrawn."""
    s, here = c.state, c.state.hex_of[u]
    name = next(n for n in s.owed if c.roster.kind[c.unit(n)] == c.roster.kind[u])
    s.owed[name] -= 1
    if not s.owed[name]:
        del s.owed[name]
    if s.steps_left[u] > 1:
        s.steps_left[u] -= 1
    else:
        to_box(c, u, CADRE)
    c.touch()
    text = f"{c.roster.agree(u, 'gives', 'give')} a step to {c.roster.name[c.unit(name)]}."
    c.say("withdrawal", text, "efs:8.51", hexes=[here], units=[u])


# ---------------------------------------------------------------------- keeping
@rule("efs:8.53", "efs:8.54")
def may_keep(c: Ctx, u: Unit) -> Refusal | None:
    """Whether the side to act may pay to keep a unit that is called away."""
    found = next((w for w in due(c, c.state.side) if w.unit == u), None)
    if found is None:
        return Refusal("efs:8.53", f"{c.roster.short[u]} is not called away now.", units=(u,))
    if found.must:
        return Refusal("efs:8.54", f"The withdrawal of {c.roster.short[u]} cannot be cancelled.", units=(u,))
    return None


@rule("efs:8.53")
def keep(c: Ctx, u: Unit) -> None:
    """A withdrawal is cancelled for a victory point."""
    c.state.leaving[c.roster.ids[u]] = DONE
    c.touch()
    c.say("withdrawal", f"{c.roster.agree(u, 'stays', 'stay')}.", "efs:8.53", units=[u])
    cost = -PRICE if c.roster.side[u] == AXIS else PRICE
    score(c, cost, f"{c.roster.short[u]} is not withdrawn", "efs:8.53")


# ---------------------------------------------------------------------- by itself
@rule("efs:8.51", "efs:8.54", "efs:R202", "efs:R252")
def settle(c: Ctx, side: str) -> None:
    """What leaves no choice: units that must go and can; nobody goes for a unit that no other can stand in for.

    Those that some Victory Plan might keep are asked about whatever the plan is.
    """
    for w in due(c, side):
        going = goers(c, w)
        if not going and not edition(c).withdrawals_bind:
            keep(c, w.unit)
        elif not going:
            c.state.leaving[c.roster.ids[w.unit]] = DONE
            text = f"{c.roster.agree(w.unit, 'is', 'are')} surrounded, and no unit of its type can go for it."
            c.say("withdrawal", text, "efs:R202", units=[w.unit])
        elif w.must and going == [w.unit] and not asked_about(c, w.unit):
            leave(c, w.unit)
    for name in [n for n in c.state.owed if c.roster.side[c.unit(n)] == side]:
        if not any(c.roster.kind[u] == c.roster.kind[c.unit(name)] for u in givers(c, side)):
            del c.state.owed[name]
    c.touch()
