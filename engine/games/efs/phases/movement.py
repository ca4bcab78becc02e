"""10: the Movement and Motorized Movement Phases of either side: stack after stack, in any order."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.components.wording import plural
from engine.games.efs.combat.duties import overfull
from engine.games.efs.command import fix_zones
from engine.games.efs.garrisons import FREE_VERB
from engine.games.efs.losses import resting_place
from engine.games.efs.movement import goings
from engine.games.efs.movement.airlift import lifters
from engine.games.efs.movement.allowance import anybody_moves, begun, end_movement, may_move, movers
from engine.games.efs.movement.classes import medium
from engine.games.efs.movement.entry import BRING_VERB, ENTER_VERB, comers
from engine.games.efs.movement.reach import reach_of, stands_still
from engine.games.efs.phases.activation import ACTIVATE_VERB, DOUBLE_VERB, candidates
from engine.games.efs.phases.airlift import AIRLIFT_VERB
from engine.games.efs.phases.bridging import BRIDGE_VERBS
from engine.games.efs.phases.ferrying import FERRY_VERB
from engine.games.efs.phases.guns import MODE_VERB
from engine.games.efs.phases.overruns import OVERRUN_VERB, overrunners
from engine.games.efs.phases.phase import Phase, phase_title
from engine.games.efs.phases.regiments import REGIMENT_VERBS, splitting
from engine.games.efs.stacking import may_discard, too_many_trains
from engine.games.efs.state import HALTED, NOT_BEGUN, EfsState
from engine.games.efs.supply.points import VERBS as SUPPLY_VERBS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import CADRE, to_box
from engine.kit.moving import targets
from engine.kit.picking import Picking
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, units_at
from engine.play.step import Context, Prompt, Verb, no_words

Words = tuple[str, ...]


# ---------------------------------------------------------------------- picking and holding
class Stacks(Picking):
    """Stacks that began the phase in one hex move together; none takes a unit up on its way (10.22)."""

    def companions(self, c: Ctx, u: Unit) -> list[Unit]:
        """Units that may go with another: with it from the start, moved as it has, on the same ground or water."""
        found = [v for v in units_at(c, c.state.hex_of[u]) if _like(c, u, v)]
        return [v for v in found if self.may_move(c, v) is None]


def _like(c: Ctx, u: Unit, v: Unit) -> bool:
    s, side = c.state, c.roster.side
    together = side[v] == side[u] and s.origin[v] == s.origin[u] and begun(c, v) == begun(c, u)
    return together and medium(c, v) == medium(c, u)


@rule("efs:10.32", "efs:11.3")
def may_act(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may go on or, where an enemy zone has stopped it, overrun."""
    return None if c.roster.ids[u] in overrunners(c) else may_move(c, u)


def _able(c: Ctx) -> list[str]:
    """Units that may go on or overrun."""
    return list(dict.fromkeys([*movers(c), *overrunners(c)]))


