"""The verbs of movement: ``move``, ``rail``, ``strategic``, ``cross``, ``slip``, ``onehex``, ``exit``, ``abandon``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import waiting
from engine.games.efs.exits import areas
from engine.games.efs.kinds import is_engineer, is_zap
from engine.games.efs.movement import edges, railroad, strategic, stuck, whole
from engine.games.efs.movement.allowance import (
    MOVEMENT,
    begun,
    column,
    describe_group,
    end_movement,
    may_move,
    may_set_out,
    movers,
    set_going,
    told,
)  # fmt: skip
from engine.games.efs.movement.classes import medium, on_rails
from engine.games.efs.movement.entering import arrive, enter
from engine.games.efs.movement.reach import Route, may_reach, route
from engine.games.efs.rails import near_enemy
from engine.games.efs.stacking import total
from engine.games.efs.state import BY_RAIL, ENGINEERED, GENERAL, HALTED, OPEN, RAIL, SPECIAL, STRATEGIC
from engine.games.efs.tables import LAKE, Ctx, tables
from engine.games.efs.units import on_map
from engine.games.efs.zones import in_zoc
from engine.kit.moving import where_to
from engine.kit.picking import group_of
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived
from engine.play.step import Verb

Words = tuple[str, ...]


@rule("efs:10.22", "efs:21.32", "efs:22.51")
def may_go_together(c: Ctx, group: Sequence[Unit]) -> Refusal | None:
    """Whether a group may move now as one: begun alike, in one way of going, and let go by Non-Op headquarters."""
    if len(group) > 1 and len({medium(c, u) for u in group}) > 1:
        other = next(u for u in group if medium(c, u) != "land")
        law = "efs:21.32" if on_rails(c, other) else "efs:22.51"
        return Refusal(law, f"{c.roster.short[other]} goes by {medium(c, other)} and by itself.", units=(other,))
    return may_set_out(c, group)


# ---------------------------------------------------------------------- ordinary movement
@rule("efs:10.21", "efs:10.22")
def move_check(c: Ctx, unit: str, *way: str) -> Refusal | None:
    """``move 18pz B0135``; labels before the last are way points; picked units go together."""
    group = group_of(c, c.unit(unit))
    hexes = [c.hex(w) for w in way]
    if not hexes:
        return may_move(c, group[0]) or where_to(c, group, hexes, "efs:10.21")
    return may_go_together(c, group) or may_reach(c, group, hexes)


def move(c: Ctx, unit: str, *way: str) -> None:
    """Go there by the cheapest way, or by the way points."""
    group = group_of(c, c.unit(unit))
    found = route(c, group, [c.hex(w) for w in way])
    assert found is not None
    go(c, group, found, "efs:10.32" if found.stopped else "efs:10.21")


def go(c: Ctx, group: Sequence[Unit], found: Route, law: str, *, by: str = "", spent: bool = False) -> None:
    """Units go along a route and pay for it; with ``spent`` nothing is left to them after it."""
    s = c.state
    set_going(c, group)
    for u in group:
        s.mp_left[u] = 0 if spent else s.mp_left[u] - found.cost
        s.way[u] = found.way
        s.did[u] |= HALTED if found.stopped else 0
    where, left = c.board.describe(found.path[-1]), s.mp_left[group[0]]
    stop = ", stopped by an enemy zone of control" if found.stopped else ""
    pay = "all its movement points" if spent else f"{told(found.cost)} MP, {told(left)} left"
    text = f"{describe_group(c, group, 'moves', 'move')}{by} to {where} for {pay}{stop}."
    c.say("move", text, law, hexes=found.path, units=group)
    for h in found.path[1:]:
        enter(c, group, h)
    arrive(c, found.path, group)
    for u in group:
        if s.mp_left[u] == 0:
            s.picked[u] = 0
    c.touch()


# ---------------------------------------------------------------------- one hex for the whole allowance
def _whole(name: str) -> tuple[whole.Check, str, str]:
    return _WHOLE[name]


_WHOLE: dict[str, tuple[whole.Check, str, str]] = {
    "cross": (whole.may_cross, "efs:10.45", " over the water"),
    "slip": (whole.may_slip, "efs:11.41", " by infiltration"),
    "onehex": (whole.may_step, "efs:11.52", " one hex"),
}


def _check_whole(name: str) -> Callable[..., Refusal | None]:
    def check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
        group = group_of(c, c.unit(unit))
        return _whole(name)[0](c, group, c.hex(hex_)) or may_start(c, group)

    return check


@rule("efs:10.22", "efs:21.27")
def may_start(c: Ctx, group: Sequence[Unit]) -> Refusal | None:
    """Whether fresh units with or without points may set out together now, one-hex movement among it."""
    moving = [u for u in group if may_move(c, u) is None]
    return may_go_together(c, moving) if moving else None


@rule("efs:10.45", "efs:10.47", "efs:11.44", "efs:11.52")
def _apply_whole(name: str) -> Callable[[Ctx, str, str], None]:
    def apply(c: Ctx, unit: str, hex_: str) -> None:
        group, to = group_of(c, c.unit(unit)), c.hex(hex_)
        here, (_, law, by) = c.state.hex_of[group[0]], _whole(name)
        if name == "cross" and tables(c).river(here, to) == LAKE:
            _row(c, group, here)
            law = "efs:10.47"
        stopped = bool(in_zoc(c, c.other(c.roster.side[group[0]]))[to])
        go(c, group, Route([here, to], 0, OPEN, stopped), law, by=by, spent=True)
        for u in group:
            c.state.did[u] |= 0 if name == "cross" else SPECIAL

    return apply


@rule("efs:10.47", "efs:22.14", "efs:R23")
def _row(c: Ctx, group: Sequence[Unit], here: Hex) -> None:
    """Boats bring units over a lake: the engineer that serves them stays, and their points are noted.

    That is its one task of the turn.
    """
    c.state.ferried += total(c, group)
    if len(group) > 1 or not is_engineer(c, group[0]):
        boatman = whole.boatmen(c, here, c.roster.side[group[0]], group)[0]
        end_movement(c, boatman)
        c.state.did[boatman] |= ENGINEERED


def _near(name: str) -> Callable[[Ctx, str | None], Iterable[Words]]:
    def options(c: Ctx, subject: str | None) -> Iterable[Words]:
        for unit in fresh(c) if subject is None else [subject]:
            u = c.roster.by_id.get(unit, -1)
            if u >= 0 and c.state.hex_of[u] >= 0 and not begun(c, u):
                yield from ((unit, c.label(n)) for n in c.grid.adjacent[c.state.hex_of[u]] if _worth(c, name, u, n))

    return options


def _worth(c: Ctx, name: str, u: Unit, to: Hex) -> bool:
    """Whether a move for the whole allowance is worth a closer look."""
    here = c.state.hex_of[u]
    if name == "cross":
        return tables(c).river(here, to) in ("major river", "lake")
    zone = in_zoc(c, c.other(c.roster.side[u]))
    return bool(zone[here] and zone[to]) == (name == "slip") and to in c.data.in_play


@derived()
def fresh(c: Ctx) -> list[str]:
    """Units that have not begun to move and may, in the order of the counters."""
    return [i for i in movers(c) if not begun(c, c.roster.by_id[i])]


# ---------------------------------------------------------------------- railroad and strategic movement
def _rail_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``rail 5id C4210``: by railroad; picked units go together."""
    group = group_of(c, c.unit(unit))
    return railroad.may_ride_to(c, group, c.hex(hex_))


