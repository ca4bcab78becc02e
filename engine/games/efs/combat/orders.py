"""12.5, 21.51: Retreat Orders, which lie face down until their battle, and the No Retreat that NKVD units bring."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.combat.battles import (
    ADDITIONAL,
    ATTACKER,
    DEFENDER,
    NO_RETREAT,
    Battle,
    battle,
    defenders,
    open_battles,
    origins,
)
from engine.games.efs.command import ORDERS as FOR_ORDERS
from engine.games.efs.command import commanded, non_op_over, ready, spend
from engine.games.efs.edition import edition
from engine.games.efs.fog import NKVD
from engine.games.efs.forts import CITADEL, helps
from engine.games.efs.interdicted import interdicted
from engine.games.efs.kinds import is_motorized, is_nkvd
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import combat_units
from engine.games.efs.weather import MUD, SNOW, key
from engine.play.action import Refusal
from engine.play.citing import rule

LIFTED, PAID = "lifted", "paid"
"""Second word of the key under which the HQ stands that lifted an NKVD order; last one of the HQ that paid for an Order
(21.12)."""
COVER = ("woods", "wooded hills", "mountain", "alpine")
"""Terrain that takes Orders (12.53b)."""


# ---------------------------------------------------------------------- the ground
@rule("efs:12.53", "efs:18.51", "efs:21.51")
def takes_orders(c: Ctx, h: Hex, side: str) -> bool:
    """Whether the terrain of a hex lets a side that defends it have Orders; a citadel never does."""
    t, works = tables(c), helps(c, h, side)
    if CITADEL in works:
        return False
    if works or t.terrain(h) in COVER or t.city(h) or t.major_city(h):
        return True
    return t.town(h) and key(c, h) in (MUD, SNOW)


@rule("efs:12.53", "efs:14.64", "efs:14.65", "efs:R29")
def _under_planes(c: Ctx, h: Hex, side: str) -> bool:
    """Whether an enemy Zone of Interdiction keeps the Orders of a side from a hex; in woods it does nothing."""
    return edition(c).zoi_bars_orders and h in interdicted(c, side)


# ---------------------------------------------------------------------- NKVD
@rule("efs:21.51", "efs:16.24", "efs:12.54")
def confers(c: Ctx, u: Unit) -> bool:
    """Whether an NKVD unit gives the hex that it defends a No Retreat Order, and so loses its steps last."""
    late = c.state.turn >= c.data.constant("nkvd_motorized_only_from")
    if not is_nkvd(c, u) or (late and not is_motorized(c, u)):
        return False
    h = c.state.hex_of[u]
    return takes_orders(c, h, c.roster.side[u]) if edition(c).nkvd_holds_cover else bool(tables(c).size(h))


@rule("efs:21.51", "efs:21.26", "efs:12.54")
def binds(c: Ctx, u: Unit) -> bool:
    """Whether an NKVD unit gives its hex No Retreat now: where the edition has it so, no Non-Op HQ is in range."""
    return confers(c, u) and not (edition(c).non_op_frees_nkvd and non_op_over(c, c.state.hex_of[u]))


@rule("efs:21.51", "efs:16.24")
def stand_last(c: Ctx, units: Iterable[Unit]) -> list[Unit]:
    """The NKVD units among some defenders that lose no step before the others of their hex are gone."""
    return [u for u in units if confers(c, u)]


@rule("efs:12.54", "efs:21.51")
def impose(c: Ctx) -> None:
    """Lay the No Retreat that NKVD units bring, face up, on every battle that they defend in."""
    order = c.state.battle_order
    for n in open_battles(c):
        b = battle(c, n)
        units = [u for u in defenders(c, b) if binds(c, u)]
        if units and f"{n} {DEFENDER}" not in order and f"{n} {LIFTED}" not in order:
            order[f"{n} {DEFENDER}"] = NO_RETREAT
            order[f"{n} {NKVD}"] = c.roster.ids[units[0]]
            text = f"{c.roster.names(units)} of the NKVD: No Retreat."
            c.say("orders", text, "efs:12.54", hexes=b.targets, units=units)
    c.touch()


@rule("efs:12.54", "efs:21.51")
def holds(c: Ctx, b: Battle, n: int) -> bool:
    """Whether NKVD units give the defenders of a battle in thought No Retreat; ``n`` is that declared there, or -1."""
    return f"{n} {LIFTED}" not in c.state.battle_order and any(binds(c, u) for u in defenders(c, b))


def bound(c: Ctx, n: int) -> bool:
    """Whether NKVD units bind the defenders of a battle to No Retreat."""
    return f"{n} {NKVD}" in c.state.battle_order


def order_of(c: Ctx, n: int, role: str) -> str:
    """The Order of one side in a battle; empty for none."""
    return c.state.battle_order.get(f"{n} {role}", "")


# ---------------------------------------------------------------------- placing
@rule("efs:12.51", "efs:12.53", "efs:12.54", "efs:21.12")
def may_order(c: Ctx, n: int, role: str, order: str) -> Refusal | None:
    """Whether a side may give its units in a battle an Order."""
    b = battle(c, n)
    side, stand = whose(c, b, role), stands(c, b, role)
    if order_of(c, n, role):
        return Refusal(
            "efs:12.51", "One Order is all that a side has in a combat: take the other one off first.", b.targets
        )
    if role == ATTACKER and not order_of(c, n, DEFENDER) and edition(c).attacker_follows:
        return Refusal("efs:12.53", "The attacker gives Orders only where the defender has given some.", b.targets)
    if role == DEFENDER and (refusal := _on_the_ground(c, n, side, b.targets)) is not None:
        return refusal
    if order == ADDITIONAL and not edition(c).flees_in_mud and all(key(c, h) == MUD for h in stand):
        return Refusal("efs:12.53", "No Additional Retreat where Mud holds.", stand)
    if all(_under_planes(c, h, side) for h in stand):
        return Refusal("efs:12.53", "A Zone of Interdiction keeps Orders from these hexes.", stand)
    return _commanded(c, stand) if side == "soviet" else None


def whose(c: Ctx, b: Battle, role: str) -> str:
    """The side that attacks or defends in a battle."""
    return b.side if role == ATTACKER else c.other(b.side)


def stands(c: Ctx, b: Battle, role: str) -> tuple[Hex, ...]:
    """The hexes of one side in a battle."""
    return origins(c, b) if role == ATTACKER else b.targets


@rule("efs:12.53", "efs:12.54")
def _on_the_ground(c: Ctx, n: int, side: str, aims: tuple[Hex, ...]) -> Refusal | None:
    if f"{n} {LIFTED}" in c.state.battle_order:
        return Refusal("efs:21.12", "An NKVD order that is lifted is not replaced by another.", aims)
    if edition(c).orders_need_cover and not any(takes_orders(c, h, side) for h in aims):
        where = ", ".join(c.board.describe(h) for h in aims)
        text = f"{where}: Orders need woods, mountains, a city or an active work, or a town in Mud or Snow."
        return Refusal("efs:12.53", text, aims)
    return None


@rule("efs:12.54", "efs:21.11", "efs:21.25")
def _commanded(c: Ctx, hexes: tuple[Hex, ...]) -> Refusal | None:
    """Why no headquarters has a point for any of some hexes."""
    refusals = [commanded(c, h, FOR_ORDERS) for h in hexes]
    return None if None in refusals else next((r for r in refusals if r is not None), None)


def _payer(c: Ctx, hexes: Iterable[Hex]) -> Unit:
    return next(hq for h in hexes for hq in ready(c, h, FOR_ORDERS)[:1])


@rule("efs:12.51", "efs:12.54", "efs:21.12")
def place_order(c: Ctx, n: int, role: str, order: str) -> None:
    """Lay an Order face down; a Soviet one takes a command point."""
    b = battle(c, n)
    if whose(c, b, role) == "soviet":
        _pay(c, f"{n} {role} {PAID}", _payer(c, stands(c, b, role)))
    c.state.battle_order[f"{n} {role}"] = order
    c.touch()


def may_take_back(c: Ctx, n: int, role: str) -> Refusal | None:
    """Whether an Order that lies on a battle may be taken off again."""
    if not order_of(c, n, role):
        return Refusal("efs:12.51", "No Order lies there.", battle(c, n).targets)
    if role == DEFENDER and bound(c, n):
        text = "The NKVD gives this order; an operational headquarters in range may lift it."
        return Refusal("efs:12.54", text, battle(c, n).targets)
    return None


def take_back(c: Ctx, n: int, role: str) -> None:
    """Take an Order off again, and give the point for it back."""
    del c.state.battle_order[f"{n} {role}"]
    if hq := c.state.battle_order.pop(f"{n} {role} {PAID}", ""):
        spend(c, c.unit(hq), FOR_ORDERS, -1)
    c.touch()


def _pay(c: Ctx, word: str, hq: Unit) -> None:
    spend(c, hq, FOR_ORDERS)
    c.state.battle_order[word] = c.roster.ids[hq]


# ---------------------------------------------------------------------- lifting what the NKVD orders
def _bound_hexes(c: Ctx, b: Battle) -> tuple[Hex, ...]:
    side = c.other(b.side)
    return tuple(h for h in b.targets if any(binds(c, u) for u in combat_units(c, h, side)))


@rule("efs:21.12", "efs:21.51", "efs:21.25")
def may_lift(c: Ctx, n: int) -> Refusal | None:
    """Whether a command point may lift the No Retreat of the NKVD in a battle."""
    b = battle(c, n)
    if not bound(c, n):
        return Refusal("efs:21.51", "No NKVD unit holds the defenders there.", b.targets)
    if not edition(c).nkvd_order_lifted:
        return Refusal("efs:21.51", "No headquarters lifts what the NKVD orders.", b.targets)
    return _commanded(c, _bound_hexes(c, b))


@rule("efs:21.12", "efs:21.51")
def lift(c: Ctx, n: int) -> None:
    """Lift the No Retreat of the NKVD in a battle for a command point."""
    order = c.state.battle_order
    _pay(c, f"{n} {LIFTED}", _payer(c, _bound_hexes(c, battle(c, n))))
    del order[f"{n} {DEFENDER}"], order[f"{n} {NKVD}"]
    c.touch()
