"""6.4: supply units: the Attack Supply Points in them, how they are joined, lowered, spent and lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from engine.components.grid import Hex, Unit
from engine.games.efs.arrivals import DUMP, turn_of
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_combat, is_supply, is_wagon
from engine.games.efs.tables import Ctx
from engine.games.efs.units import POOL, place, to_box
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Verb

MSU = 1
"""Points of a Mobile Supply Unit."""


# ---------------------------------------------------------------------- what they are
@rule("efs:6.48")
def is_large(c: Ctx, u: Unit) -> bool:
    """Whether a counter is a Large Supply Dump."""
    return bool(c.roster.number("large", u))


@rule("efs:6.41")
def title(c: Ctx, u: Unit) -> str:
    """What a supply unit is: ``MSU``, ``2-ASP dump``, ``3-ASP large dump``."""
    points = c.state.asp[u]
    if points <= MSU and not is_large(c, u):
        return "MSU"
    return f"{points}-ASP large dump" if is_large(c, u) else f"{points}-ASP dump"


@derived("hex_of")
def on_map(c: Ctx, side: str) -> list[Unit]:
    """The supply units of a side on the map."""
    return [u for u in _counters(c, side) if c.state.hex_of[u] >= 0]


@for_good
def _counters(c: Ctx, side: str) -> list[Unit]:
    return [u for u in range(len(c.roster)) if c.roster.side[u] == side and is_supply(c, u)]


@rule("efs:6.43", "efs:6.45")
@derived("box")
def free(c: Ctx, side: str, large: bool) -> list[Unit]:
    """The counters of one sort that are available for play; a scenario limits how many there are."""
    return [u for u in _counters(c, side) if c.state.box[u] == POOL and is_large(c, u) == large]


# ---------------------------------------------------------------------- spending and losing
@rule("efs:6.43", "efs:6.42")
def remove(c: Ctx, u: Unit) -> None:
    """Take a supply unit off the map; it is available again."""
    c.state.asp[u] = 0
    to_box(c, u, POOL)


@rule("efs:6.26", "efs:6.48", "efs:15.45")
def spend(c: Ctx, u: Unit) -> Unit:
    """Spend a point of a supply unit; the unit that stands there after it, -1 where the last point went."""
    return _hold(c, u, c.state.asp[u] - 1)


@rule("efs:6.48", "efs:6.41", "efs:R182")
def _hold(c: Ctx, u: Unit, points: int) -> Unit:
    """Have so many points in the place of a supply unit, in a counter of fitting size if one is free."""
    side = c.roster.side[u]
    if points <= 0:
        remove(c, u)
        return -1
    large = points > DUMP
    spare = free(c, side, large) if is_large(c, u) != large else []
    if spare:
        _put_beside(c, spare[0], u)
        remove(c, u)
        u = spare[0]
    c.state.asp[u] = points
    c.touch()
    return u


@rule("efs:10.23", "efs:11.12", "efs:R10", "efs:R182")
def _put_beside(c: Ctx, new: Unit, old: Unit) -> None:
    """A counter that comes out of another lies where that does, and has moved in this phase as far as it."""
    s = c.state
    if s.hex_of[old] >= 0:
        place(c, new, s.hex_of[old])
    else:
        to_box(c, new, s.box[old])
    for column in (s.origin, s.way, s.mp_left):
        column[new] = column[old]
    s.did[new] |= s.did[old]


@rule("efs:6.42", "efs:10.24")
def taken(c: Ctx, h: Hex, side: str) -> None:
    """A unit of a side has entered a hex: enemy supply units that stand there alone are removed."""
    # Asked for every hex of a move: a look at the column is cheaper than the stacks of a new position.
    here = [u for u in _within(c.state.hex_of, h) if c.roster.side[u] != side]
    if any(is_combat(c, u) for u in here):
        return
    for u in here:
        if is_supply(c, u):
            text = f"{title(c, u)} {c.roster.short[u]} at {c.board.describe(h)} is removed: an enemy entered."
            c.say("supply", text, "efs:6.42", hexes=[h], units=[u])
            remove(c, u)


def _within(hex_of: list[Hex], h: Hex) -> list[Unit]:
    """The units in a hex, in the order of the counters."""
    found: list[Unit] = []
    with suppress(ValueError):
        while True:
            found.append(hex_of.index(h, found[-1] + 1 if found else 0))
    return found


# ---------------------------------------------------------------------- joining
@rule("efs:6.48", "efs:6.43", "efs:R10")
def may_join(c: Ctx, u: Unit, v: Unit) -> Refusal | None:
    """Whether two supply units may become one dump, of four points at most by the second edition."""
    both, at = (u, v), _at(c, u)
    names = c.roster.names(both)
    if u == v or any(not is_supply(c, x) for x in both) or not _beside(c, u, v):
        return Refusal("efs:6.48", f"{names} are not two supply units in one hex.", units=both)
    if c.roster.side[u] != c.roster.side[v]:
        return Refusal("efs:6.42", f"{names} are of two sides.", at, both)
    points, most = c.state.asp[u] + c.state.asp[v], edition(c).dump_most
    if points > most:
        return Refusal("efs:6.48", f"{names} hold {points} points together, a dump {most} at most.", at, both)
    if points > DUMP and not any(is_large(c, x) for x in both) and not free(c, c.roster.side[u], True):
        return Refusal("efs:6.48", f"No Large Supply Dump is available for {points} points.", at, both)
    return None


@rule("efs:6.48", "efs:6.45")
def _beside(c: Ctx, u: Unit, v: Unit) -> bool:
    """Whether two supply units are in one hex, or both wait to come in."""
    h = c.state.hex_of[u]
    if h >= 0 or c.state.hex_of[v] >= 0:
        return h == c.state.hex_of[v]
    return u in _waiting(c) and v in _waiting(c)


@derived("box", "turn")
def _waiting(c: Ctx) -> list[Unit]:
    """Supply units with the points of this turn, which wait to come in."""
    return [u for side in c.data.meta["sides"] for u in _counters(c, side) if turn_of(c, u) == c.state.turn]


@rule("efs:6.48", "efs:6.43")
def join(c: Ctx, u: Unit, v: Unit) -> Unit:
    """Put the points of two supply units together; the dump that they become."""
    points, where, at = c.state.asp[u] + c.state.asp[v], _where(c, u), _at(c, u)
    stays, goes = (v, u) if is_large(c, v) else (u, v)
    c.state.did[stays] |= c.state.did[goes]
    remove(c, goes)
    dump = _hold(c, stays, points)
    text = f"{where}: two supply units become a {title(c, dump)}."
    c.say("supply", text, "efs:6.48", hexes=at, units=[dump])
    return dump


# ---------------------------------------------------------------------- lowering
def splits(c: Ctx, u: Unit) -> tuple[int, int]:
    """What a dump is lowered to: the points that stay in it, and those of the counter that is put beside it."""
    return {DUMP: (MSU, 0), 3: (DUMP, MSU), 4: (3, MSU)}.get(c.state.asp[u], (0, 0))


@rule("efs:6.48", "efs:R10")
def may_lower(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a dump may be lowered: one of three points needs a regular counter that is free."""
    stays, _ = splits(c, u)
    if not is_supply(c, u) or not stays or (c.state.hex_of[u] < 0 and u not in _waiting(c)):
        return Refusal("efs:6.48", f"{c.roster.short[u]} is no dump on the map, nor about to come in.", units=(u,))
    if is_large(c, u) and stays <= DUMP and not free(c, c.roster.side[u], False):
        text = f"No supply unit is available to take the place of the {title(c, u)} {c.roster.short[u]}."
        return Refusal("efs:6.48", text, _at(c, u), (u,))
    return None


