"""8, 6.45: the Reinforcements Phase: who comes in this turn, air units, supply, what is drawn blindly."""

from __future__ import annotations

from engine.components.grid import Unit
from engine.components.wording import counted
from engine.games.efs import groups, pause, plans, withdrawals
from engine.games.efs.arrivals import due_boxes, due_points, in_boxes, receive
from engine.games.efs.conversion import arrive
from engine.games.efs.holders import friendly
from engine.games.efs.kinds import is_air, is_supply
from engine.games.efs.movement.entering import enter
from engine.games.efs.phases import reservists
from engine.games.efs.phases.changes import CHANGE_VERBS, open_choices, proposed, required
from engine.games.efs.phases.phase import WAITS
from engine.games.efs.phases.placing import PLACE_VERB, coming, may_dig_in
from engine.games.efs.phases.plan import VictoryPlan
from engine.games.efs.phases.reservists import RESERVE_VERBS
from engine.games.efs.setup.lists import CUP_MILITIA
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx, tables
from engine.games.efs.units import CUP_MG, FLOWN, READY, to_box
from engine.games.efs.victory import AXIS
from engine.play.action import Action, Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step, Verb, no_words


# ---------------------------------------------------------------------- what comes by itself
@rule("efs:8.15")
def _air_units(c: Ctx) -> None:
    """Air units go to the Ready Box in their turn, in a Storm to the Flown Box."""
    for u in in_boxes(c, due_boxes(c)):
        if is_air(c, u):
            box = FLOWN if c.state.storm else READY
            to_box(c, u, box)
            c.say(
                "arrival", f"{c.roster.agree(u, 'comes', 'come')} to the {box.capitalize()} Box.", "efs:8.15", units=[u]
            )


@rule("efs:6.45")
def points_come(c: Ctx, side: str) -> None:
    """The Attack Supply Points that a side receives in this turn."""
    due = due_points(c, side)
    new, title = receive(c, side), c.data.meta["side"][side]["title"]
    if due:
        got = sum(c.state.asp[u] for u in new)
        lost = f", {due - got} lost for want of supply units" if got < due else ""
        text = f"{title}: {got} Attack Supply Point{'s' * (got != 1)}{lost}."
        c.say("arrival", text, "efs:6.45", units=new)


@rule("efs:8.11")
def _told(c: Ctx, side: str) -> None:
    """The units of a side that may enter from this turn on."""
    units = [u for u in in_boxes(c, due_boxes(c)[-1:]) if c.roster.side[u] == side]
    if troops := [u for u in units if not is_supply(c, u)]:
        text = f"{c.data.meta['side'][side]['title']}: {c.roster.names(troops)} may enter from this turn on."
        c.say("arrival", text, "efs:8.11", units=troops)


@rule("efs:8.42", "efs:8.43")
def _draw_militia(c: Ctx) -> None:
    """Untried militia brigades of the turn are drawn blindly: none whose city is all in Axis hands or off the map."""
    for _ in range(int(c.scenario.get("militia", {}).get("soviet", {}).get(str(c.state.turn), 0))):
        cup = [u for u, box in enumerate(c.state.box) if box == CUP_MILITIA and _loyal(c, u)]
        if not cup:
            return
        chit = c.roll(len(cup), lot=True)
        u = cup[chit - 1]
        to_box(c, u, f"turn {c.state.turn}")
        text = f"A militia brigade of {c.roster.value('city', u)} is drawn."
        c.say("arrival", text, "efs:8.42", rolls=(chit,), units=[u])


