"""10.1.1, 10.2.1, 11.6, 6.8.3: the movement phases: marks for replacements first, machine-gun units turned up last."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps

from engine.components.grid import Unit
from engine.games.efs import replacing
from engine.games.efs.kinds import is_mg
from engine.games.efs.movement.allowance import end_movement
from engine.games.efs.phases.movement import Movement as Shared
from engine.games.efs.state import NOT_BEGUN, EfsState
from engine.games.efs.supply.points import VERBS as SUPPLY_VERBS
from engine.games.efs.tables import Ctx
from engine.games.efs.units import is_untried, on_map
from engine.games.efs.untried import turn_up
from engine.games.efs1.airlift import AIR_VERB
from engine.play.action import Refusal
from engine.play.citing import rule
from engine.play.step import Context, Verb

Words = tuple[str, ...]
MARKING = {"axis": "axis-movement", "soviet": "soviet-motorized"}
"""The phase of a side before whose movement it marks the units that receive replacements (10.1.1, 10.2.1)."""
REVEALING = "soviet-movement"
"""The phase in which machine-gun units are turned up (11.6)."""
LATER = ("airlift", "ferry", "double", "mode", "free")
"""Verbs of the second edition alone."""


def _listed(names: Iterable[str], subject: str | None) -> list[Words]:
    return [(name,) for name in names if subject in (None, name)]


# ---------------------------------------------------------------------- who is to receive replacements
@rule("efs1:10.1.1", "efs1:10.2.1")
def may_mark(c: Ctx) -> Refusal | None:
    """Whether the side to move may still mark units, or take marks off: not once anybody has moved."""
    s = c.state
    if s.phase != MARKING[s.side]:
        text = "Units that receive replacements are marked before the first movement of their side."
        return Refusal(_law(c), text)
    going = (u for u, way in enumerate(s.way) if way != NOT_BEGUN)
    if moved := next((u for u in going if s.hex_of[u] >= 0 and c.roster.side[u] == s.side), None):
        return Refusal(_law(c), f"{c.roster.short[moved]} has moved: nobody is marked after that.", units=(moved,))
    return None


def _law(c: Ctx) -> str:
    return "efs1:10.1.1" if c.state.side == "axis" else "efs1:10.2.1"


def _mark_check(c: Ctx, unit: str) -> Refusal | None:
    """``replace 18pz-pzr``: it stays where it is, and gains a step in the Engineering Phase."""
    return may_mark(c) or replacing.may_mark(c, c.unit(unit))


def markable(c: Ctx) -> list[str]:
    """Ids of the units that may be marked now."""
    return replacing.markable(c, c.state.side) if may_mark(c) is None else []


def _marked(c: Ctx) -> list[str]:
    return [c.roster.ids[u] for u in replacing.marked(c, c.state.side)] if may_mark(c) is None else []


def _unmark_check(c: Ctx, unit: str) -> Refusal | None:
    """``unmark 18pz-pzr``"""
    u = c.unit(unit)
    if (refusal := may_mark(c)) is not None or u in replacing.marked(c, c.state.side):
        return refusal
    return Refusal(_law(c), f"{c.roster.short[u]} is not one of yours that are marked.", units=(u,))


def _unmark(c: Ctx, unit: str) -> None:
    u = c.unit(unit)
    replacing.unmark(c, u)
    c.say("replacement", f"{c.roster.agree(u, 'is', 'are')} to receive no replacements.", _law(c), units=[u])


# ---------------------------------------------------------------------- machine guns
@rule("efs1:11.6", "efs1:22.9.1", "efs1:22.10.2")
def may_reveal(c: Ctx, u: Unit) -> Refusal | None:
    """Whether a unit may be turned up now: an Untried machine-gun unit, no militia, in the Soviet Movement Phase."""
    name = c.roster.short[u]
    if c.state.phase != REVEALING:
        return Refusal("efs1:11.6", "Machine-gun units are turned up in the Soviet Movement Phase.", units=(u,))
    if c.roster.side[u] != c.state.side or c.state.hex_of[u] < 0 or not is_mg(c, u) or not is_untried(c, u):
        return Refusal("efs1:11.6", f"{name} is no Untried machine-gun unit of yours on the map.", units=(u,))
    return None


def _reveal_check(c: Ctx, unit: str) -> Refusal | None:
    """``reveal mg-01``: it is turned up, and moves if it can; all others have ended their movement."""
    return may_reveal(c, c.unit(unit))


def revealable(c: Ctx) -> list[str]:
    """Ids of the units that may be turned up now."""
    if c.state.phase != REVEALING:
        return []
    return [c.roster.ids[u] for u in on_map(c, c.state.side) if may_reveal(c, u) is None]


@rule("efs1:11.6.1", "efs1:11.6.2", "efs1:11.6.3")
def _reveal(c: Ctx, unit: str) -> None:
    """Those with known values have moved by now (11.6.1)."""
    for u in on_map(c, c.state.side):
        if not is_mg(c, u):
            end_movement(c, u)
    turn_up(c, [c.unit(unit)], "efs1:11.6")


# ---------------------------------------------------------------------- supply units
@rule("efs1:6.8.3")
def _not_now(c: Ctx) -> Refusal | None:
    if c.state.phase == f"{c.state.side}-movement":
        return None
    return Refusal("efs1:6.8.3", "Supply units become dumps, and dumps supply units, in the Movement Phase alone.")


def _in_movement(verb: Verb) -> Verb:
    """A verb of supply units, for the Movement Phase alone."""
    check: Callable[..., Refusal | None] = verb.check
    named = verb.subjects

    def subjects(c: Ctx) -> Iterable[str]:
        return named(c) if named is not None and _not_now(c) is None else ()

    def options(c: Ctx, subject: str | None) -> Iterable[Words]:
        return verb.options(c, subject) if _not_now(c) is None else ()

    @wraps(check)  # how many words it takes is read from it
    def checked(c: Ctx, *words: str) -> Refusal | None:
        return _not_now(c) or check(c, *words)

    return verb._replace(subjects=subjects, options=options, check=checked, rare=True)


# ---------------------------------------------------------------------- the phase
OWN = (
    Verb("replace", lambda c, s: _listed(markable(c), s), _mark_check,
         lambda c, unit: replacing.mark(c, c.unit(unit)), "replace UNIT: it receives replacements and does not move",
         "efs1:20.1", markable, rare=True),
    Verb("unmark", lambda c, s: _listed(_marked(c), s), _unmark_check, _unmark, "unmark UNIT: it receives none",
         "efs1:20.1", _marked, rare=True),
    Verb("reveal", lambda c, s: _listed(revealable(c), s), _reveal_check, _reveal,
         "reveal UNIT: turn a machine-gun unit up; all others have moved", "efs1:11.6", revealable, grave=True,
         rare=True),
    AIR_VERB,
)  # fmt: skip
MOVED_HERE = {verb.name: _in_movement(verb) for verb in SUPPLY_VERBS}


class Movement(Shared):
    """A movement phase of a side; which one, its frame says."""

    verbs = (*(MOVED_HERE.get(verb.name, verb) for verb in Shared.verbs if verb.name not in LATER), *OWN)

    def nothing(self, c: Context[EfsState]) -> Refusal | None:
        """Why nobody has anything to do: nobody to be marked, no machine gun to be turned up either."""
        return None if markable(c) or revealable(c) else super().nothing(c)
