"""Section 5: the sequence of play."""

from __future__ import annotations

from engine.games.bd import gambit, stalingrad, works
from engine.games.bd.aerial import comes_back
from engine.games.bd.caucasus import make_ready
from engine.games.bd.combat.steps import COMBAT_STEPS
from engine.games.bd.conversions import settle
from engine.games.bd.movement.stacking import Overstack
from engine.games.bd.phases import strongholds
from engine.games.bd.phases.commitment import Commitment
from engine.games.bd.phases.declarations import (
    Effort,
    PaulusPause,
    effort_before_play,
    effort_is_open,
    no_assaults,
)
from engine.games.bd.phases.emergency import Emergency
from engine.games.bd.phases.expedition import Answer
from engine.games.bd.phases.fortifying import bring as bring_markers
from engine.games.bd.phases.german_segment import GermanSegment
from engine.games.bd.phases.movement import Movement
from engine.games.bd.phases.offensive_supply import OffensiveSupply, deployable
from engine.games.bd.phases.openings import (
    SummerOffensive,
    Watch,
    Withdrawal,
    decide_watch,
    next_opening,
    reveal_watch,
)
from engine.games.bd.phases.order import PhaseOrder
from engine.games.bd.phases.phase import Phase
from engine.games.bd.phases.prepared_assault import Combat
from engine.games.bd.phases.rvgk import Rvgk
from engine.games.bd.phases.soviet_segment import SovietSegment
from engine.games.bd.phases.strategic import StrategicMovement, trains_run
from engine.games.bd.phases.withdrawing import leave_for_good
from engine.games.bd.reorganization import due, reorganize
from engine.games.bd.setup import free
from engine.games.bd.setup.free_step import FreeSetUp, announce
from engine.games.bd.setup.lists import prepare
from engine.games.bd.setup.step import SetUp
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE, MOVE_FIGHT, BdState
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.victory.check import check as check_victory
from engine.games.bd.victory.prizes import settle_stretches
from engine.games.bd.watch import oder
from engine.games.bd.withdrawals import settle_withdrawals
from engine.play.citing import rule
from engine.play.state import Frame
from engine.play.step import Context, Prompt, Registry, Step

FIRST, SECOND = "first", "second"
STAGES = {
    "axis": ("phase-order", "strategic-movement", FIRST, SECOND),
    "soviet": ("offensive-supply", "phase-order", "rvgk", FIRST, SECOND),
}
"""Steps of a player turn in the printed order; the last two are movement and combat as declared (5.2, 5.4)."""
LATE_START = "soviet-player-turn"
"""How a scenario says that it begins with phase III.B of its first turn (14.2)."""
ASSAULT_START = "soviet-combat"
"""How a scenario says that its first turn is one Soviet Prepared Assault Phase (12.2)."""


def begin(c: Ctx) -> None:
    """Everything before the first decision: counters in their places by the lists of the scenario."""
    prepare(c)
    c.state.turn = tables(c).first_turn
    c.call("game")


class WholeGame(Step[BdState]):
    """The frame of the whole game: set-up, then turns. It waits in the steps that it calls."""

    id = "game"
    title = "Sequence of play"

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt(c.state.side, "The sequence of play goes on.", "bd:5.2")

    @rule("bd:14.3", "bd:13.8", "bd:R59")
    def enter(self, c: Context[BdState]) -> None:
        if effort_before_play(c):
            c.call("effort", side="axis")
        else:
            self._set_up(c)

    def resume(self, c: Context[BdState], ended: str) -> None:
        if ended == "effort":
            self._set_up(c)
        elif c.frame.vars.get("left"):
            self._next_side(c)
        else:
            c.call("turn")

    @rule("bd:3.1", "bd:14.9", "bd:15.3")
    def _set_up(self, c: Context[BdState]) -> None:
        """As printed, or side after side as it likes."""
        if sides := free.sides(c):
            announce(c)
            c.frame.vars["left"] = sides
            self._next_side(c)
        else:
            c.call("set-up", side="axis")

    def _next_side(self, c: Context[BdState]) -> None:
        side, *c.frame.vars["left"] = c.frame.vars["left"]
        c.call("free-set-up", side=side)


