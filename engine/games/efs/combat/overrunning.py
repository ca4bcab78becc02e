"""11.37, 11.38: an overrun is carried out: the die, the step that is lost, the retreat led by the mover, the entry."""

from __future__ import annotations

from collections.abc import Sequence

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs.combat.casualties import demand
from engine.games.efs.combat.lookups import FACES
from engine.games.efs.combat.overrun import SAPPERS, boats, cost, defenders, fortified, least_odds, odds, tally
from engine.games.efs.combat.paths import Flight, ways
from engine.games.efs.combat.retreat import call_retreat
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_cavalry
from engine.games.efs.movement.allowance import end_movement, set_going
from engine.games.efs.movement.entering import enter
from engine.games.efs.movement.network import WAYS
from engine.games.efs.movement.reach import outset
from engine.games.efs.replacing import unmark
from engine.games.efs.state import ENGINEERED, HALTED, OVERRAN, QUARTERS, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import CADRE
from engine.games.efs.untried import turn_up
from engine.games.efs.victory import look
from engine.games.efs.zones import zoc_stops
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

SUCCESS, LOSS, FAILURE, SETBACK = "S", "S1", "F", "F1"
"""Results of the Overrun Table (chart overrun)."""
TOLD = {
    SUCCESS: "successful", LOSS: "successful, the defender loses a step", FAILURE: "fails",
    SETBACK: "fails with the loss of a step",
}  # fmt: skip
STAGES = ("losses", "boats", "retreat", "cavalry", "close")


def call_overrun(c: Ctx, units: Sequence[Unit], h: Hex) -> None:
    """Carry out an overrun that is allowed, by units that move together: they pay, and the step decides the rest."""
    need = cost(c, units, h)
    assert need is not None
    way = _way(c, units, h)
    set_going(c, units)
    for u in units:
        c.state.mp_left[u] -= need
        c.state.did[u] |= OVERRAN
    if fortified(c, units, h):
        _tasked(c, units)
    c.touch()
    c.call("overrun", side=c.roster.side[units[0]], units=list(units), target=h, way=way, next=0, result="")


@rule("efs:22.13", "efs:22.14")
def _tasked(c: Ctx, units: Sequence[Unit]) -> None:
    """To lead an overrun against works is the one task of an engineer in a turn: one with none so far before others."""
    sappers = [u for u in units if c.roster.kind[u] in SAPPERS]
    lead = min(sappers, key=lambda u: (c.state.did[u] & ENGINEERED, u))
    c.state.did[lead] |= ENGINEERED


@rule("efs:11.37", "efs:10.43")
def _way(c: Ctx, units: Sequence[Unit], h: Hex) -> int:
    """The way by which the Overrun hex is entered: along the road if that is what is paid."""
    o = outset(c, units)
    return min((price, node % WAYS) for node, n, price in o.net.row(o.node) if n == h)[1]


def _mine(c: Ctx) -> list[Unit]:
    return [u for u in c.frame.vars["units"] if c.state.hex_of[u] >= 0]


def _theirs(c: Ctx) -> list[Unit]:
    v = c.frame.vars
    return list(defenders(c, v["units"], v["target"]))


# ---------------------------------------------------------------------- the die
@rule("efs:11.36", "efs:11.37", "efs:21.83", "efs:7.72", "efs:R65", "efs:R215", "efs:22.57")
def _resolve(c: Ctx) -> str:
    """Garrisons are released, Untried units turned up; the die where the odds still hold."""
    v = c.frame.vars
    units, h = v["units"], v["target"]
    for u in _theirs(c):
        c.state.garrison[u] = 0
        if not edition(c).marked_fight:
            unmark(c, u)
    turn_up(c, _theirs(c), "efs:11.36")
    where = c.board.describe(h)
    if not _theirs(c):
        law, word = ("efs:22.57", "holds flotillas alone") if boats(c, units, h) else ("efs:11.36", "is empty")
        c.say("overrun", f"{where} {word}: the overrun is successful.", law, hexes=[h], units=units)
        if not boats(c, units, h):
            _give_back(c, units)
        return SUCCESS
    if odds(c, units, h) < least_odds(c, units, h)[0]:
        text = f"The overrun of {where} fails: the defenders are too strong."
        c.say("overrun", text, "efs:11.36", hexes=[h], units=units)
        return FAILURE
    found = tally(c, units, h)
    c.say("tally", "; ".join(f"{line.text} {line.value}" for line in found.lines), "efs:11.37", hexes=[h], units=units)
    die = c.roll(FACES, results=found.results)
    cell = found.results[die - 1]
    word, rolled = "overruns" if len(units) == 1 else "overrun", modified(die, found.drm)
    text = f"{c.roster.names(units)} {word} {where} at {found.column}: roll {rolled}, {TOLD[cell]}."
    c.say("overrun", text, "efs:11.37", rolls=[die], hexes=[c.state.hex_of[units[0]], h], units=units)
    return cell


