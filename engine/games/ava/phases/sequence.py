"""The sequence of play: 5.0, with the set-up before it and the surprise attack of 15.1."""

from __future__ import annotations

from engine.components.wording import counted
from engine.games.ava.choices import choices
from engine.games.ava.combat.battle import Advance, Battle, Losses
from engine.games.ava.combat.combat import Combat, Resolve
from engine.games.ava.combat.retreat import Retreat
from engine.games.ava.phases.command import (
    SIDES,
    AddArmy,
    Select,
    activate_hq,
    arriving,
    free_armies,
    open_calendar,
    owned,
)
from engine.games.ava.phases.drawing import INTERRUPTERS, Draw, Interrupt, LeftOver, in_cup, queued
from engine.games.ava.phases.fortress import Fortify
from engine.games.ava.phases.movement import Movement
from engine.games.ava.phases.panzergruppe import Armor
from engine.games.ava.phases.reinforcements import Arrive, Reinforce
from engine.games.ava.phases.reserve import Reserve
from engine.games.ava.phases.supply_check import GiveUp, PullBack, StandFast, SupplyCheck
from engine.games.ava.phases.transfer import Transfer
from engine.games.ava.phases.zhukov import Zhukov, may_declare
from engine.games.ava.setup.step import SetUp, formations, prepare
from engine.games.ava.state import AvaState
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.units import activate, clear_activation, to_box
from engine.games.ava.victory import decide
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Registry, Step


class WholeGame(Step[AvaState]):
    """The frame of the whole game: set-up, surprise attack, then turns. It waits in the steps that it calls."""

    id = "game"
    title = "Sequence of play"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "The sequence of play goes on.", "ava:5.0")

    def enter(self, c: Context[AvaState]) -> None:
        c.call("set-up", side="soviet")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if ended == "set-up" and c.frame.vars.get("stage") is None:
            c.frame.vars["stage"] = "axis"
            c.call("set-up", side="axis")
        elif ended == "set-up":
            c.call(choices(c).first_step)
        else:
            c.call(choices(c).turn_step)


@rule("ava:15.1")
class Surprise(Step[AvaState]):
    """One Combat Segment of all Panzergruppen before the first turn, without movement, rivers ignored (15.1)."""

    id = "surprise"
    phase = "surprise"
    title = "Surprise attack"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt("axis", "Surprise attack.", "ava:15.1")

    def enter(self, c: Context[AvaState]) -> None:
        clear_activation(c)
        c.state.side, c.state.rivers = "axis", False
        hqs = c.data.scenario["surprise"]["hqs"]
        groups = [f for f in formations(c, "axis") if f["hq"] in hqs]
        units = sorted({c.roster.by_id[u] for f in groups for u in f["setup"]})
        for u in units:
            activate(c, u)
        c.touch()
        text = f"Surprise attack: {len(units)} units of the Panzergruppen attack without moving; rivers do not count."
        c.say("activate", text, "ava:15.1", units=units)
        c.call("combat")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        c.state.rivers = True
        clear_activation(c)
        c.done()


@rule("ava:5.0")
class Turn(Step[AvaState]):
    """One game turn: Selection, then Command, Activation and Operations until the cup is empty, then the End Phase."""

    id = "turn"
    title = "Game turn"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "The turn goes on.", "ava:5.0")

    def enter(self, c: Context[AvaState]) -> None:
        row = tables(c).track[c.state.turn]
        c.say("turn", f"Turn {c.state.turn} begins ({row['dates']}).", "ava:5.0")
        open_calendar(c)
        c.frame.vars["stage"] = "army"
        if free_armies(c):
            c.call("add-army")
        else:
            self.resume(c, "add-army")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        v = c.frame.vars
        if v["stage"] == "army":
            v["stage"] = SIDES[0]
            c.call("select", side=SIDES[0])
        elif v["stage"] == SIDES[0]:
            v["stage"] = SIDES[1]
            c.call("select", side=SIDES[1])
        elif v["stage"] == SIDES[1]:
            self._fill_cup(c)
            v["stage"] = "command"
            c.call(choices(c).draw_step)
        elif ended in ("draw", "interrupt", "left-over", "queue"):
            resolve_chit(c, c.state.drawn)
        else:
            self._next_chit(c)

    def _fill_cup(self, c: Ctx) -> None:
        """6.2: the Supply Check is always in the cup."""
        for chit in owned(c, "both", "ready"):
            c.state.chits[chit] = "cup"
            c.state.cup += 1
        c.say("cup", f"{counted(c.state.cup, 'command chit is', 'command chits are')} in the cup.", "ava:6.1")

    def _next_chit(self, c: Ctx) -> None:
        c.state.drawn = ""
        clear_activation(c)
        if may_declare(c):
            c.call("zhukov")
        elif in_cup(c) or queued(c):
            c.call(choices(c).draw_step)
        elif any(owned(c, side, "hand") for side in INTERRUPTERS):
            # 7.3: interrupt chits that were not used are played before the End Phase.
            c.call("left-over")
        else:
            end_turn(c)


@rule("ava:7.2")
def resolve_chit(c: Ctx, chit: str) -> None:
    """What each kind of chit does (7.2)."""
    entry = tables(c).chits[chit]
    if entry["kind"] == "supply":
        c.call("supply")
    elif entry["kind"] == "reinforcement":
        c.call("reinforcements", side=entry["owner"])
    elif entry["kind"] in ("reserve", "okh"):
        c.call("reserve", chit=chit)
    else:
        c.call("command", chit=chit)


