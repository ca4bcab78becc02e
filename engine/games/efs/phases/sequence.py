"""4.2: the sequence of play, phase after phase as the file ``sequence.toml`` of an edition prints it."""

from __future__ import annotations

from typing import Any

from engine.games.efs.air.bases import fix_bases
from engine.games.efs.garrisons import pin, release
from engine.games.efs.setup.lists import prepare
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.games.efs.victory import held_at_start, look
from engine.play.citing import rule
from engine.play.step import Context, Prompt, Step

Row = dict[str, Any]
MOVEMENT = "movement"
"""Step of the phases in which units move in their own segment."""
SUPPLY = "supply-status"
"""The phase after which the bases of air units are settled (14.22)."""


@rule("efs:4.1", "efs:4.22")
def begin(c: Ctx) -> None:
    """Everything before the first decision: counters in their places by the lists of the scenario."""
    prepare(c)
    held_at_start(c)
    c.call("game")


class WholeGame(Step[EfsState]):
    """The frame of the whole game: turn after turn. It waits in the steps that it calls."""

    id = "game"
    title = "Sequence of play"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The sequence of play goes on.", "efs:4.21")

    def enter(self, c: Context[EfsState]) -> None:
        self._play(c)

    @rule("efs:4.22", "efs:4.23")
    def resume(self, c: Context[EfsState], ended: str) -> None:
        if not c.frame.vars.get("playing"):
            c.state.turn += 1
            self._play(c)

    def _play(self, c: Context[EfsState]) -> None:
        """Turn after turn until one waits for a decision."""
        frame = c.frame
        while True:
            frame.vars["playing"] = True
            c.call("turn")
            frame.vars["playing"] = False
            if c.state.over or c.frame is not frame:
                return
            c.state.turn += 1


@rule("efs:4.21")
def stages(c: Ctx) -> list[Row]:
    """The phases of the printed sequence that take place in the scenario, in its order."""
    left_out = c.scenario.get("without", {}).get("phases", ())
    rows = c.data.tables["sequence"]["phase"]
    return [row for row in rows if row.get("step") in c.steps and row["id"] not in left_out]


class Turn(Step[EfsState]):
    """One game turn, phase after phase; ``next`` is the number of the next one."""

    id = "turn"
    title = "Game turn"

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.state.side, "The turn goes on.", "efs:4.21")

    @rule("efs:4.22", "efs:24.26")
    def enter(self, c: Context[EfsState]) -> None:
        c.say("turn", f"Game Turn {c.state.turn} begins.", "efs:4.22")
        pin(c)
        c.frame.vars["next"] = 0
        self._go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        if not c.frame.vars.get("going"):
            end_phase(c)
            self._go_on(c)

    @rule("efs:4.21")
    def _go_on(self, c: Context[EfsState]) -> None:
        """Phase after phase until one waits for a decision; behind the last one the turn ends."""
        frame, rows = c.frame, stages(c)
        while frame.vars["next"] < len(rows):
            row = rows[frame.vars["next"]]
            frame.vars["next"] += 1
            frame.vars["going"] = True
            begin_phase(c, row)
            frame.vars["going"] = False
            if c.state.over or c.frame is not frame:
                return
            end_phase(c)
        c.done()


@rule("efs:4.21", "efs:21.13")
def begin_phase(c: Ctx, row: Row) -> None:
    """Enter a phase: who is where counts from now, command points are full, nobody has moved in it."""
    everybody_fresh(c, row)
    c.call(str(row["step"]), side=str(row["side"]), phase=str(row["id"]))


@rule("efs:4.21", "efs:21.13")
def everybody_fresh(c: Ctx, row: Row) -> None:
    """What is forgotten between one phase and the next, whose row this is."""
    s, n = c.state, len(c.roster)
    s.phase = str(row["id"])
    s.points_used.clear()
    s.origin, s.way, s.mp_left, s.picked = s.hex_of.copy(), [-1] * n, [0] * n, [0] * n
    c.touch()


@rule("efs:24.22", "efs:21.83", "efs:14.22")
def end_phase(c: Ctx) -> None:
    """What is looked at at the end of every phase: places of victory points, garrisons, after supply the bases."""
    if c.state.over:
        return
    look(c)
    release(c)
    if c.state.phase == SUPPLY:
        fix_bases(c)
