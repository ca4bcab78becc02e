"""10.1, 10.2, 10.37: how far a unit may go in a phase, who may still move, and stacks that move together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs.command import ACTIVATE, PHASE, commanded, held_back, left, set_out
from engine.games.efs.edition import edition
from engine.games.efs.kinds import YELLOW, colour, is_cavalry, is_flotilla, is_hq, is_motorized, is_supply
from engine.games.efs.limits import forbidden, in_force
from engine.games.efs.movement.classes import afloat, on_rails
from engine.games.efs.state import ACTIVATED, BY_RAIL, HALTED, MOTORIZED, MOVED, NOT_BEGUN, OPEN, OUT, QUARTERS
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import allowance, is_untried, number, on_map
from engine.games.efs.weather import SNOW, ice, weather
from engine.kit.groups import told_group
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import by_unit, derived, for_good

MOVEMENT, MOTORIZED_MOVEMENT, REACTION = "movement", "motorized_movement", "reaction"
"""Columns of the Movement Phase Chart."""
FULL, HALF, NONE = "full", "half", "none"
OUT_LOSS = 2
"""Movement points that a unit out of supply loses (6.35)."""
SIDE_WORDS = {"axis": "Axis", "soviet": "Soviet"}


# ---------------------------------------------------------------------- the Movement Phase Chart
def column(c: Ctx) -> str:
    """The column of the chart for the phase that is running."""
    return MOTORIZED_MOVEMENT if "motorized" in c.state.phase else REACTION if "reaction" in c.state.phase else MOVEMENT


@rule("efs:10.11", "efs:10.12", "efs:10.28")
@for_good
def row(c: Ctx, u: Unit) -> str:
    """The row of the chart that a unit belongs to."""
    who = SIDE_WORDS[c.roster.side[u]]
    if on_rails(c, u):
        return "armored train, railroad artillery"
    if afloat(c, u) or is_hq(c, u):
        return "HQ" if is_hq(c, u) else "flotilla"
    if is_motorized(c, u):
        return f"{who} motorized"
    if is_cavalry(c, u) and colour(c, u) == YELLOW:
        return f"{who} cavalry (yellow MA)"
    return f"{who} non-motorized, orange, green, MSU" if who == "Axis" else f"{who} non-motorized, orange, MSU"


@rule("efs:10.11", "efs:10.12", "efs:10.13", "efs:11.12", "efs:13.33", "efs:21.32")
def share(c: Ctx, u: Unit, when: str = "") -> str:
    """``full``, ``half`` or ``none``: what the chart leaves a unit of its allowance in a phase, by default this one."""
    when, active = when or column(c), bool(c.state.did[u] & ACTIVATED)
    words = _chart(c)[row(c, u)][when]
    if active and when == MOVEMENT:
        return NONE
    if words.startswith("printed"):
        spent = c.state.way[u] == NOT_BEGUN and c.state.did[u] & MOVED
        return NONE if spent else FULL
    if "activated" in words:
        return FULL if active else NONE
    return FULL if active and when == MOTORIZED_MOVEMENT and edition(c).activates_all else words


def _chart(c: Ctx) -> dict[str, dict[str, str]]:
    memo = c.data.of_map
    if "movement phases" not in memo:
        memo["movement phases"] = {str(r["units"]): r for r in tables(c).chart("movement_phases")}
    found: dict[str, dict[str, str]] = memo["movement phases"]
    return found


# ---------------------------------------------------------------------- how far
@rule("efs:6.35", "efs:5.24", "efs:10.37", "efs:R21", "efs:10.52", "efs:11.43")
def whole(c: Ctx, u: Unit) -> int:
    """Quarters of the allowance that a unit has for a phase at full share, after supply and cold."""
    left = allowance(c, u)
    if c.state.supply[u] == OUT and not _spared(c, u):
        left -= OUT_LOSS
    if c.roster.side[u] == "axis" and is_motorized(c, u) and (any(ice(c)) or weather(c) == SNOW):
        left -= edition(c).cold_loss
    return max(left, 0) * QUARTERS


@rule("efs:6.35", "efs:6.37")
def _spared(c: Ctx, u: Unit) -> bool:
    """Whether a unit out of supply keeps its allowance: cavalry, supply units, what runs on rails or floats."""
    if is_cavalry(c, u) or is_supply(c, u):
        return True
    return (on_rails(c, u) or is_flotilla(c, u)) and not edition(c).trains_need_supply


def granted(c: Ctx, u: Unit, when: str = "") -> int:
    """Quarters of movement points that a unit has for a phase, by default for this one."""
    return _granted(c, u, when) if when else _granted_now(c, u)


@derived()
def conditions(c: Ctx) -> tuple[Any, ...]:
    """What decides who may move beside the units themselves: side, phase, weather, special rules, markers."""
    s = c.state
    return s.side, s.phase, s.storm, s.weather, s.frozen, receiving(c), in_force(c)


GOING = (
    "hex_of", "way", "mp_left", "did", "hold", "garrison", "fuel", "mode", "steps_left", "identity", "supply", "asp",
)  # fmt: skip
"""Columns of which a unit's own cells decide whether it may go on."""


