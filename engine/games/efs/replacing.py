"""7.1, 7.3, 7.6, 7.7: replacement points, what they cost, who is marked for them, the Unit Rebuilding Track."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.components.grid import Unit
from engine.games.efs.arrivals import TURN, turn_of
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_combat, is_nkvd, is_train, nationality
from engine.games.efs.supply.routes import traced
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ACTIVE, CADRE, ELIMINATED, REMOVED, to_box
from engine.games.efs.zones import in_zoc
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good

INFANTRY, ARMAMENTS, TRAINS = TYPES = ("I", "A", "T")
"""Types of replacement points that are kept: infantry, armaments (7.31, 7.32), armored trains (7.42)."""
NKVD = "N"
"""Points for NKVD units, where an edition has them (7.45)."""
SAVED = (INFANTRY, ARMAMENTS)
GERMAN = "german"
NKVD_DELAY = 7
"""Turns after which a rebuilt NKVD unit is in the Active Box (7.45)."""
BOXES = {ELIMINATED: "the Cadre Box", CADRE: "the Active Box"}


# ---------------------------------------------------------------------- points
def types(c: Ctx) -> tuple[str, ...]:
    """The types of points that there are."""
    return (*TYPES, NKVD) if edition(c).nkvd_points else TYPES


def stock(c: Ctx, side: str, type_: str) -> int:
    """Replacement points of a type that a side has."""
    return c.state.points[f"{side} {type_}"]


@rule("efs:7.3", "efs:7.31", "efs:7.32", "efs:7.61", "efs:7.62", "efs:R184")
def receive(c: Ctx, side: str, type_: str, n: int) -> int:
    """Record points as they come; what would go beyond the end of the track is lost. How many are kept."""
    most = c.data.constant("replacement_track")
    kept = max(min(n, most - stock(c, side, type_)), 0)
    if kept:
        c.state.points[f"{side} {type_}"] = stock(c, side, type_) + kept
        c.touch()
    return kept


# ---------------------------------------------------------------------- prices
@rule("efs:7.31", "efs:7.32", "efs:7.61", "efs:7.62", "efs:7.42", "efs:7.45", "efs:R11", "efs:R12")
def prices(c: Ctx, u: Unit) -> dict[str, int]:
    """Points by type for one step of a unit, on the map or from the Cadre Box up; empty where none restore it."""
    if is_foreign(c, u):
        return {}
    if is_train(c, u):
        return {TRAINS: 1} if c.roster.side[u] == "soviet" else {}
    side, row = c.roster.side[u], _rows(c).get(c.roster.kind[u], {})
    if is_nkvd(c, u) and edition(c).nkvd_points:
        return {NKVD: 1}
    types = (INFANTRY,) if is_nkvd(c, u) else SAVED
    found = {type_: row.get(f"{side}_{type_.lower()}", "-") for type_ in types}
    return {type_: int(n) for type_, n in found.items() if n != "-"}


@rule("efs:7.6")
def is_foreign(c: Ctx, u: Unit) -> bool:
    """Whether a unit is of an ally for whom the points of the Axis side are not."""
    return c.roster.side[u] == "axis" and nationality(c, u) != GERMAN and not edition(c).points_any_nation


@for_good
def _rows(c: Ctx) -> dict[str, dict[str, Any]]:
    """The rows of the chart by the type of unit."""
    table = c.data.charts["replacement_prices"]
    rows = (dict(zip(table["columns"], row, strict=True)) for row in table["rows"])
    return {str(row["type"]): row for row in rows}


@rule("efs:7.31", "efs:7.61")
def step_price(c: Ctx, u: Unit) -> dict[str, int]:
    """Points by type for one step of a unit on the map: a single one where an edition has it so."""
    found = prices(c, u)
    return dict.fromkeys(found, 1) if edition(c).map_steps_one_point else found


@rule("efs:7.13", "efs:7.31", "efs:7.32", "efs:7.45")
def next_price(c: Ctx, u: Unit) -> dict[str, int]:
    """Points by type for what comes next for a unit: out of the Eliminated Box one of either type, for armored trains
    their own where an edition sends them there."""
    if c.state.box[u] == ELIMINATED and not is_foreign(c, u) and not (is_train(c, u) and not edition(c).trains_saved):
        guard = NKVD if edition(c).nkvd_points else INFANTRY
        return dict.fromkeys((guard,) if is_nkvd(c, u) else SAVED, 1)
    return step_price(c, u) if c.state.hex_of[u] >= 0 else prices(c, u)


@rule("efs:7.71", "efs:7.31", "efs:7.61")
def payable(c: Ctx, side: str, units: Iterable[Unit]) -> bool:
    """Whether the points of a side pay for a step of each of some units on the map, of those first that only one type
    restores."""
    left = {type_: stock(c, side, type_) for type_ in types(c)}
    for price in sorted((step_price(c, u) for u in units), key=len):
        able = [type_ for type_, n in price.items() if left[type_] >= n]
        if not able:
            return False
        type_ = max(able, key=lambda type_: left[type_])
        left[type_] -= price[type_]
    return True


# ---------------------------------------------------------------------- marks
def is_marked(c: Ctx, u: Unit) -> bool:
    """Whether a Receiving Replacements marker is on a unit (7.71)."""
    return c.roster.ids[u] in c.state.receiving


def marked(c: Ctx, side: str) -> list[Unit]:
    """Units of a side with a Receiving Replacements marker, in the order of the counters."""
    found = (c.roster.by_id[name] for name in c.state.receiving)
    return sorted(u for u in found if c.roster.side[u] == side)


@rule("efs:7.71", "efs:R195")
def may_mark(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to act may be marked to receive replacements."""
    s, name, side = c.state, c.roster.short[u], c.state.side
    if c.roster.side[u] != side or s.hex_of[u] < 0 or not is_combat(c, u):
        return Refusal("efs:7.71", f"{name} is no combat unit of yours on the map.", units=(u,))
    if is_marked(c, u):
        return Refusal("efs:7.71", f"{name} is marked already.", units=(u,))
    if s.steps_left[u] >= c.roster.steps[u]:
        return Refusal("efs:7.71", f"{name} has all its steps.", units=(u,))
    return _affordable(c, u, step_price(c, u))