@rule("bd:5.1", "bd:5.2")
class Turn(Step[BdState]):
    """One game turn: the Mutual Administrative Phase, both player turns, the Victory Check Phase."""

    id = "turn"
    title = "Game turn"

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt(c.state.side, "The turn goes on.", "bd:5.2")

    @rule("bd:14.2")
    def enter(self, c: Context[BdState]) -> None:
        s = c.state
        s.entered.clear()
        s.edge_entries.clear()
        s.planes_used = s.sea_supply = 0
        c.touch()
        c.say("turn", f"Game Turn {s.turn} begins: {tables(c).calendar[s.turn]['month']}.", "bd:5.1")
        settle_counters(c)
        works.raze(c)
        strongholds.arrive(c)
        bring_markers(c)
        settle_stretches(c)
        stalingrad.look(c)
        reveal_watch(c)
        make_ready(c)
        if late_start(c) or assault_start(c):
            c.frame.vars["stage"] = "soviet"
            c.call("player-turn", side="soviet")
            return
        c.frame.vars["stage"] = "opening"
        self._open(c)

    @rule("bd:4.4", "bd:4.18", "bd:5.10", "bd:8.17")
    def _open(self, c: Context[BdState]) -> None:
        """What the German side decides before anything else; then the turn begins."""
        if step := next_opening(c):
            c.call(step, side="axis")
            return
        settle_withdrawals(c)
        c.frame.vars["stage"] = "german"
        c.call("german-segment")

    def resume(self, c: Context[BdState], ended: str) -> None:
        v = c.frame.vars
        if v["stage"] == "opening":
            self._open(c)
        elif v["stage"] == "german":
            v["stage"] = "administration"
            c.call("soviet-segment")
        elif v["stage"] == "axis" and oder(c):
            decide_watch(c)
        elif v["stage"] == player_turns(c)[-1]:
            self._end(c)
        else:
            first, second = player_turns(c)
            v["stage"] = second if v["stage"] == first else first
            c.call("player-turn", side=v["stage"])

    @rule("bd:5.2", "bd:4.14")
    def _end(self, c: Context[BdState]) -> None:
        leave_for_good(c)
        check_victory(c)
        if not c.state.over:
            comes_back(c)
            c.state.turn += 1
            c.goto("turn")


@rule("bd:5.2", "bd:15.3")
def player_turns(c: Ctx) -> tuple[str, str]:
    """The sides in the order of their player turns."""
    first = str(c.scenario.get("first_player", "axis"))
    return first, c.other(first)


@rule("bd:5.2", "bd:15.3")
def turns_left(c: Ctx) -> dict[str, int]:
    """Player turns of each side until the end of the last turn, the one that goes on counted."""
    first, second = player_turns(c)
    turns = tables(c).last_turn - c.state.turn + 1
    late = any(f.step == "turn" and f.vars["stage"] == second for f in c.state.stack)
    return {first: turns - late, second: turns}


@rule("bd:8.19", "bd:8.23", "bd:8.29")
def settle_counters(c: Ctx) -> None:
    """Counters whose change waits for supply are looked at again."""
    settle(c)
    if due(c, at_the_end=False):
        reorganize(c)


@rule("bd:14.2")
def late_start(c: Ctx) -> bool:
    """Whether this is the first turn of a scenario that begins with phase III.B."""
    return c.scenario.get("begins") == LATE_START and c.state.turn == tables(c).first_turn


@rule("bd:12.2")
def assault_start(c: Ctx) -> bool:
    """Whether this is the first turn of a scenario that begins with one assault phase and nothing else."""
    return c.scenario.get("begins") == ASSAULT_START and c.state.turn == tables(c).first_turn


