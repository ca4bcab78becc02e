"""15.6, 16.13: one battle, from the units that are turned up to the advance; it asks only where there is a choice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.components.grid import Hex, Unit
from engine.components.wording import modified
from engine.games.efs import forts
from engine.games.efs.combat.advance import call_advance
from engine.games.efs.combat.attack_supply import spend_now, supplied
from engine.games.efs.combat.battles import ATTACKER, BOMBARDED, BUNKER, DEFENDER, MANDATED, defenders, origins
from engine.games.efs.combat.battles import Battle as Declared
from engine.games.efs.combat.battles import battle as declared
from engine.games.efs.combat.casualties import demand, wipe_out
from engine.games.efs.combat.declare import fulfil
from engine.games.efs.combat.equipping import keep_idle
from engine.games.efs.combat.modifiers import engineers_work
from engine.games.efs.combat.odds import tally
from engine.games.efs.combat.orders import order_of, stand_last
from engine.games.efs.combat.results import Demand, Fight, attacker_demand, defender_demand
from engine.games.efs.combat.retreat import call_retreat
from engine.games.efs.combat.shells import pay
from engine.games.efs.combat.support import fire
from engine.games.efs.combat.tail import abandoned
from engine.games.efs.combat.unbidden import call_rockets, leavers
from engine.games.efs.edition import edition
from engine.games.efs.kinds import is_gun
from engine.games.efs.replacing import unmark
from engine.games.efs.state import ATTACKED, DEFENDED, EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.units import ELIMINATED, held_by
from engine.games.efs.untried import turn_up
from engine.games.efs.victory import look
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

STAGES = (
    "defender losses", "defender retreat", "attacker losses", "attacker retreat", "advance", "leave", "rockets",
    "close",
)  # fmt: skip
"""What follows the die, in the order of 16.13 and 16.44."""
ADDED = 3
"""Hexes of a retreat that an Additional Retreat Order makes (16.45)."""
WORDS = {"no retreat": "No Retreat", "additional retreat": "Additional Retreat"}


def fight_vars(c: Ctx) -> dict[str, Any]:
    """The variables of the battle under way, also while a step that it has called waits."""
    return next(f.vars for f in reversed(c.state.stack) if f.step == "battle")


# ---------------------------------------------------------------------- who bears what
@rule("efs:16.14", "efs:16.21")
def bearers(c: Ctx, b: Declared) -> tuple[Unit, ...]:
    """Units that bear the attacker's result: those that fight, and supporting guns beside a Defender hex."""
    near = {n for h in b.targets for n in c.grid.adjacent[h]}
    guns = tuple(u for u in b.guns if c.state.hex_of[u] in near)
    return tuple(sorted({*b.attackers, *guns}))


@rule("efs:16.32", "efs:18.0", "efs:13.44")
def against_works(c: Ctx, b: Declared) -> bool:
    """Whether an active fortification counts for the asterisk: a line only if all attack through it."""
    side, starts = c.other(b.side), origins(c, b)
    for h in b.targets:
        works = [work for work in forts.helps(c, h, side) if work != forts.LINE]
        if works or (starts and all(forts.line_faces(c, a, h) for a in starts)):
            return True
    return False


@rule("efs:18.51")
def in_citadel(c: Ctx, h: Hex, side: str) -> bool:
    """Whether a side that defends a hex has an active citadel there."""
    return forts.CITADEL in forts.helps(c, h, side)


@rule("efs:16.14", "efs:R81")
def fight_of(c: Ctx, b: Declared) -> Fight:
    """What decides over the losses of a declared battle."""
    side, buster = c.other(b.side), b.word(BUNKER)
    return Fight(
        b.side, b.targets, bearers(c, b), defenders(c, b), b.orders.get(ATTACKER, ""),
        b.orders.get(DEFENDER, ""), supplied(c, b), MANDATED in b.flags, against_works(c, b),
        all(in_citadel(c, h, side) for h in b.targets), engineers_work(c, b), c.unit(buster) if buster else -1,
        BOMBARDED in b.flags and b.word(BOMBARDED) in STAR_FREE,
    )  # fmt: skip


STAR_FREE = ("destroyed", "destroyed and one defender step")
"""Results of a bombardment after which the attacker disregards the asterisk: those of 3 or less (13.44)."""


