"""Section 12: the Movement & Mobile Assault Phase."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.pm.allies import calm
from engine.games.pm.beginners import in_force
from engine.games.pm.combat import mobile, staying
from engine.games.pm.hedgehogs import prune
from engine.games.pm.movement.allowance import (
    AREAS,
    NOBODY,
    begin,
    budget,
    describe_group,
    end_movement,
    may_act,
    may_move,
    movers,
    place_of,
    seen_group,
    split_from_aerial,
    waiting,
)
from engine.games.pm.movement.costs import barrier, class_of, hex_cost, why_closed
from engine.games.pm.movement.entering import enter
from engine.games.pm.movement.reach import ground_of, may_reach, reach_of, route
from engine.games.pm.movement.stacking import fits, overstacked
from engine.games.pm.phases import sea
from engine.games.pm.phases.supply_orders import REOPEN
from engine.games.pm.state import FRESH, SUPPLIED, PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import name, side_units
from engine.kit.moving import first_refusal, left_to_move, takes_all, targets, where_to
from engine.kit.picking import Picking, group_of, let_tired_go, one_of
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]
MAY_GO = first_refusal(may_move)
TARGETS = targets(movers, may_move, MAY_GO, lambda c, group: reach_of(c, group)[0])


# ---------------------------------------------------------------------- over land
@rule("pm:12.1", "pm:12.5", "pm:12.7")
def move_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``move 1pz 2610N``; labels before the last are way points; picked units go together."""
    group = group_of(c, c.unit(unit))
    hexes = [c.hex(w) for w in way]
    return MAY_GO(c, group) or where_to(c, group, hexes, "pm:12.1") or may_reach(c, group, hexes)


def move_apply(c: Ctx, unit: str, *way: str) -> None:
    """Go there by the cheapest way, or by the way points."""
    group = group_of(c, c.unit(unit))
    found = route(c, group, [c.hex(w) for w in way])
    assert found is not None
    path, cost = found
    whole = takes_all(ground_of(c, group), path, cost)
    begin(c, group, c.state.origin[group[0]])
    _spend(c, group, cost, whole)
    where = c.board.describe(path[-1])
    text = f"{describe_group(c, group, 'moves', 'move')} to {where} for "
    text += "all its movement points." if whole else f"{cost} MP, {budget(c, group)} left."
    plain = f"{seen_group(c, group, 'moves', 'move', path[-1])} to {where}."
    cause = "pm:12.1" if not whole else "pm:12.16" if barrier(c, path[0], path[-1]) else "pm:12.3"
    c.say("move", text, cause, hexes=path, units=group, plain=plain)
    for h in path[1:]:
        enter(c, group, h)
        if c.state.over:
            return
    split_from_aerial(c)
    prune(c)
    let_tired_go(c, group)


def _spend(c: Ctx, group: list[Unit], cost: int, whole: bool) -> None:
    for u in group:
        c.state.mp_left[u] = 0 if whole else c.state.mp_left[u] - cost


# ---------------------------------------------------------------------- from and between the OKH Reserve Areas
@rule("pm:8.2", "pm:8.3", "pm:8.4", "pm:8.5", "pm:R14", "pm:R41")
def enter_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``enter 2pz 1515N``: from an OKH Reserve Area onto the map; picked units together."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    for u in group:
        if (refusal := _in_area(c, u) or may_act(c, u)) is not None:
            return refusal
    area = c.state.box[group[0]]
    if h not in tables(c).zone(AREAS[area]):
        text = f"{c.board.describe(h)} does not touch the {_title(c, area)}."
        return Refusal("pm:8.2", text, (h,), tuple(group))
    for u in group:
        if (refusal := why_closed(c, u, h)) is not None:
            return refusal
    return None


@rule("pm:8.3", "pm:12.3", "pm:R41")
def enter_apply(c: Ctx, unit: str, hex_: str) -> None:
    """Pay for the hex of entry; those who enter together are a stack of their own from now on."""
    group, h = group_of(c, c.unit(unit)), c.hex(hex_)
    cost = max(hex_cost(c, class_of(c, u), h) for u in group)
    parent = NOBODY - 1 - group[0]
    begin(c, group, parent)
    whole = cost > min(c.state.mp_left[u] for u in group)
    for u in group:
        c.state.origin[u] = parent
    _spend(c, group, cost, whole)
    where = c.board.describe(h)
    text = f"{describe_group(c, group, 'enters', 'enter')} at {where}, {budget(c, group)} MP left."
    plain = f"{seen_group(c, group, 'enters', 'enter', h)} at {where}."
    c.say("move", text, "pm:8.3", hexes=[h], units=group, plain=plain)
    enter(c, group, h)


def _in_area(c: Ctx, u: Unit) -> Refusal | None:
    if c.state.box[u] not in AREAS:
        return Refusal("pm:8.3", f"{c.roster.short[u]} is in no OKH Reserve Area.", units=(u,))
    return None


def _title(c: Ctx, area: str) -> str:
    return "northern OKH Reserve Area" if area == "okh north" else "southern OKH Reserve Area"


