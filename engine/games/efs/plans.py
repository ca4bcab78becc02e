"""R250 to R253: the secret Victory Plan of the Axis side, which says at the end what places counted for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import AXIS, LAPSED, Spot, score, spots
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import for_good

LAW, COUNTED, EARLY = "efs:R250", "efs:R251", "efs:R252"


class Plan(NamedTuple):
    """One of the plans of the scenario."""

    id: str
    title: str
    text: str
    """What it does, in a sentence."""
    double: tuple[str, ...]
    """Places whose points count twice at the end."""
    half: tuple[str, ...]
    """Places that count half, fractions dropped."""
    keeps: frozenset[Unit]
    """Units whose withdrawal may be cancelled though the card forbids it."""
    early: int
    """Turns by which Axis withdrawals come before their time."""
    back: int
    """Victory points that it gives back for that."""


def terms(c: Ctx) -> Mapping[str, Any]:
    """What the scenario says of Victory Plans; empty for one without."""
    found: Mapping[str, Any] = c.scenario.get("plan", {})
    return found


@rule("efs:R250")
@for_good
def plans(c: Ctx) -> list[Plan]:
    """The plans among which the Axis side chooses."""
    return [
        Plan(
            row["id"],
            row["title"],
            row["text"],
            tuple(row.get("double", ())),
            tuple(row.get("half", ())),
            frozenset(map(c.unit, row.get("keeps", ()))),
            int(row.get("early", 0)),
            int(row.get("back", 0)),
        )
        for row in terms(c).get("choice", ())
    ]


def chosen(c: Ctx) -> Plan | None:
    """The plan that is written down, as far as it is known here: in a view of the other side it is not."""
    return next((p for p in plans(c) if p.id == c.state.plan), None) if c.state.plan else None


# ---------------------------------------------------------------------- writing it down
@rule("efs:R250")
def is_due(c: Ctx) -> bool:
    """Whether the plan is to be written down now."""
    return bool(terms(c)) and c.state.turn == terms(c)["turn"] and not c.state.plan


@rule("efs:R250")
def may_write(c: Ctx, name: str) -> Refusal | None:
    """Whether there is a plan of that name, which is not written down already."""
    known = [p.id for p in plans(c)]
    if name not in known:
        return Refusal(LAW, f"The plan is one of {', '.join(known)}.")
    return Refusal(LAW, "That plan is written down; seal it, or write another.") if name == c.state.plan else None


def write(c: Ctx, name: str) -> None:
    """Write a plan down, in place of another one; nobody else learns which."""
    c.state.plan = name
    c.touch()


@rule("efs:R250")
def may_seal(c: Ctx) -> Refusal | None:
    """Whether a plan is written down."""
    return None if c.state.plan else Refusal(LAW, "No plan is written down yet.")


@rule("efs:R250")
def seal(c: Ctx) -> None:
    """The plan is put away; it is not changed any more."""
    c.say("plan", "The Axis side has written down its Victory Plan, in secret until the end.", LAW)


# ---------------------------------------------------------------------- withdrawals
@rule("efs:R252")
def hastened(c: Ctx, side: str, turn: int) -> int:
    """The turn of a withdrawal of the set-up card, with the plan taken in."""
    plan = chosen(c)
    if plan is None or side != AXIS or turn <= terms(c)["turn"]:
        return turn
    return max(turn - plan.early, int(terms(c)["turn"]))


@rule("efs:R252", "efs:8.54")
def may_stay(c: Ctx, u: Unit) -> bool:
    """Whether the plan lets a withdrawal be cancelled that the set-up card says cannot be."""
    plan = chosen(c)
    return plan is not None and u in plan.keeps


@rule("efs:R252")
def asked_about(c: Ctx, u: Unit) -> bool:
    """Whether a withdrawal is asked about under every plan, so that the question does not tell which it is."""
    return any(u in plan.keeps for plan in plans(c))


# ---------------------------------------------------------------------- the end
def _booked(c: Ctx, spot: Spot) -> int:
    """Points that the Axis side has for a place that it holds, with its occupation; 0 for none."""
    side, _, value = c.state.places.get(spot.key, "").partition(" ")
    return int(value) if side == AXIS and value not in ("", LAPSED) else 0


@rule("efs:R251", "efs:R252")
def balance(c: Ctx, plan: Plan) -> list[tuple[int, str]]:
    """What a plan would add to the points now, line by line: points and what for."""
    found = []
    for spot in spots(c):
        place, had = spot.key.removesuffix(f" {c.label(spot.hexes[0])}"), _booked(c, spot)
        if had and place in plan.double:
            found.append((had, f"{spot.key} counts double"))
        elif had and place in plan.half:
            found.append((had // 2 - had, f"{spot.key} counts half"))
    if plan.back:
        found.append((plan.back, f"withdrawals came {counted(plan.early, 'turn', 'turns')} early"))
    return found


@rule("efs:R250", "efs:R251", "efs:24.31")
def reveal(c: Ctx) -> None:
    """When the last turn ends the plan is shown and counted."""
    plan = chosen(c)
    if plan is None:
        return
    c.say("plan", f"The Victory Plan of the Axis was: {plan.title}.", LAW)
    for points, why in balance(c, plan):
        score(c, points, why, EARLY if plan.early and why.startswith("withdrawals") else COUNTED)
