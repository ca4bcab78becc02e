"""12.2-12.7, 9.7, 9.8, 13.4: how far a unit may go, who may still move, and stacks that move together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import counted
from engine.games.pm.allies import rests
from engine.games.pm.movement.stacking import AIRCRAFT, ARTILLERY
from engine.games.pm.state import AERIAL, DONE, FRESH, GOING, REFITTING, SUPPLIED, UNSUPPLIED
from engine.games.pm.supply import one_hex_only, state_of
from engine.games.pm.tables import Ctx
from engine.games.pm.units import short, strength
from engine.games.pm.weather import NORTH, RAIN, weather
from engine.kit.groups import covered_group, first_in_sight, told_group
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived

NOBODY = -1
"""``state.parent`` while no stack has moved by land in this phase."""
AREAS = {"okh north": "okh_north_entry", "okh south": "okh_south_entry"}
"""OKH Reserve Areas and the hexes beside them (8.2)."""


# ---------------------------------------------------------------------- how far
@rule("pm:2.13", "pm:9.7", "pm:9.8", "pm:9.18", "pm:13.4", "pm:R42")
def allowance(c: Ctx, u: Unit, supply: int | None = None) -> int:
    """Movement points of a unit for a phase that it begins in a supply state, by default that of now."""
    factor = strength(c, u)[2]
    state = state_of(c, u) if supply is None else supply
    if state == UNSUPPLIED:
        factor = (factor + 1) // 2
    elif state == AERIAL and c.roster.mech[u]:
        factor = min(factor, c.data.constant("aerial_mech_move"))
    h = c.state.hex_of[u]
    # R42: the loss of a point in rain comes last, by the zone in which the unit begins; the Areas lie in the north.
    rain = (weather(c, h) if h >= 0 else c.state.weather[NORTH]) == RAIN
    return max(0, factor - 1) if rain and c.roster.side[u] == "axis" else factor


@rule("pm:9.8", "pm:9.18", "pm:8.8")
def found_supply(c: Ctx, u: Unit, group: Iterable[Unit]) -> int:
    """Supply state in which a unit begins to move with a group; aerial supply stays with the unit with the marker."""
    if c.state.hex_of[u] < 0:
        return SUPPLIED
    state = state_of(c, u)
    if state == AERIAL and not ({c.roster.ids[v] for v in group} & set(flyers(c))):
        return UNSUPPLIED
    return state


def flyers(c: Ctx) -> list[str]:
    """Ids of the units with an aerial supply marker."""
    return [unit for marker, unit in sorted(c.state.carries.items()) if marker.startswith("aerial")]


def points(c: Ctx, u: Unit, group: Iterable[Unit]) -> int:
    """Movement points that a unit can spend now, moving with a group."""
    if c.state.moving[u] == GOING:
        return c.state.mp_left[u]
    return allowance(c, u, found_supply(c, u, group))


@rule("pm:12.7")
def budget(c: Ctx, units: Iterable[Unit]) -> int:
    """Points of a stack: those of its slowest unit."""
    group = list(units)
    return min(points(c, u, group) for u in group)


# ---------------------------------------------------------------------- who may move
@rule("pm:12.1", "pm:12.2", "pm:12.6", "pm:5.3", "pm:8.20", "pm:9.20", "pm:11.2", "pm:14.41")
def may_act(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit of the side to move may still do something in this phase, on the map or off it."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side:
        return Refusal("pm:12.1", f"{name} is not yours to move.", units=(u,))
    if c.roster.kind[u] == AIRCRAFT:
        return Refusal("pm:10.2", f"{name} is an aircraft: it is committed in a phase of its own.", units=(u,))
    if (refusal := bound(c, u)) is not None:
        return refusal
    if s.moving[u] == DONE:
        return Refusal("pm:12.6", f"{name} has ended its movement in this phase.", units=(u,))
    if s.moving[u] == GOING:
        if one_hex_only(c, u):
            text = f"{name} has no supply concentration marker: it moves one hex only."
            return Refusal("pm:9.20", text, units=(u,))
        if s.mp_left[u] == 0:
            return Refusal("pm:12.1", f"{name} has used all its movement points.", units=(u,))
    return None


@rule("pm:5.3", "pm:8.20", "pm:9.18", "pm:11.2", "pm:14.41")
def bound(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit does not move at all in this player turn, however little it has done."""
    return _stands_still(c, u) if c.state.still[u] else rests(c, u)


def _stands_still(c: Ctx, u: Unit) -> Refusal:
    name = c.roster.short[u]
    if c.state.refit[u] == REFITTING:
        return Refusal("pm:8.20", f"{name} refits: it neither moves nor attacks in this player turn.", units=(u,))
    if c.roster.side[u] == "soviet":
        return Refusal("pm:11.2", f"{name} has come by sea: no move and no attack this player turn.", units=(u,))
    if c.roster.kind[u] == ARTILLERY:
        return Refusal("pm:14.41", f"{name} may not move in its first couplet.", units=(u,))
    text = f"{name} has had its replacements by air: it neither moves nor attacks in this player turn."
    return Refusal("pm:9.18", text, units=(u,))


