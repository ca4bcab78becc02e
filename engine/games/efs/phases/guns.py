"""13.33, 13.42: super-heavy and railroad artillery turned to its firing or its mobile side."""

from __future__ import annotations

from collections.abc import Iterable

from engine.components.grid import Unit
from engine.games.efs.kinds import is_heavy
from engine.games.efs.state import BACK, BY_RAIL, FRONT, MOTORIZED, MOVED, SPECIAL, STRATEGIC
from engine.games.efs.tables import Ctx, tables
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.fields import derived, for_good
from engine.play.step import Verb

GONE = MOVED | MOTORIZED | BY_RAIL | STRATEGIC | SPECIAL
"""What a gun that is made ready to fire has not done in the turn."""
ENGINEERING = "engineering"


@rule("efs:13.33", "efs:13.42", "efs:R245")
def may_turn(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a gun changes its mode now: in the own Engineering Phase, or as the scenario sets it up."""
    s, name = c.state, c.roster.short[u]
    if c.roster.side[u] != s.side or s.hex_of[u] < 0 or not is_heavy(c, u):
        text = f"{name} is no super-heavy or railroad artillery of yours on the map."
        return Refusal("efs:13.42", text, units=(u,))
    if not s.phase.endswith(ENGINEERING):
        return None if _set_up(c, u) else Refusal("efs:13.42", f"{name} is not set up any more.", units=(u,))
    if s.mode[u] != BACK and s.did[u] & GONE:
        return Refusal("efs:13.42", f"{name} has moved in this turn: it cannot stand to fire yet.", units=(u,))
    return None


@rule("efs:R245")
def _set_up(c: Ctx, u: Unit) -> bool:
    """Whether the scenario still lets its owner choose the side that a gun starts on: in his first movement phase."""
    s = c.state
    free = c.roster.ids[u] in c.scenario.get("either_mode", ()) and s.turn == tables(c).first_turn
    return free and s.phase == f"{s.side}-movement" and not s.did[u] & GONE


@derived()
def turnable(c: Ctx) -> list[str]:
    """Guns of the side to act that can change their mode now."""
    return [c.roster.ids[u] for u in _heavy(c) if c.state.hex_of[u] >= 0 and may_turn(c, u) is None]


@for_good
def _heavy(c: Ctx) -> list[Unit]:
    """The guns that have two modes, on the map or not."""
    return [u for u in range(len(c.roster)) if is_heavy(c, u)]


def turn_check(c: Ctx, unit: str) -> Refusal | None:
    """``mode sha641``: it stands to fire, or can move again."""
    return may_turn(c, c.unit(unit))


@rule("efs:13.42")
def _turn(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    fires = c.state.mode[u] != BACK
    c.state.mode[u] = BACK if fires else FRONT
    c.touch()
    text = f"{c.roster.name[u]} {'stands to fire' if fires else 'is on its Mobile side'}."
    c.say("artillery", text, "efs:13.42", hexes=[c.state.hex_of[u]], units=[u])


def _options(c: Ctx, subject: str | None) -> Iterable[tuple[str, ...]]:
    return [(name,) for name in turnable(c) if subject in (None, name)]


MODE_VERB = Verb("mode", _options, turn_check, _turn, "mode UNIT: a big gun stands to fire, or can move again",
                 "efs:13.42", turnable, rare=True)  # fmt: skip
"""For the Engineering Phase, and for the first movement phase of a scenario that leaves the choice."""
