"""23: Regiment Substitute Counters: what divisions lay off as regiments, take in again, and who is available."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_motorized, is_strong, is_substitute, kind, nationality
from engine.games.efs.movement.allowance import MOVEMENT, begun, column, end_movement
from engine.games.efs.replacing import INFANTRY, stock
from engine.games.efs.state import MOVED, OVERRAN
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import ACTIVE, ASIDE, attack, place, to_box
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good

AXIS, GERMAN = "axis", "german"
DIVIDED = ("infantry", "mountain infantry", "security infantry")
"""Types of divisions of which a step is worth a regiment (23.11)."""
STRONG_LOSS = 2
"""Points of attack strength that the step taken from a division loses where it makes a strong regiment (23.23)."""


# ---------------------------------------------------------------------- who
@rule("efs:23.11", "efs:23.26", "efs:R69")
def is_divided(c: Ctx, u: Unit) -> bool:
    """Whether a unit is one of the divisions whose steps are worth a regiment each, at whatever strength."""
    on_foot = kind(c, u) in DIVIDED and not is_motorized(c, u)
    if edition(c).motorized_detach and c.roster.value("detaches", u) == "first":
        return c.roster.side[u] == AXIS
    return c.roster.side[u] == AXIS and on_foot and c.roster.size[u] == "division"


@for_good
def divided(c: Ctx) -> list[Unit]:
    """Those divisions, on the map or not."""
    return [u for u in range(len(c.roster)) if is_divided(c, u)]


@for_good
def substitutes(c: Ctx) -> list[Unit]:
    """The Regiment Substitute Counters, on the map or not."""
    return [u for u in range(len(c.roster)) if is_substitute(c, u)]


@rule("efs:23.13")
@derived("box")
def available(c: Ctx, people: str, strong: bool) -> list[Unit]:
    """Regiments of a nationality and a kind that lie off the map, ready for use, in the order of the counters."""
    found = (u for u in substitutes(c) if c.state.box[u] == ASIDE)
    return [u for u in found if nationality(c, u) == people and is_strong(c, u) == strong]


def _name(strong: bool) -> str:
    return "strong" if strong else "regular"


# ---------------------------------------------------------------------- detachment
@rule("efs:23.22")
@derived()
def may_split_now(c: Ctx) -> Refusal | None:
    """Whether it is the start of the Axis Movement Phase: nobody has moved in it."""
    if c.state.side != AXIS or column(c) != MOVEMENT:
        return Refusal("efs:23.22", "Regiments are detached at the start of the Axis Movement Phase.")
    if edition(c).detaches_before_it_moves:
        return None
    moved = (u for u, did in enumerate(c.state.did) if did & (MOVED | OVERRAN) and c.roster.side[u] == AXIS)
    if (u := next(moved, -1)) >= 0:
        text = f"{c.roster.short[u]} has moved: regiments are detached at the start of the phase."
        return Refusal("efs:23.22", text, units=(u,))
    return None


@rule("efs:23.11", "efs:23.21", "efs:23.22", "efs:3.51")
def may_split(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a division can lay off one more regiment; it keeps its last step, so of four at most three go."""
    s, name = c.state, c.roster.short[u]
    if (refusal := may_split_now(c)) is not None:
        return refusal
    if not is_divided(c, u):
        return Refusal("efs:23.11", f"{name} is no Infantry, Mountain or Security Division of yours.", units=(u,))
    if s.hex_of[u] not in tables(c).land:
        return Refusal("efs:23.22", f"{name} is not on a land hex.", units=(u,))
    if begun(c, u) or s.did[u] & (MOVED | OVERRAN):
        return Refusal("efs:23.22", f"{name} has moved: regiments are detached before that.", units=(u,))
    if s.steps_left[u] < 2:
        return Refusal("efs:23.21", f"{name} has only its last step left.", units=(u,))
    return None


@rule("efs:23.22", "efs:23.23", "efs:23.24", "efs:23.26")
def may_detach(c: Ctx, u: Unit, *, strong: bool) -> Refusal | None:
    """Whether a division can lay off a regiment of a kind."""
    if (refusal := may_split(c, u)) is not None:
        return refusal
    name, people = c.roster.short[u], nationality(c, u)
    if strong and not edition(c).strong_regiments:
        return Refusal("efs:23.23", "Regiments are of one kind.", units=(u,))
    if strong and (people != GERMAN or _attack_lost(c, u) != STRONG_LOSS):
        text = f"{name} would lose {_attack_lost(c, u)} of its attack strength: a strong regiment takes two."
        return Refusal("efs:23.23", text, units=(u,))
    if not available(c, people, strong):
        return Refusal("efs:23.21", f"No {_name(strong)} regiment is available for {name}.", units=(u,))
    return None


