"""20.2: the Soviet Surrender Phase: a die for each hex that is cut off."""

from __future__ import annotations

from engine.components.grid import Hex
from engine.games.efs.combat.casualties import demand
from engine.games.efs.combat.lookups import FACES, faces
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_supply
from engine.games.efs.losses import eliminate, lose_step
from engine.games.efs.movement.entering import lift_spans
from engine.games.efs.phases.phase import phase_title
from engine.games.efs.state import EfsState
from engine.games.efs.supply.points import remove
from engine.games.efs.surrender import CHART, SOVIET, cut_off, from_turn, liable, modifiers
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ELIMINATED, side_units
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

SURRENDER, FULL, PARTIAL, NOTHING = "surrender", "full attrition", "partial attrition", "no effect"


@rule("efs:20.21", "efs:20.22")
def check(c: Ctx, h: Hex) -> None:
    """Roll for a hex and carry the result out; on Partial Attrition the Soviet side is asked where it has a choice."""
    mods = modifiers(c, h)
    drm = sum(value for value, _ in mods)
    results = faces(c, CHART, drm)
    die = c.roll(FACES, results=results)
    result = results[die - 1]
    words = ", ".join(f"{value:+} {what}" for value, what in mods)
    text = f"{c.board.describe(h)} is cut off: {die}{f' ({words})' if words else ''}: {result}."
    c.say("surrender", text, "efs:20.21", rolls=[die], hexes=[h], units=liable(c, h))
    _carry_out(c, h, result)


@rule("efs:20.21", "efs:6.43", "efs:20.12")
def _carry_out(c: Ctx, h: Hex, result: str) -> None:
    units = liable(c, h)
    if result == SURRENDER:
        eliminate(c, units, "efs:20.21")
        for u in side_units(c, h, SOVIET):
            if is_supply(c, u):
                remove(c, u)
        if edition(c).bridges_fall_back:
            lift_spans(c, h, SOVIET, "its hex has surrendered")
    elif result == FULL:
        for u in units:
            lose_step(c, u, "efs:20.21", ELIMINATED)
    elif result == PARTIAL:
        demand(c, SOVIET, units, 1, "efs:20.21", box=ELIMINATED)


class Surrender(Step[EfsState]):
    """The Soviet Surrender Phase; all hexes that must check are found before the first die."""

    id = "surrender"
    phase = "surrender"
    title = "Soviet Surrender Phase"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(SOVIET, "Units that are cut off check for surrender.", "efs:20.11")

    @rule("efs:20.11", "efs:4.21")
    def enter(self, c: Context[EfsState]) -> None:
        early = c.state.turn < from_turn(c)
        c.frame.vars["hexes"] = [] if early else cut_off(c)
        c.frame.vars["next"] = 0
        c.touch()
        if not c.frame.vars["hexes"]:
            why = "not before a later turn of this scenario" if early else "no Soviet unit is cut off in an Axis zone"
            c.say("passed", f"{phase_title(c, c.frame.vars['phase'])}: {why}.", "efs:20.11")
        self._go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if not c.frame.vars["going"]:
            self._go_on(c)

    def _go_on(self, c: Context[EfsState]) -> None:
        """Hex after hex until one waits for a decision."""
        frame, v = c.frame, c.frame.vars
        while v["next"] < len(v["hexes"]):
            v["next"] += 1
            v["going"] = True
            check(c, v["hexes"][v["next"] - 1])
            v["going"] = False
            if c.state.over or c.frame is not frame:
                return
        c.done()
