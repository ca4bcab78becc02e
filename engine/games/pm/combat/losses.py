"""14.35-14.37: who takes the losses of a battle, decided by the owner step by step; the retreat as one increment."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.retreat import ways
from engine.games.pm.kinds import is_half, is_tank
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx
from engine.games.pm.units import lose_step, short, strength
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words

Words = tuple[str, ...]
WHOLE, HALF = 2, 1
"""Losses are counted in half increments."""


def _here(c: Ctx) -> list[Unit]:
    """The involved units that are left."""
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


@rule("pm:14.36", "pm:R38")
def worth(c: Ctx, u: Unit) -> int:
    """Half increments that a step of a unit satisfies."""
    return HALF if is_half(c, u) and in_force(c, "14.36") else WHOLE


def _satisfied(c: Ctx) -> int:
    """Half increments that all steps together would satisfy."""
    return sum(worth(c, u) * c.state.steps_left[u] for u in _here(c))


@rule("pm:14.35", "pm:R37")
def bearers(c: Ctx) -> list[Unit]:
    """Who may take the next step loss: first of an attack a tank unit, then nobody's last step before the others'."""
    units = _here(c)
    tanks = [u for u in units if is_tank(c, u)]
    if c.frame.vars["first"] and tanks and in_force(c, "14.35(1)"):
        return tanks
    whole = [u for u in units if c.state.steps_left[u] > 1]
    return whole if whole and in_force(c, "14.35(2)") else units


@rule("pm:14.35", "pm:14.36")
def lose_check(c: Ctx, unit: str) -> Refusal | None:
    """``lose 7pz``: who takes the next step loss is the owner's choice."""
    u, v = c.unit(unit), c.frame.vars
    if u not in _here(c):
        return Refusal("pm:14.35", f"{short(c, u)} takes no part in this battle, or is gone.", units=(u,))
    if u not in bearers(c):
        if v["first"] and any(is_tank(c, w) for w in _here(c)):
            return Refusal(
                "pm:14.35", "The first step loss of an attack with tanks must fall on a tank unit.", units=(u,)
            )
        text = f"{short(c, u)} has one step: it cannot be eliminated before all others are down to one."
        return Refusal("pm:14.35", text, units=(u,))
    return None


@rule("pm:14.33", "pm:R82")
def way_out(c: Ctx) -> bool:
    """Whether all defenders that are left may go back now: step losses before it may have made room."""
    units = _here(c)
    return bool(c.frame.vars["retreat"] and units and ways(c, units))


def _way_for_some(c: Ctx) -> bool:
    """Whether a defender could go back if it were the last one."""
    return bool(c.frame.vars["retreat"]) and any(ways(c, [u]) for u in _here(c))


@rule("pm:14.32", "pm:14.33")
def retreat_check(c: Ctx) -> Refusal | None:
    """``retreat``: all defenders go back one hex for one increment."""
    if not c.frame.vars["retreat"]:
        return Refusal("pm:14.32", "These units cannot retreat: the result is taken in steps.")
    if not way_out(c):
        return Refusal("pm:14.33", "There is no hex with room for all of them: the result is taken in steps.")
    return None


@rule("pm:14.35")
def _lose(c: Ctx, unit: str) -> None:
    _take(c, c.unit(unit))
    _go_on(c)


def _take(c: Ctx, u: Unit) -> None:
    v = c.frame.vars
    v["first"] = 0
    v["left"] -= worth(c, u)
    lose_step(c, u, "pm:14.35")


@rule("pm:14.32", "pm:14.35")
def _retreat(c: Ctx) -> None:
    """The retreat counts now; it is made after the step losses."""
    c.frame.vars["retreat"] = 0
    c.frame.vars["left"] -= WHOLE
    c.state.stack[-2].vars["retreats"] = 1  # the battle that has called
    c.touch()
    c.say("retreat", "The defenders will retreat for one increment.", "pm:14.32", units=_here(c))
    _go_on(c)


def _all(c: Ctx) -> None:
    """The losses as proposed, to the end; no retreat."""
    v = c.frame.vars
    while v["left"] > 0 and _here(c):
        _take(c, cheapest(c))
    c.done()


def _go_on(c: Ctx) -> None:
    """Losses that leave no choice are taken at once; those beyond what is there are ignored (R38)."""
    v = c.frame.vars
    while v["left"] > 0 and (units := bearers(c)):
        every = _satisfied(c) <= v["left"]
        if way_out(c) or (len(units) > 1 and (not every or _way_for_some(c))):
            return
        _take(c, cheapest(c) if every else units[0])
    c.done()


def cheapest(c: Ctx) -> Unit:
    """Who a careful owner would offer first: the step that costs the least strength for what it satisfies."""

    def cost(u: Unit) -> tuple[float, str]:
        rest, faces, left = -1, c.roster.faces[u], c.state.steps_left[u]
        if left > 1:
            rest = sum(faces[min(len(faces) - 1, c.roster.steps[u] - left + 1)][:2])
        return (sum(strength(c, u)[:2]) - rest) / worth(c, u), c.roster.ids[u]

    return min(bearers(c), key=cost)


def _names(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in bearers(c)]


def _options(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(n,) for n in _names(c)]


def _no_check(c: Ctx) -> Refusal | None:
    return None


def _who(c: Ctx) -> str:
    """Which units lose: those of the hex that is attacked, or its attackers."""
    battle = next((f.vars for f in reversed(c.state.stack) if f.step == "battle"), None)
    if battle is None:
        return "They"
    part = "Attackers" if battle["side"] == c.frame.vars["side"] else "Defenders"
    return f"{part} of {c.label(battle['target'])}"


@rule("pm:14.35")
class Losses(Step[PmState]):
    """Losses of one side of a battle. Called with ``side``, ``left`` in half increments, ``units``, ``first`` (1: a
    tank unit takes the first step) and ``retreat`` (1: all may go back instead of one increment if a hex has room)."""

    id = "losses"
    title = "Losses"
    verbs = (
        Verb("lose", _options, lose_check, _lose, "lose UNIT: it takes the step loss", "pm:14.35", _names),
        Verb("retreat", no_words, retreat_check, _retreat, "retreat: all go back one hex for one loss", "pm:14.32"),
        Verb("all", no_words, _no_check, _all, "all: as they are proposed", "pm:14.35"),
    )

    def enter(self, c: Context[PmState]) -> None:
        _go_on(c)

    def prompt(self, c: Context[PmState]) -> Prompt:
        v = c.frame.vars
        default = Action("retreat") if way_out(c) else Action("lose", (c.roster.ids[cheapest(c)],))
        lost = f"{v['left'] / WHOLE:g} step{'s' * (v['left'] > WHOLE)}"
        ask = "retreat, or who takes it?" if way_out(c) else "who takes the next?" if v["left"] > WHOLE else "whose?"
        # The line has 78 cells with the side before and the rule behind it: both people look at it.
        return Prompt(v["side"], f"{_who(c)} lose {lost}: {ask}", "pm:14.35", default)