@by_unit(conditions, *GOING)
def _granted_now(c: Ctx, u: Unit) -> int:
    return _granted(c, u, "")


def _granted(c: Ctx, u: Unit, when: str) -> int:
    words = share(c, u, when)
    return whole(c, u) if words == FULL else whole(c, u) // 2 if words == HALF else 0


def begun(c: Ctx, u: Unit) -> bool:
    """Whether a unit has begun to move in this phase."""
    return c.state.way[u] != NOT_BEGUN


def points(c: Ctx, u: Unit) -> int:
    """Quarters that a unit can spend now."""
    return c.state.mp_left[u] if begun(c, u) else granted(c, u)


@rule("efs:10.22")
def budget(c: Ctx, units: Iterable[Unit]) -> int:
    """Quarters of a stack: those of its slowest unit."""
    return min(points(c, u) for u in units)


def told(quarters: int) -> str:
    """Movement points for a sentence: ``3½``, ``¼``, ``7``."""
    whole_, part = divmod(quarters, QUARTERS)
    sign = ("", "¼", "½", "¾")[part]
    return sign if sign and not whole_ else f"{whole_}{sign}"


# ---------------------------------------------------------------------- who may move
@derived("memory")
def receiving(c: Ctx) -> frozenset[str]:
    """The units with a Receiving Replacements marker, by their ids."""
    return frozenset(c.state.receiving)