@rule("pm:12.1", "pm:8.3")
def may_move(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit on the map may still move by land in this phase."""
    if c.state.hex_of[u] < 0 and c.roster.side[u] == c.state.side:
        name = c.roster.short[u]
        if c.state.box[u] in AREAS:
            return Refusal("pm:8.3", f"{name} is in an OKH Reserve Area: use 'enter'.", units=(u,))
        return Refusal("pm:12.1", f"{name} is not on the map.", units=(u,))
    return may_act(c, u)


@derived()
def movers(c: Ctx) -> list[str]:
    """Units on the map that may still move, in the order of the counters."""
    s, r = c.state, c.roster
    return [
        r.ids[u]
        for u, h in enumerate(s.hex_of)
        if h >= 0 and r.side[u] == s.side and s.moving[u] != DONE and may_act(c, u) is None
    ]


@derived()
def waiting(c: Ctx) -> list[str]:
    """Units in an OKH Reserve Area that may still enter or shift."""
    s, r = c.state, c.roster
    return [r.ids[u] for u, box in enumerate(s.box) if box in AREAS and r.side[u] == s.side and may_act(c, u) is None]


# ---------------------------------------------------------------------- stacks on the move
@rule("pm:12.5", "pm:12.6", "pm:12.2", "pm:R84")
def begin(c: Ctx, group: list[Unit], parent: int) -> None:
    """A group begins or goes on to move: the stack that moved before it, with who was left behind, has ended (R84)."""
    s = c.state
    if parent != s.parent:
        if s.parent != NOBODY:
            _end_stack(c)
        s.parent = parent
    supply = {u: found_supply(c, u, group) for u in group}
    for u in group:
        if s.moving[u] == FRESH:
            s.mp_left[u] = allowance(c, u, supply[u])
            s.supply[u], s.moving[u] = supply[u], GOING
    c.touch()


@rule("pm:12.6", "pm:R84")
def _end_stack(c: Ctx) -> None:
    """Nobody of the stack that has moved so far goes on, nor does who was left behind in its hex."""
    s = c.state
    stack = [u for u, h in enumerate(s.origin) if h == s.parent and s.moving[u] != DONE and c.roster.side[u] == s.side]
    behind = [u for u in stack if s.moving[u] == FRESH and s.hex_of[u] >= 0]
    for u in stack:
        end_movement(c, u)
    if behind:
        text = f"{counted(len(behind), 'unit stays', 'units stay')} behind in {c.board.describe(s.hex_of[behind[0]])}: "
        c.say("phase", f"{text}another stack moves now.", "pm:12.6", hexes=[s.parent], seen_by=s.side)


def end_movement(c: Ctx, u: Unit) -> None:
    """A unit moves no more in this phase."""
    c.state.moving[u], c.state.picked[u], c.state.mp_left[u] = DONE, 0, 0


@rule("pm:9.18")
def split_from_aerial(c: Ctx) -> None:
    """Units of the moving stack that its aerial supply marker has left have only what their own supply allows."""
    s = c.state
    for u, start in enumerate(s.origin):
        if start != s.parent or s.moving[u] != GOING or s.supply[u] != AERIAL or s.hex_of[u] < 0:
            continue
        state = state_of(c, u)
        if state != AERIAL:
            spent = allowance(c, u, AERIAL) - s.mp_left[u]
            s.supply[u], s.mp_left[u] = state, max(0, allowance(c, u, state) - spent)
    c.touch()


@rule("pm:14.7")
def describe_group(c: Ctx, group: Sequence[Unit], one: str = "", many: str = "") -> str:
    """Who acts, for a sentence: the first unit by name and how many with it, then the word for one or for several."""
    return told_group(short(c, group[0]), len(group), one, many)


@rule("pm:14.7")
def seen_group(c: Ctx, group: Sequence[Unit], one: str, many: str, to: Hex = -1) -> str:
    """The same for a side that may not look below the top unit, of a group that is about to go to a hex.

    The first of a group is known where it lies on top before or afterwards; of the others only the number is.
    """
    if first_in_sight(c, group, to):
        return describe_group(c, group, one, many)
    return covered_group(len(group), one, many)


# ---------------------------------------------------------------------- picking
def place_of(c: Ctx, u: Unit) -> Hex | str:
    """The hex or the box of a unit."""
    h = c.state.hex_of[u]
    return h if h >= 0 else c.state.box[u]


def unmoved(c: Ctx) -> dict[str, list[int]]:
    """The columns of a position in which nobody has moved."""
    return {"moving": [FRESH] * len(c.roster), "mp_left": [0] * len(c.roster), "origin": list(c.state.hex_of)}