@rule("bd:12.2", "bd:R81")
def _ordered(c: Ctx) -> str:
    """The order that a player turn begins with: open, but where one assault phase counts like the first of two."""
    if not assault_start(c):
        return ""
    return MOVE_FIGHT if c.scenario["first_turn"]["move_fight_shift"] else FIGHT_MOVE


@rule("bd:5.2", "bd:5.4")
class PlayerTurn(Step[BdState]):
    """One side's phases, one after the other. Called with ``side``; ``next`` is the next of its stages."""

    id = "player-turn"
    title = "Player turn"

    def prompt(self, c: Context[BdState]) -> Prompt:
        return Prompt(c.state.side, "The player turn goes on.", "bd:5.2")

    def enter(self, c: Context[BdState]) -> None:
        c.frame.vars["next"] = 0
        c.state.order = _ordered(c)
        c.touch()
        if effort_is_open(c, c.frame.vars["side"]):
            c.call("effort", side="axis")
        else:
            self._go_on(c)

    def resume(self, c: Context[BdState], ended: str) -> None:
        self._go_on(c)

    def _go_on(self, c: Context[BdState]) -> None:
        v = c.frame.vars
        stages = STAGES[v["side"]]
        settle_counters(c)
        settle_withdrawals(c)
        while v["next"] < len(stages):
            stage = stages[v["next"]]
            v["next"] += 1
            step = step_of(c, stage)
            if takes_place(c, stage) and not (step == "combat" and no_assaults(c, v["side"])):
                c.call(step, side=v["side"])
                return
        if v["side"] == "soviet" and due(c, at_the_end=True):
            reorganize(c)
        gambit.missed(c, v["side"])
        end_player_turn(c)
        c.done()


@rule("bd:5.4", "bd:5.5")
def step_of(c: Ctx, stage: str) -> str:
    """The step of a stage: movement or combat, as the order declared has it."""
    if stage not in (FIRST, SECOND):
        return stage
    order = c.state.order
    if order == FIGHT_FIGHT:
        return "combat"
    return "combat" if (order == FIGHT_MOVE) == (stage == FIRST) else "movement"


@rule("bd:5.2", "bd:7.12", "bd:8.6", "bd:8.7", "bd:8.9", "bd:12.2", "bd:14.2")
def takes_place(c: Ctx, stage: str) -> bool:
    """Whether a stage of a player turn takes place in this game turn."""
    if assault_start(c):
        return step_of(c, stage) == "combat"
    if stage == "offensive-supply":
        return bool(deployable(c))
    if stage == "strategic-movement":
        return trains_run(c)
    if stage == "rvgk":
        return c.state.turn > 1 and not late_start(c)
    return True


def begin_stage(c: Ctx, step: str, side: str) -> None:
    """Let a position put up by hand wait in a step of a player turn, also where nobody has anything to do in it."""
    c.state.stack.append(Frame(step, {"side": side}))
    phase = c.step
    assert isinstance(phase, Phase)
    phase.begin(c)
    c.touch()


def end_player_turn(c: Ctx) -> None:
    """Marks of one player turn go: units may act again, offensive supply markers come off the map (7.12)."""
    s, n = c.state, len(c.roster)
    s.moving, s.mp_left, s.picked, s.still = [0] * n, [0] * n, [0] * n, [0] * n
    s.fought, s.fled, s.stormed, s.attacked, s.parent = [0] * n, [0] * n, [0] * n, [], -1
    s.offensive.clear()
    s.railed.clear()
    s.order = ""
    c.touch()


REGISTRY: Registry[BdState] = Registry()
REGISTRY.add(
    WholeGame, SetUp, FreeSetUp, Turn, GermanSegment, SovietSegment, PlayerTurn, PhaseOrder, OffensiveSupply,
    StrategicMovement, Rvgk, Emergency, Movement, Overstack, Combat, Commitment, strongholds.Strongholds, PaulusPause,
    Effort, SummerOffensive, Withdrawal, Watch, Answer, *COMBAT_STEPS,
)  # fmt: skip
