"""What can be asked about the turn: its name, the sequence of play with the present phase."""

from __future__ import annotations

from engine.games.ava.combat.combat import planned
from engine.games.ava.phases.command import owned_label
from engine.games.ava.phases.movement import movers
from engine.games.ava.phases.reinforcements import allotment
from engine.games.ava.phases.seats import deciding
from engine.games.ava.queries.tasks import tasks
from engine.games.ava.queries.tracks import named, tracks
from engine.games.ava.state import FRESH
from engine.games.ava.tables import Ctx, tables
from engine.games.ava.victory import score
from engine.kit import outline as sequence
from engine.play.asked import OutlineLine
from engine.play.queries import TurnQueries
from engine.play.state import Frame


def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence with the present step, what is done in this turn, and what is left in the step."""
    now = sequence.present(c, _called)
    parents = {p["id"]: p.get("parent", "") for p in sequence.phases(c)}

    def shown(p: sequence.Row) -> bool:
        if p.get("once") and p["id"] != now and parents.get(now) != p["id"]:
            return False
        return parents[p["id"]] in ("", parents.get(now, ""), now)

    def note(phase: str) -> str:
        return _left(c) if phase == now else _command_note(c) if phase == "command" else ""

    return sequence.outline(c, now, shown, note)


def _called(c: Ctx, frame: Frame, phase: str) -> str:
    if any(f.step == "surprise" for f in c.state.stack):
        return "surprise"  # its Combat Segment is none of a turn (15.1)
    return f"{phase}-{c.state.side}" if phase in ("setup", "selection") else phase


def _command_note(c: Ctx) -> str:
    drawn = f"{owned_label(c, c.state.drawn)}, " if c.state.drawn else ""
    return f"{drawn}{c.state.cup} in the cup"


def _left(c: Ctx) -> str:
    step = c.frame.step if c.state.stack else ""
    if step == "movement":
        return f"{sum(1 for u in movers(c) if c.state.mode[c.roster.by_id[u]] == FRESH)} left"
    if step == "combat":
        return f"{len(planned(c))} declared"
    if step == "resolve":
        return f"{len(planned(c))} left"
    if step == "reinforce":
        nations = [n for n in allotment(c, c.state.side) if c.frame.vars.get(n)]
        return ", ".join(f"{c.frame.vars[n]} {n.capitalize()}" for n in nations)
    return ""


def turn_name(c: Ctx) -> str:
    """``T3 12-21 Jul``."""
    row = tables(c).track.get(c.state.turn)
    return f"T{c.state.turn} {row['dates']}" if row else "set-up"


TURN = TurnQueries(
    name=turn_name,
    outline=outline,
    score=score,
    tracks=tracks,
    tasks=tasks,
    named=named,
    deciding=deciding,
)
