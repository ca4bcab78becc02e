"""14.2: what missions have in common: one side sends air units, then the other; then they fight over hex after hex."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, NamedTuple

from engine.components.grid import Hex, Unit
from engine.games.efs.air.bases import is_dummy, ready
from engine.games.efs.phases.phase import Phase
from engine.games.efs.state import EfsState
from engine.games.efs.tables import Ctx
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Prompt

CAS, INTERDICTION, AIRLIFT = "", "interdiction", "airlift"
"""What a flight is about, as its steps are told: Close Air Support where they are told nothing."""


class Mission(NamedTuple):
    """One sort of air mission."""

    id: str
    rule: str
    may: Callable[[Ctx, Unit, Hex, str], Refusal | None]
    """Whether an air unit may be sent to a hex, by the side that flies the mission or against it."""
    hexes: Callable[[Ctx, Unit, str], Sequence[Hex]]
    """Hexes to which a unit can be sent, those that ``may`` allows, by the side that flies the mission."""
    worth: Callable[[Ctx, Iterable[Unit]], int]
    """The ratings of some units for the mission together."""
    ask: Callable[[Ctx, str], str]
    """What a side is asked to do: ``Send air units to the battles``."""


def mission_of(c: Ctx) -> str:
    """What the flight is about that the present step belongs to."""
    return str(c.frame.vars.get("mission", CAS))


def senders(c: Ctx, mission: Mission, side: str, attacker: str) -> list[str]:
    """Ids of the air units of a side that can be sent to some hex now."""
    return [c.roster.ids[u] for u in ready(c, side) if mission.hexes(c, u, attacker)]


class Flight(Phase):
    """Both sides send air units, that which flies the mission first; then they fight over one hex after the other."""

    mission: ClassVar[Mission]

    def prompt(self, c: Context[EfsState]) -> Prompt:
        return Prompt(c.frame.vars["side"], "The air missions go on.", self.mission.rule)

    def enter(self, c: Context[EfsState]) -> None:
        frame = c.frame
        super().enter(c)
        if not c.state.over and c.state.stack and c.frame is frame:
            frame.vars["left"] = [frame.vars["side"], c.other(frame.vars["side"])]
            self.go_on(c)

    def resume(self, c: Context[EfsState], ended: str) -> None:
        self.go_on(c)

    @rule("efs:14.25", "efs:14.51", "efs:14.61", "efs:R112")
    def go_on(self, c: Context[EfsState]) -> None:
        """The next side that can send anybody; then the next hex over which somebody flies; then the flight ends."""
        v = c.frame.vars
        told = {"mission": self.mission.id} if self.mission.id else {}
        while v["left"]:
            side, *v["left"] = v["left"]
            if any(not is_dummy(c, c.unit(i)) for i in senders(c, self.mission, side, v["side"])):
                c.call("missions", side=side, attacker=v["side"], **told)
                return
        over = sorted({h for h in c.state.sortie if h >= 0})
        if over:
            c.call("air-fight", side=v["side"], attacker=v["side"], hex=over[0], **told)
        else:
            self.close(c)