@rule("pm:8.3", "pm:8.5", "pm:5.3", "pm:R15")
def shift_check(c: Ctx, unit: str) -> Refusal | None:
    """``shift 2pz``: to the other OKH Reserve Area, where it may enter in the next couplet."""
    u = c.unit(unit)
    if (refusal := _in_area(c, u) or may_act(c, u)) is not None:
        return refusal
    if calm(c):
        return Refusal("pm:5.3", "Nobody shifts between the OKH Reserve Areas on Game Turn 1.", units=(u,))
    if c.roster.nationality[u] in ("italian", "romanian", "hungarian"):
        text = f"{c.roster.short[u]} never enters the northern OKH Reserve Area."
        return Refusal("pm:8.5", text, units=(u,))
    return None


def shift_apply(c: Ctx, unit: str) -> None:
    """It is on its way for this couplet."""
    u = c.unit(unit)
    to = "south" if c.state.box[u] == "okh north" else "north"
    c.state.box[u] = f"shift {to}"
    end_movement(c, u)
    c.say("move", f"{name(c, u)} shifts to the {_title(c, f'okh {to}')}.", "pm:8.3", units=[u])
    c.touch()


# ---------------------------------------------------------------------- picking and holding
@rule("pm:12.5", "pm:15.8")
def _may_pick(c: Ctx, u: Unit) -> Refusal | None:
    """Units of an OKH Reserve Area enter together, those in the ports embark together."""
    if c.state.hex_of[u] < 0 and sea.in_ports(c, u):
        return sea.may_embark(c, u)
    return may_act(c, u) if c.state.box[u] in AREAS else may_move(c, u)


@rule("pm:12.2")
def _may_hold(c: Ctx, u: Unit) -> Refusal | None:
    if (refusal := may_act(c, u)) is not None:
        return refusal
    if c.state.hex_of[u] < 0 and c.state.box[u] not in AREAS:
        return Refusal("pm:12.1", f"{c.roster.short[u]} is not on the map.", units=(u,))
    return None


PICKING = Picking(
    "pm:12.5", "pm:12.2", may_move, may_pick=_may_pick, may_hold=_may_hold, place=place_of, end_movement=end_movement
)
"""Stacks that began the phase together move together (12.5); who has moved stays (12.2)."""


# ---------------------------------------------------------------------- the phase
def _everybody(c: Ctx) -> list[str]:
    return [*movers(c), *waiting(c)]


def _pickable(c: Ctx) -> list[str]:
    return [*_everybody(c), *sea.sailors(c)]


def _entries(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in waiting(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0 and (zone := AREAS.get(c.state.box[u])):
            for h in sorted(tables(c).zone(zone)):
                yield unit, c.label(h)


@rule("pm:6.2", "pm:12.2")
def _end(c: Ctx) -> None:
    """Close the phase; where a hex holds too many, the opponent takes units away."""
    s, side = c.state, c.state.side
    s.picked = [0] * len(c.roster)
    c.touch()
    c.say("phase", "The Movement & Mobile Assault Phase ends.", "pm:5.2")
    if overstacked(c, side):
        c.call("overstack", side=c.other(side))
    else:
        c.done()


class Movement(Step[PmState]):
    """Movement & Mobile Assault Phase: sea movement first, then stack after stack, in any order."""

    id = "movement"
    phase = "movement"
    private = True
    title = "Movement & Mobile Assault Phase"
    verbs = (
        Verb("move", TARGETS, move_check, move_apply, "move UNIT [WAYPOINT...] HEX", "pm:12.1", movers),
        Verb("enter", _entries, enter_check, enter_apply, "enter UNIT HEX: from a Reserve Area", "pm:8.3", waiting),
        Verb("shift", one_of(waiting), shift_check, shift_apply, "shift UNIT: to the other Area", "pm:8.3", waiting),
        *mobile.VERBS,
        *staying.MOBILE_VERBS,
        *sea.VERBS,
        *PICKING.verbs(movers, _pickable, _everybody),
        REOPEN,
        Verb("end", no_words, lambda c: None, _end, "end: close the phase", "pm:12.2"),
    )

    def prompt(self, c: Context[PmState]) -> Prompt:
        many = overstacked(c, c.state.side)
        crowd = fits(c, side_units(c, many[0], c.state.side), many[0]) if many else None
        return Prompt(c.state.side, _question(c), crowd.rule if crowd is not None else "pm:12.1")

    @rule("pm:12.5", "pm:9.8")
    def enter(self, c: Context[PmState]) -> None:
        """Everybody is fresh; where they stand now decides who may move together."""
        s, n = c.state, len(c.roster)
        s.moving, s.mp_left, s.picked, s.parent = [FRESH] * n, [0] * n, [0] * n, NOBODY
        s.supply = [SUPPLIED] * n
        s.origin = list(s.hex_of)
        sea.open_phase(c)
        c.touch()

    def resume(self, c: Context[PmState], ended: str) -> None:
        if ended == "overstack":
            c.done()
        elif ended == "battle":
            mobile.after_battle(c)


def _question(c: Ctx) -> str:
    """What is left to do, and what the player should know before the phase ends."""
    own = [c.roster.by_id[i] for i in movers(c)]
    what = "Move or assault" if in_force(c, "15.1") else "Move"
    return left_to_move(c, own, what, overstacked(c, c.state.side), (NOBODY,))