# ---------------------------------------------------------------------- the die
@rule("efs:15.11", "efs:12.53")
def _show(c: Ctx, n: int) -> None:
    """The Orders of both sides are revealed."""
    b = declared(c, n)
    for role in (ATTACKER, DEFENDER):
        if order := order_of(c, n, role):
            c.reveal()
            c.say("orders", f"The {role} has {WORDS[order]}.", "efs:12.53", hexes=b.targets)


@rule("efs:15.6", "efs:15.16", "efs:13.12")
def _resolve(c: Ctx, n: int) -> str:
    """The tally, line by line, and the die: the cell of the Combat Results Table."""
    b = declared(c, n)
    pay(c, b)
    found = tally(c, n)
    told = "; ".join(f"{line.text} {line.value}" for line in found.lines)
    c.say("tally", told, "efs:15.5", hexes=b.targets, units=b.attackers)
    where = ", ".join(c.board.describe(h) for h in b.targets)
    if found.automatic:
        text = f"{c.roster.names(b.attackers)} against {where}: {found.odds}, lost without a roll."
        c.say("combat", text, "efs:15.47", hexes=b.targets, units=b.attackers)
        return found.automatic
    die = c.roll(len(found.results), results=found.results)
    cell = found.results[die - 1]
    rolled = modified(die, found.drm)
    text = f"{c.roster.names(b.attackers)} against {where} at {found.column}: roll {rolled}, {cell}."
    c.say("combat", text, "efs:15.6", rolls=[die], hexes=b.targets, units=b.attackers)
    return cell


@rule("efs:15.16", "efs:13.12", "efs:15.6", "efs:7.72")
def _spent(c: Ctx, b: Declared) -> None:
    """Nobody fights twice in a phase, guns that supported have fired, and the markers of the battle are off."""
    for u in (*b.attackers, *b.guns):
        c.state.did[u] |= ATTACKED
    for u in defenders(c, b):
        c.state.did[u] |= DEFENDED
        if not edition(c).marked_fight:
            unmark(c, u)
    fulfil(c, b)
    keep_idle(c, b.number)
    fire(c, b)
    spend_now(c, b.number)
    c.state.battles_done.append(b.number)
    c.touch()


def _note(v: dict[str, Any], who: str, d: Demand) -> None:
    v |= {f"{who} steps": d.steps, f"{who} first": list(d.first), f"{who} law": d.law, f"{who} back": d.retreat,
          f"{who} all": int(d.eliminated), f"{who} stuck": list(d.stuck)}  # fmt: skip


# ---------------------------------------------------------------------- what follows it
def _alive(c: Ctx, units: Sequence[Unit]) -> list[Unit]:
    return [u for u in units if c.state.hex_of[u] >= 0]


@rule("efs:16.12", "efs:16.13", "efs:16.21", "efs:16.24")
def _losses(c: Ctx, who: str) -> None:
    v = fight_vars(c)
    units, side = _alive(c, v[f"{who}s"]), v["side"] if who == ATTACKER else c.other(v["side"])
    if v[f"{who} all"]:
        wipe_out(c, units, ELIMINATED, "efs:16.12")
    elif v[f"{who} steps"] and units:
        last = v["last"] if who == DEFENDER else ()
        demand(c, side, units, v[f"{who} steps"], "efs:16.21", first=v[f"{who} first"], law=v[f"{who} law"], last=last)


@rule("efs:16.4", "efs:16.44", "efs:16.45", "efs:18.51", "efs:12.53")
def _retreat(c: Ctx, who: str) -> None:
    v = fight_vars(c)
    owner = v["side"] if who == ATTACKER else c.other(v["side"])
    back, stuck = v[f"{who} back"], v[f"{who} stuck"]
    units = [u for u in _alive(c, v[f"{who}s"]) if back or u in stuck]
    units = [u for u in units if who == ATTACKER or not in_citadel(c, c.state.hex_of[u], owner)]
    if not units:
        return
    v["gone"] = [*v["gone"], *units]
    led = back == ADDED
    call_retreat(
        c, c.other(owner) if led else owner, owner, units, hexes=back or 2, through=not led,
        law="efs:16.45" if led else "efs:16.4", shunned=v["targets"] if who == ATTACKER else (),
    )  # fmt: skip


@rule("efs:16.5", "efs:16.51", "efs:16.52", "efs:16.53")
def _advance(c: Ctx) -> None:
    v = fight_vars(c)
    enemy = c.other(v["side"])
    vacant = [h for h in v["targets"] if held_by(c, h) != enemy]
    units = [u for u in _alive(c, v["attackers"]) if u not in v["gone"]]
    if vacant and units:
        call_advance(c, v["side"], vacant, units)