def _at(c: Ctx, u: Unit) -> tuple[Hex, ...]:
    """The hex of a supply unit, none for one that waits."""
    return tuple(h for h in (c.state.hex_of[u],) if h >= 0)


def _where(c: Ctx, u: Unit) -> str:
    return c.board.describe(c.state.hex_of[u]) if c.state.hex_of[u] >= 0 else "Off the map"


@rule("efs:6.48")
def lower(c: Ctx, u: Unit) -> Unit:
    """Lower a dump; the unit that stays. The other point goes into a Mobile Supply Unit, or is lost without one."""
    side, was, where, at = c.roster.side[u], title(c, u), _where(c, u), _at(c, u)
    stays, beside = splits(c, u)
    dump = _hold(c, u, stays)
    spare = free(c, side, False) if beside else []
    if spare:
        _put_beside(c, spare[0], dump)
        c.state.asp[spare[0]] = beside
        c.touch()
    article = "an" if title(c, dump) == "MSU" else "a"
    rest = "with an MSU beside it" if spare else "and a point is lost"
    text = f"{where}: the {was} becomes {article} {title(c, dump)}, {rest}."
    c.say("supply", text, "efs:6.48", hexes=at, units=[dump, *spare[:1]])
    return dump


# ---------------------------------------------------------------------- verbs
def _pairs(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    """Pairs that may be joined, each once; a truck and a wagon both ways, for the first of them becomes the dump."""
    own, ids = _own(c), c.roster.ids
    return [
        (ids[u], ids[v]) for u in own if subject in (None, ids[u]) for v in own
        if (u < v or (u > v and is_wagon(c, u) is not is_wagon(c, v))) and _beside(c, u, v)
    ]  # fmt: skip


def _own(c: Ctx) -> list[Unit]:
    """Supply units of the side to act on the map, and those that wait to come in."""
    return [*on_map(c, c.state.side), *(u for u in _waiting(c) if c.roster.side[u] == c.state.side)]


def _join_check(c: Ctx, first: str, second: str) -> Refusal | None:
    u, v = c.unit(first), c.unit(second)
    return _not_ours(c, (u, v)) or may_join(c, u, v)


def _not_ours(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    strange = [u for u in units if c.roster.side[u] != c.state.side]
    if not strange:
        return None
    told = f"{c.roster.names(strange)} {'belongs' if len(strange) == 1 else 'belong'} to the enemy."
    return Refusal("efs:6.4", told, units=tuple(strange))


def _lower_check(c: Ctx, unit: str) -> Refusal | None:
    u = c.unit(unit)
    return _not_ours(c, (u,)) or may_lower(c, u)


def _join_words(c: Ctx, first: str, second: str) -> None:
    join(c, c.unit(first), c.unit(second))


def _lower_word(c: Ctx, unit: str) -> None:
    lower(c, c.unit(unit))


JOIN = Verb(
    "combine", _pairs, _join_check, _join_words,
    "combine UNIT UNIT: make two supply units in a hex one dump", "efs:6.48",
    lambda c: [c.roster.ids[u] for u in _own(c)],
)  # fmt: skip
LOWER = Verb(
    "lower", lambda c, subject: [(c.roster.ids[u],) for u in _own(c) if subject in (None, c.roster.ids[u])],
    _lower_check, _lower_word, "lower UNIT: break a supply dump up; a point may be lost", "efs:6.48",
    lambda c: [c.roster.ids[u] for u in _own(c)], grave=True,
)  # fmt: skip
VERBS = (JOIN, LOWER)
"""What every step at the end of a phase may offer with supply units (R10)."""