@rule("efs:11.12", "efs:11.13", "efs:11.14")
def _rail(c: Ctx, unit: str, hex_: str) -> None:
    group, to = group_of(c, c.unit(unit)), c.hex(hex_)
    path, side = railroad.rail_path(c, group, to), c.roster.side[group[0]]
    need = sum(railroad.load(c, u) for u in group)
    if c.state.hex_of[group[0]] < 0:
        _come_in(c, group[0], path[0])
    set_going(c, group)
    c.state.rail_used[side] += need
    left = railroad.capacity_left(c, side)
    where = c.board.describe(to)
    text = f"{describe_group(c, group, 'goes', 'go')} by railroad to {where}: capacity {need}, {left} left."
    c.say("rail", text, "efs:11.13", hexes=path, units=group)
    for h in path[1:]:
        enter(c, group, h)
    arrive(c, path, group)
    for u in group:
        end_movement(c, u)
        c.state.way[u] = RAIL
        c.state.did[u] |= BY_RAIL | SPECIAL
    c.touch()


@rule("efs:11.17", "efs:8.12", "efs:7.43")
def _come_in(c: Ctx, u: Unit, h: Hex) -> None:
    """A unit that waited begins its ride in a hex of the edge, in General Supply for this turn."""
    enter(c, [u], h)
    c.state.supply[u], c.state.origin[u] = GENERAL, h
    if is_zap(c, u):
        c.state.zaps[c.label(h)] = c.state.turn


@derived()
def riders(c: Ctx) -> list[str]:
    """Units that may use railroad movement now."""
    s, r = c.state, c.roster
    if column(c) != MOVEMENT or railroad.capacity_left(c, s.side) <= 0:
        return []
    lines = railroad.net_hexes(c, s.side)
    own = [u for u in on_map(c, s.side) if s.hex_of[u] in lines]
    return [r.ids[u] for u in (*own, *waiting(c, s.side)) if railroad.may_ride(c, u) is None]


