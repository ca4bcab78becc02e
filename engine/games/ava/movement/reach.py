"""Section 9: what movement costs, what bars it, and what it does. ``moving`` has the segment itself."""

from __future__ import annotations

from engine.components.grid import Hex, Unit
from engine.components.paths import reach, trail
from engine.components.wording import plural
from engine.games.ava.state import FRESH, HELD_BACK, NORMAL, OUT_OF_COMMAND, SPENT, STRATEGIC
from engine.games.ava.tables import Ctx, effect, tables
from engine.games.ava.units import open_for, place, room, take_control
from engine.games.ava.zones import held, hindrances, zone
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.suppose import reckoning

Search = tuple[dict[Hex, int], dict[Hex, Hex]]


@derived("hex_of", "fortress")
def tolls(c: Ctx, side: str) -> bytearray:
    """Half points for leaving or entering each hex because of enemy zones of control (9.2)."""
    return zone(c, c.other(side)).translate(bytes([0, 2 * effect(c, "zoc", "each_way")] + [0] * 254))


def closed_zones(c: Ctx, side: str) -> bytearray:
    """Tolls beyond any allowance, which keep a search out of enemy zones of control."""
    return zone(c, c.other(side)).translate(bytes([0, 255] + [0] * 254))


@rule("ava:9.2", "ava:18.1")
def normal_reach(c: Ctx, u: Unit) -> Search:
    """Half points that normal movement costs to every hex within what is left to the unit, stacking left out."""
    side, start, budget = c.roster.side[u], c.state.hex_of[u], c.state.mp_left[u]
    toll, foes = tolls(c, side), held(c, c.other(side))
    if c.state.active[u] & HELD_BACK:
        # 18.1: Reserve units neither enter nor leave an enemy zone of control.
        if toll[start]:
            return {start: 0}, {}
        return reach(tables(c).edges(side, c.roster.mech[u]), start, budget, closed_zones(c, side), foes)
    kept = tables(c).searches(side, "mech" if c.roster.mech[u] else "foot")
    return kept.reach(start, budget, toll, foes, *hindrances(c, c.other(side)))


@rule("ava:9.3")
def strategic_reach(c: Ctx, u: Unit) -> Search:
    """The same for strategic movement: by road, half a point a hex, never in an enemy zone of control."""
    side, start = c.roster.side[u], c.state.hex_of[u]
    enemy = zone(c, c.other(side))
    if enemy[start]:
        return {start: 0}, {}
    kept, foes = tables(c).searches(side, "road"), held(c, c.other(side))
    return kept.reach(start, c.state.mp_left[u], closed_zones(c, side), foes, *hindrances(c, c.other(side)))


@derived()
def kept_search(c: Ctx, u: Unit, mode: str) -> Search:
    """The search of a mode of movement, kept until the state changes."""
    return _search(c, u, mode)


def _search(c: Ctx, u: Unit, mode: str) -> Search:
    return normal_reach(c, u) if mode == "normal" else strategic_reach(c, u)


def kept_reach(c: Ctx, u: Unit) -> dict[Hex, int]:
    """Half points of normal movement to every hex where the unit may also stop (3.1), its own left out."""
    costs, _ = kept_search(c, u, "normal")
    return {h: cost for h, cost in costs.items() if h != c.state.hex_of[u] and may_stop(c, u, h) is None}


