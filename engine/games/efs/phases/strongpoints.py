"""18.4, 22.11: strongpoints, begun, finished and given up in the Engineering Phase of their owner."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.components.grid import Hex, Unit
from engine.games.efs.command import cover, non_op_over
from engine.games.efs.conversion import busy
from engine.games.efs.edition import edition
from engine.games.efs.forts import BUILDING, GUARDED, READY, builder, is_guarded, strongpoints
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_armor, is_combat, is_engineer, is_nkvd
from engine.games.efs.state import (
    ADVANCED,
    ATTACKED,
    DEFENDED,
    EMERGENCY,
    ENGINEERED,
    GENERAL,
    MOTORIZED,
    MOVED,
    OVERRAN,
    REACTED,
    SPECIAL,
)
from engine.games.efs.supply.routes import DEPENDS, net
from engine.games.efs.supply.status import supplied
from engine.games.efs.tables import CITY, MAJOR_CITY, Ctx, tables
from engine.games.efs.units import combat_units, enemy_combat_at, fighters
from engine.games.efs.victory import spots
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, while_same
from engine.play.step import Verb

BUSY = MOVED | MOTORIZED | REACTED | SPECIAL | OVERRAN | ATTACKED | ADVANCED
"""What a unit that builds an Axis strongpoint has not done in the turn (R55)."""
EXTRA, EXTRA_PLACE = "E", "E place"
"""Result E of the Soviet Replacements Table, and that one of the turn went to a Victory Point place (7.41)."""
SIDES = ("ruined", "weather", "frozen", "weathers", "climates", "broken", "spans")
"""Columns that decide where the line of a hex that no route passes can begin."""
NO_LIMIT = 1000
"""Axis strongpoints of a turn where the scenario sets no limit (18.45)."""


@rule("efs:18.42", "efs:18.45", "efs:7.41")
def left(c: Ctx, side: str) -> int:
    """Strongpoints that a side may still begin in this turn: as its replacements allow, or as the scenario does."""
    if side == "soviet":
        return c.state.strongpoints[side]
    most = tables(c).logistics(side, c.state.turn).get("strongpoints", NO_LIMIT)
    return int(most) - c.state.strongpoints[side]


# ---------------------------------------------------------------------- beginning
@rule("efs:18.43", "efs:18.44", "efs:21.26")
def build_check(c: Ctx, hex_: str) -> Refusal | None:
    """``build B0435``: a Soviet strongpoint is begun in a hex."""
    h, side = c.hex(hex_), c.state.side
    if side != "soviet":
        return Refusal("efs:18.45", "An Axis strongpoint is built by a unit: 'fortify'.")
    if left(c, side) < 1:
        return Refusal("efs:18.42", "No strongpoint is left to be begun in this turn.")
    return _may_build(c, h)


@rule("efs:18.43", "efs:18.44", "efs:21.26")
def _may_build(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a hex is one where a strongpoint can be begun that is not of an E result."""
    return _lamed(c, h) or may_begin(c, h)