def _stations(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in riders(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        if u >= 0:
            yield from ((unit, c.label(h)) for h in railroad.rideable(c, group_of(c, u)))


def _march_check(c: Ctx, unit: str, hex_: str) -> Refusal | None:
    """``strategic 5id A6039``: along roads with half as many points again; picked units go together."""
    group = group_of(c, c.unit(unit))
    return _may_march(c, group) or strategic.may_march_to(c, group, c.hex(hex_))


def _may_march(c: Ctx, group: Sequence[Unit]) -> Refusal | None:
    """Whether a group may use strategic movement together, wherever to; units beside the map come one by one."""
    waits = c.state.hex_of[group[0]] < 0
    return (None if waits else may_go_together(c, group)) or strategic.may_march(c, group)


@rule("efs:11.21", "efs:11.22", "efs:8.12")
def _march(c: Ctx, unit: str, hex_: str) -> None:
    group, to = group_of(c, c.unit(unit)), c.hex(hex_)
    found = strategic.march(c, group, to)
    if c.state.hex_of[group[0]] < 0:
        _come_in(c, group[0], found.path[0])
    go(c, group, found, "efs:11.22", by=" by strategic movement", spent=True)
    for u in group:
        c.state.did[u] |= STRATEGIC | SPECIAL


@derived()
def _marchers(c: Ctx) -> list[str]:
    """Units that may use strategic movement now, those that wait beside the map among them."""
    if column(c) != MOVEMENT:
        return []
    s, near = c.state, near_enemy(c, c.state.side)
    far = [u for u in map(c.roster.by_id.__getitem__, fresh(c)) if not near[s.hex_of[u]]]
    return [c.roster.ids[u] for u in (*far, *waiting(c, s.side)) if strategic.may_march(c, [u]) is None]


def _road_ends(c: Ctx, subject: str | None) -> Iterable[Words]:
    for unit in _marchers(c) if subject is None else [subject]:
        u = c.roster.by_id.get(unit, -1)
        group = group_of(c, u) if u >= 0 else []
        if group and _may_march(c, group) is None:
            yield from ((unit, c.label(h)) for h in strategic.marches(c, group))


# ---------------------------------------------------------------------- leaving the map, or a swamp
def _exit_check(c: Ctx, unit: str) -> Refusal | None:
    """``exit 5id``: leave the map through an exit area."""
    return edges.may_exit(c, group_of(c, c.unit(unit)))


def _exit(c: Ctx, unit: str) -> None:
    edges.leave(c, group_of(c, c.unit(unit)))


def _leavers(c: Ctx) -> list[str]:
    where = frozenset().union(*areas(c, c.state.side).values())
    return [i for i in movers(c) if c.state.hex_of[c.roster.by_id[i]] in where] if where else []


def _lift_check(c: Ctx, unit: str) -> Refusal | None:
    """``abandon 5pz``: take a unit that is stuck in a swamp to the Cadre Box."""
    return stuck.may_lift(c, c.unit(unit))


def _alone(known: Callable[[Ctx], list[str]]) -> Callable[[Ctx, str | None], Iterable[Words]]:
    return lambda c, subject: [(i,) for i in known(c) if subject in (None, i)]


VERBS = (
    *(Verb(name, _near(name), _check_whole(name), _apply_whole(name), f"{name} UNIT HEX: {words}", law, fresh)
      for name, law, words in (("cross", "efs:10.45", "over a major river or lake for the whole allowance"),
                               ("slip", "efs:11.41", "infiltrate for the whole allowance"),
                               ("onehex", "efs:11.51", "into a hex too dear for it, for the whole allowance"))),
    Verb("rail", _stations, _rail_check, _rail, "rail UNIT HEX: by railroad movement", "efs:11.1", riders,
         sure=True),
    Verb("strategic", _road_ends, _march_check, _march, "strategic UNIT HEX: along roads, half as far again",
         "efs:11.2", _marchers, sure=True),
    Verb("exit", _alone(_leavers), _exit_check, _exit, "exit UNIT: leave the map", "efs:11.61", _leavers, grave=True,
         rare=True),
    Verb("abandon", _alone(stuck.liftable), _lift_check, lambda c, unit: stuck.lift(c, c.unit(unit)),
         "abandon UNIT: out of a swamp into the Cadre Box", "efs:10.48", stuck.liftable, grave=True, rare=True),
)  # fmt: skip
"""What the movement step offers beside ``move``."""
