"""16.2: how a unit loses a step, in which box one lands that is lost, and which of its counters lies on the map."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.components.grid import Unit
from engine.games.efs.edition import edition
from engine.games.efs.evacuation import note_loss
from engine.games.efs.kinds import is_hq, is_mg, is_militia, is_substitute, is_supply, is_train, is_zap
from engine.games.efs.state import BACK
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ASIDE, CADRE, CUP_MG, ELIMINATED, POOL, REMOVED, to_box
from engine.games.efs.victory import score, step_lost
from engine.play.citing import rule

BOXES = {
    CADRE: "the Cadre Box", ELIMINATED: "the Eliminated Box", REMOVED: "the Cannot Rebuild Box",
    CUP_MG: "the cup", ASIDE: "the counters set aside", POOL: "the supply units at hand",
}  # fmt: skip


class Counter(NamedTuple):
    """Which counter of a unit lies on the map, and whether its reduced side is up."""

    replacement: bool
    reduced: bool


# ---------------------------------------------------------------------- where the lost go
@rule("efs:7.14")
def _called(c: Ctx, box: str) -> str:
    """A box in words, as the edition has it."""
    if box == REMOVED and not edition(c).four_boxes:
        return "the Eliminated Box for good"
    return BOXES.get(box, box)


@rule("efs:10.27", "efs:6.43", "efs:7.43", "efs:23.13")
def at_hand_again(c: Ctx, u: Unit) -> str:
    """The box of a unit that is used again however it leaves the map: supply units, regiments, Zap units; else ""."""
    if is_supply(c, u):
        return POOL
    return ASIDE if is_substitute(c, u) else CADRE if is_zap(c, u) else ""


@rule("efs:16.23", "efs:7.14", "efs:21.63", "efs:21.73", "efs:23.13", "efs:7.42", "efs:R2", "efs:R64")
def resting_place(c: Ctx, u: Unit, box: str) -> str:
    """The box in which a unit lands that a rule sends to ``box``, ``CADRE`` or ``ELIMINATED``."""
    if again := at_hand_again(c, u):
        return again
    if is_mg(c, u) and edition(c).guns_drawn_again:
        return CUP_MG
    if is_militia(c, u) and box == REMOVED and edition(c).ghosts_return:
        return ELIMINATED
    rebuilt = edition(c).militia_rebuilt if is_militia(c, u) else bool(c.roster.number("rebuild", u))
    if not rebuilt or is_mg(c, u):
        return REMOVED
    return CADRE if is_train(c, u) and edition(c).trains_saved else box


# ---------------------------------------------------------------------- losing
@rule("efs:16.22", "efs:16.25", "efs:3.51")
def lose_step(c: Ctx, u: Unit, law: str, box: str = CADRE) -> None:
    """A unit loses one step: it turns to its next face, or with its last step leaves for a box."""
    s = c.state
    if s.steps_left[u] <= 1:
        remove(c, u, box, law)
        return
    s.steps_left[u] -= 1
    left = s.steps_left[u]
    text = f"{c.roster.short[u]} loses a step, {left} left."
    c.say("loss", text, law, hexes=[h for h in (s.hex_of[u],) if h >= 0], units=[u])
    c.touch()
    step_lost(c, u)
    note_loss(c, u, s.hex_of[u], 1)


@rule("efs:16.23", "efs:16.25", "efs:16.26", "efs:21.24", "efs:6.43")
def remove(c: Ctx, u: Unit, box: str, law: str, *, counted: bool = True) -> None:
    """Take a unit off the map with all its steps; a lost HQ lies on its Non-Op side, a supply unit is at hand again."""
    s, end = c.state, resting_place(c, u, box)
    steps, here = s.steps_left[u], s.hex_of[u]
    if is_hq(c, u):
        s.mode[u] = BACK
    s.asp[u], s.steps_left[u] = 0, 0
    for flags in (s.fired, s.overrun, s.fuel, s.garrison, s.hold):
        flags[u] = 0
    to_box(c, u, end)
    text = f"{c.roster.short[u]} goes to {_called(c, end)}."
    kind = "eliminated" if counted and steps and not is_supply(c, u) else "loss"
    c.say(kind, text, law, hexes=[h for h in (here,) if h >= 0], units=[u])
    if counted and steps:
        step_lost(c, u, steps)
        note_loss(c, u, here, steps)
        score(c, price_of_hq(c, u), f"{c.roster.agree(u, 'is', 'are')} lost", "efs:24.31")


@rule("efs:24.31", "efs:R57")
def price_of_hq(c: Ctx, u: Unit) -> int:
    """Points for a headquarters that is lost: Soviet ones have them in the schedule (chart victory_schedule)."""
    if not is_hq(c, u) or c.roster.side[u] != "soviet":
        return 0
    return int(dict(c.data.charts["victory_schedule"]["actions"]["rows"]).get("hq_eliminated", 0))


@rule("efs:16.23")
def eliminate(c: Ctx, units: Iterable[Unit], law: str) -> None:
    """Units go to the Eliminated Box, or to that which takes its place for them."""
    for u in units:
        remove(c, u, ELIMINATED, law)


# ---------------------------------------------------------------------- which counter lies on the map
@rule("efs:3.52", "efs:16.22")
def counter(c: Ctx, u: Unit) -> Counter:
    """Which counter stands for a unit: one of three or four steps has a replacement counter for its last two or one."""
    whole, left = c.roster.steps[u], c.state.steps_left[u]
    replaced = whole > 2 and left <= whole - 2
    return Counter(replaced, whole > 1 and left == (whole - 3 if replaced else whole - 1))