@rule("efs:11.36")
def _give_back(c: Ctx, units: Sequence[Unit]) -> None:
    """Nobody was there: where an edition has it so, the force has only moved into the hex and paid for that alone."""
    if not edition(c).empty_overrun_pays:
        for u in units:
            c.state.mp_left[u] += QUARTERS
            c.state.did[u] &= ~OVERRAN
        c.touch()


# ---------------------------------------------------------------------- what follows
@rule("efs:11.37")
def _losses(c: Ctx) -> None:
    """The step that the table asks of either side; a defender that cannot retreat counts as it."""
    v = c.frame.vars
    if v["result"] == SETBACK:
        demand(c, v["side"], _mine(c), 1, "efs:11.37")
    elif v["result"] == LOSS and (units := _theirs(c)):
        enemy = c.other(v["side"])
        flight = Flight(enemy, tuple(units), through=edition(c).overrun_past_zones, led=True)
        if all(ways(c, [u], flight) for u in units):
            demand(c, enemy, units, 1, "efs:11.37")


@rule("efs:11.37", "efs:11.38", "efs:16.4")
def _retreat(c: Ctx) -> None:
    v = c.frame.vars
    units = _theirs(c)
    if v["result"] in (SUCCESS, LOSS) and units:
        call_retreat(c, v["side"], c.other(v["side"]), units, law="efs:11.37", box=CADRE, overrun=True,
                     through=edition(c).overrun_past_zones)  # fmt: skip


@rule("efs:22.57", "efs:16.47")
def _boats(c: Ctx) -> None:
    """Flotillas retreat whatever came of the overrun; those without a way are eliminated."""
    v = c.frame.vars
    if units := boats(c, v["units"], v["target"]):
        call_retreat(c, v["side"], c.other(v["side"]), units, law="efs:22.57", overrun=True)


@rule("efs:11.37", "efs:R25")
def _cavalry(c: Ctx) -> None:
    """A failed overrun costs Soviet cavalry that took part a step more."""
    v = c.frame.vars
    riders = [u for u in _mine(c) if is_cavalry(c, u)]
    if v["result"] in (FAILURE, SETBACK) and riders:
        demand(c, v["side"], riders, 1, "efs:11.37")


@rule("efs:11.37")
def _end(c: Ctx) -> None:
    """After a success the force enters and goes on unless in another zone of control; else it moves no more."""
    v, s = c.frame.vars, c.state
    units, h = _mine(c), v["target"]
    if v["result"] not in (SUCCESS, LOSS):
        for u in units:
            end_movement(c, u)
        return
    start = [s.hex_of[u] for u in units[:1]]
    enter(c, units, h)
    for u in units:
        s.way[u] = v["way"]
    stops = zoc_stops(c, v["side"], h)
    for u in units:
        s.did[u] = s.did[u] | HALTED if stops else s.did[u] & ~HALTED
    c.touch()
    text = f"{c.roster.names(units)} enter{'s' * (len(units) == 1)} {c.board.describe(h)}."
    c.say("move", text, "efs:11.37", hexes=[*start, h], units=units)


# ---------------------------------------------------------------------- the step
@rule("efs:11.37")
class Overrun(Step[EfsState]):
    """One overrun; called by ``call_overrun``. It asks only for losses and for the way of the retreat."""

    id = "overrun"
    title = "Overrun"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The overrun is carried out.", "efs:11.37")

    def enter(self, c: Context[EfsState]) -> None:
        c.frame.vars["result"] = _resolve(c)
        self._go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        self._go_on(c)

    def _go_on(self, c: Context[EfsState]) -> None:
        """Stage after stage, until one asks somebody: the step that it calls comes back here."""
        frame = c.frame
        while not c.state.over and c.state.stack and c.frame is frame:
            stage = STAGES[frame.vars["next"]]
            frame.vars["next"] += 1
            if stage == "losses":
                _losses(c)
            elif stage == "boats":
                _boats(c)
            elif stage == "retreat":
                _retreat(c)
            elif stage == "cavalry":
                _cavalry(c)
            else:
                _end(c)
                look(c)
                if not c.state.over:
                    c.done()
                return
