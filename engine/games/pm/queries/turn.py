"""What can be asked about the turn: its name, the sequence of play with the present phase, the score."""

from __future__ import annotations

from engine.components.board import Place
from engine.components.charts import TallyLine
from engine.games.pm.beginners import in_force
from engine.games.pm.queries.incursion import risks
from engine.games.pm.queries.tasks import tasks
from engine.games.pm.queries.tracks import named, tracks
from engine.games.pm.tables import Ctx, tables
from engine.games.pm.victory import needed
from engine.kit import outline as sequence
from engine.play.asked import OutlineLine, Score
from engine.play.citing import rule
from engine.play.queries import TurnQueries
from engine.play.state import Frame


def score(c: Ctx) -> Score:
    """German points so far, place by place, and what is needed at the end of this turn; then what could still score."""
    held: list[Place] = []
    open_: list[Place] = []
    for place in sorted((p for p in c.board.places if p.value), key=lambda p: (-p.value, p.name)):
        mine = all(c.state.control[c.label(h)] == "axis" for h in place.hexes)
        (held if mine else open_).append(place)
    lines = [TallyLine(f"+{p.value}", p.name, "pm:4.2") for p in held]
    if paid := c.state.points_paid:
        lines.append(TallyLine(f"-{paid}", "lost for good: ZOMO incursions, declined withdrawals, security", "pm:4.4"))
    lines += [TallyLine(f"({p.value})", f"{p.name}, Soviet", "pm:4.2") for p in open_]
    return Score("axis", c.state.vp, needed(c, c.state.turn), tuple(lines), "pm:4.2", "pm:17.2")


# ---------------------------------------------------------------------- the sequence of play
def outline(c: Ctx) -> list[OutlineLine]:
    """The printed sequence of this turn with the present phase."""
    return sequence.outline(c, sequence.present(c, _called), lambda p: _shown(c, p))


@rule("pm:5.2", "pm:R29")
def _shown(c: Ctx, phase: dict[str, str]) -> bool:
    """Whether a phase of the printed sequence takes place on this turn, in this couplet, by the rules in force."""
    if not in_force(c, phase["rule"].removeprefix("pm:")):
        return False
    setting_up = any(f.step == "set-up" for f in c.state.stack)
    if phase.get("once") or phase.get("parent") == "setup":
        return setting_up
    second = phase["id"].endswith("-2")
    if (second and c.state.turn == 1) or (phase.get("only") == "december" and c.state.turn < tables(c).last_turn):
        return False
    parent = phase.get("parent", "")
    return not parent.startswith("couplet") or parent == f"couplet-{c.state.couplet}"


def _called(c: Ctx, frame: Frame, phase: str) -> str:
    if phase == "setup":
        return f"setup-{frame.vars['side']}"
    turns = [f.vars["side"] for f in c.state.stack if f.step == "player-turn"]
    return f"{turns[-1]}-{phase}-{c.state.couplet}" if turns else phase


def turn_name(c: Ctx) -> str:
    """``T3/2 II July, mud``."""
    row = tables(c).date(c.state.turn)
    if any(f.step == "set-up" for f in c.state.stack):
        return "set-up"
    north, south = c.state.weather["north"], c.state.weather["south"]
    sky = "" if north == south == "dry" else f" {north}" if north == south else f" {north}/{south}"
    couplet = f"/{c.state.couplet}" if c.state.couplet <= row["couplets"] else ""
    return f"T{c.state.turn}{couplet} {row['title']}{sky}"


TURN = TurnQueries(name=turn_name, outline=outline, score=score, tracks=tracks, tasks=tasks, risks=risks, named=named)