def may_move(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to move may still go on in this phase."""
    return _with_points(c, u, _may_move(c, u))


@rule("efs:10.23", "efs:10.32", "efs:10.26")
@by_unit(conditions, *GOING)
def _may_move(c: Ctx, u: Unit) -> Refusal | None:
    if (refusal := _may_begin(c, u)) is not None:
        return refusal
    s, name = c.state, c.roster.short[u]
    if begun(c, u) and s.did[u] & HALTED:
        text = f"{name} has entered an enemy zone of control: it stops there for the phase."
        return Refusal("efs:10.32", text, (s.hex_of[u],), (u,))
    if begun(c, u) and s.mp_left[u] == 0:
        return Refusal("efs:10.23", f"{name} has ended its movement in this phase.", units=(u,))
    if not begun(c, u) and granted(c, u) == 0:
        return _no_points(c, u)
    return None


def may_begin(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit is one of those that this phase is for, whatever it has done in it."""
    return _with_points(c, u, _may_begin(c, u))


NO_MOTORS = ("efs:10.12", "efs:10.28")
"""Rules by which a unit without motors does not move in a phase."""


@rule("efs:21.12")
def _with_points(c: Ctx, u: Unit, refusal: Refusal | None) -> Refusal | None:
    """A headquarters that does not move itself is told which points it has left to activate others, and who waits to
    be activated why nobody does.
    """
    if refusal is None or c.state.phase != PHASE:
        return refusal
    if refusal.rule == "efs:10.13" and not c.state.did[u] & ACTIVATED:
        nobody = commanded(c, c.state.hex_of[u], ACTIVATE)
        return refusal._replace(reason=f"{refusal.reason} {nobody.reason}") if nobody is not None else refusal
    if refusal.rule not in NO_MOTORS or not is_hq(c, u):
        return refusal
    if (points := left(c, u, ACTIVATE)) <= 0:
        return refusal
    more = f" It has {counted(points, 'point', 'points')} left to activate others near it."
    return refusal._replace(reason=refusal.reason + more)


@rule("efs:10.1", "efs:10.11", "efs:10.12", "efs:10.13", "efs:10.28", "efs:11.12", "efs:22.54")
@by_unit(conditions, *GOING)
def _may_begin(c: Ctx, u: Unit) -> Refusal | None:
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side:
        law = "efs:10.12" if "motorized" in s.phase else "efs:10.11"
        return Refusal(law, f"{name} is not yours to move.", units=(u,))
    if s.hex_of[u] < 0:
        return Refusal("efs:10.11", f"{name} is not on the map.", units=(u,))
    if (refusal := bound(c, u)) is not None:
        return refusal
    if afloat(c, u) and s.storm and edition(c).storm_holds_flotillas:
        return Refusal("efs:22.54", f"{name} is a flotilla: it does not move during a Storm.", units=(u,))
    if share(c, u) != NONE:
        return None
    if s.did[u] & ACTIVATED:
        text = f"{name} was activated in the Motorized Movement Phase: it does not move again in this turn."
        return Refusal("efs:10.13", text, units=(u,))
    if on_rails(c, u) or afloat(c, u):
        return Refusal("efs:11.12", f"{name} has moved in the other movement phase of this turn.", units=(u,))
    if c.roster.side[u] == "soviet" and not is_hq(c, u):
        text = f"{name} is not motorized: it moves in this phase only if a headquarters activates it."
        return Refusal("efs:10.13", text, units=(u,))
    law = NO_MOTORS[colour(c, u) in ("orange", "green")]
    return Refusal(law, f"{name} does not move in this phase: it is not motorized.", units=(u,))


@rule("efs:10.26", "efs:8.7", "efs:21.8", "efs:21.82", "efs:6.54", "efs:7.72", "efs:R200")
def bound(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a marker or a special rule of the scenario holds a unit where it is."""
    s, name = c.state, c.roster.short[u]
    if not (s.hold[u] or s.garrison[u] or s.fuel[u] or c.roster.ids[u] in receiving(c)):
        return forbidden(c, u, column(c))
    markers = ((s.hold[u], "a Do Not Move marker", "efs:10.26"), (s.garrison[u], "a Garrison marker", "efs:21.82"),
               (s.fuel[u], "a Fuel Shortage marker", "efs:10.26"),
               (c.roster.ids[u] in receiving(c), "a Receiving Replacements marker", "efs:7.72"))  # fmt: skip
    word, law = next((word, law) for there, word, law in markers if there)
    return Refusal(law, f"{name} has {word}: it cannot move.", units=(u,))


@rule("efs:10.29", "efs:10.51", "efs:13.41", "efs:6.35", "efs:6.48")
def _no_points(c: Ctx, u: Unit) -> Refusal:
    """Why a unit of the phase has no points at all."""
    name = c.roster.short[u]
    if is_untried(c, u):
        unknown = number(c, u, "untried_move") < 0
        words = "its allowance is not known while it is Untried" if unknown else "its Untried side shows no allowance"
        return Refusal("efs:10.51", f"{name} cannot move: {words}.", units=(u,))
    if allowance(c, u):
        text = f"{name} is out of supply and has no movement points left for that."
        return Refusal("efs:6.35", text, units=(u,))
    if is_supply(c, u):
        text = f"{name} is a dump of {c.state.asp[u]} points: it moves by railroad alone, 'lower' makes it an MSU."
        return Refusal("efs:6.48", text, units=(u,))
    if c.roster.faces[u][0][2]:
        return Refusal("efs:13.41", f"{name} stands to fire: it moves only on its mobile side.", units=(u,))
    return Refusal("efs:10.29", f"{name} has no movement allowance: it goes by railroad alone.", units=(u,))


@derived()
def movers(c: Ctx) -> list[str]:
    """Units on the map that may still go on in this phase, in the order of the counters."""
    return [c.roster.ids[u] for u in _going_on(c)]


def anybody_moves(c: Ctx) -> bool:
    """Whether there is one, which is found sooner than all of them."""
    return next(_going_on(c), None) is not None


def _going_on(c: Ctx) -> Iterator[Unit]:
    return (u for u in on_map(c, c.state.side) if _may_move(c, u) is None)


# ---------------------------------------------------------------------- stacks on the move
@rule("efs:10.22", "efs:21.27")
def may_set_out(c: Ctx, units: Sequence[Unit]) -> Refusal | None:
    """Whether units may move together now: all that began together, and no more than a Non-Op HQ lets go."""
    return _may_set_out(c, *units)


@derived()
def _may_set_out(c: Ctx, *units: Unit) -> Refusal | None:
    for u in units:
        if (refusal := may_move(c, u)) is not None:
            return refusal
    if len({begun(c, u) for u in units}) > 1:
        fresh = next(u for u in units if not begun(c, u))
        text = f"{c.roster.short[fresh]} has not moved: a stack on the move takes nobody up."
        return Refusal("efs:10.22", text, units=tuple(units))
    return held_back(c, [u for u in units if not begun(c, u)])


@rule("efs:10.21", "efs:10.22", "efs:R163")
def set_going(c: Ctx, group: Sequence[Unit]) -> None:
    """A group begins or goes on to move: whoever moved before and is not with it has ended its movement.

    Who has only come onto the map has not. All units of a stack have the points of its slowest from the start on,
    or where an edition lets stacks split keep their own; then those who stay behind may go on after the others.
    """
    s, split = c.state, edition(c).stacks_split
    parted = s.hex_of[group[0]] if split and begun(c, group[0]) else -1
    for u in [u for u, way in enumerate(s.way) if way != NOT_BEGUN and u not in group]:
        if c.roster.side[u] == s.side and s.hex_of[u] not in (s.origin[u], parted):
            end_movement(c, u)
    pace, fresh = budget(c, group), [u for u in group if not begun(c, u)]
    set_out(c, fresh)
    for u in group:
        s.mp_left[u] = points(c, u) if split else pace
        s.way[u] = max(s.way[u], OPEN)
        s.did[u] |= MOVED | (MOTORIZED if column(c) == MOTORIZED_MOVEMENT else 0)
    c.touch()


def end_movement(c: Ctx, u: Unit) -> None:
    """A unit moves no more in this phase."""
    s = c.state
    s.way[u], s.picked[u], s.mp_left[u] = max(s.way[u], OPEN), 0, 0


@rule("efs:11.0", "efs:11.12", "efs:11.52")
def untouched(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit has spent nothing in this phase, as whole-allowance moves, rail and strategic movement ask."""
    if begun(c, u) or c.state.did[u] & BY_RAIL:
        text = f"{c.roster.short[u]} has moved in this phase: that movement begins with a unit that has not."
        return Refusal("efs:11.0", text, units=(u,))
    return None


def describe_group(c: Ctx, group: Sequence[Unit], one: str = "", many: str = "") -> str:
    """Who acts, for a sentence: the first unit by name and how many with it, then the word for one or for several."""
    return told_group(c.roster.short[group[0]], len(group), one, many)