def _attack_lost(c: Ctx, u: Unit) -> int:
    """Points of attack strength that the next step of a unit takes off."""
    faces = c.roster.faces[u]
    lost = c.roster.steps[u] - c.state.steps_left[u]
    return attack(c, u) - faces[min(lost + 1, len(faces) - 1)][0]


@rule("efs:23.21", "efs:23.22", "efs:23.23", "efs:R190", "efs:R191")
def detach(c: Ctx, u: Unit, *, strong: bool) -> Unit:
    """A division lays off a step as a regiment in its hex, supplied as it is and held as it is. The regiment."""
    s, h = c.state, c.state.hex_of[u]
    new = available(c, nationality(c, u), strong)[0]
    s.steps_left[u] -= 1
    s.steps_left[new] = c.roster.steps[new]
    place(c, new, h)
    s.origin[new] = h
    for marks in (s.supply, s.given, s.hold):
        marks[new] = marks[u]
    c.touch()
    text = f"{c.roster.short[u]} detaches {c.roster.short[new]}, {plural(s.steps_left[u], 'step')} left."
    c.say("regiment", text, "efs:23.22", hexes=[h], units=[u, new])
    return new


# ---------------------------------------------------------------------- recombination
@rule("efs:23.11", "efs:23.31", "efs:23.32", "efs:23.25", "efs:23.26", "efs:23.33", "efs:R69")
def may_recombine(c: Ctx, u: Unit, regiment: Unit) -> Refusal | None:
    """Whether a reduced division takes in a regiment of its nationality that stands in its hex."""
    s, r = c.state, c.roster
    name, other = r.short[u], r.short[regiment]
    if s.side != AXIS or column(c) != MOVEMENT:
        return Refusal("efs:23.32", "Regiments recombine in the Axis Movement Phase.")
    if not is_divided(c, u):
        return Refusal("efs:23.31", f"{name} is no Infantry, Mountain or Security Division of yours.", units=(u,))
    if s.hex_of[u] < 0:
        return Refusal("efs:23.33", f"{name} is not on the map: regiments bring no unit back.", units=(u,))
    if not is_substitute(c, regiment) or s.hex_of[regiment] != s.hex_of[u]:
        return Refusal("efs:23.32", f"{other} is no regiment in the hex of {name}.", units=(u, regiment))
    if nationality(c, regiment) != nationality(c, u):
        return Refusal("efs:23.26", f"{other} and {name} are of different nationalities.", units=(u, regiment))
    if s.steps_left[u] >= r.steps[u]:
        return Refusal("efs:23.31", f"{name} has all its steps.", units=(u,))
    return None


@rule("efs:23.25", "efs:23.31", "efs:23.32", "efs:23.13", "efs:7.76", "efs:R190")
def recombine(c: Ctx, u: Unit, regiment: Unit) -> None:
    """A division takes a regiment in: the lower supply status and a Do Not Move marker stay; it moves no more."""
    s, h = c.state, c.state.hex_of[u]
    s.steps_left[u] += 1
    s.supply[u] = max(s.supply[u], s.supply[regiment])
    s.given[u] = min(s.given[u], s.given[regiment])
    s.hold[u] = max(s.hold[u], s.hold[regiment])
    s.hold[regiment] = 0
    to_box(c, regiment, ASIDE)
    end_movement(c, u)
    c.touch()
    text = f"{c.roster.short[u]} takes in {c.roster.short[regiment]}: {s.steps_left[u]} of {c.roster.steps[u]} steps."
    c.say("regiment", text, "efs:23.32", hexes=[h], units=[u, regiment])


# ---------------------------------------------------------------------- made of replacement points
@rule("efs:23.12", "efs:7.61")
def may_form(c: Ctx) -> Refusal | None:
    """Whether the side to act can make a regiment of a type I point."""
    if c.state.side != AXIS:
        return Refusal("efs:23.0", "Only the Axis side has regiments of that kind.")
    if not edition(c).regiments_bought:
        return Refusal("efs:23.0", "Regiments are detached from divisions, never made of points.")
    if not stock(c, AXIS, INFANTRY):
        return Refusal("efs:7.61", "There is no type I point left.")
    if not available(c, GERMAN, False):
        return Refusal("efs:23.12", "No regular German regiment is available.")
    return None


@rule("efs:23.12", "efs:7.61", "efs:R82")
def form(c: Ctx) -> None:
    """A type I point makes a regular German regiment, which waits in the Active Box to come in."""
    u = available(c, GERMAN, False)[0]
    c.state.points[f"{AXIS} {INFANTRY}"] -= 1
    to_box(c, u, ACTIVE)
    c.state.steps_left[u] = c.roster.steps[u]
    c.touch()
    text = f"{c.roster.short[u]} is formed and waits in the Active Box; {stock(c, AXIS, INFANTRY)} I left."
    c.say("replacement", text, "efs:7.61", units=[u])