@rule("efs:8.42", "efs:8.44", "efs:R203")
def _draw_guns(c: Ctx) -> None:
    """Untried machine-gun units of the set-up card: on their hexes, as soon as those are free for them.

    Where the card gives no hex the unit waits to be placed on a fortification.
    """
    for turn, labels in c.scenario.get("machine_guns", {}).items():
        for label in labels if int(turn) <= c.state.turn else ():
            key = f"{turn} {label}"
            cup = [u for u, box in enumerate(c.state.box) if box == CUP_MG]
            if c.state.drawn[key] or not cup or (label and may_dig_in(c, cup[0], c.hex(label)) is not None):
                continue
            chit = c.roll(len(cup), lot=True)
            u = cup[chit - 1]
            c.state.drawn[key] = 1
            if not label:
                to_box(c, u, f"turn {c.state.turn}")
                continue
            enter(c, [u], c.hex(label))
            text = f"An Untried machine-gun unit is placed in {c.board.describe(c.hex(label))}."
            c.say("arrival", text, "efs:8.44", rolls=(chit,), hexes=[c.hex(label)], units=[u])


def _loyal(c: Ctx, u: Unit) -> bool:
    home = tables(c).named(str(c.roster.value("city", u)))
    return any(h in c.data.in_play and friendly(c, h) == c.roster.side[u] for h in home)


# ---------------------------------------------------------------------- the step
@rule("efs:8.51", "efs:8.61")
def _end_check(c: Ctx) -> Refusal | None:
    return required(c, c.state.side)


def _end(c: Ctx) -> None:
    step = c.step
    assert isinstance(step, Reinforcements)
    step.next_side(c)


class Reinforcements(Step[EfsState]):
    """The Reinforcements Phase: what comes by itself, then each side places units, the Axis side first (R100)."""

    id = "reinforcements"
    phase = "reinforcements"
    title = "Reinforcements Phase"
    verbs = (
        PLACE_VERB,
        *RESERVE_VERBS,
        *CHANGE_VERBS,
        Verb("end", no_words, _end_check, _end, "end: the others wait or enter later", "efs:8.11"),
    )

    def prompt(self, c: Context[EfsState]) -> Prompt:
        side = c.state.side
        if (first := required(c, side)) is not None:
            at = c.state.hex_of[first.units[0]] if first.units else -1
            return Prompt(side, first.reason, first.rule, proposed(c), about=at, both=True)
        able = coming(c, side)
        who = c.roster.name[c.unit(able[0])] if len(able) == 1 else counted(len(able), "unit", "units")
        text = f"{who} can be placed now; who is not waits, or enters at the edge." if able else "Nobody can be placed."
        law = "efs:8.31"
        if pause.may_pause(c, side) is None:
            law = law if able else pause.LAW
            text += f" The Logistics Pause may be declared, up to turn {pause.latest(c)}: {pause.bargain(c)}."
        if free := groups.eligible(c, side):
            text += f" Groups to choose: {', '.join(f'{g.id} {g.title} (Axis {g.vp:+d} VP)' for g in free)}."
        return Prompt(side, text + reservists.told(c), law, Action("end"), both=True)

    @rule("efs:8.11", "efs:R250")
    def enter(self, c: Context[EfsState]) -> None:
        if plans.is_due(c):
            c.call(VictoryPlan.id, side=AXIS)
        else:
            self.bring(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        self.bring(c)

    @rule("efs:8.11", "efs:19.24", "efs:R100")
    def bring(self, c: Context[EfsState]) -> None:
        """What comes by itself; then the first side that has something to decide."""
        _air_units(c)
        withdrawals.come_back(c)
        arrive(c)
        for side in c.data.meta["sides"]:
            self.supply(c, side)
            _told(c, side)
            withdrawals.settle(c, side)
        _draw_militia(c)
        _draw_guns(c)
        sides = c.frame.vars["left"] = list(c.data.meta["sides"])
        if c.frame.vars.get(WAITS):
            c.frame.vars["left"] = sides[sides.index(c.state.side) + 1 :]
        else:
            self.next_side(c)

    def supply(self, c: Context[EfsState], side: str) -> None:
        """Attack Supply Points come with the reinforcements."""
        points_come(c, side)

    def next_side(self, c: Context[EfsState]) -> None:
        """The next side that has something to place; behind the last one the phase ends."""
        while c.frame.vars["left"]:
            side, *c.frame.vars["left"] = c.frame.vars["left"]
            if coming(c, side) or open_choices(c, side) or reservists.anything(c, side):
                c.frame.vars["side"] = c.state.side = side
                c.touch()
                return
        c.done()