@rule("efs:7.74", "efs:R195", "efs:R233")
def _cut_off(c: Ctx, u: Unit) -> Refusal | None:
    h, side = c.state.hex_of[u], c.roster.side[u]
    if not edition(c).refill_in_zoc and in_zoc(c, c.other(side))[h]:
        text = f"{c.roster.short[u]} is in an enemy zone of control: it receives no replacements."
        return Refusal("efs:7.74", text, (h,), (u,))
    fed = not edition(c).refill_by_route and (c.state.given[u] or supplied(c, h, side))
    if fed or traced(c, h, side):
        return None
    text = f"{c.roster.short[u]} has no Supply Route to a source: it receives no replacements."
    return Refusal("efs:7.74", text, (c.state.hex_of[u],), (u,))


def _affordable(c: Ctx, u: Unit, price: dict[str, int]) -> Refusal | None:
    side, name = c.roster.side[u], c.roster.short[u]
    law = "efs:7.31" if side == "soviet" else "efs:7.61"
    if is_foreign(c, u):
        return Refusal("efs:7.6", f"{name} is not German: replacement points of the Axis are.", units=(u,))
    if not price:
        return Refusal(law, f"No replacement points restore {name}, {c.roster.kind[u]}.", units=(u,))
    if any(stock(c, side, type_) >= n for type_, n in price.items()):
        return None
    told = " or ".join(f"{n} {type_}" for type_, n in price.items())
    return Refusal(law, f"{name} costs {told}: there are not enough points.", units=(u,))


@derived()
def markable(c: Ctx, side: str) -> list[str]:
    """Units that a side may mark now; it is the one to act."""
    if not any(stock(c, side, type_) for type_ in types(c)):
        return []
    own = (u for u, h in enumerate(c.state.hex_of) if h >= 0 and c.roster.side[u] == side)
    return [c.roster.ids[u] for u in own if may_mark(c, u) is None]