@rule("efs:10.22")
def may_pick(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit could go with those that are picked, by what it is and has done."""
    if (refusal := may_act(c, u)) is not None:
        return refusal
    if 1 not in c.state.picked:
        return None
    other = next((v for v, on in enumerate(c.state.picked) if on and not _like(c, v, u)), None)
    if other is None or c.state.hex_of[other] != c.state.hex_of[u] or c.state.origin[other] != c.state.origin[u]:
        return None  # another place or start is told by who joins them
    both = f"{c.roster.short[u]} and {c.roster.short[other]}"
    text = f"{both} do not move together: one of them has moved, or goes by rail or water."
    return Refusal("efs:10.22", text, units=(u, other))


PICKING = Stacks(
    "efs:10.22", "efs:10.23", may_act, may_pick=may_pick, may_hold=may_move, place=lambda c, u: c.state.hex_of[u],
    end_movement=end_movement,
)  # fmt: skip


# ---------------------------------------------------------------------- moving
TARGETS = targets(movers, may_move, goings.may_go_together, lambda c, group: reach_of(c, group).hexes)


# ---------------------------------------------------------------------- too many in a hex
@derived()
def _crowded(c: Ctx) -> list[str]:
    over, trains = overfull(c), too_many_trains(c, c.state.side)
    if not over and not trains:
        return []
    units = (u for u, h in enumerate(c.state.hex_of) if h in over and c.roster.side[u] == c.state.side)
    return [c.roster.ids[u] for u in sorted({*units, *(u for pair in trains.values() for u in pair)})]


def _of_crowd(c: Ctx, subject: str | None) -> Iterable[Words]:
    return [(name,) for name in _crowded(c) if subject in (None, name)]


def _discard_check(c: Ctx, unit: str) -> Refusal | None:
    """``discard 5id``: what a hex cannot hold at the end of the phase is given up."""
    u = c.unit(unit)
    if c.roster.side[u] != c.state.side:
        return Refusal("efs:3.33", f"{c.roster.short[u]} is not yours.", units=(u,))
    return may_discard(c, u)


@rule("efs:3.33", "efs:21.31", "efs:R2")
def discard(c: Ctx, unit: str) -> None:
    """Give up a unit that a hex cannot hold."""
    u, h = c.unit(unit), c.state.hex_of[c.unit(unit)]
    law = "efs:21.31" if u in too_many_trains(c, c.state.side).get(h, ()) else "efs:3.33"
    to_box(c, u, resting_place(c, u, CADRE))
    text = f"{c.roster.short[u]} is given up: {c.board.describe(h)} holds too many."
    c.say("eliminated", text, law, hexes=[h], units=[u])


@rule("efs:3.32", "efs:3.33", "efs:21.31")
def _end_check(c: Ctx) -> Refusal | None:
    """``end``: no hex holds more than the limit, or two armored trains."""
    over = overfull(c)
    if trains := too_many_trains(c, c.state.side):
        h = min(trains)
        text = f"{c.board.describe(h)} holds {c.roster.names(trains[h])}: one armored train a hex. Move one on."
        return Refusal("efs:21.31", text, tuple(trains), trains[h])
    if not over:
        return None
    h = min(over)
    many = plural(over[h], "stacking point")
    text = f"{c.board.describe(h)} holds {many} too many: move units out or 'discard' some."
    return Refusal("efs:3.33", text, tuple(over))


def _end(c: Ctx) -> None:
    """Close the phase."""
    c.say("phase", f"The {phase_title(c, c.state.phase)} Phase ends.", "efs:4.21")
    Movement.tidy(c)
    c.done()


# ---------------------------------------------------------------------- the phase
class Movement(Phase):
    """A movement phase of a side; which one, its frame says."""

    id = "movement"
    title = "Movement Phase"
    verbs = (
        Verb("move", TARGETS, goings.move_check, goings.move, "move UNIT [WAYPOINT...] HEX", "efs:10.21", movers,
             paid=True, sure=True),
        OVERRUN_VERB,
        ENTER_VERB,  # before strategic movement, which takes all that is left of it
        BRING_VERB,
        *goings.VERBS,
        *PICKING.verbs(_able, holdable=movers),
        ACTIVATE_VERB,
        DOUBLE_VERB,
        *BRIDGE_VERBS,
        FERRY_VERB,
        *REGIMENT_VERBS,
        AIRLIFT_VERB,
        MODE_VERB,
        FREE_VERB,
        *SUPPLY_VERBS,
        Verb("discard", _of_crowd, _discard_check, discard, "discard UNIT: give up what a hex cannot hold",
             "efs:3.33", _crowded, grave=True),
        Verb("end", no_words, _end_check, _end, "end: close the phase", "efs:10.23"),
    )  # fmt: skip

    def prompt(self, c: Context[EfsState]) -> Prompt:
        crowd = "efs:3.33" if overfull(c) else "efs:21.31" if too_many_trains(c, c.state.side) else ""
        return Prompt(c.state.side, _question(c), crowd or _law(c))

    @rule("efs:10.22", "efs:10.23", "efs:21.27")
    def begin(self, c: Context[EfsState]) -> None:
        """Everybody is fresh; where they stand now decides who may move together."""
        s = c.state
        s.phase = c.frame.vars["phase"]
        self.tidy(c)
        s.origin = list(s.hex_of)
        fix_zones(c, s.side)

    @staticmethod
    def tidy(c: Context[EfsState]) -> None:
        """Nothing of a movement phase lasts beyond it, but what units have done in the turn."""
        s, n = c.state, len(c.roster)
        s.mp_left, s.picked, s.way = [0] * n, [0] * n, [NOT_BEGUN] * n
        s.did = [did & ~HALTED for did in s.did]
        del s.ferried
        c.touch()

    @rule("efs:10.11", "efs:10.12", "efs:4.21")
    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """Why nobody has anything to do."""
        if anybody_moves(c) or overrunners(c) or candidates(c) or goings.riders(c) or comers(c):
            return None
        if _crowded(c) or splitting(c) or lifters(c):
            return None
        return Refusal(_law(c), "no unit may move in it.")


@rule("efs:10.11", "efs:10.12")
def _law(c: Ctx) -> str:
    """The rule of the phase that goes on."""
    return "efs:10.12" if "motorized" in c.state.phase else "efs:10.11"


def _question(c: Ctx) -> str:
    """What is left to do, and what the player should know before the phase ends."""
    s = c.state
    if over := overfull(c):
        more = f" and {len(over) - 1} more" if len(over) > 1 else ""
        count = f"{plural(over[min(over)], 'stacking point')} too many"
        return f"Too many in {c.label(min(over))}{more}, {count}: take moves back, move units out or 'discard' some."
    if trains := too_many_trains(c, s.side):
        h = min(trains)
        return f"Two armored trains in {c.label(h)}: take a move back, move one on or 'discard' one."
    own = [c.roster.by_id[i] for i in movers(c)]
    fresh = sum(not begun(c, u) for u in own)
    going = sum(begun(c, u) and not stands_still(c, u) for u in own)
    able, waiting = len(candidates(c)), len(comers(c))
    words = f"{fresh} unit{'s have' if fresh != 1 else ' has'} not moved" if fresh else "nobody else can move"
    if going:
        words = f"this stack: {going} may go on; {words}"
    more = f", {able} could be activated" if able else ""
    more += f", {waiting} may enter" if waiting else ""
    return f"Move, then end: {words}{more}."
