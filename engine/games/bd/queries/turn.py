"""What can be asked about the turn: its name, the sequence of play with the present phase, the score."""

from __future__ import annotations

from engine.games.bd.phases.sequence import assault_start, player_turns, takes_place
from engine.games.bd.queries.named import named
from engine.games.bd.queries.tasks import tasks
from engine.games.bd.queries.tracks import tracks
from engine.games.bd.state import FIGHT_FIGHT, FIGHT_MOVE
from engine.games.bd.tables import Ctx, tables
from engine.games.bd.victory.check import score
from engine.kit import outline as sequence
from engine.play.asked import OutlineLine
from engine.play.citing import rule
from engine.play.queries import TurnQueries
from engine.play.state import Frame


# ---------------------------------------------------------------------- the sequence of play
def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence of this turn with the present phase."""
    now = sequence.present(c, _called)
    return sequence.outline(c, now, lambda p: _shown(c, p), lambda phase: _note(c, phase), printed(c))


@rule("bd:5.2", "bd:15.3")
def printed(c: Ctx) -> list[dict[str, str]]:
    """The phases of the printed sequence, the player turns in the order of the scenario."""
    rows, turns = sequence.phases(c), [f"{side}-turn" for side in player_turns(c)]

    def key(row: dict[str, str]) -> tuple[int, int]:
        own = row["id"] if row["id"] in turns else row.get("parent", "")
        last = row["id"] == sequence.OVER
        return (1 + turns.index(own) if own in turns else 3 if last else 0), rows.index(row)

    return sorted(rows, key=key)


ASSAULT_ALONE = ("soviet-turn", "soviet-first")
"""The phases of a turn that is one Soviet assault (12.2)."""


@rule("bd:5.2", "bd:12.2")
def _shown(c: Ctx, phase: dict[str, str]) -> bool:
    """Whether a phase of the printed sequence takes place on this turn."""
    if phase["id"] == "setup":
        return setting_up(c)
    if assault_start(c):
        return phase["id"] in ASSAULT_ALONE
    stage = phase.get("stage", "")
    # A position put up by hand may wait in a phase that the turn does not have.
    return not stage or takes_place(c, stage) or any(f.step == stage for f in c.state.stack)


def setting_up(c: Ctx) -> bool:
    """Whether the sides set up."""
    return any(f.step in ("set-up", "free-set-up") for f in c.state.stack)


def _note(c: Ctx, phase: str) -> str:
    """What the first and the second phase of the side that acts are in the order it has declared."""
    side, _, stage = phase.partition("-")
    if side != c.state.side or stage not in ("first", "second") or not c.state.order:
        return ""
    fights = {FIGHT_MOVE: ("first",), FIGHT_FIGHT: ("first", "second")}.get(c.state.order, ("second",))
    return "assault" if stage in fights else "movement"


def _called(c: Ctx, frame: Frame, phase: str) -> str:
    turn = next((f.vars for f in reversed(c.state.stack) if f.step == "player-turn"), None)
    if turn is None:
        return f"{c.state.side}-{phase}" if phase == "segment" else phase
    if phase in ("movement", "combat"):
        last = {"axis": 4, "soviet": 5}[turn["side"]]
        return f"{turn['side']}-{'second' if turn['next'] >= last else 'first'}"
    return f"{turn['side']}-{phase}"


def turn_name(c: Ctx) -> str:
    """``T20 Sep 43``."""
    if setting_up(c):
        return "set-up"
    return f"T{c.state.turn} {tables(c).calendar[c.state.turn]['month']}"


TURN = TurnQueries(name=turn_name, outline=outline, score=score, tracks=tracks, tasks=tasks, named=named)