@rule("efs:18.43", "efs:21.26")
def _lamed(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a Non-Op headquarters keeps new Soviet strongpoints out of a hex, those of E results left aside."""
    if lame := non_op_over(c, h):
        text = f"{c.label(h)} is in range of the Non-Op {c.roster.short[lame[0]]}: nothing is begun there."
        return Refusal("efs:21.26", text, (h,), lame)
    return None


@rule("efs:18.43", "efs:18.44")
def may_begin(c: Ctx, h: Hex) -> Refusal | None:
    """Whether a Soviet strongpoint of any sort may be begun in a hex."""
    side = "soviet"
    if c.label(h) in c.state.works:
        return Refusal("efs:18.43", f"There is a strongpoint in {c.label(h)} already.", (h,))
    if enemy_combat_at(c, h, side) or h not in tables(c).land:
        return Refusal("efs:18.43", f"No strongpoint can be built in {c.label(h)}.", (h,))
    if h not in _sites(c):
        why = "No unit is in it, and it" if edition(c).units_are_sites else "It"
        return Refusal("efs:18.43", f"{c.board.describe(h)}: {why} is not in General Supply.", (h,))
    return None


@rule("efs:18.43")
@derived(*DEPENDS)
def _sites(c: Ctx) -> frozenset[Hex]:
    """Land that Soviet units hold or that is in General Supply: no strongpoint is begun elsewhere."""
    own, enemy, fed = fighters(c, "soviet"), fighters(c, "axis"), tuple(c.state.fed)
    units = edition(c).units_are_sites
    routes = net(c, "soviet")
    reads = routes, own, enemy, fed, c.marks.of(c.state, SIDES)
    return while_same(c, "sites", reads, lambda: _open_sites(c, routes.hexes | own.keys() if units else routes.hexes))


def _open_sites(c: Ctx, known: frozenset[Hex]) -> frozenset[Hex]:
    """Those of the land that are known to be such, and those that a route reaches though none passes them."""
    land = tables(c).land
    return land & known | {h for h in land - known if supplied(c, h, "soviet")}


def _build(c: Ctx, hex_: str) -> None:
    c.state.strongpoints["soviet"] -= 1
    begin(c, c.hex(hex_))


def begin(c: Ctx, h: Hex, guarded: bool = False) -> None:
    """A Soviet strongpoint is begun in a hex, ``guarded`` where an NKVD unit near it has to stay."""
    c.state.works[c.label(h)] = f"soviet {BUILDING}{f' {GUARDED}' if guarded else ''}"
    c.touch()
    c.say("fort", f"A strongpoint is begun in {c.board.describe(h)}.", "efs:18.44", hexes=[h])


@rule("efs:18.45", "efs:22.11", "efs:22.14", "efs:21.26", "efs:R55")
def fortify_check(c: Ctx, unit: str) -> Refusal | None:
    """``fortify mpi-xxxxvii``: a unit that stood still builds in its hex; an engineer in supply is done at once."""
    u, side = c.unit(unit), c.state.side
    h, short, sapper = c.state.hex_of[u], c.roster.short[u], is_engineer(c, u)
    if c.roster.side[u] != side or h < 0 or not is_combat(c, u) or (is_armor(c, u) and not sapper):
        return Refusal("efs:18.45", f"{short} builds no strongpoints.", units=(u,))
    slow = side == "axis" and edition(c).axis_sappers_begin
    if slow and not sapper:
        return Refusal("efs:18.45", f"{short} is no engineer: they alone begin strongpoints.", units=(u,))
    if slow and not supplied(c, h, side):
        return Refusal("efs:18.43", f"{c.board.describe(h)} is not in General Supply.", (h,))
    if c.label(h) in c.state.works and not (sapper and not slow and _unfinished(c, h, side)):
        return Refusal("efs:18.43", f"There is a strongpoint in {c.label(h)} already.", (h,))
    if left(c, side) < 1 and not _unfinished(c, h, side):
        return Refusal("efs:18.42", "No strongpoint is left to be begun in this turn.")
    if side == "soviet" and not sapper:
        return Refusal("efs:22.11", f"{short} is no engineer: 'build' begins a strongpoint in a hex.", units=(u,))
    if side == "soviet" and not _unfinished(c, h, side) and (refusal := _lamed(c, h)) is not None:
        return refusal
    return _engineer_free(c, u) if sapper else _stood_still(c, u)


def _unfinished(c: Ctx, h: Hex, side: str) -> bool:
    return strongpoints(c, side).get(h) is False


@rule("efs:22.11", "efs:22.14")
def _engineer_free(c: Ctx, u: Unit) -> Refusal | None:
    """An engineer in General Supply that has done none of its other tasks, no combat and no specialized movement."""
    s, short = c.state, c.roster.short[u]
    if s.did[u] & ENGINEERED:
        return Refusal("efs:22.14", f"{short} has done its one task of this turn.", units=(u,))
    if s.did[u] & _busy(c, u):
        return Refusal("efs:22.11", f"{short} has fought or moved by a special way in this turn.", units=(u,))
    worst = EMERGENCY if edition(c).emergency_builds else GENERAL
    if s.supply[u] > worst and not s.given[u]:
        return Refusal("efs:22.11", f"{short} is not in General Supply.", units=(u,))
    return None


@rule("efs:22.11")
def _busy(c: Ctx, u: Unit) -> int:
    """What an engineer has not done that does a task; of a Soviet one his own segment alone may count."""
    return busy(c) if c.roster.side[u] == "soviet" else SPECIAL | OVERRAN | ATTACKED | DEFENDED


@rule("efs:18.45", "efs:R55")
def _stood_still(c: Ctx, u: Unit) -> Refusal | None:
    if c.state.did[u] & BUSY:
        return Refusal("efs:18.45", f"{c.roster.short[u]} has moved or attacked in this turn.", units=(u,))
    if any(builder(c, h) == u for h in strongpoints(c, c.state.side)):
        return Refusal("efs:18.45", f"{c.roster.short[u]} builds already.", units=(u,))
    return None


@rule("efs:18.44", "efs:18.45", "efs:22.11")
def _fortify(c: Ctx, unit: str) -> None:
    s, u = c.state, c.unit(unit)
    h, side = s.hex_of[u], c.roster.side[u]
    if not _unfinished(c, h, side):
        s.strongpoints[side] += -1 if side == "soviet" else 1
    slow = side == "axis" and edition(c).axis_sappers_begin
    done = is_engineer(c, u) and not slow
    begun = f"{side} {BUILDING}" if slow else f"{side} {BUILDING} {c.roster.ids[u]}"
    s.works[c.label(h)] = f"{side} {READY}" if done else begun
    if is_engineer(c, u):
        s.did[u] |= ENGINEERED
    c.touch()
    word = "builds a strongpoint" if done else "begins a strongpoint"
    law = "efs:22.11" if done else "efs:18.45"
    c.say("fort", f"{c.roster.short[u]} {word} in {c.board.describe(h)}.", law, hexes=[h], units=[u])


# ---------------------------------------------------------------------- E strongpoints
@rule("efs:7.41", "efs:R13")
def watched(c: Ctx, h: Hex) -> bool:
    """Whether a friendly city with an NKVD unit in it lies near a hex, where an edition asks for one."""
    return not edition(c).extra_in_cities and h in _around(c, True, CITY, MAJOR_CITY)


@derived()
def _around(c: Ctx, guarded: bool, *sizes: str) -> frozenset[Hex]:
    """All hexes near friendly cities of some sizes, or near those of them with an NKVD unit."""
    hexes = (n for place in c.board.places for n in place.hexes if tables(c).size(n) in sizes)
    held = (n for n in hexes if friendly(c, n) == "soviet")
    near = (n for n in held if not guarded or any(is_nkvd(c, u) for u in combat_units(c, n, "soviet")))
    return frozenset(h for n in near for h in c.grid.within(n, edition(c).extra_radius))


@rule("efs:7.41", "efs:18.42", "efs:R13")
def entrench_check(c: Ctx, hex_: str) -> Refusal | None:
    """``entrench B0435``: a strongpoint of an E result, near a city, whatever Non-Op headquarters there are."""
    h, label, events = c.hex(hex_), c.label(c.hex(hex_)), c.state.events
    if c.state.side != "soviet" or not events[EXTRA]:
        return Refusal("efs:7.41", "No strongpoint of an E result is left in this turn.")
    if (refusal := may_begin(c, h)) is not None:
        return refusal
    terms = edition(c)
    if h in _around(c, False, MAJOR_CITY) or watched(c, h):
        return None
    if terms.extra_in_cities:
        if tables(c).city(h) and friendly(c, h) == "soviet":
            return None
        text = f"{label} is neither a friendly city nor within {terms.extra_radius} hexes of a friendly major city."
        return Refusal("efs:7.41", text, (h,))
    if not any(h in spot.hexes for spot in spots(c)) or friendly(c, h) != "soviet":
        text = (
            f"{label} is neither within {terms.extra_radius} hexes of a friendly major city, or city with an NKVD unit,"
        )
        return Refusal("efs:7.41", f"{text} nor a friendly Victory Point place.", (h,))
    if events[EXTRA_PLACE]:
        return Refusal("efs:R13", "One E strongpoint of a turn alone goes to a Victory Point place.", (h,))
    return None


@rule("efs:7.41", "efs:18.44", "efs:R13")
def _entrench(c: Ctx, hex_: str) -> None:
    h, events = c.hex(hex_), c.state.events
    by_major = h in _around(c, False, MAJOR_CITY)
    by_guard = not by_major and watched(c, h)
    events[EXTRA] -= 1
    if not by_major and not by_guard and not edition(c).extra_in_cities:
        events[EXTRA_PLACE] = 1
    begin(c, h, guarded=by_guard)


# ---------------------------------------------------------------------- finishing and giving up
@rule("efs:18.44", "efs:18.45", "efs:21.26", "efs:7.41", "efs:R13")
def finish(c: Ctx, side: str) -> None:
    """What was begun in the last Engineering Phase of a side: Axis ones need their builder, Soviet ones supply."""
    for h, done in strongpoints(c, side).items():
        if done:
            continue
        u, where = builder(c, h), c.board.describe(h)
        if u >= 0 and c.state.hex_of[u] != h:
            del c.state.works[c.label(h)]
            c.say("fort", f"The strongpoint in {where} is given up: its builder is gone.", "efs:18.45", hexes=[h])
        elif is_guarded(c, h) and not watched(c, h):
            where_to = f"The strongpoint in {where} is not completed: no NKVD unit is in a city near it."
            c.say("fort", where_to, "efs:R13", hexes=[h])
        elif side == "axis" and edition(c).axis_sappers_begin and not _sapper_free(c, h):
            text = f"The strongpoint in {where} is not completed: no engineer that is free for it is there."
            c.say("fort", text, "efs:18.45", hexes=[h])
        elif u >= 0 or supplied(c, h, side):
            c.state.works[c.label(h)] = f"{side} {READY}"
            c.say("fort", f"The strongpoint in {where} is completed.", "efs:18.44", hexes=[h])
        c.touch()


@rule("efs:18.45", "efs:22.11")
def _sapper_free(c: Ctx, h: Hex) -> bool:
    """Whether an Axis engineer that could begin a strongpoint is in a hex."""
    return any(is_engineer(c, u) and _engineer_free(c, u) is None for u in combat_units(c, h, "axis"))


@rule("efs:18.13", "efs:R53")
def remove_check(c: Ctx, hex_: str) -> Refusal | None:
    """``remove B0435``: the owner gives a strongpoint up."""
    h = c.hex(hex_)
    if h not in strongpoints(c, c.state.side):
        return Refusal("efs:18.13", f"There is no strongpoint of yours in {c.label(h)}.", (h,))
    return None


def _remove(c: Ctx, hex_: str) -> None:
    h = c.hex(hex_)
    del c.state.works[c.label(h)]
    c.touch()
    c.say("fort", f"The strongpoint in {c.board.describe(h)} is given up.", "efs:18.13", hexes=[h])


# ---------------------------------------------------------------------- the verbs
@derived()
def _places(c: Ctx) -> list[str]:
    if c.state.side != "soviet" or left(c, "soviet") < 1:
        return []
    barred = cover(c).non_op.keys() | strongpoints(c, "soviet").keys() | strongpoints(c, "axis").keys()
    barred |= fighters(c, "axis").keys()
    sites = _sites(c)
    labels = while_same(c, "labels of sites", (sites,), lambda: [(h, c.label(h)) for h in sorted(sites)])
    return [label for h, label in labels if h not in barred]


@derived()
def trenches(c: Ctx) -> list[str]:
    """Hexes where an E strongpoint can be begun."""
    if c.state.side != "soviet" or not c.state.events[EXTRA]:
        return []
    near = _around(c, False, MAJOR_CITY) | _around(c, True, CITY, MAJOR_CITY)
    near |= {h for spot in spots(c) for h in spot.hexes}
    near |= {h for place in c.board.places if place.size == CITY for h in place.hexes}
    return [c.label(h) for h in sorted(near & tables(c).land) if entrench_check(c, c.label(h)) is None]


@derived()
def builders(c: Ctx) -> list[str]:
    """Ids of the units that can build a strongpoint where they stand."""
    r, side = c.roster, c.state.side
    sappers_alone = side == "soviet" or edition(c).axis_sappers_begin
    mine = (u for u, h in enumerate(c.state.hex_of) if h >= 0 and r.side[u] == side)
    fit = (u for u in mine if not sappers_alone or is_engineer(c, u))
    return [r.ids[u] for u in fit if fortify_check(c, r.ids[u]) is None]


def _owned(c: Ctx) -> list[str]:
    return [c.label(h) for h in strongpoints(c, c.state.side)]


def _hexes(known: Callable[[Ctx], list[str]]) -> Callable[[Ctx, str | None], list[tuple[str, ...]]]:
    """Options of a verb that names a hex of the whole map: the check alone decides about one that is named."""
    return lambda c, s: [(word,) for word in known(c)] if s is None else [(s,)] if s in c.board.index else []


def _of(known: Iterable[str], subject: str | None) -> list[tuple[str, ...]]:
    return [(word,) for word in known if subject in (None, word)]


STRONGPOINT_VERBS = (
    Verb("build", _hexes(_places), build_check, _build, "build HEX: begin a strongpoint", "efs:18.44",
         _places, rare=True),
    Verb("entrench", _hexes(trenches), entrench_check, _entrench,
         "entrench HEX: begin a strongpoint of an E result", "efs:7.41", trenches, rare=True),
    Verb("fortify", lambda c, s: _of(builders(c), s), fortify_check, _fortify, "fortify UNIT: build in its hex",
         "efs:18.45", builders),
    Verb("remove", lambda c, s: _of(_owned(c), s), remove_check, _remove, "remove HEX: give a strongpoint up",
         "efs:18.13", _owned, grave=True),
)  # fmt: skip
"""For the Engineering Phase."""