@rule("efs:7.71")
def mark(c: Ctx, u: Unit) -> None:
    """Put a Receiving Replacements marker on a unit."""
    c.state.receiving[c.roster.ids[u]] = 1
    c.touch()
    where = c.state.hex_of[u]
    text = f"{c.roster.agree(u, 'is', 'are')} to receive replacements."
    c.say("replacement", text, "efs:7.71", hexes=[where], units=[u])


def unmark(c: Ctx, u: Unit) -> None:
    """Take a Receiving Replacements marker off, if there is one."""
    if is_marked(c, u):
        del c.state.receiving[c.roster.ids[u]]
        c.touch()


# ---------------------------------------------------------------------- rebuilding
@rule("efs:7.1", "efs:7.11", "efs:7.12", "efs:7.13", "efs:7.14", "efs:7.73", "efs:7.75", "efs:7.76")
def may_lift(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to act can be given a step, or brought one box up, whatever is paid for it."""
    s, name, box = c.state, c.roster.short[u], c.state.box[u]
    if c.roster.side[u] != s.side:
        return Refusal("efs:7.1", f"{name} is not yours.", units=(u,))
    if box == REMOVED:
        return Refusal("efs:7.14", f"{name} can never be rebuilt.", units=(u,))
    on_map, track = s.hex_of[u] >= 0, box in (ELIMINATED, CADRE)
    if not (on_map or track or box == ACTIVE or is_delayed(c, u)):
        return Refusal("efs:7.1", f"{name} is neither on the map nor on the Unit Rebuilding Track.", units=(u,))
    if on_map and not is_marked(c, u):
        return Refusal("efs:7.73", f"{name} was not marked to receive replacements.", units=(u,))
    if not track and s.steps_left[u] >= c.roster.steps[u]:
        return Refusal("efs:7.1", f"{name} has all its steps.", units=(u,))
    if s.rebuilt[c.roster.ids[u]] == s.turn and not (on_map and _refilled_again(c)):
        law = "efs:7.75" if on_map else "efs:7.1"
        return Refusal(law, f"{name} was rebuilt in this turn: one box or step a turn.", units=(u,))
    return _cut_off(c, u) if on_map else None


@rule("efs:7.75", "efs:7.76")
def _refilled_again(c: Ctx) -> bool:
    """Whether units of the side to act receive several steps in a turn: Axis ones, where an edition lets them."""
    return c.state.side == "axis" and not edition(c).axis_refills_once


def may_rebuild(c: Ctx, u: Unit, type_: str) -> Refusal | None:
    """Whether the side to act can pay for the next step of a unit, or its next box, with points of a type."""
    if (refusal := may_lift(c, u)) is not None:
        return refusal
    price, side, name = next_price(c, u), c.roster.side[u], c.roster.short[u]
    if price and type_ not in price:
        return Refusal("efs:7.7", f"{name} takes points of type {' or '.join(price)}.", units=(u,))
    if not price or stock(c, side, type_) < price[type_]:
        return _affordable(c, u, {type_: price[type_]} if price else {})
    return None


@derived()
def rebuildable(c: Ctx, side: str) -> list[str]:
    """Units that a side, the one to act, can rebuild or strengthen now with the points that it has."""
    if not any(stock(c, side, type_) for type_ in types(c)):
        return []
    noted = {c.roster.by_id[name] for name in (*c.state.receiving, *c.state.delayed)}
    near = (u for u, box in enumerate(c.state.box) if box in (ELIMINATED, CADRE, ACTIVE) or u in noted)
    own = (u for u in near if c.roster.side[u] == side and is_combat(c, u))
    return [c.roster.ids[u] for u in own if any(may_rebuild(c, u, type_) is None for type_ in types(c))]


def waiting(c: Ctx, side: str) -> list[str]:
    """Those of them on the map that are marked and have not received their step: the marker comes off unused."""
    return [name for name in rebuildable(c, side) if name in c.state.receiving]


def pay(c: Ctx, u: Unit, type_: str) -> None:
    """Take the points for what comes next for a unit, which is all that it gets in this turn."""
    s = c.state
    s.points[f"{s.side} {type_}"] -= next_price(c, u)[type_]
    s.rebuilt[c.roster.ids[u]] = s.turn


@rule("efs:7.12", "efs:7.13", "efs:7.31", "efs:7.32", "efs:7.45", "efs:7.61", "efs:7.62", "efs:7.73")
def rebuild(c: Ctx, u: Unit, type_: str) -> None:
    """Pay for a unit: a step on the map, in the Active Box or on the Turn Record Track, else the next box."""
    s = c.state
    pay(c, u, type_)
    box, here = s.box[u], [h for h in (s.hex_of[u],) if h >= 0]
    if box == ELIMINATED:
        to_box(c, u, CADRE)
        text, law = "rises to the Cadre Box", "efs:7.13"
    elif box == CADRE:
        text, law = _from_cadre(c, u)
    else:
        s.steps_left[u] += 1
        text, law = f"gains a step, {s.steps_left[u]} of {c.roster.steps[u]}", "efs:7.73" if here else "efs:7.11"
        if not _refilled_again(c) or s.steps_left[u] >= c.roster.steps[u]:
            unmark(c, u)
    c.touch()
    left = f"{stock(c, s.side, type_)} {type_} left"
    c.say("replacement", f"{c.roster.name[u]} {text}; {left}.", law, hexes=here, units=[u])


@rule("efs:7.12", "efs:7.42", "efs:7.45")
def _from_cadre(c: Ctx, u: Unit) -> tuple[str, str]:
    """To the Active Box with one step; an NKVD unit that is no train to the Turn Record Track, seven turns ahead."""
    s = c.state
    if is_nkvd(c, u) and not is_train(c, u) and not edition(c).nkvd_points:
        due = s.turn + NKVD_DELAY
        to_box(c, u, f"{TURN}{due}")
        s.delayed[c.roster.ids[u]] = due
        told = f"is rebuilt and comes to the Active Box on turn {due}", "efs:7.45"
    else:
        to_box(c, u, ACTIVE)
        told = "rises to the Active Box", "efs:7.12"
    s.steps_left[u] = 1
    return told


def is_delayed(c: Ctx, u: Unit) -> bool:
    """Whether a unit is an NKVD unit that was rebuilt and waits on the Turn Record Track (7.45)."""
    return c.roster.ids[u] in c.state.delayed and turn_of(c, u) > 0


@rule("efs:7.45", "efs:R18")
def release_delayed(c: Ctx) -> None:
    """NKVD units whose seven turns are over go to the Active Box."""
    s = c.state
    for name in [name for name, due in s.delayed.items() if due <= s.turn]:
        u = c.roster.by_id[name]
        if is_delayed(c, u):
            to_box(c, u, ACTIVE)
            c.say("replacement", f"{c.roster.agree(u, 'is', 'are')} in the Active Box.", "efs:7.45", units=[u])
        del s.delayed[name]
    c.touch()


LOST = {TRAINS: "armored trains", ARMAMENTS: "armaments", NKVD: "NKVD units"}
"""Types of points that may be lost with their turn, as a sentence has them."""


@rule("efs:7.32", "efs:7.42", "efs:7.45")
def _of_the_turn(c: Ctx, side: str) -> tuple[str, ...]:
    """The types of points that a side does not keep."""
    return (TRAINS,) if side == "axis" or edition(c).armaments_kept else tuple(LOST)


@rule("efs:7.73", "efs:7.42")
def finish(c: Ctx, side: str) -> None:
    """At the end of the Engineering Phase of a side markers come off, and points of the turn alone are lost."""
    for u in marked(c, side):
        unmark(c, u)
    for type_ in _of_the_turn(c, side):
        if c.state.points.pop(f"{side} {type_}", 0):
            c.say("replacement", f"Points for {LOST[type_]} that were not spent are lost.", "efs:7.42")
    c.touch()
