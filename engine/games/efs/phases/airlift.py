"""14.7: a flight of a ground unit from town to town, with escort, those who oppose it, and the landing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs.air import fight
from engine.games.efs.air.bases import is_fighter, is_ready, may_join_flight
from engine.games.efs.losses import remove
from engine.games.efs.movement import airlift
from engine.games.efs.movement.allowance import end_movement
from engine.games.efs.movement.entering import arrive, enter
from engine.games.efs.phases.flights import AIRLIFT, Flight, Mission
from engine.games.efs.state import GENERAL, MOVED, SPECIAL
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ACTIVE, DAMAGED, DESTROYED, ELIMINATED, FLOWN
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Verb

Words = tuple[str, ...]
RESULTS = {FLOWN: "A", DAMAGED: "D", DESTROYED: "X"}
"""Boxes of transports that are driven off in the air to what happened to them (14.33)."""


def present(c: Ctx) -> dict[str, Any]:
    """The terms of the flight that goes on: ``unit``, ``origin``, ``to``, ``transports``."""
    return next(f.vars for f in reversed(c.state.stack) if f.step == Airlift.id)


# ---------------------------------------------------------------------- escort and interception
@rule("efs:14.14", "efs:14.21", "efs:14.22", "efs:14.75")
def may_accompany(c: Ctx, u: Unit, h: Hex, attacker: str) -> Refusal | None:
    """Whether an air unit can escort the transports, or oppose them: fighters over their destination."""
    name, to = c.roster.short[u], int(present(c)["to"])
    if not is_ready(c, u):
        return Refusal("efs:14.14", f"{name} is not in the Ready Box, or is sent already.", units=(u,))
    if h != to:
        return Refusal("efs:14.75", f"The transports fly to {c.board.describe(to)}.", (to,))
    if not is_fighter(c, u):
        return Refusal("efs:14.75", f"{name} is no fighter: only fighters escort and oppose.", units=(u,))
    return may_join_flight(c, u, h, attacker, ", transports too")


def _ask(c: Ctx, side: str) -> str:
    """The question to a side, with what the fire from the ground would be."""
    v = present(c)
    name, where = c.roster.short[v["unit"]], c.label(v["to"])
    drm = airlift.flak_drm(c, v["start"], v["to"], v["transports"][0], c.state.hex_of[v["unit"]] >= 0)
    fire = "" if drm is None else f", flak {drm:+d}"
    if side == c.roster.side[v["unit"]]:
        return f"Send fighters with {name} to {where}{fire}"
    return f"Send fighters against the transports to {where}"


def _hexes(c: Ctx, u: Unit, attacker: str) -> list[Hex]:
    to = int(present(c)["to"])
    return [to] if may_accompany(c, u, to, attacker) is None else []


AIRLIFTING = Mission(
    AIRLIFT, "efs:14.75", may_accompany, _hexes,
    lambda c, units: sum(c.roster.number("air_combat", u) for u in units), _ask,
)  # fmt: skip


# ---------------------------------------------------------------------- the flight
def lift_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``airlift 5id B0235``: a unit by air from its town to another one."""
    return airlift.may_fly(c, c.unit(unit), c.hex(hex_))


@rule("efs:14.71", "efs:14.73", "efs:14.75", "efs:21.27")
def _lift(c: Ctx, unit: str, hex_: str) -> None:
    u, to, s = c.unit(unit), c.hex(hex_), c.state
    planes = airlift.transports(c, s.side)[: airlift.load(c, u)]
    begin, side = airlift.start(c, u, to), s.side
    airlift.count_in_zones(c, u, to)
    for plane in planes:
        s.sortie[plane] = to
    c.touch()
    text = f"{c.roster.names(planes)} take{'s' * (len(planes) == 1)} {c.roster.short[u]} to {c.board.describe(to)}."
    c.say("air", text, "efs:14.75", hexes=[begin, to], units=[u, *planes])
    c.call(Airlift.id, side=side, unit=u, start=begin, to=to, transports=planes)


@rule("efs:14.76", "efs:14.77", "efs:14.43")
def land(c: Ctx) -> None:
    """Fire from the ground at the transports that are left; then the unit arrives, is back where it was, or is lost."""
    v, results = present(c), []
    for plane in v["transports"]:
        got = RESULTS[c.state.box[plane]] if c.state.sortie[plane] < 0 else _fired_at(c, plane, v)
        results.append(got)
        c.state.sortie[plane] = -1
        c.state.box[plane] = fight.BOXES.get(got, FLOWN)
    c.touch()
    _settle(c, v["unit"], v["to"], airlift.outcome(results))


def _fired_at(c: Ctx, plane: Unit, v: dict[str, Any]) -> str:
    """What the fire from the ground does to a transport."""
    drm = airlift.flak_drm(c, v["start"], v["to"], plane, c.state.hex_of[v["unit"]] >= 0)
    if drm is None:
        return "-"
    table = fight.flak_outcomes(c, drm)
    die = c.roll(fight.DIE, results=table)
    got = table[die - 1]
    text = f"Fire from the ground at {c.roster.short[plane]}: {modified(die, drm)}, {fight.WORDS[got]}."
    c.say("flak", text, "efs:14.76", rolls=[die], hexes=[v["to"]], units=[plane])
    return got


@rule("efs:14.75", "efs:14.77", "efs:R213")
def _settle(c: Ctx, u: Unit, to: Hex, end: str) -> None:
    """Where the unit on board is now: it does not move in this turn, wherever that is."""
    s, name = c.state, c.roster.short[u]
    if end == airlift.LOST:
        remove(c, u, ELIMINATED, "efs:14.77")
        return
    if end == airlift.ARRIVES:
        if s.box[u] == ACTIVE:
            s.supply[u] = GENERAL
        enter(c, [u], to)
        arrive(c, [to])
    word = f"lands at {c.board.describe(to)}" if end == airlift.ARRIVES else "does not arrive: it is back at its start"
    law = "efs:14.75" if end == airlift.ARRIVES else "efs:14.77"
    if s.hex_of[u] >= 0:
        s.hold[u] = max(s.hold[u], 1)
        end_movement(c, u)
        s.did[u] |= MOVED | SPECIAL
    c.touch()
    c.say("air", f"{name} {word}.", law, hexes=[h for h in (s.hex_of[u],) if h >= 0], units=[u])


def _flights(c: Ctx, subject: str | None) -> Iterable[Words]:
    for name in airlift.lifters(c) if subject is None else [subject]:
        if name in airlift.lifters(c):
            yield from ((name, c.label(h)) for h in airlift.fields(c))


AIRLIFT_VERB = Verb("airlift", _flights, lift_check, _lift, "airlift UNIT HEX: by air to a friendly town", "efs:14.7",
                    airlift.lifters, rare=True)  # fmt: skip


class Airlift(Flight):
    """One flight; called with ``side``, ``unit``, ``start``, ``to`` and ``transports``."""

    id = "airlift"
    title = "Air transport"
    mission = AIRLIFTING
