"""Section 5: the sequence of play, two couplets a turn."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.pm import forts, supply, victory, weather
from engine.games.pm.beginners import in_force
from engine.games.pm.combat.advance import Advance
from engine.games.pm.combat.battle import Battle
from engine.games.pm.combat.losses import Losses
from engine.games.pm.combat.mobile import MobileAgain
from engine.games.pm.combat.retreat import Retreat
from engine.games.pm.hedgehogs import Hedgehogs
from engine.games.pm.movement.entry_hexes import forget_entries
from engine.games.pm.movement.stacking import Overstack
from engine.games.pm.phases.commitment import Commitment
from engine.games.pm.phases.german_reinforcement import GermanReinforcement
from engine.games.pm.phases.movement import Movement
from engine.games.pm.phases.prepared_assault import Combat
from engine.games.pm.phases.soviet_reinforcement import NEW_IN_PORTS, Release, SovietReinforcement, release_possible
from engine.games.pm.phases.supply_orders import Orders, Pause
from engine.games.pm.phases.upkeep import Upkeep
from engine.games.pm.setup.step import SetUp, prepare
from engine.games.pm.state import PmState
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.units import deal
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Registry, Step

FIRST, SECOND = 1, 2


@rule("pm:5.1")
def begin(c: Ctx) -> None:
    """Everything before the first decision: counters in their boxes, identities dealt, forts as printed."""
    deal(c)
    prepare(c)
    forts.lay_out(c)
    c.state.weather = {"north": "dry", "south": "dry"}
    c.state.turn = 1
    c.call("game")


class WholeGame(Step[PmState]):
    """The frame of the whole game: set-up, then turns. It waits in the steps that it calls."""

    id = "game"
    title = "Sequence of play"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "The sequence of play goes on.", "pm:5.2")

    @rule("pm:3.1")
    def enter(self, c: Context[PmState]) -> None:
        c.frame.vars["stage"] = "soviet"
        c.call("set-up", side="soviet")

    def resume(self, c: Context[PmState], ended: str) -> None:
        if ended == "set-up" and c.frame.vars["stage"] == "soviet":
            c.frame.vars["stage"] = "axis"
            c.call("set-up", side="axis")
        else:
            c.call("turn")


Stage = tuple[str, Callable[[Ctx], bool]]


def _on(section: str) -> Callable[[Ctx], bool]:
    return lambda c: in_force(c, section)


@rule("pm:5.2")
class Turn(Step[PmState]):
    """One game turn: Mutual Reinforcement, one or two couplets, the Victory Check."""

    id = "turn"
    title = "Game turn"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "The turn goes on.", "pm:5.2")

    def enter(self, c: Context[PmState]) -> None:
        c.state.couplet = FIRST
        c.say("turn", f"Game Turn {c.state.turn} begins.", "pm:5.1")
        forts.activate_lines(c)
        forget_entries(c)
        c.frame.vars["stage"] = "german reinforcement"
        c.call("german-reinforcement")

    def resume(self, c: Context[PmState], ended: str) -> None:
        v = c.frame.vars
        if ended == "german-reinforcement":
            c.call("soviet-reinforcement")
        elif ended in ("soviet-reinforcement", "couplet"):
            if ended == "couplet":
                c.state.couplet += 1
            if c.state.couplet <= couplets(c):
                c.call("couplet")
            else:
                v["stage"] = "victory"
                victory.check(c)
                if not c.state.over:
                    c.call("pause") if supply.pause_possible(c) else self._next(c)
        else:
            self._next(c)

    def _next(self, c: Context[PmState]) -> None:
        c.state.turn += 1
        c.goto("turn")


@rule("pm:5.4")
def couplets(c: Ctx) -> int:
    """Player turn couplets in this game turn: one in the first, two in every other."""
    return int(tables(c).date(c.state.turn)["couplets"])


class Couplet(Step[PmState]):
    """Weather, the German player turn, the Soviet player turn."""

    id = "couplet"
    title = "Player turn couplet"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "The couplet goes on.", "pm:5.2")

    def enter(self, c: Context[PmState]) -> None:
        weather.determine(c)
        _arrive(c)
        c.frame.vars["side"] = "axis"
        c.call("player-turn", side="axis")

    def resume(self, c: Context[PmState], ended: str) -> None:
        if c.frame.vars["side"] == "axis":
            c.frame.vars["side"] = "soviet"
            c.call("player-turn", side="soviet")
        else:
            supply.couplet_ends(c)
            c.done()


@rule("pm:8.3", "pm:R15", "pm:11.3")
def _arrive(c: Ctx) -> None:
    """Units that shifted between OKH Reserve Areas are there; those new in the Southern Ports box may sail."""
    after = {"shift north": "okh north", "shift south": "okh south"}
    if c.state.couplet == SECOND:
        after[NEW_IN_PORTS] = "ports"
    c.state.box = [after.get(box, box) for box in c.state.box]
    c.touch()


PHASES: dict[str, tuple[Stage, ...]] = {
    "axis": (
        # R71: what is done at the start of a German player turn comes before the first printed phase.
        ("orders", _on("9.18")),
        ("upkeep", _on("8.12")),
        ("commitment", _on("10.2")),
        ("hedgehogs", lambda c: in_force(c, "14.40") and c.state.turn == tables(c).last_turn),
        ("movement", lambda c: True),
        ("combat", lambda c: True),
    ),
    "soviet": (
        ("release", release_possible),
        ("commitment", lambda c: in_force(c, "10.4") and c.state.turn == tables(c).last_turn),
        ("movement", lambda c: True),
        ("combat", lambda c: True),
    ),
}
"""Steps of a player turn in the printed order, each with the question whether it takes place (5.2)."""


@rule("pm:5.2")
class PlayerTurn(Step[PmState]):
    """One side's phases of a couplet, one after the other."""

    id = "player-turn"
    title = "Player turn"

    def prompt(self, c: Context[PmState]) -> Prompt:
        return Prompt(c.state.side, "The player turn goes on.", "pm:5.2")

    def enter(self, c: Context[PmState]) -> None:
        c.state.by_sea = c.state.invaded = 0
        c.frame.vars["next"] = 0
        self._go_on(c)

    def resume(self, c: Context[PmState], ended: str) -> None:
        self._go_on(c)

    def _go_on(self, c: Context[PmState]) -> None:
        v = c.frame.vars
        stages = PHASES[v["side"]]
        while v["next"] < len(stages):
            step, takes_place = stages[v["next"]]
            v["next"] += 1
            if takes_place(c):
                c.call(step, side=v["side"])
                return
        end_player_turn(c)
        c.done()


def end_player_turn(c: Ctx) -> None:
    """Marks of one player turn go: refits are over, units may act again."""
    s, n = c.state, len(c.roster)
    s.refit = [2 if r == 1 else r for r in s.refit]
    s.moving, s.mp_left, s.picked, s.still = [0] * n, [0] * n, [0] * n, [0] * n
    s.fought, s.fled, s.attacked, s.parent = [0] * n, [0] * n, [], -1
    c.touch()


REGISTRY: Registry[PmState] = Registry()
REGISTRY.add(
    WholeGame, SetUp, Turn, GermanReinforcement, SovietReinforcement, Couplet, PlayerTurn, Upkeep, Orders, Pause,
    Commitment, Hedgehogs, Release, Movement, MobileAgain, Overstack, Combat, Battle, Losses, Retreat, Advance,
)  # fmt: skip