# ---------------------------------------------------------------------- why not
@rule("ava:9.1", "ava:8.1")
def may_move(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may still move in this segment."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side:
        return Refusal("ava:9.1", f"{name} is not yours to move.", units=(u,))
    if s.hex_of[u] < 0:
        return Refusal("ava:9.1", f"{name} is not on the map.", units=(u,))
    if not s.active[u]:
        return Refusal("ava:8.1", f"{name} is not activated by this command.", units=(u,))
    return has_ended(c, u)


@rule("ava:9.1", "ava:9.2")
def has_ended(c: Ctx, u: Unit) -> Refusal | None:
    """Whether an activated unit has ended its movement under this command."""
    s, name = c.state, c.roster.short[u]
    if s.mode[u] == SPENT:
        return Refusal("ava:9.2", f"{name} has used its whole movement allowance.", units=(u,))
    if s.mode[u] != FRESH and s.moving != u:
        return Refusal("ava:9.1", f"{name} ended its movement when another unit began to move.", units=(u,))
    return None


@rule("ava:9.1", "ava:17.2")
def may_use(c: Ctx, u: Unit, mode: str) -> Refusal | None:
    """Whether an activated unit may use a kind of movement: only the one it began with, by road in command alone."""
    if c.state.mode[u] == (STRATEGIC if mode == "normal" else NORMAL):
        return Refusal("ava:9.1", f"{c.roster.short[u]} has begun the other kind of movement.", units=(u,))
    if mode == "strategic" and c.state.active[u] & OUT_OF_COMMAND:
        text = f"{c.roster.short[u]} is out of every command range: normal movement only."
        return Refusal("ava:17.2", text, hexes=(c.state.hex_of[u],), units=(u,))
    return None


@rule("ava:3.1")
def may_stop(c: Ctx, u: Unit, h: Hex) -> Refusal | None:
    """Stacking at the end of a unit's movement."""
    if room(c, c.roster.side[u], h, leaving=u) <= 0:
        return Refusal("ava:3.1", f"{c.board.describe(h)} already holds two units.", hexes=(h,), units=(u,))
    return None


@rule("ava:9.1", "ava:2.1")
def may_enter(c: Ctx, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """Whether the step from ``a`` to its neighbour ``b`` is closed to the unit for good."""
    t, side = tables(c), c.roster.side[u]
    if b not in c.data.in_play:
        return Refusal("ava:2.1", f"{c.label(b)} lies outside the play area of this scenario.", hexes=(b,))
    if b not in t.land:
        return Refusal("ava:9.2", f"{c.label(b)} is {c.board.terrain_name(b)}: no unit can enter it.", hexes=(b,))
    if b in held(c, c.other(side)):
        return Refusal("ava:3.1", f"An enemy unit is in {c.board.describe(b)}.", hexes=(b,))
    if c.board.has("barred", a, b):
        return Refusal("ava:9.2", f"Water lies between {c.label(a)} and {c.label(b)}.", hexes=(b,))
    if side == "soviet" and c.board.has("start line", a, b):
        return Refusal("ava:9.1", "Soviet units never move over the red start line.", hexes=(b,))
    if b not in open_for(c, u)[a]:
        return Refusal("ava:9.2", f"{c.label(b)} is mountain: only a road leads in.", hexes=(b,))
    return None


def move_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``move 7pz S0915``; further labels before the last are way points."""
    return _check(c, c.unit(unit), [c.hex(w) for w in way], "normal")


def march_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``march 7pz S0915``: strategic movement."""
    return _check(c, c.unit(unit), [c.hex(w) for w in way], "strategic")


def _check(c: Ctx, u: Unit, way: list[Hex], mode: str) -> Refusal | None:
    refusal = may_move(c, u)
    if refusal is not None:
        return refusal
    if not way or way[-1] == c.state.hex_of[u]:
        return Refusal("ava:9.1", f"{c.roster.short[u]} needs another hex to go to.", units=(u,))
    if (refusal := may_use(c, u, mode)) is not None:
        return refusal
    if mode == "strategic" and (refusal := _may_march(c, u)) is not None:
        return refusal
    if len(way) == 1:
        if way[0] not in kept_search(c, u, mode)[0]:
            return too_far(c, u, way[0], mode)
    elif _route(c, u, way, mode) is None:
        return Refusal("ava:9.2", f"{c.roster.short[u]} cannot follow that way with the points it has.", units=(u,))
    return may_stop(c, u, way[-1])


@rule("ava:9.3")
def _may_march(c: Ctx, u: Unit) -> Refusal | None:
    side, h = c.roster.side[u], c.state.hex_of[u]
    if not tables(c).along("road", side)[h]:
        return Refusal("ava:9.3", "Strategic movement must begin on a road.", hexes=(h,), units=(u,))
    if zone(c, c.other(side))[h]:
        return Refusal(
            "ava:9.3", "Strategic movement cannot begin in an enemy zone of control.", hexes=(h,), units=(u,)
        )
    return None


def too_far(c: Ctx, u: Unit, h: Hex, mode: str) -> Refusal:
    """Say which rule keeps the unit out of a hex that the search did not reach."""
    here, side, name = c.state.hex_of[u], c.roster.side[u], c.roster.short[u]
    if h not in tables(c).land or h not in c.data.in_play or h in held(c, c.other(side)):
        closed = may_enter(c, u, c.grid.adjacent[h][0], h)
        if closed is not None:
            return closed
    if h in c.grid.adjacent[here] and (closed := may_enter(c, u, here, h)) is not None:
        return closed
    enemy = zone(c, c.other(side))
    if c.state.active[u] & HELD_BACK and (enemy[here] or enemy[h]):
        return Refusal("ava:18.1", f"{name} is a Reserve unit: it neither enters nor leaves enemy zones.", (h,), (u,))
    if side == "soviet" and h not in tables(c).east:
        return Refusal("ava:9.1", f"{c.label(h)} lies beyond the red start line.", hexes=(h,), units=(u,))
    if mode == "strategic":
        if zone(c, c.other(side))[h]:
            return Refusal("ava:9.3", f"{c.label(h)} is in an enemy zone of control.", hexes=(h,), units=(u,))
        return Refusal("ava:9.3", f"No free road leads {name} to {c.label(h)} within its allowance.", hexes=(h,))
    if h in c.grid.adjacent[here] and steep(c, here, h):
        return Refusal("ava:9.2", f"{c.label(h)} is mountain: use 'climb', with the whole allowance.", hexes=(h,))
    if h in c.grid.adjacent[here] and tables(c).river(here, h) == "major river" and not c.board.has("bridge", here, h):
        return Refusal(
            "ava:9.2", f"A major river without a bridge: use 'cross', with the whole allowance of {name}.", hexes=(h,)
        )
    left = c.state.mp_left[u] / 2
    return Refusal(
        "ava:9.2", f"{name} has {plural(left, 'movement point')} left: {c.label(h)} costs more.", hexes=(h,), units=(u,)
    )


def _route(c: Ctx, u: Unit, way: list[Hex], mode: str) -> tuple[list[Hex], int] | None:
    """The hexes of a move over its way points, and its cost; ``None`` if the points do not suffice."""
    here, path, spent = c, [c.state.hex_of[u]], 0
    for stop in way:
        # The first leg was searched when the move was checked.
        search = kept_search if here is c and c.base is None else _search
        costs, before = search(here, u, mode)
        if stop not in costs:
            return None
        path += trail(before, stop)[1:]
        spent += costs[stop]
        # The search starts where the unit stands: let it stand at the way point for the next leg.
        here = reckoning(c, hex_of={u: stop}, mp_left={u: c.state.mp_left[u] - spent})
    return path, spent


@rule("ava:9.2")
def cross_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``cross 7pz S2123``: over a major river without a bridge, from the bank to the far bank."""
    u, h = c.unit(unit), c.hex(hex_)
    refusal = may_move(c, u)
    if refusal is not None:
        return refusal
    here = c.state.hex_of[u]
    if h not in c.grid.adjacent[here] or tables(c).river(here, h) != "major river":
        return Refusal("ava:9.2", f"No major river lies between {c.label(here)} and {c.label(h)}.", hexes=(h,))
    if c.board.has("bridge", here, h):
        return Refusal("ava:9.2", "The river is bridged here: move as usual.", hexes=(h,))
    if steep(c, here, h) and tables(c).climbs(c.roster.kind[u]):
        return Refusal("ava:9.2", f"{c.label(h)} is mountain: use 'climb'.", hexes=(h,))
    return _whole_allowance(c, u, h, "crossing", "major_river")


@rule("ava:9.2")
def climb_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``climb 1mtn K0417``: a mountain division enters a mountain hex without a road."""
    u, h = c.unit(unit), c.hex(hex_)
    refusal = may_move(c, u)
    if refusal is not None:
        return refusal
    here = c.state.hex_of[u]
    if h not in c.grid.adjacent[here] or not steep(c, here, h):
        return Refusal("ava:9.2", f"{c.label(h)} is no mountain beside {c.roster.short[u]} off the road.", hexes=(h,))
    if not tables(c).climbs(c.roster.kind[u]):
        return Refusal("ava:9.2", f"{c.roster.short[u]} is no mountain division: only a road leads in.", hexes=(h,))
    return _whole_allowance(c, u, h, "climbing", "mountain")


def steep(c: Ctx, a: Hex, b: Hex) -> bool:
    """Whether ``b`` is mountain and no road leads into it from ``a``."""
    return tables(c).high(b) and not c.board.has("road", a, b)


def _whole_allowance(c: Ctx, u: Unit, h: Hex, doing: str, over: str) -> Refusal | None:
    """What a step with the whole allowance asks for: a fresh unit, neither hex in an enemy zone (9.2, TEC)."""
    here, enemy = c.state.hex_of[u], zone(c, c.other(c.roster.side[u]))
    if c.state.mode[u] != FRESH:
        return Refusal("ava:9.2", f"{c.roster.short[u]} has moved: {doing} takes the whole allowance.", units=(u,))
    if (closed := may_enter(c, u, here, h)) is not None:
        return closed
    for end in (here, h):
        if enemy[end] and effect(c, over, "zoc_free"):
            return Refusal("ava:9.2", f"{c.label(end)} is in an enemy zone of control: no {doing}.", hexes=(end,))
    return may_stop(c, u, h)


# ---------------------------------------------------------------------- what happens
def move_apply(c: Ctx, unit: str, *way: str) -> None:
    """Normal movement along the cheapest way."""
    _go(c, c.unit(unit), [c.hex(w) for w in way], "normal")


def march_apply(c: Ctx, unit: str, *way: str) -> None:
    """Strategic movement."""
    _go(c, c.unit(unit), [c.hex(w) for w in way], "strategic")


def _go(c: Ctx, u: Unit, way: list[Hex], mode: str) -> None:
    found = _route(c, u, way, mode)
    assert found is not None
    path, cost = found
    s = c.state
    s.mp_left[u] -= cost
    s.mode[u] = NORMAL if mode == "normal" else STRATEGIC
    word, rule_id = ("moves", "ava:9.2") if mode == "normal" else ("moves by road", "ava:9.3")
    _arrive(c, u, path, f"{word} to {{}} for {cost / 2:g} MP", rule_id)


def cross_apply(c: Ctx, unit: str, hex_: str) -> None:
    """Over a major river: the whole allowance."""
    _spend_all(c, c.unit(unit), c.hex(hex_), "crosses the river to")


def climb_apply(c: Ctx, unit: str, hex_: str) -> None:
    """Into the mountains: the whole allowance."""
    _spend_all(c, c.unit(unit), c.hex(hex_), "climbs to")


def _spend_all(c: Ctx, u: Unit, h: Hex, words: str) -> None:
    c.state.mp_left[u], c.state.mode[u] = 0, SPENT
    _arrive(c, u, [c.state.hex_of[u], h], words + " {} with its whole allowance", "ava:9.2")


def _arrive(c: Ctx, u: Unit, path: list[Hex], words: str, rule_id: str) -> None:
    c.state.moving = u
    place(c, u, path[-1])
    text = f"{c.roster.short[u]} {words.format(c.board.describe(path[-1]))}."
    c.say("move", text, rule_id, hexes=path, units=[u])
    for h in path[1:]:
        take_control(c, c.roster.side[u], h)