@rule("efs:13.32", "efs:15.53")
def _leave(c: Ctx) -> None:
    """Rockets that must, and engineers above the stacking limit, retreat without any R."""
    v = fight_vars(c)
    units = leavers(c, v["side"], _staying(c))
    if units:
        v["gone"] = [*v["gone"], *units]
        law = "efs:13.32" if any(is_gun(c, u) for u in units) else "efs:15.53"
        call_retreat(c, v["side"], v["side"], units, law=law, shunned=v["targets"])


def _staying(c: Ctx) -> list[Unit]:
    """Attackers and guns that are left and have not retreated."""
    v = fight_vars(c)
    return [u for u in _alive(c, list(dict.fromkeys([*v["attackers"], *v["guns"]]))) if u not in v["gone"]]


# ---------------------------------------------------------------------- the step
@rule("efs:15.6", "efs:16.13", "efs:16.44")
class Battle(Step[EfsState]):
    """One battle: Untried units and Orders shown, the die, losses and retreat of the defender, then of the attacker,
    the advance. Called with ``n``, the number of the battle."""

    id = "battle"
    title = "Battle"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The result of the battle is carried out.", "efs:15.6")

    def enter(self, c: Context[EfsState]) -> None:
        self.uncover(c)
        self.fight(c)

    @rule("efs:15.43")
    def uncover(self, c: Context[EfsState]) -> None:
        """Untried units are turned up."""
        v = c.frame.vars
        b = declared(c, v["n"])
        v |= {"side": b.side, "targets": list(b.targets), "next": 0, "gone": [], "last": [], "attackers": [],
              "defenders": [], "guns": list(b.guns)}  # fmt: skip
        turn_up(c, (*defenders(c, b), *b.attackers))

    def fight(self, c: Context[EfsState]) -> None:
        """Orders are revealed, the die is thrown, and its result carried out."""
        v = c.frame.vars
        n = v["n"]
        _show(c, n)
        b = declared(c, n)
        v["attackers"], v["defenders"] = list(bearers(c, b)), list(defenders(c, b))
        if not b.attackers or not v["defenders"]:
            self._call_off(c, b)
            return
        v["last"] = stand_last(c, v["defenders"])
        cell, fight = _resolve(c, n), fight_of(c, b)
        _note(v, DEFENDER, defender_demand(c, fight, cell))
        _note(v, ATTACKER, attacker_demand(c, fight, cell))
        _spent(c, b)
        self._go_on(c)

    @rule("efs:15.43", "efs:16.52")
    def _call_off(self, c: Context[EfsState], b: Declared) -> None:
        """Nobody is left to fight when the Untried units are turned up: no die, no supply spent, but an advance."""
        v = c.frame.vars
        c.state.battle_asp.pop(f"{b.number} {ATTACKER}", None)
        c.say("combat", "There is nobody to fight.", "efs:15.43", hexes=b.targets, units=b.attackers)
        for u in b.attackers:
            c.state.did[u] |= ATTACKED
        c.state.battles_done.append(b.number)
        c.touch()
        v["next"] = STAGES.index("advance")
        self._go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        self._go_on(c)

    def _go_on(self, c: Context[EfsState]) -> None:
        """Stage after stage, until one asks somebody: the step that it calls comes back here."""
        frame = c.frame
        while not c.state.over and c.state.stack and c.frame is frame:
            stage = STAGES[frame.vars["next"]]
            frame.vars["next"] += 1
            if stage == "close":
                self._close(c)
                return
            _run(c, stage)

    @rule("efs:16.46", "efs:24.22")
    def _close(self, c: Context[EfsState]) -> None:
        v = c.frame.vars
        if not c.state.over:
            abandoned(c, v["targets"], c.other(v["side"]))
        look(c)
        if not c.state.over:
            c.done()


def _run(c: Ctx, stage: str) -> None:
    who = ATTACKER if stage.startswith(ATTACKER) else DEFENDER
    if stage.endswith("losses"):
        _losses(c, who)
    elif stage.endswith("retreat"):
        _retreat(c, who)
    elif stage == "advance":
        _advance(c)
    elif stage == "rockets":
        call_rockets(c, _staying(c), fight_vars(c)["targets"])
    else:
        _leave(c)