class SupplyChit(Step[AvaState]):
    """The Supply Check chit; that of the last turn ends the game (16.4, 18.2)."""

    id = "supply"
    phase = "supply-check"
    title = "Supply Check"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "Supply is checked.", "ava:11.1")

    def enter(self, c: Context[AvaState]) -> None:
        c.call("supply-check")

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if c.state.turn >= tables(c).last_turn:
            decide(c)
        else:
            c.done()


class Reinforcements(Step[AvaState]):
    """A Reinforcements chit: by railroad (12), then the Strategic Reserve over the edge (15.4)."""

    id = "reinforcements"
    phase = "reinforcements"
    title = "Reinforcements"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "Reinforcements arrive.", "ava:12.1")

    def enter(self, c: Context[AvaState]) -> None:
        c.call("reinforce", side=c.frame.vars["side"])

    @rule("ava:15.4")
    def resume(self, c: Context[AvaState], ended: str) -> None:
        count = tables(c).track[c.state.turn]["strategic_reserve"]
        if ended == "reinforce" and c.frame.vars["side"] == "soviet" and count:
            gates = list(tables(c).moscow)
            c.call(
                "arrive",
                hexes=gates,
                left=count,
                box="available",
                single=False,
                chosen=-1,
                fight=False,
                rule="ava:15.4",
            )
        else:
            c.done()


class CommandChit(Step[AvaState]):
    """Activation and Operations of one headquarters chit (5.0(3), (4))."""

    id = "command"
    phase = "activation"
    title = "Command"

    def prompt(self, c: Context[AvaState]) -> Prompt:
        return Prompt(c.state.side, "The command is carried out.", "ava:7.2")

    @rule("ava:13.0", "ava:7.2")
    def enter(self, c: Context[AvaState]) -> None:
        chit = c.frame.vars["chit"]
        hq = c.roster.find(tables(c).chits[chit]["hq"])
        if self._arrival(c, chit):
            return
        if c.state.hex_of[hq] < 0:
            c.say("activate", f"{c.roster.name[hq]} is not on the map: nothing is activated.", "ava:13.0")
            c.done()
            return
        if (refusal := choices(c).claim_line(c, hq)) is not None:
            c.say("activate", refusal.reason, refusal.rule, hexes=refusal.hexes, units=refusal.units)
            c.done()
            return
        activate_hq(c, hq, "ava:7.3" if tables(c).chits[chit]["kind"] == "interrupt" else "ava:7.2")
        c.call("armor", hq=hq)

    @rule("ava:15.3")
    def _arrival(self, c: Ctx, chit: str) -> bool:
        """The chit of an army that enters over the map edge when it is drawn on its turn."""
        box = arriving(c, chit)
        if not box:
            return False
        clear_activation(c)
        c.call(
            "arrive",
            hexes=list(tables(c).sources("soviet")),
            left=c.state.box.count(box),
            box=box,
            single=True,
            chosen=-1,
            fight=True,
            rule="ava:15.3",
        )
        return True

    def resume(self, c: Context[AvaState], ended: str) -> None:
        if ended == "armor":
            c.call("transfer", hq=c.roster.find(tables(c).chits[c.frame.vars["chit"]]["hq"]))
        elif ended == "transfer":
            c.call("movement")
        elif ended in ("movement", "arrive"):
            c.call("combat")
        else:
            clear_activation(c)
            c.done()


@rule("ava:5.0", "ava:15.3", "ava:18.1")
def end_turn(c: Ctx) -> None:
    """End Phase: the turn marker advances; chits may be selected again; who is due on the track is available."""
    s = c.state
    if s.turn >= tables(c).last_turn:
        # In a game the last Supply Check has ended it; an edited position may have no such chit in the cup.
        decide(c)
        return
    for chit, where in s.chits.items():
        if where == "played":
            s.chits[chit] = "ready"
    s.cup = 0
    s.turn += 1
    for u, box in enumerate(s.box):
        late = box.startswith("turn ") and int(box.split()[1].rstrip(":")) < s.turn
        due = box == f"track {s.turn}" and c.roster.side[u] == "axis"
        if late or due:
            rule_id = str(c.data.scenario["arrival"][box.split()[-1]]["rule"]) if late else "ava:5.0"
            to_box(c, u, "available")
            c.say("track", f"{c.roster.name[u]} goes to the Available Box.", rule_id, units=[u])
    c.say("turn", f"End Phase: turn {s.turn - 1} is over.", "ava:5.0")
    c.goto(choices(c).turn_step)


REGISTRY: Registry[AvaState] = Registry()
REGISTRY.add(
    WholeGame, SetUp, Surprise, Turn, AddArmy, Select, Draw, Interrupt, LeftOver, Zhukov, CommandChit, Movement, Combat,
    Resolve, Battle, Losses, Retreat, Advance, SupplyChit, SupplyCheck, GiveUp, PullBack, Fortify, StandFast,
    Reinforcements, Reinforce, Arrive, Reserve, Armor, Transfer,
)  # fmt: skip


def begin(c: Ctx) -> None:
    """Prepare the state and start the sequence."""
    prepare(c)
    c.call("game")
